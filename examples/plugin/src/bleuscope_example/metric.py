"""Word F1: words that an output and a reference share, in any order."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from bleuscope.scoring import Metric
from bleuscope.scoring.counting.arrays import Floats
from bleuscope.scoring.counting.ngrams import count_matches
from bleuscope.scoring.counting.progress import Progress, no_progress
from bleuscope.scoring.metric import Columns
from bleuscope.scoring.options import option
from bleuscope.scoring.text.tokenizers import encode_columns


@dataclass(frozen=True)
class SharedWordsF1(Metric):
    """Harmonic mean of two shares: of the output's words that a reference has, and of the reference's found ones."""

    name: ClassVar[str] = "wordf1"
    label: ClassVar[str] = "Word-F1"
    settings: ClassVar[str] = "Word-F1"
    package: ClassVar[str] = "bleuscope-example-1.0.0"

    case_sensitive: bool = option(
        True,
        label="Case counts in Word-F1",
        help="Words in other case do not match.",
        flag="--wordf1-ignore-case",
        key="wordf1_case",
        part="cased",
    )

    @property
    def statistic_names(self) -> tuple[str, ...]:
        """The columns of the statistics."""
        return "output_words", "reference_words", "matches"

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        tokens = encode_columns([*references, *columns], "13a", lowercase=not self.case_sensitive)
        among = slice(0, len(references))
        places = range(len(references), len(references) + len(columns))
        # count_matches gives the lengths of output and closest reference, then matches and words of each order
        found = [count_matches(tokens, place, among, 1)[:, :3] for place in places]
        for rows in found:  # several references together may have more of the words than the closest one has
            rows[:, 2] = np.minimum(rows[:, 2], rows[:, 1])
        return found

    def _score(self, statistics: Floats) -> Floats:
        words = statistics[..., 0] + statistics[..., 1]
        score: Floats = np.full(words.shape, np.nan)  # of two empty texts nothing is said
        np.divide(200 * statistics[..., 2], words, out=score, where=words > 0)
        return score
