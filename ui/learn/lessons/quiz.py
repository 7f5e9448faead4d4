"""The ten questions of the quiz, each twice in other sentences; every right answer is computed by scoring. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Literal

import numpy as np

from scoring import BLEU, TER
from ui.learn.lessons import parts

Form = Literal["before", "after"]
"""Of the lessons."""
WORDS = BLEU(tokenize="none", smoothing="none")
WORDS_1 = BLEU(tokenize="none", smoothing="none", max_order=1)
EDITS = TER()
REASONS = {
    "clipping": (
        "each is in the reference",
        "as often as the reference has it",
        "the others only repeat it",
        "one word makes no sentence",
    ),
    "tokenization": (
        "only spaces differ",
        "with its comma or stop a word is another one",
        "the texts are cut otherwise",
    ),
    "inflection": ("each is a form of a right word", "those that are equal", "the forms do not fit each other"),
}
"""Lesson -> why all words may count, so many as do, one, or none."""
BY_SPACES = "Both texts are cut at spaces, and nowhere else. "


@dataclass(frozen=True)
class Item:
    """A question and the lesson that answers it."""

    lesson: str
    prompt: str
    sentences: Mapping[str, str]
    """What each is called -> its words."""
    choices: tuple[str, ...]
    right: int
    """The place of the right choice, as computed."""


def item(lesson: str, prompt: str, sentences: Mapping[str, str], choices: Mapping[str, Any], computed: Any) -> Item:
    """``choices``: what is said -> the value for which it is right."""
    return Item(lesson, prompt, sentences, tuple(choices), parts.right_of(choices, computed))


@lru_cache(maxsize=2)
def items(form: Form) -> tuple[Item, ...]:
    return before() if form == "before" else after()


def before() -> tuple[Item, ...]:
    return (
        counted("clipping", "blue blue blue blue", "the blue house and the blue boat"),
        higher(
            "order",
            "A has one wrong word. B has every word of the reference, with its two halves swapped. Which has the higher"
            " BLEU?",
            "the train to the north leaves at seven every morning in winter",
            "the train to the north left at seven every morning in winter",
            "at seven every morning in winter the train to the north leaves",
        ),
        penalty("the museum is closed on", "the museum is closed on public holidays"),
        zero("the shop is open now", "is the shop open now"),
        corpus(
            "A",
            ("the committee will meet again next week to talk about the new budget", "we look forward to it"),
            ("the committee will meet again next week to talk about the new budget", "that will be good news"),
            ("a committee will meet in a week to talk about a new budget", "we look forward to it"),
        ),
        counted("tokenization", "That is true, she said.", "That is true , she said .", BY_SPACES),
        higher(
            "references",
            "A says the same as the reference in other words, B says the opposite in its words. Which has the higher"
            " BLEU?",
            "the new bridge is open to all cars since Monday",
            "on Monday they opened the bridge for every car",
            "the new bridge is closed to all cars since Monday",
        ),
        counted("inflection", "mit dem alten Freund", "mit den alten Freunden"),
        moved("in the morning we drink coffee at home with milk", "we drink coffee at home with milk in the morning"),
        chance((3, 8), "the door is open", "the door is shut"),
    )


def after() -> tuple[Item, ...]:
    return (
        counted("clipping", "very very very very very", "a very old and very , very small town"),
        higher(
            "order",
            "A has every word of the reference, with its two halves swapped. B has one wrong word. Which has the higher"
            " BLEU?",
            "my sister works as a doctor in a small village near the sea",
            "in a small village near the sea my sister works as a doctor",
            "my sister works as a doctor at a small village near the sea",
        ),
        penalty("she bought bread and cheese at", "she bought bread and cheese at the market"),
        zero("you can close it now", "can you close it now"),
        corpus(
            "B",
            ("after three days of rain the river rose and the old bridge was closed", "see you on Friday"),
            ("after three days of rain a river rose and an old bridge was shut", "see you on Friday"),
            ("after three days of rain the river rose and the old bridge was closed", "goodbye until next week"),
        ),
        counted("tokenization", "Yes, my friend lives here.", "Yes , my friend lives here .", BY_SPACES),
        higher(
            "references",
            "A says the opposite of the reference in its words, B says the same in other words. Which has the higher"
            " BLEU?",
            "the doctors say that the medicine is safe for young children",
            "the doctors say that the medicine is dangerous for young children",
            "doctors call the drug harmless for small kids",
        ),
        counted("inflection", "las casa blanca es muy cara", "las casas blancas son muy caras"),
        moved("after the long war people came back to the town", "people came back to the town after the long war"),
        chance((10, 4), "it is cold here", "it is warm here"),
    )


def counted(lesson: str, output: str, reference: str, prompt: str = "") -> Item:
    """How many words match, as split at spaces."""
    terms = WORDS_1.arithmetic(WORDS_1.statistics([output], [[reference]])[0])
    total, matched = int(terms.totals[0]), int(terms.matches[0])
    every, right, *one, none = REASONS[lesson]
    return item(
        lesson,
        f"{prompt}How many of the output's {total} words does BLEU count as right?",
        {"Output": output, "Reference": reference},
        {f"All {total}: {every}": total, f"{matched}: {right}": matched}
        | {f"1: {reason}": 1 for reason in one}
        | {f"None: {none}": 0},
        matched,
    )


def higher(lesson: str, prompt: str, reference: str, first: str, second: str) -> Item:
    """Which of two outputs BLEU likes better."""
    scores = [score([output], [reference]) for output in (first, second)]
    return item(
        lesson,
        prompt,
        {"Reference": reference, "A": first, "B": second},
        {"A": 1, "B": -1, "Both the same": 0},
        int(np.sign(np.round(scores[0] - scores[1], 9))),
    )


def penalty(output: str, reference: str) -> Item:
    """What a short output is multiplied by."""
    terms = WORDS.arithmetic(WORDS.statistics([output], [[reference]])[0])
    share, factor = float(terms.hypothesis_length / terms.reference_length), float(terms.brevity_penalty)
    return item(
        "length",
        "All words of the output are right, but some are missing. By what does BLEU multiply its precision?",
        {"Output": output, "Reference": reference},
        {
            "1: no word is wrong": 1.0,
            f"{share:.2f}: the share of words that are there": share,
            f"{factor:.2f}: less than that share": factor,
            "0: it is not whole": 0.0,
        },
        factor,
    )


def zero(output: str, reference: str) -> Item:
    """What becomes of a product with a 0."""
    terms = WORDS.arithmetic(WORDS.statistics([output], [[reference]])[0])
    precisions = terms.precisions
    some = precisions[precisions > 0]
    values = {
        "the share of right words": 100 * float(precisions[0]),
        "the geometric mean of the precisions that are not 0": 100 * float(np.exp(np.log(some).mean())),
        "the mean of the four precisions": 100 * float(precisions.mean()),
        "one precision is 0": 0.0,
    }
    return item(
        "zeros",
        "All words are right, but no four of them stand together as in the reference. What is the BLEU of this"
        " sentence, without smoothing?",
        {"Output": output, "Reference": reference},
        {f"{value:.0f}: {why}": value for why, value in values.items()},
        float(terms.score),
    )


def corpus(whole: str, references: Sequence[str], first: Sequence[str], second: Sequence[str]) -> Item:
    """Which of two systems has the higher BLEU of two sentences together."""
    other = "B" if whole == "A" else "A"
    return item(
        "corpus",
        f"{whole} has the long sentence right, {other} the short one. Which has the higher BLEU of both sentences"
        " together?",
        {
            f"{name} {number}": text
            for name, texts in (("Reference", references), ("A", first), ("B", second))
            for number, text in enumerate(texts, 1)
        },
        {"A": 1, "B": -1, "Both the same": 0},
        int(np.sign(score(first, references) - score(second, references))),
    )


def moved(output: str, reference: str) -> Item:
    """How many edits TER counts where a phrase stands elsewhere."""
    edits = EDITS.edits(output, [reference])
    n_words = edits.shifts[0].length
    return item(
        "shifts",
        f"The same words, but {n_words} of them stand in another place. How many edits does TER count?",
        {"Output": output, "Reference": reference},
        {
            "None: all words are right": 0,
            "1: the phrase is moved": 1,
            f"{n_words}: each of its words is moved": n_words,
            f"{2 * n_words}: each is deleted, and inserted elsewhere": 2 * n_words,
        },
        edits.n_edits,
    )


def chance(sizes: tuple[int, int], right: str, wrong: str) -> Item:
    """In which of two test sets shuffles are as far apart more often."""
    first, second = (shuffled(size, right, wrong) for size in sizes)
    reasons = {min(sizes): "few are easily all swapped", max(sizes): "there is more to swap"}
    return item(
        "significance",
        f"One test set has {sizes[0]} such sentences, another {sizes[1]}. A has all right, B one word wrong in each."
        " Outputs are swapped at random, sentence by sentence: in which set is the difference as large more often?",
        {"A": right, "B": wrong},
        {
            **{f"In that of {size}: {reasons[size]}": sign for size, sign in zip(sizes, (1, -1), strict=True)},
            "As often in both: the lead is the same": 0,
        },
        int(np.sign(first - second)),
    )


def shuffled(n_segments: int, right: str, wrong: str) -> float:
    """The share of all shuffles in which the outputs are as far apart as they are."""
    first, second = (WORDS.statistics([text] * n_segments, [[right] * n_segments]) for text in (right, wrong))
    swaps = np.array([*product((0, 1), repeat=n_segments)])
    moves = swaps @ (second - first)
    gaps = np.abs(WORDS.score(first.sum(0) + moves) - WORDS.score(second.sum(0) - moves))
    return float(np.mean(gaps >= gaps[0] - 1e-9))


def score(outputs: Sequence[str], references: Sequence[str]) -> float:
    """BLEU of some sentences together."""
    return float(WORDS.score(WORDS.statistics(outputs, [references]).sum(axis=0)))
