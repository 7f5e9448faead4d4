"""What is said of two systems at the top of the page Compare: Markup, into which names are escaped. Pure."""

from collections.abc import Mapping, Sequence

import numpy as np
from markupsafe import Markup

from scoring.analysis.bucket_scores import BucketScore
from scoring.analysis.pair import ScoredPair
from scoring.analysis.turns import WORDS, Turn, turns
from scoring.formats.columns import counted
from scoring.markup.html import bold, page
from scoring.numbers import probability, signed, size, two_decimals
from scoring.significance import Comparison, words
from ui.kit.differences import sided

TURNS_NAMED = 4


def summary(
    pair: ScoredPair, tested: Comparison | None = None, buckets: Mapping[str, Sequence[BucketScore]] | None = None
) -> Markup:
    """The statements, each a link to its evidence; those whose evidence is not ready are left out.

    ``buckets`` maps what segments or words were sorted by to their buckets.
    """
    statements = [("scores", _who_leads(pair))]
    if tested is not None:
        statements.append(("scores", _how_surely(pair, tested)))
    statements.append(("segments", _who_wins(pair)))
    if buckets is not None:
        statements.append(("buckets", _where_it_turns(pair, buckets)))
    item = Markup('<li><a href="#{}" target="_self">{}</a></li>')
    items = Markup("").join(item.format(anchor, said) for anchor, said in statements)
    return page(Markup('<ul class="verdict statements">{}</ul>').format(items))


def named(pair: ScoredPair, side: int) -> Markup:
    """One of the two, as every statement calls it."""
    return sided(side, pair.names[side])


def _leader(pair: ScoredPair, lead: float) -> tuple[Markup, Markup]:
    """Who is better, and who is not."""
    first = 0 if lead > 0 else 1
    return named(pair, first), named(pair, 1 - first)


def _who_leads(pair: ScoredPair) -> Markup:
    (a, b), label, both = pair.corpus, pair.metric.label, (named(pair, 0), named(pair, 1))
    if pair.same:
        return Markup("{} and {} are the same text in every segment.").format(*both)
    if np.isnan(pair.lead):
        missing = Markup(" and ").join(name for name, score in zip(both, (a, b), strict=True) if np.isnan(score))
        return Markup("{} is not defined for {}, so that nobody leads.").format(label, missing)
    if not pair.lead:
        return Markup("{} and {} are level at {} {}.").format(*both, label, bold(two_decimals(a)))
    leader, other = _leader(pair, pair.lead)
    better, worse = (a, b) if pair.lead > 0 else (b, a)
    direction = words.direction(pair.metric)
    return Markup("{} leads: it has {} {}, {} {}. That is {} {}.{}").format(
        leader,
        label,
        bold(two_decimals(better)),
        other,
        two_decimals(worse),
        bold(size(a - b)),
        "more" if direction is None else "less",
        "" if direction is None else f" {direction}",
    )


def _how_surely(pair: ScoredPair, tested: Comparison) -> Markup:
    p = probability(tested.p_value)
    if np.isnan(tested.p_value):
        return Markup("How surely cannot be said where a score is not defined.")
    if not pair.lead:
        return Markup("{}.").format("There is no difference to be sure of: p = 1" if pair.same else f"p = {p}")
    verdict = Markup("Taken as the only pair, the two are {} (p = {})").format(
        words.told_apart(tested.p_value), bold(p)
    )
    if len(pair.differences) < 2:
        return Markup("{}. {}").format(verdict, words.ONE_SEGMENT)
    ends = signed(tested.ci_low), signed(tested.ci_high)
    return Markup("{}: A − B is between {} and {} (95 % interval).").format(verdict, *ends)


def _who_wins(pair: ScoredPair) -> Markup:
    wins = pair.wins
    if pair.same:
        return Markup("All {:,} segments are level.").format(wins.ties + wins.undefined)
    said = Markup("{} wins {} {}, {} wins {}; {:,} {} level{}").format(
        named(pair, 0),
        bold(f"{wins.a:,}"),
        "segment" if wins.a == 1 else "segments",
        named(pair, 1),
        bold(f"{wins.b:,}"),
        wins.ties,
        "is" if wins.ties == 1 else "are",
        f" and {wins.undefined:,} without a score" if wins.undefined else "",
    )
    more = np.sign(wins.a - wins.b)
    if pair.lead and more and more != np.sign(pair.lead):
        most, leader = _leader(pair, more)
        return Markup("{}: more segments go to {}, though {} leads.").format(said, most, leader)
    return said + "."


def _where_it_turns(pair: ScoredPair, buckets: Mapping[str, Sequence[BucketScore]]) -> Markup:
    if not abs(pair.lead) > 0:
        return Markup("Nobody leads, so that nothing can turn round in a bucket.")
    surely, perhaps = turns(pair, buckets)
    leader, other = _leader(pair, pair.lead)
    number = sum(bucket.size > 0 for scored in buckets.values() for bucket in scored)
    if surely:
        more = f" In {len(perhaps)} more it does so, but not surely." if perhaps else ""
        return Markup("In {} of {} buckets, each taken by itself, it turns round, and {} leads: {}.{}").format(
            bold(str(len(surely))), number, other, _listed(surely), more
        )
    if perhaps:
        none = Markup("In none of {} buckets does it surely turn round; not surely in {}: {}.")
        return none.format(number, len(perhaps), _listed(perhaps))
    return Markup("{} is not behind in any of {} buckets of segments and words.").format(leader, number)


def _listed(found: Sequence[Turn]) -> str:
    """The first few, with their sizes."""
    listed = [
        f"{'F1 of words by ' if by == WORDS else ''}{by} {bucket.label} ({counted(bucket.size, 'segment')})"
        for by, bucket in found[:TURNS_NAMED]
    ]
    more = f" and {len(found) - TURNS_NAMED} more" if len(found) > TURNS_NAMED else ""
    return f"{'; '.join(listed)}{more}"
