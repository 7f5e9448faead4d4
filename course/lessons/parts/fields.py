"""What a visitor can change in a lesson's example, and how its sentences stand there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from scoring.bleu.matches import SegmentMatches
from ui.drawing.tiles import Mode

Values = Mapping[str, Any]
"""The example: a field's name -> what it holds."""

LETTERS = "ABCDEF"
"""What the outputs are called where a field holds several, one a line; this many are shown."""


@dataclass(frozen=True)
class WordsField:
    """A sentence, or one a line, whose words are tiles above the question."""

    name: str
    label: str
    default: str
    """Text with one space between two words."""
    mode: Mode = "type"
    """``click`` is for the question alone; then its tiles can be dragged."""
    has_letters: bool = False
    """Whether its lines are called by letters, as outputs are; else by numbers."""
    is_small: bool = False
    """Whether the letters are small, for sentences beside those that are asked about."""
    is_folded: bool = False
    """Long ones, which the question can be answered without: they come with why that is so."""

    @property
    def rows(self) -> Mapping[str, str]:
        """Name of each of its rows -> what it is called, where there are several."""
        n = self.default.count("\n") + 1
        called = LETTERS if self.has_letters else range(1, n + 1)
        labels = [self.label] if n == 1 else [f"{self.label} {name}" for _, name in zip(range(n), called, strict=False)]
        return {f"{self.name}-{number}": label for number, label in enumerate(labels)}

    @property
    def is_reference(self) -> bool:
        """Whether its sentences are references, by its name."""
        return self.name in ("reference", "references")

    @property
    def mode_after(self) -> Mode:
        """Unless its words are asked for."""
        return "drag" if self.mode == "click" else self.mode


@dataclass(frozen=True)
class ChoiceField:
    """One of a few options, side by side."""

    name: str
    label: str
    options: tuple[str, ...]
    default: str
    is_view: bool = False
    """Whether it only shows another side: all that the question says stays true."""


@dataclass(frozen=True)
class Slider:
    name: str
    label: str
    least: float
    most: float
    default: float
    step: float
    is_view: bool = False


@dataclass(frozen=True)
class Clicks:
    """A count that buttons move on, each by its own step, as far as ``most``."""

    name: str
    label: str
    """What is counted."""
    steps: Mapping[str, int]
    """What a button says -> by how much it moves the count on."""
    most: int
    default: int = 0
    is_view: bool = True


Field = WordsField | ChoiceField | Slider | Clicks


@dataclass(frozen=True)
class TileRowView:
    """How a row of ``WordsField`` stands there."""

    matches: SegmentMatches | None = None
    """Matches in whose colours the words are drawn."""
    note: str = ""
    """A number that follows what is done to the row."""
    sizes: tuple[int, ...] = ()
    """Number of words of each tile; empty for one each."""
    color: str = ""
    """Colour of the output, where there are several."""

    def tiles(self, words: Sequence[str]) -> list[str]:
        """The texts of the tiles; one for each word where the sizes are not those of this many."""
        ends = [0, *accumulate(self.sizes if sum(self.sizes) == len(words) else [1] * len(words))]
        return [" ".join(words[start:end]) for start, end in pairwise(ends)]


def text_lines(value: str) -> list[str]:
    """The texts of a field that holds one a line; blank lines are none, and there is always one text."""
    return [line for line in value.split("\n") if line.strip()] or [""]
