"""Compare corpus BLEU with and without smoothing: whether the ranking changes, and which segments need smoothing."""

from collections.abc import Mapping

import numpy as np

from ..bleu import BLEU
from ..bleu.dialects import DIALECTS
from ..counting.arrays import Floats
from ..output.numbers import counted, two_decimals
from ..output.sentence import Sentence, Strong, SystemName, sentence
from .ranking_change import compare_rankings

_SAME_RANKING, _CHANGED_RANKING = "The ranking stays the same.", "It changes the ranking, too."
_UNSMOOTHED = "0"
"""Name of BLEU without smoothing, from the paper."""


def smoothing_sentence(bleu: BLEU, statistics: Mapping[str, Floats]) -> Sentence:
    """Say whether smoothing changes corpus scores, and in how many segments of the best system it matters.

    ``statistics`` are those of each system's segments, (n_segments, n_statistics), by system.
    """
    unsmoothed = DIALECTS["paper"].metrics(bleu)[_UNSMOOTHED]
    totals = {system: rows.sum(axis=0) for system, rows in statistics.items()}
    scores = {
        system: (two_decimals(bleu.score(total)), two_decimals(unsmoothed.score(total)))
        for system, total in totals.items()
    }
    changed = [system for system, (smoothed, plain) in scores.items() if smoothed != plain]
    if changed:
        template = "Smoothing changes the corpus BLEU of {}: {} with smoothing {}, {} without."
        smoothed, plain = scores[changed[0]]
        statement = sentence(template, SystemName(changed[0]), Strong(smoothed), str(bleu.smoothing), Strong(plain))
        smoothed_scores, unsmoothed_scores = (
            {name: float(of.score(row)) for name, row in totals.items()} for of in (bleu, unsmoothed)
        )
        change = compare_rankings(bleu, unsmoothed, smoothed_scores, unsmoothed_scores)
        return statement + (
            "" if change.n_systems < 2 else f" {_CHANGED_RANKING if change.n_reversed else _SAME_RANKING}"
        )
    if len(scores) > 1:
        statement = sentence("Smoothing decides nothing here: no system's BLEU on the whole set changes without it.")
    else:
        ((system, (score, _)),) = scores.items()
        template = "Smoothing does not explain the corpus BLEU of {}: it is {} without smoothing, too."
        statement = sentence(template, SystemName(system), Strong(score))
    return statement + _zero_segments_sentence(bleu, unsmoothed, statistics, totals)


def _zero_segments_sentence(
    bleu: BLEU, unsmoothed: BLEU, statistics: Mapping[str, Floats], totals: Mapping[str, Floats]
) -> Sentence:
    best = max(totals, key=lambda system: float(np.nan_to_num(bleu.score(totals[system]))))
    zero = unsmoothed.score(statistics[best]) == 0
    if not (n_zero := int(np.count_nonzero(zero))):
        return sentence("")
    phrase = "word" if bleu.max_order == 1 else f"phrase of {bleu.max_order:,} words"
    template = " It only keeps segments that share no {} with the reference from scoring 0: {:,} of {} for {}."
    return sentence(template, phrase, n_zero, counted(len(zero), "segment"), SystemName(best))
