"""The colour of each system, in charts as in text. Pure."""

from collections.abc import Sequence

# Okabe and Ito's palette and two more, all of them readable on light and dark ground.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F6BB3", "#8C6D46")
"""Of systems; in a comparison the first is A's and the second B's."""


def system_colors(names: Sequence[str]) -> dict[str, str]:
    """Name -> its colour on every page; they repeat after the last."""
    return {name: PALETTE[number % len(PALETTE)] for number, name in enumerate(names)}
