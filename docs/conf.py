"""How Sphinx makes a site of the documentation: `make docs` writes it into site/."""

import re
import sys
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from scoring.metric import VERSION  # noqa: E402

project = "BLEUscope"
version = release = VERSION
author = copyright = "The BLEUscope authors"

# The source is the whole project, so that links from docs/ to other folders lead to pages of the site, too.
include_patterns = ["docs/**", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "sample_data/**.md"]
root_doc = "docs/README"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"BLEUscope {VERSION}"
html_copy_source = False
html_show_sourcelink = False


def add_menu(app: Any, name: str, source: list[str]) -> None:
    """Give the start page a menu: its headings, and beneath each the pages to which it links for the first time.

    Pages outside docs/ need no place in it.
    """
    if not name.startswith("docs/"):
        source[0] = f"---\norphan: true\n---\n{source[0]}"
    if name != root_doc:
        return
    seen: set[str] = set()
    for part in re.split(r"^## ", source[0], flags=re.MULTILINE)[1:]:
        linked = dict.fromkeys(re.findall(r"\]\(([^)#:]+)\.md", part))
        pages = [page for page in linked if page not in seen]
        seen |= linked.keys()
        source[0] += "\n".join(["\n```{toctree}", ":hidden:", f":caption: {part.splitlines()[0]}\n", *pages, "```\n"])


def lead_to_start(app: Any, error: Exception | None) -> None:
    """Write the page at the site's own address, which leads to the start page."""
    text = f'<!doctype html><meta http-equiv="refresh" content="0; url={root_doc}.html"><title>{project}</title>'
    (Path(app.outdir) / "index.html").write_text(text, encoding="utf-8")


def setup(app: Any) -> None:
    """Connect the functions above; Sphinx calls it once."""
    app.connect("source-read", add_menu)
    app.connect("build-finished", lead_to_start)
    app.add_lexer("mermaid", TextLexer)
