"""Words in the colours of their n-grams. The names here are the door: what other features may use."""

from ui.ngrams.highlight import Hypothesis, segment_html

__all__ = ["Hypothesis", "segment_html"]
