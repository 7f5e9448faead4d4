"""What makes a function a kernel: one over arrays that Numba compiles."""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result", covariant=True)


class Kernel(Protocol[Parameters, Result]):
    """A compiled function, called as the one that it was made of."""

    @property
    def py_func(self) -> Callable[Parameters, Result]:
        """The function as it is written, in plain Python."""

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result: ...


def kernel(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Compiles a function at its first call and keeps the result in a cache beside its file.

    It runs without the interpreter's lock, so that threads work at the same time. The cache looks at the function's
    own file only: kernels that call one another, and constants that they name, stay in one file.
    """
    compiled: Kernel[Parameters, Result] = numba.njit(cache=True, nogil=True)(function)
    return compiled
