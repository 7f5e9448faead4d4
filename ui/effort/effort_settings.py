"""Bands of HTER and rates per word, as set in the address and two fields."""

import re
from typing import NamedTuple

import streamlit as st

from scoring.studies.effort import BANDS

BANDS_KEY, RATES_KEY = "effort_bands", "effort_rates"
FULL_RATE_KEY, VOLUME_KEY = "effort_full_rate", "effort_volume"
MAX_RATE, MAX_VOLUME = 1e9, 10**12
LONGEST = 200
"""Largest number of characters in either field."""
USUAL_BANDS = " ".join(f"{end:g}" for end in BANDS)
ABOUT_BANDS = (
    "Upper ends in % of HTER; one more band has all that is above. 0 keeps untouched segments in a band of their own."
)
ABOUT_RATES = "Cost of a word in each band, from the least HTER, in any currency, such as 0.01 0.03 0.06 0.08 0.10."


class BandsAndRates(NamedTuple):
    """The values of the fields."""

    bands: tuple[float, ...]
    rates: tuple[float, ...]
    full_rate: float
    volume: int


def choose_bands_and_rates() -> BandsAndRates:
    """Draw the fields and return their values; raise ``ValueError`` for a text that is no list of numbers."""
    with st.popover("Bands and rates", key="effort-settings", icon=":material/payments:"):
        bands = st.text_input("Bands of HTER", USUAL_BANDS, LONGEST, key=BANDS_KEY, bind="query-params")
        rates_text = st.text_input(
            "Rates for a word", "", LONGEST, key=RATES_KEY, placeholder="0.01 0.03 0.06 0.08 0.10",
            bind="query-params",
        )  # fmt: skip
        full_rate = st.number_input(
            "Rate for a word of a full translation", 0.0, MAX_RATE, 0.0, 0.01, "%.3f", FULL_RATE_KEY,
            bind="query-params",
        )  # fmt: skip
        volume = st.number_input(
            "Words to be translated", 0, MAX_VOLUME, 0, 1000, "%d", VOLUME_KEY, bind="query-params"
        )
        st.caption(f"{ABOUT_BANDS} {ABOUT_RATES}")
    rates = parse_numbers("Rates", rates_text or "")
    priced = (full_rate if volume else 0.0, int(volume)) if rates else (0.0, 0)
    return BandsAndRates(parse_numbers("Bands", bands or USUAL_BANDS), rates, *priced)


def parse_numbers(label: str, text: str) -> tuple[float, ...]:
    """Return the numbers in a text, separated by spaces, semicolons, or commas followed by a space.

    A comma within a number is a decimal one.

    >>> parse_numbers("Rates", "0,01; 0.03, 1"), parse_numbers("Rates", " ")
    ((0.01, 0.03, 1.0), ())
    """
    parts = [part for part in re.split(r"[\s;]+", re.sub(r",(?=\s|$)", " ", text)) if part]
    try:
        return tuple(float(part.removesuffix("%").replace(",", ".")) for part in parts)
    except ValueError:
        raise ValueError(f"{label}: expected numbers such as {USUAL_BANDS}; found {text.strip()[:60]!r}.") from None
