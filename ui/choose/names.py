"""What choices are called: in tables, and as systems beside others. Pure."""

from collections.abc import Sequence

from scoring import METRICS
from scoring.choosing import Criterion, Lists
from scoring.choosing.criteria import ALONE, BY_METRIC, DECODER, MBR, MBR_METRICS, RANDOM, SYSTEM
from scoring.choosing.oracles import ORACLE

BOUND = "bound"


def row(criterion: Criterion) -> str:
    """In a table, where a bound must not pass for a result."""
    return f"{criterion.label} ({BOUND})" if criterion.is_bound else criterion.label


def option(criterion: Criterion) -> str:
    """Among options, where no system may be called as a criterion is."""
    return f"system {criterion.of}" if criterion.kind == SYSTEM else criterion.label


def as_system(criterion: Criterion) -> str:
    """As a system's name, also in tables of other pages."""
    if criterion.kind in ALONE:
        return f"{criterion.label} candidate"
    return f"{criterion.label} (uses references)" if criterion.is_bound else criterion.label


def offered(lists: Lists) -> list[Criterion]:
    """Every criterion that these lists allow."""
    alone = [kind for kind in ALONE if kind != DECODER or lists.decoder_scores is not None]
    found = [Criterion(SYSTEM, name) for name in lists.names] + [Criterion(kind) for kind in alone]
    for kind in BY_METRIC:
        found += [Criterion(kind, name) for name in METRICS if kind != MBR or name in MBR_METRICS]
    return found


def usual(lists: Lists, best: str, metrics: Sequence[str] = ("bleu", "chrf")) -> list[Criterion]:
    """Those that the page begins with; ``best`` is the best system, where candidates are systems."""
    alone = [kind for kind in ALONE if kind != DECODER or lists.decoder_scores is not None]
    plain = [Criterion(SYSTEM, best), Criterion(RANDOM)] if best else [Criterion(kind) for kind in alone]
    return [*plain, *(Criterion(kind, metric) for kind in (MBR, ORACLE) for metric in metrics)]


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
