"""Say which outputs need fewer changes to become the reference, as a hint on effort without post-edits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..analysis.oddities import Oddity
from ..output.numbers import fixed
from ..output.sentence import (
    Sentence,
    SentenceText,
    Strong,
    SystemName,
    join_sentences,
    name_list,
    sentence,
    strong,
)
from ..significance import Comparisons
from .bleu_difference import MAX_SYSTEMS_WITH_QUOTES
from .comparison import ComparisonResult, doubts_of_systems
from .wording.all_pairs_words import FEW_SYSTEMS, all_pairs_sentence
from .wording.plain_quotes_words import ALIKE_MARKS
from .wording.verdict_words import UNRELIABLE

_MAX_NAMES_SHOWN = 4
"""The most systems whose changes are all named; of more systems only the fewest and the most changes are named."""
_MANY_CAPITALS = 3.0
"""Changes of capitals per 100 words above which TER ignoring case is given, too."""
_ABOUT_EQUAL = 1.0
"""Largest difference in changes per 100 words at which systems are called about equal, if it is not significant."""

_BY_CHANGES = "By changes up to the reference"
"""Opening for a sentence on pairs that does not say who needs how many changes."""


@dataclass(frozen=True)
class FewerChanges:
    """The systems that need fewer changes, with texts as typed or with quotation marks made alike."""

    sentence: Sentence
    note: Sentence | None = None
    """Note on the number of pairs that differ, and on the systems with other quotation marks than the reference."""
    typed: Sentence | None = None
    """Result of the test with texts as typed, if ``verdict`` is the different result with marks made alike."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Changes per 100 words with quotation marks made alike, by system, if ``verdict`` is about these."""


def reference_changes(
    scores: Mapping[str, float],
    ignoring_case: Mapping[str, float] | None = None,
    marks: str = "",
) -> Sentence:
    """Say how many changes per 100 words turn each output into the reference, by TER.

    ``scores`` count capitals, which a post-editor restores. ``ignoring_case`` are the scores of the usual TER, if it
    ignores case. ``marks`` is a phrase on quotation marks, such as ``TYPED_MARKS``, or empty.
    """
    ordered = sorted(scores.items(), key=lambda of: of[1])
    usual = {} if ignoring_case is None else ignoring_case
    ends = ordered if len(ordered) <= _MAX_NAMES_SHOWN else [ordered[0], ordered[-1]]
    between = ", " if len(ends) == len(ordered) else " to "
    changes = [
        sentence("{} {}{}", SystemName(name), Strong(fixed(score, 1)), _ignoring_case(score, usual.get(name, score)))
        for name, score in ends
    ]
    metric_phrase = "TER" if ignoring_case is None else "TER, capitals count"
    return sentence(
        "Changes per 100 words to reach the reference ({}): {}.",
        ", ".join(filter(None, [metric_phrase, marks])),
        join_sentences(between, changes),
    )


def _ignoring_case(score: float, usual: float) -> str:
    """Return a phrase with TER ignoring case where capitals make many of the changes; else empty."""
    return f" ({fixed(usual, 1)} ignoring case)" * (score - usual >= _MANY_CAPITALS)


def fewer_changes(
    result: ComparisonResult,
    systems: Sequence[str],
    oddities: Sequence[Oddity] = (),
    retested: ComparisonResult | None = None,
    unlike: Sequence[str] = (),
) -> FewerChanges:
    """Say which of these systems, at least two, need fewer changes, by the test of TER with capitals.

    Parameters
    ----------
    oddities : what makes scores doubtful
    retested : the same test with quotation marks of one kind; it counts if other pairs differ significantly in it
    unlike : the systems with other quotation marks than the references
    """
    typed = result.refined.only(systems)
    verdict, pairs = _who_needs_fewer(typed, oddities)
    if not unlike:
        return FewerChanges(verdict, _join_sentences_or_none(pairs))
    has = "has" if len(unlike) == 1 else "have"
    names = name_list(strong(unlike), MAX_SYSTEMS_WITH_QUOTES)
    others = sentence("{} {} other quotation marks than the reference", names, has)
    counts = sentence("{}, which TER counts as changes.", others)
    if retested is None:
        return FewerChanges(verdict, _join_sentences_or_none(pairs, counts))
    alike = retested.refined.only(systems)
    if _differing(typed) == _differing(alike):
        return FewerChanges(verdict, _join_sentences_or_none(pairs, counts, _same_pairs(alike)))
    first, pairs_alike = _who_needs_fewer(alike, oddities)
    note = _join_sentences_or_none(sentence("{}; here all are made alike.", others), pairs_alike)
    return FewerChanges(
        first, note, _join_sentences_or_none(verdict, pairs), {name: _score(alike, name) for name in systems}
    )


def _join_sentences_or_none(*sentences: SentenceText | None) -> Sentence | None:
    """Return the sentences joined by spaces; None for none."""
    return join_sentences(" ", [one for one in sentences if one]) or None


def _same_pairs(alike: Comparisons) -> str:
    """Say that the test with quotation marks made alike finds the same pairs as the test of the texts as typed."""
    is_one = len(alike.systems) == 2
    if not _differing(alike):
        return f"{'They do not differ' if is_one else 'No pair differs'} significantly {ALIKE_MARKS} either."
    return f"The same {'holds' if is_one else 'pairs differ'} {ALIKE_MARKS}."


def _who_needs_fewer(corrected: Comparisons, oddities: Sequence[Oddity]) -> tuple[Sentence, Sentence | None]:
    """Say which systems need fewer changes by one test, and in a second sentence how many pairs differ, if not said."""
    if len(corrected.systems) == 2:
        return _better_of_two(corrected, oddities), None
    tiers = _tiers_sentence(corrected) if len(corrected.systems) <= FEW_SYSTEMS and not oddities else None
    if tiers is None:
        return all_pairs_sentence(corrected, oddities, _BY_CHANGES) or sentence(""), None
    n_differ, n_pairs = len(_differing(corrected)), len(corrected.pairs)
    differ = "differs" if n_differ == 1 else "differ"
    return tiers, sentence("{} of {} pairs {} significantly.", n_differ, n_pairs, differ)


def _better_of_two(corrected: Comparisons, oddities: Sequence[Oddity]) -> Sentence:
    a, b = _ranked_systems(corrected)
    both = _system_list_phrase((a, b))
    if doubts_of_systems(corrected, oddities, (a, b)):
        return sentence("{}, the difference between {} is {}.", _BY_CHANGES, both, UNRELIABLE)
    if _differing(corrected):
        return sentence("{} needs significantly fewer changes than {}.", SystemName(a), SystemName(b))
    return sentence("{} do not differ significantly in the changes that they need.", both)


def _tiers_sentence(corrected: Comparisons) -> Sentence | None:
    """Say which systems need about equally many changes, and which need more; None where no such order is possible.

    No order is possible where no pair differs, and where a system of one tier differs from only some systems of another
    tier; one that differs from none of them is between the tiers. Scores must be in the same order.
    """
    names, differing = _ranked_systems(corrected), _differing(corrected)

    def differ(group: Sequence[str], others: Sequence[str]) -> set[bool]:
        return {(a, b) in differing or (b, a) in differing for a in group for b in others if a != b}

    best = names[0]
    behind = [name for name in names if differ([best], [name]) == {True}]
    level = [name for name in names if name not in behind]
    between = [name for name in level if False in differ([name], behind)]
    first = [name for name in level if name not in between]
    if not behind or True in differ(level, level) or True in differ(between, behind) or False in differ(first, behind):
        return None
    if not _are_all_fewer(corrected, level, behind) or not _are_all_fewer(corrected, first, between):
        return None
    if between:
        if len(first) == 1:
            ends = sentence("{} needs fewer changes than {}", _system_list_phrase(first), _system_list_phrase(behind))
        else:
            ends = sentence(
                "{}; {} {} more", _need_fewest(corrected, first), _system_list_phrase(behind), _needs(behind)
            )
        are = "is" if len(between) == 1 else "are"
        return sentence(
            "{}. {} {} between them, not significantly different from either.", ends, _system_list_phrase(between), are
        )
    tiers: list[list[str]] = []
    for name in behind:
        if tiers and differ([name], tiers[-1]) == {False}:
            tiers[-1].append(name)
        else:
            tiers.append([name])
    if any(False in differ(one, other) for one, other in combinations(tiers, 2)):
        return None
    amounts = ["more", *["still more"] * (len(tiers) - 2), "the most"][: len(tiers)]
    clauses = [
        sentence("{} {} {}", _system_list_phrase(tier), _needs(tier), amount)
        for tier, amount in zip(tiers, amounts, strict=True)
    ]
    return sentence("{}; {}.", _need_fewest(corrected, first), join_sentences(", ", clauses))


def _are_all_fewer(corrected: Comparisons, names: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether each of these systems needs fewer changes than each of the others, by scores alone."""
    return all(_score(corrected, name) < _score(corrected, other) for name in names for other in others)


def _need_fewest(corrected: Comparisons, names: Sequence[str]) -> Sentence:
    """Say that these systems need the fewest changes; they are called about equal only if their scores are close."""
    if len(names) == 1:
        return sentence("{} needs the fewest changes", _system_list_phrase(names))
    scores = [_score(corrected, name) for name in names]
    if max(scores) - min(scores) <= _ABOUT_EQUAL:
        return sentence("{} need about equally many changes", _system_list_phrase(names))
    return sentence("{} do not differ significantly in the changes that they need", _system_list_phrase(names))


def _needs(names: Sequence[str]) -> str:
    return "needs" if len(names) == 1 else "need"


def _system_list_phrase(names: Sequence[str]) -> Sentence:
    return name_list([*map(SystemName, names)], FEW_SYSTEMS)


def _score(corrected: Comparisons, name: str) -> float:
    return float(corrected.tested.scores[corrected.index(name)])


def _ranked_systems(corrected: Comparisons) -> list[str]:
    """Return the systems, the one with fewest changes first."""
    return [corrected.systems[place] for place in corrected.order]


def _differing(corrected: Comparisons) -> set[tuple[str, str]]:
    """Return the pairs that differ significantly, each with the system with fewer changes first."""
    pairs = combinations(_ranked_systems(corrected), 2)
    return {pair for pair in pairs if corrected.differ[corrected.index(pair[0]), corrected.index(pair[1])]}
