"""Campaigns and ratings as data frames. Pure but for how a page writes their columns."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import pandas as pd
import streamlit as st

from workspace import Campaign

FREE, RATING = "free", "rating"
PROGRESS: Mapping[str, Any] = {
    "place": st.column_config.NumberColumn("place", format="%d", width=50),
    "answers": st.column_config.ProgressColumn("answers", min_value=0, max_value=1, format="percent", width=110),
}


def progress(campaign: Campaign, told: Callable[[datetime], str]) -> pd.DataFrame:
    """A row a place; ``told`` puts moments into words."""
    raters = {rater.place: rater for rater in campaign.raters}
    rows = []
    for place in range(campaign.plan.n_places):
        rater = raters.get(place)
        if rater is None:
            rows.append((place + 1, "", 0.0, "", FREE))
            continue
        share = rater.n_done / rater.n_items if rater.n_items else 0.0
        now = RATING if rater.finished is None else f"finished {told(rater.finished)}"
        rows.append((place + 1, rater.name, share, f"{rater.n_done:,} of {rater.n_items:,}", now))
    return pd.DataFrame(rows, columns=["place", "rater", "answers", "done", "now"])
