"""Disk space, limits, a backup to download, and the check for damage."""

import os
import shutil
from dataclasses import fields
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import pandas as pd
import streamlit as st

from server.memory.limits import ServerLimits, limits, setting_name
from ui.administration.server import GIGABYTE, size_in_words
from ui.kit import exports, grid, moments
from ui.store import checking, kept, people
from workspace import WorkspaceError
from workspace.storage.backup import back_up
from workspace.storage.place import sqlite_file

MAX_BYTES = GIGABYTE
"""Largest database whose backup the page makes, in bytes: the backup is in memory until it is downloaded."""


def draw_space() -> None:
    """Draw the free space, the limits, the backup and the check for damage."""
    database = kept.server_workspace().database
    file = sqlite_file(database.url)
    places = [("the database", "SQLite" if file else "PostgreSQL", database.n_bytes())]
    if file is not None:
        places.append(("free where the database is", str(file.parent), shutil.disk_usage(file.parent).free))
    places.append(("free for uploads on their way", gettempdir(), shutil.disk_usage(gettempdir()).free))
    st.subheader("Room", anchor=False)
    sizes = [(label, size_in_words(n_bytes), location) for label, location, n_bytes in places]
    grid.draw_grid(pd.DataFrame(sizes, columns=["what", "size", "where"]))
    # The limits for one visitor, and for all together.
    st.subheader("Limits", anchor=False)
    server_limits, limit_fields = limits(), fields(ServerLimits)
    limit_rows = []
    for limit in limit_fields:
        at_most = f"{getattr(server_limits, limit.name) // limit.metadata['unit']:,}"
        limit_rows.append((at_most, limit.metadata["what"], setting_name(limit.name)))
    grid.draw_grid(pd.DataFrame(limit_rows, columns=["at most", "of what", "set by"]))
    draw_backup(file)
    draw_check()


def draw_backup(file: Path | None) -> None:
    st.subheader("Backup", anchor=False)
    if file is None:
        st.text(
            "The database is in PostgreSQL, whose own tools make backups while it runs: pg_dump --format=custom"
            " --file=FILE DATABASE."
        )
        return
    n_bytes = kept.server_workspace().database.n_bytes()
    if n_bytes > MAX_BYTES:
        st.text(
            f"The database has {size_in_words(n_bytes)}; up to {size_in_words(MAX_BYTES)} are made into a file to"
            " download. Run bleuscope backup FILE on the server instead; it can go on meanwhile."
        )
        return
    label, make, day = "Make a backup and download it", partial(make_backup, people.login()), date.today().isoformat()
    kind, icon = "application/octet-stream", ":material/download:"
    exports.draw_download_button(label, make, f"bleuscope-{day}.backup", kind, "backup", icon=icon)
    st.caption(
        "Everything that everybody keeps, as it is at one moment: keep the file as safe as the server. The command"
        " bleuscope restore FILE puts it back."
    )


def make_backup(asks: people.Login | None) -> bytes:
    """Return a copy of the database for the administrator ``asks``, who is None in the mode ``alone``.

    The copy is made when it is fetched, maybe long after the page was drawn: raise ``WorkspaceError`` if the person is
    no administrator by then.
    """
    if not people.administers(asks):
        raise WorkspaceError("A backup is for administrators who are signed in: sign in, then make it.")
    with TemporaryDirectory(prefix="bleuscope-") as folder:
        copy = Path(folder) / "backup"
        back_up(kept.server_workspace().database, copy)
        return copy.read_bytes()


def draw_check() -> None:
    """Draw the result of the last check for damage, and a button for the next one."""
    st.subheader("Damage", anchor=False)
    if st.button("Check everything now", key="check-everything"):
        with st.spinner("Reading everything that is kept ..."):
            is_done = checking.CHECK.run()
        if not is_done:
            st.info("A check runs already. Reload the page in a minute.")
    result, hour = checking.CHECK.last, checking.check_hour(os.environ)
    if result is None:
        st.text("Nothing was checked since the server started.")
    elif result.is_whole:
        st.text(f"{result.sentence} Last checked: {moments.moment_words(result.ended)}.")
    else:
        st.error(f"Something is wrong with what is kept. Last checked: {moments.moment_words(result.ended)}.")
        st.text(result.sentence)
    when = "There is no daily check" if hour is None else f"A check runs daily after {hour}:00 by the server's clock"
    st.caption(f"{when} ({checking.VARIABLE}). A check reads all texts and names the damaged test set and column.")
