"""The page tBLEU: a segment and a test set under tolerant BLEU. Other features may use only the names here."""

from ui.tbleu.charts import curves
from ui.tbleu.view import corrected_sentence, ngram_table, precisions_html, tbleu_drawing

__all__ = ["corrected_sentence", "curves", "ngram_table", "precisions_html", "tbleu_drawing"]
