"""The chart of the ranking shows how far systems are from a baseline."""

from dataclasses import replace

import numpy as np

from scoring import TestSet
from scoring.judgments.external import ExternalScore
from scoring.significance import compare
from scoring.studies.metric_choice import EVERY
from ui.context.context import Context
from ui.context.filters import NO_FILTERS
from ui.kit import leaderboard
from ui.overview import charts
from ui.significance.charts import score_forest_chart

SCORES = {"low": 1.25, "base": 2.0, "best": 3.5}


def test_a_baseline_has_a_line_and_the_others_their_differences_to_it():
    rows = {name: np.stack([np.full(20, score), np.ones(20)], axis=1) for name, score in SCORES.items()}
    ranked = compare(ExternalScore("x", higher=True), rows, trials=100)
    figure = score_forest_chart(ranked, dict.fromkeys(SCORES, "#000000"))
    letters = [note.text for note in figure.layout.annotations]
    charts.mark_baseline(figure, ranked, "base")
    (line,) = figure.layout.shapes
    assert (line.x0, line.x1) == (2.0, 2.0)
    shown = [
        note.text.removeprefix(f"{of}\N{EM SPACE}") for of, note in zip(letters, figure.layout.annotations, strict=True)
    ]
    assert shown == ["+1.50", "", "−0.75"]


def test_a_baseline_without_a_score_has_no_line():
    rows = {name: np.stack([np.full(20, score), np.ones(20)], axis=1) for name, score in SCORES.items()}
    rows["base"][:] = 0
    ranked = compare(ExternalScore("x", higher=True), rows, trials=100)
    figure = score_forest_chart(ranked, dict.fromkeys(SCORES, "#000000"))
    charts.mark_baseline(figure, ranked, "base")
    assert not figure.layout.shapes


def test_names_have_room_and_a_table_with_differences_is_known_to_be_wide():
    names = ("base", "a-system-with-a-name-of-some-length")
    test_set = TestSet.build({name: ["ein Wort"] for name in names}, [["ein Wort"]])
    context = Context(test_set, names, {}, {}, NO_FILTERS, written_choice="bleu,chrf,ter")
    compared = replace(context, pinned="base")
    assert leaderboard.name_width(context) > 8 * len(names[1])
    assert leaderboard.table_width(compared) == leaderboard.table_width(context) + 3 * 42, "six digits more a metric"
    assert leaderboard.table_width(replace(compared, written_choice=EVERY)) > leaderboard.PAGE_WIDTH
