"""The numbers between BLEU's statistics and its score."""

from typing import NamedTuple

from ..counting.arrays import Floats


class BleuArithmetic(NamedTuple):
    """All numbers between BLEU's statistics and its score; arrays broadcast over leading axes (...)."""

    matches: Floats
    """Clipped matches m_n, (..., N)."""
    totals: Floats
    """N-grams of the hypothesis l_n, (..., N)."""
    matches_beyond: Floats
    """Clipped matches m_(N+1), (...,), which methods 5 and 7 use."""
    smoothed_matches: Floats
    """Smoothed matches m'_n, (..., N)."""
    smoothed_totals: Floats
    """Smoothed totals l'_n, (..., N)."""
    precisions: Floats
    """Precisions m'_n / l'_n, (..., N), 0-1 unless smoothing makes them more; 0 where l'_n is 0, NaN if not defined."""
    weights: Floats
    """Weights w_n of the geometric mean, (..., N); 0 for the orders that effective order leaves out."""
    hypothesis_length: Floats
    """Length of the hypothesis c, (...,)."""
    reference_length: Floats
    """Length of the closest reference r, (...,)."""
    brevity_penalty: Floats
    """Brevity penalty exp(min(0, 1 - r / c)), (...,), 0 for an empty hypothesis."""
    score: Floats
    """Score, (...,), 0-100, more where smoothed counts exceed totals; NaN for two empty texts or NaN counts."""
