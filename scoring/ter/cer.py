"""CER, character error rate: the exact Levenshtein distance of characters, spaces included, as in jiwer."""

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from ..counting.arrays import Floats
from ..counting.limits import Limit, count_characters
from ..counting.progress import Progress, no_progress, progress_of_part
from ..metric import Columns, Metric
from ..options import LOWERCASE, option
from ..text.tokenizers import encode_characters, lowercase_texts
from .character_edits import count_character_edits
from .error_rate import edit_percentage


@dataclass(frozen=True)
class CER(Metric):
    """CER: the inserted, deleted and replaced characters per 100 characters of the reference; 0 is best.

    Parameters
    ----------
    lowercase : whether case is ignored

    White space at both ends is dropped, and each character within counts, spaces too. (WER by characters, the option
    ``characters`` of the error rates, leaves spaces out and ignores case.) Of several references each segment counts
    the edits of the one that takes the fewest, and divides by the mean length of all, as WER does. Without a character
    in the reference the score is 100; it is NaN where the hypothesis is empty as well.

    Raises ``TooLong`` for a text of more than 100,000 characters.

    Examples
    --------
    >>> cer = CER()
    >>> float(cer.score(cer.statistics(["a cat sat"], [["the cat sat"]])[0]).round(4))
    27.2727
    """

    lowercase: bool = option(False, LOWERCASE)

    name: ClassVar[str] = "cer"
    label: ClassVar[str] = "CER"
    higher_is_better: ClassVar[bool] = False
    settings: ClassVar[str] = "CER"
    fixed_parts: ClassVar[tuple[tuple[str, str], ...]] = (("tok", "char"), ("space", "yes"))
    segment_statistics: ClassVar[tuple[str, ...]] = ("edits",)
    most_characters: ClassVar[int] = 100_000
    """Most characters of a text: time grows with the product of two lengths, here to 2 s of one core."""

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return "edits", "reference_length"

    @property
    def limits(self) -> tuple[Limit, ...]:
        return (Limit(self.label, "characters", self.most_characters, count_characters),)

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        texts = (lowercase_texts(column) if self.lowercase else column for column in (*references, *columns))
        tokens = encode_characters([_strip_texts(text) for text in texts], whitespace=True)
        n, among = len(columns), slice(0, len(references))
        return [
            count_character_edits(tokens, among.stop + at, among, progress_of_part(on_progress, at, n))
            for at in range(n)
        ]

    def _score(self, statistics: Floats) -> Floats:
        return edit_percentage(statistics[..., 0], statistics[..., 1])


def _strip_texts(column: pa.StringArray) -> pa.StringArray:
    """Return texts after Python's ``str.strip``, which knows more white space than Arrow."""
    return pa.array([text if text is None else text.strip() for text in column.to_pylist()], pa.string())
