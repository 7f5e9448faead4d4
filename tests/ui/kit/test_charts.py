"""ui/kit/charts.py: what is drawn is what was given, and names stay text."""

import numpy as np
import pytest

from ui.kit import charts

HOSTILE = "<b>A</b> & co"
COLORS = {HOSTILE: "#0072B2", "B": "#D55E00", "C": "#009E73"}


def test_ranks_bear_the_systems_names_where_their_lines_end():
    ranks = np.array([[1.0, 2], [2, 1], [2, 2]])
    figure = charts.rank_flips(ranks, list(COLORS), ["corpus", "0"], COLORS)
    assert [list(trace.y) for trace in figure.data] == ranks.tolist()
    assert [trace.line.color for trace in figure.data] == list(COLORS.values())
    at = {annotation.y: annotation.text for annotation in figure.layout.annotations}
    assert at == {1: "B", 2: "&lt;b&gt;A&lt;/b&gt; &amp; co, C"}


@pytest.mark.parametrize(("n_segments", "kind"), [(3, "scatter"), (charts.SVG_POINTS + 1, "scattergl")])
def test_each_point_knows_its_segment(n_segments, kind):
    scores = np.linspace(0, 100, n_segments)
    points, selected = charts.scatter(scores, scores[::-1], ("one", "other"), 2, "#0072B2").data
    assert points.type == kind
    assert list(points.customdata) == list(range(n_segments))
    np.testing.assert_allclose(points.x, scores, atol=0.001)
    assert (selected.x[0], selected.y[0]) == (scores[2], scores[-3])
    assert selected.text[0] == "segment 3"


def test_a_distribution_leaves_out_what_is_not_defined():
    figure = charts.score_distribution({"B": np.array([1.0, np.nan, 3.0])}, COLORS, "BLEU")
    assert list(figure.data[0].x) == [1, 3]
