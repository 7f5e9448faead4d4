"""Answers that were written by hand, good and broken, with what must be read and what must be counted."""

import json
from pathlib import Path

import pytest

from scoring.model_judges.answer_files import read_answer_file
from scoring.model_judges.prompts import JudgedTexts
from scoring.model_judges.request_files import SentRequests
from scoring.model_judges.request_ids import RequestId
from scoring.studies import judge_answers
from scoring.studies.judge_answers import MISSING_ANSWER, NO_ERRORS, NO_PLACE, JudgeAnswersRequest

ENTRIES = [json.loads(line) for line in (Path(__file__).parent / "answers.jsonl").read_text("utf-8").splitlines()]
ID = RequestId("0123abcd", "A|=B", 1, 1)
TEXTS = {
    "cat": JudgedTexts("Die Katze und der Hund saß auf der roten Matte.", "The cat and the dog sat on the red mat."),
    "quote": JudgedTexts('Er sagte "nein" zweimal, "nein".', 'He said "no" twice.'),
    "html": JudgedTexts("<b>Speichern</b> & =SUM(A1) drücken.", "Press <b>Save</b> now."),
    "zh": JudgedTexts("High-speed rail Easyhome", "高铁居然之家"),
    "template": None,
}


def as_line(entry, custom_id):
    """Return the line of a file of answers."""
    if "answer" in entry:
        return json.dumps({"custom_id": custom_id, "answer": entry["answer"]})
    given = entry["line"] if isinstance(entry["line"], str) else json.dumps(entry["line"])
    return given.replace('"ID"', json.dumps(custom_id))


def read(entry):
    sent = SentRequests("prompts.jsonl", {ID: TEXTS[entry["texts"]]})
    answers = read_answer_file("answers.jsonl", as_line(entry, ID.custom_id).encode())
    return judge_answers.run(JudgeAnswersRequest(entry["asked"]), sent, answers)


def test_there_are_two_hundred_of_every_sort():
    assert len(ENTRIES) >= 200
    assert len({json.dumps(entry.get("answer", entry.get("line"))) for entry in ENTRIES}) > 230
    kinds = {entry["unread"] for entry in ENTRIES if "unread" in entry}
    assert kinds == {
        *("other form", "out of range", "empty", "refusal", "cut off", "failed"),
        *("no text", "no id", "unknown id", "bad line"),
    }


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["about"] or None)
def test_an_answer_is_read_by_the_letter_or_counted(entry):
    found = read(entry)
    counts = dict(found.unread_counts)
    missing = counts.pop(MISSING_ANSWER, 0)
    if "unread" in entry:
        assert not found.scores
        assert counts == {entry["unread"]: 1}
        assert missing == (entry["unread"] in ("no id", "unknown id", "bad line"))
        told = found.unread[0]
        assert told.line == 1
        assert told.reason.startswith(entry["unread"])
        return
    assert missing == 0
    assert [one.score for one in found.scores] == [entry["score"]]
    assert (found.scores[0].system, found.scores[0].segment, found.scores[0].repeat) == ("A|=B", 1, 1)
    assert [[error.severity, error.start, error.end] for error in found.errors] == entry["errors"]
    expected = {NO_PLACE: entry.get("unplaced", 0), NO_ERRORS: int(entry.get("lacks_errors", False))}
    assert counts == {kind: count for kind, count in expected.items() if count}
    assert len(found.without_errors) == expected[NO_ERRORS]
