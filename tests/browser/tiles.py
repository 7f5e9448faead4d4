"""Rows of tiles as a browser has them, and how one drags."""

from tests.browser import steps

TEXTS = """
tiles => tiles.map(
    tile => [...tile.querySelectorAll(".word, .alone")].map(word => word.textContent).join(" ")
)
"""


def row(page, label):
    return page.locator(".tiles .row").filter(has=page.locator("b").get_by_text(label, exact=True))


def tiles(row):
    return row.locator(".tile")


def expect_tiles(row, *expected):
    steps.until(row.page, lambda: tiles(row).evaluate_all(TEXTS), lambda found: found == [*expected])


def moved(texts, start, to):
    """With the one at ``start`` in the place ``to``."""
    others = [*texts[:start], *texts[start + 1 :]]
    return [*others[:to], texts[start], *others[to:]]


def middle(tile):
    place = steps.middle(tile)
    return place["x"], place["y"]


def last_part(tile):
    box = steps.stay(tile)
    return box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2


def first_part(tile):
    box = steps.stay(tile)
    return box["x"] + box["width"] * 0.1, box["y"] + box["height"] / 2


def drag_by_mouse(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 15, start[1], steps=3)
    page.mouse.move(*end, steps=5)
    page.mouse.up()
