"""Each right answer of the quiz, by other tools and by counting; and that the two forms ask the same."""

import re
from collections import Counter

import pytest
from sacrebleu.metrics import BLEU, TER
from scipy.stats import binomtest

from course.lessons import LESSONS
from course.lessons.l15_learned import PUBLISHED
from course.quiz.questions import CONTROLS, FORMS, quiz_items, share_of_exchanges
from course.quiz.quiz import LENGTH
from tests.cases import as_one_test

EVERY = pytest.mark.parametrize(
    "item",
    [item for form in FORMS for item in quiz_items(form)],
    ids=lambda item: f"{item.lesson}-{item.choices[item.right]}",
)


def of(lesson):
    found = [item for form in FORMS for item in quiz_items(form) if item.lesson == lesson]
    assert len(found) == len(FORMS)
    return pytest.mark.parametrize("item", found, ids=FORMS)


def told(item):
    return item.choices[item.right]


def bleu(outputs, references):
    return BLEU(tokenize="none", smooth_method="none").corpus_score(outputs, [references])


def texts(item, *names):
    return [item.sentences[name] for name in names]


def test_both_forms_ask_the_same_in_other_sentences():
    before, after = map(quiz_items, FORMS)
    assert len(before) == len(after) == LENGTH
    assert [item.lesson for item in before] == [item.lesson for item in after]
    assert len({item.lesson for item in before}) == LENGTH
    assert {item.lesson for item in before} <= {*LESSONS}
    sentences = [text for form in (before, after) for item in form for text in {*item.sentences.values()}]
    assert len(sentences) == len({*sentences})
    lessons = " ".join(str(value) for lesson in LESSONS.values() for value in lesson.example.values())
    assert not [text for text in sentences if text in lessons]


def test_no_question_has_its_right_choice_in_one_place_in_both_forms():
    """So what was learned by place helps nobody; nor does one place for all."""
    before, after = map(quiz_items, FORMS)
    for first, second in zip(before, after, strict=True):
        assert first.right != second.right, first.lesson
    for items in (before, after):
        assert max(Counter(item.right for item in items).values()) <= LENGTH / 2


@of("inflection")
def test_a_wrong_form_counts_as_nothing_not_as_half(item):
    total, equal = words_and_equal_ones(item)
    assert item.lesson in CONTROLS
    assert told(item) == str(equal)
    assert f"{(total + equal) / 2:g}" in item.choices


def words_and_equal_ones(item):
    """Of a sentence with as many words as its reference."""
    both = [*zip(*(text.split() for text in texts(item, "Output", "Reference")), strict=True)]
    return len(both), sum(a == b for a, b in both)


@of("people")
def test_a_control_has_the_fewest_errors(item):
    """As everybody expects: one word too few, not words in disorder, nor others."""
    assert item.lesson in CONTROLS
    reference, *outputs = (text.split() for text in texts(item, "Reference", "A", "B", "C"))
    best = outputs["ABC".index(told(item))]
    assert len(best) == len(reference) - 1
    assert [reference[:n] + reference[n + 1 :] for n in range(len(reference))].count(best) == 1
    assert sum(sorted(output) == sorted(reference) for output in outputs) == 1


@as_one_test
@EVERY
def test_outputs_differ_by_five_points_or_not_at_all(item):
    """Of three the best one from the others."""
    if {"A", "B"} <= item.sentences.keys():
        reference, *outputs = texts(item, *item.sentences)
        *_, second, first = sorted(bleu([text], [reference]).score for text in outputs)
        assert first == second or first - second >= 5


@as_one_test
@EVERY
def test_a_question_is_short_and_has_few_choices(item):
    assert len(f"{item.prompt} {' '.join(item.choices)}".split()) <= 70
    assert item.prompt.endswith("?")
    assert 3 <= len(item.choices) == len({*item.choices}) <= 4
    assert not [choice for choice in item.choices if len(choice) > 20], "reasons, which give it away, come after"
    assert item.why.endswith(".")


@pytest.mark.parametrize(
    "item",
    [item for form in FORMS for item in quiz_items(form) if item.lesson in ("clipping", "tokenization")],
    ids=lambda item: item.sentences["Output"],
)
def test_words_that_count(item):
    output, reference = (Counter(text.split(" ")) for text in texts(item, "Output", "Reference"))
    assert told(item) == str((output & reference).total())
    assert f"{output.total()} words" in item.prompt
    assert str(output.total()) in {item.choices[0], item.choices[-1]}


@of("order")
def test_swapped_halves_beat_a_wrong_word(item):
    reference, first, second = texts(item, "Reference", "A", "B")
    swapped = {
        Counter(text.split()) == Counter(reference.split()): name for name, text in (("A", first), ("B", second))
    }
    scores = {name: bleu([text], [reference]).score for name, text in (("A", first), ("B", second))}
    assert told(item) == max(scores, key=scores.__getitem__) == swapped[True]


@of("length")
def test_the_penalty(item):
    output, reference = texts(item, "Output", "Reference")
    found = bleu([output], [reference])
    assert found.precisions[0] == 100
    assert told(item) == f"{found.bp:.2f}"
    assert found.bp < found.sys_len / found.ref_len < 1
    assert f"{found.sys_len / found.ref_len:.2f}" in {*item.choices} & {*re.findall(r"[\d.]+\d", item.why)}


@of("zeros")
def test_a_product_with_a_zero(item):
    output, reference = texts(item, "Output", "Reference")
    found = bleu([output], [reference])
    assert (found.precisions[0], found.precisions[3], found.bp, found.score) == (100, 0, 1, 0)
    assert told(item) == "0"
    assert f"{sum(found.precisions) / 4:.0f}" in item.choices


@of("corpus")
def test_the_long_sentence_weighs_more(item):
    """So that both together have more than the mean, which is offered, too."""
    references, outputs = (texts(item, f"{name} 1", f"{name} 2") for name in ("Reference", "Output"))
    together = bleu(outputs, references).score
    alone = [bleu([output], [reference]).score for output, reference in zip(outputs, references, strict=True)]
    assert alone == pytest.approx([100, 0])
    assert told(item) == f"{together:.0f}"
    assert together > 50 + 5
    assert {"0", "50", "100"} < {*item.choices}


@of("permutations")
def test_pieces_in_another_order_have_the_same_score(item):
    reference, first, second = texts(item, "Reference", "A", "B")
    assert told(item) == "Both the same"
    assert bleu([first], [reference]).score == bleu([second], [reference]).score > 0
    words, others = first.split(), second.split()
    assert [words[n:] + words[:n] for n in range(1, len(words))].count(others) == 1


@of("negation")
def test_the_opposite_beats_other_words_and_fewer_words(item):
    reference, *outputs = texts(item, "Reference", "A", "B", "C")
    scores = {name: bleu([text], [reference]).score for name, text in zip("ABC", outputs, strict=True)}
    assert told(item) == max(scores, key=scores.__getitem__)
    opposite = item.sentences[told(item)]
    assert sum(a != b for a, b in zip(opposite.split(), reference.split(), strict=True)) == 1


@of("edges")
def test_programs_do_not_agree_on_two_words(item):
    output, reference = texts(item, "Output", "Reference")
    by_rule = {BLEU(effective_order=rule).sentence_score(output, [reference]).score for rule in (True, False)}
    assert {round(score) for score in by_rule} == {0, 100}
    assert told(item) == "Some 100, others 0"


@of("shifts")
def test_a_moved_phrase_is_one_edit(item):
    output, reference = texts(item, "Output", "Reference")
    assert output != reference
    assert told(item) == f"{TER().sentence_score(output, [reference]).score * len(reference.split()) / 100:g}" == "1"
    words = output.split()
    (place,) = (n for n in range(1, len(words)) if words[n:] + words[:n] == reference.split())
    assert {str(place), str(len(words) - place)} & {*item.choices}, "an edit a word of the phrase is offered"


@of("oracle")
def test_picks_of_a_metric_score_more_by_it_than_both_systems(item):
    references, *systems = (texts(item, f"{name} 1", f"{name} 2") for name in ("Reference", "A", "B"))
    scores = [bleu(outputs, references).score for outputs in systems]
    assert [f"{score:.0f}" for score in scores] == re.findall(r"\d+", item.prompt)
    picks = [
        max(of_segment, key=lambda output, reference=reference: bleu([output], [reference]).score)
        for reference, *of_segment in zip(references, *systems, strict=True)
    ]
    assert bleu(picks, references).score > max(scores) + 5
    assert told(item) == f"More than {max(scores):.0f}"


@of("learned")
def test_a_learned_metric_agrees_with_people_about_as_often_as_the_lesson_says(item):
    (shown,) = re.findall(r"COMET agrees with people on (\d+) of 100", item.why)
    assert shown == f"{100 * PUBLISHED['COMET'][1]:.0f}"
    assert told(item) == (shown if "does COMET judge" in item.prompt else f"{100 - int(shown)}")


@of("significance")
def test_a_larger_share_of_few_comes_about_by_chance_more_often(item):
    """Who has the right output of a sentence is a coin's toss."""
    numbers = [int(found.replace(",", "")) for found in re.findall(r"[\d,]*\d", item.prompt)]
    sizes = {n: n_right for n_right, n in zip(numbers[::2], numbers[1::2], strict=True)}
    assert sizes[min(sizes)] / min(sizes) > sizes[max(sizes)] / max(sizes), "so that the larger share seems no luck"
    shares = {n: binomtest(n_right, n).pvalue for n, n_right in sizes.items()}
    assert told(item) == f"In the set of {max(shares, key=shares.__getitem__):,}"
    reference, right, wrong = texts(item, "Reference", "Right", "Wrong")
    assert right == reference != wrong
    for n, n_right in sizes.items():
        assert share_of_exchanges(n, n_right, right, wrong) == pytest.approx(shares[n])
