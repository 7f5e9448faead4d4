"""How many trials a page does: so many as are done in minutes, whatever is shuffled or resampled. Pure."""

from scoring.analysis.bucket_scores import TRIALS

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


def bucket_trials(n_segments: int, passes: int) -> int:
    """How often buckets are resampled, where each time all segments of two systems are read ``passes`` times."""
    return usual_or_fewer(TRIALS, MOST_WORK // (passes * (2 * n_segments + PAIR_WORK)))
