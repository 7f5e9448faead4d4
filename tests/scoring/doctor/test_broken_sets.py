"""Sets that are broken as real ones were: each fault has its segments, and its sentence with the verdict."""

import random

import pytest

from scoring import TestSet
from scoring.doctor.left_out import check_left_out, kept_sentence, leave_out, offered_findings
from scoring.judgments import Scores
from scoring.studies.doctor import (
    FAVOURS,
    DoctorRequest,
    doubts,
    doubts_of_agreement,
    examined_texts,
    findings_in_part,
    has_broken_reference,
    kept_faults,
    reference_copies,
    run,
)
from tests.slipped import made_set

REFERENCE, ONE, OTHER, SOURCE = made_set(400, 11)
THIRD = made_set(400, 12)[1]
SYSTEMS = {"one": ONE, "other": OTHER}
LINE = "NO TRANSLATION AVAILABLE"


def examined(references=REFERENCE, systems=SYSTEMS, source=SOURCE):
    test_set = TestSet.build(systems, {"ref": references}, source)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    said = [doubt.sentence for doubt in doubts(test_set, test_set.system_names, result)]
    return {found.kind: found for found in result.findings if found.severity == "warning"}, said


@pytest.mark.exhaustive
def test_sound_texts_make_no_comparison_doubtful():
    assert examined() == ({}, [])


def test_placeholder_lines_in_half_of_a_reference():
    lines = [LINE if at % 2 else line for at, line in enumerate(REFERENCE)]
    found, said = examined(lines)
    assert list(found) == ["one-text"]
    assert found["one-text"].places.tolist() == [*range(1, 400, 2)]
    assert said == [f"200 lines of the reference (50.0 %) are the same text, “{LINE}”."]
    assert found["one-text"].message.startswith(f"{said[0][:-1]}, first in line 2. If that is a placeholder,")


def test_only_a_reference_with_a_fault_is_broken():
    lines = [LINE if at % 2 else line for at, line in enumerate(REFERENCE)]
    escaped = {"one": [line.replace(" ", "&nbsp;", 1) for line in ONE], "other": OTHER}
    for test_set, is_broken in (
        (TestSet.build(SYSTEMS, {"ref": lines}, SOURCE), True),
        (TestSet.build(escaped, {"ref": REFERENCE}, SOURCE), False),
    ):
        assert has_broken_reference(test_set, run(DoctorRequest(), examined_texts(test_set))) == is_broken


@pytest.mark.exhaustive
@pytest.mark.parametrize(("step", "is_doubtful"), [(2, True), (50, False)])
def test_html_entities_in_an_output(step, is_doubtful):
    """Half of the lines are a warning, two hundredths a note."""
    escaped = [line.replace(" ", "&nbsp;", 1) if at % step == 0 else line for at, line in enumerate(ONE)]
    found, said = examined(systems={"one": escaped, "other": OTHER})
    told = "200 lines of the output of one (50.0 %) have HTML entities such as &quot;."
    assert [*found] == ["html-entities"] * is_doubtful
    assert said == [told] * is_doubtful


@pytest.mark.parametrize(("number", "is_told"), [(4, False), (5, True)])
def test_one_line_in_over_one_percent_of_a_reference(number, is_told):
    lines = [LINE if at % 80 == 7 and at < 80 * number else line for at, line in enumerate(REFERENCE)]
    found, said = examined(lines)
    assert [*found] == ["one-text"] * is_told
    assert len(said) == is_told


@pytest.mark.parametrize(("number", "is_told"), [(4, False), (5, True)])
def test_one_line_in_over_one_percent_of_an_output(number, is_told):
    lines = [LINE if at % 80 == 7 and at < 80 * number else line for at, line in enumerate(ONE)]
    told = f"5 lines of the output of one (1.2 %) are the same text, “{LINE}”."
    assert examined(systems={"one": lines, "other": OTHER})[1] == [told] * is_told


@pytest.mark.parametrize(("share", "is_told"), [(0.6, True), (0.8, False), (1.3, False), (1.6, True)])
def test_a_length_ratio_outside_the_usual_ones(share, is_told):
    lines = [(2 * line)[: round(share * len(line))] for line in ONE]
    found, said = examined(systems={"one": lines, "other": OTHER})
    assert ("length-ratio" in found) == is_told
    if is_told:
        ratio = sum(len(line.replace(" ", "")) for line in lines) / sum(len(x.replace(" ", "")) for x in REFERENCE)
        assert said == [f"The output of one has {ratio:.2f} times the length of the reference."]
        assert not found["length-ratio"].can_be_left_out


def test_a_reference_of_another_length_than_most_outputs_is_named():
    found, _ = examined([line[: len(line) // 2] for line in REFERENCE])
    assert (found["length-ratio"].role, found["length-ratio"].file) == ("reference", "ref")


@pytest.mark.parametrize(
    ("end", "what"),
    [
        (lambda at: "", "empty"),
        (lambda at: ".", 'the same text, "."'),
        (lambda at: "Thank you very much for that", 'the same text, "Thank you very much for that"'),
        (lambda at: ["", "da", "ba"][at % 3], "empty, one word or one repeated text"),
    ],
)
def test_an_output_that_breaks_off(end, what):
    lines = [line if at < 300 else end(at) for at, line in enumerate(ONE)]
    found, said = examined(systems={"one": lines, "other": OTHER})
    assert list(found) == ["collapsed"]
    assert found["collapsed"].places.tolist() == [*range(300, 400)]
    assert said == [f"From line 301 on (100 segments, 25.0 %) the output of one is {what}."]


def test_the_end_begins_at_an_empty_line_even_if_its_reference_is_short():
    lines, references = [*ONE[:300], *[""] * 100], [*REFERENCE[:300], "Yes.", *REFERENCE[301:]]
    found, _ = examined(references, systems={"one": lines, "other": OTHER})
    assert found["collapsed"].first == 301


def test_short_lines_all_over_an_output_are_no_end():
    lines = [line.split()[0] if at % 3 == 0 else line for at, line in enumerate(ONE)]
    assert "collapsed" not in examined(systems={"one": [*lines[:395], *[""] * 5], "other": OTHER})[0]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("number", "said_of"), [(400, "The output of one is the source itself."), (40, "40 lines of")])
def test_an_output_that_is_the_source(number, said_of):
    lines = [*SOURCE[:number], *ONE[number:]]
    found, said = examined(systems={"one": lines, "other": OTHER})
    assert found["copied-source"].segments == number
    assert len(said) == 1
    assert said[0].startswith(said_of)
    assert "it is a fault: keep these segments" in found["copied-source"].message


def patched(share, texts, seed=3):
    draw = random.Random(seed)
    return [draw.choice(texts)[at] if draw.random() < share else line for at, line in enumerate(REFERENCE)]


def test_a_reference_that_is_patched_together_from_outputs():
    lines = patched(0.4, [ONE, OTHER])
    found, said = examined(lines)
    assert list(found) == ["patched-reference"]
    n_long = sum(mine in (a, b) and len(mine) > 35 for mine, a, b in zip(lines, ONE, OTHER, strict=True))
    assert found["patched-reference"].segments == pytest.approx(n_long, abs=3)
    assert said[0].startswith(f"{found['patched-reference'].segments} lines of the reference (")
    assert "are exactly an output: that of o" in said[0]


@pytest.mark.exhaustive
def test_a_tenth_from_outputs_is_told_and_two_hundredths_are_not():
    assert "patched-reference" in examined(patched(0.1, [ONE, OTHER]))[0]
    assert not examined(patched(0.02, [ONE, OTHER]))[0]


def test_short_sentences_that_outputs_write_alike_are_no_patches():
    """Of short sentences outputs and a reference often agree: no more than outputs with each other."""
    draw = random.Random(5)
    reference, one, other, source = (
        [" ".join(line.split()[:7]) for line in of] for of in (REFERENCE, ONE, OTHER, SOURCE)
    )
    reference = [f"{line} x{at}y" for at, line in enumerate(reference)]
    for at in range(400):
        if draw.random() < 0.2:
            other[at] = one[at]
        if draw.random() < 0.12:
            reference[at] = one[at]
    assert not examined(reference, {"one": one, "other": other}, source)[0]


# --- segments that are left out ---


def broken_set():
    """Half a reference of placeholders, and an output that breaks off."""
    lines = [LINE if at % 2 else line for at, line in enumerate(REFERENCE)]
    systems = {"one": [*ONE[:380], *[""] * 20], "other": OTHER}
    return TestSet.build(systems, {"ref": lines}, SOURCE, name="set")


def test_segments_are_left_out_by_kind_and_text():
    test_set = broken_set()
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    left = leave_out(result.findings, len(test_set), ["one-text:ref"])
    assert left.places.tolist() == [*range(1, 400, 2)]
    assert left.description == "without the 200 segments with placeholder lines in ref"
    assert left.sentence == "200 of 400 segments are left out: placeholder lines in ref."
    assert left.of(test_set).name == "set, 200 of 400 segments"
    both = leave_out(result.findings, len(test_set), ["one-text", "collapsed"])
    assert both.keys == ("one-text:ref", "collapsed:one")
    assert len(both.remaining) == 190
    fault = "one broke off before the last 5.0 % of the lines: if the system did this, its score here hides a fault."
    assert both.sentence.endswith(f"nothing translated at the end of one. {fault}"), "a bad system must not look good"
    assert both.signature_part == "without:one-text+collapsed(210)"


def test_what_is_left_out_makes_no_doubt_any_more():
    test_set = broken_set()
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    assert len(doubts(test_set, ["one", "other"], result)) == 2
    rest = leave_out(result.findings, len(test_set), ["one-text"]).of(test_set)
    assert [doubt.sentence.split(" (")[0] for doubt in doubts(rest, ["one", "other"], result)] == ["From line 381 on"]
    assert doubts(rest, ["other"], result) == ()


def test_doubts_count_the_segments_that_are_left():
    copied = [*SOURCE[:40], *SYSTEMS["other"][40:]]
    references = {"ref": broken_set().references[0].segments.to_pylist()}
    test_set = TestSet.build({"one": ONE, "other": copied}, references, SOURCE)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    rest = leave_out(result.findings, len(test_set), ["one-text"]).of(test_set)
    said = [doubt.sentence for doubt in doubts(rest, ["one", "other"], result)]
    assert said == [
        "20 lines of the output of other (10.0 % of the 200 segments left) are untranslated (copied from the source)."
    ]
    assert doubts_of_agreement(rest, ["one", "other"], result) == (*said,)
    (left,) = offered_findings(findings_in_part(result, rest.places).findings, ["one", "other"])
    assert left.segments == 20
    assert findings_in_part(result, test_set.places) is result


def test_a_fault_that_is_kept_makes_no_doubt_and_is_told():
    copied = [*SOURCE[:40], *OTHER[40:]]
    references = {"ref": broken_set().references[0].segments.to_pylist()}
    test_set = TestSet.build({"one": ONE, "other": copied}, references, SOURCE)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    both, asked = ["one", "other"], ["copied-source:other", "one-text:ref"]
    (said,) = doubts(test_set, both, result, asked)
    assert said.sentence.startswith("200 lines of the reference"), "only a system's fault may be kept"
    assert doubts_of_agreement(test_set, both, result, asked) == (said.sentence,)
    fault = "40 lines of the output of other (10.0 %) are untranslated (copied from the source)."
    assert kept_sentence(kept_faults(test_set, both, result, asked)) == f"Kept, because the system did this: {fault}"
    assert kept_faults(test_set, ["one"], result, asked) == ()
    assert kept_sentence([]) == ""


def test_an_output_with_one_text_that_is_kept_is_not_doubted_in_other_words():
    systems = {"one": ["Sorry, I cannot help with this request."] * 40 + ONE[40:], "other": OTHER}
    test_set = TestSet.build(systems, {"ref": REFERENCE}, SOURCE)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    assert len(doubts(test_set, ["one", "other"], result)) == 1
    assert doubts(test_set, ["one", "other"], result, ["one-text:one"]) == ()


def test_numbers_of_the_whole_set_are_not_said_of_a_part():
    lines = [mine if at % 3 else line for at, (mine, line) in enumerate(zip(ONE, REFERENCE, strict=True))]
    test_set = TestSet.build(SYSTEMS, {"ref": lines}, SOURCE)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    (said,) = [doubt.sentence for doubt in doubts(test_set.only(range(100)), ["one", "other"], result)]
    assert said == "67 lines of the reference (67.0 % of the 100 segments left) are exactly the output of one."


def test_what_is_not_found_cannot_be_left_out():
    test_set = broken_set()
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    assert leave_out(result.findings, len(test_set), ["copied-source"]) is None
    with pytest.raises(ValueError, match=r"--leave-out one-txt: .* \(did you mean one-text\?\); it finds one-text, "):
        check_left_out(result.findings, result.n_segments, ["one-txt"])


def test_agreement_is_doubted_by_what_a_reference_was_made_from():
    lines = [mine if at % 3 else line for at, (mine, line) in enumerate(zip(ONE, REFERENCE, strict=True))]
    test_set = TestSet.build(SYSTEMS, {"ref": lines}, SOURCE)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    (said,) = doubts_of_agreement(test_set, ["one", "other"], result)
    assert said.startswith("267 lines of the reference (")
    assert "are exactly the output of one" in said
    assert said.endswith(FAVOURS)


# --- references that are outputs, too ---


def test_a_reference_among_the_outputs_is_no_system():
    whole = TestSet.build({**SYSTEMS, "human": REFERENCE, "second": THIRD}, {"A": REFERENCE, "B": THIRD}, SOURCE)
    assert reference_copies(whole, whole) == ("human", "second")
    by_b = whole.with_references(["B"])
    assert reference_copies(by_b, whole) == ("human", "second")
    rated = {"human": [1.0] * 400, "one": [0.0] * 400}
    judged = whole.with_judgments([Scores("MQM", rated, is_human=True)])
    assert reference_copies(judged, judged) == ("human", "second")
    assert reference_copies(judged.with_references(["B"]), judged) == ("second",)


def test_outputs_of_few_segments_may_be_the_reference():
    whole = TestSet.build({"a": REFERENCE[:19], "b": ONE[:19]}, {"A": REFERENCE[:19]})
    assert reference_copies(whole, whole) == ()
    alone = TestSet.build({"a": REFERENCE}, {"A": REFERENCE})
    assert reference_copies(alone, alone) == ()
