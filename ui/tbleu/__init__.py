"""A segment, and a test set, under tolerant BLEU. The names here are the door: what other features may use."""

from ui.tbleu.charts import curves
from ui.tbleu.view import corrected, drawing, ngram_table, precisions

__all__ = ["corrected", "curves", "drawing", "ngram_table", "precisions"]
