"""Each format of judgments: what a small file of it says, and what is refused with file and line."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from scoring.formats import FileLimits, FormatError, TooLargeError, attach, match_judgments, read_columns, read_contents
from scoring.formats.judgments.attachment import judgments_of_pair
from scoring.formats.judgments.scores import entries
from scoring.judgments.errors import MISSING
from tests.cases import as_one_test
from tests.files import zipped
from tests.judgments import (
    APPRAISE,
    COMET,
    ESA,
    FILES,
    IN_DOCUMENTS,
    METRIC_SCORES,
    MQM,
    MQM_HEADER,
    RANKINGS,
    RATINGS,
    SCORES,
    SET,
    SYSTEMS,
    appraise,
    blocks,
    found,
    lines,
    tabbed,
)

APPRAISE_HEADER = [f"column {number}" for number in range(12)]


def errors_of(annotation):
    return [(e.system, e.segment, e.start, e.end, e.severity, e.category, e.annotator) for e in annotation.spans]


@as_one_test
@pytest.mark.parametrize("file", FILES)
def test_every_format_is_judgments_and_no_text(file):
    assert found(file, FILES[file])
    with pytest.raises(FormatError, match="judgments without texts"):
        read_columns(file, FILES[file])


@as_one_test
@pytest.mark.parametrize("file", FILES)
def test_what_is_read_of_every_format_is_a_share_that_grows(file):
    shares = []
    read_contents(file, FILES[file], on_progress=shares.append)
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)


def test_an_archive_has_texts_and_judgments():
    archive = zipped({"sys/A.txt": b"x\n", "human-scores/en-de.mqm.seg.score": b"A\t1\n", "README.md": b"read me"})
    contents = read_contents("all.zip", archive)
    assert [column.name for column in contents.columns] == ["A"]
    assert [(one.file, one.name) for one in contents.judgments] == [("all.zip/human-scores/en-de.mqm.seg.score", "MQM")]
    (column,) = read_columns("all.zip", archive)
    assert [notice.kind for notice in column.notices] == ["judgments", "left-out"]
    only = read_contents("all.zip", zipped({"a.mqm.seg.score": b"A\t1\n", "README.md": b"read me"}))
    assert [one.summary for one in only.judgments] == ["1 score of 1 system", "left out"]


def test_segment_scores_of_mt_metrics_eval():
    (one,) = found("wmt/human-scores/en-de.mqm.seg.score", SCORES)
    assert (one.name, one.is_human, one.higher_is_better) == ("MQM", True, True)
    values = match_judgments(one, SET).judgments.values
    np.testing.assert_array_equal(values["Facebook-AI"], [-1, np.nan, -5, 0])
    np.testing.assert_array_equal(values["online-B"], [-2.5, 0, np.nan, -25])


@pytest.mark.parametrize(
    ("file", "name", "is_human"),
    [
        ("en-de.da-sqm.seg.score", "DA+SQM", True),
        ("en-de.esa.seg.score", "ESA", True),
        ("en-de.mqm.merged.seg.score", "MQM", True),
        ("human-scores/en-de.odd.seg.score", "odd", True),
        ("COMET-refA.seg.score", "COMET", False),
        ("metric-scores/en-de/MetricX-23-refA.seg.score", "MetricX-23", False),
        ("GEMBA-MQM-src.seg.score", "GEMBA-MQM", False),
    ],
)
def test_the_name_of_scores_is_in_the_files(file, name, is_human):
    (one,) = found(file, SCORES)
    assert (one.name, one.is_human, one.higher_is_better) == (name, is_human, True)


def test_scores_of_whole_systems_are_left_out_with_a_notice():
    attached = attach(SET, found("en-de.mqm.sys.score", b"Facebook-AI\t-1\n"))
    assert attached.test_set == SET
    assert [notice.kind for _, notice in attached.notices] == ["left-out"]


def test_ratings_are_half_open_and_may_be_of_the_source():
    (one,) = found("human-scores/en-de.mqm.merged.seg.rating", RATINGS)
    annotation = match_judgments(one, SET).judgments
    assert annotation.judged["Facebook-AI"].tolist() == [True, True, False, True]
    minor, major = annotation.spans
    assert SET.segment(1).hypotheses["Facebook-AI"][minor.start : minor.end] == "rotes"
    assert (minor.severity, minor.category, minor.in_source) == ("minor", "style", False)
    assert (major.segment, major.start, major.end, major.in_source) == (3, 0, 3, True)


def test_ratings_name_their_raters():
    rating = json.dumps({"errors": [{"start": -1, "end": -1, "severity": "major"}]})
    (one,) = found("en-de.mqm.rater3.seg.rating", tabbed(("Facebook-AI", rating)))
    assert (one.name, one.annotators) == ("MQM", ("rater3",))
    assert one.errors[0].start == MISSING
    (one,) = found("en-de.mqm.seg.rating", tabbed(("Facebook-AI", rating, "anna")))
    assert one.annotators == ("anna",)


def test_scores_follow_from_peoples_mqm_errors_and_from_no_metrics():
    (mqm,) = found("human-scores/en-de.mqm.merged.seg.rating", RATINGS)
    *_, metric = found("comet.json", COMET)
    assert (mqm.gives_scores, metric.gives_scores) == (True, False)
    assert not replace(metric, name="MQM").gives_scores
    assert not replace(mqm, name="ESA").gives_scores


def test_mqm_counts_on_the_text_without_marks():
    (one,) = found("mqm.tsv", MQM)
    annotation = match_judgments(one, SET).judgments
    assert errors_of(annotation) == [
        ("Facebook-AI", 0, 4, 7, "major", "Accuracy/Mistranslation", "r1"),
        ("Facebook-AI", 0, 11, 12, "minor", "Fluency/Punctuation", "r1"),
        ("Facebook-AI", 2, 0, 3, "major", "Accuracy/Omission", "r1"),
        ("online-B", 1, 0, 15, "major", "Non-translation!", "r1"),
    ]
    assert annotation.spans[2].in_source
    assert annotation.annotator_counts("Facebook-AI").tolist() == [2, 0, 1, 0]


def test_marks_that_are_not_one_pair_have_no_place():
    rows = [("Facebook-AI", "d", 1, 1, "r1", "s", text, "Other", "Minor") for text in ("Das <v>ist gut.", "</v><v>")]
    (one,) = found("mqm.tsv", tabbed(MQM_HEADER, *rows))
    assert [(error.start, error.end, error.text) for error in one.errors] == [(-1, -1, "Das ist gut."), (-1, -1, "")]
    assert one.notices[0].count == 2


def test_triples_with_and_without_a_header():
    expected = {"Facebook-AI": [-5, 0]}
    for file, data in (("mqm_seg.tsv", FILES["mqm_seg.tsv"]), ("mqm_seg.tsv", FILES["triples.mqm"])):
        (one,) = found(file, data)
        assert (one.name, one.is_human, one.higher_is_better) == ("MQM", True, True)
        values = match_judgments(one, SET).judgments.values
        assert {name: column[[0, 2]].tolist() for name, column in values.items()} == expected
    several = tabbed(("system", "seg_id", "COMET", "ter"), ("online-B", 2, 0.5, 30))
    assert [(one.name, one.higher_is_better) for one in found("x.tsv", several)] == [("COMET", True), ("TER", False)]


TABLES = {
    "p9.tsv": tabbed(("system", "segment", "score", "time"), *((name, 1, 2, 1.5) for name in SYSTEMS)),
    "index.csv": lines(",system,segment,id,score,rank", *(f"0,{name},1,{name},2,1" for name in SYSTEMS)),
    "quoted.csv": lines('"note","system","segment","score"', *(f'"a, b","{name}","1","2"' for name in SYSTEMS)),
}


OTHERS = {"p9.tsv": "time", "index.csv": "unnamed, id, rank", "quoted.csv": "note"}


@pytest.mark.parametrize("file", TABLES)
def test_columns_beside_scores_are_left_out(file):
    (one,) = found(file, TABLES[file])
    assert (one.systems, one.values.tolist(), one.outputs.segment.tolist()) == (tuple(SYSTEMS), [2, 2], [1, 1])
    (told,) = one.notices
    assert f" {OTHERS[file]} " in told.message


def test_scores_of_one_output_by_several_annotators_are_their_mean():
    rows = (("online-B", 2, "ann", 50), ("online-B", 2, "bob", 80), ("Facebook-AI", 2, "ann", 10))
    (one,) = found("x.tsv", tabbed(("system", "seg_id", "annotator", "score"), *rows))
    assert (one.is_human, one.notices) == (True, ())
    assert match_judgments(one, SET).judgments.of("online-B")[1] == 65
    unsaid = found("x.tsv", tabbed(("system", "seg_id", "time", "score"), *rows))
    with pytest.raises(FormatError, match="a second score of online-B for segment 2, after that on line 2"):
        match_judgments(*unsaid, SET)


@pytest.mark.parametrize("header", ["system,id,reference,chrF", "system,id,de,chrF", "system,mt,id,chrF"])
def test_tables_of_texts_with_scores_stay_texts(header):
    columns = read_columns("x.csv", lines(header, "yes,1,ja,5", "yes,2,ja,6", "no,3,nein,7"))
    assert [column.name for column in columns] == header.split(",")


@pytest.mark.parametrize(
    ("file", "name", "higher", "is_human"),
    [
        ("Facebook-AI.comet", "COMET", True, False),
        ("comet/Facebook-AI.txt", "COMET", True, False),
        ("Facebook-AI.hter.txt", "HTER", False, True),
        ("Facebook-AI.metricx24", "metricx24", False, False),
        ("metricx/Facebook-AI.score", "MetricX", False, False),
    ],
)
def test_one_number_a_line(file, name, higher, is_human):
    (one,) = found(file, lines(0.5, "None", "", 1))
    assert (one.name, one.higher_is_better, one.is_human) == (name, higher, is_human)
    np.testing.assert_array_equal(match_judgments(one, SET).judgments.of("Facebook-AI"), [0.5, np.nan, np.nan, 1])


def test_numbers_alone_are_text_where_nothing_says_scores():
    (column,) = read_columns("years.txt", lines(1999, 2000))
    assert column.segments.to_pylist() == ["1999", "2000"]


def test_what_counts_errors_is_better_lower_unless_it_is_negated():
    for sign, higher in ((1, False), (-1, True)):
        (one,) = found("Facebook-AI.ter", lines(sign * 0.5, 0, sign * 2, sign * 1))
        assert one.higher_is_better is higher


def test_rankings_give_pairs():
    (one,) = found("rankings.csv", RANKINGS)
    preferences = match_judgments(one, SET).judgments
    assert preferences.segments.tolist() == [0, 1, 2]
    assert preferences.better.tolist() == [0, 1, 0]
    assert preferences.tied.tolist() == [False, False, True]


def test_ranks_of_the_known_answer():
    """Ranks 1, 2, 2, 4 and a blank one are six pairs, one of them level."""
    names = ",".join(f"system{n}Id,system{n}rank" for n in range(1, 6))
    row = ",".join(f"{name},{rank}" for name, rank in zip("abcde", (1, 2, 2, 4, -1), strict=True))
    (one,) = found("x.csv", lines(f"srcIndex,{names}", f"1,{row}"))
    assert (len(one.segment), int(one.tied.sum())) == (6, 1)


def test_better_and_worse():
    preferences = match_judgments(*found("darr.tsv", FILES["darr.tsv"]), SET).judgments
    assert preferences.name == "DARR"
    assert list(zip(preferences.segments.tolist(), preferences.better.tolist(), strict=True)) == [(0, 0), (3, 1)]


def test_appraise_counts_within_a_document_and_takes_the_mean():
    scores, errors = found("esa.csv", APPRAISE)
    values = match_judgments(scores, IN_DOCUMENTS).judgments.values
    np.testing.assert_array_equal(values["Facebook-AI"], [70, 80, np.nan, np.nan])
    annotation = match_judgments(errors, IN_DOCUMENTS).judgments
    assert errors_of(annotation) == [
        ("Facebook-AI", 0, 0, 3, "minor", "", "a1"),  # the last character is inclusive in the file
        ("Facebook-AI", 1, MISSING, MISSING, "major", "", "a2"),
    ]
    assert annotation.annotator_counts("Facebook-AI").tolist() == [2, 2, 0, 0]
    told = {notice.kind: notice.message for notice in scores.notices}
    assert told["attention-checks"] == "Attention checks: annotators scored 1 of 2 damaged outputs lower."
    assert told["left-out"] == "1 row of a tutorial left out."


@pytest.mark.parametrize("delimiter", ",;\t")
@pytest.mark.parametrize("header", [[], APPRAISE_HEADER])
def test_appraise_that_was_saved_again(delimiter, header):
    rows = [*([header] if header else []), *csv.reader(APPRAISE.decode().splitlines())]
    data = io.StringIO()
    csv.writer(data, delimiter=delimiter, lineterminator="\n").writerows(rows)
    scores, errors = found("again.csv", data.getvalue().encode())
    before, marked = found("esa.csv", APPRAISE)
    np.testing.assert_array_equal(scores.values, before.values)
    assert (scores.outputs.lines - bool(header)).tolist() == before.outputs.lines.tolist()
    assert errors.errors == marked.errors
    kinds = [notice.kind for notice in scores.notices]
    assert kinds[:-2] == ["quoted"] * (delimiter == "\t") + ["header"] * bool(header)


@pytest.mark.parametrize("delimiter", ",;")
@pytest.mark.parametrize("file", ["mqm.tsv", "darr.tsv"])
def test_tables_that_were_saved_again_with_other_delimiters(file, delimiter):
    data = io.StringIO()
    rows = [line.split("\t") for line in FILES[file].decode().splitlines()]
    csv.writer(data, delimiter=delimiter, lineterminator="\n").writerows(rows)
    (again,), (one,) = found("again.csv", data.getvalue().encode()), found(file, FILES[file])
    assert (type(again), again.systems, again.summary) == (type(one), one.systems, one.summary)


def test_appraise_with_items_throughout_the_set():
    rows = [appraise(who, "online-B", item, "TGT", item, "two") for who in ("a", "b") for item in (40, 41)]
    scores, _ = found("esa.csv", lines(*rows))
    np.testing.assert_array_equal(
        match_judgments(scores, IN_DOCUMENTS).judgments.of("online-B"), [np.nan, np.nan, 40, 41]
    )


def test_what_says_no_pair_of_languages_is_kept_where_others_are_refused():
    files = ["en-de.A.seg.score", "zh-en.A.seg.score", "A.seg.score"]
    kept, refused = judgments_of_pair([one for file in files for one in found(file, SCORES)], None)
    assert ([one.file for one in kept], [error.file for error in refused]) == (files[2:], files[:2])


def test_parts_of_documents_are_those_that_were_judged_before():
    part = lines(
        appraise("a1", "online-B", 5, "TGT", 33, "one"),
        appraise("a2", "online-B", 9, "TGT", 66, "one"),
        appraise("a2", "online-B", 3, "TGT", 50, "two"),
        appraise("a2", "online-B", 4, "TGT", 51, "two"),
    )
    alone = attach(IN_DOCUMENTS, found("esa.csv", part))
    np.testing.assert_array_equal(alone.test_set.scores[0].of("online-B"), [np.nan, np.nan, 50, 51])
    assert "parts-of-documents" in [notice.kind for _, notice in alone.notices]
    before = found("en-de.esa.seg.score", blocks(online_B=["None", 1, 2, 3]))
    both = attach(IN_DOCUMENTS, [*found("esa.csv", part), *before]).test_set.scores
    np.testing.assert_array_equal(both[1].of("online-B"), [np.nan, 49.5, 50, 51])
    of_others = found("en-de.A.seg.score", blocks(online_B=[1, 2, 3, 4]))
    known = attach(IN_DOCUMENTS, [*of_others, *before]).test_set
    matched = match_judgments(found("esa.csv", part)[0], known).judgments
    np.testing.assert_array_equal(matched.of("online-B"), [np.nan, 49.5, 50, 51])


def test_direct_assessment_without_spans():
    rows = [f"a,online-B,{item},TGT,eng,deu,{score},two,False,1.0,2.0" for item, score in ((1, 10), (2, 20))]
    (one,) = found("da.csv", lines(*rows, "a,online-B,2,TGT,eng,deu,99,two,True,1.0,2.0"))
    assert one.name == "DA+SQM"
    np.testing.assert_array_equal(match_judgments(one, IN_DOCUMENTS).judgments.of("online-B"), [np.nan, np.nan, 10, 20])


def test_esa_by_line():
    scores, errors = found("esa.jsonl", ESA)
    np.testing.assert_array_equal(
        match_judgments(scores, SET).judgments.of("Facebook-AI"), [np.nan, 70, np.nan, np.nan]
    )
    assert errors_of(match_judgments(errors, SET).judgments) == [("Facebook-AI", 1, 4, 9, "minor", "", "a1")]


def test_scores_by_document():
    kiwi, metricx = found("wmt25-scores-Facebook-AI.jsonl", METRIC_SCORES)
    values = match_judgments(kiwi, IN_DOCUMENTS).judgments.of("Facebook-AI")
    np.testing.assert_array_equal(values, [0.5, 0.75, 0.25, np.nan])
    assert metricx.higher_is_better  # its numbers are negated


def test_comet_and_its_errors():
    scores, errors = found("comet.json", COMET)
    assert {name: column.tolist() for name, column in match_judgments(scores, SET).judgments.values.items()} == {
        "Facebook-AI": [0.5] * 4,
        "online-B": [0.5] * 4,
    }
    annotation = match_judgments(errors, SET).judgments
    assert (annotation.name, annotation.is_human, len(annotation.spans)) == ("XCOMET", False, 8)


def test_a_long_file_of_comet_is_decoded_piece_by_piece(monkeypatch):
    """Pieces end within characters, values and white space."""
    rows = [{"mt": "ein großes Haus 日本語 " * number, "COMET": number / 8} for number in range(9)]
    data = json.dumps({"a/A.txt": rows, "a/B.txt": rows[::-1]}, indent=3, ensure_ascii=False).encode()
    whole = found("x.json", data)[0]
    for size in (1, 7, 64):
        monkeypatch.setattr(entries, "BYTES", size)
        monkeypatch.setattr(entries, "PIECE", size)
        (one,) = found("x.json", data)
        assert one.values.tolist() == whole.values.tolist() == [n / 8 for n in (*range(9), *range(8, -1, -1))]
        assert one.outputs.lines.tolist() == [*range(3, 39, 4), *range(41, 77, 4)]


def ratings(*errors):
    return tabbed(("Facebook-AI", json.dumps({"errors": errors})))


@as_one_test
@pytest.mark.parametrize(
    ("file", "data", "line", "message"),
    [
        ("a.seg.score", b"A\tx\n", 1, "expected a number, or None, found 'x'"),
        ("a.seg.score", b"A\t1\nA\t1e308\n", 2, "expected a score from -1e+15 to 1e+15"),
        ("a.seg.score", b"A\t1\nA\tInfinity\n", 2, "expected a number"),
        ("a.seg.score", b"A\t1\nB\t1\nA\t2\n", 3, "A a second time"),
        ("a.seg.score", b"A\t1\nA\t1\nB\t2\n", None, "A has 2, B has 1"),
        (
            "a.seg.score",
            b"".join(b"%c\t1\n" % n for n in b"ABCDEFGHIJJK"),
            None,
            "J has 2, all 10 others have 1. Nothing is cut",
        ),
        ("a.seg.score", b"A\t1\nA\n", 2, "expected 2 cells separated by tabs, found 1"),
        ("a.seg.score", b"\t1\n", 1, "the name of a system"),
        ("a.docs", b"\n\n", None, "only blank lines"),
        ("a.seg.rating", b"A\t{}\n", 1, "an object with a list of errors"),
        ("a.seg.rating", b"A\tNone\nA\t{\n", 2, "bad JSON"),
        ("a.seg.rating", ratings({"start": 5, "end": 2, "severity": "minor"}), 1, "begins before it ends"),
        ("a.seg.rating", ratings({"start": -5, "end": 2, "severity": "minor"}), 1, "number of a character"),
        ("a.seg.rating", ratings({"start": 1.5, "end": 2, "severity": "minor"}), 1, "number of a character"),
        ("a.seg.rating", ratings({"start": 0, "end": 10**30, "severity": "minor"}), 1, "number of a character"),
        ("a.seg.rating", ratings({"start": 0, "end": 2, "severity": ["minor"]}), 1, "something else under 'severity'"),
        ("a.seg.rating", ratings("x"), 1, "an error as an object"),
        ("a.tsv", tabbed(MQM_HEADER, ("A", "d", 1, "x", "r", "s", "t", "c", "Minor")), 2, "the number of a segment"),
        ("a.tsv", tabbed(("system", "seg", "mqm"), ("A", 0, 1), ("A", 1, 1)), 2, "from 1 on"),
        ("a.tsv", tabbed(("system", "seg", "mqm"), ("A", 1, 1), ("A", 1)), 3, "3 columns as in the header"),
        ("a.comet", b"0.5\nNaN\n" * 100 + b"x\n", 201, "a number, or None"),
        ("a.csv", RANKINGS.replace(b"-1,1", b"x,1"), 5, "system1rank, a whole number"),
        ("a.csv", RANKINGS.replace(b"online-B", b"Facebook-AI"), 2, "expected two systems"),
        ("a.csv", APPRAISE + b"a,b\n", 8, "12 columns"),
        ("a.csv", APPRAISE.replace(b'""minor""', b"minor"), 1, "bad JSON"),
        ("a.jsonl", ESA.replace(b'"line_id": 1', b'"line_id": -1'), 1, "line_id"),
        ("a.jsonl", ESA.replace(b"70", b"true"), 1, "a score, a number or null"),
        ("a.jsonl", ESA.replace(b"70", b"Infinity"), 1, "a score from"),
        ("a.jsonl", METRIC_SCORES.replace(b"0.5, 0.75", b"0.5"), 1, "has 1, MetricX-24-Hybrid-XL has 2"),
        (
            "a.json",
            COMET.replace(b'"COMET": 0.5', b'"COMET": "x"'),
            3,
            "COMET of segment 1 of out/Facebook-AI.txt, a number",
        ),
        ("a.json", COMET[:-40], None, "expected"),
    ],
)
def test_what_is_refused(file, data, line, message):
    with pytest.raises(FormatError) as caught:
        found(file, data)
    assert message in str(caught.value)
    assert caught.value.file == file
    if line is not None:
        assert caught.value.line == line


def test_limits_hold():
    many = ratings(*[{"start": 0, "end": 1, "severity": "minor"}] * 50)
    assert len(found("a.seg.rating", many)[0].errors) == 50
    with pytest.raises(TooLargeError, match="at most 49 judgments"):
        found("a.seg.rating", many, limits=FileLimits(judgments=49))
    with pytest.raises(TooLargeError, match="at most 3 segments"):
        found("a.seg.score", SCORES, limits=FileLimits(segments=3))
    with pytest.raises(TooLargeError, match="in one line"):
        found("a.jsonl", ESA, limits=FileLimits(line_bytes=20))


def test_markup_in_categories_is_text():
    (one,) = found("x.seg.rating", ratings({"start": 0, "end": 1, "severity": "minor", "category": "<b>&amp;"}))
    assert one.errors[0].category == "<b>&amp;"


def kinds(one):
    return [notice.kind for notice in one.notices]


@as_one_test
@pytest.mark.parametrize("file", FILES)
def test_what_is_odd_about_the_text_of_judgments_is_noticed_once_for_a_pair_of_languages(file):
    data = FILES[file]
    marked = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    wide = data.decode().encode("utf-16")
    plain = found(file, data)
    for changed, expected in ((marked, ["bom", "crlf"] if b"\n" in data else ["bom"]), (wide, ["encoding"])):
        first, *others = found(file, changed)
        is_left_out = first.summary == "left out"
        assert kinds(first) == ([] if is_left_out else expected) + kinds(plain[0])
        for one, before in zip(others, plain[1:], strict=True):
            is_same = getattr(one, "language", "") == getattr(first, "language", "")
            assert is_left_out or not is_same or kinds(one) == kinds(before)


def test_rows_of_appraise_that_are_no_outputs_of_systems_are_counted_for_each_pair_of_languages():
    rows = [appraise("a1", "refA", 1, kind, 50, "one#refA") for kind in ("CHK", "REF", "REF", "SRC")]
    into = appraise("a1", "online-B", 1, "TGT", 70, "two#online-B").replace(",deu,", ",ces,")
    told = {}
    for one in found("esa.csv", APPRAISE + lines(*rows, into)):
        told.setdefault(one.language, []).extend(notice.message for notice in one.notices)
    assert len(told) == 2
    for messages in told.values():
        for message in ("1 row of the type CHK", "2 rows of the type REF", "1 row of the type SRC"):
            assert messages.count(f"{message} left out.") == 1


def test_scores_that_are_all_missing_are_noticed():
    for data, expected in ((SCORES, []), (blocks(Facebook_AI=["None"] * 4, online_B=["None"] * 4), ["no-scores"])):
        (scores,) = found("en-de.mqm.seg.score", data)
        assert [
            notice.kind for notice in match_judgments(scores, SET).notices if notice.kind == "no-scores"
        ] == expected


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_that_count_from_0_are_named_as_the_file_has_them(first):
    texts = SET.systems[0].segments.to_pylist()
    of_metricx = [
        {"system_id": "Facebook-AI", "segment_id": number, "hypothesis": text, "prediction": 1.5}
        for number, text in enumerate(texts, first)
    ]
    of_esa = [
        {"langs": "en-de", "line_id": number, "tgt": text, "system": "Facebook-AI", "esa_score": 50, "esa_spans": []}
        for number, text in enumerate(texts, first)
    ]
    for rows, field in ((of_metricx, "segment_id"), (of_esa, "line_id")):
        scores, *_ = found("a.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode())
        if first == 0:
            assert match_judgments(scores, SET).judgments.name == scores.name
            continue
        with pytest.raises(FormatError) as error:
            match_judgments(scores, SET)
        expected = f"expected segments from 0 to 3 as in the test set, because {field} counts from 0"
        assert str(error.value).startswith(f"a.jsonl, line 4: {expected}, found {field} 4. Subtract 1")


def test_tables_of_scores_with_semicolons_decimal_commas_and_comments():
    rows = [
        ("A", 1, "0.5", "good, and short"),
        ("A", 2, "-1.25", ""),
        ("B", 1, "None", 'a "word"'),
        ("B", 2, "1e-1", ""),
    ]
    plain = [0.5, -1.25, np.nan, 0.1]
    tables = {
        "dots": (["system;segment;score", *(f"{s};{n};{v}" for s, n, v, _ in rows)], []),
        "commas": (
            ["system;segment;score", *(f"{s};{n};{v.replace('.', ',').replace('1e-1', '0,1')}" for s, n, v, _ in rows)],
            [],
        ),
        "quoted": (['"system";"segment";"score"', *(f'"{s}";"{n}";"{v}"' for s, n, v, _ in rows)], []),
        "comments": (
            ["system,segment,score,comment", *(",".join([s, str(n), v, quoted(t)]) for s, n, v, t in rows)],
            ["left-out"],
        ),
        "first": (["Notes\tsystem\tsegment\tscore", *(f"{t}\t{s}\t{n}\t{v}" for s, n, v, t in rows)], ["left-out"]),
    }
    for name, (table, expected) in tables.items():
        (scores,) = found(f"{name}.csv", lines(*table))
        np.testing.assert_array_equal(scores.values, plain, name)
        assert [scores.outputs.systems[at] for at in scores.outputs.system] == ["A", "A", "B", "B"]
        assert scores.outputs.segment.tolist() == [1, 2, 1, 2]
        assert kinds(scores) == expected
    with pytest.raises(FormatError, match=r"line 2: expected a number, or None, found '2,000'"):
        found("a.csv", lines("system;segment;score", "A;1;2,000", "A;2;3,000"))


def quoted(text):
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def test_a_table_of_texts_with_scores_and_comments_is_none_of_judgments():
    table = lines("id,system,score,comment", "1,Yes.,0.5,good", "2,No.,0.25,bad")
    (text, *_) = read_contents("texts.csv", table).columns
    assert len(text) == 2


def test_a_document_is_a_name_in_a_domain():
    numbered = tabbed(
        *((domain, f"doc{number}") for domain in ("news", "social") for number in (0, 0, 1)), ("news", "x")
    )
    (one,) = found("en-de.docs", numbered)
    expected = ["news/doc0", "news/doc0", "news/doc1", "social/doc0", "social/doc0", "social/doc1", "x"]
    assert one.documents.to_pylist() == expected
    assert one.domains.to_pylist() == ["news"] * 3 + ["social"] * 3 + ["news"]
    (as_before,) = found("en-de.docs", tabbed(("news", "a"), ("news", "a"), ("social", "b")))
    assert as_before.documents.to_pylist() == ["a", "a", "b"]
