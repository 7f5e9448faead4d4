"""All views of one segment, for the pages Segments and Playground."""

from importlib import import_module
from pathlib import Path

from scoring import METRICS, Metric
from ui.context.context import Context
from ui.kit.reader import View


def _find_views() -> dict[str, View]:
    folders = [path.parent.name for path in sorted(Path(__file__).parent.glob("*/one_segment.py"))]
    views: list[View] = [import_module(f"ui.{folder}.one_segment").VIEW for folder in folders]
    order = list(METRICS)
    views.sort(key=lambda view: (order.index(view.metric) if view.metric else len(order), view.label.casefold()))
    return {view.label: view for view in views}


VIEWS = _find_views()
"""Label -> view: the ``VIEW`` of every folder of ui/ with a file one_segment.py, by METRICS' order, others last."""


def metric_view(metric: Metric, context: Context) -> str:
    """Return the label of the view that belongs to a metric, or of the first view if no view does."""
    if metric.is_human and context.test_set.annotations:
        return "Errors"
    available_views = {label: view for label, view in VIEWS.items() if view.is_there(context)}
    return next(
        (label for label, view in available_views.items() if view.metric == metric.name), next(iter(available_views))
    )


CONTROLS = tuple(name for view in VIEWS.values() for name in view.controls)
"""Address parameters of all views."""
