"""METEOR: the metric, and the matches and chunks of one segment."""

from .meteor import METEOR, MeteorArithmetic
from .segment import Chunk, SegmentMatching, WordMatch
from .stages import STEMMERS

__all__ = ["METEOR", "STEMMERS", "Chunk", "MeteorArithmetic", "SegmentMatching", "WordMatch"]
