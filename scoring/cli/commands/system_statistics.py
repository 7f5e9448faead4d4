"""Statistics of all systems by several metrics, block by block, and by scores from elsewhere."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
import pyarrow as pa

from ... import Metric, TestSet
from ...analysis.oddities import zero_scores
from ...counting.arrays import Flags, Floats
from ...counting.limits import counted_after
from ...counting.progress import progress_between
from ...judgments.external import ExternalScore
from ...text.languages import SPACED, Script
from ...text.texts import check_counts
from ..notes import check_strict, tell_all, write_note
from ..progress_bar import progress_of

if TYPE_CHECKING:
    from ...formats import FoundJudgments
    from .external_judgments import Names

Measured = dict[tuple[Metric, str], Floats]
"""Metric and system -> statistics, one row a segment, or the sums of blocks."""


class TestSetBlocks(Protocol):
    """What gives a test set block by block: the open files of a command, or what was made of them."""

    @property
    def share(self) -> float: ...

    def test_sets(self) -> Iterable[TestSet]: ...


def measured(
    inputs: TestSetBlocks,
    metrics: Sequence[Metric],
    keep_segments: bool,
    judgments: "Sequence[FoundJudgments]" = (),
    names: "Names" = (),
    strict: bool = False,
) -> Measured:
    """Statistics by these metrics, then by the scores among judgments; summed by block unless segments are kept.

    ``names`` and ``strict`` are as of ``external_judgments.with_judgments``. Only for metrics that need all references,
    and for scores, the whole test set is held.
    """
    kept: defaultdict[tuple[Metric, str], list[Floats]] = defaultdict(list)

    def measure(metric: Metric, test_set: TestSet) -> None:
        for system, rows in metric.measure(test_set).items():
            # Unless every row is asked for, a whole block becomes one: that bounds memory.
            kept[metric, system].append(rows if keep_segments else rows.sum(axis=0, keepdims=True))

    of_all = [metric for metric in metrics if metric.needs_all_references]
    of_blocks = [metric for metric in metrics if not metric.needs_all_references]
    held: list[TestSet] = []
    before, script, read = 0, SPACED, 0.0
    with progress_of("scores") as on_progress:
        for block in inputs.test_sets():
            if not before:
                script = block.target.script
                warn_of_script(metrics, script)
            tell = progress_between(on_progress, read, inputs.share)
            for done, metric in enumerate(of_blocks, 1):
                with counted_after(before):
                    measure(metric, block)
                tell(done / len(of_blocks))
            before, read = before + len(block), inputs.share
            if of_all or judgments:
                held.append(block)
        for metric in of_all:
            measure(metric, TestSet.joined(held))
    ordered = sorted(kept.items(), key=lambda item: metrics.index(item[0][0]))
    found = {key: np.concatenate(parts) for key, parts in ordered}
    tell_zeros({(metric, system): rows.sum(axis=0) for (metric, system), rows in found.items()}, script, strict)
    if not judgments:
        return found
    from .external_judgments import measured_by_scores

    return found | measured_by_scores(TestSet.joined(held), judgments, names, strict)


def tell_zeros(sums: Measured, script: Script, strict: bool) -> None:
    """Says on stderr which scores are 0 however good texts are; ``ValueError`` where that is an error (``strict``)."""
    check_strict(tell_all(zero_scores(sums, script)), strict)


def warn_of_script(metrics: Sequence[Metric], script: Script) -> None:
    """Says on stderr which metrics do not see the words of a language with this script."""
    for said in dict.fromkeys(filter(None, (metric.unfit_for(script) for metric in metrics))):
        write_note(said)


def judged_by_all(metric: Metric, rows: Mapping[str, Floats]) -> Flags:
    """(n_segments,): segments with a score of every system that has any, which a comparison needs; notes how many."""
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
