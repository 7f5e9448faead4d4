"""Learn for a room: a lesson's question, then its answer, then the next one, by arrow keys and nothing around it."""

from collections.abc import Callable
from typing import Final

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui import navigation, state
from ui.kit import send, steps
from ui.kit.steps import Heard, Step
from ui.learn import bleu, listing
from ui.learn.lessons import LESSONS

ANSWER: Final = "answer"
"""In the address, of a lesson whose answer is shown."""
FOR_TEACHERS: Final = "What to say, and what students think: for the teacher, in a window of its own"
PLACES: Final = tuple((name, part) for name in listing.PARTS for part in (("", ANSWER) if name in LESSONS else ("",)))
"""A part of Learn, and how far it has come, in the order of keys."""
STEPS = (
    Step("present-back", "Back", "back", "ArrowLeft", "←", ("PageUp",)),
    Step("present-on", "On", "on", "ArrowRight", "→", ("PageDown",)),
)


def is_answered() -> bool:
    """Whether the lesson that is presented has come to its answer."""
    return state.named("part") == ANSWER


def move_to_answer(name: str) -> None:
    """For the middle of a page: runs it again with the lesson's answer."""
    state.choose_lesson(name, ANSWER)
    st.rerun()


def begin(name: str) -> None:
    """For callbacks."""
    state.name({"lesson": name, "part": "", "present": "1"})


def leave() -> None:
    """For callbacks."""
    state.name({"part": "", "present": ""})


def show(name: str, draw: Callable[[], None]) -> None:
    """A part of Learn under a line that says how far one has come."""
    with st.container(key="presenting"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="present-bar"):
            send.html(page(said(name)))
            move("present-steps")
            st.link_button("Notes", notes_address(name), type="tertiary", help=FOR_TEACHERS)
            st.button("Leave", key="leave", type="tertiary", shortcut="Escape", on_click=leave)
        draw()


def said(name: str) -> Markup:
    """Which lesson of how many, and a bar."""
    done = (PLACES.index(here(name)) + 1) / len(PLACES)
    where = f"{listing.number(name)} of {len(LESSONS)}" if name in LESSONS else ""
    what = f"{where} · {'answer' if is_answered() else 'question'}" if where else ""
    title = listing.title(name)
    bar = Markup('<i style="width:{:.1f}%"></i>').format(100 * done)
    return Markup('<div class="presented"><h2>{}</h2><span>{}</span>{}</div>').format(title, what, bar)


def here(name: str) -> tuple[str, str]:
    return name, ANSWER if name in LESSONS and is_answered() else ""


def move(key: str) -> None:
    """The buttons and keys that go through all of it."""

    def place() -> int:
        return PLACES.index(here(state.chosen_lesson(listing.PARTS, bleu.NAME)))

    def go(to: int, heard: Heard) -> None:
        state.choose_lesson(*PLACES[to], heard)

    steps.draw(key, STEPS, len(PLACES), place, go, quiet=True)


def notes_address(name: str) -> str:
    return f"{state.address_of(navigation.LEARN)}?lesson={name}&notes=1"
