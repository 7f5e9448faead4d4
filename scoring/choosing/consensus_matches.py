"""One segment: how its candidates rank by each criterion, and what each has in common with the others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow.compute as pc

from ..counting.arrays import Flags, Floats, Ints
from ..metric import ROUNDING
from ..text.texts import as_mask, as_references
from ..text.tokenizers import USUAL, encode_columns
from ..validation import as_list, expect, number_within, whole_number
from .choices import Choice
from .criteria import DECODER, MBR, Chooser, Criterion
from .lists import Lists
from .oracles import ORACLE

RANKING = (DECODER, MBR, ORACLE)
"""The kinds of criteria that say of each candidate what it is worth."""
MAX_ORDER = 4


@dataclass(frozen=True, eq=False)
class Ranking:
    """The candidates of one segment by one criterion."""

    criterion: Criterion
    scores: Floats
    """(n_candidates,): the decoder's, or the metric's: expected by MBR, against the references by an oracle; of an
    error rate lower is better"""
    ranks: Ints
    """int64 (n_candidates,): 1 for the best; equals share a rank"""


@dataclass(frozen=True, eq=False)
class SharedNgrams:
    """The n-grams of one candidate, and in how many of the others they are."""

    tokens: tuple[str, ...]
    n_others: int
    others: Ints
    """int64 (n_tokens, max_order): how many other candidates have the n-gram of each order that begins at each token;
    0 where the candidate ends"""

    def longest(self, share: float = 0.5) -> tuple[int, ...]:
        """For each token the order of the longest n-gram around it that at least this share of the others have.

        0 where they have not even the word; at a share of 0 one other is enough. ``ValueError`` beyond 0 to 1.
        """
        share = number_within(share, "The share of the other candidates", 0, 1)
        longest = [0] * len(self.tokens)
        held = (self.others > 0) & (self.others >= share * self.n_others - ROUNDING)
        for order in range(1, self.others.shape[1] + 1):
            for start in np.flatnonzero(held[:, order - 1]).tolist():
                longest[start : start + order] = [order] * order
        return tuple(longest)


@dataclass(frozen=True, eq=False)
class Consensus:
    """The candidates of one segment, in the order of its list."""

    segment: int
    """0-based"""
    texts: tuple[str, ...]
    names: tuple[str, ...]
    """the systems, where candidates are their outputs; else empty"""
    shared: tuple[SharedNgrams, ...]
    """of each candidate"""
    rankings: tuple[Ranking, ...]
    chosen: Mapping[str, int]
    """choice -> the place of the candidate that it takes"""


def consensus(
    chooser: Chooser,
    segment: int,
    criteria: Sequence[Criterion],
    choices: Sequence[Choice] = (),
    max_order: int = MAX_ORDER,
) -> Consensus:
    """Return one segment of the chooser's lists, 0-based, as its criteria see it.

    Of the criteria those count that rank (``RANKING``); not oracles by a metric that weighs n-grams by the references
    of the whole set, and a segment alone says nothing of it. Texts are cut by the options' tokenizer.

    Raises ``ValueError`` for a segment that is not there, and as ``Chooser.worths``.
    """
    expect(chooser, Chooser, "chooser")
    asked = as_list(criteria, "criteria", Criterion, "criterion")
    made = as_list(choices, "choices", Choice, "choice")
    lists = chooser.lists
    at = whole_number(segment, "The index of a segment", 0, lists.n_segments - 1)
    own = slice(lists.offsets[at], lists.offsets[at + 1])
    texts = lists.candidates[own]
    alone = replace(
        chooser,
        lists=lists.only(np.array([at])),
        references=None if chooser.references is None else [r[at : at + 1] for r in as_references(chooser.references)],
        probabilities=None if chooser.probabilities is None else chooser.probabilities[own],
    )
    options = chooser.options or {}
    tokens = encode_columns([texts], options.get("tokenize", USUAL), options.get("lowercase", False))
    words = [tokens.words_there(0, place) for place in range(len(texts))]
    return Consensus(
        at,
        tuple(texts.to_pylist()),
        lists.names,
        _shared(words, whole_number(max_order, "The longest n-gram", 1, 9)),
        tuple(_ranking(alone, criterion) for criterion in asked if _ranks(criterion)),
        {choice.name: int(choice.within(lists)[at]) for choice in made},
    )


def differ(first: Choice, second: Choice, lists: Lists) -> Flags:
    """(n_segments,): where two choices take different texts, such as MBR and the oracle by the same metric."""
    for choice in (first, second):
        expect(choice, Choice, "choice")
    expect(lists, Lists, "lists")
    return as_mask(pc.not_equal(first.texts(lists), second.texts(lists)))


def _ranks(criterion: Criterion) -> bool:
    metric = criterion.metric
    return criterion.kind in RANKING and (metric is None or not metric.needs_all_references)


def _ranking(chooser: Chooser, criterion: Criterion) -> Ranking:
    worth, metric = chooser.worths(criterion), criterion.metric
    worth = np.where(np.isnan(worth), -np.inf, worth)
    ranks: Ints = 1 + (worth > worth[:, None] + criterion.rounding).sum(axis=1)
    scores = worth if metric is None or metric.higher_is_better else -worth
    return Ranking(criterion, np.where(np.isinf(scores), np.nan, scores), ranks)


def _shared(words: Sequence[tuple[str, ...]], max_order: int) -> tuple[SharedNgrams, ...]:
    counts: Counter[tuple[str, ...]] = Counter()
    for own in words:
        counts.update({own[i : i + n] for n in range(1, max_order + 1) for i in range(len(own) - n + 1)})
    shared = []
    for own in words:
        others = np.zeros((len(own), max_order), np.int64)
        for n in range(1, max_order + 1):
            others[: max(0, len(own) - n + 1), n - 1] = [counts[own[i : i + n]] - 1 for i in range(len(own) - n + 1)]
        shared.append(SharedNgrams(own, len(words) - 1, others))
    return tuple(shared)
