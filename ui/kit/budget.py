"""How many trials a page does: so many as are done in minutes, whatever is shuffled or resampled. Pure."""

MOST_WORK = 20_000_000_000
"""Segments of a system that all trials together may take, 2 to 5 minutes of one core."""
PAIR_WORK = 50
"""So many segments take as long as scoring a pair of systems."""


def usual_or_fewer(usual: int, most: int) -> int:
    """The usual number of trials, or a round one that is not above ``most``; at least one."""
    return usual if usual <= most else max(rounded_down(most), 1)


def rounded_down(trials: int) -> int:
    """To a number that people choose: two digits, then zeros."""
    return trials - trials % 10 ** max(len(str(trials)) - 2, 0)
