"""Imports of a package's names at their first use, so that programs start fast."""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path


def lazily(package: str, file: str) -> tuple[Callable[[str], object], list[str]]:
    """Return a package's ``__getattr__`` and ``__all__``: the names that the stub next to its file imports.

    Each name is looked up once. No name may be that of a module in the package, because importing that module would
    overwrite it.
    """
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: f"{'.' * node.level}{node.module}" for node in imports for alias in node.names}

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(homes[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return find, sorted(homes)
