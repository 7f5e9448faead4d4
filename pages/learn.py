"""What does BLEU count, and what does it not see? First what it is; then one caveat a lesson: predict, look, change a
word, and its claim, the answer, comes last; at the end misprints in the literature."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page, rules_beside
from ui import state
from ui.errata import misprints
from ui.kit import links, send
from ui.learn import bleu, example, listing, memory, notes, present, progress, screen, story
from ui.learn.lessons import LESSONS
from ui.learn.records import Record
from ui.store import waiting


def main() -> None:
    send.style(rules_beside(listing.__file__))
    name = state.chosen_lesson(listing.NAMES)
    memory.recall(name)
    if state.named("notes"):
        waiting.when_compiled(partial(notes.show, name))
    elif state.named("present"):
        present.show(name, partial(draw, name, present.is_answered(), True))
    else:
        read(name)
    memory.mount(name)


def read(name: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        listing.choose(name)
        shown = name in LESSONS and st.toggle(
            "Show answers", key="answers", bind="query-params", persist_state=example.KEPT
        )
        st.button("Present", key="begin-presenting", icon=":material/slideshow:", on_click=present.begin, args=(name,))
        st.link_button("Notes", present.notes_address(name), type="tertiary", help=present.FOR_TEACHERS)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="headline"):
        if name != listing.ERRATA:
            send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.title(name))), "content")
        way = st.container(width="content")
    draw(name, shown, False)
    with way:
        progress.draw(listing.NAMES, name, listing.title)


def draw(name: str, shown: bool, is_presented: bool) -> None:
    if name == listing.ERRATA:
        memory.keep(name, Record(mark="seen"))
        misprints.draw()
    elif name == bleu.NAME:
        waiting.when_compiled(partial(say_what_bleu_is, is_presented))
    else:
        waiting.when_compiled(partial(screen.show, name, LESSONS[name], shown, is_presented))


def say_what_bleu_is(is_presented: bool) -> None:
    story.mount(bleu.story(), "story", lambda: memory.keep(bleu.NAME, Record(mark="seen")))
    if not is_presented:
        with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-story"):
            links.playground_link(bleu.TEXTS, "Try it yourself, with this sentence")
            listing.go_on(bleu.NAME, is_done=True)


main()
