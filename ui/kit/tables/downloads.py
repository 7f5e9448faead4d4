"""The one door through which visitors take files away."""

import re
from collections.abc import Callable
from typing import Any

import streamlit as st


def draw_download_button(
    label: str, make: Callable[[], bytes], file_name: str, mime: str, key: str, **look: Any
) -> None:
    """The file is made when the button is pressed; ``look`` are other arguments of ``st.download_button``.

    A file that is given at once has an address until the next run of the script, where the page may still look for it.
    """
    st.download_button(label, make, file_name, mime, key=key, on_click="ignore", **look)


def file_name(name: str, what: str, ending: str) -> str:
    """What a file is called: by the test set, project or campaign that it is of, in signs that every system takes."""
    parts = ["bleuscope", re.sub(r"[^\w.-]+", "-", name).strip("-.")[:60], what]
    return f"{'-'.join(filter(None, parts))}.{ending}"
