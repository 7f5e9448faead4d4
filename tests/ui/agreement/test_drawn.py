"""Figures and tables of agreement."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from scoring.agreement import CORPUS, MEAN, MEASURES, TRIALS, Agreement, Chance
from scoring.output.latex import Best
from scoring.studies.agreement import SEED, TRIALS_A_PAIR, AgreementResult, LeftOut
from tests.studies import agreement_request, named
from ui.agreement import agreement_form, agreement_tables, charts, systems
from ui.agreement.charts import NOWHERE, Bar, Side

EVIL = "<b>x</b>"


def agreement(value, spread=0.012):
    """By two measures, with draws around the value."""
    draws = value + spread * np.linspace(-1, 1, 101)
    return Agreement(("tau", "pearson"), np.array([value, np.nan]), np.stack([draws, draws * np.nan], axis=1), 50)


def result(**values):
    found = {name: agreement(value) for name, value in values.items()}
    chances = {key: Chance(np.linspace(-0.02, 0.02, 101)) for key in ("tau", "pearson")}
    request = replace(agreement_request(measures=("tau", "pearson")), metrics=tuple(named(*values)))
    return AgreementResult(request, found, agreement(0.0), chances)


def bars(**values):
    return [Bar(name, value, (value - 0.01, value + 0.01), "a", True) for name, value in values.items()]


def marks(figure):
    return {note.text for note in figure.layout.annotations} & {"all ties", "chance"}


def test_baselines_are_drawn_where_they_are_in_reach():
    def drawn(ties, *chances):
        chance = Chance(np.array(chances)) if chances else None
        return marks(charts.agreement_forest_chart(bars(a=0.25, b=0.3), MEASURES["tau"], ties, chance))

    assert drawn(0.2, 0.19, 0.21) == {"all ties", "chance"}
    assert drawn(-1.0, 0.19, 0.21) == {"chance"}
    assert drawn(float("nan"), np.nan) == set()
    assert drawn(0.2) == {"all ties"}
    assert drawn(None) == set()


def test_a_threshold_is_told_where_its_metric_is_pointed_at():
    bar = Bar("BLEU", 0.25, (0.2, 0.3), "a", True, 1.25)
    assert (
        "differences up to 1.25 are ties" in charts.agreement_forest_chart([bar], MEASURES["tau"]).data[0].hovertemplate
    )


def test_names_in_figures_are_text():
    figure = charts.agreement_forest_chart([Bar(EVIL, 0.2, (0.1, 0.3), "a", True)], MEASURES["tau"])
    sides = Side(EVIL, np.array([1.0, 2.0]), True, 2), Side(EVIL, np.array([1.0, 2.0]), False, 2)
    scatter = charts.system_scatter_chart([EVIL, "other"], *sides, {EVIL: "#000000", "other": "#111111"})
    for said in (figure, scatter):
        assert EVIL not in str(said.to_dict())
        assert "&lt;b&gt;x" in str(said.to_dict())


def test_a_lower_score_that_is_better_stands_to_the_right():
    sides = Side("TER", np.array([40.0, 60.0]), False, 2), Side("MQM", np.array([-1.0, -2.0]), True, 2)
    figure = charts.system_scatter_chart(["good", "poor"], *sides, {"good": "#000000", "poor": "#111111"})
    assert figure.layout.xaxis.range[0] > 60 > 40 > figure.layout.xaxis.range[1]
    assert list(figure.data[0].x) == [40.0, 60.0]


def test_names_cover_no_point_and_no_other_name():
    generator = np.random.default_rng(2)
    x, y = generator.uniform(0, charts.PLOT[0], (2, 40))
    called = [f"system {number}" for number in range(40)]
    found = charts.label_positions(x, y, called)
    sides = {place: (dx, dy) for place, dx, dy in charts.PLACES}
    boxes = [
        charts._box(left, low, len(name) * charts.LETTER, *sides[place])
        for left, low, name, place in zip(x, y, called, found, strict=True)
        if place != NOWHERE
    ]
    assert 15 < len(boxes) < 40
    assert not any(charts._meet(a, b) for at, a in enumerate(boxes) for b in boxes[:at])
    points = [(left, low, left, low) for left, low in zip(x, y, strict=True)]
    assert not any(charts._meet(box, point) for box in boxes for point in points)
    assert all(box[2] <= charts.PLOT[0] + charts.EDGE for box in boxes), "no name is cut off at the edge"


def test_a_name_stands_beside_its_point_where_there_is_room():
    x, y = np.array([100.0, 320.0]), np.array([100.0, 100.0])
    assert charts.label_positions(x, y, ["alpha", "beta"]) == ["middle right", "middle left"]


def test_metrics_stand_in_the_order_of_the_measure_above_the_baselines():
    frame = agreement_tables.all_measures_table(result(a=0.1, b=0.3, c=0.2), "tau")
    assert frame["metric"].to_list() == ["B", "C", "A", "(all ties)", "(chance)"]
    assert frame["Kendall's tau"].to_list() == pytest.approx([0.3, 0.2, 0.1, 0.0, 0.0])
    assert list(frame.columns) == ["metric", "Kendall's tau", "Pearson"]


def test_cells_are_written_with_interval_and_letters_and_hold_numbers():
    known = result(a=0.1, b=0.3)
    style = agreement_tables.interval_styling(known, "tau")(agreement_tables.all_measures_table(known, "tau"))
    written = style._translate(False, False)["body"]
    assert [row[2]["display_value"] for row in written] == [
        "0.300 (0.289 to 0.311) a",
        "0.100 (0.089 to 0.111) b",
        "0.000 (−0.011 to 0.011)",
        "0.000 (−0.019 to 0.019)",
    ]
    assert {row[3]["display_value"] for row in written[:2]} == {"n/a"}


def test_a_paper_has_a_row_a_metric_and_a_column_a_measure_with_letters():
    known = result(a=0.1, b=0.3)
    assert agreement_tables.agreement_by_metric(known, "tau")["metric"].to_list() == ["B", "A", "(chance)"]
    printed = agreement_tables.printed_agreement(known, "tau")
    assert printed.frame.to_dict("list") == {
        "metric": ["B", "A", "every pair a tie", "random scores"],
        "tau": ["0.300 a", "0.100 b", "0.000", "0.000"],
        "Pearson": ["n/a", "n/a", "n/a", "0.000"],
    }
    assert [isinstance(cell, Best) for cell in printed.frame["tau"]] == [True, False, False, False]
    assert printed.column_groups == {"tau": "Segments: Kendall's tau", "Pearson": "Systems: correlation"}
    assert printed.row_groups == {2: ""}, "a rule above the baselines"


def test_measures_of_one_family_stand_together_the_one_that_ranks_first():
    request = agreement_request(measures=("tau", "pearson", "acc_eq", "tau_b"))
    many = AgreementResult(request, {})
    assert agreement_tables._measures_by_family(many, "acc_eq") == ["acc_eq", "tau", "tau_b", "pearson"]
    shorts = {(measure.family, measure.short) for measure in MEASURES.values()}
    assert len({short for _, short in shorts}) == len(MEASURES), "heads of a table's columns"
    assert all(family and short for family, short in shorts)


def test_papers_have_a_group_a_measure_with_the_baselines_last():
    printed = agreement_tables.printed_measures(result(a=0.1, b=0.3), "tau")
    assert printed.row_groups == {0: "Kendall's tau", 4: "Pearson"}
    assert printed.frame["metric"].to_list() == ["B", "A", "every pair a tie", "random scores"] * 2
    assert list(printed.frame) == ["metric", "value", "low", "high", "letters"]
    assert printed.frame["low"][3] == pytest.approx(-0.019)


def test_metrics_that_are_to_come_or_left_out_are_counted_and_said():
    found = {"a": agreement(0.1), "b": None, "c": LeftOut("Too long."), "d": None}
    known = replace(result(a=0.1), outcomes=found)
    assert (known.n_not_computed, known.left_out, list(known.agreements)) == (2, ["Too long."], ["a"])


def test_files_have_a_row_a_metric_and_measure():
    known = result(a=0.1, b=0.3)
    frame = agreement_tables.agreement_records(known, "tau")
    assert frame[["metric", "measure"]].to_numpy().tolist() == [
        ["B", "tau"],
        ["A", "tau"],
        ["B", "pearson"],
        ["A", "pearson"],
    ]
    assert frame["low"][0] == pytest.approx(known.agreements["b"].interval("tau")[0])


# --- pairs that are ordered differently ---


@pytest.mark.parametrize(
    ("values", "usual", "decimals"),
    [([-2.5, -0.31], 2, 2), ([-2.5, -0.0014], 2, 3), ([0.0, -2.5], 2, 2), ([], 2, 2), ([-1e-9], 2, 6)],
)
def test_a_lead_that_is_not_0_is_not_written_as_0(values, usual, decimals):
    assert agreement_tables.enough_decimals(pd.Series(values, dtype=float), usual) == decimals


def test_where_other_segments_or_scores_count_on_compare_is_said():
    assert systems.compare_page_note(557, 557, CORPUS) == "Click a row to open its pair on Compare."
    assert "Here the 460 judged segments count, on Compare all 557" in systems.compare_page_note(460, 557, CORPUS)
    assert "There a system's score is its corpus score." in systems.compare_page_note(557, 557, MEAN)


# --- method ---


def test_the_method_tells_the_numbers_that_are_used():
    assert f"are resampled {TRIALS:,} times, or\n{TRIALS_A_PAIR} times for each pair of metrics" in agreement_form.TEXT
    assert f"with seed {SEED} " in agreement_form.TEXT
