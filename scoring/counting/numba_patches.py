"""Compiling of kernels with Numba, whose code is kept in files; the first call of a kernel imports this file.

It is the only file that touches private parts of Numba, except ``_numba_type_`` in kernels.py. Its test fails where a
patch is no longer needed, and where a private name is gone.
"""

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

import numba
from numba.core import runtime
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator

LONG = 1.0
"""Seconds of compiling after which a message says so; without it a first command would seem to hang."""
PRIVATE_NAMES = (
    "core.caching.CompileResultCacheImpl._locator_classes",
    "core.caching.FunctionCache._impl_class",
    "core.caching.FunctionCache._load_overload",
    "core.caching.FunctionCache._guard_against_spurious_io_errors",
    "core.caching.FunctionCache.load_overload",
    "core.caching.FunctionCache.save_overload",
    "core.caching.IndexDataCacheFile._load_index",
    "core.caching.UserProvidedCacheLocator.ensure_cache_path",
    "core.caching.UserProvidedCacheLocator.get_cache_path",
    "core.runtime.rtsys.initialize",
    "core.dispatcher.Dispatcher._numba_type_",
)
"""Dotted names of Numba's private parts that this file and kernels.py use."""


def compile_kernel(function: Callable[..., Any]) -> Any:
    """Return Numba's dispatcher of a function, which compiles it at its first call and runs it without Python's lock.

    The cache checks only the function's own file: kernels that call one another, and constants that they name, stay in
    one file.
    """
    dispatcher: Any = numba.njit(nogil=True)(function)
    try:
        # Does what njit(cache=True) does, but with a cache that may fail.
        dispatcher._cache = KernelCache(function)
    except RuntimeError:  # Numba has found no folder that it may write to
        say_not_kept()
    return dispatcher


class ReadableCacheFolder(UserProvidedCacheLocator):
    """The folder of NUMBA_CACHE_DIR, also if it was filled before and can only be read, as in a container.

    Made for Numba 0.60 to 0.68, which takes no folder that it cannot write to; needed until Numba reads such a folder.
    """

    def ensure_cache_path(self) -> None:
        if not Path(self.get_cache_path()).is_dir():  # type: ignore[no-untyped-call]
            super().ensure_cache_path()  # type: ignore[no-untyped-call]


class CacheFolders(CompileResultCacheImpl):
    """The folders in which Numba looks for cached code."""

    _locator_classes: ClassVar = [ReadableCacheFolder, *CompileResultCacheImpl._locator_classes[1:]]  # type: ignore[misc]


class KernelIndex(IndexDataCacheFile):
    """The file that lists the compiled code of a kernel; an unreadable file lists nothing, and is written anew.

    Made for Numba 0.60 to 0.68, where a list that an earlier version of this package has written, of classes that have
    other names now, ends the program; needed until Numba looks at the kernel's stamp before it reads the list.
    """

    def _load_index(self) -> dict[Any, str]:
        try:
            index: dict[Any, str] = super()._load_index()  # type: ignore[no-untyped-call]
        except OSError:
            raise
        except Exception:  # pickle may raise any error for foreign bytes
            return {}
        return index


class KernelCache(FunctionCache):
    """A cache of compiled code in files; where they cannot be read or written, each process compiles the code anew.

    Made for Numba 0.60 to 0.68, where a file that cannot be read or written ends the program; needed until Numba goes
    on without the file.
    """

    _impl_class = CacheFolders

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file.__class__ = KernelIndex

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code from the cache, or None; log once that code is compiled if it takes long."""
        overload = self._load_code(signature, target)
        if overload is None and monotonic() - first_compiled_at() > LONG:
            say_compiling()
        return overload

    def _load_code(self, signature: Any, target: Any) -> Any:
        """Return the code from the cache, or None where it has to be compiled.

        Made for Numba 0.60 to 0.68, which first imports everything that compiling needs. That takes half of the time
        until the first kernel runs, although cached code needs only the memory manager. Needed until Numba imports only
        what it needs. Where Numba's private parts differ, Numba's own method is called.
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
    """Return the clock's seconds at the first call in the process."""
    return monotonic()


@cache
def say_compiling() -> None:
    """Log, once in a process, that code is being compiled."""
    logging.getLogger(__name__).warning(
        "Code is being compiled that is used for the first time on this machine: that may take two minutes. Another"
        " part may need the same later; bleuscope warm-up compiles all of it now."
    )


@cache
def say_not_kept() -> None:
    """Log, once in a process, that compiled code cannot be kept."""
    logging.getLogger(__name__).warning(
        "Compiled code cannot be kept in a file, so every start takes longer; "
        "set NUMBA_CACHE_DIR to a folder that can be written and has 20 MB of room."
    )
