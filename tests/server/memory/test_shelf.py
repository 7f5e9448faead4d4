"""What visitors bring: kept once for all, limited for each, and nobody pushes out another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.limits import MEGABYTE
from server.memory.limits import MIN_BYTES, OverLimit, ServerLimits
from server.memory.shelf import Shelf
from tests.calls import counted_calls


class Sized:
    """Something of a size in MB."""

    def __init__(self, megabytes):
        self.n_bytes = int(megabytes * MEGABYTE)


def new_shelf(kept=5, visitor=100, uploads=250, stays=lambda visitor: True):
    return Shelf(ServerLimits(kept, visitor * MEGABYTE, uploads * MEGABYTE), stays)


def names(shelf, visitor):
    return [name for name, _ in shelf.of(visitor).values()]


def test_what_is_put_is_there_for_everybody():
    shelf, value = new_shelf(), Sized(1)
    shelf.put("me", "key", value, "mine")
    assert shelf.get("key") is value
    assert shelf.get("other") is None


def test_everybody_has_a_name_of_their_own_for_equal_content():
    shelf, value = new_shelf(), Sized(60)
    shelf.put("me", "key", value, "mine")
    shelf.put("another", "key", Sized(60), "theirs")
    assert [names(shelf, who) for who in ("me", "another", "third")] == [["mine"], ["theirs"], []]
    assert shelf.get("key") is value, "kept once"
    assert shelf.held_bytes("me") == shelf.held_bytes("another") == 60 * MEGABYTE


def test_it_stays_as_long_as_anybody_holds_it():
    shelf = new_shelf()
    for who in ("me", "another"):
        shelf.put(who, "key", Sized(1), who)
    shelf.drop("me", "key")
    assert shelf.get("key") is not None
    shelf.drop("another", "key")
    assert shelf.get("key") is None
    shelf.drop("another", "key")


def test_too_many_are_refused_and_nothing_changes():
    shelf = new_shelf(kept=2)
    for key in "ab":
        shelf.put("me", key, Sized(0), key)
    with pytest.raises(OverLimit, match=r"may keep 2 files \(BLEUSCOPE_KEPT_PER_VISITOR\)\. Forget"):
        shelf.put("me", "c", Sized(0), "c")
    assert names(shelf, "me") == ["a", "b"]
    shelf.put("me", "b", Sized(3), "b again")
    shelf.put("another", "c", Sized(0), "c")
    shelf.drop("me", "a")
    shelf.put("me", "d", Sized(0), "d")
    assert names(shelf, "me") == ["b again", "d"]


def test_too_much_is_refused_with_the_numbers():
    shelf = new_shelf()
    shelf.put("me", "a", Sized(70), "a")
    with pytest.raises(OverLimit, match=r"keep 110 MB; one open page may keep 100 MB \(BLEUSCOPE_VISITOR_MB\)"):
        shelf.put("me", "b", Sized(40), "b")
    assert names(shelf, "me") == ["a"]
    shelf.put("me", "a", Sized(100), "in its place")
    assert shelf.held_bytes("me") == 100 * MEGABYTE


def returning(shelf, visitor, key, megabytes):
    shelf.put(visitor, key, Sized(megabytes), key, can_return=True)


def there(shelf, keys):
    return "".join(key for key in keys if shelf.get(key) is not None)


def test_what_can_return_gives_way_to_its_visitors_own():
    shelf = new_shelf(kept=2)
    shelf.put("me", "f", Sized(30), "f")
    returning(shelf, "me", "a", 30)
    returning(shelf, "me", "b", 30)
    returning(shelf, "me", "c", 30)
    assert there(shelf, "abcf") == "bcf", "used longest ago"
    shelf.put("me", "g", Sized(30), "g")
    assert there(shelf, "bcfg") == "cfg"
    assert names(shelf, "me") == ["f", "g"], "only what would be lost"
    with pytest.raises(OverLimit):
        shelf.put("me", "h", Sized(0), "h")


def test_what_can_return_is_never_refused_for_what_its_visitor_holds():
    shelf = new_shelf()
    shelf.put("me", "f", Sized(90), "f")
    returning(shelf, "me", "a", 95)
    assert there(shelf, "af") == "af"
    returning(shelf, "me", "b", 20)
    assert there(shelf, "abf") == "bf"
    with pytest.raises(OverLimit, match="keep 101 MB"):
        shelf.put("me", "g", Sized(11), "g")


def test_what_can_return_takes_no_room_from_who_holds_less():
    shelf = new_shelf(uploads=100)
    shelf.put("little", "f", Sized(40), "f")
    with pytest.raises(OverLimit, match="BLEUSCOPE_UPLOADS_MB"):
        returning(shelf, "much", "a", 70)
    assert there(shelf, "af") == "f"


def test_small_things_count_too():
    shelf = new_shelf()
    shelf.put("me", "a", Sized(0), "a")
    assert shelf.held_bytes("me") == MIN_BYTES


def test_where_there_is_no_room_whoever_holds_most_gives_way():
    shelf = new_shelf()
    for who, key, size in [("much", "a", 60), ("much", "b", 40), ("some", "c", 50), ("little", "d", 10)]:
        shelf.put(who, key, Sized(size), key)
    assert shelf.get("a", "much"), "used again: b was used longest ago"
    shelf.put("new", "e", Sized(95), "e")
    assert [shelf.get(key) is not None for key in "abcde"] == [True, False, True, True, True]
    assert [shelf.was_dropped(key) for key in "abx"] == [False, True, False]


def test_who_holds_nothing_else_is_not_told_to_forget_it():
    with pytest.raises(OverLimit, match="too much by itself"):
        new_shelf().put("me", "a", Sized(110), "a")


def test_whoever_would_hold_most_themselves_is_refused():
    shelf = new_shelf(visitor=100, uploads=150)
    shelf.put("one", "a", Sized(50), "a")
    shelf.put("two", "b", Sized(50), "b")
    with pytest.raises(OverLimit, match=r"keeps 150 MB for all open pages together \(BLEUSCOPE_UPLOADS_MB\)"):
        shelf.put("new", "c", Sized(60), "c")
    assert [shelf.get(key) is not None for key in "abc"] == [True, True, False]


def test_a_refusal_takes_nothing_from_anybody():
    """The one who holds most would give way first; then the newcomer would hold most."""
    shelf = new_shelf(visitor=100, uploads=150)
    shelf.put("one", "a", Sized(45), "a")
    shelf.put("one", "b", Sized(45), "b")
    shelf.put("two", "c", Sized(59), "c")
    with pytest.raises(OverLimit):
        shelf.put("new", "d", Sized(80), "d")
    assert [shelf.get(key) is not None for key in "abcd"] == [True, True, True, False]
    assert not any(map(shelf.was_dropped, "abc"))


def test_who_has_left_gives_way_before_all_others():
    here = {"much", "new"}
    shelf = new_shelf(stays=here.__contains__)
    shelf.put("much", "a", Sized(100), "a")
    shelf.put("left", "b", Sized(100), "b")
    shelf.put("new", "c", Sized(100), "c")
    assert [shelf.get(key) is not None for key in "abc"] == [True, False, True]


def test_what_gave_way_and_came_back_is_there():
    shelf = new_shelf(uploads=100)
    shelf.put("one", "a", Sized(60), "a")
    shelf.put("two", "b", Sized(50), "b")
    assert shelf.was_dropped("a")
    shelf.drop("two", "b")
    shelf.put("one", "a", Sized(60), "a")
    assert not shelf.was_dropped("a")


def test_it_can_be_made_smaller_until_nothing_is_left():
    shelf = new_shelf()
    shelf.put("one", "a", Sized(60), "a")
    shelf.put("two", "b", Sized(50), "b")
    assert [shelf.shrink() for _ in range(3)] == ["one", "two", None]


def test_what_many_hold_counts_less_for_each_and_is_gone_with_the_last():
    shelf = new_shelf(uploads=100)
    for who in ("one", "two"):
        shelf.put(who, "shared", Sized(50), who)
    shelf.put("alone", "own", Sized(30), "own")
    shelf.put("new", "a", Sized(26), "a")
    assert [shelf.was_dropped(key) for key in ("own", "shared")] == [True, False]
    shelf.put("new", "a", Sized(20), "a")
    shelf.put("last", "b", Sized(24), "b")
    assert not shelf.was_dropped("shared")
    shelf.put("newest", "c", Sized(8), "c")
    assert [shelf.was_dropped("shared"), shelf.of("one"), shelf.of("two")] == [True, {}, {}]


def test_room_is_made_of_many_small_things_at_once():
    """If every loss counted all that is kept, other visitors' pages would wait for it."""
    shelf = new_shelf(kept=30, uploads=512)
    for number in range(512 * MEGABYTE // MIN_BYTES):
        shelf.put(f"visitor {number // 30}", number, Sized(0), "small")
    with counted_calls() as calls:
        shelf.put("new", "large", Sized(1), "large")
    assert calls.number < 10 * (512 * MEGABYTE // MIN_BYTES)


@given(st.lists(st.tuples(st.sampled_from("vwxyz"), st.integers(0, 9), st.integers(0, 110)), max_size=60))
def test_the_limits_hold_whatever_is_put(steps):
    shelf = new_shelf()
    for visitor, key, size in steps:
        before = {who: names(shelf, who) for who in "vwxyz"}
        try:
            shelf.put(visitor, (key, size), Sized(size), str(key))
        except OverLimit:
            assert {who: names(shelf, who) for who in "vwxyz"} == before
        held = {who: shelf.held_bytes(who) for who in "vwxyz"}
        assert max(held.values()) <= 100 * MEGABYTE
        assert all(len(shelf.of(who)) <= 5 for who in held)
        assert shelf.total() == sum(kept.n_bytes for kept in shelf._entries.values()) <= 250 * MEGABYTE
        assert {key for who in held for key in shelf.of(who)} == set(shelf._entries)
