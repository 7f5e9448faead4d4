"""What TER, WER and PER share: tercom's preparation of text, and edits over reference words."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa

from scoring.metric import Metric
from scoring.tokenizers import Tokens, encode


@dataclass(frozen=True)
class ErrorRate(Metric):
    """Edits per 100 reference words: 0 is best, and more than 100 where there are more edits than words.

    Parameters
    ----------
    case_sensitive : whether case counts
    normalized : whether tercom's normalisation separates punctuation
    no_punct : whether punctuation is removed
    asian_support : whether both know Asian characters and punctuation too; nothing alone

    Of several references each segment counts the edits of the one that takes the fewest, the first of equals,
    and divides by the mean length of all. Without a reference word the score is 100, or 0 where the
    hypothesis is empty as well, as in sacreBLEU and tercom.
    """

    case_sensitive: bool = False
    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False

    higher_is_better: ClassVar[bool] = False
    edit_names: ClassVar[tuple[str, ...]] = ("insertions", "deletions", "substitutions")
    """The statistics that are edits: they come first, and their sum is divided by the last one."""
    segment_statistics: ClassVar[tuple[str, ...]] = edit_names

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return *self.segment_statistics, "reference_length"

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        return (
            ("case", "mixed" if self.case_sensitive else "lc"),
            ("tok", "tercom"),
            ("norm", _yes(self.normalized)),
            ("punct", _yes(not self.no_punct)),
            ("asian", _yes(self.asian_support)),
        )

    @abstractmethod
    def _edits(self, tokens: Tokens, hypothesis: int, references: slice) -> np.ndarray:
        """The statistics of one column of hypotheses against the columns of references."""

    def _statistics(self, columns, references):
        tokens = self._encode(columns, references)
        among = slice(0, len(references))
        return [self._edits(tokens, len(references) + index, among) for index in range(len(columns))]

    def _encode(self, hypotheses: Sequence[pa.StringArray], references: Sequence[pa.StringArray]) -> Tokens:
        """The tokens of sacreBLEU's TercomTokenizer: by default lower-cased and split at white space.

        The references come first. sacreBLEU prepares them twice, which when normalised cuts a text such as "..1"
        further, and so they are here.
        """
        if not (self.normalized or self.no_punct):
            return encode([*references, *hypotheses], "none", lowercase=not self.case_sensitive)
        twice = [self._prepared(self._prepared(reference)) for reference in references]
        return encode([*twice, *map(self._prepared, hypotheses)], "none")

    def _prepared(self, column: pa.StringArray) -> pa.StringArray:
        """Text by text through sacreBLEU's own code, each distinct text once."""
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        tokenizer = TercomTokenizer(self.normalized, self.no_punct, self.asian_support, self.case_sensitive)
        distinct = column.dictionary_encode()
        texts = [tokenizer(text.rstrip()) for text in distinct.dictionary.to_pylist()]
        return pa.array(texts, pa.string()).take(distinct.indices)

    def _score(self, statistics):
        edits, length = statistics[..., : len(self.edit_names)].sum(axis=-1), statistics[..., -1]
        return 100 * np.where(length > 0, edits / np.where(length > 0, length, 1), edits > 0)


def mean_lengths(tokens: Tokens, references: slice) -> np.ndarray:
    """For each segment the mean length of the references that it has, float64 (n_segments,)."""
    starts, ends = tokens.starts[references], tokens.ends[references]
    return (ends - starts).sum(axis=0) / (starts >= 0).sum(axis=0)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
