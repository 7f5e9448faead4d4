"""The events of a project, newest first: who did what, and when."""

from functools import partial

import pandas as pd
import streamlit as st

from ui.kit import exports, grid, moments
from ui.session import state
from ui.store import kept
from workspace import Action, Event, Project, Workspace

EVENTS_PER_PRESS = 200
"""Number of events that are shown at first, and added by each press."""
PRESSES_KEY = "trail_shown"
"""Session key of the number of presses for more events, plus 1."""
MAX_HEIGHT = 560
SERVER = "The server's administrator"
WORDS = {
    Action.CREATED: "made the project {}",
    Action.IMPORTED: "imported it as {}",
    Action.COPIED: "made it as a copy, {}",
    Action.RENAMED: "renamed {}",
    Action.ANNOTATED: "changed the note of {}",
    Action.ARCHIVED: "archived {}",
    Action.UNARCHIVED: "took {} out of the archive",
    Action.DELETED: "deleted {}",
    Action.REMOVED: "deleted {} for good",
    Action.UNDONE: "brought {} back",
    Action.ADDED: "added {}",
    Action.REVISED: "changed {}",
    Action.SAVED: "saved the view {}",
    Action.CHOSEN: "chose the metrics and the baseline of {}",
    Action.DEFINED: "kept a glossary with {}",
    Action.UNDEFINED: "took the glossary of {} away",
    Action.SHARED: "shared it with {}",
    Action.UNSHARED: "took away the right of {}",
    Action.LEFT: "left {}",
    Action.LINKED: "made the link {}",
    Action.UNLINKED: "took back the link {}",
    Action.OPENED: "opened the link {}",
    Action.STARTED: "started the campaign {}",
    Action.CLOSED: "closed the campaign {}",
    Action.REOPENED: "opened the campaign {} again",
    Action.RELEASED: "released for other raters: {}",
    Action.RATED: "brought ratings into the campaign {}",
    Action.TAKEN_OVER: "has it now, as before signing in as {}",
}
"""Words for an action, after the name of the person; {} is the name of the thing."""


def draw_trail(project: Project) -> None:
    """Draw the events of a project that the visitor may edit."""
    limit = EVENTS_PER_PRESS * state.widget_value(PRESSES_KEY, 1)
    events = kept.visitor_workspace().events(project.id, limit)
    if not events:
        st.info("Nothing has happened here yet.")
        return
    rows = [(moments.moment_words(event.at), event_sentence(event)) for event in events]
    frame = pd.DataFrame(rows, columns=["when", "what happened"])
    grid.draw_grid(frame, most=MAX_HEIGHT)
    st.caption("Things go by the names that they had then, people by those of today.")
    if len(events) == limit:
        args = PRESSES_KEY, state.widget_value(PRESSES_KEY, 1) + 1
        st.button(
            "Show earlier ones", key="earlier-events", type="tertiary", on_click=state.set_widget_value, args=args
        )
    exports.offer_table(
        partial(events_table, kept.visitor_workspace(), project.id, limit), "What happened", {"project": project.name}
    )


def events_table(workspace: Workspace, project_id: str, limit: int) -> pd.DataFrame:
    """Return the latest events for programs, with times in ISO 8601; raise if the visitor may no longer edit."""
    rows = [
        (
            event.at.isoformat(timespec="seconds"),
            event.who,
            event.action,
            event.what,
            event_sentence(event),
            event.digest,
        )
        for event in workspace.events(project_id, limit)
    ]
    return pd.DataFrame(rows, columns=["when", "who", "action", "what", "what happened", "digest"])


def event_sentence(event: Event) -> str:
    """Return an event in words, such as ``Ana added checkpoint-40k``."""
    before, _, after = WORDS[Action(event.action)].partition("{}")
    return f"{event.who or SERVER} {before}{event.what}{after}"
