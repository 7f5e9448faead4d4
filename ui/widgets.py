"""Small pieces that several pages put together: downloads, tables with their best marked, results that come late."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import Any

import pandas as pd
import streamlit as st

from scoring.dialects import Parameters
from ui import cache, pairs, playground, report, state
from ui.background import Run, Who
from ui.playground import Texts

PATIENCE_SECONDS = 0.25
"""What is done within this time is drawn at once and never flickers."""
POLL_SECONDS = 0.4
"""How often it is asked whether what is computed in the background is there."""
BOUND = {"bind": "query-params"}
"""Of a widget that is in the address."""
SHORT_TABLE, TABLE_HEIGHT, TALL_TABLE = 213, 248, 318
"""px of tables that scroll, of 5, 6 and 8 rows."""
HALF = 460
"""px of what stands beside its like where both fit."""


DRAWN = "places_drawn"
"""Under this name a session has the places for runs that this run of the script has drawn."""


def page_path(name: str) -> str:
    """A page's file as Streamlit wants it: seen from ui/shell.py."""
    return f"../pages/{name}.py"


def page_link(name: str, label: str, **parameters: str) -> None:
    """``parameters`` are what widgets of that page are to hold."""
    st.page_link(page_path(name), label=label, query_params=parameters or None)


def playground_link(texts: Texts, label: str, **parameters: str) -> None:
    """Opens texts in the Playground; ``parameters`` are further ones of its address."""
    code = playground.encode(texts)
    fits = playground.fits(code) and not playground.problem(texts)
    st.page_link(
        page_path("playground"),
        label=label,
        icon=":material/edit_note:",
        disabled=not fits,
        help=None if fits else "Too much for a link. Show fewer systems, or paste the texts there.",
        query_params={"text": code if fits else "", **parameters},
    )


SLIDERS = {
    "epsilon": ("ε of method 1", 0.0, 1.0, 0.01),
    "K": ("K of methods 4 and 7", 1.0, 20.0, 0.5),
    "alpha": ("α of method 6", 0.0, 20.0, 0.5),
}
"""The paper's free parameters: what the slider says, least, most, step."""


def parameter(name: str, width: int | str = "stretch") -> float:
    """The slider of one of the paper's free parameters; wherever it stands, it is the same one."""
    label, least, most, step = SLIDERS[name]
    usual = getattr(Parameters, name.lower())
    caution = (
        "Where K is less than ln of the hypothesis' length, zero counts become more than 1." if name == "K" else None
    )
    return st.slider(label, least, most, usual, step, key=name.lower(), width=width, help=caution, **BOUND)


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


def fill_in(draw: Callable[[], None], futures: Sequence[Future]) -> None:
    """Draws the columns that are there, and again every few tenths of a second until all are."""

    def progress() -> tuple[float, str]:
        said = f"Computed {_done(futures)} of {len(futures)} columns. The rest of the page is ready."
        return _share(futures), said

    _follow(futures, draw, draw, progress)


def when_ready(
    futures: Sequence[Future],
    draw: Callable[[], None],
    waiting_for: str,
    share: Callable[[], float] | None = None,
) -> None:
    """Draws once all results are there; until then it says what is waited for, and which ``share`` is done, 0-1."""
    _follow(futures, draw, None, lambda: (share() if share else _share(futures), waiting_for))


def when_compiled(draw: Callable[[], None]) -> None:
    """Draws once every metric's kernels are there, which takes a while only after an installation."""
    waiting_for = "The metrics' code is being compiled for this machine, once after an installation."
    when_ready([cache.kernels()], draw, waiting_for)


@contextmanager
def places(*slots: str) -> Iterator[None]:
    """All places that a page has for runs: nothing goes on where none is drawn within, for nobody could cancel it."""
    state.offer(DRAWN, set())
    yield
    for slot in set(slots) - state.current(DRAWN):
        pairs.give_up(Who(state.visitor(), slot))


def when_run(slot: str, what: Hashable, want: Callable[[Who], Run], doing: str) -> Any | None:
    """What a run gives once it is there; until then None, and it says how far it is, and the visitor can cancel it.

    ``slot`` is one of the page's ``places``, ``what`` the run in it. One that was cancelled waits until it is asked for
    anew.
    """
    who, cancelled = Who(state.visitor(), slot), f"cancelled_{slot}"
    state.current(DRAWN).add(slot)
    if state.current(cancelled) == what:
        st.info("Cancelled. Nothing is kept of a run that is not done.")
        st.button("Run again", key=f"again-{slot}", on_click=state.offer, args=(cancelled, None))
        return None
    run = want(who)
    wait([run.future], PATIENCE_SECONDS)
    if run.future.done() and run.future.exception() is None:
        return run.future.result()

    def cancel() -> None:
        pairs.give_up(who)
        state.offer(cancelled, what)

    def poll() -> None:
        if run.future.done() and isinstance(run.future.exception(), Exception):
            _say_failed([run.future])
            return
        if run.future.done() or state.current(cancelled) == what:
            st.rerun()
        pairs.renew(who.visitor)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(run.share, doing if run.begun else f"Waiting for its turn: {doing}")
            st.button("Cancel", key=f"cancel-{slot}", on_click=cancel)

    st.fragment(poll, run_every=POLL_SECONDS)()
    return None


def keep_runs(every: float = 20.0) -> None:
    """Runs go on while the visitor reads another page, until the page is closed."""
    if pairs.renew(state.visitor()):
        st.fragment(lambda: pairs.renew(state.visitor()), run_every=every)()


def _follow(
    futures: Sequence[Future],
    draw: Callable[[], None],
    meanwhile: Callable[[], None] | None,
    progress: Callable[[], tuple[float, str]],
) -> None:
    """In a container, so that what stands below keeps its place when the results come."""
    wait(futures, PATIENCE_SECONDS)

    def poll() -> None:
        if _say_failed(futures):
            return
        if meanwhile:
            meanwhile()
        if _done(futures) == len(futures):
            st.rerun()
        st.progress(*progress())

    with st.container():
        if _done(futures) < len(futures):
            st.fragment(poll, run_every=POLL_SECONDS)()
        elif not _say_failed(futures):
            draw()


def _done(futures: Sequence[Future]) -> int:
    return sum(future.done() for future in futures)


def _share(futures: Sequence[Future]) -> float:
    return _done(futures) / len(futures)


def _say_failed(futures: Sequence[Future]) -> bool:
    """Whether some of the work failed, which is said; to run the page again would begin it anew."""
    failed = any(future.done() and future.exception() is not None for future in futures)
    if failed:
        st.error("This could not be computed. The server's log says why; reload the page to try again.")
    return failed
