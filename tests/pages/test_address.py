"""Whatever stands in the address: every page is drawn, and what cannot be read counts for nothing."""

from itertools import cycle

import pytest

from tests.pages.steps import PAGES, parameters_of, title
from ui.store import people

WILD = [
    "<script>alert(1)</script>",
    "",
    "inf",
    "nan",
    "1e999",
    "-1",
    "0.5",
    "99999999999999999999999",
    "true",
    "ａｌｌ",
    "١",
    "\x00",
    "\u202e\ud7ff\U0001f600",
    "x" * 100_000,
    "__class__.__init__.__globals__",
    "{0.__class__}",
    "constructor",
]


@pytest.fixture(autouse=True)
def no_cookies(monkeypatch):
    """What AppTest gives for them is no text."""
    monkeypatch.setattr(people, "_cookies", dict)


@pytest.fixture(scope="module")
def usual():
    """``usual(visit, page, **chosen)``: the names of the page's parameters, but for the set, and its title."""
    known = {}

    def usual(visit, page, **chosen):
        key = page, *chosen.items()
        if key not in known:
            at = visit(page, **chosen)
            known[key] = parameters_of(at) - {"set"} - set(chosen), title(at)
        return known[key]

    return usual


def rotated(names, shift):
    """Name -> a value; with another shift each has another one."""
    return {name: WILD[(place + shift) % len(WILD)] for place, name in enumerate(sorted(names))}


@pytest.mark.exhaustive
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize(("page", "value"), [*zip(cycle(["overview", "segments"]), WILD, strict=False)], ids=ascii)
def test_wild_values_of_all_parameters_at_once(visit, usual, page, value):
    """On the page with most settings, and on that with all filters, in turn."""
    names, heading = usual(visit, page)  # without a set there is nothing else to draw: test_pages has that
    at = visit(page, **dict.fromkeys(names, value))
    assert not at.exception
    assert title(at) == heading


@pytest.mark.quick_cases(3)
@pytest.mark.one_case_in(4)
@pytest.mark.parametrize("page", PAGES)
def test_wild_values_on_every_page(visit, usual, page):
    """Of all parameters, and of the page's own alone: where a filter lets nothing pass, most draw nothing else."""
    names, heading = usual(visit, page)
    own = names - usual(visit, "start")[0]
    asked = [rotated(names, 0), *(rotated(own, shift) for shift in (3, 7, 11) if own)]
    for parameters in asked:
        at = visit(page, **parameters)
        assert not at.exception
        assert title(at) == heading


@pytest.mark.one_case_in(4)
@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("page", "chosen"),
    [
        ("segments", {"smoothing": "floor"}),
        ("segments", {"smoothing": "add-k"}),
        ("segments", {"smoothing": "4"}),
        ("segments", {"max_order": "6"}),
        ("smoothing", {"smoothing_part": "Who wins", "list_all": "true"}),
        ("smoothing", {"smoothing_part": "Distributions"}),
        ("ter", {"ter_part": "BLEU against TER"}),
        ("tbleu", {"tbleu_part": "Words"}),
        ("compare", {"compare_part": "Words and n-grams", "compare_kind": "Over- and under-produced"}),
        ("compare", {"compare_part": "Groups", "compare_by": "segment score"}),
        ("choose", {"choose_part": "One segment"}),
        ("choose", {"candidates": "lists"}),
        ("playground", {"text": ""}),
    ],
)
def test_and_of_those_that_another_parameter_brings_into_sight(visit, usual, page, chosen):
    names, _ = usual(visit, page, **chosen)
    brought = names - usual(visit, page)[0]
    for shift in (0, 1, 2, 4):
        at = visit(page, **rotated(brought, shift), **chosen)
        assert not at.exception
        assert parameters_of(at) >= names
