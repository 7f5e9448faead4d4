"""The nginx of the test of a proxy: `find` one that runs; as a program, install one where possible.

Run by `make test-all`. Exits with an error only where a missing server is a failure (CI=true).
"""

import os
import shutil
import sys

from tools.apt import apt_get, install, provide, succeeds

PACKAGE = "nginx-light"
FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")
"""Folders with the program on common systems, which a user's search path may lack."""


def find() -> str | None:
    """Return the path of nginx; None if it is not installed or does not run."""
    path = shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), *FOLDERS]))
    return path if path is not None and succeeds(path, "-v") else None


def install_by_apt() -> None:
    if apt_get("update"):
        install(PACKAGE)


def main() -> int:
    return provide("nginx", "tests of a proxy", find, install_by_apt)


if __name__ == "__main__":
    sys.exit(main())
