"""All pairs as a heat map: a click on a cell chooses its pair, and names stay visible while the table scrolls."""

from collections.abc import Callable, Sequence
from typing import Any

from scoring.output.numbers import LEVEL, MISSING, printed_difference, probability, short_probability, signed
from scoring.studies.comparison import Comparisons, better_system, doubts_of_systems
from scoring.studies.verdict import Oddity
from scoring.studies.wording import method_words as words
from scoring.studies.wording.verdict_words import DOUBT_MARK, UNRELIABLE
from ui.kit import steps
from ui.kit.charts import COLORS
from ui.session import state
from ui.significance.charts import short_names

KEY = "matrix"
STEPS = (0.001, 0.01, LEVEL)
"""Adjusted p-values up to which a cell's colour is full, medium and light."""


def draw_p_value_matrix(
    corrected: Comparisons,
    pair: tuple[str, str],
    choose: Callable[[tuple[str, str], steps.Heard], object],
    oddities: Sequence[Oddity] = (),
) -> None:
    """Draw the matrix, best systems first, with marks on the chosen pair and on doubtful pairs.

    ``choose`` gets the clicked pair, row and column, and the presses to note with it, as for
    ``steps.draw_choosing_component``.
    """

    names = [corrected.systems[system] for system in corrected.order]

    def choose_there(row: int, column: int, heard: steps.Heard) -> None:
        """Pass a click on; ignore a click outside the matrix, from an earlier one with more systems."""
        if {row, column} <= {*range(len(names))}:
            choose((names[row], names[column]), heard)
        else:
            state.note_presses(heard)

    steps.draw_choosing_component(_table, KEY, payload(corrected, pair, oddities), choose_there)


def payload(corrected: Comparisons, pair: tuple[str, str], oddities: Sequence[Oddity] = ()) -> dict[str, Any]:
    """Return the cells as plain data, row by row; None for a system and itself.

    Each cell has ``difference`` and ``p`` as text; ``side`` from -3 to 3, how surely the row's system is better, 0
    unless the pair differs significantly; and ``about``, its full text. ``chosen`` is the chosen pair's row and column.
    """
    order = corrected.order
    names = [corrected.systems[system] for system in order]
    return {
        "names": [{"short": short, "full": name} for short, name in zip(short_names(corrected), names, strict=True)],
        "colors": list(COLORS),
        "rows": [[None if a == b else _square(corrected, a, b, oddities) for b in order] for a in order],
        "chosen": [names.index(name) for name in pair],
    }


def _square(corrected: Comparisons, a: int, b: int, oddities: Sequence[Oddity]) -> dict[str, Any]:
    decimals, names = corrected.metric.decimals, (corrected.systems[a], corrected.systems[b])
    low, high = corrected.bootstrap.difference_interval(*names)
    first, second = (float(corrected.tested.scores[system]) for system in (a, b))
    difference = signed(printed_difference(first, second, decimals), MISSING, decimals)
    is_doubtful = bool(doubts_of_systems(corrected, oddities, names))
    p, doubt = short_probability(corrected.p_adjusted[a, b]), f"; {UNRELIABLE}" if is_doubtful else ""
    return {
        "difference": difference,
        "p": f"{p} {DOUBT_MARK}" if is_doubtful else p,
        "side": _side(corrected, a, b),
        "about": f"{' − '.join(names)}: {difference}"
        f" {corrected.metric.full_name}, {words.interval_words(low, high, decimals)};"
        f" p {probability(corrected.p_values[a, b])}, corrected p {probability(corrected.p_adjusted[a, b])}{doubt}",
    }


def _side(corrected: Comparisons, a: int, b: int) -> int:
    better = better_system(corrected.metric, corrected.tested.scores[a] - corrected.tested.scores[b], ("row", "column"))
    if better is None or not corrected.differ[a, b]:
        return 0
    strength = int(sum(corrected.p_adjusted[a, b] <= step for step in STEPS))
    return strength if better == "row" else -strength


_table = steps.component(__file__, "bleuscope_matrix")
