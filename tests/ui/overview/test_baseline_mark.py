"""The chart of the ranking shows how far systems are from a baseline."""

import numpy as np

from scoring.judgments.external import ExternalScore
from scoring.significance import compare
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
