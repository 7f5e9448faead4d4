"""Every page with a test set that has a source and outputs alone, and with one that people judged."""

from dataclasses import replace

import numpy as np
import pytest

from scoring import TestSet
from scoring.judgments import Annotation, ErrorSpan, Scores
from scoring.studies.wording.set_facts import NO_REFERENCE, ONLY_GIVEN_SCORES
from tests.pages.steps import (
    PAGES,
    TITLES,
    button,
    go,
    html,
    key_of,
    ran,
    ran_until,
    said,
    tab_names,
    texts,
    title,
    upload,
)
from ui.session.navigation import PAGES as RECORDS
from ui.session.navigation import REFERENCE, SCORES
from ui.store import cache

N = 30
SOURCE = [f"Satz {number} steht hier in voller Länge" for number in range(N)]
GOOD = [f"Sentence {number} stands here in full length" for number in range(N)]
POOR = [f"Sentence {number + 1} is" for number in range(N)]


def plain(name="plain", **systems):
    return TestSet.build(systems or {"good": GOOD, "poor": POOR}, {}, SOURCE, name=name)


def judged():
    """With scores and errors of people, and another program's scores."""
    spread = np.linspace(0.0, 9.0, N)
    people = Scores("ESA", {"good": 90 + spread, "poor": 10 + spread[::-1]}, is_human=True)
    learned = Scores("QE", {"good": 0.5 + spread / 100, "poor": 0.2 + spread / 100})
    looked = {name: np.ones(N, bool) for name in ("good", "poor")}
    errors = Annotation("MQM", (ErrorSpan("poor", 0, 0, 8, "major", "accuracy"),), looked)
    return replace(plain("judged"), scores=(people, learned), annotations=(errors,))


def by_a_program():
    return replace(judged(), scores=judged().scores[1:], annotations=(), name="by a program")


def settled(at):
    return ran_until(at, lambda at: not at.get("progress"))


@pytest.mark.one_case_in(5)
@pytest.mark.quick_cases(9)
@pytest.mark.parametrize("make", [plain, judged, by_a_program])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_shows_what_it_can_or_says_what_it_needs(visit, page, make):
    at = settled(visit(page, set=key_of(make())))
    assert title(at) == TITLES[page]
    assert not at.error
    record, told = RECORDS[page], texts(at)
    if not record.needs_set:
        return
    assert "no reference" in said(at)
    lacks = record.needs == REFERENCE or (record.needs == SCORES and make is plain)
    assert (f"This set has no reference. The page {record.title} needs {record.needs}." in told) == lacks
    assert (button(at, "lead-on") is not None) == lacks
    assert (NO_REFERENCE in told) == (not lacks and make is plain)
    assert (ONLY_GIVEN_SCORES in told) == (not lacks and make is not plain)


@pytest.mark.parametrize("make", [plain, judged])
@pytest.mark.parametrize("page", ["overview", "significance", "segments", "errors", "rate", "agreement"])
def test_one_system_without_references(visit, page, make):
    at = settled(visit(page, set=key_of(make()), systems="good"))
    assert title(at) == TITLES[page]
    assert not at.error


@pytest.mark.exhaustive
def test_people_decide(visit):
    at = settled(visit("overview", set=key_of(judged())))
    assert "ESA decides" in said(at)
    assert "good is ahead of poor" in said(at)


@pytest.mark.exhaustive
def test_a_programs_scores_decide_where_there_are_no_others(visit):
    at = settled(visit("overview", set=key_of(by_a_program())))
    assert "QE decides" in said(at)
    assert "good is ahead of poor" in said(at)


def test_segments_shows_source_and_outputs_and_finds_words_in_them(visit):
    at = settled(visit("segments", set=key_of(plain())))
    assert SOURCE[0] in said(at)
    assert GOOD[0] in said(at)
    assert POOR[0] in said(at)
    at = settled(visit("segments", set=key_of(plain()), find="sentence 7"))
    assert "<mark>Sentence 7</mark>" in html(at)
    for parameters in ({"sort": "longest"}, {"sort": "best:good"}, {"score": "20-40"}, {"length": "2-3"}):
        at = settled(visit("segments", set=key_of(plain()), **parameters))
        assert f"**{N} segments**" in texts(at)


def test_suspicious_segments_are_found_without_references(visit):
    outputs = {"good": GOOD, "copying": [*SOURCE[:3], *GOOD[3:]]}
    assert "1 of 3 listed" in texts(settled(visit("segments", set=key_of(plain(**outputs)), suspicious="yes")))


def test_segments_are_sorted_by_scores_of_people(visit):
    at = settled(visit("segments", set=key_of(judged()), sort="best:good"))
    assert f"{GOOD[-1]}" in said(at)


@pytest.mark.exhaustive
def test_files_without_a_reference_are_used(visit):
    files = [("source.txt", SOURCE), ("system.good.txt", GOOD), ("system.poor.txt", POOR)]
    at = upload(visit("data"), [(name, "\n".join(lines).encode(), "") for name, lines in files])
    assert NO_REFERENCE in texts(at)
    ran(at.button(key="use-upload").click().run())
    assert "needs a reference, human ratings or metric scores" in texts(go(at, "overview"))
    assert GOOD[0] in said(settled(go(at, "segments")))


def test_a_reference_dropped_alone_is_added_to_the_set_in_use(visit):
    key = key_of(plain())
    at = upload(visit("data", set=key), [("reference.txt", "\n".join(GOOD).encode(), "")])
    assert f"These references have {N} segments, the same number as the set in use: plain." in texts(at)
    ran(ran(at.button(key="add-references").click().run()).run())
    assert cache.open_test_set(key).reference_names == ("reference",)
    assert "BLEU decides" in said(settled(go(at, "overview")))


def test_references_of_other_segments_are_not_added(visit):
    at = upload(visit("data", set=key_of(plain())), [("reference.txt", b"one\ntwo\n", "")])
    assert at.error[0].value == "These references cannot be added to the test set in use."
    assert "reference.txt has 2 segments, plain has 30." in texts(at)


@pytest.mark.exhaustive
def test_judges_agree_without_references(visit):
    at = settled(visit("agreement", set=key_of(judged()), judge="ESA"))
    assert {"Smoothing", "One option"}.isdisjoint(tab_names(at.main))
    assert "QE" in said(at)


def test_a_judge_alone_has_nothing_to_agree_with(visit):
    key = key_of(replace(judged(), scores=judged().scores[:1], annotations=(), name="people alone"))
    assert "No other scores are there to compare with the judge." in texts(settled(visit("agreement", set=key)))


def test_many_systems_can_be_rated(visit):
    many = plain("many", **{f"system {number}": GOOD for number in range(12)})
    assert not settled(visit("rate", set=key_of(many))).error


@pytest.mark.exhaustive
def test_settings_that_need_a_reference_are_not_in_sight(visit):
    """Errors counts words, as the tokenizer cuts them."""
    for page, counts in (("segments", False), ("overview", False), ("errors", True)):
        at = settled(visit(page, set=key_of(judged())))
        out_of_sight = {key for key in ("tokenize", "smoothing") if f".st-key-{key}," in html(at)}
        assert out_of_sight == ({"smoothing"} if counts else {"tokenize", "smoothing"}), page
