"""TER, translation edit rate: Snover et al. (2006), as tercom and sacreBLEU compute it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ..counting.arrays import Floats
from ..counting.progress import Progress, no_progress
from ..options import option
from ..text.texts import Text
from ..text.tokenizers import Tokens
from .edit_table import EditTable
from .edits import EncodedText, SegmentEdits, segment_edits
from .error_rate import ErrorRate
from .shifts import collect_edits, count_edits


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

    shifts: bool = option(
        True,
        label="Shifts",
        short="shifts of TER",
        help="Without shifts of phrases TER is WER within tercom's beam.",
        flag="--ter-no-shifts",
        key="ter_shifts",
        part="shifts",
        only_if_changed=True,
    )

    name: ClassVar[str] = "ter"
    label: ClassVar[str] = "TER"
    is_slow: ClassVar[bool] = True
    edit_names: ClassVar[tuple[str, ...]] = (*ErrorRate.edit_names, "shifts")
    segment_statistics: ClassVar[tuple[str, ...]] = (*edit_names, "shifted_words")

    def _edits(self, tokens: Tokens, hypothesis: int, references: slice, on_progress: Progress) -> Floats:
        return count_edits(tokens, hypothesis, references, self.shifts, on_progress)

    def edits(self, hypothesis: str, references: Sequence[str | None]) -> SegmentEdits:
        """Return every shift and every edit of one hypothesis, as counted by ``statistics``, for views.

        Raises ``ValueError`` where there is no hypothesis or no reference.
        """
        column, columns = self._segment_columns(hypothesis, references)
        compared = self._encode([column], columns)
        original = replace(self, case_sensitive=True)._encode([column], columns)
        others = [_encode_text(compared, original, n) if text[0].is_valid else None for n, text in enumerate(columns)]
        return segment_edits(_encode_text(compared, original, len(columns)), others, self.shifts)

    def edit_table(
        self, hypotheses: Text, references: Sequence[Text], on_progress: Progress = no_progress
    ) -> EditTable:
        """Return every edit that ``statistics`` counts, as a table.

        The arguments and errors are those of ``statistics``.
        """
        column, columns = self._validated_columns(hypotheses, references)
        tokens = self._encode([column], columns)
        among = slice(0, len(columns))
        edits, shifts = collect_edits(tokens, len(columns), among, self.shifts, on_progress)
        segments, kinds, words, reference_words = edits
        return EditTable(tokens.vocabulary, segments, kinds.astype(np.uint8), words, reference_words, *shifts)

    def warm_up(self) -> None:
        super().warm_up()
        self.edits("a b", ["a b"])
        self.edit_table(["a b"], [["a b"]])


def _encode_text(compared: Tokens, original: Tokens, column: int) -> EncodedText:
    """Return one text with its words as written.

    Words are in lower case where normalisation cuts the written text into other words than the compared text.
    """
    words, as_written = compared.required_words(column), original.required_words(column)
    same = [word.lower() for word in as_written] == [word.lower() for word in words]
    return EncodedText(compared.required_ids(column), as_written if same else words)
