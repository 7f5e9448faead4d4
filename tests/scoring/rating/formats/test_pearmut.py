"""Campaigns as Pearmut takes them, and what comes back when annotators mark words in a browser there."""

import json
import re

import pytest

from scoring.formats import FormatError, attach, read_contents
from scoring.rating import ErrorSpans, MarkedError, deal_items
from scoring.rating.formats import read_annotations, write_annotations, write_campaign
from tests.ratings import PLAIN_SET, PROTOCOLS, SET, TEXTS, answered, plan_of

BREAK = "\n".encode("utf-16-le")


def characters(text):
    """What Pearmut's page lets one click on: JavaScript's ``split("")``, of which line breaks are none."""
    data = text.encode("utf-16-le")
    return [data[at : at + 2] for at in range(0, len(data), 2) if data[at : at + 2] != BREAK]


def clicked(text, phrase):
    """The first and the last character of a phrase."""
    ours, sought = characters(text), characters(phrase)
    start = next(at for at in range(len(ours)) if ours[at : at + len(sought)] == sought)
    return start, start + len(sought) - 1


def checked_by_pearmut(data):
    """The campaign; what ``pearmut add`` refuses fails here."""
    campaign = json.loads(data)
    info, tasks = campaign["info"], campaign["data"]
    assert re.fullmatch(r"[\w.-]+", campaign["campaign_id"])
    assert info["assignment"] == "task-based"
    assert info["protocol"] in ("DA", "ESA", "MQM")
    assert len(set(info["users"])) == len(info["users"]) == len(tasks)
    for slider in info.get("sliders", []):
        assert slider["min"] < slider["max"] <= 5
        assert slider["step"] == 1
    for document in (document for task in tasks for document in task):
        assert document
        for item in document:
            assert item["tgt"]
            assert all(isinstance(item[key], str) for key in ("src", "ref") if key in item)
            for model, text in item["tgt"].items():
                assert isinstance(text, str)
                assert not model.isdigit()  # JavaScript would put it first
                assert not set(model) & set("<>&\"'`")  # stands in attributes of HTML
    return campaign


def annotate(campaign, say):
    """The log after annotators said ``say(text)`` of every output."""
    lines = []
    for user, task in zip(campaign["info"]["users"], campaign["data"], strict=True):
        for number, document in enumerate(task):
            said = [{model: say(text) for model, text in item["tgt"].items()} for item in document]
            actions = [{"time": 100, "action": "load"}, {"time": 104, "action": "submit"}]
            entry = {"annotation": said, "actions": actions, "item": document, "user_id": user, "item_i": number}
            lines.append(json.dumps(entry, ensure_ascii=False))
    return "\n".join(lines).encode()


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("test_set", [SET, PLAIN_SET], ids=["documents", "no documents"])
def test_a_campaign_asks_for_each_place_what_its_items_ask(protocol, test_set):
    plan = plan_of(protocol, references=("ref",))
    campaign = checked_by_pearmut(write_campaign(plan, test_set, "Class of 2026 / ü"))
    for place, task in enumerate(campaign["data"]):
        shown = [item for document in task for item in document]
        asked = deal_items(plan, test_set, place)
        assert [list(item["tgt"].values()) for item in shown] == [[of.text for of in item.outputs] for item in asked]
        assert [item["src"] for item in shown] == [f"{TEXTS[item.segment]} / source" for item in asked]
        assert [item["ref"] for item in shown] == [f"{TEXTS[item.segment]} (ref)" for item in asked]
        assert (max(map(len, task)) > 1) is (test_set is not PLAIN_SET), "documents are one screen each"


def test_raters_see_no_source_that_they_should_not():
    plan = plan_of("da", shows_source=False, references=("ref",))
    campaign = checked_by_pearmut(write_campaign(plan, SET, "x"))
    assert all("src" not in item for task in campaign["data"] for document in task for item in document)


def test_only_damaged_outputs_are_called_so_in_pearmuts_own_ranking():
    plan = plan_of("ranking")
    campaign = checked_by_pearmut(write_campaign(plan, SET, "x"))
    for place, task in enumerate(campaign["data"]):
        shown = [item for document in task for item in document]
        for item, asked in zip(shown, deal_items(plan, SET, place), strict=True):
            bad = [model.endswith("#bad") for model in item["tgt"]]
            own = [str(SET.system(of.system).segments[asked.segment]) == of.text for of in asked.outputs]
            assert bad == [not same for same in own]
            assert sum(bad) == (asked.kind == "damaged")


PHRASES = (
    "بالعالم",
    "\u202eעולם",
    "two\u2029three",
    "said; it's",
    "here",
    "👩‍👩‍👧",
    "🏳️‍🌈 went",
    "a\u0308",
    "lines\nin",
    "you",
)


def test_what_annotators_mark_there_is_what_is_marked_here():
    def say(text):
        """Every known phrase is an error, and something is missing."""
        ends = [clicked(text, phrase) for phrase in PHRASES if phrase in text]
        gone = len(characters(text))
        spans = [*((*pair, "major") for pair in ends), (gone, gone, "minor")]
        return {
            "score": 40,
            "error_spans": [{"start_i": a, "end_i": b, "severity": how, "category": None} for a, b, how in spans],
            "textfield": None,
        }

    plan = plan_of("esa", repeats=0, damaged=0)
    log = annotate(checked_by_pearmut(write_campaign(plan, SET, "x")), say)
    ratings = read_annotations("x.jsonl", log, plan, SET)
    n_found = 0
    for given in ratings:
        text = given.item.outputs[0].text
        marked = [text[span.start : span.end] for span in given.value.spans]
        assert sorted(marked) == sorted(phrase for phrase in PHRASES if phrase in text)
        assert (given.value.missing, given.value.score) == (("minor",), 40)
        n_found += len(marked)
    assert n_found == 2 * 4 * 11  # by two raters in outputs of four systems; "you" is in two segments
    assert ratings.n_answers == sum(len(deal_items(plan, SET, place)) for place in range(3))
    attached = attach(SET, read_contents("x.jsonl", log).judgments)
    (annotation,) = attached.test_set.annotations
    placed = [span for span in annotation.spans if span.is_placed]
    texts = [SET.segment(span.segment).hypotheses[span.system][span.start : span.end] for span in placed]
    assert set(texts) == set(PHRASES)
    assert len(texts) == n_found


def test_half_an_emoji_counts_as_all_of_it():
    plan = plan_of("esa", segments=[5], n_places=1, raters_per_item=1, repeats=0, damaged=0)
    spans = [{"start_i": 3, "end_i": 3, "severity": "minor", "category": None}]  # of a woman the second half

    def say(text):
        return {"score": 1, "error_spans": spans if text.startswith("a 👩") else []}

    ratings = read_annotations("x.jsonl", annotate(json.loads(write_campaign(plan, SET, "x")), say), plan, SET)
    (value,) = [given.value for given in ratings if given.value.spans]
    assert value == ErrorSpans((MarkedError(2, 3, "minor"),), (), 1)


def test_time_on_a_screen_is_shared_among_its_segments():
    plan = plan_of("da", n_places=2)
    log = annotate(json.loads(write_campaign(plan, SET, "x")), lambda text: {"score": 5, "error_spans": []})
    ratings = read_annotations("x.jsonl", log, plan, SET)
    n_screens = sum(len(task) for task in json.loads(write_campaign(plan, SET, "x"))["data"])
    assert sum(given.answer.seconds for given in ratings) == pytest.approx(4 * n_screens)


def changed(log, **changes):
    """With other things said of every item by us."""
    entries = [json.loads(line) for line in log.splitlines()]
    for item in (item for entry in entries for item in entry["item"]):
        item["bleuscope"] |= changes
    return "\n".join(map(json.dumps, entries)).encode()


def test_annotations_of_something_else_are_refused():
    plan = plan_of("da", repeats=0, damaged=0)
    log = write_annotations(answered(plan))
    refused = {
        "expected annotations of a campaign that was made here, found others. As judgments": changed(log, place=None),
        "line 1: expected items of the campaign, found item 999 of place 1": changed(log, place=1, item=999),
        "expected the ones that the campaign shows, found other outputs of segment": log.replace(b"Thank", b"Tank"),
        "expected one annotator a task": log + log.splitlines()[0].replace(b"Ann", b"Bea"),
        "line 1: The score must be 0 to 100; found": re.sub(rb'"score": \d+', b'"score": 101', log),
    }
    for message, data in refused.items():
        with pytest.raises(FormatError, match=re.escape(message)):
            read_annotations("x.jsonl", data, plan, SET)
    with pytest.raises(FormatError, match=r"other outputs of segment|items of the campaign"):
        read_annotations("x.jsonl", log, plan_of("da", seed=1), SET)
