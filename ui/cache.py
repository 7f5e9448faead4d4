"""The only @st.cache_*: thin wrappers over scoring, keyed on fingerprints, bounded, and shared by all sessions."""

from concurrent.futures import Future
from pathlib import Path

import numpy as np
import streamlit as st

from scoring import BLEU, Metric, TestSet
from scoring.formats import assemble, guess_roles, read
from scoring.matches import SegmentMatches
from ui.background import Bounded, Ledger

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


@st.cache_resource(max_entries=N_SETS, show_spinner=False)
def with_references(fingerprint: str, names: tuple[str, ...], _test_set: TestSet) -> TestSet:
    """The set with only the named references; ``ValueError`` where a segment has none of them."""
    return _test_set.with_references(names)


def statistics(metric: Metric, test_set: TestSet) -> Statistics:
    """Every system's statistics, at once."""
    return _ledger().now(_key(metric, test_set), lambda: metric.measure(test_set))


def statistics_later(metric: Metric, test_set: TestSet) -> Future:
    """Every system's statistics, when they are ready."""
    return _ledger().later(_key(metric, test_set), lambda: metric.measure(test_set))


@st.cache_resource(max_entries=2000, show_spinner=False)
def matches(fingerprint: str, system: str, index: int, bleu: str, _metric: BLEU, _test_set: TestSet) -> SegmentMatches:
    """One segment's n-gram matches; ``bleu`` is the metric's signature."""
    references = [reference.segments[index].as_py() for reference in _test_set.references]
    return _metric.matches(_test_set.system(system).segments[index].as_py(), references)


def _key(metric: Metric, test_set: TestSet) -> tuple[str, str, str]:
    return metric.name, metric.signature, test_set.fingerprint


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
    return Ledger(Bounded(RESULT_BYTES, N_RESULTS, lambda result: sum(array.nbytes for array in result.values())))
