"""Error rates: TER (Snover et al. 2006), WER and PER, and all edits of a segment."""

from .per import PER
from .ter import TER
from .wer import WER

__all__ = ["PER", "TER", "WER"]
