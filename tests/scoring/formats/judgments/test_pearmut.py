"""Annotations of Pearmut, as its log and its dashboard have them: what they say, and what is left out or refused."""

import json
import re

import numpy as np
import pytest

from scoring import TestSet
from scoring.formats import FileLimits, FormatError, TooLargeError, attach, match_judgments, read_contents
from scoring.judgments.errors import MISSING
from tests.cases import as_one_test
from tests.files import zipped
from tests.judgments import PEARMUT, PEARMUT_LOG, SET, SOURCE, SYSTEMS, found, lines, said, screen, shown


def log(*entries):
    return lines(*(json.dumps(entry, ensure_ascii=False) for entry in entries))


def one(said_of, place=0, system="Facebook-AI", **item):
    """A log with one annotation of one output."""
    return log(screen("ann", 0, (shown(place, "i", **item), {system: said_of})))


def judged(data, test_set=SET, file="x.jsonl"):
    attached = attach(test_set, found(file, data))
    assert not attached.refused
    return attached


def test_what_was_sent_last_of_each_screen_counts():
    scores, errors = found("x.jsonl", PEARMUT)
    assert (scores.name, scores.is_human, scores.several, scores.language) == ("ESA", True, True, "")
    values = match_judgments(scores, SET).judgments.values
    np.testing.assert_array_equal(values["Facebook-AI"], [50, 60, np.nan, np.nan])
    np.testing.assert_array_equal(values["online-B"], [85, np.nan, np.nan, np.nan])
    annotation = match_judgments(errors, SET).judgments
    assert annotation.annotator_counts("Facebook-AI").tolist() == [2, 1, 0, 0]
    assert [(e.segment, e.start, e.end, e.severity, e.annotator) for e in annotation.spans] == [
        (0, 4, 7, "minor", "ann"),
        (1, MISSING, MISSING, "major", "ann"),
    ]


def test_a_download_has_campaigns_and_may_be_printed_on_many_lines():
    downloaded = {"none": [], "en-de": PEARMUT_LOG}
    for indent in (None, 2):
        scores, _ = found("annotations.json", json.dumps(downloaded, indent=indent).encode())
        assert (scores.file, scores.language) == ("annotations.json", "en-de")
        np.testing.assert_array_equal(
            match_judgments(scores, SET).judgments.values["Facebook-AI"], [50, 60, np.nan, np.nan]
        )
    two = found("annotations.json", json.dumps({"wmt": PEARMUT_LOG, "en-fr": PEARMUT_LOG}).encode())
    assert [one.file for one in two] == ["annotations.json/wmt"] * 2 + ["annotations.json/en-fr"] * 2


@pytest.mark.exhaustive
def test_a_long_first_line_is_known():
    """Of which only the beginning is looked at."""
    spans = [(at, at, "minor") for at in range(2_000)]
    output = "x" * 2_000
    test_set = TestSet.build({"A": [output]}, [[output]])
    entry = screen("a", 0, ({"tgt": {"A": output}}, {"A": said(5, *spans)}))
    for data in (log(entry), json.dumps({"c": [entry]}).encode()):
        assert data.index(b'"item"') > 2**16
        assert len(judged(data, test_set, "x.json").test_set.annotations[0].spans) == 2_000


def test_only_numbers_are_direct_assessment():
    (scores,) = found("x.jsonl", one(said(33)))
    assert scores.name == "DA"


def test_errors_with_categories_are_mqm_and_need_no_score():
    errors = [{"start_i": 0, "end_i": 2, "severity": "Major", "category": "Accuracy/Mistranslation"}]
    clean = {"score": None, "sliders": {}, "error_spans": []}
    data = log(
        screen("a", 0, (shown(0, "i"), {"Facebook-AI": clean | {"error_spans": errors}, "online-B": clean})),
        screen("a", 1, (shown(1, "j"), {"Facebook-AI": clean}), action="submit_skip"),
    )
    test_set = judged(data).test_set
    (annotation,) = test_set.annotations
    assert (annotation.name, annotation.spans[0].category) == ("MQM", "Accuracy/Mistranslation")
    assert annotation.annotator_counts("Facebook-AI").tolist() == [1, 0, 0, 0]
    assert annotation.annotator_counts("online-B").tolist() == [1, 0, 0, 0]
    (scores,) = test_set.scores
    assert (scores.name, scores.values["Facebook-AI"][0], scores.values["online-B"][0]) == ("MQM", -5, 0)


def test_every_slider_is_a_score():
    data = one({"score": None, "error_spans": [], "sliders": {"Fluency": 4, "Adequacy": None, "Tone": 0}})
    assert [(one.name, one.values.tolist()) for one in found("x.jsonl", data)] == [("Fluency", [4]), ("Tone", [0])]


def test_checks_and_tutorials_are_left_out_and_told():
    checked = shown(0, "check", validation={"Facebook-AI": {"score": [0, 20]}})
    data = log(
        screen("a", "welcome_0", (shown(1, "w"), {"Facebook-AI": said(3)})),
        screen("a", "random_4", (shown(1, "r"), {"Facebook-AI": said(4)}), validations=[True]),
        screen("a", 0, (checked, {"Facebook-AI": said(50)}), validations=[False]),
        screen("a", 1, (shown(2, "i"), {"Facebook-AI": said(60)})),
    )
    attached = judged(data)
    assert [notice.message for _, notice in attached.notices] == [
        "3 segments of tutorials and checks left out.",
        "Attention checks: annotators passed 1 of 2.",
    ]
    np.testing.assert_array_equal(attached.test_set.scores[0].values["Facebook-AI"], [np.nan, np.nan, 60, np.nan])


def test_segments_are_found_by_what_was_shown():
    outputs = ["Danke.", "Guten  Tag\u00a0!", "Danke.", "Danke.", "Ende"]
    sources = ["Thanks.", "Hello!", "Thank you.", "Thank you.", "End"]
    test_set = TestSet.build({"A": outputs}, [outputs], sources)

    def at(source, output, id):
        return {"item_id": id, "src": source, "tgt": {"A": output}}

    data = log(
        screen("a", 0, (at("Thank you.", "Danke.", "x"), {"A": said(1)}), (at("End", "Ende", "y"), {"A": said(2)})),
        screen("a", 1, (at("Hello! ", "Guten Tag !", "z"), {"A": said(3)}), (at("Bye", "Ende", "q"), {"A": said(9)})),
        screen(
            "a", 2, (at("Thank you.", "Danke.", "u"), {"A": said(4)}), (at("Thanks.", "Danke.", "v"), {"A": said(5)})
        ),
        screen("b", 0, (at("Thank you.", "Danke.", "u"), {"A": said(6)})),
    )
    attached = judged(data, test_set)
    np.testing.assert_array_equal(attached.test_set.scores[0].values["A"], [5, 3, 1, 5, 2])
    ((_, notice),) = attached.notices
    assert notice.message == "1 judgment is of texts that the set does not have; left out."


def test_items_without_source_and_name_are_told_apart_by_their_outputs():
    items = [
        ({"tgt": {"Facebook-AI": text}}, {"Facebook-AI": said(at)}) for at, text in enumerate(SYSTEMS["Facebook-AI"])
    ]
    attached = judged(log(screen("a", 0, *items[:2]), screen("a", 1, *items[2:])))
    np.testing.assert_array_equal(attached.test_set.scores[0].values["Facebook-AI"], range(4))
    assert not attached.notices


def test_segments_of_a_document_follow_one_another():
    outputs = ["Ja.", "Nein.", "Ja.", "Nein.", "Doch."]
    test_set = TestSet.build({"A": outputs}, [outputs])
    items = [({"item_id": str(at), "tgt": {"A": text}}, {"A": said(at)}) for at, text in enumerate(outputs)]
    second = screen("a", 0, *items[2:4])
    attached = judged(log(screen("a", 1, *items[:2]), second, screen("a", 2, items[4])), test_set)
    np.testing.assert_array_equal(attached.test_set.scores[0].values["A"], range(5))


def test_annotations_of_other_texts_are_refused():
    other = TestSet.build({name: ["x", "y"] for name in SYSTEMS}, [["x", "y"]], ["s", "t"])
    attached = attach(other, found("x.jsonl", PEARMUT))
    assert [str(error) for error in attached.refused] == [
        "x.jsonl, line 3: judgments of other texts than the test set's. Nothing is cut or padded: give the texts that"
        " were judged."
    ]


def test_a_folder_of_pearmut_goes_with_the_texts():
    campaign = {
        "info": {"assignment": "task-based", "protocol": "ESA"},
        "campaign_id": "c",
        "data": [[[shown(0, "i")]]],
    }
    progress = {"c": {"ann": {"progress": ["completed"], "token_correct": "t", "token_incorrect": "f"}}}
    archive = {
        "data/tasks/c.json": json.dumps(campaign, indent=2).encode(),
        "data/progress.json": json.dumps(progress, indent=2).encode(),
        "data/annotations/c.jsonl": PEARMUT,
        "sys/Facebook-AI.txt": lines(*SYSTEMS["Facebook-AI"]),
    }
    contents = read_contents("pearmut.zip", zipped(archive))
    assert [column.name for column in contents.columns] == ["Facebook-AI"]
    summaries = {one.file.rsplit("/", 1)[1]: one.summary for one in contents.judgments}
    assert summaries["c.json"] == summaries["progress.json"] == "left out"
    assert summaries["c.jsonl"].startswith("2 errors")


SPAN = {"start_i": 0, "end_i": 2, "severity": "minor"}
REFUSED = {
    "no screen": (
        log(PEARMUT_LOG[1] | {"item_i": None}),
        "line 1: expected item_i, the number of a screen, found nothing",
    ),
    "an odd screen": (
        log(PEARMUT_LOG[1] | {"item_i": "x"}),
        "line 1: expected item_i, the number of a screen, found x.",
    ),
    "below 0": (log(PEARMUT_LOG[1] | {"item_i": -1}), "line 1: expected item_i, the number of a screen, found -1."),
    "nobody": (log(PEARMUT_LOG[1] | {"user_id": ""}), "line 1: expected a name, found nothing under 'user_id'"),
    "nothing shown": (
        log(PEARMUT_LOG[1] | {"item": None, "annotation": {"A": said(1)}}),
        "line 1: expected what was shown, under 'item', found nothing. Old versions of Pearmut did not",
    ),
    "unequal": (
        log(PEARMUT_LOG[1] | {"item": [shown(0, "i")]}),
        "line 1: expected as many annotations as segments on a screen, found 2 annotations of 1 segments. Download the",
    ),
    "no list": (
        log(PEARMUT_LOG[1] | {"annotation": 3}),
        "line 1: expected a list, found something else under 'annotation'",
    ),
    "no object": (
        log(PEARMUT_LOG[1] | {"annotation": [3, 4]}),
        "line 1: expected objects under 'annotation', found somet",
    ),
    "no response": (
        log(PEARMUT_LOG[1] | {"annotation": [{"online-B": 3}, None]}),
        "expected an object, found something else",
    ),
    "other outputs": (
        one(said(3), system="X"),
        "line 1: expected annotations of the texts under 'tgt', found an annotation of X, whose output was not shown",
    ),
    "no score": (one(said("good")), "line 1: expected a score, a number or null, found good"),
    "no end": (one(said(float("inf"))), "line 1: expected a score from -1e+15 to 1e+15, found inf"),
    "no slider": (one({"sliders": {"Tone": []}}), "line 1: expected slider Tone, a number or null, found []"),
    "half an error": (
        one(said(1) | {"error_spans": [SPAN | {"end_i": None}]}),
        "expected both start_i and end_i of an",
    ),
    "inverted": (
        one(said(1) | {"error_spans": [SPAN | {"start_i": 5}]}),
        "an error that begins before it ends, found sta",
    ),
    "only resets": (
        log(PEARMUT_LOG[-1]),
        "expected an annotation of an output, found none. Every screen was skipped or",
    ),
    "only skipped": (
        log(PEARMUT_LOG[4]),
        "expected an annotation of an output, found none. Every screen was skipped or",
    ),
    "cut": (PEARMUT[:-3], "line 7: expected JSON, found bad JSON at column"),
}


@as_one_test
@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_annotation_is_refused(data, message):
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        found("x.jsonl", data)
    assert str(caught.value).startswith("x.jsonl")


def test_half_a_surrogate_pair_is_refused():
    data = one(said(1)).replace(b"Das ist gut.", rb"\ud83d")
    with pytest.raises(FormatError, match=r"line 1: expected a string of Unicode characters, found half a surrogate"):
        found("x.jsonl", data)


def test_a_download_that_is_cut_is_refused():
    data = json.dumps({"c": PEARMUT_LOG}).encode()
    for end in (len(data) - 1, len(data) - 2, len(data) - 40):
        with pytest.raises(FormatError, match=r"annotations.json, line 1: expected \{\"campaign\": "):
            found("annotations.json", data[:end])


def test_more_judgments_than_allowed_are_refused():
    with pytest.raises(TooLargeError, match="at most 3 judgments, found more"):
        found("x.jsonl", PEARMUT, limits=FileLimits(judgments=3))


def test_what_was_shown_beside_the_source_makes_no_difference():
    """A campaign without source is told by outputs alone, and a set without source too."""
    data = PEARMUT.replace(b'"src"', b'"src_hidden"')
    for test_set in (SET, TestSet.build(SYSTEMS, [SOURCE])):
        values = judged(data, test_set).test_set.scores[0].values
        np.testing.assert_array_equal(values["Facebook-AI"], [50, 60, np.nan, np.nan])
