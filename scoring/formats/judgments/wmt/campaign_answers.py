"""Read answers of this package's campaigns: a line with the campaign's plan, then one answer a line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ....counting.progress import Progress, no_progress
from ....judgments.errors import OMISSION
from ....output.numbers import counted
from ....text.naming import clean_name
from ...columns import Notice
from ...errors import FormatError
from ...json_files.objects import list_at, name_at, object_at, objects, text_at
from ...limits import FileLimits, check_judgments
from ...plain_text.text import DecodedText
from ..found_judgments import (
    FoundError,
    FoundErrors,
    FoundJudgments,
    FoundPreferences,
    FoundScores,
    JudgedOutputs,
    number_names,
)
from ..scores.cells import parse_score
from .ratings import read_error_span

FORMAT = "bleuscope-ratings"
VERSION = 2
FROM_0 = 1
"""Version whose first line counts segments from 0, unlike its answers."""
KEYS = frozenset(["format", "plan", "raters"])
ADVICE = "Give the file as it was exported; one that a newer version wrote needs this one to be as new."
FARTHEST = 2**31
SIDE_BY_SIDE = "contrastive"
"""Protocol whose answers have a score for each of several outputs."""
_SCALES: dict[str, tuple[str, ...]] = {
    "adequacy-fluency": ("adequacy", "fluency"),
    "ranking": (),
    "da": ("score",),
    "esa": ("score",),
    "mqm": ("score",),
    "contrastive": ("score",),
}
"""Keys of the numbers of an answer, by protocol."""
_NAMES = {
    "adequacy-fluency": "",
    "ranking": "rankings",
    "contrastive": "side-by-side scores",
    "da": "DA",
    "esa": "ESA",
    "mqm": "MQM",
}
"""Name of the judgments if the campaign has none, by protocol."""


@dataclass(frozen=True)
class _Answer:
    line: int
    rater: str
    segment: int
    """Number of the segment, from 1."""
    systems: tuple[str, ...]
    kind: str
    numbers: Mapping[str, float]
    ranks: tuple[float, ...] = ()
    errors: tuple[FoundError, ...] = ()
    """Errors, all with row 0."""


def has_answers(keys: set[str]) -> bool:
    """Return whether these are the keys of the first line of a file of campaign answers."""
    return keys >= KEYS


def check_header(file: str, line: int, value: Mapping[str, object]) -> int:
    """Return the file's version; raise ``FormatError`` unless it is the first line of a campaign of a known version."""
    format_name, version = (clean_name(str(value.get(key))[:40]) for key in ("format", "version"))
    if format_name == FORMAT and version in map(str, (FROM_0, VERSION)):
        return int(version)
    raise FormatError(file, f"{format_name}, version {version}", f"{FORMAT}, version {VERSION}", line, ADVICE)


def whole_at(file: str, line: int, value: Mapping[str, object], key: str, lowest: int = 0) -> int:
    """Return the whole number under this key, at least ``lowest``; raise ``FormatError`` for anything else."""
    number = value.get(key)
    if isinstance(number, bool) or not isinstance(number, int) or not lowest <= number <= FARTHEST:
        actual = "nothing" if number is None else clean_name(str(number)[:40])
        raise FormatError(file, actual, f"{key}, a whole number from {lowest} on", line, ADVICE)
    return number


def read_answers(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return scores, error spans or preferences, depending on the protocol; a score is the mean of all raters.

    Repeated and damaged items are left out; a notice says how often raters scored damaged ones lower.
    Raises ``FormatError`` with the line for anything else.
    """
    protocol, name, n_segments, n_judgments = "", "", 0, 0
    answers: list[_Answer] = []
    for line, value in objects(file, text.data, limits, on_progress):
        if not protocol:
            check_header(file, line, value)
            protocol = text_at(file, line, object_at(file, line, value, "plan"), "protocol")
            name = text_at(file, line, value, "name").strip()
            n_segments = whole_at(file, line, object_at(file, line, value, "test_set"), "segments", 1)
            if protocol not in _SCALES:
                raise FormatError(file, f"the protocol {clean_name(protocol)!r}", ", ".join(_SCALES), line, ADVICE)
        else:
            line_answers = (
                _side_by_side(file, line, value) if protocol == SIDE_BY_SIDE else [_answer(file, line, value, protocol)]
            )
            answers += line_answers
            n_judgments += sum(1 + len(answer.errors) + len(answer.ranks) ** 2 for answer in line_answers)
            check_judgments(file, n_judgments, limits, line)
    plain = [answer for answer in answers if answer.kind == "plain"]
    if not plain:
        raise FormatError(file, "none", "an answer", advice="Nobody has answered yet.")
    first, *others = _judgments_of_answers(
        file, protocol, clean_name(name) if name else _NAMES[protocol], n_segments, plain
    )
    return [replace(first, notices=tuple(_notices(answers, protocol))), *others]


def _answer(file: str, line: int, value: Mapping[str, object], protocol: str) -> _Answer:
    content = object_at(file, line, value, "value")
    systems = tuple(_names(file, line, value))
    ranks = tuple(parse_score(file, rank, line, "a rank") for rank in list_at(file, line, content, "ranks"))
    if len(systems) != (len(ranks) if protocol == "ranking" else 1):
        actual = f"{counted(len(systems), 'system')} and {counted(len(ranks), 'rank')}"
        expected = "a rank a system" if protocol == "ranking" else "one system"
        raise FormatError(file, actual, expected, line, ADVICE)
    if any(rank != rank for rank in ranks):
        raise FormatError(file, "null", "a rank of every output", line, ADVICE)
    errors = [read_error_span(file, line, 0, one) for one in list_at(file, line, content, "spans")]
    missing = list_at(file, line, content, "missing")
    errors += [read_error_span(file, line, 0, {"severity": severity, "category": OMISSION}) for severity in missing]
    return _Answer(
        line,
        name_at(file, line, value, "rater"),
        whole_at(file, line, value, "segment", 1),
        systems,
        name_at(file, line, value, "kind"),
        {key: parse_score(file, content.get(key), line, key) for key in _SCALES[protocol]},
        ranks,
        tuple(errors),
    )


def _side_by_side(file: str, line: int, value: Mapping[str, object]) -> list[_Answer]:
    """Return one answer for each output, with its score."""
    systems = tuple(_names(file, line, value))
    scores = list_at(file, line, object_at(file, line, value, "value"), "scores")
    if len(systems) != len(scores) or not systems:
        actual = f"{counted(len(systems), 'system')} and {counted(len(scores), 'score')}"
        raise FormatError(file, actual, "a score a system", line, ADVICE)
    rater, kind = name_at(file, line, value, "rater"), name_at(file, line, value, "kind")
    segment = whole_at(file, line, value, "segment", 1)
    return [
        _Answer(line, rater, segment, (system,), kind, {"score": parse_score(file, score, line, "score")})
        for system, score in zip(systems, scores, strict=True)
    ]


def _names(file: str, line: int, value: Mapping[str, object]) -> Iterator[str]:
    for name in list_at(file, line, value, "systems"):
        if not isinstance(name, str) or not name.strip():
            raise FormatError(file, "something else", "names of systems", line, ADVICE)
        yield name


def _judgments_of_answers(
    file: str, protocol: str, name: str, n_segments: int, answers: Sequence[_Answer]
) -> Iterator[FoundScores | FoundErrors | FoundPreferences]:
    segments, lines = [answer.segment for answer in answers], [answer.line for answer in answers]
    if protocol == "ranking":
        yield _preferences(file, name, answers)
        return
    outputs = JudgedOutputs.of([answer.systems[0] for answer in answers], segments, lines, n_segments=n_segments)
    for key in _SCALES[protocol]:
        values = np.array([answer.numbers[key] for answer in answers])
        label = name if len(_SCALES[protocol]) == 1 else f"{name} {key}".strip()
        yield FoundScores(file, label, outputs, values, is_human=True, several=True)
    if protocol == "esa":
        errors = [replace(error, row=row) for row, answer in enumerate(answers) for error in answer.errors]
        yield FoundErrors(file, name, outputs, tuple(answer.rater for answer in answers), tuple(errors))


def _preferences(file: str, name: str, answers: Sequence[_Answer]) -> FoundPreferences:
    """Return all pairs of outputs of each answer; the smaller rank is better."""
    rows: list[tuple[_Answer, tuple[float, str], tuple[float, str]]] = []
    for answer in answers:
        ranked = sorted(zip(answer.ranks, answer.systems, strict=True))
        rows += [(answer, first, second) for first, second in combinations(ranked, 2)]
    if not rows:
        raise FormatError(file, "no pair", "at least one answer that ranks two outputs", answers[0].line, ADVICE)
    systems, places = number_names([*(better for _, (_, better), _ in rows), *(worse for _, _, (_, worse) in rows)])
    return FoundPreferences(
        file,
        name,
        systems,
        np.array([answer.segment for answer, _, _ in rows]),
        places[: len(rows)],
        places[len(rows) :],
        np.array([first[0] == second[0] for _, first, second in rows]),
        np.array([answer.line for answer, _, _ in rows]),
    )


def _notices(answers: Sequence[_Answer], protocol: str) -> Iterator[Notice]:
    """Yield notices of left-out items, and of how often the same rater scored a damaged output lower.

    Outputs side by side have no notice of damaged ones, because the answers do not say which one was damaged.
    """
    again = len({answer.line for answer in answers if answer.kind == "repeat"})
    if again:
        message = f"{counted(again, 'repeated item')} left out: the first answer counts."
        yield Notice("repeated-outputs", message, again)
    harmed = len({answer.line for answer in answers if answer.kind == "damaged"})
    scored = {(one.rater, one.segment, one.systems, one.kind): sum(one.numbers.values()) for one in answers}
    both = [
        (of, scored[rater, segment, systems, "plain"])
        for (rater, segment, systems, kind), of in scored.items()
        if kind == "damaged" and (rater, segment, systems, "plain") in scored
    ]
    if both and protocol != SIDE_BY_SIDE and all(answer.numbers for answer in answers):
        caught = sum(damaged < plain for damaged, plain in both)
        message = f"Attention checks: raters scored {caught:,} of {counted(len(both), 'damaged output')} lower."
        yield Notice("attention-checks", message, len(both))
    elif harmed:
        yield Notice("left-out", f"{counted(harmed, 'item')} with a damaged output left out.", harmed)
