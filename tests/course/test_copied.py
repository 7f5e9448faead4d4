"""Lesson 19: copies cost few points, and the check finds them; against sacreBLEU over the texts."""

from decimal import Decimal

import pytest
import sacrebleu

from course.lessons import LESSONS, parts
from course.lessons.l19_copied import COPIES, EXAMPLE_PLACE, POINT, SYSTEM, copy_evidence, copy_table, loses_a_point
from scoring.output.numbers import two_decimals
from ui.store.samples import sample

LESSON = LESSONS["copied"]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("copies", [0, 8, 80])
def test_scores_are_those_of_another_program(copies):
    test_set = sample("news-en-es")
    outputs, source = test_set.system(SYSTEM).segments.to_pylist(), test_set.source.to_pylist()
    for place in copy_evidence().order[:copies]:
        outputs[place] = source[place]
    references = [reference.segments.to_pylist() for reference in test_set.references]
    row = copy_table().set_index("copies").loc[copies]
    assert row["BLEU"] == pytest.approx(sacrebleu.corpus_bleu(outputs, references).score)
    assert row["chrF"] == pytest.approx(sacrebleu.corpus_chrf(outputs, references).score)


def test_the_claim():
    """Until a point is lost several outputs are untranslated; the check finds nearly all of them."""
    table = copy_table()
    reached = min(copies for copies in table["copies"] if loses_a_point({"copies": copies}))
    assert reached >= 5
    scores = table.set_index("copies")["BLEU"]
    assert scores[0] - scores[reached] >= POINT > scores[0] - scores[reached - 2]
    assert (table["found"] == table["copies"]).all(), "the check names every one"
    assert f"{reached} of the" in LESSON.ask(LESSON.example).answer


def test_short_sources_are_copied_first():
    source = sample("news-en-es").source.to_pylist()
    lengths = [len(source[place].split()) for place in copy_evidence().order]
    assert lengths == sorted(lengths)


def test_the_segment_shown_becomes_its_source():
    before, after = (LESSON.segment({"copies": copies}) for copies in (EXAMPLE_PLACE, EXAMPLE_PLACE + 1))
    assert before.hypotheses["output"] != before.source == after.source == after.hypotheses["output"]


def test_the_bars_follow_the_slider():
    for copies in (0, COPIES.highest):
        chart = LESSON.compute({"copies": copies}).before[0]
        assert isinstance(chart, parts.Chart)
        assert chart.figure.data[0].x[0] == round(100 - 100 * copies / 160)
        before, now = (two_decimals(copy_evidence().score("bleu", number)) for number in (0, copies))
        lost = f" (−{Decimal(before) - Decimal(now)})" if copies else ""
        assert chart.figure.data[0].text[:2] == (f"{160 - copies} of 160", now + lost)
