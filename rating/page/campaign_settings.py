"""What the tab Set up asks for. Pure."""

from dataclasses import dataclass, field

from scoring.rating import CampaignPlan

ALL, SAMPLE, DISAGREE, DIFFER, DOCUMENTS = "all", "sample", "disagree", "differ", "documents"


@dataclass(frozen=True)
class Which:
    """Which segments are rated, of those that are looked at."""

    kind: str = ALL
    n: int = 0
    """how many, but of ALL and DOCUMENTS"""
    metric: str = ""
    """of DIFFER, by its name in ``Context.metrics``"""
    pair: tuple[str, ...] = ()
    """of DIFFER, two systems"""
    documents: tuple[str, ...] = ()


@dataclass(frozen=True)
class CampaignSettings:
    """All that is chosen; with the segments it is a plan."""

    protocol: str
    systems: tuple[str, ...]
    which: Which
    shows_source: bool
    references: tuple[str, ...]
    raters_per_item: int
    n_places: int
    repeats: float
    """0-1, as ``damaged``"""
    damaged: float
    seed: int = field(default=1)

    def plan(self, segments: tuple[int, ...]) -> CampaignPlan:
        """``ValueError`` with words where it cannot be."""
        return CampaignPlan(
            protocol=self.protocol,
            systems=self.systems,
            segments=segments,
            shows_source=self.shows_source,
            references=self.references,
            raters_per_item=self.raters_per_item,
            n_places=self.n_places,
            repeats=self.repeats,
            damaged=self.damaged,
            seed=self.seed,
        )
