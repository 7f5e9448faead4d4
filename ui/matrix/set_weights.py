"""The weights of sets on the page Matrix: a field for each, and all in the address as one text."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from ui.session import state
from ui.store.kept import KeptVersion

WEIGHTS, WEIGHTS_PLACE = "matrix_weights", "matrix-weights-place"
"""Name in the address of the weights other than 1, as ``id:weight`` separated by spaces, and their hidden input."""
HIGHEST_WEIGHT = 1000.0
USUAL_WEIGHT = 1.0
ID_SHORT = 8
"""Number of digits of a set's id in the address."""
MAX_CHARACTERS = 5000
ABOUT = "A set of weight 2 counts twice in the means and in the test over all sets; one of weight 0 is left out."


def choose_weights(sets: Mapping[str, KeptVersion]) -> tuple[tuple[str, float], ...]:
    """Draw a field for each set's weight, and return the weights that are not 1, by set."""
    with st.container(key=WEIGHTS_PLACE):
        text = st.text_input(WEIGHTS, key=WEIGHTS, max_chars=MAX_CHARACTERS, bind="query-params")
    by_id = read_weights(text)
    st.caption(ABOUT)
    for name, kept_version in sets.items():
        state.set_widget_value(_field_key(kept_version), by_id.get(_short(kept_version), USUAL_WEIGHT))
        look: dict[str, Any] = {"key": _field_key(kept_version), "on_change": _take_weight, "args": (kept_version,)}
        st.number_input(name, 0.0, HIGHEST_WEIGHT, step=0.5, **look)
    weights = {name: by_id.get(_short(kept_version), USUAL_WEIGHT) for name, kept_version in sets.items()}
    return tuple((name, weight) for name, weight in weights.items() if weight != USUAL_WEIGHT)


def read_weights(text: str) -> dict[str, float]:
    """Return the weight by the beginning of a set's id; skip everything that is no weight.

    >>> read_weights("0a1b2c3d:0 9f8e7d6c:2.5 x y:-1")
    {'0a1b2c3d': 0.0, '9f8e7d6c': 2.5}
    """
    weights = {}
    for id_, _, weight in (part.partition(":") for part in text.split()):
        try:
            number = float(weight)
        except ValueError:
            continue
        if 0 <= number <= HIGHEST_WEIGHT:
            weights[id_] = number
    return weights


def weights_text(weights: Mapping[str, float]) -> str:
    """Return the text of the address for weights by the beginnings of ids."""
    return " ".join(f"{id_}:{weight:g}" for id_, weight in weights.items() if weight != USUAL_WEIGHT)


def leave_sets_out(sets: Sequence[KeptVersion]) -> None:
    """Give these sets the weight 0; a callback."""
    _change({_short(kept_version): 0.0 for kept_version in sets})


def _take_weight(kept_version: KeptVersion) -> None:
    """Put the weight in the set's field into the address; a callback."""
    _change({_short(kept_version): state.widget_value(_field_key(kept_version))})


def _change(weights: Mapping[str, float]) -> None:
    state.set_widget_values({WEIGHTS: weights_text({**read_weights(state.widget_value(WEIGHTS) or ""), **weights})})


def _short(kept_version: KeptVersion) -> str:
    return kept_version.id[:ID_SHORT]


def _field_key(kept_version: KeptVersion) -> str:
    return f"weight-{kept_version.id}"
