"""What is drawn and said at every step is what TER.edits has."""

import re

import numpy as np
import pytest
from hypothesis import given

from scoring import BLEU, TER, WER
from scoring.ter.edits import EditKind
from tests.cases import as_one_test
from tests.corpora import SAMPLE_SETS, corpora
from tests.hostile import TEXTS
from ui.drawing import component
from ui.ter import edit_tables, view

SIGNS = {EditKind.MATCH: "", EditKind.INSERTION: "+", EditKind.DELETION: "-", EditKind.SUBSTITUTION: "~"}
LINKED = (EditKind.MATCH, EditKind.SUBSTITUTION)

SAUDI = (
    "THIS WEEK THE SAUDIS denied information published in the new york times",
    ["SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"],
)
TWO_SHIFTS = "x y a b c d e f g", ["a b c x y f g d e"]


def words(row):
    return tuple(token.text for token in row.tokens)


def check_drawing(edits, step):
    made, shift = view.shifts_before(edits, step)
    shown = edits.alignments[made]
    drawing = view.ter_drawing(edits, step, "label", "reference")
    assert [words(row) for row in drawing.rows] == [shown.hypothesis, edits.references[edits.chosen]]
    signs = [
        [SIGNS[e.kind] for e in shown.edits if getattr(e, there) is not None] for there in ("word", "reference_word")
    ]
    assert [[token.sign for token in row.tokens] for row in drawing.rows] == signs
    assert [(link.start, link.end) for link in drawing.links] == [
        (e.position, e.reference_position) for e in shown.edits if e.kind in LINKED
    ]
    assert len(drawing.frames) == len(drawing.arcs) == (shift is not None)
    if shift is not None:
        check_shift(drawing, edits, made, shift)
    component.drawing_payload(drawing)


def check_shift(drawing, edits, made, shift):
    """The framed words, put where the arc leads, make the next step's row."""
    (frame,), (arc,) = drawing.frames, drawing.arcs
    row = list(words(drawing.rows[0]))
    moved = row[frame.start : frame.end]
    assert tuple(moved) == shift.words
    assert (arc.start, arc.end) == (frame.start, frame.end)
    rest = row[: frame.start] + [None] * len(moved) + row[frame.end :]
    after = [word for word in rest[: arc.to] + moved + rest[arc.to :] if word is not None]
    assert tuple(after) == edits.alignments[made + 1].hypothesis
    before, then = (number + edits.alignments[number].distance for number in (made, made + 1))
    assert f"{before} → {then} edits" in arc.label


def check_segment(hypothesis, references):
    edits = TER().edits(hypothesis, references)
    last = view.n_steps(edits) - 1
    for step in range(last + 3):
        check_drawing(edits, step)
    assert view.shifts_before(edits, last) == view.shifts_before(edits, last + 9) == (len(edits.shifts), None)
    steps = [view.shifts_before(edits, step)[1] for step in range(last + 1)]
    assert [shift for shift in steps if shift] == list(edits.shifts)
    return edits


@given(corpora())
def test_every_step_of_any_segment(corpus):
    hypotheses, references = corpus
    for index, hypothesis in enumerate(hypotheses):
        check_segment(hypothesis, [column[index] for column in references])


@pytest.mark.parametrize(("hypotheses", "references"), [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_every_step_of_samples(hypotheses, references):
    for index, hypothesis in enumerate(hypotheses[:25]):
        check_segment(hypothesis, [column[index] for column in references])


def test_several_shifts():
    edits = check_segment(*TWO_SHIFTS)
    assert len(edits.shifts) == 2
    assert view.n_steps(edits) == 4
    moved = [token.note for token in view.ter_drawing(edits, 9, "", "").rows[0].tokens if token.note]
    assert sorted(moved) == sorted(f"→{n}" for n, shift in enumerate(edits.shifts, 1) for _ in shift.words)


def output(hypothesis, references, system="S"):
    columns = [[reference] for reference in references]
    edits = TER().edits(hypothesis, references)
    wer, bleu = (float(m.score(m.statistics([hypothesis], columns)[0])) for m in (WER(), BLEU()))
    return view.EditedOutput(system, "#123456", edits, float(TER().score(edits.statistics)), wer, bleu)


def plain(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_what_is_said():
    saudi = output(*SAUDI)
    assert "Without shifts: 1 insertion + 0 deletions + 5 substitutions" in plain(view.step_sentence(saudi, 0))
    shift = plain(view.step_sentence(saudi, 1))
    for part in ("Shift 1 of 1", "THIS WEEK", "3 words towards the end, which costs 1 edit", "6 → 4 edits"):
        assert part in shift
    final = plain(view.step_sentence(saudi, 2))
    assert "1 shift + 1 insertion + 0 deletions + 2 substitutions = 4 edits" in final
    assert "4 / 13 reference words = TER 30.77" in final


def test_references_and_what_each_costs():
    shown = output("a b c", ["a x y z", None, "a b c d"])
    said = plain(view.summary([shown], ["first", "second", "third"]))
    assert "first : 3 · third : 1 (chosen)" in said
    assert "second" not in said
    assert "1 / 4 reference words (mean of 2 references) = TER 25.00" in plain(view.step_sentence(shown, 0))
    assert "chosen" not in plain(view.summary([output("a", ["a"])], ["only"]))


@pytest.mark.parametrize("pair", [("", ""), ("", "a b"), ("a b", ""), ("a", "a")], ids=str)
def test_nothing_to_draw(pair):
    hypothesis, reference = pair
    check_segment(hypothesis, [reference])
    said = plain(view.step_sentence(output(hypothesis, [reference]), 0))
    assert "nan" not in said
    assert "TER" in said


@as_one_test
@pytest.mark.parametrize("hostile", TEXTS)
def test_users_text_is_escaped(hostile):
    shown = output(f"{hostile} b a", [f"a b {hostile}", hostile], hostile)
    html = view.summary([shown], [hostile, hostile])
    html += "".join(view.step_sentence(shown, step) for step in range(view.n_steps(shown.edits)))
    for tag in re.findall(r"<\s*/?(\w+)", html):
        assert tag in {"div", "span", "b", "bdi", "table", "thead", "tbody", "tr", "th", "td"}
    assert not re.search(r"<[^>]+\son\w+=", html)


def test_disagreements_are_opposite_and_the_clearest_come_first():
    rng = np.random.default_rng(0)
    bleu, ter = rng.uniform(0, 100, (2, 50)), rng.uniform(0, 200, (2, 50))
    bleu[:, 0], ter[:, 1] = 7, 7
    bleu[0, 2] = np.nan
    order, clarity = edit_tables.disagreements(tuple(bleu), tuple(ter))
    by_bleu, by_ter = bleu[0] - bleu[1], ter[1] - ter[0]
    assert set(order) == {i for i in range(50) if by_bleu[i] * by_ter[i] < 0}
    assert list(clarity) == sorted(clarity, reverse=True)
    assert clarity.max() <= 100
    sizes = [(np.nan_to_num(np.abs(d)) <= abs(d[order[0]])).mean() * 100 for d in (by_bleu, by_ter)]
    assert clarity[0] == pytest.approx(min(sizes))


def test_disagreement_does_not_hang_on_either_scale():
    rng = np.random.default_rng(1)
    bleu, ter = rng.uniform(0, 100, (2, 40)), rng.uniform(0, 100, (2, 40))
    order, _ = edit_tables.disagreements(tuple(bleu), tuple(ter))
    assert edit_tables.disagreements(tuple(bleu), tuple(ter * 7))[0].tolist() == order.tolist()


def test_rates_add_up_to_ter():
    ter, wer = TER(), WER()
    _, hypotheses, references = SAMPLE_SETS[0]
    statistics = [{"S": metric.statistics(hypotheses, references)} for metric in (ter, wer)]
    (row,) = edit_tables.overview(ter, wer, *statistics).to_dict("records")
    assert sum(row[name] for name in ter.edit_names) == pytest.approx(row["TER"])
    assert row["saved by shifts"] == pytest.approx(row["WER"] - row["TER"])


def test_every_edit_of_a_segment_as_a_table():
    edits = TER().edits(*SAUDI)
    frame = edit_tables.every_edit({"S": edits})
    assert frame["edit"].value_counts().to_dict() == {
        "shift": 1,
        **{kind.value: edits.final.count(kind) for kind in EditKind if edits.final.count(kind)},
    }
    assert frame.loc[0, ["output", "from", "to", "edits before", "edits after"]].tolist() == ["THIS WEEK", 1, 4, 6, 4]
