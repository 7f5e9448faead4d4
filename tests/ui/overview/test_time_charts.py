"""The figure of scores over time shows the numbers that it is given."""

import pytest

from scoring.formats.tables.history import History
from scoring.lab.watching.lines import score_lines
from tests.scoring.lab.watching.made import START, row, table
from ui.overview.charts import MAX_BARS, scores_over_time_chart
from ui.overview.overview_tables import scores_over_time_table as as_table


def lines(*rows):
    return score_lines(History("scores.parquet", table(rows)))


def traces(figure, kind="lines+markers"):
    return [trace for trace in figure.data if trace.mode == kind]


def test_each_metric_has_a_panel_with_bars_and_a_ring_at_the_best():
    rows = [row(f"s-{step}", score, step) for step, score in ((1, 10.0), (2, 30.0), (3, 20.0))]
    rows += [row(f"s-{step}", score, step, metric="ter") for step, score in ((1, 10.0), (2, 30.0), (3, 20.0))]
    figure = scores_over_time_chart(lines(*rows))
    bleu, ter = traces(figure)
    assert (list(bleu.x), list(bleu.y), bleu.yaxis, ter.yaxis) == ([1, 2, 3], [10.0, 30.0, 20.0], "y", "y2")
    assert list(bleu.error_y.array) == list(bleu.error_y.arrayminus) == [1.0, 1.0, 1.0]
    assert [(*ring.x, *ring.y) for ring in traces(figure, "markers")] == [(2, 30.0), (1, 10.0)]
    assert figure.layout.xaxis2.title.text == "step"
    assert not figure.layout.showlegend


def test_a_long_line_has_a_band():
    rows = [row(f"s-{step}", 10.0 + step, step, width=0.5) for step in range(MAX_BARS + 1)]
    low, high = traces(scores_over_time_chart(lines(*rows)), "lines")
    assert high.fill == "tonexty"
    assert [b - a for a, b in zip(low.y, high.y, strict=True)] == [1.0] * (MAX_BARS + 1)


def test_runs_are_lines_of_their_own():
    rows = [row(f"{run}.step-{step}", 1.0 * step, step) for run in ("big", "<i>small</i>") for step in (1, 2)]
    figure = scores_over_time_chart(lines(*rows))
    assert [trace.name for trace in traces(figure)] == ["&lt;i&gt;small&lt;/i&gt;.step-*", "big.step-*"]
    assert figure.layout.showlegend
    assert len({trace.line.color for trace in traces(figure)}) == 2


def test_the_legend_has_each_run_once_in_whatever_panel_it_is_first():
    panels = (("a", "bleu"), ("a", "ter"), ("b", "ter"))
    rows = [row(f"{run}.step-{step}", 1.0, step, metric=metric) for run, metric in panels for step in (1, 2)]
    found = [(trace.name, trace.yaxis) for trace in traces(scores_over_time_chart(lines(*rows))) if trace.showlegend]
    assert found == [("a.step-*", "y"), ("b.step-*", "y2")]


@pytest.mark.filterwarnings("error")
def test_without_steps_it_is_by_time():
    figure = scores_over_time_chart(lines(row("best", 1.0), row("s-1", None, 1, minutes=5)))
    (line,) = traces(figure)
    assert line.x[0] == START
    assert figure.layout.xaxis.title.text == "time of the file (UTC)"


def test_the_few_without_a_step_are_in_the_table_only():
    found = lines(row("s-1", 1.0, 1), row("s-2", 2.0, 2), row("best", 3.0, minutes=5))
    figure = scores_over_time_chart(found)
    assert [[*trace.x] for trace in figure.data] == [[1, 2]]
    assert as_table(found)["output"].tolist() == ["s-2", "s-1", "best"]


def test_the_table_has_the_newest_first_and_gaps_where_a_metric_is_missing():
    frame = as_table(lines(row("s-1", 10.0, 1), row("s-2", 20.0, 2), row("s-2", 50.0, 2, metric="ter")))
    assert frame["output"].tolist() == ["s-2", "s-1"]
    assert frame["BLEU from"].tolist() == [19.0, 9.0]
    assert frame["TER"].isna().tolist() == [False, True]
