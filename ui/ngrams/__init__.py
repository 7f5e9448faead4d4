"""Words in the colours of their n-grams. The names here are the door: what other features may use."""

from ui.ngrams.highlight import Hypothesis, segment

__all__ = ["Hypothesis", "segment"]
