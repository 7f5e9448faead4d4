"""A short comparison with other raters' answers to the same items, for raters who have finished."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from statistics import fmean

import streamlit as st

from rating.desk.language import localized_number, says
from scoring.output.markup import html
from scoring.rating import (
    AdequacyFluency,
    DirectAssessment,
    ErrorSpans,
    OutputRanking,
    OutputScores,
    Protocol,
    Value,
    protocol_of,
    value_for_distinct_texts,
)
from ui.session import send
from workspace import Desk

ReadNumber = Callable[[Value], float | None]


def _mean_score(value: Value) -> float | None:
    if isinstance(value, OutputScores):
        return fmean(value.scores)
    return value.score if isinstance(value, DirectAssessment | ErrorSpans) else None


SCORE = "Score, 0 to 100"
PENALTY = "Penalty: minor errors 1, major ones 5"
NUMBER_READERS: Mapping[str, ReadNumber] = {
    "Adequacy, 1 to 5": lambda value: value.adequacy if isinstance(value, AdequacyFluency) else None,
    "Fluency, 1 to 5": lambda value: value.fluency if isinstance(value, AdequacyFluency) else None,
    SCORE: _mean_score,
    PENALTY: lambda value: 0.0 - value.score if isinstance(value, ErrorSpans) else None,
    "Errors per translation": lambda value: (
        len(value.spans) + len(value.missing) if isinstance(value, ErrorSpans) else None
    ),
}
"""Name of a number in an answer -> function that reads the number; None if the answer has no such number."""
Shared = Sequence[tuple[Value, Sequence[Value]]]
"""For each item, the rater's answer and the answers of the others."""


def draw_answers_of_others(desk: Desk, others: Sequence[Sequence[Value]]) -> None:
    items = [question.item for question in desk.items]
    own_values = {answer.item: value_for_distinct_texts(answer.value, items[answer.item]) for answer in desk.answers}
    other_values = {
        item: [value_for_distinct_texts(value, items[item]) for value in values]
        for item, values in enumerate(others)
        if values
    }
    both = [(own, other_values[item]) for item, own in own_values.items() if item in other_values]
    if not both:
        st.write(says("Nobody else has rated these translations so far. Come back later to compare."))
        return
    st.write(says("{n} of your answers can be compared with those of others.", n=localized_number(len(both))))
    if (alike := ranking_agreement(both)) is not None:
        order = "You and others put {share} of the pairs of translations in the same order."
        st.write(says(order, share=f"{localized_number(100 * alike)} %"))
    if rows := means(both, protocol_of(desk.seat.campaign.protocol)):
        cells = [(says(name), localized_number(own, 1), localized_number(other, 1)) for name, own, other in rows]
        table = html.html_table(
            [says("Mean"), says("You"), says("Others")], [html.html_row(row) for row in cells], "means"
        )
        send.html(html.page(table))


def means(both: Shared, protocol: Protocol) -> list[tuple[str, float, float]]:
    """Return for each kind of number its name, the rater's mean, and the others' mean over the same items."""
    rows = []
    hidden = PENALTY if protocol.scales else SCORE  # without scales, errors cost a penalty in place of a score
    for name, read in NUMBER_READERS.items():
        if name == hidden:
            continue
        pairs = [(read(own), [read(other) for other in values]) for own, values in both]
        defined_pairs = [(own, [one for one in others if one is not None]) for own, others in pairs if own is not None]
        if defined_pairs:
            rows.append(
                (
                    name,
                    fmean(own for own, _ in defined_pairs),
                    fmean(fmean(others) for _, others in defined_pairs if others),
                )
            )
    return rows


def ranking_agreement(both: Shared) -> float | None:
    """Return the share of pairs of outputs that the rater and another rank alike, with ties; None without rankings."""
    alike = [
        _order(own, pair) == _order(other, pair)
        for own, values in both
        if isinstance(own, OutputRanking)
        for other in values
        if isinstance(other, OutputRanking)
        for pair in combinations(range(len(own.ranks)), 2)
    ]
    return fmean(alike) if alike else None


def _order(ranking: OutputRanking, pair: tuple[int, int]) -> int:
    first, second = (ranking.ranks[place] for place in pair)
    return (first > second) - (first < second)
