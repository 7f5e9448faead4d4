"""What a lesson is made of: plain data, which pages/learn.py draws. Pure.

A lesson's texts are its author's own: ``prompt`` and ``choices`` may hold Markdown, ``reveal``, ``practice`` and
``sources`` are plain text, or ``Markup`` where they hold HTML. What a visitor types gets into blocks only: formatted
into ``Markup``, which escapes it, or as it is into data frames and drawings; never into formulas.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.markup.colors import PALETTE
from scoring.markup.html import page
from scoring.markup.ngrams import legend
from scoring.numbers import two_decimals
from ui.drawing.component import Drawing
from ui.kit.differences import COLORS as COMPARED
from ui.ngrams import Hypothesis, segment

Values = Mapping[str, Any]
"""The example: a field's name -> what it holds."""

BLUE, ORANGE = COMPARED
"""A and B of a comparison."""
LETTERS = "ABCDEF"
"""What the outputs are called where a field holds several, one a line; so many are shown."""
MOST = {"outputs": len(LETTERS), "lines": len(LETTERS), "references": 12}
"""So many lines of a field are read: of outputs, of several fields line by line, of references."""
FACTS = 4
"""So many key numbers stand side by side."""
COLORS = PALETTE[: len(LETTERS)]
"""One for each letter."""


@dataclass(frozen=True)
class Text:
    """Words to edit, on one line or on several."""

    name: str
    label: str
    default: str
    rows: int = 1


@dataclass(frozen=True)
class Choice:
    """One of a few options, side by side."""

    name: str
    label: str
    options: tuple[str, ...]
    default: str


@dataclass(frozen=True)
class Slider:
    name: str
    label: str
    least: float
    most: float
    default: float
    step: float


@dataclass(frozen=True)
class Clicks:
    """A count that one button increases and another one resets."""

    name: str
    label: str
    """What is counted."""
    steps: Mapping[str, int]
    """What a button says -> by how much it moves the count on."""
    most: int
    default: int = 0


Field = Text | Choice | Slider | Clicks


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
    """Of the system that it belongs to, where there are two."""


@dataclass(frozen=True)
class Facts:
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Formula:
    """LaTeX with the example's numbers put in; no visitor's text."""

    latex: str


@dataclass(frozen=True)
class Table:
    frame: pd.DataFrame
    name: str
    """Of its files, and unique in the lesson."""
    formats: Mapping[str, str]
    """Column -> printf format of its numbers."""
    caption: str = ""


@dataclass(frozen=True)
class Export:
    """A table to take away, which is shown as HTML."""

    frame: pd.DataFrame
    name: str
    """Of its files, and unique in the lesson."""


@dataclass(frozen=True)
class Chart:
    figure: go.Figure
    name: str
    """Unique in the lesson."""
    alt: str


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Beside:
    """Two columns; one above the other where there is no room."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"
    ratio: float = 1.0
    """How many times as wide the first one is."""


Block = Html | Plain | Facts | Formula | Table | Export | Chart | Heading | Drawing | Beside


@dataclass(frozen=True)
class Computed:
    """What the example gives, top to bottom."""

    key: tuple[Block, ...]
    """The key numbers: at the example, in sight without scrolling. Seen once the question is answered."""
    rest: tuple[Block, ...]
    """The computation laid open. Seen once the question is answered."""
    before: tuple[Block, ...] = ()
    """What is needed to answer the question: always seen, between the example and the key numbers."""


@dataclass(frozen=True)
class Question:
    """Asked of the example as the lesson brings it, and answered before the numbers show."""

    prompt: str
    choices: tuple[str, ...]
    right: int
    """The place of the right choice, as computed."""
    reveal: str
    """Why it is right, with its numbers."""


@dataclass(frozen=True)
class Lesson:
    """One caveat.

    ``compute`` takes whatever a visitor types, an empty text too. Whatever number ``ask`` says is computed of the
    example that it is given; ``claim`` and ``practice`` hold none.
    """

    title: str
    claim: str
    """One sentence. Seen once the question is answered, for it says the answer."""
    fields: tuple[Field, ...]
    compute: Callable[[Values], Computed]
    ask: Callable[[Values], Question]
    """Called with the example as the lesson brings it."""
    practice: str
    """What to do about it."""
    sources: tuple[str, ...]
    """With section or equation."""
    pages: tuple[tuple[str, str], ...] = ()
    """Where to go on: a page's name as in ``ui/shell.py``, and what the link says."""

    @property
    def example(self) -> Values:
        """As the lesson brings it."""
        return {field.name: field.default for field in self.fields}


def lines(value: str) -> list[str]:
    """The texts of a field that holds one a line; blank lines are none, and there is always one text."""
    return [line for line in value.split("\n") if line.strip()] or [""]


def few(value: str, what: str = "outputs") -> list[str]:
    """The first of the texts of such a field, as many as MOST says: one output for each letter."""
    return lines(value)[: MOST[what]]


def left_out(value: str, what: str = "outputs") -> tuple[Plain, ...]:
    """Says how many texts ``few`` leaves out."""
    found = len(lines(value))
    return (Plain(f"Of {found:,} {what} the first {MOST[what]} count."),) if found > MOST[what] else ()


def lettered(bleu: BLEU, outputs: str, references: Sequence[str]) -> list[Hypothesis]:
    """The first texts of a field of outputs with their matches, called by letters."""
    return [
        matched(bleu, output, references, letter, color)
        for output, letter, color in zip(few(outputs), LETTERS, COLORS, strict=False)
    ]


def matched(bleu: BLEU, output: str, references: Sequence[str], name: str = "output", color: str = BLUE) -> Hypothesis:
    """One output with its matches and its arithmetic, as ``sentence`` draws it."""
    row = bleu.statistics([output], [[reference] for reference in references])[0]
    return Hypothesis(name, color, bleu.matches(output, references), bleu.arithmetic(row))


def bleu_facts(outputs: Sequence[Hypothesis], about: Callable[[Hypothesis], str]) -> Facts:
    """BLEU of the first outputs, as many as stand side by side, with what ``about`` says of each."""
    return Facts(
        tuple(
            Fact(f"BLEU of {output.system}", two_decimals(output.arithmetic.score), about(output), output.color)
            for output in outputs[:FACTS]
        )
    )


def words_matched(output: Hypothesis) -> str:
    """How many of its single words count."""
    return f"words: {output.arithmetic.matches[0]:.0f} of {output.arithmetic.totals[0]:.0f}"


def sentence(references: Sequence[str], *outputs: Hypothesis) -> Html:
    """Every reference, and every output with its matches in colour."""
    names = ["reference"] if len(references) == 1 else [f"reference {n}" for n in range(1, len(references) + 1)]
    return Html(segment(None, dict(zip(names, references, strict=True)), outputs))


def colors(bleu: BLEU, pointing: bool = True) -> Html:
    """What the colours of a sentence mean: once a lesson, above the first one."""
    return Html(legend(bleu.max_order, pointing))


def signature(metric: Metric, n_references: int = 1) -> Plain:
    """How the numbers were computed."""
    return Plain(f"Signature: nrefs:{n_references}|{metric.signature}")


def right_of(choices: Mapping[str, Any], computed: Any) -> int:
    """The index of the one choice whose value was computed; ``ValueError`` unless exactly one is."""
    fitting = [place for place, value in enumerate(choices.values()) if value == computed]
    if len(fitting) != 1:
        raise ValueError(f"Of the choices {list(choices)} one must stand for {computed!r}; found {len(fitting)}.")
    return fitting[0]


def facts_html(facts: Facts) -> Markup:
    """Numbers side by side, each under what it is."""
    return page(Markup('<div class="facts">{}</div>').format(Markup("").join(map(_fact, facts.facts))))


def _fact(fact: Fact) -> Markup:
    edge = Markup(' style="border-color:{}"').format(fact.color) if fact.color else ""
    about = Markup("<small>{}</small>").format(fact.about) if fact.about else ""
    return Markup("<div{}><span>{}</span><b>{}</b>{}</div>").format(edge, fact.label, fact.value, about)
