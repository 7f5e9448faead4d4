"""Tolerant BLEU: Libovický and Pecina (2014)."""

from .tbleu import TBLEU, Aligned

__all__ = ["TBLEU", "Aligned"]
