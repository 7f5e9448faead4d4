"""How much of a low BLEU is only inflection? What tolerant BLEU adds, and whether it ranks systems in another order."""

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..bleu import BLEU
from ..output.numbers import counted, printed_difference, printed_value, two_decimals
from ..output.sentence import Sentence, Strong, SystemName, join_sentences, name_list, sentence
from ..tbleu import TBLEU
from ..tbleu.affix import AffixMatch
from ..tbleu.segment import SegmentAlignment
from .ranking_change import compare_rankings


@dataclass(frozen=True)
class Inflection:
    """Scores of systems by BLEU and by tolerant BLEU, which counts words in another form in part."""

    bleu: BLEU
    tbleu: TBLEU
    exact: Mapping[str, float]
    """System -> BLEU."""
    tolerant: Mapping[str, float]
    """System -> tBLEU."""
    n_first: int | None = None
    """Number of segments that the scores are of, where these are only the first ones; else None."""

    def gain(self, system: str) -> float:
        """Return what tolerance adds to a system's BLEU, as both scores are printed."""
        return printed_difference(self.tolerant[system], self.exact[system])

    def sentence(self, named: Sequence[str]) -> Sentence:
        """Say what words in another form cost these systems, and what that means for the ranking of all."""
        named = sorted(named, key=lambda system: self.exact[system], reverse=True)
        losing = [system for system in named if printed_value(self.gain(system), 2) > 0]
        where = "" if self.n_first is None else f"in the first {self.n_first:,} segments "
        if not losing:
            who = name_list([*map(SystemName, named)], len(named))
            verb = "loses" if len(named) == 1 else "lose"
            return sentence(
                "{}{} {} no BLEU to words in another form than the reference's.", where.capitalize(), who, verb
            )
        costs = [
            sentence(
                "{} {} points (BLEU {}, tBLEU {})",
                SystemName(system),
                Strong(two_decimals(self.gain(system))),
                two_decimals(self.exact[system]),
                two_decimals(self.tolerant[system]),
            )
            for system in losing
        ]
        cost = join_sentences(" and ", costs)
        said = sentence("{} in another form than the reference's cost {}.", f"{where}words".capitalize(), cost)
        return said + ("" if self.n_first else self._about_ranking())

    def _about_ranking(self) -> Sentence:
        change = compare_rankings(self.bleu, self.tbleu, self.exact, self.tolerant)
        if change.n_systems < 2:
            return sentence("")
        if not change.n_reversed:
            alike = "both systems" if change.n_systems == 2 else f"all {change.n_systems:,} systems"
            return sentence(
                " tBLEU counts them in part and ranks {} as BLEU does: inflection decides nothing here.", alike
            )
        told: list[Sentence] = [sentence("counts them in part")]
        if change.n_systems > 2:
            n_pairs = counted(math.comb(change.n_systems, 2), "pair")
            told.append(sentence("ranks {:,} of {} the other way", change.n_reversed, n_pairs))
        if change.is_best_changed:
            told.append(sentence("prefers {}", SystemName(change.best)))
        return sentence(" tBLEU {}: inflection may decide.", name_list(told, len(told)))


def is_inflected(match: AffixMatch) -> bool:
    """Return whether two words differ in their letters, and not only in a mark, a digit or a capital.

    >>> from scoring.tbleu.affix import affix_match
    >>> is_inflected(affix_match("bewaffnete", "bewaffneten"))
    True
    >>> is_inflected(affix_match("'will", "„will")), is_inflected(affix_match("Will", "will"))
    (False, False)
    """
    differing = "".join((*match.prefixes, *match.suffixes))
    has_letters_only = all(unicodedata.category(character)[0] in "LM" for character in differing)
    return has_letters_only and match.first.casefold() != match.second.casefold()


def shows_inflection(aligned: SegmentAlignment) -> bool:
    """Return whether tolerance forgives a word of a segment, and all that it forgives are inflected."""
    seen = (pair for found in aligned.references if found is not None for pair in found.pairs)
    forgiven = [pair.match for pair in seen if pair.corrected and pair.distance > 0]
    return bool(forgiven) and all(map(is_inflected, forgiven))


def tolerance_words(tbleu: TBLEU) -> str:
    """Say which forms of a word a tolerance accepts.

    >>> tolerance_words(TBLEU(epsilon=0.3, lowercase=True))
    'Tolerance 0.3: a word counts in part if at most 3 letters change for 10 that stay.'
    >>> tolerance_words(TBLEU())
    'Tolerance 0.05: a word counts in part if at most 1 letter changes (or a capital) for 20 that stay.'
    """
    epsilon, capitals = tbleu.epsilon, "" if tbleu.lowercase else " (or a capital)"
    if not epsilon:
        return "Tolerance 0: only equal words count, so this is BLEU."
    share = Fraction(epsilon).limit_denominator(100)
    letters = counted(share.numerator, "letter changes", "letters change")
    rule = f"a word counts in part if at most {letters}{capitals} for {share.denominator} that stay"
    return f"Tolerance {epsilon:g}: {rule}."
