"""Installs packages of the system where it lets us: Debian's and Ubuntu's, as root or by a sudo that asks nothing."""

import os
import shutil
import subprocess
from collections.abc import Callable

IN_CI = os.environ.get("CI") == "true"
"""Where what is missing is a failure."""


def succeeds(*command: str) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def as_root() -> list[str] | None:
    """Return what to put before a command to run it as root without a question; None where that is not allowed."""
    if os.name == "posix" and os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if succeeds("sudo", "-n", "true") else None


def apt_get(*arguments: str) -> bool:
    """Return whether it did; False where there is no apt, or we are not allowed to."""
    prefix = as_root()
    if shutil.which("apt-get") is None or prefix is None:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = [*prefix, "apt-get", "-qq", *arguments]
    nowhere = subprocess.DEVNULL
    return subprocess.run(command, env=environment, check=False, stdout=nowhere, stderr=nowhere).returncode == 0


def install(*packages: str) -> bool:
    """Return whether all of them are installed now; ``apt_get("update")`` comes before the first."""
    return apt_get("install", "--yes", "--no-install-recommends", *packages)


def provide(name: str, tests: str, find: Callable[[], object], install: Callable[[], object]) -> int:
    """Finds a program, or else installs it, says which ``tests`` use it, and gives the exit code."""
    found = find()
    if found is None:
        print(f"Installing {name} for the tests", flush=True)
        install()
        found = find()
    if found is not None:
        print(f"{name} for {tests}: {found}")
        return 0
    print(f"No {name} found, and none could be installed: {tests} {'fail' if IN_CI else 'are skipped'}.")
    return 1 if IN_CI else 0
