"""What a lesson shows of what it has computed."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go
from markupsafe import Markup

from scoring.output.markup.html import page
from ui.drawing.component import Drawing
from ui.kit.texts import Texts

FACTS = 4
"""Number of key numbers side by side."""


@dataclass(frozen=True)
class Html:
    """A sentence, table or card."""

    html: Markup


@dataclass(frozen=True)
class Plain:
    """A line of small text, as it is."""

    text: str


@dataclass(frozen=True)
class Fact:
    """A number that is read at a glance."""

    label: str
    value: str
    about: str = ""
    color: str = ""
    """Colour of the system that the number belongs to, where there are two."""


@dataclass(frozen=True)
class Facts:
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class FormulaBlock:
    """LaTeX with the example's numbers put in; no visitor's text."""

    latex: str


@dataclass(frozen=True)
class TableBlock:
    frame: pd.DataFrame
    name: str
    """Name of its files, unique in the lesson."""
    formats: Mapping[str, str]
    """Column -> printf format of its numbers."""
    caption: str = ""


@dataclass(frozen=True)
class ExportBlock:
    """A table to take away, which is shown as HTML."""

    frame: pd.DataFrame
    name: str
    """Name of its files, unique in the lesson."""


@dataclass(frozen=True)
class Chart:
    figure: go.Figure
    name: str
    """Unique in the lesson."""
    alt: str


@dataclass(frozen=True)
class Trial:
    """A link to sentences in the Playground."""

    label: str
    texts: Texts


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class ColumnsBlock:
    """Two columns; one above the other where there is no room."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"
    ratio: float = 1.0
    """Width of the first column, in widths of the second."""


Block = (
    Html | Plain | Facts | FormulaBlock | TableBlock | ExportBlock | Chart | Trial | Heading | Drawing | ColumnsBlock
)


@dataclass(frozen=True)
class ComputedBlocks:
    """What the example gives, top to bottom."""

    key: tuple[Block, ...]
    """The key numbers first, and the formula that they are in: beside the question, once it is answered."""
    rest: tuple[Block, ...]
    """The computation laid open: folded, once the question is answered."""
    before: tuple[Block, ...] = ()
    """What is needed to answer the question: always seen, above it."""


def facts_html(facts: Facts) -> Markup:
    """Numbers side by side, each under what it is."""
    return page(Markup('<div class="facts">{}</div>').format(Markup("").join(map(_fact, facts.facts))))


def _fact(fact: Fact) -> Markup:
    edge = Markup(' style="border-color:{}"').format(fact.color) if fact.color else ""
    about = Markup("<small>{}</small>").format(fact.about) if fact.about else ""
    return Markup("<div{}><span>{}</span><b>{}</b>{}</div>").format(edge, fact.label, fact.value, about)
