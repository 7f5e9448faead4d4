"""pyproject.toml says which versions will do, the requirements files which ones `make` installs: the same packages."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(file: str) -> dict[str, str]:
    """Package -> the version that the file pins."""
    lines = [line.split("#")[0].strip() for line in (ROOT / file).read_text(encoding="utf-8").split("\n")]
    pinned = [line.split("==") for line in lines if line and not line.startswith("-r ")]
    return {canonicalize_name(name): version for name, version in pinned}


@pytest.mark.parametrize(
    ("file", "declared"),
    [
        ("requirements.txt", PROJECT["project"]["dependencies"]),
        ("requirements-cjk.txt", PROJECT["project"]["optional-dependencies"]["cjk"]),
    ],
    ids=["dependencies", "cjk"],
)
def test_the_pinned_versions_are_those_declared(file, declared):
    pinned, ranges = pins(file), {canonicalize_name(r.name): r.specifier for r in map(Requirement, declared)}
    assert pinned.keys() == ranges.keys()
    outside = {name: pinned[name] for name, versions in ranges.items() if pinned[name] not in versions}
    assert not outside, f"not in the ranges of pyproject.toml: {outside}"


@pytest.mark.parametrize(
    "requirement", [*PROJECT["build-system"]["requires"], *PROJECT["project"]["optional-dependencies"]["engine"]]
)
def test_what_tests_need_besides_is_pinned(requirement):
    """What builds the wheel, and the engine."""
    wanted = Requirement(requirement)
    assert pins("requirements-dev.txt")[wanted.name] in wanted.specifier
