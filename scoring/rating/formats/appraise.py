"""Answers in Appraise's export format: CSV without a header, a row for each annotator and output."""

import json
from collections.abc import Iterator, Sequence

from ...formats.judgments.pearmut.utf16 import code_unit_places, code_units
from ...formats.tables.spreadsheets import write_csv
from ...testset import TestSet
from ...validation import expect
from ..protocols.answers import DirectAssessment, ErrorSpans
from ..protocols.plan import DAMAGED, PLAIN, REPEAT
from ..protocols.ratings import AnsweredItem, Ratings
from .rankings import document_name

TYPES = {PLAIN: "TGT", REPEAT: "CHK", DAMAGED: "BAD"}
"""Appraise's names for kinds of items: target, redundant check, bad reference."""
MISSING = "missing"


def write_appraise(ratings: Ratings) -> bytes:
    """Return the answers of direct assessment, or of error spans, as CSV; spans are in the column before the times.

    Items are numbered as the segments of the test set, from 1. Times count from the rater's first answer. Scores are as
    they were given; Appraise's own are whole numbers. A name that a spreadsheet would run gets an apostrophe before it.
    Raises ``ValueError`` for answers of another protocol.
    """
    expect(ratings, Ratings, "ratings")
    if ratings.plan.protocol not in ("da", "esa"):
        raise ValueError(f"Appraise has the protocols da and esa; these answers are of {ratings.plan.protocol}.")
    return write_csv(_rows(ratings)).encode()


def _rows(ratings: Ratings) -> Iterator[Sequence[object]]:
    passed: dict[int, float] = {}
    language = _code(ratings.test_set)
    for rating in ratings:
        value, output = rating.value, rating.item.outputs[0]
        if not isinstance(value, DirectAssessment | ErrorSpans):
            continue
        seconds = rating.answer.seconds if rating.answer.seconds == rating.answer.seconds else 0.0
        begun = passed.get(rating.place, 0.0)
        passed[rating.place] = begun + seconds
        yield (
            ratings.names[rating.place],
            output.system,
            rating.item.segment + 1,
            TYPES[rating.item.kind],
            "",
            language,
            f"{value.score:.15g}",
            _document(ratings.test_set, rating),
            "False",
            *([_spans(value, output.text)] if isinstance(value, ErrorSpans) else []),
            f"{begun:.3f}",
            f"{passed[rating.place]:.3f}",
        )


def _document(test_set: TestSet, rating: AnsweredItem) -> str:
    """Return the document and the system, as Appraise has them, with a mark for a damaged output.

    A ``#`` ends the document's name, so that the name itself may not have one.
    """
    name = document_name(test_set, rating.item.segment).split("#")[0]
    bad = "#bad" if rating.item.kind == DAMAGED else ""
    return f"{name}#{rating.item.outputs[0].system}{bad}"


def _spans(value: ErrorSpans, text: str) -> str:
    """Return the errors as JSON, with places in UTF-16 code units; the end of an error is its last unit."""
    of = code_unit_places(text)
    ends: list[tuple[int | str, int | str, str, str | None]] = []
    for marked in value.spans:
        start, end = code_units(of, marked.start, marked.end)
        ends.append((start, end - 1, marked.severity, marked.category or None))
    ends += [(MISSING, MISSING, severity, None) for severity in value.missing]
    return json.dumps(
        [
            {"start_i": first, "end_i": last, "severity": appraise_severity, "error_type": kind}
            for first, last, appraise_severity, kind in ends
        ]
    )


def _code(test_set: TestSet) -> str:
    """Return the three-letter code of the language, as Appraise has it; empty where no file states the language."""
    stated_language = test_set.target.stated_language
    codes = [] if stated_language is None else stated_language.language.codes
    return next((code for code in codes if len(code) == 3), "")
