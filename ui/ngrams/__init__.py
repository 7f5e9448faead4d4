"""Words coloured by their n-grams. Other features may use only the names here."""

from ui.ngrams.highlight import AS_SPLIT, Hypothesis, segment_html

__all__ = ["AS_SPLIT", "Hypothesis", "segment_html"]
