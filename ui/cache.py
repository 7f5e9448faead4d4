"""The only @st.cache_*: thin wrappers over scoring, keyed on fingerprints, bounded, and shared by all sessions."""

from concurrent.futures import Future
from pathlib import Path

import numpy as np
import streamlit as st

import scoring
from scoring import BLEU, TER, Metric, TestSet
from scoring.edit_table import EditTable
from scoring.formats import assemble, guess_roles, read
from scoring.matches import SegmentMatches
from ui.background import Bounded, Ledger, begin

SAMPLE_DATA = Path(__file__).parents[1] / "sample_data"
SAMPLES = {
    "news-en-es": "News, English to Spanish",
    "inflection-hr-sl": "Inflection, Croatian to Slovenian",
    "textbook": "Textbook examples",
}
"""Folder below sample_data -> the name that people read."""

N_SETS, SET_BYTES = 50, 2 * 1024**3
N_RESULTS, RESULT_BYTES = 500, 1024**3

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
    return _ledger().now(_key(metric, test_set), lambda: metric.measure(test_set))


def corpus_scores_later(metric: Metric, test_set: TestSet) -> Future:
    """System name -> corpus score, when they are ready: only the sums are kept, which are small."""
    key = ("sums", *_key(metric, test_set))
    sums = _ledger().later(key, lambda: _sums(metric, test_set))
    scores: Future = Future()
    sums.add_done_callback(lambda done: _pass_on(done, scores, metric))
    return scores


def _sums(metric: Metric, test_set: TestSet) -> Statistics:
    return {system: rows.sum(axis=0) for system, rows in metric.measure(test_set).items()}


def _pass_on(sums: Future, scores: Future, metric: Metric) -> None:
    if sums.exception() is not None:
        scores.set_exception(sums.exception())
    else:
        scores.set_result({system: float(metric.score(row)) for system, row in sums.result().items()})


@st.cache_resource(max_entries=100, show_spinner=False)
def matches(
    fingerprint: str, system: str, index: int, bleu: tuple, _metric: BLEU, _test_set: TestSet
) -> SegmentMatches:
    """One segment's n-gram matches; ``bleu`` is the metric's ``statistics_key``."""
    references = [reference.segments[index].as_py() for reference in _test_set.references]
    return _metric.matches(_test_set.system(system).segments[index].as_py(), references)


@st.cache_resource(show_spinner=False)
def kernels() -> Future:
    """Done once every metric's kernels are compiled, or loaded; asking for the first time begins it."""
    return begin(scoring.warm_up)


def statistics_later(metric: Metric, test_set: TestSet) -> Future:
    """Every system's statistics, when they are ready."""
    return _ledger().later(_key(metric, test_set), lambda: metric.measure(test_set))


def edits_later(ter: TER, test_set: TestSet, system: str) -> Future:
    """The ``EditTable`` of one system, when it is ready."""
    references = [reference.segments for reference in test_set.references]
    key = ("edits", system, *_key(ter, test_set))
    return _ledger().later(key, lambda: ter.edit_table(test_set.system(system).segments, references))


def _key(metric: Metric, test_set: TestSet) -> tuple:
    return *metric.statistics_key, test_set.fingerprint


@st.cache_resource(show_spinner=False)
def _sample(folder: str) -> TestSet:
    files = sorted(path for path in (SAMPLE_DATA / folder).iterdir() if path.suffix in (".txt", ".jsonl"))
    columns = [column for path in files for column in read(path.name, path.read_bytes())]
    return assemble(guess_roles(columns), SAMPLES[folder])


@st.cache_resource(show_spinner=False)
def _shelf() -> Bounded:
    return Bounded(SET_BYTES, N_SETS, lambda kept: kept.n_bytes)


@st.cache_resource(show_spinner=False)
def _ledger() -> Ledger:
    return Ledger(Bounded(RESULT_BYTES, N_RESULTS, _n_bytes))


def _n_bytes(result: Statistics | EditTable) -> int:
    return result.n_bytes if isinstance(result, EditTable) else sum(array.nbytes for array in result.values())
