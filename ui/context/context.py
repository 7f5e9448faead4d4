"""The data in use on every page: the test set, the systems shown, the settings that change scores."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from scoring import BLEU, METRICS, TBLEU, TER, Metric, TestSet
from scoring.formats.tables.statistics import sampled_from
from scoring.judgments.external import ExternalScore
from scoring.judgments.score_coverage import (
    UnequalCoverage,
    find_unequal_coverage,
    scored_segments_phrase,
    segment_count_sentence,
)
from scoring.output.markup import html
from scoring.output.markup.colors import system_colors
from scoring.output.numbers import counted
from scoring.studies.metric_choice import MetricChoice
from ui.context import findings, selection
from ui.context.filters import NO_FILTERS, Filters
from ui.context.kept_choices import choice_in_use, chosen_baseline
from ui.session import send, state
from ui.session.settings import score_options
from ui.store import cache, waiting

MAX_SYSTEMS_NAMED = 6
"""Most excluded systems that are named; of further ones only their number is said."""


@dataclass(frozen=True)
class Context:
    """The input of a page: the data and settings that the sidebar and the address choose."""

    test_set: TestSet
    """Test set with the chosen references and with the segments that pass the filters."""
    shown: tuple[str, ...]
    """The systems shown, in the test set's order."""
    colors: Mapping[str, str]
    """System name -> its colour on every page."""
    options: Mapping[str, Any]
    """Values of the settings by key; every metric takes the ones that it knows."""
    filters: Filters
    """Filters that the segments of ``test_set`` pass."""
    is_empty: bool = False
    """Whether no segment passes the filters; ``test_set`` then has all segments."""
    problem: str | None = None
    """Reason why the chosen references could not be used, so that all are used; None where they could."""
    written_choice: str = ""
    """Choice of metrics as the address, or the set's project, has it."""
    pinned: str = ""
    """Name of the baseline as the address, or the set's project, has it; empty for none."""
    not_ranked: tuple[str, ...] = ()
    """Names of systems that are left out because their outputs are a reference."""
    marks: str = ""
    """Quotation marks with which texts are tested, as sentences name them; empty where none are chosen."""
    typed: TestSet | None = None
    """Test set with its original quotation marks, where ``test_set`` has only one kind of them."""

    @cached_property
    def metrics(self) -> Mapping[str, Metric]:
        """Metrics by name: people's scores, then computed metrics, then other external scores."""
        return available_metrics(self.test_set, self.options)

    @cached_property
    def choice(self) -> MetricChoice:
        """The metrics that tables, votes and files show."""
        return MetricChoice.read(self.metrics, self.written_choice)

    @property
    def baseline(self) -> str | None:
        """The pinned system that the others are compared with; None where it is not shown, or none is pinned."""
        return self.pinned if self.pinned in self.shown else None

    @property
    def absent_baseline(self) -> str:
        """Name of the pinned baseline where the test set has no such output; else empty."""
        return "" if self.pinned in (*self.every_segment.system_names, *self.not_ranked) else self.pinned

    @property
    def labels(self) -> dict[str, str]:
        """Labels of all metrics by name."""
        return {name: metric.full_name for name, metric in self.metrics.items()}

    def metric(self, name: str) -> Metric:
        return self.metrics[name]

    def report_metrics(self, deciding: Metric) -> tuple[Metric, ...]:
        """Return the metrics of a report's table of scores, the deciding one first.

        The verdict counts the votes of the others.
        """
        return tuple(dict.fromkeys([deciding, *self.choice.chosen.values()]))

    @property
    def leading(self) -> Metric:
        """Deciding metric: a chosen human judgment if there is one, else BLEU; without references the first score."""
        first = next(iter(self.choice.chosen.values()), self.bleu)
        return first if first.is_human or not self.test_set.references else self.bleu

    @property
    def is_scored(self) -> bool:
        """Whether outputs have scores: by a reference, or by people or files."""
        return bool(self.metrics)

    @cached_property
    def opponent(self) -> Metric | None:
        """Metric whose scores are compared with those of ``measure``; None where there is no other metric."""
        return selection.find_opponent(self.metrics, self.bleu, self.measure)

    @cached_property
    def measure(self) -> Metric:
        """Metric by whose scores segments are listed, sorted and filtered."""
        return selection.measure(self.metrics, self.bleu)

    @property
    def n_judged(self) -> int:
        """Number of segments of the whole set with scores by the deciding metric; 0 if all have scores, or none."""
        if not isinstance(self.leading, ExternalScore):
            return 0
        is_judged = self.leading.judged(self.every_segment, self.every_segment.system_names)
        return 0 if is_judged.all() else int(is_judged.sum())

    def with_judged_segments(self, metric: Metric) -> "Context":
        """Return the context with the segments that a test by this metric can take: those with a score of every system.

        Systems without any score do not count. Without such a segment all segments are kept. External scores are for
        the texts with their original quotation marks.
        """
        if not isinstance(metric, ExternalScore):
            return self
        if self.typed is not None:
            return replace(self, test_set=self.typed, typed=None).with_judged_segments(metric)
        is_judged = metric.judged(self.test_set, self.test_set.system_names)
        if is_judged.all() or not is_judged.any():
            return self
        test_set = self.test_set.only(np.flatnonzero(is_judged))
        description = f"the {len(test_set):,} segments with {metric.full_name} scores for {self._every(metric)}"
        return replace(self, test_set=test_set.named(f"{self.test_set.name}, {description}"))

    def say_judged(self, metric: Metric, judged_context: "Context", by: str = "Based on") -> None:
        """Say on the page how many segments the test takes, if it does not take all."""
        if judged_context.test_set is not self.test_set:
            n_judged, n_segments = len(judged_context.test_set), len(self.test_set)
            st.caption(f"{by} {scored_segments_phrase(n_judged, n_segments, metric.full_name, self._every(metric))}.")

    def say_wider(self, other: str = "Overview") -> None:
        """Say on the page that it uses more segments than the verdict on the page ``other``, if it does."""
        judged_context = self.with_judged_segments(self.leading)
        if judged_context.test_set is not self.test_set:
            sizes = len(self.test_set), len(judged_context.test_set)
            st.caption(segment_count_sentence(*sizes, self.leading.full_name, self._every(self.leading), other))

    def with_rated_systems(self, metric: Metric) -> "Context":
        """Return the context with the systems that have a score by this metric.

        All systems are kept if fewer than two of the shown ones have one.
        """
        unjudged_systems = self.unjudged(metric)
        rated = tuple(name for name in self.shown if name not in unjudged_systems)
        return replace(self, shown=rated) if 2 <= len(rated) < len(self.shown) else self

    def say_rated(self, metric: Metric, rated_context: "Context") -> None:
        """Say on the page which of the systems shown are left out, if any are."""
        excluded_systems = [name for name in self.shown if name not in rated_context.shown]
        if excluded_systems:
            names = excluded_systems[:MAX_SYSTEMS_NAMED]
            if further := len(excluded_systems) - len(names):
                names[-1] += f" and {counted(further, 'other')}"
            template = Markup('<small dir="auto">Excluded (no {}): {}.</small>')
            send.html(html.page(template.format(metric.full_name, ", ".join(names))))

    def unjudged(self, metric: Metric) -> tuple[str, ...]:
        """Return the systems that a test by this metric excludes because no segment of theirs has a score."""
        return metric.unjudged(self.test_set) if isinstance(metric, ExternalScore) else ()

    def unequal_coverage(self, name: str) -> UnequalCoverage | None:
        """Return which systems have this score on how many segments; None if all have it on the same segments."""
        return find_unequal_coverage(self.metrics[name], self.test_set)

    def shared_base(self, name: str) -> int | None:
        """Return how many segments have this score for every rated system; None if all segments have it, or none."""
        metric = self.metrics[name]
        if not isinstance(metric, ExternalScore):
            return None
        is_judged = metric.judged(self.test_set, self.test_set.system_names)
        return None if is_judged.all() or not is_judged.any() else int(is_judged.sum())

    def _every(self, metric: Metric) -> str:
        return "every rated system" if self.unjudged(metric) else "every system"

    def look_at(self) -> None:
        """Let the session count segments that pass the filters; the page calls it."""
        state.set_shown_places(None if self.test_set.part is None else self.test_set.places)

    @property
    def bleu(self) -> BLEU:
        return BLEU.configure(self.options)

    @property
    def tbleu(self) -> TBLEU:
        return TBLEU.configure(self.options)

    @property
    def ter(self) -> TER:
        return TER.configure(self.options)

    @property
    def how_many(self) -> str:
        """Number of segments that pass the filters, in words."""
        n_segments = len(self.every_segment)
        if self.filters.lets_all_pass:
            return f"{n_segments:,} segments"
        return f"{0 if self.is_empty else len(self.test_set):,} of {n_segments:,} segments"

    @property
    def sampled_from(self) -> int | None:
        """Number of segments from which the set was sampled by score; None for any other set."""
        return sampled_from(self.every_segment.notes)

    @property
    def by_quality(self) -> bool:
        """Whether segments were chosen by the quality of outputs: their scores then say nothing about the systems."""
        return bool(self.filters.why_no_verdict) or self.sampled_from is not None

    @property
    def every_segment(self) -> TestSet:
        """Test set with all segments, also segments that do not pass the filters."""
        return self.test_set if self.test_set.part is None else self.test_set.part.whole

    def without_filter_field(self, field: str) -> "Context":
        """Return the context without one field of the filters, with the segments that only this field excludes."""
        filters = replace(self.filters, **{field: getattr(NO_FILTERS, field)})
        part = selection.part_in_use(self.every_segment, self.bleu, self.measure, self.shown, filters)
        return replace(self, test_set=part or self.every_segment, filters=filters, is_empty=part is None)

    @property
    def order(self) -> np.ndarray:
        """Indices of the segments in the order in which a reader goes through them, int (n_segments,)."""
        by = self.test_set, self.bleu, self.measure, self.shown
        return selection.segment_order(*by, baseline=self.baseline, opponent=self.opponent)

    def signature(self, metric: Metric) -> str:
        return metric.full_signature(
            [reference.segments for reference in self.test_set.references], bool(self.test_set.realigned_systems)
        )


def available_metrics(test_set: TestSet, options: Mapping[str, Any]) -> Mapping[str, Metric]:
    """Return every metric by name, as ``Context.metrics`` has them; without references only external scores."""
    kinds = METRICS.items() if test_set.references else ()
    computed: dict[str, Metric] = {name: kind.configure(options) for name, kind in kinds}
    computed_names = frozenset([*computed, *(metric.label for metric in computed.values())])
    external_metrics = cache.external_metrics(test_set, computed_names)
    return {name: metric for name, metric in external_metrics.items() if metric.is_human} | computed | external_metrics


def current_context() -> Context:
    """Return the context that the sidebar and the address choose; stop the script if the test set is not kept."""
    context = context_or_none()
    if context is None:
        st.stop()
    return context


def context_or_none() -> Context | None:
    """Return the context that the sidebar and the address choose; None where the test set is no longer kept."""
    set_in_use = whole_set_in_use()
    if set_in_use is None:
        return None
    test_set, problem = set_in_use
    names, picked = test_set.system_names, set(state.widget_value("systems") or test_set.system_names)
    shown = tuple(name for name in names if name in picked) or names
    bleu = BLEU.configure(score_options())
    measure = selection.measure(available_metrics(test_set, score_options()), bleu)
    filters = selection.filters_in_address(test_set, measure.full_name)
    part = selection.part_in_use(test_set, bleu, measure, shown, filters)
    looked_at = part or test_set
    options = score_options()
    opened = cache.open_test_set(state.chosen_set(), state.visitor())
    not_ranked = () if opened is None else tuple(name for name in opened.system_names if name not in names)
    context = Context(
        looked_at,
        shown,
        system_colors(names),
        options,
        filters,
        part is None,
        problem,
        written_choice=choice_in_use("metrics"),
        pinned=chosen_baseline(),
        not_ranked=not_ranked,
    )
    context.look_at()
    return context


def when_selected(draw: Callable[[], None]) -> None:
    """Draw once it is known which segments are shown, and in which order."""
    set_in_use = whole_set_in_use()
    if set_in_use is None or not selection.must_measure(set_in_use[0]):
        draw()
        return
    waiting.when_measured(BLEU.configure(score_options()), set_in_use[0], lambda _: draw())


def whole_set_in_use() -> tuple[TestSet, str | None] | None:
    """Return the whole test set in use with the chosen references, and why these could not be used, or None.

    Systems whose outputs are a reference are left out, as ``reference_copies`` finds them. What checks find is marked
    as errors if the reader wants this on every page. None where the test set is no longer kept.
    """
    set_in_use = unmarked_set_in_use()
    if set_in_use is None or not findings.are_marked():
        return set_in_use
    opened = cache.open_test_set(state.chosen_set(), state.visitor())
    if opened is None:
        return set_in_use
    in_use = findings.glossary_for(set_in_use[0])
    return findings.with_marked_findings(set_in_use[0], opened, findings.ignored_rules(), in_use), set_in_use[1]


def unmarked_set_in_use() -> tuple[TestSet, str | None] | None:
    """Return the whole test set in use, as ``whole_set_in_use`` does, without marked findings of checks."""
    opened = cache.open_test_set(state.chosen_set(), state.visitor())
    test_set = cache.named_set(state.chosen_set(), state.visitor())
    if opened is None or test_set is None:
        return None
    picked = set(state.widget_value("references") or ())
    names = tuple(name for name in test_set.reference_names if name in picked)
    problem = None
    if names and len(names) < len(test_set.references):
        try:
            test_set = cache.with_references(opened, names).named(test_set.name)
        except ValueError as error:
            problem = str(error)
    return cache.without_reference_copies(test_set, opened), problem
