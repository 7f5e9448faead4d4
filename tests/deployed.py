"""What the Dockerfile says, read for tests that do the same without a container."""

import json
import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Instruction(NamedTuple):
    """``RUN``, ``ENV`` and so on, and what stands behind it, in one line."""

    word: str
    rest: str


def stages() -> list[list[Instruction]]:
    """The instructions of each stage, in their order."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line.strip() for line in re.sub(r"\\\n\s*", "", text).split("\n") if line.strip()]
    found: list[list[Instruction]] = []
    for word, _, rest in (line.partition(" ") for line in lines):
        if word == "FROM":
            found.append([])
        found[-1].append(Instruction(word, rest))
    return found


def of(stage: list[Instruction], word: str) -> list[str]:
    """What stands behind each of these instructions."""
    return [rest for found, rest in stage if found == word]


def environment(stage: list[Instruction]) -> dict[str, str]:
    """What ENV sets."""
    pairs = [pair.partition("=") for rest in of(stage, "ENV") for pair in shlex.split(rest)]
    return {name: value for name, _, value in pairs}


def command(text: str) -> list[str]:
    """The words of a CMD, or of that within a HEALTHCHECK, in the form that needs no shell."""
    found: list[str] = json.loads(text[text.index("[") :])
    return found


def named() -> list[str]:
    """The files and folders of the project that .dockerignore lets into the image."""
    lines = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n") if line]
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*", "all is left out but for what is named"
    return [rule[1:] for rule in rules if rule.startswith("!")]


def sent(path: str) -> bool:
    """Whether this file of the project is let in."""
    return any(path == name or path.startswith(f"{name}/") for name in named())
