"""The only @st.cache_*: thin wrappers over scoring, keyed on fingerprints, bounded, and shared by all sessions."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from hashlib import blake2b

import numpy as np
import pandas as pd
import pyarrow as pa
import streamlit as st

import scoring
from scoring import BLEU, TBLEU, TER, Metric, TestSet
from scoring.buckets import BucketScore, WordBucket
from scoring.contrast import Contrast
from scoring.edit_table import EditTable
from scoring.formats.labels import WordCounts
from scoring.matches import SegmentMatches
from scoring.segment_alignment import SegmentAlignment
from scoring.tbleu import Aligned
from ui import forms
from ui.background import Bounded, Ledger, Runs, begin
from ui.samples import SAMPLES, sample

N_SETS, SET_BYTES = 50, 2 * 1024**3
N_RESULTS, RESULT_BYTES = 500, 1024**3
N_ALIGNED, ALIGNED_BYTES = 200, 1024**3
N_MATCHES = 300
N_RUNS, RUN_BYTES = 500, 512 * 1024**2
N_PAIRED, PAIRED_BYTES = 500, 512 * 1024**2
N_GIVEN, GIVEN_BYTES = 200, 512 * 1024**2
SWEEP = tuple(step / 20 for step in range(21))
"""The thresholds at which tBLEU is shown as a curve."""

Statistics = dict[str, np.ndarray]
"""System name -> float64 (n_segments, n_statistics)."""


def test_set(identity: str) -> TestSet | None:
    """A sample by its folder's name, or an uploaded set by its fingerprint; None where it is no longer kept."""
    return _sample(identity) if identity in SAMPLES else _shelf().get(identity)


def shelve(uploaded: TestSet) -> None:
    """Keeps an uploaded set for every session that has its address."""
    _shelf().put(uploaded.fingerprint, uploaded)


def statistics(metric: Metric, test_set: TestSet) -> Statistics:
    """Every system's statistics, at once."""
    return _ledger(len(test_set) == 1).now(_key(metric, test_set), lambda: _measure(metric, test_set))


def corpus_scores_later(metric: Metric, test_set: TestSet) -> Future:
    """System name -> corpus score, when they are ready: only the sums are kept, which are small."""
    key = ("sums", *_key(metric, test_set))
    ledger = _tolerance() if isinstance(metric, TBLEU) else _ledger()
    sums = ledger.later(key, lambda: _sums(metric, test_set))
    scores: Future = Future()
    sums.add_done_callback(lambda done: _pass_on(done, scores, metric))
    return scores


def _sums(metric: Metric, test_set: TestSet) -> Statistics:
    return {system: rows.sum(axis=0) for system, rows in _measure(metric, test_set).items()}


def _measure(metric: Metric, test_set: TestSet) -> Statistics:
    """tBLEU's words are aligned once for every epsilon, the other options too; one segment is not worth keeping."""
    if isinstance(metric, TBLEU) and len(test_set) > 1:
        return metric.measure_aligned(_aligned(metric, test_set))
    return metric.measure(test_set)


def _pass_on(sums: Future, scores: Future, metric: Metric) -> None:
    if sums.exception() is not None:
        scores.set_exception(sums.exception())
    else:
        scores.set_result({system: float(metric.score(row)) for system, row in sums.result().items()})


def aligned_later(metric: TBLEU, test_set: TestSet) -> tuple[Future, Callable[[], float]]:
    """All words of a test set aligned, when they are; and what share is done, to be asked now and then."""
    key, shares = _aligned_key(metric, test_set), _shares()
    future = _tolerance().later(key, lambda: _align(metric, test_set))
    return future, lambda: 1.0 if future.done() else shares.get(key, 0.0)


def _aligned(metric: TBLEU, test_set: TestSet) -> Aligned:
    return _tolerance().now(_aligned_key(metric, test_set), lambda: _align(metric, test_set))


def _align(metric: TBLEU, test_set: TestSet) -> Aligned:
    key, shares = _aligned_key(metric, test_set), _shares()
    try:
        return metric.align(test_set, lambda share: shares.update({key: share}))
    finally:
        shares.pop(key, None)


def _aligned_key(metric: TBLEU, test_set: TestSet) -> tuple:
    return "aligned", metric.tokenize, metric.lowercase, test_set.fingerprint


def sweep_later(metric: TBLEU, test_set: TestSet) -> Future:
    """System name -> the statistics' sums at each threshold of SWEEP, (n_thresholds, n_statistics)."""
    key = ("sweep", *replace(metric, epsilon=0.0).statistics_key, test_set.fingerprint)
    return _tolerance().later(key, lambda: metric.sweep_sums(_aligned(metric, test_set), SWEEP))


def pairs_later(metric: TBLEU, test_set: TestSet, system: str, reference: int) -> Future:
    """The pairs of forms between a system and one reference, as ``forms.pair_table`` has them."""
    key = ("pairs", system, reference, *_aligned_key(metric, test_set))
    return _tolerance().later(key, lambda: forms.pair_table(_aligned(metric, test_set).form_pairs(system, reference)))


@st.cache_resource(max_entries=N_MATCHES, show_spinner=False)
def matches(
    fingerprint: str, system: str, index: int, bleu: tuple, _metric: BLEU, _test_set: TestSet
) -> SegmentMatches:
    """One segment's n-gram matches; ``bleu`` is the metric's ``statistics_key``."""
    return _metric.matches(_test_set.system(system).segments[index].as_py(), _test_set.reference_texts(index))


@st.cache_resource(max_entries=N_MATCHES, show_spinner=False)
def tolerant(
    hypothesis: str, references: tuple[str | None, ...], tbleu: tuple, _metric: TBLEU
) -> tuple[SegmentAlignment, np.ndarray]:
    """A hypothesis aligned with its references, and its statistics; ``tbleu`` is the metric's ``statistics_key``."""
    columns = [[reference] for reference in references]
    return _metric.alignment(hypothesis, references), _metric.statistics([hypothesis], columns)[0]


@st.cache_resource(show_spinner=False)
def kernels() -> Future:
    """Done once every metric's kernels are compiled, or loaded; asking for the first time begins it."""
    return begin(scoring.warm_up)


def statistics_later(metric: Metric, test_set: TestSet) -> Future:
    """Every system's statistics, when they are ready."""
    return _ledger(len(test_set) == 1).later(_key(metric, test_set), lambda: _measure(metric, test_set))


def edits_later(ter: TER, test_set: TestSet, system: str) -> Future:
    """The ``EditTable`` of one system, when it is ready."""
    references = [reference.segments for reference in test_set.references]
    key = ("edits", system, *_key(ter, test_set))
    return _ledger().later(key, lambda: ter.edit_table(test_set.system(system).segments, references))


def keep_given(kind: str, data: bytes, content: WordCounts | pa.StringArray) -> str:
    """Keeps what was read of a reader's file, and returns the id under which ``given`` has it."""
    identity = blake2b(data, digest_size=16, person=kind.encode()).hexdigest()
    _given().put(identity, content)
    return identity


def given(identity: str | None) -> WordCounts | pa.StringArray | None:
    """What a reader's file says; None without one, or where it is no longer kept."""
    return _given().get(identity)


def _key(metric: Metric, test_set: TestSet) -> tuple:
    return *metric.statistics_key, test_set.fingerprint


@st.cache_resource(show_spinner=False)
def _sample(folder: str) -> TestSet:
    return sample(folder)


@st.cache_resource(show_spinner=False)
def _shelf() -> Bounded:
    return Bounded(SET_BYTES, N_SETS, lambda kept: kept.n_bytes)


@st.cache_resource(show_spinner=False)
def _ledger(one_segment: bool = False) -> Ledger:
    """Sets of one segment have a ledger of their own: what is written in the Playground pushes out no test set's."""
    return Ledger(Bounded(RESULT_BYTES, N_RESULTS, _bytes_of))


@st.cache_resource(show_spinner=False)
def _tolerance() -> Ledger:
    """A ledger of its own: who waits for an alignment holds up no other metric."""
    return Ledger(Bounded(ALIGNED_BYTES, N_ALIGNED, _bytes_of))


@st.cache_resource(show_spinner=False)
def runs() -> Runs:
    """Work that takes long, two at once for all sessions."""
    return Runs(Bounded(RUN_BYTES, N_RUNS, lambda found: found.n_bytes))


@st.cache_resource(show_spinner=False)
def paired() -> Ledger:
    """What is found out about pairs of systems, in a ledger of its own: it holds up no metric."""
    return Ledger(Bounded(PAIRED_BYTES, N_PAIRED, _paired_bytes))


@st.cache_resource(show_spinner=False)
def _given() -> Bounded:
    return Bounded(GIVEN_BYTES, N_GIVEN, lambda content: content.nbytes)


@st.cache_resource(show_spinner=False)
def _shares() -> dict[tuple, float]:
    """How far each alignment is that is being made."""
    return {}


def _bytes_of(result: Statistics | EditTable | Aligned | pd.DataFrame) -> int:
    if isinstance(result, pd.DataFrame):
        return int(result.memory_usage(deep=True).sum())
    if isinstance(result, Aligned | EditTable):
        return result.n_bytes
    return sum(array.nbytes for array in result.values())


def _paired_bytes(result: Contrast | np.ndarray | list[BucketScore] | list[WordBucket]) -> int:
    if isinstance(result, Contrast):
        return result.n_bytes
    if isinstance(result, np.ndarray):
        return result.nbytes
    return 1000 * len(result)
