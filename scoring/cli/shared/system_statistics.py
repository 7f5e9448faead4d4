"""Statistics of all systems by several metrics, block by block, and by scores from elsewhere."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from ... import Metric, TestSet
from ...analysis.oddities import zero_scores
from ...counting.arrays import Flags, Floats
from ...judgments.external import ExternalScore
from ...studies.scores import StatisticsByMetric, TestSetBlocks, measure_blocks, unfit_sentences
from ...text.languages import Script
from ...text.texts import check_counts
from ..notes import check_strict, tell_all, write_note
from ..progress_bar import progress_of

if TYPE_CHECKING:
    from ...formats import FoundJudgments
    from .external_judgments import Names


def measured(
    inputs: TestSetBlocks,
    metrics: Sequence[Metric],
    keep_segments: bool,
    judgments: "Sequence[FoundJudgments]" = (),
    names: "Names" = (),
    strict: bool = False,
) -> StatisticsByMetric:
    """Statistics by these metrics, then by the scores among judgments; summed by block unless segments are kept.

    ``names`` and ``strict`` are as of ``external_judgments.with_judgments``. Only for metrics that need all references,
    and for scores, the whole test set is held.
    """
    with progress_of("scores") as on_progress:
        warn = partial(warn_of_script, metrics)
        found = measure_blocks(metrics, inputs, keep_segments, bool(judgments), warn, on_progress)
    sums = {key: rows.sum(axis=0) for key, rows in found.statistics.items()}
    tell_zeros(sums, found.script, strict)
    if not judgments:
        return found.statistics
    from .external_judgments import measured_by_scores

    return {**found.statistics, **measured_by_scores(TestSet.joined(found.blocks), judgments, names, strict)}


def tell_zeros(sums: StatisticsByMetric, script: Script, strict: bool) -> None:
    """Says on stderr which scores are 0 however good texts are; ``ValueError`` where that is an error (``strict``)."""
    check_strict(tell_all(zero_scores(sums, script)), strict)


def warn_of_script(metrics: Sequence[Metric], script: Script) -> None:
    """Says on stderr which metrics do not see the words of a language with this script."""
    for said in unfit_sentences(metrics, script):
        write_note(said)


def judged_by_all(metric: Metric, rows: Mapping[str, Floats]) -> Flags:
    """(n_segments,): whether every system with any scores has one there, which a comparison needs; notes how many."""
    if not isinstance(metric, ExternalScore):
        return np.ones(len(next(iter(rows.values()))), bool)
    some = [counts for counts in (found[:, 1] > 0 for found in rows.values()) if counts.any()]
    judged: Flags = np.logical_and.reduce(some)
    if not judged.any():
        raise ValueError(f"{metric.label}: no segment has a score of every system, so there is nothing to compare.")
    if not judged.all():
        of = f"{judged.sum():,} of {len(judged):,} segments"
        write_note(f"{metric.label}: the test is of the {of} that have a score of every system.")
    return judged


def only_judged(
    statistics: Mapping[str, Floats], documents: pa.StringArray | None, judged: Flags
) -> tuple[Mapping[str, Floats], pa.StringArray | None]:
    """The rows, and the documents if these are drawn, of those segments that are ``judged``, (n_segments,)."""
    if documents is not None:
        check_counts({"--documents": len(documents), "the test set": len(judged)})
        documents = documents.filter(pa.array(judged))
    rows = statistics if judged.all() else {system: found[judged] for system, found in statistics.items()}
    return rows, documents
