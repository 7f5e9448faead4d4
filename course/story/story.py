"""A picture that stays in sight while the reader scrolls through short steps of text; each step changes it.

``Story`` has the picture and the steps, and ``mount_story`` puts them on the page. The style is in story.css, scrolling
and keys are in story.js. All texts are inserted as text nodes only.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from ui.kit import steps

Kind = Literal["", "n0", "n1", "n2", "n3", "n4", "cut", "asked"]
"""Kind of a word: quiet, in no reference, in a match of 1 to 4 words, clipped away, or asked about by the text."""
Part = Literal["", "n1", "n2", "n3", "n4", "penalty", "result"]
"""Part of a formula: the colour in which it is written."""
Total = Literal["", "mean", "score"]
"""Number in the last bar: none, the mean, or the score."""


@dataclass(frozen=True)
class FormulaTerm:
    """A piece of a formula; with ``below`` it is a fraction, with ``above`` a power."""

    text: str
    part: Part = ""
    below: str = ""
    above: str = ""
    is_in_root: bool = False


@dataclass(frozen=True)
class StoryFormula:
    terms: tuple[FormulaTerm, ...]
    heard: str
    """Words of the formula as a reader says it."""
    index: str = ""
    """Index of the root."""


@dataclass(frozen=True)
class StoryNGram:
    """The n-gram of the output's words [start, end), and whether it counts."""

    start: int
    end: int
    is_counted: bool


@dataclass(frozen=True)
class StoryBar:
    """A bar of the story, with the number of cells that are filled when the story reaches it."""

    name: str
    filled: int
    cells: int
    part: Part


@dataclass(frozen=True)
class StoryStep:
    """A few sentences, and the state of the picture while they are read."""

    title: str
    text: str
    output: tuple[Kind, ...]
    """Kind of each word of the output."""
    reference: tuple[Kind, ...]
    formulas: tuple[StoryFormula, ...] = ()
    is_linked: bool = False
    """Whether lines join the words that match."""
    order: int = 0
    """Order of the n-grams that are drawn beneath the output; 0 for none."""
    bars: int = 0
    """Number of bars that are full."""
    total: Total = ""


@dataclass(frozen=True)
class Story:
    label: str
    """Description of the picture for screen readers."""
    reference: tuple[str, ...]
    output: tuple[str, ...]
    indent: int
    """Number of words by which the output begins further right than the reference."""
    links: tuple[tuple[int, int], ...]
    """Word of the output and its match in the reference."""
    ngrams: tuple[tuple[StoryNGram, ...], ...]
    """N-grams of each order, from 1."""
    bars: tuple[StoryBar, ...]
    mean: float
    """Last bar before the brevity penalty, 0-100; ``score`` is the bar after it."""
    score: float
    steps: tuple[StoryStep, ...]


def story_payload(story: Story) -> dict[str, Any]:
    """Return the story as plain data, with the formatted numbers of the last bar."""
    return asdict(story) | {"shown": {"mean": f"{story.mean:.2f}", "score": f"{story.score:.2f}"}}


def mount_story(story: Story, key: str, on_read: Callable[[], None]) -> None:
    """Draw the story; ``on_read`` is called when the last step has been reached."""
    _component(data=story_payload(story), key=key, on_read_change=on_read)


_component: Any = st.components.v2.component(
    "bleuscope_story",
    css=Path(__file__).with_suffix(".css").read_text(encoding="utf-8"),
    js=steps.key_listener_script(__file__),
)
