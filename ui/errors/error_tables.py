"""The page Errors' table of kinds and systems as plain data, its sentences, and tables for downloads. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, fields
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from scoring import TestSet
from scoring.judgments import Annotation
from scoring.output.latex import Best
from scoring.output.markup import html
from scoring.output.numbers import fixed, write_interval
from scoring.studies import error_kinds
from scoring.studies.error_kinds import (
    DECIMALS,
    DifferingPair,
    ErrorCounts,
    ErrorKinds,
    counted_segments_words,
    rate,
)
from scoring.studies.translator_tables import error_records
from scoring.text.tokenizers import find_tokenizer
from ui.errors.jobs import segments_address
from ui.kit.exports import PaperTable

FEWEST_SIGN, MOST_SIGN = "▼", "▲"
MAX_MARKED = 2
"""Most systems that are marked for the fewest, or the most, errors; if more tie, none is marked."""
TINY = 1e-9
FITTING = 5
"""Number of columns of the table that fit any window."""


def marked_errors_table(test_set: TestSet, annotation: Annotation) -> pd.DataFrame:
    """Return one row for each error, with source, output and references, for downloads by translators."""
    return pd.DataFrame(error_records(test_set, [annotation]))


def systems_by_errors(counts: ErrorCounts, shown: Sequence[str]) -> list[int]:
    """Return the places of the systems shown, the system with the fewest errors first."""
    places = [place for place, system in enumerate(counts.systems) if system in shown]
    totals = np.nan_to_num(counts.densities[:, 0], nan=np.inf)
    return sorted(places, key=lambda place: (totals[place], counts.systems[place]))


def cells(
    counts: ErrorCounts, tested: ErrorKinds | None, shown: Sequence[str], colors: Mapping[str, str]
) -> dict[str, Any]:
    """Return the data of ui/errors/heat.js: systems, and a row for each kind, all kinds together first.

    Intervals, and marks of the fewest and the most, exist once the differences are ``tested``. A cell's ``share``, 0-1,
    is relative to the largest rate of a single kind; in the first row, of that row.
    """
    places = systems_by_errors(counts, shown)
    differing = set() if tested is None else {(pair.kind, pair.fewer, pair.more) for pair in tested.differing(shown)}
    largest = _largest(counts.densities[places][:, 1:]), _largest(counts.densities[places][:, :1])
    rows = []
    for kind, name in enumerate(counts.kinds):
        of, _, short = name.rpartition("/")
        rows.append(
            {"kind": short or name, "of": of, "cells": _row(counts, tested, places, kind, largest[not kind], differing)}
        )
    systems = [{"name": counts.systems[place], "color": colors[counts.systems[place]]} for place in places]
    return {"systems": systems, "rows": rows}


def _largest(densities: np.ndarray) -> float:
    return float(np.nanmax(densities, initial=0.0))


def _row(
    counts: ErrorCounts,
    tested: ErrorKinds | None,
    places: Sequence[int],
    kind: int,
    largest: float,
    differing: Collection[tuple[str, str, str]],
) -> list[dict[str, Any]]:
    values = counts.densities[places, kind]
    row = []
    names = [counts.systems[place] for place in places]
    marks = _marks(values, names, {(fewer, more) for of, fewer, more in differing if of == counts.kinds[kind]})
    for place, value, mark in zip(places, values, marks, strict=True):
        share = round(float(value) / largest, 3) if largest and not np.isnan(value) else 0.0
        leads = segments_address(counts.counted[kind], counts.systems[place], "") is not None
        about = _hover_text(counts, tested, place, kind, mark)
        text = f"{rate(value)} ({_count(counts, place, kind)})" if len(places) <= FITTING else rate(value)
        row.append({"text": text, "share": share, "mark": mark, "about": about, "leads": leads})
    return row


def _count(counts: ErrorCounts, place: int, kind: int) -> str:
    """Return the number of errors, which need not be whole if several annotators judged a segment."""
    n_errors = float(counts.sums[place, kind])
    return f"{n_errors:,.0f}" if n_errors.is_integer() else f"{n_errors:,.1f}"


def _marks(values: np.ndarray, names: Sequence[str], differing: Collection[tuple[str, str]]) -> list[str]:
    """Return marks for the fewest and the most; none if many systems tie or the ends do not differ significantly."""
    printed = [rate(value) for value in values]
    defined = values[~np.isnan(values)]
    if not len(defined):
        return [""] * len(printed)
    highest, lowest = rate(defined.max()), rate(defined.min())
    ends = ([name for name, text in zip(names, printed, strict=True) if text == end] for end in (lowest, highest))
    if not {*product(*ends)} <= {*differing}:
        return [""] * len(printed)
    stands_out = {text for text in (highest, lowest) if highest != lowest and printed.count(text) <= MAX_MARKED}
    of = {lowest: FEWEST_SIGN} | ({} if highest == rate(TINY) else {highest: MOST_SIGN})
    return [of.get(text, "") if text in stands_out else "" for text in printed]


def _hover_text(counts: ErrorCounts, tested: ErrorKinds | None, place: int, kind: int, mark: str) -> str:
    """Return the text that is shown when a cell is pointed at."""
    n_errors, n_words = counts.sums[place, [kind, -1]]
    text = f"{counts.systems[place]}, {counts.kinds[kind]}: {rate(counts.densities[place, kind])} per 1,000 words"
    if tested is not None:
        low, high = tested.intervals[place, kind]
        text += f"\n{write_interval(low, high, partial(fixed, decimals=DECIMALS))}"
    note = {FEWEST_SIGN: "\nThe fewest of this kind", MOST_SIGN: "\nThe most of this kind"}.get(mark, "")
    return f"{text}\n{n_errors:,.4g} errors in {n_words:,.0f} words{note}"


def error_counting_note(
    counts: ErrorCounts, tokenize: str, *, are_marks: bool = False, are_counts: bool = False
) -> str:
    """Return a note on the rates, on the marks, and on the numbers of errors, if these are shown."""
    marks = f"{MOST_SIGN} {FEWEST_SIGN}: significantly most, fewest. " * are_marks
    numbers = "In brackets: errors. " * are_counts
    return f"{rates_note(counts, tokenize)} {numbers}{marks}Click to read."


def rates_note(counts: ErrorCounts, tokenize: str) -> str:
    """Return a note on the unit of the rates, and on the segments that count if not all do."""
    cut_by = f"tokenizer {find_tokenizer(tokenize).name}"
    return f"Per 1,000 words ({cut_by}). {counted_segments_words(counts)}".rstrip()


def has_marks(payload: Mapping[str, Any]) -> bool:
    """Return whether any cell of the payload is marked as the fewest or the most."""
    return any(cell["mark"] for row in payload["rows"] for cell in row["cells"])


def scroll_note(n_columns: int) -> str:
    """Return a note if there are more columns than a narrow window shows, else an empty text."""
    return " Narrow windows scroll sideways." * (n_columns > FITTING)


# --- who differs ---


def difference_list(pairs: Sequence[DifferingPair], n_pairs: int) -> Markup:
    """Return an HTML list with one sentence for each of the first kinds that differ."""
    items = (
        Markup("<li>{}</li>").format(html.sentence_html(sentence))
        for sentence in error_kinds.difference_sentences(pairs, n_pairs)
    )
    return html.page(Markup('<ul class="differing">{}</ul>').format(Markup("").join(items)))


def differing_table(pairs: Sequence[DifferingPair]) -> pd.DataFrame:
    """Return a row for each pair of systems and kind that differ significantly."""
    columns = [field.name for field in fields(DifferingPair) if field.name != "is_least_p"]
    return pd.DataFrame([asdict(pair) for pair in pairs], columns=columns)


def corrected_p_cells(pairs: Sequence[DifferingPair]) -> dict[str, list[str]]:
    """Return the corrected p-values of ``differing_table`` as text."""
    return {"p_adjusted": [pair.written_p for pair in pairs]}


def rates_table(counts: ErrorCounts, tested: ErrorKinds | None, shown: Sequence[str]) -> pd.DataFrame:
    """Return one row for each kind and system, for downloads."""
    places = systems_by_errors(counts, shown)
    rows = []
    for kind, name in enumerate(counts.kinds):
        for place in places:
            ends = {} if tested is None else dict(zip(("low", "high"), tested.intervals[place, kind], strict=True))
            of = {"kind": name, "system": counts.systems[place], "per 1,000 words": counts.densities[place, kind]}
            rows.append(of | ends | {"errors": counts.sums[place, kind], "words": counts.sums[place, -1]})
    return pd.DataFrame(rows)


def rates_by_system(counts: ErrorCounts, shown: Sequence[str]) -> pd.DataFrame:
    """Return a row for each system, the fewest errors first, and a column for each kind, as papers print them."""
    places = systems_by_errors(counts, shown)
    rates = {name: counts.densities[places, kind] for kind, name in enumerate(counts.kinds)}
    return pd.DataFrame({"system": [counts.systems[place] for place in places]} | rates)


def rates_as_printed(counts: ErrorCounts, shown: Sequence[str]) -> dict[str, list[str]]:
    """Return the cells of ``rates_by_system`` by kind, the fewest in bold unless all are equal."""
    printed = {
        name: [*map(rate, column)] for name, column in rates_by_system(counts, shown).items() if name != "system"
    }
    places = systems_by_errors(counts, shown)
    printed_cells = {}
    for kind, name in enumerate(counts.kinds):
        fewest = rate(np.nanmin(counts.densities[places, kind], initial=np.inf))
        is_told = len(places) > 1 and {*printed[name]} != {fewest}
        printed_cells[name] = [Best(text) if is_told and text == fewest else text for text in printed[name]]
    return printed_cells


def printed_rates(
    counts: ErrorCounts,
    tested: ErrorKinds | None,
    shown: Sequence[str],
    request: error_kinds.ErrorKindsRequest,
    of_set: str,
) -> PaperTable:
    """Return ``rates_by_system`` with its caption, and a note on how many pairs differ once that is ``tested``."""
    notes = [*filter(None, [error_kinds.source_issue_sentence(counts, shown)])]
    if tested is not None and tested.n_tested:
        test = error_kinds.difference_test_note(tested, has_intervals=False)
        notes += [error_kinds.differing_pairs_sentence(tested, shown), test]
    cells, caption = rates_as_printed(counts, shown), error_kinds.rates_caption(counts, request, of_set)
    return PaperTable(rates_by_system(counts, shown), cells, caption=caption, notes=notes)


# --- does BLEU see it? ---


def error_words_html(error_words: error_kinds.ErrorWords) -> Markup:
    """Return how many words inside and outside errors a reference has: alone, and next to the same neighbour."""
    statement = html.sentence_html(error_kinds.marked_word_sentence(error_words))
    head = "", "words", "in a reference", "with a neighbour"
    rows = [
        html.html_row([name, f"{side.words:,}", _share(side.single, side), _share(side.paired, side)])
        for name, side in (("inside errors", error_words.inside), ("outside", error_words.outside))
    ]
    return Markup('<p class="statement">{}</p>{}').format(statement, html.html_table(head, rows, "error-words"))


def segment_error_words_html(error_words: error_kinds.ErrorWords) -> Markup:
    """Return a paragraph on the words inside and outside errors of one segment."""
    return html.sentences_html([error_kinds.in_one_segment(error_words)])


def _share(part: int, side: error_kinds.WordMatches) -> Markup:
    width = 100 * part / side.words if side.words else 0.0
    return Markup('<span class="share" style="--share:{}%"></span>{}').format(
        f"{width:.1f}", error_kinds.format_percentage(part, side.words)
    )
