"""The fifteen questions of the quiz, each in two forms with other sentences. Pure.

Every right answer is computed by ``scoring``. Two questions are controls: their right answer is the one that seems
right, so that a student who always picks the surprising answer is wrong there. No question has its right choice at the
same place in both forms.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Any, Final, Literal

import numpy as np

from course.lessons import l12_edges, l15_learned, parts
from scoring import BLEU, TER
from scoring.output.numbers import two_decimals

Form = Literal["before", "after"]
"""Form of the quiz: before or after the lessons."""
FORMS: Final[tuple[Form, Form]] = ("before", "after")
WORDS = BLEU(tokenize="none", smoothing="none")
WORDS_1 = BLEU(tokenize="none", smoothing="none", max_order=1)
CONTROLS = ("inflection", "people")
"""Lessons of the control questions, whose right answer is no surprise."""
BY_SPACES = "Both texts are cut at spaces, and nowhere else. "


@dataclass(frozen=True)
class QuizItem:
    """A question of the quiz, and the lesson that answers it."""

    lesson: str
    prompt: str
    sentences: Mapping[str, str]
    """Label -> sentence."""
    choices: tuple[str, ...]
    right: int
    """Place of the right choice, as computed."""
    why: str
    """Reason why the choice is right, shown after the lessons."""


def make_quiz_item(
    lesson: str, prompt: str, sentences: Mapping[str, str], choices: Mapping[str, Any], computed: Any, why: str
) -> QuizItem:
    """Return a question whose right choice is the one with the computed value; ``choices``: label -> value."""
    return QuizItem(lesson, prompt, sentences, tuple(choices), parts.right_choice_index(choices, computed), why)


@lru_cache(maxsize=2)
def quiz_items(form: Form) -> tuple[QuizItem, ...]:
    return items_before() if form == "before" else items_after()


def items_before() -> tuple[QuizItem, ...]:
    return (
        clipping_item("blue blue blue blue", "the blue house and the blue boat"),
        swapped_item(
            "A has one wrong word. B has every word of the reference, with its two halves swapped. Which has the higher"
            " BLEU?",
            "the train to the north leaves at seven every morning in winter",
            "the train to the north left at seven every morning in winter",
            "at seven every morning in winter the train to the north leaves",
        ),
        penalty("the museum is closed on", "the museum is closed on public holidays"),
        zero_precision_item("the shop is open now", "is the shop open now"),
        corpus(
            ("the committee will meet again next week to talk about the new budget", "we look forward to it"),
            ("the committee will meet again next week to talk about the new budget", "nobody knows what comes next"),
        ),
        permutation_item(
            "this morning the minister said that prices will fall next year",
            "this morning the minister said prices will fall next year",
            "prices will fall next year this morning the minister said",
        ),
        attached_item("That is true, she said.", "That is true , she said ."),
        meaning_item(
            "A says the same as the reference in other words, B the opposite, C the same in fewer words. Which has the"
            " highest BLEU?",
            "the new bridge is open to all cars since Monday",
            "on Monday they opened the bridge for every car",
            "the new bridge is closed to all cars since Monday",
            "the new bridge is open since Monday",
        ),
        wrong_forms(
            "two small children were playing in the old gardens behind the house",
            "two small child was playing in the old garden behind the house",
        ),
        moved_phrase_item("after lunch we went for a walk", "we went for a walk after lunch", 2),
        chance({10: 7, 1000: 560}, "the door is open", "the door is shut"),
        edge_case_item("well done"),
        agreement_item(
            "A has all words of the reference, in disorder. B has one word too few. C is about something else. Which"
            " has the highest BLEU?",
            "the library opens at nine and closes at six on weekdays",
            "weekdays six and nine at opens on closes library at the",
            "the library opens at nine and closes at six weekdays",
            "the shop at the station opens at six on Sundays and holidays",
        ),
        metric_picks_item(
            ("the bus stops in front of the hotel", "you have to pay the driver"),
            ("the bus stops in front of the hotel", "it is the driver who takes money"),
            ("a coach halts near our rooms", "you have to pay the driver"),
        ),
        learned_metric_item(
            "how many does COMET judge as people do?",
            (57, 77, 97),
            100 * l15_learned.COMET,
            "the meeting was moved to Thursday",
            "the meeting was put off until Thursday",
            "the meeting was shifted on Thursday",
        ),
    )


def items_after() -> tuple[QuizItem, ...]:
    return tuple(map(with_choices_moved, _items_after()))


def with_choices_moved(item: QuizItem) -> QuizItem:
    """Return the question with its choices in another order; choices A, B and C, or A and B, stay in theirs."""
    if "C" in item.choices:
        return item
    n_choices = len(item.choices)
    order = (0, 2, 1) if item.choices[0] == "A" else tuple(range(n_choices - 1, -1, -1))
    return replace(item, choices=tuple(item.choices[place] for place in order), right=order.index(item.right))


def _items_after() -> tuple[QuizItem, ...]:
    return (
        clipping_item("very very very very very", "a very old and very , very small town"),
        swapped_item(
            "A has every word of the reference, with its two halves swapped. B has one wrong word. Which has the higher"
            " BLEU?",
            "my sister works as a doctor in a small village near the sea",
            "in a small village near the sea my sister works as a doctor",
            "my sister works as a doctor at a small village near the sea",
        ),
        penalty("she bought bread and cheese at", "she bought bread and cheese at the market"),
        zero_precision_item("you can close it now", "can you close it now"),
        corpus(
            ("after three days of rain the river rose and the old bridge was closed", "see you on Friday"),
            ("after three days of rain the river rose and the old bridge was closed", "goodbye until next week"),
        ),
        permutation_item(
            "in the end the judge decided that both sides had to pay",
            "both sides had to pay in the end the judge decided",
            "in the end the judge decided both sides had to pay",
        ),
        attached_item("Yes, my friend lives here.", "Yes , my friend lives here ."),
        meaning_item(
            "A says the opposite of the reference, B the same in other words, C the same in fewer words. Which has the"
            " highest BLEU?",
            "the doctors say that the medicine is safe for young children",
            "the doctors say that the medicine is dangerous for young children",
            "doctors call the drug harmless for small kids",
            "the doctors say the medicine is safe",
        ),
        wrong_forms(
            "our neighbours have sold both of their cars and bought new bicycles",
            "our neighbour has sold both of their car and bought new bicycles",
        ),
        moved_phrase_item("in the evening she reads to the children", "she reads to the children in the evening", 3),
        chance({2000: 1120, 20: 14}, "it is cold here", "it is warm here"),
        edge_case_item("no smoking"),
        agreement_item(
            "A is about something else. B has all words of the reference, in disorder. C has one word too few. Which"
            " has the highest BLEU?",
            "you can pay by card or in cash at the ticket office",
            "you can leave the car at the station or in the yard",
            "office cash at card or ticket pay by in the can you",
            "you can pay by card or in cash at ticket office",
        ),
        metric_picks_item(
            ("there was no snow on the hills this year", "all flights were late because of fog"),
            ("on the mountains it has not snowed", "all flights were late because of fog"),
            ("there was no snow on the hills this year", "due to mist each plane had a delay"),
        ),
        learned_metric_item(
            "how many does COMET not judge as people do?",
            (43, 23, 3),
            100 * (1 - l15_learned.COMET),
            "he lost his keys on the way home",
            "on his way home he lost the keys",
            "he lost his key at the way home",
        ),
    )


def clipping_item(output: str, reference: str) -> QuizItem:
    """Return a question about how many copies of a repeated word match."""
    total, matched = count_matched_words(output, reference)
    why = "A word counts only as often as the reference has it."
    return counted_item("clipping", "", output, reference, (total, matched, 1, 0), why)


def attached_item(output: str, reference: str) -> QuizItem:
    """Return a question about how many words match if punctuation is attached to words."""
    total, matched = count_matched_words(output, reference)
    why = "With a comma or a full stop at its end a word is another word."
    return counted_item("tokenization", BY_SPACES, output, reference, (total, total - 1, matched, 0), why)


def count_matched_words(output: str, reference: str) -> tuple[int, int]:
    """Return the number of words of an output, split at spaces, and how many of them match."""
    terms = WORDS_1.arithmetic(WORDS_1.statistics([output], [[reference]])[0])
    return int(terms.totals[0]), int(terms.matches[0])


def counted_item(lesson: str, prompt: str, output: str, reference: str, offered: Sequence[float], why: str) -> QuizItem:
    total, matched = count_matched_words(output, reference)
    return make_quiz_item(
        lesson,
        f"{prompt}How many of the output's {total} words does BLEU count as right?",
        {"Output": output, "Reference": reference},
        {f"{number:g}": number for number in offered},
        matched,
        why,
    )


def swapped_item(prompt: str, *texts: str) -> QuizItem:
    return higher("order", prompt, *texts, why="A wrong word breaks every n-gram that it is in; a swap breaks fewer.")


def permutation_item(*texts: str) -> QuizItem:
    return higher(
        "permutations",
        "A and B are the same two pieces: once in the reference's order, once the wrong way round. Which has the higher"
        " BLEU?",
        *texts,
        why="The reference nowhere has the two words side by side at which the pieces meet: no n-gram that matches is"
        " torn.",
    )


def meaning_item(prompt: str, *texts: str) -> QuizItem:
    return best_output_item(
        "negation", prompt, *texts, why="BLEU counts words that the reference has. It knows no meaning."
    )


def wrong_forms(reference: str, output: str) -> QuizItem:
    """Return a question about how many words match if some have a wrong form: these never match, not even by half."""
    total, matched = count_matched_words(output, reference)
    half = (total + matched) / 2
    why = "To BLEU a word in a wrong form is a wrong word."
    return counted_item(
        "inflection", "Some words have a wrong form. ", output, reference, (total, half, matched, 0), why
    )


def moved_phrase_item(output: str, reference: str, length: int) -> QuizItem:
    """Return a question about the number of TER edits if a phrase of ``length`` words is in another place."""
    return make_quiz_item(
        "shifts",
        "The output has all words of the reference, but one phrase is in another place. How many edits does TER"
        " (translation edit rate) count?",
        {"Output": output, "Reference": reference},
        {f"{n}": n for n in (0, 1, length, 2 * length)},
        int(TER().edits(output, [reference]).n_edits),
        "TER moves a whole phrase in one step, and counts one edit.",
    )


def metric_picks_item(references: Sequence[str], first: Sequence[str], second: Sequence[str]) -> QuizItem:
    """Return a question about BLEU if the better output is picked for each sentence."""
    systems = {"A": first, "B": second}
    scores = {name: bleu_of_sentences(outputs, references) for name, outputs in systems.items()}
    better = [
        one if bleu_of_sentences([one], [reference]) > bleu_of_sentences([other], [reference]) else other
        for reference, one, other in zip(references, first, second, strict=True)
    ]
    low, high = sorted(scores.values())
    together = bleu_of_sentences(better, references)
    return make_quiz_item(
        "oracle",
        f"System A has BLEU {scores['A']:.0f}, B {scores['B']:.0f}. A program sees the references, and picks for each"
        " sentence the output with the higher BLEU. What BLEU do its picks have?",
        {
            f"{name} {number}": text
            for name, texts in (("Reference", references), *systems.items())
            for number, text in enumerate(texts, 1)
        },
        {f"More than {high:.0f}": 1, f"{high:.0f}": 0, f"Between {low:.0f} and {high:.0f}": -1},
        int(np.sign(np.round(together - high, 9))),
        "Who picks by a score raises that score, and no system has become better. Let another judge say what the picks"
        " are worth.",
    )


def learned_metric_item(
    prompt: str, offered: Sequence[int], computed: float, reference: str, first: str, second: str
) -> QuizItem:
    """Return a question about how often a learned metric agrees with people, as in the lesson."""
    return make_quiz_item(
        "learned",
        "People said of many pairs of outputs, such as A and B, which is better, or that they are equal. COMET is a"
        f" metric that learned from people's ratings. Of 100 such pairs, {prompt}",
        {"Reference": reference, "A": first, "B": second},
        {f"{number}": number for number in offered},
        round(computed),
        f"COMET agrees with people on {100 * l15_learned.COMET:.0f} of 100 pairs, BLEU on"
        f" {100 * l15_learned.BLEU:.0f}; many pairs are nearly equal.",
    )


def agreement_item(prompt: str, *texts: str) -> QuizItem:
    return best_output_item(
        "people", prompt, *texts, why="Where outputs differ as much as these, BLEU and people agree."
    )


def best_output_item(lesson: str, prompt: str, reference: str, *outputs: str, why: str) -> QuizItem:
    """Return a question about which of several outputs has the highest BLEU."""
    scores = {
        name: bleu_of_sentences([output], [reference]) for name, output in zip(parts.LETTERS, outputs, strict=False)
    }
    sentences = {"Reference": reference, **dict(zip(scores, outputs, strict=True))}
    return make_quiz_item(
        lesson, prompt, sentences, {name: name for name in scores}, max(scores, key=scores.__getitem__), why
    )


def higher(lesson: str, prompt: str, reference: str, first: str, second: str, *, why: str) -> QuizItem:
    """Return a question about which of two outputs has the higher BLEU."""
    scores = [bleu_of_sentences([output], [reference]) for output in (first, second)]
    return make_quiz_item(
        lesson,
        prompt,
        {"Reference": reference, "A": first, "B": second},
        {"A": 1, "B": -1, "Both the same": 0},
        int(np.sign(np.round(scores[0] - scores[1], 9))),
        why,
    )


def penalty(output: str, reference: str) -> QuizItem:
    """Return a question about the brevity penalty of a short output."""
    terms = WORDS.arithmetic(WORDS.statistics([output], [[reference]])[0])
    share, factor = float(terms.hypothesis_length / terms.reference_length), float(terms.brevity_penalty)
    return make_quiz_item(
        "length",
        "All words of the output are right, but some are missing. By what does BLEU multiply its precision?",
        {"Output": output, "Reference": reference},
        {f"{value:.2f}": value for value in (1.0, share, factor, 0.0)},
        factor,
        f"The brevity penalty is less than the share of words that are there, which is {share:.2f}.",
    )


def zero_precision_item(output: str, reference: str) -> QuizItem:
    """Return a question about BLEU if one of the precisions is 0."""
    terms = WORDS.arithmetic(WORDS.statistics([output], [[reference]])[0])
    precisions = terms.precisions
    some = precisions[precisions > 0]
    means = (precisions[0], np.exp(np.log(some).mean()), precisions.mean(), 0.0)
    return make_quiz_item(
        "zeros",
        "All words are right, but no four of them stand together as in the reference. What is the BLEU of this"
        " sentence, without smoothing?",
        {"Output": output, "Reference": reference},
        {f"{100 * mean:.0f}": 100 * float(mean) for mean in means},
        float(terms.score),
        "BLEU multiplies its precisions, and that of four words in a row is 0.",
    )


def corpus(references: Sequence[str], outputs: Sequence[str]) -> QuizItem:
    """Return a question about BLEU of two sentences together: one is right, the other shares nothing with its own."""
    together = bleu_of_sentences(outputs, references)
    scores = [bleu_of_sentences([output], [reference]) for output, reference in zip(outputs, references, strict=True)]
    offered = (min(scores), sum(scores) / len(scores), together, max(scores))
    return make_quiz_item(
        "corpus",
        f"The first sentence alone has BLEU {max(scores):.0f}, the second {min(scores):.0f}. What is the BLEU of both"
        " together?",
        {
            f"{name} {number}": text
            for name, texts in (("Reference", references), ("Output", outputs))
            for number, text in enumerate(texts, 1)
        },
        {f"{value:.0f}": value for value in offered},
        together,
        "The n-grams of both sentences are counted together, and most of them are in the long one.",
    )


def chance(sizes: Mapping[int, int], right: str, wrong: str) -> QuizItem:
    """Return a question about in which of two test sets a lead arises by chance more often.

    ``sizes``: sentences -> in how many of them A is right; in the others B is.
    """
    (n_first, first), (n_second, second) = sizes.items()
    shares = [share_of_exchanges(n, n_right, right, wrong) for n, n_right in sizes.items()]
    return make_quiz_item(
        "significance",
        f"For each sentence either A or B has the right output. A has it for {first:,} of {n_first:,} sentences of one"
        f" test set, and for {second:,} of {n_second:,} of another. In which set is such a lead more likely by luck?",
        {"Reference": right, "Right": right, "Wrong": wrong},
        {f"In the set of {n:,}": sign for n, sign in zip(sizes, (1, -1), strict=True)} | {"Equally likely": 0},
        int(np.sign(shares[0] - shares[1])),
        "Among few sentences luck often gives one side most of them; among many it hardly moves the share.",
    )


def share_of_exchanges(n_segments: int, n_right: int, right: str, wrong: str) -> float:
    """Return the share of all exchanges of outputs in which scores differ at least as much as they do, 0-1."""
    good, bad = (WORDS_1.statistics([text], [[right]])[0] for text in (right, wrong))
    of_a = np.arange(n_segments + 1)[:, None]  # how many A has right after the exchange
    gaps = np.abs(np.subtract(*(WORDS_1.score(n * good + (n_segments - n) * bad) for n in (of_a, n_segments - of_a))))
    ways = sum(comb(n_segments, int(n)) for n in np.flatnonzero(gaps >= gaps[n_right] - 1e-9))
    return ways / 2**n_segments


def edge_case_item(text: str) -> QuizItem:
    """Return a question about what toolkits compute for two identical texts shorter than the longest n-gram."""
    perfect, none = two_decimals(100), two_decimals(0)
    return make_quiz_item(
        "edges",
        f"Output and reference are the same {len(text.split())} words. Several programs compute the BLEU of this one"
        " sentence. What do they give?",
        {"Output": text, "Reference": text},
        {"All 100": {perfect}, "All 0": {none}, "Some 100, others 0": {perfect, none}},
        {two_decimals(value) for value in l12_edges.toolkit_scores(text, text).values()},
        "There are no three words in a row, and each program reads 0 of 0 in its own way.",
    )


def bleu_of_sentences(outputs: Sequence[str], references: Sequence[str]) -> float:
    """Return BLEU of some sentences together, 0-100."""
    return float(WORDS.score(WORDS.statistics(outputs, [references]).sum(axis=0)))
