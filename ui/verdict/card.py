"""The card of a verdict on a page, and folded beside it what a difference of this size has meant elsewhere."""

from collections.abc import Sequence

import streamlit as st

from scoring.output.sentence import Said
from scoring.report import verdict_card
from scoring.studies.comparison import ComparisonResult
from scoring.studies.verdict import Decision, decide
from scoring.studies.wording.verdict_words import (
    NO_PAIR,
    Oddity,
    meant_elsewhere,
    no_verdict_of_filter,
    no_verdict_of_sample,
)
from ui.context.context import Context
from ui.context.filters import ALL_SCORES
from ui.session import send
from ui.verdict import measures


def show_card(
    context: Context,
    result: ComparisonResult,
    systems: Sequence[str],
    odd: Sequence[Oddity],
    place: str | None = measures.PLACE,
    without: Said = NO_PAIR,
) -> Decision | None:
    """Draws the verdict on those systems; None where fewer than two have a score, which is said as ``without``.

    ``odd`` is said in it, and the votes of other measures on the context's segments, for which ``place`` waits; there
    are none where it is None.
    """
    decision = decide(result.verdicts, systems)
    if decision is None:
        send.html(verdict_card.nothing(without))
        return None
    votes = None if place is None else measures.votes_on(context, decision, place)
    send.html(verdict_card.card(decision, votes, odd, votes_to_come=votes is None and place is not None))
    return decision


def why_none(context: Context, by_filter: str = "") -> str:
    """Why nothing can be said of segments that are chosen by how good outputs are, by a filter or as a sample.

    ``by_filter`` is what a page that gives no verdict says of a filter.
    """
    if context.sampled_from is not None:
        return no_verdict_of_sample(context.sampled_from)
    if by_filter:
        return by_filter
    if context.filters.scores != ALL_SCORES:
        return no_verdict_of_filter(f"their {context.filters.score_by}", "score")
    return no_verdict_of_filter("the errors that are marked in outputs", "error")


def show_elsewhere(decision: Decision) -> None:
    """Nothing where no study tells it."""
    said = meant_elsewhere(decision)
    if said is not None:
        with st.expander("What such a difference has meant elsewhere"):
            st.markdown(said)
