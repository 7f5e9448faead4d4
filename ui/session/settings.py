"""The values of the sidebar's settings: the metrics' options, read from their widgets by key.

An option with a value for each n-gram order has one widget for each order. An option whose choices have values of their
own, such as smoothing, has one more widget for each of these values.
"""

from typing import Any

from scoring import METRICS
from scoring.bleu import MAX_ORDER
from scoring.bleu.dialects import PARAMETERS
from scoring.bleu.smoothing import METHODS
from scoring.options import DeclaredOption, group_options
from ui.session import state

GROUPS: dict[str, list[DeclaredOption]] = {
    heading: [declared for declared in options if declared.option.in_sidebar and declared.option.available()]
    for heading, options in group_options(METRICS.values()).items()
}
"""Heading -> the options below it in the sidebar, in their order; BLEU's options have no heading."""
OPTIONS: dict[str, DeclaredOption] = {declared.key: declared for options in GROUPS.values() for declared in options}
"""Every option by its key."""


def own_keys(declared: DeclaredOption) -> list[str]:
    """Return the keys of an option's widgets, without the widgets for the values of its choices."""
    if not declared.option.for_each_order:
        return [declared.key]
    return [f"{declared.short}_{order}" for order in range(1, MAX_ORDER + 1)]


USUAL: dict[str, Any] = {
    key: 1.0 if declared.option.for_each_order else declared.default
    for declared in OPTIONS.values()
    for key in own_keys(declared)
}
"""Key of each widget in the sidebar -> its initial value: the metrics' defaults, which are sacreBLEU's."""


def score_options() -> dict[str, Any]:
    """Return the values of the sidebar's settings by key, as ``Metric.configure`` takes them."""
    return {key: option_value(declared) for key, declared in OPTIONS.items()}


def option_value(declared: DeclaredOption) -> Any:
    """Return the value of an option, put together from its widgets."""
    if declared.option.for_each_order:
        # The number for each order; None where all are equal, also where all are 0, which no mean can take.
        numbers = [setting_value(key) for key in order_keys(declared)]
        return tuple(numbers) if len(set(numbers)) > 1 else None
    choice = setting_value(declared.key)
    choices = declared.option.choices
    if choice != declared.default and choices is not None and choice not in choices():
        return declared.default  # a tokenizer's file may be gone
    if not declared.option.with_value or METHODS[choice].value is None:
        return choice
    value = state.widget_value(value_key(choice))
    return choice if value is None else f"{choice}={value}"


def order_keys(declared: DeclaredOption) -> list[str]:
    """Return the keys of the sliders of an option for each order, up to the highest order in use."""
    return own_keys(declared)[: setting_value("max_order")]


def setting_value(key: str) -> Any:
    """Return the value of a setting's widget; its default before the widget was ever drawn."""
    return state.widget_value(key, USUAL[key])


def option_keys(declared: DeclaredOption) -> list[str]:
    """Return the keys of all widgets of an option, with the widgets for the values of its choices."""
    values = [value_key(name) for name, method in METHODS.items() if method.value is not None]
    return [*own_keys(declared), *(values if declared.option.with_value else [])]


def is_usual(declared: DeclaredOption) -> bool:
    """Return whether all widgets of an option have their default values, and the address asks for no other value."""
    usual = {value_key(name): method.value for name, method in METHODS.items()} | USUAL
    keys = option_keys(declared)
    return all(state.asked_in_address(key) is None and state.widget_value(key) in (None, usual[key]) for key in keys)


def unusual(declared: DeclaredOption) -> str | None:
    """Return an option's name and value in words; None where the value is the default."""
    value = option_value(declared)
    if value == (None if declared.option.for_each_order else declared.default):
        return None
    if isinstance(value, tuple):
        return f"{declared.short}s {', '.join(f'{number:g}' for number in value)}"
    if isinstance(value, bool):
        return f"{declared.short} {'on' if value else 'off'}"
    if declared.option.with_value and (number := METHODS[choice := setting_value(declared.key)].value) is not None:
        own = state.widget_value(value_key(choice), number)
        return f"{declared.short} {choice if own == number else f'{choice}={own:g}'}"
    return f"{declared.short} {value}"


def value_key(smoothing: str) -> str:
    """Return the key of the widget for a smoothing method's value.

    Methods with the same parameter of the paper share one widget.
    """
    parameter = METHODS[smoothing].parameter
    return parameter.lower() if parameter in PARAMETERS else f"{smoothing}_value"


def setting_keys() -> list[str]:
    """Return the keys of all widgets that change scores; each key is also the widget's parameter in the address."""
    values = (value_key(name) for name, method in METHODS.items() if method.value is not None)
    return list(dict.fromkeys([*USUAL, *values]))
