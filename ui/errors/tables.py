"""The page Errors' table of kinds and systems as plain data, its sentences, and tables to take away. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from scoring.analysis.error_kinds import Differing, ErrorKinds
from scoring.analysis.found_words import Found, Seen
from scoring.formats.columns import counted
from scoring.judgments.error_density import ErrorCounts
from scoring.markup import html
from scoring.markup.html import bold
from scoring.numbers import LEVEL, MISSING, fixed, interval, probability
from ui.errors.asked import segments_of

DECIMALS = 1
FEWEST, MOST = "▼", "▲"
MOST_MARKED = 2
"""Systems that have the fewest or the most; where more do, none stands out."""
TINY = 1e-9
FITTING = 6
"""Columns of the table that any window has room for."""
KINDS_SAID = 5


def order(counts: ErrorCounts, shown: Sequence[str]) -> list[int]:
    """The places of the systems shown, those with the fewest errors first."""
    places = [place for place, system in enumerate(counts.systems) if system in shown]
    totals = np.nan_to_num(counts.densities[:, 0], nan=np.inf)
    return sorted(places, key=lambda place: (totals[place], counts.systems[place]))


def cells(
    counts: ErrorCounts, tested: ErrorKinds | None, shown: Sequence[str], colors: Mapping[str, str]
) -> dict[str, Any]:
    """What ui/errors/heat.js draws: systems, and a row for each kind, the sum of all kinds first.

    Intervals are there once all is ``tested``. A cell's ``share``, 0-1, is that of the largest number of all kinds; in
    the first row, of that row.
    """
    places = order(counts, shown)
    largest = _largest(counts.densities[places][:, 1:]), _largest(counts.densities[places][:, :1])
    return {
        "systems": [{"name": counts.systems[place], "color": colors[counts.systems[place]]} for place in places],
        "rows": [
            {
                "kind": short_kind(name),
                "of": name.rpartition("/")[0],
                "cells": _row(counts, tested, places, kind, largest[not kind]),
            }
            for kind, name in enumerate(counts.kinds)
        ],
    }


def _largest(densities: np.ndarray) -> float:
    return float(np.nanmax(densities, initial=0.0))


def _row(
    counts: ErrorCounts, tested: ErrorKinds | None, places: Sequence[int], kind: int, largest: float
) -> list[dict[str, Any]]:
    values = counts.densities[places, kind]
    marks = _marks(values)
    return [
        {
            "text": rate(value),
            "share": round(float(value) / largest, 3) if largest and not np.isnan(value) else 0.0,
            "mark": mark,
            "about": _about(counts, tested, place, kind, mark),
            "leads": segments_of(counts.counted[kind], counts.systems[place], "") is not None,
        }
        for place, value, mark in zip(places, values, marks, strict=True)
    ]


def _marks(values: np.ndarray) -> list[str]:
    """The fewest and the most, as printed; not where many systems have them."""
    printed = [rate(value) for value in values]
    defined = values[~np.isnan(values)]
    if not len(defined):
        return [""] * len(printed)
    most, fewest = rate(defined.max()), rate(defined.min())
    stands_out = {text for text in (most, fewest) if most != fewest and printed.count(text) <= MOST_MARKED}
    of = {fewest: FEWEST} | ({} if most == rate(TINY) else {most: MOST})
    return [of.get(text, "") if text in stands_out else "" for text in printed]


def _about(counts: ErrorCounts, tested: ErrorKinds | None, place: int, kind: int, mark: str) -> str:
    """What pointing at a cell says."""
    n_errors, n_words = counts.sums[place, [kind, -1]]
    said = f"{counts.systems[place]}, {counts.kinds[kind]}: {rate(counts.densities[place, kind])} per 1,000 words"
    if tested is not None:
        low, high = tested.intervals[place, kind]
        said += f"\n{interval(low, high, partial(fixed, decimals=DECIMALS))}"
    which = {FEWEST: "\nThe fewest of this kind", MOST: "\nThe most of this kind"}.get(mark, "")
    return f"{said}\n{n_errors:,.4g} errors in {n_words:,.0f} words{which}"


def rate(density: float) -> str:
    """Errors per 1,000 words as printed: what is not 0 is never printed as 0."""
    written = fixed(density, DECIMALS, MISSING)
    if written != MISSING and not float(written):
        return f"<{10**-DECIMALS:.{DECIMALS}f}" if density > 0 else "0"
    return written


def short_kind(kind: str) -> str:
    """Without what it is a part of: ``omission`` of ``accuracy/omission``."""
    return kind.rpartition("/")[2] or kind


def how(counts: ErrorCounts, tokenize: str) -> str:
    """What the numbers are."""
    return (
        f"Errors per 1,000 words of the output (tokenizer {tokenize}). {where(counts)}A stronger colour is"
        f" more; {MOST} most, {FEWEST} fewest of a kind. A click leads to the segments."
    )


def wide(n_systems: int) -> str:
    """That there are more columns than a narrow window shows."""
    return f" In a narrow window the table scrolls to all {n_systems} systems." * (n_systems > FITTING)


def where(counts: ErrorCounts) -> str:
    """Of which segments, where these are not all."""
    if not counts.are_judged_alike:
        least, most = f"{counts.n_judged.min():,}", f"{counts.n_judged.max():,}"
        many = f"{least} to {most}" if least != most else most
        return (
            f"Systems were judged in different segments, {many} of {counts.n_segments:,}: numbers are of a system's"
            " own, differences of those that two share. "
        )
    judged = int(counts.n_judged.max(initial=0))
    return f"Of the {judged:,} of {counts.n_segments:,} segments that were judged. " * (judged < counts.n_segments)


# --- who differs ---


def differences(found: Sequence[Differing], n_pairs: int) -> Markup:
    """One sentence a kind: the largest difference, and how many pairs differ; of the first kinds."""
    by_kind: dict[str, list[Differing]] = {}
    for pair in found:
        by_kind.setdefault(pair.kind, []).append(pair)
    said = Markup("").join(_differing(pairs, n_pairs) for pairs in list(by_kind.values())[:KINDS_SAID])
    about = "The largest difference of each kind, with its 95 % interval and its p, adjusted for all pairs and kinds."
    return html.page(Markup('<small>{}</small><ul class="differing">{}</ul>').format(about, said))


def _differing(pairs: Sequence[Differing], n_pairs: int) -> Markup:
    first = pairs[0]
    verb = "differs" if len(pairs) == 1 else "differ"
    return Markup(
        "<li>{}: {} has {} fewer per 1,000 words than {} <small>({} to {}, p = {})</small>; {} of {} {}.</li>"
    ).format(
        bold(first.kind),
        first.fewer,
        fixed(first.difference, DECIMALS),
        first.more,
        fixed(first.low, DECIMALS, MISSING),
        fixed(first.high, DECIMALS, MISSING),
        probability(first.p_adjusted),
        f"{len(pairs):,}",
        counted(n_pairs, "pair"),
        verb,
    )


def no_difference(tested: ErrorKinds) -> str:
    """Why there is no sentence."""
    if not tested.n_tested:
        return "Nothing to compare: no two systems have words in segments that were judged of both."
    if tested.is_too_little:
        return (
            f"Too little data: two systems have errors in {counted(tested.most_segments, 'segment')} at most, and it"
            f" takes {tested.needed_segments:,} to tell any apart."
        )
    if not tested.is_enough:
        return (
            f"{tested.n_tested:,} comparisons are too many for {tested.shuffles:,} shuffles: none could be clear."
            " Choose the main kinds."
        )
    return f"No two systems differ clearly in any kind: no adjusted p is surely at most {probability(LEVEL)}."


def differing_table(found: Sequence[Differing]) -> pd.DataFrame:
    """Every pair and kind that differs."""
    names = [field.name for field in fields(Differing)]
    return pd.DataFrame([asdict(pair) for pair in found], columns=names)


def about_test(tested: ErrorKinds) -> str:
    """How differences were found."""
    return (
        f"Approximate randomization with {tested.shuffles:,} shuffles, each system's errors scaled to the same number"
        f" of words; p adjusted by Holm for all {tested.n_tested:,} pairs and kinds. Intervals: 95 % expanded"
        f" percentiles of {tested.resamples:,} resamples. Both draw single segments, not documents."
    )


def rates_table(counts: ErrorCounts, tested: ErrorKinds | None, shown: Sequence[str]) -> pd.DataFrame:
    """To take away: one row a kind and system."""
    places = order(counts, shown)
    found = [
        {
            "kind": name,
            "system": counts.systems[place],
            "per 1,000 words": counts.densities[place, kind],
            **({} if tested is None else dict(zip(("low", "high"), tested.intervals[place, kind], strict=True))),
            "errors": counts.sums[place, kind],
            "words": counts.sums[place, -1],
        }
        for kind, name in enumerate(counts.kinds)
        for place in places
    ]
    return pd.DataFrame(found)


# --- does BLEU see it? ---


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else MISSING


def seen_statement(found: Seen) -> Markup:
    """Of words inside errors and outside of them, how many a reference has: alone, and beside the same neighbour."""
    said = Markup("Of the words inside marked errors a reference has {}, of the words outside {}.").format(
        bold(percent(found.inside.single, found.inside.words)), bold(percent(found.outside.single, found.outside.words))
    )
    head = "", "words", "in a reference", "with a neighbour"
    rows = [
        html.row([name, f"{side.words:,}", _share(side.single, side), _share(side.paired, side)])
        for name, side in (("inside errors", found.inside), ("outside", found.outside))
    ]
    return Markup('<p class="statement">{}</p>{}').format(said, html.table(head, rows, "seen"))


def seen_here(found: Seen) -> Markup:
    """The same of one segment."""
    template = "Does BLEU see it? A reference has {} of the {} inside errors, and {} of the {} outside."
    inside, outside = (counted(side.words, "word") for side in (found.inside, found.outside))
    lost = f" {counted(found.unplaced, 'word')} written in another way by the tokenizer: not marked." * bool(
        found.unplaced
    )
    said = template.format(f"{found.inside.single:,}", inside, f"{found.outside.single:,}", outside)
    return Markup('<p class="statement">{}{}</p>').format(said, lost)


def _share(part: int, side: Found) -> Markup:
    width = 100 * part / side.words if side.words else 0.0
    return Markup('<span class="share" style="--share:{}%"></span>{}').format(f"{width:.1f}", percent(part, side.words))
