"""Words in the colours of their n-grams. The names here are the door: what other features may use."""

from ui.ngrams.highlight import Hypothesis, legend, segment, shade

__all__ = ["Hypothesis", "legend", "segment", "shade"]
