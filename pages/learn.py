"""What does BLEU count, and what does it not see? First what it is; then one caveat a lesson: predict, look, change a
word, and its claim, the answer, comes last; at the end misprints in the literature."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui import state
from ui.errata import misprints
from ui.kit import links, send
from ui.learn import bleu, example, listing, screen, story
from ui.learn.lessons import LESSONS
from ui.store import waiting


def main() -> None:
    name = state.chosen_lesson(listing.NAMES)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        listing.choose(name)
        shown = name in LESSONS and st.toggle(
            "Show answers", key="answers", bind="query-params", persist_state=example.KEPT
        )
    if name != listing.ERRATA:
        send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.title(name))))
    if name == listing.ERRATA:
        misprints.draw()
    elif name == bleu.NAME:
        waiting.when_compiled(say_what_bleu_is)
    else:
        waiting.when_compiled(partial(screen.show, name, LESSONS[name], shown))


def say_what_bleu_is() -> None:
    story.mount(bleu.story(), "story")
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-story"):
        links.playground_link(bleu.TEXTS, "Try it yourself, with this sentence")
        following = listing.NAMES[1]
        st.button(
            f"Next lesson: {listing.title(following)}",
            key="next-below",
            type="primary",
            on_click=state.choose_lesson,
            args=(following,),
        )


main()
