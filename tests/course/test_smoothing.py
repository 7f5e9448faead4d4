"""Lesson 21: where smoothing helps, as Chen and Cherry print it, and why, as computed."""

import numpy as np
import pytest
import sacrebleu

from course.lessons import LESSONS
from course.lessons.l21_smoothing import (
    METHODS,
    PUBLISHED,
    SENTENCES,
    SYSTEM,
    SYSTEMS,
    TUNED_LARGE,
    TUNED_SMALL,
    TUNING,
    computed_table,
    gain,
    helps,
    out_of_english_table,
    tuned_table,
)
from scoring.studies.parameters.published_agreement import INTO, PRINTED
from ui.store.samples import sample

LESSON = LESSONS["smoothing"]


def test_the_claim():
    """In the paper's numbers: much for sentences, a hundredth for systems, and as little for tuning."""
    assert gain(SENTENCES) > 1.4
    assert gain(SYSTEMS) < 1.01
    assert gain(TUNING) < 1.01
    assert [helps({"what": what}) for what in (SENTENCES, SYSTEMS, TUNING)] == [True, False, False]


def test_agreement_is_that_of_the_page_agreement():
    assert PUBLISHED[SENTENCES] == tuple(PRINTED[INTO][method].tau for method in METHODS)
    assert PUBLISHED[SYSTEMS] == tuple(PRINTED[INTO][method].gamma for method in METHODS)


def test_tables_have_the_papers_numbers():
    """Tables 3 and 5 to 8, typed from the paper once more: a row each, and a method that the large ones leave out."""
    out = out_of_english_table().set_index("method")
    assert out.loc["5"].to_dict() == {SYSTEMS: 0.731, SENTENCES: 0.184}
    small, large = (tuned_table(of).set_index("method") for of in (TUNED_SMALL, TUNED_LARGE))
    assert list(small.index) == list(METHODS)
    assert small.loc["6"].tolist() == [27.5, 35.7, 29.0, 47.0, 46.4, 49.1]
    assert list(large.index) == ["MIRA", "0", "2", "4", "6", "7"]
    assert large.loc["7"].tolist() == [29.7, 38.0, 31.2, 48.1, 47.3, 49.7]


def test_what_the_captions_say_of_tuning_with_much_training_data():
    large = tuned_table(TUNED_LARGE).set_index("method").drop(columns=["zh-en, tuning", "ar-en, tuning"])
    assert (large.loc["7"] > large.loc["0"]).sum() == 3
    assert large["zh-en, MT08"].idxmax() == "0"


@pytest.mark.exhaustive
def test_sentences_have_zeros_and_a_test_set_has_none():
    test_set = sample("news-en-es")
    outputs = test_set.system(SYSTEM).segments.to_pylist()
    references = [reference.segments.to_pylist() for reference in test_set.references]
    plain = sacrebleu.BLEU(smooth_method="none", effective_order=False)
    scores = [
        plain.sentence_score(output, [texts[place] for texts in references]).score
        for place, output in enumerate(outputs)
    ]
    row = computed_table().set_index("method").loc["0"]
    assert row["sentences with 0"] == np.sum(np.array(scores) == 0) > len(outputs) / 3
    assert row["corpus BLEU"] == pytest.approx(sacrebleu.corpus_bleu(outputs, references).score)


def test_where_only_zeros_are_changed_a_test_set_keeps_its_score():
    table = computed_table().set_index("method")["corpus BLEU"]
    assert table[["0", "1", "3", "4"]].nunique() == 1


def test_the_bars_follow_the_switch():
    for what, numbers in PUBLISHED.items():
        (chart,) = LESSON.compute({"what": what}).before
        assert tuple(chart.figure.data[0].x) == numbers, "as in the card: three decimals"
        assert list(chart.figure.data[0].text) == [f"{number:.3f}" for number in numbers]


def test_the_answer_says_why_and_bars_have_the_paper_s_numbers_of_methods():
    assert "here <b>72</b> of 160: they cannot be ranked" in LESSON.ask(LESSON.example).reveal
    (chart,) = LESSON.compute(LESSON.example).before
    assert [label.strip() for label in chart.figure.data[0].y] == ["none", *(f"method {n}" for n in range(1, 8))]


def test_the_question_says_what_each_use_is():
    prompt = LESSON.ask(LESSON.example).prompt
    assert all(said in prompt for said in ("whole systems", "single sentences", "tuning, which picks"))
