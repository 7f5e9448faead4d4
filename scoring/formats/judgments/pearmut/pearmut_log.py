"""Read Pearmut's log of annotations: the screens that annotators finished, each as it was last submitted.

Pearmut's folder ``data`` has the log as one object a line; the dashboard's download has lists of these objects by
campaign. ``annotation`` has for each segment of the screen an object of the answers by system, ``item`` the texts
shown, ``user_id`` the annotator, and ``item_i`` the number of the screen.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ....counting.progress import Progress, no_progress
from ....text.naming import clean_name
from ...errors import FormatError
from ...json_files.objects import LOOKED_AT, first_keys, list_at, name_at, objects
from ...limits import FileLimits, check_columns
from ...plain_text.text import DecodedText
from ..scores.entries import iterate_entries

RESET = "__RESET__"
"""Value in place of an annotation that cancels all earlier annotations of this screen by this annotator."""
ASIDE = ("welcome_", "random_", "goodbye_")
"""Beginnings of the numbers of screens outside the evaluation: tutorials, forms, attention checks."""
MAX_SECONDS = 60.0
"""Longest pause between two actions that counts as work; after a longer pause Pearmut takes the annotator as away."""
DOWNLOAD = "Download the annotations again, on Pearmut's dashboard."
_FORM = '{"campaign": [{"annotation": [...], "item": [...], "user_id": "...", "item_i": 0}, ...]}'
_NAME = r'"(?:[^"\\]|\\.)*+"\s*:\s*'
_START = re.compile(rf'\s*\{{\s*(?:{_NAME}\[\s*\]\s*,\s*)*+{_NAME}\[\s*\{{\s*"(?:annotation|user_id)"\s*:')
_INFO = re.compile(r'"info"\s*:\s*\{')
_FIELDS_OF_ACTIONS = {"user_id", "item_i", "actions", "error_spans"}


@dataclass(frozen=True)
class PearmutSegment:
    """One segment of a screen."""

    place: int
    """Place among the segments that were shown, from 0."""
    item: Mapping[str, object]
    """Texts that were shown."""
    annotations: Mapping[str, object]
    """Answers about each output, by system."""


@dataclass(frozen=True)
class FinishedScreen:
    """The answers of one annotator on one screen."""

    campaign: str
    """Name of the campaign; empty in a file of one campaign."""
    user: str
    number: int | None
    """Number of the screen, from 0; None if it is not part of the evaluation."""
    line: int
    segments: tuple[PearmutSegment, ...]
    """Segments that the annotator did not skip."""
    passed: tuple[bool, ...]
    """Whether the annotator passed the check of each segment that has one."""
    is_skipped: bool
    """Whether the annotator pressed the button that goes on without an answer."""
    seconds: float
    """Time from showing the screen to submitting it, without long pauses; NaN if unknown."""
    seconds_by_segment: object
    """Seconds of each segment, if this package wrote the file."""


def is_download(start: str) -> bool:
    """Return whether a file begins like a download of the dashboard: lists of annotations by campaign."""
    return _START.match(start) is not None


def is_log(start: str) -> bool:
    """Return whether the first line is an entry of Pearmut's log."""
    keys = first_keys(start.encode())
    return "annotation" in keys and bool(keys & _FIELDS_OF_ACTIONS)


def is_pearmut_campaign(start: str) -> bool:
    """Return whether a file begins like a campaign's plan, which has no answers yet."""
    return start.lstrip().startswith("{") and '"campaign_id"' in start and _INFO.search(start) is not None


def is_progress(start: str) -> bool:
    """Return whether a file begins like Pearmut's list of annotators with their tokens."""
    return start.lstrip().startswith("{") and '"progress"' in start and '"token_correct"' in start


def finished_screens(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FinishedScreen]:
    """Return the last submission of each annotator for each screen, in the order of submission.

    Raises ``FormatError`` with the line for anything but an entry of a log.
    """
    screens: dict[tuple[str, str, str], FinishedScreen] = {}
    campaigns: set[str] = set()
    for campaign, line, entry in _entries(file, text.data, limits, on_progress):
        user, number = name_at(file, line, entry, "user_id"), entry.get("item_i")
        if isinstance(number, bool) or not isinstance(number, int | str) or str(number)[:1] == "-":
            actual = "nothing" if number is None else clean_name(str(number)[:40])
            raise FormatError(file, actual, "item_i, the number of a screen", line, DOWNLOAD)
        key = campaign, user, str(number)
        screens.pop(key, None)
        campaigns.add(campaign)
        check_columns(file, len(campaigns), limits, line)
        if entry.get("annotation") != RESET:
            screens[key] = _screen(file, line, entry, campaign, user, _number(file, line, number))
    if not campaigns:
        raise FormatError(file, "none", "annotations", advice=DOWNLOAD)
    return list(screens.values())


def _entries(
    file: str, data: bytes, limits: FileLimits, on_progress: Progress
) -> Iterator[tuple[str, int, Mapping[str, object]]]:
    """Yield the campaign, line and object of every entry."""
    if is_download(data[:LOOKED_AT].decode("utf-8", "ignore")):
        for campaign, _, line, entry in iterate_entries(file, data, _FORM, limits, on_progress, may_be_empty=True):
            yield clean_name(campaign), line, entry
    else:
        for line, entry in objects(file, data, limits, on_progress):
            yield "", line, entry


def _number(file: str, line: int, number: int | str) -> int | None:
    if isinstance(number, int):
        return number
    if number.startswith(ASIDE):
        return None
    raise FormatError(file, clean_name(number[:40]), "item_i, the number of a screen", line, DOWNLOAD)


def _screen(
    file: str, line: int, entry: Mapping[str, object], campaign: str, user: str, number: int | None
) -> FinishedScreen:
    if entry.get("item") is None:
        advice = "Old versions of Pearmut did not keep what was shown; use one from 1.0 on."
        raise FormatError(file, "nothing", "what was shown, under 'item'", line, advice)
    annotations, shown = (list_at(file, line, entry, key) for key in ("annotation", "item"))
    if len(annotations) != len(shown):
        actual = f"{len(annotations):,} annotations of {len(shown):,} segments"
        raise FormatError(file, actual, "as many annotations as segments on a screen", line, DOWNLOAD)
    segments = [
        PearmutSegment(at, _object(file, line, item, "item"), _object(file, line, one, "annotation"))
        for at, (item, one) in enumerate(zip(shown, annotations, strict=True))
        if one is not None and not (isinstance(item, Mapping) and "form" in item)
    ]
    passed = tuple(one is True for one in list_at(file, line, entry, "validations"))
    times, actions = _actions(file, line, entry)
    seconds = sum(min(max(after - before, 0.0), MAX_SECONDS) for before, after in pairwise(times))
    is_skipped = bool(actions) and actions[-1] == "submit_skip"
    took = seconds if times else float("nan")
    return FinishedScreen(campaign, user, number, line, tuple(segments), passed, is_skipped, took, entry.get("seconds"))


def _object(file: str, line: int, value: object, key: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise FormatError(file, "something else", f"objects under {key!r}", line, DOWNLOAD)
    return value


def _actions(file: str, line: int, entry: Mapping[str, object]) -> tuple[Sequence[float], Sequence[object]]:
    """Return the times of the actions, in seconds, and the actions; malformed actions are left out."""
    entries = [one for one in list_at(file, line, entry, "actions") if isinstance(one, Mapping)]
    timed = [(one.get("time"), one.get("action")) for one in entries]
    actions = [(float(at), action) for at, action in timed if isinstance(at, int | float) and abs(at) < 2**53]
    return [at for at, _ in actions], [action for _, action in actions]
