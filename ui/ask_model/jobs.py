"""Computations of the page Ask a model in the background: the requests, and the reading of answers."""

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from scoring import TestSet
from scoring.counting.progress import progress_of_part
from scoring.counting.usual_draws import SEED
from scoring.formats import AttachedJudgments, attach, read_contents
from scoring.formats.limits import DEFAULT_LIMITS
from scoring.model_judges.answer_files import GivenAnswer, read_answer_file
from scoring.model_judges.request_files import SentRequests, begins_with_request, join_requests, read_requests
from scoring.model_judges.request_ids import RequestId, parse_request_id
from scoring.model_judges.set_requests import requests_in_set
from scoring.output.json_values import json_value
from scoring.rating import most_disputed, random_sample
from scoring.studies import judge_answers, judge_prompts
from scoring.studies.judge_answers import JudgeAnswers, JudgeAnswersRequest, judge_of_file
from scoring.studies.judge_prompts import JudgePromptsResult
from server.engine.tasks import Task, Tell
from ui.ask_model.prompts_form import ALL, SAMPLE, PromptsForm
from ui.context.context import Context
from ui.context.segment_scores import oriented_segment_scores, selection_metrics
from ui.store import cache

MAX_FILE_BYTES = DEFAULT_LIMITS.file_bytes
"""Largest file of requests that the page writes, in bytes, because it must read the file again with the answers."""


@dataclass(frozen=True)
class DroppedFile:
    """A file that a visitor has dropped on the page."""

    name: str
    file_id: str
    data: bytes


def prompts_task(context: Context, whole: TestSet, form: PromptsForm) -> Task[JudgePromptsResult | str]:
    """Return the task of the requests about the chosen outputs, or of the reason why there are none.

    The result has no prices, and its requests may be in the order of another seed.
    """
    metrics, counted_form = tuple(selection_metrics(context).values()), _request_settings(form)

    def compute(tell: Tell) -> JudgePromptsResult | str:
        try:
            segments = _segments(context, counted_form)
            result = judge_prompts.run(replace(counted_form.request, segments=segments), whole, tell)
            result.check_size(MAX_FILE_BYTES)
            return result
        except ValueError as error:
            return str(error)

    key = "judge prompts", counted_form, metrics, context.test_set.identity, whole.identity
    return Task(cache.PAIRS, key, compute)


def _request_settings(form: PromptsForm) -> PromptsForm:
    """Return the choices that the requests depend on: without prices, and the seed only if it samples segments."""
    seed = form.request.seed if form.segments.kind == SAMPLE else SEED
    return replace(form, request=replace(form.request, prices=None, seed=seed))


def _segments(context: Context, form: PromptsForm) -> tuple[int, ...]:
    """Return the places in the whole test set of the segments that are asked about."""
    test_set, selection = context.test_set, form.segments
    places = test_set.places
    if selection.kind == ALL:
        return tuple(places.tolist())
    if selection.kind == SAMPLE:
        chosen = random_sample(test_set, selection.n, form.request.seed)
    else:
        systems = form.request.systems or test_set.system_names
        tables = [oriented_segment_scores(one, test_set, systems) for one in selection_metrics(context).values()]
        chosen = most_disputed(tables, selection.n)
    return tuple(int(places[place]) for place in chosen)


@dataclass(frozen=True)
class AnswersForm:
    """The visitor's choice of how answers are read."""

    request: JudgeAnswersRequest
    field: str = ""
    """Path of the text in each object; empty if it is to be found automatically."""


@dataclass(frozen=True, eq=False)
class ReadAnswers:
    """The answers about the outputs of a test set, as read from files."""

    result: JudgeAnswers
    key: Hashable
    """Key of the files and of how they were read."""
    file: str
    """Name of the first file of answers."""
    has_requests: bool
    """Whether the requests were dropped too, so that requests without an answer are known."""
    n_others: int
    """Number of requests in the file about texts that are not in the test set."""


def answers_task(whole: TestSet, files: Sequence[DroppedFile], form: AnswersForm) -> Task[ReadAnswers | str]:
    """Return the task that reads the dropped answers, or returns the reason why they cannot be read."""

    key = tuple(one.file_id for one in files), form

    def compute(tell: Tell) -> ReadAnswers | str:
        try:
            return _read_answer_files(whole, files, form, key, tell)
        except ValueError as error:
            return str(error)

    return Task(cache.FILES, ("model answers", whole.identity, *key), compute)


def _read_answer_files(
    whole: TestSet, files: Sequence[DroppedFile], form: AnswersForm, key: Hashable, tell: Tell
) -> ReadAnswers:
    answer_files = [one for one in files if not begins_with_request(one.name, one.data, DEFAULT_LIMITS)]
    requests = [read_requests(one.name, one.data, DEFAULT_LIMITS) for one in files if one not in answer_files]
    if not answer_files:
        raise ValueError("Drop at least one file of answers; found requests alone.")
    parts = [progress_of_part(tell, number, len(answer_files)) for number in range(len(answer_files))]
    answers = [
        one
        for file, tell_part in zip(answer_files, parts, strict=True)
        for one in read_answer_file(file.name, file.data, form.field or None, DEFAULT_LIMITS, tell_part)
    ]
    joined = join_requests(requests) if requests else None
    request_texts = _named_ids(answers) if joined is None else joined.texts
    protocols = frozenset[str]() if joined is None else joined.protocols
    name = answer_files[0].name
    sent = SentRequests(name, requests_in_set(request_texts, whole), protocols)
    result = judge_answers.run(form.request, sent, answers, judge_of_file(name))
    return ReadAnswers(result, key, name, bool(requests), len(request_texts) - len(sent.texts))


def _named_ids(answers: Sequence[GivenAnswer]) -> dict[RequestId, None]:
    """Return the request ids that the answers name, each once."""
    parsed = (parse_request_id(one.custom_id) for one in answers if one.custom_id is not None)
    return dict.fromkeys(request_id for request_id in parsed if request_id is not None)


def judgments_task(whole: TestSet, read: ReadAnswers) -> Task[AttachedJudgments]:
    """Return the task that adds the answers to the test set as judgments."""

    def compute(tell: Tell) -> AttachedJudgments:
        data = json.dumps(json_value(read.result.record()), ensure_ascii=False).encode()
        name = PurePath(read.file).with_suffix(".json").name
        contents = read_contents(name, data, limits=DEFAULT_LIMITS, on_progress=tell)
        return attach(whole, contents.judgments)

    return Task(cache.FILES, ("model judgments", whole.identity, read.key), compute)
