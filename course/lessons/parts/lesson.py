"""A whole lesson, and what its teacher is told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from course.lessons.parts.blocks import ComputedBlocks
from course.lessons.parts.fields import Field, TileRowView, Values, WordsField
from course.lessons.parts.questions import Question
from scoring.testset import Segment


@dataclass(frozen=True)
class Notes:
    """For the teacher of a lesson; each text a few short sentences."""

    say: str
    think: str
    """What students usually think."""
    minutes: int
    """That it takes, with the class's answers."""
    following: str
    """What comes next, and why."""


@dataclass(frozen=True)
class Lesson:
    """One caveat.

    ``compute`` takes whatever a visitor types, an empty text too. Whatever number ``ask`` says is computed of the
    example that it is given; ``claim`` and ``practice`` hold none.
    """

    title: str
    claim: str
    """One sentence. Seen once the question is answered, for it says the answer."""
    fields: tuple[Field, ...]
    compute: Callable[[Values], ComputedBlocks]
    ask: Callable[[Values], Question]
    """Called with the example as the lesson brings it."""
    practice: str
    """What to do about it."""
    sources: tuple[str, ...]
    """Sources with section or equation."""
    notes: Notes
    seen: Callable[[Values, bool], Mapping[str, Sequence[TileRowView]]] = lambda values, answered: {}
    """From the example, and whether the question is answered: name of a field of words -> how its rows look.

    One that it does not name has no colours; a note that gives the answer away comes after it.
    """
    segment: Callable[[Values], Segment] | None = None
    """Segment above the question, in a lesson that has no sentences of its own as fields."""
    pages: tuple[tuple[str, str], ...] = ()
    """Pages to go on to: a page's name as in ``ui/session/navigation.py``, and what the link says."""
    is_by_line: bool = False
    """Whether the first lines of all its sentences stand together, then the second ones."""

    @property
    def example(self) -> Values:
        """As the lesson brings it."""
        return {field.name: field.default for field in self.fields}

    def is_example(self, values: Values, but_for: str = "") -> bool:
        """Whether all is as the lesson brings it, except for one row of tiles."""
        brought = _parted(self, self.example)
        return all(found == brought[name] for name, found in _parted(self, values).items() if name != but_for)

    @property
    def words(self) -> tuple[WordsField, ...]:
        """The fields that are tiles."""
        return tuple(field for field in self.fields if isinstance(field, WordsField))


def _parted(lesson: Lesson, values: Values) -> dict[str, Any]:
    """Each row of tiles by its name, and each other field that changes what is asked about."""
    found: dict[str, Any] = {}
    for field in lesson.fields:
        value = values[field.name]
        if isinstance(field, WordsField):
            found |= zip(field.rows, value.split("\n"), strict=True)
        elif not field.is_view:
            found[field.name] = value
    return found
