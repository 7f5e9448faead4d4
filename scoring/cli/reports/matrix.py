"""A matrix of systems and test sets as text: for each metric scores with ranks, margins, and pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ...counting.usual_draws import MAX_TRIALS
from ...output.numbers import MINUS, MISSING, fixed, probability
from ...output.plain_tables import without_trailing_blanks
from ...studies.matrix import TRIALS_GROWTH, MatrixRequest, MatrixResult, MetricMatrix, Record
from ...studies.tradeoff import TradeoffResult, quality_with_interval
from ...studies.wording.matrix_opening import is_lead_in_doubt, verdict_sentences
from ...studies.wording.matrix_words import (
    AUTO_RANK,
    SHARE_BETTER,
    SHARE_BETTER_MEANING,
    SetWarnings,
    give_option_of_weight_0,
)
from ...studies.wording.verdict_words import displayed_state, verdict_rule
from .layout import PLAIN, Style, build_format_writers

Table = tuple[list[str], list[list[str]]]


@dataclass(frozen=True)
class PrintedMatrix:
    """A matrix to print, with its request and its warnings."""

    request: MatrixRequest
    result: MatrixResult
    warnings: SetWarnings

    @property
    def weights(self) -> dict[str, float]:
        """Weights other than 1, by test set."""
        return dict(self.request.weights)

    @property
    def is_doubtful(self) -> bool:
        """Whether a set that counts makes the lead of the best system doubtful."""
        return is_lead_in_doubt(self.result, self.weights, self.warnings)


def _records(printed: PrintedMatrix) -> list[Record]:
    return printed.result.cell_records()


def _tables(printed: PrintedMatrix, style: Style) -> list[str]:
    """Return for each metric a table of systems by sets, and a table of pairs."""
    result = printed.result
    tables: list[Table] = []
    for number, matrix in enumerate(result.matrices):
        tables += [_cells(printed, matrix, number), _pairs(printed, matrix)]
    return [style.table(headers, rows, n_left=1) for headers, rows in tables]


def _cells(printed: PrintedMatrix, matrix: MetricMatrix, number: int) -> Table:
    doubtful, result = printed.warnings.doubtful_sets(printed.weights), printed.result
    heads = [
        f"{name}, left out" if not counts else f"{name}, doubtful" if name in doubtful else name
        for name, counts in zip(matrix.sets, matrix.counts.tolist(), strict=True)
    ]
    headers = [matrix.metric.full_name, *heads, SHARE_BETTER, "AutoRank", "wins/ties/losses"]
    rows = [
        [
            matrix.systems[place],
            *(_cell(matrix, row, place) for row in range(len(matrix.sets))),
            _number(matrix.mean_ranks[place]),
            _number(result.auto_ranks[number, place], 1),
            f"{matrix.wins[place]}/{matrix.ties[place]}/{matrix.losses[place]}",
        ]
        for place in matrix.scored_order
    ]
    return headers, rows


def _cell(matrix: MetricMatrix, row: int, place: int) -> str:
    """Return the score of a system and its rank in a set."""
    score = matrix.scores[row, place]
    if np.isnan(score):
        return MISSING
    return f"{_number(score, matrix.metric.decimals)} ({int(matrix.ranks[row, place])})"


def _pairs(printed: PrintedMatrix, matrix: MetricMatrix) -> Table:
    in_doubt = partial(printed.warnings.is_pair_in_doubt, printed.weights)
    rows = [
        [
            pair.a,
            pair.b,
            f"{len(pair.ahead)}/{pair.n_sets}",
            f"{len(pair.behind)}/{pair.n_sets}",
            pair.better_unless(in_doubt(pair.a, pair.b)) or MISSING,
            *(probability(p, MISSING) for p in (pair.p, pair.p_adjusted)),
            displayed_state(pair.verdict, in_doubt(pair.a, pair.b)),
        ]
        for pair in matrix.ranked_pairs
        if pair.n_sets
    ]
    return ["first", "second", "first ahead", "second ahead", "better over all", "p", "corrected p", "verdict"], rows


def _number(value: float, decimals: int = 2) -> str:
    return fixed(float(value), decimals, MISSING).replace(MINUS, "-")


def _notes(printed: PrintedMatrix) -> list[str]:
    return [
        "(n): rank in the set: 1 and the number of systems that are significantly better there",
        f"{SHARE_BETTER}: {SHARE_BETTER_MEANING}",
        f"AutoRank: {AUTO_RANK}",
        "wins, ties, losses: over all sets and other systems, by significance",
        *_verdict_rules(printed.result.matrices),
        *(f"signature of {name}: {signature}" for name, signature in printed.result.signatures.items()),
    ]


def _verdict_rules(matrices: Sequence[MetricMatrix]) -> list[str]:
    """Return what the verdicts mean, for each metric where the meaning depends on the metric."""
    rules = {matrix.metric.full_name: verdict_rule(matrix.draws_more) for matrix in matrices}
    if len({*rules.values()}) == 1:
        return [f"verdict: {verdict_rule(matrices[0].draws_more)}"]
    return [f"verdict by {name}: {rule}" for name, rule in rules.items()]


def _opening(printed: PrintedMatrix) -> list[str]:
    doubtful = [
        sentence.replace("ignore case for all", "ignore case for all (--lowercase)")
        for sentence in printed.warnings.doubt_sentences(printed.weights, give_option_of_weight_0)
    ]
    in_doubt = partial(printed.warnings.is_pair_in_doubt, printed.weights)
    contained = printed.warnings.contained
    sentences = map(str, verdict_sentences(printed.result, printed.is_doubtful, in_doubt, contained))
    trials = min(TRIALS_GROWTH * printed.request.trials, MAX_TRIALS)
    hint = f"Draw more shuffles by --trials {trials}." if printed.result.is_open else ""
    return [*filter(None, [*sentences, hint, *doubtful, *printed.warnings.refused_sentences])]


FORMATS = build_format_writers(_records, _tables, _notes, _opening)


def tradeoff_text(tradeoff: TradeoffResult) -> str:
    """Return a sentence on the trade-off, and a table of systems with their quality and cost."""
    headers = ["system", tradeoff.cost.name, "AutoRank (95 %)", "on the front"]
    rows = [
        [of.system, _number(of.cost), quality_with_interval(of), "yes" if of.is_on_front else "no"]
        for of in tradeoff.points
    ]
    return without_trailing_blanks("\n\n".join([str(tradeoff.sentence()), PLAIN.table(headers, rows, n_left=1)]))
