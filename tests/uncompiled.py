"""Kernels as plain Python, for tests."""

from types import ModuleType

import pytest

from scoring.counting.kernels import Kernel


def uncompile(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> None:
    """Puts its Python function in the place of every kernel of the module, those that kernels call too."""
    for name, kernel in list(vars(module).items()):
        if isinstance(kernel, Kernel):
            monkeypatch.setattr(module, name, kernel.py_func)
