"""TER, translation edit rate: Snover et al. (2006), as tercom and sacreBLEU compute it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.edit_table import EditTable, collect
from scoring.edits import SegmentEdits, Words, segment_edits
from scoring.error_rate import ErrorRate
from scoring.shifts import count_edits
from scoring.testset import Text, as_column, check_coverage


@dataclass(frozen=True)
class TER(ErrorRate):
    """TER: the insertions, deletions, substitutions and shifts that turn a hypothesis into its reference.

    Parameters
    ----------
    shifts : whether phrases may shift; without, it is WER within tercom's beam

    The others are those of every ``ErrorRate``. The number of edits is sacreBLEU's for every text. Its search for
    shifts is greedy and bounded: phrases of at most 10 words that move at most 50 words, 1,000 candidates a
    hypothesis, and a beam of 25 words around the diagonal, wider where lengths differ more than fifty-fold.
    """

    shifts: bool = True

    name: ClassVar[str] = "ter"
    label: ClassVar[str] = "TER"
    edit_names: ClassVar[tuple[str, ...]] = (*ErrorRate.edit_names, "shifts")
    segment_statistics: ClassVar[tuple[str, ...]] = (*edit_names, "shifted_words")

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        return super().options if self.shifts else (*super().options, ("shifts", "no"))

    def _edits(self, tokens, hypothesis, references):
        return count_edits(tokens, hypothesis, references, self.shifts)

    def edits(self, hypothesis: str, references: Sequence[str | None]) -> SegmentEdits:
        """Every shift and every edit of one hypothesis: what ``statistics`` counts, for views.

        Raises ``ValueError`` where there is no hypothesis or no reference.
        """
        if hypothesis is None:
            raise ValueError("The hypothesis is None; an empty output is the empty string.")
        texts = as_column(references, "references").to_pylist()
        columns = [as_column([text]) for text in (*texts, hypothesis)]
        check_coverage(columns[:-1])
        encoded = [metric._encode(columns[-1:], columns[:-1]) for metric in (self, replace(self, case_sensitive=True))]
        every = range(len(columns))
        ids = [encoded[0].ids_of(column) for column in every]
        words = [_as_written(*(tokens.words_of(column) for tokens in encoded)) for column in every]
        return segment_edits(ids, words, self.shifts)

    def edit_table(self, hypotheses: Text, references: Sequence[Text]) -> EditTable:
        """Every edit of every segment, in columns: what ``statistics`` counts, and takes, and raises."""
        column, columns = self._validated(hypotheses, references)
        return collect(self._encode([column], columns), len(columns), slice(0, len(columns)), self.shifts)

    def warm_up(self) -> None:
        super().warm_up()
        self.edits("a b", ["a b"])


def _as_written(compared: Words | None, written: Words | None) -> Words | None:
    """The words as written, unless normalisation cuts them elsewhere in lower case."""
    if compared is None or [word.lower() for word in written] != [word.lower() for word in compared]:
        return compared
    return written
