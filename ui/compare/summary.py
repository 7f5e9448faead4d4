"""What is said of two systems at the top of the page Compare: Markup, into which names are escaped. Pure."""

from collections.abc import Mapping, Sequence

import numpy as np
from markupsafe import Markup

from scoring.analysis.bucket_scores import BucketScore
from scoring.analysis.pair import ScoredPair
from scoring.analysis.turns import TAGS, WORDS, Turn, turns
from scoring.formats.columns import counted
from scoring.markup.html import bold, page
from ui.kit.differences import sided

TURNS_NAMED = 4


def undefined(pair: ScoredPair) -> Markup:
    """Why there is no verdict."""
    missing = [name for name, score in zip(pair.names, pair.corpus, strict=True) if np.isnan(score)]
    return Markup("{} is not defined for {}, so that nobody leads.").format(
        pair.metric.label, Markup(" and ").join(map(bold, missing))
    )


def summary(pair: ScoredPair, buckets: Mapping[str, Sequence[BucketScore]] | None = None) -> Markup:
    """The statements, each a link to its evidence; without that on buckets where they are not ready.

    ``buckets`` maps what segments or words were sorted by to their buckets.
    """
    statements = [("segments", _who_wins(pair))]
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


def _who_wins(pair: ScoredPair) -> Markup:
    wins = pair.wins
    if pair.same:
        both = named(pair, 0), named(pair, 1)
        return Markup("{} and {} are the same text in all {:,} segments.").format(*both, wins.ties + wins.undefined)
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
        return Markup("In none of {} buckets does it surely turn round, in {} perhaps.").format(number, len(perhaps))
    return Markup("{} is not behind in any of {} buckets of segments and words.").format(leader, number)


def _listed(found: Sequence[Turn]) -> str:
    """The first few, with their sizes."""
    listed = [
        f"{'F1 of words by ' if by in (WORDS, TAGS) else ''}{by} {bucket.label} ({counted(bucket.size, 'segment')})"
        for by, bucket in found[:TURNS_NAMED]
    ]
    more = f" and {len(found) - TURNS_NAMED} more" if len(found) > TURNS_NAMED else ""
    return f"{'; '.join(listed)}{more}"
