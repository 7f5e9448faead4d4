"""What an erratum is, and its computation as a table. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from scoring import TBLEU
from scoring.output.markup import html
from scoring.output.markup.html import page
from ui.kit.texts import Texts

EXAMPLE_SETTINGS = {
    "tokenize": "none",
    "lowercase": False,
    "max_order": 4,
    **{f"weight_{order}": 1.0 for order in range(1, 5)},
    "smoothing": "none",
    "effective_order": False,
    "tbleu_epsilon": TBLEU.epsilon,
}
"""The settings of an example that says nothing else."""

Row = tuple[str, str, str]
"""What it is, what is printed (nothing where nothing is), what is computed."""


@dataclass(frozen=True)
class Erratum:
    """One misprint."""

    name: str
    """A few words, for the list."""
    claim: str
    """What is wrong, without a result's number: that is computed beneath."""
    source: str
    printed: str
    right: str
    """What is right, without a result's number too."""
    rows: Callable[["Erratum"], Sequence[Row]]
    texts: Texts
    """The example, as the Playground has it."""
    view: str
    """The Playground's view that shows it."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """Its own among the settings."""
    printed_formula: str = ""
    """In LaTeX, as are the others."""
    right_formula: str = ""
    agreement_part: str = ""
    """The tab of the page Agreement that shows what the misprint does there, if one does."""
    computed_formula: Callable[["Erratum"], str] | None = None
    """In place of ``right_formula``, where that has results in it."""

    @property
    def settings(self) -> dict[str, Any]:
        """What the sidebar's widgets must hold for the example, by key."""
        return {**EXAMPLE_SETTINGS, **self.own}

    @property
    def formulas(self) -> tuple[str, str]:
        """As printed and as it must be, empty where there is none."""
        return self.printed_formula, self.computed_formula(self) if self.computed_formula else self.right_formula

    @property
    def hypotheses(self) -> list[str]:
        return self.texts.hypotheses.split("\n")

    @property
    def references(self) -> list[str]:
        return self.texts.references.split("\n")


def computed(rows: Sequence[Row]) -> Markup:
    """The computation as a table: what is printed, beside what is computed."""
    body = [html.html_row((what, printed, Markup("<b>{}</b>").format(found))) for what, printed, found in rows]
    return page(Markup('<div class="errata">{}</div>').format(html.html_table(("", "printed", "computed"), body)))
