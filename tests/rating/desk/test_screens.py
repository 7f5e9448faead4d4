"""What a browser receives of one item, from plain records."""

import json

import pytest

from rating.desk import screens
from scoring.rating import PROTOCOLS, Answer, DirectAssessment, Item, OutputRanking, ShownOutput
from workspace import BlindCampaign, BlindSegment, Desk, RatingQuestion, Seat


def desk(protocol="da", question=None, answers=(), beside="source"):
    """Of two items that are the same."""
    campaign = BlindCampaign("News", protocol, beside, 2)
    one = question or asked(line("now"))
    return Desk(Seat("secret", campaign, 0, "Ana", None, None), (one, one), tuple(answers))


def line(text, source=True, n_references=0, n_outputs=1):
    references = tuple(f"{text} reference {number}" for number in range(n_references))
    return BlindSegment(
        f"{text} source" if source else None, references, tuple(f"{text} {i}" for i in range(n_outputs))
    )


def asked(at, before=(), after=()):
    return RatingQuestion(Item(3, tuple(ShownOutput("", text) for text in at.outputs)), at, tuple(before), tuple(after))


def test_what_was_said_comes_back_with_the_seconds_that_it_took():
    answers = [Answer(1, DirectAssessment(40.0), 7.5)]
    before, there = (screens.screen(desk(answers=answers), number) for number in (0, 1))
    assert (before["value"], before["seconds"], before["done"]) == (None, 0, 1)
    assert (there["value"], there["seconds"], there["number"], there["length"]) == ({"score": 40.0}, 7.5, 1, 2)


def test_seconds_that_nobody_knows_are_none():
    screen = screens.screen(desk(answers=[Answer(0, DirectAssessment(1.0), float("nan"))]), 0)
    assert screen["seconds"] == 0
    json.dumps(screen, allow_nan=False)


def test_source_references_and_output_stand_in_their_document():
    around = [line("before", n_references=2)], [line("after", n_references=2)]
    screen = screens.screen(desk(question=asked(line("now", n_references=2), *around)), 0)
    assert screen["given"] == [
        {"label": "Source", "text": "now source", "before": ["before source"], "after": ["after source"]},
        {"label": "Reference 1", "text": "now reference 0", "before": [], "after": []},
        {"label": "Reference 2", "text": "now reference 1", "before": [], "after": []},
    ]
    assert screen["outputs"] == [{"label": "", "text": "now 0", "before": ["before 0"], "after": ["after 0"]}]


def test_without_a_source_the_reference_stands_in_the_document():
    lines = (line(text, source=False, n_references=1) for text in ("now", "before"))
    now, before = lines
    (given,) = screens.screen(desk(question=asked(now, [before])), 0)["given"]
    assert (given["label"], given["before"], given["after"]) == ("Reference", ["before reference 0"], [])


def test_of_several_outputs_nothing_stands_around():
    question = asked(line("now", n_outputs=3), [line("before", n_outputs=3)])
    outputs = screens.screen(desk("ranking", question), 0)["outputs"]
    assert [(output["text"], output["before"]) for output in outputs] == [("now 0", []), ("now 1", []), ("now 2", [])]


@pytest.mark.parametrize(("n_outputs", "words"), [(2, ["Best", "Worst"]), (5, ["Best", "", "", "", "Worst"])])
def test_ranks_go_as_far_as_there_are_outputs(n_outputs, words):
    (scale,) = screens.screen(desk("ranking", asked(line("now", n_outputs=n_outputs))), 0)["scales"]
    assert [step["value"] for step in scale["steps"]] == [*range(1, n_outputs + 1)]
    assert [step["words"] for step in scale["steps"]] == words


def ranked(texts, *ranks):
    """The screen of a ranking of these texts, with the ranks that their outputs were given, if any."""
    texts = tuple(texts.split())
    question = RatingQuestion(
        Item(3, tuple(ShownOutput("", text) for text in texts)), BlindSegment("now", (), texts), (), ()
    )
    answers = [Answer(0, OutputRanking(ranks), 1.0)] if ranks else []
    return screens.screen(desk("ranking", question, answers), 0)


def test_each_text_stands_once_and_has_as_many_ranks_as_there_are_texts():
    screen = ranked("a b a c b")
    assert [output["text"] for output in screen["outputs"]] == ["a", "b", "c"]
    assert [step["words"] for step in screen["scales"][0]["steps"]] == ["Best", "", "Worst"]
    assert screen["value"] is None
    screen = ranked("a a a")
    assert [output["text"] for output in screen["outputs"]] == ["a"]
    assert [step["words"] for step in screen["scales"][0]["steps"]] == ["All say the same"]
    assert screen["value"] == {"ranks": [1]}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_questions_name_what_the_output_is_held_against(protocol):
    screen = screens.screen(desk(protocol, beside="reference"), 0)
    assert "reference" in screen["question"]
    assert "{" not in json.dumps([screen["question"], [scale["question"] for scale in screen["scales"]]])
    assert "{text}" not in json.dumps(screen)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_minor_and_major_are_explained_where_errors_are_marked(protocol):
    said = screens.screen(desk(protocol), 0)["severities"]
    assert [one["name"] for one in said] == (["minor", "major"] if protocol in ("esa", "mqm") else [])
    assert all(len(one["examples"]) == 2 for one in said)
