"""Realigned outputs as text: a table of doubtful segments, JSON, or one segment a line. Nothing is computed here."""

from collections.abc import Callable

from ...output.numbers import fixed
from ...output.plain_tables import without_trailing_blanks
from ...realignment.realigned_system import RealignedSystem
from ...studies.realignment import RealignmentResult, system_records
from .layout import PLAIN, json_list

TEXT = "text"
MOST_CHARACTERS = 60
"""Characters of an output that a table shows."""
CONFIDENCE_NOTE = "confidence  how likely a segment's less sure border is right, from 0 to 1"
_HEADERS = ("system", "text", "leftover", "segment", "confidence", "errors", "words", "reference words")


def segment_lines(system: RealignedSystem) -> str:
    """Return the output with one segment a line."""
    return "\n".join(system.segments.to_pylist())


def _table(result: RealignmentResult, below: float) -> str:
    rows = [
        [
            record["system"],
            _shortened(record["text"]),
            record["leftover"] or "",
            f"{record['segment']:,}",
            fixed(record["confidence"], 2),
            f"{record['errors']:,}",
            f"{record['words']:,}",
            f"{record['reference_words']:,}",
        ]
        for record in result.records(below)
    ]
    tables = [PLAIN.table(_HEADERS, rows, n_left=3)] if rows else []
    notes = [*result.sentences(below), *([CONFIDENCE_NOTE] if rows else [])]
    return without_trailing_blanks("\n\n".join([*tables, "\n".join(notes)]))


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 1]}\N{HORIZONTAL ELLIPSIS}"


def _json(result: RealignmentResult, below: float) -> str:
    return json_list(
        {
            "system": system.name,
            "tokenizer": result.tokenizer,
            "errors": int(system.errors.sum()),
            "reference_words": int(system.reference_words.sum()),
            "word_error_rate": system.word_error_rate,
            "segments": [
                {key: value for key, value in record.items() if key not in ("system", "edited")}
                for record in system_records(system)
            ],
        }
        for system in result.systems
    )


def _text(result: RealignmentResult, below: float) -> str:
    (system,) = result.systems
    return segment_lines(system)


FORMATS: dict[str, Callable[[RealignmentResult, float], str]] = {"table": _table, "json": _json, TEXT: _text}
