"""The study of checks: rates of systems and references by hand, the annotation, and what it says."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.api import check
from scoring.checks import CHECKS
from scoring.checks.check import Check, CheckSpans
from scoring.judgments import Annotation, ErrorSpan
from scoring.studies import checks
from scoring.studies.dangerous import DangerousSegments
from scoring.testset import Reference, System


class Cancelled(Exception):
    """What a page raises to end the work."""


class OtherCheck(Check):
    """A check of another package, which tells its progress."""

    name = "other"
    kinds: ClassVar = {"any": "minor"}
    finds, errs = "Nothing.", "Never."

    def _find(self, texts, on_progress):
        try:
            on_progress(0.5)
        except Cancelled as error:
            raise RuntimeError("stopped") from error
        return CheckSpans.of([])


class Checks(dict):
    """A registry whose checks are all of other packages."""

    built_in = ()


SOURCE = ["Guten Tag liebe Leute", "Hamburg", "Ja", "Es ist kalt und nass"]
COPY = ["Guten Tag liebe Leute", "Hamburg", "Yes", "Es ist kalt und wet"]
GOOD = ["Good day dear people", "Hamburg", "yes yes", "It is cold and wet"]
FIRST = ["Good day, dear people", "Hamburg", "Yes", "It is cold and wet"]
SECOND = ["Hello", None, "Yes", "Es ist kalt und nass"]


@pytest.fixture(scope="module")
def test_set():
    return TestSet.build({"copying": COPY, "good": GOOD}, {"A": FIRST, "B": SECOND}, SOURCE)


@pytest.fixture(scope="module")
def result(test_set):
    return checks.run(checks.ChecksRequest(("copy", "repetition")), checks.TextsToCheck.of_test_set(test_set))


def shares(result, kind):
    (rates,) = (rates for rates in result.rates if rates.kind == kind)
    return {name: (f.segments_found, f.segments) for of in (rates.systems, rates.references) for name, f in of.items()}


def test_rates_are_of_segments_and_each_reference_is_looked_at_with_the_others(result):
    # Hamburg is a copy in A as well; B copies the last segment, A's only other reference lacks Hamburg.
    assert shares(result, "copied source") == {"copying": (1, 4), "good": (0, 4), "A": (1, 4), "B": (1, 3)}
    assert shares(result, "partial copy") == {"copying": (0, 4), "good": (0, 4), "A": (0, 4), "B": (0, 3)}
    assert shares(result, "doubled word") == {"copying": (0, 4), "good": (1, 4), "A": (0, 4), "B": (0, 3)}
    assert shares(result, "repeated bigram") == {"copying": (0, 4), "good": (0, 4), "A": (0, 4), "B": (0, 3)}


def test_the_worst_stand_first_and_findings_in_the_order_of_the_segments(result):
    assert [rates.severity for rates in result.rates] == ["critical", "critical", "minor", "minor"]
    assert [(f.system, f.segment, f.start, f.end, f.kind, f.text) for f in result.findings] == [
        ("copying", 0, 0, 21, "copied source", "Guten Tag liebe Leute"),
        ("good", 2, 0, 7, "doubled word", "yes yes"),
    ]


def test_it_says_how_often_and_what_is_uninformative(result):
    assert result.rate_sentences() == [
        "copy, copied source: 25.0 % of copying, 0.0 % of good; 25.0 % of A, 33.3 % of B.",
        "repetition, doubled word: 0.0 % of copying, 25.0 % of good; 0.0 % of A, 0.0 % of B.",
    ]
    assert result.caveats() == [
        "No more in any system than in a reference: copied source. Read these, but do not rank by them."
    ]
    assert result.check_descriptions()[0].startswith("copied source (copy): The output is the source")


def test_findings_are_errors_that_a_program_marked(test_set, result):
    marked = checks.add_findings_annotation(test_set, result)
    (annotation,) = marked.annotations
    assert (annotation.name, annotation.is_human) == ("Checks", False)
    assert {name: flags.all() for name, flags in annotation.judged.items()} == {"copying": True, "good": True}
    assert [(s.system, s.segment, s.severity, s.category, s.annotator) for s in annotation.spans] == [
        ("copying", 0, "critical", "copy/copied source", "Checks"),
        ("good", 2, "minor", "repetition/doubled word", "Checks"),
    ]
    assert checks.add_findings_annotation(marked, result) == marked, "a second time they take their own place"


def test_errors_of_others_with_the_name_of_checks_stay(test_set, result):
    flags = {"good": np.ones(4, bool)}
    people = Annotation("Checks", [ErrorSpan("good", 0, 0, 1, "minor", annotator="ana")], flags)
    with pytest.raises(ValueError, match="errors named Checks that no check has found"):
        checks.add_findings_annotation(test_set.with_judgments(annotations=[people]), result)


def test_without_source_only_the_checks_look_that_need_none():
    texts = checks.TextsToCheck({"good": pa.array(GOOD)}, {})
    result = checks.run(checks.ChecksRequest(), texts)
    assert {*result.checks} == {"language", "talk"}
    assert dict(result.left_out) == dict.fromkeys({*CHECKS.built_in} - {*result.checks}, "it needs the source")
    assert result.nothing_found() == ["Looked for and not found: wrong language, talk of a model."]
    result = checks.run(checks.ChecksRequest(("copy",)), texts)
    assert (result.rates, result.findings) == ((), ())
    with pytest.raises(ValueError, match="No check was run"):
        result.annotation()


def test_one_reference_and_none_are_told():
    texts = checks.TextsToCheck({"good": pa.array(GOOD)}, {"A": pa.array(FIRST)}, pa.array(SOURCE))
    assert checks.run(checks.ChecksRequest(), texts).caveats()[-1] == checks.ONE_REFERENCE
    alone = checks.TextsToCheck({"good": pa.array(GOOD)}, {}, pa.array(SOURCE))
    assert checks.run(checks.ChecksRequest(("copy",)), alone).caveats() == [checks.NO_REFERENCE]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: checks.ChecksRequest(("copi",)), r"Unknown check 'copi'.*copy, language, repetition"),
        (lambda: checks.TextsToCheck({}, {}), "at least one system"),
        (lambda: checks.TextsToCheck({"a": pa.array([None], pa.string())}, {}), "a: found None"),
    ],
)
def test_bad_requests_say_what_is_wrong(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_rate_that_is_not_0_is_never_printed_as_0():
    printed = [checks.percent(checks.FlagRate(*of)) for of in ((0, 9), (1, 9_999), (1, 8), (9, 9))]
    assert printed == ["0.0", "<0.1", "12.5", "100.0"]


def test_texts_in_lists_are_checked_with_and_without_references():
    found = check(
        SOURCE,
        {"copying": COPY, "good": GOOD},
        references=[FIRST, SECOND],
        language="en",
        checks=["copy", "repetition"],
    )
    assert [(one.system, one.segment, one.kind) for one in found.findings] == [
        ("copying", 0, "copied source"),
        ("good", 2, "doubled word"),
    ]
    alone = check(SOURCE, COPY, checks=["copy"])
    assert [(one.system, one.segment) for one in alone.findings] == [("system", 0), ("system", 1), ("system", 3)]
    with pytest.raises(ValueError, match="a code or an English name, such as de or German; found 'xx'"):
        check(SOURCE, COPY, language="xx")
    with pytest.raises(ValueError, match="outputs has 3, source has 4"):
        check(SOURCE, COPY[:3])


def test_a_cancellation_ends_the_work_and_is_no_fault_of_a_check(monkeypatch, test_set):
    monkeypatch.setattr(checks, "CHECKS", Checks(other=OtherCheck))
    texts = checks.TextsToCheck.of_test_set(test_set)

    def cancel(share):
        raise Cancelled

    with pytest.raises(Cancelled):
        checks.run(checks.ChecksRequest(), texts, cancel)
    assert not checks.run(checks.ChecksRequest(), texts).left_out


def test_placeholder_lines_of_a_reference_count_in_no_rate():
    source = pa.array([f"There are {n}0 of them and no more, as everybody knows by now." for n in range(1, 41)])
    good = source.to_pylist()
    reference = pa.array([*good[:30], *["NO TRANSLATION"] * 10])
    texts = checks.TextsToCheck({"A": pa.array([*good[:39], "so"])}, {"R": reference}, source)
    found = checks.run(checks.ChecksRequest(("omission",)), texts)
    assert found.checks["omission"].references == {"R": checks.FlagRate(0, 30)}
    assert found.checks["omission"].systems == {"A": checks.FlagRate(1, 40)}
    assert "Checks leave out 10 placeholder lines of the reference." in found.caveats()
    part = found.among(np.arange(40) >= 25)
    assert part.checks["omission"].references == {"R": checks.FlagRate(0, 5)}
    sound = checks.run(checks.ChecksRequest(("omission",)), replace(texts, references={"R": source}))
    assert sound.checks["omission"].references == {"R": checks.FlagRate(0, 40)}
    assert sound.left_out_lines_sentence == ""


def test_empty_lines_that_were_put_in_are_not_checked():
    text = [f"The number is {n}0 and no other, as everybody knows by now." for n in range(1, 5)]
    output = pa.array([*text[:2], "", text[3]])
    put_in = TestSet(
        (System("A", output, put_in=(3,)), System("B", pa.array(text))),
        (Reference("R", pa.array(text)),),
        pa.array(text),
    )
    as_read = replace(put_in, systems=(System("A", output), System("B", pa.array(text))))
    found, before = (
        checks.run(checks.ChecksRequest(("omission",)), checks.TextsToCheck.of_test_set(of)) for of in (put_in, as_read)
    )
    assert ([one.number for one in before.findings], found.findings) == ([3], ())
    assert [of.systems["A"].segments for of in (found.checks["omission"], before.checks["omission"])] == [3, 4]
    assert found.left_out_lines_sentence == "Checks leave out the empty line that is put in: 3 of A."
    assert found.left_out_lines_sentence in found.caveats()
    assert before.left_out_lines_sentence == ""
    part = checks.TextsToCheck.of_test_set(put_in.only([1, 2]))
    assert part.put_in == checks.TextsToCheck.of_test_set(put_in).among(np.array([1, 2])).put_in == {"A": (1,)}
    half = found.among(np.array([False, True, True, False]))
    assert {name: of.segments for name, of in half.checks["omission"].systems.items()} == {"A": 1, "B": 2}
    serious = DangerousSegments(found, ("A", "B"))
    assert {name: of.segments for name, of in serious.serious.systems.items()} == {"A": 3, "B": 4}
    assert found.annotation().judged["A"].tolist() == [True, True, False, True]


@pytest.mark.parametrize(
    ("source", "output", "message"),
    [
        ("Call 988, 988 or 988.", "988 oder 988.", "missing number: 988 (expected: 3 times)"),
        ("Call 988.", "988 oder 988.", "added number: 988 (expected: 1 time)"),
        ("Call 988, 988.", "Ruf an.", "missing number: 988"),
    ],
)
def test_it_is_said_how_often_a_number_is_expected_that_is_there(source, output, message):
    texts = checks.TextsToCheck({"A": pa.array([output])}, {}, pa.array([source]))
    messages = {found.message for found in checks.run(checks.ChecksRequest(("numbers",)), texts).findings}
    assert messages == {message}
