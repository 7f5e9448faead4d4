"""Which questions a rater gets, and in which order."""

from collections import Counter
from itertools import groupby

import pytest

from scoring.rating import CampaignPlan, Dealer, damage_text, deal_items
from scoring.rating.protocols import dealing
from scoring.rating.protocols.dealing import random_number, shuffle_values
from tests.campaigns import PROTOCOLS, plan, texts
from tests.cases import as_one_test

DOCUMENTS = [name for name in "vwxyz" for _ in range(4)]
TEST_SET = texts(20, documents=DOCUMENTS)
WITHOUT = texts(30)


def plain(found):
    return [item for item in found if item.kind == "plain"]


@as_one_test
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("n_places", "each"), [(1, 1), (3, 1), (3, 2), (4, 3), (4, 4)])
def test_every_output_is_rated_as_often_as_planned(protocol, n_places, each):
    for test_set in (TEST_SET, WITHOUT):
        of = plan(test_set, protocol, n_places, raters_per_item=each)
        asked = [deal_items(of, test_set, place) for place in range(n_places)]
        counts = Counter((item.segment, out.system) for found in asked for item in plain(found) for out in item.outputs)
        assert counts == {(at, system): each for at in range(len(test_set)) for system in "ABC"}
        for found in asked:
            assert found
            assert len({item.id for item in found}) == len(found)
            assert all(out.text == test_set.system(out.system).segments[i.segment].as_py() for i in plain(found)
                       for out in i.outputs)  # fmt: skip


def test_documents_stay_together_and_in_order():
    found = plain(deal_items(plan(TEST_SET, n_places=2, raters_per_item=1), TEST_SET, 0))
    runs = [(key, [item.segment for item in run]) for key, run in groupby(
        found, lambda item: (DOCUMENTS[item.segment], item.outputs[0].system)
    )]  # fmt: skip
    assert all(segments == sorted(segments) and len(segments) == 4 for _, segments in runs)
    assert all(len({system for (_, system), _ in run}) == 3 for _, run in groupby(runs, lambda run: run[0][0]))
    assert len(runs) == 3 * len({document for (document, _), _ in runs})


def test_items_depend_on_the_seed_and_the_place():
    of = plan(TEST_SET)
    assert deal_items(of, TEST_SET, 0) == deal_items(of, TEST_SET, 0)
    assert deal_items(of, TEST_SET, 0) != deal_items(of, TEST_SET, 1)
    other = CampaignPlan.from_json(of.to_json() | {"seed": 8})
    assert deal_items(other, TEST_SET, 0) != deal_items(of, TEST_SET, 0)


def test_items_never_change():
    """Answers are kept under the numbers of items: a change here makes old campaigns wrong."""
    test_set = texts(3)
    of = CampaignPlan("esa", test_set.system_names, (0, 1, 2), repeats=0.2, damaged=0.2, seed=1)
    found = deal_items(of, test_set, 0)
    assert " ".join(item.id for item in found) == (
        "1:A 1:B 1:C 2:C 2:A 2:B 0:A repeat:1:C 0:B damaged:2:A 0:C damaged:2:B repeat:2:B"
    )
    assert [item.outputs[0].text for item in found if item.kind == "damaged"] == [
        "a2w0 a2w1 a2w2 a2w3 a1w2 a1w3 a1w4 a1w5 a2w8 a2w9 a2w10",
        "b2w0 b2w1 b2w2 b2w3 b1w6 b1w7 b1w8 b1w9 b2w8 b2w9 b2w10",
    ]
    assert random_number(1, "a", 2) == 0xA3993CE521B07EC5


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_checks_come_later_and_are_of_their_items(protocol):
    test_set = texts(60)
    of = plan(test_set, protocol, repeats=0.1, damaged=0.2)
    found = deal_items(of, test_set, 0)
    n_plain = len(plain(found))
    assert Counter(item.kind for item in found) == {
        "plain": n_plain,
        "repeat": round(0.1 * n_plain),
        "damaged": round(0.2 * n_plain),
    }
    for number, item in enumerate(found):
        if item.kind == "plain":
            assert item.of is None
            continue
        assert item.of is not None
        own = found[item.of]
        assert number - item.of >= 10
        assert (own.kind, own.segment) == ("plain", item.segment)
        before = {out.system: out.text for out in own.outputs}
        changed = [out for out in item.outputs if out.text != before[out.system]]
        assert len(before) == len(item.outputs)
        assert len(changed) == (item.kind == "damaged")


def test_raters_get_the_same_damaged_output():
    of = plan(WITHOUT, "ranking", 2, damaged=1.0)
    both = [
        {item.segment: set(item.outputs) for item in deal_items(of, WITHOUT, place) if item.kind == "damaged"}
        for place in range(2)
    ]
    common = both[0].keys() & both[1].keys()
    assert len(common) > 5
    assert all(both[0][segment] == both[1][segment] for segment in common)


def test_of_many_systems_five_are_ranked_the_same_for_all():
    test_set = texts(40, systems="ABCDEFGH")
    of = plan(test_set, "ranking", 2)
    chosen = [
        {item.segment: {out.system for out in item.outputs} for item in plain(deal_items(of, test_set, place))}
        for place in range(2)
    ]
    assert chosen[0] == chosen[1]
    assert {len(systems) for systems in chosen[0].values()} == {5}
    counts = Counter(system for systems in chosen[0].values() for system in systems)
    assert min(counts.values()) > 15  # of 25 expected


def test_few_items_have_what_checks_they_can():
    test_set = texts(1, systems="A")
    found = deal_items(plan(test_set, n_places=1, repeats=1.0, damaged=1.0), test_set, 0)
    assert [item.kind for item in found] == ["plain", "repeat"]  # no other segment has a phrase
    assert found[1].of == 0


def test_a_place_that_is_not_there():
    with pytest.raises(ValueError, match="place of a rater must be 0 to 1; found 2"):
        deal_items(plan(TEST_SET), TEST_SET, 2)


def test_lots_are_even():
    firsts = Counter(shuffle_values(range(4), seed, "x")[0] for seed in range(2_000))
    assert all(400 < n < 600 for n in firsts.values())
    assert sorted(shuffle_values("abc", 1)) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("n_words", "replaced"),
    [(1, 1), (2, 2), (5, 2), (6, 3), (8, 3), (9, 4), (15, 4), (16, 5), (20, 5), (21, 6), (50, 6)],
)
def test_so_many_words_in_the_middle_are_replaced(n_words, replaced):
    words, others = [f"w{n}" for n in range(n_words)], [f"o{n}" for n in range(30)]
    for seed in range(20):
        text = damage_text(" ".join(words), " ".join(others), seed)
        assert text is not None
        found = text.split()
        changed = [place for place, word in enumerate(found) if word != words[place]]
        assert len(found) == n_words
        assert changed == list(range(changed[0], changed[0] + replaced))
        start = others.index(found[changed[0]])
        assert found[changed[0] : changed[-1] + 1] == others[start : start + replaced]
        if n_words >= replaced + 2:
            assert 0 not in changed
            assert n_words - 1 not in changed


def test_white_space_around_stays_and_scripts_without_spaces_are_cut_by_characters():
    assert damage_text("one  two\nthree", "a b", 1) in ("a b\nthree", "one  a b")
    text, other = "我们今天早上去了市场", "他买苹果和梨子很便宜吧"
    found = damage_text(text, other, 1, has_spaces=False)
    assert found is not None
    changed = [place for place, character in enumerate(found) if character != text[place]]
    assert len(found) == len(text)
    assert 0 < len(changed) <= 8
    assert found[changed[0] : changed[-1] + 1] in other


@pytest.mark.parametrize(("text", "other"), [("", "a b"), ("a b c", "x"), ("a", "a"), ("a b", "")])
def test_what_cannot_be_damaged(text, other):
    assert damage_text(text, other, 1) is None


def test_no_more_is_asked_than_people_can_do(monkeypatch):
    """20 segments of 3 systems for 2 raters, each document for one: three documents and two, 36 items and 24."""
    of = plan(TEST_SET, raters_per_item=1, repeats=0, damaged=0)
    monkeypatch.setattr(dealing, "MAX_OF_PLACE", 36)
    monkeypatch.setattr(dealing, "MAX_ITEMS", 60)
    assert sorted(len(Dealer(of, TEST_SET).items(place)) for place in (0, 1)) == [24, 36]
    monkeypatch.setattr(dealing, "MAX_OF_PLACE", 35)
    with pytest.raises(ValueError, match="One rater is asked for at most 35 ratings; these would be 36"):
        deal_items(of, TEST_SET, 1)
    monkeypatch.setattr(dealing, "MAX_ITEMS", 59)
    with pytest.raises(ValueError, match="at most 59 ratings; these would be about 60"):
        deal_items(of, TEST_SET, 1)
