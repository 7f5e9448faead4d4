"""Results that take a while: a progress bar until they are computed, then the results."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import wait
from contextlib import contextmanager
from functools import partial
from typing import Any

import streamlit as st

from scoring import Metric, TestSet
from server.engine.runs import runs
from server.engine.tasks import REFUSALS, Job, JobCancelled, JobOwner, T, Task
from ui.session import state
from ui.store import cache

PATIENCE_SECONDS = 0.25
"""Seconds within which results are awaited and drawn at once, without a progress bar that flickers."""
POLL_SECONDS = 0.25
"""Seconds between two looks of a page for results from the background."""
FILL_SECONDS = 0.5
"""Seconds between two looks where a page redraws all results each time, which keeps the browser busy."""
RENEW_SECONDS = 20
DRAWN_PLACES_KEY = "places_drawn"
"""The session's key for the places that this run of the script has drawn."""


def when_ready(
    place: str,
    tasks: Sequence[Task[Any]],
    draw: Callable[..., None],
    waiting_for: str,
    share: Callable[[Sequence[Job[Any]]], float] | None = None,
) -> bool:
    """Draw the results, one argument each, once all are computed; return whether this run of the page did.

    Until then a progress bar says ``waiting_for``. ``share`` computes how much is done, 0-1; by default the mean.
    """
    jobs = _want(place, tasks)
    with st.container():  # so that what is below keeps its place when the results come
        are_there = _are_there(jobs, lambda: st.progress((share or _mean_share)(jobs), waiting_for))
        if are_there and _are_all_accepted(jobs):
            draw(*(job.future.result() for job in jobs))
        return are_there


def when_measured(metric: Metric, test_set: TestSet, draw: Callable[[cache.Statistics], None]) -> None:
    """Draw once the metric's statistics of every segment of every system are computed.

    Without references there are no statistics, and ``draw`` is called at once with an empty dict.
    """
    if not test_set.references:
        draw({})
        return
    when_ready(
        "measured", [cache.statistics_task(metric, test_set)], draw, f"Computing {metric.full_name} of every segment."
    )


def when_compiled(draw: Callable[[], None]) -> None:
    """Draw once every metric's kernels are compiled, which takes a while only after an installation."""
    waiting_for = "The metrics' code is being compiled for this machine, once after an installation."
    when_ready("kernels", [cache.compilation_task()], lambda _: draw(), waiting_for)


def wait_for_result(place: str, task: Task[T], saying: str) -> T | None:
    """Return a task's result, and wait for it in this run with a spinner that says ``saying``; None if cancelled.

    It is for results on which everything else on the page depends. Another press ends the run, and the next run waits
    for the same job. Raises what the task raises.
    """
    (job,) = _want(place, [task])
    if not job.future.done():
        with st.spinner(saying, show_time=True):
            while not job.future.done():
                with runs.waiting():
                    wait([job.future], POLL_SECONDS)
                _renew()
    try:
        return job.future.result()
    except JobCancelled:
        return None


def draw_partial_results(
    place: str,
    tasks: Mapping[str, Task[T]],
    draw: Callable[[dict[str, T | None]], None],
    only: Collection[str] | None = None,
    what: str = "columns",
    draw_meanwhile: Callable[[], None] | None = None,
) -> None:
    """Draw results by name, None for missing ones, again every ``FILL_SECONDS`` until all are computed.

    If ``only`` some are asked for, the others stay missing until a later run of the page asks for them. Meanwhile a
    progress bar says how many of ``what`` are computed; an empty ``what`` means no bar, because another place has one.
    ``draw_meanwhile`` draws in place of ``draw`` until all are computed.
    """
    requested_tasks = {name: task for name, task in tasks.items() if only is None or name in only}
    jobs = dict(zip(requested_tasks, _want(place, list(requested_tasks.values())), strict=True))

    def draw_columns() -> None:
        results = {name: job.future.result() for name, job in jobs.items() if _is_there(job)}
        draw({name: results.get(name) for name in tasks})
        _are_all_accepted(list(jobs.values()))

    def meanwhile() -> None:
        (draw_meanwhile or draw_columns)()
        n_done = sum(_is_there(job) or _refusal(job) is not None for job in jobs.values())
        if what:
            share = max(n_done / len(jobs), _mean_share(list(jobs.values())))
            st.progress(share, f"Computed {n_done} of {len(jobs)} {what}. The rest of the page is ready.")

    with st.container():
        if _are_there(list(jobs.values()), meanwhile, draw_columns, FILL_SECONDS):
            draw_columns()


def available_results(place: str, tasks: Mapping[str, Task[T]]) -> dict[str, T | None]:
    """Return results by name, None for missing ones, without waiting.

    The same place shows the missing ones once they are computed.
    """
    jobs = dict(zip(tasks, _want(place, list(tasks.values())), strict=True))
    return {name: job.future.result() if _is_there(job) else None for name, job in jobs.items()}


def result_or_progress(
    place: str, task: Task[T], doing: str, draw_so_far: Callable[[], object] = lambda: None
) -> T | None:
    """Return the result of a long task; None until it is computed.

    Until then the page shows the progress, a button that cancels, and what ``draw_so_far`` draws. ``place`` is one of
    the page's ``cancelling_places``. After a cancellation the task starts again only when the visitor asks for it.
    """
    owner, cancelled = JobOwner(state.visitor(), place), f"cancelled_{place}"
    if state.widget_value(cancelled) == task.key:
        _note_drawn(place)
        st.info("Cancelled. Nothing is kept of a run that is not done.")
        st.button("Run again", key=f"again-{place}", on_click=state.set_widget_value, args=(cancelled, None))
        return None
    (job,) = _want(place, [task])

    def cancel() -> None:
        state.set_widget_value(cancelled, task.key)  # first: another message may end a callback halfway
        cache.engine().give_up(owner)

    def meanwhile() -> None:
        if state.widget_value(cancelled) == task.key:
            st.rerun()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(job.share, doing if job.begun else f"Waiting for its turn: {doing}")
            st.button("Cancel", key=f"cancel-{place}", on_click=cancel)
        draw_so_far()

    if not _are_there([job], meanwhile):
        return None
    st.empty()  # replaces the progress and its button at once: else they stay until the whole page is drawn
    return job.future.result() if _are_all_accepted([job]) else None


@contextmanager
def cancelling_places(*names: str) -> Iterator[None]:
    """Cancel, at the end of the ``with`` block, the tasks at those of the places that the run has not drawn.

    The visitor no longer sees a button to cancel these tasks. ``names`` are all places of the page with tasks that can
    be cancelled.
    """
    state.set_widget_value(DRAWN_PLACES_KEY, set())
    yield
    for name in set(names) - state.widget_value(DRAWN_PLACES_KEY):
        cache.engine().give_up(JobOwner(state.visitor(), name))


def keep_wishes() -> None:
    """Keep a visitor's jobs running while they read another page, until they close the app."""
    with st.container():  # so that what is below keeps its place when all is done
        if _renew():
            st.fragment(_renew, run_every=RENEW_SECONDS)()


def _want(place: str, tasks: Sequence[Task[Any]]) -> list[Job[Any]]:
    _note_drawn(place)
    return cache.engine().want(JobOwner(state.visitor(), place), tasks)


def _note_drawn(place: str) -> None:
    state.widget_value(DRAWN_PLACES_KEY, set()).add(place)


def _renew() -> bool:
    return cache.engine().renew(state.visitor())


def _are_there(
    jobs: Sequence[Job[Any]],
    meanwhile: Callable[[], object],
    draw_refused: Callable[[], object] | None = None,
    every: float = POLL_SECONDS,
) -> bool:
    """Return whether all jobs have a result or were refused; if not, draw ``meanwhile`` until they have.

    After that the whole page is drawn again.
    """

    draw_refused = draw_refused or partial(_are_all_accepted, jobs)

    def poll() -> None:
        if any(_has_failed(job) for job in jobs):
            # To draw the page again would begin the work again.
            st.error("This could not be computed. The server's log says why; reload the page to try again.")
            return
        if all(job.future.done() for job in jobs):
            if any(_refusal(job) for job in jobs):
                draw_refused()  # in this place: to draw the page again would ask again
                return
            st.rerun()
        _renew()
        meanwhile()

    with runs.waiting():
        wait([job.future for job in jobs], PATIENCE_SECONDS)
    if all(_is_there(job) or _refusal(job) is not None for job in jobs):
        return True
    st.fragment(poll, run_every=every)()
    return False


def _is_there(job: Job[Any]) -> bool:
    return job.future.done() and job.future.exception() is None


def _has_failed(job: Job[Any]) -> bool:
    """Return whether a job has failed; a cancellation or a refusal is no failure."""
    return job.future.done() and isinstance(job.future.exception(), Exception) and _refusal(job) is None


def _refusal(job: Job[Any]) -> str | None:
    """Return why the job was refused, in words for the visitor; None if it was not.

    A reason is, for example, that a test set is too long for the job.
    """
    error = job.future.exception() if job.future.done() else None
    return str(error) if isinstance(error, REFUSALS) else None


def _are_all_accepted(jobs: Sequence[Job[Any]]) -> bool:
    """Return whether no job was refused; say on the page why any was."""
    reasons = [reason for reason in map(_refusal, jobs) if reason is not None]
    for reason in dict.fromkeys(reasons):
        st.warning(reason)
    return not reasons


def _mean_share(jobs: Sequence[Job[Any]]) -> float:
    return sum(job.share for job in jobs) / len(jobs)
