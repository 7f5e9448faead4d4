"""Compute the sign test: whether these numbers of wins and losses could be chance.

Source: Dixon and Mood (1946), "The statistical sign test".
"""


def exact_sign_test(wins: int, losses: int) -> float:
    """Return the exact two-sided p-value, ties left out; 1 without any win or loss."""
    n = wins + losses
    term = tail = 1  # whole numbers: ways in which k of n are the rarer of the two
    for k in range(min(wins, losses)):
        term = term * (n - k) // (k + 1)
        tail += term
    return float(min(2 * tail / 2**n, 1.0))
