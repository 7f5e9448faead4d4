"""One segment's shifts and edits as text, laid out as in tercom's .pra files.

tercom names the directions the other way round than ``Edit``: its I is a word too many in the hypothesis, our deletion,
and its D is a word that the hypothesis lacks, our insertion. The letters in this file are tercom's.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .edits import Edit, EditAlignment, EditKind, SegmentEdits, Shift

LETTERS = {EditKind.MATCH: "", EditKind.SUBSTITUTION: "S", EditKind.DELETION: "I", EditKind.INSERTION: "D"}
LINES = ("REF: ", "HYP: ", "EVAL:", "SHFT:")


class Cell(NamedTuple):
    """One column of the four lines: the text of each line, from top to bottom."""

    reference: str
    hypothesis: str
    letter: str
    shifts: str


@dataclass
class Marks:
    """The marks where shifted phrases begin, end and came from, by the words' places in the hypothesis as given."""

    before: dict[int, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    """Marks before a word: ``@`` where a phrase was taken away, ``[`` where one begins, with the shift's number."""
    after: dict[int, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    shifts_of_word: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Numbers of the shifts that moved each word."""
    at_end: list[tuple[str, int]] = field(default_factory=list)

    def add(self, number: int, shift: Shift, after: EditAlignment) -> None:
        moved = after.origins[slice(*shift.destination_span)]
        self.before[moved[0]].append(("[", number))
        self.after[moved[-1]].append(("]", number))
        for origin in moved:
            self.shifts_of_word[origin].append(number)
        gap = shift.start if shift.destination > shift.start else shift.start + shift.length
        marks = self.before[after.origins[gap]] if gap < len(after.origins) else self.at_end
        marks.append(("@", number))


def pra(edits: SegmentEdits, score: float, name: str) -> str:
    """Return a segment's edits as the text of a .pra file; ``score`` is its TER, ``name`` its sentence ID."""
    marks = Marks()
    for number, (shift, after) in enumerate(zip(edits.shifts, edits.alignments[1:], strict=True), 1):
        marks.add(number, shift, after)
    head = [
        f"Sentence ID: {name}",
        f"Best Ref: {' '.join(edits.final.reference)}",
        f"Orig Hyp: {' '.join(edits.hypothesis)}",
        "",
    ]
    shown_score = 0.0 if math.isnan(score) else score  # tercom writes 0 for two empty texts
    total = f"TER Score: {shown_score:6.2f} ({edits.n_edits:5.1f}/{edits.reference_length:5.1f})"
    shifts = [line for number in range(len(edits.shifts)) for line in _shift(edits, number)]
    return "\n".join([*head, *_lines(_cells(edits.final, marks)), total, *shifts, ""])


def _shift(edits: SegmentEdits, number: int) -> list[str]:
    shift, after = edits.shifts[number], edits.alignments[number + 1]
    marks = Marks()
    marks.add(number + 1, shift, after)
    distance = shift.destination - shift.start
    direction = f"{abs(distance)} words {'right' if distance > 0 else 'left'}"
    lines = _lines(_cells(after, marks))[: LINES.index("EVAL:")]
    return ["", f"Shift [{', '.join(shift.words)}] {direction}", *(f" {line}" for line in lines)]


def _cells(alignment: EditAlignment, marks: Marks) -> list[Cell]:
    cells: list[Cell] = []
    for edit in alignment.edits:
        before, after = ([], []) if edit.origin is None else (marks.before[edit.origin], marks.after[edit.origin])
        cells += [_mark(*mark) for mark in sorted(before)]
        cells.append(_edit(edit, marks))
        cells += [_mark(*mark) for mark in after]
    return cells + [_mark(*mark) for mark in marks.at_end]


def _mark(symbol: str, number: int) -> Cell:
    return Cell("", symbol, "", str(number))


def _edit(edit: Edit, marks: Marks) -> Cell:
    """Return the column of an edit; a word that is missing on one side is shown as asterisks of the other's length."""
    letter = LETTERS[edit.kind]
    word, origin, reference_word = edit.word, edit.origin, edit.reference_word
    shifts = ",".join(map(str, marks.shifts_of_word[origin])) if letter and origin is not None else ""
    reference_word = "*" * max(len(word or ""), len(shifts)) if reference_word is None else reference_word
    return Cell(reference_word, "*" * len(reference_word) if word is None else word, letter, shifts)


def _lines(cells: Sequence[Cell]) -> list[str]:
    widths = [max(map(len, cell)) for cell in cells]
    columns = zip(*cells, strict=True) if cells else [()] * len(LINES)
    return [
        " ".join([name, *(text.ljust(width) for text, width in zip(column, widths, strict=True))]).rstrip()
        for name, column in zip(LINES, columns, strict=True)
    ]
