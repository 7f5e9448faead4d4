"""One segment's edits, step by step: what is drawn, and what is said beside it.

Step 0 has no shift yet, the steps after it show one shift each, before it is made, and the last one shows what is
counted. Without shifts there is one step. Of several outputs those with fewer steps stay at their last one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.edits import Alignment, Edit, Kind, SegmentEdits, Shift
from scoring.formats.columns import counted
from ui.alignment import Arc, Drawing, Frame, Key, Link, Row, Token
from ui.highlight import dot, page, text, two_decimals

SIGNS = {Kind.MATCH: "", Kind.INSERTION: "+", Kind.DELETION: "-", Kind.SUBSTITUTION: "~"}
MEANT = {
    Kind.MATCH: "match",
    Kind.INSERTION: "insertion: the output lacks it",
    Kind.DELETION: "deletion: too many",
    Kind.SUBSTITUTION: "substitution: another word",
}
LINKS = {Kind.MATCH: ("=", "quiet"), Kind.SUBSTITUTION: ("~", "normal")}
LEGEND = (
    *(Key(MEANT[kind], Token("word", sign=SIGNS[kind])) for kind in (Kind.INSERTION, Kind.DELETION, Kind.SUBSTITUTION)),
    Key("= match", style="quiet", meaning="match"),
    Key("shift", meaning="shift"),
)
LEFT_TO_RIGHT, END = "\u2066", "\u2069"
"""Around numbers that would change places in a text that is read from right to left."""


@dataclass(frozen=True)
class Output:
    """One system's output for one segment, or what the reader made of it."""

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


def stage(edits: SegmentEdits, step: int) -> tuple[int, Shift | None]:
    """How many shifts a step has behind it, and the one that it shows, if any."""
    if step >= n_steps(edits) - 1:
        return len(edits.shifts), None
    return max(step - 1, 0), edits.shifts[step - 1] if step else None


def drawing(edits: SegmentEdits, step: int, label: str, reference: str, with_legend: bool = False) -> Drawing:
    """The output above the reference that it is compared with, under this name."""
    n_made, shift = stage(edits, step)
    alignment, behind = edits.alignments[n_made], _behind(edits, n_made)
    state = f"after {counted(n_made, 'shift')}" if n_made else "as it is"
    links = tuple(
        Link(0, edit.position, edit.reference_position, *LINKS[edit.kind], edit.kind.value)
        for edit in alignment.edits
        if edit.kind in LINKS
    )
    output = tuple(_output_token(edit, behind) for edit in alignment.edits if edit.word is not None)
    wanted = tuple(_reference_token(edit) for edit in alignment.edits if edit.reference_word is not None)
    return Drawing(
        label,
        (Row("output", output, about=state), Row("reference", wanted, about=reference)),
        links,
        () if shift is None else (Frame(0, *shift.span),),
        () if shift is None else (_arc(shift, n_made),),
        LEGEND if with_legend else (),
    )


def _behind(edits: SegmentEdits, n_made: int) -> dict[int, list[int]]:
    """The numbers, from 1, of the shifts that each word has behind it, by its place in the output as given."""
    behind: dict[int, list[int]] = {}
    for number, shift in enumerate(edits.shifts[:n_made], 1):
        for origin in edits.alignments[number].origins[slice(*shift.destination_span)]:
            behind.setdefault(origin, []).append(number)
    return behind


def _output_token(edit: Edit, behind: dict[int, list[int]]) -> Token:
    shifts = ", ".join(map(str, behind.get(edit.origin, ())))
    tip = (edit.word, MEANT[edit.kind] + (f" “{edit.reference_word}”" if edit.kind is Kind.SUBSTITUTION else ""))
    moved = (f"moved by shift {shifts}",) if shifts else ()
    return Token(edit.word, sign=SIGNS[edit.kind], note=f"→{shifts}" if shifts else "", tip=tip + moved)


def _reference_token(edit: Edit) -> Token:
    return Token(edit.reference_word, sign=SIGNS[edit.kind], tip=(edit.reference_word, MEANT[edit.kind]))


def _arc(shift: Shift, n_made: int) -> Arc:
    """To the place, before the shift, of the word that the phrase comes to stand before."""
    on = shift.destination > shift.start
    to = shift.destination + shift.length if on else shift.destination
    before, after = _totals(shift, n_made)
    return Arc(0, *shift.span, to, f"{LEFT_TO_RIGHT}{before} → {after} edits{END}")


def _totals(shift: Shift, n_made: int) -> tuple[int, int]:
    """All edits before and after a shift, those made so far and itself among them."""
    return n_made + shift.distance_before, n_made + 1 + shift.distance_after


def said(output: Output, step: int) -> str:
    """What a step does, in words, and what it costs."""
    edits = output.edits
    n_made, shift = stage(edits, step)
    if shift is not None:
        words = _shift_said(edits, shift, n_made)
    elif step >= n_steps(edits) - 1:
        words = _arithmetic(output)
    else:
        n_shifts = counted(len(edits.shifts), "shift")
        words = f"Without shifts: {_counts(edits.initial)}. What follows: {n_shifts}."
    return page(f'<div class="step">{_name(output)}<span>{words}</span></div>')


def _shift_said(edits: SegmentEdits, shift: Shift, n_made: int) -> str:
    distance = shift.destination - shift.start
    where = "towards the end" if distance > 0 else "towards the beginning"
    before, after = _totals(shift, n_made)
    return (
        f'Shift {n_made + 1} of {len(edits.shifts)}: <bdi class="moved">{text(" ".join(shift.words))}</bdi> moves by'
        f" {counted(abs(distance), 'word')} {where}. Insertions, deletions and substitutions:"
        f" {shift.distance_before} before, {shift.distance_after} after. The shift itself costs 1:"
        f' <b class="num">{before} → {after} edits</b>.'
    )


def _arithmetic(output: Output) -> str:
    edits = output.edits
    shifts = counted(len(edits.shifts), "shift")
    length = edits.reference_length
    n_references = sum(reference is not None for reference in edits.references)
    mean = f" (mean of {n_references} references)" if n_references > 1 else ""
    total = f"{shifts} + {_counts(edits.final)} = {counted(edits.n_edits, 'edit')}"
    if not length:
        return f"{total}. Without a reference word TER is 100 if there is any edit, else 0: <b>{output.ter:.2f}</b>."
    return (
        f'{total}; <b class="num">{edits.n_edits} / {_words(length)} reference words{mean} = TER {output.ter:.2f}</b>'
    )


def _counts(alignment: Alignment) -> str:
    kinds = (Kind.INSERTION, Kind.DELETION, Kind.SUBSTITUTION)
    return " + ".join(counted(alignment.count(kind), kind.value) for kind in kinds)


def _words(length: float) -> str:
    return f"{length:.0f}" if length == int(length) else f"{length:.2f}"


def _name(output: Output) -> str:
    return f"<b>{dot(output.color)}{text(output.title)}</b>"


def summary(outputs: Sequence[Output], references: Sequence[str]) -> str:
    """TER beside BLEU and WER, the edits, and what each reference costs: one row an output."""
    several = len(references) > 1
    signs = {"→": "shifts", "+": "insertions", "−": "deletions", "~": "substitutions"}
    head = ["", "TER", "BLEU", "WER", *(f'{sign} <span class="long">{name}</span>' for sign, name in signs.items())]
    head += ["edits by reference"] if several else []
    rows = "".join(_summary_row(output, references, several) for output in outputs)
    columns = "".join(f"<th>{name}</th>" for name in head)
    return page(
        f'<div class="wide"><table class="outputs"><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _summary_row(output: Output, references: Sequence[str], several: bool) -> str:
    insertions, deletions, substitutions, shifts, *_ = output.edits.statistics
    scores = [f"<b>{output.ter:.2f}</b>", two_decimals(output.bleu), two_decimals(output.wer)]
    counts = [f"{count:.0f}" for count in (shifts, insertions, deletions, substitutions)]
    costs = [_costs(output.edits, references)] if several else []
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in (_name(output), *scores, *counts, *costs)) + "</tr>"


def _costs(edits: SegmentEdits, references: Sequence[str]) -> str:
    """The chosen one is bold, and says that it is chosen."""
    parts = []
    for number, (name, cost) in enumerate(zip(references, edits.costs, strict=True)):
        if cost is None:
            continue
        part = f"<bdi>{text(name)}</bdi>: {cost}"
        parts.append(f"<b>{part} (chosen)</b>" if number == edits.chosen else part)
    return " · ".join(parts)
