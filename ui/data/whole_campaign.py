"""The test sets of a campaign that was dropped as one archive: kept in a project together, and compared as a matrix."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from scoring.formats import Contents, assemble
from scoring.formats.judgments.attachment import attach_known
from scoring.output.numbers import counted
from scoring.studies.wording.matrix_words import refusal_reason
from scoring.text.naming import clean_name
from server.engine.tasks import REFUSALS, Task, Tell
from ui.data import keeping
from ui.matrix import refused_sets
from ui.session import state
from ui.store import cache, kept, waiting
from workspace import Workspace

PLACE = "keep-campaign"
"""Place on the page that shows the progress."""
DRAFT_KEY = "campaign_to_keep"
"""The session's key for the number of the draft whose sets are all to be kept."""
MATRIX = "matrix"


@dataclass(frozen=True)
class CampaignSets:
    """The result of keeping the test sets of a campaign."""

    project_id: str
    """Id of the project with the sets; empty where none was kept."""
    n_kept: int
    refused: dict[str, str]
    """Name of a set -> why it could not be made."""


def offer_whole_campaign(draft: keeping.Draft) -> None:
    """Draw a button that keeps every set of the draft in a new project and opens the matrix; then show the progress."""
    number = counted(len(draft.pairs), "test set")
    press = {"type": "primary", "on_click": state.set_widget_value, "args": (DRAFT_KEY, draft.number)}
    st.button(f"Keep all {number} and compare them", key="keep-campaign", **press)  # type: ignore[arg-type]
    if state.widget_value(DRAFT_KEY) != draft.number:
        return
    workspace = kept.visitor_workspace(make=True)
    task = Task(
        cache.FILES, (PLACE, draft.number), lambda tell: keep_campaign(draft.name, draft.pairs, workspace, tell)
    )
    campaign_sets = waiting.result_or_progress(PLACE, task, f"Keeping {number}.")
    if campaign_sets is None:
        return
    state.set_widget_value(DRAFT_KEY, None)
    kept.forget_lookups()
    if not campaign_sets.n_kept:
        st.error(f"{counted(len(campaign_sets.refused), 'test set')} of {len(draft.pairs):,} could not be made:")
        st.code(
            "\n".join(f"{name}: {why}" for name, why in campaign_sets.refused.items()), language=None, wrap_lines=True
        )
        return
    refused_sets.note_refused_sets(campaign_sets.project_id, campaign_sets.refused)
    if not campaign_sets.refused:
        keeping.clear_files()
    state.open_page_in_next_run(MATRIX, matrix_project=campaign_sets.project_id)
    st.rerun()


def keep_campaign(name: str, sets: Mapping[str, Contents], workspace: Workspace, tell: Tell) -> CampaignSets:
    """Keep each set that can be made, with its judgments, in a new project of this name."""
    project, n_kept, refused = "", 0, {}
    for n_done, (set_name, contents) in enumerate(sets.items()):
        tell(n_done / len(sets))
        try:
            texts = assemble(contents.columns, clean_name(set_name))
            attached = attach_known(texts, contents.judgments)
            project = project or workspace.create(clean_name(name)).id
            kept.keep_in_project(attached.test_set, project, workspace)
            n_kept += 1
        except (ValueError, *REFUSALS) as error:
            refused[set_name] = refusal_reason(error)
    return CampaignSets(project, n_kept, refused)
