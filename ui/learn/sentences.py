"""A lesson's sentences as tiles, in the colours of their matches or with the verdict on each word."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ui.drawing import tiles
from ui.drawing.tiles import Made, Tile, TileRow, Tiles, Verdict
from ui.learn.example import TILES, key_of
from ui.learn.lessons import parts


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
