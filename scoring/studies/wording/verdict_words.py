"""The words of a verdict: what is decided, how surely, and what else bears on it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...analysis.oddities import Oddity
from ...metric import Metric
from ...output.numbers import LEVEL, counted, fixed, printed_difference, probability, signed, write_size
from ...output.sentence import (
    Said,
    Sentence,
    Strong,
    join_sentences,
    minus,
    name_list,
    reference_name,
    sentence,
    strong,
)
from ...significance.corrections import CORRECTION_NAMES
from ...significance.verdicts import CLEAR, CLEAR_LEVEL, CLOSE, LIKELY, LITTLE, MORE, MOST_TRIALS, SURE, Verdicts
from ..verdict import Decision, Votes
from .method_words import AS_THEY_ARE, DRAWS, TEST_NAMES, direction, interval_words, too_few_for_pairs, unit

MAX_NAMES_SHOWN = 3
"""The most systems, or measures, that are named; of more their number is said."""
MOST_PRACTICAL = 100
"""Times as many segments, or documents, as there are: who would need more is told so, without a number."""
NO_PAIR = "Fewer than two systems have a score, so there is nothing to compare."
MOST_DISAGREE, MORE_DISAGREE = (
    Strong("Most other measures disagree."),
    Strong("More other measures disagree than agree."),
)
READ_SEGMENTS = "Read segments before you decide."
LETTERS = "Systems that share a letter do not differ significantly."
_SURE = f"clear or likely where the adjusted p is surely at most {CLEAR_LEVEL} or {LEVEL}."
VERDICT = (
    f"{_SURE} Where so few trials leave that open, more are drawn, up to {MOST_TRIALS:,} for a pair. What is open after"
    " all these is too close to call; where the time for them runs out before, more trials are needed."
)
VERDICT_OF_ASKED = f"{_SURE} What these trials leave open needs more trials: --trials asks for them."
SURE_INTERVAL = f"{100 * SURE:g} % interval"
"""Interval by which a verdict stands: where p would lie with all possible draws."""
SIGNIFICANT = "Two differ significantly where the verdict is clear or likely."


def significantly(differ: bool) -> str:
    """Whether two systems do."""
    return "differ significantly" if differ else "do not differ significantly"


def roughly(number: float) -> str:
    """With two digits, as one speaks of what is only estimated."""
    digits = len(str(int(number)))
    return f"{round(number, 2 - digits):,.0f}"


_CHANCE = {
    CLEAR: "Chance is a very unlikely explanation",
    LIKELY: "Chance is an unlikely explanation",
    CLOSE: "That could be chance",
    MORE: "The trials do not yet show whether that could be chance",
}


def describe_verdict(found: Verdicts, a: str, b: str) -> str:
    """What a verdict means, for people: whether the difference could be chance."""
    state, n_pairs = found.state(a, b), found.comparisons.n_adjusted
    if state == LITTLE:
        return "There is too little data to tell."
    of = f", corrected for all {n_pairs:,} pairs" if n_pairs > 1 else ""
    return f"{_CHANCE[state]} (p = {_written(found.p_adjusted(a, b))}{of}).{_trials_ran_out(found, a, b)}"


def _trials_ran_out(found: Verdicts, a: str, b: str) -> str:
    """What is said of trials that leave it open whether p is at most ``LEVEL``."""
    low, high = found.interval(a, b)
    if not low <= LEVEL < high:
        return ""
    trials, draws = found.n_trials(a, b), DRAWS[found.comparisons.test]
    between = f" After {trials:,} {draws} p is somewhere between {_written(low)} and {_written(high)}"
    if found.state(a, b) == MORE:
        return f"{between}: more trials would settle it."
    return f"{between}: too close to {LEVEL} for more trials to settle it."


def family(found: Verdicts) -> str | None:
    """Of how many pairs this is one, and how p is corrected for them; None where it is not."""
    n_pairs = found.comparisons.n_adjusted
    if n_pairs < 2:
        return None
    return f"p-values are corrected for all {n_pairs:,} pairs ({CORRECTION_NAMES[found.comparisons.correction]})."


def evidence(found: Verdicts, a: str, b: str) -> str:
    """The numbers behind a verdict: p corrected for all pairs, the pair's own, and the trials."""
    own, n_pairs, drawn = found.p_value(a, b), found.comparisons.n_adjusted, DRAWS[found.comparisons.test]
    by_itself = ""
    if n_pairs > 1:
        correction = CORRECTION_NAMES[found.comparisons.correction]
        by_itself = f" corrected for all {n_pairs:,} pairs ({correction}), {_written(own)} for this pair alone"
    return f"p = {_written(found.p_adjusted(a, b))}{by_itself}, {found.n_trials(a, b):,} {drawn}"


def _written(p: float) -> str:
    """A p-value with two digits where it is small, since it is not printed as 0.0000."""
    return probability(p) if p >= 0.001 else f"{p:.2g}"


# --- the verdict on the systems at the top, as its card shows it ---


@dataclass(frozen=True)
class VerdictText:
    """A verdict in words."""

    state: str
    heading: str
    caveats: tuple[Sentence, ...]
    """Sentences on what makes the comparison doubtful, to be read before who leads."""
    said: Sentence
    """Sentences for people: who leads, and how surely."""
    notes: tuple[Said, ...]
    """Sentences on what else bears on it."""
    statistics: Sentence
    """The numbers behind it."""

    def __str__(self) -> str:
        return str(self.said)


def in_words(
    decision: Decision, votes: Votes | None = None, oddities: Sequence[Oddity] = (), votes_to_come: bool = False
) -> VerdictText:
    """The state, what makes it doubtful, a sentence for people, what else bears on it, and the statistics.

    ``oddities`` are those of the outputs that are looked at; ``votes_to_come`` where they are still computed.
    """
    notes = [
        _people(decision, votes),
        "The other measures are still being computed." if votes_to_come else _votes(decision, votes),
        _of_others(decision),
        _more_data(decision),
        AS_THEY_ARE if decision.verdicts.comparisons.runs else None,
    ]
    return VerdictText(
        decision.state,
        f"{decision.state.capitalize()}, by {decision.metric.called}",
        tuple(map(_odd, oddities)),
        sentence("{} {}", _who_leads(decision), _how_sure(decision)),
        tuple(note for note in notes if note),
        _statistics(decision),
    )


def meant_elsewhere(decision: Decision) -> str | None:
    """What a difference of this size has meant in a published study, as Markdown without names; None if not told."""
    found = published_agreement_range(decision.metric, decision.difference)
    if found is None or decision.state == LITTLE:
        return None
    low, high = found
    share = f"more than {low}" if high == 100 else f"between {low} and {high}" if low else "about half of them or fewer"
    return (
        f"In one large study, of 100 pairs of systems as far apart as these, {write_size(decision.difference)}"
        f" {decision.metric.full_name}, people preferred the one with the better score in **{share}**. A coin's toss"
        " would give 50. Your languages, texts and systems are not those of the study: this is no proof, and does not"
        f" replace the test above.\n\nSource: {STUDY}."
    )


def _who_leads(decision: Decision) -> Sentence:
    decimals, label = decision.metric.decimals, decision.metric.full_name
    first, second = (fixed(score, decimals) for score in decision.scores)
    if not decision.difference:
        both = Strong(decision.best), Strong(decision.next)
        if not decision.scores[0]:
            return sentence("{} and {} both have {} 0, which says nothing of either.", *both, label)
        return sentence("{} and {} are level at {} {}.", *both, label, Strong(first))
    lower = direction(decision.metric)
    return sentence(
        "{} is ahead of {} by {} {}: {} against {}.{}",
        Strong(decision.best),
        Strong(decision.next),
        Strong(write_size(printed_difference(*decision.scores, decimals), decimals=decimals)),
        unit(decision.metric),
        first,
        second,
        "" if lower is None else f" {lower}",
    )


def _how_sure(decision: Decision) -> str:
    found = decision.verdicts
    if decision.state == LITTLE:
        return " ".join([describe_verdict(found, decision.best, decision.next), *too_few_for_pairs(found.refined)])
    return describe_verdict(found, decision.best, decision.next) if decision.difference else "Nothing tells them apart."


def _of_others(decision: Decision) -> Sentence | None:
    if decision.alike:
        names = Strong(decision.best), name_list(strong(decision.alike), MAX_NAMES_SHOWN)
        if decision.state in (CLOSE, MORE, LITTLE):
            return sentence("Nor is it sure that {} is better than {}.", *names)
        return sentence("Yet it is not sure that {} is better than {}.", *names)
    if not decision.behind:
        return None
    states = {decision.verdicts.state(decision.best, system) for system in decision.behind}
    sure = " or ".join(state for state in (CLEAR, LIKELY) if state in states)
    return sentence("Its lead over {} is {}.", name_list(strong(decision.behind), MAX_NAMES_SHOWN), sure)


def _odd(oddity: Oddity) -> Sentence:
    if not oddity.systems:
        return sentence("{}", oddity.how)
    before, between, end = oddity.parts
    copied: Said = "" if oddity.reference is None else reference_name(oddity.reference)
    return sentence("{}{}{}{}{}", before, name_list(strong(oddity.systems), MAX_NAMES_SHOWN), between, copied, end)


def _people(decision: Decision, votes: Votes | None) -> Sentence | None:
    """What people say, where they do not decide."""
    if votes is None or votes.by_people is None or decision.state == LITTLE:
        return None
    found = votes.by_people
    first = [_put_ahead(found.first, decision.best, ", too" if decision.metric.is_human else "")] if found.first else []
    second = [_put_ahead(found.second, decision.next)] if found.second else []
    level = [sentence("by {} both are level", ", ".join(found.level))] if found.level else []
    return sentence("People: {}.", join_sentences("; ", first + second + level))


def _put_ahead(labels: Sequence[str], system: str, too: str = "") -> Sentence:
    puts = "puts" if len(labels) == 1 else "put"
    return sentence("{} {} {} ahead{}", ", ".join(labels), puts, Strong(system), too)


def _votes(decision: Decision, votes: Votes | None) -> Sentence | None:
    if votes is None or not votes.number or decision.state == LITTLE:
        return None
    if votes.number == 1:
        return _only_vote(decision, votes)
    others = "metrics" if decision.metric.is_human else "other measures"
    if len(votes.first) == votes.number:
        too = "" if decision.metric.is_human else ", too"
        named = ", ".join(votes.first) if votes.number <= MAX_NAMES_SHOWN else str(votes.number)
        return sentence("All {} ({}) put {} ahead{}.", others, named, Strong(decision.best), too)
    named = f" ({', '.join(votes.first)})" if 0 < len(votes.first) <= MAX_NAMES_SHOWN else ""
    said = sentence(
        "{} of {} {}{} {} {} ahead",
        len(votes.first),
        votes.number,
        others,
        named,
        "puts" if len(votes.first) == 1 else "put",
        Strong(decision.best),
    )
    against = sentence("; {}", _put_ahead(votes.second, decision.next)) if votes.second else ""
    level = f"; by {', '.join(votes.level)} both are level" if votes.level else ""
    is_doubtful = len(votes.second) > len(votes.first) and not decision.metric.is_human
    doubts = MOST_DISAGREE if 2 * len(votes.second) > votes.number else MORE_DISAGREE
    doubt = sentence("{} {} ", doubts, READ_SEGMENTS) if is_doubtful else ""
    return sentence("{}{}{}{}.", doubt, said, against, level)


def _only_vote(decision: Decision, votes: Votes) -> Sentence:
    """What the single other measure says."""
    (name,) = votes.first + votes.second + votes.level
    only = f"The only {'metric' if decision.metric.is_human else 'other measure'}, {name},"
    if votes.level:
        return sentence("{} puts both level.", only)
    if votes.first:
        return sentence("{} puts {} ahead{}.", only, Strong(decision.best), "" if decision.metric.is_human else ", too")
    read = "" if decision.metric.is_human else f" {READ_SEGMENTS}"
    return sentence("{} puts {} ahead.{}", only, Strong(decision.next), read)


def _more_data(decision: Decision) -> str | None:
    if math.isnan(decision.needed):
        return None
    found = decision.verdicts.comparisons
    if decision.needed > MOST_PRACTICAL * found.n_units:
        return "A difference too small for a test set of any practical size to show."
    needed = f"{roughly(decision.needed)} {found.unit}s"
    return (
        f"If the difference is real, about {needed} like these would show it in 4 of 5 cases; there are"
        f" {found.n_units:,}."
    )


def _statistics(decision: Decision) -> Sentence:
    found, pair = decision.verdicts.comparisons, (decision.best, decision.next)
    decimals = found.metric.decimals
    low, high = found.bootstrap.difference_interval(*pair)
    behind = evidence(decision.verdicts, *pair)
    return sentence(
        "{} = {}{}. {}. {}, {}.",
        minus(pair),
        signed(printed_difference(*decision.scores, decimals), decimals=decimals),
        "" if decision.state == LITTLE else f", {interval_words(low, high, decimals)}",
        behind[0].upper() + behind[1:] if behind[0] != "p" else behind,
        TEST_NAMES[found.test].capitalize(),
        counted(found.n_units, found.unit),
    )


# --- what is in place of a verdict ---


def no_verdict_of_sample(n_segments: int) -> str:
    """Why a sample by score of a larger set has none."""
    return (
        f"No verdict: these are a sample of {n_segments:,} segments, drawn so that low, middling and high"
        " scores are all in it. Read them here; their scores are not those of all. bleuscope significance"
        " --engine tests all of them."
    )


def no_verdict_of_filter(chosen_by: str, filter_name: str) -> str:
    """Why segments that a filter chooses by how good outputs are have none."""
    return (
        f"No verdict: these segments were chosen by {chosen_by}, and this choice decides who leads on them. Take the"
        f" {filter_name} filter off to see who is better."
    )


def not_ranked(outputs: Sequence[str]) -> str:
    """Why outputs that are a reference are no systems."""
    is_, system = ("is", "it is not ranked") if len(outputs) == 1 else ("are", "they are not ranked")
    return f"{name_list(outputs, MAX_NAMES_SHOWN)} {is_} a reference, so {system}."


def no_pair(metric: Metric, scores: Mapping[str, float], systems: Sequence[str]) -> Said:
    """The score of the only system, or why there is no lead."""
    if len(systems) > 1:
        return NO_PAIR
    said = "{} has {} {}. To see which of two is better, show or upload another."
    score = fixed(scores[systems[0]], metric.decimals)
    return sentence(said, Strong(systems[0]), metric.full_name, Strong(score))


def not_defined(metric: Metric, systems: Sequence[str]) -> Sentence:
    """Why systems without a score have no lead."""
    names = join_sentences(" and ", strong(systems))
    return sentence("{} is not defined for {}, so that nobody leads.", metric.full_name, names)


def passed_over(metric: Metric, systems: Sequence[str], bleu: Metric, scores: Mapping[str, float]) -> Sentence:
    """Which systems a verdict by ``metric`` passes over, and where the best of them stands by BLEU.

    ``scores`` are those of all systems by BLEU.
    """
    there = {name: score for name, score in scores.items() if not math.isnan(score)}
    ordered = sorted(systems, key=lambda name: -there.get(name, -math.inf))
    are, have, best = ("is", "has", "it") if len(systems) == 1 else ("are", "have", f"the best of them, {ordered[0]},")
    names = name_list(strong(ordered), MAX_NAMES_SHOWN, MAX_NAMES_SHOWN)
    said = sentence("{} {} no {} and {} not in this verdict", names, have, metric.full_name, are)
    if ordered[0] not in there:
        return said + "."
    place = 1 + sum(score > there[ordered[0]] for score in there.values())
    stands = f"{best} is number {place} of {len(there)}, with {fixed(there[ordered[0]], bleu.decimals)}"
    return sentence("{}; by {} {}.", said, bleu.label, stands)


# --- how often people agreed with a difference of some size, in a published study ---

STUDY = "Kocmi, Zouhar, Federmann and Post (2024), Navigating the Metrics Maze, Table 1"
_SHARES = (50, 55, 60, 65, 70, 75, 80, 85, 90)
"""Of pairs of systems, in percent."""
_SIZES = {
    "bleu": (0.27, 0.52, 0.78, 1.06, 1.39, 1.79, 2.34, 3.35, math.inf),
    "chrf": (0.14, 0.33, 0.54, 0.76, 1.00, 1.28, 1.63, 2.12, 3.05),
}
"""Metric -> how far two systems must be apart for people to prefer the better one in such a share of pairs."""


def published_agreement_range(metric: Metric, difference: float) -> tuple[int, int] | None:
    """Between which shares of pairs of systems so far apart, in percent, people preferred the better one.

    0 and 100 are beyond what the study tells. None for no difference, and for a metric that it does not tell of.
    """
    sizes = _SIZES.get(metric.name)
    if sizes is None or not abs(difference) > 0:
        return None
    reached = [share for share, size in zip(_SHARES, sizes, strict=True) if abs(difference) >= size]
    further = [share for share, size in zip(_SHARES, sizes, strict=True) if abs(difference) < size < math.inf]
    return (reached[-1] if reached else 0), (further[0] if further else 100)
