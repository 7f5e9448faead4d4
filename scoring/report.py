"""Results of the command line as text: a table, JSON, TSV or LaTeX. Nothing is computed here but what is best."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.metric import Metric


@dataclass(frozen=True)
class Result:
    """What one metric says about one system."""

    metric: Metric
    system: str
    signature: str
    statistics: np.ndarray
    """float64 (n_statistics,), summed over the corpus"""
    segments: np.ndarray | None = None
    """float64 (n_segments, n_statistics); None where they were not asked for"""

    @property
    def score(self) -> float:
        return float(self.metric.score(self.statistics))

    @property
    def segment_scores(self) -> np.ndarray:
        return self.metric.score(self.segments)


def as_json(results: Sequence[Result]) -> str:
    """A list of objects, one a metric and system; NaN is null."""
    return json.dumps([_object(result) for result in results], ensure_ascii=False, indent=2, allow_nan=False)


def as_tsv(results: Sequence[Result]) -> str:
    """One row a metric and system, or one a segment if segments were asked for; every digit, NaN is ``nan``."""
    if results[0].segments is None:
        rows = [["metric", "system", "score", "signature"]]
        rows += [[r.metric.name, r.system, repr(r.score), r.signature] for r in results]
    else:
        rows = [["segment", *(f"{r.metric.name}:{r.system}" for r in results)]]
        columns = [result.segment_scores.tolist() for result in results]
        rows += [[str(number), *map(repr, row)] for number, row in enumerate(zip(*columns, strict=True), 1)]
    return "\n".join("\t".join(row) for row in rows)


def as_table(results: Sequence[Result]) -> str:
    """Systems by metrics, ``*`` beside the best of each metric, signatures beneath; then the segments."""
    plain = str
    signatures = [f"{label}: {signature}" for label, signature in _signatures(results).items()]
    marked = ["* the best of its metric"] if len(_systems(results)) > 1 else []
    parts = [_corpus(results, "simple", "{} *", "{}  ", plain), "\n".join(marked + signatures)]
    text = "\n\n".join(parts + _segments(results, "simple", plain))
    return "\n".join(line.rstrip() for line in text.split("\n"))


def as_latex(results: Sequence[Result]) -> str:
    """The same as a LaTeX tabular, the best in bold, signatures as comments."""
    signatures = "\n".join(f"% {label}: {signature}" for label, signature in _signatures(results).items())
    corpus = _corpus(results, "latex_raw", r"\textbf{{{}}}", "{}", _escape)
    return "\n\n".join([f"{corpus}\n{signatures}", *_segments(results, "latex_raw", _escape)])


FORMATS: dict[str, Callable[[Sequence[Result]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _object(result: Result) -> dict:
    metric = result.metric
    found = {
        "metric": metric.name,
        "system": result.system,
        "score": _number(result.score),
        "signature": result.signature,
        "higher_is_better": metric.higher_is_better,
        "statistics": _named(metric, result.statistics),
    }
    if result.segments is not None:
        scores = result.segment_scores.tolist()
        found["segments"] = [
            {"score": _number(score), **_named(metric, row)} for score, row in zip(scores, result.segments, strict=True)
        ]
    return found


def _named(metric: Metric, statistics: np.ndarray) -> dict:
    values = zip(metric.statistic_names, statistics.tolist(), strict=True)
    return {name: int(value) if value.is_integer() else _number(value) for name, value in values}


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _systems(results: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(result.system for result in results))


def _signatures(results: Sequence[Result]) -> dict[str, str]:
    return {result.metric.label: result.signature for result in results}


def _corpus(results: Sequence[Result], style: str, best: str, other: str, escape: Callable[[str], str]) -> str:
    from tabulate import tabulate

    systems = _systems(results)
    scores = {(result.metric.label, result.system): result.score for result in results}
    columns = []
    for metric in {result.metric.label: result.metric for result in results}.values():
        values = np.array([scores[metric.label, system] for system in systems])
        winner = _best(values, metric.higher_is_better)
        frames = [best if len(systems) > 1 and value == winner else other for value in values]
        columns.append([frame.format(_rounded(value)) for frame, value in zip(frames, values, strict=True)])
    rows = list(zip(map(escape, systems), *columns, strict=True))
    headers = ["system", *map(escape, _signatures(results))]
    alignment = ["left", *["right"] * len(columns)]
    return tabulate(rows, headers, style, disable_numparse=True, colalign=alignment, preserve_whitespace=True)


def _best(values: np.ndarray, higher_is_better: bool) -> float:
    defined = values[~np.isnan(values)]
    if not len(defined):
        return np.nan
    return defined.max() if higher_is_better else defined.min()


def _segments(results: Sequence[Result], style: str, escape: Callable[[str], str]) -> list[str]:
    """One table with a row a segment, if segments were asked for."""
    from tabulate import tabulate

    if results[0].segments is None:
        return []
    several = len(_systems(results)) > 1
    headers = [f"{r.system} {r.metric.label}" if several else r.metric.label for r in results]
    columns = [[_rounded(score) for score in result.segment_scores] for result in results]
    rows = [[str(number), *row] for number, row in enumerate(zip(*columns, strict=True), 1)]
    headers = ["segment", *map(escape, headers)]
    return [tabulate(rows, headers, style, disable_numparse=True, colalign=["right"] * len(headers))]


def _rounded(score: float) -> str:
    return "n/a" if np.isnan(score) else f"{score:.2f}"


_SPECIAL = str.maketrans(
    {character: "\\" + character for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def _escape(text: str) -> str:
    return text.translate(_SPECIAL)
