"""Offer columns of numbers in tables of texts as scores of the system that they are next to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....text.naming import clean_name
from ....validation import expect
from ...columns import FORMATS_WITH_COLUMN_NAMES, Column, Role, require_columns
from ...errors import FormatError
from ...names import is_id_header
from ...score_names import is_better_higher, is_human_score_name, names_a_score, usual_score_name, words_in_name
from ...tables.written_numbers import is_numeric, plain_numbers
from ..found_judgments import FoundScores, JudgedOutputs
from ..names import letters_and_digits
from .cells import parse_scores


@dataclass(frozen=True)
class ScoreOffer:
    """A column of numbers that may be scores."""

    column: str
    """Header of the column."""
    scores: FoundScores
    """Scores of one system."""
    is_stated: bool
    """Whether the header names a metric, and also the system if the table has several."""

    @property
    def n_scores(self) -> int:
        """Number of segments that have a score."""
        return int((~np.isnan(self.scores.values)).sum())

    def scores_of_system(self, system: str) -> FoundScores:
        """Return the numbers as scores of another system."""
        expect(system, str, "system")
        return replace(self.scores, outputs=replace(self.scores.outputs, systems=(system,)))


def offered_scores(columns: Sequence[Column]) -> list[ScoreOffer]:
    """Return an offer of scores for each ignored column of numbers, in tables that have a system.

    The header names the score; a system's name in it is removed. The scores belong to the system that the header
    names, else to the nearest one to the left. Numbers too large for scores are not offered.
    """
    offers = []
    columns = require_columns(columns)
    for at, column in enumerate(columns):
        systems = [other for other in columns if other.file == column.file and other.role is Role.SYSTEM]
        is_table = column.format in FORMATS_WITH_COLUMN_NAMES
        if is_table and systems and column.role is Role.IGNORE and not is_id_header(column.name):
            before = [other for other in columns[:at] if other in systems]
            offer = _offer(column, systems, (before or systems)[-1 if before else 0])
            offers += [] if offer is None else [offer]
    return offers


def _offer(column: Column, systems: Sequence[Column], nearest: Column) -> ScoreOffer | None:
    if not is_numeric(column.segments):
        return None
    header = letters_and_digits(column.name)
    systems_in_header = [system for system in systems if letters_and_digits(system.name) in header]
    system = max(systems_in_header, key=lambda system: len(system.name)) if systems_in_header else nearest
    words = words_in_name(column.name)
    own = [word for word in words if word not in words_in_name(system.name)] if systems_in_header else words
    name = usual_score_name(clean_name("-".join(own) if systems_in_header and own else column.name))
    numbers = np.arange(1, len(column) + 1)
    try:
        plain_cells = plain_numbers(column.segments)
        if plain_cells is None:
            return None
        values = parse_scores(column.file, plain_cells, numbers + 1)
    except FormatError:
        return None
    outputs = JudgedOutputs.of([system.name] * len(column), numbers, numbers + 1, n_segments=len(column))
    outputs = replace(outputs, ids=column.keys)
    scores = FoundScores(column.file, name, outputs, values, is_better_higher(name, values), is_human_score_name(name))
    return ScoreOffer(
        column.name, scores, names_a_score(column.name) and (bool(systems_in_header) or len(systems) == 1)
    )
