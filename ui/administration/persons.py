"""The people of a server for its administrator: how much they keep, but not what."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import ParamSpec

import pandas as pd
import streamlit as st

from scoring.formats.limits import MEGABYTE
from scoring.output.numbers import counted
from ui.administration import server
from ui.kit import changes, exports, grid, moments
from ui.kit.layout import labels_by_id
from ui.session import state
from ui.store import cache, kept, people
from ui.store.monitoring import sessions
from workspace import PersonUse, WorkspaceError

MAX_HEIGHT = 420
PERSON_KEY, CONFIRMATION_KEY = "remove-person", "remove-typed"
WORD = "remove"
"""Word to type before a person is removed."""
P = ParamSpec("P")


def require_administrator(make: Callable[P, str]) -> Callable[P, None]:
    """Return a callback that calls ``make`` only if the person who pressed the button is still an administrator."""

    @wraps(make)
    def callback(*args: P.args, **kwargs: P.kwargs) -> None:
        if people.is_administrator():
            changes.change(partial(make, *args, **kwargs))

    return callback


def draw_persons(used: Sequence[PersonUse]) -> None:
    """Draw the table of the server's people and the removal of one."""
    if not used:
        st.info("Nobody has kept anything on this server yet.")
        return
    frame = persons_table(used, Counter(session.person for session in sessions().here()))
    formats = {"MB": st.column_config.NumberColumn(format="%.1f")}
    grid.draw_grid(frame, most=MAX_HEIGHT, formats=formats)
    exports.offer_table(frame, "People")
    draw_person_removal(used)


def persons_table(used: Sequence[PersonUse], open_now: Mapping[str, int]) -> pd.DataFrame:
    """Return a row for each person, the one who keeps most first."""
    ordered = sorted(used, key=lambda use: -use.n_bytes)
    # In words such as ``now`` or ``yesterday``, without a time: it is recorded when a page is opened.
    rows = []
    for use in ordered:
        person, n_open = use.person, open_now[use.person.id]
        dates = "now" if n_open else moments.day_words(person.seen), moments.moment_words(person.created)
        rows.append((person.name, person.kind, person.email, use.n_projects, use.n_bytes / MEGABYTE, *dates, n_open))
    columns = ["name", "kind", "e-mail", "projects", "MB", "last seen", "first seen", "pages open"]
    return pd.DataFrame(rows, columns=columns)


def names(used: Sequence[PersonUse]) -> dict[str, str]:
    """Return a distinct label for each person, by id."""
    return labels_by_id({use.person.id: " · ".join(filter(None, [use.person.name, use.person.email])) for use in used})


def draw_person_removal(used: Sequence[PersonUse]) -> None:
    """Draw the removal of a person other than oneself; the administrator must type a word to confirm."""
    own = people.person(kept.server_workspace())
    others = {use.person.id: use for use in used if use.person.id != own}
    if not others:
        return
    name_by_person = names(used)
    st.subheader("Remove a person", anchor=False)
    chosen = st.selectbox(
        "Person",
        list(others),
        index=None,
        format_func=name_by_person.__getitem__,
        key=PERSON_KEY,
        placeholder="Choose",
        width=420,
    )
    if chosen not in others:
        return
    use = others[chosen]
    st.warning(
        f"All that they own goes with them, at once and for good: {counted(use.n_projects, 'project')},"
        f" {server.size_in_words(use.n_bytes)}, also for those with whom it is shared. What others share with"
        " them stays. Backups still have it."
    )
    with (
        st.form("remove", clear_on_submit=True, border=False),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input(f"Type “{WORD}” to confirm", key=CONFIRMATION_KEY, width=220, autocomplete="off")
        st.form_submit_button(
            "Remove this person", key="remove-button", on_click=remove_person, args=(use, name_by_person[chosen])
        )


@require_administrator
def remove_person(use: PersonUse, name: str) -> str:
    """Remove a person and stop their computations; return the message."""

    if state.widget_value(CONFIRMATION_KEY, "").strip().lower() != WORD:
        raise WorkspaceError(f"Nobody was removed: “{WORD}” was expected in the field.")
    visitors = {session.visitor for session in sessions().here() if session.person == use.person.id}
    kept.server_workspace().forget_person(use.person.id)
    cache.engine().stop_all_of(visitors)
    return f"{name} is removed, with {counted(use.n_projects, 'project')}."


def visitor_label_function(used: Sequence[PersonUse]) -> Callable[[str], str]:
    """Return a function from a visitor's id to a label; a visitor who has kept nothing has no name."""
    name_by_person, open_now = names(used), {session.visitor: session.person for session in sessions().here()}

    return lambda visitor: name_by_person.get(open_now.get(visitor, ""), f"somebody · {visitor[-4:]}")
