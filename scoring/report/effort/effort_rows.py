"""Numbers of post-editing as rows of cells and as plain text. Computes nothing."""

from collections.abc import Iterator

from ...output.numbers import MISSING, fixed
from ...output.plain_tables import plain_table, without_trailing_blanks
from ...studies.effort import EffortResult, SystemEffort

Rows = list[list[str]]


def effort_headers(result: EffortResult) -> list[str]:
    """Return the headers of a system's cells."""
    costs = ["cost", "per 1,000", "low", "high"] if result.request.rates else []
    return ["HTER", "low", "high", "untouched %", "low", "high", "segments", "words", *costs]


def effort_cells(effort: SystemEffort) -> list[str]:
    """Return a system's numbers as text, in the order of ``effort_headers``."""
    hter = [effort.hter, effort.hter_low, effort.hter_high]
    untouched = [effort.untouched, effort.untouched_low, effort.untouched_high]
    per_1000 = [effort.cost_per_1000, effort.cost_per_1000_low, effort.cost_per_1000_high]
    costs = [] if effort.cost is None else [effort.cost, *per_1000]
    cells = [*(fixed(one, 2, MISSING) for one in hter), *(fixed(one, 1, MISSING) for one in untouched)]
    priced = [MISSING if one is None else fixed(one, 2, MISSING) for one in costs]
    return [*cells, f"{effort.segments:,}", f"{effort.words:,}", *priced]


def effort_tables(result: EffortResult) -> Iterator[tuple[list[str], Rows, int]]:
    """Yield the tables of systems, bands and groups: headers, rows, and the number of columns of words."""
    headers = ["system", *effort_headers(result)]
    yield headers, [[one.system, *effort_cells(one)] for one in result.systems], 1
    cost = ["cost"] if result.request.rates else []
    yield ["system", "HTER", "segments", "words", "% of words", *cost], [*_band_rows(result)], 2
    if result.groups:
        yield [result.grouped_by, *headers], [[one.group, one.system, *effort_cells(one)] for one in result.groups], 2


def effort_text(result: EffortResult) -> str:
    """Return sentences, tables and notes as plain text, as the command ``effort`` prints them."""
    tables = [plain_table(headers, rows, n_left) for headers, rows, n_left in effort_tables(result)]
    parts = ["\n".join(result.opening()), *tables, "\n".join(result.notes())]
    return without_trailing_blanks("\n\n".join(parts))


def _band_rows(result: EffortResult) -> Iterator[list[str]]:
    for effort in result.systems:
        for band in effort.bands:
            share = fixed(100 * band.words / effort.words, 1) if effort.words else MISSING
            cost = [] if band.cost is None else [fixed(band.cost, 2)]
            yield [effort.system, band.band, f"{band.segments:,}", f"{band.words:,}", share, *cost]
