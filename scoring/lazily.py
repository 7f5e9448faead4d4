"""What makes a package import a name only when somebody asks for it, so that programs start fast."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """A package's ``__getattr__``; ``homes`` is name -> the module in the package that has it.

    A name is looked up once. None may be that of a module in the package: importing that module would set it.
    """

    def found(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f".{homes[name]}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    return found
