"""What the sidebar's settings are worth: the metrics' options, as their widgets hold them, under their keys.

An option for each order has a widget for each, and one whose choices have values a widget for each of these values.
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


def _names(declared: Declared) -> dict[str, str]:
    """The keys of an option's widgets, but for values of choices, and what a sentence calls them."""
    if not declared.option.for_each_order:
        return {declared.key: declared.short}
    return {f"{declared.short}_{order}": f"{declared.short} of {order}-grams" for order in range(1, MAX_ORDER + 1)}


SETTING_NAMES: dict[str, str] = {k: name for declared in OPTIONS.values() for k, name in _names(declared).items()}
"""What a sentence calls each setting, by its key."""
USUAL: dict[str, Any] = {
    key: 1.0 if declared.option.for_each_order else declared.default
    for declared in OPTIONS.values()
    for key in _names(declared)
}
"""What the sidebar's widgets hold at the start, by key: the metrics' defaults, which are sacreBLEU's."""


def score_options() -> dict[str, Any]:
    """The settings of the sidebar, as ``Metric.configure`` takes them."""
    return {key: chosen(declared) for key, declared in OPTIONS.items()}


def chosen(declared: Declared) -> Any:
    """What the widgets of one option say together."""
    if declared.option.for_each_order:
        return _of_orders(declared)
    choice = current(declared.key)
    if not declared.option.with_value or METHODS[choice].value is None:
        return choice
    value = state.current(value_key(choice))
    return choice if value is None else f"{choice}={value}"


def order_keys(declared: Declared) -> list[str]:
    """The keys of the sliders of an option for each order, as far as there are orders now."""
    return list(_names(declared))[: current("max_order")]


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


def _of_orders(declared: Declared) -> tuple[float, ...] | None:
    """The number for each order; None where all are equal, also where all are 0, which no mean can take."""
    numbers = [current(key) for key in order_keys(declared)]
    return tuple(numbers) if len(set(numbers)) > 1 else None
