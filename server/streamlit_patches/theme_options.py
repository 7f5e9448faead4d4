"""Theme: what runs tell browsers of it is read from the options once."""

from functools import cache
from typing import Any

import streamlit as st


def cache_theme() -> None:
    """Read the options of the theme once and not at each run."""
    app_session: Any = st.runtime.app_session
    read, theme_message = app_session._populate_theme_msg, app_session.CustomThemeConfig

    @cache
    def theme_of(section: str) -> Any:
        found = theme_message()
        read(found, section)
        return found

    def fill(message: Any, section: str = "theme") -> None:
        if theme_of(section).ByteSize():  # else the message is to stay without this part
            message.MergeFrom(theme_of(section))

    app_session._populate_theme_msg = fill
