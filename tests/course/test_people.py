"""Lesson 13: what is marked and what counts; against sacreBLEU, and words looked up one by one."""

import json
from itertools import pairwise

import pytest
import sacrebleu
from lxml import html as lxml_html

from course import asking
from course.lessons import LESSONS, parts
from course.lessons.l13_people import (
    CORRECTED,
    EXAMPLE_OUTPUTS,
    JUDGE,
    METRIC,
    OUTPUT,
    error_words_in_sample,
    errors_in_output,
    matched_share,
    output_of_sample,
)
from scoring.output.numbers import two_decimals
from scoring.studies.error_kinds import count_error_words, placed_words
from tests.lessons import blocks
from ui.kit import texts as playground
from ui.store.samples import SAMPLE_DATA

LESSON = LESSONS["people"]
REFERENCE = LESSON.example["reference"]
QUESTION = LESSON.ask(LESSON.example)


def facts(**values):
    (found,) = (block for block in LESSON.compute(dict(LESSON.example) | values).key if isinstance(block, parts.Facts))
    return [fact.value for fact in found.facts]


def test_the_claim():
    """Every word that is marked counts, and each that does not count is right; without the errors BLEU is the same."""
    marked = {OUTPUT[error.start : error.end] for error in errors_in_output(LESSON.example)}
    unpaid = set(OUTPUT.split()) - set(REFERENCE.split())
    assert marked <= set(REFERENCE.split())
    assert marked
    assert unpaid == {"defeated"}
    before, after = (
        sacrebleu.sentence_bleu(text, [REFERENCE], use_effective_order=False).score for text in (OUTPUT, CORRECTED)
    )
    assert before == after
    assert facts() == ["2 of 2", "1 of 6", two_decimals(before)]
    assert facts(output=CORRECTED) == ["0 of 0", "1 of 8", two_decimals(before)]


def test_the_answer_is_what_is_marked_and_the_words_can_be_dragged_to_the_right_sentence():
    question = LESSON.ask(LESSON.example)
    assert question.clicked.counts == {"France": 1, "Spain": 1}
    assert question.is_right((1, 3))
    assert not question.is_right((2, 4))
    assert question.answer == "2 of the 8 words are wrong"
    assert sorted(CORRECTED.split()) == sorted(OUTPUT.split())
    assert "35.09" in question.reveal


@pytest.mark.parametrize(
    ("output", "wrong"),
    [
        ("yesterday defeated France Spain two goals to one", ["Spain"]),
        ("yesterday Spain France defeated two goals to one", ["France"]),
        (CORRECTED, []),
    ],
)
def test_marks_follow_the_words_that_are_dragged_and_the_verdict_stays(output, wrong):
    values = dict(LESSON.example) | {"output": output}
    assert [output[error.start : error.end] for error in errors_in_output(values)] == wrong
    assert asking.is_about(LESSON, LESSON.ask(LESSON.example), values)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (OUTPUT, "BLEU counts <b>2 of 2 wrong words</b> as right, but not “defeated”"),
        (
            "yesterday defeated France Spain two goals to one",
            "<b>Spain</b> is still wrong, and BLEU counts it as right: drag Spain before “defeated”.",
        ),
        (
            "France yesterday defeated Spain two goals to one",
            "<b>France and Spain</b> are still wrong, and BLEU counts them as right: drag France after “defeated” and"
            " Spain before “defeated”.",
        ),
        (CORRECTED, "Now no word is wrong. BLEU is still <b>35.09</b>."),
        (f"{OUTPUT} again", "Nobody has marked this sentence. BLEU is <b>"),
    ],
)
def test_the_verdict_follows_the_words_that_are_dragged(output, said):
    values = dict(LESSON.example) | {"output": output}
    score = sacrebleu.sentence_bleu(output, [REFERENCE], use_effective_order=False).score
    revealed = QUESTION.reveal_at(values)
    assert revealed.startswith(said)
    if output == OUTPUT:
        assert revealed == QUESTION.reveal
    else:
        now = two_decimals(score)
        assert ("BLEU is still <b>35.09</b>." if now == "35.09" else f"<b>{now}</b>, before <b>35.09</b>.") in revealed
    errors, words = errors_in_output(values), placed_words(METRIC, output, [REFERENCE])
    found = count_error_words(words, output, errors or ())
    assert found.inside.single == found.inside.words, "every wrong word is counted as right"


@pytest.mark.parametrize(
    "values",
    [{"output": f"{OUTPUT} again"}, {"output": ""}, {"reference": "France beat Spain by two goals to one yesterday"}],
)
def test_nobody_has_marked_another_sentence_or_what_means_something_else(values):
    assert errors_in_output(dict(LESSON.example) | values) is None
    assert facts(**values)[:2] == ["–", "–"]


@pytest.mark.parametrize(("system", "segment"), EXAMPLE_OUTPUTS)
def test_the_outputs_shown_are_those_of_the_sample_and_the_two_part_there(system, segment):
    folder = SAMPLE_DATA / "news-en-es"
    text, words, errors = output_of_sample(system, segment)
    assert text == (folder / f"system.{system}.es.txt").read_text(encoding="utf-8").splitlines()[segment]
    rows = (folder / f"{JUDGE}.seg.rating").read_text(encoding="utf-8").splitlines()
    own = [row.split("\t")[1] for row in rows if row.startswith(f"{system}\t")][segment]
    expected = [(error["start"], error["end"]) for error in json.loads(own)["errors"]]
    assert [(error.start, error.end) for error in errors] == expected
    marked = [any(start < word.span[1] and word.span[0] < end for start, end in expected) for word in words]
    kinds = [(inside, word.longest > 0) for word, inside in zip(words, marked, strict=True)]
    assert kinds.count((True, True)) >= 2, "paid, and an error"
    assert kinds.count((False, False)) >= 1, "right, and not paid"


def test_the_outputs_shown_open_in_the_playground_beneath_their_sentences():
    rest = LESSON.compute(LESSON.example).rest
    found = [(before.html, block) for before, block in pairwise(rest) if isinstance(block, parts.Trial)]
    assert len(found) == len(EXAMPLE_OUTPUTS)
    for (drawn, trial), (system, segment) in zip(found, EXAMPLE_OUTPUTS, strict=True):
        assert trial.label == f"Segment {segment + 1} in Playground"
        texts = trial.texts
        given = [
            texts.source,
            *playground.entries(texts.references, "x").values(),
            *playground.entries(texts.hypotheses, "x").values(),
        ]
        assert given[-1] == output_of_sample(system, segment)[0]
        seen = lxml_html.fromstring(drawn).xpath("//div[contains(@class, 'words')]")
        assert ["".join(line.text_content().split()) for line in seen] == ["".join(text.split()) for text in given]


def test_in_the_sample_bleu_follows_errors_in_part():
    found = error_words_in_sample()
    assert 0.25 < matched_share(found.inside) < 0.5 < matched_share(found.outside) < 0.9
    (chart,) = (block for block in blocks(LESSON.compute(LESSON.example).rest) if isinstance(block, parts.Chart))
    assert list(chart.figure.data[0].x) == [round(100 * matched_share(of)) for of in (found.inside, found.outside)]


def test_it_says_who_marked_what():
    said = " ".join(getattr(block, "text", "") for block in blocks(LESSON.compute(LESSON.example).rest))
    assert "language model" in said
    assert "it is no person" in said
    assert "the lesson's own" in said
