"""The segment that opens shows what its page is about, and says why; an address that names one has the last word."""

import re

import pytest

from scoring import BLEU, TBLEU, TER
from tests.pages.steps import button, go, heading, html, press, ran, texts, value_of
from ui.store import cache

INFLECTION, NEWS = "inflection-hr-sl", "news-en-es"


def opened(at):
    """The number of the segment, and whether it is said why it was opened."""
    return int(re.search(r"Segment ([\d,]+)\*\*", heading(at))[1]), "Opened here because" in html(at)


def row(metric, identity, number, system=None):
    """The statistics of a segment of one system, by default the first."""
    test_set = cache.open_test_set(identity)
    return metric.measure(test_set)[system or test_set.system_names[0]][number - 1]


def test_ter_opens_at_a_shift(visit):
    number, is_said = opened(visit("ter"))
    assert is_said
    assert TER().column(row(TER(), NEWS, number), "shifts") > 0


def test_smoothing_opens_at_a_zero(visit):
    number, is_said = opened(visit("smoothing"))
    assert is_said
    found = row(BLEU(), NEWS, number)
    assert BLEU(smoothing="none").score(found) == 0
    assert BLEU().score(found) > 10


def test_tbleu_opens_at_a_correction_and_offers_an_epsilon_that_shows_it(visit):
    at = visit("tbleu", set=INFLECTION)
    number, is_said = opened(at)
    assert is_said
    assert "1 in 10,000" in texts(at)
    ran(button(at, "showing-epsilon").click().run())
    assert "1 in 10,000" not in texts(at)
    assert value_of(at, "tbleu_epsilon") == 0.3
    assert opened(at) == (number, True)
    exact, tolerant = BLEU(), TBLEU(epsilon=0.3)
    gain = tolerant.score(row(tolerant, INFLECTION, number)) - exact.score(row(exact, INFLECTION, number))
    assert gain > 5


@pytest.mark.parametrize("page", ["segments", "compare"])
def test_lists_open_at_a_large_difference(visit, page):
    number, is_said = opened(visit(page))
    assert is_said
    names = cache.open_test_set(NEWS).system_names
    scores = [BLEU().score(row(BLEU(), NEWS, number, name)) for name in names]
    assert max(scores) - min(scores) > 20


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("page", ["ter", "smoothing", "tbleu", "segments", "compare"])
def test_an_address_that_names_a_segment_shows_it(visit, page):
    assert opened(visit(page, segment="3")) == (3, False)


def test_the_next_one_is_the_next_and_is_named(visit):
    at = visit("ter")
    number, _ = opened(at)
    press(at, "next")
    assert opened(at) == (number + 1, False)


def test_it_stays_where_it_is_while_other_things_change(visit):
    at = visit("tbleu")
    number, _ = opened(at)
    for system in cache.open_test_set(NEWS).system_names:
        assert opened(ran(at.selectbox(key="system").set_value(system).run())) == (number, True)
    assert opened(go(go(at, "learn"), "tbleu")) == (number, True)


def test_another_set_opens_anew(visit):
    at = visit("data", segment="3")
    ran(button(at, "use-textbook").click().run())
    assert "segment" not in at.query_params or not at.query_params["segment"]
