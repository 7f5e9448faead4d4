"""Checks of Streamlit's private parts by name, and the error for a version that lacks one."""

from collections.abc import Iterator
from inspect import unwrap
from pkgutil import resolve_name
from types import CodeType
from typing import Any

import streamlit as st

SUPPORTED = "streamlit>=1.67,<1.68"
"""Requirement of pyproject.toml for Streamlit."""


class UnsupportedStreamlit(Exception):
    """The error for an installed Streamlit that differs in a part that BLEUscope relies on."""

    def __init__(self, problem: str) -> None:
        super().__init__(
            f"Streamlit {st.__version__} is installed, and BLEUscope supports {SUPPORTED}: {problem}. "
            f"Install a supported version: pip install '{SUPPORTED}'"
        )


def exists(name: str) -> bool:
    """Return whether Streamlit has a part with this dotted name, as in ``runtime.app_session.AppSession.shutdown``.

    The last part may also be an attribute that only the instances of a class have.
    """
    owner_name, _, attribute = name.rpartition(".")
    try:
        owner = resolve_name(f"streamlit.{owner_name}" if owner_name else "streamlit")
    except (ImportError, AttributeError):
        return False
    return hasattr(owner, attribute) or attribute in _instance_attributes(owner)


def _instance_attributes(owner: Any) -> set[str]:
    """Return the attributes that a class annotates or that its ``__init__`` names."""
    code = getattr(vars(owner).get("__init__"), "__code__", None) if isinstance(owner, type) else None
    return {*getattr(owner, "__annotations__", {}), *(code.co_names if code is not None else ())}


def calls(caller: str, name: str) -> bool:
    """Return whether Streamlit's function ``caller`` looks up the last part of ``name`` when it runs.

    A function that nobody calls any more could be replaced without any effect.
    """
    try:
        code = unwrap(resolve_name(f"streamlit.{caller}")).__code__
    except (ImportError, AttributeError):
        return False
    return any(name.rpartition(".")[2] in part.co_names for part in _code_objects(code))


def _code_objects(code: CodeType) -> Iterator[CodeType]:
    """Yield a function's code object and those of all functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_objects(constant)
