"""Measure how much of a low BLEU is only inflection, and whether tolerant BLEU ranks systems in another order."""

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ..bleu import BLEU
from ..output.numbers import counted, printed_difference, printed_value, two_decimals
from ..output.sentence import Sentence, Strong, SystemName, join_sentences, name_list, sentence
from ..tbleu import TBLEU
from ..tbleu.affix import AffixMatch
from ..tbleu.segment import SegmentAlignment
from ..testset import TestSet
from .capitals import MOSTLY, is_costly, scores_of_outputs
from .ranking_change import compare_rankings

MAX_NAMES_SHOWN = 4
"""The most systems that are all named; of more systems only the two best are named."""


@dataclass(frozen=True)
class Inflection:
    """Scores of systems by BLEU and by tolerant BLEU, which counts other forms of a word in part."""

    bleu: BLEU
    tbleu: TBLEU
    exact: Mapping[str, float]
    """BLEU of each system, by name."""
    tolerant: Mapping[str, float]
    """tBLEU of each system, by name."""
    n_first: int | None = None
    """Number of segments that the scores cover, if these are only the first ones; else None."""
    gains_ignoring_case: Mapping[str, float] = field(default_factory=dict)
    """Gain by tolerance where BLEU and tBLEU ignore case, by system; only systems to which capitals cost much."""

    def gain(self, system: str) -> float:
        """Return a system's printed tBLEU minus its printed BLEU."""
        return printed_difference(self.tolerant[system], self.exact[system])

    def named_systems(self) -> list[str]:
        """Return the systems that a sentence names, the best by BLEU first; of many systems only the two best."""
        ordered = sorted(self.exact, key=lambda system: self.exact[system], reverse=True)
        return ordered if len(ordered) <= MAX_NAMES_SHOWN else ordered[:2]

    def sentence(self) -> Sentence:
        """Say what words in another form cost, how much of this is capitals, and whether the ranking changes."""
        systems = self.named_systems()
        losing = [system for system in systems if printed_value(self.gain(system), 2) > 0]
        scope = "" if self.n_first is None else f"so far, in the first {self.n_first:,} segments, "
        if not losing:
            names = name_list([*map(SystemName, systems)], len(systems))
            verb = "loses" if len(systems) == 1 else "lose"
            return sentence(
                "{}{} {} no BLEU to words in another form than the reference's.", scope.capitalize(), names, verb
            )
        costs = [self._cost(system, has_scores=len(systems) <= 2) for system in losing]
        cost = name_list(costs, len(costs))
        text = sentence("{} in another form than the reference's cost {}.", f"{scope}words".capitalize(), cost)
        if len(systems) < len(self.exact):
            gains = [self.gain(system) for system in self.exact if system not in systems]
            others = counted(len(gains), "other system loses", "other systems lose")
            ends = two_decimals(min(gains)), two_decimals(max(gains))
            text += sentence(" {} {} to {}.", others.capitalize(), *ends)
        text += join_sentences("", [self._capitals_cost_sentence(system) for system in losing])
        return text + ("" if self.n_first else self._ranking_sentence())

    def _cost(self, system: str, has_scores: bool) -> Sentence:
        text = sentence("{} {} points", SystemName(system), Strong(two_decimals(self.gain(system))))
        if not has_scores:
            return text
        scores = two_decimals(self.exact[system]), two_decimals(self.tolerant[system])
        return text + sentence(" (BLEU {}, tBLEU {})", *scores)

    def _capitals_cost_sentence(self, system: str) -> Sentence:
        """Say how much of a system's cost is capitals, if at least half; else empty."""
        gain, ignoring = self.gain(system), self.gains_ignoring_case.get(system)
        if ignoring is None or gain - ignoring < MOSTLY * gain:
            return sentence("")
        template = " Of {}'s {} points {} are capitals: ignoring case, word forms cost {}."
        capitals = printed_difference(gain, ignoring)
        numbers = two_decimals(gain), Strong(two_decimals(capitals)), Strong(two_decimals(ignoring))
        return sentence(template, SystemName(system), *numbers)

    def _ranking_sentence(self) -> Sentence:
        change = compare_rankings(self.bleu, self.tbleu, self.exact, self.tolerant)
        if change.n_systems < 2:
            return sentence("")
        if not change.n_reversed:
            alike = "both systems" if change.n_systems == 2 else f"all {change.n_systems:,} systems"
            return sentence(
                " tBLEU counts them in part and ranks {} as BLEU does: inflection decides nothing here.", alike
            )
        parts: list[Sentence] = [sentence("counts them in part")]
        if change.n_systems > 2:
            n_pairs = counted(math.comb(change.n_systems, 2), "pair")
            parts.append(
                sentence("ranks {:,} of {} the other way", change.n_reversed, n_pairs) + change.reversed_pairs_phrase()
            )
        if change.is_best_changed:
            parts.append(sentence("prefers {}", SystemName(change.best)))
        return sentence(" tBLEU {}: inflection may decide.", name_list(parts, len(parts)))


def gains_ignoring_case(bleu: BLEU, tbleu: TBLEU, test_set: TestSet) -> dict[str, float]:
    """Return the gain by tolerance where both metrics ignore case, by system; only systems to which capitals cost much.

    Empty where a metric ignores case already.
    """
    if bleu.lowercase or tbleu.lowercase:
        return {}
    exact, lowered = (
        scores_of_outputs(metric, test_set, test_set.system_names) for metric in (bleu, replace(bleu, lowercase=True))
    )
    costly = [name for name, score in lowered.items() if is_costly(score - exact[name], score)]
    tolerant = scores_of_outputs(replace(tbleu, lowercase=True), test_set, costly)
    return {name: printed_difference(tolerant[name], lowered[name]) for name in costly}


def is_inflected(match: AffixMatch) -> bool:
    """Return whether two words differ in their letters, not only in a mark, a digit or a capital.

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
    """Return whether tolerance forgives a word of a segment, and every forgiven word is inflected."""
    pairs = (pair for alignment in aligned.references if alignment is not None for pair in alignment.pairs)
    forgiven = [pair.match for pair in pairs if pair.corrected and pair.distance > 0]
    return bool(forgiven) and all(map(is_inflected, forgiven))


def tolerance_words(tbleu: TBLEU) -> str:
    """Say which forms of a word the tolerance accepts.

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
