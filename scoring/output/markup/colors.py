"""The colour of each system, the same in charts and in text. Pure."""

from collections.abc import Sequence

# Okabe and Ito's palette and two more; then each as far as can be, in CIELAB, from all before it. All of them can be
# seen on light and on dark ground.
# fmt: off
PALETTE = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F6BB3", "#8C6D46", "#5A00FF", "#FF0FE1",
    "#00C300", "#FF005A", "#005AF0", "#78960F", "#A50F87", "#FF8778", "#A52D2D", "#C378FF", "#2D6969", "#96B4A5",
    "#00690F", "#FF0000", "#870FC3", "#FF3CA5", "#873C5A", "#C3A55A", "#877887", "#0087FF", "#5AC35A", "#C300FF",
)
# fmt: on
"""Colours for 30 systems."""


def system_colors(names: Sequence[str]) -> dict[str, str]:
    """Return each system's colour by its name, the same on every page; colours repeat after the last one."""
    return {name: PALETTE[number % len(PALETTE)] for number, name in enumerate(names)}
