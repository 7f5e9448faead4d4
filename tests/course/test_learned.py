"""Lesson 14: the same test for a mean of scores; against signs tossed by plain numpy, and the documents' own table."""

import html
import re
from pathlib import Path

import numpy as np
import pytest

from course.lessons import LESSONS, parts
from course.lessons.l14_learned import (
    LEARNED,
    MEASURES,
    PAIRS,
    PUBLISHED,
    SEED,
    SHORT,
    SHUFFLES,
    measure_lead,
    measures,
)
from scoring.output.numbers import probability
from scoring.significance import LEVEL, randomize
from tests.lessons import blocks
from ui.store.samples import SAMPLE_DATA

LESSON = LESSONS["learned"]
FIRST = next(iter(LEARNED))
AGREEMENT = Path(__file__).parents[2] / "docs" / "agreement.md"


@pytest.fixture(scope="module")
def files():
    """Judge -> system -> scores (160,), as the files have them."""
    found = {}
    for judge, name in LEARNED.items():
        lines = (SAMPLE_DATA / "news-en-es" / f"{name}.seg.score").read_text(encoding="utf-8").splitlines()
        rows = [line.split("\t") for line in lines]
        found[judge] = {
            system: np.array([float(score) for other, score in rows if other == system]) for system, _ in rows
        }
    return found


def test_the_claim():
    """Differences of the learned scores are chance's, also where one of BLEU, or of chrF, is not."""
    assert all(measure_lead(judge, pair).p_value > LEVEL for judge in LEARNED for pair in PAIRS)
    assert measure_lead("BLEU", "direct, galician").p_value < LEVEL < measure_lead(FIRST, "direct, galician").p_value
    assert measure_lead("chrF", "direct, catalan").p_value < LEVEL


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("judge", LEARNED)
def test_a_shuffle_of_a_mean_tosses_the_signs_of_its_segments(files, judge, pair):
    first, second = (files[judge][name] for name in PAIRS[pair])
    found = measure_lead(judge, pair)
    assert found.scores == pytest.approx((first.mean(), second.mean()))
    signs = np.random.default_rng(7).choice([-1, 1], (20_000, len(first)))
    tossed = np.abs((signs * (first - second)).mean(axis=1))
    assert found.p_value == pytest.approx((tossed >= abs((first - second).mean()) - 1e-9).mean(), abs=0.02)
    assert found.chance == pytest.approx(np.quantile(tossed, 0.95), rel=0.05)
    assert found.better == tuple(map(np.sum, (first > second, first < second, first == second)))


@pytest.mark.parametrize("measure", MEASURES)
def test_p_is_that_of_the_significance_test(measure):
    metric = measures()[measure]
    test = randomize(metric, metric.measure(parts.news_sample()), SHUFFLES, SEED)
    for pair, names in PAIRS.items():
        places = tuple(test.systems.index(name) for name in names)
        assert measure_lead(measure, pair).p_value == test.p_values[places]
        assert measure_lead(measure, pair).difference == pytest.approx(test.differences[places])


def test_what_is_quoted_is_in_the_documents():
    said = AGREEMENT.read_text(encoding="utf-8")
    for name, (letters, value, low, high) in PUBLISHED.items():
        row = rf"^{name} +{letters} .*\S +{value:.3f} \[{low:.3f}, {high:.3f}\]$"
        assert re.search(row, said, re.MULTILINE), name
    charts = {block.name: block for block in blocks(compute().rest) if isinstance(block, parts.Chart)}
    assert list(charts["published"].figure.data[0].x) == pytest.approx([100 * row[1] for row in PUBLISHED.values()])
    (quoted,) = (block.text for block in blocks(compute().rest) if "WMT 2023" in getattr(block, "text", ""))
    assert quoted.startswith("Quoted, not computed here")
    assert "COMET orders 57 of 100 pairs as people do, BLEU 52" in quoted


def test_it_says_that_no_person_scored():
    question = LESSON.ask(LESSON.example)
    assert "In its place a language model" in question.prompt
    assert any("They are no people" in getattr(block, "text", "") for block in blocks(compute().rest))


def test_a_segment_that_the_judge_sees_otherwise_stands_above(files):
    """With both outputs, and the scores of the file."""
    for pair, names in PAIRS.items():
        (said,) = (block.text for block in compute(pair=pair).before if isinstance(block, parts.Plain))
        scores = [int(number) for number in re.findall(r"\b\d+\b", said.split("gives")[1])]
        first, second = (files[FIRST][name] for name in names)
        (place, *_) = np.flatnonzero((first == scores[0]) & (second == scores[1]))
        outputs = [parts.news_sample().system(name).segments[int(place)].as_py() for name in names]
        assert max(len(text.split()) for text in outputs) <= SHORT
        drawn = "".join(block.html for block in compute(pair=pair).before if isinstance(block, parts.Html))
        assert all(html.escape(word) in drawn for text in outputs for word in re.findall(r"\w+", text))


def test_the_choices_move_the_numbers():
    facts = {measure: facts_of(measure=measure) for measure in MEASURES}
    assert len({shown["p"] for shown in facts.values()}) == len(MEASURES)
    for pair in PAIRS:
        assert facts_of(pair=pair)["p"] == probability(measure_lead(FIRST, pair).p_value)


def compute(**values):
    return LESSON.compute(dict(LESSON.example) | values)


def facts_of(**values):
    (facts,) = (block for block in compute(**values).key if isinstance(block, parts.Facts))
    return {fact.label: fact.value for fact in facts.facts}
