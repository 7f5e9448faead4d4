"""How a server is, in a few numbers."""

import shutil
from collections.abc import Sequence

import streamlit as st

from ui.administration.sizes import size_in_words
from ui.store import cache, kept
from ui.store.monitoring import sessions
from workspace import PersonUse
from workspace.storage.place import file_of


def draw_server_overview(used: Sequence[PersonUse]) -> None:
    """Above everything else."""
    database = kept.server_workspace().database
    file = file_of(database.url)
    facts = {
        "People": f"{len(used):,}",
        "Pages open": f"{len(sessions().here()):,}",
        "Jobs": f"{len(cache.engine().listed()):,}",
        "Database": size_in_words(database.n_bytes()),
    }
    if file is not None:
        facts["Free on its disk"] = size_in_words(shutil.disk_usage(file.parent).free)
    with st.container(horizontal=True, gap="medium"):
        for label, said in facts.items():
            st.metric(label, said, width="content")
