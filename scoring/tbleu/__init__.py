"""Tolerant BLEU: Libovický and Pecina (2014)."""

from .tbleu import TBLEU, AlignedColumns

__all__ = ["TBLEU", "AlignedColumns"]
