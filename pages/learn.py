"""What does BLEU count, and what does it not see? First what it is; then one caveat a lesson: predict, look, change a
word, and its claim, the answer, comes last; at the end misprints in the literature."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui import state
from ui.errata import misprints
from ui.kit import links, send
from ui.learn import bleu, classroom, classroom_views, example, listing, quiz, screen, story
from ui.learn.lessons import LESSONS
from ui.store import waiting
from workspace import Stage


def main() -> None:
    lecture = classroom.joined()
    if lecture is not None and not lecture.is_led:
        waiting.when_compiled(partial(classroom_views.follow, lecture, partial(screen.show, lecture=lecture)))
        return
    classroom_views.say_in_vain()
    name = state.chosen_lesson(listing.NAMES, bleu.NAME)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        listing.choose(name)
        if lecture is None:
            shown = name in LESSONS and st.toggle(
                "Show answers", key="answers", bind="query-params", persist_state=example.KEPT
            )
            classroom_views.offer(name)
    if lecture is not None:
        lecture = classroom_views.lead(lecture, name)
        shown = lecture.stage == Stage.ANSWERED
    if name != listing.ERRATA:
        send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.title(name))))
    if name == listing.ERRATA:
        misprints.draw()
    elif name in quiz.NAMES:
        waiting.when_compiled(partial(quiz.draw, name, listing.following(name)))
    elif name == bleu.NAME:
        waiting.when_compiled(say_what_bleu_is)
    else:
        waiting.when_compiled(partial(screen.show, name, LESSONS[name], shown, lecture))


def say_what_bleu_is() -> None:
    story.mount(bleu.story(), "story")
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-story"):
        links.playground_link(bleu.TEXTS, "Try it yourself, with this sentence")
        following = listing.following(bleu.NAME)
        st.button(
            f"Next lesson: {listing.title(following)}",
            key="next-below",
            type="primary",
            on_click=state.choose_lesson,
            args=(following,),
        )


main()
