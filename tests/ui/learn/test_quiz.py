"""Each right answer of the quiz, by other tools and by counting; and that the two forms ask the same."""

import re
from collections import Counter
from itertools import product

import pytest
from sacrebleu.metrics import BLEU, TER

from ui.learn.lessons import LESSONS
from ui.learn.lessons.quiz import items
from ui.learn.quiz import FORMS, LENGTH

EVERY = pytest.mark.parametrize(
    "item",
    [item for form in FORMS for item in items(form)],
    ids=lambda item: f"{item.lesson}-{item.choices[item.right]}",
)


def of(lesson):
    found = [item for form in FORMS for item in items(form) if item.lesson == lesson]
    assert len(found) == len(FORMS)
    return pytest.mark.parametrize("item", found, ids=FORMS)


def told(item):
    return item.choices[item.right]


def bleu(outputs, references):
    return BLEU(tokenize="none", smooth_method="none").corpus_score(outputs, [references])


def texts(item, *names):
    return [item.sentences[name] for name in names]


def test_both_forms_ask_the_same_in_other_sentences():
    before, after = map(items, FORMS)
    assert len(before) == len(after) == LENGTH
    assert [item.lesson for item in before] == [item.lesson for item in after]
    assert len({item.lesson for item in before}) == LENGTH
    assert {item.lesson for item in before} <= {*LESSONS}
    sentences = [text for form in (before, after) for item in form for text in {*item.sentences.values()}]
    assert len(sentences) == len({*sentences})
    lessons = " ".join(str(value) for lesson in LESSONS.values() for value in lesson.example.values())
    assert not [text for text in sentences if text in lessons]


@EVERY
def test_a_question_is_short_and_has_few_choices(item):
    assert len(f"{item.prompt} {' '.join(item.choices)}".split()) <= 70
    assert item.prompt.endswith("?")
    assert 3 <= len(item.choices) == len({*item.choices}) <= 4
    assert all(": " in choice for choice in item.choices) or not re.search(r"\d", "".join(item.choices)), "why so many"


@pytest.mark.parametrize(
    "item",
    [item for form in FORMS for item in items(form) if item.lesson in ("clipping", "tokenization", "inflection")],
    ids=lambda item: item.sentences["Output"],
)
def test_words_that_count(item):
    output, reference = (Counter(text.split(" ")) for text in texts(item, "Output", "Reference"))
    assert told(item).partition(": ")[0] == str((output & reference).total())
    assert f"{output.total()} words" in item.prompt
    assert item.choices[0].partition(": ")[0] == f"All {output.total()}"


@of("order")
def test_swapped_halves_beat_a_wrong_word(item):
    reference, first, second = texts(item, "Reference", "A", "B")
    swapped = {
        Counter(text.split()) == Counter(reference.split()): name for name, text in (("A", first), ("B", second))
    }
    scores = {name: bleu([text], [reference]).score for name, text in (("A", first), ("B", second))}
    assert told(item) == max(scores, key=scores.__getitem__) == swapped[True]


@of("references")
def test_a_wrong_sentence_beats_other_words(item):
    reference, first, second = texts(item, "Reference", "A", "B")
    scores = {name: bleu([text], [reference]).score for name, text in (("A", first), ("B", second))}
    assert told(item) == max(scores, key=scores.__getitem__)
    wrong, right = reference.split(), item.sentences[told(item)].split()
    assert sum(a != b for a, b in zip(wrong, right, strict=True)) == 1


@of("length")
def test_the_penalty(item):
    output, reference = texts(item, "Output", "Reference")
    found = bleu([output], [reference])
    assert found.precisions[0] == 100
    assert told(item) == f"{found.bp:.2f}: less than that share"
    assert found.bp < found.sys_len / found.ref_len < 1
    assert f"{found.sys_len / found.ref_len:.2f}: the share of words that are there" in item.choices


@of("zeros")
def test_a_product_with_a_zero(item):
    output, reference = texts(item, "Output", "Reference")
    found = bleu([output], [reference])
    assert (found.precisions[0], found.precisions[3], found.bp, found.score) == (100, 0, 1, 0)
    assert told(item) == "0: one precision is 0"
    assert f"{sum(found.precisions) / 4:.0f}: the mean of the four precisions" in item.choices


@of("corpus")
def test_the_long_sentence_decides(item):
    """Though by the mean of its sentences the other one is better."""
    references, first, second = (texts(item, f"{name} 1", f"{name} 2") for name in ("Reference", "A", "B"))
    scores = {name: bleu(given, references).score for name, given in (("A", first), ("B", second))}
    assert told(item) == max(scores, key=scores.__getitem__)
    assert item.sentences[f"{told(item)} 1"] == references[0]
    means = {
        name: sum(bleu([text], [reference]).score for text, reference in zip(given, references, strict=True))
        for name, given in (("A", first), ("B", second))
    }
    assert told(item) == min(means, key=means.__getitem__)


@of("shifts")
def test_a_moved_phrase_is_one_edit(item):
    output, reference = texts(item, "Output", "Reference")
    assert TER().corpus_score([output], [[reference]]).num_edits == 1
    assert told(item) == "1: the phrase is moved"
    n_words = int(item.prompt.split(" of them")[0].split()[-1])
    words = output.split()
    assert words[n_words:] + words[:n_words] == reference.split()


@of("significance")
def test_every_shuffle_is_tried(item):
    """The fewer sentences there are, the more often chance does as much."""
    sizes = [int(number) for number in re.findall(r"\d+", item.prompt)]
    right, wrong = texts(item, "A", "B")
    of_words = BLEU(tokenize="none", smooth_method="none", max_ngram_order=1)

    def gap(swaps):
        sides = [[wrong if swap else right for swap in swaps], [right if swap else wrong for swap in swaps]]
        first, second = (of_words.corpus_score(side, [[right] * len(swaps)]).score for side in sides)
        return abs(first - second)

    def share(n_segments):
        gaps = [gap(swaps) for swaps in product((False, True), repeat=n_segments)]
        return sum(found >= gaps[0] - 1e-9 for found in gaps) / len(gaps)

    shares = {size: share(size) for size in sizes}
    assert shares[min(sizes)] > shares[max(sizes)]
    assert told(item).startswith(f"In that of {max(shares, key=shares.__getitem__)}: ")
