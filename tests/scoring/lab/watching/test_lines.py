"""Scores over time as lines, and what may be said of them."""

import pytest

from scoring.formats import FormatError
from scoring.formats.tables.history import History
from scoring.lab.watching.lines import score_lines
from scoring.lab.watching.score_sentences import best_output_sentence, left_out_sentence
from tests.scoring.lab.watching.made import row, table


def lines(*rows):
    return score_lines(History("scores.parquet", table(rows)))


def line(*scores, **others):
    """Of outputs at steps 1, 2, ..., each with an interval of 1 to either side."""
    (found,) = lines(*(row(f"s-{step}", score, step, **others) for step, score in enumerate(scores, 1)))
    return found


def test_there_is_a_line_for_each_metric_signature_and_set_of_references():
    found = lines(
        row("s-1", 10.0, 1),
        row("s-1", 60.0, 1, metric="ter", signature="nrefs:1"),
        row("s-2", 20.0, 2),
        row("s-2", 21.0, 2, signature="nrefs:2"),
        row("s-2", 22.0, 2, reference_digest="3" * 32),
    )
    assert [(one.label, len(one.points)) for one in found] == [
        ("BLEU (1)", 2),
        ("TER", 1),
        ("BLEU (2)", 1),
        ("BLEU (3)", 1),
    ]
    assert [one.higher_is_better for one in found] == [True, False, True, True]


def test_outputs_of_several_folders_are_told_apart():
    rows = [row(f"s-{step}", 10.0 + step, step, folder=folder) for step in (1, 2) for folder in (".", "../x-7")]
    (found,) = lines(row("s-0", 9.0, 0, folder=None), *rows)
    assert [point.name for point in found.points] == ["s-0", "../x-7/s-1", "s-1", "../x-7/s-2", "s-2"]
    assert {point.run for point in found.points} == {"s-*", "../x-7/s-*"}
    assert (found.n_changed, found.by_run) == (0, True)
    (alone,) = lines(row("s-1", 9.0, 1, folder=None), row("s-1", 8.0, 1, folder="../x-7"))
    assert [point.name for point in alone.points] == ["s-1"]


def test_points_go_by_step_if_most_outputs_have_one_else_by_time():
    by_step = lines(row("s-10", 1.0, 10, minutes=1), row("s-9", 2.0, 9, minutes=2))[0]
    assert [point.name for point in by_step.points] == ["s-9", "s-10"]
    by_time = lines(row("s-10", 1.0, 10, minutes=1), row("best", 3.0, minutes=0))[0]
    assert [point.name for point in by_time.points] == ["best", "s-10"]
    assert not by_time.by_step


def test_the_few_without_a_step_have_no_place_but_count():
    steps = [row(f"s-{step}", score, step) for step, score in ((9, 10.0), (10, 20.0), (11, 20.5))]
    found = lines(row("best", 21.0), *steps, row("last", 20.2), row("best", 50.0, metric="ter"))
    assert [point.name for point in found[0].points] == ["s-9", "s-10", "s-11", "best", "last"]
    assert [point.name for point in found[0].placed] == ["s-9", "s-10", "s-11"]
    assert best_output_sentence(found[0]).startswith("best has the highest score so far of 5 outputs: 21.00")
    assert "From step 10 on, the intervals of all 2 others overlap its own" in best_output_sentence(found[0])
    assert best_output_sentence(found[1]).startswith("best has the lowest score so far of 1 output: 50.00")
    assert left_out_sentence(found) == "2 outputs without a step are in the table only."
    (alike,) = lines(*steps[1:], row("poor", 5.0))
    assert "All intervals of outputs with a step overlap its own" in best_output_sentence(alike)
    assert left_out_sentence(lines(*steps)) == left_out_sentence(lines(row("a", 1.0))) == ""


def test_of_a_file_that_changed_the_newest_row_counts():
    (found,) = lines(row("s-1", 10.0, 1), row("s-2", 20.0, 2), row("s-1", 12.0, 1, output_digest="4" * 32))
    assert [(point.name, point.score) for point in found.points] == [("s-1", 12.0), ("s-2", 20.0)]
    assert found.n_changed == 1


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([10.0], "s-1 (step 1) has the highest score so far of 1 output: 10.00, 95 % interval 9.00 to 11.00."),
        (
            [10.0, 11.0],
            "All intervals overlap its own; these outputs may still differ: the paired test on Test sets tells.",
        ),
        ([5.0, 10.0, 11.0, 10.5], "From step 2 on, the intervals of all 2 others overlap its own"),
        ([5.0, 11.0, 10.5], "From step 2 on, the interval of the one other output overlaps its own"),
        ([5.0, 10.0, 13.0], "The interval of the one before, s-2 (step 2), does not overlap its own."),
        ([13.0, 12.0, 10.0], "The interval of the last one, s-3 (step 3), does not overlap its own."),
        ([13.0, 10.0, 12.0], "From step 3 on, the interval of the one other output overlaps its own"),
        ([None, None], "No score is defined of 2 outputs."),
        ([10.0, None], "s-1 (step 1) has the highest score so far of 2 outputs: 10.00, 95 % interval 9.00 to 11.00."),
    ],
)
def test_no_more_is_said_than_the_intervals_allow(scores, expected):
    assert expected in best_output_sentence(line(*scores))


def test_where_lower_is_better_the_lowest_is_the_best():
    assert "s-2 (step 2) has the lowest score so far" in best_output_sentence(line(60.0, 50.0, metric="ter"))


def test_without_steps_outputs_go_by_their_names():
    (found,) = lines(row("a", 5.0), row("b", 10.0, minutes=1), row("c", 10.5, minutes=2), row("d", 10.2, minutes=3))
    assert best_output_sentence(found).startswith("c has the highest score so far of 4 outputs: 10.50")
    assert "From b on, the intervals of all 2 others overlap" in best_output_sentence(found)


def test_the_best_is_held_against_its_own_run():
    scores = {"big": (10.0, 20.0, 20.5), "small": (5.0, 6.0, 7.0)}
    rows = [row(f"{run}-{step}", score, step) for run, of in scores.items() for step, score in enumerate(of, 1)]
    (found,) = lines(*rows)
    assert found.by_run
    assert best_output_sentence(found).startswith("big-3 (step 3) has the highest score so far of 6 outputs")
    assert best_output_sentence(found).endswith(
        "From step 2 on, the interval of the one other output of its run overlaps its own; these outputs may still"
        " differ: the paired test on Test sets tells."
    )


def test_names_that_differ_in_more_than_the_step_are_no_runs():
    hashed = [row(f"step-{step}-{'abcd'[step]}x", 1.0 * step, step) for step in range(4)]
    assert not lines(*hashed)[0].by_run
    assert not lines(row("s-1", 1.0, 1), row("s-2", 2.0, 2))[0].by_run


def test_an_unknown_metric_is_refused():
    with pytest.raises(FormatError, match="the metric comet"):
        lines(row("a", 1.0, metric="comet"))
