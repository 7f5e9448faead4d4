"""The page Matrix's tables to take away: heads and order of the page, and differences of printed scores."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.output.latex import Best
from scoring.studies import matrix
from scoring.studies.matrix import MatrixRequest
from scoring.studies.wording import matrix_words
from scoring.studies.wording.matrix_words import SetWarnings
from tests.ratios import RATIO, Ratio, rows
from ui.matrix import matrix_tables


@dataclass(frozen=True)
class Low(Ratio):
    """The same below 0, where lower is better."""

    name: ClassVar[str] = "low"
    label: ClassVar[str] = "Low"
    higher_is_better: ClassVar[bool] = False

    def _score(self, statistics):
        return -super()._score(statistics)


REQUEST = MatrixRequest((RATIO,), trials=2000)


def result_of(*sets):
    """Of sets in which good is better than poor."""
    drawn = np.random.default_rng(1)
    of_set = {
        name: {RATIO: {"poor": rows(drawn.binomial(10, 0.2, 60)), "good": rows(drawn.binomial(10, 0.8, 60))}}
        for name in sets
    }
    return matrix.run(REQUEST, of_set)


def test_the_table_over_all_sets_has_the_heads_of_the_page_and_the_best_first():
    frame = matrix_tables.margins_table(result_of("one", "wins"))
    heads = ["metric", "system", "one", "set wins", "beaten by", "AutoRank", "wins", "ties", "losses"]
    assert [*frame.columns] == heads
    assert [*frame["system"]] == ["good", "poor"]
    assert [*frame["wins"]] == [2, 0]
    assert [*matrix_tables.margin_cells(result_of("one"))["AutoRank"]] == ["1.0", "2.0"]


def test_papers_have_the_metric_as_head_of_the_sets_and_the_best_in_bold():
    printed = matrix_tables.printed_margins(REQUEST, result_of("one", "two"), SetWarnings({}))
    heads = ["system", "one", "two", "beaten by ↓", "AutoRank ↓", "W/T/L"]
    assert [*printed.frame] == heads
    assert printed.column_groups == dict.fromkeys(["one", "two"], f"{RATIO.full_name} ↑")
    assert printed.row_groups == {}
    assert printed.cells["AutoRank ↓"] == ["1.0", "2.0"]
    assert printed.cells["W/T/L"] == ["2/0/0", "0/0/2"]
    assert {*printed.cells} == {*heads[1:]}
    assert all([isinstance(cell, Best) for cell in cells] == [True, False] for cells in printed.cells.values())


def test_papers_have_a_group_of_rows_a_metric_and_the_best_by_each():
    drawn = np.random.default_rng(1)
    systems = {"poor": rows(drawn.binomial(10, 0.2, 60)), "good": rows(drawn.binomial(10, 0.8, 60))}
    low = Low()
    request = MatrixRequest((RATIO, low), trials=200)
    found = matrix.run(request, {"one": {RATIO: systems, low: systems}})
    printed = matrix_tables.printed_margins(request, found, SetWarnings({}))
    assert printed.row_groups == {0: f"{RATIO.full_name} ↑", 2: "Low ↓", 4: "all metrics"}
    assert printed.frame["system"].to_list()[:4] == ["good", "poor", "good", "poor"]
    assert [isinstance(cell, Best) for cell in printed.cells["one"]] == [True, False, True, False, False, False]
    assert printed.cells["one"][4:] == ["n/a"] * 2


def test_papers_bold_the_best_scores_of_a_column_leave_out_sets_without_scores_and_say_the_rest_below_the_table():
    same = rows(np.random.default_rng(1).binomial(10, 0.5, 60))
    better = same.copy()
    better[0, 0] += 1  # one point in 60 segments: no significant difference
    empty = {"first": np.full_like(same, np.nan), "second": np.full_like(same, np.nan)}
    sets = {"one": {RATIO: {"first": better, "second": same}}, "none": {RATIO: empty}}
    found = matrix.run(REQUEST, sets)
    printed = matrix_tables.printed_margins(REQUEST, found, SetWarnings({}, n_segments={"one": 60, "none": 60}))
    assert [*printed.frame] == ["system", "one", "beaten by ↓", "AutoRank ↓", "W/T/L"]
    assert all(isinstance(cell, Best) for cell in printed.cells["W/T/L"])
    assert [isinstance(cell, Best) for cell in printed.cells["one"]] == [True, False], "as on the leaderboard"
    assert printed.caption.endswith("Bold: the best of a column.")
    assert printed.notes[:2] == ("one 60 segments.", "Without a score, and left out: none.")


def test_in_one_set_a_difference_is_that_of_the_printed_scores():
    found = result_of("one")
    (scores,) = (dict(zip(of.systems, of.scores[0].tolist(), strict=True)) for of in found.matrices)
    decimals = RATIO.decimals
    printed = round(round(scores["good"], decimals) - round(scores["poor"], decimals), decimals)
    assert matrix_tables.pair_difference_cells(found)["difference"] == [f"{printed:.{decimals}f}"]


def test_squares_of_a_doubtful_set_and_its_pairs_are_marked():
    found = result_of("one", "two")
    colors = dict.fromkeys(found.systems, "#000")
    (table,) = matrix_tables.matrix_payload(found, colors, SetWarnings({"two": ["Late lines."]}))["tables"]
    assert [[cell["rank"] for cell in row["cells"]] for row in table["rows"]] == [["1", "1 ⚠"], ["2", "2 ⚠"]]
    assert "not reliable yet" in table["rows"][0]["cells"][1]["about"]
    doubtful = matrix_tables.pairs_over_sets_table(found, lambda a, b: True)
    assert ({*doubtful["verdict"]}, {*doubtful["better"]}) == ({"not reliable yet"}, {None})
    assert None not in {*matrix_tables.pairs_over_sets_table(found, lambda a, b: False)["better"]}
    assert [[margin["best"] for margin in row["margins"]] for row in table["rows"]] == [[True] * 3, [False] * 3]


def test_sets_without_a_shared_system_have_no_column_of_auto_ranks():
    drawn = np.random.default_rng(1)
    pairs = {"one": ("A", "B"), "two": ("C", "D")}
    sets = {
        name: {
            RATIO: {system: rows(drawn.binomial(10, share, 60)) for system, share in zip(of, (0.2, 0.8), strict=True)}
        }
        for name, of in pairs.items()
    }
    apart = matrix.run(REQUEST, sets)
    assert not matrix_tables.has_auto_ranks(apart)
    heads, rows_of = [], []
    for result in (apart, result_of("one", "two")):
        payload = matrix_tables.matrix_payload(result, dict.fromkeys(result.systems, "#000"), SetWarnings())
        heads.append([of["name"] for of in payload["margins"]])
        rows_of.append({len(row["margins"]) for row in payload["tables"][0]["rows"]})
    assert heads == [["beaten by", "wins / ties / losses"], ["beaten by", "AutoRank", "wins / ties / losses"]]
    assert rows_of == [{2}, {3}]


def test_it_is_said_how_many_segments_of_a_set_have_scores():
    scores = {name: np.array([value, value + 1, np.nan]) for name, value in (("A", 1.0), ("B", 2.0))}
    given = ExternalScore.reading(Scores("MQM", scores))
    request = MatrixRequest((given,), trials=20)
    drawn = {name: np.stack([np.nan_to_num(of), ~np.isnan(of)], axis=1) for name, of in scores.items()}
    found = matrix.run(request, {"one": {given: drawn}})
    warnings = SetWarnings({}, n_segments={"one": 3})
    said = matrix_words.paper_notes(request, found, warnings, ["one"])
    assert said[:2] == ("one 3 segments.", "2 of the 3 segments have MQM scores.")
    assert "n =" not in matrix_words.paper_caption(request, found, warnings)


def test_a_caption_says_metric_segments_test_and_doubt():
    said = matrix_words.table_note(
        REQUEST, result_of("one", "two"), SetWarnings({"two": ["Late."]}, n_segments={"one": 60})
    )
    assert said.startswith(f"By {RATIO.full_name}. one 60 segments. Test over all sets: ")
    assert said.endswith("Not reliable yet, because these sets are doubtful: two.")
