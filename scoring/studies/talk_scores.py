"""Score each output that contains a model's talk as it is, and without the talk."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..checks.check import CheckedTexts
from ..checks.talk.stripping import strip_talk
from ..chrf import CHRF
from ..counting.progress import Progress, no_progress
from ..metric import Metric
from ..output.numbers import counted, fixed


@dataclass(frozen=True)
class TalkScoresRequest:
    """The metric that scores outputs."""

    metric: Metric = field(default_factory=CHRF)


@dataclass(frozen=True)
class TalkScores:
    """Scores of a system whose outputs contain a model's talk, with and without the talk."""

    system: str
    segments_found: int
    """Number of segments with talk."""
    segments: int
    metric: Metric
    score: float
    """Score of the outputs as they are."""
    score_without_talk: float

    @property
    def sentence(self) -> str:
        """Sentence on both scores and the number of segments."""
        scores = (fixed(score, self.metric.decimals) for score in (self.score, self.score_without_talk))
        return (
            f"{self.system} talks like a model in {self.segments_found:,} of {counted(self.segments, 'segment')}:"
            " {} {} as it is, {} without the talk.".format(self.metric.full_name, *scores)
        )

    def record(self) -> dict[str, object]:
        """Return the fields as the command ``check`` writes them as JSON."""
        return {
            "system": self.system,
            "segments_found": self.segments_found,
            "segments": self.segments,
            "metric": self.metric.full_name,
            "score": self.score,
            "score_without_talk": self.score_without_talk,
        }


def run(
    request: TalkScoresRequest, texts: Mapping[str, CheckedTexts], on_progress: Progress = no_progress
) -> tuple[TalkScores, ...]:
    """Return the scores of each system with talk; empty without references.

    An exception that ``on_progress`` raises ends the work.
    """
    scores = []
    for number, (system, of_system) in enumerate(texts.items(), 1):
        if of_system.references:
            scores += _score(request.metric, system, of_system)
        on_progress(number / len(texts))
    return tuple(scores)


def _score(metric: Metric, system: str, texts: CheckedTexts) -> list[TalkScores]:
    stripped = strip_talk(texts)
    n_found = int(np.count_nonzero(pc.not_equal(stripped, texts.outputs).to_numpy(zero_copy_only=False)))
    if not n_found:
        return []
    scores = (_corpus_score(metric, outputs, texts.references) for outputs in (texts.outputs, stripped))
    return [TalkScores(system, n_found, len(texts), metric, *scores)]


def _corpus_score(metric: Metric, outputs: pa.StringArray, references: tuple[pa.StringArray, ...]) -> float:
    return float(metric.score(metric.statistics(outputs, references).sum(axis=0)))
