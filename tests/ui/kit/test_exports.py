"""Tables to take away: what no spreadsheet runs, and what reads back as it was."""

import io
import json
import re

import openpyxl
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import read_columns, repair
from ui.kit import exports
from ui.kit.exports import DOWNLOADS

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "''-x", "=cmd|'/c calc'!A0"]
TEXT = ["plain", "'tis", "a=b", "", "1-2", " =1", "''"]


def file(ending, table):
    return next(kind for kind in DOWNLOADS if kind.ending == ending).data(table)


def as_csv(frame):
    return file("csv", exports.Table(frame, "x"))


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_run_is_written_as_text(text):
    data = as_csv(pd.DataFrame({text: [text], "number": [-1.5]}))
    head, row = pd.read_csv(io.BytesIO(data), header=None, dtype=str).itertuples(index=False)
    assert (head[0], row[0]) == (f"'{text}", f"'{text}")
    assert row[1] == "-1.5", "numbers stay numbers"


@pytest.mark.parametrize("text", TEXT)
def test_other_text_stays_as_it_is(text):
    assert as_csv(pd.DataFrame({"a": [text, "x"]})) == pd.DataFrame({"a": [text, "x"]}).to_csv(index=False).encode()


@given(st.lists(st.text("=+-@'ab ", min_size=1).filter(str.strip), min_size=1, max_size=9))
def test_it_reads_back_as_it_was(texts):
    frame = pd.DataFrame({"system A": texts, "reference": ["x"] * len(texts)})
    column = read_columns("a.csv", as_csv(frame))[0]
    if any(notice.kind == "apostrophes" for notice in column.notices):
        column = repair(column, "apostrophes")
    assert column.segments.to_pylist() == texts


ABOUT = {"test set": "=1+1 “zh” ≤", "seed": "1"}
TABLE = exports.Table(
    pd.DataFrame({"system": ["a", "b", "c"], "BLEU": [20.004, 30.5, 30.501], "p": [0.00004, 0.04996, 0.5]}),
    "All “pairs”",
    ABOUT,
    {"BLEU": True},
)


def test_every_kind_of_file_says_where_its_numbers_come_from():
    read_back = pd.read_csv(io.BytesIO(file("csv", TABLE)))
    assert read_back["about"].dropna().tolist() == ["test set: =1+1 “zh” ≤; seed: 1"]
    assert read_back["BLEU"].tolist() == TABLE.frame["BLEU"].tolist()
    assert json.loads(file("json", TABLE))["about"] == ABOUT
    assert [row["system"] for row in json.loads(file("json", TABLE))["rows"]] == ["a", "b", "c"]
    _, about = openpyxl.load_workbook(io.BytesIO(file("xlsx", TABLE))).worksheets
    assert [[cell.value for cell in row] for row in about.iter_rows()] == [list(fact) for fact in ABOUT.items()]
    assert about["B1"].data_type == "s"


def test_latex_marks_the_best_and_writes_no_p_as_zero():
    text = file("tex", TABLE).decode()
    assert text.startswith("% test set: =1+1 “zh” <=\n% seed: 1\n")
    rows = [line.split("&") for line in text.split("\n") if line.startswith(("a ", "b ", "c "))]
    assert [["textbf" in cell for cell in row] for row in rows] == [[False] * 3, *[[False, True, False]] * 2]
    assert [row[2].removesuffix(r"\\").strip() for row in rows] == [r"\textless{}0.0001", "0.04996", "0.5000"]


def test_a_latex_table_has_a_caption_and_a_label_to_refer_to():
    text = file("tex", exports.Table(TABLE.frame, "All “pairs” of É", {"test set": "WMT 23_x"})).decode()
    assert r"\caption{All \textquotedblleft{}pairs\textquotedblright{} of É: WMT 23\_x.}" in text
    assert r"\label{tab:all-pairs-of-e-wmt-23-x}" in text
    assert text.rstrip().endswith("\\end{tabular}\n\\end{table}")


def test_a_caption_of_its_own_is_all_that_is_said_above_and_notes_are_below():
    paper = exports.PaperTable(
        pd.DataFrame({"system": ["a", "b"]}), caption="Few words & more.", notes=("One.", "2 %.")
    )
    table = exports.Table(pd.DataFrame({"x": [1]}), "Title", {"test set": "x", exports.NOTE: "Not said."}, paper=paper)
    text = file("tex", table).decode()
    assert r"\caption{Few words \& more.}" in text
    assert r"\raggedright One. 2 \%.}" in text
    assert "Not said" not in "".join(line for line in text.split("\n") if not line.startswith("%"))


def test_a_caption_says_the_base_and_what_bold_is_and_heads_which_way_is_better():
    frame = pd.DataFrame({"system": ["a", "b"], "BLEU": [30.1, 41.0], "TER": [50.0, 40.0]})
    best = {"BLEU": True, "TER": False}
    text = file("tex", exports.Table(frame, "Scores", {"test set": "x", "segments": "460"}, best)).decode()
    assert r"\caption{Scores: x, 460 segments. Bold: the best of a column.}" in text
    assert r"system & BLEU $\uparrow$ & TER $\downarrow$ \\" in re.sub(" +", " ", text)


def test_a_caption_says_how_was_tested_and_signatures_are_printed_below_the_table():
    signature = "nrefs:1|case:mixed|tok:13a"
    about = {exports.TEST_FACT: "approximate randomization, 10,000 shuffles; corrected", "BLEU signature": signature}
    text = file("tex", exports.Table(TABLE.frame, "Scores", about)).decode()
    assert r"Test: approximate randomization, 10,000 shuffles; corrected.}" in text
    printed = [line for line in text.split("\n") if not line.startswith("%")]
    note = r"Signatures. BLEU: nrefs:1\textbar\allowbreak{}case:mixed\textbar\allowbreak{}tok:13a."
    assert printed.index(r"\end{tabular}") < next(place for place, line in enumerate(printed) if note in line)


def test_a_table_of_more_rows_than_a_page_has_breaks_over_pages():
    frame = pd.DataFrame({"a": [f"s{n}" for n in range(66)], "p": [0.5] * 66})
    text = file("tex", exports.Table(frame, "All pairs")).decode()
    assert [text.count(one) for one in (r"\begin{longtable}{lr}", r"\endhead", r"\begin{table}")] == [1, 1, 0]
    assert text.count(r" \\") == 66 + 3
    assert "% \\usepackage{longtable}" in text


def test_a_wide_table_spans_the_page_shrinks_to_fit_and_has_heads_in_lines():
    frame = pd.DataFrame({"system": ["a"]} | {f"pairwise accuracy {n}": [0.5] for n in range(7)})
    text = file("tex", exports.Table(frame, "Agreement", decimals={"pairwise accuracy 0": 3})).decode()
    lines = [line for line in text.split("\n") if not line.startswith("%")]
    around = [r"\begin{adjustbox}{max width=\linewidth}", r"\begin{tabular}{lrrrrrrr}"]
    assert lines[0] == r"\begin{table*}"
    assert [lines.index(around[1]) - 1, lines[-2:]] == [lines.index(around[0]), [r"\end{adjustbox}", r"\end{table*}"]]
    assert r"\shortstack[r]{pairwise \\ accuracy \\ 0}" in text
    assert r"% \usepackage{adjustbox}" in text
    narrow = file("tex", exports.Table(frame.iloc[:, :2], "Agreement")).decode()
    assert not any(word in narrow for word in ("adjustbox", "table*", "shortstack"))


def test_papers_may_have_other_rows_than_files_and_counts_have_no_decimals():
    paper = pd.DataFrame({"kind": ["x", "y"], "errors": [212.0, 3.0]})
    table = exports.Table(TABLE.frame, "Errors", paper=lambda: paper)
    rows = [line.split("&") for line in file("tex", table).decode().split("\n") if line.startswith(("x ", "y "))]
    assert [row[1].strip(" \\") for row in rows] == ["212", "3"]
    assert file("csv", table) == file("csv", exports.Table(TABLE.frame, "Errors"))


def test_numbers_without_a_best_have_the_decimals_of_their_metric_or_their_row():
    frame = pd.DataFrame({"metric": ["BLEU", "COMET"], "low": [0.85043, 0.85], "first": [30.125, 0.85043]})
    table = exports.Table(frame, "x", decimals={"low": 4}, cells={"first": ["30.12", "0.8504"]})
    rows = [line.split("&") for line in file("tex", table).decode().split("\n") if line.startswith(("BLEU ", "COMET "))]
    assert [[cell.strip(" \\") for cell in row[1:]] for row in rows] == [["0.8504", "30.12"], ["0.8500", "0.8504"]]


def test_latex_has_a_metrics_decimals_or_as_many_as_tell_the_systems_apart():
    frame = pd.DataFrame({"system": ["a", "b"], "COMET": [0.8504, 0.8536], "share": [30.12, 41.0]})
    text = file("tex", exports.Table(frame, "x", best={"COMET": True, "share": True}, decimals={"COMET": 4})).decode()
    assert [cell in text for cell in ("0.8504 ", r"\textbf{0.8536}", "30.1 ", r"\textbf{41.0}")] == [True] * 4


def test_latex_says_in_words_what_columns_are_and_which_systems_are_compared():
    frame = pd.DataFrame({"metric": ["chrF"], "first": [60.2], "p_adjusted": [0.02], "seed": [1]})
    about = {"test set": "x, 460 segments", "segments": "460", "seed": "1", exports.NOTE: "First: good_one."}
    text = file("tex", exports.Table(frame, "Other metrics", about)).decode()
    assert r"\caption{Other metrics: x, 460 segments. First: good\_one.}" in text
    assert "metric & first & corrected p" in re.sub(" +", " ", text)


def test_a_papers_table_may_have_groups_of_columns_and_rows_and_cells_of_its_own():
    frame = pd.DataFrame({"system": ["a", "b"], "BLEU": [30.0, 41.0], "n": [1, 1]})
    paper = exports.PaperTable(frame, {"BLEU": ["30", "forty"]}, {"BLEU": "scores", "n": "scores"}, {1: ""})
    text = file("tex", exports.Table(TABLE.frame, "x", {"n": "1"}, paper=lambda: paper)).decode()
    assert text.split("\\toprule\n")[1].split("\n\\bottomrule")[0].split("\n") == [
        r" & \multicolumn{1}{c}{scores} \\",
        r"\cmidrule(lr){2-2}",
        r"system &  BLEU \\",
        r"\midrule",
        r"a      &    30 \\",
        r"\midrule",
        r"b      & forty \\",
    ], "without the column that holds one fact"


@pytest.mark.parametrize("made_later", [False, True])
def test_a_table_of_more_rows_than_a_papers_is_not_offered_as_latex_and_says_why(made_later):
    frame = pd.DataFrame({"a": range(1501)})

    def table(n_rows, **more):
        return exports.Table((lambda: frame) if made_later else frame[:n_rows], "x", n_rows=n_rows, **more)

    assert table(1501).why_no_latex == "No TEX: 1,501 rows are too many for a paper (at most 500)."
    assert table(500).why_no_latex == ""
    assert table(1501, paper=exports.PaperTable(TABLE.frame)).why_no_latex == "", "it has other rows"
    assert table(3, paper=frame).why_no_latex.startswith("No TEX: 1,501 rows")
    assert table(501, paper=lambda: frame).why_no_latex.startswith("No TEX: 501 rows")
