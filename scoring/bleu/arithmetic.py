"""Every number on the way from BLEU's statistics to its score."""

from typing import NamedTuple

from ..counting.arrays import Floats


class BleuArithmetic(NamedTuple):
    """Every number between BLEU's statistics and its score; arrays broadcast over leading axes (...)."""

    matches: Floats
    """(..., N) clipped matches m_n"""
    totals: Floats
    """(..., N) n-grams of the hypothesis l_n"""
    matches_beyond: Floats
    """(...,) clipped matches m_(N+1), which methods 5 and 7 take in"""
    smoothed_matches: Floats
    """(..., N) m'_n"""
    smoothed_totals: Floats
    """(..., N) l'_n"""
    precisions: Floats
    """(..., N) m'_n / l'_n, 0-1 before smoothing, which may give more; 0 where l'_n is, NaN where not defined"""
    weights: Floats
    """(..., N) w_n of the geometric mean; 0 for the orders that effective order leaves out"""
    hypothesis_length: Floats
    """(...,) c"""
    reference_length: Floats
    """(...,) r, of the closest reference"""
    brevity_penalty: Floats
    """(...,) exp(min(0, 1 - r / c)), 0 for an empty hypothesis"""
    score: Floats
    """(...,) 0-100, more where smoothed counts exceed totals; NaN where both texts are empty or it is not defined"""
