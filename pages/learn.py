"""What does BLEU not see? One caveat a lesson: predict, look, change a word. Its claim, the answer, comes last."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui import state
from ui.drawing import component, tiles
from ui.drawing.tiles import Made, Tile, TileRow, Tiles, Verdict
from ui.kit import columns, exports, grid, layout, links, send
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
TILES = "tiles"
"""What the tiles' key ends in, in place of a field's name."""


def main() -> None:
    name = state.chosen_lesson(list(LESSONS))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        choose_lesson(name)
        shown = st.toggle("Show answers", key="answers", bind="query-params")
        links.page_link("errata", "Errata in the literature")
    lesson = LESSONS[name]
    send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(title(name))))
    waiting.when_compiled(partial(show, name, lesson, shown))


def title(name: str) -> str:
    return f"{list(LESSONS).index(name) + 1}. {LESSONS[name].title}"


def choose_lesson(name: str) -> None:
    """The list of lessons, and the way to the neighbours."""
    names = list(LESSONS)
    state.offer("lesson_list", name)
    st.selectbox(
        "Lesson",
        names,
        key="lesson_list",
        format_func=title,
        label_visibility="collapsed",
        width=330,
        on_change=lambda: state.choose_lesson(state.current("lesson_list")),
    )
    place = names.index(name)
    for label, to in (("Previous", place - 1), ("Next", place + 1)):
        there = 0 <= to < len(names)
        st.button(
            label,
            key=f"{label.lower()}-lesson",
            disabled=not there,
            on_click=state.choose_lesson,
            args=(names[to] if there else name,),
        )


def show(name: str, lesson: parts.Lesson, shown: bool) -> None:
    above = st.container(key="sentences")
    form, asked = beside(1.25)
    left, right = (asked, form) if are_tiles(lesson) else (form, asked)
    with left:
        values, made = edit(name, lesson)
    with right, st.container(border=True, key="question"):
        answer = ask(name, lesson, made, edited=values != lesson.example)
        answered = shown or answer is not None
        reveal(lesson, answer, answered, edited=values != lesson.example)
    with above:
        mount(name, lesson, values, made, answer, answered)
    computed = lesson.compute(values)  # may take a while: the tiles do not wait for it
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


def are_tiles(lesson: parts.Lesson) -> bool:
    """Whether nothing is left to fill in beside the question."""
    return bool(lesson.words) and len(lesson.words) == len(lesson.fields)


def beside(ratio: float) -> tuple[Any, Any]:
    """Two containers, the first so many times as wide on a projector; one above the other where both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width="stretch"), st.container(width=round(PROJECTED / (1 + ratio)))


def edit(name: str, lesson: parts.Lesson) -> tuple[parts.Values, Mapping[str, Made]]:
    """The example as the visitor has it, and what has been made of its tiles.

    Going back to the lesson's begins all its widgets anew.
    """
    made = tiles.made(key_of(name, TILES))
    values = {
        field.name: written(field, made)
        if isinstance(field, parts.Words)
        else DRAWN[type(field)](field, key_of(name, field.name))
        for field in lesson.fields
    }
    if values != lesson.example:
        st.button("Back to the example", key="back-to-example", type="tertiary", on_click=begin_anew, args=(name,))
    return values, made


def key_of(name: str, which: str) -> str:
    """Of a lesson's field, or of its tiles."""
    version = f"lesson_{name}"
    return f"{version}_{state.current(version, 0)}_{which}"


def begin_anew(name: str) -> None:
    """For callbacks: the next widgets have other keys, for a browser keeps what stands in those that it has."""
    state.forget([key_of(name, field.name) for field in LESSONS[name].fields])
    tiles.forget(key_of(name, TILES))
    version = f"lesson_{name}"
    state.offer(version, state.current(version, 0) + 1)


def written(field: parts.Words, made: Mapping[str, Made]) -> str:
    """What stands in a field's rows, one a line."""
    lines = zip(field.rows, field.default.split("\n"), strict=True)
    return "\n".join(made[row].text if row in made else line for row, line in lines)


def mount(
    name: str,
    lesson: parts.Lesson,
    values: parts.Values,
    made: Mapping[str, Made],
    answer: parts.Answer | None,
    answered: bool,
) -> None:
    """The lesson's sentences as tiles, with the verdict on each word that was clicked."""
    if not lesson.words:
        return
    seen, is_example = lesson.seen(values, answered), values == lesson.example
    clicked = lesson.ask(lesson.example).clicked
    rows = []
    for field in lesson.words:
        texts = values[field.name].split("\n")
        looks = seen.get(field.name) or [parts.Seen()] * len(texts)
        for (row, label), text, look in zip(field.rows.items(), texts, looks, strict=True):
            drawn = tiles.tiles_of(tile_texts(text, look, made.get(row)), look.matches)
            if clicked and clicked.row == row and is_example and isinstance(answer, tuple):
                drawn = with_verdicts(drawn, clicked.verdicts(answer))
            is_asked = is_example and not answered
            chosen = made[row].chosen if row in made and is_asked else ()
            rows.append(TileRow(row, label, drawn, field.mode_while(is_asked), chosen, look.note, look.color))
    tiles.mount(Tiles("The sentences of this lesson", tuple(rows)), key_of(name, TILES))


def tile_texts(text: str, look: parts.Seen, made: Made | None) -> Sequence[str]:
    """Tiles that were moved stay what they were."""
    return made.tiles if made and made.by == "drag" else look.tiles(text.split())


def with_verdicts(drawn: Sequence[Tile], verdicts: Sequence[Verdict]) -> tuple[Tile, ...]:
    """In place of colours, which mark others of equal words as those that count."""
    plain = tiles.tiles_of([" ".join(word.text for word in tile.words) for tile in drawn])
    return tuple(replace(tile, verdict=verdict) for tile, verdict in zip(plain, verdicts, strict=True))


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


def ask(name: str, lesson: parts.Lesson, made: Mapping[str, Made], edited: bool) -> parts.Answer | None:
    """The visitor's answer, if there is one yet."""
    question = lesson.ask(lesson.example)
    if edited:
        st.caption("Asked of the example as the lesson brings it.")
    if question.clicked:
        st.markdown(f"**Predict first.** {question.prompt}")
        return check(name, question.clicked, made, edited)
    choices = list(range(len(question.choices)))
    return st.radio(
        f"**Predict first.** {question.prompt}",
        choices,
        index=None,
        format_func=question.choices.__getitem__,
        key=answer_key(name),
        persist_state=KEPT,
    )


def answer_key(name: str) -> str:
    return f"lesson_{name}_answer"


def check(name: str, clicked: parts.Clicked, made: Mapping[str, Made], edited: bool) -> tuple[int, ...] | None:
    """The words that were clicked when the visitor had done with it."""
    answer: tuple[int, ...] | None = state.current(answer_key(name))
    if answer is None:
        st.button("Check", key="check", type="primary", disabled=edited, on_click=take_clicks, args=(name, clicked))
    else:
        st.button("Predict again", key="predict-again", type="tertiary", on_click=ask_again, args=(name,))
    return answer


def take_clicks(name: str, clicked: parts.Clicked) -> None:
    """For callbacks."""
    row = tiles.made(key_of(name, TILES)).get(clicked.row)
    state.offer(answer_key(name), tuple(place for place in row.chosen if place < len(clicked.words)) if row else ())


def ask_again(name: str) -> None:
    """For callbacks."""
    begin_anew(name)
    state.forget([answer_key(name)])


def reveal(lesson: parts.Lesson, answer: parts.Answer | None, answered: bool, edited: bool) -> None:
    """The verdict on the example as the lesson brings it does not stand beside another one."""
    if not answered:
        st.caption("Answer; then the computation opens.")
        return
    question = lesson.ask(lesson.example)
    said = Markup('<p class="reveal">{} {}</p>').format(verdict(question, answer), question.reveal)
    claim = Markup('<p class="claim">{}</p>').format(lesson.claim)
    send.html(page(claim if edited else said + claim))


def verdict(question: parts.Question, answer: parts.Answer | None) -> Markup:
    if answer is None:
        return Markup("<b>{}.</b>").format(question.answer)
    if question.is_right(answer):
        return Markup("<b>✓ Right.</b>")
    return Markup("<b>✗ Not so.</b> It is “{}”.").format(question.answer)


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
