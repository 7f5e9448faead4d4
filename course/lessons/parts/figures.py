"""Figures of the lessons, plotly from arrays: small, with few marks and labels in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from scoring.output.numbers import signed
from ui.kit.charts import CHOSEN_COLOR, axis_label, draw_vertical_line

GREY = "#8A99AB"
FAINT = "rgba(138,153,171,0.35)"
"""Colour of marks that do not count."""
HEIGHT = 250
BAR = 44
"""Height in px of each bar of a figure whose bars are rows."""
MARGIN = {"l": 10, "r": 20, "t": 20, "b": 40}
STANDOFF, LOWEST = 6, 24
"""Distance in px of an axis title from the numbers, and least px of plot height if these are large."""
LEGEND_PLACE = {"x": 1.02, "y": 1}
ABOVE = {"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0}
"""Place of a legend above the plot."""
BINS_WITHIN = 4
"""Bins of a histogram between 0 and the observed difference."""


def _figure(
    traces: Any, x: Mapping[str, Any], y: Mapping[str, Any], legend: Mapping[str, Any] | None = None, **layout: Any
) -> go.Figure:
    """Return a figure with these axes, and a legend if it has a place.

    The title of an axis keeps its distance from the numbers, on a slide too.
    """
    shown = {"showlegend": False} if legend is None else {"showlegend": True, "legend": legend}
    if "title" in x:
        x = {**x, "title": {"text": x["title"], "standoff": STANDOFF}, "automargin": True}
    axes = {"xaxis": x, "yaxis": y, "minreducedheight": LOWEST}
    return go.Figure(traces, {"height": HEIGHT, "margin": MARGIN, **axes, **shown, **layout})


def _rows(names: Iterable[str], above: float, **axis_options: Any) -> dict[str, Any]:
    """Return an axis with one row for each name, the first on top, with this much room above it."""
    labels = [axis_label(name) for name in names]
    ticks = {"tickvals": list(range(len(labels))), "ticktext": labels, "ticksuffix": "  ", "zeroline": False}
    return {**ticks, "range": [len(labels) - 0.5, -above], **axis_options}


def _texts(texts: Sequence[str], size: int) -> dict[str, Any]:
    """Return the look of marks with a text above each."""
    return {"mode": "markers+text", "text": texts, "textposition": "top center", "textfont": {"size": size}}


def _dots(x: Any, y: Any, color: str | Sequence[str], hover: str, size: int = 14, **trace_options: Any) -> go.Scatter:
    return go.Scatter(
        {"x": x, "y": y, "hovertemplate": hover, "mode": "markers"} | trace_options,
        marker={"size": size, "color": color},
    )


def _bars(values: np.ndarray, name: str, color: str, hover: str, bins: Mapping[str, float]) -> go.Histogram:
    return go.Histogram(x=values, xbins=bins, name=name, marker={"color": color}, hovertemplate=hover)


def _line(name: str, values: np.ndarray, color: str, width: float, size: float, hover: str) -> go.Scatter:
    """Return a line of values (n,) by a count from 1 to n."""
    return go.Scatter(
        x=list(range(1, len(values) + 1)),
        y=values.round(2),
        name=axis_label(name),
        mode="lines+markers",
        line={"color": color, "width": width},
        marker={"size": size},
        hovertemplate=hover,
    )


def precision_lines(precisions: Mapping[str, np.ndarray], colors: Sequence[str]) -> go.Figure:
    """Return precisions (N,), 0-1, by n-gram order for each output."""
    widths = np.linspace(2.5 + 2 * (len(precisions) - 1), 2.5, len(precisions))  # lines that coincide both show
    lines = [
        _line(name, 100 * values, color, width, width + 7.5, "%{x}-grams: %{y:.2f} %")
        for (name, values), color, width in zip(precisions.items(), colors, widths, strict=True)
    ]
    x, y = {"title": "n", "dtick": 1, "zeroline": False}, {"title": "precision, %", "range": [-4, 106]}
    return _figure(lines, x, y, LEGEND_PLACE)


def penalty_curve(
    lengths: np.ndarray, penalties: np.ndarray, points: Mapping[str, tuple[float, float]], colors: Sequence[str]
) -> go.Figure:
    """Return the brevity penalty (n,) by output length (n,), with each output's (length, penalty) on the curve."""
    x, y = {"title": "words of the output", "rangemode": "tozero"}, {"title": "brevity penalty", "range": [0, 1.16]}
    return _curve(lengths, penalties.round(4), points, colors, "%{x} words: %{y:.3f}", x, y)


def score_curve(epsilons: np.ndarray, scores: np.ndarray, point: tuple[float, float], color: str) -> go.Figure:
    """Return BLEU (n,) by the number put in place of 0 (n,), with the slider's point."""
    x, y = {"title": "matches put in place of 0"}, {"title": "BLEU", "range": [-4, 106]}
    return _curve(epsilons, scores.round(2), {"BLEU": point}, [color], "%{x}: %{y:.2f}", x, y)


def _curve(
    at: np.ndarray,
    values: np.ndarray,
    points: Mapping[str, tuple[float, float]],
    colors: Sequence[str],
    hover: str,
    x: Mapping[str, Any],
    y: Mapping[str, Any],
) -> go.Figure:
    """Return a grey curve with named points on it."""
    line = {"color": GREY, "width": 2}
    curve = go.Scatter(x=at, y=values, mode="lines", line=line, hovertemplate=f"{hover}<extra></extra>")
    dots = [
        _dots([point_x], [round(point_y, 4)], color, hover, 13, name=label, cliponaxis=False, **_texts([label], 15))
        for (name, (point_x, point_y)), color in zip(points.items(), colors, strict=True)
        for label in [axis_label(name)]
    ]
    return _figure([curve, *dots], {**x, "zeroline": False}, {**y, "zeroline": False})


def score_dots(names: Sequence[str], scores: Mapping[str, Sequence[float]], colors: Sequence[str]) -> go.Figure:
    """Return scores (n_names,) of each text, 0-100, in one row for each name, the first on top, with one dot a text."""
    dots = [
        _dots(np.round(values, 2), list(range(len(names))), color, "%{x:.2f}", 13, name=axis_label(text))
        for (text, values), color in zip(scores.items(), colors, strict=True)
    ]
    y = _rows(names, 0.6, range=[len(names) - 0.4, -0.6])
    return _figure(dots, {"title": "BLEU", "range": [-4, 104], "zeroline": False}, y, ABOVE)


def rating_dots(
    ratings: Mapping[str, Sequence[float]],
    counted: Mapping[str, Sequence[int]],
    means: Mapping[str, float],
    colors: Sequence[str],
    best: int,
) -> go.Figure:
    """Return each output's ratings by rater, 1 to ``best``, coloured if they count, and their mean."""
    traces = []
    for place, ((name, output_ratings), color) in enumerate(zip(ratings.items(), colors, strict=True)):
        of = [color if rater in counted[name] else FAINT for rater in range(len(output_ratings))]
        texts = _texts([f"rater {rater}" for rater in range(1, len(output_ratings) + 1)], 14)
        traces.append(
            _dots(output_ratings, [place] * len(output_ratings), of, "%{x}", 16, name=axis_label(name), **texts)
        )
        label = f"mean {means[name]:g}" if len(counted[name]) > 1 else f"{means[name]:g}"
        mean = {"text": [label], "textposition": "middle left", "textfont": {"size": 16}}
        mark = {"symbol": "diamond", "size": 12, "color": color}
        traces.append(
            go.Scatter(x=[means[name]], y=[place + 0.28], mode="markers+text", marker=mark, hoverinfo="skip", **mean)
        )
    x = {"title": "rating", "range": [0.6, best + 0.4], "dtick": 1, "zeroline": False}
    below = len(ratings) + 0.45
    y = _rows(ratings, 0.55, range=[below, -0.55], tickfont={"size": 14})
    figure = _figure(traces, x, y, height=HEIGHT + 60)
    _mark_lead(figure, means, below - 0.35, len(ratings) - 1 + 0.28)
    return figure


def _mark_lead(figure: go.Figure, means: Mapping[str, float], at: float, top: float) -> None:
    """Draw a line from the first mean to the last one, with the difference."""
    (last, high), low = list(means.items())[-1], next(iter(means.values()))
    for x, row in ((low, 0.28), (high, top)):
        figure.add_shape(type="line", x0=x, x1=x, y0=row, y1=at, line={"color": GREY, "width": 1, "dash": "dot"})
    figure.add_shape(type="line", x0=low, x1=high, y0=at, y1=at, line={"color": CHOSEN_COLOR, "width": 4})
    label = {"text": f"{last} leads by {high - low:g}", "yanchor": "top", "font": {"size": 16}}
    figure.add_annotation(x=(low + high) / 2, y=at, showarrow=False, **label)


def scores_by_count(scores: Mapping[str, np.ndarray], colors: Sequence[str], title: str) -> go.Figure:
    """Return BLEU (n,) of each output by a count from 1 to n."""
    lines = [
        _line(name, values, color, 2.5, 10, "%{x}: %{y:.2f}")
        for (name, values), color in zip(scores.items(), colors, strict=True)
    ]
    x, y = {"title": title, "dtick": 1}, {"title": "BLEU", "range": [-4, 106]}
    return _figure(lines, x | {"zeroline": False}, y | {"zeroline": False}, LEGEND_PLACE)


def shuffled_differences(
    as_large: np.ndarray, smaller: np.ndarray, observed: float, widest: float, goal: str
) -> go.Figure:
    """Return a histogram of the differences under shuffles; those as large as observed, or larger, in another colour.

    ``goal`` follows their number in the legend. The axis reaches to ``widest``, or further if differences do, so that
    several histograms can be compared by sight. The bins end at the observed difference on either side of 0, so that no
    bin contains both kinds.
    """
    width = observed / BINS_WITHIN
    reach = width * np.ceil(max(np.abs(as_large).max(initial=0), widest) / width + 1)
    bins = {"start": -reach, "end": reach, "size": width}
    bars = [
        _bars(values, f"{name}: {len(values):,}{suffix}", color, "%{x}: %{y:,} shuffles", bins)
        for values, name, suffix, color in (
            (smaller, "smaller lead", "", GREY),
            (as_large, "as large", goal, CHOSEN_COLOR),
        )
    ]
    x = {"title": "lead of A in a shuffle, BLEU points", "range": [-reach, reach], "zeroline": False}
    legend = ABOVE | {"y": 1, "yanchor": "top", "yref": "container", "font": {"size": 14}}
    stacked = {"barmode": "stack", "bargap": 0.04, "margin": MARGIN | {"t": 84}}  # a narrow legend has two lines
    figure = _figure(bars, x, {"title": "shuffles", "rangemode": "tozero"}, legend, **stacked)
    for at, anchor, prefix in ((-observed, "right", ""), (observed, "left", "observed ")):
        draw_vertical_line(figure, at, {"color": CHOSEN_COLOR, "width": 2.5, "dash": "dot"})
        text = f"{prefix}{signed(at)}"
        figure.add_annotation(x=at, yref="paper", y=1, text=text, xanchor=anchor, yanchor="bottom", showarrow=False)
    return figure


def share_bars(
    shares: Mapping[str, float],
    color: str | Sequence[str],
    title: str,
    low: float = -0.5,
    unit: str = " %",
    bar: int = BAR,
    decimals: int = 0,
    notes: Sequence[str] = (),
) -> go.Figure:
    """Return a bar for each share, 1 for all, the first on top; bars below 0 point to the left.

    The axis begins at ``low``. ``notes`` follow the numbers.
    """
    values = [round(100 * share, decimals) for share in shares.values()]
    colors = [color] * len(values) if isinstance(color, str) else color
    bars = go.Bar(
        x=values,
        y=[axis_label(name) for name in shares],
        orientation="h",
        marker={"color": [GREY if value < 0 else own for value, own in zip(values, colors, strict=True)]},
        text=[
            f"{value:.{decimals}f}{unit}{note}".replace("-", "−")
            for value, note in zip(values, notes or [""] * len(values), strict=True)
        ],
        textposition="outside",
        constraintext="none",
        textfont={"size": 16},
        cliponaxis=False,
        hovertemplate=f"%{{y}}: %{{x}}{unit}<extra></extra>",
    )
    first, last = min([100 * low, *values]), max([100, *values])
    room, per_letter = 0.2 * (last - first), 0.05 * (last - first)  # on a phone
    beyond = room + per_letter * max((decimals + len(note) for note in notes), default=0)
    x = {"title": title, "tickvals": [-50, 0, 50, 100], "range": [first - room * (low < 0), last + beyond]}
    y = {"autorange": "reversed", "ticksuffix": "  ", "zeroline": False, "showgrid": False, "tickfont": {"size": 14}}
    return _figure(bars, x, y, height=70 + bar * len(values), bargap=0.3)


def add_heading(figure: go.Figure, heading: str) -> go.Figure:
    """Return the figure with a heading and room for it."""
    title = {"text": heading, "x": 0, "xref": "container", "y": 1, "yref": "container", "yanchor": "top"}
    title |= {"pad": {"t": 4, "l": 4}, "font": {"size": 16}}
    return figure.update_layout(title=title, height=figure.layout.height + 14, margin={"t": 34})


def with_named_places(figure: go.Figure, places: Mapping[int, Sequence[str]]) -> go.Figure:
    """Return the figure with words on its axis in place of numbers and title, and the saved room for its bars."""
    axis = {"tickvals": [*places], "ticktext": ["<br>".join(lines) for lines in places.values()], "title": None}
    return figure.update_layout(xaxis=axis, margin={"t": 4, "b": 10}, height=figure.layout.height - 10)


def number_bars(
    values: Mapping[str, float],
    colors: Sequence[str],
    title: str,
    ends: tuple[float, float],
    decimals: int = 2,
    bar: int = BAR,
) -> go.Figure:
    """Return a bar for each number, the first on top; the axis covers ``ends`` and all bars."""
    shown = [round(value, decimals) for value in values.values()]
    bars = go.Bar(
        x=shown,
        y=[axis_label(name) for name in values],
        orientation="h",
        marker={"color": list(colors)},
        text=[f"{value:.{decimals}f}".replace("-", "−") for value in shown],
        textposition="outside",
        constraintext="none",
        textfont={"size": 16},
        cliponaxis=False,
        hoverinfo="skip",
    )
    low, high = min(*ends, *shown), max(*ends, *shown)
    room = 0.2 * (high - low)
    x = {"title": title, "range": [low - room * (low < 0), high + room], "zeroline": low < 0}
    x["tickvals"] = np.linspace(*ends, 5).round(decimals)
    y = {"autorange": "reversed", "ticksuffix": "  ", "showgrid": False, "tickfont": {"size": 14}}
    margin = MARGIN if title else MARGIN | {"b": 20}
    return _figure(bars, x, y, height=30 + margin["b"] + bar * len(values), bargap=0.3, margin=margin)


def square_field(counts: Mapping[str, int], colors: Sequence[str], columns: int) -> go.Figure:
    """Return a field of squares, column by column, with as many of each colour as its count; they fill the field."""
    kinds = np.repeat(np.arange(len(counts)), list(counts.values()))
    scale = [(at, color) for place, color in enumerate(colors) for at in _band(place, len(colors))]
    squares = go.Heatmap(
        z=kinds.reshape(columns, -1).T,
        zmin=-0.5,
        zmax=len(colors) - 0.5,
        colorscale=scale,
        showscale=False,
        xgap=1.5,
        ygap=1.5,
        hoverinfo="skip",
    )
    legend_entries = [
        go.Scatter(x=[None], y=[None], mode="markers", name=f"{name}: {count:,}", marker=_square(color))
        for (name, count), color in zip(counts.items(), colors, strict=True)
    ]
    bare = {"visible": False}
    below = {"orientation": "h", "y": -0.02, "yanchor": "top", "x": 0, "font": {"size": 14}, "itemclick": False}
    y = bare | {"autorange": "reversed"}
    return _figure(
        [squares, *legend_entries], bare, y, below, height=HEIGHT - 20, margin={"l": 0, "r": 0, "t": 10, "b": 70}
    )


def _band(place: int, n_colors: int) -> tuple[float, float]:
    """Return the begin and the end of a colour on a scale from 0 to 1."""
    return place / n_colors, (place + 1) / n_colors


def _square(color: str) -> dict[str, Any]:
    return {"symbol": "square", "size": 12, "color": color}


def interval_bars(rows: Mapping[str, Sequence[float]], color: str, title: str) -> go.Figure:
    """Return shares with their lower and upper ends, 0-1, one row each, the first on top."""
    values, lows, highs = (100 * np.array(column) for column in zip(*rows.values(), strict=True))
    error = {"array": highs - values, "arrayminus": values - lows, "thickness": 3}
    dots = _dots(values, [*map(axis_label, rows)], color, "%{y}: %{x:.1f}<extra></extra>", 11, error_x=error)
    y = {"autorange": "reversed", "ticksuffix": "  ", "zeroline": False}
    return _figure(dots, {"title": title, "zeroline": False}, y)
