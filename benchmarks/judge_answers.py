"""60,000 answers of a language model in every shape: times to read requests and answers and to place errors."""

import json
import time
from collections.abc import Sequence
from random import Random

from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.judge_prompts import REPEATS, SEGMENTS, SYSTEMS, enlarged
from scoring.formats.limits import MEGABYTE
from scoring.model_judges.answer_files import read_answer_file
from scoring.model_judges.batch_shapes import BATCH_SHAPES, ModelSettings
from scoring.model_judges.prompts import JudgedTexts
from scoring.model_judges.request_files import SentRequests, read_requests
from scoring.studies.judge_answers import JudgeAnswersRequest
from scoring.studies.judge_answers import run as read_all
from scoring.studies.judge_prompts import JudgePromptsRequest
from scoring.studies.judge_prompts import run as ask

ERRORS = 3
"""Number of errors in each answer."""


def run(sets: Sequence[Data]) -> None:
    rows = [[data.name, *row] for data in sets for row in _rows(data)]
    print(f"seconds for {SYSTEMS} systems x {SEGMENTS:,} segments x {REPEATS} repeats, {ERRORS} errors an answer")
    print(tabulate(rows, ("", "shape", "answers", "MB", "requests", "answers", "not read"), floatfmt=".2f"))


def _rows(data: Data) -> list[list[object]]:
    test_set, rows = enlarged(data), list[list[object]]()
    for name in ("openai", "jsonl"):
        request = JudgePromptsRequest(shape=BATCH_SHAPES[name], settings=ModelSettings("model"), repeats=REPEATS)
        written = ask(request, test_set).file()
        began = time.perf_counter()
        sent = read_requests("prompts.jsonl", written)
        asked = time.perf_counter()
        answers = _answers(sent, name)
        start = time.perf_counter()
        found = read_all(JudgeAnswersRequest(), sent, read_answer_file("answers.jsonl", answers))
        ended = time.perf_counter()
        rows.append([name, found.n_read, len(answers) / MEGABYTE, asked - began, ended - start, len(found.unread)])
    return rows


def _answers(sent: SentRequests, shape: str) -> bytes:
    """Return a made-up answer to every request, with errors in words of the output."""
    draw, lines = Random(1), list[str]()
    for request_id, texts in sent.texts.items():
        words = texts.translation.split() if isinstance(texts, JudgedTexts) else []
        errors = [{"text": draw.choice(words or ["none"]), "severity": "minor"} for _ in range(ERRORS)]
        said = json.dumps({"errors": errors, "score": draw.randint(0, 100)})
        body = {"model": "model", "choices": [{"message": {"content": said}, "finish_reason": "stop"}]}
        answer = {"response": {"status_code": 200, "body": body}} if shape == "openai" else {"answer": said}
        lines.append(json.dumps({"custom_id": request_id.custom_id, **answer}))
    return "\n".join(lines).encode()
