"""Test all systems again with quotation marks of one kind, and find which verdicts by BLEU change."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ..analysis.oddities import Oddity
from ..counting.progress import Progress, no_progress
from ..metric import Metric
from ..origins import DOCUMENT
from ..significance import CLOSE, MORE_TRIALS, TOO_LITTLE_DATA, Verdicts
from ..testset import TestSet
from .bleu_difference import QuotesOfLead, other_quotes_in_bleu, with_plain_quotes
from .comparison import ComparisonRequest, ComparisonResult, doubts_of_systems
from .comparison import run as run_comparison
from .verdict import Decision, decide

MAX_SYSTEMS_RETESTED = 8
"""The most systems that are tested again with quotation marks of one kind, which takes half a second."""


@dataclass(frozen=True)
class PlainQuotesVerdict:
    """The decision between two systems with marks as typed, and with quotation marks of one kind."""

    as_typed: Decision
    alike: Decision
    """The decision with marks of one kind."""
    unlike: tuple[str, ...]
    """Names of the systems of the pair whose marks differ from the references'."""

    @property
    def is_settled(self) -> bool:
        """Whether both tests have enough data and trials."""
        return not {self.as_typed.state, self.alike.state} & {MORE_TRIALS, TOO_LITTLE_DATA}

    @property
    def has_other_leader(self) -> bool:
        """Whether another system is ahead with marks of one kind."""
        return self.as_typed.best != self.alike.best and bool(self.as_typed.difference or self.alike.difference)

    @property
    def is_other(self) -> bool:
        """Whether, in settled tests, marks of one kind change the verdict's state or the leader."""
        return self.is_settled and (self.as_typed.state != self.alike.state or self.has_other_leader)

    @property
    def counting(self) -> Decision:
        """The decision that counts: the one with marks of one kind if it differs."""
        return self.alike if self.is_other else self.as_typed


def systems_to_retest(metric: Metric, names: Collection[str], test_set: TestSet) -> tuple[str, ...]:
    """Return those of these systems whose quotation marks differ from the references', which need another test.

    Empty where the metric is not BLEU, where all systems have other marks, and for more than ``MAX_SYSTEMS_RETESTED``.
    """
    if len(test_set.systems) > MAX_SYSTEMS_RETESTED:
        return ()
    return tuple(name for name in other_quotes_in_bleu([metric], test_set) if name in names)


def plain_quotes_set(test_set: TestSet) -> TestSet:
    """Return the test set with quotation marks of one kind in outputs, references and post-edits.

    Each mark is replaced by one character, so that positions in texts stay the same.
    """
    if test_set.part is not None:
        return plain_quotes_part(plain_quotes_set(test_set.part.whole), test_set)
    texts = {field: getattr(test_set, field) for field in ("systems", "references", "post_edits")}
    alike: dict[str, Any] = {
        field: tuple(replace(text, segments=with_plain_quotes(text.segments)) for text in of)
        for field, of in texts.items()
    }
    return replace(test_set, **alike)


def plain_quotes_part(whole: TestSet, part: TestSet) -> TestSet:
    """Return the part of ``whole``, a set with quotation marks of one kind, that has the segments of ``part``."""
    return part if part.part is None else whole.only(part.part.places).named(part.name)


def retest(request: ComparisonRequest, test_set: TestSet, on_progress: Progress = no_progress) -> ComparisonResult:
    """Return the result of the same test on ``plain_quotes_set``."""
    rows = request.metric.measure(plain_quotes_set(test_set))
    return run_comparison(request, request.rows(rows, test_set.documents), on_progress)


def run(
    decision: Decision, retested: Verdicts, unlike: Collection[str], oddities: Sequence[Oddity] = ()
) -> PlainQuotesVerdict | None:
    """Return the decision together with the decision of ``retest`` on the same two systems.

    If a third system is best with marks of one kind, both decisions are on this system and the best as typed. None
    where neither of the two is among the ``unlike`` systems, which ``systems_to_retest`` returns, where one has no
    score, and where ``oddities`` make one's score doubtful.
    """
    pair = decision.best, decision.next
    systems = *pair, *decision.not_surely_worse, *decision.behind
    first = decide(retested, systems)
    rival = decision.next if first is not None and first.best == decision.best else decision.best
    alike = decide(retested, systems, rival=rival)
    if alike is None:
        return None
    compared = alike.best, alike.next
    of_pair = decision if {*compared} == {*pair} else decide(decision.verdicts, compared)
    concerned = tuple(name for name in compared if name in unlike)
    if of_pair is None or not concerned or doubts_of_systems(decision.verdicts.comparisons, oddities, compared):
        return None
    verdict = PlainQuotesVerdict(of_pair, replace(alike, copies=decision.copies), concerned)
    return verdict if of_pair is decision or verdict.is_other else None


def changed_verdicts(
    typed: Verdicts, retested: Verdicts, systems: Sequence[str], unlike: Collection[str], oddities: Sequence[Oddity]
) -> tuple[PlainQuotesVerdict, ...]:
    """Return the verdicts on pairs of these systems that marks of one kind change, the best systems first.

    Leads that could be chance in both tests are left out. ``unlike`` and ``oddities`` are as of ``run``.
    """
    ranked = [name for place in typed.comparisons.order if (name := typed.comparisons.systems[place]) in systems]
    decisions = (decide(typed, pair) for pair in combinations(ranked, 2))
    verdicts = (run(decision, retested, unlike, oddities) for decision in decisions if decision is not None)
    return tuple(one for one in verdicts if one and one.is_other and {one.as_typed.state, one.alike.state} != {CLOSE})


@dataclass(frozen=True)
class WeighedVerdicts:
    """The effect of quotation marks of one kind on the verdicts of one test."""

    first: PlainQuotesVerdict | None = None
    """The verdict on the best two, as of ``run``."""
    changed: tuple[PlainQuotesVerdict, ...] = ()
    """The verdicts on pairs that marks of one kind change."""
    retested: tuple[str, ...] = ()
    """The systems with other marks that made a second test necessary; empty without a second test."""

    def decision_on(self, one: str, other: str) -> Decision | None:
        """Return the decision on two systems with marks of one kind; None where the marks do not change it."""
        decisions = (of.alike for of in self.changed if {of.alike.best, of.alike.next} == {one, other})
        return next(decisions, None)


AS_TYPED = WeighedVerdicts()
"""Result without a second test."""


def weigh_verdicts(
    request: ComparisonRequest,
    test_set: TestSet,
    decision: Decision,
    systems: Sequence[str],
    oddities: Sequence[Oddity] = (),
) -> WeighedVerdicts:
    """Test these systems again with marks of one kind, if ``systems_to_retest`` has any and no system has runs.

    Nothing is tested where documents are drawn and the test set has no documents.
    """
    knows_units = request.unit != DOCUMENT or test_set.documents is not None
    can_be = request.groups is None and knows_units
    unlike = systems_to_retest(request.metric, systems, test_set) if can_be else ()
    if not unlike:
        return AS_TYPED
    return find_changed_verdicts(retest(request, test_set).verdicts, decision, systems, unlike, oddities)


def find_changed_verdicts(
    retested: Verdicts,
    decision: Decision,
    systems: Sequence[str],
    unlike: tuple[str, ...],
    oddities: Sequence[Oddity] = (),
) -> WeighedVerdicts:
    """Return the effect of the verdicts of ``retest`` on those of the ``decision``; ``unlike`` is as of ``run``."""
    first = run(decision, retested, unlike, oddities)
    return WeighedVerdicts(first, changed_verdicts(decision.verdicts, retested, systems, unlike, oddities), unlike)


def without_first_verdict(quotes: Sequence[QuotesOfLead], first: PlainQuotesVerdict | None) -> tuple[QuotesOfLead, ...]:
    """Return the effects of marks on leads, except on the lead of the ``first`` verdict, whose own text covers it."""
    first_pair = set() if first is None else {first.as_typed.best, first.as_typed.next}
    return tuple(one for one in quotes if {*one.pair} != first_pair)
