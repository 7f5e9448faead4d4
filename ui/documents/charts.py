"""The strip of documents: a chart with a bar for each document. Names are users' text: escaped here. Pure."""

import html
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from scoring.output.numbers import MISSING, counted, fixed
from scoring.studies.documents import MIN_SHOWN, DocumentScores
from ui.kit.charts import LEGEND, TIE_COLOR, axis_label, draw_horizontal_line, draw_vertical_line

HEIGHT = 230
MAX_BARS = 1000
"""Largest number of documents for which a strip is drawn; the bars of more could not be distinguished."""
MAX_DOMAINS = 12
"""Largest number of domains that the axis names."""


def document_strip(scored: DocumentScores, colors: tuple[str, str]) -> go.Figure:
    """Return a figure with a bar for each document shown, in the order of the file, as wide as it has segments.

    The bar's height is the lead of one of two systems, the first system's upwards; ``customdata`` holds each document's
    first segment. Raise ``ValueError`` unless there are two systems.
    """
    pair = scored.pair
    if pair is None:
        raise ValueError("A strip takes two systems.")
    shown = np.flatnonzero(scored.is_shown)
    leads, sizes, firsts = pair.leads[shown], scored.documents.sizes[shown], scored.documents.firsts[shown]
    ends = np.cumsum(sizes)
    hover_texts = [_hover_text(scored, int(number)) for number in shown]
    figure = go.Figure()
    for name, color, mark, is_ahead in zip(pair.names, colors, "▲▼", (leads > 0, leads < 0), strict=True):
        at = np.flatnonzero(is_ahead)
        figure.add_trace(
            go.Bar(
                x=ends[at] - sizes[at] / 2,
                y=leads[at].round(scored.request.metric.decimals + 1),
                width=sizes[at] * 0.92,
                name=f"{mark} {axis_label(name)} is ahead",
                marker={"color": color, "line": {"width": 0}},
                customdata=firsts[at],
                hovertext=[hover_texts[number] for number in at],
                hovertemplate="%{hovertext}<extra></extra>",
                error_y=_error_bars(scored, shown[at], leads[at]),
            )
        )
    draw_horizontal_line(figure, 0, {"color": TIE_COLOR, "width": 1})
    _axes(figure, scored, shown, ends)
    return figure


def _error_bars(scored: DocumentScores, numbers: np.ndarray, leads: np.ndarray) -> dict[str, Any] | None:
    """Return the 95 % intervals of the leads in domains; None for documents, which are not tested individually."""
    if not scored.domain_tests:
        return None
    sign = 1 if scored.request.metric.higher_is_better else -1
    ends = np.array([sorted(sign * end for end in scored.domain_tests[n].score.difference_interval) for n in numbers])
    low, high = ends.reshape(-1, 2).T
    look = {"type": "data", "symmetric": False, "color": TIE_COLOR, "thickness": 1.5}
    return look | {"array": high - leads, "arrayminus": leads - low}


def _axes(figure: go.Figure, scored: DocumentScores, shown: np.ndarray, ends: np.ndarray) -> None:
    n_all = f"{len(shown):,} of {len(scored):,} " if scored.hidden_documents_phrase() else ""
    at_least = f" (those of at least {MIN_SHOWN} segments)" if scored.hidden_documents_phrase() else ""
    figure.update_yaxes(title=f"{html.escape(scored.request.metric.full_name)}, difference", zeroline=False, nticks=5)
    figure.update_xaxes(
        title=f"{n_all}{scored.origin_column}{at_least} in file order; width: segments",
        range=[0, ends[-1]],
        showgrid=False,
        zeroline=False,
    )
    domains = scored.documents.names if scored.request.origin == "domain" else scored.domains
    runs = _runs([domains[number] for number in shown] if domains else ())
    if 0 < len(runs) <= MAX_DOMAINS:
        starts = np.array([0, *ends])
        figure.update_xaxes(
            tickvals=[(starts[begin] + starts[end]) / 2 for begin, end, _ in runs],
            ticktext=[axis_label(name) for _, _, name in runs],
        )
        for begin, _, _ in runs[1:]:
            draw_vertical_line(figure, starts[begin], {"color": TIE_COLOR, "width": 1, "dash": "dot"})
    figure.update_layout(
        barmode="overlay",
        height=HEIGHT,
        margin={"l": 10, "r": 20, "t": 30, "b": 40},
        legend=LEGEND,
        hovermode="closest",
    )


def _runs(domains: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return the runs of documents with the same domain: first place, place after the last, and the domain."""
    runs: list[tuple[int, int, str]] = []
    for number, name in enumerate(domains):
        if runs and runs[-1][2] == name:
            runs[-1] = runs[-1][0], number + 1, name
        else:
            runs.append((number, number + 1, name))
    return runs


def _hover_text(scored: DocumentScores, number: int) -> str:
    """Return the text that is shown when a document's bar is pointed at."""
    size, decimals = scored.documents.sizes[number], scored.request.metric.decimals
    sides = (
        f"{axis_label(name)}: {fixed(scored.scores[name][number], decimals, MISSING)}"
        for name in scored.request.names or ()
    )
    return "<br>".join([f"{axis_label(scored.documents.names[number])}, {counted(int(size), 'segment')}", *sides])
