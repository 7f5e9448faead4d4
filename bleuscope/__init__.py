"""BLEUscope: exact scores of machine translations, and what is behind them.

>>> import bleuscope as bs
>>> bs.score(["the cat sat on the mat"], ["the cat sat on a mat"], "chrf")["chrf"].score
65.979...

`score` scores one output, `compare` says which of several systems is better and how sure that is, `check` finds likely
errors, `doctor` says whether a test set is sound, `effort` what post-editing costs, and `read` reads files of every
kind. `METRICS` has every metric by its name.
"""

# Installed, the project's folders lie in this package; in the project's folder they are next to it. Programs of this
# project import `bleuscope.scoring` as `scoring`. Nothing is imported here that takes time.

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing it from typing takes time
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType

_FOLDER = os.path.dirname(os.path.abspath(__file__))
if not os.path.isdir(os.path.join(_FOLDER, "scoring")):
    __path__.append(os.path.dirname(_FOLDER))


class ScoringAlias:
    """Import hook for modules in `scoring`, if they are this package's: it gives the same modules, not second copies.

    Numba stores each compiled kernel with the name of its module, and could not load it under another name.
    """

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the module's specification if the module belongs to this package and exists, otherwise None."""
        own_scoring = sys.modules.get(f"{__name__}.scoring")
        if not name.startswith("scoring.") or own_scoring is None or sys.modules.get("scoring") is not own_scoring:
            return None
        from importlib.machinery import ModuleSpec
        from importlib.util import find_spec

        spec = find_spec(f"{__name__}.{name}")
        return None if spec is None else ModuleSpec(name, self, origin=spec.origin)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module of this package, which keeps its own name and specification."""
        from importlib import import_module

        module = import_module(f"{__name__}.{spec.name}")
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own specification back, which Python has just replaced by another one."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state

    def get_code(self, name: str) -> CodeType | None:
        """Return the code of a module, which `python -m` asks for."""
        from importlib.util import find_spec

        spec = find_spec(f"{__name__}.{name}")
        return None if spec is None else spec.loader.get_code(spec.name)  # type: ignore[union-attr]


sys.meta_path.insert(0, ScoringAlias())  # type: ignore[arg-type]


def __getattr__(name: str) -> object:
    """Return a name of `scoring.api`, whose stub lists all names, when the name is first used."""
    from importlib import import_module

    if name == "__version__":
        value: object = import_module(f"{__name__}.scoring.metric").VERSION
    else:
        api = import_module(f"{__name__}.scoring.api")
        if name != "__all__" and name not in api.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(api, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__getattr__("__all__"), "__version__", "__doc__", "__name__", "__file__", "__path__"])  # type: ignore[misc]
