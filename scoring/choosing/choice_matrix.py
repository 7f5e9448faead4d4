"""Score every choice by every judge, as a matrix of "chosen by" and "judged by"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from .. import METRICS
from ..counting.arrays import Floats, Ints, quotients, row_sums_at, sums_at
from ..counting.progress import Progress, no_progress, progress_of_part
from ..judgments import Scores
from ..judgments.external import ExternalScore, external_metrics_by_name
from ..metric import Metric
from ..output.numbers import printed_value
from ..testset import TestSet
from ..text.texts import Text, check_counts
from ..validation import as_list, expect, position, whole_number
from .choices import Choice
from .criteria import FIRST, SYSTEM, criterion_of
from .lists import Lists
from .pairwise.reference_statistics import candidate_statistics

RESERVED_NAMES = frozenset({*METRICS, *(metric.label for metric in METRICS.values())})
"""Names that external scores must not have."""


@dataclass(frozen=True, eq=False)
class JudgeScores:
    """The scores of all choices by one judge."""

    judge: Metric
    """a metric that is computed here, or external scores, people's included"""
    rows: Mapping[str, Floats]
    """choice -> statistics (n_judged, n_statistics) of the chosen candidates, in the judged segments; for a random
    choice the mean over all candidates of each list
    """
    places: Ints
    """int64 (n_judged,), ascending from 0: places of the judged segments, the same for every choice"""

    @cached_property
    def scores(self) -> Floats:
        """Score of each choice over all judged segments together, (n_choices,)."""
        return np.array([float(self.judge.score(rows.sum(axis=0))) for rows in self.rows.values()])


@dataclass(frozen=True, eq=False)
class Matrix:
    """The scores of every choice by every judge."""

    choices: tuple[Choice, ...]
    columns: tuple[JudgeScores, ...]
    """columns of the judges"""
    n_segments: int
    silent: Mapping[str, tuple[str, ...]]
    """Judges without a column -> candidates for which the judge has no score at all; empty where each candidate has
    some scores, but no segment has scores of all candidates.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the choices."""
        return tuple(choice.name for choice in self.choices)

    @property
    def judges(self) -> tuple[Metric, ...]:
        return tuple(column.judge for column in self.columns)

    @cached_property
    def scores(self) -> Floats:
        """Scores as the judges give them, (n_choices, n_judges); for an error rate, lower is better."""
        columns = [column.scores for column in self.columns]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self.choices), 0))

    def index(self, name: str) -> int:
        """Return the place of a choice; raise ``ValueError`` for an unknown choice."""
        return position(name, self.names, "choice")

    @property
    def results(self) -> list[int]:
        """Places of the choices that are not bounds."""
        return [row for row, name in enumerate(self.names) if not criterion_of(name).is_bound]

    def best(self, judge: int) -> list[int]:
        """Return the places of the results that a judge, given by its place, scores best; printed scores are compared.

        Raises ``ValueError`` for an unknown judge.
        """
        kind = self.judges[whole_number(judge, "The judge", 0, len(self.columns) - 1)]
        printed = {row: printed_value(self.scores[row, judge], kind.decimals) for row in self.results}
        scores = [score for score in printed.values() if not np.isnan(score)]
        best = (max if kind.higher_is_better else min)(scores, default=np.nan)
        return [row for row, score in printed.items() if score == best]

    def only(self, names: Sequence[str]) -> "Matrix":
        """Return the matrix of these choices alone, in this order; raise ``ValueError`` for an unknown choice."""
        choices = tuple(self.choices[self.index(name)] for name in as_list(names, "choices"))
        columns = [
            replace(column, rows={choice.name: column.rows[choice.name] for choice in choices})
            for column in self.columns
        ]
        return replace(self, choices=choices, columns=tuple(columns))

    def records(self) -> list[dict[str, Any]]:
        """Return a ``{"chosen_by", "judged_by", "score"}`` for each choice and judge; score None where undefined."""
        return [
            {
                "chosen_by": name,
                "judged_by": judge.name,
                "score": None if np.isnan(score := float(self.scores[row, column])) else score,
            }
            for row, name in enumerate(self.names)
            for column, judge in enumerate(self.judges)
        ]


def score_choices(
    choices: Sequence[Choice],
    lists: Lists,
    references: Sequence[Text],
    judges: Sequence[Metric],
    external_scores: Sequence[Scores] = (),
    on_progress: Progress = no_progress,
) -> Matrix:
    """Score every choice by every judge.

    Parameters
    ----------
    choices : choices from these lists, with different names. A random choice is judged not by its draw but by the mean
        statistics of each list's candidates: for a mean over segments this is the average over draws, for a corpus
        score it is the score of the expected counts
    lists : the lists of candidates
    references : ``[reference][segment]``
    judges : metrics that are computed here; they score a choice as a whole output
    external_scores : scores of systems, by people or by programs; they judge where the candidates are systems. A choice
        has the mean of ``scores_of_choice`` over the segments where every candidate is judged, so that all choices are
        judged on the same segments
    on_progress : is told the share of the judges that are done; an exception that it raises ends the work

    Raises ``ValueError`` as ``candidate_statistics`` does, and for choices of one name, for scores of other
    segments, and for scores where candidates are not systems.
    """
    choices = as_list(choices, "choices", Choice, "choice")
    metrics = as_list(judges, "judges", Metric, "judge")
    expect(lists, Lists, "lists")
    names = [choice.name for choice in choices]
    if len(set(names)) < len(names) or not names:
        raise ValueError(f"Expected one or more choices, each of another name; found {', '.join(names) or 'none'}.")
    random_names = [name for name in names if criterion_of(name).is_draw]
    picked = np.arange(len(lists)) if random_names else np.unique(np.concatenate([choice.picks for choice in choices]))
    ends = np.concatenate([[0], np.cumsum(np.bincount(lists.segments[picked], minlength=lists.n_segments))])
    outputs = Lists(lists.candidates.take(pa.array(picked)), ends)
    rows = {choice.name: np.searchsorted(picked, choice.picks) for choice in choices}
    every, columns = np.arange(lists.n_segments), []
    for place, metric in enumerate(metrics):
        for limit in metric.limits:
            limit.check({choice.name: choice.texts(lists) for choice in choices})
        statistics = candidate_statistics(
            metric, outputs, references, progress_of_part(on_progress, place, len(metrics))
        )
        means = dict.fromkeys(random_names, _means(lists, statistics)) if random_names else {}
        columns.append(JudgeScores(metric, {name: statistics[places] for name, places in rows.items()} | means, every))
    silent = {}
    for scores in as_list(external_scores, "scores"):
        own = _external_judge_scores(choices, lists, scores)
        if own is None:
            silent[scores.name] = tuple(name for name in lists.names if np.isnan(scores.of(name)).all())
        else:
            columns.append(own)
    on_progress(1.0)
    return Matrix(tuple(choices), tuple(columns), lists.n_segments, silent)


def _external_judge_scores(choices: Sequence[Choice], lists: Lists, scores: Scores) -> JudgeScores | None:
    """Return the scores of all choices by external scores; None where no segment has scores of all candidates."""
    expect(scores, Scores, "scores")
    check_counts({"lists": lists.n_segments, scores.name: len(scores)})
    each = candidate_scores(scores, lists)
    places = np.flatnonzero(scores.judged(lists.names))
    if not len(places):
        return None
    judge = ExternalScore.reading(scores, RESERVED_NAMES)
    rows = {}
    for choice in choices:
        is_draw = criterion_of(choice.name).is_draw
        own = (_means(lists, each[:, None])[:, 0] if is_draw else scores_of_choice(scores, lists, choice))[places]
        columns = [own - judge.origin, np.ones(len(own))]
        if judge.n_repeats > 1:
            columns.append(_variances(scores, lists, choice)[places])
        rows[choice.name] = np.stack(columns, axis=1)
    return JudgeScores(judge, rows, places)


def _variances(scores: Scores, lists: Lists, choice: Choice) -> Floats:
    """Return the variance of the chosen candidates' scores over the repeats of a judge, (n_segments,)."""
    assert scores.repeats is not None
    of_systems = replace(scores, values=scores.repeats.variances, repeats=None)
    if not criterion_of(choice.name).is_draw:
        return scores_of_choice(of_systems, lists, choice)
    variances: Floats = _means(lists, candidate_scores(of_systems, lists)[:, None])[:, 0] / lists.sizes
    return variances


def _means(lists: Lists, rows: Floats) -> Floats:
    """Return the mean over each list, (n_segments, n), of the rows (n_candidates, n)."""
    means: Floats = row_sums_at(lists.segments, rows, lists.n_segments) / lists.sizes[:, None]
    return means


def judged_systems(test_set: TestSet) -> tuple[str, ...]:
    """Return the systems that can be candidates where people judge: the systems that people have judged.

    All systems, if people judged none. Of several judgments, those with the most demanding protocol count.
    """
    expect(test_set, TestSet, "test set")
    people = [metric for metric in external_metrics_by_name(test_set).values() if metric.is_human]
    unjudged = people[0].unjudged(test_set) if people else ()
    return tuple(name for name in test_set.system_names if name not in unjudged)


def usual_baseline(matrix: Matrix) -> str:
    """Return the usual baseline: the best single system where candidates are systems, else ``first``.

    Best is by the people who judge, or else by the first judge. Without either criterion it is the first choice.
    """
    expect(matrix, Matrix, "matrix")
    systems = _systems(matrix)
    if systems and matrix.columns:
        people = [column for column in matrix.columns if column.judge.is_human]
        column = (people or matrix.columns)[0]
        worth = column.scores if column.judge.higher_is_better else -column.scores
        return max(systems, key=lambda name: float(np.nan_to_num(worth[matrix.index(name)], nan=-np.inf)))
    return FIRST if FIRST in matrix.names else matrix.names[0]


def _systems(matrix: Matrix) -> list[str]:
    """Return the choices that are one system's output in all segments."""
    return [name for name in matrix.names if criterion_of(name).kind == SYSTEM]


# --- external scores of systems, as scores of candidates and choices ---


def candidate_scores(scores: Scores, lists: Lists) -> Floats:
    """Return the score of each candidate's system, float64 (n_candidates,); NaN for a missing score.

    Raises ``ValueError`` for lists of candidates that are not systems.
    """
    expect(scores, Scores, "scores")
    expect(lists, Lists, "lists")
    if not lists.names:
        raise ValueError(f"{scores.name} judges systems; these candidates are not the outputs of systems.")
    return np.stack([scores.of(name) for name in lists.names], axis=1).ravel()


def mean_scores_of_texts(scores: Scores, lists: Lists) -> Floats:
    """Return for each candidate the mean score over all systems with the same text, float64 (n_candidates,).

    NaN where no such system has a score. Several systems may have the same text, which was rated once for each. Raises
    ``ValueError`` as ``candidate_scores`` does.
    """
    own = candidate_scores(scores, lists)
    are_scored, n_texts = ~np.isnan(own), int(lists.texts.max()) + 1
    totals = sums_at(lists.texts, np.where(are_scored, own, 0.0), n_texts)
    return quotients(totals, sums_at(lists.texts, are_scored, n_texts))[lists.texts]


def scores_of_choice(scores: Scores, lists: Lists, choice: Choice) -> Floats:
    """Return the mean score over all systems with the chosen text, float64 (n_segments,); NaN without a score.

    A choice of one system in all segments has this system's own scores. Raises ``ValueError`` as ``candidate_scores``
    does.
    """
    expect(choice, Choice, "choice")
    own = criterion_of(choice.name).is_one_system
    values: Floats = (candidate_scores if own else mean_scores_of_texts)(scores, lists)[choice.picks]
    return values
