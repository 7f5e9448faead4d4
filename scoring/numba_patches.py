"""Numba: what compiles a kernel, and keeps its code in a cache beside its file. The first call of one brings it in."""

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

import numba
from numba.core import runtime
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

LONG = 1.0
"""Seconds of compiling after which that is said, so that nobody takes a first command for dead."""


def compiled(function: Callable[..., Any]) -> Any:
    """Numba's dispatcher of a function, which compiles it at its first call and runs it without Python's lock.

    The cache looks at the function's own file only: kernels that call one another, and constants that they name, stay
    in one file.
    """
    dispatcher: Any = numba.njit(nogil=True)(function)
    try:
        # What njit(cache=True) does, with a cache that may fail.
        dispatcher._cache = CodeOnDisk(function)  # type: ignore[no-untyped-call]
    except RuntimeError:  # Numba has found no folder that it may write to
        say_not_kept()
    return dispatcher


class GivenFolder(UserProvidedCacheLocator):
    """That of NUMBA_CACHE_DIR, also where it was filled before and can only be read, as in a container."""

    def ensure_cache_path(self) -> None:
        if not Path(self.get_cache_path()).is_dir():  # type: ignore[no-untyped-call]
            super().ensure_cache_path()  # type: ignore[no-untyped-call]


class Places(CompileResultCacheImpl):
    """Where Numba looks for a folder."""

    _locator_classes: ClassVar = [GivenFolder, *CompileResultCacheImpl._locator_classes[1:]]  # type: ignore[misc]


class CodeOnDisk(FunctionCache):
    """Compiled code in files; where they cannot be read or written, the code is compiled anew in each process."""

    _impl_class = Places

    def load_overload(self, signature: Any, target: Any) -> Any:
        """As Numba's; says so once where much is compiled."""
        found = self._kept(signature, target)
        if found is None and monotonic() - first_compiled_at() > LONG:
            say_compiling()
        return found

    def _kept(self, signature: Any, target: Any) -> Any:
        """What the cache has; None where it has to be compiled.

        Numba's own way first imports all that it compiles with: code that is there needs its memory manager alone.
        That is half of the time until the first kernel runs. Where Numba is another one inside, it is asked itself.
        """
        try:
            try:
                runtime.rtsys.initialize(target)
                with self._guard_against_spurious_io_errors():
                    return self._load_overload(signature, target)  # type: ignore[no-untyped-call]
            except (AttributeError, TypeError):
                return super().load_overload(signature, target)  # type: ignore[no-untyped-call]
        except OSError:
            say_not_kept()
        return None

    def save_overload(self, *compiled: Any) -> None:
        try:
            super().save_overload(*compiled)  # type: ignore[no-untyped-call]
        except OSError:
            say_not_kept()


@cache
def first_compiled_at() -> float:
    """Seconds of the clock at the first call in a process."""
    return monotonic()


@cache
def say_compiling() -> None:
    """Once in a process."""
    logging.getLogger(__name__).warning(
        "Code is being compiled for this machine, once after an installation: that may take two minutes."
    )


@cache
def say_not_kept() -> None:
    """Once in a process."""
    logging.getLogger(__name__).warning(
        "Compiled code cannot be kept in a file, so every start takes longer; "
        "set NUMBA_CACHE_DIR to a folder that can be written and has 20 MB of room."
    )
