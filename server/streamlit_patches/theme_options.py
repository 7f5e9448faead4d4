"""What runs tell browsers of the theme: read from the options once."""

from functools import cache
from typing import Any

import streamlit as st


def read_once() -> None:
    """For the start of the server.

    Streamlit 1.67 reads all of them at each run, which is a tenth of the work of a step from segment to segment.
    """
    session: Any = st.runtime.app_session
    read, theme = session._populate_theme_msg, session.CustomThemeConfig

    @cache
    def known(section: str) -> Any:
        found = theme()
        read(found, section)
        return found

    def tell(msg: Any, section: str = "theme") -> None:
        if known(section).ByteSize():  # else the message is to stay without this part
            msg.MergeFrom(known(section))

    session._populate_theme_msg = tell
