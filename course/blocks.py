"""What a lesson has computed, as it is drawn on the page."""

from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from course.lessons import parts
from scoring.output.markup.html import page
from ui.drawing import component
from ui.kit import address, exports, grid, layout
from ui.session import send

PROJECTED = 790
"""px of a page's width, with the sidebar, on a projector."""
UNDEFINED = "–"


def columns_side_by_side(ratio: float) -> tuple[Any, Any]:
    """Two containers, the first this many times as wide on a projector; one above the other where both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width="stretch"), st.container(width=round(PROJECTED / (1 + ratio)))


def draw_blocks(name: str, blocks: tuple[parts.Block, ...], place: str = "before") -> None:
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
        case parts.FormulaBlock():
            st.latex(block.latex)
        case parts.Heading():
            st.subheader(block.text, anchor=False)
        case parts.TableBlock():
            draw_table(block)
        case parts.ExportBlock():
            exports.offer_table(block.frame, block.name)
        case parts.Chart():
            st.plotly_chart(block.figure, key=f"chart-{block.name}", alt=block.alt)
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
        partial(grid.with_probabilities, undefined=UNDEFINED),
        most=layout.TABLE_HEIGHT,
        key=f"table-{table.name}",
        placeholder=UNDEFINED,
    )
    if table.caption:
        st.caption(table.caption)
    exports.offer_table(table.frame, table.name)
