"""The report on a matrix as one HTML file. Pure; users' text is escaped when it is formatted into ``Markup``."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

import numpy as np
from markupsafe import Markup

from ...metric import VERSION
from ...output.markup.colors import system_colors
from ...output.markup.html import bold, html_row, html_table, sentence_html, sentences_html
from ...output.numbers import MISSING, counted, fixed, probability
from ...studies.matrix import MatrixRequest, MatrixResult, MetricMatrix
from ...studies.tradeoff import TradeoffResult, quality_with_interval
from ...studies.wording.matrix_opening import is_lead_in_doubt, verdict_sentences
from ...studies.wording.matrix_words import ABOUT_RANKS, SHARE_BETTER, SetWarnings, method_sentences
from ...studies.wording.verdict_words import displayed_state
from ..parts import (
    head_html,
    html_file,
    link_facts,
    list_html,
    method_html,
    name_html,
    section_html,
    warnings_html,
    wide_html,
)

TITLE = "Which system is best over all test sets?"
MAX_MATRIX_PAIRS = 30
"""Most pairs that the report lists for each metric: the pairs of the best systems."""


def matrix_document(
    request: MatrixRequest,
    result: MatrixResult,
    name: str,
    made_on: date,
    address: str | None = None,
    warnings: SetWarnings | None = None,
    tradeoffs: Sequence[TradeoffResult] = (),
) -> Markup:
    """Return the report on a matrix as a whole HTML file; ``warnings`` are about its sets."""
    colors = system_colors(result.systems)
    facts = [counted(len(result.sets), "set"), counted(len(result.systems), "system"), made_on.isoformat()]
    warnings = warnings or SetWarnings()
    weights = dict(request.weights)
    warned = [*warnings.doubt_sentences(weights), *warnings.refused_sentences]
    is_doubtful = is_lead_in_doubt(result, weights, warnings)
    are_in_doubt = partial(warnings.is_pair_in_doubt, weights)
    body = [
        head_html(TITLE, name, facts),
        sentences_html(verdict_sentences(result, is_doubtful, are_in_doubt, warnings.contained), colors=colors),
        warnings_html(warned),
    ]
    for number, matrix in enumerate(result.matrices):
        body += [_scores(result, matrix, number, colors), _pairs(matrix, colors, are_in_doubt)]
    body += [_tradeoff(tradeoff, colors) for tradeoff in tradeoffs]
    method = list_html(method_sentences(request, result))
    facts_of_method = [("method", method), ("made by", f"BLEUscope {VERSION}, {made_on.isoformat()}")]
    body.append(method_html([*facts_of_method, *link_facts(address)]))
    return html_file(TITLE, f"BLEUscope {VERSION}", made_on, body)


def _scores(result: MatrixResult, matrix: MetricMatrix, number: int, colors: Mapping[str, str]) -> Markup:
    head = ("system", SHARE_BETTER, "AutoRank", "wins / ties / losses", *matrix.sets)
    rows = [
        html_row(
            [
                name_html(matrix.systems[place], colors[matrix.systems[place]]),
                fixed(float(matrix.mean_ranks[place]), 2, MISSING),
                fixed(float(result.auto_ranks[number, place]), 1, MISSING),
                f"{matrix.wins[place]} / {matrix.ties[place]} / {matrix.losses[place]}",
                *(_cell(matrix, row, place) for row in range(len(matrix.sets))),
            ]
        )
        for place in matrix.scored_order
    ]
    return section_html(matrix.metric.full_name, wide_html(html_table(head, rows, "scores")), ABOUT_RANKS)


def _cell(matrix: MetricMatrix, row: int, place: int) -> Markup | str:
    if np.isnan(matrix.scores[row, place]):
        return MISSING
    rank, score = int(matrix.ranks[row, place]), fixed(float(matrix.scores[row, place]), matrix.metric.decimals)
    return Markup("{} <small>({})</small>").format(bold(score) if rank == 1 else score, rank)


def _pairs(matrix: MetricMatrix, colors: Mapping[str, str], are_in_doubt: Callable[[str, str], bool]) -> Markup:
    tested = [pair for pair in matrix.ranked_pairs if pair.n_sets]
    rows = [
        html_row(
            [
                name_html(pair.a, colors[pair.a]),
                name_html(pair.b, colors[pair.b]),
                f"{len(pair.ahead)} / {pair.n_sets}",
                f"{len(pair.behind)} / {pair.n_sets}",
                name_html(better, colors[better]) if better else MISSING,
                probability(pair.p_adjusted),
                displayed_state(pair.verdict, are_in_doubt(pair.a, pair.b)),
            ]
        )
        for pair in tested[:MAX_MATRIX_PAIRS]
        for better in [pair.better_unless(are_in_doubt(pair.a, pair.b))]
    ]
    head = ("first", "second", "first ahead in", "second ahead in", "better over all", "corrected p", "verdict")
    unlisted = len(tested) - len(rows)
    note = f"{counted(unlisted, 'other pair')} not listed." if unlisted else ""
    heading = f"Pairs over all sets, {matrix.metric.full_name}"
    return section_html(heading, wide_html(html_table(head, rows, "pairs")), note)


def _tradeoff(tradeoff: TradeoffResult, colors: Mapping[str, str]) -> Markup:
    rows = [
        html_row(
            [
                name_html(point.system, colors[point.system]),
                fixed(point.cost, 2),
                quality_with_interval(point),
                "yes" if point.is_on_front else "no",
            ]
        )
        for point in tradeoff.points
    ]
    head = ("system", tradeoff.cost.name, "AutoRank (95 %)", "on the Pareto front")
    paragraph = Markup("<p>{}</p>").format(sentence_html(tradeoff.sentence(), colors))
    heading = f"Quality and {tradeoff.cost.name}"
    return section_html(heading, paragraph + wide_html(html_table(head, rows, "scores")))
