"""Rankings in WMT's format from 2008 to 2016: a row for each ranking, with columns for each of five systems."""

from ...formats.tables.spreadsheets import write_csv
from ...testset import TestSet
from ...validation import expect
from ..protocols.answers import OutputRanking
from ..protocols.plan import PLAIN
from ..protocols.ratings import Ratings


def write_rankings(ratings: Ratings) -> bytes:
    """Return the rankings as CSV, without repeated and damaged items; a spreadsheet runs no name in it as a formula.

    Raises ``ValueError`` for answers of another protocol.
    """
    expect(ratings, Ratings, "ratings")
    n_slots = min(len(ratings.plan.systems), ratings.plan.asks.n_outputs)
    if ratings.plan.protocol != "ranking":
        raise ValueError(f"WMT's rankings are of the protocol ranking; these answers are of {ratings.plan.protocol}.")
    slots = range(1, n_slots + 1)
    system_columns = [column for slot in slots for column in (f"system{slot}Number", f"system{slot}Id")]
    about = ("srclang", "trglang", "srcIndex", "documentId", "segmentId", "judgeId")
    rows: list[list[object]] = [[*about, *system_columns, *(f"system{slot}rank" for slot in slots)]]
    numbers = {system: number for number, system in enumerate(ratings.plan.systems, 1)}
    for rating in ratings:
        if rating.item.kind == PLAIN and isinstance(rating.value, OutputRanking):
            segment = rating.item.segment
            shown = [(numbers[output.system], output.system) for output in rating.item.outputs]
            document = document_name(ratings.test_set, segment)
            judge = ratings.names[rating.place]
            about = ("", _language(ratings.test_set), str(segment + 1), document, str(segment + 1), judge)
            rows.append([*about, *(cell for pair in shown for cell in pair), *rating.value.ranks])
    return write_csv(rows).encode()


def document_name(test_set: TestSet, segment: int) -> str:
    """Return the name of a segment's document, or of the test set without documents; segments count from 0."""
    return test_set.name if test_set.documents is None else str(test_set.documents[segment])


def _language(test_set: TestSet) -> str:
    stated_language = test_set.target.stated_language
    return "" if stated_language is None else stated_language.language.name
