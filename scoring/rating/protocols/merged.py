"""Outputs of a ranking that say the same: raters see their text once, and the rank that it gets counts for all."""

from dataclasses import replace

from .answers import OutputRanking, Value
from .plan import Item, ShownOutput


def merged(item: Item) -> Item:
    """The item as raters see it: each text once, where it comes first."""
    by_text: dict[str, ShownOutput] = {}
    for output in item.outputs:
        by_text.setdefault(output.text, output)
    return replace(item, outputs=tuple(by_text.values()))


def spread(value: Value, item: Item) -> Value:
    """What was said of ``merged(item)``, as an answer to the item."""
    if not isinstance(value, OutputRanking):
        return value
    texts = (output.text for output in merged(item).outputs)
    ranks = dict(zip(texts, value.ranks, strict=True))
    return OutputRanking(tuple(ranks[output.text] for output in item.outputs))


def gathered(value: Value, item: Item) -> Value:
    """An answer to the item, as said of ``merged(item)``: of outputs that say the same the best rank counts.

    Ranks that go further than there are texts follow one another without gaps.
    """
    if not isinstance(value, OutputRanking):
        return value
    best: dict[str, int] = {}
    for output, rank in zip(item.outputs, value.ranks, strict=True):
        best[output.text] = min(rank, best.get(output.text, rank))
    ranks = tuple(best.values())
    if max(ranks) > len(ranks):
        given = sorted(set(ranks))
        ranks = tuple(given.index(rank) + 1 for rank in ranks)
    return OutputRanking(ranks)
