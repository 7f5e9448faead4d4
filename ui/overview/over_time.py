"""Scores over time on Overview: the best output so far, outputs with overlapping intervals, and all scores."""

from functools import partial

import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring.lab.watching.lines import ScoreLine
from scoring.lab.watching.score_sentences import CAUTION, best_output_sentence, left_out_sentence
from scoring.metric import VERSION
from scoring.output.markup import html
from scoring.output.numbers import counted
from ui.kit import address, exports, grid, layout
from ui.overview import charts, overview_tables
from ui.session import send
from ui.store import histories

TAB = "Scores over time"
MAX_LINES = 12
"""Largest number of lines that one page shows."""


def draw_scores_over_time(over_time: histories.OverTime) -> None:
    lines = over_time.lines[:MAX_LINES]
    if not lines:
        st.info(f"There are no scores in {over_time.history.file} yet.")
        _close()
        return
    send.html(html.page(Markup("").join(map(_statement, lines))))
    with st.container(horizontal=True, vertical_alignment="center", key="over-time-next"):
        st.caption(CAUTION, width="stretch")
        address.page_link("data", "Compare outputs: Test sets")
    st.plotly_chart(charts.scores_over_time_chart(lines), key="over-time", alt="Scores over time, with intervals")
    if unplaced := left_out_sentence(lines):
        st.caption(unplaced)
    frame = overview_tables.scores_over_time_table(lines)
    number = {
        name: st.column_config.NumberColumn(format=f"%.{line.decimals}f")
        for line in lines
        for name in overview_tables.columns_of_line(line)
    }
    time = st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm:ss")
    grid.draw_grid(frame, number | {overview_tables.TIME: time}, most=layout.TALL_TABLE)
    _draw_signatures(over_time, lines)
    about = {"file": over_time.history.file, "made by": f"BLEUscope {VERSION}"}
    printed = {name: line.decimals for line in lines for name in overview_tables.columns_of_line(line)}
    exports.offer_table(frame, TAB, about, {line.label: line.higher_is_better for line in lines}, printed)
    exports.offer_table(partial(_rows, over_time), "All rows", about)


def _statement(line: ScoreLine) -> Markup:
    return Markup('<p class="statement" dir="auto"><b>{}</b> {}</p>').format(
        f"{line.label}:", best_output_sentence(line)
    )


def _draw_signatures(over_time: histories.OverTime, lines: list[ScoreLine]) -> None:
    """Draw the signatures and the file of the scores."""
    with st.expander("Signatures"):
        for line in lines:
            st.text(
                f"{line.label}: {line.signature}; {counted(line.n_segments, 'segment')}, references {line.references},"
                f" intervals by {line.resamples:,} resamples"
            )
            if line.n_changed:
                st.caption(
                    f"{counted(line.n_changed, 'row is', 'rows are')} of what files held before they changed: not"
                    " shown here, but the downloads have them."
                )
        if len(over_time.lines) > len(lines):
            st.caption(f"{len(lines)} of {len(over_time.lines):,} lines are shown.")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(over_time.history.file, width="stretch")
        _close()


def _rows(over_time: histories.OverTime) -> pd.DataFrame:
    """Return the rows of the file, with times in ISO 8601."""
    frame: pd.DataFrame = over_time.history.table.to_pandas()
    return frame.assign(time=frame["time"].map(lambda time: time.isoformat()))


def _close() -> None:
    st.button("Close these scores", key="close-over-time", on_click=histories.close_histories)
