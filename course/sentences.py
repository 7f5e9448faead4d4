"""A lesson's sentences: as tiles in the colours of their matches or with verdicts on words, and as links."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from course import asking
from course.example import TILES, example_key
from course.lessons import parts
from ui.drawing import tiles
from ui.drawing.tiles import EditedRow, Tile, TileRow, Tiles, Verdict
from ui.kit import address
from ui.kit import texts as playground
from ui.kit.texts import Texts

LETTERS, OF_A_ROW, LARGEST = 150, 22, 1.6
"""Letters that have room in their usual size, letters that a row takes at least, and largest scale of letters."""


def mount_sentences(
    name: str,
    lesson: parts.Lesson,
    values: parts.Values,
    edited_rows: Mapping[str, EditedRow],
    answer: parts.Answer | None,
    answered: bool,
    question: parts.Question,
    is_close: bool = False,
) -> None:
    """Draw the lesson's sentences as tiles, with a verdict on each clicked word.

    Once there is an answer, the tiles are fixed until it is judged, because they are the answer.
    """
    is_example, views = lesson.is_example(values), {**lesson.tile_views(values, answered)}
    clicked, is_settled = question.clicked, asking.is_settled(question, answer, answered)
    lines = []
    for field in lesson.words:
        if question.is_still and question.goal and question.goal.moved in field.rows and not answered:
            views[field.name] = [replace(look, matches=None, note="") for look in views[field.name]]
        rows = tile_rows(field, views, values, edited_rows)
        if clicked and clicked.field == field.name and is_example:
            rows[0] = clickable_row(rows[0], clicked, edited_rows, answer, answered)
        lines.append([replace(row, mode="still") for row in rows] if is_settled else rows)
    ordered = zip_longest(*lines) if lesson.is_by_line else lines
    if shown_rows := tuple(row for line in ordered for row in line if row):
        lesson_tiles = Tiles("The sentences of this lesson", shown_rows, is_close, scale(lesson))
        tiles.mount_tiles(lesson_tiles, example_key(name, TILES))


def scale(lesson: parts.Lesson) -> float:
    """Return the scale of the letters, 1 or more, so that all lessons fill about as much of the screen."""
    fields = [field for field in lesson.words if field.is_sentence]
    rows = [line for field in fields for line in field.default.split("\n")]
    n_letters = sum(max(len(row), OF_A_ROW) for row in rows)
    return min(max(1.0, (LETTERS / n_letters) ** 0.5), LARGEST)


def tile_rows(
    field: parts.WordsField,
    views: Mapping[str, Sequence[parts.TileRowView]],
    values: parts.Values,
    edited_rows: Mapping[str, EditedRow],
) -> list[TileRow]:
    texts = values[field.name].split("\n")
    looks = views.get(field.name) or [parts.TileRowView()] * len(texts)
    return [
        TileRow(
            row,
            label,
            tiles.build_tiles(tile_texts(text, look, edited_rows.get(row)), look.matches),
            field.mode_after,
            note=look.note,
            color=look.color,
            is_small=field.is_small,
            is_off=look.is_off,
        )
        for (row, label), text, look in zip(field.rows.items(), texts, looks, strict=True)
    ]


def clickable_row(
    row: TileRow,
    clicked: parts.ClickAnswer,
    edited_rows: Mapping[str, EditedRow],
    answer: parts.Answer | None,
    answered: bool,
) -> TileRow:
    """Return the row with clickable words, with the clicked words, or with the verdict on each."""
    if answered:
        verdicts = clicked.verdicts(answer) if isinstance(answer, tuple) else ()
        return replace(row, tiles=verdict_tiles(row.tiles, verdicts)) if verdicts else row
    if isinstance(answer, tuple):
        return replace(row, chosen=answer)
    return replace(row, mode="click", chosen=edited_rows[row.name].chosen if row.name in edited_rows else ())


def tile_texts(text: str, look: parts.TileRowView, edited_row: EditedRow | None) -> Sequence[str]:
    """Return the texts of the tiles; moved tiles keep theirs."""
    return edited_row.tiles if edited_row and edited_row.by == "drag" else look.tiles(text.split())


def verdict_tiles(drawn_tiles: Sequence[Tile], verdicts: Sequence[Verdict]) -> tuple[Tile, ...]:
    """Return the tiles with verdicts in place of colours, which could mark another of several equal words."""
    plain = tiles.build_tiles([" ".join(word.text for word in tile.words) for tile in drawn_tiles])
    return tuple(replace(tile, verdict=verdict) for tile, verdict in zip(plain, verdicts, strict=True))


def draw_playground_links(lesson: parts.Lesson, values: parts.Values) -> None:
    """Draw a link to the Playground; for a lesson with several segments, one for each."""
    for label, texts in playground_texts(lesson, values).items():
        address.playground_link(texts, label)


def playground_texts(lesson: parts.Lesson, values: parts.Values) -> dict[str, Texts]:
    """Return label of a link -> the texts that it opens, under their names in the lesson."""
    if lesson.segment is not None:
        segment = lesson.segment(values)
        return {"Open in Playground": playground.segment_texts(segment.source, segment.hypotheses, segment.references)}
    if not lesson.words:
        return {}
    rows = [
        (number, field, label if not lesson.is_by_line else field.label, line)
        for field in lesson.words
        if field.is_sentence
        for number, (label, line) in enumerate(zip(field.rows.values(), values[field.name].split("\n"), strict=True))
    ]
    if not lesson.is_by_line:
        return {"Open in Playground": _texts((f, name, line) for _, f, name, line in rows)}
    numbers = sorted({number for number, *_ in rows})
    return {
        f"Segment {n + 1} in Playground": _texts((f, name, line) for number, f, name, line in rows if number == n)
        for n in numbers
    }


def _texts(rows: Iterator[tuple[parts.WordsField, str, str]]) -> Texts:
    both: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for field, name, line in rows:
        both[field.is_reference][name] = line
    return playground.segment_texts(None, *both)
