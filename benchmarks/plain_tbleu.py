"""Tolerant BLEU in plain Python: the peer in benchmarks, because no implementation is public.

It is written from the paper, with what libraries offer: Levenshtein for edits and SciPy for the matching. It takes one
reference.
"""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pyarrow as pa
from Levenshtein import distance
from scipy.optimize import linear_sum_assignment

from scoring import BLEU
from scoring.text.tokenizers import tokenize

N = 4
_CLOSER = 1e-9
"""Factor of the squared difference of relative positions, as a tie-break too small to matter otherwise."""


Distance = Callable[[str, str], float]


def corpus_tbleu(hypotheses: list[str], reference: list[str], epsilon: float, affix_distance: Distance) -> float:
    total = np.zeros(2 * N + 4)
    columns = (tokenize(pa.array(texts)).to_pylist() for texts in (hypotheses, reference))
    for words, others in zip(*columns, strict=True):
        total += statistics(words, others, epsilon, affix_distance)
    return float(BLEU().score(total))


def statistics(words: list[str], others: list[str], epsilon: float, affix_distance: Distance) -> list[float]:
    corrected, weights = correct(words, others, epsilon, affix_distance)
    orders = range(1, N + 2)
    matches = [matched(corrected, weights, others, order) for order in orders]
    return [len(words), len(others), *matches, *(max(0, len(words) - order + 1) for order in orders)]


def correct(words: list[str], others: list[str], epsilon: float, affix_distance: Distance):
    corrected, weights = list(words), [1.0] * len(words)
    if not words or not others:
        return corrected, weights
    costs = [
        [
            affix_distance(word, other) + _CLOSER * (i / len(words) - j / len(others)) ** 2
            for j, other in enumerate(others)
        ]
        for i, word in enumerate(words)
    ]
    for i, j in zip(*linear_sum_assignment(costs), strict=True):
        far = affix_distance(words[i], others[j])
        if far <= epsilon:
            corrected[i], weights[i] = others[j], 1 - far
    return corrected, weights


def matched(words: list[str], weights: list[float], others: list[str], order: int) -> float:
    left = Counter(tuple(others[j : j + order]) for j in range(len(others) - order + 1))
    starts = range(len(words) - order + 1)
    total = 0.0
    for i in sorted(starts, key=lambda i: -sum(weights[i : i + order])):
        ngram = tuple(words[i : i + order])
        if left[ngram]:
            left[ngram] -= 1
            total += sum(weights[i : i + order]) / order
    return total


def affix_distance(first: str, second: str) -> float:
    if first == second:
        return 0.0
    length, places = longest_common_substrings(first, second)
    if not length:
        return 1.0
    edits = min(
        distance(first[:i], second[:j]) + distance(first[i + length :], second[j + length :]) for i, j in places
    )
    return min(1.0, edits / length)


def longest_common_substrings(first: str, second: str) -> tuple[int, list[tuple[int, int]]]:
    longest = 0
    places: list[tuple[int, int]] = []
    before = [0] * (len(second) + 1)
    for i, letter in enumerate(first, 1):
        runs = [0] * (len(second) + 1)
        for j, other in enumerate(second, 1):
            if letter == other:
                runs[j] = before[j - 1] + 1
                if runs[j] > longest:
                    longest, places = runs[j], []
                if runs[j] == longest:
                    places.append((i - longest, j - longest))
        before = runs
    return longest, places
