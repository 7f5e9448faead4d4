"""Scores of systems, and of their segments, as text. Nothing is computed here but what is best."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats
from ...metric import Metric
from ...output.latex import comments
from .layout import LATEX, PLAIN, Style, each_once, finite, json_list, rounded, stripped, tsv


@dataclass(frozen=True)
class Result:
    """What one metric says about one system."""

    metric: Metric
    system: str
    signature: str
    statistics: Floats
    """float64 (n_statistics,), summed over the corpus"""
    segments: Floats | None = None
    """float64 (n_segments, n_statistics); None where they were not asked for"""

    @property
    def score(self) -> float:
        return float(self.metric.score(self.statistics))

    @property
    def segment_scores(self) -> Floats:
        """(n_segments,); empty where segments were not asked for."""
        return self.metric.score(self._rows)

    def segment_statistic(self, name: str) -> Floats:
        """(n_segments,); empty where segments were not asked for."""
        return self.metric.column(self._rows, name)

    @property
    def _rows(self) -> Floats:
        return np.zeros((0, len(self.statistics))) if self.segments is None else self.segments


def as_json(results: Sequence[Result]) -> str:
    """A list of objects, one a metric and system; NaN is null."""
    return json_list(map(as_object, results))


def as_tsv(results: Sequence[Result]) -> str:
    """One row a metric and system, or one a segment if segments were asked for; every digit, NaN is ``nan``."""
    if results[0].segments is None:
        rows = [["metric", "system", "score", "signature"]]
        rows += [[r.metric.name, r.system, repr(r.score), r.signature] for r in results]
    else:
        columns = [
            (":".join(filter(None, [r.metric.name, r.system, name])), values)
            for r in results
            for name, values in _segment_columns(r, repr)
        ]
        heads, values = zip(*columns, strict=True)
        rows = [["segment", *heads], *_numbered(values)]
    return tsv(rows)


def as_table(results: Sequence[Result]) -> str:
    """Systems by metrics, ``*`` beside the best of each metric, signatures beneath; then the segments."""
    marked = ["* the best of its metric"] if len(each_once(results)) > 1 else []
    parts = [_corpus(results, PLAIN), "\n".join(marked + _signatures(results))]
    return stripped("\n\n".join(parts + _segments(results, PLAIN)))


def as_latex(results: Sequence[Result]) -> str:
    """The same as a LaTeX tabular, the best in bold, signatures as comments."""
    corpus = f"{_corpus(results, LATEX)}\n{comments(_signatures(results))}"
    return "\n\n".join([corpus, *_segments(results, LATEX)])


FORMATS: dict[str, Callable[[Sequence[Result]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def as_object(result: Result) -> dict[str, object]:
    """Fit for JSON, with the statistics by their names."""
    metric = result.metric
    found: dict[str, object] = {
        "metric": metric.name,
        "system": result.system,
        "score": finite(result.score),
        "signature": result.signature,
        "higher_is_better": metric.higher_is_better,
        "statistics": _named(metric, result.statistics),
    }
    if result.segments is not None:
        scores = result.segment_scores.tolist()
        found["segments"] = [
            {"score": finite(score), **_named(metric, row)} for score, row in zip(scores, result.segments, strict=True)
        ]
    return found


def _named(metric: Metric, statistics: Floats) -> dict[str, int | float | None]:
    values = zip(metric.statistic_names, statistics.tolist(), strict=True)
    return {name: int(value) if value.is_integer() else finite(value) for name, value in values}


def _signatures(results: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(f"{result.metric.label}: {result.signature}" for result in results))


def _corpus(results: Sequence[Result], style: Style) -> str:
    systems = each_once(results)
    scores = {(result.metric.label, result.system): result.score for result in results}
    metrics = {result.metric.label: result.metric for result in results}
    columns = [
        style.scores([scores[label, system] for system in systems], metric.higher_is_better, metric.decimals)
        for label, metric in metrics.items()
    ]
    rows = list(zip(systems, *columns, strict=True))
    return style.table(["system", *metrics], rows, n_left=1)


def _segments(results: Sequence[Result], style: Style) -> list[str]:
    """One table with a row a segment, if segments were asked for."""
    if results[0].segments is None:
        return []
    several = len(each_once(results)) > 1
    headers, columns = ["segment"], []
    for result in results:
        for name, values in _segment_columns(result, rounded):
            words = (result.system if several else "", result.metric.label, name.replace("_", " "))
            headers.append(" ".join(filter(None, words)))
            columns.append(values)
    return [style.table(headers, _numbered(columns), n_left=0)]


def _segment_columns(result: Result, shown: Callable[[float], str]) -> Iterator[tuple[str, list[str]]]:
    """Name and texts, one a segment: the scores, whose name is empty, then each of the ``segment_statistics``."""
    yield "", [shown(score) for score in result.segment_scores.tolist()]
    for name in result.metric.segment_statistics:
        yield name, [f"{value:g}" for value in result.segment_statistic(name).tolist()]


def _numbered(columns: Iterable[Sequence[str]]) -> list[list[str]]:
    """Columns as rows, each begun by its number, from 1."""
    return [[str(number), *row] for number, row in enumerate(zip(*columns, strict=True), 1)]
