"""Scores for programs, as JSON and TSV with every digit."""

from collections.abc import Sequence

from ....counting.arrays import Floats
from ....metric import Metric
from ....output.json_values import number_or_none
from ..layout import json_list, tsv
from .printed_scores import LENGTH, PrintedScore, labelled_rows, segment_unit


def as_json(results: Sequence[PrintedScore]) -> str:
    """Return a JSON list with an object for each metric and system; NaN is null."""
    return json_list(map(score_record, results))


def as_tsv(results: Sequence[PrintedScore]) -> str:
    """Return TSV with a row for each metric and system, or for each segment if these were asked for.

    Numbers have every digit, and NaN is ``nan``.
    """
    if not results[0].has_segments:
        rows = [["metric", "system", "score", "signature"]]
        rows += [[r.metric.name, r.system, repr(r.score), r.signature] for r in results]
    else:
        columns = [
            (":".join(filter(None, [r.metric.name, r.system, name])), values)
            for r in results
            for name, values in r.segment_columns(repr)
        ]
        heads, values = zip(*columns, strict=True)
        rows = [[segment_unit(results), *heads], *labelled_rows(values, results)]
    return tsv(rows)


def score_record(result: PrintedScore) -> dict[str, object]:
    """Return the record of a score for JSON, with the statistics by their names."""
    metric, score_result = result.metric, result.score_result
    record: dict[str, object] = {
        "metric": metric.name,
        "name": metric.full_name,
        "system": result.system,
        "score": number_or_none(result.score),
        "signature": result.signature,
        "higher_is_better": metric.higher_is_better,
        **{name: _part(name, value) for name, value in score_result.parts.items()},
        "statistics": _statistics_by_name(metric, score_result.total),
    }
    if result.has_interval:
        low, high = score_result.interval
        record |= {"ci_low": number_or_none(low), "ci_high": number_or_none(high)}
        record |= {"trials": score_result.trials, "seed": score_result.seed}
    if result.has_segments:
        record["segments"] = [
            {"score": number_or_none(score), **_statistics_by_name(metric, row)}
            for score, row in zip(score_result.segments.tolist(), score_result.statistics, strict=True)
        ]
    if result.caution:
        record["caution"] = result.caution
    if result.doubt:
        record["doubtful"] = result.doubt
    if result.documents is not None:
        record["documents"] = list(result.documents)
    return record


def _part(name: str, value: float | list[float]) -> object:
    if isinstance(value, list):
        return [number_or_none(number) for number in value]
    return int(value) if name.endswith(LENGTH) else number_or_none(value)


def _statistics_by_name(metric: Metric, statistics: Floats) -> dict[str, int | float | None]:
    values = zip(metric.statistic_names, statistics.tolist(), strict=True)
    return {name: int(value) if value.is_integer() else number_or_none(value) for name, value in values}
