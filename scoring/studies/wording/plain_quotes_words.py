"""Sentences of a verdict that quotation marks may change: the verdict that counts comes first, then the other one."""

from collections.abc import Sequence
from dataclasses import replace

from ...analysis.oddities import Oddity
from ...output.numbers import fixed, probability, write_size
from ...output.sentence import Sentence, Strong, join_sentences, sentence
from ...significance.verdicts import CLOSE, TOO_LITTLE_DATA
from ..bleu_difference import have_other_quotes
from ..plain_quotes_verdict import PlainQuotesVerdict
from ..verdict import Decision, Votes
from .verdict_words import LEAD_ADVERBS, VerdictText, statistics_of_verdict, verdict_text

TYPED_MARKS, ALIKE_MARKS = MARKS = "as typed", "with quotation marks made alike"
"""Names of the two ways in which texts are tested: as typed, and with quotation marks made alike."""
MAX_PAIRS_NAMED = 3
"""Most pairs with a changed verdict that are named; more pairs are only counted."""


def words_with_plain_quotes(
    verdict: PlainQuotesVerdict, votes: Votes | None, oddities: Sequence[Oddity] = (), votes_to_come: int = 0
) -> VerdictText:
    """Return the verdict in words, as of ``verdict_text``, with a sentence on the test that does not count.

    The test with marks made alike counts if it changes the verdict, else the test of texts as typed. ``votes`` are on
    the decision that counts. The sentence is left out where there is too little data for a verdict.
    """
    text = verdict_text(verdict.counting, votes, oddities, votes_to_come, f" {ALIKE_MARKS}" if verdict.is_other else "")
    if verdict.as_typed.state == TOO_LITTLE_DATA:
        return text
    if not verdict.is_other:
        note = _same_verdict(verdict) if verdict.is_settled else _scores_with_plain_quotes(verdict)
        return replace(text, main_sentence=sentence("{} {}", text.main_sentence, note))
    unlike = have_other_quotes(verdict.unlike)
    as_typed = statistics_of_verdict(verdict.as_typed, is_needed_told=False)
    return replace(
        text,
        main_sentence=sentence(
            "{} {} {}, a matter of typing.", text.main_sentence, _verdict_as_typed_sentence(verdict), unlike
        ),
        statistics=sentence("With marks made alike: {} As typed: {}", text.statistics, as_typed),
    )


def changed_verdicts_sentence(
    changed: Sequence[PlainQuotesVerdict], subject: str = "This is", marks: str = TYPED_MARKS
) -> Sentence:
    """Return that results are with these ``marks``, one of ``MARKS``, and which verdicts the other marks change.

    ``subject`` is the subject and the verb; without it, only the changed verdicts are given. Empty where no verdict
    changes.
    """
    if not changed:
        return sentence("")
    (other,) = {*MARKS} - {marks}
    opening = f"{subject} {marks}: {other}" if subject else other.capitalize()
    if len(changed) > MAX_PAIRS_NAMED:
        return sentence("{}, {} pairs have another verdict.", opening, len(changed))
    decisions = [one.alike if marks == TYPED_MARKS else one.as_typed for one in changed]
    leads = [_lead(decision) for decision in decisions if decision.state in LEAD_ADVERBS]
    close = [decision for decision in decisions if decision.state not in LEAD_ADVERBS]
    *before, last = *leads, *([_close_pairs(close)] if close else [])
    listed = sentence("{}, and {}", join_sentences(", ", before), last) if before else last
    return sentence("{}, {}.", opening, listed)


def _lead(decision: Decision) -> Sentence:
    """Return which system is better, and how surely, as a part of a sentence."""
    names = Strong(decision.best), Strong(decision.next)
    return sentence("{} is {} better than {}", names[0], LEAD_ADVERBS[decision.state], names[1])


def _close_pairs(decisions: Sequence[Decision]) -> Sentence:
    """Return the pairs that are too close to call, as a part of a sentence."""
    pairs = [sentence("{} and {}", Strong(one.best), Strong(one.next)) for one in decisions]
    if len(pairs) == 1:
        return sentence("{} are {}", *pairs, CLOSE)
    return sentence("{} pairs are {} ({})", len(pairs), CLOSE, join_sentences("; ", pairs))


def _verdict_as_typed_sentence(verdict: PlainQuotesVerdict) -> Sentence:
    """Return the verdict on texts as typed, to follow the verdict with marks of one kind."""
    typed = verdict.as_typed
    high, low = _scores(typed)
    if not typed.difference:
        return sentence("As typed both have {}.", high)
    if typed.state in LEAD_ADVERBS:
        clause = sentence("{} is {} ahead", Strong(typed.best), LEAD_ADVERBS[typed.state])
    else:
        ahead = sentence(", with {} ahead", Strong(typed.best)) if verdict.has_other_leader else ""
        clause = sentence("it is {}{}", typed.state, ahead)
    return sentence("As typed {}: {} against {} ({}).", clause, high, low, _p(typed))


def _same_verdict(verdict: PlainQuotesVerdict) -> Sentence:
    """Return a sentence that marks of one kind do not change the verdict."""
    unlike = have_other_quotes(verdict.unlike).replace("other quotation marks", "others")
    high, low = _scores(verdict.alike)
    size = write_size(verdict.alike.printed_difference, decimals=verdict.alike.metric.decimals)
    template = "The same holds {} ({}), by {}: {} against {} ({})."
    return sentence(template, ALIKE_MARKS, unlike, size, high, low, _p(verdict.alike))


def _scores_with_plain_quotes(verdict: PlainQuotesVerdict) -> Sentence:
    """Return which system is ahead with marks of one kind, with its p-value but without a verdict."""
    alike = verdict.alike
    high, low = _scores(alike)
    if not alike.difference:
        return sentence("{} both have {} ({}).", ALIKE_MARKS.capitalize(), high, _p(alike))
    template = "{} {} is ahead by {}: {} against {} ({})."
    size = write_size(alike.printed_difference, decimals=alike.metric.decimals)
    return sentence(template, ALIKE_MARKS.capitalize(), Strong(alike.best), size, high, low, _p(alike))


def _scores(decision: Decision) -> tuple[str, str]:
    first, second = (fixed(score, decision.metric.decimals) for score in decision.scores)
    return first, second


def _p(decision: Decision) -> str:
    return f"p = {probability(decision.verdicts.p_adjusted(decision.best, decision.next))}"
