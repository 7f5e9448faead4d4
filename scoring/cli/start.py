"""What a process does that runs a command and nothing else."""

import gc
import sys
from collections.abc import Sequence
from types import ModuleType

from .process import raise_on_interrupt


def begin() -> None:
    """Imports what every command needs, and leaves out what pays only in processes that go on for long.

    That is Arrow's look for pandas, and Python's for objects that only hold each other: what is imported stays.
    """
    gc.disable()
    leave_pandas_out()
    from . import main  # noqa: F401 - it is there from now on

    gc.freeze()
    gc.enable()
    raise_on_interrupt()


def leave_pandas_out() -> None:
    """Keeps Arrow from importing pandas, which it does for the first array, and which takes 0.2 s: no command needs it.

    Arrow looks for it once in a process. Afterwards others may import it.
    """
    import pyarrow as pa

    no_pandas = _NoPandas()
    sys.meta_path.insert(0, no_pandas)
    try:
        pa.array([""])
    finally:
        sys.meta_path.remove(no_pandas)


class _NoPandas:
    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name=name)
