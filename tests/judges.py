"""Small judges, and the measures of agreement with them by plain loops, which share no code with ``scoring``.

Tables are (n_systems, n_segments), NaN where nobody judged, or a metric has no score.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from scipy import stats

from scoring.agreement import Judge
from scoring.judgments import Preferences, Scores

GAP = math.nan
EXACT = {"rtol": 0, "atol": 1e-9}


def names(number):
    return [f"system {letter}" for letter in "ABCDEFGHIJ"[:number]]


def by_scores(table, **more):
    """A judge that gives these scores."""
    systems = names(len(table))
    return Judge.of_scores(Scores("MQM", dict(zip(systems, np.array(table, float), strict=True)), **more), systems)


def by_preferences(rows, n_systems, n_segments):
    """A judge with these rows of segment, better, worse, tied."""
    columns = dict(zip(("segments", "better", "worse", "tied"), np.array(rows, int).reshape(-1, 4).T, strict=True))
    systems = tuple(names(n_systems))
    return Judge.of_preferences(Preferences("rankings", systems, **columns, n_segments=n_segments), systems)


# What Hypothesis draws


def numbers(lowest, highest):
    """Halves, so that there are many ties and sums are exact."""
    return st.integers(2 * lowest, 2 * highest).map(lambda double: double / 2)


def table(cells, n_systems, n_segments):
    row = st.lists(cells, min_size=n_segments, max_size=n_segments)
    return st.lists(row, min_size=n_systems, max_size=n_systems)


SHAPES = st.tuples(st.integers(2, 4), st.integers(1, 5))


def with_metrics(judgments, metric, number=1):
    """Judged scores, every system and segment judged, and so many metrics."""
    tables = SHAPES.flatmap(lambda shape: st.tuples(table(judgments, *shape), *[table(metric, *shape)] * number))
    return tables.filter(lambda drawn: has_pair(drawn[0]))


def has_pair(judged):
    there = ~np.isnan(judged)
    return there.any(axis=0).all() and there.any(axis=1).all() and (there.sum(axis=0) > 1).any()


def gappy(cells):
    """Now and then a gap."""
    return st.integers(0, 4).flatmap(lambda n: cells if n else st.just(GAP))


JUDGED = with_metrics(gappy(numbers(0, 2)), gappy(numbers(0, 4)))
"""A judge's scores and a metric's."""


@st.composite
def preferences(draw):
    """Rows of preferences, the number of systems and of segments, and a metric's scores."""
    n_systems, n_segments = draw(SHAPES)
    two = st.permutations(range(n_systems)).map(lambda order: order[:2])
    row = st.tuples(st.integers(0, n_segments - 1), two, st.booleans()).map(lambda r: (r[0], *r[1], r[2]))
    rows = draw(st.lists(row, min_size=1, max_size=12))
    return rows, n_systems, n_segments, draw(table(numbers(0, 3) | st.just(GAP), n_systems, n_segments))


# Plain loops


class Pair(NamedTuple):
    """Two outputs of a segment: 1 where the first is better, -1 where the second is, 0 where they are level."""

    segment: int
    first: int
    second: int
    sign: int


def sign(number, epsilon=0.0):
    """NaN is a tie."""
    return int(number > epsilon) - int(number < -epsilon)


def pairs_of_scores(judged):
    found = []
    for segment in range(len(judged[0])):
        for first in range(len(judged)):
            for second in range(first + 1, len(judged)):
                difference = judged[first][segment] - judged[second][segment]
                if not math.isnan(difference):
                    found.append(Pair(segment, first, second, sign(difference)))
    return found


def pairs_of_preferences(rows):
    return [Pair(segment, better, worse, 0 if tied else 1) for segment, better, worse, tied in rows]


def by_majority(pairs: Iterable[Pair]):
    votes: Counter = Counter()
    for pair in pairs:
        first, second = sorted((pair.first, pair.second))
        votes[pair.segment, first, second] += pair.sign if first == pair.first else -pair.sign
    return [Pair(segment, first, second, sign(value)) for (segment, first, second), value in votes.items()]


def difference(pair, scores):
    return scores[pair.first][pair.segment] - scores[pair.second][pair.segment]


def concordance(pairs, scores):
    """C, D and T."""
    c = d = t = 0
    for pair in pairs:
        if pair.sign:
            found = sign(difference(pair, scores))
            c, d, t = c + (found == pair.sign), d + (found == -pair.sign), t + (found == 0)
    return c, d, t


def quotient(above, below):
    return above / below if below else math.nan


def mean(values: Sequence[float]):
    return quotient(math.fsum(values), len(values))


def taus(pairs, scores):
    c, d, t = concordance(pairs, scores)
    return {
        "tau": quotient(c - d, c + d + t),
        "tau_discordant": quotient(c - d - t, c + d + t),
        "tau_excluded": quotient(c - d, c + d),
    }


def acc_eq(pairs, scores, epsilon=0.0):
    right: dict[int, list[bool]] = {}
    for pair in pairs:
        right.setdefault(pair.segment, []).append(sign(difference(pair, scores), epsilon) == pair.sign)
    return mean([mean(found) for found in right.values()])


def calibrated(pairs, scores):
    """acc*_eq and the smallest epsilon that has it, of all epsilons that can matter."""
    sizes = (abs(difference(pair, scores)) for pair in pairs)
    best = (-1.0, 0.0)
    for epsilon in sorted({0.0, *(size for size in sizes if not math.isnan(size))}):
        value = acc_eq(pairs, scores, epsilon)
        if value > best[0] + 1e-9:
            best = value, epsilon
    return best


def system_means(scores):
    return [mean([number for number in row if not math.isnan(number)]) for row in scores]


def wins(pairs, n_systems):
    """Of each system, wins / (wins + losses)."""
    won, lost = Counter(), Counter()
    for pair in pairs:
        if pair.sign:
            won[pair.first if pair.sign > 0 else pair.second] += 1
            lost[pair.second if pair.sign > 0 else pair.first] += 1
    return [quotient(won[system], won[system] + lost[system]) for system in range(n_systems)]


def system_accuracy(judged, scores):
    right = []
    for first in range(len(judged)):
        for second in range(first + 1, len(judged)):
            expected = judged[first] - judged[second]
            if not math.isnan(expected) and abs(expected) > 1e-9:
                right.append(sign(expected) == sign(scores[first] - scores[second], 1e-9))
    return mean(right)


def correlation(peer, judged, scores):
    """That of scipy; NaN where one of both is constant, of which it would warn, or where a system has no score."""
    columns = judged, scores
    known = not any(map(math.isnan, [*judged, *scores]))
    varies = known and all(max(column) - min(column) > 1e-9 for column in columns)
    return (
        float(peer(*([round(number, 9) for number in column] for column in columns)).statistic) if varies else math.nan
    )


def of_systems(judged, scores):
    return {
        "pearson": correlation(stats.pearsonr, judged, scores),
        "spearman": correlation(stats.spearmanr, judged, scores),
        "accuracy": system_accuracy(judged, scores),
    }


def all_measures(pairs, judged, scores):
    """Of pairs, the systems' judged scores, and the metric's table: what is defined for scores and for preferences."""
    found = taus(pairs, scores) | of_systems(judged, system_means(scores))
    return found | {"acc_eq": acc_eq(pairs, scores), "acc_eq_calibrated": calibrated(pairs, scores)[0]}
