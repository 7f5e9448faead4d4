"""The server itself: who has a page open, how much memory is used and what it has dropped, and its versions."""

import platform
from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from scoring.metric import VERSION
from server.memory.limits import setting_name
from ui.administration.sizes import size_in_words
from ui.kit import moments
from ui.kit.tables import grid
from ui.store import cache, kept, memory
from ui.store.monitoring import Session, sessions
from workspace.storage.place import file_of

MOST_HEIGHT = 350


def draw_server(name: Callable[[str], str]) -> None:
    """All of it; ``name`` tells whose a visitor's id is."""
    there = sessions().here()
    st.subheader("Pages that are open", anchor=False)
    frame = visitors_table(there, name)
    grid.draw_grid(frame, height=grid.table_height(frame, MOST_HEIGHT))
    draw_memory()
    st.subheader("Versions", anchor=False)
    database = "SQLite" if file_of(kept.server_workspace().database.url) else "PostgreSQL"
    st.text(f"BLEUscope {VERSION}, Streamlit {st.__version__}, Python {platform.python_version()}, {database}")


def visitors_table(there: Sequence[Session], name: Callable[[str], str]) -> pd.DataFrame:
    """A row each, who did something last first."""
    ordered = sorted(there, key=lambda session: session.last, reverse=True)
    return pd.DataFrame(
        {
            "whose": [name(session.visitor) for session in ordered],
            "since": [moments.told(session.since) for session in ordered],
            "last used": [moments.told(session.last) for session in ordered],
        }
    )


def draw_memory() -> None:
    st.subheader("Memory", anchor=False)
    used, most, machine = memory.used_bytes(), memory.limit_bytes(), memory.machine_bytes()
    said = f"{size_in_words(used)} of {size_in_words(most)} are used; the machine has {size_in_words(machine)}."
    st.progress(min(used / most, 1.0), said)
    st.text(
        f"Test sets and files in memory: {size_in_words(cache.shelf().total())}. Above {size_in_words(most)}"
        f" ({setting_name('memory_bytes')}) results, then test sets are dropped from memory. All of it comes back when"
        " it is asked for."
    )
    if memory.DROPPED:
        dropped = list(reversed(memory.DROPPED))
        frame = pd.DataFrame(
            {"when": [moments.told(moment) for moment, _ in dropped], "dropped": [what for _, what in dropped]}
        )
        grid.draw_grid(frame, height=grid.table_height(frame, MOST_HEIGHT))
    else:
        st.text("Nothing was dropped since the server started.")
