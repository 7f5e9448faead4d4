"""Small pieces that several pages put together: downloads, tables with their best marked, results that come late."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait

import pandas as pd
import streamlit as st

from scoring.smoothing import METHODS
from ui import report
from ui.context import PARAMETERS

PATIENCE_SECONDS = 0.25
"""What is done within this time is drawn at once and never flickers."""


def page_path(name: str) -> str:
    """A page's file as Streamlit wants it: seen from ui/shell.py."""
    return f"../pages/{name}.py"


def page_link(name: str, label: str) -> None:
    st.page_link(page_path(name), label=label)


SLIDERS = {
    "epsilon": ("ε of method 1", 0.0, 1.0, 0.01),
    "K": ("K of methods 4 and 7", 1.0, 20.0, 0.5),
    "alpha": ("α of method 6", 0.0, 20.0, 0.5),
}
"""The paper's free parameters: what the slider says, least, most, step."""


def parameter(name: str, width: int | str = "stretch") -> float:
    """The slider of one of the paper's free parameters; wherever it stands, it is the same one."""
    label, least, most, step = SLIDERS[name]
    usual = METHODS[PARAMETERS[name]].value
    caution = (
        "Where K is less than ln of the hypothesis' length, zero counts become more than 1." if name == "K" else None
    )
    return st.slider(label, least, most, usual, step, key=name.lower(), width=width, help=caution, bind="query-params")


def downloads(frame: pd.DataFrame, name: str) -> None:
    """One small button for each kind of file; files are made when asked for."""
    with st.container(horizontal=True, gap="small"):
        for kind in report.DOWNLOADS:
            st.download_button(
                kind.ending.upper(),
                data=lambda kind=kind: kind.data(frame),
                file_name=f"bleuscope-{name}.{kind.ending}",
                mime=kind.mime,
                key=f"download-{name}-{kind.ending}",
                on_click="ignore",
                type="tertiary",
            )


def mark_best(frame: pd.DataFrame, higher_is_better: Mapping[str, bool]):
    """The table with two decimals and the best of each column bold and shaded, ties included."""

    def style(column: pd.Series) -> list[str]:
        shown = column.round(2)
        best = shown.max() if higher_is_better[column.name] else shown.min()
        mark = "font-weight: bold; background-color: rgba(130, 150, 175, 0.25)"
        return [mark if value == best else "" for value in shown]

    columns = list(higher_is_better)
    return frame.style.apply(style, subset=columns).format("{:.2f}", subset=columns)


def result(future: Future):
    """What the future holds, None while it is on its way."""
    return future.result() if future.done() else None


def columns_done(futures: Sequence[Future]) -> tuple[float, str]:
    """The share of tasks that are done, and what is said of it."""
    done = sum(future.done() for future in futures)
    return done / len(futures), f"Computed {done} of {len(futures)} columns. The rest of the page is ready."


def say_failed(futures: Sequence[Future]) -> bool:
    """Whether some of the work failed, which is said; to run the page again would begin it anew."""
    failed = any(future.done() and future.exception() is not None for future in futures)
    if failed:
        st.error("This could not be computed. The server's log says why; reload the page to try again.")
    return failed


def fill_in(
    draw: Callable[[], None],
    futures: Sequence[Future],
    every: float,
    progress: Callable[[], tuple[float, str]] | None = None,
) -> None:
    """Draws now, and again every few tenths of a second until all results are there.

    ``progress`` gives the share that is done and what is said of it; ``columns_done`` unless told otherwise.
    """
    wait(futures, PATIENCE_SECONDS)
    if all(future.done() for future in futures):
        draw()
        return

    def poll() -> None:
        draw()
        if say_failed(futures):
            return
        if all(future.done() for future in futures):
            st.rerun()
        st.progress(*(progress() if progress else columns_done(futures)))

    st.fragment(poll, run_every=every)()


def when_ready(futures: Sequence[Future], draw: Callable[[], None], waiting_for: str, every: float) -> None:
    """Draws once all results are there; until then it says what is waited for."""
    wait(futures, PATIENCE_SECONDS)
    if all(future.done() for future in futures):
        draw()
        return

    def poll() -> None:
        if say_failed(futures):
            return
        done = sum(future.done() for future in futures)
        if done == len(futures):
            st.rerun()
        st.progress(done / len(futures), waiting_for)

    st.fragment(poll, run_every=every)()
