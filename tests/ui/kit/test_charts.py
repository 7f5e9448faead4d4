"""ui/kit/charts.py: what is drawn is what was given."""

import numpy as np
import pytest

from ui.kit import charts

COLORS = {"B": "#D55E00"}


@pytest.mark.parametrize(("n_segments", "kind"), [(3, "scatter"), (charts.SVG_POINTS + 1, "scattergl")])
def test_each_point_knows_its_segment(n_segments, kind):
    scores = np.linspace(0, 100, n_segments)
    points, selected = charts.segment_scatter_chart(
        scores, scores[::-1], ("one", "other"), 2, "#0072B2", np.arange(11, n_segments + 11)
    ).data
    assert points.type == kind
    assert list(points.text) == list(range(11, n_segments + 11))
    assert list(points.customdata) == list(range(n_segments))
    np.testing.assert_allclose(points.x, scores, atol=0.001)
    assert (selected.x[0], selected.y[0]) == (scores[2], scores[-3])
    assert selected.text[0] == "segment 13"


@pytest.mark.parametrize(
    ("at", "position"),
    [((0, 0), "top right"), ((100, 100), "bottom left"), ((50, 50), "top center"), ((0, 100), "bottom right")],
)
def test_the_label_of_a_point_stands_inside_the_chart(at, position):
    scores = [np.array([value, 100.0]) for value in at]
    assert (
        charts.segment_scatter_chart(*scores, ("one", "other"), 0, "#0072B2", np.arange(1, 9)).data[1].textposition
        == position
    )


def test_a_distribution_leaves_out_what_is_not_defined():
    figure = charts.score_distribution({"B": np.array([1.0, np.nan, 3.0])}, COLORS, "BLEU")
    assert list(figure.data[0].x) == [1, 3]
