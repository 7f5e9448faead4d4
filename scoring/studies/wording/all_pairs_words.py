"""Sentences on all pairs of systems: how many differ significantly, and which systems no other one beats."""

import math
from collections.abc import Sequence

from ...analysis.oddities import Oddity
from ...output.sentence import Sentence, Strong, join_sentences, name_list, sentence, strong
from ...significance import Comparisons
from ..comparison import Pair, better_system, doubts_of_systems
from .method_words import interval_method_phrase
from .verdict_words import (
    DOUBT_MARK_MEANING,
    LETTERS,
    MAX_NAMES_SHOWN,
    UNRELIABLE,
    marked_letters,
    not_reliable_sentence,
    within_a_sentence,
)

FEW_SYSTEMS = 5
"""Most systems for which each pair that differs is named."""
MATRIX_LEGEND = (
    "Row minus column, and p. Blue: the row is significantly better. Orange: the column is. Click a square for its"
    " pair."
)


def letters_by_system(corrected: Comparisons, oddities: Sequence[Oddity] = ()) -> dict[str, str]:
    """Return each system's letters, with the mark of doubt where ``oddities`` make its score doubtful."""
    return {
        name: marked_letters(letters, bool(doubts_of_systems(corrected, oddities, (name,))))
        for name, letters in zip(corrected.systems, corrected.letters, strict=True)
    }


def letters_note(oddities: Sequence[Oddity] = ()) -> str:
    """Return the meaning of letters and, where there are ``oddities``, of the mark of doubt.

    >>> letters_note()
    'Systems that share a letter do not differ significantly.'
    """
    return f"{LETTERS} {DOUBT_MARK_MEANING}." if oddities else LETTERS


def pairs_table_note(corrected: Comparisons, oddities: Sequence[Oddity] = ()) -> str:
    """Return how to read the table of all pairs: differences, intervals and, if any, doubtful pairs."""
    intervals = interval_method_phrase(corrected.bootstrap.trials, corrected.unit)
    note = f"Difference: the printed score of A minus that of B. Low and high: {intervals} of the difference."
    doubtful = [name for name in corrected.systems if doubts_of_systems(corrected, oddities, (name,))]
    if not oddities:
        return note
    return f"{note} Pairs with {name_list(doubtful, MAX_NAMES_SHOWN)} are {UNRELIABLE}."


def all_pairs_sentence(corrected: Comparisons, oddities: Sequence[Oddity] = (), by: str = "") -> Sentence | None:
    """Return how many pairs differ significantly, and which systems are best; None for fewer than two tested pairs.

    Where ``oddities`` make scores doubtful, the sentence names the doubtful systems, and says of no system that it
    beats another. ``by`` says by what pairs differ, such as "By this", where the place of the sentence does not show
    it.
    """
    statement = _all_pairs_sentence(corrected, bool(oddities))
    if statement is not None and by:
        statement = sentence("{}, {}", by, within_a_sentence(statement))
    if statement is None or not oddities:
        return statement
    doubtful = [corrected.systems[place] for place in corrected.order]
    doubtful = [name for name in doubtful if doubts_of_systems(corrected, oddities, (name,))]
    if len(doubtful) >= len(corrected.systems) - 1:
        return not_reliable_sentence(statement)
    names = name_list(strong(doubtful), MAX_NAMES_SHOWN)
    return sentence("Pairs with {} are {}. For now: {}", names, UNRELIABLE, within_a_sentence(statement))


def _all_pairs_sentence(corrected: Comparisons, is_doubtful: bool) -> Sentence | None:
    names = [corrected.systems[system] for system in corrected.order]
    pairs = [
        (a, b)
        for place, a in enumerate(names)
        for b in names[place + 1 :]
        if not math.isnan(corrected.p_adjusted[corrected.index(a), corrected.index(b)])
    ]
    if len(pairs) < 2:
        return None
    alike = [pair for pair in pairs if not _differ(corrected, pair)]
    number = f"{len(pairs):,}"
    if not alike:
        why = "" if is_doubtful else ": chance is an unlikely explanation of this order"
        return sentence("All {} pairs differ significantly{}.", number, why)
    if len(alike) == len(pairs):
        return sentence("None of the {} pairs differs significantly: their order could be chance.", number)
    n_differ = len(pairs) - len(alike)
    differ = "differs" if n_differ == 1 else "differ"
    opening = sentence("{} of {} pairs {} significantly", Strong(f"{n_differ:,}"), number, differ)
    if alike == pairs[:1]:
        return opening + sentence(". {} and {} do not.", *strong(alike[0]))
    if is_doubtful:
        return opening + "."
    if len(names) <= FEW_SYSTEMS:
        return opening + sentence(": {}.", _who_beats_whom(corrected, names, pairs))
    return opening + sentence(". {}", _unbeaten_systems_sentence(corrected, names, pairs))


def _differ(corrected: Comparisons, pair: Pair) -> bool:
    return bool(corrected.differ[corrected.index(pair[0]), corrected.index(pair[1])])


def _who_beats_whom(corrected: Comparisons, names: Sequence[str], pairs: Sequence[Pair]) -> Sentence:
    beaten: dict[str, list[str]] = {name: [] for name in names}
    for a, b in pairs:
        if _differ(corrected, (a, b)):
            worse = _worse(corrected, (a, b))
            beaten[a if worse == b else b].append(worse)
    won = [
        sentence("{} beats {}", Strong(name), name_list(strong(others), FEW_SYSTEMS))
        for name, others in beaten.items()
        if others
    ]
    return join_sentences("; ", won)


def _unbeaten_systems_sentence(corrected: Comparisons, names: Sequence[str], pairs: Sequence[Pair]) -> Sentence:
    """Return a sentence on the systems that no other system is significantly better than."""
    beaten = {_worse(corrected, pair) for pair in pairs if _differ(corrected, pair)}
    best = [name for name in names if name not in beaten]
    first = best[0]
    if all(_differ(corrected, pair) for pair in pairs if first in pair):
        return sentence("{} is significantly better than all others.", Strong(first))
    if len(best) > MAX_NAMES_SHOWN:
        return sentence("{:,} systems are at the top: no other is significantly better.", len(best))
    return sentence(
        "At the top: {}. No system is significantly better than {}.",
        *(name_list(strong(best), MAX_NAMES_SHOWN), "either" if len(best) == 2 else "any of them"),
    )


def _worse(corrected: Comparisons, pair: Pair) -> str:
    first, second = (float(corrected.tested.scores[corrected.index(name)]) for name in pair)
    return pair[1] if better_system(corrected.metric, first - second, pair) == pair[0] else pair[0]
