"""The conditions under which a metric of another package is accepted by commands and pages."""

import re
from collections.abc import Collection, Iterable
from dataclasses import Field, fields
from inspect import signature
from typing import TYPE_CHECKING

import numpy as np

from .entry_points import Plugin
from .plugin_classes import check_importable, check_plugin_name

if TYPE_CHECKING:
    from ..metric import Metric
    from ..options import DeclaredOption


def accept_metric(plugin: Plugin, metric_class: object, built_in: Iterable["type[Metric]"]) -> "type[Metric]":
    """Return the metric's class that a plug-in names; raise ``ValueError`` that says how it breaks the contract.

    Its kind, its names, its options and the scores of two segments are checked, which every command and page relies on.
    ``bleuscope.testing.check_metric`` tests more.
    """
    from ..metric import Metric

    own = tuple(built_in)
    if not isinstance(metric_class, type) or not issubclass(metric_class, Metric):
        raise ValueError(f"expected a subclass of bleuscope.scoring.Metric; found {metric_class!r:.100}")
    check_fields(metric_class)
    metric = metric_class()
    _check_names(plugin, metric_class, {kind.label for kind in own})
    check_importable(metric_class)
    check_own_options(metric_class, own)
    check_scores(metric)
    return metric_class


def _check_names(plugin: Plugin, kind: "type[Metric]", labels: Collection[str]) -> None:
    check_plugin_name(plugin.name)
    if kind.name != plugin.name:
        raise ValueError(f"the metric's name must be that of its entry point, {plugin.name!r}; found {kind.name!r}")
    if not isinstance(kind.label, str) or not kind.label.strip() or kind.label in labels:
        raise ValueError(f"its label must be one that no other metric has; found {kind.label!r}")
    if _normalized_package_name(kind.package) != _normalized_package_name(plugin.signature):
        raise ValueError(f"its package must be {plugin.signature!r}, as its signature says; found {kind.package!r}")


def _normalized_package_name(signature: str) -> str:
    """Return the normalized name of a package: different spellings of one name become equal."""
    return re.sub(r"[-_.]+", "-", signature).lower()


def check_fields(kind: "type[Metric]") -> None:
    """Raise ``ValueError`` unless the arguments of a metric are its options alone, as fields of a frozen dataclass.

    Pages and commands create metrics from the values of their fields, and a signature has all of these.
    """
    parameters = [name for name in signature(kind.__init__).parameters if name != "self"]
    options = [one.name for one in fields(kind)]
    if parameters != options or any(isinstance(value, Field) for value in vars(kind).values()):
        listed = ", ".join(parameters) or "nothing"
        raise ValueError(
            "it must be decorated with @dataclass(frozen=True), and take its options alone, each declared by"
            f" bleuscope.scoring.options.option; it takes {listed}, and its fields are {', '.join(options) or 'none'}"
        )


def check_own_options(kind: "type[Metric]", built_in: Iterable["type[Metric]"]) -> None:
    """Raise ``ValueError`` unless each option is one of BLEUscope's, unchanged, or has a flag and a key of its own.

    A flag of its own begins with ``--NAME-`` and a key with ``NAME_``, so that no command and no page has another
    option of that name.
    """
    from ..options import Option, options_of

    shared = [declared for own in built_in for declared in options_of(own)]
    flag, key = f"--{kind.name.replace('_', '-')}-", f"{kind.name}_"
    own = []
    for declared in options_of(kind):
        if not isinstance(declared.option, Option):
            raise ValueError(f"the option {declared.name} must be declared by bleuscope.scoring.options.option")
        if any(_is_same(declared, other) for other in shared):
            continue
        if not (declared.option.flag.startswith(flag) and declared.key.startswith(key)):
            raise ValueError(
                f"the option {declared.name} must have a flag that begins with {flag} and a key that begins with {key},"
                f" or be an option of BLEUscope with its default; found {declared.option.flag} and {declared.key}"
            )
        own.append(declared)
    if len({declared.key for declared in own}) < len(own) or len({declared.option.flag for declared in own}) < len(own):
        raise ValueError("each option must have a flag and a key of its own")
    if own and not kind.settings.strip():
        raise ValueError("settings must be the heading of its options; found none")


def _is_same(declared: "DeclaredOption", other: "DeclaredOption") -> bool:
    """Return whether two options are the same option with the same key and default."""
    return declared.option is other.option and declared.key == other.key and declared.default == other.default


def check_scores(metric: "Metric") -> None:
    """Raise ``ValueError`` unless two segments, one of them with empty texts, have statistics and scores as declared.

    The empty segment has no score, NaN, and does not change the score of both.
    """
    names = metric.statistic_names
    if not names or len({*names}) < len(names) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"statistic_names must be names that differ; found {names!r:.100}")
    statistics = metric.statistics(["a b c d", ""], [["a b c d", ""]])
    if statistics.shape != (2, len(names)) or not np.isfinite(statistics).all():
        raise ValueError(f"the statistics of two segments must be 2 rows of {len(names)} finite numbers")
    scores = metric.score(statistics)
    if scores.shape != (2,) or not np.isfinite(scores[0]) or not np.isnan(scores[1]):
        raise ValueError(f"a segment must have a score, and one of two empty texts none, NaN; found {scores!r}")
    if metric.score(statistics.sum(axis=0)) != scores[0]:
        raise ValueError("two empty texts must change no corpus score")
