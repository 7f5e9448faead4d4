"""Default number and seed of random draws, and their limits, for all shuffling and resampling of segments."""

from ..validation import whole_number

TRIALS = 10_000
"""Default number of shuffles, and of resamples."""
SEED = 1
MAX_TRIALS = 10_000_000
MAX_SEED = 2**63 - 1


def check_draws(trials: int, seed: int) -> None:
    """Raise ``ValueError`` for a number of trials or a seed outside the limits."""
    whole_number(trials, "The number of trials", 1, MAX_TRIALS)
    whole_number(seed, "The seed", 0, MAX_SEED)
