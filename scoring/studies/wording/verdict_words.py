"""Sentences of a verdict: which system leads, how surely, and what else affects the choice."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...analysis.oddities import SAME, Oddity, systems_in_doubt
from ...metric import Metric
from ...output.numbers import LEVEL, counted, fixed, printed_difference, probability, signed, write_size
from ...output.sentence import (
    Sentence,
    SentenceText,
    Strong,
    difference_name,
    join_sentences,
    name_list,
    reference_name,
    sentence,
    strong,
)
from ...significance.verdicts import (
    CLEAR,
    CLEAR_LEVEL,
    CLOSE,
    LIKELY,
    MAX_TRIALS,
    MORE_TRIALS,
    SURE,
    TOO_LITTLE_DATA,
    Verdicts,
)
from ..comparison import doubts_of_systems
from ..verdict import Decision, Votes
from .family_words import own_family_of_judge, own_family_votes
from .method_words import (
    AS_THEY_ARE,
    DRAWS,
    TEST_NAMES,
    correction_phrase,
    interval_words,
    lower_is_better_sentence,
    needed_sentence,
    power_note,
    too_few_for_pairs,
    unit,
)

_RARE, _ALMOST_ALWAYS = 0.25, 0.995
"""Largest p that is worded as 1 time in a number, and least p that is worded as almost every time."""
MAX_NAMES_SHOWN = 3
"""Most systems, or metrics, that are named; more are only counted."""
NO_PAIR = "Fewer than two systems have a score, so there is nothing to compare."
DOUBTFUL, DOUBTFUL_ALONE = "This comparison is doubtful.", "This score is doubtful."
"""Opening of the reasons for doubt: for several systems, and for one."""
NOT_RELIABLE = "Not reliable yet. For now:"
"""Opening of a result where something makes the comparison doubtful."""
_FIRST_WORDS = re.compile(r"(All|As|By|Human|No|None|Not|Pairs|So|The|This) ")
"""Pattern of the words, besides names, with which sentences begin."""
UNRELIABLE = "not reliable yet"
"""State in tables of clear and likely leads while the comparison is doubtful."""
SAME_OUTPUT = "same output"
"""State in tables of two systems with identical outputs."""
DOUBT_MARK = "⚠"
"""Mark of letters, squares and scores of systems whose scores are doubtful."""
DOUBT_MARK_MEANING = f"{DOUBT_MARK}: {UNRELIABLE}"
"""Meaning of the mark of doubt, for notes on tables."""
LETTERS = "Systems that share a letter do not differ significantly."
_LEVELS = f"clear if the corrected p is at most {CLEAR_LEVEL}, likely if it is at most {LEVEL}"
_SURE = "beyond the Monte Carlo error."
VERDICT = (
    f"{_LEVELS}, {_SURE} Pairs that are not settled are tested further, up to {MAX_TRIALS:,} times. A pair that is"
    " still open is too close to call; if the time limit comes first, it needs more trials."
)
VERDICT_OF_ASKED = f"{_LEVELS}, {CLOSE} if it is above, {_SURE} A pair that is not settled needs more (--trials)."
SURE_INTERVAL = f"{100 * SURE:g} % interval"
"""Name of the interval that decides a verdict: it says where p would be with all possible draws."""
SIGNIFICANT = "“Significant” means corrected p ≤ 0.05, beyond its Monte Carlo error."


def verdict_rule(draws_more: bool) -> str:
    """Return the meaning of each verdict; ``draws_more`` is whether pairs that are not settled are tested further."""
    return VERDICT if draws_more else VERDICT_OF_ASKED


def doubts_opening(oddities: Sequence[Oddity]) -> str:
    """Return what ``oddities`` make doubtful: the comparison, or the systems they are about; empty for none."""
    if not oddities:
        return ""
    if not all(one.doubtful_systems for one in oddities):
        return DOUBTFUL
    names = systems_in_doubt(oddities)
    if len(names) == 1:
        return f"{names[0]} is doubtful."
    return f"{name_list(names, MAX_NAMES_SHOWN)} are doubtful."


def not_reliable_sentence(statement: Sentence) -> Sentence:
    """Return a sentence about a doubtful result, after the words ``NOT_RELIABLE``.

    >>> str(not_reliable_sentence(sentence("All {} pairs differ significantly.", 3)))
    'Not reliable yet. For now: all 3 pairs differ significantly.'
    """
    return sentence("{} {}", NOT_RELIABLE, within_a_sentence(statement))


def within_a_sentence(statement: Sentence) -> Sentence:
    """Return a sentence in the form after a colon: without a capital, unless it begins with a name.

    >>> str(within_a_sentence(sentence("None of the {} pairs differs.", 3)))
    'none of the 3 pairs differs.'
    """
    first, *others = statement.pieces
    is_name = isinstance(first, Strong) or not _FIRST_WORDS.match(first)
    return statement if is_name else Sentence((first[0].lower() + first[1:], *others))


def displayed_state(state: str, is_doubtful: bool, is_same: bool = False) -> str:
    """Return the words of tables for a verdict's state.

    While the comparison ``is_doubtful``, no lead is called clear or likely. Where ``is_same``, the two systems have
    identical outputs, and the words say so.
    """
    if is_same:
        return SAME_OUTPUT
    return UNRELIABLE if is_doubtful and state in (CLEAR, LIKELY) else state


def have_same_output(oddities: Iterable[Oddity], *systems: str) -> bool:
    """Return whether ``oddities`` say that these systems, two or more, have identical outputs."""
    same = (one for one in oddities if one.kind == SAME and not one.detail)
    return len(systems) > 1 and any({*systems} <= {*one.systems} for one in same)


def marked_letters(letters: str, is_doubtful: bool) -> str:
    """Return a system's letters, with the mark of doubt where its score is doubtful.

    >>> marked_letters("ab", True)
    'ab ⚠'
    """
    return f"{letters} {DOUBT_MARK}" if is_doubtful else letters


def significance_phrase(differ: bool) -> str:
    """Return "differ significantly" or "do not differ significantly"."""
    return "differ significantly" if differ else "do not differ significantly"


CHANCE = {
    CLEAR: "Chance is a very unlikely explanation",
    LIKELY: "Chance is an unlikely explanation",
    CLOSE: "This could be chance",
    MORE_TRIALS: "It is not settled yet whether this could be chance",
    TOO_LITTLE_DATA: "There is too little data to tell",
}
"""State of a verdict -> its meaning."""


def describe_verdict(verdicts: Verdicts, a: str, b: str, explains_p: bool = True) -> str:
    """Return the meaning of a verdict: whether the difference could be chance, with its corrected p-value.

    ``explains_p`` is whether to add how often chance gives such a difference.
    """
    state = verdicts.state(a, b)
    if state == TOO_LITTLE_DATA:
        return f"{CHANCE[state]}."
    p = verdicts.p_adjusted(a, b)
    often = _chance_frequency_phrase(
        p, verdicts.comparisons.correction if verdicts.comparisons.n_adjusted > 1 else "none"
    )
    why = f": {often}" if state == CLOSE and often and explains_p else ""
    return f"{CHANCE[state]}{why} ({_p_value(verdicts, a, b)}).{_open_after_trials(verdicts, a, b)}"


def _p_value(verdicts: Verdicts, a: str, b: str) -> str:
    """Return the corrected p-value, and the number of comparisons for which it is corrected."""
    corrected = correction_phrase(verdicts.comparisons, names_method=False)
    return f"p = {_p_value_text(verdicts.p_adjusted(a, b))}{corrected and f', {corrected}'}"


def _chance_frequency_phrase(p: float, correction: str = "none") -> str:
    """Return how often chance gives such a difference: in this pair, or in any of the pairs p is corrected for.

    Empty for Benjamini-Hochberg, whose p does not say this.
    """
    if correction == "bh":
        return ""
    share = f"about 1 time in {round(1 / p)}" if p <= _RARE else f"about {round(100 * p)} times in 100"
    if p >= _ALMOST_ALWAYS:
        share = "almost every time"
    if correction == "none":
        return f"if both systems were equally good, a difference like this would turn up {share}"
    bound = "at most " * (correction != "max-t" and p < _ALMOST_ALWAYS)
    return f"if all systems were equally good, one of the comparisons would look this clear {bound}{share}"


def _open_after_trials(verdicts: Verdicts, a: str, b: str) -> str:
    """Return that it is still open whether p is at most ``LEVEL``, after how many trials; empty where it is settled."""
    low, high = verdicts.interval(a, b)
    if not low <= LEVEL < high:
        return ""
    draws = DRAWS[verdicts.comparisons.test]
    after = f"{verdicts.n_trials(a, b):,} {draws} p lies between {_p_value_text(low)} and {_p_value_text(high)}"
    if verdicts.state(a, b) == MORE_TRIALS:
        return f" After {after}; more {draws} would settle it."
    return f" After the limit of {after}, too close to {LEVEL} to settle."


def evidence(verdicts: Verdicts, a: str, b: str) -> str:
    """Return the numbers behind a verdict: the corrected p-value, the pair's own p-value, and the number of trials."""
    p, trials = (
        f"p = {_p_value_text(verdicts.p_adjusted(a, b))}",
        f"{verdicts.n_trials(a, b):,} {DRAWS[verdicts.comparisons.test]}",
    )
    if verdicts.comparisons.n_adjusted < 2:
        return f"{p}, {trials}"
    own = f"{_p_value_text(verdicts.p_value(a, b))} without correction"
    return f"{p}, {correction_phrase(verdicts.comparisons)}; {own}; {trials}"


def open_pairs(verdicts: Verdicts, pair: tuple[str, str]) -> str | None:
    """Return how many of several pairs are still open, and why no more trials were drawn; None for a single pair.

    ``pair`` is the pair whose number of trials is stated before.
    """
    n_pairs = verdicts.comparisons.n_tested
    if n_pairs < 2:
        return None
    limits = [verdicts.n_trials(*other) >= MAX_TRIALS for other in verdicts.unsettled_pairs]
    if not limits:
        return f"More {DRAWS[verdicts.comparisons.test]} would not change this"
    draws = DRAWS[verdicts.comparisons.test]
    if {*pair} not in map(set, verdicts.unsettled_pairs):
        be = "pair is" if len(limits) == 1 else "pairs are"
        after = f" after {MAX_TRIALS:,} {draws}, the limit" if all(limits) else f": the limit on {draws} was reached"
        return f"{len(limits):,} other {be} still open{after}"
    why = f"the limit of {MAX_TRIALS:,} {draws}" if all(limits) else f"the limit on {draws}"
    return f"{len(limits):,} of {n_pairs:,} verdicts could still change with more {draws}: {why} was reached"


def _p_value_text(p: float) -> str:
    """Return a p-value, with two digits where it is below 0.001, because 0.0000 says too little."""
    return probability(p) if p >= 0.001 else f"{p:.2g}"


# --- the verdict on the systems at the top, as its card shows it ---


@dataclass(frozen=True)
class VerdictText:
    """The words of a verdict."""

    state: str
    is_contradicted: bool
    """Whether another metric finds the second system significantly better."""
    is_doubtful: bool
    """Whether the scores of these two systems, or the judge, are doubtful."""
    heading: str
    caveats: tuple[Sentence, ...]
    """Sentences on what makes the comparison doubtful, to be read before the leader."""
    main_sentence: Sentence
    """Sentences on who leads, and how surely."""
    notes: tuple[SentenceText, ...]
    """Sentences on what else affects the choice."""
    statistics: Sentence
    """Sentences with the numbers behind the verdict."""
    of_judge: str | None = None
    """Caveat that the judge is of one family with a system that it judges; None without it."""

    def __str__(self) -> str:
        return str(self.main_sentence)


LEAD_ADVERBS = {CLEAR: "clearly", LIKELY: "likely"}
"""State of a verdict -> adverb for the lead of its best system."""


def leader_phrase(decision: Decision, is_doubtful: bool = False) -> str:
    """Return who leads and how sure it is, for a line of a list; while ``is_doubtful``, no lead is called sure."""
    metric = decision.metric.full_name
    if decision.state in (CLEAR, LIKELY) and is_doubtful:
        return f"for now {decision.best} is ahead of {decision.next}, by {metric}"
    if decision.state in (CLEAR, LIKELY):
        return f"By {metric}, {decision.best} is {LEAD_ADVERBS[decision.state]} ahead of {decision.next}"
    return f"{decision.best} and {decision.next}: {decision.state}, by {metric}"


def verdict_text(
    decision: Decision,
    votes: Votes | None = None,
    oddities: Sequence[Oddity] = (),
    votes_to_come: int = 0,
    condition: str = "",
) -> VerdictText:
    """Return a verdict in words: its heading, doubts, sentences for people, notes, and statistics.

    ``oddities`` are of all outputs in the comparison, also of systems other than these two. ``votes_to_come`` is how
    many metrics are still to be tested. ``condition`` follows the metric's name in the heading, and says how texts are
    prepared.
    """
    compared = decision.verdicts.comparisons
    of_pair = doubts_of_systems(compared, oddities, (decision.best, decision.next))
    counted_votes = Votes() if votes is None or decision.state == TOO_LITTLE_DATA else votes
    is_contradicted = bool(counted_votes.against)
    of_judge = own_family_of_judge(decision.metric, (decision.best, decision.next))
    is_doubtful = bool(of_pair or of_judge)
    to_come = f"{counted(votes_to_come, 'other metric')} still to be tested." if votes_to_come else None
    notes = [
        *(_other_votes_sentences(decision, counted_votes, votes_to_come) if is_contradicted else []),
        *([] if is_contradicted or of_pair else describe_votes(decision, counted_votes, votes_to_come)),
        own_family_votes(counted_votes.for_own_family),
        to_come,
        _other_systems_sentence(decision, oddities),
        None if of_pair else _needed_units_sentence(decision),
        AS_THEY_ARE if decision.verdicts.comparisons.runs else None,
    ]
    metric_name = f"{decision.metric.called}{condition}"
    state, disagree = decision.state.capitalize(), "Metrics disagree"
    if is_doubtful:  # the heading goes on after a colon
        state, disagree = decision.state, "metrics disagree"
    heading = f"{state}, by {metric_name}"
    if is_contradicted and decision.state in LEAD_ADVERBS:
        adverb = "" if is_doubtful else f"{LEAD_ADVERBS[decision.state]} "
        heading = f"{disagree}. By {metric_name}, {decision.best} is {adverb}ahead of {decision.next}"
    elif is_contradicted:
        heading = f"{disagree}. By {metric_name}, it is {decision.state}"
    elif is_doubtful and decision.state in LEAD_ADVERBS:  # no lead is clear while texts, or the judge, are not right
        heading = f"{decision.best} is ahead, by {metric_name}"
    return VerdictText(
        decision.state,
        is_contradicted,
        is_doubtful,
        heading,
        (*map(oddity_sentence, oddities), *([sentence("{}", of_judge)] if of_judge else [])),
        sentence(
            "{} {}{}",
            _leader_sentence(decision),
            _contradicting_votes_sentence(decision, counted_votes, votes_to_come, is_doubtful)
            if is_contradicted
            else _certainty_sentence(decision, is_doubtful=is_doubtful),
            _people_leaning_against(decision, counted_votes),
        ),
        tuple(note for note in notes if note),
        statistics_of_verdict(decision, is_needed_told=not of_pair),
        of_judge,
    )


def published_agreement_sentence(decision: Decision) -> str | None:
    """Return how often people agreed with a difference of this size in a published study; None where not known.

    The text is Markdown without systems' names.
    """
    agreement = published_agreement_range(decision.metric, decision.difference)
    if agreement is None or decision.state == TOO_LITTLE_DATA:
        return None
    return (
        "In one large study people preferred the higher-scoring system in"
        f" **{cases_of_agreement(*agreement)}** when two systems differed by"
        f" {write_size(decision.printed_difference)} {decision.metric.full_name}. A coin toss would give 50."
        " Your languages, texts and systems may differ from the study's, so this does not replace the test above."
        f"\n\nSource: {STUDY}."
    )


def cases_of_agreement(low: int, high: int) -> str:
    """Return in how many cases people agreed; ``low`` and ``high`` are from ``published_agreement_range``."""
    if high == 100:
        return f"more than {low} of 100 cases"
    return f"{low} to {high} of 100 cases" if low else "about half of the cases"


def _leader_sentence(decision: Decision) -> Sentence:
    decimals, label = decision.metric.decimals, decision.metric.full_name
    first, second = (fixed(score, decimals) for score in decision.scores)
    if not decision.difference:
        both = Strong(decision.best), Strong(decision.next)
        if not decision.scores[0]:
            return sentence("{} and {} both have {} 0, so {} cannot rank them.", *both, label, label)
        return sentence("{} and {} tie at {} {}.", *both, label, Strong(first))
    lower = lower_is_better_sentence(decision.metric)
    return sentence(
        "{} is ahead of {} by {} {}: {} against {}.{}",
        _system_and_copies_phrase(decision, decision.best),
        _system_and_copies_phrase(decision, decision.next),
        Strong(write_size(decision.printed_difference, decimals=decimals)),
        unit(decision.metric),
        first,
        second,
        "" if lower is None else f" {lower}",
    )


def _system_and_copies_phrase(decision: Decision, system: str) -> SentenceText:
    """Return the system's name, with the names of systems that have the same output."""
    copies = decision.copies.get(system)
    if not copies:
        return Strong(system)
    return sentence("{} (same output as {})", Strong(system), name_list(strong(copies), MAX_NAMES_SHOWN))


def _contradicting_votes_sentence(decision: Decision, votes: Votes, votes_to_come: int, is_doubtful: bool) -> Sentence:
    """Return which metrics and people's scores contradict the metric that decides, and how sure its own lead is."""
    people, sure = votes.by_people, _certainty_sentence(decision, explains_p=False, is_doubtful=is_doubtful)
    parts = [] if people is None else _vote_parts(decision, people, "human score", are=AGAINST_BEST)
    parts += _vote_parts(decision, votes, _kind_of_votes(decision), n_to_come=votes_to_come, are=AGAINST_BEST)
    listed = join_sentences("; ", parts)
    return sentence("But {}. By {}, {}{}", listed, decision.metric.full_name, sure[0].lower(), sure[1:])


def _other_votes_sentences(decision: Decision, votes: Votes, votes_to_come: int) -> list[Sentence]:
    """Return sentences on the metrics and people's scores that do not contradict the metric that decides."""
    people = votes.by_people
    human = [] if people is None else _vote_parts(decision, people, "human score", are=NOT_AGAINST)
    others = _vote_parts(decision, votes, _kind_of_votes(decision), n_to_come=votes_to_come, are=NOT_AGAINST)
    sentences = [sentence("Human scores: {}.", join_sentences("; ", human))] if human else []
    return [*sentences, *([sentence("{}.", join_sentences("; ", others))] if others else [])]


def _kind_of_votes(decision: Decision) -> str:
    """Return the noun for other metrics, by which votes are counted."""
    return "metric" if decision.metric.is_human else "other metric"


def _certainty_sentence(decision: Decision, explains_p: bool = True, is_doubtful: bool = False) -> str:
    """Return whether the difference could be chance; only p for a clear or likely lead that ``is_doubtful``."""
    verdicts = decision.verdicts
    if is_doubtful and decision.state in LEAD_ADVERBS:
        return f"{_p_value(verdicts, decision.best, decision.next)}."
    if decision.state == TOO_LITTLE_DATA:
        return " ".join(
            [describe_verdict(verdicts, decision.best, decision.next), *too_few_for_pairs(verdicts.refined)]
        )
    if not decision.difference:
        return "There is no difference to test."
    return describe_verdict(verdicts, decision.best, decision.next, explains_p)


def _other_systems_sentence(decision: Decision, oddities: Sequence[Oddity]) -> Sentence | None:
    """Return which further systems the best is not surely ahead of; else how sure its leads over them are.

    None without further systems, and where the scores of the best two are doubtful.
    """
    if decision.not_surely_worse:
        names = Strong(decision.best), name_list(strong(decision.not_surely_worse), MAX_NAMES_SHOWN)
        if decision.state in (CLOSE, MORE_TRIALS, TOO_LITTLE_DATA):
            return sentence("{} does not differ significantly from {} either.", *names)
        return sentence("But {} does not differ significantly from {}.", *names)
    comparisons = decision.verdicts.comparisons
    if not decision.behind or doubts_of_systems(comparisons, oddities, (decision.best, decision.next)):
        return None
    doubtful = [system for system in decision.behind if doubts_of_systems(comparisons, oddities, (system,))]
    by_state = {
        state: [system for system in decision.behind if decision.verdicts.state(decision.best, system) == state]
        for state in (CLEAR, LIKELY)
    }
    by_state = {state: [name for name in of if name not in doubtful] for state, of in by_state.items()}
    parts = [
        sentence("over {} is {}", name_list(strong(systems), MAX_NAMES_SHOWN), how_sure)
        for how_sure, systems in ((CLEAR, by_state[CLEAR]), ("likely real", by_state[LIKELY]), (UNRELIABLE, doubtful))
        if systems
    ]
    return sentence("Its lead {}.", join_sentences(", the one ", parts))


def oddity_sentence(oddity: Oddity) -> Sentence:
    """Return a sentence on what makes a comparison doubtful, with the systems' names."""
    if not oddity.systems:
        return sentence("{}", oddity.detail)
    before, between, end = oddity.parts
    copied: SentenceText = "" if oddity.reference is None else reference_name(oddity.reference)
    return sentence("{}{}{}{}{}", before, name_list(strong(oddity.systems), MAX_NAMES_SHOWN), between, copied, end)


def describe_votes(decision: Decision, votes: Votes, votes_to_come: int = 0) -> list[Sentence]:
    """Return sentences on what other metrics, and people's scores that do not decide, say about the two systems.

    Each sentence names, or counts, the metrics that find one system significantly better, and the metrics that show no
    significant difference. While ``votes_to_come`` metrics are still to be tested, the sentence says so.
    """
    sentences, people = list[Sentence](), votes.by_people
    if people is not None:
        sentences.append(
            sentence("Human scores: {}.", join_sentences("; ", _vote_parts(decision, people, "human score")))
        )
    if votes.number:
        every = "all" if votes_to_come else "All"
        parts = _vote_parts(decision, votes, _kind_of_votes(decision), every, votes_to_come)
        sentences.append(sentence("So far, {}." if votes_to_come else "{}.", join_sentences("; ", parts)))
    return sentences


def _people_leaning_against(decision: Decision, votes: Votes) -> Sentence:
    """Return which of people's scores have the second system ahead, where a metric decides; empty without any."""
    names = votes.people_leaning_to_second
    if decision.metric.is_human or not names:
        return sentence("")
    listed, have = name_list(names, MAX_NAMES_SHOWN), "has" if len(names) == 1 else "have"
    return sentence(
        " People lean the other way: {} {} {} ahead, which could be chance.", listed, have, Strong(decision.next)
    )


AGAINST_BEST, NOT_AGAINST = ("second",), ("first", "level")
"""Names of the votes that contradict the verdict, and of the votes that do not."""


def _vote_parts(
    decision: Decision,
    votes: Votes,
    kind: str,
    every: str = "all",
    n_to_come: int = 0,
    are: Sequence[str] = (*AGAINST_BEST, *NOT_AGAINST),
) -> list[Sentence]:
    """Return the votes as parts of a sentence, contradictions of the verdict first; ``kind`` is the noun for voters."""
    number = votes.number + n_to_come

    def voters_phrase(labels: Sequence[str]) -> SentenceText:
        if len(labels) <= MAX_NAMES_SHOWN:
            return name_list(labels, MAX_NAMES_SHOWN)
        return f"{every} {number} {kind}s" if len(labels) == number else f"{len(labels)} of {number} {kind}s"

    sides = ("second", votes.second, decision.next), ("first", votes.first, decision.best)
    parts = [
        sentence(
            "{} {} {} significantly better",
            voters_phrase(labels),
            "finds" if len(labels) == 1 else "find",
            Strong(system),
        )
        for side, labels, system in sides
        if labels and side in are
    ]
    if votes.level and "level" in are:
        show = "shows" if len(votes.level) == 1 else "show"
        parts.append(sentence("{} {} no significant difference", voters_phrase(votes.level), show))
    return parts


def _needed_units_sentence(decision: Decision) -> str | None:
    if math.isnan(decision.needed):
        return None
    comparisons = decision.verdicts.comparisons
    return needed_sentence(decision.needed, comparisons.n_units, comparisons.unit)


def statistics_of_verdict(decision: Decision, is_needed_told: bool) -> Sentence:
    """Return the interval, p-value and test of a verdict.

    Where ``is_needed_told``, the power of the number of segments needed is added.
    """
    comparisons, pair = decision.verdicts.comparisons, (decision.best, decision.next)
    decimals = comparisons.metric.decimals
    low, high = comparisons.bootstrap.difference_interval(*pair)
    is_open, is_corrected = open_pairs(decision.verdicts, pair), comparisons.n_adjusted > 1
    interval = f", {interval_words(low, high, decimals)}{' (not corrected)' if is_corrected else ''}"
    return sentence(
        "{} = {}{}. {}. {}, {}.{}{}",
        difference_name(pair),
        signed(decision.printed_difference, decimals=decimals),
        "" if decision.state == TOO_LITTLE_DATA else interval,
        evidence(decision.verdicts, *pair),
        TEST_NAMES[comparisons.test].capitalize(),
        counted(comparisons.n_units, comparisons.unit),
        f" {is_open}." if is_open else "",
        "" if math.isnan(decision.needed) or not is_needed_told else f" {power_note(comparisons.unit, is_corrected)}",
    )


# --- what is in place of a verdict ---


def no_verdict_of_sample(n_segments: int) -> str:
    """Return why a sample by score from a larger set has no verdict."""
    return (
        f"No verdict: this is a sample of {n_segments:,} segments with low, middling and high scores, to read here."
        " Its scores are not those of the whole set. bleuscope significance --engine tests the whole set."
    )


def no_verdict_of_filter(chosen_by: str, filter_name: str) -> str:
    """Return why segments that a filter chooses by the quality of outputs have no verdict."""
    return (
        f"No verdict: these segments were chosen by {chosen_by}, and that choice decides who leads. Remove the"
        f" {filter_name} filter to see which system is better."
    )


def not_ranked(outputs: Sequence[str]) -> str:
    """Return that outputs which are identical to a reference are not ranked."""
    is_, system = ("is", "it is not ranked") if len(outputs) == 1 else ("are", "they are not ranked")
    return f"{name_list(outputs, MAX_NAMES_SHOWN)} {is_} a reference, so {system}."


def no_pair(metric: Metric, scores: Mapping[str, float], systems: Sequence[str]) -> SentenceText:
    """Return the score of the only system, or why no system leads."""
    if len(systems) > 1:
        return NO_PAIR
    template = "{} has {} {}. Show or upload another system to compare it with."
    score = fixed(scores[systems[0]], metric.decimals)
    return sentence(template, Strong(systems[0]), metric.full_name, Strong(score))


def undefined_scores_sentence(metric: Metric, systems: Sequence[str]) -> Sentence:
    """Return why systems without a score have no leader."""
    names = join_sentences(" and ", strong(systems))
    return sentence("{} is not defined for {}, so neither system leads.", metric.full_name, names)


def unscored_systems_sentence(
    metric: Metric, systems: Sequence[str], bleu: Metric, scores: Mapping[str, float]
) -> Sentence:
    """Return which systems a verdict by ``metric`` leaves out, and the rank of the best of them by BLEU.

    ``scores`` are of all systems by BLEU.
    """
    known_scores = {name: score for name, score in scores.items() if not math.isnan(score)}
    ordered = sorted(systems, key=lambda name: -known_scores.get(name, -math.inf))
    are, have, best = ("is", "has", "it") if len(systems) == 1 else ("are", "have", f"the best of them, {ordered[0]},")
    names = name_list(strong(ordered), MAX_NAMES_SHOWN, MAX_NAMES_SHOWN)
    opening = sentence("{} {} no {} and {} not in this verdict", names, have, metric.full_name, are)
    if ordered[0] not in known_scores:
        return opening + "."
    place = 1 + sum(score > known_scores[ordered[0]] for score in known_scores.values())
    ranked = f"{best} is number {place} of {len(known_scores)}, with {fixed(known_scores[ordered[0]], bleu.decimals)}"
    return sentence("{}; by {} {}.", opening, bleu.label, ranked)


# --- how often people agreed with a difference of some size, in a published study ---

STUDY = "Kocmi, Zouhar, Federmann and Post (2024), Navigating the Metrics Maze, Table 1"
_SHARES = (50, 55, 60, 65, 70, 75, 80, 85, 90)
"""Shares of pairs of systems, in percent."""
_SIZES = {
    "bleu": (0.27, 0.52, 0.78, 1.06, 1.39, 1.79, 2.34, 3.35, math.inf),
    "chrf": (0.14, 0.33, 0.54, 0.76, 1.00, 1.28, 1.63, 2.12, 3.05),
}
"""Metric -> differences, one for each of ``_SHARES``, at which people prefer the better system in this share."""


def published_agreement_range(metric: Metric, difference: float) -> tuple[int, int] | None:
    """Return between which shares of pairs with such a difference, in percent, people preferred the better system.

    0 and 100 are beyond the numbers of the study. None for no difference, and for a metric that the study does not
    cover.
    """
    sizes = _SIZES.get(metric.name)
    if sizes is None or not abs(difference) > 0:
        return None
    reached = [share for share, size in zip(_SHARES, sizes, strict=True) if abs(difference) >= size]
    further = [share for share, size in zip(_SHARES, sizes, strict=True) if abs(difference) < size < math.inf]
    return (reached[-1] if reached else 0), (further[0] if further else 100)
