"""Our own file of ratings as judgments, without the campaign that it is of."""

import json
import re

import numpy as np
import pytest

from scoring.formats import FileLimits, FormatError, TooLargeError, attach, match_judgments
from scoring.judgments.errors import MISSING
from tests.cases import as_one_test
from tests.judgments import RATED, RATED_HEADER, RATED_LINES, SET, found, lines, rated


def ratings(*answers, protocol="esa", **header):
    return lines(*map(json.dumps, [RATED_HEADER | {"plan": {"protocol": protocol}} | header, *answers]))


def ranked(segment, ranks, *systems, kind="plain"):
    return rated(segment, "", kind, 0) | {"systems": list(systems), "value": {"ranks": ranks}}


def test_scores_are_the_mean_of_raters_and_checks_are_told():
    scores, errors = found("c.jsonl", RATED)
    assert (scores.name, scores.is_human) == ("ESA", True)
    values = match_judgments(scores, SET).judgments.values
    np.testing.assert_array_equal(values["Facebook-AI"], [80, np.nan, np.nan, np.nan])
    np.testing.assert_array_equal(values["online-B"], [np.nan, 40, np.nan, np.nan])
    assert [notice.message for notice in scores.notices] == [
        "1 repeated item left out: the first answer counts.",
        "Attention checks: raters scored 1 of 1 damaged output lower.",
    ]
    annotation = match_judgments(errors, SET).judgments
    assert [(e.system, e.segment, e.start, e.end, e.category, e.annotator) for e in annotation.spans] == [
        ("Facebook-AI", 0, 4, 7, "", "Ann"),
        ("Facebook-AI", 0, MISSING, MISSING, "omission", "Bob"),
    ]
    assert annotation.annotator_counts("Facebook-AI").tolist() == [2, 0, 0, 0]


@pytest.mark.parametrize(
    ("protocol", "value", "name", "names"),
    [
        ("adequacy-fluency", {"adequacy": 3, "fluency": 5}, "", {"adequacy": 3, "fluency": 5}),
        ("adequacy-fluency", {"adequacy": 3, "fluency": 5}, "Class", {"Class adequacy": 3, "Class fluency": 5}),
        ("da", {"score": 7.5}, "", {"DA": 7.5}),
        ("da", {"score": 7.5}, " Class ", {"Class": 7.5}),
    ],
)
def test_judgments_are_called_after_the_campaign_or_the_protocol(protocol, value, name, names):
    answer = rated(1, "online-B", "plain", 0) | {"value": value}
    read = found("c.jsonl", ratings(answer, protocol=protocol, name=name))
    assert {one.name: one.values.tolist() for one in read} == {label: [number] for label, number in names.items()}


def test_rankings_are_all_pairs_and_checks_are_left_out():
    data = ratings(
        ranked(1, [2, 1], "Facebook-AI", "online-B"),
        ranked(4, [1, 1], "Facebook-AI", "online-B"),
        ranked(1, [1, 2], "Facebook-AI", "online-B", kind="damaged"),
        protocol="ranking",
    )
    attached = attach(SET, found("c.jsonl", data))
    (preferences,) = attached.test_set.preferences
    better = [preferences.systems[at] for at in preferences.better]
    assert (preferences.name, preferences.segments.tolist(), preferences.tied.tolist()) == (
        "rankings",
        [0, 3],
        [False, True],
    )
    assert better[0] == "online-B"
    assert [notice.message for _, notice in attached.notices] == ["1 item with a damaged output left out."]


LINE = RATED_LINES[1]
REFUSED = {
    "version": (
        ratings(LINE, version=9),
        "line 1: expected bleuscope-ratings, version 2, found bleuscope-ratings, vers",
    ),
    "protocol": (
        ratings(LINE, protocol="x"),
        "line 1: expected adequacy-fluency, ranking, da, esa, mqm, contrastive, found the protocol",
    ),
    "segments": (ratings(LINE, test_set={}), "line 1: expected segments, a whole number from 1 on, found nothing"),
    "nobody": (ratings(), "expected an answer, found none. Nobody has answered yet"),
    "only checks": (ratings(RATED_LINES[3]), "expected an answer, found none"),
    "no segment": (ratings(LINE | {"segment": 0}), "line 2: expected segment, a whole number from 1 on, found 0"),
    "two systems": (
        ratings(LINE | {"systems": ["A", "B"]}),
        "line 2: expected one system, found 2 systems and 0 ranks",
    ),
    "no name": (ratings(LINE | {"systems": [3]}), "line 2: expected names of systems, found something else"),
    "no score": (ratings(LINE | {"value": {"score": "x"}}), "line 2: expected score, a number or null, found x"),
    "no rank": (ratings(ranked(1, [1, None], "A", "B"), protocol="ranking"), "a rank of every output, found null"),
    "one alone": (ratings(ranked(1, [1], "A"), protocol="ranking"), "at least one answer that ranks two outputs"),
    "cut": (RATED[:-4], "line 6: expected JSON, found bad JSON"),
}


@as_one_test
@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_answer_is_refused(data, message):
    with pytest.raises(FormatError, match=re.escape(message)):
        found("c.jsonl", data)


def test_more_answers_than_allowed_are_refused():
    with pytest.raises(TooLargeError, match="at most 3 judgments"):
        found("c.jsonl", RATED, limits=FileLimits(judgments=3))


def test_another_number_of_segments_is_refused():
    attached = attach(SET, found("c.jsonl", ratings(LINE, test_set={"segments": 5})))
    assert "expected 4 segments as in the test set, found 5 segments" in str(attached.refused[0])
