"""Figures of agreement by one option."""

from ui.agreement import sweep_charts
from ui.agreement.sweep_charts import SweepPoint

NAMES = [SweepPoint("0", 0.1, 0.05, 0.2), SweepPoint("1", 0.3, 0.25, 0.35), SweepPoint("6-from-2", 0.2, 0.1, 0.3)]
NUMBERS = [SweepPoint(0.0, 0.1, 0.05, 0.2), SweepPoint(0.5, 0.3, 0.25, 0.35), SweepPoint(1.0, 0.2, 0.1, 0.3)]


def test_names_have_dots_with_their_intervals():
    (dots,) = sweep_charts.named_values_chart(NAMES, "method", "tau", "1").data
    assert list(dots.x) == ["0", "1", "6-from-2"]
    assert [round(y + up, 9) for y, up in zip(dots.y, dots.error_y.array, strict=True)] == [0.2, 0.35, 0.3]
    assert [round(y - down, 9) for y, down in zip(dots.y, dots.error_y.arrayminus, strict=True)] == [0.05, 0.25, 0.1]


def test_names_that_are_numbers_stay_names():
    assert sweep_charts.named_values_chart(NAMES, "method", "tau", "1").layout.xaxis.type == "category"


def test_numbers_have_a_line_and_a_band_around_it():
    band, line = sweep_charts.numeric_values_chart(NUMBERS, "epsilon", "tau", 0.5).data
    assert list(line.y) == [0.1, 0.3, 0.2]
    assert list(band.y) == [0.2, 0.35, 0.3, 0.1, 0.25, 0.05]
    assert list(band.x) == [0, 0.5, 1, 1, 0.5, 0]
    assert band.mode == "lines", "few points would have dots at their edges"


def test_the_value_in_use_is_marked():
    for figure, x in (
        (sweep_charts.named_values_chart(NAMES, "method", "tau", "1"), "1"),
        (sweep_charts.numeric_values_chart(NUMBERS, "epsilon", "tau", 0.5), 0.5),
    ):
        assert [note.x for note in figure.layout.annotations] == [x]
        assert figure.layout.annotations[0].text == "in use"


def test_one_that_is_not_there_yet_is_not_marked():
    assert not sweep_charts.named_values_chart(NAMES[:1], "method", "tau", "1").layout.annotations
    sweep_charts.named_values_chart([], "method", "tau", "1")
    sweep_charts.numeric_values_chart([], "epsilon", "tau", 0.5)


def test_zero_has_a_line_where_intervals_reach_it():
    low = [SweepPoint("0", 0.01, -0.05, 0.1)]
    assert len(sweep_charts.named_values_chart(low, "method", "tau", None).layout.shapes) == 1
    assert not sweep_charts.named_values_chart(NAMES, "method", "tau", None).layout.shapes
