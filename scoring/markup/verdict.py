"""The verdict as every page shows it: Markup, into which names are escaped. Pure."""

import math
from collections.abc import Sequence

from markupsafe import Markup

from ..analysis.oddities import Oddity
from ..formats.columns import counted
from ..numbers import fixed, printed_difference, signed, write_size
from ..significance import CLEAR, CLOSE, LIKELY, LITTLE, MORE, words
from ..significance.decision import Decision, Votes
from ..significance.elsewhere import STUDY, agreement
from .html import bold, minus, page, reference

SIGNS = {CLEAR: "✓", LIKELY: "◐", CLOSE: "≈", MORE: "…", LITTLE: "?"}
"""One state, one sign, for those who see no colours."""
NO_PAIR = Markup("Fewer than two systems have a score, so there is nothing to compare.")
MOST_PRACTICAL = 100
"""Times as many segments, or documents, as there are: who would need more is told so, without a number."""
MOST_DISAGREE = Markup("<strong>Most other measures disagree.</strong> Read segments before you decide. ")
NAMED = 3
"""So many systems are named, of more their number is said."""


def card(
    decision: Decision, votes: Votes | None = None, oddities: Sequence[Oddity] = (), votes_to_come: bool = False
) -> Markup:
    """The state, a sentence for people, what else bears on it, and the statistics.

    ``oddities`` are those of the outputs that are looked at; ``votes_to_come`` where they are still computed.
    """
    state = Markup('<div class="state"><span>{}</span> {}, by {}</div>').format(
        SIGNS[decision.state], decision.state.capitalize(), decision.metric.called
    )
    said = Markup('<p class="verdict">{} {}</p>').format(_who_leads(decision), _how_sure(decision))
    runs = words.AS_THEY_ARE if decision.verdicts.comparisons.runs else None
    lines = [
        *map(_odd, oddities),
        _people(decision, votes),
        "The other measures are still being computed." if votes_to_come else _votes(decision, votes),
        _of_others(decision),
        _more_data(decision),
        runs,
    ]
    about = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines if line)
    parts = Markup("{}{}{}{}").format(
        state, said, Markup("<ul>{}</ul>").format(about) if about else "", _statistics(decision)
    )
    kind = decision.state.replace(" ", "-")
    return page(Markup('<section class="decision {}" aria-label="The verdict">{}</section>').format(kind, parts))


def nothing(said: str) -> Markup:
    """What stands in place of a verdict."""
    return page(Markup('<section class="decision"><p class="verdict">{}</p></section>').format(said))


def elsewhere(decision: Decision) -> str | None:
    """What a difference of this size has meant in a published study, as Markdown without names; None if not told."""
    found = agreement(decision.metric, decision.difference)
    if found is None or decision.state == LITTLE:
        return None
    low, high = found
    share = f"more than {low}" if high == 100 else f"between {low} and {high}" if low else "about half of them or fewer"
    return (
        f"In one large study, of 100 pairs of systems as far apart as these, {write_size(decision.difference)}"
        f" {decision.metric.label}, people preferred the one with the better score in **{share}**. A coin's toss would"
        " give 50. Your languages, texts and systems are not those of the study: this is no proof, and does not replace"
        f" the test above.\n\nSource: {STUDY}."
    )


def _who_leads(decision: Decision) -> Markup:
    decimals, label = decision.metric.decimals, decision.metric.label
    first, second = (fixed(score, decimals) for score in decision.scores)
    if not decision.difference:
        both = bold(decision.best), bold(decision.next)
        if not decision.scores[0]:
            return Markup("{} and {} both have {} 0, which says nothing of either.").format(*both, label)
        return Markup("{} and {} are level at {} {}.").format(*both, label, bold(first))
    direction = words.direction(decision.metric)
    return Markup("{} is ahead of {} by {} {}: {} against {}.{}").format(
        bold(decision.best),
        bold(decision.next),
        bold(write_size(printed_difference(*decision.scores, decimals), decimals=decimals)),
        words.unit(decision.metric),
        first,
        second,
        "" if direction is None else f" {direction}",
    )


def _how_sure(decision: Decision) -> str:
    found = decision.verdicts
    if decision.state == LITTLE:
        return " ".join([words.verdict(found, decision.best, decision.next), *words.too_few(found.refined)])
    return words.verdict(found, decision.best, decision.next) if decision.difference else "Nothing tells them apart."


def _of_others(decision: Decision) -> Markup | None:
    if decision.alike:
        names = bold(decision.best), _listed(decision.alike)
        if decision.state in (CLOSE, MORE, LITTLE):
            return Markup("Nor is it sure that {} is better than {}.").format(*names)
        return Markup("Yet it is not sure that {} is better than {}.").format(*names)
    if not decision.behind:
        return None
    states = {decision.verdicts.state(decision.best, system) for system in decision.behind}
    sure = " or ".join(state for state in (CLEAR, LIKELY) if state in states)
    return Markup("Its lead over {} is {}.").format(_listed(decision.behind), sure)


def _odd(oddity: Oddity) -> Markup:
    before, between, end = oddity.parts
    copied = "" if oddity.reference is None else reference(oddity.reference)
    return Markup("{}{}{}{}{}").format(before, _listed(oddity.systems), between, copied, end)


def _people(decision: Decision, votes: Votes | None) -> Markup | None:
    """What people say besides what decides."""
    if votes is None or votes.by_people is None or decision.state == LITTLE:
        return None
    found = votes.by_people
    first = [_put_ahead(found.first, decision.best, ", too" if decision.metric.is_human else "")] if found.first else []
    second = [_put_ahead(found.second, decision.next)] if found.second else []
    level = [Markup("by {} both are level").format(", ".join(found.level))] if found.level else []
    return Markup("People: {}.").format(Markup("; ").join(first + second + level))


def _put_ahead(labels: Sequence[str], system: str, too: str = "") -> Markup:
    puts = "puts" if len(labels) == 1 else "put"
    return Markup("{} {} {} ahead{}").format(", ".join(labels), puts, bold(system), too)


def _votes(decision: Decision, votes: Votes | None) -> Markup | None:
    if votes is None or not votes.number or decision.state == LITTLE:
        return None
    others = "metrics" if decision.metric.is_human else "other measures"
    if len(votes.first) == votes.number:
        too = "" if decision.metric.is_human else ", too"
        named = ", ".join(votes.first) if votes.number <= NAMED else votes.number
        return Markup("All {} ({}) put {} ahead{}.").format(others, named, bold(decision.best), too)
    named = f" ({', '.join(votes.first)})" if 0 < len(votes.first) <= NAMED else ""
    said = Markup("{} of {} {}{} {} {} ahead").format(
        len(votes.first), votes.number, others, named, "puts" if len(votes.first) == 1 else "put", bold(decision.best)
    )
    against = Markup("; {}").format(_put_ahead(votes.second, decision.next)) if votes.second else ""
    level = f"; by {', '.join(votes.level)} both are level" if votes.level else ""
    is_doubtful = len(votes.second) > len(votes.first) and not decision.metric.is_human
    doubt = MOST_DISAGREE if is_doubtful else ""
    return Markup("{}{}{}{}.").format(doubt, said, against, level)


def _more_data(decision: Decision) -> str | None:
    if math.isnan(decision.needed):
        return None
    found = decision.verdicts.comparisons
    if decision.needed > MOST_PRACTICAL * found.n_units:
        return "A difference too small for a test set of any practical size to show."
    needed = f"{words.roughly(decision.needed)} {found.unit}s"
    return (
        f"If the difference is real, about {needed} like these would show it in 4 of 5 cases; there are"
        f" {found.n_units:,}."
    )


def _statistics(decision: Decision) -> Markup:
    found, pair = decision.verdicts.comparisons, (decision.best, decision.next)
    decimals = found.metric.decimals
    low, high = found.bootstrap.difference_interval(*pair)
    evidence = words.evidence(decision.verdicts, *pair)
    return Markup('<p class="how"><small>{} = {}{}. {}. {}, {}.</small></p>').format(
        minus(pair),
        signed(printed_difference(*decision.scores, decimals), decimals=decimals),
        "" if decision.state == LITTLE else f", {words.interval(low, high, decimals)}",
        evidence[0].upper() + evidence[1:] if evidence[0] != "p" else evidence,
        words.TESTS[found.test].capitalize(),
        counted(found.n_units, found.unit),
    )


def _listed(names: Sequence[str]) -> Markup:
    if len(names) > NAMED:
        return Markup("{} and {} others").format(
            Markup(", ").join(map(bold, names[: NAMED - 1])), len(names) - NAMED + 1
        )
    *most, last = names
    return Markup("{} and {}").format(Markup(", ").join(map(bold, most)), bold(last)) if most else bold(last)
