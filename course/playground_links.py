"""A lesson's sentences in the Playground, as the visitor has them."""

from collections.abc import Iterator

from course.lessons import parts
from ui.kit import address
from ui.kit import texts as playground
from ui.kit.texts import Texts


def draw_playground_links(lesson: parts.Lesson, values: parts.Values) -> None:
    """A link; one for each segment where a lesson has several."""
    for label, texts in texts_of(lesson, values).items():
        address.playground_link(texts, label)


def texts_of(lesson: parts.Lesson, values: parts.Values) -> dict[str, Texts]:
    """What a link says -> the texts that it opens, under the names that they have in the lesson."""
    if lesson.segment is not None:
        seen = lesson.segment(values)
        return {"Open in Playground": playground.of_segment(seen.source, seen.hypotheses, seen.references)}
    rows = [
        (number, field, label if not lesson.is_by_line else field.label, line)
        for field in lesson.words
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
    return playground.of_segment(None, *both)
