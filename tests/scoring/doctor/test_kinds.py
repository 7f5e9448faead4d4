"""Each kind of finding: planted faults are named, sound texts are not."""

import json

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.doctor import public_sets
from scoring.doctor.finding import ExaminedTexts, MisplacedLines, finding_severity
from scoring.doctor.function_words import NAMES, count_function_words, language_of_counts
from scoring.doctor.line_features import measure_lines
from scoring.doctor.public_sets import find_public_sets, public_record
from scoring.studies.doctor import (
    KINDS,
    SOUND,
    DoctorRequest,
    DoctorResult,
    doubts,
    examined_texts,
    lines_out_of_place,
    published_sentence,
    run,
    source_lines_out_of_place,
    unjudged_systems,
)
from tests.slipped import late, made_set

REFERENCE, ONE, OTHER, SOURCE = made_set(200, 3)
SECOND = made_set(200, 4)[1]


def findings(references, systems, source=None, **asked):
    named = references if isinstance(references, dict) else {"r": references}
    texts = ExaminedTexts.of_columns(
        {name: pa.array(lines, pa.string()) for name, lines in named.items()},
        {name: pa.array(lines, pa.string()) for name, lines in systems.items()},
        None if source is None else pa.array(source, pa.string()),
    )
    return run(DoctorRequest(**asked), texts).findings


def kinds(*given, **asked):
    return {(one.kind, one.file, one.first, one.last, one.segments) for one in findings(*given, **asked)}


BOTH = {"one": ONE, "other": OTHER}


def test_outputs_that_are_nearly_the_same_are_told_once():
    copy = [*ONE[:40], f"{ONE[40]} Indeed.", *ONE[41:]]
    (found,) = findings(REFERENCE, {"one": ONE, "other": OTHER, "copy": copy}, SOURCE, is_shallow=True)
    assert (found.kind, found.file, found.severity, found.examples) == (
        "nearly-equal-outputs",
        "one and copy",
        "warning",
        (41,),
    )
    assert found.message == (
        "one and copy have the same output in 199 of 200 segments: they differ only in line 41. Any difference in"
        " their scores comes from this line alone. Is one file a copy of another?"
    )
    second = [*copy[:60], f"{copy[60]} Indeed.", *copy[61:]]
    (found,) = findings(REFERENCE, {"one": ONE, "copy": copy, "second": second}, SOURCE, is_shallow=True)
    assert (found.file, found.segments) == ("one, copy and second", 2)
    assert "they differ only in 2 lines, first in line 41." in found.message
    many = [*OTHER[:11], *ONE[11:]]
    assert findings(REFERENCE, {"one": ONE, "many": many}, SOURCE, is_shallow=True) == (), "more than 5 %"


@pytest.mark.parametrize("is_shallow", [True, False])
def test_outputs_that_are_the_same_are_told_also_at_little_cost(is_shallow):
    (found,) = findings(REFERENCE, {"one": ONE, "other": OTHER, "copy": ONE}, SOURCE, is_shallow=is_shallow)
    assert (found.kind, found.file, found.severity) == ("same", "one and copy", "warning")
    assert found.message == "one and copy are the same text. Was one file saved twice?"
    copies = {"other": OTHER, "copy": REFERENCE, "second": REFERENCE}
    told = findings(REFERENCE, copies, SOURCE, is_shallow=is_shallow)
    assert "same" not in [one.kind for one in told], "that both are the reference is told"


def test_outputs_that_are_the_same_but_for_capitals():
    lower = [*ONE[:170], *(line.lower() for line in ONE[170:])]
    (found,) = findings(REFERENCE, {"one": ONE, "other": OTHER, "lower": lower}, SOURCE, is_shallow=True)
    assert (found.kind, found.file, found.segments, found.first) == ("nearly-equal-outputs", "one and lower", 30, 171)
    assert found.message == (
        "one and lower have the same output in all 200 segments if case is ignored: capitals differ in 30 lines, first"
        " in line 171. Is one file a copy of another?"
    )
    lower[:3] = OTHER[:3]
    (found,) = findings(REFERENCE, {"one": ONE, "lower": lower}, SOURCE, is_shallow=True)
    assert "in 197 of 200 segments if case is ignored: capitals differ in 30 lines" in found.message


def test_a_sound_set_gives_one_sentence():
    texts = examined_texts(TestSet.build(BOTH, {"r": REFERENCE}, SOURCE))
    assert run(DoctorRequest(), texts).sentences() == [SOUND]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("references", "systems", "expected"),
    [
        (["NO REFERENCE AVAILABLE"] * 100 + REFERENCE[100:], BOTH, ("one-text", "r", 1, 100, 100)),
        (REFERENCE, {"one": [*SOURCE[:110], *ONE[110:]], "other": OTHER}, ("copied-source", "one", 1, 110, 110)),
        (REFERENCE, {"one": [""] * 100 + ONE[100:], "other": OTHER}, ("empty-segments", "one", 1, 100, 100)),
        ([*REFERENCE[:150], *SOURCE[150:]], BOTH, ("copied-source", "r", 151, 200, 50)),
        (REFERENCE, {"one": [f"{line} {line} {line}" for line in ONE[:20]] + ONE[20:]}, ("too-long", "one", 1, 20, 20)),
        (REFERENCE, {"one": [line[: len(line) // 4] for line in ONE[:50]] + ONE[50:]}, ("too-short", "one", 1, 50, 50)),
        (
            REFERENCE,
            {"one": [f"{line} &amp; co" for line in ONE[:20]] + ONE[20:]},
            ("html-entities", "one", 1, 200, 20),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_faults_are_named(references, systems, expected):
    found = kinds(references, systems, SOURCE)
    wanted = [one for one in found if one[0] == expected[0]]
    if expected[0] in ("too-short", "too-long"):  # lines of few characters say nothing
        assert [(one[1], one[4] > 0.7 * expected[4]) for one in wanted] == [(expected[1], True)]
    else:
        assert wanted == [expected]
    assert {one[0] for one in found} == {expected[0]}


@pytest.mark.exhaustive
def test_a_reference_made_of_one_output_is_its_post_edit():
    edited = [mine if number % 3 else line for number, (mine, line) in enumerate(zip(ONE, REFERENCE, strict=True))]
    (found,) = findings(edited, BOTH, SOURCE)
    assert (found.kind, found.file, found.severity) == ("post-edit", "r", "warning")
    assert "scores with it favour one" in found.message
    assert found.caveat


def test_two_references_that_are_mostly_the_same():
    found = findings({"a": REFERENCE, "b": REFERENCE[:150] + SECOND[150:]}, {"one": ONE})
    assert {(one.kind, one.file, one.segments > 100) for one in found if one.kind == "equal-references"} == {
        ("equal-references", "a", True)
    }


def test_duplicates_within_the_set():
    repeated = [*SOURCE[:180], *SOURCE[:10], *(f"{line} ta" for line in SOURCE[10:20])]
    found = {one.kind: one.segments for one in findings(REFERENCE[:180] + SECOND[180:], {}, repeated)}
    assert found["duplicates"] >= 8
    assert found["near-duplicates"] >= 7


@pytest.mark.exhaustive
def test_duplicates_in_training_data(tmp_path):
    training = tmp_path / "train.txt"
    others = made_set(500, 9)[0]
    training.write_text(
        "\n".join([*others, *(line.upper() for line in SOURCE[:40]), *(f"{x} ta" for x in SOURCE[40:60])])
    )
    found = {(one.kind, one.file): one.segments for one in findings(REFERENCE, BOTH, SOURCE, training=training)}
    assert 30 <= found["in-training", "source"] <= 40
    assert 15 <= found["near-training", "source"] <= 20
    assert ("in-training", "r") not in found


@pytest.mark.exhaustive
def test_texts_of_one_name_are_not_mixed_up(tmp_path):
    training = tmp_path / "train.txt"
    training.write_text("\n".join(SOURCE))
    found = findings({"source": REFERENCE}, {"one": ONE}, SOURCE, training=training)
    assert [one.role for one in found] == ["source"]
    english, german = numbered(ENGLISH), numbered(GERMAN)
    found = kinds({"a": german[:50] + english[50:]}, {"a": german})
    assert {one[2:] for one in found if one[0] == "wrong-language"} == {(51, 60, 10)}


ENGLISH = ["The house of the man was not on the hill that we saw", "He has been here for a year and she was not"] * 30
GERMAN = [
    "Das Haus von dem Mann war nicht auf dem Berg den wir sahen",
    "Er ist seit einem Jahr hier und sie war nicht",
] * 30


def test_languages_are_told_by_their_commonest_words():
    assert language_of_counts(*count_function_words(pa.array(ENGLISH))) == "English"
    assert language_of_counts(*count_function_words(pa.array(GERMAN))) == "German"
    assert language_of_counts(*count_function_words(pa.array(REFERENCE))) is None
    assert len(NAMES) == len(set(NAMES))


def numbered(lines):
    return [f"{line} {number}" for number, line in enumerate(lines)]


def test_a_reference_or_a_part_of_it_in_the_wrong_language():
    english, german = numbered(ENGLISH), numbered(GERMAN)
    other = [f"{line} x" for line in english]
    found = kinds(other, {"a": german, "b": german[::-1]}, english)
    assert ("wrong-language", "r", 1, 60, 60) in found
    found = kinds(german[:50] + other[50:], {"a": german}, None)
    assert ("wrong-language", "r", 51, 60, 10) in found


def test_a_reference_in_another_language_than_its_only_output():
    english, german = numbered(ENGLISH), numbered(GERMAN)
    (found,) = [one for one in findings(english, {"a": german}) if one.kind == "wrong-language"]
    assert (found.role, found.first, found.last, found.severity) == ("reference", 1, 60, "warning")
    assert found.message == (
        "The reference is in English, where the output of a is in German. Which of the two is the wrong file?"
    )
    chinese = numbered(["这是一个很长的句子"] * 60)
    (found,) = [one for one in findings(chinese, {"a": german}) if one.kind == "wrong-language"]
    assert found.message.startswith("The reference is in another script than the output of a.")


def test_a_reference_in_another_language_than_its_name_says():
    (found,) = [one for one in findings({"en-de": numbered(ENGLISH)}, {}) if one.kind == "wrong-language"]
    assert found.message.endswith("is in English, where its file's name says German. Is it the right file?")
    assert not [one for one in findings({"en-de": numbered(GERMAN)}, {}) if one.kind == "wrong-language"]


def test_the_references_tell_which_half_of_an_output_is_in_another_language():
    mixed = numbered(ENGLISH)[:31] + numbered(GERMAN)[31:]
    found = kinds(numbered(GERMAN), {"a": mixed})
    assert {one for one in found if one[0] == "wrong-language"} == {("wrong-language", "a", 1, 31, 31)}


@pytest.mark.exhaustive
def test_a_part_in_another_script():
    cyrillic = ["это очень длинное предложение о погоде"] * 10
    assert ("wrong-script", "one", 191, 200, 10) in kinds(REFERENCE, {"one": ONE[:190] + cyrillic, "other": OTHER})


def test_a_public_set_is_known_by_a_part_of_it(monkeypatch, tmp_path):
    table = tmp_path / "public.json"
    known = {"references": REFERENCE, "source": SECOND}
    records = {f"Made-up news, {name}": public_record(measure_lines(pa.array(text))) for name, text in known.items()}
    table.write_text(json.dumps(records))
    monkeypatch.setattr(public_sets, "TABLE", table)
    public_sets.public_texts.cache_clear()
    try:
        part = [line.replace(".", " .").upper() for line in REFERENCE[::-1][:100]]
        texts = ExaminedTexts.of_columns({"r": pa.array(part), "other": pa.array(OTHER[:100])}, {})
        (found,) = find_public_sets(texts)
        both = ExaminedTexts.of_columns({"r": pa.array(part), "s": pa.array(SECOND[:100])}, {})
        (together,) = find_public_sets(both)
        gaps = ["NO TRANSLATION AVAILABLE" if at % 4 == 0 else line for at, line in enumerate(part)]
        (partly,) = find_public_sets(ExaminedTexts.of_columns({"r": pa.array(gaps), "s": pa.array(SECOND[:100])}, {}))
    finally:
        public_sets.public_texts.cache_clear()
    assert (found.kind, found.file, found.severity) == ("public-set", "r", "note")
    assert found.message.startswith("Reference r is from a published test set, Made-up news. A system may have seen it")
    assert together.message.startswith("Reference r and reference s are from a published test set, Made-up news.")
    assert (found.segments, found.share, found.first, found.last) == (100, 1.0, 1, 100)
    assert (partly.segments, partly.share, partly.first, partly.last) == (75, 0.75, 2, 100), "no placeholder is of it"
    assert published_sentence(DoctorResult((found,), 100, ())) == found.message
    assert published_sentence(DoctorResult((), 100, ())) is None


def test_the_table_of_public_sets_can_be_read():
    assert all(text.lines and len(text.sketch) == 64 for text in public_sets.public_texts())


def test_verdicts_get_the_caveats_of_the_systems_that_are_looked_at():
    slipped = {"one": late(ONE, 50, 60, 1), "other": OTHER, "third": [w.replace("ba", "be") for w in OTHER]}
    test_set = TestSet.build(slipped, {"r": REFERENCE}, SOURCE)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    repair = (
        "Line 51 of one repeats line 50 and seems to be extra: delete it, look for a missing line near line 111 and"
        " upload the file again."
    )
    (doubt,) = doubts(test_set, ["one", "other"], result)
    assert doubt.sentence == f"Lines 51 to 110 of the output of one seem to be one line late. {repair}"
    assert doubt.repair == repair
    assert unjudged_systems(result, ["one", "third"]) == {"one": repair}
    places = test_set.places
    assert lines_out_of_place(result, ["one", "other"], places) == {"one": MisplacedLines(frozenset(range(50, 110)))}
    assert lines_out_of_place(result, ["other"], places) == {}
    assert source_lines_out_of_place(result, places) is None
    assert doubts(test_set, ["other", "third"], result) == ()


def test_lines_out_of_place_are_of_the_segments_that_are_looked_at():
    other_order = [OTHER[at * 7 % len(OTHER)] for at in range(len(OTHER))]
    source = late(SOURCE, 50, 60, 1)
    test_set = TestSet.build({"one": late(ONE, 50, 60, -1), "two": other_order}, {"r": REFERENCE}, source)
    result = run(DoctorRequest(is_shallow=True), examined_texts(test_set))
    places = np.arange(40, 60)
    assert lines_out_of_place(result, ["one", "two"], places) == {
        "one": MisplacedLines(frozenset(range(50, 60))),
        "two": MisplacedLines(frozenset(range(40, 60)), is_of_another_text=True),
    }
    of_part = lines_out_of_place(result, ["one", "two"], places, is_of_part=True)
    assert {name: of.segments for name, of in of_part.items()} == {
        "one": frozenset(range(10, 20)),
        "two": frozenset(range(20)),
    }
    of_source = source_lines_out_of_place(result, places)
    assert (of_source, of_source.blocks_phrase) == (MisplacedLines(frozenset(range(50, 60))), "Lines 51 to 110")
    assert source_lines_out_of_place(result, np.arange(20)) is None


def test_a_part_of_a_test_set_keeps_the_numbers_of_the_files():
    test_set = TestSet.build({"one": late(ONE, 50, 60, 1), "other": OTHER}, {"r": REFERENCE}, SOURCE)
    part = test_set.only(range(20, 200))
    (found,) = run(DoctorRequest(is_shallow=True), examined_texts(part)).findings
    assert (found.first, found.last) == (51, 110)


@pytest.mark.parametrize(
    ("n_found", "n_segments", "severity"),
    [
        (9, 1000, None),
        (10, 1000, "note"),
        (49, 1000, "note"),
        (50, 1000, "warning"),
        (2, 20, "note"),
        (3, 20, "warning"),
        (1, 1, "note"),
    ],
)
def test_shares_and_numbers_decide_what_is_told(n_found, n_segments, severity):
    assert finding_severity(n_found, n_segments) == severity


def test_one_odd_segment_of_a_small_set_is_a_note_with_a_verb_for_one():
    (found,) = findings(REFERENCE[:20], {"one": [*ONE[:19], ONE[19] * 3], "other": OTHER[:20]})
    assert found.severity == "note"
    assert found.message.startswith("1 line of the output of one (5.0 %) is more than twice as long as")
    assert found.message.endswith(": line 20. Read some of them: has text been added?")


@pytest.mark.parametrize("source", [SOURCE, None])
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["NO REFERENCE AVAILABLE"] * 2, "are the same text, “NO REFERENCE AVAILABLE”, first in line 1."),
        (["NO REFERENCE", "NOT AVAILABLE"], "are one of 2 repeated texts, such as “NO REFERENCE”, first in line 1."),
    ],
)
def test_texts_that_are_there_for_many_sources_are_quoted(source, lines, said):
    found = findings(lines * 50 + REFERENCE[100:], BOTH, source)
    assert found[0].message.startswith(f"100 lines of the reference (50.0 %) {said}")


def test_texts_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match=r"same number of segments; found r 200, one 199"):
        findings(REFERENCE, {"one": ONE[1:]})


def test_kinds_have_headings():
    assert all(heading and heading[0].isupper() for heading in KINDS.values())


def test_a_reference_that_is_nearly_one_output_is_its_post_edit():
    edited = [f"{line[:-3]}." if at % 5 < 2 else REFERENCE[at] for at, line in enumerate(ONE)]
    (found,) = findings(edited, BOTH)
    assert (found.kind, found.file, found.severity) == ("post-edit", "r", "warning")
    assert "nearly the output of one, with a chrF above 90" in found.message
    assert not findings(REFERENCE, BOTH)


@pytest.mark.exhaustive
def test_a_twin_of_the_system_does_not_hide_a_post_edit():
    edited = [*ONE[:100], *REFERENCE[100:]]
    systems = {"one": ONE, "twin": [*ONE[:90], *OTHER[90:]], "other": OTHER, "second": SECOND}
    assert "post-edit" in {found.kind for found in findings(edited, systems) if "output of one" in found.message}


def test_a_reference_whose_source_is_another_text():
    assert kinds(REFERENCE, {}, [SOURCE[at * 7 % 200] for at in range(200)]) == {("unaligned", "r", 1, 200, 200)}
    assert not kinds(REFERENCE, {}, SOURCE)
