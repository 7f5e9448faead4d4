"""Scores as sacreBLEU prints them: its lines, numbers alone, and its short signatures."""

from collections.abc import Sequence

from ....counting.arrays import Floats
from ....metric import Metric
from ....output.numbers import write_interval
from ..layout import format_score_cell, unique_system_names
from .printed_scores import PrintedScore, written_part

SACREBLEU_LINES = "text"
"""Name that sacreBLEU gives to its format of lines."""
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
"""Short names that sacreBLEU has for parts of signatures; other parts keep their names."""
SHORT_NAMES_OF = {"ter": {"tok": "t"}}
"""Short names that sacreBLEU has in the signatures of one metric only, by metric."""


def as_sacrebleu_lines(results: Sequence[PrintedScore]) -> str:
    """Return a line for each score of a system or segment, as ``sacrebleu --format text`` has for one system.

    Lines of several systems begin with the system's name.
    """
    several = len(unique_system_names(results)) > 1
    lines = []
    for result in results:
        prefix = f"{result.system}: " if several else ""
        for row in result.rows:
            score_text = f"{result.metric.full_name}|{result.signature} = {result.format_row(row)}{_interval(result)}"
            lines.append(f"{prefix}{score_text}{_verbose(result.metric, row)}")
    return "\n".join(lines)


def as_numbers(results: Sequence[PrintedScore]) -> str:
    """Return the scores alone, one a line, in the order of metrics, then systems, then segments."""
    return "\n".join(result.format_row(row) for result in results for row in result.rows)


def short_signature(metric: str, signature: str) -> str:
    """Return the signature of a metric, by its key in METRICS, with sacreBLEU's short names of its parts.

    >>> short_signature("bleu", "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:BLEUscope-0.1.0")
    '#:1|c:mixed|e:no|tok:13a|s:exp|v:BLEUscope-0.1.0'
    """
    names = SHORT_NAMES | SHORT_NAMES_OF.get(metric, {})
    parts = (part.partition(":") for part in signature.split("|"))
    return "|".join(f"{names.get(name, name)}{colon}{value}" for name, colon, value in parts)


def insert_parts(signature: str, *parts: str) -> str:
    """Return a signature with more parts after its first part, where sacreBLEU has the parts about resamples.

    >>> insert_parts("nrefs:1|case:mixed", "bs:1000", "seed:1")
    'nrefs:1|bs:1000|seed:1|case:mixed'
    """
    first, *rest = signature.split("|")
    return "|".join([first, *parts, *rest])


def _interval(result: PrintedScore) -> str:
    """Return the interval in brackets; empty unless it was asked for."""
    if not result.has_interval:
        return ""
    return f" ({write_interval(*result.score_result.interval, lambda end: format_score_cell(end, result.decimals))})"


def _verbose(metric: Metric, statistics: Floats) -> str:
    """Return precisions, penalty and lengths as sacreBLEU writes them after BLEU; empty for other metrics."""
    parts = {name: written_part(name, value) for name, value in metric.score_parts(statistics).items()}
    if not parts:
        return ""
    return (
        f" {parts['precisions']} (BP = {parts['brevity_penalty']} ratio = {parts['length_ratio']}"
        f" hyp_len = {parts['hypothesis_length']} ref_len = {parts['reference_length']})"
    )
