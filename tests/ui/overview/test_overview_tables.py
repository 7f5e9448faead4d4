"""The overview's tables against direct scoring, and every download read back."""

import csv
import io
import json

import numpy as np
import openpyxl
import pandas as pd
import pytest

from scoring import BLEU, METRICS, TER, TestSet
from scoring.formats.tables.spreadsheets import spreadsheet_text
from scoring.metric import document_score, mean_score
from tests.hostile import TEXTS
from ui.context import ranking
from ui.kit import exports
from ui.overview import overview_tables

TEST_SET = TestSet.build(
    {"A": ["a b c d", "", "x", "a b"], "B": ["a b c e", "", "a b", ""]},
    [["a b c d e", "", "a b", "a b"]],
)
DOWNLOADS = {download.ending: download for download in exports.DOWNLOADS}


def taken(ending, frame):
    """The table as a file."""
    return DOWNLOADS[ending].data(exports.Table(frame, "x"))


BLEU_NONE = BLEU(tokenize="none")


# --- tables ---


def test_the_leaderboard_holds_every_metric_for_every_system():
    metrics = {name: metric() for name, metric in METRICS.items()}
    scores = {name: ranking.corpus_scores(metric, metric.measure(TEST_SET)) for name, metric in metrics.items()}
    frame = ranking.leaderboard(scores, {name: metric.label for name, metric in metrics.items()}, ("B", "A"))
    assert frame["system"].tolist() == ["B", "A"]
    assert list(frame.columns) == ["system", *(metric.label for metric in metrics.values())]
    for metric in metrics.values():
        for system, score in zip(frame["system"], frame[metric.label], strict=True):
            references = [reference.segments for reference in TEST_SET.references]
            rows = metric.statistics(TEST_SET.system(system).segments, references)
            assert score == pytest.approx(float(metric.score(rows.sum(axis=0))), abs=1e-9)


def test_a_metric_on_its_way_is_missing_for_every_system():
    frame = ranking.leaderboard(
        {"bleu": {"A": 1.0, "B": 2.0}, "chrf": None}, {"bleu": "BLEU", "chrf": "chrF"}, ("A", "B")
    )
    assert frame["BLEU"].tolist() == [1.0, 2.0]
    assert frame["chrF"].isna().all()


def test_details_are_those_of_direct_scoring():
    statistics = BLEU_NONE.measure(TEST_SET)
    frame = overview_tables.bleu_details(BLEU_NONE, statistics, ("A", "B")).set_index("system")
    for system, rows in statistics.items():
        segments = BLEU_NONE.score(rows)
        c, r = rows[:, 0].sum(), rows[:, 1].sum()
        row = frame.loc[system]
        assert row["corpus BLEU"] == pytest.approx(float(BLEU_NONE.score(rows.sum(axis=0))))
        assert row["weighted mean"] == pytest.approx(document_score(segments, rows[:, 1]))
        assert row["plain mean"] == pytest.approx(mean_score(segments))
        assert row["brevity penalty"] == pytest.approx(min(1, np.exp(1 - r / c)))
        assert row["length ratio"] == pytest.approx(c / r)
        assert (row["words"], row["reference words"]) == (c, r)
        precisions = 100 * BLEU_NONE.arithmetic(rows.sum(axis=0)).precisions
        assert row[["p1", "p2", "p3", "p4"]].tolist() == pytest.approx(precisions.tolist(), nan_ok=True)
        assert row["segments not defined"] == 1  # hypothesis and reference of segment 2 are empty
    assert frame.loc["A", "words"] == 7
    assert frame.loc["A", "plain mean"] == pytest.approx(np.nanmean(BLEU_NONE.score(statistics["A"])))


def test_papers_have_details_in_groups():
    frame = overview_tables.bleu_details(BLEU_NONE, BLEU_NONE.measure(TEST_SET), ("A", "B"))
    printed = overview_tables.printed_bleu_details(BLEU_NONE, frame)
    assert list(printed.frame) == ["system", *printed.column_groups]
    assert list(printed.column_groups.values()) == ["", *["segment BLEU"] * 2] + ["precision (%)"] * 4 + ["length"] * 4
    assert {*frame} - {*printed.frame} == {"segments not defined"}


def test_details_of_empty_references_have_no_ratio():
    empty = TestSet.build({"A": ["", "a"]}, [["", ""]])
    row = overview_tables.bleu_details(BLEU_NONE, BLEU_NONE.measure(empty), ("A",)).iloc[0]
    assert np.isnan(row["length ratio"])
    assert row["segments not defined"] == 1


def table(**scores):
    return overview_tables.alternatives(scores, ("A", "B", "C"))


def by_system(*values):
    return dict(zip("ABC", values, strict=True))


def test_the_tokenizers_that_change_the_ranking_are_named():
    frame, changed = table(
        base=by_system(30.0, 20.0, 10.0),
        same=by_system(90.0, 80.0, 70.0),
        swapped=by_system(20.0, 30.0, 10.0),
        tied=by_system(30.0, 30.0, 10.0),
        later=None,
    )
    assert changed == ["swapped", "tied"]
    assert list(frame.columns) == ["system", "base", "same", "swapped", "tied", "later"]
    assert frame["swapped"].tolist() == [20.0, 30.0, 10.0]
    assert frame["later"].isna().all()


def test_a_difference_that_nobody_sees_changes_no_ranking():
    _, changed = table(base=by_system(30.001, 30.002, 10.0), other=by_system(30.002, 30.001, 10.0))
    assert changed == []


def test_nothing_is_said_while_nothing_is_ready():
    assert table(base=None, other=None)[1] == []
    assert table(base=None, other=by_system(1, 2, 3))[1] == []


def test_ranks_tell_how_far_they_moved():
    frame, _ = table(base=by_system(30.0, 20.0, 10.0), other=by_system(10.0, 30.0, 20.0))
    assert ranking.add_ranks(frame)["other"].tolist() == ["10.00  #3  ▼2", "30.00  #1  ▲1", "20.00  #2  ▲1"]


def test_ranks_follow_what_is_shown():
    frame, _ = table(base=by_system(10.0, 30.001, 30.004), later=None)
    assert ranking.add_ranks(frame)["base"].tolist() == ["10.00  #3", "30.00  #1", "30.00  #1"]
    assert ranking.add_ranks(frame, ["later"])["later"].tolist() == ["…"] * 3
    assert ranking.add_ranks(frame)["later"].tolist() == ["n/a"] * 3
    assert frame["base"].tolist() == [10.0, 30.001, 30.004], "the table itself stays as it was"


# --- files ---

NAMES = [*TEXTS, "007", "1e5", "NA", "nan", "a,b", 'say "x"', "50% & more_$#{}~^\\", "", "-1"]
FRAME = pd.DataFrame(
    {
        "system": NAMES,
        "BLEU": np.linspace(0, 100, len(NAMES)) / 3,
        "later": [np.nan] * len(NAMES),
        "words": range(len(NAMES)),
    }
)


def read_csv(data):
    header, *rows = csv.reader(io.StringIO(data.decode(), newline=""))
    return [dict(zip(header, row, strict=True)) for row in rows]


def test_csv_holds_every_digit():
    rows = read_csv(taken("csv", FRAME))
    assert [row["system"] for row in rows] == [spreadsheet_text(name) for name in NAMES]
    assert [float(row["BLEU"]) for row in rows] == FRAME["BLEU"].tolist()
    assert {row["later"] for row in rows} == {""}
    assert [int(row["words"]) for row in rows] == FRAME["words"].tolist()


def test_json_holds_text_numbers_and_null():
    rows = json.loads(taken("json", FRAME))
    assert [row["system"] for row in rows] == NAMES
    assert [row["BLEU"] for row in rows] == pytest.approx(FRAME["BLEU"].tolist(), abs=1e-9)
    assert {row["later"] for row in rows} == {None}
    assert [row["words"] for row in rows] == FRAME["words"].tolist()


def read_xlsx(data):
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    header, *rows = sheet.iter_rows()
    return [cell.value for cell in header], rows


def test_xlsx_holds_text_as_text_and_numbers_as_numbers():
    header, rows = read_xlsx(taken("xlsx", FRAME))
    assert header == list(FRAME.columns)
    assert [row[0].value or "" for row in rows] == NAMES
    assert {row[0].data_type for row in rows if row[0].value} == {"s"}
    assert [row[1].value for row in rows] == pytest.approx(FRAME["BLEU"].tolist(), rel=1e-14)
    assert {row[2].value for row in rows} == {None}
    assert [row[3].value for row in rows] == FRAME["words"].tolist()


@pytest.mark.parametrize("text", ["=1+1", '=HYPERLINK("http://evil.example")', "=", "@SUM(A1)", "+1", "-1+2", "#REF!"])
def test_xlsx_computes_nothing(text):
    _, ((cell, head),) = read_xlsx(taken("xlsx", pd.DataFrame({"system": [text], text: [1.5]})))
    assert (cell.value, head.value) == (text, 1.5)
    assert cell.data_type != "f"
    header = openpyxl.load_workbook(io.BytesIO(taken("xlsx", pd.DataFrame({text: [1]})))).active["A1"]
    assert (header.value, header.data_type == "f") == (text, False)


def test_xlsx_takes_characters_that_a_workbook_cannot_hold():
    name = "a\x00\x07\x1b\x0bb"
    header, ((cell,),) = read_xlsx(taken("xlsx", pd.DataFrame({name: [name]})))
    assert cell.value == header[0] == "a\ufffd\ufffd\ufffd\ufffdb"
    assert read_csv(taken("csv", pd.DataFrame({"x": [name]})))[0]["x"] == name
    assert json.loads(taken("json", pd.DataFrame({"x": [name]})))[0]["x"] == name


LATEX = {
    r"\&": "&",
    r"\%": "%",
    r"\$": "$",
    r"\#": "#",
    r"\_": "_",
    r"\{": "{",
    r"\}": "}",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textbackslash{}": "\\",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
}


def test_latex_holds_the_numbers_of_the_page():
    names = ["plain", "with_underline", "50% & more", "007"]
    frame = pd.DataFrame({"system": names, "BLEU": [1.234, 20.0, 100.0, np.nan], "words": [1, 2, 3, 4]})
    text = taken("tex", frame).decode()
    assert text.startswith("% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{x.}\n\\label{tab:x}\n")
    assert "\\begin{tabular}{lrr}\n\\toprule\n" in text
    body = text.split("\\midrule")[1].split("\\bottomrule")[0]
    rows = [line.removesuffix("\\\\").split(" & ") for line in body.replace("\\&", "\0").strip().split("\n")]
    rows = [[unescaped(cell.replace("\0", "\\&")) for cell in row] for row in rows]
    assert [row[0] for row in rows] == names
    assert [row[1] for row in rows] == ["1.23", "20.00", "100.00", "n/a"]
    assert [row[2] for row in rows] == ["1", "2", "3", "4"]


def test_p_values_in_latex_show_on_which_side_of_the_level_they_are():
    values = [0.04996, 0.05004, 0.05, 0.00001, np.nan]
    for name in ("p", "p_value", "p_adjusted"):
        text = taken("tex", pd.DataFrame({"pair": list("abcde"), name: values})).decode()
        body = text.split("\\midrule")[1].split("\\bottomrule")[0].strip()
        shown = [line.removesuffix("\\\\").split("&")[1].strip() for line in body.split("\n")]
        assert shown == ["0.04996", "0.05004", "0.0500", r"\textless{}0.0001", "n/a"]


def test_latex_runs_no_command_of_a_name():
    text = (
        DOWNLOADS["tex"]
        .data(exports.Table(pd.DataFrame({"system": [r"\input{/etc/passwd}", "%", "~^{}"], "x": [1, 2, 3]}), "x"))
        .decode()
    )
    assert "\\input" not in text
    body = text.split("\\midrule")[1].split("\\bottomrule")[0]
    assert [unescaped(line.split(" & ")[0]) for line in body.strip().split("\n")] == [
        r"\input{/etc/passwd}",
        "%",
        "~^{}",
    ]


def test_latex_takes_names_that_are_all_numbers_as_text():
    text = taken("tex", pd.DataFrame({"system": ["007", "1e5"], "BLEU": [1.5, 2.5]})).decode()
    body = text.split("\\midrule")[1].split("\\bottomrule")[0]
    assert [line.split("&")[0].strip() for line in body.strip().split("\n")] == ["007", "1e5"]


def unescaped(cell):
    cell = cell.strip()
    for command in sorted(LATEX, key=len, reverse=True):
        cell = cell.replace(command, LATEX[command].replace("\\", "\0"))
    return cell.replace("\0", "\\")


def test_an_empty_table_can_be_taken_away_too():
    frame = pd.DataFrame({"system": [], "BLEU": []})
    for download in exports.DOWNLOADS:
        assert isinstance(download.data(exports.Table(frame, "x")), bytes)


def test_every_ending_and_mime_type_is_there_once():
    assert sorted(DOWNLOADS) == ["csv", "json", "tex", "xlsx"]
    assert len({download.mime for download in exports.DOWNLOADS}) == len(DOWNLOADS)


def test_differences_to_a_baseline_are_those_of_printed_scores():
    scores = {"bleu": {"base": 20.006, "a": 21.004, "b": float("nan")}, "ter": None}
    frame = overview_tables.baseline_differences(scores, {"bleu": BLEU(), "ter": TER()}, ("a", "base", "b"), "base")
    assert [*frame.columns] == ["system", "BLEU", "TER"]
    assert frame["system"].tolist() == ["a", "b"]
    assert frame["BLEU"][0] == 0.99  # 21.00 less 20.01
    assert frame["BLEU"].isna().tolist() == [False, True]
    assert frame["TER"].isna().all()
