"""Lesson 0: every number and every match of the story is BLEU's, counted here anew and asked of sacreBLEU."""

import math
import re
import unicodedata
from collections import Counter

import pytest
from sacrebleu import sentence_bleu

from course.lessons import LESSONS
from course.story import story
from course.story.bleu import NAME, OUTPUT, REFERENCE, TEXTS
from course.story.bleu import story as told

STORY = told()
OUT, REF = OUTPUT.split(), REFERENCE.split()
EACH = pytest.mark.parametrize("step", STORY.steps, ids=lambda step: step.title)


def grams(words, n):
    return [tuple(words[at : at + n]) for at in range(len(words) - n + 1)]


def clipped(n):
    """Matches of an order, as Papineni et al. (2002) count them."""
    return (Counter(grams(OUT, n)) & Counter(grams(REF, n))).total()


@pytest.fixture
def expected(quiet_sacrebleu):
    return sentence_bleu(OUTPUT, [REFERENCE], smooth_method="none")


def test_bars_penalty_mean_and_score_are_sacrebleu_s(expected):
    assert [bar.filled for bar in STORY.bars] == expected.counts == [clipped(n) for n in range(1, 5)]
    assert [bar.cells for bar in STORY.bars] == expected.totals
    assert STORY.score == pytest.approx(expected.score)
    assert STORY.score / STORY.mean == pytest.approx(expected.bp)
    assert story.story_payload(STORY)["shown"] == {
        "mean": f"{100 * math.prod(p / 100 for p in expected.precisions) ** 0.25:.2f}",
        "score": f"{expected.score:.2f}",
    }


def test_the_sentence_shows_all_there_is_to_see():
    """A word in no reference, one clipped away, matches of every order, and a penalty."""
    assert {"n0", "cut", "asked", "n1", "n2", "n3", "n4"} <= {kind for step in STORY.steps for kind in step.output}
    assert all(0 < bar.filled < bar.cells for bar in STORY.bars)
    assert STORY.score < STORY.mean


@pytest.mark.parametrize("order", range(1, 5))
def test_every_ngram_is_drawn_and_as_many_count_as_match(order):
    found = STORY.ngrams[order - 1]
    assert [tuple(OUT[ngram.start : ngram.end]) for ngram in found] == grams(OUT, order)
    counted = Counter(tuple(OUT[ngram.start : ngram.end]) for ngram in found if ngram.is_counted)
    assert counted == Counter(grams(OUT, order)) & Counter(grams(REF, order))


def test_lines_join_each_counted_word_with_its_like():
    outs, refs = zip(*STORY.links, strict=True)
    assert len(set(outs)) == len(set(refs)) == len(STORY.links) == clipped(1)
    assert all(OUT[out] == REF[ref] for out, ref in STORY.links)
    assert all(out + STORY.indent == ref for out, ref in STORY.links), "upright, so that they can be followed"


@EACH
def test_words_have_the_colour_of_what_matches(step):
    assert (len(step.output), len(step.reference)) == (len(OUT), len(REF))
    assert STORY.indent == len(REF) - len(OUT) > 0
    of_step = {kind for kind in step.output if kind in {"n1", "n2", "n3", "n4"}}
    if step.order or step.is_linked:
        order = max(step.order, 1)
        covered = {at for n in STORY.ngrams[order - 1] if n.is_counted for at in range(n.start, n.end)}
        assert {at for at, kind in enumerate(step.output) if kind == f"n{order}"} == covered
        assert of_step == {f"n{order}"}
    for word, kind in zip(OUT, step.output, strict=True):
        assert (kind == "n0") <= (word not in REF)
        assert (kind in {"cut", "asked"}) <= (Counter(OUT)[word] > Counter(REF)[word] > 0)


@EACH
def test_a_formula_gives_what_it_says(step):
    """And those who hear it are told the same numbers."""
    for formula in step.formulas:
        said = formula.terms[-1].text.removeprefix("= ")
        digits = len(said.partition(".")[2])
        assert f"{value_of(formula):.{digits}f}" == said
        written = " ".join(f"{term.text} {term.above} {term.below}" for term in formula.terms)
        assert numbers(written) + numbers(formula.index) == numbers(formula.heard)


def value_of(formula):
    product = root = 1.0
    for term in formula.terms[:-1]:
        if term.below:
            share = int(term.text) / int(term.below)
            product, root = (product, root * share) if term.is_in_root else (product * share, root)
        elif term.above:
            long, short = re.fullmatch(r"1 − (\d+) / (\d+)", term.above).groups()
            product *= math.exp(1 - int(long) / int(short))
        elif "100" in term.text:
            product *= 100
    return product * root ** (1 / int(formula.index or 1))


def numbers(text):
    return Counter(re.findall(r"\d+\.\d+|\d+", unicodedata.normalize("NFKC", text)))


@EACH
def test_numbers_said_are_those_that_are_counted(step):
    counts = {clipped(n) for n in range(1, 5)} | {len(OUT) - n for n in range(4)} | {len(REF), 0, 100, 3}
    counts |= {Counter(OUT)["the"], Counter(REF)["the"]}
    for number in re.findall(r"\d+\.\d+|\d+", step.text):
        assert number == f"{STORY.score:.2f}" or int(number) in counts


@EACH
def test_a_step_is_short(step):
    assert len(f"{step.title} {step.text}".split()) <= 60


def test_bars_fill_one_after_another_and_the_score_comes_last():
    assert 6 <= len(STORY.steps) <= 8
    bars = [step.bars for step in STORY.steps]
    assert bars == sorted(bars)
    assert (bars[0], bars[-1]) == (0, len(STORY.bars))
    totals = [step.total for step in STORY.steps]
    assert totals == sorted(totals, key=["", "mean", "score"].index)
    assert {"mean", "score"} <= set(totals)


def test_the_playground_has_the_same_sentence():
    assert (TEXTS.hypotheses, TEXTS.references) == (OUTPUT, REFERENCE)


def test_its_name_is_no_other_lesson_s():
    assert NAME not in LESSONS
