"""What the page Compare asks of two systems, computed in the background: n-grams, and scores in buckets."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from scoring import BLEU, TestSet
from scoring.analysis.bucket_scores import score_buckets, score_words
from scoring.analysis.buckets import Buckets, given_frequencies, reference_frequencies
from scoring.analysis.contrast import Contrast
from scoring.analysis.contrast import contrast_ngrams as contrast_of
from scoring.analysis.pair import ScoredPair
from scoring.analysis.tagged_words import WordSorting, by_tag, without_tags
from scoring.analysis.turns import BucketComparison
from scoring.formats.tables.labels import WordCounts
from server.engine.tasks import Task, Tell
from ui.kit import budget
from ui.store import cache


def contrast_task(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> Task[Contrast]:
    """The n-grams of two systems, of tokens as the sidebar's settings make them."""

    def compute(tell: Tell) -> Contrast:
        return contrast_of(test_set, pair, bleu.max_order, bleu.tokenize, bleu.lowercase)

    return Task(cache.PAIRS, ("contrast", *_words_key(bleu, test_set, pair)), compute)


def count_word_frequencies(
    bleu: BLEU, test_set: TestSet, pair: tuple[str, str], words: Contrast, listed: str | None
) -> np.ndarray:
    """int64 (n_words,): how often each single word is in the file of word counts with this id, or in the references."""
    found = cache.visitor_file(listed)

    def compute(tell: Tell) -> np.ndarray:
        if not isinstance(found, WordCounts):
            return reference_frequencies(words.counts)
        return given_frequencies(words.counts, found.in_lower_case() if bleu.lowercase else found)

    key = "frequencies", None if found is None else listed, *_words_key(bleu, test_set, pair)
    return cache.engine().now(Task(cache.PAIRS, key, compute))


def tagged(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> list[Task[WordSorting | None]]:
    """The words of two systems by their tags; no task where one of them has none, for None would not be kept."""
    if without_tags(test_set, pair):
        return []

    def compute(tell: Tell) -> WordSorting | None:
        return by_tag(test_set, pair, bleu.lowercase)

    return [Task(cache.PAIRS, ("tagged", bleu.lowercase, pair, test_set.identity), compute)]


def bucketed(
    pair: ScoredPair,
    bleu: BLEU,
    test_set: TestSet,
    segments_by: Mapping[str, Buckets],
    words_by: Mapping[str, WordSorting],
) -> Task[BucketComparison]:
    """How two systems score in each bucket of segments, and of words.

    Each sorting is kept by itself: a change in one does not compute the others again.
    """
    passes = dict.fromkeys(segments_by, 1) | {by: len(found.buckets.labels) for by, found in words_by.items()}
    whole = sum(passes.values())
    trials = budget.bucket_trials(len(test_set), whole)
    of_segments = pair.names, pair.metric, test_set.identity
    of_words = _words_key(bleu, test_set, pair.names)
    keys = {by: ("buckets", *of_segments, found.fingerprint, trials) for by, found in segments_by.items()}
    keys |= {by: ("words", by, *of_words, found.buckets.fingerprint, trials) for by, found in words_by.items()}

    def compute(tell: Tell) -> BucketComparison:
        a, b = (cache.measure_systems(pair.metric, test_set)[system] for system in pair.names)
        works: dict[str, Callable[..., Any]] = {}
        works |= {by: partial(score_buckets, pair.metric, a, b, found, trials) for by, found in segments_by.items()}
        works |= {by: partial(score_words, found.counts, found.buckets, trials) for by, found in words_by.items()}
        scored: dict[str, Any] = {}
        done = 0
        for by, work in works.items():
            within = done / whole, (done + passes[by]) / whole
            scored[by] = cache.engine().now(Task(cache.PAIRS, keys[by], partial(_told, work)), within)
            done += passes[by]
        return BucketComparison(
            {by: scored[by] for by in segments_by},
            {by: scored[by] for by in words_by},
            trials,
        )

    return Task(cache.TESTS, ("bucketed", *keys.items()), compute)


def _told(work: Callable[..., Any], tell: Tell) -> Any:
    return work(on_progress=tell)


def _words_key(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> tuple:
    return bleu.tokenize, bleu.lowercase, bleu.max_order, pair, test_set.identity
