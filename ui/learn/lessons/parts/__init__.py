"""What a lesson is made of: plain data, which ui/learn/screen.py draws. Pure. Lessons take all of it from here.

A lesson's texts are its author's own: ``prompt`` and ``choices`` may hold Markdown, ``reveal``, ``practice`` and
``sources`` are plain text, or ``Markup`` where they hold HTML. What a visitor types gets into blocks and tiles only:
formatted into ``Markup``, which escapes it, or as it is into data frames, drawings and tiles; never into formulas.
"""

from ui.learn.lessons.parts.blocks import (
    Beside,
    Block,
    Chart,
    Computed,
    Export,
    Fact,
    Facts,
    Formula,
    Heading,
    Html,
    Plain,
    Table,
    Trial,
    facts_html,
)
from ui.learn.lessons.parts.fields import LETTERS, Choice, Clicks, Field, Seen, Slider, Values, Words, lines
from ui.learn.lessons.parts.formulas import ASKED, asked, product
from ui.learn.lessons.parts.lesson import Lesson, Notes
from ui.learn.lessons.parts.outputs import (
    BLUE,
    COLORS,
    ORANGE,
    bleu_facts,
    colors,
    lettered,
    matched,
    of_sample,
    seen,
    sentence,
    signature,
    words_matched,
)
from ui.learn.lessons.parts.questions import GIVEN_UP, REACHED, Answer, Clicked, Goal, Question, right_of

__all__ = [
    "ASKED",
    "BLUE",
    "COLORS",
    "GIVEN_UP",
    "LETTERS",
    "ORANGE",
    "REACHED",
    "Answer",
    "Beside",
    "Block",
    "Chart",
    "Choice",
    "Clicked",
    "Clicks",
    "Computed",
    "Export",
    "Fact",
    "Facts",
    "Field",
    "Formula",
    "Goal",
    "Heading",
    "Html",
    "Lesson",
    "Notes",
    "Plain",
    "Question",
    "Seen",
    "Slider",
    "Table",
    "Trial",
    "Values",
    "Words",
    "asked",
    "bleu_facts",
    "colors",
    "facts_html",
    "lettered",
    "lines",
    "matched",
    "of_sample",
    "product",
    "right_of",
    "seen",
    "sentence",
    "signature",
    "words_matched",
]
