"""Charts of words by band of HTER. Names are users' text: escaped here, since plotly reads HTML."""

import html

import plotly.graph_objects as go

from scoring.studies.effort import EffortResult
from ui.kit.charts import INSIDE, LEGEND, row_axis

RAMP = ("#D6EAF8", "#AED6F1", "#5DADE2", "#E0A32E", "#D9534A")
"""Colours from little to much editing: untouched words are lightest, rewritten words red."""


def band_colors(n_bands: int) -> list[str]:
    """Return a colour for each band, from the lowest HTER."""
    last = len(RAMP) - 1
    return [RAMP[round(place * last / max(n_bands - 1, 1))] for place in range(n_bands)]


def band_shares(result: EffortResult) -> go.Figure:
    """Return a figure of the share of words in each band: one bar for each system, the least edited on top."""
    systems = sorted(result.systems, key=lambda of: of.hter)
    names = [of.system for of in systems]
    figure = go.Figure()
    colors = band_colors(len(result.request.band_names))
    for place, (band, color) in enumerate(zip(result.request.band_names, colors, strict=True)):
        words = [of.bands[place].words for of in systems]
        shares = [100 * count / of.words if of.words else 0.0 for count, of in zip(words, systems, strict=True)]
        data = [[html.escape(of.system, quote=False), f"{count:,}"] for count, of in zip(words, systems, strict=True)]
        hover = f"HTER {band}: %{{x:.1f}} % of words (%{{customdata[1]}})<extra>%{{customdata[0]}}</extra>"
        look = {"width": 0.62, "marker": {"color": color}, "textfont": {"color": "#0F1B2A"}, "hovertemplate": hover}
        look |= {"text": [f"{share:.0f} %" for share in shares], "customdata": data}
        figure.add_trace(go.Bar(x=shares, y=list(range(len(names))), name=band, **look, **INSIDE))
    row_axis(figure, names, extra=14)
    figure.update_xaxes(title="% of words, by HTER of their segment", range=[0, 100])
    figure.update_layout(barmode="stack", legend=LEGEND, uniformtext={"minsize": 10, "mode": "hide"})
    return figure
