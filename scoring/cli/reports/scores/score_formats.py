"""Tables of the scores of systems and of segments; only the best score is determined here."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ....judgments.score_coverage import n_shared_segments, name_with_base, unequal_coverage
from ....output.latex import comments
from ....output.plain_tables import without_trailing_blanks
from ....output.sentence import name_list
from ..layout import LATEX, PLAIN, Style, format_score_cell, unique_system_names
from .printed_scores import PrintedScore, labelled_rows, segment_unit, written_part
from .sacrebleu_lines import SACREBLEU_LINES, as_sacrebleu_lines
from .score_records import as_json, as_tsv

MAX_DOUBTFUL = 3
"""Largest number of doubtful systems that are named."""


def as_table(results: Sequence[PrintedScore]) -> str:
    """Return a table of systems by metrics, ``*`` at the best of each metric, then signatures and segments."""
    marked = [_asterisk_note(results)] if len(unique_system_names(results)) > 1 else []
    tables = [_corpus(results, PLAIN), *_parts(results)]
    return without_trailing_blanks(
        "\n\n".join([*tables, "\n".join(marked + _signatures(results)), *_segments(results, PLAIN)])
    )


def _asterisk_note(results: Sequence[PrintedScore]) -> str:
    """Return a note on the meaning of ``*``, with the systems that are doubtful or have other quotation marks."""
    doubtful = list(dict.fromkeys(result.system for result in results if result.is_doubtful))
    quoting = dict.fromkeys(result.system for result in results if result.has_other_quotes)
    unlike = [name for name in quoting if name not in doubtful]
    phrases = [
        f"{name_list(names, MAX_DOUBTFUL)} {verbs[len(names) > 1]}"
        for names, verbs in (
            (doubtful, ("is doubtful", "are doubtful")),
            (unlike, ("has other quotation marks", "have other quotation marks")),
        )
        if names
    ]
    return (
        f"* the best of its metric{'; ' if phrases else ''}{', '.join(phrases)}{': read the notes' if phrases else ''}"
    )


def as_latex(results: Sequence[PrintedScore]) -> str:
    """Return the scores of systems and segments as LaTeX tabulars, the best in bold, signatures as comments."""
    corpus = f"{_corpus(results, LATEX)}\n{comments(_signatures(results))}"
    return "\n\n".join([corpus, *_segments(results, LATEX)])


FORMATS: dict[str, Callable[[Sequence[PrintedScore]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
    SACREBLEU_LINES: as_sacrebleu_lines,
}


def _signatures(results: Sequence[PrintedScore]) -> list[str]:
    """Return the signature of each metric; with the systems' names where systems have different signatures."""
    signed: dict[str, dict[str, list[str]]] = {}
    for result in results:
        signed.setdefault(result.metric.full_name, {}).setdefault(result.signature, []).append(result.system)
    return [
        f"{title} of {', '.join(systems)}: {signature}" if len(by_signature) > 1 else f"{title}: {signature}"
        for title, by_signature in signed.items()
        for signature, systems in by_signature.items()
    ]


def _corpus(results: Sequence[PrintedScore], style: Style) -> str:
    systems = unique_system_names(results)
    by_metric: dict[str, dict[str, PrintedScore]] = {}
    for result in results:
        by_metric.setdefault(result.metric.full_name, {})[result.system] = result
    headers, columns = ["system"], [systems]
    for title, of_systems in by_metric.items():
        shown = [of_systems[system] for system in systems]
        metric, decimals = shown[0].metric, shown[0].decimals
        rows = {result.system: result.score_result.statistics for result in shown}
        unequal = unequal_coverage(metric, rows)
        headers.append(title if unequal else name_with_base(title, n_shared_segments(metric, rows)))
        if unequal is None:
            ranked = [result.score for result in shown if result.is_ranked]
            marked = iter(style.scores(ranked, metric.higher_is_better, decimals))
            columns.append(
                [
                    next(marked) if one.is_ranked else style.other(format_score_cell(one.score, decimals))
                    for one in shown
                ]
            )
        else:
            headers.append("segments")
            columns.append([style.other(format_score_cell(result.score, decimals)) for result in shown])
            columns.append([f"{unequal.counts.get(system, 0):,}" for system in systems])
        if shown[0].has_interval:
            headers += ["low", "high"]
            ends = (result.score_result.interval for result in shown)
            columns += [[format_score_cell(end, decimals) for end in side] for side in zip(*ends, strict=True)]
    return style.table(headers, list(zip(*columns, strict=True)), n_left=1)


def _parts(results: Sequence[PrintedScore]) -> list[str]:
    """Return a table of the parts of each metric's scores, such as BLEU's precisions, penalty and lengths."""
    by_metric: dict[str, list[tuple[str, dict[str, float | list[float]]]]] = {}
    for result in results:
        if parts := result.score_result.parts:
            by_metric.setdefault(result.metric.full_name, []).append((result.system, parts))
    return [
        PLAIN.table(
            ["system", *_part_headers(title, rows[0][1])],
            [[system, *(written_part(name, value) for name, value in parts.items())] for system, parts in rows],
            n_left=1,
        )
        for title, rows in by_metric.items()
    ]


def _part_headers(title: str, parts: Iterable[str]) -> list[str]:
    first, *others = (name.replace("_", " ") for name in parts)
    return [f"{title} {first}", *others]


def _segments(results: Sequence[PrintedScore], style: Style) -> list[str]:
    """Return a table with a row for each segment, if segments were asked for."""
    if not results[0].has_segments:
        return []
    several = len(unique_system_names(results)) > 1
    headers, columns = [segment_unit(results)], []
    for result in results:
        write = partial(format_score_cell, decimals=2 if result.width is None else result.width)
        for name, values in result.segment_columns(write):
            words = (result.system if several else "", result.metric.full_name, name.replace("_", " "))
            headers.append(" ".join(filter(None, words)))
            columns.append(values)
    return [style.table(headers, labelled_rows(columns, results), n_left=0)]
