"""Segments sorted by where they come from."""

from scoring.analysis.sortings import by_origin
from tests.judgments import IN_DOCUMENTS, SET


def test_by_domain_and_document():
    found = by_origin(IN_DOCUMENTS)
    assert {by: [buckets.labels[member] for member in buckets.members] for by, buckets in found.items()} == {
        "domain": ["news", "news", "speech", "speech"],
        "document": ["one", "one", "two", "two"],
    }


def test_one_origin_sorts_nothing():
    assert by_origin(SET) == {}
    assert by_origin(IN_DOCUMENTS.only([0, 1])) == {}
