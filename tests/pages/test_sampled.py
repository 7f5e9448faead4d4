"""A sample by score of a set that is too large for a browser: read, but not judged by."""

import pytest

from scoring import TestSet
from tests.pages.steps import html, key_of, ran

SAID = "No verdict: this is a sample of 400,000 segments"


def sampled(n_systems, notes):
    lines = [f"one two three four {number}" for number in range(len(notes))]
    systems = {f"mt{number}": [f"{line} x" * (number + 1) for line in lines] for number in range(n_systems)}
    return TestSet.build(systems, [lines], notes=notes, name="crawl")


def places(whole="400,000"):
    return [f"segment {number:,} of all {whole}" for number in (3, 70, 1_002, 399_999)]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("n_systems", [1, 2])
def test_overview_says_what_it_is_in_place_of_a_verdict(visit, n_systems):
    at = ran(visit("overview", set=key_of(sampled(n_systems, places()))))
    assert SAID in html(at)
    assert "A sample of 400,000 segments, drawn by their scores." in [found.value for found in at.caption]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", ["significance", "compare"])
def test_no_other_page_judges_by_it(visit, page):
    at = ran(visit(page, set=key_of(sampled(2, places()))))
    assert SAID in html(at)


@pytest.mark.exhaustive
def test_notes_of_other_kinds_make_no_sample(visit):
    at = ran(visit("overview", set=key_of(sampled(2, [*places()[:3], "segment 4"]))))
    assert SAID not in html(at)
