"""What a lesson is made of: plain data, which ui/learn/screen.py draws. Pure.

A lesson's texts are its author's own: ``prompt`` and ``choices`` may hold Markdown, ``reveal``, ``practice`` and
``sources`` are plain text, or ``Markup`` where they hold HTML. What a visitor types gets into blocks and tiles only:
formatted into ``Markup``, which escapes it, or as it is into data frames, drawings and tiles; never into formulas.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from markupsafe import Markup

from scoring import BLEU, Metric
from scoring.bleu import Arithmetic
from scoring.bleu.matches import SegmentMatches
from scoring.markup.colors import PALETTE
from scoring.markup.html import page
from scoring.markup.ngrams import legend
from scoring.numbers import two_decimals
from ui.drawing.component import Drawing
from ui.drawing.tiles import Mode, Verdict
from ui.kit.differences import COLORS as COMPARED
from ui.ngrams import Hypothesis, segment

Values = Mapping[str, Any]
"""The example: a field's name -> what it holds."""

BLUE, ORANGE = COMPARED
"""A and B of a comparison."""
LETTERS = "ABCDEF"
"""What the outputs are called where a field holds several, one a line; so many are shown."""
FACTS = 4
"""So many key numbers stand side by side."""
COLORS = PALETTE[: len(LETTERS)]
"""One for each letter."""
ASKED = "#2E86C1"
"""Of the part of a formula that the question is about; at a formula's size it can be read in both themes."""


@dataclass(frozen=True)
class Words:
    """A sentence, or one a line, whose words are tiles above the question."""

    name: str
    label: str
    default: str
    """With one space between two words."""
    mode: Mode = "type"
    """``click`` is for the question alone; then its tiles can be dragged."""
    has_letters: bool = False
    """Whether its lines are called by letters, as outputs are; else by numbers."""
    is_small: bool = False
    """For sentences that only stand beside those that are asked about."""
    is_folded: bool = False
    """Long ones, which the question can be answered without: they come with why that is so."""

    @property
    def rows(self) -> Mapping[str, str]:
        """Name of each of its rows -> what it is called, where there are several."""
        n = self.default.count("\n") + 1
        called = LETTERS if self.has_letters else range(1, n + 1)
        labels = [self.label] if n == 1 else [f"{self.label} {name}" for _, name in zip(range(n), called, strict=False)]
        return {f"{self.name}-{number}": label for number, label in enumerate(labels)}

    @property
    def mode_after(self) -> Mode:
        """Unless its words are asked for."""
        return "drag" if self.mode == "click" else self.mode


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


Field = Words | Choice | Slider | Clicks


@dataclass(frozen=True)
class Seen:
    """How a row of ``Words`` stands there."""

    matches: SegmentMatches | None = None
    """In whose colours."""
    note: str = ""
    """A number that follows what is done to the row."""
    sizes: tuple[int, ...] = ()
    """How many words each tile has; empty for one each."""
    color: str = ""
    """Of the output, where there are several."""

    def tiles(self, words: Sequence[str]) -> list[str]:
        """The texts of the tiles; one for each word where the sizes are not those of so many."""
        ends = [0, *accumulate(self.sizes if sum(self.sizes) == len(words) else [1] * len(words))]
        return [" ".join(words[start:end]) for start, end in pairwise(ends)]


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
    """The key numbers first, and the formula that they are in: beside the question, once it is answered."""
    rest: tuple[Block, ...]
    """The computation laid open: folded, once the question is answered."""
    before: tuple[Block, ...] = ()
    """What is needed to answer the question: always seen, above it."""


@dataclass(frozen=True)
class Clicked:
    """An answer that is given by a click on each of the words that count, in the first row of a field.

    Of equal words it does not matter which are chosen, only how many.
    """

    field: str
    words: tuple[str, ...]
    """As they are counted."""
    counts: Mapping[str, int]
    """Word -> how often it counts."""
    what: str = "count"
    """What is said of those that are right."""

    @property
    def row(self) -> str:
        """As ``Words.rows`` names it."""
        return f"{self.field}-0"

    def verdicts(self, chosen: Sequence[int]) -> tuple[Verdict, ...]:
        """For each word."""
        left = Counter(self.counts)
        found: list[Verdict] = [""] * len(self.words)
        others = sorted({*range(len(self.words))} - {*chosen})
        for place in (*sorted(chosen), *others):
            counts = left[self.words[place]] > 0
            left[self.words[place]] -= counts
            if place in others:
                found[place] = "missed" if counts else ""
            else:
                found[place] = "right" if counts else "wrong"
        return tuple(found)


@dataclass(frozen=True)
class Goal:
    """An answer that is given by what one does with one row of tiles until something is reached."""

    row: str
    """As ``Words.rows`` names it."""
    is_reached: Callable[[Values], bool]
    way: str
    """A way there, in one sentence, for who gives up."""


REACHED, GIVEN_UP = 1, 0
"""What has become of a goal."""

Answer = int | tuple[int, ...]
"""The place of a choice; the places of the words that were clicked; what has become of a goal."""


@dataclass(frozen=True)
class Question:
    """Asked of the example as the lesson brings it, and answered before the numbers show.

    By a choice, by clicks on words, or by what one does with the tiles until a goal is reached.
    """

    prompt: str
    choices: tuple[str, ...]
    right: int
    """The place of the right choice, as computed."""
    reveal: str
    """One idea, in one sentence or two, with its numbers."""
    clicked: Clicked | None = None
    """In place of choices."""
    goal: Goal | None = None
    """In place of choices."""
    why: str = ""
    """What else there is to say; folded."""

    @property
    def answer(self) -> str:
        if self.clicked:
            n_right, n_words = sum(self.clicked.counts.values()), len(self.clicked.words)
            return f"{n_right} of the {n_words} words {self.clicked.what}"
        if self.goal:
            return self.goal.way
        return self.choices[self.right]

    def can_be(self, given: Any) -> bool:
        """Whether this may be an answer to it, or none yet: addresses have any."""
        if given is None or not self.clicked:
            n_answers = 2 if self.goal else len(self.choices)
            return given is None or (isinstance(given, int) and 0 <= given < n_answers)
        return isinstance(given, tuple) and all(place < len(self.clicked.words) for place in given)

    def is_right(self, given: Answer) -> bool:
        if self.clicked and isinstance(given, tuple):
            return not {"missed", "wrong"} & {*self.clicked.verdicts(given)}
        if self.goal:
            return given == REACHED
        return given == self.right


@dataclass(frozen=True)
class Notes:
    """For whoever teaches a lesson; each text a few short sentences."""

    say: str = ""
    think: str = ""
    """What students usually think."""
    minutes: int = 0
    """That it takes, with the class's answers."""
    following: str = ""
    """What comes next, and why."""


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
    seen: Callable[[Values, bool], Mapping[str, Sequence[Seen]]] = lambda values, answered: {}
    """Of the example, and whether the question is answered: name of a field of words -> how its rows stand there.

    One that it does not name has no colours; a note that gives the answer away comes after it.
    """
    pages: tuple[tuple[str, str], ...] = ()
    """Where to go on: a page's name as in ``ui/shell.py``, and what the link says."""
    notes: Notes = Notes()
    is_by_line: bool = False
    """Whether the first lines of all its sentences stand together, then the second ones."""

    @property
    def example(self) -> Values:
        """As the lesson brings it."""
        return {field.name: field.default for field in self.fields}

    def is_example(self, values: Values, but_for: str = "") -> bool:
        """Whether all is as the lesson brings it, but for one row of tiles."""
        brought = _parted(self, self.example)
        return all(found == brought[name] for name, found in _parted(self, values).items() if name != but_for)

    @property
    def words(self) -> tuple[Words, ...]:
        """The fields that are tiles."""
        return tuple(field for field in self.fields if isinstance(field, Words))


def _parted(lesson: Lesson, values: Values) -> dict[str, Any]:
    """Each row of tiles by its name, and each other field."""
    found: dict[str, Any] = {}
    for field in lesson.fields:
        value = values[field.name]
        found |= zip(field.rows, value.split("\n"), strict=True) if isinstance(field, Words) else {field.name: value}
    return found


def lines(value: str) -> list[str]:
    """The texts of a field that holds one a line; blank lines are none, and there is always one text."""
    return [line for line in value.split("\n") if line.strip()] or [""]


def lettered(bleu: BLEU, outputs: Sequence[str], references: Sequence[str]) -> list[Hypothesis]:
    """The first outputs with their matches, called by letters."""
    return [
        matched(bleu, output, references, letter, color)
        for output, letter, color in zip(outputs, LETTERS, COLORS, strict=False)
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


def seen(*outputs: Hypothesis, with_score: bool) -> list[Seen]:
    """Rows in the outputs' colours, with BLEU beside them where it may be seen."""
    return [
        Seen(
            output.matches,
            f"BLEU {two_decimals(output.arithmetic.score)}" if with_score else "",
            color=output.color if len(outputs) > 1 else "",
        )
        for output in outputs
    ]


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


def asked(latex: str) -> str:
    """The part of a formula that the question is about."""
    return rf"\textcolor{{{ASKED}}}{{\mathbf{{{latex}}}}}"


def product(terms: Arithmetic, of: str = "") -> Formula:
    """BLEU as the geometric mean of the precisions, those without a match in colour, or else the longest."""
    orders = range(len(terms.matches))
    missed = {n for n in orders if terms.totals[n] and not terms.matches[n]} or {orders[-1]}
    counts = [
        rf"\frac{{{matches:.0f}}}{{{total:.0f}}}" if total else r"\text{none}"
        for matches, total in zip(terms.matches, terms.totals, strict=True)
    ]
    factors = r" \cdot ".join(asked(count) if n in missed else count for n, count in enumerate(counts))
    penalty = "" if terms.brevity_penalty == 1 else rf" \cdot {terms.brevity_penalty:.3g}"
    value = r"\text{not defined}" if math.isnan(terms.score) else f"{terms.score:.2f}"
    return Formula(
        rf"\begin{{aligned}} \text{{BLEU}}{of} &= 100{penalty} \cdot \sqrt[{len(counts)}]{{{factors}}} \\[4pt]"
        rf" &= {value} \end{{aligned}}"
    )


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
