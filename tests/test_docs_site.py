"""`make docs`: every page is in the site, every link leads somewhere, and the reference has every public name."""

import subprocess
import sys
from pathlib import Path

import pytest

import bleuscope

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.exhaustive


def test_the_site_has_every_page_and_every_public_name(tmp_path):
    site = tmp_path / "site"
    command = ("-m", "sphinx", "-q", "-W", "--keep-going", "-d", tmp_path / "doctrees", "-c", "docs", ".", site)
    built = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / "docs" / f"{page.stem}.html").exists(), page.name
    reference = (site / "docs" / "reference.html").read_text(encoding="utf-8")
    assert [name for name in bleuscope.__all__ if name not in reference] == []
