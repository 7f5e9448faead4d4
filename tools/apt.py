"""Installs packages on Debian and Ubuntu, if we are root, or sudo works without a password."""

import os
import shutil
import subprocess
from collections.abc import Callable

IN_CI = os.environ.get("CI") == "true"
"""Whether this is a CI run, in which a missing program is a failure."""


def succeeds(*command: str) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def root_prefix() -> list[str] | None:
    """Return the words before a command that run it as root without a password; None if that is not allowed."""
    if os.name == "posix" and os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if succeeds("sudo", "-n", "true") else None


def apt_get(*arguments: str) -> bool:
    """Run apt-get and return whether it succeeded; False if there is no apt, or we are not allowed to use it."""
    prefix = root_prefix()
    if shutil.which("apt-get") is None or prefix is None:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = [*prefix, "apt-get", "-qq", *arguments]
    nowhere = subprocess.DEVNULL
    return subprocess.run(command, env=environment, check=False, stdout=nowhere, stderr=nowhere).returncode == 0


def install(*packages: str) -> bool:
    """Install packages and return whether all are installed now; call ``apt_get("update")`` before the first time."""
    return apt_get("install", "--yes", "--no-install-recommends", *packages)


def provide(name: str, tests: str, find: Callable[[], object], install: Callable[[], object]) -> int:
    """Find a program, or install it, print which ``tests`` use it, and return the exit code."""
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
