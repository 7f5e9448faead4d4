"""Statistics of all systems by several metrics, block by block, and by scores from elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from ... import BLEU, Metric, TestSet
from ...analysis.oddities import zero_scores
from ...counting.arrays import Flags, Floats
from ...judgments.score_coverage import scored_segments_phrase, shared_segments, unequal_coverage
from ...studies.scores import StatisticsByMetric, TestSetBlocks, measure_blocks, unfit_sentences
from ...text.languages import Script
from ...text.texts import check_counts
from ..notes import check_strict, tell_all, write_note
from ..progress_bar import show_progress

if TYPE_CHECKING:
    from ...formats import FoundJudgments
    from .external_judgments import Names


def system_statistics_by_metric(
    inputs: TestSetBlocks,
    metrics: Sequence[Metric],
    keep_segments: bool,
    judgments: "Sequence[FoundJudgments]" = (),
    names: "Names" = (),
    strict: bool = False,
) -> StatisticsByMetric:
    """Return the statistics by these metrics, then by the scores among judgments.

    Blocks are summed unless segments are kept. ``names`` and ``strict`` are as of
    ``external_judgments.with_judgments``. The whole test set is held only for scores and for metrics that need all
    references.
    """
    with show_progress("scores") as on_progress:
        warn = partial(warn_of_script, metrics)
        measured_blocks = measure_blocks(metrics, inputs, keep_segments, bool(judgments), warn, on_progress)
    sums = {key: rows.sum(axis=0) for key, rows in measured_blocks.statistics.items()}
    tell_zeros(sums, measured_blocks.script, strict)
    if not judgments:
        return measured_blocks.statistics
    from .external_judgments import statistics_by_scores

    return {
        **measured_blocks.statistics,
        **statistics_by_scores(TestSet.joined(measured_blocks.blocks), judgments, names, strict),
    }


def tell_zeros(sums: StatisticsByMetric, script: Script, strict: bool) -> None:
    """Write notes on scores that are 0 however good the texts are; raise ``ValueError`` for any if ``strict``."""
    check_strict(tell_all(zero_scores(sums, script)), strict)


def warn_of_script(metrics: Sequence[Metric], script: Script) -> None:
    """Write notes on metrics that do not see the words of a language with this script."""
    for sentence in unfit_sentences(metrics, script):
        write_note(sentence)


def tell_other_quotes(metrics: Iterable[Metric], test_set: TestSet, systems: Sequence[str]) -> tuple[str, ...]:
    """Return the systems whose quotation marks differ from the references', where that lowers a BLEU.

    A note says so, with the scores of all systems by marks of one kind. Return none for a single system.
    """
    bleu = next((metric for metric in metrics if isinstance(metric, BLEU)), None)
    if bleu is None or len(systems) < 2:
        return ()
    from ...studies.bleu_difference import other_quotes_in_bleu, other_quotes_with_scores  # large sets go without it

    sentence = other_quotes_with_scores(bleu, test_set, systems)
    if not sentence:
        return ()
    write_note(sentence)
    return tuple(name for name in other_quotes_in_bleu([bleu], test_set) if name in systems)


def judged_by_all(metric: Metric, rows: Mapping[str, Floats], strict: bool = False) -> Flags:
    """Return the segments with a score for every rated system, which a comparison needs, bool (n_segments,).

    A note tells their number. Raises ``ValueError`` where there are none, and, if ``strict``, where systems have scores
    of different segments.
    """
    are_judged = shared_segments(metric, rows)
    if not are_judged.any():
        raise ValueError(f"{metric.label}: no segment has a score of every system, so there is nothing to compare.")
    note_judged(metric, rows, "the test is based on", strict)
    return are_judged


def note_judged(metric: Metric, rows: Mapping[str, Floats], subject: str, strict: bool) -> None:
    """Write a note on how many segments have a score of every system, where these are not all.

    Raises ``ValueError`` if ``strict`` and systems have scores of different segments.
    """
    are_judged = shared_segments(metric, rows)
    unequal = unequal_coverage(metric, rows)
    if not are_judged.all():
        of = scored_segments_phrase(int(are_judged.sum()), len(are_judged), metric.label, _every(rows))
        about_errors = "" if unequal is None else unequal.about_errors
        write_note(f"{metric.label}: {subject} {of}. {about_errors}".rstrip())
    check_strict(unequal is not None, strict)


def _every(rows: Mapping[str, Floats]) -> str:
    """Return the words for all systems with scores: "every rated system" where some systems have none."""
    return "every system" if all((statistics[:, 1] > 0).any() for statistics in rows.values()) else "every rated system"


def rated_by_people(statistics: StatisticsByMetric, is_asked: bool) -> Flags | None:
    """Return the segments that all metrics take because people rated them, bool (n_segments,).

    Return None where all segments are taken. A note says that people's scores cover fewer segments, or which are taken.
    Raises ``ValueError`` where ``is_asked`` and there are no scores by people.
    """
    people = next((metric for metric, _ in statistics if metric.is_human), None)
    if people is None:
        if is_asked:
            raise ValueError("--rated-segments: no scores by people were given; name their file after --scores.")
        return None
    rows = {system: system_rows for (metric, system), system_rows in statistics.items() if metric == people}
    rated = shared_segments(people, rows)
    if rated.all() or not rated.any():
        return None
    of = scored_segments_phrase(int(rated.sum()), len(rated), people.label, _every(rows))
    if is_asked:
        write_note(f"All scores are based on {of}.")
        return rated
    write_note(
        f"{people.label}: based on {of}; metrics that are computed take all segments. --rated-segments takes the same"
        " for every metric, as the page Overview and the report do."
    )
    return None


def tell_coverage(statistics: StatisticsByMetric, strict: bool) -> None:
    """Write notes on scores that are means over different segments; raise ``ValueError`` for any if ``strict``."""
    rows = {metric: {name: of for (by, name), of in statistics.items() if by == metric} for metric, _ in statistics}
    unequal = [unequal_coverage(metric, of_metric) for metric, of_metric in rows.items()]
    check_strict(tell_all(str(coverage) for coverage in unequal if coverage is not None), strict)


def select_judged_segments(
    statistics: Mapping[str, Floats], documents: pa.StringArray | None, are_judged: Flags
) -> tuple[Mapping[str, Floats], pa.StringArray | None]:
    """Return the statistics and documents (None without) of the segments in ``are_judged``, bool (n_segments,)."""
    if documents is not None:
        check_counts({"--documents": len(documents), "the test set": len(are_judged)})
        documents = documents.filter(pa.array(are_judged))
    rows = (
        statistics
        if are_judged.all()
        else {system: system_rows[are_judged] for system, system_rows in statistics.items()}
    )
    return rows, documents
