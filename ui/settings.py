"""What the sidebar's settings are worth: the metrics' options, as their widgets hold them, under their keys.

Two of BLEU's options have several widgets each: the weights one for each order, and smoothing one for the method and
one for each value that a method may have.
"""

from collections.abc import Mapping
from typing import Any

from scoring import METRICS
from scoring.bleu import MAX_ORDER
from scoring.bleu.dialects import PARAMETERS
from scoring.bleu.smoothing import METHODS
from scoring.options import Declared, grouped
from ui import state

GROUPS: dict[str, list[Declared]] = {
    heading: [declared for declared in options if declared.option.available()]
    for heading, options in grouped(METRICS.values()).items()
}
"""Heading -> the options that can be chosen here, each where its widget stands; BLEU's have no heading."""
OPTIONS: dict[str, Declared] = {declared.key: declared for options in GROUPS.values() for declared in options}
"""Every option by its key."""
WEIGHTS = {f"weight_{order}": f"weight of {order}-grams" for order in range(1, MAX_ORDER + 1)}
"""The keys of the sliders of BLEU's weights, and what a sentence calls them."""
SETTING_NAMES: dict[str, str] = {
    **{key: declared.short for key, declared in OPTIONS.items() if key != "weights"},
    **WEIGHTS,
}
"""What a sentence calls each setting, by its key."""
USUAL: dict[str, Any] = {
    **{key: declared.default for key, declared in OPTIONS.items() if key != "weights"},
    **dict.fromkeys(WEIGHTS, 1.0),
}
"""What the sidebar's widgets hold at the start, by key: the metrics' defaults, which are sacreBLEU's."""


def score_options() -> dict[str, Any]:
    """The settings of the sidebar, as ``Metric.configure`` takes them."""
    options = {key: current(key) for key in OPTIONS if key != "weights"}
    smoothing = options["smoothing"]
    value = state.current(value_key(smoothing)) if METHODS[smoothing].value is not None else None
    return options | {"smoothing": smoothing if value is None else f"{smoothing}={value}", "weights": weights()}


def current(key: str) -> Any:
    """What a setting's widget holds, wherever it stands."""
    return state.current(key, USUAL[key])


def unusual(settings: Mapping[str, Any]) -> str:
    """Those of the settings, by key, that are not the usual ones, in words; empty where there are none."""
    said = {SETTING_NAMES[key]: value for key, value in settings.items() if value != USUAL[key]}
    switched = {True: "on", False: "off"}
    return ", ".join(f"{name} {switched[value] if isinstance(value, bool) else value}" for name, value in said.items())


def value_key(smoothing: str) -> str:
    """The key of what holds a method's value: the paper's parameters are shared by all methods that have them."""
    parameter = METHODS[smoothing].parameter
    return parameter.lower() if parameter in PARAMETERS else f"{smoothing}_value"


def setting_keys() -> list[str]:
    """Those of all widgets that change scores; each is its parameter in the address."""
    values = (value_key(name) for name, method in METHODS.items() if method.value is not None)
    return list(dict.fromkeys([*USUAL, *values]))


def weights() -> tuple[float, ...] | None:
    """The weight of each order; None where all are equal, also where all are 0, which no mean can take."""
    chosen = [current(key) for key in list(WEIGHTS)[: current("max_order")]]
    return tuple(chosen) if len(set(chosen)) > 1 else None
