"""Scores of systems, and of their segments, as text. Nothing is computed here but what is best."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ...counting.arrays import Floats
from ...metric import Metric
from ...origins import DOCUMENT, SEGMENT
from ...output.json_values import number_or_none
from ...output.latex import comments
from ...output.numbers import write_interval
from ...output.plain_tables import without_trailing_blanks
from .layout import LATEX, PLAIN, Style, each_once, json_list, rounded, tsv


@dataclass(frozen=True)
class BootstrapInterval:
    """The 95 % interval of a score, NaN where there is none, and how it was drawn."""

    low: float
    high: float
    trials: int
    seed: int


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
    interval: BootstrapInterval | None = None
    """None unless it was asked for"""
    documents: tuple[str, ...] | None = None
    """The names of what segments are, if these are whole documents; else None"""
    width: int | None = None
    """Digits behind the point in tables; None for the metric's own"""

    @property
    def score(self) -> float:
        return float(self.metric.score(self.statistics))

    @property
    def decimals(self) -> int:
        """Digits behind the point in tables."""
        return self.metric.decimals if self.width is None else self.width

    @property
    def parts(self) -> dict[str, float | list[float]]:
        """As of ``Metric.score_parts``."""
        return self.metric.score_parts(self.statistics)

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
        rows = [[_unit(results), *heads], *_labelled(values, results)]
    return tsv(rows)


def as_table(results: Sequence[Result]) -> str:
    """Systems by metrics, ``*`` beside the best of each metric, signatures beneath; then the segments."""
    marked = ["* the best of its metric"] if len(each_once(results)) > 1 else []
    tables = [_corpus(results, PLAIN), *_parts(results)]
    return without_trailing_blanks(
        "\n\n".join([*tables, "\n".join(marked + _signatures(results)), *_segments(results, PLAIN)])
    )


def as_latex(results: Sequence[Result]) -> str:
    """The same as a LaTeX tabular, the best in bold, signatures as comments."""
    corpus = f"{_corpus(results, LATEX)}\n{comments(_signatures(results))}"
    return "\n\n".join([corpus, *_segments(results, LATEX)])


def as_sacrebleu_lines(results: Sequence[Result]) -> str:
    """A line a metric and system, or a segment, as ``sacrebleu --format text`` has for one system.

    Lines of several systems begin with the system's name.
    """
    several = len(each_once(results)) > 1
    lines = []
    for result in results:
        named = f"{result.system}: " if several else ""
        for row in _rows_shown(result):
            said = f"{result.metric.full_name}|{result.signature} = {_one_score(result, row)}{_interval_words(result)}"
            lines.append(f"{named}{said}{_verbose(result.metric, row)}")
    return "\n".join(lines)


def as_numbers(results: Sequence[Result]) -> str:
    """Scores alone, a line each, in the order of metrics, then systems, then segments."""
    rows = ((result, row) for result in results for row in _rows_shown(result))
    return "\n".join(_one_score(result, row) for result, row in rows)


LENGTH = "_length"
"""The end of the names of lengths, among the parts of a score."""
SACREBLEU_LINES = "text"
"""sacreBLEU's name of its lines."""
SHORT_NAMES = {
    "nrefs": "#",
    "seed": "rs",
    "case": "c",
    "eff": "e",
    "smooth": "s",
    "space": "s",
    "norm": "nr",
    "punct": "pn",
    "asian": "as",
    "version": "v",
}
"""Parts of signatures -> sacreBLEU's short names of them; others stay."""
SHORT_NAMES_OF = {"ter": {"tok": "t"}}
"""Metric -> parts that sacreBLEU shortens in its signatures only."""
FORMATS: dict[str, Callable[[Sequence[Result]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
    SACREBLEU_LINES: as_sacrebleu_lines,
}


def short_signature(metric: str, signature: str) -> str:
    """Return the signature of a metric, by its key in METRICS, with sacreBLEU's short names of its parts.

    >>> short_signature("bleu", "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:BLEUscope-0.1.0")
    '#:1|c:mixed|e:no|tok:13a|s:exp|v:BLEUscope-0.1.0'
    """
    names = SHORT_NAMES | SHORT_NAMES_OF.get(metric, {})
    parts = (part.partition(":") for part in signature.split("|"))
    return "|".join(f"{names.get(name, name)}{colon}{value}" for name, colon, value in parts)


def insert_parts(signature: str, *parts: str) -> str:
    """Return a signature with more parts behind its first one, where sacreBLEU has those of resamples.

    >>> insert_parts("nrefs:1|case:mixed", "bs:1000", "seed:1")
    'nrefs:1|bs:1000|seed:1|case:mixed'
    """
    first, *rest = signature.split("|")
    return "|".join([first, *parts, *rest])


def as_object(result: Result) -> dict[str, object]:
    """Fit for JSON, with the statistics by their names."""
    metric = result.metric
    found: dict[str, object] = {
        "metric": metric.name,
        "name": metric.full_name,
        "system": result.system,
        "score": number_or_none(result.score),
        "signature": result.signature,
        "higher_is_better": metric.higher_is_better,
        **{name: _part_of_json(name, value) for name, value in result.parts.items()},
        "statistics": _named(metric, result.statistics),
    }
    if result.interval is not None:
        interval = result.interval
        found |= {"ci_low": number_or_none(interval.low), "ci_high": number_or_none(interval.high)}
        found |= {"trials": interval.trials, "seed": interval.seed}
    if result.segments is not None:
        scores = result.segment_scores.tolist()
        found["segments"] = [
            {"score": number_or_none(score), **_named(metric, row)}
            for score, row in zip(scores, result.segments, strict=True)
        ]
    if result.documents is not None:
        found["documents"] = list(result.documents)
    return found


def _part_of_json(name: str, value: float | list[float]) -> object:
    if isinstance(value, list):
        return [number_or_none(number) for number in value]
    return int(value) if name.endswith(LENGTH) else number_or_none(value)


def _named(metric: Metric, statistics: Floats) -> dict[str, int | float | None]:
    values = zip(metric.statistic_names, statistics.tolist(), strict=True)
    return {name: int(value) if value.is_integer() else number_or_none(value) for name, value in values}


def _signatures(results: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(f"{result.metric.full_name}: {result.signature}" for result in results))


def _corpus(results: Sequence[Result], style: Style) -> str:
    systems = each_once(results)
    by_metric: dict[str, dict[str, Result]] = {}
    for result in results:
        by_metric.setdefault(result.metric.full_name, {})[result.system] = result
    headers, columns = ["system"], [systems]
    for title, of_systems in by_metric.items():
        found = [of_systems[system] for system in systems]
        metric, decimals = found[0].metric, found[0].decimals
        headers.append(title)
        columns.append(style.scores([result.score for result in found], metric.higher_is_better, decimals))
        if found[0].interval is not None:
            headers += ["low", "high"]
            ends = [(of.interval.low, of.interval.high) for of in found if of.interval is not None]
            columns += [[rounded(end, decimals) for end in side] for side in zip(*ends, strict=True)]
    return style.table(headers, list(zip(*columns, strict=True)), n_left=1)


def _parts(results: Sequence[Result]) -> list[str]:
    """For each metric whose scores are made of parts a table of them: BLEU's precisions, penalty and lengths."""
    by_metric: dict[str, list[tuple[str, dict[str, float | list[float]]]]] = {}
    for result in results:
        if parts := result.parts:
            by_metric.setdefault(result.metric.full_name, []).append((result.system, parts))
    return [
        PLAIN.table(
            ["system", *_part_headers(title, rows[0][1])],
            [[system, *(_written_part(name, value) for name, value in parts.items())] for system, parts in rows],
            n_left=1,
        )
        for title, rows in by_metric.items()
    ]


def _part_headers(title: str, parts: Iterable[str]) -> list[str]:
    first, *others = (name.replace("_", " ") for name in parts)
    return [f"{title} {first}", *others]


def _written_part(name: str, value: float | list[float]) -> str:
    """As sacreBLEU writes it: percentages by one digit, lengths whole, other numbers by three digits."""
    if isinstance(value, list):
        return "/".join(rounded(number, 1) for number in value)
    return rounded(value, 0 if name.endswith(LENGTH) else 3)


def _verbose(metric: Metric, statistics: Floats) -> str:
    """Precisions, penalty and lengths as sacreBLEU writes them after BLEU; nothing for other metrics."""
    parts = {name: _written_part(name, value) for name, value in metric.score_parts(statistics).items()}
    if not parts:
        return ""
    return (
        f" {parts['precisions']} (BP = {parts['brevity_penalty']} ratio = {parts['length_ratio']}"
        f" hyp_len = {parts['hypothesis_length']} ref_len = {parts['reference_length']})"
    )


def _rows_shown(result: Result) -> Sequence[Floats]:
    """The statistics of each segment, if segments were asked for, else of the whole."""
    return [result.statistics] if result.segments is None else list(result.segments)


def _one_score(result: Result, statistics: Floats) -> str:
    return rounded(float(result.metric.score(statistics)), result.decimals)


def _interval_words(result: Result) -> str:
    """The interval in brackets, if it was asked for."""
    if result.interval is None:
        return ""
    return f" ({write_interval(result.interval.low, result.interval.high, lambda end: rounded(end, result.decimals))})"


def _segments(results: Sequence[Result], style: Style) -> list[str]:
    """One table with a row a segment, if segments were asked for."""
    if results[0].segments is None:
        return []
    several = len(each_once(results)) > 1
    headers, columns = [_unit(results)], []
    for result in results:
        for name, values in _segment_columns(
            result, partial(rounded, decimals=2 if result.width is None else result.width)
        ):
            words = (result.system if several else "", result.metric.full_name, name.replace("_", " "))
            headers.append(" ".join(filter(None, words)))
            columns.append(values)
    return [style.table(headers, _labelled(columns, results), n_left=0)]


def _segment_columns(result: Result, shown: Callable[[float], str]) -> Iterator[tuple[str, list[str]]]:
    """Name and texts, one a segment: the scores, whose name is empty, then each of the ``segment_statistics``."""
    yield "", [shown(score) for score in result.segment_scores.tolist()]
    for name in result.metric.segment_statistics:
        yield name, [f"{value:g}" for value in result.segment_statistic(name).tolist()]


def _unit(results: Sequence[Result]) -> str:
    """What a row of the table of segments is."""
    return SEGMENT if results[0].documents is None else DOCUMENT


def _labelled(columns: Iterable[Sequence[str]], results: Sequence[Result]) -> list[list[str]]:
    """Columns as rows, each begun by its number, from 1, or by the name of its document."""
    documents = results[0].documents
    return [
        [str(at + 1) if documents is None else documents[at], *row] for at, row in enumerate(zip(*columns, strict=True))
    ]
