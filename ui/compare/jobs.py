"""Computations of the page Compare in the background: n-grams of two systems, and their scores in buckets."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from scoring import BLEU, TestSet
from scoring.formats.tables.labels import WordCounts
from scoring.studies import side_by_side as study
from scoring.studies.bleu_difference import with_plain_quotes
from scoring.studies.capitals import statistics_of_outputs
from scoring.studies.side_by_side import BucketComparison, Contrast, SideBySideRequest, Sortings, WordSorting
from server.engine.tasks import Task, Tell
from ui.kit import budget
from ui.store import cache


def contrast_task(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> Task[Contrast]:
    """Return the task that compares the n-grams of two systems, tokenized as in the sidebar."""

    def compute(tell: Tell) -> Contrast:
        return study.contrast_ngrams(test_set, pair, bleu.max_order, bleu.tokenize, bleu.lowercase)

    return Task(cache.PAIRS, ("contrast", *_words_key(bleu, test_set, pair)), compute)


def plain_quotes_sums_task(metric: BLEU, test_set: TestSet, pair: tuple[str, str]) -> Task[cache.Statistics]:
    """Return the task that sums both systems' statistics, (n_statistics,), with all quotation marks alike."""

    def compute(tell: Tell) -> cache.Statistics:
        rows = statistics_of_outputs(metric, test_set, pair, with_plain_quotes)
        return {name: of.sum(axis=0) for name, of in rows.items()}

    return Task(cache.PAIRS, ("sums with plain quotes", metric, pair, test_set.identity), compute)


def count_word_frequencies(
    bleu: BLEU, test_set: TestSet, pair: tuple[str, str], words: Contrast, listed: str | None
) -> np.ndarray:
    """Return each word's frequency in the file of word counts, or in the references, int64 (n_words,)."""
    file = cache.visitor_file(listed)

    def compute(tell: Tell) -> np.ndarray:
        file_counts = file if isinstance(file, WordCounts) else None
        return study.word_frequencies(words.counts, file_counts, bleu.lowercase)

    key = "frequencies", None if file is None else listed, *_words_key(bleu, test_set, pair)
    return cache.engine().now(Task(cache.PAIRS, key, compute))


def tag_sorting_tasks(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> list[Task[WordSorting | None]]:
    """Return the task that sorts two systems' words by their tags, in a list; empty if any text has no tags."""
    if study.texts_without_tags(test_set, pair):
        return []

    def compute(tell: Tell) -> WordSorting | None:
        return study.words_by_tag(test_set, pair, bleu.lowercase)

    return [Task(cache.PAIRS, ("tagged", bleu.lowercase, pair, test_set.identity), compute)]


def bucket_scores_task(request: SideBySideRequest, test_set: TestSet, sortings: Sortings) -> Task[BucketComparison]:
    """Return the task that scores two systems in each bucket of segments and words, with as many resamples as fit.

    Each sorting is cached separately: a change of one does not compute the others again.
    """
    names, metric = request.names, request.metric
    trials = budget.bucket_trials(len(test_set), sum(sortings.passes.values()))
    of_words = _words_key(request.bleu, test_set, names)
    keys: dict[str, tuple] = {
        by: ("buckets", names, metric, test_set.identity, buckets.fingerprint, trials)
        for by, buckets in sortings.segments.items()
    }
    keys |= {by: ("words", by, *of_words, words.buckets.fingerprint, trials) for by, words in sortings.words.items()}

    def score(by: str, work: Callable[..., Any], share: tuple[float, float]) -> Any:
        return cache.engine().now(Task(cache.PAIRS, keys[by], lambda tell: work(on_progress=tell)), share)

    def compute(tell: Tell) -> BucketComparison:
        statistics = cache.measure_systems(metric, test_set)
        return study.score_sortings(replace(request, trials=trials), statistics, sortings, score)

    return Task(cache.TESTS, ("bucketed", *keys.items()), compute)


def _words_key(bleu: BLEU, test_set: TestSet, pair: tuple[str, str]) -> tuple:
    return bleu.tokenize, bleu.lowercase, bleu.max_order, pair, test_set.identity
