"""The scripts of components, each read from the files that it is made of."""

from pathlib import Path

TYPED_INTO = Path(__file__).with_name("typed_into.js")
PRESSES = Path(__file__).with_name("presses.js")


def of_keys(file: str) -> str:
    """The script beside a file of the code, for one that listens to keys of the whole page."""
    return join_scripts(TYPED_INTO, PRESSES, Path(file).with_suffix(".js"))


def join_scripts(*parts: Path) -> str:
    """One script of several, each of which may use what those before it say."""
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)
