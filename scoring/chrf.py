"""chrF and chrF++: Popović (2015, 2017), through sacreBLEU's own statistics."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from scoring.metric import Metric


@dataclass(frozen=True)
class CHRF(Metric):
    """chrF: the F-score of character n-grams, sacreBLEU's conventions.

    Parameters
    ----------
    lowercase : whether case is ignored
    char_order : the longest character n-gram
    word_order : the longest word n-gram; 2 makes it chrF++
    beta : how many times more recall weighs than precision
    whitespace : whether spaces are part of character n-grams

    Of several references each segment counts the one that gives it the highest score.

    Raises ``ValueError`` for an option that it cannot take.
    """

    lowercase: bool = False
    char_order: int = 6
    word_order: int = 0
    beta: int = 2
    whitespace: bool = False

    name: ClassVar[str] = "chrf"
    label: ClassVar[str] = "chrF"

    def __post_init__(self):
        for option, least in (("char_order", 1), ("word_order", 0), ("beta", 1)):
            if getattr(self, option) < least:
                raise ValueError(f"{option} must be {least} or more; found {getattr(self, option)}.")

    @property
    def statistic_names(self) -> tuple[str, ...]:
        orders = [f"char_{n}" for n in range(1, self.char_order + 1)]
        orders += [f"word_{n}" for n in range(1, self.word_order + 1)]
        return tuple(f"{what}_{order}" for order in orders for what in ("hypothesis", "reference", "matches"))

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        parts = [
            ("case", "lc" if self.lowercase else "mixed"),
            ("eff", "yes"),
            ("nc", str(self.char_order)),
            ("nw", str(self.word_order)),
            ("space", "yes" if self.whitespace else "no"),
        ]
        if self.beta != 2:
            parts.append(("beta", str(self.beta)))
        return tuple(parts)

    def _statistics(self, columns, references):
        peer = self._sacrebleu([reference.to_pylist() for reference in references])
        return [np.array(peer._extract_corpus_statistics(column.to_pylist(), None), dtype=float) for column in columns]

    def _sacrebleu(self, references: Sequence[Sequence[str | None]]):
        from sacrebleu.metrics import CHRF as SacreCHRF

        return SacreCHRF(
            self.char_order,
            self.word_order,
            self.beta,
            self.lowercase,
            self.whitespace,
            references=references,
        )

    def score(self, statistics: np.ndarray) -> np.ndarray:
        statistics = np.asarray(statistics, dtype=float)
        hypothesis, reference, matches = (statistics[..., start::3] for start in range(3))
        counted = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(counted.sum(axis=-1), 1)
        precision, recall = (
            np.divide(matches, total, out=np.zeros(matches.shape), where=counted).sum(axis=-1) / orders
            for total in (hypothesis, reference)
        )
        factor = self.beta**2
        return 100 * np.divide(
            (1 + factor) * precision * recall,
            factor * precision + recall,
            out=np.zeros(precision.shape),
            where=precision + recall > 0,
        )


@dataclass(frozen=True)
class CHRFPlusPlus(CHRF):
    """chrF++: chrF with word unigrams and bigrams."""

    word_order: int = 2

    name: ClassVar[str] = "chrf++"
    label: ClassVar[str] = "chrF++"
