"""The segment that opens shows what its page is about, and says why; an address that names one has the last word."""

import re

import pytest

from scoring import BLEU, TBLEU, TER, WER
from scoring.bleu.dialects import DIALECTS, Parameters
from tests.pages.steps import button, go, heading, html, press, ran, texts, value_of
from ui.store import cache

INFLECTION, NEWS = "inflection-hr-sl", "news-en-es"


def opened(at):
    """The number of the segment, and whether it is said why it was opened."""
    return int(re.search(r"Segment ([\d,]+)\*\*", heading(at))[1]), "Opened here because" in html(at)


def why_opened(at):
    return re.search("Opened here because[^<]*", html(at))[0]


def row(metric, identity, number, system=None):
    """The statistics of a segment of one system, by default the first."""
    test_set = cache.open_test_set(identity)
    return metric.measure(test_set)[system or test_set.system_names[0]][number - 1]


def test_ter_opens_where_shifts_save_one_of_the_two_best_systems_most(visit):
    at = visit("ter")
    number, is_said = opened(at)
    assert is_said
    systems = at.multiselect(key="ter_systems").value
    assert len(systems) == 2
    saved = {}
    for system in systems:
        without, with_shifts = (float(m.score(row(m, NEWS, number, system))) for m in (WER(), TER()))
        saved[system] = without - with_shifts
    best = max(saved, key=saved.get)
    assert saved[best] > 10
    assert f"moving phrases saves most edits here, for {best}." in html(at)


def test_smoothing_opens_where_methods_disagree_most_and_says_between_what(visit):
    at = visit("smoothing")
    number, is_said = opened(at)
    assert is_said
    found = row(BLEU(), NEWS, number, at.selectbox(key="system").value)
    assert BLEU(smoothing="none").score(found) == 0
    scores = [float(metric.score(found)) for metric in DIALECTS["paper"].metrics(BLEU(), Parameters()).values()]
    assert f"BLEU {min(scores[1:]):.2f} to {max(scores[1:]):.2f}." in html(at)
    assert max(scores[1:]) - min(scores[1:]) > 10


def test_tbleu_shows_a_tolerance_that_changes_something_where_the_published_one_does_not(visit):
    at = visit("tbleu", set=INFLECTION)
    number, is_said = opened(at)
    assert is_said
    assert "At 0.05 tBLEU hardly differs from BLEU." in texts(at)
    assert "a tolerance of 0.3 forgives" in html(at)
    assert value_of(at, "tbleu_epsilon") == 0.05, "the setting, which other pages follow, stays"
    exact, tolerant = BLEU(), TBLEU(epsilon=0.3)
    system = at.selectbox(key="system").value
    ours, theirs = row(tolerant, INFLECTION, number, system), row(exact, INFLECTION, number, system)
    assert tolerant.score(ours) - exact.score(theirs) > 5
    at = ran(at.segmented_control(key="tbleu_tolerance").set_value("0.05 (published)").run())
    assert "a tolerance of 0.05 forgives" in html(at)
    assert opened(at) == (number, True)


def test_a_tolerance_that_the_reader_sets_is_shown_as_it_is(visit):
    at = visit("tbleu", set=INFLECTION, tbleu_epsilon="0.1")
    assert "the published value" not in texts(at)
    assert "a tolerance of 0.1 forgives" in html(at)


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


def test_other_systems_open_the_segment_in_which_they_differ_most(visit):
    at = visit("segments")
    whole = why_opened(at)
    hidden = [name for name in cache.open_test_set(NEWS).system_names if f"{name} and" in whole]
    shown = [name for name in cache.open_test_set(NEWS).system_names if name not in hidden]
    assert len(hidden) == 1
    fewer = why_opened(ran(at.sidebar.multiselect(key="systems").set_value(shown).run()))
    assert all(name in fewer for name in shown)
    assert why_opened(ran(at.sidebar.multiselect(key="systems").set_value([]).run())) == whole


def test_another_set_opens_anew(visit):
    at = visit("data", segment="3")
    ran(button(at, "use-textbook").click().run())
    assert "segment" not in at.query_params or not at.query_params["segment"]
