"""Our own file of ratings: what its lines say, and what is refused with file and line."""

# The wrong kinds that are passed on purpose:
# mypy: disable-error-code="arg-type, list-item"

import json
import re
from dataclasses import replace

import pytest

from scoring import TestSet
from scoring.formats import FormatError
from scoring.rating import deal_items
from scoring.rating.formats import (
    EXPORTS,
    disputed_by_raters,
    exports_of,
    read_annotations,
    read_any,
    read_ratings,
    write_campaign,
    write_disputed,
    write_ratings,
)
from tests.cases import as_one_test
from tests.ratings import NAMES, SET, TEXTS, answered, plan_of

RATINGS = answered(plan_of("esa"))
DATA = write_ratings(RATINGS, "class")


def lines():
    """The file's objects, to be changed."""
    return [json.loads(line) for line in DATA.decode().split("\n")[:-1]]


def written(*objects):
    return "".join(f"{json.dumps(one)}\n" for one in objects).encode()


def edited(number, **changes):
    """With other values in this line, from 0."""
    found = lines()
    found[number] |= changes
    return written(*found)


def test_a_line_says_all_of_an_answer():
    header, first, *others = lines()
    item = deal_items(RATINGS.plan, SET, 0)[0]
    answer = RATINGS.places[0].answers[0]
    assert (header["format"], header["version"], header["name"]) == ("bleuscope-ratings", 2, "class")
    assert header["raters"] == [{"place": at, "name": f'Ann "{at}" ן'} for at in range(3)]
    assert first == {
        "rater": 'Ann "0" ן',
        "place": 0,
        "item": 0,
        "segment": item.segment + 1,
        "systems": [item.outputs[0].system],
        "kind": "plain",
        "value": {
            "spans": [{"start": s.start, "end": s.end, "severity": s.severity} for s in answer.value.spans],
            "missing": list(answer.value.missing),
            "score": answer.value.score,
        },
        "seconds": answer.seconds,
    }
    assert len(others) == RATINGS.n_answers - 1


def test_the_plan_counts_segments_as_answers_do():
    header, *answers = lines()
    assert {answer["segment"] for answer in answers} <= set(header["plan"]["segments"])
    assert header["plan"]["segments"] == [segment + 1 for segment in RATINGS.plan.segments]


def test_a_file_whose_plan_counts_from_0_is_read():
    """Version 1 did."""
    earlier = edited(0, version=1, plan=RATINGS.plan.to_json())
    assert read_ratings("c.jsonl", earlier, SET).places == read_ratings("c.jsonl", DATA, SET).places


OTHER_SET = TestSet.build({name: [f"{text}." for text in TEXTS] for name in NAMES}, [TEXTS], TEXTS)
REFUSED = {
    "other version": (
        edited(0, version=3),
        "line 1: expected bleuscope-ratings, version 2, found bleuscope-ratings, vers",
    ),
    "no header": (
        written(*lines()[1:]),
        "line 1: expected bleuscope-ratings, version 2, found None, version None. Give",
    ),
    "no plan": (edited(0, plan=None), "line 1: The plan: expected Mapping; found None. Give them with the version"),
    "segment 0": (
        edited(0, plan=lines()[0]["plan"] | {"segments": [0, 1]}),
        "line 1: The number of a segment must be 1 to",
    ),
    "other systems": (edited(0, plan=lines()[0]["plan"] | {"systems": ["X"]}), "line 1: No system is called 'X'"),
    "other texts": (
        edited(0, test_set={"name": "n", "segments": 14}),
        "those of others (n). Give them with the version",
    ),
    "a place twice": (
        edited(0, raters=[{"place": 0}] * 2),
        "line 1: expected a place from 0 to 2, each once, found place 0",
    ),
    "a place too many": (
        edited(0, raters=[{"place": 3}]),
        "line 1: expected a place from 0 to 2, each once, found place 3",
    ),
    "an unknown place": (edited(1, place=3), "line 2: expected items of the campaign, found item 0 of place 3"),
    "an unknown item": (edited(2, item=999), "line 3: expected items of the campaign, found item 999 of place 0"),
    "no item": (edited(2, item=None), "line 3: expected item, a whole number from 0 on, found nothing"),
    "half an item": (edited(2, item=0.5), "line 3: expected item, a whole number from 0 on, found 0.5"),
    "twice": (written(*lines()[:2], *lines()[1:]), "line 3: expected one, found a second answer to item 0"),
    "other segment": (edited(1, segment=999), "line 2: expected an answer to item 0, which is of segment"),
    "other system": (edited(1, systems=["42", "x"]), "line 2: expected an answer to item 0, which is of segment"),
    "no value": (edited(3, value=None), "line 4: An answer: expected Mapping; found None"),
    "a high score": (edited(3, value={"spans": [], "missing": [], "score": 101}), "line 4: The score must be 0 to 100"),
    "no JSON": (DATA[:-5], "bad JSON at column"),
    "blank": (b"\n", "expected one JSON object a line, found only blank lines"),
}


@as_one_test
@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_is_refused(data, message):
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        read_ratings("c.jsonl", data, SET)
    assert str(caught.value).startswith("c.jsonl")


def test_ratings_of_another_set_are_refused():
    with pytest.raises(FormatError, match=r"ratings of the texts of this test set, with 14 segments"):
        read_ratings("c.jsonl", DATA, OTHER_SET)


def test_judgments_of_the_set_make_no_difference():
    """Ratings that became judgments of their own set are still read."""
    same = replace(SET, name="other name", language=None)
    assert read_ratings("c.jsonl", DATA, same).places == RATINGS.places


def test_any_file_is_known_by_its_beginning():
    with pytest.raises(FormatError, match=r"ratings as they were exported, or annotations of Pearmut, found something"):
        read_any("rankings.csv", EXPORTS["appraise"].write(RATINGS, ""), RATINGS.plan, SET)
    with pytest.raises(FormatError, match=r"line 1: expected ratings of this campaign's plan, found those of another"):
        read_any("x", DATA, plan_of("esa", seed=3), SET)


def test_exports_are_those_with_words_for_the_protocol():
    assert [export.name for export in exports_of("ranking")] == ["jsonl", "rankings", "pearmut", "pearmut-campaign"]
    assert [export.name for export in exports_of("da")] == ["jsonl", "appraise", "pearmut", "pearmut-campaign"]
    with pytest.raises(
        ValueError, match="Unknown protocol 'x'; there are adequacy-fluency, ranking, da, esa, mqm, contrastive"
    ):
        exports_of("x")


@as_one_test
@pytest.mark.parametrize(
    "call",
    [
        *(lambda export=export: export.write(None, "") for export in EXPORTS.values() if export.has_answers),
        lambda: write_campaign(None, SET, ""),
        lambda: write_campaign(RATINGS.plan, None, ""),
        lambda: write_disputed([None], SET, "", RATINGS.plan),
        lambda: disputed_by_raters(None),
        lambda: read_any("x", "text", RATINGS.plan, SET),
        lambda: read_any("x", DATA, None, SET),
        lambda: read_ratings("x", DATA, None),
        lambda: read_annotations("x", DATA, RATINGS.plan, None),
        lambda: exports_of(None),
    ],
)
def test_what_is_something_else_is_refused(call):
    with pytest.raises(ValueError, match=r"expected \w+; found|Unknown protocol None"):
        call()
