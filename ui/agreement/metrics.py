"""The tab Metrics: how far each metric agrees with the judge, by one measure and by all."""

from functools import partial

import pandas as pd
import streamlit as st

from scoring.agreement import Agreement
from ui.agreement import jobs
from ui.agreement.asked import Asked
from ui.context import Context
from ui.kit import grid
from ui.store import waiting


def draw(context: Context, asked: Asked) -> None:
    tasks = {name: jobs.agreement(asked, context.metric(name), context.test_set) for name in asked.metrics}
    waiting.fill_in("agreement", tasks, partial(show, context))


def show(context: Context, found: dict[str, Agreement | jobs.LeftOut | None]) -> None:
    rows = [
        {"metric": context.labels[name]} | {measure: agreement.value(measure) for measure in agreement.measures}
        for name, agreement in found.items()
        if isinstance(agreement, Agreement)
    ]
    if rows:
        grid.show(pd.DataFrame(rows))
    for agreement in found.values():
        if isinstance(agreement, jobs.LeftOut):
            st.warning(agreement.why)
