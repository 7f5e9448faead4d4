"""METEOR."""

from .meteor import METEOR, Arithmetic
from .segment import Chunk, ReferenceMatching, SegmentMatching, WordMatch
from .stages import STAGES, STEMMERS

__all__ = [
    "METEOR",
    "STAGES",
    "STEMMERS",
    "Arithmetic",
    "Chunk",
    "ReferenceMatching",
    "SegmentMatching",
    "WordMatch",
]
