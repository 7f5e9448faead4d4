"""What does BLEU count, and what does it not see? First what it is; then one caveat a lesson: predict, look, change a
word, and its claim, the answer, comes last; at the end misprints in the literature."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui import state
from ui.drawing import component
from ui.errata import misprints
from ui.kit import columns, exports, grid, layout, links, send
from ui.learn import bleu, story
from ui.learn.lessons import LESSONS, parts
from ui.store import waiting

KEPT: Final = "session"
"""What is set stays while other pages are visited."""
CHARACTERS = 4_000
LINE_HEIGHT = 20
"""px of a text area's line; its label and what is around the lines take PADDING."""
PADDING = 56
PROJECTED = 790
"""px of a page's width, with the sidebar, on a projector."""
UNDEFINED = "–"
ERRATA: Final = "errata"
"""The last part's name in the address."""
NAMES: Final = (bleu.NAME, *LESSONS, ERRATA)
"""Of all parts, in their order."""


def main() -> None:
    name = state.chosen_lesson(NAMES)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        choose_lesson(name)
        shown = name in LESSONS and st.toggle("Show answers", key="answers", bind="query-params", persist_state=KEPT)
    if name != ERRATA:
        send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(title(name))))
    if name == ERRATA:
        misprints.draw()
    elif name == bleu.NAME:
        waiting.when_compiled(say_what_bleu_is)
    else:
        waiting.when_compiled(partial(show, name, LESSONS[name], shown))


def title(name: str) -> str:
    """Lessons with a question are numbered from 1."""
    if name == ERRATA:
        return "Errata in the literature"
    return f"{NAMES.index(name)}. {bleu.TITLE if name == bleu.NAME else LESSONS[name].title}"


def say_what_bleu_is() -> None:
    story.mount(bleu.story(), "story")
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-story"):
        links.playground_link(bleu.TEXTS, "Try it yourself, with this sentence")
        following = NAMES[1]
        st.button(
            f"Next lesson: {title(following)}",
            key="next-below",
            type="primary",
            on_click=state.choose_lesson,
            args=(following,),
        )


def choose_lesson(name: str) -> None:
    """The list of lessons, and the way to the neighbours."""
    state.offer("lesson_list", name)
    st.selectbox(
        "Lesson",
        NAMES,
        key="lesson_list",
        format_func=title,
        label_visibility="collapsed",
        width=330,
        on_change=lambda: state.choose_lesson(state.current("lesson_list")),
    )
    place = NAMES.index(name)
    for label, to in (("Previous", place - 1), ("Next", place + 1)):
        there = 0 <= to < len(NAMES)
        st.button(
            label,
            key=f"{label.lower()}-lesson",
            disabled=not there,
            on_click=state.choose_lesson,
            args=(NAMES[to] if there else name,),
        )


def show(name: str, lesson: parts.Lesson, shown: bool) -> None:
    left, right = beside(1.25)
    with left:
        values = edit(name, lesson)
    computed = lesson.compute(values)
    with right:
        answered = ask(name, lesson, shown, edited=values != lesson.example)
    with left:
        draw(name, computed.before)
        if answered:
            draw(name, computed.key, "key")
    if answered:
        draw(name, computed.rest, "rest")
        st.subheader("In practice", anchor=False)
        send.html(page(Markup('<p class="prose">{}</p>').format(lesson.practice)))
        with st.container(horizontal=True, gap="medium"):
            for target, label in lesson.pages:
                links.page_link(target, label)
        sources = Markup("").join(Markup("<li>{}</li>").format(source) for source in lesson.sources)
        send.html(page(Markup('<div class="sources"><b>Sources</b><ul>{}</ul></div>').format(sources)))


def beside(ratio: float) -> tuple[Any, Any]:
    """Two containers, the first so many times as wide on a projector; one above the other where both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width="stretch"), st.container(width=round(PROJECTED / (1 + ratio)))


def edit(name: str, lesson: parts.Lesson) -> parts.Values:
    """The example as the visitor has it; going back to the lesson's begins all its widgets anew."""
    version = f"lesson_{name}"
    keys = {field.name: f"{version}_{state.current(version, 0)}_{field.name}" for field in lesson.fields}
    values = {field.name: DRAWN[type(field)](field, keys[field.name]) for field in lesson.fields}
    if values != lesson.example:
        st.button(
            "Back to the example",
            key="back-to-example",
            type="tertiary",
            on_click=begin_anew,
            args=(version, list(keys.values())),
        )
    return values


def begin_anew(version: str, keys: list[str]) -> None:
    """For callbacks: the next widgets have other keys, for a browser keeps what stands in those that it has."""
    state.offer(version, state.current(version, 0) + 1)
    state.forget(keys)


def edit_text(field: parts.Text, key: str) -> str:
    if field.rows == 1:
        return st.text_input(field.label, field.default, max_chars=CHARACTERS, key=key, persist_state=KEPT)
    height = PADDING + LINE_HEIGHT * field.rows
    return st.text_area(field.label, field.default, height=height, max_chars=CHARACTERS, key=key, persist_state=KEPT)


def choose(field: parts.Choice, key: str) -> str:
    return st.segmented_control(
        field.label, field.options, default=field.default, required=True, key=key, persist_state=KEPT
    )


def slide(field: parts.Slider, key: str) -> float:
    return st.slider(field.label, field.least, field.most, field.default, field.step, key=key, persist_state=KEPT)


def count(field: parts.Clicks, key: str) -> int:
    """How often the visitor has clicked, each button weighed."""
    reached = state.current(key, field.default)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for number, (label, step) in enumerate(field.steps.items()):
            st.button(
                label,
                key=f"{field.name}-{number}",
                disabled=reached >= field.most,
                on_click=state.offer,
                args=(key, min(reached + step, field.most)),
            )
        st.markdown(f"**{reached:,}** {field.label}")
    return reached


DRAWN: dict[type[parts.Field], Callable[[Any, str], Any]] = {
    parts.Text: edit_text,
    parts.Choice: choose,
    parts.Slider: slide,
    parts.Clicks: count,
}


def ask(name: str, lesson: parts.Lesson, shown: bool, edited: bool) -> bool:
    """Whether the computation may be seen: once the visitor has chosen an answer, or the teacher wants it."""
    question = lesson.ask(lesson.example)
    choices = list(range(len(question.choices)))
    with st.container(border=True, key="question"):
        if edited:
            st.caption("Asked of the example as the lesson brings it.")
        answer = st.radio(
            f"**Predict first.** {question.prompt}",
            choices,
            index=None,
            format_func=question.choices.__getitem__,
            key=f"lesson_{name}_answer",
            persist_state=KEPT,
        )
        if answer is None and not shown:
            st.caption("Choose an answer; then the computation opens.")
            return False
        revealed = Markup('<p class="reveal">{} {}</p><p class="claim">{}</p>')
        send.html(page(revealed.format(verdict(question, answer), question.reveal, lesson.claim)))
    return True


def verdict(question: parts.Question, answer: int | None) -> Markup:
    right = question.choices[question.right]
    if answer is None:
        return Markup("<b>{}.</b>").format(right)
    if answer == question.right:
        return Markup("<b>✓ Right.</b>")
    return Markup("<b>✗ Not so.</b> It is “{}”.").format(right)


def draw(name: str, blocks: tuple[parts.Block, ...], place: str = "before") -> None:
    """Blocks one beneath another; ``place`` tells their keys apart."""
    for number, block in enumerate(blocks):
        draw_block(block, f"{name}-{place}-{number}")


def draw_block(block: parts.Block, key: str) -> None:
    match block:
        case parts.Html():
            send.html(block.html)
        case parts.Plain():
            send.html(page(Markup("<small>{}</small>").format(block.text)))
        case parts.Facts():
            send.html(parts.facts_html(block))
        case parts.Formula():
            st.latex(block.latex)
        case parts.Heading():
            st.subheader(block.text, anchor=False)
        case parts.Table():
            draw_table(block)
        case parts.Export():
            exports.offer(block.frame, block.name)
        case parts.Chart():
            st.plotly_chart(block.figure, key=f"chart-{block.name}", alt=block.alt)
        case parts.Beside():
            for side, part, name in zip(beside(block.ratio), (block.left, block.right), "lr", strict=True):
                with side:
                    draw(key, part, name)
        case _:
            component.mount(block, key)


def draw_table(table: parts.Table) -> None:
    grid.show(
        table.frame,
        {name: st.column_config.NumberColumn(format=form) for name, form in table.formats.items()},
        partial(columns.with_probabilities, undefined=UNDEFINED),
        height=grid.height(table.frame, layout.TABLE_HEIGHT),
        key=f"table-{table.name}",
        placeholder=UNDEFINED,
    )
    if table.caption:
        st.caption(table.caption)
    exports.offer(table.frame, table.name)


main()
