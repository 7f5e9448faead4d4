"""Campaigns and ratings as data frames. Pure but for how a page writes their columns."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import pandas as pd
import streamlit as st

from workspace import Campaign, Rater

PROGRESS: Mapping[str, Any] = {
    "place": st.column_config.NumberColumn("place", format="%d", width=50),
    "answers": st.column_config.ProgressColumn("answers", min_value=0, max_value=1, format="percent", width=110),
}


def progress(campaign: Campaign, told: Callable[[datetime], str]) -> pd.DataFrame:
    """A row a place; ``told`` puts moments into words."""
    raters = {rater.place: rater for rater in campaign.raters}
    rows = []
    for place, n_items in enumerate(campaign.sizes):
        rater = raters.get(place)
        n_done = 0 if rater is None else rater.n_done
        name = "" if rater is None else rater.name
        rows.append((place + 1, name, n_done / max(n_items, 1), f"{n_done:,} of {n_items:,}", _now(rater, told)))
    return pd.DataFrame(rows, columns=["place", "rater", "answers", "done", "now"])


def _now(rater: Rater | None, told: Callable[[datetime], str]) -> str:
    if rater is None:
        return "free"
    if rater.finished is not None:
        return f"finished {told(rater.finished)}"
    if rater.released is not None:
        return "free again"
    return "has begun" if rater.answered is None else f"last answer {told(rater.answered)}"
