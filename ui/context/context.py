"""What is in use on every page: the test set, the systems shown, the settings that change scores."""

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
from scoring.judgments.score_coverage import UnequalCoverage, coverage_of, more_than_scored, scored_segments
from scoring.output.markup import html
from scoring.output.markup.colors import system_colors
from scoring.output.numbers import counted
from scoring.studies.metric_choice import MetricChoice
from ui.context import findings, selection
from ui.context.filters import NOTHING, Filters
from ui.context.kept_choices import choice_in_use, chosen_baseline
from ui.session import send, state
from ui.session.settings import score_options
from ui.store import cache, waiting

NAMED = 6
"""Number of left-out systems that are named; of more only their number is said."""


@dataclass(frozen=True)
class Context:
    """A page's input: everything that the sidebar decides."""

    test_set: TestSet
    """With the chosen references, and the segments that pass the filters, only."""
    shown: tuple[str, ...]
    """The systems shown, in the test set's order."""
    colors: Mapping[str, str]
    """System name -> its colour on every page."""
    options: Mapping[str, Any]
    """Every metric takes from these what it knows."""
    filters: Filters
    """What its segments have in common."""
    is_empty: bool = False
    """Whether no segment passes the filters; then the test set has all of them."""
    problem: str | None = None
    """Why the chosen references could not be used, if so; then all are."""
    written_choice: str = ""
    """The choice of metrics as the address, or the set's project, has it."""
    pinned: str = ""
    """The baseline as the address, or the set's project, has it."""
    not_ranked: tuple[str, ...] = ()
    """Outputs that are a reference, and so no system."""
    marks: str = ""
    """The quotation marks with which texts are tested, as sentences name them; empty where these are not chosen."""
    typed: TestSet | None = None
    """The test set as it was typed, where ``test_set`` has quotation marks of one kind."""

    @cached_property
    def metrics(self) -> Mapping[str, Metric]:
        """Every metric by name: people's scores, the ones computed here, then other scores from elsewhere."""
        return metrics_for(self.test_set, self.options)

    @cached_property
    def choice(self) -> MetricChoice:
        """Which of them tables, votes and files show."""
        return MetricChoice.read(self.metrics, self.written_choice)

    @property
    def baseline(self) -> str | None:
        """The system that a reader compares the others with, where one is pinned and shown."""
        return self.pinned if self.pinned in self.shown else None

    @property
    def absent_baseline(self) -> str:
        """The baseline that is asked for, where the test set has no such output; empty where it has, or none is."""
        return "" if self.pinned in (*self.every_segment.system_names, *self.not_ranked) else self.pinned

    @property
    def labels(self) -> dict[str, str]:
        """The labels of all metrics by name."""
        return {name: metric.full_name for name, metric in self.metrics.items()}

    def metric(self, name: str) -> Metric:
        return self.metrics[name]

    def told_with(self, deciding: Metric) -> tuple[Metric, ...]:
        """Return the metrics of a report's table of scores, the one that decides first: a verdict counts the others'
        votes.
        """
        return tuple(dict.fromkeys([deciding, *self.choice.chosen.values()]))

    @property
    def leading(self) -> Metric:
        """The one that decides: human judgment where some is chosen, else BLEU; without references the first score."""
        first = next(iter(self.choice.chosen.values()), self.bleu)
        return first if first.is_human or not self.test_set.references else self.bleu

    @property
    def is_scored(self) -> bool:
        """Whether outputs have scores: by a reference, or by people or files."""
        return bool(self.metrics)

    @cached_property
    def opponent(self) -> Metric | None:
        """The metric whose scores are held against those of ``measure``; None where there is no other."""
        return selection.find_opponent(self.metrics, self.bleu, self.measure)

    @cached_property
    def measure(self) -> Metric:
        """By whose scores segments are listed, sorted and filtered."""
        return selection.measure(self.metrics, self.bleu)

    @property
    def n_judged(self) -> int:
        """How many segments of the whole set the metric that decides has scores of; 0 for all and for none."""
        if not isinstance(self.leading, ExternalScore):
            return 0
        judged = self.leading.judged(self.every_segment, self.every_segment.system_names)
        return 0 if judged.all() else int(judged.sum())

    def judged_by(self, metric: Metric) -> "Context":
        """With those segments only that a test by this metric can take: the ones with a score of every system.

        Systems without any score do not count. Where there is no such segment, all are kept. Scores from elsewhere are
        of the texts as they were typed.
        """
        if not isinstance(metric, ExternalScore):
            return self
        if self.typed is not None:
            return replace(self, test_set=self.typed, typed=None).judged_by(metric)
        judged = metric.judged(self.test_set, self.test_set.system_names)
        if judged.all() or not judged.any():
            return self
        test_set = self.test_set.only(np.flatnonzero(judged))
        said = f"the {len(test_set):,} segments with {metric.full_name} scores for {self._every(metric)}"
        return replace(self, test_set=test_set.named(f"{self.test_set.name}, {said}"))

    def say_judged(self, metric: Metric, judged: "Context", by: str = "Based on") -> None:
        """On the page: how many segments the test takes, where these are not all."""
        if judged.test_set is not self.test_set:
            n_judged, n_segments = len(judged.test_set), len(self.test_set)
            st.caption(f"{by} {scored_segments(n_judged, n_segments, metric.full_name, self._every(metric))}.")

    def say_wider(self, other: str = "Overview") -> None:
        """On the page: that it uses more segments than the verdict on the ``other`` page, where that is so."""
        judged = self.judged_by(self.leading)
        if judged.test_set is not self.test_set:
            sizes = len(self.test_set), len(judged.test_set)
            st.caption(more_than_scored(*sizes, self.leading.full_name, self._every(self.leading), other))

    def rated_by(self, metric: Metric) -> "Context":
        """With those systems only that have such a score; all where fewer than two of those shown have one."""
        without = self.unjudged(metric)
        rated = tuple(name for name in self.shown if name not in without)
        return replace(self, shown=rated) if 2 <= len(rated) < len(self.shown) else self

    def say_rated(self, metric: Metric, rated: "Context") -> None:
        """On the page: which of the systems shown are left out, where these are not all."""
        without = [name for name in self.shown if name not in rated.shown]
        if without:
            named = without[:NAMED]
            if further := len(without) - len(named):
                named[-1] += f" and {counted(further, 'other')}"
            said = Markup('<small dir="auto">Excluded (no {}): {}.</small>')
            send.html(html.page(said.format(metric.full_name, ", ".join(named))))

    def unjudged(self, metric: Metric) -> tuple[str, ...]:
        """Return the systems that a test by this metric excludes, because they have no score at all."""
        return metric.unjudged(self.test_set) if isinstance(metric, ExternalScore) else ()

    def unequal_coverage(self, name: str) -> UnequalCoverage | None:
        """Return which systems have scores of this name on which number of segments; None where these are the same
        ones.
        """
        return coverage_of(self.metrics[name], self.test_set)

    def shared_base(self, name: str) -> int | None:
        """Return how many segments have a score of this name for every rated system; None where all or none have."""
        metric = self.metrics[name]
        if not isinstance(metric, ExternalScore):
            return None
        judged = metric.judged(self.test_set, self.test_set.system_names)
        return None if judged.all() or not judged.any() else int(judged.sum())

    def _every(self, metric: Metric) -> str:
        return "every rated system" if self.unjudged(metric) else "every system"

    def look_at(self) -> None:
        """For the page: from now on segments are counted among these."""
        state.look_at(None if self.test_set.part is None else self.test_set.places)

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
        """How many segments pass the filters, in words."""
        n_segments = len(self.every_segment)
        if self.filters.lets_all_pass:
            return f"{n_segments:,} segments"
        return f"{0 if self.is_empty else len(self.test_set):,} of {n_segments:,} segments"

    @property
    def sampled_from(self) -> int | None:
        """Of how many segments the set is a sample by score; None for any other set."""
        return sampled_from(self.every_segment.notes)

    @property
    def by_quality(self) -> bool:
        """Whether segments are chosen by how good outputs are, so that scores of these say nothing of the systems."""
        return bool(self.filters.why_no_verdict) or self.sampled_from is not None

    @property
    def every_segment(self) -> TestSet:
        """The test set with those segments, too, that do not pass."""
        return self.test_set if self.test_set.part is None else self.test_set.part.whole

    def whatever(self, field: str) -> "Context":
        """With those segments, too, that only this field of the filters keeps out."""
        filters = replace(self.filters, **{field: getattr(NOTHING, field)})
        part = selection.part_in_use(self.every_segment, self.bleu, self.measure, self.shown, filters)
        return replace(self, test_set=part or self.every_segment, filters=filters, is_empty=part is None)

    @property
    def order(self) -> np.ndarray:
        """(n_segments,): the indices of the segments in the order in which one goes through them."""
        by = self.test_set, self.bleu, self.measure, self.shown
        return selection.segment_order(*by, baseline=self.baseline, opponent=self.opponent)

    def signature(self, metric: Metric) -> str:
        return metric.full_signature(
            [reference.segments for reference in self.test_set.references], bool(self.test_set.realigned_systems)
        )


def metrics_for(test_set: TestSet, options: Mapping[str, Any]) -> Mapping[str, Metric]:
    """Return every metric by name, as of ``Context.metrics``; without references only scores from elsewhere."""
    kinds = METRICS.items() if test_set.references else ()
    computed: dict[str, Metric] = {name: kind.configure(options) for name, kind in kinds}
    taken = frozenset([*computed, *(metric.label for metric in computed.values())])
    given = cache.external_metrics(test_set, taken)
    return {name: metric for name, metric in given.items() if metric.is_human} | computed | given


def in_use() -> Context:
    """Return what the sidebar and the address say, for pages that the shell only runs where the test set is kept."""
    context = if_kept()
    if context is None:
        st.stop()
    return context


def if_kept() -> Context | None:
    """Return what the sidebar and the address say; None where the test set is no longer kept."""
    kept = whole_set_in_use()
    if kept is None:
        return None
    test_set, problem = kept
    names, picked = test_set.system_names, set(state.widget_value("systems") or test_set.system_names)
    shown = tuple(name for name in names if name in picked) or names
    bleu = BLEU.configure(score_options())
    measure = selection.measure(metrics_for(test_set, score_options()), bleu)
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
    """Draws once it can be told which segments are looked at, and in which order."""
    kept = whole_set_in_use()
    if kept is None or not selection.must_measure(kept[0]):
        draw()
        return
    waiting.when_measured(BLEU.configure(score_options()), kept[0], lambda _: draw())


def whole_set_in_use() -> tuple[TestSet, str | None] | None:
    """Return all of the test set in use, with the chosen references, and why those could not be used, if so.

    Outputs that are references are left out, as of ``reference_copies``. What checks find is marked where that is
    wanted on every page. None where it is no longer kept.
    """
    found = unmarked_set_in_use()
    if found is None or not findings.are_marked():
        return found
    opened = cache.open_test_set(state.chosen_set(), state.visitor())
    if opened is None:
        return found
    in_use = findings.glossary_for(found[0])
    return findings.with_marked_findings(found[0], opened, findings.ignored_rules(), in_use), found[1]


def unmarked_set_in_use() -> tuple[TestSet, str | None] | None:
    """Return the same without what checks find."""
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
