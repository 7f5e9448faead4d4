"""The nginx of the test of a proxy: `find` one that runs; as a program, install one where possible.

Run by `make test`. Exits with an error only where a missing server is a failure (CI=true).
"""

import os
import shutil
import sys

from tools.apt import IN_CI, apt_get, install, succeeds

PACKAGE = "nginx-light"
FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")
"""Where it lies for administrators, whose folders others may not have in their path."""


def find() -> str | None:
    """The path of the program."""
    path = shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), *FOLDERS]))
    return path if path is not None and succeeds(path, "-v") else None


def main() -> int:
    path = find()
    if path is None and apt_get("update"):
        print("Installing nginx for the tests", flush=True)
        install(PACKAGE)
        path = find()
    if path is not None:
        print(f"The test of a proxy uses {path}")
        return 0
    consequence = "fails" if IN_CI else "is skipped"
    print(f"No nginx found, and none could be installed: its test {consequence}.")
    return 1 if IN_CI else 0


if __name__ == "__main__":
    sys.exit(main())
