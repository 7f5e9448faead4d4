"""An example for the page Matrix: the parts of a sample set, kept as separate test sets."""

from dataclasses import replace

import numpy as np
import streamlit as st

from scoring import TestSet
from ui.kit import changes
from ui.session import state
from ui.store import kept
from ui.store.samples import sample

SAMPLE, N_PARTS = "news-en-es", 4
PROJECT_NAME = "Example: four parts of News"


def offer_example_sets() -> None:
    """Draw a button that keeps the example sets and opens their matrix."""
    st.button("See an example of four sets", key="matrix-example", on_click=open_example_sets)


@changes.change_callback
def open_example_sets() -> str:
    """Keep the sets in the example project, creating it if necessary, and open their matrix; a callback."""
    workspace = kept.visitor_workspace(make=True)
    project_ids = (project.id for project in workspace.projects() if project.name == PROJECT_NAME)
    project = next(project_ids, None) or workspace.create(PROJECT_NAME).id
    for part in example_sets():
        kept.keep_in_project(part, project, workspace)
    state.open_page_in_next_run("matrix", matrix_project=project)
    return ""


def example_sets() -> list[TestSet]:
    """Return the parts of the sample, each with all its systems and references."""
    whole = sample(SAMPLE)
    parts = np.array_split(np.arange(len(whole)), N_PARTS)
    return [replace(whole.only(part), part=None, name=f"News {part[0] + 1} to {part[-1] + 1}") for part in parts]
