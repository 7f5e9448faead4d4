"""Streamlit as it is installed, whatever a test patches."""

from unittest.mock import MagicMock

import pytest
from streamlit.runtime import Runtime

from tests.server.streamlit_patches import running


@pytest.fixture(autouse=True)
def restored(monkeypatch):
    """After a test all that patches replace is put back."""
    running.restore_streamlit_after(monkeypatch)


@pytest.fixture
def runtime(monkeypatch):
    """A server that sessions can ask; it answers nothing."""
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
