"""Links and code: URLs, e-mail addresses, paths of files and code, which a translation keeps unchanged."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import FoundPlace, chosen_rows, match_pattern

MISSING_LINK, ADDED_LINK = "missing link or code", "added link or code"
LINKS = re.compile(
    r"`[^`\n]+`"
    r"|(?:https?|ftp)://[^\s<>\"]+|(?<![\w.@])[Ww]{3}\.[^\s<>\"]+"
    r"|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w./@-])(?:[A-Za-z0-9-]+\.)+(?:com|org|net|edu|gov|io|info)(?!\.?\w)"
    r"|(?<![\w\\])[A-Za-z]:\\[^\s\"<>|]+"
    r"|(?<![\w/<.~])(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}"
    r"|(?<!\w)[A-Za-z]\w*\(\)"
    r"|(?<![\w@#])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)"
)
_HOST = re.compile(r"^(?:\w+://)?(?:[\w-]+\.)+[A-Za-z]+(?![\w(])|(?<=@).+", re.ASCII)
MAY_HAVE_LINKS = r"[`@/\\_]|[Ww]{3}\.|\(\)|\.(?:com|org|net|edu|gov|io|info)\b"
_BEHIND = ".,;:!?…)]}\"'’”»*。、，；：！？）」』"
"""Marks that end a sentence and are not part of the link before them."""


@dataclass(frozen=True)
class LinksAndCode(Check):
    """A check for URLs, e-mail addresses, paths and code that only the source or only the output has."""

    name: ClassVar[str] = "links"
    title: ClassVar[str] = "links and codes"
    kinds: ClassVar[Mapping[str, str]] = {MISSING_LINK: "critical", ADDED_LINK: "critical"}
    in_source: ClassVar[frozenset[str]] = frozenset({MISSING_LINK})
    does: ClassVar[str] = "changes a link or code"
    finds: ClassVar[str] = (
        "A URL, e-mail address, path of a file or piece of code of the source is not in the output as it is, or the"
        " output has another."
    )
    errs: ClassVar[str] = (
        "Addresses that were changed on purpose, such as those of a page in another language, are found."
    )
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundPlace]:
    may_have = match_pattern(texts.source, MAY_HAVE_LINKS, len(texts)) | match_pattern(
        texts.outputs, MAY_HAVE_LINKS, len(texts)
    )
    for row in chosen_rows(texts, may_have):
        source_links, output_links = _find_links(row.source), _find_links(row.output)
        for links, others, kind in (
            (source_links, output_links, MISSING_LINK),
            (output_links, source_links, ADDED_LINK),
        ):
            for link in links.keys() - others.keys():
                yield row.segment, *links[link], kind


@lru_cache(maxsize=1 << 14)
def _find_links(text: str) -> dict[str, tuple[int, int]]:
    """Return each link or piece of code, with its first place."""
    spans: dict[str, tuple[int, int]] = {}
    for match in LINKS.finditer(text):
        link = match[0] if match[0].endswith(("`", "()")) else match[0].rstrip(_BEHIND)
        spans.setdefault(_without_case_of_host(link), (match.start(), match.start() + len(link)))
    return spans


def _without_case_of_host(link: str) -> str:
    """Return the link with its host in lower case: names of hosts ignore case (RFC 4343)."""
    return _HOST.sub(lambda match: match[0].lower(), link)
