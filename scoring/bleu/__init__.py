"""BLEU (Papineni et al. 2002): its smoothing, other toolkits' versions, and one segment's n-gram matches."""

from .arithmetic import BleuArithmetic
from .bleu import BLEU, MAX_ORDER

__all__ = ["BLEU", "MAX_ORDER", "BleuArithmetic"]
