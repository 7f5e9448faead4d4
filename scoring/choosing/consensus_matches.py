"""Explain one segment: how its candidates rank by each criterion, and the n-grams that each shares with the others."""

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
"""Kinds of criteria that give each candidate a value."""
MAX_ORDER = 4


@dataclass(frozen=True, eq=False)
class Ranking:
    """The scores and ranks of one segment's candidates by one criterion."""

    criterion: Criterion
    scores: Floats
    """(n_candidates,): the decoder's or the metric's scores, expected scores for MBR, against the references for an
    oracle; for an error rate lower is better
    """
    ranks: Ints
    """int64 (n_candidates,): 1 for the best; equals share a rank"""


@dataclass(frozen=True, eq=False)
class SharedNgrams:
    """The n-grams of one candidate, and in how many of the other candidates each is."""

    tokens: tuple[str, ...]
    n_others: int
    others: Ints
    """int64 (n_tokens, max_order): number of other candidates with the n-gram of each order that begins at each token;
    0 where the candidate ends
    """

    def longest(self, share: float = 0.5) -> tuple[int, ...]:
        """Return for each token the order of the longest n-gram around it that a share of the others have.

        0 where the others do not have even the word; at a share of 0 one other is enough. Raises ``ValueError`` for a
        share outside 0 to 1.
        """
        share = number_within(share, "The share of the other candidates", 0, 1)
        longest = [0] * len(self.tokens)
        are_shared = (self.others > 0) & (self.others >= share * self.n_others - ROUNDING)
        for order in range(1, self.others.shape[1] + 1):
            for start in np.flatnonzero(are_shared[:, order - 1]).tolist():
                longest[start : start + order] = [order] * order
        return tuple(longest)


@dataclass(frozen=True, eq=False)
class Consensus:
    """The candidates of one segment, in the order of its list, with rankings and shared n-grams."""

    segment: int
    """place of the segment, from 0"""
    texts: tuple[str, ...]
    names: tuple[str, ...]
    """names of the systems, where candidates are their outputs; else empty"""
    shared: tuple[SharedNgrams, ...]
    """shared n-grams of each candidate"""
    rankings: tuple[Ranking, ...]
    chosen: Mapping[str, int]
    """choice -> place of the chosen candidate"""


def consensus(
    chooser: Chooser,
    segment: int,
    criteria: Sequence[Criterion],
    choices: Sequence[Choice] = (),
    max_order: int = MAX_ORDER,
) -> Consensus:
    """Return the candidates of one segment of the chooser's lists, 0-based, with their rankings by the criteria.

    Only criteria that rank count (``RANKING``), without oracles by a metric that weighs n-grams by the references of
    the whole set, which a single segment does not have. Texts are cut by the tokenizer in the options.

    Raises ``ValueError`` for an unknown segment, and as ``Chooser.worths`` does.
    """
    expect(chooser, Chooser, "chooser")
    criteria = as_list(criteria, "criteria", Criterion, "criterion")
    choices = as_list(choices, "choices", Choice, "choice")
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
    words = [tokens.required_words(0, place) for place in range(len(texts))]
    return Consensus(
        at,
        tuple(texts.to_pylist()),
        lists.names,
        _shared_ngrams(words, whole_number(max_order, "The longest n-gram", 1, 9)),
        tuple(_ranking(alone, criterion) for criterion in criteria if _ranks(criterion)),
        {choice.name: int(choice.places_in_lists(lists)[at]) for choice in choices},
    )


def texts_differ(first: Choice, second: Choice, lists: Lists) -> Flags:
    """Return where two choices take different texts, bool (n_segments,)."""
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


def _shared_ngrams(words: Sequence[tuple[str, ...]], max_order: int) -> tuple[SharedNgrams, ...]:
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
