"""Define the criteria that choose candidates, by name, and make their choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .. import METRICS
from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress, progress_of_part
from ..counting.usual_draws import MAX_SEED
from ..metric import ROUNDING, Metric
from ..text.suggestions import did_you_mean
from ..text.texts import Text
from ..validation import as_list, check_known, expect, position, short_repr, whole_number
from .choices import Choice, choose_best
from .lists import Lists
from .oracles import CORPUS_ORACLE, ORACLE, corpus_oracle, oriented_scores
from .pairwise.reference_statistics import candidate_statistics
from .posteriors import expected_scores, uniform

FIRST, RANDOM, DECODER, MBR, SYSTEM = "first", "random", "decoder", "mbr", "system"
KINDS_WITHOUT_METRIC = (FIRST, RANDOM, DECODER)
KINDS_BY_METRIC = (MBR, ORACLE, CORPUS_ORACLE)
KINDS = (*KINDS_WITHOUT_METRIC, *(f"{kind}:METRIC" for kind in KINDS_BY_METRIC), f"{SYSTEM}:NAME")
"""Forms of the criteria's names."""
MBR_METRICS = tuple(name for name, metric in METRICS.items() if not metric.needs_all_references)
"""Names of the metrics that can compare one candidate with another."""


@dataclass(frozen=True)
class Criterion:
    """A criterion that takes one candidate of each list."""

    kind: str
    """kind of criterion, one of ``KINDS_WITHOUT_METRIC``, ``KINDS_BY_METRIC`` and ``SYSTEM``"""
    of: str = ""
    """name of its metric in METRICS, or of the system; empty for kinds in ``KINDS_WITHOUT_METRIC``"""

    @property
    def name(self) -> str:
        """Name as on the command line: ``first``, ``mbr:chrf``."""
        return f"{self.kind}:{self.of}" if self.of else self.kind

    @property
    def label(self) -> str:
        """Name for people: ``first``, ``MBR by chrF``; for a system, the system's name."""
        if self.kind in KINDS_BY_METRIC:
            return f"{_SPOKEN[self.kind]} by {METRICS[self.of].label}"
        return self.of or self.kind

    @property
    def is_bound(self) -> bool:
        """Whether the criterion uses the references, so that its gain is a bound, not a result."""
        return self.kind in (ORACLE, CORPUS_ORACLE)

    @property
    def is_draw(self) -> bool:
        """Whether the choice is one draw of many, so that it is judged by the mean of all candidates."""
        return self.kind == RANDOM

    @property
    def is_one_system(self) -> bool:
        """Whether the criterion takes the output of one system in all segments, where candidates are systems."""
        return self.kind in (FIRST, SYSTEM)

    @property
    def metric(self) -> type[Metric] | None:
        """Class of the metric whose scores the criterion uses; None where it uses none."""
        return METRICS[self.of] if self.kind in KINDS_BY_METRIC else None

    @property
    def rounding(self) -> float:
        """Largest difference of equal values: metrics' scores are rounded, other values are not."""
        return ROUNDING if self.kind in KINDS_BY_METRIC else 0.0


_SPOKEN = {MBR: "MBR", ORACLE: "oracle", CORPUS_ORACLE: "corpus oracle"}


def parse(name: str) -> Criterion:
    """Return the criterion of a name; raise ``ValueError`` for a form not in ``KINDS``, or an unknown metric."""
    expect(name, str, "criterion")
    kind, colon, of = name.partition(":")
    if kind in KINDS_WITHOUT_METRIC and not colon:
        return Criterion(kind)
    if kind == SYSTEM and of:
        return Criterion(kind, of)
    if kind not in KINDS_BY_METRIC or not of:
        hint = did_you_mean(kind, (form.partition(":")[0] for form in KINDS))
        raise ValueError(f"Unknown criterion {short_repr(name)}; there are {', '.join(KINDS)}{hint}.")
    check_known(of, MBR_METRICS if kind == MBR else METRICS, f"metric of {kind}")
    return Criterion(kind, of)


def criterion_names() -> list[str]:
    """Return the names of all criteria, with every metric, except those of systems."""
    by_metric = {kind: MBR_METRICS if kind == MBR else tuple(METRICS) for kind in KINDS_BY_METRIC}
    return [*KINDS_WITHOUT_METRIC, *(f"{kind}:{name}" for kind, names in by_metric.items() for name in names)]


def criterion_of(name: str) -> Criterion:
    """Return the criterion of a choice by its name.

    The criterion of a choice that was made in another way, as by weights, is a kind of its own.
    """
    kind, colon, _ = name.partition(":")
    return (
        parse(name)
        if kind in KINDS_WITHOUT_METRIC or (colon and kind in (*KINDS_BY_METRIC, SYSTEM))
        else Criterion(name)
    )


@dataclass(frozen=True, eq=False)
class Chooser:
    """Lists of candidates, with the references, options and probabilities that criteria may need."""

    lists: Lists
    references: Sequence[Text] | None = None
    """``[reference][segment]``, needed by oracles"""
    options: Mapping[str, Any] | None = None
    """options of the metrics, by their keys, as ``Metric.configure`` takes them"""
    seed: int = 1
    """seed of random choices, 0 to ``MAX_SEED``"""
    probabilities: Floats | None = None
    """(n_candidates,): probability of each candidate in its list, for MBR; if None, all of a list are equal"""

    def __post_init__(self) -> None:
        whole_number(self.seed, "The seed", 0, MAX_SEED)

    def choose(self, criterion: Criterion, on_progress: Progress = no_progress) -> Choice:
        """Return the choice of a criterion; raise ``ValueError`` where the lists lack what the criterion needs."""
        expect(criterion, Criterion, "criterion")
        if criterion.kind == CORPUS_ORACLE:
            metric = self.metric(criterion)
            return corpus_oracle(metric, self.lists, self._against(metric, on_progress), on_progress)
        return choose_best(criterion.name, self.worths(criterion, on_progress), self.lists, criterion.rounding)

    def worths(self, criterion: Criterion, on_progress: Progress = no_progress) -> Floats:
        """Return the value of each candidate by a criterion, higher is better, (n_candidates,).

        A corpus oracle values all chosen candidates together; here each candidate counts by itself, as for an oracle.
        """
        expect(criterion, Criterion, "criterion")
        lists = self.lists
        places: Ints = np.arange(len(lists)) - lists.offsets[lists.segments]
        if criterion.kind == FIRST:
            return -places.astype(float)
        if criterion.kind == RANDOM:
            return np.random.default_rng(self.seed).random(len(lists))
        if criterion.kind == DECODER:
            if lists.decoder_scores is None:
                raise ValueError("decoder: these lists have no scores of a decoder; take the first candidates instead.")
            return lists.decoder_scores
        if criterion.kind == SYSTEM:
            if not lists.names:
                raise ValueError(
                    f"{criterion.name}: these candidates are not the outputs of systems; take first instead."
                )
            place = position(criterion.of, lists.names, "system among the candidates")
            return np.where(places == place, 1.0, 0.0)
        metric = self.metric(criterion)
        if criterion.kind == MBR:
            expected = expected_scores(metric, lists, self._probabilities, on_progress)
            return expected if metric.higher_is_better else -expected
        return oriented_scores(metric, self._against(metric, on_progress))

    def metric(self, criterion: Criterion) -> Metric:
        """Return the criterion's metric with the options; raise ``ValueError`` for a criterion without a metric."""
        expect(criterion, Criterion, "criterion")
        kind = criterion.metric
        if kind is None:
            raise ValueError(f"{criterion.name} chooses by no metric.")
        return kind.configure(self.options or {})

    @cached_property
    def _probabilities(self) -> Floats:
        return uniform(self.lists) if self.probabilities is None else self.probabilities

    @cached_property
    def _statistics_cache(self) -> dict[tuple[Any, ...], Floats]:
        """Cache of statistics against the references, which oracles by one metric share."""
        return {}

    def _against(self, metric: Metric, on_progress: Progress) -> Floats:
        if self.references is None:
            raise ValueError(f"An oracle by {metric.label} needs references; found none.")
        key = metric.statistics_key
        if key not in self._statistics_cache:
            self._statistics_cache[key] = candidate_statistics(metric, self.lists, self.references, on_progress)
        return self._statistics_cache[key]


def choose_candidates(
    criteria: Sequence[Criterion],
    lists: Lists,
    references: Sequence[Text] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    probabilities: Floats | None = None,
    on_progress: Progress = no_progress,
) -> tuple[Choice, ...]:
    """Return the choice of each criterion; the parameters are those of ``Chooser``.

    ``on_progress`` is called with the share of the criteria that are done; an exception that it raises ends the work.
    Raises ``ValueError`` where the lists or references lack what a criterion needs, and as ``pair_blocks`` does.
    """
    criteria = as_list(criteria, "criteria", Criterion, "criterion")
    expect(lists, Lists, "lists")
    chooser = Chooser(lists, references, options, seed, probabilities)
    return tuple(
        chooser.choose(criterion, progress_of_part(on_progress, at, len(criteria)))
        for at, criterion in enumerate(criteria)
    )


def usual_criteria(lists: Lists, metrics: Sequence[str], with_references: bool = True) -> tuple[Criterion, ...]:
    """Return the usual criteria for these lists and metrics, by name in METRICS; oracles only with references."""
    expect(lists, Lists, "lists")
    metrics = as_list(metrics, "metrics")
    for name in metrics:
        check_known(name, METRICS, "metric")
    alone = [Criterion(SYSTEM, name) for name in lists.names] or [Criterion(FIRST)]
    alone.append(Criterion(RANDOM))
    if lists.decoder_scores is not None:
        alone.append(Criterion(DECODER))
    mbr = [Criterion(MBR, name) for name in metrics if name in MBR_METRICS]
    return *alone, *mbr, *(Criterion(ORACLE, name) for name in metrics if with_references)
