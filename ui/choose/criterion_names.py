"""What choices are called: in tables, and as systems beside others. Pure."""

from scoring import METRICS
from scoring.studies.choice import ALONE, BY_METRIC, SYSTEM, Criterion

BOUND = "bound"


def row(criterion: Criterion) -> str:
    """In a table, where a bound must not pass for a result."""
    return f"{criterion.label} ({BOUND})" if criterion.is_bound else criterion.label


def criterion_option(criterion: Criterion) -> str:
    """Among options, where no system may be called as a criterion is."""
    return f"system {criterion.of}" if criterion.kind == SYSTEM else criterion.label


def as_system(criterion: Criterion) -> str:
    """As a system's name, also in tables of other pages."""
    if criterion.kind in ALONE:
        return f"{criterion.label} candidate"
    return f"{criterion.label} (uses references)" if criterion.is_bound else criterion.label


def is_choice(system: str) -> bool:
    """Whether a system of this name is one that this page has made: it is no candidate."""
    return system in _MADE or system.startswith(by_weights(""))


def by_weights(tuner: str) -> str:
    """What a choice by tuned weights is called as a system."""
    return f"weights of {tuner}"


_MADE = {
    as_system(criterion)
    for criterion in (*map(Criterion, ALONE), *(Criterion(kind, name) for kind in BY_METRIC for name in METRICS))
}
