"""Changes of what is kept: made in callbacks, each said in one sentence, also one that could not be made."""

from collections.abc import Callable

from markupsafe import Markup

from scoring.markup import html
from ui import state
from ui.kit import send
from ui.store import kept
from workspace import WorkspaceError

SAID = "change_said"
"""The session's key for the sentence that the next run of the page says."""
DONE, FAILED = "done", "failed"


def change(make: Callable[[], str]) -> None:
    """For callbacks: makes a change, and notes the sentence that it gives, or why there was no change.

    Sentences have people's names in them: they are shown as they are, never as Markdown.
    """
    try:
        said = make()
    except WorkspaceError as error:
        state.offer(SAID, (FAILED, str(error)))
        return
    kept.changed()
    state.offer(SAID, (DONE, said) if said else None)


def say() -> None:
    """What the last change did, once: at the head of every page, unless something nearer has said it before."""
    said = state.current(SAID)
    state.offer(SAID, None)
    if said is not None:
        draw_sentence(*said)


def draw_sentence(how: str, sentence: str) -> None:
    """``how`` is DONE or FAILED."""
    role = "alert" if how == FAILED else "status"
    send.html(html.page(Markup('<p class="said {}" role="{}" dir="auto">{}</p>').format(how, role, sentence)))
