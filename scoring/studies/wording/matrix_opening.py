"""Opening sentences of a matrix of test sets: who is ahead over all sets, how surely, and where others are better."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

import numpy as np

from ...judgments.external import ExternalScore
from ...metric import Metric
from ...output.numbers import counted, probability
from ...output.sentence import Sentence, SystemName, join_sentences, listed_names, name_list, sentence
from ...significance.verdicts import CLEAR, LIKELY, MORE_TRIALS, TOO_LITTLE_DATA
from ..matrix import MatrixResult, MetricMatrix, PairOverSets
from ..same_tests import ContainedSets
from .matrix_words import SetWarnings
from .method_words import correction_of_pairs
from .verdict_words import UNRELIABLE, not_reliable_sentence, within_a_sentence

MAX_SETS_NAMED = 4
"""Most sets that a sentence names."""
MAX_SYSTEMS_NAMED = 3
"""Most systems that a sentence lists."""
SURE = (CLEAR, LIKELY)
"""States of a difference that is hardly chance."""
_NO_LETTER = re.compile(r"[\W_]+")


AreInDoubt = Callable[[str, str], bool]
"""Function that returns whether a set that counts makes the comparison of two systems doubtful."""


def nobody_in_doubt(first: str, second: str) -> bool:
    """Return False for any two systems."""
    return False


def is_lead_in_doubt(result: MatrixResult, weights: Mapping[str, float], warnings: SetWarnings) -> bool:
    """Return whether a set that counts makes the comparison of the two best systems doubtful, by any metric."""
    best = [_ranked_systems(matrix)[:2] for matrix in result.matrices]
    return any(warnings.is_pair_in_doubt(weights, two[0], two[-1]) for two in best if two)


def verdict_sentences(
    result: MatrixResult,
    is_doubtful: bool = False,
    in_doubt: AreInDoubt = nobody_in_doubt,
    contained: Sequence[ContainedSets] = (),
) -> list[Sentence]:
    """Return which system to take, where several sets show this, and the sentences that support it.

    Where the lead ``is_doubtful``, as of ``is_lead_in_doubt``, no system is recommended; what is sure about the sound
    systems comes before the present lead. ``in_doubt`` tells of any pair whether it is doubtful. ``contained`` are sets
    whose segments are also in other sets. Sets that share no system with any other set come first, with the best
    systems of each; then no system is recommended either. Where no set shares a system with another, nothing else is
    said.
    """
    apart_sentences = [*filter(None, [_sets_apart_sentence(result, in_doubt)])]
    if is_doubtful and not result.share_no_system:
        return [*apart_sentences, *_doubtful_verdict(result, in_doubt, contained)]
    decision = sentence("") if apart_sentences else decision_sentence(result, contained)
    first, *others = opening_sentences(result, in_doubt=in_doubt)
    return [*apart_sentences, *([decision] if decision else []), _limited_to_shared_sets(result, first), *others]


def _doubtful_verdict(result: MatrixResult, in_doubt: AreInDoubt, contained: Sequence[ContainedSets]) -> list[Sentence]:
    """Return which doubtful systems leave the best one unknown, what is sure of the others, and who is ahead so far."""
    first, *others = opening_sentences(result, True, in_doubt)
    ranked = _ranked_systems(result.matrices[0])
    in_question = [name for name in ranked if in_doubt(name, name)]
    doubtful = [name for name in ranked[:2] if name in in_question] if in_question != ranked else []
    sound = [*filter(None, (_sound_systems_sentence(matrix, in_doubt) for matrix in result.matrices))]
    ahead, leaders_of_few = (
        _ahead_for_now(result, contained),
        filter(None, map(_leaders_of_few_sets_sentence, result.matrices)),
    )
    details = [ahead, first] if ahead else [first, *leaders_of_few]
    if sound and ranked[:1] == doubtful[:1]:
        return [_limited_to_shared_sets(result, _best_unknown_sentence(doubtful)), *sound, *details, *others]
    for_now_first, *further = details
    return [*sound, _limited_to_shared_sets(result, _while_doubtful(for_now_first, doubtful)), *further, *others]


def opening_sentences(
    result: MatrixResult, is_doubtful: bool = False, in_doubt: AreInDoubt = nobody_in_doubt
) -> list[Sentence]:
    """Return for each metric which system is ahead over all sets, how surely, and where the ranking reverses.

    For sets without any system in common, the sentences say which systems are best in each. Names that may mean one
    system come last. No lead is called sure where it ``is_doubtful``, or the pair is ``in_doubt``.
    """
    if result.share_no_system:
        best = filter(None, (_best_of_sets(matrix, matrix.sets, in_doubt) for matrix in result.matrices))
        sentences = [no_shared_system_sentence(sum(map(bool, result.systems_of_sets))), *best]
    else:
        sentences = [opening_sentence(matrix, is_doubtful, in_doubt) for matrix in result.matrices]
    return [*sentences, *filter(None, [_sets_without_scores_sentence(result), alike_names_sentence(result)])]


def _sets_without_scores_sentence(result: MatrixResult) -> Sentence:
    """Return in which sets no metric scores any system; empty where all sets have scores.

    Such sets lack a reference, or the judgments of the metrics.
    """
    empty = [name for name, systems in _systems_by_set(result).items() if not systems]
    if not empty:
        return sentence("")
    metrics = [matrix.metric for matrix in result.matrices]
    if all(isinstance(metric, ExternalScore) for metric in metrics):
        names = " or ".join(metric.full_name for metric in metrics)
        template = "No system has {} scores in {}. Choose a metric that all sets have, such as BLEU."
        return sentence(template, names, _set_list_phrase(empty))
    return sentence(
        "No system has scores in {}. Without a reference, take rates of checks or judges.", _set_list_phrase(empty)
    )


def _systems_by_set(result: MatrixResult) -> dict[str, frozenset[str]]:
    """Return, for each set that counts, the systems that have a score by some metric there."""
    counting = (name for name, counts in zip(result.sets, result.matrices[0].counts.tolist(), strict=True) if counts)
    return dict(zip(counting, result.systems_of_sets, strict=True))


def opening_sentence(
    matrix: MetricMatrix, is_doubtful: bool = False, in_doubt: AreInDoubt = nobody_in_doubt
) -> Sentence:
    """Return which system leads the second one over all sets, how surely, and in which sets others are better.

    Systems that are in fewer sets than others are left out, because their ranks are based on other sets.
    ``is_doubtful`` and ``in_doubt`` are as in ``opening_sentences``.
    """
    ranked = _ranked_systems(matrix)
    label = matrix.metric.full_name
    if not ranked:
        return sentence("{}: no system has scores.", label)
    if len(ranked) == 1:
        sets_phrase = counted(int(matrix.n_sets.max()), "set")
        return sentence(
            "By {} {} alone has scores in {}; others have fewer.", label, SystemName(ranked[0]), sets_phrase
        )
    pair = matrix.pair(ranked[0], ranked[1])
    first, second = ranked[0], ranked[1]
    if not pair.n_sets:
        return sentence("{}: no set has both {} and {}.", label, SystemName(first), SystemName(second))
    statement = _pair_over_sets_sentence(matrix, first, second, pair, is_doubtful)
    is_sure = pair.verdict in SURE and pair.better == first
    if not is_doubtful:
        doubtful = [name for name in ranked[2:] if in_doubt(first, name)]
        sound = [name for name in ranked[2:] if name not in doubtful]
        statement += _other_systems_sentence(matrix, first, sound, is_sure)
        if doubtful:
            names = name_list([*map(SystemName, doubtful)], MAX_SYSTEMS_NAMED)
            statement += sentence(" Its lead over {} is {}.", names, UNRELIABLE)
    return statement + _reversed_sets_sentence(matrix, first, second, pair)


def _best_unknown_sentence(doubtful: Sequence[str]) -> Sentence:
    """Return that the best system is not known, because the leading systems are doubtful."""
    lead_and_are = "leads and is" if len(doubtful) == 1 else "lead and are"
    names = name_list([*map(SystemName, doubtful)], MAX_SYSTEMS_NAMED)
    return sentence(f"The best system is not known, because {{}} {lead_and_are} doubtful.", names)


def _while_doubtful(statement: Sentence, doubtful: Sequence[str]) -> Sentence:
    """Return a result as not reliable yet, after the names of the doubtful systems, if there are any."""
    if not doubtful:
        return not_reliable_sentence(statement)
    names, be = name_list([*map(SystemName, doubtful)], MAX_SYSTEMS_NAMED), "is" if len(doubtful) == 1 else "are"
    return sentence(f"{{}} {be} doubtful, so this is {{}}", names, within_a_sentence(not_reliable_sentence(statement)))


def _sound_systems_sentence(matrix: MetricMatrix, in_doubt: AreInDoubt) -> Sentence:
    """Return which systems the best one without doubt is, and is not, significantly ahead of.

    Empty where no system is doubtful, and where fewer than two are without doubt.
    """
    ranked = _ranked_systems(matrix)
    first, *others = [name for name in ranked if not in_doubt(name, name)] or [""]
    if not others or 1 + len(others) == len(ranked):
        return sentence("")
    still_open = _not_surely_behind(matrix, first, others)
    behind = [name for name in others if name not in still_open and not in_doubt(first, name)]
    opening = sentence("By {}", matrix.metric.full_name)
    if first != ranked[0]:
        opening += _left_out_systems_phrase(set(ranked) - {first, *others}, ranked)
    leads = [
        sentence("{} ahead of {}", relation, name_list([*map(SystemName, systems)], MAX_SYSTEMS_NAMED))
        for relation, systems in (("is significantly", behind), ("is not significantly", still_open))
        if systems
    ]
    if not leads:  # quotation marks alone may make all of them doubtful
        return sentence("")
    return sentence("{} {} {}.", opening, SystemName(first), join_sentences(", but ", leads))


def _left_out_systems_phrase(doubtful: Collection[str], ranked: Sequence[str]) -> Sentence:
    """Return, as a part of a sentence, that these systems are left out, the best of them first."""
    if len(doubtful) > MAX_SYSTEMS_NAMED:
        return sentence(", without the {:,} doubtful systems,", len(doubtful))
    names = [SystemName(name) for name in ranked if name in doubtful]
    return sentence(", without {},", name_list(names, MAX_SYSTEMS_NAMED))


def _ahead_for_now(result: MatrixResult, contained: Sequence[ContainedSets]) -> Sentence:
    """Return which system is ahead in the fewer sets that have it, and which one over all sets; empty for none."""
    leader, ranked = _best_of_few_sets(result, _is_ahead), [_ranked_systems(matrix) for matrix in result.matrices]
    if leader is None:
        return sentence("")
    statement, (first, *_) = (
        sentence("{} is ahead {}", SystemName(leader), _sets_of_system_phrase(result, leader)),
        ranked[0],
    )
    pairs = ((matrix, other) for matrix, of in zip(result.matrices, ranked, strict=True) for other in {*of} - {first})
    if all(_is_ahead(matrix, first, other) for matrix, other in pairs):
        statement = sentence("{}, {} {}", statement, SystemName(first), _sets_of_system_phrase(result, first))
    advice = _how_to_compare(result, leader, contained)
    return sentence("{}. To compare {} in all sets, {}.", statement, SystemName(leader), advice)


def _leaders_of_few_sets_sentence(matrix: MetricMatrix) -> Sentence:
    """Return which systems, in fewer sets than the best one, are ahead of it there; empty for none.

    Systems that ``opening_sentence`` calls significantly better in a set are left out.
    """
    first, *others = _ranked_systems(matrix) or [""]
    of_few_sets = [
        name for name, n in zip(matrix.systems, matrix.n_sets.tolist(), strict=True) if 0 < n < matrix.n_sets.max()
    ]
    lost = _sets_lost_to_others(matrix, first, others[0]) if others else {}
    covered = {system for systems in lost.values() for system in systems}
    if len(covered) > MAX_SYSTEMS_NAMED:
        covered = set()
    pairs = {name: matrix.pair(name, first) for name in of_few_sets if first and name not in covered}
    sentences = []
    for is_open, but in ((False, ""), (True, ", but not surely")):
        ahead = [name for name, of in pairs.items() if of.better == name and (of.verdict not in SURE) is is_open]
        if ahead:
            names, be = name_list([*map(SystemName, ahead)], MAX_SYSTEMS_NAMED), "is" if len(ahead) == 1 else "are"
            only, in_shared_sets = _where_few_are(matrix, ahead)
            template = f"By {{}} {{}}, {only}, {be} ahead of {{}} {in_shared_sets}{but}."
            sentences.append(sentence(template, matrix.metric.full_name, names, SystemName(first)))
    return join_sentences(" ", sentences)


def _where_few_are(matrix: MetricMatrix, systems: Sequence[str]) -> tuple[str, str]:
    """Return in which sets these systems have scores, and in which the best system has one too, as phrases."""
    scored = ~np.isnan(matrix.scores[:, [matrix.systems.index(name) for name in systems]]).all(axis=1) & matrix.counts
    sets = [name for name, is_in in zip(matrix.sets, scored.tolist(), strict=True) if is_in]
    return (f"only in {sets[0]}", "there") if len(sets) == 1 else ("in fewer sets", "in the sets that have both")


def decision_sentence(result: MatrixResult, contained: Sequence[ContainedSets] = ()) -> Sentence:
    """Return which system to take if one has to do for all sets, and where another is better; empty for a single set.

    A system can be taken if no metric shows that it is worse. Empty for sets without any system in common. A system
    that is best in all sets that have it, but is not in all sets, comes first; ``contained`` is as in
    ``verdict_sentences``.
    """
    ranked = [_ranked_systems(matrix) for matrix in result.matrices]
    n_scored = [np.count_nonzero(matrix.n_sets) for matrix in result.matrices]
    n_sets = sum(map(bool, result.systems_of_sets))
    if not all(ranked) or min(n_scored) < 2 or n_sets < 2 or result.share_no_system:
        return sentence("")
    firsts = [of[0] for of in ranked]
    possible = [
        {of[0], *_not_surely_behind(matrix, of[0], of[1:])} for of, matrix in zip(ranked, result.matrices, strict=True)
    ]
    beaten = _beaten_in_shared_sets(result)
    still_open = [name for name in ranked[0] if all(name in of for of in possible) and name not in beaten]
    if not still_open:
        names = name_list([*map(SystemName, dict.fromkeys(firsts))], MAX_SYSTEMS_NAMED)
        return sentence("The metrics put different systems first ({}): decide by the metric you trust most.", names)
    if len(still_open) > 1 and any(_needs_trials(matrix, still_open) for matrix in result.matrices):
        names = name_list([*map(SystemName, still_open)], MAX_SYSTEMS_NAMED)
        advice = sentence("Which of {} is better is not settled yet.", names)
    elif len(still_open) > 1:
        advice = _tie_advice_sentence(still_open)
    else:
        leads = zip(result.matrices, firsts, strict=True)
        advice = _choice_advice_sentence(result, still_open[0], [(of.metric, first) for of, first in leads])
    if len(still_open) > 1 and (best_of_few := _best_of_few_sets(result)) is not None:
        advice = sentence("{}. {}", _is_best(result, best_of_few), advice)
    return advice + _systems_of_few_sets_sentence(result, still_open[0], contained)


def _needs_trials(matrix: MetricMatrix, systems: Sequence[str]) -> bool:
    """Return whether more trials may settle which of some systems is better."""
    names = {*systems}
    return any(pair.verdict == MORE_TRIALS and {pair.a, pair.b} <= names for pair in matrix.pairs)


def _tie_advice_sentence(systems: Sequence[str]) -> Sentence:
    """Return how to choose between systems that may all be the best."""
    names = name_list([*map(SystemName, systems)], MAX_SYSTEMS_NAMED)
    choice = "cheaper or faster one" if len(systems) == 2 else "cheapest or fastest of them"
    return sentence(f"These scores do not decide between {{}}: take the {choice}, or have people compare them.", names)


def _choice_advice_sentence(result: MatrixResult, chosen: str, leads: Sequence[tuple[Metric, str]]) -> Sentence:
    """Return that ``chosen`` is to be taken, in which sets another is better, and which metrics rank another first."""
    best_of_few = _best_of_few_sets(result)
    lost_by = [(name, better) for matrix in result.matrices for name, better in _sets_lost(matrix, chosen).items()]
    lost = [*dict.fromkeys(name for name, better in lost_by if best_of_few not in better)]
    advice = sentence("If one system has to do for all sets, take {}", SystemName(chosen))
    if best_of_few is not None:
        advice = sentence("{}; {}", _is_best(result, best_of_few), _is_best(result, chosen))
    if best_of_few is not None and not lost:
        advice += "."
    elif lost:
        advice += sentence(". If each set can have its own, another is better in {}.", _set_list_phrase(lost))
    else:
        advice += sentence(": no other is significantly better in any.")
    missing = _sets_without(result, chosen)
    if missing and best_of_few is None:
        advice += sentence(" It has no score in {}.", _set_list_phrase(missing))
    for metric, first in leads:
        if first != chosen:
            advice += sentence(" By {} {} is ahead, but not surely.", metric.full_name, SystemName(first))
    return advice


def _best_of_few_sets(
    result: MatrixResult, is_better: Callable[[MetricMatrix, str, str], bool] | None = None
) -> str | None:
    """Return the system of fewer sets than others that is better than every other one in the sets of both; else None.

    At least one of the other systems is in as many sets as any. ``is_better`` compares two systems by a metric; by
    default, better means significantly better.
    """
    is_better = is_better or _is_surely_better
    best = []
    for name in filter(partial(_sets_without, result), _systems_of_few_sets(result)):
        others = [
            (matrix, other)
            for matrix in result.matrices
            for other in matrix.systems
            if other != name and matrix.pair(name, other).n_sets
        ]
        is_with_ranked = any(other in _ranked_systems(matrix) for matrix, other in others)
        if is_with_ranked and all(is_better(matrix, name, other) for matrix, other in others):
            best.append(name)
    return best[0] if len(best) == 1 else None


def _is_best(result: MatrixResult, name: str) -> Sentence:
    """Return, as a part of a sentence, that a system is best in the sets that have it."""
    if _sets_without(result, name):
        return sentence("{} is best {}", SystemName(name), _sets_of_system_phrase(result, name))
    return sentence("{} {} is best", _sets_of_system_phrase(result, name), SystemName(name))


def _sets_of_system_phrase(result: MatrixResult, system: str) -> str:
    """Return in which sets a system has scores, as a part of a sentence."""
    n_sets = sum(system in systems for systems in result.systems_of_sets)
    if not _sets_without(result, system):
        return "over both sets" if n_sets == 2 else f"over all {n_sets:,} sets"
    return f"in the {n_sets:,} sets that have it" if n_sets > 1 else "in the only set that has it"


def _sets_without(result: MatrixResult, system: str) -> list[str]:
    """Return the sets that count and have scores, but none of this system."""
    return [name for name, systems in _systems_by_set(result).items() if systems and system not in systems]


def _how_to_compare(result: MatrixResult, system: str, contained: Sequence[ContainedSets]) -> Sentence:
    """Return, as a part of a sentence, how to compare a system in all sets.

    This may be leaving out sets that consist of other sets.
    """
    missing = _sets_without(result, system)
    if not missing:
        return sentence("score it by the same metrics in all sets before you decide")
    made_of_others = {one.whole for one in contained if one.is_covered and {*missing}.isdisjoint(one.parts)}
    if {*missing} <= made_of_others:
        be = "is" if len(missing) == 1 else "are"
        return sentence(f"leave out {{}}, which {be} made of the other sets", _set_list_phrase(missing))
    return sentence(f"translate the other {'set' if len(missing) == 1 else 'sets'} with it before you decide")


def _systems_of_few_sets(result: MatrixResult) -> list[str]:
    """Return the systems that are in fewer sets than others by some metric."""
    return [
        name
        for place, name in enumerate(result.systems)
        if any(0 < matrix.n_sets[place] < matrix.n_sets.max() for matrix in result.matrices)
    ]


def _systems_of_few_sets_sentence(result: MatrixResult, first: str, contained: Sequence[ContainedSets]) -> Sentence:
    """Return whether systems of fewer sets are surely worse than ``first``, surely better, or neither.

    Only the sets that have both systems count.
    """
    of_few_sets = _systems_of_few_sets(result)
    still_open = {name for matrix in result.matrices for name in _not_surely_behind(matrix, first, of_few_sets)}
    better = {name for matrix in result.matrices for name in of_few_sets if _is_surely_better(matrix, name, first)}
    behind = [name for name in of_few_sets if name not in still_open]
    level = [name for name in of_few_sets if name in still_open - better]
    statement = sentence("")
    best_of_few = _best_of_few_sets(result)
    for name in filter(better.__contains__, of_few_sets):
        advice = _how_to_compare(result, name, contained)
        if name == best_of_few:
            statement += sentence(" To compare {} in all sets, {}.", SystemName(name), advice)
        else:
            is_better = " {} is in fewer sets, and surely better than {} there: {}."
            statement += sentence(is_better, SystemName(name), SystemName(first), advice)
    if behind:
        names, be = name_list([*map(SystemName, behind)], MAX_SYSTEMS_NAMED), "is" if len(behind) == 1 else "are"
        statement += sentence(f" {{}} {be} in fewer sets, and surely worse there.", names)
    if level:
        names, be = name_list([*map(SystemName, level)], MAX_SYSTEMS_NAMED), "is" if len(level) == 1 else "are"
        advice = sentence("translate the other sets with them before you decide")
        if len(level) == 1:
            advice = _how_to_compare(result, level[0], contained)
        statement += sentence(f" {{}} {be} in fewer sets and may be as good: {{}}.", names, advice)
    return statement


def _beaten_in_shared_sets(result: MatrixResult) -> set[str]:
    """Return the systems that are surely worse than a system of fewer sets; empty where all ranked ones are."""
    beaten = {
        pair.b if pair.better == pair.a else pair.a
        for matrix in result.matrices
        for pair in matrix.pairs
        if pair.verdict in SURE and matrix.n_sets[matrix.systems.index(pair.better or pair.a)] < matrix.n_sets.max()
    }
    return (
        beaten if any(name not in beaten for matrix in result.matrices for name in _ranked_systems(matrix)) else set()
    )


def _is_ahead(matrix: MetricMatrix, one: str, other: str) -> bool:
    return matrix.pair(one, other).better == one


def _is_surely_better(matrix: MetricMatrix, one: str, other: str) -> bool:
    pair = matrix.pair(one, other)
    return pair.verdict in SURE and pair.better == one


def _ranked_systems(matrix: MetricMatrix) -> list[str]:
    """Return the systems that are in the largest number of sets, the best first.

    Other systems are left out, because their ranks are based on other sets.
    """
    return [matrix.systems[place] for place in matrix.order if matrix.n_sets[place] == matrix.n_sets.max() > 0]


def _not_surely_behind(matrix: MetricMatrix, first: str, others: Sequence[str]) -> list[str]:
    pairs = {other: matrix.pair(first, other) for other in others}
    return [other for other, pair in pairs.items() if pair.verdict not in SURE or pair.better != first]


def _sets_lost(matrix: MetricMatrix, system: str) -> dict[str, list[str]]:
    """Return the systems that are significantly better than this one, for each set that counts and has any."""
    better = matrix.better[:, :, matrix.systems.index(system)] & matrix.counts[:, None]
    better_systems = ([matrix.systems[place] for place in np.flatnonzero(of_set)] for of_set in better)
    return {name: systems for name, systems in zip(matrix.sets, better_systems, strict=True) if systems}


def _pair_over_sets_sentence(
    matrix: MetricMatrix, first: str, second: str, pair: PairOverSets, is_doubtful: bool
) -> Sentence:
    """Return how many sets have the first system ahead of the second, and how sure this is; without p if doubtful."""
    statement = _sets_led_sentence(matrix, first, second, pair)
    sets = "all sets" if pair.n_sets == matrix.counts.sum() else f"the {pair.n_sets:,} sets that have both"
    over_all = f"Over {sets} the" if pair.n_sets > 1 else "The"
    corrected = correction_of_pairs(pair.correction, sum(not math.isnan(other.p) for other in matrix.pairs))
    p = f"p = {probability(pair.p_adjusted)}{corrected and f', {corrected}'}"
    if pair.verdict in SURE and is_doubtful:
        return (
            statement
            if pair.better == first
            else statement + sentence(" Yet over {} {} is ahead.", sets, SystemName(second))
        )
    if pair.verdict in SURE and pair.better == first:
        return statement + sentence(" {} difference is {}: {}.", over_all, pair.verdict, p)
    if pair.verdict in SURE:  # a set with a large difference can outweigh several
        return statement + sentence(
            " Yet over {} {} is ahead, and that is {}: {}.", sets, SystemName(second), pair.verdict, p
        )
    if pair.verdict == MORE_TRIALS:
        opening = f"Over {sets} " if pair.n_sets > 1 else ""
        return statement + sentence(" {}{}: more shuffles may settle it.", opening, p)
    if pair.verdict == TOO_LITTLE_DATA:
        return statement + sentence(" There is too little data to tell it from chance: {}.", p)
    return statement + sentence(" {} difference is {}: {}.", over_all, pair.verdict, p)


def _sets_led_sentence(matrix: MetricMatrix, first: str, second: str, pair: PairOverSets) -> Sentence:
    """Return how many sets have the first system ahead of the second.

    If more sets have the second system ahead, add why the first is ranked first.
    """
    ahead, behind = _sets_by_leader(first, pair)
    label, n_counting, n_sets = matrix.metric.full_name, int(matrix.counts.sum()), counted(pair.n_sets, "set")
    one, other = SystemName(first), SystemName(second)
    if not ahead and not behind:
        everywhere = "" if pair.n_sets == 1 else f" in all {n_sets}"
        return sentence("By {} {} and {} have the same score{}.", label, one, other, everywhere)
    count = "" if n_counting == 1 else f" in {len(ahead):,} of {n_sets}"
    if len(ahead) == pair.n_sets and 1 < pair.n_sets < n_counting:
        count = f" in {_set_list_phrase(ahead)}"
    if pair.n_sets == 1 < n_counting:
        count = f" in {(ahead or behind)[0]}, the only set that has both"
    if 0 < len(ahead) == len(behind) and n_counting > 1:
        return sentence("By {} {} and {} are ahead in {:,} of {} each.", label, one, other, len(ahead), n_sets)
    if len(behind) <= len(ahead):
        return sentence("By {} {} is ahead of {}{}.", label, one, other, count)
    places = [matrix.systems.index(name) for name in (first, second)]
    is_by_rank = matrix.mean_ranks[places[0]] < matrix.mean_ranks[places[1]]
    why = sentence("; by {} {} is first.", "the share of systems that beat it" if is_by_rank else "AutoRank", one)
    if pair.n_sets == 1:
        return sentence("By {} {} is ahead of {}{}", label, other, one, count) + why
    n_ahead = f"{len(ahead):,}" if ahead else "none"
    return sentence("By {} {} is ahead in {:,} of {}, {} in {}", label, other, len(behind), n_sets, one, n_ahead) + why


def _other_systems_sentence(matrix: MetricMatrix, first: str, others: Sequence[str], is_sure: bool) -> Sentence:
    """Return whether the first system is surely ahead of the systems that follow the second one.

    ``is_sure`` is whether it is surely ahead of the second one.
    """
    still_open = _not_surely_behind(matrix, first, others)
    if not others:
        return sentence("")
    if still_open:
        names = name_list([*map(SystemName, still_open)], MAX_SYSTEMS_NAMED)
        either = "" if is_sure else " either"
        return sentence(" {} is not significantly ahead of {}{}.", SystemName(first), names, either)
    n_ranked = len(_ranked_systems(matrix))
    has_fewer = n_ranked < np.count_nonzero(matrix.n_sets)
    in_sets = f" that are in {counted(int(matrix.n_sets.max()), 'set')}" if has_fewer and len(others) > 1 else ""
    adverb = "also significantly" if is_sure else "significantly"
    return sentence(
        " {} is {} ahead of {}{}.", SystemName(first), adverb, _other_systems_phrase(others, n_ranked - 2), in_sets
    )


def _reversed_sets_sentence(matrix: MetricMatrix, first: str, second: str, pair: PairOverSets) -> Sentence:
    """Return in which sets the second system is ahead of the first, and in which others another is surely better."""
    _, behind = _sets_by_leader(first, pair)
    sure = pair.surely_behind if first == pair.a else pair.surely_ahead
    statement = sentence("")
    if behind:
        relation = sentence("significantly better than {}", SystemName(first)) if sure else sentence("ahead")
        pieces = _set_list_phrase(sure or behind), SystemName(second), relation, _set_pronoun(sure or behind)
        sets = "the set" if len(sure or behind) == 1 else "the sets"
        statement += sentence(" In {} {} {} is {}: read {}.", sets, *pieces)
    lost = _sets_lost_to_others(matrix, first, second)
    if lost:
        systems = [*dict.fromkeys(system for of_set in lost.values() for system in of_set)]
        names = name_list([*map(SystemName, systems)], MAX_SYSTEMS_NAMED)
        be = "is" if len(systems) == 1 else "are"
        statement += sentence(
            " {} {} significantly better than {} in {}: read {}.",
            *(names, be, SystemName(first), _set_list_phrase([*lost]), _set_pronoun([*lost])),
        )
    return statement


def _sets_lost_to_others(matrix: MetricMatrix, first: str, second: str) -> dict[str, list[str]]:
    """Return the sets of ``_sets_lost`` in which the second system is not among the significantly better ones."""
    return {name: systems for name, systems in _sets_lost(matrix, first).items() if second not in systems}


def _sets_by_leader(first: str, pair: PairOverSets) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sets in which this system of the pair is ahead, and the sets in which it is behind."""
    return (pair.ahead, pair.behind) if first == pair.a else (pair.behind, pair.ahead)


def _set_pronoun(sets: Sequence[str]) -> str:
    return "those sets" if len(sets) > 1 else "that set"


def _set_list_phrase(names: Sequence[str]) -> str:
    if len(names) <= MAX_SETS_NAMED:
        return listed_names(names)
    shown_names = names[: MAX_SETS_NAMED - 1]
    return listed_names([*shown_names, counted(len(names) - len(shown_names), "other set")])


def no_shared_system_sentence(n_sets: int) -> Sentence:
    """Return that sets without any system in common have a ranking each, and none over all sets."""
    two = "both sets" if n_sets == 2 else f"two of the {n_sets:,} sets"
    return sentence("No system is in {}, so each set has a ranking of its own.", two)


def _sets_apart(result: MatrixResult) -> list[str]:
    """Return the sets that share no system with another set; empty where no sets share systems."""
    systems_by_set = {name: systems for name, systems in _systems_by_set(result).items() if systems}
    n_sets = Counter(system for systems in systems_by_set.values() for system in systems)
    separate = [name for name, systems in systems_by_set.items() if all(n_sets[system] == 1 for system in systems)]
    return separate if len(separate) < len(systems_by_set) else []


def _sets_apart_sentence(result: MatrixResult, in_doubt: AreInDoubt) -> Sentence:
    """Return which sets share no system with another, and which systems are best there; empty for none or all sets."""
    separate, n_sets = _sets_apart(result), sum(map(bool, result.systems_of_sets))
    if not separate:
        return sentence("")
    opening = sentence(
        "Not known over all sets: no system is in all {:,} of them. {} {} no system with another set.",
        *(n_sets, _set_list_phrase(separate), "shares" if len(separate) == 1 else "share"),
    )
    best = [_best_of_sets(matrix, separate, in_doubt) for matrix in result.matrices]
    return join_sentences(" ", [opening, *filter(None, best)])


def _limited_to_shared_sets(result: MatrixResult, statement: Sentence) -> Sentence:
    """Return a sentence as about the sets that share systems, where other sets share none.

    The sentence is unchanged where the ranked systems are not in all of the sets that share systems.
    """
    separate = _sets_apart(result)
    sets = [name for name, systems in _systems_by_set(result).items() if systems and name not in separate]
    n_shared = len(_ranked_systems(result.matrices[0]))
    if not separate or result.matrices[0].n_sets.max() < len(sets):
        return statement
    shared = sentence("Over {}, which share {}", _set_list_phrase(sets), counted(n_shared, "system"))
    return sentence("{}: {}", shared, within_a_sentence(statement))


def _best_of_sets(matrix: MetricMatrix, sets: Collection[str], in_doubt: AreInDoubt) -> Sentence:
    """Return which systems no other one is significantly better than in each of these sets.

    Sets with a doubtful system are left out.
    """
    best = []
    for name, ranks, counts in zip(matrix.sets, matrix.ranks, matrix.counts, strict=True):
        ranked = [matrix.systems[place] for place in matrix.order if ranks[place] > 0]
        firsts = [system for system in ranked if ranks[matrix.systems.index(system)] == 1]
        if counts and name in sets and len(ranked) > 1 and not any(in_doubt(system, system) for system in ranked):
            tied = ", which do not differ significantly," if len(firsts) > 1 else ""
            best.append(sentence("{}{} in {}", name_list([*map(SystemName, firsts)], MAX_SYSTEMS_NAMED), tied, name))
    if not best or len(best) > MAX_SETS_NAMED:
        return sentence("")
    return sentence("Best by {}: {}.", matrix.metric.full_name, join_sentences("; ", best))


def alike_names_sentence(result: MatrixResult) -> Sentence:
    """Return which names in different sets may mean one system, such as Online-A and onlineA; empty for none."""
    spellings: dict[str, set[str]] = defaultdict(set)
    for name in result.systems:
        spellings[_NO_LETTER.sub("", name).casefold()].add(name)
    alike = [
        [name for name in result.systems if name in names]
        for key, names in spellings.items()
        if key and len(names) > 1 and all(len(names & systems) < 2 for systems in result.systems_of_sets)
    ]
    if not alike:
        return sentence("")
    listed = join_sentences("; ", [listed_names(names) for names in alike[:MAX_SYSTEMS_NAMED]])
    others = f"; {counted(len(alike) - MAX_SYSTEMS_NAMED, 'other')}" if len(alike) > MAX_SYSTEMS_NAMED else ""
    return sentence(
        "These names may mean one system: {}{}. Names that differ count as different systems.", listed, others
    )


def _other_systems_phrase(names: Sequence[str], n_others: int) -> Sentence:
    """Return the names of systems, or their number where they are all of the others."""
    if len(names) == 1 or len(names) < n_others:
        return name_list([*map(SystemName, names)], MAX_SYSTEMS_NAMED)
    return sentence("both others") if len(names) == 2 else sentence("all {:,} others", len(names))
