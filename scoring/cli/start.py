"""The start of a process that runs one command and nothing else."""

import gc
import sys
from collections.abc import Sequence
from types import ModuleType

from .process import raise_on_interrupt


def begin() -> None:
    """Import what every command needs, without work that pays only in processes that run for long.

    Arrow does not look for pandas, and Python does not look for unused objects among the imports, which stay.
    """
    gc.disable()
    leave_pandas_out()
    from . import main  # noqa: F401 - it is there from now on

    gc.freeze()
    gc.enable()
    raise_on_interrupt()


def leave_pandas_out() -> None:
    """Keep Arrow from importing pandas at its first array, which takes 0.2 s: no command needs pandas.

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
