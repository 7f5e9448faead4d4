"""GLEU, also called Google-BLEU: Wu et al. (2016), "Google's Neural Machine Translation System", section 5.2.

All n-grams of the orders 1 to 4 are counted together:

    GLEU = matches / max(n-grams of the hypothesis, n-grams of the reference)

which is the smaller of precision and recall. The corpus score divides the sum of matches by the sum of these maxima,
as NLTK's ``corpus_gleu`` does. It is not the GLEU of grammatical error correction (Napoles et al. 2015).
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .counting.arrays import Floats
from .counting.ngrams import count_matches
from .counting.progress import Progress, no_progress
from .metric import Columns, Metric
from .options import LOWERCASE, TOKENIZE, option
from .text.tokenizers import USUAL, Tokens, encode_columns

MAX_ORDER = 9


@dataclass(frozen=True)
class GLEU(Metric):
    """GLEU: the smaller of precision and recall of all n-grams together, 0 to 100.

    Parameters
    ----------
    tokenize : the name of one of ``TOKENIZERS``; NLTK takes tokens
    lowercase : whether case is ignored
    min_order : the shortest n-gram, 1 to 9
    max_order : the longest n-gram, 1 to 9

    Of several references each segment counts the one that gives it the highest score, the first of equals. A segment
    without any n-gram in hypothesis and references has no score.

    Raises ``ValueError`` for an option that it cannot take, and where the shortest n-gram is longer than the longest.

    Examples
    --------
    >>> gleu = GLEU()
    >>> float(gleu.score(gleu.statistics(["the cat sat"], [["the cat sat down"]])[0]))
    60.0
    """

    tokenize: str = option(USUAL, TOKENIZE)
    lowercase: bool = option(False, LOWERCASE)
    min_order: int = option(
        1,
        label="Shortest n-gram of GLEU",
        help="The shortest n-gram of GLEU.",
        flag="--gleu-min-order",
        metavar="N",
        key="gleu_min_order",
        lowest=1,
        highest=MAX_ORDER,
        other=2,
        part="min",
        only_if_changed=True,
        in_sidebar=False,
    )
    max_order: int = option(
        4,
        label="Longest n-gram of GLEU",
        help="The longest n-gram of GLEU.",
        flag="--gleu-max-order",
        metavar="N",
        key="gleu_max_order",
        lowest=1,
        highest=MAX_ORDER,
        other=3,
        part="order",
        only_if_changed=True,
        in_sidebar=False,
    )

    name: ClassVar[str] = "gleu"
    label: ClassVar[str] = "GLEU"
    settings: ClassVar[str] = "GLEU"
    several_references: ClassVar[tuple[tuple[str, str], ...]] = (("ties", "first"),)
    segment_statistics: ClassVar[tuple[str, ...]] = ("matches", "ngrams")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.min_order > self.max_order:
            raise ValueError(
                f"GLEU's min_order (--gleu-min-order) must be at most its max_order (--gleu-max-order); found"
                f" {self.min_order} and {self.max_order}."
            )

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return "matches", "ngrams"

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        tokens = encode_columns([*references, *columns], self.tokenize, self.lowercase)
        statistics = []
        for column in range(len(references), len(tokens.starts)):
            by_reference = np.stack([self._against(tokens, column, place) for place in range(len(references))])
            chosen = _shares(by_reference, missing=-1.0).argmax(axis=0)  # the first of equals
            statistics.append(by_reference[chosen, np.arange(by_reference.shape[1])])
        return statistics

    def _against(self, tokens: Tokens, column: int, reference: int) -> Floats:
        """Return one column's matches and n-grams against one reference, (n_segments, 2); 0, 0 if that is missing."""
        lengths = (tokens.ends - tokens.starts)[[column, reference]]
        beyond = np.arange(self.min_order - 1, self.max_order)[:, None]
        of_hypothesis, of_reference = (np.maximum(length - beyond, 0).sum(axis=0) for length in lengths)
        counts = count_matches(tokens, column, slice(reference, reference + 1), self.max_order)
        matches = counts[:, 1 + self.min_order : 2 + self.max_order].sum(axis=1)
        is_there = tokens.starts[reference] >= 0
        return np.where(is_there[:, None], np.column_stack([matches, np.maximum(of_hypothesis, of_reference)]), 0.0)

    def _score(self, statistics: Floats) -> Floats:
        return 100 * _shares(statistics, missing=np.nan)


def _shares(statistics: Floats, missing: float) -> Floats:
    """Return matches divided by n-grams, (...,); ``missing`` where there are no n-grams."""
    share: Floats = np.full(statistics.shape[:-1], missing)
    np.divide(statistics[..., 0], statistics[..., 1], out=share, where=statistics[..., 1] > 0)
    return share
