"""What is in use on every page: the test set, the systems shown, the settings that change scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from scoring import BLEU, METRICS, TBLEU, TER, Metric, TestSet
from scoring.markup.colors import system_colors
from ui import state
from ui.settings import score_options
from ui.store import cache


@dataclass(frozen=True)
class Context:
    """A page's input: everything that the sidebar decides."""

    test_set: TestSet
    """With the chosen references only."""
    shown: tuple[str, ...]
    """The systems shown, in the test set's order."""
    colors: Mapping[str, str]
    """System name -> its colour on every page."""
    options: Mapping[str, Any]
    """Every metric takes from these what it knows."""
    problem: str | None = None
    """Why the chosen references could not be used, if so; then all are."""

    def metric(self, name: str) -> Metric:
        return METRICS[name].configure(self.options)

    @property
    def bleu(self) -> BLEU:
        return BLEU.configure(self.options)

    @property
    def tbleu(self) -> TBLEU:
        return TBLEU.configure(self.options)

    @property
    def ter(self) -> TER:
        return TER.configure(self.options)

    def signature(self, metric: Metric) -> str:
        return metric.full_signature([reference.segments for reference in self.test_set.references])


def in_use() -> Context:
    """What the sidebar and the address say, for pages that the shell only runs where the test set is kept."""
    context = if_kept()
    if context is None:
        st.stop()
    return context


def if_kept() -> Context | None:
    """What the sidebar and the address say; None where the test set is no longer kept."""
    chosen = cache.named_set(state.chosen_set(), state.visitor())
    if chosen is None:
        return None
    names = chosen.system_names
    picked = set(state.current("systems") or names)
    shown = tuple(name for name in names if name in picked) or names
    test_set, problem = _with_references(chosen)
    return Context(test_set, shown, system_colors(names), score_options(), problem)


def _with_references(test_set: TestSet) -> tuple[TestSet, str | None]:
    picked = set(state.current("references") or ())
    names = tuple(name for name in test_set.reference_names if name in picked)
    if not names or len(names) == len(test_set.references):
        return test_set, None
    try:
        return test_set.with_references(names), None
    except ValueError as error:
        return test_set, str(error)
