"""Read annotations of Pearmut: scores, error spans, values of sliders, and rankings in this package's campaigns.

Pearmut numbers segments in its own way, so the test set's segments are found by the texts shown: source and output.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from ....counting.progress import Progress, no_progress
from ....output.numbers import counted
from ...columns import Notice
from ...containers.growing import string_array
from ...errors import FormatError
from ...limits import FileLimits, check_columns, check_judgments
from ...names import find_language_pair
from ...plain_text.text import DecodedText
from ..found_judgments import (
    FoundErrors,
    FoundJudgments,
    FoundPreferences,
    FoundScores,
    JudgedOutputs,
    LeftOutFile,
    ShownTexts,
    number_names,
)
from .pearmut_log import FinishedScreen, finished_screens
from .pearmut_rows import RANK, PearmutRow, rows_of_segment


def read_pearmut(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return all judgments of outputs, by campaign; if there are several campaigns, each is named ``file/campaign``.

    The last submission of a screen counts. Left out with a notice: tutorials and attention checks, and repeated and
    damaged outputs of campaigns that this package made. Raises ``FormatError`` with the line for anything else.
    """
    campaigns: dict[str, list[FinishedScreen]] = defaultdict(list)
    for screen in finished_screens(file, text, limits, on_progress):
        campaigns[screen.campaign].append(screen)
    judgments: list[FoundJudgments] = []
    for campaign, of in campaigns.items():
        label = f"{file}/{campaign}" if len(campaigns) > 1 else file
        judgments += _Campaign(file, of, limits).judgments(label, find_language_pair(f"{campaign}.json") or "")
    on_progress(1)
    if not judgments:
        raise FormatError(file, "none", "an annotation of an output", advice="Every screen was skipped or reset.")
    return judgments


def leave_out_campaign(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[LeftOutFile]:
    """Return a ``LeftOutFile`` for a campaign's plan, which has no judgments."""
    on_progress(1)
    why = "A campaign of Pearmut, as it was planned, is left out; what annotators said is in its annotations."
    return [LeftOutFile(file, why)]


def leave_out_progress(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[LeftOutFile]:
    """Return a ``LeftOutFile`` for the annotators' progress, which is no judgment."""
    on_progress(1)
    return [LeftOutFile(file, "How far Pearmut's annotators are is left out.")]


@dataclass
class _Campaign:
    """The rows of one campaign, and the numbers of left-out segments and attention checks."""

    file: str
    screens: Sequence[FinishedScreen]
    limits: FileLimits
    rows: list[PearmutRow] = field(default_factory=list)
    n_left_out: int = 0
    n_passed: int = 0
    n_checks: int = 0
    _numbers: dict[tuple[str | None, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        n_judgments = 0
        for screen in self.screens:
            self.n_checks += len(screen.passed)
            self.n_passed += sum(screen.passed)
            for segment in screen.segments:
                if screen.number is None or "validation" in segment.item:
                    self.n_left_out += 1
                    continue
                for row in rows_of_segment(self.file, screen, segment, self._number):
                    self.rows.append(row)
                    n_judgments += 1 + len(row.errors) + len(row.sliders)
                    check_judgments(self.file, n_judgments, self.limits, screen.line)

    def _number(self, source: str | None, id: str) -> int:
        return self._numbers.setdefault((source, id), len(self._numbers) + 1)

    def judgments(self, label: str, language: str) -> Iterator[FoundJudgments]:
        """Yield scores, errors and preferences; the first one has the notices."""
        notices = self._notices()
        for one in self._all_judgments(label, language):
            yield replace(one, notices=notices)
            notices = ()

    def _all_judgments(self, label: str, language: str) -> Iterator[FoundScores | FoundErrors | FoundPreferences]:
        plain = [row for row in self.rows if row.kind == "plain"]
        ranked = [row for row in plain if row.own.protocol == "ranking" and RANK in row.sliders]
        scored = [row for row in plain if row.score == row.score]
        has_errors = any(row.errors for row in plain)
        has_kinds = any(error.category for row in plain for error in row.errors)
        if scored:
            name = "ESA" if has_errors and not has_kinds else "DA"
            yield _scores(label, name, language, scored, [row.score for row in scored])
        sliders = dict.fromkeys(name for row in plain if row.own.protocol != "ranking" for name in row.sliders)
        check_columns(self.file, len(sliders), self.limits)
        for name in sliders:
            moved = [row for row in plain if name in row.sliders and row.own.protocol != "ranking"]
            yield _scores(label, name, language, moved, [row.sliders[name] for row in moved])
        if has_errors:
            errors = [replace(error, row=at) for at, row in enumerate(plain) for error in row.errors]
            users = tuple(row.user for row in plain)
            name = "MQM" if has_kinds else "ESA"
            yield FoundErrors(label, name, _outputs(plain), users, tuple(errors), language=language)
        if ranked:
            yield from _preferences(label, language, ranked, self.limits)

    def _notices(self) -> tuple[Notice, ...]:
        """Return notices of what was left out, and of the annotators' attention."""
        notices = []
        if self.n_left_out:
            count_phrase = counted(self.n_left_out, "segment")
            notices.append(Notice("left-out", f"{count_phrase} of tutorials and checks left out.", self.n_left_out))
        again = sum(row.kind == "repeat" for row in self.rows)
        if again:
            message = f"{counted(again, 'repeated output')} left out: the first answer counts."
            notices.append(Notice("repeated-outputs", message, again))
        if self.n_checks:
            message = f"Attention checks: annotators passed {self.n_passed:,} of {self.n_checks:,}."
            notices.append(Notice("attention-checks", message, self.n_checks))
        return (*notices, *self._attention_check_notice())

    def _attention_check_notice(self) -> Iterator[Notice]:
        """Yield a notice of how often annotators scored a damaged output lower than the original."""
        worth = {(row.user, row.system, row.segment, row.kind): row.worth for row in self.rows}
        both = [
            (of, worth[user, system, segment, "plain"])
            for (user, system, segment, kind), of in worth.items()
            if kind == "damaged" and (user, system, segment, "plain") in worth
        ]
        if both:
            caught = sum(damaged < plain for damaged, plain in both)
            message = f"Attention checks: annotators scored {caught:,} of {counted(len(both), 'damaged output')} lower."
            yield Notice("attention-checks", message, len(both))


def _outputs(rows: Sequence[PearmutRow]) -> JudgedOutputs:
    lines = [row.line for row in rows]
    return JudgedOutputs.of([row.system for row in rows], [row.segment for row in rows], lines, texts=_texts(rows))


def _texts(rows: Sequence[PearmutRow]) -> ShownTexts:
    outputs, sources = (string_array(of) for of in ((row.output for row in rows), (row.source for row in rows)))
    return ShownTexts(outputs, sources, np.array([row.own.segment for row in rows], np.int64))


def _scores(file: str, name: str, language: str, rows: Sequence[PearmutRow], values: Sequence[float]) -> FoundScores:
    outputs = _outputs(rows)
    return FoundScores(file, name, outputs, np.array(values), is_human=True, several=True, language=language)


def _preferences(
    file: str, language: str, rows: Sequence[PearmutRow], limits: FileLimits
) -> Iterator[FoundPreferences]:
    """Yield all pairs of each ranking; the smaller rank is better."""
    rankings: dict[tuple[str, int | None, int], list[PearmutRow]] = defaultdict(list)
    for row in rows:
        rankings[row.user, row.screen, row.segment].append(row)
    pairs = []
    for of in rankings.values():
        in_order = sorted(of, key=lambda row: row.sliders[RANK])
        pairs += list(combinations(in_order, 2))
        check_judgments(file, len(pairs), limits, of[0].line)
    if pairs:
        better, worse = ([row.system for row in side] for side in zip(*pairs, strict=True))
        systems, places = number_names([*better, *worse])
        yield FoundPreferences(
            file,
            "rankings",
            systems,
            np.array([first.segment for first, _ in pairs]),
            places[: len(pairs)],
            places[len(pairs) :],
            np.array([first.sliders[RANK] == second.sliders[RANK] for first, second in pairs]),
            np.array([first.line for first, _ in pairs]),
            texts=_texts([first for first, _ in pairs]),
            language=language,
        )
