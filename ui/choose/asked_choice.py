"""What the page Choose is asked: which candidates, chosen by what, and judged by whom."""

from collections.abc import Hashable
from dataclasses import dataclass

from scoring.studies.choice import MBR, RANDOM, ChoiceRequest, Criterion
from ui.choose.candidates import ChoiceInput


@dataclass(frozen=True, eq=False)
class AskedChoice:
    """What the address and the row of widgets say. All tabs take it."""

    candidates: ChoiceInput
    request: ChoiceRequest

    def key_of(self, criterion: Criterion) -> tuple[Hashable, ...]:
        """What decides what a criterion takes: of the metrics' options those of its own metric."""
        request, kind = self.request, criterion.metric
        metric = None if kind is None else kind.configure(request.options)
        probabilities = (request.posterior, request.temperature) if criterion.kind == MBR else ()
        seed = request.seed if criterion.kind == RANDOM else None
        return criterion, metric, seed, *probabilities, *self.candidates.identity
