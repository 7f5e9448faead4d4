"""Post-editing effort as data frames; nothing is counted here."""

from collections.abc import Sequence

import pandas as pd

from scoring.output.numbers import MISSING, fixed
from scoring.studies.effort import EffortResult, SystemEffort

INTERVAL = "95 % interval"


def systems_table(result: EffortResult, efforts: Sequence[SystemEffort] | None = None) -> pd.DataFrame:
    """Return one row for each system, the least edited first, or for each of ``efforts``, for the page."""
    rows = sorted(result.systems, key=lambda of: of.hter) if efforts is None else efforts
    table = {
        "system": [of.system for of in rows],
        "HTER": [of.hter for of in rows],
        INTERVAL: [_ends(of.hter_low, of.hter_high) for of in rows],
        "untouched %": [of.untouched for of in rows],
        "untouched, 95 %": [_ends(of.untouched_low, of.untouched_high, 1) for of in rows],
        "segments": [of.segments for of in rows],
        "words": [of.words for of in rows],
    }
    if result.request.rates:
        table |= {
            "cost": [of.cost for of in rows],
            "per 1,000 words": [of.cost_per_1000 for of in rows],
            "per 1,000 words, 95 %": [_ends(of.cost_per_1000_low, of.cost_per_1000_high) for of in rows],
        }
    return pd.DataFrame(table)


def groups_table(result: EffortResult) -> pd.DataFrame:
    """Return one row for each group and system, in the order of the test set."""
    table = systems_table(result, result.groups)
    table.insert(0, result.grouped_by, [of.group for of in result.groups])
    return table


def bands_table(result: EffortResult) -> pd.DataFrame:
    """Return one row for each system and band."""
    rows = [(of, band) for of in sorted(result.systems, key=lambda of: of.hter) for band in of.bands]
    table = {
        "system": [of.system for of, _ in rows],
        "band of HTER": [band.band for _, band in rows],
        "segments": [band.segments for _, band in rows],
        "words": [band.words for _, band in rows],
        "% of words": [100 * band.words / of.words if of.words else None for of, band in rows],
    }
    if result.request.rates:
        table["cost"] = [band.cost for _, band in rows]
    return pd.DataFrame(table)


def all_numbers_table(result: EffortResult) -> pd.DataFrame:
    """Return every number of every system and group for downloads, as the command's TSV has them."""
    return pd.DataFrame(result.records())


def _ends(low: float | None, high: float | None, decimals: int = 2) -> str:
    if low is None or high is None or low != low:
        return MISSING
    return f"{fixed(low, decimals)} to {fixed(high, decimals)}"
