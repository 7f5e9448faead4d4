"""The sliders of the paper's free parameters."""

from typing import Literal

import streamlit as st

from scoring.bleu.dialects import Parameters

SLIDERS = {
    "epsilon": ("ε of method 1", 0.0, 1.0, 0.01),
    "K": ("K of methods 4 and 7", 1.0, 20.0, 0.5),
    "alpha": ("α of method 6", 0.0, 20.0, 0.5),
}
"""Free parameters of the paper: label, smallest value, largest value, step."""


def parameter(name: str, width: int | Literal["stretch"] = "stretch") -> float:
    """Draw the slider of one of the paper's free parameters and return its value; sidebar and page share the key."""
    label, lowest, highest, step = SLIDERS[name]
    usual = getattr(Parameters, name.lower())
    caution = (
        "Where K is less than ln of the hypothesis' length, zero counts become more than 1." if name == "K" else None
    )
    return st.slider(
        label, lowest, highest, usual, step, key=name.lower(), width=width, help=caution, bind="query-params"
    )
