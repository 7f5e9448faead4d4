"""The parts of a lesson: plain data, which course/screen.py draws. Pure. Lessons import all of them from here.

A lesson's texts are its author's own: ``prompt`` and ``choices`` may contain Markdown; ``reveal``, ``practice`` and
``sources`` are plain text, or ``Markup`` if they contain HTML. What a visitor types gets into blocks and tiles only:
formatted into ``Markup``, which escapes it, or unchanged into data frames, drawings and tiles; never into formulas.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from markupsafe import Markup

from course.lessons.parts import figures
from scoring import BLEU, Metric, TestSet
from scoring.bleu import BleuArithmetic
from scoring.bleu.matches import SegmentMatches
from scoring.output.markup.colors import PALETTE
from scoring.output.markup.html import html_line, page
from scoring.output.markup.ngrams import ngram_legend
from scoring.output.numbers import significant, two_decimals
from scoring.testset import Segment
from ui import ngrams
from ui.drawing.component import Drawing
from ui.drawing.tiles import Mode, Verdict
from ui.kit.charts import COLORS as COMPARED
from ui.kit.texts import Texts
from ui.ngrams import Hypothesis
from ui.store.samples import sample

# --- what a visitor can change ---

Values = Mapping[str, Any]
"""Values of the example, by field name."""

LETTERS = "ABCDEF"
"""Names of outputs in a field with several, one a line; more outputs than letters are not shown."""


@dataclass(frozen=True)
class WordsField:
    """A sentence, or several, one a line, whose words are tiles above the question."""

    name: str
    label: str
    default: str
    """Text with one space between two words."""
    mode: Mode = "type"
    """Way to change the tiles; ``click`` is only for the question, after which they can be dragged."""
    has_letters: bool = False
    """Whether the lines are named by letters, as outputs are; else by numbers."""
    is_small: bool = False
    """Whether the text is drawn small, because the question is about other sentences."""
    is_sentence: bool = True
    """Whether the words are a sentence; else they are names to click, which do not open in the Playground."""

    @property
    def rows(self) -> Mapping[str, str]:
        """Name of each row -> its label; with several rows, the label has a number or a letter."""
        n = self.default.count("\n") + 1
        names = LETTERS if self.has_letters else range(1, n + 1)
        labels = [self.label] if n == 1 else [f"{self.label} {name}" for _, name in zip(range(n), names, strict=False)]
        return {f"{self.name}-{number}": label for number, label in enumerate(labels)}

    @property
    def is_reference(self) -> bool:
        """Whether the sentences are references, by the field's name."""
        return self.name in ("reference", "references")

    @property
    def mode_after(self) -> Mode:
        """Way to change the tiles when the question does not ask for their words."""
        if not self.is_sentence:
            return "still"
        return "drag" if self.mode == "click" else self.mode


@dataclass(frozen=True)
class ChoiceField:
    """A choice of one of a few options, side by side."""

    name: str
    label: str
    options: tuple[str, ...]
    default: str
    is_view: bool = False
    """Whether the choice only changes the view: the question stays true."""


@dataclass(frozen=True)
class Slider:
    name: str
    label: str
    lowest: float
    highest: float
    default: float
    step: float
    is_view: bool = False


Control = ChoiceField | Slider
"""A field that is drawn next to the tiles."""
Field = WordsField | Control


@dataclass(frozen=True)
class TileRowView:
    """The look of a row of ``WordsField``."""

    matches: SegmentMatches | None = None
    """Matches in whose colours the words are drawn."""
    note: str = ""
    """Number next to the row, which changes with it."""
    sizes: tuple[int, ...] = ()
    """Number of words of each tile; empty for one word each."""
    color: str = ""
    """Colour of the output, if there are several."""
    is_off: bool = False
    """Whether the row is not used at present."""

    def tiles(self, words: Sequence[str]) -> list[str]:
        """Return the texts of the tiles; one for each word if the sizes do not add up to the words."""
        ends = [0, *accumulate(self.sizes if sum(self.sizes) == len(words) else [1] * len(words))]
        return [" ".join(words[start:end]) for start, end in pairwise(ends)]


def text_lines(value: str) -> list[str]:
    """Return the texts of a field with one text a line, without blank lines; an empty text if there is no other."""
    return [line for line in value.split("\n") if line.strip()] or [""]


# --- questions and answers ---


@dataclass(frozen=True)
class ClickAnswer:
    """An answer that is given by a click on each of the words that count, in the first row of a field.

    Of equal words, only the number of clicked ones matters.
    """

    field: str
    words: tuple[str, ...]
    """Words as they are counted."""
    counts: Mapping[str, int]
    """Word -> number of times that it counts."""
    verb: str = "count"
    """Verb for the right words, such as *count*."""
    unit: str = "words"
    """Name of the clicked things."""
    is_dragged_on: bool = False
    """Whether the reveal stays true when the words of the row are dragged afterwards."""

    @property
    def row(self) -> str:
        """Name of the row, as in ``WordsField.rows``."""
        return f"{self.field}-0"

    def verdicts(self, chosen: Sequence[int]) -> tuple[Verdict, ...]:
        """Return the verdict on each word."""
        remaining_counts = Counter(self.counts)
        verdicts: list[Verdict] = [""] * len(self.words)
        others = sorted({*range(len(self.words))} - {*chosen})
        for place in (*sorted(chosen), *others):
            counts = remaining_counts[self.words[place]] > 0
            remaining_counts[self.words[place]] -= counts
            if place in others:
                verdicts[place] = "missed" if counts else ""
            else:
                verdicts[place] = "right" if counts else "wrong"
        return tuple(verdicts)


@dataclass(frozen=True)
class Goal:
    """An answer that is given by moving one row of tiles, or one control, until a goal is reached."""

    moved: str
    """Name of the row, as in ``WordsField.rows``, or of the field."""
    is_reached: Callable[[Values], bool]
    way: str
    """Sentence with a way to the goal, for visitors who give up."""
    tiles: tuple[str, ...] = ()
    """Order of the row's tiles that reaches the goal, shown to visitors who give up; a control is moved instead."""


REACHED, GIVEN_UP = 1, 0
"""Results of a goal."""

Answer = int | tuple[int, ...]
"""Place of a choice; places of the clicked words; or the result of a goal."""


@dataclass(frozen=True)
class Question:
    """A question about the lesson's own example, answered before the numbers are shown.

    The answer is a choice, from a list or on a slider; clicks on words; or moves until a goal is reached.
    """

    prompt: str
    reveal: str
    """Explanation of the answer: one idea, in one sentence or two, with its numbers."""
    choices: tuple[str, ...] = ()
    right: int = 0
    """Place of the right choice, as computed."""
    clicked: ClickAnswer | None = None
    """Words to be clicked, in place of choices."""
    goal: Goal | None = None
    """Goal to be reached, in place of choices."""
    slider: str = ""
    """Name of the slider on which the choice is set, one choice a step; its value is the visitor's bet."""
    setting: str = ""
    """Name of the slider or switch whose settings are the choices in a class, in place of a goal."""
    way: str = ""
    """Sentence with the right setting."""
    is_sent: bool = False
    """Whether the question is asked in a class, where only the teacher shows the right answer."""
    actual: float = math.nan
    """Number that visitors bet on, as computed."""
    tolerance: float = 0.0
    """Largest distance from the number at which a bet is right."""
    ranges: tuple[range, ...] = ()
    """Choices that a class's answers count together; all in the range of the right choice are right, too."""
    why: str = ""
    """Further explanation, folded."""
    reveal_at: Callable[[Values], str] | None = None
    """Function that returns the reveal at the present setting, in place of ``reveal``, which is for the goal."""

    @property
    def moved(self) -> str:
        """Name of the field, or of the row of tiles, that is moved for the answer, or after it; empty for none."""
        if self.clicked and self.clicked.is_dragged_on:
            return self.clicked.row
        return self.goal.moved if self.goal else self.slider or self.setting

    @property
    def is_listed(self) -> bool:
        """Whether the choices are shown as a list."""
        return bool(self.choices) and not self.moved

    @property
    def is_still(self) -> bool:
        """Whether the picture does not follow the controls before the answer is shown, as it would give it away."""
        return self.is_sent and bool(self.goal or self.setting)

    @property
    def answer(self) -> str:
        if self.clicked:
            n_right, n_words = sum(self.clicked.counts.values()), len(self.clicked.words)
            return f"{n_right} of the {n_words} {self.clicked.unit} {self.clicked.verb}"
        if self.goal:
            return self.goal.way
        return f"{self.actual:.1f}" if self.slider else self.way or self.choices[self.right]

    def can_be(self, answer: Any) -> bool:
        """Return whether this may be an answer, or None for none yet; addresses may contain anything."""
        if answer is None or not self.clicked:
            n_answers = 2 if self.goal else len(self.choices)
            return answer is None or (isinstance(answer, int) and 0 <= answer < n_answers)
        return isinstance(answer, tuple) and all(place < len(self.clicked.words) for place in answer)

    def is_right(self, answer: Answer) -> bool:
        if self.clicked and isinstance(answer, tuple):
            return not {"missed", "wrong"} & {*self.clicked.verdicts(answer)}
        if self.goal:
            return answer == REACHED
        if self.ranges:
            return any(answer in together and self.right in together for together in self.ranges)
        return self.is_exact(answer)

    def is_exact(self, answer: Answer) -> bool:
        """Return whether a choice is the right one, or a bet is within the tolerance."""
        if self.slider and isinstance(answer, int):
            return abs(self.bet_error(answer)) <= self.tolerance
        return answer == self.right

    def bet_error(self, place: int) -> float:
        """Return the bet at this place minus the number; above 0 if the bet is too high."""
        return float(self.choices[place]) - self.actual


def choice_question(prompt: str, choices: Mapping[str, Any], computed: Any, reveal: str, why: str | Markup) -> Question:
    """Return a question whose right choice is the one with the computed value."""
    return Question(prompt, reveal, tuple(choices), right_choice_index(choices, computed), why=why)


def bet(
    prompt: str, slider: Slider, computed: float, reveal: str, why: str | Markup, tolerance: float = 0.0
) -> Question:
    """Return a question answered on a slider; steps within the tolerance are right, and always the nearest step."""
    steps = slider_steps(slider)
    nearest = min(range(len(steps)), key=lambda place: abs(steps[place] - computed))
    choices = tuple(map(setting_label, steps))
    widest = max(tolerance, abs(steps[nearest] - computed))
    return Question(prompt, reveal, choices, nearest, slider=slider.name, actual=computed, tolerance=widest, why=why)


def slider_steps(slider: Slider) -> list[float]:
    """Return all values that a slider can have."""
    return [
        slider.lowest + step * slider.step for step in range(round((slider.highest - slider.lowest) / slider.step) + 1)
    ]


def control_settings(control: Control) -> list[Any]:
    """Return all values that a slider or a switch can have."""
    if isinstance(control, ChoiceField):
        return [*control.options]
    return [type(control.default)(step) for step in slider_steps(control)]


def setting_label(setting: float | str) -> str:
    """Return the label of a control's value as a choice."""
    return setting if isinstance(setting, str) else f"{setting:g}"


def value_at_goal(lesson: "Lesson", goal: Goal, control: Control) -> Any:
    """Return the value of a goal's control that reaches the goal, the nearest one to its first value."""
    values = control_settings(control)
    if isinstance(control, Slider):
        values.sort(key=lambda value: abs(value - control.default))
    return next(value for value in values if goal.is_reached({**lesson.example, control.name: value}))


def right_choice_index(choices: Mapping[str, Any], computed: Any) -> int:
    """Return the index of the choice with the computed value; raise ``ValueError`` unless exactly one has it."""
    fitting = [place for place, value in enumerate(choices.values()) if value == computed]
    if len(fitting) != 1:
        raise ValueError(f"One of the choices {list(choices)} must mean {computed!r}; found {len(fitting)}.")
    return fitting[0]


# --- what a lesson shows ---

FACTS = 4
"""Most key numbers side by side."""


@dataclass(frozen=True)
class Html:
    """A block with a sentence, table or card."""

    html: Markup


@dataclass(frozen=True)
class Plain:
    """A line of small plain text."""

    text: str


@dataclass(frozen=True)
class Fact:
    """A key number and its label."""

    label: str
    value: str
    about: str = ""
    color: str = ""
    """Colour of the system that the number belongs to, if there are two."""


@dataclass(frozen=True, init=False)
class Facts:
    """Key numbers side by side."""

    facts: tuple[Fact, ...]

    def __init__(self, *facts: Fact):
        object.__setattr__(self, "facts", facts)


@dataclass(frozen=True)
class FormulaBlock:
    """A formula in LaTeX with the example's numbers; it contains no visitor's text."""

    latex: str


@dataclass(frozen=True)
class TableBlock:
    frame: pd.DataFrame
    name: str
    """Name of the table's files, unique in the lesson."""
    formats: Mapping[str, str]
    """Column -> printf format of its numbers."""
    caption: str = ""


@dataclass(frozen=True)
class ExportBlock:
    """A table for download, which the page shows as HTML."""

    frame: pd.DataFrame
    name: str
    """Name of the table's files, unique in the lesson."""


@dataclass(frozen=True)
class Chart:
    figure: go.Figure
    name: str
    """Name of the chart, unique in the lesson."""
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
    """Two columns; one above the other if the page is too narrow."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"
    ratio: float = 1.0
    """Width of the first column, in widths of the second."""


Block = (
    Html | Plain | Facts | FormulaBlock | TableBlock | ExportBlock | Chart | Trial | Heading | Drawing | ColumnsBlock
)


@dataclass(frozen=True)
class ComputedBlocks:
    """The blocks computed from the example, from top to bottom."""

    key: tuple[Block, ...]
    """Key numbers, then their formula: next to the question, once it is answered."""
    rest: tuple[Block, ...]
    """All numbers of the computation: folded, once the question is answered."""
    before: tuple[Block, ...] = ()
    """Picture above the question, needed to answer it."""
    after: tuple[Block, ...] = ()
    """Blocks in place of the picture once the question is answered; if empty, the picture stays."""
    why: tuple[Block, ...] = ()
    """At most one chart and one formula, folded with the sentences that explain the answer."""


def facts_html(facts: Facts) -> Markup:
    """Return numbers side by side, each under its label."""
    return page(Markup('<div class="facts">{}</div>').format(Markup("").join(map(_fact, facts.facts))))


def _fact(fact: Fact) -> Markup:
    edge = Markup(' style="border-color:{}"').format(fact.color) if fact.color else ""
    about = Markup("<small>{}</small>").format(fact.about) if fact.about else ""
    return Markup("<div{}><span>{}</span><b>{}</b>{}</div>").format(edge, fact.label, fact.value, about)


# --- a whole lesson ---


@dataclass(frozen=True)
class Notes:
    """Notes for the teacher of a lesson; each text is a few short sentences."""

    say: str
    think: str
    """What students usually think."""
    correction: str
    """The truth, in place of what students think."""
    minutes: int
    """Length of the lesson in minutes, with the class's answers."""
    following: str
    """Next topic, and the reason for it."""


@dataclass(frozen=True)
class Lesson:
    """A lesson about one caveat.

    ``compute`` takes any text that a visitor may type, also an empty one. Every number in the texts of ``ask`` is
    computed from the given example; ``claim`` and ``practice`` contain no numbers.
    """

    title: str
    claim: str
    """Claim in one sentence, shown once the question is answered, because it gives the answer away."""
    fields: tuple[Field, ...]
    compute: Callable[[Values], ComputedBlocks]
    ask: Callable[[Values], Question]
    """Function that returns the question; it is called with the lesson's own example."""
    practice: str
    """Advice for practice."""
    sources: tuple[str, ...]
    """Sources with section or equation."""
    notes: Notes
    tile_views: Callable[[Values, bool], Mapping[str, Sequence[TileRowView]]] = lambda values, answered: {}
    """Function of the example, and whether the question is answered: name of a field of words -> look of its rows.

    Fields that are not named have no colours; a note that gives the answer away is shown only after the answer.
    """
    segment: Callable[[Values], Segment] | None = None
    """Function that returns the segment above the question, in a lesson without sentences as fields."""
    pages: tuple[tuple[str, str], ...] = ()
    """Further pages: the page's name as in ``ui/session/navigation.py``, and the label of the link."""
    of_class: Callable[[Mapping[str, Mapping[int, int]]], tuple[Block, ...]] | None = None
    """Function of a class's answers (lesson -> choice -> number): the teacher's blocks; None in most lessons."""
    is_by_line: bool = False
    """Whether the first lines of all fields are shown together, then the second lines."""
    has_numbers_beside: bool = False
    """Whether the key numbers are beneath the verdict, because the picture fills its side of the screen."""

    @property
    def example(self) -> Values:
        """Values of the lesson's own example."""
        return {field.name: field.default for field in self.fields}

    def is_example(self, values: Values, but_for: str = "") -> bool:
        """Return whether the values are the lesson's own, except for one row of tiles or one control."""
        own_values = _question_values(self, self.example)
        return all(
            value == own_values[name] for name, value in _question_values(self, values).items() if name != but_for
        )

    def control(self, name: str) -> Control | None:
        """Return the field of this name; None if it is a field of tiles or one of their rows."""
        return next((field for field in self.fields if field.name == name and not isinstance(field, WordsField)), None)

    @property
    def words(self) -> tuple[WordsField, ...]:
        """Fields that are tiles."""
        return tuple(field for field in self.fields if isinstance(field, WordsField))


def _question_values(lesson: Lesson, values: Values) -> dict[str, Any]:
    """Return the text of each row of tiles by its name, and each other value that changes the question."""
    question_values: dict[str, Any] = {}
    for field in lesson.fields:
        value = values[field.name]
        if isinstance(field, WordsField):
            question_values |= zip(field.rows, value.split("\n"), strict=True)
        elif not field.is_view:
            question_values[field.name] = value
    return question_values


# --- outputs with what BLEU counts in them ---

BLUE, ORANGE = COMPARED
"""Colours of A and B in a comparison."""

COLORS = PALETTE[: len(LETTERS)]
"""Colours of the letters."""


def name_outputs_by_letter(bleu: BLEU, outputs: Sequence[str], references: Sequence[str]) -> list[Hypothesis]:
    """Return the outputs with their matches, named by letters; at most as many as there are letters."""
    return [
        match_output(bleu, output, references, letter, color)
        for output, letter, color in zip(outputs, LETTERS, COLORS, strict=False)
    ]


def match_output(
    bleu: BLEU, output: str, references: Sequence[str], name: str = "output", color: str = BLUE
) -> Hypothesis:
    """Return one output with its matches and its arithmetic, as ``segment_block`` draws it."""
    row = bleu.statistics([output], [[reference] for reference in references])[0]
    return Hypothesis(name, color, bleu.matches(output, references), bleu.arithmetic(row))


def bleu_facts(outputs: Sequence[Hypothesis], about: Callable[[Hypothesis], str]) -> Facts:
    """Return BLEU of the first outputs, as many as fit side by side, with the note of ``about`` on each."""
    return Facts(
        *(
            Fact(f"BLEU of {output.system}", two_decimals(output.arithmetic.score), about(output), output.color)
            for output in outputs[:FACTS]
        )
    )


def views_with_score(*outputs: Hypothesis, with_score: bool) -> list[TileRowView]:
    """Return rows in the outputs' colours, with BLEU next to them if ``with_score``."""
    return [
        TileRowView(
            output.matches,
            f"BLEU {two_decimals(output.arithmetic.score)}" if with_score else "",
            color=output.color if len(outputs) > 1 else "",
        )
        for output in outputs
    ]


ORDERS = ("words", "pairs", "threes", "fours", "fives")
"""Names of n-grams in charts, by their order from 1."""


MATCHING = "% that match; BLEU: their geometric mean"


def precision_bars(terms: BleuArithmetic) -> Chart:
    """Return a bar for each precision that BLEU multiplies, and for BLEU."""
    counts = zip(terms.smoothed_matches, terms.smoothed_totals, strict=True)
    shares = {
        order: float(matches / total) if total else 0.0 for order, (matches, total) in zip(ORDERS, counts, strict=False)
    }
    colors = [*[BLUE] * len(shares), ORANGE]
    shares |= {"BLEU": 0.0 if math.isnan(terms.score) else float(terms.score) / 100}
    alt = ", ".join(f"{order} {share:.2f}" for order, share in shares.items())
    return Chart(figures.share_bars(shares, colors, MATCHING, 0, bar=28, decimals=1), "precisions", alt)


def words_matched(output: Hypothesis) -> str:
    """Return how many single words of an output match, in words."""
    return f"words: {output.arithmetic.matches[0]:.0f} of {output.arithmetic.totals[0]:.0f}"


SAMPLE = "news-en-es"
"""The sample set of lessons about a whole test set."""


@lru_cache(maxsize=1)
def news_sample() -> TestSet:
    return sample(SAMPLE)


def segment_of_sample(place: int, systems: Mapping[str, str], with_source: bool = False) -> Segment:
    """Return the sample set's segment at a 0-based place; ``systems``: name of an output -> its system."""
    segment = news_sample().segment(place)
    references = {f"reference {n}": text for n, text in enumerate(segment.references.values(), 1)}
    hypotheses = {name: segment.hypotheses[system] for name, system in systems.items()}
    return replace(
        segment, source=segment.source if with_source else None, references=references, hypotheses=hypotheses
    )


def segment_block(bleu: BLEU, segment: Segment, colors: Sequence[str] = COLORS) -> Html:
    """Return a segment's source, every reference, and every output with its matches in colour."""
    references = [*segment.references.values()]
    outputs = [
        match_output(bleu, text, references, name, color)
        for (name, text), color in zip(segment.hypotheses.items(), colors, strict=False)
    ]
    return Html(ngrams.segment_html(segment.source, segment.references, outputs))


def token_line(name: str, about: str, tokens: Sequence[str], shades: Sequence[int | None]) -> Html:
    """Return tokens side by side, shaded ones in the colours of matches; ``about`` is beneath the name."""
    chip = Markup('<span class="t n{}">{}</span>')
    words = Markup(" ").join(
        token if shade is None else chip.format(shade, token) for token, shade in zip(tokens, shades, strict=True)
    )
    label = Markup("<b>{}</b> <br>{}").format(name, about)
    return Html(page(html_line(label, Markup('<div class="words" dir="auto">{}</div>').format(words))))


def colors(bleu: BLEU, pointing: bool = True) -> Html:
    """Return the legend of the colours of a sentence: once in a lesson, beneath the first sentence."""
    return Html(ngram_legend(bleu.max_order, pointing))


def signature(metric: Metric, n_references: int = 1) -> Plain:
    """Return the signature of the metric and its references."""
    return Plain(f"Signature: nrefs:{n_references}|{metric.signature}")


# --- formulas with numbers put in ---

QUESTION_COLOR = "#2E86C1"
"""Colour of the part of a formula that the question is about, readable in both themes."""


def asked_part(latex: str) -> str:
    """Return LaTeX that marks the part of a formula that the question is about."""
    return rf"\textcolor{{{QUESTION_COLOR}}}{{\mathbf{{{latex}}}}}"


def aligned(*rows: str, gap: int = 4, before: str = "") -> FormulaBlock:
    """Return the rows of a formula, with a gap in points between two rows; ``before`` precedes them."""
    body = rf" \\[{gap}pt] ".join(rows)
    return FormulaBlock(rf"{before}\begin{{aligned}} {body} \end{{aligned}}")


def quotient(part: float, whole: float, form: str = ".3f") -> str:
    """Return the value of a fraction in a formula; a word if the whole is 0."""
    return f"{part / whole:{form}}" if whole else r"\text{none}"


def product(terms: BleuArithmetic, of: str = "") -> FormulaBlock:
    """Return BLEU as the geometric mean of the precisions; precisions without a match, or else the longest, in colour.

    Counts are given after smoothing, so that the product is the score.
    """
    orders = range(len(terms.matches))
    missed = {n for n in orders if terms.totals[n] and not terms.matches[n]} or {orders[-1]}
    counts = [
        rf"\frac{{{significant(matches)}}}{{{significant(total)}}}" if total else r"\text{none}"
        for matches, total in zip(terms.smoothed_matches, terms.smoothed_totals, strict=True)
    ]
    factors = r" \cdot ".join(asked_part(count) if n in missed else count for n, count in enumerate(counts))
    factor = rf"\underbrace{{{terms.brevity_penalty:.3g}}}_{{\text{{brevity penalty}}}}"
    penalty = "" if terms.brevity_penalty == 1 else rf" \cdot {factor} \\[4pt] & \quad"
    value = r"\text{not defined}" if math.isnan(terms.score) else f"{terms.score:.2f}"
    root = rf"\sqrt[{len(counts)}]{{{factors}}}"
    is_filled = any(terms.totals[n] and not terms.matches[n] and terms.smoothed_matches[n] for n in orders)
    notes = [r"&\quad \text{in blue: no match, smoothed}"] * is_filled
    return aligned(rf"\text{{BLEU}}{of} &= 100{penalty} \cdot {root}", rf"&= {value}", *notes)
