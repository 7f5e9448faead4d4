"""A lesson's question, its answers, and which of them are right."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from course.lessons.parts.fields import Values
from ui.drawing.tiles import Verdict


@dataclass(frozen=True)
class ClickAnswer:
    """An answer that is given by a click on each of the words that count, in the first row of a field.

    Of equal words it does not matter which are chosen, only how many.
    """

    field: str
    words: tuple[str, ...]
    """Words as they are counted."""
    counts: Mapping[str, int]
    """Word -> how often it counts."""
    what: str = "count"
    """What is said of those that are right."""

    @property
    def row(self) -> str:
        """As ``Words.rows`` names it."""
        return f"{self.field}-0"

    def verdicts(self, chosen: Sequence[int]) -> tuple[Verdict, ...]:
        """For each word."""
        left = Counter(self.counts)
        found: list[Verdict] = [""] * len(self.words)
        others = sorted({*range(len(self.words))} - {*chosen})
        for place in (*sorted(chosen), *others):
            counts = left[self.words[place]] > 0
            left[self.words[place]] -= counts
            if place in others:
                found[place] = "missed" if counts else ""
            else:
                found[place] = "right" if counts else "wrong"
        return tuple(found)


@dataclass(frozen=True)
class Goal:
    """An answer that is given by what one does with one row of tiles until something is reached."""

    row: str
    """Row as ``WordsField.rows`` names it."""
    is_reached: Callable[[Values], bool]
    way: str
    """A way there, in one sentence, for those who give up."""


REACHED, GIVEN_UP = 1, 0
"""What has become of a goal."""

Answer = int | tuple[int, ...]
"""The place of a choice; the places of the words that were clicked; what has become of a goal."""


@dataclass(frozen=True)
class Question:
    """Asked of the example as the lesson brings it, and answered before the numbers show.

    By a choice, by clicks on words, or by what one does with the tiles until a goal is reached.
    """

    prompt: str
    reveal: str
    """One idea, in one sentence or two, with its numbers."""
    choices: tuple[str, ...] = ()
    right: int = 0
    """The place of the right choice, as computed."""
    clicked: ClickAnswer | None = None
    """Words to be clicked, in place of choices."""
    goal: Goal | None = None
    """Goal to be reached, in place of choices."""
    why: str = ""
    """What else there is to say; folded."""

    @property
    def answer(self) -> str:
        if self.clicked:
            n_right, n_words = sum(self.clicked.counts.values()), len(self.clicked.words)
            return f"{n_right} of the {n_words} words {self.clicked.what}"
        if self.goal:
            return self.goal.way
        return self.choices[self.right]

    def can_be(self, given: Any) -> bool:
        """Whether this may be an answer to it, or none yet: addresses have any."""
        if given is None or not self.clicked:
            n_answers = 2 if self.goal else len(self.choices)
            return given is None or (isinstance(given, int) and 0 <= given < n_answers)
        return isinstance(given, tuple) and all(place < len(self.clicked.words) for place in given)

    def is_right(self, given: Answer) -> bool:
        if self.clicked and isinstance(given, tuple):
            return not {"missed", "wrong"} & {*self.clicked.verdicts(given)}
        if self.goal:
            return given == REACHED
        return given == self.right


def right_of(choices: Mapping[str, Any], computed: Any) -> int:
    """The index of the one choice whose value was computed; ``ValueError`` unless exactly one is."""
    fitting = [place for place, value in enumerate(choices.values()) if value == computed]
    if len(fitting) != 1:
        raise ValueError(f"Of the choices {list(choices)} one must stand for {computed!r}; found {len(fitting)}.")
    return fitting[0]
