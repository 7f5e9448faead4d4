"""The Chromium of browser tests and benchmarks: `find` one that runs; as a program, install one where possible.

Run by `make test`. Exits with an error only where a missing browser is a failure (CI=true).
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from ctypes.util import find_library

from tools.apt import apt_get, install, provide, succeeds

COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names of the browser's command; the first is Chromium without windows and menus, which takes half the time."""
MAC_APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PACKAGES = ("chromium-headless-shell", "chromium")
FONTS = "fonts-noto-cjk"
PANGO = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
"""Packages of Pango, with which WeasyPrint sets text."""


def find() -> str | None:
    """Return the path of the first installed Chromium that runs: the system's, else Playwright's own."""
    return next(filter(runs, candidates()), None)


def candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, COMMANDS))
    yield from filter(os.path.exists, MAC_APPLICATIONS)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if os.path.exists(own):
        yield own


def runs(path: str) -> bool:
    """Return whether a browser runs; Ubuntu's chromium-browser may be a stub that only advises to install a snap."""
    return succeeds(path, "--version")


def install_by_apt() -> None:
    """Install Chromium, Pango, and fonts for Chinese, Japanese and Korean, if we are allowed to."""
    if not apt_get("update"):
        return
    print("Installing Chromium, Pango and", FONTS, "for the tests", flush=True)
    install(FONTS)
    install(*PANGO)
    any(map(install, PACKAGES))


def install_by_playwright() -> None:
    print("Installing Playwright's own Chromium for the browser tests", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def lacks_cjk_fonts() -> bool:
    """Return whether fonts for Japanese are missing; False if that is unknown, because only screenshots need them."""
    if shutil.which("fc-list") is None:
        return False
    listed = subprocess.run(["fc-list", ":lang=ja", "family"], capture_output=True, check=False)
    return listed.returncode == 0 and not listed.stdout.strip()


def lacks_pango() -> bool:
    return None in map(find_library, ("pango-1.0", "pangoft2-1.0", "harfbuzz-subset"))


def install_any() -> None:
    install_by_apt()
    if find() is None:
        install_by_playwright()


def main() -> int:
    if lacks_cjk_fonts() or lacks_pango():
        install_by_apt()
    return provide("Chromium", "browser tests", find, install_any)


if __name__ == "__main__":
    sys.exit(main())
