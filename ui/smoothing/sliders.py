"""The sliders of the paper's free parameters."""

from typing import Literal

import streamlit as st

from scoring.bleu.dialects import Parameters

SLIDERS = {
    "epsilon": ("ε of method 1", 0.0, 1.0, 0.01),
    "K": ("K of methods 4 and 7", 1.0, 20.0, 0.5),
    "alpha": ("α of method 6", 0.0, 20.0, 0.5),
}
"""The paper's free parameters: what the slider says, least, most, step."""


def parameter(name: str, width: int | Literal["stretch"] = "stretch") -> float:
    """Return the slider of one of the paper's free parameters: the same one, whether in the sidebar or on the page."""
    label, least, most, step = SLIDERS[name]
    usual = getattr(Parameters, name.lower())
    caution = (
        "Where K is less than ln of the hypothesis' length, zero counts become more than 1." if name == "K" else None
    )
    return st.slider(label, least, most, usual, step, key=name.lower(), width=width, help=caution, bind="query-params")
