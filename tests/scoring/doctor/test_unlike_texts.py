"""Texts without capitals, or tokenized, where the other side is not: the numbers are those of sacreBLEU."""

import re

import numpy as np
import pytest
import sacrebleu

from scoring import BLEU, CHRF, TER, TestSet
from scoring.formats.plain_text.notices import TOKENIZED
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.doctor import (
    DoctorRequest,
    doubts,
    examined_texts,
    findings_in_part,
    run,
    same_without_case,
    unchecked_sentence,
)
from scoring.studies.verdict import decide, verdicts_by_metric
from scoring.studies.wording.comparison_notes import notes_on_outputs
from tests.corpora import SAMPLE_SETS
from tests.slipped import made_set

REFERENCE, OUTPUT, OTHER, _ = made_set(200, 4)
LOWER = [line.lower() for line in OUTPUT]
RESTORE = "Restore the capitals (truecase) or ignore case for all, then score again."
QUOTED = [re.sub(r" (\w+) ", r" «\1» ", line) for line in REFERENCE]


def split(lines):
    return [re.sub(r"\s*([.,«»])\s*", r" \1 ", line).strip() for line in lines]


def examined(systems, references, is_shallow=True):
    test_set = TestSet.build(systems, references)
    result = run(DoctorRequest(is_shallow), examined_texts(test_set))
    found = {one.key: one for one in result.findings if one.kind in ("no-capitals", TOKENIZED)}
    return found, [odd.sentence for odd in doubts(test_set, test_set.system_names, result)]


def bleu(outputs, reference, **options):
    return f"{sacrebleu.corpus_bleu(outputs, [reference], **options).score:.2f}"


def test_an_output_without_capitals():
    found, said = examined({"A": LOWER, "B": OTHER}, [REFERENCE])
    assert [*found] == ["no-capitals:A"]
    after, before = bleu(LOWER, REFERENCE, lowercase=True), bleu(LOWER, REFERENCE)
    assert said == [
        f"The output of A has no capitals: ignoring case, its BLEU is {after} instead of {before}, and the BLEU of B is"
        f" {bleu(OTHER, REFERENCE, lowercase=True)}. {RESTORE}"
    ]
    assert found["no-capitals:A"].message == said[0]


def test_what_checks_do_not_look_for_is_said_of_the_systems_that_have_it():
    test_set = TestSet.build({"A": [*OUTPUT[:120], *LOWER[120:]], "B": OTHER, "C": split(OUTPUT)}, [REFERENCE])
    result = run(DoctorRequest(True), examined_texts(test_set))
    assert str(unchecked_sentence(result, ["A", "B"])) == (
        "A has no capitals in 80 segments (40.0 %): checks do not look for that."
    )
    assert str(unchecked_sentence(result, ["B", "C"])) == "C is tokenized: checks do not look for that."
    assert str(unchecked_sentence(result, ["B"])) == ""
    part = findings_in_part(result, np.arange(100, 140))
    assert "A has no capitals in 20 segments (50.0 %)" in str(unchecked_sentence(part, ["A"]))


def test_a_metric_that_ignores_case_makes_capitals_no_doubt():
    test_set = TestSet.build({"A": [*OUTPUT[:120], *LOWER[120:]], "B": OTHER}, [REFERENCE])
    result = run(DoctorRequest(True), examined_texts(test_set))

    def told(metric, *others):
        odd = doubts(test_set, ("A", "B"), result, metric=metric)
        return len(odd), notes_on_outputs(test_set, ("A", "B"), (metric, *others), result)

    assert told(BLEU(), CHRF()) == (1, "")
    said = "The output of A has no capitals in segments 121 to 200:"
    assert told(BLEU(lowercase=True)) == (0, f"{said} BLEU ignores case here.")
    assert told(BLEU(lowercase=True), TER()) == (0, f"{said} BLEU and TER ignore case here.")
    assert told(BLEU(lowercase=True), CHRF(), TER()) == (0, f"{said} BLEU and TER ignore case here, chrF does not.")
    assert notes_on_outputs(test_set, ("B",), (BLEU(lowercase=True),), result) == ""


def test_an_output_that_is_another_one_without_capitals():
    half = [*OTHER[:120], *(line.lower() for line in OTHER[120:])]
    found, said = examined({"A": half, "B": OTHER, "C": OUTPUT}, [REFERENCE])
    after, before = bleu(half, REFERENCE, lowercase=True), bleu(half, REFERENCE)
    assert said == [
        "A is B without capitals in segments 121 to 200; ignoring case they are the same text, and its BLEU is"
        f" {after} instead of {before}. Restore the capitals (truecase) or ignore case for all, then score again."
    ]
    assert found["no-capitals:A"].message == said[0]
    _, said = examined({"A": LOWER, "B": LOWER, "C": OTHER}, [REFERENCE])
    assert not any("is B without" in one for one in said), "both lack capitals"


def test_a_part_of_an_output_without_capitals():
    half = [*OUTPUT[:120], *LOWER[120:]]
    found, said = examined({"A": half, "B": OTHER}, [REFERENCE])
    after, before = bleu(half, REFERENCE, lowercase=True), bleu(half, REFERENCE)
    assert said == [
        f"The output of A has no capitals in segments 121 to 200: ignoring case, its BLEU is {after} instead of"
        f" {before}, and the BLEU of B is {bleu(OTHER, REFERENCE, lowercase=True)}."
        f" {RESTORE}"
    ]
    one = found["no-capitals:A"]
    assert (one.first, one.last, one.segments, one.share) == (121, 200, 80, 0.4)
    assert (one.places.tolist(), one.can_be_left_out) == ([*range(120, 200)], True)
    spread = [low if place % 3 == 0 else line for place, (line, low) in enumerate(zip(OUTPUT, LOWER, strict=True))]
    _, (said,) = examined({"A": spread}, [REFERENCE])
    assert "has no capitals in 67 of 200 segments: " in said
    few = [*OUTPUT[:165], *LOWER[165:]]
    assert examined({"A": few}, [REFERENCE])[0] == {}, "under a fifth"
    references = [REFERENCE, [line.lower() for line in REFERENCE]]
    assert "no-capitals:A" not in examined({"A": half}, references)[0], "one reference has none, either"


def test_a_part_has_its_own_scores():
    half = [*OUTPUT[:120], *LOWER[120:]]
    test_set = TestSet.build({"A": half, "B": LOWER}, [REFERENCE])
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    rest = test_set.only(range(60, 200))
    after, before = (bleu(half[60:], REFERENCE[60:], lowercase=lower) for lower in (True, False))
    all_after, all_before = (bleu(LOWER[60:], REFERENCE[60:], lowercase=lower) for lower in (True, False))
    told = "ignoring case, its BLEU on the 140 segments left is"
    assert sorted(odd.sentence for odd in doubts(rest, ["A", "B"], result)) == [
        f"The output of A has no capitals in segments 121 to 200: {told} {after} instead of {before}, and the BLEU of B"
        f" is {all_after}. {RESTORE}",
        f"The output of B has no capitals: {told} {all_after} instead of {all_before}, and the BLEU of A is {after}."
        f" {RESTORE}",
    ]
    few = test_set.only([*range(118), *range(122, 124)])
    assert [odd.sentence[:15] for odd in doubts(few, ["A"], result)] == [], "two segments cost hardly anything"


def test_a_reference_without_capitals():
    lower = [line.lower() for line in REFERENCE]
    found, (said,) = examined({"A": OUTPUT}, {"ref": lower})
    assert [*found] == ["no-capitals:ref"]
    assert f"the BLEU of A is {bleu(OUTPUT, lower, lowercase=True)} instead of {bleu(OUTPUT, lower)}" in said


@pytest.mark.parametrize("is_shallow", [True, False])
def test_a_tokenized_output_is_told_once(is_shallow):
    outputs = split(QUOTED)
    found, said = examined({"A": outputs}, [QUOTED], is_shallow)
    assert [*found] == ["tokenized:A"]
    after, before = bleu(outputs, QUOTED, tokenize="intl"), bleu(outputs, QUOTED)
    assert said == [
        "The output of A is tokenized: with a tokenizer that splits all marks (intl), its BLEU is"
        f" {after} instead of {before}. Detokenize it, then score again."
    ]


def test_tokenization_that_moves_no_score_is_a_note():
    found, said = examined({"A": split(OUTPUT)}, [REFERENCE])
    assert (found["tokenized:A"].severity, said) == ("note", [])


@pytest.mark.parametrize(
    ("outputs", "reference"),
    [
        (OUTPUT, REFERENCE),
        (LOWER, [line.lower() for line in REFERENCE]),
        (split(QUOTED), split(QUOTED)),
        (["你好。"] * 30, ["您好。"] * 30),
        (LOWER[:10], REFERENCE[:10]),
    ],
)
def test_texts_that_are_alike_have_no_finding(outputs, reference):
    assert examined({"A": outputs}, [reference])[0] == {}


@pytest.mark.parametrize(("name", "outputs", "references"), SAMPLE_SETS[:4])
def test_real_outputs_have_no_finding(name, outputs, references):
    assert examined({name: outputs}, references)[0] == {}


def test_without_a_reference_an_output_is_held_against_the_source():
    def told(output, source=OTHER):
        test_set = TestSet.build({"A": output}, {}, source)
        result = run(DoctorRequest(True), examined_texts(test_set))
        return [one.message for one in result.findings if one.kind == "no-capitals"]

    said = "The output of A has no capitals in segments 121 to 200, where the source has some."
    assert told([*OUTPUT[:120], *LOWER[120:]]) == [
        f"{said} Restore the capitals (truecase) or ignore case for all, then score again."
    ]
    assert told(OUTPUT) == told(LOWER, [line.lower() for line in OTHER]) == []
    assert told(["ქართული ენა"] * 200) == [], "Georgian has no capitals"


def test_outputs_that_differ_in_case_alone_are_the_same_where_the_metric_ignores_it():
    outputs = {"A": OUTPUT, "B": LOWER, "C": OTHER}
    test_set = TestSet.build(outputs, [REFERENCE])
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    lowered = BLEU(lowercase=True)
    odd = doubts(test_set, [*outputs], result, metric=lowered)
    assert odd == (), "no score is doubtful for that"
    same = [*same_without_case(test_set, [*outputs], odd)]
    assert [one.sentence for one in same] == ["A and B have the same output, ignoring case."]
    assert notes_on_outputs(test_set, [*outputs], (lowered,), result, same).endswith(f" {same[0].sentence}")
    verdicts = verdicts_by_metric(ComparisonRequest(lowered, ("A", "B", "C")), test_set)
    assert decide(verdicts, ("A", "B", "C"), same).copies == {"A": ("B",)}
    copied = TestSet.build({"A": OUTPUT, "B": OUTPUT, "C": OTHER}, [REFERENCE])
    result = run(DoctorRequest(is_shallow=True), examined_texts(copied))
    odd = doubts(copied, [*outputs], result, metric=lowered)
    assert [one.sentence for one in odd] == ["A and B have the same output."]
    assert [*same_without_case(copied, [*outputs], odd)] == [], "it is said already"


def quoted(lines, opening, closing):
    return [f"{opening}{line}{closing}" if place % 5 == 0 else line for place, line in enumerate(lines)]


STRAIGHT, TYPOGRAPHIC = ('"', '"'), ("„", "“")


def marks(systems, reference=REFERENCE, is_shallow=False):
    result = run(DoctorRequest(is_shallow), examined_texts(TestSet.build(systems, {"ref": reference})))
    return [one for one in result.findings if one.kind == "quotation-marks"]


def test_other_quotation_marks_are_a_remark_of_the_whole_examination():
    reference = quoted(REFERENCE, *TYPOGRAPHIC)
    systems = {"A": quoted(OUTPUT, *STRAIGHT), "B": quoted(OTHER, "»", "«")}
    (found,) = marks(systems, reference)
    assert (found.severity, found.caveat, found.file) == ("note", "", "A")
    assert (found.first, found.last, found.segments, found.share) == (1, 196, 40, 0.2)
    assert found.message == (
        "A has straight quotation marks in 40 segments where the reference has typographic ones. Most metrics count"
        " them as wrong. Write them as the reference does, then score again."
    )
    assert not marks(systems, reference, is_shallow=True), "which every score runs"
    (found,) = marks({"A": quoted(OUTPUT, *TYPOGRAPHIC)}, quoted(REFERENCE, *STRAIGHT))
    assert found.message.startswith("A has typographic quotation marks in 40 segments where the reference has straight")
    (found,) = marks({"A": quoted(OUTPUT, "it's ", "")}, quoted(REFERENCE, "it’s ", ""))
    assert found.message.startswith("A has straight apostrophes or single quotation marks in 40 segments where")


def test_several_outputs_with_other_quotation_marks_are_told_at_once():
    straight = quoted(OUTPUT, *STRAIGHT)
    systems = {"A": straight, "B": [*straight[:100], *OUTPUT[100:]], "C": straight[::-1]}
    (found,) = marks(systems, quoted(REFERENCE, *TYPOGRAPHIC))
    assert found.file == "A and B"
    assert found.message.startswith(
        "2 outputs have straight quotation marks where the reference has typographic ones: A in 40 segments and B in 20"
        " segments. "
    ), "those of C are elsewhere"


@pytest.mark.parametrize(
    "lines",
    [
        [*quoted(OUTPUT, *STRAIGHT)[:90], *quoted(OUTPUT, *TYPOGRAPHIC)[90:]],
        quoted(OUTPUT, '"„', '“"'),
        [*quoted(OUTPUT, *STRAIGHT)[:5], *OUTPUT[5:]],
    ],
    ids=["mostly the same", "both", "rare"],
)
def test_marks_that_are_not_another_style_are_not_told(lines):
    assert marks({"A": lines}, quoted(REFERENCE, *TYPOGRAPHIC)) == []
