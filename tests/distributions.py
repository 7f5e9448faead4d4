"""Installed distributions and what they declare: an environment that has those alone, and what is missing from pins."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def declared(*extras: str) -> list[Requirement]:
    """What the project needs, with these extras."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    of_extras = (one for extra in extras for one in project["optional-dependencies"][extra])
    return [Requirement(one) for one in (*project["dependencies"], *of_extras)]


def closure(requirements: Iterable[Requirement], extras: Iterable[str] = ()) -> set[str]:
    """The canonical names of the distributions that these requirements bring in here, one through another.

    ``extras`` are those of the distribution that declares the requirements.
    """
    found: dict[tuple[str, str], None] = {}
    waiting = [(requirement, extra) for requirement in requirements for extra in ("", *extras)]
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
    """Put these distributions into a folder of packages, as links to where they are: whole folders and single files.

    A folder that others have files in as well is made anew, with links to the files of these distributions alone.
    """
    wanted = set(names)
    owners: dict[str, set[str]] = defaultdict(set)
    files: dict[str, dict[metadata.PackagePath, Path]] = {}
    for distribution in metadata.distributions():
        name = canonicalize_name(distribution.metadata["Name"])
        listed = [
            file for file in distribution.files or [] if ".." not in file.parts and "__pycache__" not in file.parts
        ]
        for file in listed:
            owners[file.parts[0]].add(name)
        if name in wanted:
            files[name] = {file: Path(str(distribution.locate_file(file))) for file in listed}
    assert files.keys() == wanted, f"not installed here: {wanted - files.keys()}"
    for places in files.values():
        for file, path in places.items():
            is_whole = len(file.parts) > 1 and owners[file.parts[0]] <= wanted
            target = path.parents[len(file.parts) - 2] if is_whole else path
            place = packages / (file.parts[0] if is_whole else file)
            if not place.exists() and target.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                place.symlink_to(target)
