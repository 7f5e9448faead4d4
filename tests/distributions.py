"""Installed distributions and what they declare: an environment that has those alone, and what is missing from pins."""

import os
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def closure(requirements: Iterable[Requirement]) -> set[str]:
    """The canonical names of the distributions that these requirements bring in here, one through another."""
    found: dict[tuple[str, str], None] = {}
    waiting = [(requirement, "") for requirement in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        for wanted in ("", *requirement.extras):
            key = canonicalize_name(requirement.name), wanted
            if key not in found:
                found[key] = None
                declared = metadata.requires(requirement.name) or []
                waiting += [(Requirement(one), wanted) for one in declared]
    return {name for name, _ in found}


def link(names: Iterable[str], packages: Path) -> None:
    """Put these distributions into a folder of packages, each by links to what its list of files names at the top.

    A folder that several distributions share is made anew, so that it holds the files of those distributions only.
    """
    for name in sorted(names):
        distribution = metadata.distribution(name)
        root = Path(str(distribution.locate_file("")))
        for file in distribution.files or []:
            place = packages / file
            if ".." in file.parts or file.parts[0] == "__pycache__" or not (root / file).is_file():
                continue  # a command, or a file that was compiled
            place.parent.mkdir(parents=True, exist_ok=True)
            if not place.exists():
                os.symlink(root / file, place)
