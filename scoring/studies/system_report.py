"""Collect the values of a report on a single system: its scores, why they are low, and its worst segments."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

import numpy as np

from ..bleu import BLEU
from ..counting.arrays import Floats
from ..counting.limits import TooLong
from ..counting.progress import Progress, no_progress, progress_between
from ..counting.usual_draws import SEED, TRIALS
from ..metric import Metric
from ..output.markup.colors import system_colors
from ..output.numbers import counted
from ..testset import TestSet
from .diagnosis.diagnosis import DiagnosisRequest, DiagnosisResult
from .diagnosis.diagnosis import run as diagnose
from .doctor import DoctorRequest, examined_texts
from .doctor import run as examine
from .report import SHORT, SystemSegment, program_versions
from .scores import ScoreRequest, ScoreResult, score_statistics, unfit_sentences

N_WORST = 8
"""Number of segments that the report shows."""


@dataclass(frozen=True)
class SystemReportRequest:
    """The settings of a report on one system."""

    system: str
    bleu: BLEU
    """Metric that is explained, and whose n-grams are marked in the texts."""
    made_on: date
    address: str | None = None
    """Address at which the dashboard shows the report live; None without an address."""
    trials: int = TRIALS
    """Number of resamples for intervals."""
    seed: int = SEED


@dataclass(frozen=True, eq=False)
class SystemReport:
    """All values of a report on one system."""

    request: SystemReportRequest
    test_set: TestSet
    scores: tuple[ScoreResult, ...]
    """Score by each metric, with its interval."""
    unfit: tuple[str, ...]
    """Reasons why scores say little about texts in this language."""
    diagnosis: DiagnosisResult
    color: str
    """Colour of the system."""
    segments: tuple[SystemSegment, ...]
    """Examples of the likeliest cause, then other segments, the worst first."""
    versions: tuple[str, ...]
    """Versions of the programs behind the numbers."""


def build_system_report(
    request: SystemReportRequest,
    test_set: TestSet,
    statistics: Mapping[Metric, Floats],
    on_progress: Progress = no_progress,
) -> SystemReport:
    """Return the report on one system.

    Parameters
    ----------
    statistics : metric -> rows of the system, (n_segments, n_statistics), in the order of the table of scores
    on_progress : is told the share done; what it raises ends the work
    """
    references = [reference.segments for reference in test_set.references]
    score_request = ScoreRequest(tuple(statistics), request.trials, request.seed, draws_intervals=True)
    statistics_of_system = {(metric, request.system): rows for metric, rows in statistics.items()}
    scores = score_statistics(score_request, statistics_of_system, references, bool(test_set.realigned_systems))
    examining, diagnosing = progress_between(on_progress, 0.2, 0.5), progress_between(on_progress, 0.5, 1.0)
    examined = examine(DoctorRequest(is_shallow=True), examined_texts(test_set), examining)
    diagnosis = diagnose(DiagnosisRequest(request.system, request.bleu), test_set, examined, diagnosing)
    return SystemReport(
        request,
        test_set,
        tuple(scores),
        tuple(unfit_sentences(statistics, test_set.target.script)),
        diagnosis,
        system_colors(test_set.system_names)[request.system],
        tuple(islice(_worst(request, test_set, diagnosis), N_WORST)),
        program_versions(),
    )


def short_last_sentence(diagnosis: DiagnosisResult) -> str:
    """Say which segments come last in ``worst_first`` because they are short; empty if none does."""
    lengths = _reference_lengths(diagnosis)
    least = math.ceil(_least_length(lengths))
    if not (lengths < least).any():
        return ""
    short = f"Segments with fewer than {counted(least, 'word')} in the reference"
    return f"{short} come last: few words decide their scores."


def _reference_lengths(diagnosis: DiagnosisResult) -> Floats:
    """Return the number of reference words of each segment, (n_segments,)."""
    return diagnosis.score.metric.column(diagnosis.score.statistics, "reference_length")


def _least_length(lengths: Floats) -> float:
    """Return the number of reference words below which a segment is read last, as a short one."""
    return SHORT * float(np.median(lengths))


def worst_first(diagnosis: DiagnosisResult, numbers: Sequence[int] | np.ndarray) -> list[int]:
    """Return the places of all segments, the lowest score first; of equal scores the longest reference first.

    Very short segments come later, because few words decide their scores. Segments whose score is explained by a fault
    of the data come last. ``numbers`` are the numbers of all segments, from 1.
    """
    scores = np.nan_to_num(diagnosis.score.metric.score(diagnosis.score.statistics), nan=np.inf)
    lengths = _reference_lengths(diagnosis)
    is_short = lengths < _least_length(lengths)
    is_explained = ~np.isin(numbers, diagnosis.numbers)
    order: list[int] = np.lexsort((-lengths, scores, is_short, is_explained)).tolist()
    return order


def shown_first(diagnosis: DiagnosisResult, numbers: Sequence[int] | np.ndarray) -> list[int]:
    """Return the places of all segments as ``worst_first`` does, but with examples of the likeliest cause first."""
    examples = [int(np.flatnonzero(np.equal(numbers, number))[0]) for number in diagnosis.examples]
    return [*examples, *(place for place in worst_first(diagnosis, numbers) if place not in examples)]


def _worst(request: SystemReportRequest, test_set: TestSet, diagnosis: DiagnosisResult) -> Iterator[SystemSegment]:
    """Yield the segments to read, except those too long to be marked."""
    for index in shown_first(diagnosis, test_set.numbers):
        segment = test_set.segment(index)
        try:
            matches = request.bleu.matches(segment.hypotheses[request.system], test_set.reference_texts(index))
        except TooLong:
            continue
        yield SystemSegment(segment, float(diagnosis.score.segments[index]), matches)
