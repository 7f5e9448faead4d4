"""Campaigns and ratings as data frames. Pure, except for how a page writes their columns."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import pandas as pd
import streamlit as st

from scoring.output.numbers import fixed
from scoring.rating import PreferenceCounts, RaterQuality, SystemScores, study
from workspace import Campaign, Rater

VERDICT, MORE_SEGMENTS, SAME_WHEN_REPEATED, CHANGE_WHEN_REPEATED, DAMAGE_NOTICED = (
    "verdict",
    "more",
    "repeated",
    "apart",
    "damaged",
)
"""Names of columns."""
SHOWN_COLUMNS = ["better", "than", "by", VERDICT, "p_adjusted", MORE_SEGMENTS]
"""Columns of ``pairs`` that the page shows, the most important first; there is no room for all."""
ALL_RATERS = "all raters"
"""Word in the column of raters for all raters together."""
NAME_WIDTH = 96
"""Width in px of a column of names, so narrow that a phone shows the numbers next to two names."""

_text, _number = st.column_config.TextColumn, st.column_config.NumberColumn
_HIGHER = (
    "How much higher the better one’s score is; of rankings the share that it won of the comparisons of the two, less"
    " the share that the other one won."
)
_DAMAGE_HELP = "Outputs that were damaged on purpose: how many got a lower score than undamaged, of how many."
PROGRESS: Mapping[str, Any] = {
    "place": _number("place", format="%d", width=50),
    "rater": _text(width=NAME_WIDTH),
    "answers": st.column_config.ProgressColumn("share done", min_value=0, max_value=100, format="%d%%", width=96),
    "done": _text("answers", width=76),
}
PAIRS: Mapping[str, Any] = {
    "better": _text("better", width=NAME_WIDTH),
    "than": _text("worse", width=NAME_WIDTH),
    "by": _number("difference", format="%.2f", width=72, help=_HIGHER),
    VERDICT: _text(width=120),
    "p_adjusted": _text("corrected p", width=76),
    MORE_SEGMENTS: _text(
        "segments missing",
        width=112,
        help="About how many more rated segments would show the difference; none where these do.",
    ),
}
PREFERENCES: Mapping[str, Any] = {
    "rater": _text(width=NAME_WIDTH),
    "first": _text("system", width=NAME_WIDTH),
    "n_first": _number("times better", format="%d", width=96),
    "second": _text("other system", width=NAME_WIDTH),
    "n_second": _number("times better", format="%d", width=96),
    "n_equal": _number("equal", format="%d", width=60),
}
RATERS: Mapping[str, Any] = {
    "rater": _text(width=NAME_WIDTH),
    "answers": _number("answers", width=66),
    DAMAGE_NOTICED: _text("damage noticed", width=114, help=_DAMAGE_HELP),
    "seconds": _number("median seconds", format="%.1f", width=114, help="Per item: half of the answers took longer."),
    SAME_WHEN_REPEATED: _text(
        "same when repeated", width=124, help="Items that came again: how many got the same answer, of how many."
    ),
    CHANGE_WHEN_REPEATED: _text(
        "change when repeated", width=136, help="How far both answers to an item that came again are apart, on average."
    ),
}


def progress(campaign: Campaign, moment_words: Callable[[datetime], str]) -> pd.DataFrame:
    """Return a table with a row for each place; ``moment_words`` writes moments in words."""
    raters = {rater.place: rater for rater in campaign.raters}
    rows = []
    for place, n_items in enumerate(campaign.sizes):
        rater = raters.get(place)
        n_done = 0 if rater is None else rater.n_done
        name = "" if rater is None else rater.names
        rows.append(
            (place + 1, name, 100 * n_done // max(n_items, 1), f"{n_done:,} of {n_items:,}", _last(rater, moment_words))
        )
    return pd.DataFrame(rows, columns=["place", "rater", "answers", "done", "last answer"])


def _last(rater: Rater | None, moment_words: Callable[[datetime], str]) -> str:
    if rater is None:
        return "free"
    if rater.finished is not None:
        return "finished"
    if rater.released is not None:
        return "free again"
    return "none yet" if rater.answered is None else moment_words(rater.answered)


def rating_score_table(scores: SystemScores) -> pd.DataFrame:
    """Return a table with a row for each system, the best first."""
    columns = ["system", scores.judgments_name, "low", "high", "segments"]
    return pd.DataFrame([(one.system, one.score, one.low, one.high, one.n_segments) for one in scores], columns=columns)


def pairs(scores: SystemScores) -> pd.DataFrame:
    """Return a table with a row for each pair of systems; the better one is named first."""
    rows = []
    for one in scores.pairs:
        sizes = one.first, one.second, one.difference, one.low, one.high
        rows.append((*sizes, one.p_value, one.p_adjusted, one.state, study.count_more_segments(one)))
    return pd.DataFrame(
        rows, columns=["better", "than", "by", "low", "high", "p", "p_adjusted", VERDICT, MORE_SEGMENTS]
    )


def preferences(counts: Sequence[PreferenceCounts]) -> pd.DataFrame:
    """Return a table with, for each pair of systems, a row for all raters and then one for each rater."""
    rows = [(one.rater or ALL_RATERS, one.first, one.n_first, one.second, one.n_second, one.n_equal) for one in counts]
    return pd.DataFrame(rows, columns=["rater", "first", "n_first", "second", "n_second", "n_equal"])


def raters(qualities: Sequence[RaterQuality]) -> pd.DataFrame:
    """Return a table with a row for each rater: number of answers, speed, and results of the checks."""
    rows = []
    for one in qualities:
        same = f"{one.repeats.n_same:,} of {one.repeats.n:,}" if one.repeats.n else ""
        noticed = f"{one.damaged.n_noticed:,} of {one.damaged.n:,}" if one.damaged.n else ""
        rows.append((one.rater, one.n_answers, noticed, one.seconds, same, fixed(one.repeats.distance, 1, "")))
    return pd.DataFrame(
        rows, columns=["rater", "answers", DAMAGE_NOTICED, "seconds", SAME_WHEN_REPEATED, CHANGE_WHEN_REPEATED]
    )
