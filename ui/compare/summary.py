"""What the page Compare says of two systems: Markup, into which names are escaped. Pure."""

from collections.abc import Mapping, Sequence

import numpy as np
from markupsafe import Markup

from scoring.analysis.bucket_scores import BucketScore
from scoring.analysis.pair import ScoredPair
from scoring.analysis.turns import TAGS, WORDS, Turn, turns
from scoring.output.markup.html import bold, dot
from scoring.output.numbers import counted

TURNS_NAMED = 4
Colors = tuple[str, str]
"""Colours of both systems."""


def colored_name(pair: ScoredPair, side: int, colors: Colors) -> Markup:
    """One of the two, as every statement calls it."""
    return Markup("{}{}").format(dot(colors[side]), bold(pair.names[side]))


def who_wins(pair: ScoredPair, colors: Colors) -> Markup:
    """In how many segments each is better."""
    first, second = (colored_name(pair, side, colors) for side in (0, 1))
    wins = pair.wins
    if pair.same:
        return Markup("{} and {} are the same text in all {:,} segments.").format(
            first, second, wins.ties + wins.undefined
        )
    said = Markup("{} wins {} {}, {} wins {}; {:,} {} level{}").format(
        first,
        bold(f"{wins.a:,}"),
        "segment" if wins.a == 1 else "segments",
        second,
        bold(f"{wins.b:,}"),
        wins.ties,
        "is" if wins.ties == 1 else "are",
        f" and {wins.undefined:,} without a score" if wins.undefined else "",
    )
    more = np.sign(wins.a - wins.b)
    if pair.lead and more and more != np.sign(pair.lead):
        leader = second if more > 0 else first
        return Markup("{}, though {} leads.").format(said, leader)
    return said + "."


def where_it_turns(pair: ScoredPair, colors: Colors, buckets: Mapping[str, Sequence[BucketScore]]) -> Markup:
    """In which buckets the one that is behind leads; ``buckets`` maps what was sorted by to its buckets."""
    if not abs(pair.lead) > 0:
        return Markup("Nobody leads, so that nothing can turn round in a bucket.")
    surely, perhaps = turns(pair, buckets)
    sides = [colored_name(pair, side, colors) for side in (0, 1)]
    leader, other = sides if pair.lead > 0 else reversed(sides)
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
