"""Kernels: functions over arrays that Numba compiles."""

import sys
from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Kernel(Generic[Parameters, Result]):
    """A compiled function with the signature of the Python function that it is made of.

    Numba is imported, and the code compiled or loaded, at the first call: that takes 0.3 s, so that a program that
    calls no kernel does not wait. The code runs without the interpreter's lock, so that threads work at the same time.
    """

    def __init__(self, function: Callable[Parameters, Result]):
        self.py_func = function
        """The function as it is written, in plain Python."""
        update_wrapper(self, function)

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        result: Result = self._compiled(*args, **kwargs)
        return result

    @cached_property
    def _compiled(self) -> Any:
        from .numba_patches import compile_kernel

        return compile_kernel(self.py_func)

    @property
    def _numba_type_(self) -> Any:
        """Type by which Numba knows this kernel inside another kernel that calls it."""
        return self._compiled._numba_type_


def kernel(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Return a kernel made of a function; a decorator."""
    return Kernel(function)


def load_numba() -> None:
    """Import Numba now, before the first kernel is called."""
    from . import numba_patches  # noqa: F401 - imported so that it is loaded


def is_numba_loaded() -> bool:
    """Return whether a kernel was called or loaded in this process."""
    return f"{__package__}.numba_patches" in sys.modules
