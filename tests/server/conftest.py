"""Streamlit as it is installed, whatever a test patches."""

from pkgutil import resolve_name
from unittest.mock import MagicMock

import pytest
from streamlit.runtime import Runtime

from server.streamlit_patches import PATCHES


@pytest.fixture(autouse=True)
def restored(monkeypatch):
    """After a test all that patches replace is put back."""
    for patch in PATCHES:
        for name in patch.names:
            owner_name, _, attribute = name.rpartition(".")
            owner = resolve_name(f"streamlit.{owner_name}")
            if callable(found := getattr(owner, attribute, None)):
                monkeypatch.setattr(owner, attribute, found)


@pytest.fixture
def runtime(monkeypatch):
    """A server that sessions can ask; it answers nothing."""
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
