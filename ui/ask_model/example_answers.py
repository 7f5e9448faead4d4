"""What a file of answers looks like: three lines about outputs of the test set, and what is read of them."""

import json
from collections.abc import Iterator
from itertools import islice

import streamlit as st

from scoring import TestSet
from scoring.judgments.fingerprints import output_fingerprint
from scoring.model_judges.answer_files import read_answer_file
from scoring.model_judges.protocols import ESA
from scoring.model_judges.request_files import SentRequests
from scoring.model_judges.request_ids import RequestId
from scoring.model_judges.set_requests import requests_in_set
from scoring.studies import judge_answers
from scoring.studies.judge_answers import JudgeAnswersRequest

TITLE = "What a file of answers looks like"
ABOUT = "A line for each answer: the id of its request, and what the model wrote. The first is as OpenAI sends it."
FILE, MODEL = "example.jsonl", "my-model"
SOUND = {"errors": [], "score": 95}
FLAWED = {"errors": [{"severity": "minor", "category": "style"}], "score": 80}
REFUSED = "I'm sorry, I can't help with that."


def draw_example_answers(whole: TestSet) -> None:
    """The lines, and below them what is read of them; folded."""
    with st.expander(TITLE):
        st.caption(ABOUT)
        requests = list(islice(_requests(whole), 3))
        lines = example_answers(requests)
        st.code(lines, language="json", wrap_lines=True)
        sent = SentRequests(FILE, requests_in_set(requests, whole), frozenset([ESA.name]))
        result = judge_answers.run(JudgeAnswersRequest(), sent, read_answer_file(FILE, lines.encode()))
        st.text(" ".join(result.sentences()))


def example_answers(requests: list[RequestId]) -> str:
    """Return a line for each of up to three requests: an answer in a provider's shape, a plain one, and a refusal."""
    ids = [one.custom_id for one in requests]
    message = {"message": {"content": json.dumps(SOUND)}, "finish_reason": "stop"}
    body = {"model": MODEL, "choices": [message]}
    said = [
        {"response": {"status_code": 200, "body": body}},
        {"answer": json.dumps(FLAWED)},
        {"answer": REFUSED},
    ]
    return "\n".join(
        json.dumps({"custom_id": one} | rest, ensure_ascii=False) for one, rest in zip(ids, said, strict=False)
    )


def _requests(whole: TestSet) -> Iterator[RequestId]:
    """Yield a request about each output of the first system."""
    system = whole.systems[0]
    for place, output in enumerate(system.segments):
        source = "" if whole.source is None else whole.source[place].as_py()
        yield RequestId(output_fingerprint(source, output.as_py()), system.name, place + 1, 1)
