"""Values as JSON can hold them: undefined numbers and empty texts become None."""

import math
from collections.abc import Mapping


def number_or_none(value: float) -> float | None:
    """Return the number, or None, which is null in JSON, where it is NaN or infinite.

    >>> number_or_none(float("nan")) is None
    True
    """
    return value if math.isfinite(value) else None


def json_value(value: object) -> object:
    """Return a value as the JSON Schemas of the commands require: None for undefined numbers and for empty texts.

    >>> json_value({"score": float("nan"), "text": "", "p": 0.5})
    {'score': None, 'text': None, 'p': 0.5}
    """
    if isinstance(value, Mapping):
        return {name: json_value(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [*map(json_value, value)]
    if isinstance(value, float):
        return number_or_none(value)
    return None if value == "" else value
