"""Files as campaigns and tools publish them: attention checks, comments, quoting, lists, and missing scores."""

import json
from dataclasses import replace

import numpy as np
import pytest

from scoring import TestSet
from scoring.cli.main import main
from scoring.formats import FormatError, attach, match_judgments
from scoring.formats.judgments import find_judgment_reader
from scoring.text.languages import FILE_NAME, StatedLanguage, find_language
from tests.judgments import (
    COMET,
    ESA,
    FILES,
    METRIC_SCORES,
    MQM_HEADER,
    REFERENCE,
    SCORES,
    SET,
    SYSTEMS,
    appraise,
    found,
    lines,
    tabbed,
)

ROWS = (
    ("Facebook-AI", "d", 1, 1, "r1", 'A "good" one', 'Das <v>ist</v> "gut".', "Fluency/Tense", "Major"),
    ("Facebook-AI", "d", 2, 2, "r1", "A red house", "Ein rotes Haus", "No-error", "No-error"),
    ("Facebook-AI", "d", 4, 4, "r1", "End", "<v>Ende</v>", "Fluency/Word order", "minor"),
    ("online-B", "d", 1, 1, "r1", 'A "good" one', "<v>Das</v> ist gut", "Fluency/Punctuation", "Minor"),
)
EXPECTED = {"Facebook-AI": [-5, 0, np.nan, -1], "online-B": [-0.1, np.nan, np.nan, np.nan]}
OUTPUTS = {"Facebook-AI": ['Das ist "gut".', "Ein rotes Haus", "", "Ende"], "online-B": SYSTEMS["online-B"]}
MARKED = TestSet.build(OUTPUTS, [SYSTEMS["online-B"]], ['A "good" one', "A red house", "Yes", "End"])


def kinds(attached):
    return [notice.kind for _, notice in attached.notices]


def mqm(data, file="mqm.tsv"):
    attached = attach(MARKED, found(file, data))
    assert not attached.refused
    (scores,) = attached.test_set.scores
    for system, values in EXPECTED.items():
        np.testing.assert_array_equal(scores.of(system), values)
    (annotation,) = attached.test_set.annotations
    assert [(span.start, span.end) for span in annotation.spans] == [(4, 7), (0, 4), (0, 3)]
    return attached


def as_csv(cell):
    return '"' + cell.replace('"', '""') + '"' if '"' in str(cell) else cell


CHECK = ("Facebook-AI", "d", 2, 2, "r1", "A red house", "Ein <v>totes</v> Haus", "Found", "HOTW-test")
MISSED = ("Facebook-AI", "d", 3, 3, "r1", "Yes", "Nein", "missed", "hotw-TEST")


def test_attention_checks_are_no_errors_and_no_judgments_and_are_counted():
    attached = mqm(tabbed(MQM_HEADER, *ROWS, CHECK, MISSED, CHECK))
    (told,) = (notice for _, notice in attached.notices if notice.kind == "attention-checks")
    assert told.message == "3 attention checks (HOTW-test) left out: 2 found, 1 missed."
    with pytest.raises(FormatError, match="only attention checks"):
        found("mqm.tsv", tabbed(MQM_HEADER, CHECK))


def test_attention_checks_of_ratings_are_left_out():
    errors = [{"start": 0, "end": 3, "severity": severity, "category": "Found"} for severity in ("minor", "HOTW-test")]
    (one,) = found("en-de.mqm.seg.rating", tabbed(("Facebook-AI", json.dumps({"errors": errors}))))
    assert [error.severity for error in one.errors] == ["minor"]
    assert [notice.kind for notice in one.notices] == ["attention-checks"]


@pytest.mark.parametrize("comment", ["# Documentation: https://example.org", '"# quoted"', " #"])
def test_a_comment_at_the_end_of_the_header_is_no_column(comment):
    assert "comment" in kinds(mqm(tabbed((*MQM_HEADER, comment), *ROWS)))


def test_a_column_that_rows_have_is_one_whatever_it_is_called():
    assert "comment" not in kinds(mqm(tabbed((*MQM_HEADER, "#"), *((*row, "x") for row in ROWS))))


def test_a_comment_is_for_other_tables_too():
    rankings = FILES["darr.tsv"].replace(b"WORSE", b"WORSE\t# from DA")
    (one,) = found("darr.tsv", rankings)
    assert (len(one.segment), [notice.kind for notice in one.notices]) == (2, ["comment"])
    (one,) = found("x.tsv", tabbed(("system", "seg_id", "mqm", "# mean"), ("online-B", 2, -5)))
    assert (one.values.tolist(), [notice.kind for notice in one.notices]) == ([-5], ["comment"])


def test_quotation_marks_of_csv_are_undone():
    assert "quoted" in kinds(mqm(tabbed(MQM_HEADER, *(map(as_csv, row) for row in ROWS))))


def test_quotation_marks_of_csv_are_undone_around_line_breaks():
    quoted = [tuple(map(as_csv, row)) for row in ROWS]
    broken = [(*quoted[0][:5], '"A\nbreak"', *quoted[0][6:]), *quoted[1:]]
    assert "quoted" in kinds(mqm(tabbed(MQM_HEADER, *broken)))


@pytest.mark.parametrize("source", ['"Stay"', 'He said ""so""', '"A" and ""b""'])
def test_quotation_marks_that_are_text_stay(source):
    assert "quoted" not in kinds(mqm(tabbed(MQM_HEADER, *((*row[:5], source, *row[6:]) for row in ROWS))))


def test_ratings_may_be_quoted_as_in_csv():
    rating = json.dumps({"errors": [{"start": 0, "end": 3, "severity": "minor"}]})
    (one,) = found("en-de.mqm.seg.rating", tabbed(("Facebook-AI", as_csv(rating))))
    assert [(error.start, error.end) for error in one.errors] == [(0, 3)]


@pytest.mark.parametrize(
    ("kind", "category"),
    [(["Accuracy", "Mistranslation"], "Accuracy/Mistranslation"), (["Other"], "Other"), ([], ""), ([None], "")],
)
def test_the_category_of_an_error_may_be_a_list(kind, category):
    span = json.dumps([{"start_i": 0, "end_i": 2, "severity": "major", "error_type": kind}])
    _, one = found("esa.csv", lines(appraise("a", "Facebook-AI", 1, "TGT", 80, "one", span)))
    assert [error.category for error in one.errors] == [category]
    rating = {"errors": [{"start": 0, "end": 2, "severity": "major", "category": kind}]}
    (one,) = found("en-de.mqm.seg.rating", tabbed(("Facebook-AI", json.dumps(rating))))
    assert [error.category for error in one.errors] == [category]


def test_a_list_of_categories_holds_texts():
    span = json.dumps([{"start_i": 0, "end_i": 2, "severity": "major", "error_type": ["a", {}]}])
    with pytest.raises(FormatError, match=r"esa.csv, line 1: expected a string"):
        found("esa.csv", lines(appraise("a", "Facebook-AI", 1, "TGT", 80, "one", span)))


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("comet.json", COMET.replace(b"0.5", b"NaN", 1)),
        ("x.jsonl", ESA.replace(b"70", b"NaN")),
        ("wmt25-scores-Facebook-AI.jsonl", METRIC_SCORES.replace(b"0.5", b"NaN", 1)),
        ("esa.csv", lines(appraise("a", "Facebook-AI", 1, "TGT", "nan", "one"))),
        ("esa.csv", lines(appraise("a", "Facebook-AI", 1, "TGT", "", "one"))),
    ],
)
def test_a_score_that_is_no_number_is_missing(file, data):
    assert np.isnan(found(file, data)[0].values[0])


MEANS = (("Facebook-AI", -2.5, 1), ("Facebook-AI", None, 2), ("online-B", -5, 1))


@pytest.mark.parametrize("row", ["{}\t{} {}\n", "{} {} {}\n", "{}\t{}\t{}\n", "{}  {}\t{} \n"])
def test_means_of_google_are_separated_by_spaces_and_tabs(row):
    data = "system mqm_avg_score seg_id\n" + "".join(row.format(*cells) for cells in MEANS)
    (one,) = found("mqm_newstest2021_ende.avg_seg_scores.tsv", data.encode())
    assert (one.name, one.is_human, one.higher_is_better) == ("MQM", True, True)
    values = match_judgments(one, SET).judgments.values
    np.testing.assert_array_equal(values["Facebook-AI"], [-2.5, np.nan, np.nan, np.nan])
    np.testing.assert_array_equal(values["online-B"], [-5, np.nan, np.nan, np.nan])


@pytest.mark.parametrize(
    "data", [b"\n\n", b"\na b\n", b" \nsystem\n", b"#\n#\n", b"system id score\nthe system wins\n"]
)
def test_texts_are_no_judgments_however_they_begin(data):
    assert find_judgment_reader("a.txt", data) is None


def test_a_row_of_another_width_is_refused_with_its_line():
    data = b"system mqm_avg_score seg_id\n" + b"A\t-1 1\n" * 30 + b"B\t-1\n"
    with pytest.raises(FormatError, match=r"line 32: expected 3 columns as in the header, found 2"):
        found("a.tsv", data)


@pytest.mark.parametrize(("level", "what"), [("sys", "systems"), ("domain", "domains"), ("doc", "documents")])
def test_scores_of_more_than_a_segment_are_left_out_and_said(level, what):
    attached = attach(SET, found(f"en-de.mqm.{level}.score", b"news\tFacebook-AI\t-1\n"))
    assert attached.test_set == SET
    ((_, notice),) = attached.notices
    assert notice.message.startswith(f"Scores of whole {what} are left out")


def esa_of(*pairs):
    row = json.loads(ESA)
    return lines(*(json.dumps(row | {"langs": pair}) for pair in pairs))


@pytest.mark.parametrize("pairs", [("en-cs", "en-ru"), ("en-cs_CZ",)])
def test_judgments_of_other_pairs_say_which_pairs_they_are_of(pairs):
    good = found("COMET-refA.seg.score", SCORES)
    attached = attach(
        replace(SET, language=StatedLanguage(find_language("de"), FILE_NAME)),
        [*found("esa.jsonl", esa_of(*pairs)), *good],
    )
    (error,) = attached.refused
    assert str(error).startswith(f"esa.jsonl: expected those into German, as the texts, found judgments of {pairs[0]}")
    assert ", ".join(pairs) in str(error)
    assert [scores.name for scores in attached.test_set.scores] == ["COMET"]


def test_the_command_blames_the_file_of_other_pairs(tmp_path, capsys):
    for name, texts in {"ref.de": REFERENCE, **SYSTEMS}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts))
    esa, comet = tmp_path / "esa.jsonl", tmp_path / "COMET-refA.seg.score"
    esa.write_bytes(esa_of("en-cs", "en-ru"))
    comet.write_bytes(SCORES)
    systems = [str(tmp_path / f"{name}.txt") for name in SYSTEMS]
    files = [str(tmp_path / "ref.de.txt"), "-i", *systems]
    for command in (["score", "--scores", str(esa), str(comet)], ["agreement", "--judgments", str(esa), str(comet)]):
        assert main([command[0], *files, *command[1:]]) == 2
        said = capsys.readouterr().err
        assert f"{esa}: expected those into German" in said
        assert "found judgments of en-cs, en-ru" in said
