"""One lesson as a screen: sentences and numbers, next to them question and verdict, and folded the reason."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from course import asking, example, listing, memory, present, records, sentences
from course.classroom import classroom, classroom_views
from course.classroom.class_question import class_question
from course.lessons import parts
from scoring.output.markup.html import page
from ui.drawing import component
from ui.kit import address, exports, grid, layout
from ui.session import send, state
from workspace import Lecture


def show_lesson(
    name: str, lesson: parts.Lesson, shown: bool, is_presented: bool = False, lecture: Lecture | None = None
) -> None:
    """Draw a lesson; ``shown``: whether the answer is shown without the visitor's answer.

    Presented, or in a class, the answer is shown only if ``shown``.
    """
    places = lesson_containers()
    alone = lesson.ask(lesson.example)
    question = alone if lecture is None else class_question(lesson)
    if lecture is not None and shown:
        example.show_right_setting(name, lesson, question, lecture.is_led)
    elif lecture is None and asking.given_answer(name, question) is None:
        if shown:
            example.show_right_setting(name, lesson, question, with_tiles=True)
        else:
            example.hide_right_setting(name)
    edited_rows = example.edited_tiles(name)
    values: dict[str, Any] = {**lesson.example, **example.texts_of_tiles(lesson, edited_rows)}
    values |= example.value_moved(name, lesson, question)
    with places.question:
        answer = answered_so_far(name, lesson, question, values, shown, is_presented, lecture)
        verdict_container = st.container(key="verdict")
    answered = shown or (answer is not None and not is_presented and lecture is None)
    if answered:
        with places.chosen:
            is_led = lecture is not None and lecture.is_led
            is_asked = not (shown and is_presented) and not is_led
            values |= example.choose_values(name, lesson, alone.moved if is_asked else alone.slider)
    if lecture is None or not lecture.is_led:
        before = memory.record_of_part(name)
        memory.keep_lesson(name, now := records.make_record(lesson, values, edited_rows, answer, question))
        if is_presented and not shown and now.answer not in ("", before.answer):
            present.move_to_answer(name)
    if question.setting and not answered:
        values[question.setting] = lesson.example[question.setting]
    with verdict_container:
        asking.reveal(lesson, question, values, answer, answered)
    is_only_shown = shown and lecture is None and answer is None and asking.is_about(lesson, question, values)
    if not (is_only_shown or (shown and is_presented)):  # nobody has changed anything yet, or a slide has no room
        with places.back if answered else verdict_container:  # beneath the settings, so that these stay in place
            asking.offer_example(name, lesson, values, asking.is_settled(question, answer, answered))
    with places.sentences:
        sentences.mount_sentences(name, lesson, values, edited_rows, answer, answered, question, is_presented)
    computed = lesson.compute(values)  # may take a while: the tiles do not wait for it
    with places.sentences:
        draw_blocks(name, computed.after if answered and computed.after else computed.before)
        if lesson.of_class is not None and lecture is not None and lecture.is_led:
            draw_blocks(name, lesson.of_class(classroom.counts_of_all_lessons(lecture)()), "class")
    if answered:
        late = blocks_off_slide(computed, is_presented, lecture is not None)
        draw_numbers(name, lesson, computed, places, late)
        with st.expander("Why", key="why"):
            explain(name, lesson, values, (*late, *computed.why))
        with st.expander("Every number", key="every-number"):
            draw_blocks(name, computed.rest, "rest")
    if not is_presented and (lecture is None or lecture.is_led):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-lesson"):
            listing.draw_next_part(name, is_done=answered)
            sentences.draw_playground_links(lesson, values)
            listing.offer_to_forget(listing.PARTS)


@dataclass(frozen=True)
class LessonContainers:
    """The containers on the page for the parts of a lesson."""

    sentences: Any
    question: Any
    numbers: Any
    other_numbers: Any
    formulas: Any
    chosen: Any
    """Container of the other controls."""
    back: Any
    """Container of the button that brings back the example."""


def lesson_containers() -> LessonContainers:
    """Return the containers: sentences above numbers; next to them the question, then the verdict and the formula."""
    with st.container(horizontal=True, gap="small", key="asked"):
        left_column, right_column = st.container(key="seen"), st.container(key="said")
    with left_column:
        sentences, results = st.container(key="sentences"), st.container(key="found")
    with right_column:
        question, chosen = st.container(border=True, key="question"), st.container(key="chosen")
        back, formulas = st.container(), st.container()
    with results:
        numbers, other_numbers = st.container(), st.container()
    return LessonContainers(sentences, question, numbers, other_numbers, formulas, chosen, back)


def answered_so_far(
    name: str,
    lesson: parts.Lesson,
    question: parts.Question,
    values: parts.Values,
    shown: bool,
    is_presented: bool,
    lecture: Lecture | None,
) -> parts.Answer | None:
    """Draw the question and return the answer that counts; a slide with the answer keeps little of the question."""
    if shown and is_presented:
        if lecture is not None:
            classroom_views.draw_result(lecture, question)
        answer = asking.draw_question_reminder(name, question)
        return answer if lecture is None else None
    if lecture is None:
        return asking.ask_question(name, lesson, question, values, is_judged=not is_presented, is_closed=shown)
    answer = None if lecture.is_led else asking.ask_question(name, lesson, question, values, is_closed=shown)
    answer = classroom_views.counted_answer(lecture, question, answer)
    classroom_views.draw_class_question(lecture, question, answer)
    return answer


def draw_numbers(
    name: str,
    lesson: parts.Lesson,
    computed: parts.ComputedBlocks,
    places: LessonContainers,
    late: tuple[parts.Block, ...],
) -> None:
    """Draw the key numbers that are not folded."""
    with places.formulas if lesson.has_numbers_beside else places.numbers:
        draw_blocks(name, computed.key[:1], "first")
    for number, block in enumerate(computed.key[1:]):
        if block not in late:
            with places.formulas if isinstance(block, parts.FormulaBlock) else places.other_numbers:
                draw_blocks(name, (block,), f"key-{number}")


def blocks_off_slide(computed: parts.ComputedBlocks, is_presented: bool, in_class: bool) -> tuple[parts.Block, ...]:
    """Return the key blocks that a slide has no room for; empty if the lesson is not presented.

    A slide has room for a chart or a formula, not for both. In a class it has no formula: the class's answers take its
    place.
    """
    both = tuple(block for block in computed.key if isinstance(block, parts.Chart | parts.FormulaBlock))
    late = both[1:] if is_presented else ()
    if is_presented and in_class:
        late = tuple(block for block in both if block in late or isinstance(block, parts.FormulaBlock))
    return late


def explain(name: str, lesson: parts.Lesson, values: parts.Values, blocks: tuple[parts.Block, ...]) -> None:
    """Draw the folded part: the reason, computations, practice and sources."""
    question = lesson.ask(lesson.example)
    if question.why and asking.is_about(lesson, question, values):
        send.sentences(question.why, look="prose")
    draw_blocks(name, blocks, "why")
    st.subheader("In practice", anchor=False)
    send.sentences(lesson.practice, look="prose")
    with st.container(horizontal=True, gap="medium"):
        for target, label in lesson.pages:
            address.page_link(target, label)
    sources = Markup("").join(Markup("<li>{}</li>").format(source) for source in lesson.sources)
    send.html(page(Markup('<div class="sources"><b>Sources</b><ul>{}</ul></div>').format(sources)))


PROJECTED = 790
"""Width in px of a page, with the sidebar, on a projector."""
UNDEFINED = "–"
SLIDE_FONT = "{}, system-ui"
"""The app's font under another name: Plotly caches text widths by font name, and slides have larger letters."""


def columns_side_by_side(ratio: float) -> tuple[Any, Any]:
    """Return two containers, the first ``ratio`` times as wide on a projector; stacked if both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width="stretch"), st.container(width=round(PROJECTED / (1 + ratio)))


def draw_blocks(name: str, blocks: tuple[parts.Block, ...], place: str = "before") -> None:
    """Draw blocks one beneath another; ``place`` makes their keys unique."""
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
        case parts.FormulaBlock():
            st.latex(block.latex)
        case parts.Heading():
            st.subheader(block.text, anchor=False)
        case parts.TableBlock():
            draw_table(block)
        case parts.ExportBlock():
            exports.offer_table(block.frame, block.name)
        case parts.Chart():
            still = block.figure.update_layout(dragmode=False)  # a finger that scrolls the page zooms nothing
            if state.address_value("present"):
                still.update_layout(font_family=SLIDE_FONT.format(st.get_option("theme.font")))
            st.plotly_chart(still, key=f"chart-{block.name}", alt=block.alt, config={"displayModeBar": False})
        case parts.Trial():
            address.playground_link(block.texts, block.label)
        case parts.ColumnsBlock():
            for side, part, name in zip(
                columns_side_by_side(block.ratio), (block.left, block.right), "lr", strict=True
            ):
                with side:
                    draw_blocks(key, part, name)
        case _:
            component.mount_drawing(block, key)


def draw_table(table: parts.TableBlock) -> None:
    grid.draw_grid(
        table.frame,
        {name: st.column_config.NumberColumn(format=form) for name, form in table.formats.items()},
        partial(grid.format_probabilities, undefined=UNDEFINED),
        most=layout.TALL_TABLE,
        key=f"table-{table.name}",
        placeholder=UNDEFINED,
    )
    if table.caption:
        st.caption(table.caption)
    exports.offer_table(table.frame, table.name)
