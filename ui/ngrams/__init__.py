"""Words in the colours of their n-grams. The names here are the door: what other features may use."""

from ui.ngrams.highlight import AS_SPLIT, Hypothesis, segment_html

__all__ = ["AS_SPLIT", "Hypothesis", "segment_html"]
