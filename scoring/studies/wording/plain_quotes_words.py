"""The words of a verdict that quotation marks may change: as typed, with marks of one kind, and which one counts."""

from collections.abc import Sequence
from dataclasses import replace

from ...analysis.oddities import Oddity
from ...output.numbers import fixed, probability, write_size
from ...output.sentence import Sentence, Strong, sentence
from ...significance.verdicts import CLEAR, LIKELY, LITTLE
from ..bleu_difference import have_other_quotes
from ..plain_quotes_verdict import PlainQuotesVerdict
from ..verdict import Decision, Votes
from .verdict_words import VerdictText, in_words

_ONE_KIND = "with quotation marks of one kind"


def words_with_plain_quotes(
    found: PlainQuotesVerdict,
    votes: Votes | None,
    oddities: Sequence[Oddity] = (),
    votes_to_come: int = 0,
    weighs_both: bool = True,
) -> VerdictText:
    """The verdict in words as of ``in_words``, of the test that counts: with marks of one kind if these change it.

    The heading then says both verdicts, and which to go by. Unless it ``weighs_both``, it is the verdict as typed, with
    a sentence where the other one differs. ``votes`` are on the decision that it is about, as of ``counting_decision``.
    """
    as_typed = in_words(found.as_typed, votes, oddities, votes_to_come)
    if found.as_typed.state == LITTLE:
        return as_typed
    if not weighs_both and not found.is_other:
        return as_typed
    if as_typed.is_doubtful or not found.is_settled:
        return replace(as_typed, said=sentence("{} {}", as_typed.said, _scores_with_plain_quotes(found)))
    if not weighs_both or not found.is_other:
        note = _other_verdict(found) if found.is_other else _same_verdict(found)
        return replace(as_typed, said=sentence("{} {}", as_typed.said, note))
    alike, unlike = in_words(found.alike, votes, oddities, votes_to_come), have_other_quotes(found.unlike)
    said = sentence("{} {} {}, which is a matter of typing.", alike.said, _as_typed(found), unlike)
    return replace(
        alike,
        heading=_heading_of_both(found, alike.is_contradicted),
        said=said,
        statistics=sentence("With marks of one kind: {} As typed: {}", alike.statistics, as_typed.statistics),
    )


def counting_decision(found: PlainQuotesVerdict, oddities: Sequence[Oddity] = ()) -> Decision:
    """Return the decision that ``words_with_plain_quotes`` puts first."""
    is_doubtful = in_words(found.as_typed, oddities=oddities).is_doubtful
    return found.alike if found.is_other and not is_doubtful else found.as_typed


def _scores_with_plain_quotes(found: PlainQuotesVerdict) -> Sentence:
    """Say who is ahead with marks of one kind, with p and without a verdict."""
    alike = found.alike
    high, low = _scores(alike)
    if not alike.difference:
        return sentence("With quotation marks of one kind both have {} ({}).", high, _p(alike))
    said = "With quotation marks of one kind {} is ahead by {}: {} against {} ({})."
    return sentence(said, Strong(alike.best), _size(alike), high, low, _p(alike))


def _heading_of_both(found: PlainQuotesVerdict, is_contradicted: bool) -> str:
    """Both verdicts, and which to go by if they are not the same; a sure lead of either system has its name."""
    typed, alike = found.as_typed, found.alike
    named = found.has_other_leader and {typed.state, alike.state} <= {CLEAR, LIKELY}
    first, second = (f"{of.state} for {of.best}" if named else of.state for of in (typed, alike))
    both = f"{first} as typed; {second} {_ONE_KIND}. Go by this"
    if first == second:
        both = f"{first} as typed and {_ONE_KIND}"
    if is_contradicted:
        return f"Metrics disagree. By {typed.metric.called}, it is {both}"
    return both[0].upper() + both[1:]


def _as_typed(found: PlainQuotesVerdict) -> Sentence:
    """The scores as typed, of a verdict that opens with those with marks of one kind."""
    typed = found.as_typed
    high, low = _scores(typed)
    if not typed.difference:
        return sentence("As typed both have {}.", high)
    who = sentence("{} is ahead by", Strong(typed.best)) if found.has_other_leader else "the lead is"
    return sentence("As typed {} {}: {} against {} ({}).", who, _size(typed), high, low, _p(typed))


def _other_verdict(found: PlainQuotesVerdict) -> Sentence:
    """One clause: what the verdict is with marks of one kind."""
    state, (high, low) = found.alike.state, _scores(found.alike)
    whose = sentence(" for {}", Strong(found.alike.best)) if found.has_other_leader else ""
    said = "With quotation marks of one kind the verdict is “{}”{}: {} against {} ({})."
    return sentence(said, state, whose, high, low, _p(found.alike))


def _same_verdict(found: PlainQuotesVerdict) -> Sentence:
    """One clause: marks of one kind change nothing."""
    unlike = have_other_quotes(found.unlike).replace("other quotation marks", "others")
    high, low = _scores(found.alike)
    said = "The same holds {} ({}): {} against {} ({})."
    return sentence(said, _ONE_KIND, unlike, high, low, _p(found.alike))


def _size(decision: Decision) -> str:
    return write_size(decision.printed_difference, decimals=decision.metric.decimals)


def _scores(decision: Decision) -> tuple[str, str]:
    first, second = (fixed(score, decision.metric.decimals) for score in decision.scores)
    return first, second


def _p(decision: Decision) -> str:
    return f"p = {probability(decision.verdicts.p_adjusted(decision.best, decision.next))}"
