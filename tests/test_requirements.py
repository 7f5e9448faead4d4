"""pyproject.toml says which versions will do, requirements*.in which ones we take, requirements*.txt all that comes.

The .txt files pin the whole tree with hashes; `make pins` writes them.
"""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from scoring import extras
from tests.distributions import closure

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
FILES = ("requirements", "requirements-build", "requirements-cjk", "requirements-dev")
OF_OTHERS = ("pip",)
"""Brings packages, and is itself brought by Python."""


def lines(file: str) -> list[str]:
    """The file's lines without comments; a line that ends with a backslash goes on in the next."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    kept = [re.sub(r"(^|\s)#.*", "", line).strip() for line in text.split("\n")]
    return [line for line in kept if line]


def wanted(name: str) -> dict[str, Version]:
    """Package -> the version that this .in file, or one that it names, takes."""
    found: dict[str, Version] = {}
    for line in lines(f"{name}.in"):
        if line.startswith("-r "):
            found |= wanted(line.removeprefix("-r ").removesuffix(".in"))
        else:
            package, version = line.split("==")
            found[canonicalize_name(package)] = Version(version)
    return found


def pinned(name: str) -> dict[str, Version]:
    """Package -> the version that this .txt file pins."""
    requirements = [Requirement(line.split(" --hash")[0]) for line in lines(f"{name}.txt")]
    found: dict[str, Version] = {}
    for requirement in requirements:
        (specifier,) = requirement.specifier
        assert specifier.operator == "==", requirement
        assert canonicalize_name(requirement.name) not in found, "one version for all Pythons and systems"
        found[canonicalize_name(requirement.name)] = Version(specifier.version)
    return found


@pytest.mark.parametrize("name", FILES)
def test_what_we_take_is_pinned_and_every_pin_has_hashes(name):
    assert wanted(name).items() <= pinned(name).items(), "make pins writes the .txt files anew"
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}( |$)", line) for line in lines(f"{name}.txt"))


@pytest.mark.parametrize("name", FILES)
def test_the_whole_tree_is_pinned(name):
    """As far as this Python and this system need it: an installation by hashes refuses what has none."""
    here = closure(Requirement(f"{package}=={version}") for package, version in wanted(name).items())
    assert not here - pinned(name).keys() - set(OF_OTHERS)


@pytest.mark.parametrize("name", FILES[:-1])
def test_files_pin_the_same_versions(name):
    assert pinned(name).items() <= pinned("requirements-dev").items()


@pytest.mark.parametrize(
    ("name", "declared"),
    [
        ("requirements", [*PROJECT["dependencies"], *EXTRAS["app"], *EXTRAS["pdf"], *EXTRAS["postgres"]]),
        ("requirements-cjk", EXTRAS["cjk"]),
    ],
)
def test_the_versions_we_take_are_those_declared(name, declared):
    taken, ranges = wanted(name), {canonicalize_name(r.name): r.specifier for r in map(Requirement, declared)}
    assert taken.keys() == ranges.keys()
    outside = {package: taken[package] for package, versions in ranges.items() if taken[package] not in versions}
    assert not outside, f"not in the ranges of pyproject.toml: {outside}"


@pytest.mark.parametrize("requirement", [*BUILD["requires"], *EXTRAS["engine"], *EXTRAS["wordnet"]])
def test_what_tests_need_besides_is_taken(requirement):
    """What builds the wheel, and the extras that `make run` leaves out."""
    needed = Requirement(requirement)
    assert wanted("requirements-dev")[canonicalize_name(needed.name)] in needed.specifier


def test_messages_name_the_packages_of_the_extras():
    declared = {extra: [Requirement(one).name for one in requirements] for extra, requirements in EXTRAS.items()}
    named: dict[str, list[str]] = {}
    for extra in extras.EXTRAS:
        named.setdefault(extra.name, []).extend(extra.packages)
    assert {**named, "all": ["bleuscope"]} == declared
    assert Requirement(*EXTRAS["all"]).extras == named.keys()
