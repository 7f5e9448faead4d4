"""Conditions for every class that a plug-in names: a metric, a check or a file format."""

import re
from importlib import import_module

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def check_plugin_name(name: str) -> None:
    """Raise ``ValueError`` unless a name can be a key of a registry and a part of a flag and of an address."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"its name must be a small letter, then small letters, digits and _; found {name!r}")


def check_importable(kind: type) -> None:
    """Raise ``ValueError`` unless other processes, which get its objects, find the class by its module and name."""
    if getattr(import_module(kind.__module__), kind.__qualname__, None) is not kind:
        raise ValueError(f"{kind.__qualname__} must be at the top of {kind.__module__}, so that workers find it")
