"""Warnings about plug-ins that cannot be used: other packages that add metrics, checks or file formats."""

import streamlit as st

from scoring import METRICS
from scoring.checks import CHECKS
from scoring.formats import FILE_FORMATS
from scoring.plugins.entry_points import plugin_faults


def say_plugin_faults() -> None:
    """Draw a warning for each plug-in that cannot be used; plug-ins not loaded yet are loaded first."""
    for registry in (METRICS, CHECKS, FILE_FORMATS):
        len(registry)
    for fault in plugin_faults():
        st.warning("A plug-in cannot be used on this server.")
        st.code(str(fault), language=None, wrap_lines=True)
