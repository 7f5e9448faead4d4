"""MQM and tables of scores whose segments are numbered in documents, and judged texts against the test set's."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from scoring.formats import FormatError, assemble, attach, guess_roles, match_judgments, read_contents
from scoring.text.languages import FILE_NAME, StatedLanguage, find_language
from tests.judgments import COMET, ESA, MQM_HEADER, SET, SOURCE, SYSTEMS, found, lines, tabbed

BY_DOCUMENT = [("d1", 1), ("d1", 2), ("d2", 1), ("d2", 2)]
IN_DOCUMENTS = replace(SET, documents=pa.array(["d1", "d1", "d2", "d2"]))


def mqm(texts, numbers, category="Other", header=MQM_HEADER, sources=SOURCE):
    """Every output of Facebook-AI, an error in the first of each document."""
    rows = [
        ("Facebook-AI", document, 0, number, "r", source, f"<v>{text[:1]}</v>{text[1:]}" if number == 1 else text)
        + (("Other", "Minor") if number == 1 else ("No-error", "No-error"))
        for text, source, (document, number) in zip(texts, sources, numbers, strict=True)
    ]
    return found("mqm.tsv", tabbed(header, *rows))[0]


@pytest.mark.parametrize("test_set", [SET, IN_DOCUMENTS, replace(SET, documents=pa.array(["a", "a", "b", "b"]))])
def test_segments_that_mqm_numbers_in_documents_are_found_by_these_or_by_texts(test_set):
    annotation = match_judgments(mqm(SYSTEMS["Facebook-AI"], BY_DOCUMENT), test_set).judgments
    assert [span.segment for span in annotation.spans] == [0, 2]
    assert annotation.judged["Facebook-AI"].all()


def test_the_same_text_in_two_documents_is_two_segments():
    texts = {"A": ["Ja.", "Eins.", "Ja.", "Zwei."], "B": ["Ja."] * 4}
    test_set = replace(
        SET,
        systems=tuple(
            replace(s, name=n, segments=pa.array(t)) for s, (n, t) in zip(SET.systems, texts.items(), strict=True)
        ),
        source=pa.array(["Yes.", "One.", "Yes.", "Two."]),
    )
    one = mqm(texts["A"], BY_DOCUMENT, sources=["Yes.", "One.", "Yes.", "Two."])
    annotation = match_judgments(one, test_set, {"Facebook-AI": "A"}).judgments
    assert [span.segment for span in annotation.spans] == [0, 2]


def test_numbers_that_are_each_of_one_document_count_throughout():
    throughout = [("d1", 1), ("d1", 2), ("d2", 3), ("d2", 4)]
    assert mqm(SYSTEMS["Facebook-AI"], throughout).outputs.document is None


def test_scores_by_document_name_the_column_where_the_set_has_none():
    rows = [("system", "doc", "segment", "score")]
    rows += [("Facebook-AI", document, number, at) for at, (document, number) in enumerate(BY_DOCUMENT)]
    (one,) = found("docs.tsv", tabbed(*rows))
    np.testing.assert_array_equal(match_judgments(one, IN_DOCUMENTS).judgments.of("Facebook-AI"), [0, 1, 2, 3])
    with pytest.raises(FormatError, match=r"segments by document \(column doc\)"):
        match_judgments(one, SET)


@pytest.mark.parametrize(
    "texts",
    [
        ["Etwas anderes.", "Noch etwas.", "Und mehr davon.", "Das Ende."],
        SYSTEMS["Facebook-AI"][1:] + SYSTEMS["Facebook-AI"][:1],
    ],
)
def test_outputs_without_an_error_are_compared_with_the_sets(texts):
    one = replace(mqm(texts, [("d", number) for number in (2, 3, 4, 5)]))
    one = replace(one, outputs=replace(one.outputs, segment=np.arange(1, 5)))
    with pytest.raises(FormatError, match="judgments of other texts than the test set's"):
        match_judgments(one, SET)


def test_outputs_that_differ_in_marks_and_spaces_alone_are_kept():
    texts = [f"„{text.replace('.', ' !')}“ " for text in SYSTEMS["Facebook-AI"]]
    one = mqm(texts, [("d", number) for number in range(1, 5)])
    matched = match_judgments(one, SET)
    assert matched.judgments.judged["Facebook-AI"].all()
    assert "4 judged outputs differ from the set's; the judgments are kept." in [n.message for n in matched.notices]


@pytest.mark.parametrize(("file", "data"), [("esa.jsonl", ESA), ("COMET.json", COMET)])
def test_errors_of_other_texts_are_refused_with_their_scores(file, data):
    other = replace(
        SET,
        systems=tuple(
            replace(s, segments=pa.array([f"{t} mehr" for t in s.segments.to_pylist()])) for s in SET.systems
        ),
    )
    attached = attach(other, found(file, data))
    assert attached.test_set.annotations == attached.test_set.scores == ()


@pytest.mark.parametrize("reader", ["rankings", "DARR"])
def test_preferences_of_other_languages_are_refused(reader):
    german = replace(SET, language=StatedLanguage(find_language("German"), FILE_NAME))
    if reader == "DARR":
        row = "srclang,trglang,segment,better,worse\nEnglish,{0},1,Facebook-AI,online-B\n"
    else:
        row = (
            "srclang,trglang,srcIndex,system1Id,system2Id,system1rank,system2rank\n"
            "English,{0},1,Facebook-AI,online-B,1,2\n"
        )
    attached = attach(german, found("rr.csv", row.format("Czech").encode()))
    (error,) = attached.refused
    assert "expected those into German, as the texts, found judgments of English-Czech" in str(error)
    both = row.format("German") + row.format("Czech").split("\n")[1] + "\n"
    (preferences,) = attach(german, found("rr.csv", both.encode())).test_set.preferences
    assert (preferences.name, len(preferences.segments)) == (reader, 1)


@pytest.mark.parametrize("header", ["MetricX", "metricx", "METRICX", "MetricX-24", "errors", "z", "quality"])
def test_headers_that_name_scores(header):
    (one,) = found("x.tsv", tabbed(("system", "segment", header), ("online-B", 1, 0.5), ("online-B", 2, 0.25)))
    assert one.name.lower() == header.lower()


def test_a_column_of_errors_next_to_scores_is_left_out():
    (one,) = found(
        "x.tsv",
        tabbed(
            ("system", "segment", "score", "errors"), ("online-B", 1, 0.5, "none"), ("online-B", 2, 0.25, "two of them")
        ),
    )
    assert [notice.kind for notice in one.notices] == ["left-out"]


@pytest.mark.parametrize("annotator", ["", ', "annotator": "x"'])
def test_scores_are_read_from_objects(annotator):
    rows = [
        f'{{"system": "{system}", "segment": {at}, "score": {at / 2}, "note": null{annotator}}}'
        for system in SYSTEMS
        for at in range(1, 5)
    ]
    (one,) = found("comet.jsonl", lines(*rows))
    assert one.name == "COMET"
    assert one.several is bool(annotator)
    np.testing.assert_array_equal(match_judgments(one, SET).judgments.of("online-B"), [0.5, 1, 1.5, 2])
    with pytest.raises(FormatError, match=r"line 9: .*'1.5'"):
        found("comet.jsonl", lines(*rows, '{"system": "A", "segment": 1.5, "score": 1}'))


def test_objects_of_one_text_a_segment_are_texts():
    rows = [f'{{"id": {at}, "system": "Text {at}", "score": 0.5}}' for at in range(1, 5)]
    assert not read_contents("x.jsonl", lines(*rows)).judgments


def test_one_system_that_is_called_like_languages_says_nothing_of_the_sets():
    files = {"ref.txt": b"a\n", "uk-dan-moses.txt": b"b\n", "SFU.txt": b"c\n", "onlineA.txt": b"d\n"}
    columns = [column for file, data in files.items() for column in read_contents(file, data).columns]
    assert assemble(guess_roles(columns), "wmt12").language is None
    assert assemble(guess_roles(columns[:3]), "wmt12").language.language.name == "Danish"
