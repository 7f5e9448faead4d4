"""ui/smoothing/charts.py: what is drawn is what was given, and names stay text."""

import numpy as np

from ui.smoothing import charts

COLORS = {"<b>A</b> & co": "#0072B2", "B": "#D55E00", "C": "#009E73"}


def test_ranks_bear_the_systems_names_where_their_lines_end():
    ranks = np.array([[1.0, 2], [2, 1], [2, 2]])
    figure = charts.rank_flips(ranks, list(COLORS), ["corpus", "0"], COLORS)
    assert [list(trace.y) for trace in figure.data] == ranks.tolist()
    assert [trace.line.color for trace in figure.data] == list(COLORS.values())
    at = {annotation.y: annotation.text for annotation in figure.layout.annotations}
    assert at == {1: "B", 2: "&lt;b&gt;A&lt;/b&gt; &amp; co, C"}
