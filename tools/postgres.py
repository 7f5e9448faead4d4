"""The PostgreSQL of the workspace's tests: `find` one that runs; as a program, install one where possible.

Run by `make test`. Exits with an error only where a missing server is a failure (CI=true).
"""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.apt import apt_get, install, provide, succeeds

PACKAGE = "postgresql"
NONE = "No PostgreSQL found; python -m tools.postgres installs one where it may."
FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
"""Folders in which Debian, Fedora and Homebrew install the programs."""


def find() -> Path | None:
    """Return the folder with initdb and postgres, of the newest of several versions; None without any."""
    return next((folder for folder in candidates() if succeeds(str(folder / "postgres"), "--version")), None)


def candidates() -> Iterator[Path]:
    found = [folder for pattern in FOLDERS for folder in Path("/").glob(pattern.removeprefix("/"))]
    yield from sorted(
        found, key=lambda folder: [int(digits) for digits in re.findall(r"\d+", str(folder))], reverse=True
    )
    initdb = shutil.which("initdb")
    if initdb is not None:
        yield Path(initdb).resolve().parent


def install_by_apt() -> None:
    if apt_get("update"):
        install(PACKAGE)


def main() -> int:
    return provide("PostgreSQL", "tests of the workspace", find, install_by_apt)


if __name__ == "__main__":
    sys.exit(main())
