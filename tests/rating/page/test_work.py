"""How much work a campaign is, in items and in words."""

import pytest

from rating.page import campaign_settings, setup
from scoring import TestSet
from scoring.rating import CampaignPlan, duration
from scoring.rating.protocols import dealing

TEXTS = [f"segment {number} has about thirty letters" for number in range(40)]
SET = TestSet.build({"a": TEXTS, "b": TEXTS}, [TEXTS], source=TEXTS)
CHINESE = TestSet.build(
    {"a": ["这是一个很长的句子，没有空格" * 3] * 40}, [["这是一个句子，没有空格"] * 40], source=TEXTS
)


def plan(**others):
    usual = {"protocol": "da", "systems": ("a", "b"), "segments": tuple(range(40)), "repeats": 0, "damaged": 0}
    return CampaignPlan(**{**usual, **others})


def test_minutes_are_reading_and_answering():
    found = campaign_settings.estimate_work(plan(systems=("a",)), SET)
    n_characters = 2 * sum(len(text) for text in TEXTS)
    assert found.n_items == (40,)
    assert found.minutes == pytest.approx(n_characters / 987 + 40 * 6 / 60)
    assert campaign_settings.work_sentence(found) == "The rater gets 40 items: about 5 minutes."


def test_what_stands_beside_is_read_too_and_scripts_without_spaces_are_read_by_characters():
    alone, with_reference = (
        campaign_settings.estimate_work(plan(references=given), SET).minutes for given in ((), ("reference 1",))
    )
    assert with_reference - alone == pytest.approx(2 * sum(map(len, TEXTS)) / 987)
    chinese = campaign_settings.estimate_work(plan(systems=("a",)), CHINESE)
    n_characters = sum(map(len, TEXTS)) + 40 * len("这是一个很长的句子，没有空格" * 3)
    assert chinese.minutes == pytest.approx(n_characters / 255 + 40 * 6 / 60)


def test_items_are_dealt_to_all_places():
    found = campaign_settings.estimate_work(plan(n_places=3, raters_per_item=1), SET)
    assert sum(found.n_items) == 80
    assert campaign_settings.work_sentence(found).startswith("Each of 3 raters gets 26 to 28 items: ")
    with pytest.raises(ValueError, match="too few for 3 raters"):
        campaign_settings.estimate_work(plan(n_places=3, segments=(0, 1)), SET)


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0, "about 5 minutes"),
        (4.9, "about 5 minutes"),
        (5, "about 5 minutes"),
        (43, "about 45 minutes"),
        (89, "about 90 minutes"),
        (95, "about 1½ hours"),
        (125, "about 2 hours"),
        (60 * 1000, "about 1,000 hours"),
    ],
)
def test_times_are_rough(minutes, said):
    assert duration(minutes) == said


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ({}, "rated by one rater. The time"),
        ({"repeats": 0.1}, "rated by one rater; 8 checks on top. The time"),
        ({"repeats": 0.1, "segments": (0, 1)}, "rated by one rater; too few items for checks. The time"),
    ],
)
def test_checks_are_those_that_raters_get(shares, said):
    assert said in setup.extent(campaign_settings.estimate_work(plan(**shares), SET))


def test_a_plan_of_another_set_is_refused():
    with pytest.raises(ValueError, match="No system is called 'c'"):
        campaign_settings.estimate_work(plan(systems=("c",)), SET)


def test_rankings_show_five_outputs_at_most():
    outputs = dict.fromkeys("abcdefg", TEXTS)
    found = campaign_settings.estimate_work(
        plan(protocol="ranking", systems=tuple(outputs)), TestSet.build(outputs, [TEXTS], source=TEXTS)
    )
    assert (found.n_items, found.n_outputs, len(found.first.outputs)) == ((40,), 200, 5)


def test_more_than_people_could_ever_do_is_refused(monkeypatch):
    monkeypatch.setattr(dealing, "MAX_ITEMS", 79)
    with pytest.raises(ValueError, match="at most 79 ratings; these would be about 80"):
        campaign_settings.estimate_work(plan(), SET)
