"""Scores over time, from the file that is dropped to what Overview says of them."""

import io

import pyarrow.parquet as pq
import pytest

from scoring.formats.tables.history import KEY
from tests.pages.steps import button, go, ran, said, table_with, tables, texts, title, upload
from tests.scoring.lab.watching.made import row, table
from ui.session.state import ADDRESS

SCORES = {1: 10.0, 2: 20.0, 10: 21.0, 9: 20.5}
NAME = "<b>x</b> $x^2$ step-{}.txt"
REFERENCE = ("reference.txt", b"a b\nc d\n", "text/plain")
OUTPUT = ("system.good.txt", b"a b\nc e\n", "text/plain")


def parquet(rows, name="scores.parquet", key=KEY):
    stream = io.BytesIO()
    pq.write_table(table(rows).replace_schema_metadata({key: b""}), stream, compression="none")
    return name, stream.getvalue(), ""


ROWS = [row(NAME.format(step), score, step) for step, score in SCORES.items()]
ROWS += [row(NAME.format(step), 70 - score, step, metric="ter") for step, score in SCORES.items()]


@pytest.fixture
def opened(visit):
    """Overview, once the button of the file was pressed."""
    at = upload(visit("data"), [parquet(ROWS)])
    assert any("scores.parquet: scores over time of 4 outputs, by BLEU, TER." in one.value for one in at.text)
    return ran(at.button(key="over-time-0-0").click().run())


@pytest.mark.exhaustive
def test_overview_says_which_output_is_the_best_and_what_is_open(opened):
    assert title(opened) == "Overview"
    best = NAME.format(10)
    assert (
        f"BLEU: {best} (step 10) has the highest score so far of 4 outputs: 21.00, 95 % interval 20.00 to 22.00."
        in said(opened)
    )
    assert "From step 2 on, the intervals of all 2 others overlap its own" in said(opened)
    assert f"TER: {best} (step 10) has the lowest score so far of 4 outputs: 49.00" in said(opened)
    assert "An interval is of one score; it is no test of a difference." in texts(opened)
    assert len(opened.get("plotly_chart")) == 1
    frame = table_with(opened, "output", "BLEU from")
    assert frame["step"].tolist() == [10, 9, 2, 1]
    assert frame[["BLEU", "BLEU from", "BLEU to", "TER"]].to_numpy().tolist()[0] == [21.0, 20.0, 22.0, 49.0]
    (link,) = (one.proto for one in opened.get("page_link") if one.proto.label == "Compare outputs: Test sets")
    assert link.page.endswith("data")


def test_tables_can_be_taken_away(opened):
    offered = [one.proto.label for one in opened.get("download_button")]
    assert offered.count("CSV") == 2
    assert {"Scores over time", "All rows"} <= {one.value for one in opened.text}


def test_the_test_set_in_use_is_still_there_and_scores_can_be_closed(opened):
    at = ran(go(opened, "segments"))
    at = go(at, "overview")
    assert "has the highest score so far of 4 outputs" in said(at)
    ran(at.button(key="close-over-time").click().run())
    assert "score so far" not in said(at)
    assert any("BLEU" in frame.columns for frame in tables(at))
    assert at.query_params.get("set", ADDRESS["set"]) == ADDRESS["set"]


def test_texts_beside_them_make_a_test_set(visit):
    at = upload(visit("data"), [parquet(ROWS), REFERENCE, OUTPUT])
    assert button(at, "over-time-0-0") is not None
    assert "2 segments" in at.success[0].value


def test_a_file_without_rows_says_so(visit):
    at = upload(visit("data"), [parquet([])])
    at = ran(at.button(key="over-time-0-0").click().run())
    assert any("There are no scores in scores.parquet yet." in one.value for one in at.info)


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (parquet(ROWS, key=b"pandas"), "found Parquet of something else"),
        (parquet([row("a", 1.0, metric="comet")]), "the metric comet"),
        (("scores.parquet", parquet(ROWS)[1][:-9], ""), "scores.parquet: expected Parquet, found damaged data"),
    ],
)
def test_another_parquet_is_refused_with_a_reason(visit, file, reason):
    at = upload(visit("data"), [file])
    assert reason in texts(at)
    assert button(at, "over-time-0-0") is None
