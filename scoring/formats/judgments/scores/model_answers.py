"""Read the output of ``bleuscope judge read``: the scores and errors that a language model gave as a judge."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from ....counting.arrays import Ints
from ....counting.progress import Progress, no_progress
from ....judgments.repeats import COMBINED_BY, MEAN
from ....output.numbers import counted
from ....text.naming import clean_name, printable_text
from ...columns import Notice
from ...errors import FormatError
from ...json_files.objects import list_at, name_at, parse_json, text_at
from ...limits import FileLimits, check_judgments
from ...plain_text.text import DecodedText
from ..found_judgments import FoundError, FoundErrors, FoundJudgments, FoundScores, JudgedFingerprints, JudgedOutputs
from .cells import parse_score

_START = re.compile(r'\s*\{\s*"scores"\s*:\s*\[')
MAX_CAVEAT = 500
"""Maximum number of characters of a caveat that a notice quotes."""
AnswerKey = tuple[str, int, int]
"""System, number of the segment and number of the repeat, both from 1."""
MAX_NUMBER = 10**9
"""Largest number of a segment, of a repeat and of a character."""


def is_model_answers(start: str) -> bool:
    """Return whether a file begins like the output of ``bleuscope judge read``."""
    return _START.match(start) is not None


def read_model_answers(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return the scores, with the number of each repeat, and the errors; an answer without errors is a judgment, too.

    Raises ``FormatError`` for a value of another type, and for an error of an output without a score.
    """
    value = parse_json(file, 1, text.data.decode())
    if not isinstance(value, Mapping):
        raise FormatError(file, "something else", "an object with scores, errors and unread")
    scores, errors = list_at(file, 1, value, "scores"), list_at(file, 1, value, "errors")
    check_judgments(file, len(scores) + len(errors), limits)
    score_entries = [_object(file, one) for one in scores]
    on_progress(1 / 2)
    outputs = JudgedOutputs.of(
        [name_at(file, 1, one, "system") for one in score_entries],
        [_number(file, one, "segment", 1) for one in score_entries],
        np.ones(len(score_entries), np.int64),
    )
    outputs = replace(outputs, fingerprints=_fingerprints(file, outputs, list_at(file, 1, value, "judged")))
    repeats = np.array([_number(file, one, "repeat", 1) for one in score_entries], np.int64)
    values = np.array([parse_score(file, one.get("score"), 1) for one in score_entries], float)
    name = clean_name(text_at(file, 1, value, "judge").strip()) or "judge"
    combined_by = text_at(file, 1, value, "combined_by") or MEAN
    if combined_by not in COMBINED_BY:
        raise FormatError(file, clean_name(combined_by[:40]), f"one of {', '.join(COMBINED_BY)}")
    protocol = (clean_name(word[:40]) for key in ("protocol", "scale") if (word := text_at(file, 1, value, key)))
    notices = [
        Notice("judge", printable_text(str(caveat)[:MAX_CAVEAT]), 1) for caveat in list_at(file, 1, value, "caveats")
    ]
    n_unread = len(list_at(file, 1, value, "unread"))
    if n_unread:
        entries = counted(n_unread, "entry", "entries")
        message = f"Its list of what was not read has {entries}: answers, or the places of errors."
        notices.append(Notice("unread-answers", message, n_unread))
    judgments: list[FoundJudgments] = [
        FoundScores(
            file,
            name,
            outputs,
            values,
            is_direction_stated=True,
            repeats=repeats,
            combined_by=combined_by,
            protocol="/".join(protocol),
            own_family=tuple(map(str, list_at(file, 1, value, "own_family"))),
            notices=tuple(notices),
        )
    ]
    if text_at(file, 1, value, "protocol") in ("mqm", "esa") or errors:
        keys_without_errors = {_key(file, _object(file, one)) for one in list_at(file, 1, value, "without_errors")}
        judgments += _errors(file, name, outputs, repeats, errors, keys_without_errors)
    on_progress(1)
    return judgments


def _fingerprints(file: str, outputs: JudgedOutputs, entries: Sequence[object]) -> JudgedFingerprints | None:
    """Return the fingerprints of the scored outputs; None for a file without fingerprints."""
    if not entries or not len(outputs):
        return None
    fingerprints = {}
    for one in (_object(file, entry) for entry in entries):
        of = name_at(file, 1, one, "system"), _number(file, one, "segment", 1)
        fingerprints[of] = (
            text_at(file, 1, one, "fingerprint") or None,
            text_at(file, 1, one, "output_fingerprint") or None,
        )
    names = (outputs.systems[at] for at in outputs.system)
    rows = [fingerprints.get(of, (None, None)) for of in zip(names, outputs.segment.tolist(), strict=True)]
    whole, alone = (pa.array(column, pa.string()) for column in zip(*rows, strict=True))
    return JudgedFingerprints(whole, alone)


def _errors(
    file: str,
    name: str,
    outputs: JudgedOutputs,
    repeats: Ints,
    errors: Sequence[object],
    keys_without_errors: Collection[AnswerKey],
) -> list[FoundErrors]:
    """Return the errors, each with the row of its output and repeat; every repeat counts as an annotator of its own.

    Answers in ``keys_without_errors`` do not report errors and are left out; nothing is returned if no others are left.
    """
    names = (outputs.systems[at] for at in outputs.system)
    keys = [*zip(names, outputs.segment.tolist(), repeats.tolist(), strict=True)]
    judged_rows = np.array([row for row, key in enumerate(keys) if key not in keys_without_errors], np.int64)
    if not len(judged_rows):
        return []
    rows = {keys[row]: place for place, row in enumerate(judged_rows.tolist())}
    marked_errors = []
    for one in (_object(file, entry) for entry in errors):
        key = _key(file, one)
        if key not in rows:
            actual = f"an error of {clean_name(key[0])}, segment {key[1]:,}, repeat {key[2]:,}, which has no score"
            raise FormatError(file, actual, "a score of every output with errors")
        marked_errors.append(_error(file, one, rows[key]))
    annotators = tuple(f"repeat {number}" for number in repeats[judged_rows].tolist())
    return [FoundErrors(file, name, outputs.at(judged_rows), annotators, tuple(marked_errors), is_human=False)]


def _key(file: str, one: Mapping[str, object]) -> AnswerKey:
    return name_at(file, 1, one, "system"), _number(file, one, "segment", 1), _number(file, one, "repeat", 1)


def _error(file: str, one: Mapping[str, object], row: int) -> FoundError:
    about = (text_at(file, 1, one, "severity").lower(), text_at(file, 1, one, "category"), one.get("in_source") is True)
    if one.get("start") is None:
        return FoundError(row, severity=about[0], category=about[1], in_source=about[2])
    start, end = _number(file, one, "start", 0), _number(file, one, "end", 0)
    if end < start:
        raise FormatError(file, f"start {start:,} and end {end:,}", "an error that begins before it ends")
    words = text_at(file, 1, one, "text") or None
    return FoundError(row, start, end, *about, words=words)


def _object(file: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise FormatError(file, "something else", "an object for every score and error")
    return value


def _number(file: str, one: Mapping[str, object], key: str, lowest: int) -> int:
    value = one.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= MAX_NUMBER:
        raise FormatError(file, clean_name(str(value)[:40]), f"a whole number from {lowest} under {key!r}")
    return value
