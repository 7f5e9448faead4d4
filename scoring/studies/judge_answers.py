"""Read a language model's answers as scores and errors of outputs, and list every answer that cannot be read.

Names of systems and models are in the sentences as users gave them: escape a sentence to show it.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import PurePath

import numpy as np

from ..counting.arrays import Floats
from ..judgments.fingerprints import output_fingerprint
from ..judgments.repeats import COMBINED_BY, MEAN
from ..model_judges.answer_files import GivenAnswer
from ..model_judges.answer_grammar import (
    ANSWER_KINDS,
    DA_ANSWER,
    ESA_ANSWER,
    FORM,
    MQM_ANSWER,
    RANGE,
    ModelAnswer,
    QuotedError,
    UnreadAnswerError,
    parse_answer,
)
from ..model_judges.error_places import place_error
from ..model_judges.mqm_scales import GEMBA, find_mqm_scale
from ..model_judges.request_files import SentRequests
from ..model_judges.request_ids import RequestId, parse_request_id
from ..output.numbers import counted, fixed
from ..validation import check_known
from .wording.family_words import own_family_sentence

MISSING_ANSWER, DOUBLE, UNKNOWN_ID, NO_ID = "missing", "double", "unknown id", "no id"
"""Kinds of problems that concern requests and ids, not the form of an answer or of a line."""
NO_PLACE, NO_ERRORS = "no place", "no errors"
"""Kinds of answers that are read in part: an error without its place, and a score without the requested errors."""
SAYS_SOMETHING = (FORM, RANGE)
"""Kinds of unclear answers that may contradict another answer to the same request."""
MAX_NAMES_SHOWN, NAME_CHARACTERS = 3, 50
"""The most models that a sentence names, and the most characters of a name that it shows."""
SHOWN_CHARACTERS = 200
"""The most characters that are kept of an answer's text, and shown of a reason in a table."""
LABELS = {"da": "scores from 0 to 100", "mqm": "errors", "esa": "errors and scores from 0 to 100"}
"""Content of the answers of each kind."""


@dataclass(frozen=True)
class JudgeAnswersRequest:
    """How answers become scores.

    Raises ``ValueError`` for an unknown kind of answers or an unknown scale.
    """

    kind: str = ""
    """One of ``ANSWER_KINDS``; empty for the kind of the requests."""
    scale: str = GEMBA.name
    """Name of the scale that turns errors into scores, for answers without a score."""
    judge: str = ""
    """Name of the judge; empty for the model's name."""
    families: tuple[tuple[str, ...], ...] = ()
    """Families: names of models and systems that belong together, where ``*`` matches any letters."""

    def __post_init__(self) -> None:
        if self.kind:
            check_known(self.kind, ANSWER_KINDS, "kind of answers")
        find_mqm_scale(self.scale)


@dataclass(frozen=True, slots=True)
class ModelScore:
    """The score of one answer."""

    system: str
    segment: int
    """1-based"""
    repeat: int
    """1-based"""
    score: float

    def record(self) -> dict[str, object]:
        """Return the fields by name."""
        return {"system": self.system, "segment": self.segment, "repeat": self.repeat, "score": self.score}


@dataclass(frozen=True, slots=True)
class ModelError:
    """One error that an answer names."""

    system: str
    segment: int
    repeat: int
    severity: str
    category: str
    text: str
    """Quoted words of the output or source."""
    start: int | None
    """Index of the first character in the output or source; None without a place."""
    end: int | None
    """Index after the last character; None without a place."""
    in_source: bool

    def record(self) -> dict[str, object]:
        """Return the fields by name; None for an empty category or text."""
        return {
            "system": self.system,
            "segment": self.segment,
            "repeat": self.repeat,
            "severity": self.severity,
            "category": self.category or None,
            "text": self.text or None,
            "start": self.start,
            "end": self.end,
            "in_source": self.in_source,
        }


@dataclass(frozen=True, slots=True)
class JudgedOutput:
    """An output that has a score, with fingerprints, so that the score is never used for another text."""

    system: str
    segment: int
    fingerprint: str
    """Fingerprint of the source and the output, as in the id."""
    output_fingerprint: str | None
    """Fingerprint of the output alone; None where the request does not give its texts."""

    def record(self) -> dict[str, object]:
        """Return the fields by name."""
        return {
            "system": self.system,
            "segment": self.segment,
            "fingerprint": self.fingerprint,
            "output_fingerprint": self.output_fingerprint,
        }


@dataclass(frozen=True, slots=True)
class UnreadAnswer:
    """An answer, or a part of one, that could not be read, and the reason."""

    line: int | None
    """Number of the line, from 1; None for a request without an answer."""
    custom_id: str | None
    reason: str
    kind: str = ""
    """First words of the reason, by which problems are counted."""
    text: str = ""
    """Beginning of the answer's text."""
    file: str = ""
    """Name of the file that has the line."""

    def record(self, names_file: bool = False) -> dict[str, object]:
        """Return the line, the id and the reason, and with ``names_file`` the file."""
        file = {"file": self.file or None} if names_file else {}
        return {**file, "line": self.line, "custom_id": self.custom_id, "reason": self.reason}


@dataclass(frozen=True)
class JudgedSystem:
    """Scores that the answers give one system."""

    system: str
    n_outputs: int
    """Number of outputs with a score."""
    n_answers: int
    score: float
    """Mean of the outputs' scores."""
    repeat_deviation: float
    """Standard deviation of the scores of the same output; NaN where no output was judged twice."""


@dataclass(frozen=True, eq=False)
class JudgeAnswers:
    """Everything that was read from the answers of one judge."""

    request: JudgeAnswersRequest
    judge: str
    models: tuple[str, ...]
    """Names of models in the answers."""
    kind: str
    """One of ``ANSWER_KINDS``; empty if no answer was read."""
    scores: tuple[ModelScore, ...]
    errors: tuple[ModelError, ...]
    unread: tuple[UnreadAnswer, ...]
    n_requests: int
    without_errors: tuple[RequestId, ...] = ()
    """Ids of answers that give only a score where errors were requested, too."""
    files: tuple[str, ...] = ()
    """Names of the files with the answers."""
    judged_outputs: tuple[JudgedOutput, ...] = ()
    """Outputs with a score, each once."""

    @property
    def n_read_in_part(self) -> int:
        """Number of errors without a place, and of scores without the requested errors; both still count."""
        return sum(self.unread_counts.get(kind, 0) for kind in (NO_PLACE, NO_ERRORS))

    @property
    def n_read(self) -> int:
        """Number of answers that were read."""
        return len(self.scores)

    @cached_property
    def unread_counts(self) -> dict[str, int]:
        """Number of problems by kind, the most frequent first."""
        return dict(Counter(one.kind for one in self.unread).most_common())

    @cached_property
    def systems(self) -> tuple[JudgedSystem, ...]:
        """Scores of the systems, in the order of their names."""
        by_output: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        for one in self.scores:
            by_output[one.system][one.segment].append(one.score)
        return tuple(
            JudgedSystem(
                system,
                len(outputs),
                sum(map(len, outputs.values())),
                float(self._combine_repeats(outputs.values()).mean()),
                _deviation_within(outputs.values()),
            )
            for system, outputs in sorted(by_output.items())
        )

    @property
    def combined_by(self) -> str:
        """Name in ``COMBINED_BY`` of the way in which the scores of an output's repeats become one."""
        return find_mqm_scale(self.request.scale).combined_by if self.kind == MQM_ANSWER else MEAN

    def _combine_repeats(self, outputs: Collection[Sequence[float]]) -> Floats:
        """Return one score for each output, (n_outputs,), from the scores of its repeats."""
        scores = np.full((len(outputs), max(map(len, outputs))), np.nan)
        for row, output_scores in zip(scores, outputs, strict=True):
            row[: len(output_scores)] = output_scores
        return COMBINED_BY[self.combined_by](scores)

    @property
    def repeat_deviation(self) -> float:
        """Standard deviation of the scores of the same output, over all systems; NaN without repeats."""
        by_output: dict[tuple[str, int], list[float]] = defaultdict(list)
        for one in self.scores:
            by_output[one.system, one.segment].append(one.score)
        return _deviation_within(by_output.values())

    def sentences(self) -> list[str]:
        """Say how many answers were read, what they contain, and how consistent the judge is."""
        contents = f", with {LABELS[self.kind]}" if self.kind else ""
        sentences = [
            f"{self.n_read:,} of {counted(self.n_requests, 'request')} have an answer of {self.judge}{contents}."
        ]
        counts = {**self.unread_counts}
        n_unplaced, n_without = counts.pop(NO_PLACE, 0), counts.pop(NO_ERRORS, 0)
        if counts:
            listed = ", ".join(f"{count:,} {kind}" for kind, count in counts.items())
            sentences.append(f"Not read: {listed}.")
        if n_unplaced:
            count = "counts, and has" if n_unplaced == 1 else "count, and have"
            sentences.append(f"{counted(n_unplaced, 'error')} {count} no place in the text.")
        if n_without:
            sentences.append(
                f"{counted(n_without, 'answer')} {'has' if n_without == 1 else 'have'} a score and no errors."
            )
        if not math.isnan(self.repeat_deviation):
            sentences.append(
                f"Asked again about the same output, the judge's score differs by {fixed(self.repeat_deviation, 2)}"
                " (standard deviation)."
            )
        if self.unknown_members:
            sentences.append(f"No judge or system is called {', '.join(self.unknown_members)}.")
        return sentences

    def caveats(self) -> list[str]:
        """Say what makes these judgments doubtful."""
        caveats = []
        if len(self.models) > 1:
            caveats.append(
                f"The answers are of {len(self.models)} models: {_listed_models(self.models)}. Read each by itself."
            )
        if kin := self.systems_of_family():
            caveats.append(own_family_sentence(kin))
        return caveats

    @property
    def unknown_members(self) -> list[str]:
        """Names in families that are neither a judge's nor a system's."""
        names = [*self._judges, *(one.system for one in self.systems)]
        members = dict.fromkeys(member for family in self.request.families for member in family)
        return [member for member in members if not any(_is_of_family(name, [member]) for name in names)]

    def systems_of_family(self) -> list[str]:
        """Return the systems that belong to a family of the judge."""
        kin: dict[str, None] = {}
        for family in self.request.families:
            if any(_is_of_family(name, family) for name in self._judges):
                kin |= {one.system: None for one in self.systems if _is_of_family(one.system, family)}
        return [*kin]

    @property
    def _judges(self) -> list[str]:
        return [name for name in (self.judge, *self.models) if name]

    def record(self) -> dict[str, object]:
        """Return the scores, errors and problems for programs; commands and pages read this record as judgments."""
        return {
            "scores": [one.record() for one in self.scores],
            "errors": [one.record() for one in self.errors],
            "unread": [one.record(len(self.files) > 1) for one in self.unread],
            "unread_counts": self.unread_counts,
            "judge": self.judge,
            "protocol": self.kind or None,
            "scale": self.request.scale if self.kind == MQM_ANSWER else None,
            "combined_by": self.combined_by,
            "requests": self.n_requests,
            "without_errors": [
                {"system": one.system, "segment": one.segment, "repeat": one.repeat} for one in self.without_errors
            ],
            "judged": [one.record() for one in self.judged_outputs],
            "own_family": self.systems_of_family(),
            "caveats": self.caveats(),
        }


def judge_of_file(file: str) -> str:
    """Return a judge's name from the name of the answers' file, for answers and requests that name no judge.

    >>> judge_of_file("gpt-4.1-answers.jsonl")
    'gpt-4.1-answers'
    """
    return PurePath(file.removesuffix(".gz")).stem or "model"


def _listed_models(models: Sequence[str]) -> str:
    """Return the names of models, separated by commas; of many models only the first."""
    if len(models) == 1:
        return models[0]
    listed = ", ".join(model[:NAME_CHARACTERS] for model in models[:MAX_NAMES_SHOWN])
    return f"{listed} and {len(models) - MAX_NAMES_SHOWN:,} more" if len(models) > MAX_NAMES_SHOWN else listed


def _is_of_family(name: str, family: Sequence[str]) -> bool:
    return any(fnmatchcase(name.casefold(), pattern.casefold()) for pattern in family)


def _deviation_within(outputs: Iterable[Sequence[float]]) -> float:
    """Return the pooled standard deviation of scores of the same output; NaN where no output has two scores."""
    squares = degrees = 0.0
    for scores in outputs:
        mean = math.fsum(scores) / len(scores)
        squares += math.fsum((score - mean) ** 2 for score in scores)
        degrees += len(scores) - 1
    return math.sqrt(squares / degrees) if degrees else math.nan


# --- the work ---


@dataclass(frozen=True, slots=True)
class _ReadAnswer:
    """An answer with its request."""

    answer_in_file: GivenAnswer
    request_id: RequestId
    answer: ModelAnswer


def run(
    request: JudgeAnswersRequest, sent: SentRequests, answers: Iterable[GivenAnswer], name: str = "model"
) -> JudgeAnswers:
    """Read the answers to the requests of a file; ``name`` is the judge's where neither request nor answers name it.

    Nothing is guessed. ``unread`` lists every answer that is not in the requested form, and every answer that
    contradicts another one to the same request. Raises ``ValueError`` where answers are of several kinds and the
    requested kind is not known.
    """
    kind = request.kind or (next(iter(sent.protocols)) if len(sent.protocols) == 1 else "")
    read: dict[RequestId, list[_ReadAnswer]] = defaultdict(list)
    unclear: dict[RequestId, list[UnreadAnswer]] = defaultdict(list)
    unread: list[UnreadAnswer] = []
    answered: set[RequestId] = set()
    models: dict[str, None] = {}
    files: dict[str, int] = {}
    for answer in answers:
        files.setdefault(answer.file, len(files))
        if answer.model:
            models.setdefault(answer.model)
        request_id = None if answer.custom_id is None else parse_request_id(answer.custom_id)
        if request_id is not None and request_id in sent.texts:
            answered.add(request_id)
        outcome = _answer_or_problem(answer, request_id, sent, kind)
        if not isinstance(outcome, UnreadAnswer):
            read[outcome.request_id].append(outcome)
        elif request_id is not None and outcome.kind in SAYS_SOMETHING:
            unclear[request_id].append(outcome)
        else:
            unread.append(outcome)
    single_answers, doubles = _single(read, unclear)
    unread += doubles
    kinds = Counter(one.answer.kind for one in single_answers)
    alone = [one for one in single_answers if kind == ESA_ANSWER and one.answer.kind == DA_ANSWER]
    unread += [_unread(one.answer_in_file, f"{NO_ERRORS}: a score alone, which counts", NO_ERRORS) for one in alone]
    if len(kinds) > 1 and not alone:
        listed = ", ".join(f"{count:,} with {LABELS[of]}" for of, count in kinds.most_common())
        raise ValueError(f"Expected answers of one kind; found {listed}. Choose the protocol that was asked for.")
    scores, errors = [], []
    for one in single_answers:
        scores.append(_score(one, request.scale))
        for error in one.answer.errors:
            placed, problem = _locate_error(one, error, sent)
            errors.append(placed)
            unread += problem
    unread.sort(key=lambda one: (files[one.file], one.line or 0))
    unread += _missing(sent, answered)
    return JudgeAnswers(
        request,
        request.judge or _listed_models([*models]) or name,
        tuple(models),
        kind if alone else next(iter(kinds), ""),
        tuple(scores),
        tuple(errors),
        tuple(unread),
        len(sent.texts),
        tuple(one.request_id for one in alone),
        tuple(files),
        _judged_outputs((one.request_id for one in single_answers), sent),
    )


def _answer_or_problem(
    answer: GivenAnswer, request_id: RequestId | None, sent: SentRequests, kind: str
) -> _ReadAnswer | UnreadAnswer:
    """Return an answer as it was read, or the reason why it cannot be read."""
    if answer.custom_id is None and not answer.problem:
        return _unread(answer, f"{NO_ID}: nothing says which request it answers", NO_ID)
    if answer.custom_id is not None and (request_id is None or request_id not in sent.texts):
        return _unread(answer, f"{UNKNOWN_ID}: no request has it", UNKNOWN_ID)
    if request_id is None or answer.text is None:
        return _unread(answer, answer.problem, answer.kind)
    try:
        return _ReadAnswer(answer, request_id, parse_answer(answer.text, kind))
    except UnreadAnswerError as error:
        return _unread(answer, str(error), error.kind)


def _unread(answer: GivenAnswer, reason: str, kind: str) -> UnreadAnswer:
    return UnreadAnswer(
        answer.line, answer.custom_id, reason, kind, (answer.text or "")[:SHOWN_CHARACTERS], answer.file
    )


def _single(
    read: Mapping[RequestId, Sequence[_ReadAnswer]], unclear: Mapping[RequestId, Sequence[UnreadAnswer]]
) -> tuple[list[_ReadAnswer], list[UnreadAnswer]]:
    """Return one answer to each request, in the order of requests, and the answers that are too many or ``unclear``.

    Of several equal answers the first counts. Where answers differ, or one of them is unclear, none counts.
    """
    single_answers: list[_ReadAnswer] = []
    others: list[UnreadAnswer] = []
    for request_id in {**read, **unclear}:
        same, strange = read.get(request_id, ()), unclear.get(request_id, ())
        if not same:
            others += strange
        elif strange or any(one.answer != same[0].answer for one in same):
            lines = _listed_lines([*(one.answer_in_file for one in same), *strange])
            reason = f"{DOUBLE}: {lines} say different things, and none counts"
            others += [_unread(one.answer_in_file, reason, DOUBLE) for one in same]
            others += [replace(one, reason=f"{reason}; {one.reason}", kind=DOUBLE) for one in strange]
        else:
            single_answers.append(same[0])
            for one in same[1:]:
                first = _line(same[0].answer_in_file, same[0].answer_in_file.file != one.answer_in_file.file)
                others.append(_unread(one.answer_in_file, f"{DOUBLE}: {first} says the same", DOUBLE))
    return single_answers, others


def _listed_lines(answers: Sequence[GivenAnswer | UnreadAnswer]) -> str:
    """Return the lines that answers are in: ``lines 3, 5``, or ``line 3 of a.jsonl, line 1 of b.jsonl``."""
    if len({one.file for one in answers}) > 1:
        return ", ".join(_line(one, True) for one in answers)
    return "lines " + ", ".join(f"{line:,}" for line in sorted(one.line or 0 for one in answers))


def _line(answer: GivenAnswer | UnreadAnswer, names_file: bool) -> str:
    return f"line {answer.line or 0:,}" + (f" of {answer.file}" if names_file else "")


def _score(one: _ReadAnswer, scale: str) -> ModelScore:
    stated_score = one.answer.score
    score = find_mqm_scale(scale).score(one.answer.errors) if stated_score is None else stated_score
    return ModelScore(one.request_id.system, one.request_id.segment, one.request_id.repeat, score)


def _judged_outputs(answered: Iterable[RequestId], sent: SentRequests) -> tuple[JudgedOutput, ...]:
    request_ids = {(one.system, one.segment): one for one in answered}
    outputs = []
    for (system, segment), request_id in request_ids.items():
        texts = sent.texts[request_id]
        of_output = None if texts is None else output_fingerprint("", texts.translation)
        outputs.append(JudgedOutput(system, segment, request_id.fingerprint, of_output))
    return tuple(outputs)


def _locate_error(one: _ReadAnswer, error: QuotedError, sent: SentRequests) -> tuple[ModelError, list[UnreadAnswer]]:
    """Return an error with its place, and the problem if it has no place."""
    place = place_error(error, sent.texts[one.request_id])
    of = one.request_id
    model_error = ModelError(
        of.system,
        of.segment,
        of.repeat,
        error.severity,
        error.category,
        error.text,
        place.start,
        place.end,
        place.in_source,
    )
    if not place.problem:
        return model_error, []
    quoted = f'"{error.text[:40]}": ' if error.text else ""
    problem = _unread(one.answer_in_file, f"{NO_PLACE}: {quoted}{place.problem}; the error counts", NO_PLACE)
    return model_error, [problem]


def _missing(sent: SentRequests, answered: set[RequestId]) -> Iterator[UnreadAnswer]:
    """Yield every request that has no answer."""
    for request_id in sent.texts:
        if request_id not in answered:
            reason = f"{MISSING_ANSWER}: the request has no answer"
            yield UnreadAnswer(None, request_id.custom_id, reason, MISSING_ANSWER)
