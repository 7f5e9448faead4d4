"""What is found out about systems side by side, once for all sessions: long runs, n-grams, and scores in buckets."""

from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial

import numpy as np

from scoring import BLEU, Metric, TestSet
from scoring.buckets import Buckets, given_frequencies, reference_frequencies, score_buckets, score_words
from scoring.contrast import Contrast, contrast
from ui import cache, significance
from ui.background import Run, Tell, Who
from ui.compare import Bucketed, Pair


def all_pairs(who: Who, plan: significance.Plan, test_set: TestSet) -> Run:
    """``significance.AllPairs``. ``who`` wants this run, and no more what they wanted before."""
    return cache.runs().want(
        who,
        (plan, test_set.fingerprint),
        lambda tell: significance.all_pairs(plan, cache.statistics(plan.metric, test_set), tell),
    )


def evidence(
    who: Who, plan: significance.Plan, test_set: TestSet, found: significance.AllPairs, pair: tuple[str, str]
) -> Run:
    """``significance.Evidence`` of two of the systems that the plan compares."""
    return cache.runs().want(
        who,
        ("evidence", pair, plan, test_set.fingerprint),
        lambda tell: significance.evidence(plan, found, cache.statistics(plan.metric, test_set), pair, tell),
    )


def by_metric(who: Who, plan: significance.Plan, metrics: tuple[Metric, ...], test_set: TestSet) -> Run:
    """``significance.ByMetric``: a plan for two systems carried out with each of the metrics."""
    return cache.runs().want(
        who,
        (metrics, plan, test_set.fingerprint),
        lambda tell: significance.by_metric(plan, metrics, lambda metric: cache.statistics(metric, test_set), tell),
    )


def give_up(who: Who) -> None:
    """They want no run any more; one that nobody else wants ends."""
    cache.runs().give_up(who)


def renew(visitor: str) -> bool:
    """They are still here and want the runs that they wanted; whether one is on its way."""
    return cache.runs().renew(visitor)


def contrast_later(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> Future:
    """The ``Contrast`` of two systems' n-grams, when it is ready."""
    key = ("contrast", *_contrast_key(bleu, test_set, pair))
    work = partial(contrast, test_set, pair, bleu.max_order, bleu.tokenize, bleu.lowercase)
    return cache.paired().later(key, work)


def frequencies(
    bleu: BLEU, test_set: TestSet, pair: tuple[str, str], words: Contrast, listed: str | None
) -> np.ndarray:
    """int64 (n_words,): how often each single word is in the file of word counts with this id, or in the references."""
    key = ("frequencies", listed, *_contrast_key(bleu, test_set, pair))

    def compute() -> np.ndarray:
        if listed is None:
            return reference_frequencies(words.counts)
        found = cache.given(listed)
        return given_frequencies(words.counts, found.in_lower_case() if bleu.lowercase else found)

    return cache.paired().now(key, compute)


def bucketed(
    who: Who,
    pair: Pair,
    bleu: BLEU,
    test_set: TestSet,
    words: Contrast,
    segments_by: Mapping[str, Buckets],
    words_by: Mapping[str, Buckets],
) -> Run:
    """``compare.Bucketed``: how two systems score in each bucket of segments, and of words.

    Each sorting is kept by itself, so that another choice in one of them computes no other anew.
    """
    passes = dict.fromkeys(segments_by, 1) | {by: len(found.labels) for by, found in words_by.items()}
    trials = significance.bucket_trials(len(test_set), sum(passes.values()))
    of_words = _contrast_key(bleu, test_set, pair.names)
    of_segments = pair.names, pair.metric, test_set.fingerprint
    keys = {by: ("buckets", *of_segments, found.fingerprint, trials) for by, found in segments_by.items()}
    keys |= {by: ("words", *of_words, found.fingerprint, trials) for by, found in words_by.items()}

    def compute(tell: Tell) -> Bucketed:
        rows = [cache.statistics(pair.metric, test_set)[system] for system in pair.names]
        works = {by: partial(score_buckets, pair.metric, *rows, found, trials) for by, found in segments_by.items()}
        works |= {by: partial(score_words, words.counts, found, trials) for by, found in words_by.items()}
        scored, done = {}, 0
        for by, work in works.items():
            step = partial(_step, tell, done, passes[by], sum(passes.values()))
            scored[by] = cache.paired().now(keys[by], partial(work, on_progress=step))
            done += passes[by]
        return Bucketed(scored, trials)

    return cache.runs().want(who, tuple(keys.items()), compute)


def _step(tell: Tell, done: int, passes: int, whole: int, share: float) -> None:
    tell((done + passes * share) / whole)


def _contrast_key(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> tuple:
    return bleu.tokenize, bleu.lowercase, bleu.max_order, pair, test_set.fingerprint
