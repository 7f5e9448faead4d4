"""METEOR."""

from .meteor import METEOR, MeteorArithmetic
from .segment import Chunk, ReferenceMatching, SegmentMatching, WordMatch
from .stages import STAGES, STEMMERS

__all__ = [
    "METEOR",
    "STAGES",
    "STEMMERS",
    "Chunk",
    "MeteorArithmetic",
    "ReferenceMatching",
    "SegmentMatching",
    "WordMatch",
]
