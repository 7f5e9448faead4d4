"""Results of the command line as text: a table, JSON, TSV or LaTeX. Nothing is computed here but what is best."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from scoring.dialects import Outcome
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


@dataclass(frozen=True)
class Smoothed:
    """What one smoothing method makes of one system."""

    system: str
    signature: str
    outcome: Outcome


def as_json(results: Sequence[Result]) -> str:
    """A list of objects, one a metric and system; NaN is null."""
    return _json(map(_object, results))


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
    return _tsv(rows)


def as_table(results: Sequence[Result]) -> str:
    """Systems by metrics, ``*`` beside the best of each metric, signatures beneath; then the segments."""
    plain = str
    signatures = [f"{label}: {signature}" for label, signature in _signatures(results).items()]
    marked = ["* the best of its metric"] if len(_systems(results)) > 1 else []
    parts = [_corpus(results, "simple", "{} *", "{}  ", plain), "\n".join(marked + signatures)]
    return _stripped("\n\n".join(parts + _segments(results, "simple", plain)))


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


def smoothing_as_json(results: Sequence[Smoothed]) -> str:
    """A list of objects, one a method and system; NaN is null."""
    return _json(
        {
            "dialect": result.outcome.dialect,
            "smoothing": result.outcome.method,
            "system": result.system,
            **{name: _number(getattr(result.outcome, name)) for name in _MEASURES},
            "signature": result.signature,
        }
        for result in results
    )


def smoothing_as_tsv(results: Sequence[Smoothed]) -> str:
    """One row a method and system; every digit, NaN is ``nan``."""
    rows = [["dialect", "smoothing", "system", *_MEASURES, "signature"]]
    for result in results:
        values = [repr(getattr(result.outcome, name)) for name in _MEASURES]
        rows.append([result.outcome.dialect, result.outcome.method, result.system, *values, result.signature])
    return _tsv(rows)


def smoothing_as_table(results: Sequence[Smoothed]) -> str:
    """Methods by systems, ``*`` beside the best of each method; what the columns are is said beneath."""
    marked = ["* the best of its row"] if len(_systems(results)) > 1 else []
    notes = "\n".join([*marked, *_notes(results)])
    methods = _methods(results, "simple", "{} *", "{}  ", str, "\n")
    return _stripped(f"{methods}\n\n{notes}")


def smoothing_as_latex(results: Sequence[Smoothed]) -> str:
    """The same as a LaTeX tabular, the best in bold, what is said beneath as comments."""
    notes = "\n".join(f"% {note}" for note in _notes(results))
    methods = _methods(results, "latex_raw", r"\textbf{{{}}}", "{}", _escape, " ")
    return f"{methods}\n{notes}"


SMOOTHING_FORMATS: dict[str, Callable[[Sequence[Smoothed]], str]] = {
    "table": smoothing_as_table,
    "json": smoothing_as_json,
    "tsv": smoothing_as_tsv,
    "latex": smoothing_as_latex,
}
_MEASURES = {"corpus": "BLEU", "document": "document", "zero": "zero %", "undefined": "n/a %"}


def sweep_as_json(results: Sequence[Result]) -> str:
    """A list of objects, one a system and threshold; NaN is null."""
    return _json(_object(result) | {"epsilon": result.metric.epsilon} for result in results)


def sweep_as_tsv(results: Sequence[Result]) -> str:
    """One row a system and threshold; every digit, NaN is ``nan``."""
    rows = [["epsilon", "system", "score", "signature"]]
    rows += [[repr(r.metric.epsilon), r.system, repr(r.score), r.signature] for r in results]
    return _tsv(rows)


def sweep_as_table(results: Sequence[Result]) -> str:
    """Thresholds by systems, ``*`` beside the best of each threshold."""
    marked = ["* the best of its row"] if len(_systems(results)) > 1 else []
    thresholds = _thresholds(results, "simple", "{} *", "{}  ", str)
    return _stripped("\n".join([thresholds, "", *marked, _without("epsilon", results[0].signature)]))


def sweep_as_latex(results: Sequence[Result]) -> str:
    """The same as a LaTeX tabular, the best in bold, the signature as a comment."""
    thresholds = _thresholds(results, "latex_raw", r"\textbf{{{}}}", "{}", _escape)
    return f"{thresholds}\n% {_without('epsilon', results[0].signature)}"


SWEEP_FORMATS: dict[str, Callable[[Sequence[Result]], str]] = {
    "table": sweep_as_table,
    "json": sweep_as_json,
    "tsv": sweep_as_tsv,
    "latex": sweep_as_latex,
}


def _json(objects: Iterable[dict]) -> str:
    return json.dumps(list(objects), ensure_ascii=False, indent=2, allow_nan=False)


def _tsv(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("\t".join(row) for row in rows)


def _stripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


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


def _systems(results: Sequence[Result] | Sequence[Smoothed]) -> list[str]:
    return list(dict.fromkeys(result.system for result in results))


def _signatures(results: Sequence[Result]) -> dict[str, str]:
    return {result.metric.label: result.signature for result in results}


def _corpus(results: Sequence[Result], style: str, best: str, other: str, escape: Callable[[str], str]) -> str:
    systems = _systems(results)
    scores = {(result.metric.label, result.system): result.score for result in results}
    columns = []
    for metric in {result.metric.label: result.metric for result in results}.values():
        values = [scores[metric.label, system] for system in systems]
        columns.append(_framed(values, metric.higher_is_better, best, other))
    rows = list(zip(map(escape, systems), *columns, strict=True))
    return _table(rows, ["system", *map(escape, _signatures(results))], style, n_left=1)


def _methods(
    results: Sequence[Smoothed], style: str, best: str, other: str, escape: Callable[[str], str], between: str
) -> str:
    """One row a method, four columns a system; ``between`` parts a system's name from what the column holds."""
    by_method = defaultdict(list)
    for result in results:
        by_method[result.outcome.dialect, result.outcome.method].append(result.outcome)
    rows = []
    for method, found in by_method.items():
        columns = (
            _framed([outcome.corpus for outcome in found], True, best, other),
            _framed([outcome.document for outcome in found], True, best, other),
            [_rounded(100 * outcome.zero) for outcome in found],
            [_rounded(100 * outcome.undefined) for outcome in found],
        )
        rows.append([*method, *chain.from_iterable(zip(*columns, strict=True))])
    headers = [f"{escape(system)}{between}{escape(m)}" for system in _systems(results) for m in _MEASURES.values()]
    return _table(rows, ["dialect", "smoothing", *headers], style, n_left=2)


def _notes(results: Sequence[Smoothed]) -> list[str]:
    """What the columns hold, and the signature without what differs, smoothing and effective order."""
    return [
        "BLEU: of the summed counts; document: mean of segment scores weighted by reference length, n/a left out",
        "zero and n/a: segments that score 0, and segments to which the method gives no score",
        _without("eff|smooth", results[0].signature),
    ]


def _without(part: str, signature: str) -> str:
    return re.sub(rf"\|(?:{part}):[^|]*", "", signature)


def _thresholds(results: Sequence[Result], style: str, best: str, other: str, escape: Callable[[str], str]) -> str:
    """One row a threshold, one column a system."""
    by_epsilon = defaultdict(list)
    for result in results:
        by_epsilon[result.metric.epsilon].append(result.score)
    rows = [[repr(epsilon), *_framed(scores, True, best, other)] for epsilon, scores in by_epsilon.items()]
    return _table(rows, ["epsilon", *map(escape, _systems(results))], style, n_left=0)


def _framed(values: Sequence[float], higher_is_better: bool, best: str, other: str) -> list[str]:
    """Rounded, the best of several in the frame ``best``, the rest in ``other``."""
    defined = [value for value in values if not np.isnan(value)]
    winner = (max if higher_is_better else min)(defined, default=np.nan)
    frames = [best if len(values) > 1 and value == winner else other for value in values]
    return [frame.format(_rounded(value)) for frame, value in zip(frames, values, strict=True)]


def _table(rows: Sequence[Sequence[str]], headers: Sequence[str], style: str, n_left: int) -> str:
    """Text to the left in the first columns, numbers to the right in the others."""
    from tabulate import tabulate

    alignment = ["left"] * n_left + ["right"] * (len(headers) - n_left)
    return tabulate(rows, headers, style, disable_numparse=True, colalign=alignment, preserve_whitespace=True)


def _segments(results: Sequence[Result], style: str, escape: Callable[[str], str]) -> list[str]:
    """One table with a row a segment, if segments were asked for."""
    if results[0].segments is None:
        return []
    several = len(_systems(results)) > 1
    headers, columns = ["segment"], []
    for result in results:
        for name, values in _segment_columns(result, _rounded):
            words = (result.system if several else "", result.metric.label, name.replace("_", " "))
            headers.append(escape(" ".join(filter(None, words))))
            columns.append(values)
    return [_table(_numbered(columns), headers, style, n_left=0)]


def _segment_columns(result: Result, shown: Callable[[float], str]) -> Iterator[tuple[str, list[str]]]:
    """One text a segment: the scores, under no name, then each statistic that the metric wants beside them."""
    yield "", [shown(score) for score in result.segment_scores.tolist()]
    for name in result.metric.segment_statistics:
        values = result.segments[:, result.metric.statistic_names.index(name)]
        yield name, [f"{value:g}" for value in values.tolist()]


def _numbered(columns: Iterable[Sequence[str]]) -> list[list[str]]:
    """Columns as rows, each begun by its number, from 1."""
    return [[str(number), *row] for number, row in enumerate(zip(*columns, strict=True), 1)]


def _rounded(score: float) -> str:
    return "n/a" if np.isnan(score) else f"{score:.2f}"


_SPECIAL = str.maketrans(
    {character: "\\" + character for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def _escape(text: str) -> str:
    return text.translate(_SPECIAL)
