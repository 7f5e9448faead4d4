"""Campaigns and ratings as data frames. Pure but for how a page writes their columns."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import pandas as pd
import streamlit as st

from scoring.output.numbers import fixed
from scoring.rating import RaterQuality, SystemScores, study
from workspace import Campaign, Rater

VERDICT, MORE, ALIKE, APART, NOTICED = "verdict", "more", "repeated", "apart", "damaged"
"""Columns."""
SHOWN = ["better", "than", "by", VERDICT, "p_adjusted", MORE]
"""Of the columns of ``pairs``: there is no room for all, so what the table is read for comes first."""
NAME_WIDTH = 96
"""px, so that the numbers beside two names are seen on a phone; a wider table gives names more."""

PROGRESS: Mapping[str, Any] = {
    "place": st.column_config.NumberColumn("place", format="%d", width=50),
    "rater": st.column_config.TextColumn(width=NAME_WIDTH),
    "answers": st.column_config.ProgressColumn("answers", min_value=0, max_value=100, format="%d%%", width=96),
    "done": st.column_config.TextColumn(width=76),
}
PAIRS: Mapping[str, Any] = {
    "better": st.column_config.TextColumn(width=NAME_WIDTH),
    "than": st.column_config.TextColumn(width=NAME_WIDTH),
    "by": st.column_config.NumberColumn(
        format="%.2f",
        width=54,
        help="How much higher the better one’s score is; of rankings the share that it won of the comparisons of the"
        " two, less the share that the other one won.",
    ),
    VERDICT: st.column_config.TextColumn(width=120),
    "p_adjusted": st.column_config.TextColumn("adjusted p", width=76),
    MORE: st.column_config.TextColumn(
        width=60, help="About so many more rated segments would tell the two apart; none where these do."
    ),
}
RATERS: Mapping[str, Any] = {
    "rater": st.column_config.TextColumn(width=NAME_WIDTH),
    "answers": st.column_config.NumberColumn(width=60),
    "seconds": st.column_config.NumberColumn(format="%.0f", width=64, help="The median of an item."),
    ALIKE: st.column_config.TextColumn(
        width=64, help="Items that came again: how many got the same answer, of how many."
    ),
    APART: st.column_config.TextColumn(
        width=54, help="How far both answers to an item that came again are apart, on average."
    ),
    NOTICED: st.column_config.TextColumn(
        width=66, help="Outputs that were damaged on purpose: how many got a lower score than undamaged, of how many."
    ),
}


def progress(campaign: Campaign, told: Callable[[datetime], str]) -> pd.DataFrame:
    """A row a place; ``told`` puts moments into words."""
    raters = {rater.place: rater for rater in campaign.raters}
    rows = []
    for place, n_items in enumerate(campaign.sizes):
        rater = raters.get(place)
        n_done = 0 if rater is None else rater.n_done
        name = "" if rater is None else rater.names
        rows.append(
            (place + 1, name, 100 * n_done // max(n_items, 1), f"{n_done:,} of {n_items:,}", _last(rater, told))
        )
    return pd.DataFrame(rows, columns=["place", "rater", "answers", "done", "last answer"])


def _last(rater: Rater | None, told: Callable[[datetime], str]) -> str:
    if rater is None:
        return "free"
    if rater.finished is not None:
        return "finished"
    if rater.released is not None:
        return "free again"
    return "none yet" if rater.answered is None else told(rater.answered)


def rating_score_table(found: SystemScores) -> pd.DataFrame:
    """A row a system, the best first."""
    columns = ["system", found.what, "low", "high", "segments"]
    return pd.DataFrame([(one.system, one.score, one.low, one.high, one.n_segments) for one in found], columns=columns)


def pairs(found: SystemScores) -> pd.DataFrame:
    """A row for each two systems, the better one first."""
    rows = [
        (
            *(one.first, one.second, one.difference, one.low, one.high),
            *(one.p_value, one.p_adjusted, one.state, study.more_segments(one)),
        )
        for one in found.pairs
    ]
    return pd.DataFrame(rows, columns=["better", "than", "by", "low", "high", "p", "p_adjusted", VERDICT, MORE])


def raters(found: Sequence[RaterQuality]) -> pd.DataFrame:
    """A row a rater: how much they said, how fast, and what the checks say."""
    rows = [
        (
            one.rater,
            one.n_answers,
            one.seconds,
            f"{one.repeats.n_same:,} of {one.repeats.n:,}" if one.repeats.n else "",
            fixed(one.repeats.distance, 1, ""),
            f"{one.damaged.n_noticed:,} of {one.damaged.n:,}" if one.damaged.n else "",
        )
        for one in found
    ]
    return pd.DataFrame(rows, columns=["rater", "answers", "seconds", ALIKE, APART, NOTICED])
