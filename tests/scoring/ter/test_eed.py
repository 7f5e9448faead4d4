"""EED against torchmetrics' example, golden numbers, and a plain version of its formula."""

import re
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import EED
from tests.corpora import REPEATS, SAMPLE_SETS, corpora, corpus_score

GOLDEN = {
    "inflection-hr-sl/apertium": (30.353798894804584, 30.4659676970914, 38.17129957747668),
    "inflection-hr-sl/source-copy": (42.1036749231671, 42.42601055651903, 50.61628729433966),
    "news-en-es/apertium-catalan": (44.32336079686792, 44.66573960147798, 46.644535724006886),
    "news-en-es/apertium-direct": (42.76358063214847, 43.14724026247859, 45.48935659898105),
    "news-en-es/apertium-galician": (44.48614377878659, 44.81409063562751, 46.83064580900579),
    "textbook/candidate-1": (36.02238931790775, 35.61067648231983, 38.17844365764469),
    "textbook/candidate-2": (25.48264258289569, 24.801993742585182, 27.764459958441126),
}
"""Means over segments, each with its best reference: torchmetrics 1.9.0; EED.py of rwth-i6/ExtendedEditDistance with
its code in C++; torchmetrics with the language ja, alpha 1, rho, deletion and insertion 0.5."""
OTHER_COSTS = EED("ja", 1.0, 0.5, 0.5, 0.5)
EXAMPLE = ["this is the prediction", "here is an other sample"], [["this is the reference", "here is another one"]]


def test_usual_costs_are_not_in_the_signature():
    assert EED().signature.startswith("lang:en|version:")


def slow_eed(hypothesis, reference, alpha, rho, deletion, insertion):
    """Stanchev et al. (2019), cell by cell, on texts that are prepared."""
    n_visits = dict.fromkeys(range(len(hypothesis) + 1), 0)
    costs = {0: 0.0} | dict.fromkeys(range(1, len(hypothesis) + 1), 1.0)
    for character in reference:
        after = {0: costs[0] + 1}
        for i, other in enumerate(hypothesis, 1):
            after[i] = min(after[i - 1] + deletion, costs[i - 1] + (other != character), costs[i] + insertion)
        cheapest = min(after, key=after.get)
        n_visits[cheapest] += 1
        if character == " ":
            after = {i: min(cost, alpha + after[cheapest]) for i, cost in after.items()}
        costs = after
    penalty = rho * sum(abs(visits - 1) for visits in n_visits.values())
    return min(1.0, (costs[len(hypothesis)] + penalty) / (len(reference) + penalty))


def best(score, hypothesis, references):
    """The lowest score, 1 against an empty text and undefined if all are empty."""
    text, of = hypothesis.rstrip(), [r.rstrip() for r in references if r is not None]
    if not text and not any(of):
        return nan
    return min([score(text, r) if text and r else 1.0 for r in of], default=inf)


def test_torchmetrics_example():
    assert corpus_score(EED(), *EXAMPLE) == pytest.approx(30.776307858253227, rel=1e-14)
    assert corpus_score(EED(variant="eed.py"), *EXAMPLE) == pytest.approx(29.932404309511185, rel=1e-14)


@given(corpora() | corpora(REPEATS), st.sampled_from([EED(), EED(alpha=0.0), EED("en", 1.0, 0.5, 0.5, 0.5)]))
def test_the_definition(corpus, metric):
    costs = metric.alpha, metric.rho, metric.deletion, metric.insertion

    def score(text, reference):
        prepared = (re.sub(r"\s+", " ", re.sub("([.,])", r" \1", side)) for side in (text, reference))
        joined = (re.sub(r"(\d) ([.,]) (\d)", r"\1\2\3", side) for side in prepared)
        return slow_eed(*(f" {side} " for side in joined), *costs)

    expected = [100 * best(score, text, of) for text, *of in zip(corpus[0], *corpus[1], strict=True)]
    assert metric.score(metric.statistics(*corpus)) == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(("name", "hypotheses", "references"), [pytest.param(*row, id=row[0]) for row in SAMPLE_SETS])
def test_other_programs(name, hypotheses, references):
    found = [corpus_score(metric, hypotheses, references) for metric in (EED(), EED(variant="eed.py"), OTHER_COSTS)]
    assert found == pytest.approx(GOLDEN[name], rel=1e-12)


@pytest.mark.parametrize(
    ("text", "alike", "metric"),
    [
        ("Dr. No,  1.5! ", "Dr. No , 1.5 !", EED()),
        ("Mr Smith", "Mr.mith", EED()),  # a slip of both programs: any character behind the space is lost
        ("i. e.", "e. g.", EED(variant="eed.py")),  # a slip of EED.py
        ("１ｱ", "1ア", OTHER_COSTS),
    ],
)
def test_texts_that_are_prepared_alike(text, alike, metric):
    rows = metric.statistics([text, alike], [[alike, alike]])
    assert rows[0].tolist() == rows[1].tolist()


def test_a_perfect_match_costs_one_visit_unless_the_authors_tool_is_followed():
    text = "a" * 18
    assert corpus_score(EED(), [text], [[text]]) == pytest.approx(100 * 0.3 / 20.3)
    assert corpus_score(EED(variant="eed.py"), [text], [[text]]) == 0


@pytest.mark.parametrize(
    ("text", "unlike", "metric"),
    [("i. e.", "e. g.", EED()), ("１ｱ", "1ア", EED()), ("a .", "a.", OTHER_COSTS)],
)
def test_texts_that_are_prepared_in_different_ways(text, unlike, metric):
    rows = metric.statistics([text, unlike], [[unlike, unlike]])
    assert rows[0, 0] > rows[1, 0]


@pytest.mark.parametrize(("option", "value"), [("language", "de"), ("variant", "c++")])
def test_what_there_is_not(option, value):
    with pytest.raises(ValueError, match=f"Unknown {option} of EED '{re.escape(value)}'; there are "):
        EED(**{option: value})
