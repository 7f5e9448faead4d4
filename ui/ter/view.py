"""One segment's edits, step by step, as a drawing and sentences.

Step 0 is before any shift, each following step shows one shift before it is made, and the last one shows the edits that
count. Without shifts there is one step. Outputs with fewer steps than others stay at their last step.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scoring.output.markup import html
from scoring.output.numbers import counted, two_decimals
from scoring.ter.edits import Edit, EditAlignment, EditKind, SegmentEdits, Shift
from ui.drawing.component import Arc, Drawing, Frame, Key, Meaning, Sign, Style, Token, TokenLink, TokenRow

SIGNS: dict[EditKind, Sign] = {EditKind.MATCH: "", EditKind.INSERTION: "+"}
SIGNS |= {EditKind.DELETION: "-", EditKind.SUBSTITUTION: "~"}
EDIT_MEANINGS = {
    EditKind.MATCH: "match",
    EditKind.INSERTION: "insertion: missing from the output",
    EditKind.DELETION: "deletion: an extra word",
    EditKind.SUBSTITUTION: "substitution: a wrong word",
}
COUNTED_KINDS = EditKind.INSERTION, EditKind.DELETION, EditKind.SUBSTITUTION
LINKS: dict[EditKind, tuple[str, Style, Meaning]] = {
    EditKind.MATCH: ("=", "quiet", "match"),
    EditKind.SUBSTITUTION: ("~", "normal", "substitution"),
}
LEGEND = (
    *(Key(EDIT_MEANINGS[kind], Token("word", sign=SIGNS[kind])) for kind in COUNTED_KINDS),
    Key("= match", style="quiet", meaning="match"),
    Key("shift", meaning="shift"),
)
LEFT_TO_RIGHT, END = "\u2066", "\u2069"
"""Marks around numbers that would otherwise change places in a right-to-left text."""


@dataclass(frozen=True)
class EditedOutput:
    """One system's output for one segment, original or as the reader edited it."""

    system: str
    color: str
    edits: SegmentEdits
    ter: float
    wer: float
    bleu: float
    edited: bool = False

    @property
    def title(self) -> str:
        return f"{self.system}, edited" if self.edited else self.system


def n_steps(edits: SegmentEdits) -> int:
    return len(edits.shifts) + 2 if edits.shifts else 1


def shifts_before(edits: SegmentEdits, step: int) -> tuple[int, Shift | None]:
    """Return the number of shifts made before a step, and the shift that the step shows, or None."""
    if step >= n_steps(edits) - 1:
        return len(edits.shifts), None
    return max(step - 1, 0), edits.shifts[step - 1] if step else None


def ter_drawing(
    edits: SegmentEdits, step: int, label: str, reference: str, with_legend: bool = False, kind: str = "reference"
) -> Drawing:
    """Return the output above the reference that it is compared with.

    ``reference`` is that reference's name, and ``kind`` its kind, such as a post-edit.
    """
    n_made, shift = shifts_before(edits, step)
    alignment, behind = edits.alignments[n_made], _shift_numbers(edits, n_made)
    state = f"after {counted(n_made, 'shift')}" if n_made else "as it is"
    links = tuple(
        TokenLink(0, edit.position, edit.reference_position, *LINKS[edit.kind])
        for edit in alignment.edits
        if edit.position is not None and edit.reference_position is not None
    )
    output = tuple(_output_token(edit, edit.word, behind) for edit in alignment.edits if edit.word is not None)
    reference_tokens = tuple(
        _reference_token(edit.kind, edit.reference_word) for edit in alignment.edits if edit.reference_word is not None
    )
    rows = TokenRow("output", output, about=state), TokenRow(kind, reference_tokens, about=reference)
    frames, arcs = ((), ()) if shift is None else ((Frame(0, *shift.span),), (_arc(shift, n_made),))
    return Drawing(label, rows, links, frames, arcs, LEGEND if with_legend else ())


def _shift_numbers(edits: SegmentEdits, n_made: int) -> dict[int, list[int]]:
    """Return the numbers, from 1, of the shifts that have moved each word, by its place in the original output."""
    behind: dict[int, list[int]] = {}
    for number, shift in enumerate(edits.shifts[:n_made], 1):
        for origin in edits.alignments[number].origins[slice(*shift.destination_span)]:
            behind.setdefault(origin, []).append(number)
    return behind


def _output_token(edit: Edit, word: str, behind: dict[int, list[int]]) -> Token:
    shifts = ", ".join(str(shift) for shift in behind.get(edit.origin, ())) if edit.origin is not None else ""
    tip = (word, EDIT_MEANINGS[edit.kind] + (f" “{edit.reference_word}”" if edit.kind is EditKind.SUBSTITUTION else ""))
    moved = (f"moved by shift {shifts}",) if shifts else ()
    return Token(word, sign=SIGNS[edit.kind], note=f"→{shifts}" if shifts else "", tip=tip + moved)


def _reference_token(kind: EditKind, word: str) -> Token:
    return Token(word, sign=SIGNS[kind], tip=(word, EDIT_MEANINGS[kind]))


def _arc(shift: Shift, n_made: int) -> Arc:
    """Return an arrow to the word before which the phrase will be, at that word's place before the shift."""
    on = shift.destination > shift.start
    to = shift.destination + shift.length if on else shift.destination
    before, after = _totals(shift, n_made)
    return Arc(0, *shift.span, to, f"{LEFT_TO_RIGHT}{before} → {after} edits{END}")


def _totals(shift: Shift, n_made: int) -> tuple[int, int]:
    """Return the numbers of all edits before and after a shift, counting the shifts made so far, and then this one."""
    return n_made + shift.distance_before, n_made + 1 + shift.distance_after


def step_sentence(output: EditedOutput, step: int) -> Markup:
    """Return a step's action in words, with its cost."""
    edits = output.edits
    n_made, shift = shifts_before(edits, step)
    if shift is not None:
        words = _shift_said(edits, shift, n_made)
    elif step >= n_steps(edits) - 1:
        words = _arithmetic(output)
    else:
        n_shifts = counted(len(edits.shifts), "shift")
        words = Markup("Without shifts: {}. What follows: {}.").format(_counts(edits.initial), n_shifts)
    return html.page(Markup('<div class="step">{}<span>{}</span></div>').format(_name(output), words))


def _shift_said(edits: SegmentEdits, shift: Shift, n_made: int) -> Markup:
    distance = shift.destination - shift.start
    sentence = Markup(
        'Shift {} of {}: <bdi class="moved">{}</bdi> moves by {} towards the {}, which costs 1 edit:'
        ' <b class="num">{} → {} edits</b> in all.'
    )
    moved = " ".join(shift.words), counted(abs(distance), "word"), "end" if distance > 0 else "beginning"
    return sentence.format(n_made + 1, len(edits.shifts), *moved, *_totals(shift, n_made))


def _arithmetic(output: EditedOutput) -> Markup:
    edits = output.edits
    length = edits.reference_length
    n_references = sum(reference is not None for reference in edits.references)
    mean = f" (mean of {n_references} references)" if n_references > 1 else ""
    total = f"{counted(len(edits.shifts), 'shift')} + {_counts(edits.final)} = {counted(edits.n_edits, 'edit')}"
    if not length:
        return Markup("{}. Without a reference word TER is 100 if there is any edit, else 0: <b>{}</b>.").format(
            total, two_decimals(output.ter)
        )
    return Markup('{}; <b class="num">{} / {} reference words{} = TER {}</b>').format(
        total, edits.n_edits, _words(length), mean, two_decimals(output.ter)
    )


def _counts(alignment: EditAlignment) -> str:
    return " + ".join(counted(alignment.count(kind), kind.value) for kind in COUNTED_KINDS)


def _words(length: float) -> str:
    return f"{length:.0f}" if length == int(length) else two_decimals(length)


def _name(output: EditedOutput) -> Markup:
    return Markup("<b>{}{}</b>").format(html.dot(output.color), output.title)


def summary(outputs: Sequence[EditedOutput], references: Sequence[str]) -> Markup:
    """Return a table of TER, BLEU, WER, edits, and the cost by each reference: one row for each output."""
    several = len(references) > 1
    signs = {"→": "shifts", "+": "insertions", "−": "deletions", "~": "substitutions"}
    counts = [Markup('{} <span class="long">{}</span>').format(sign, name) for sign, name in signs.items()]
    head = ["", "TER", "BLEU", "WER", *counts, *(["edits by reference"] if several else [])]
    rows = [html.html_row(_summary_cells(output, references, several)) for output in outputs]
    return html.page(html.scrolling(html.html_table(head, rows, "outputs"), "Outputs"))


def _summary_cells(output: EditedOutput, references: Sequence[str], several: bool) -> list[str]:
    insertions, deletions, substitutions, shifts, *_ = output.edits.statistics
    scores = [html.bold(two_decimals(output.ter)), two_decimals(output.bleu), two_decimals(output.wer)]
    counts = [f"{count:.0f}" for count in (shifts, insertions, deletions, substitutions)]
    costs = [_costs(output.edits, references)] if several else []
    return [_name(output), *scores, *counts, *costs]


def _costs(edits: SegmentEdits, references: Sequence[str]) -> Markup:
    """Return the number of edits by reference; the chosen reference is bold and labelled as chosen."""
    parts = []
    for number, (name, cost) in enumerate(zip(references, edits.costs, strict=True)):
        if cost is not None:
            chosen = Markup("<b><bdi>{}</bdi>: {} (chosen)</b>")
            parts.append((chosen if number == edits.chosen else Markup("<bdi>{}</bdi>: {}")).format(name, cost))
    return Markup(" · ").join(parts)
