"""The server itself: its main numbers, open pages, memory and versions."""

import platform
import shutil
from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from scoring.formats.limits import MEGABYTE, megabytes
from scoring.metric import VERSION
from server.identity.access import ALONE, access
from server.memory.limits import setting_name
from ui.kit import grid, moments
from ui.store import cache, kept, memory
from ui.store.monitoring import sessions
from workspace import PersonUse
from workspace.storage.place import sqlite_file

GIGABYTE = 1024 * MEGABYTE
MAX_HEIGHT = 350


def size_in_words(n_bytes: int) -> str:
    """Return a size in words, such as ``12.5 MB`` or ``77.1 GB``."""
    return megabytes(n_bytes) if n_bytes < GIGABYTE else f"{n_bytes / GIGABYTE:,.1f} GB"


def draw_server_overview(used: Sequence[PersonUse]) -> None:
    """Draw the server's main numbers: people, open pages, jobs, database and free disk space."""
    database = kept.server_workspace().database
    file = sqlite_file(database.url)
    facts = {
        **({} if access().mode == ALONE else {"People": f"{len(used):,}"}),
        "Pages open": f"{len(sessions().here()):,}",
        "Jobs": f"{len(cache.engine().listed()):,}",
        "Database": size_in_words(database.n_bytes()),
    }
    if file is not None:
        facts["Free on its disk"] = size_in_words(shutil.disk_usage(file.parent).free)
    with st.container(horizontal=True, gap="medium"):
        for label, value in facts.items():
            st.metric(label, value, width="content")


def draw_server(name: Callable[[str], str]) -> None:
    """Draw the open pages, the memory and the versions; ``name`` returns the label of a visitor's id."""
    open_sessions = sessions().here()
    st.subheader("Pages that are open", anchor=False)
    # A row for each open page, the one used last first.
    ordered = sorted(open_sessions, key=lambda session: session.last, reverse=True)
    rows = [
        (name(session.visitor), moments.moment_words(session.since), moments.moment_words(session.last))
        for session in ordered
    ]
    frame = pd.DataFrame(rows, columns=["whose", "since", "last used"])
    grid.draw_grid(frame, most=MAX_HEIGHT)
    draw_memory()
    st.subheader("Versions", anchor=False)
    database = "SQLite" if sqlite_file(kept.server_workspace().database.url) else "PostgreSQL"
    st.text(f"BLEUscope {VERSION}, Streamlit {st.__version__}, Python {platform.python_version()}, {database}")


def draw_memory() -> None:
    st.subheader("Memory", anchor=False)
    used, limit, machine = memory.used_bytes(), memory.limit_bytes(), memory.machine_bytes()
    usage = f"{size_in_words(used)} of {size_in_words(limit)} are in use; the machine has {size_in_words(machine)}."
    st.progress(min(used / limit, 1.0), usage)
    st.text(
        f"Test sets and files in memory: {size_in_words(cache.shelf().total())}. Above {size_in_words(limit)}"
        f" ({setting_name('memory_bytes')}) the server first drops results from memory, then test sets. It loads or"
        " computes them again when somebody needs them."
    )
    if memory.DROPPED:
        dropped = list(reversed(memory.DROPPED))
        frame = pd.DataFrame(
            {
                "when": [moments.moment_words(moment) for moment, _ in dropped],
                "dropped": [label for _, label in dropped],
            }
        )
        grid.draw_grid(frame, most=MAX_HEIGHT)
    else:
        st.text("Nothing was dropped since the server started.")
