"""An example of a file of answers: three lines about outputs of the test set, and a summary of them."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice

import streamlit as st

from scoring import TestSet
from scoring.judgments.fingerprints import output_fingerprint
from scoring.model_judges.answer_files import read_answer_file
from scoring.model_judges.prompts import JudgedTexts
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
REFUSED = "I'm sorry, I can't help with that."


def draw_example_answers(whole: TestSet) -> None:
    """Draw the example lines and their summary, folded."""
    with st.expander(TITLE):
        st.caption(ABOUT)
        texts = requests_in_set(islice(_request_ids(whole), 3), whole)
        lines = example_answers(texts)
        st.code(lines, language="json", wrap_lines=True)
        sent = SentRequests(FILE, texts, frozenset([ESA.name]))
        result = judge_answers.run(JudgeAnswersRequest(), sent, read_answer_file(FILE, lines.encode()))
        st.text(" ".join(result.sentences()))


def example_answers(requests: Mapping[RequestId, JudgedTexts]) -> str:
    """Return a line for each of up to three requests: an answer in a provider's shape, a plain one, and a refusal."""
    first = next(iter(requests.values()))
    longest = max(first.translation.split(), key=len, default="")
    flawed = {"errors": [{"text": longest, "severity": "minor"}], "score": 80}
    message = {"message": {"content": json.dumps(flawed, ensure_ascii=False)}, "finish_reason": "stop"}
    answers: tuple[dict[str, object], ...] = (
        {"response": {"status_code": 200, "body": {"model": MODEL, "choices": [message]}}},
        {"answer": json.dumps(SOUND)},
        {"answer": REFUSED},
    )
    lines = ({"custom_id": one.custom_id, **answer} for one, answer in zip(requests, answers, strict=False))
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)


def _request_ids(whole: TestSet) -> Iterator[RequestId]:
    """Yield a request about each output of the first system."""
    system = whole.systems[0]
    for place, output in enumerate(system.segments):
        source = "" if whole.source is None else whole.source[place].as_py()
        yield RequestId(output_fingerprint(source, output.as_py()), system.name, place + 1, 1)
