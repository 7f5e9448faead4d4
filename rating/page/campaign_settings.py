"""The settings of a new campaign, and the work that they mean for each rater. Pure."""

from dataclasses import dataclass, field

from scoring import TestSet
from scoring.output.numbers import counted
from scoring.rating import ENGLISH, CampaignPlan, Dealer, Item, duration, minutes_of_items
from scoring.rating.protocols.plan import PLAIN, SELECTIONS

ALL_SEGMENTS, SAMPLE, DOCUMENTS = "all", "sample", "documents"


@dataclass(frozen=True)
class SegmentChoice:
    """The choice of the segments to rate."""

    kind: str = ALL_SEGMENTS
    n: int = 0
    """number of segments; not used by ALL_SEGMENTS and DOCUMENTS"""
    metric: str = ""
    """name in ``Context.metrics`` of the metric that DIFFER or VARY uses"""
    pair: tuple[str, ...] = ()
    """the two systems that DIFFER compares"""
    documents: tuple[str, ...] = ()


@dataclass(frozen=True)
class CampaignSettings:
    """The settings of a campaign; together with the segments they make a plan."""

    protocol: str
    systems: tuple[str, ...]
    segment_choice: SegmentChoice
    shows_source: bool
    references: tuple[str, ...]
    raters_per_item: int
    n_places: int
    repeats: float
    """share of repeated items, 0-1; ``damaged`` likewise"""
    damaged: float
    seed: int = field(default=1)
    prefilled: str = ""
    """name of the errors that are marked beforehand; empty for none"""
    categories: tuple[str, ...] = ()
    language: str = ENGLISH

    def plan(self, segments: tuple[int, ...]) -> CampaignPlan:
        """Return the plan for these segments; raise ``ValueError`` in words if the settings do not fit."""
        chosen = {name: value for name, value in vars(self).items() if name != "segment_choice"}
        selection = self.segment_choice.kind if self.segment_choice.kind in SELECTIONS else ""
        return CampaignPlan(segments=segments, selection=selection, **chosen)


@dataclass(frozen=True)
class Work:
    """The amount of work that a plan means for raters."""

    plan: CampaignPlan
    n_items: tuple[int, ...]
    """number of items of each place"""
    minutes: float
    """minutes of the place with the most items"""
    first: Item
    """first item of the first place"""
    n_outputs: int
    """number of different outputs that are rated"""
    n_checks: int
    """number of items, over all places, that are repeated or damaged"""


def estimate_work(plan: CampaignPlan, test_set: TestSet) -> Work:
    """Return the work that a plan means; raise ``ValueError`` if it does not fit the test set or is too much."""
    dealer = Dealer(plan, test_set)
    n_shown = min(len(plan.systems), plan.n_items_each * plan.asks.n_outputs)
    sizes, n_checks = [], 0
    for place in range(plan.n_places):
        items = dealer.items(place)
        sizes.append(len(items))
        n_checks += sum(item.kind != PLAIN for item in items)
    minutes = minutes_of_items(plan, test_set, max(sizes))
    return Work(plan, tuple(sizes), minutes, dealer.items(0)[0], len(plan.segments) * n_shown, n_checks)


def work_sentence(work: Work) -> str:
    """Return the work of each rater in words: ``Each of 3 raters gets 44 items: about 25 minutes.``"""
    low, high = min(work.n_items), max(work.n_items)
    n = counted(high, "item") if low == high else f"{low:,} to {high:,} items"
    subject = "The rater" if len(work.n_items) == 1 else f"Each of {len(work.n_items):,} raters"
    return f"{subject} gets {n}: {duration(work.minutes)}."
