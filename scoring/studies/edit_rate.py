"""Compare the translation edit rates of systems, and name their kinds of edits."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ..counting.arrays import Floats
from ..output.numbers import add_up, two_decimals
from ..output.sentence import Sentence, Strong, SystemName, listed_names, sentence
from ..ter import TER
from .wording.verdict_words import CHANCE

_DONE_BY = {
    "substitutions": "replace a word",
    "insertions": "add one",
    "deletions": "drop one",
    "shifts": "move a phrase",
}
"""Description of each kind of edit, by its statistic of TER."""


@dataclass(frozen=True)
class EditRates:
    """Numbers of edits that turn the outputs of systems into the references."""

    ter: TER
    totals: Mapping[str, Floats]
    """Summed statistics of each system, (n_statistics,), by name."""

    @property
    def scores(self) -> dict[str, float]:
        """TER of each system, by name."""
        return {system: float(self.ter.score(total)) for system, total in self.totals.items()}

    @property
    def ranked(self) -> list[str]:
        """Systems that have a score, the one with the fewest edits first."""
        scores = self.scores
        return sorted((name for name, score in scores.items() if not math.isnan(score)), key=scores.__getitem__)

    def sentence(self, state: str = "") -> Sentence:
        """Say how many edits the best system and the next one need; empty where no system has a score.

        ``state`` is the verdict's state on these two by TER, if they are tested: it says if the difference could be
        chance.
        """
        scores, ranked = self.scores, self.ranked[:2]
        if not ranked:
            return sentence("")
        numbers = [Strong(two_decimals(scores[system])) for system in ranked]
        per = "per 100 reference words"
        if len(ranked) == 1:
            return sentence("{} needs {} edits {}.", SystemName(ranked[0]), *numbers, per)
        first, second = map(SystemName, ranked)
        if numbers[0] == numbers[1]:
            return sentence("{} and {} need {} edits each {}.", first, second, numbers[0], per)
        chance = f" {CHANCE[state]}." if state else ""
        template = "{} needs the fewest edits: {} {}; {} needs {}.{}"
        return sentence(template, first, numbers[0], per, second, numbers[1], chance)

    def edit_kinds_sentence(self) -> Sentence:
        """Say which edits the best system needs, in whole percent that add up to 100; empty if none is needed."""
        if not (ranked := self.ranked):
            return sentence("")
        total = self.totals[ranked[0]]
        counts = {name: float(self.ter.column(total, name)) for name in _DONE_BY}
        if not (n_edits := sum(counts.values())):
            return sentence("")
        shares = add_up([100 * count / n_edits for count in counts.values()], 100, decimals=0)
        kind_shares = sorted(zip(shares, _DONE_BY.values(), strict=True), reverse=True)
        each = listed_names([f"{share:.0f}\u00a0% {does}" for share, does in kind_shares if share])
        return sentence("Of {}'s edits {}.", SystemName(ranked[0]), each)
