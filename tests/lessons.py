"""The lessons' parts, and what a visitor may write into them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from hypothesis import strategies as st

from course.lessons import LESSONS, parts
from tests.hostile import TEXTS

TEXT_FIELDS = {
    name: fields for name, lesson in LESSONS.items() if (fields := [one for one in lesson.words if one.is_sentence])
}
"""Of the lessons that have any."""
WORDS = st.lists(st.sampled_from(["the", "cat", "are", "you", ".", "?", "Ünï"]), max_size=30).map(" ".join)
EDITS = st.one_of(
    st.sampled_from(["", " ", "\n", "x", "a b", *TEXTS, " ".join(TEXTS), "\n".join(TEXTS)]),
    st.sampled_from([" ".join(f"w{i % 90}" for i in range(500)), "the " * 500, "שלום עולם " * 20]),
    st.text(max_size=60),
    WORDS,
    st.lists(WORDS, max_size=4).map("\n".join),
)


def fitting(field, text: str) -> str:
    """The text as it can stand in a field: on as many lines as it has rows, with single spaces."""
    rows = len(field.rows)
    lines = (*text.split("\n"), *[""] * rows)
    return "\n".join(" ".join(line.split()) for line in (*lines[: rows - 1], " ".join(lines[rows - 1 :])))


def edits(field):
    """What a visitor can make of a field."""
    match field:
        case parts.WordsField():
            return EDITS.map(partial(fitting, field))
        case parts.ChoiceField():
            return st.sampled_from(field.options)
        case parts.Slider():
            steps = round((field.highest - field.lowest) / field.step)
            return st.integers(0, steps).map(lambda step: type(field.default)(field.lowest + step * field.step))
    raise TypeError(field)


def tiles_that_reach(lesson, goal) -> list[str]:
    """The tiles of a goal's row in an order that reaches it: backwards, or after one move. There must be one."""
    (field,) = (field for field in lesson.words if goal.moved in field.rows)
    place, lines = [*field.rows].index(goal.moved), field.default.split("\n")
    tiles = lesson.tile_views(lesson.example, False)[field.name][place].tiles(lines[place].split())
    for order in (tiles[::-1], *one_move(tiles)):
        lines[place] = " ".join(order)
        if goal.is_reached(lesson.example | {field.name: "\n".join(lines)}):
            return order
    raise AssertionError(f"No order of {tiles} reaches it.")


def value_that_reaches(lesson, goal):
    """A value of a goal's control that reaches it. There must be one."""
    control = lesson.control(goal.moved)
    values = parts.slider_steps(control) if isinstance(control, parts.Slider) else control.options
    return next(value for value in values if goal.is_reached(lesson.example | {control.name: value}))


def one_move(tiles: list[str]) -> Iterator[list[str]]:
    """One of them elsewhere."""
    for start in range(len(tiles)):
        for end in range(len(tiles)):
            others = tiles[:start] + tiles[start + 1 :]
            yield [*others[:end], tiles[start], *others[end:]]


def blocks(drawn) -> Iterator:
    for block in drawn:
        if isinstance(block, parts.ColumnsBlock):
            yield from blocks(block.left + block.right)
        else:
            yield block


def all_blocks(computed: parts.ComputedBlocks) -> list:
    return list(blocks(computed.before)) + answered_blocks(replace(computed, before=()))


def answered_blocks(computed: parts.ComputedBlocks) -> list:
    """What is on the page once the question is answered."""
    return list(blocks((computed.after or computed.before) + computed.key + computed.why + computed.rest))
