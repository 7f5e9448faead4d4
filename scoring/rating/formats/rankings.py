"""Rankings as WMT published them from 2008 to 2016: a row a ranking, of five systems in columns of their own."""

from ...formats.tables.spreadsheets import write_csv
from ...testset import TestSet
from ...validation import expect
from ..protocols.answers import OutputRanking
from ..protocols.plan import PLAIN
from ..protocols.ratings import Ratings


def write_rankings(ratings: Ratings) -> bytes:
    """CSV, without repeated and damaged items, for which it has no words. No name in it is run by a spreadsheet.

    Raises ``ValueError`` for answers of another protocol.
    """
    expect(ratings, Ratings, "ratings")
    n_slots = min(len(ratings.plan.systems), ratings.plan.asks.n_outputs)
    if ratings.plan.protocol != "ranking":
        raise ValueError(f"WMT's rankings are of the protocol ranking; these answers are of {ratings.plan.protocol}.")
    slots = range(1, n_slots + 1)
    named = [column for slot in slots for column in (f"system{slot}Number", f"system{slot}Id")]
    about = ("srclang", "trglang", "srcIndex", "documentId", "segmentId", "judgeId")
    rows: list[list[object]] = [[*about, *named, *(f"system{slot}rank" for slot in slots)]]
    numbers = {system: number for number, system in enumerate(ratings.plan.systems, 1)}
    for given in ratings:
        if given.item.kind == PLAIN and isinstance(given.value, OutputRanking):
            segment = given.item.segment
            shown = [(numbers[output.system], output.system) for output in given.item.outputs]
            document = document_name(ratings.test_set, segment)
            judge = ratings.names[given.place]
            about = ("", _language(ratings.test_set), str(segment + 1), document, str(segment + 1), judge)
            rows.append([*about, *(cell for pair in shown for cell in pair), *given.value.ranks])
    return write_csv(rows).encode()


def document_name(test_set: TestSet, segment: int) -> str:
    """Return the name of the document of a segment, from 0; the test set's own where it has none."""
    return test_set.name if test_set.documents is None else str(test_set.documents[segment])


def _language(test_set: TestSet) -> str:
    said = test_set.target.said
    return "" if said is None else said.language.name
