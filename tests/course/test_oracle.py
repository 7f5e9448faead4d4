"""Lesson 13: who chooses is flattered; against plain arithmetic over the judges, and sacreBLEU over the texts."""

import re
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

from course.lessons import LESSONS, parts
from course.lessons.l13_oracle import (
    BY_OTHERS,
    CHOOSERS,
    PEOPLE,
    WMT21,
    oracle_evidence,
    oracle_name,
    quoted_share,
    segment_losses,
    segments_by_loss,
)
from scoring.output.numbers import two_decimals
from tests.lessons import blocks
from ui.store.samples import sample

LESSON = LESSONS["oracle"]
DOCS = Path(__file__).parents[2] / "docs"
CALLED = (
    "best system by people",
    "best system by BLEU",
    "random",
    "MBR by BLEU",
    "oracle by BLEU",
    "people's favourites",
)
"""In the manual, in the order of the lesson's."""
EACH = 10
"""Of so many segments one is scored by sacreBLEU's TER."""
TOOLS = {"bleu": sacrebleu.corpus_bleu, "chrf": sacrebleu.corpus_chrf}


def by_text(outputs, scores):
    """(n_systems, n_segments): of each output the mean over the systems that have the same text."""
    return np.array(
        [[scores[outputs[:, place] == text, place].mean() for place, text in enumerate(own)] for own in outputs]
    )


@pytest.fixture(scope="module")
def news():
    """Outputs (n_systems, n_segments), references, and each judge's scores (n_systems, n_segments), also by text."""
    test_set = sample("news-en-es")
    outputs = np.array([test_set.system(name).segments.to_pylist() for name in test_set.system_names])
    judges = {of.name: np.array([of.of(name) for name in test_set.system_names]) for of in test_set.scores}
    texts = {name: by_text(outputs, own) for name, own in judges.items()}
    return outputs, [reference.segments.to_pylist() for reference in test_set.references], judges, texts


@pytest.fixture(scope="module")
def corpus(news):
    """``corpus(metric)(outputs)``: by sacreBLEU. TER, which takes it long, is added up of what the lesson says of each
    text; of a few texts sacreBLEU says the same (see below)."""
    outputs, references, *_ = news
    lengths = np.array([[len(text.split()) for text in texts] for texts in references]).mean(axis=0)
    rates = oracle_evidence().worths["ter"]

    def ter(texts):
        edits = [rates[n, outputs[:, n].tolist().index(text)] * lengths[n] for n, text in enumerate(texts)]
        return sum(edits) / lengths.sum()

    return lambda metric: ter if metric == "ter" else lambda texts: TOOLS[metric](texts, references).score


@pytest.fixture(scope="module")
def best_systems(news, corpus):
    """Metric -> the best system's score."""
    outputs, *_ = news
    scores = {name: [corpus(name)(output.tolist()) for output in outputs] for name in CHOOSERS.values()}
    return {name: min(of) if name == "ter" else max(of) for name, of in scores.items()}


def taken(metric):
    """(n_segments,): whose output a metric takes."""
    found = oracle_evidence()
    return found.choices[oracle_name(metric)].within(found.lists)


@pytest.mark.parametrize("metric", CHOOSERS.values())
def test_the_claim(metric):
    """A metric gains most by its own choice, and every other judge sees a part of what it could gain."""
    found = oracle_evidence()
    for judge in (*CHOOSERS.values(), "Language model 1", "Language model 2"):
        assert (
            found.seen(oracle_name(metric), judge) == 1
            if judge == metric
            else found.seen(oracle_name(metric), judge) < 0.9
        )


def test_the_judges_see_a_third_and_people_saw_nothing():
    found = oracle_evidence()
    assert all(0.3 < found.seen("oracle:bleu", judge) < 0.4 for judge in ("Language model 1", "Language model 2"))
    assert quoted_share() == pytest.approx((-1.30 + 1.04) / (-0.05 + 1.04))
    assert (WMT21["BLEU's choice"], WMT21["one at random"][0], WMT21["MBR by BLEU"][0]) == ((-1.30, 39.3), -1.40, -1.24)
    assert round(WMT21["BLEU's choice"][1] - WMT21["the best system by BLEU"][1]) == 7


def test_what_is_quoted_of_people_stands_in_the_manual_with_how_it_was_computed():
    manual = (DOCS / "choosing.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in manual.split("\n") if line.startswith("  | ")]
    for start, (people, bleu) in zip(CALLED, WMT21.values(), strict=True):
        ((_, by_people, by_bleu),) = (row for row in rows if row[0].startswith(start))
        assert float(by_people) == people
        assert by_bleu == "" if np.isnan(bleu) else round(float(by_bleu), 1) == bleu
    others = re.findall(r"reference ([CD]) [^.]*\.\d+ (?:BLEU )?and\s+(?:MQM )?(-\d\.\d+)", manual)
    assert {reference: float(people) for reference, people in others} == BY_OTHERS


@pytest.mark.parametrize("metric", CHOOSERS.values())
def test_scores_are_those_of_other_programs(news, corpus, best_systems, metric):
    outputs, _, judges, texts = news
    picked = outputs[taken(metric), np.arange(outputs.shape[1])].tolist()
    found = oracle_evidence()
    for name in CHOOSERS.values():
        assert found.score(oracle_name(metric), name) == pytest.approx(corpus(name)(picked))
        assert found.best_system(name) == pytest.approx(best_systems[name])
    for judge, scores in judges.items():
        assert found.score(oracle_name(metric), judge) == pytest.approx(
            texts[judge][taken(metric), np.arange(outputs.shape[1])].mean()
        )
        assert found.score(judge, judge) == pytest.approx(texts[judge].max(axis=0).mean())
        assert found.best_system(judge) == pytest.approx(scores.mean(axis=1).max())


def test_the_ter_of_a_text_is_sacrebleu_s(news):
    outputs, references, *_ = news
    ter = sacrebleu.TER()
    for segment in range(0, outputs.shape[1], EACH):
        own = [reference[segment] for reference in references]
        expected = [ter.sentence_score(output, own).score for output in outputs[:, segment]]
        assert oracle_evidence().worths["ter"][segment] == pytest.approx(expected)


def test_a_metric_takes_the_output_that_it_likes_most(news):
    outputs, references, *_ = news
    for segment in segments_by_loss("bleu"):
        own = [reference[segment] for reference in references]
        scores = [sacrebleu.sentence_bleu(output, own).score for output in outputs[:, segment]]
        assert scores[taken("bleu")[segment]] == pytest.approx(max(scores))


@pytest.mark.parametrize("metric", CHOOSERS.values())
def test_the_segments_shown_are_those_where_the_judge_loses_most(news, metric):
    scores = news[3]["Language model 1"]
    lost = segment_losses(metric)
    assert sorted(lost)[::-1][: len(segments_by_loss(metric))] == lost[segments_by_loss(metric)].tolist()
    for segment in segments_by_loss(metric):
        assert lost[segment] == scores[:, segment].max() - scores[taken(metric)[segment], segment] > 0


def test_the_slider_moves_the_segment():
    first, second = (LESSON.compute(dict(LESSON.example) | {"place": place}) for place in (1, 2))
    assert first.key[0] == second.key[0], "the numbers are of all segments"
    for place, computed in enumerate((first, second)):
        said = [block.text for block in blocks(computed.rest) if isinstance(block, parts.Plain)]
        assert f"Segment {segments_by_loss('bleu')[place] + 1} of the sample set news-en-es, shown above." in said


def test_people_are_quoted_beside_bleu_alone():
    for label in CHOOSERS:
        computed = LESSON.compute(dict(LESSON.example) | {"chooser": label})
        (chart,) = (block for block in blocks(computed.rest) if isinstance(block, parts.Chart))
        assert (PEOPLE in chart.figure.data[0].y) == (label == "BLEU")


def test_it_says_that_the_judges_are_no_people():
    said = " ".join(
        block.text for block in blocks(LESSON.compute(LESSON.example).rest) if isinstance(block, parts.Plain)
    )
    assert "language model" in said
    assert "no people" in said
    question = LESSON.ask(LESSON.example)
    assert "language model" in question.prompt
    assert two_decimals(oracle_evidence().score("oracle:bleu", "Language model 1")) in question.reveal
