"""Components in which a visitor clicks on one thing of many: rows of a list, squares of a table. No click is lost."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from ui.kit.browser import scripts
from ui.session import state


def component(file: str, name: str) -> Any:
    """The component of a Python file, whose .js and .css stand beside it; what all share comes before its code.

    ``name`` is unique among all components.
    """
    code, style = (Path(file).with_suffix(ending).read_text(encoding="utf-8") for ending in (".js", ".css"))
    common = scripts.join_scripts(scripts.PRESSES, Path(__file__).with_suffix(".js"))
    return st.components.v2.component(name, css=style, js=f"{common}\n{code}")


def draw_choosing_component(
    drawn: Any,
    key: str,
    data: Mapping[str, Any],
    choose: Callable[..., object],
    then: Callable[[], object] = lambda: None,
    tells_heard: bool = True,
) -> None:
    """Draws a component of ``component`` under this key.

    The component is told which press was heard last, unless something else on the page tells it.
    ``choose`` takes the numbers that say what was clicked, and what to note with it. It is called before the run of the
    script that answers the click; or in that run, for Streamlit ends a callback halfway when another message comes.
    ``then`` is called at the end of the callback, only.
    """

    def take() -> bool:
        press, *chosen = state.widget_value(key, {}).get("chosen") or (0,)
        is_new: bool = press > state.heard(key)
        if is_new:
            choose(*chosen, {key: press})
        return is_new

    def chose() -> None:
        take()
        then()

    if take():
        st.rerun()
    heard = {"heard": state.heard(key)} if tells_heard else {}
    drawn(key=key, data={**data, **heard}, on_chosen_change=chose)
