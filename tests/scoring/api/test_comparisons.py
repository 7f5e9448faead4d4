"""Comparisons by the API: what the studies say, and nothing of their own."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import bleuscope as bs
from scoring import BLEU, TER, TestSet
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.studies.comparison import ComparisonRequest, run
from scoring.studies.verdict import count_votes, decide
from scoring.studies.wording.verdict_words import verdict_text

REFERENCES = [f"the cat number {number} sat on the mat all day long" for number in range(60)]
BASE = [text.replace("sat", "sits").replace("the mat", "a mat") for text in REFERENCES]
NEW = [text.replace("sat", "sits") for text in REFERENCES]
OLD = [text.replace("cat number", "dog no") for text in REFERENCES]
SYSTEMS = {"base": BASE, "new": NEW}


def test_the_verdict_is_the_studys():
    found = bs.compare(REFERENCES, SYSTEMS, ["bleu", "chrf"], seed=7).verdict
    rows = BLEU().measure(TestSet.build(SYSTEMS, [REFERENCES]))
    verdicts = run(ComparisonRequest(BLEU(), ("base", "new"), seed=7), rows).verdicts
    assert (found.state, found.better, found.worse) == (verdicts.state("base", "new"), "new", "base")
    assert found.p == verdicts.p_adjusted("base", "new")
    assert found.interval == verdicts.comparisons.bootstrap.difference_interval("new", "base")
    assert found.difference == BLEU().score(rows["new"].sum(axis=0)) - BLEU().score(rows["base"].sum(axis=0))
    decision = decide(verdicts, ("base", "new"))
    assert decision is not None
    assert str(found) == str(verdict_text(decision))


def test_the_other_metrics_vote():
    comparison = bs.compare(REFERENCES, SYSTEMS, ["bleu", "chrf", "ter"])
    decision = comparison.verdict.decision
    assert decision is not None
    expected = count_votes(decision, [comparison[name].result.verdicts for name in ("chrf", "ter")])
    assert comparison.verdict.votes == expected
    assert (expected.number, expected.against) == (2, ())
    assert comparison.verdict.notes == tuple(map(str, verdict_text(decision, expected).notes))


def test_where_lower_is_better_the_difference_is_still_a_lead():
    half = {"base": BASE, "new": [*NEW[:30], *REFERENCES[30:]]}
    found = bs.compare(REFERENCES, half, "ter")["ter"].verdict
    assert (found.better, found.difference > 0, found.interval[0] > 0) == ("new", True, True)
    assert found.interval[0] < found.difference < found.interval[1]


def test_two_of_several_systems():
    comparison = bs.compare(REFERENCES, SYSTEMS | {"old": OLD}, "chrf")["chrf"]
    a, b = comparison.between("base", "old"), comparison.between("old", "base")
    assert (a.state, a.better, a.difference, a.p) == (b.state, b.better, b.difference, b.p)
    assert a.p == comparison.result.verdicts.p_adjusted("base", "old")
    with pytest.raises(ValueError, match="Unknown system 'nwe'; there are base, new, old"):
        comparison.between("nwe", "old")
    with pytest.raises(ValueError, match="Expected two systems; found old twice"):
        comparison.between("old", "old")


def test_equal_outputs_have_no_better_one():
    found = bs.compare(REFERENCES, {"a": BASE, "b": BASE}).verdict
    assert (found.state, found.better, found.difference, found.p) == ("too close to call", None, 0.0, 1.0)
    assert any("same" in note for note in found.notes)


def test_without_scores_there_is_no_verdict():
    found = bs.compare([""] * 3, {"a": [""] * 3, "b": [""] * 3}, "bleu")
    assert found.verdict.state == "too little data"
    assert (found.verdict.better, math.isnan(found.verdict.p)) == (None, True)
    assert "nothing to compare" in str(found)
    assert found.to_dict()["verdict"]["p"] is None
    assert len(found.segments()) == 3
    assert "nothing to compare" in found._repr_html_()


def test_systems_may_be_a_list_with_names():
    by_name = bs.compare(REFERENCES, SYSTEMS, "bleu").to_dict()
    assert bs.compare(REFERENCES, [BASE, NEW], "bleu", names=["base", "new"]).to_dict() == by_name
    assert bs.compare(REFERENCES, [BASE, NEW], "bleu").test_set.system_names == ("system 1", "system 2")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bs.compare(REFERENCES, {"a": BASE}), "at least 2|two"),
        (lambda: bs.compare(REFERENCES, BASE), "expected outputs by name"),
        (lambda: bs.compare(REFERENCES, "a.txt"), "expected two or more; found one"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, names=["a", "b"]), "names: expected none"),
        (lambda: bs.compare(REFERENCES, [BASE, NEW], names=["a"]), "a different name for each of 2 systems"),
        (lambda: bs.compare(REFERENCES, [BASE, NEW], names=["a", "a"]), "a different name for each of 2 systems"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, test="t"), "Unknown test 't'"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, correction="x"), "Unknown correction 'x'"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, seed=-1), "seed"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, source=["a"]), "the same number of segments"),
        (lambda: bs.compare(REFERENCES), "systems: expected outputs by name"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, "bleu")["ter"], "Unknown metric of this comparison 'ter'"),
        (
            lambda: bs.compare(REFERENCES, SYSTEMS, "bleu").report("out.txt"),
            "that ends in .html, .pdf or .tex",
        ),
        (lambda: bs.compare(REFERENCES, SYSTEMS, "bleu").segments(by="best"), "Unknown order of segments 'best'"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, "bleu").segments(by=1), "by: expected 'difference', 'number'"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, "bleu").segments(pair=["new"]), "the names of two systems"),
        (lambda: bs.compare(REFERENCES, SYSTEMS, "bleu").segments(pair=["new", "x"]), "Unknown system 'x'"),
    ],
    ids=range(17),
)
def test_bad_input_is_told_what_was_expected(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_segments_in_the_order_that_is_asked_for():
    new = [REFERENCES[0], "nothing alike", *NEW[2:]]
    comparison = bs.compare(REFERENCES, {"base": BASE, "new": new}, ["chrf", "ter"])
    scores = comparison["chrf"].segments
    leads = scores["new"] - scores["base"]
    differences = [segment.difference for segment in comparison.segments()]
    assert differences == sorted(differences, reverse=True)
    assert [segment.number for segment in comparison.segments(by="number")] == [*range(1, 61)]
    assert comparison.segments(by="base")[0].number == int(np.argmin(leads)) + 1 == 2
    assert comparison.segments(by="new")[0].number == int(np.argmax(leads)) + 1 == 1
    by_ter = comparison.segments(metric="ter", pair=("base", "new"))[0]
    assert by_ter.scores["base"] == TER().score(TER().statistics(BASE, [REFERENCES]))[by_ter.index]
    assert by_ter.better == ("base" if by_ter.number == 2 else "new")
    assert len(comparison.segments()[:5].to_pandas()) == 5


def test_all_of_it_is_json_and_a_table():
    comparison = bs.compare(REFERENCES, SYSTEMS | {"old": OLD}, ["bleu", "ter"])
    found = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    assert [*found["metrics"]] == ["bleu", "ter"]
    assert [(pair["a"], pair["b"]) for pair in found["metrics"]["ter"]["pairs"]] == [
        ("base", "new"),
        ("base", "old"),
        ("new", "old"),
    ]
    assert found["metrics"]["bleu"]["pairs"][0]["signature"] == comparison["bleu"].signature
    table = comparison.to_pandas()
    assert [*zip(table["metric"], table["system"], strict=True)] == [
        (metric, system) for metric in ("bleu", "ter") for system in ("base", "new", "old")
    ]


@pytest.mark.exhaustive
def test_the_report_is_written(tmp_path):
    path = bs.compare(REFERENCES, SYSTEMS, ["bleu", "chrf"], source=REFERENCES).report(tmp_path / "out.html")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "segments to read" in text


def test_scores_from_elsewhere_are_compared_on_the_segments_that_all_share():
    lines = [f"the text {number} of ten" for number in range(10)]
    values = {"a": np.arange(10.0), "b": np.where(np.arange(10) < 7, np.nan, np.arange(10) - 1.0)}
    scores = Scores("flip", values)
    test_set = replace(TestSet.build({"a": lines, "b": lines}, [lines]), scores=(scores,))
    with pytest.warns(bs.FileNoticeWarning, match=r"segments that all share \(a 10, b 3; all share 3\)"):
        found = bs.compare(test_set, metrics=[ExternalScore.reading(scores)], trials=100)["flip"]
    assert found.scores == {"a": 8, "b": 7}
    assert "segments:3" in found.signature
    assert {row["score"] for row in found.to_dict()["systems"].values()} == {8, 7}


def test_an_output_that_is_a_reference_is_not_ranked_and_that_is_said():
    references = [f"the cat sat on mat {number}" for number in range(25)]
    outputs = {"base": ["a cat is on a mat"] * 25, "human": list(references), "new": ["the cat sat on mat"] * 25}
    with pytest.warns(bs.FileNoticeWarning, match="human is a reference, so it is not ranked"):
        found = bs.compare(references, outputs, ["bleu", "ter"])
    assert found.request.systems == ("base", "new")
    assert found.verdict.better == "new"
    assert "human" not in str(found)
    two = bs.compare(references, {name: outputs[name] for name in ("human", "new")}, "bleu")
    assert two.verdict.better == "human", "without it there would be nothing to compare"
