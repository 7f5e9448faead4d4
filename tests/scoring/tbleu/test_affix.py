"""Affix distance: the paper's examples, all substrings as an oracle, and the whole table at once."""

from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.counting.arrays import read_only
from scoring.tbleu import affix
from scoring.tbleu.affix import SCALE, Distances, affix_match
from tests.cases import as_one_test
from tests.oracles import affix_distance
from tests.uncompiled import uncompile

# Two letters, so that substrings repeat; and words of some length, whose parts do.
WORD = st.text("ab", min_size=1, max_size=7) | st.lists(
    st.sampled_from(["nov", "ý", "ém", "😀", "u", "auto"]), min_size=1, max_size=4
).map("".join)
FORMS = ["auto", "autem", "vzpomenou", "zapomenout", "nový", "novým"]
OTHER = st.text("abcdefgh", min_size=1, max_size=14)


@as_one_test
@pytest.mark.parametrize(
    ("first", "second", "distance", "common"),
    [
        pytest.param("vzpomenou", "zapomenout", Fraction(3, 7), "pomenou", id="Libovický and Pecina 2014, section 2"),
        pytest.param("novém", "novým", Fraction(1, 3), "nov", id="their Figure 1"),
        pytest.param("červeném", "červeným", Fraction(1, 6), "červen", id="their Figure 1"),
        pytest.param("auto", "autem", Fraction(2, 3), "aut", id="their Figure 1"),
        pytest.param("auto", "auto", Fraction(0), "auto", id="equal"),
        pytest.param("auto", "byly", Fraction(1), "", id="nothing common"),
        pytest.param("a", "ab", Fraction(1), "a", id="an edit for one character"),
        pytest.param("s", "jedu", Fraction(1), "", id="more edits than characters"),
        pytest.param("abxab", "ab", Fraction(1), "ab", id="two places, equally far"),
        pytest.param("xab", "abcabx", Fraction(1), "ab", id="two places, one nearer, both too far"),
        pytest.param("abcdefabc", "xabc", Fraction(1), "abc", id="cut at 1"),
        pytest.param("😀😀😀a", "😀😀😀b", Fraction(1, 3), "😀😀😀", id="code points, not bytes"),
        pytest.param("a" * 19 + "x", "a" * 19 + "y", Fraction(1, 19), "a" * 19, id="1 / 19"),
        pytest.param("a" * 41 + "x", "a" * 41 + "y", Fraction(1, 41), "a" * 41, id="beyond 36 characters"),
    ],
)
def test_golden(first, second, distance, common):
    match = affix_match(first, second)
    assert match.common == common
    assert match.distance == pytest.approx(float(distance), abs=1e-14)
    assert len(common) > 36 or match.distance == float(distance)


@given(WORD, WORD)
@example("abab", "ba")
@example("bcd", "abcd")
def test_every_substring_tried_everywhere(first, second):
    match = affix_match(first, second)
    assert match.distance == float(affix_distance(first, second))
    assert match.distance == affix_match(second, first).distance
    assert (match.distance == 0) == (first == second)
    assert 0 <= match.distance <= 1


def test_of_several_longest_substrings_the_one_with_fewest_edits():
    match = affix_match("aaaa", "xaaa")
    assert (match.first_span, match.second_span, match.edits) == ((1, 4), (1, 4), 1)


@pytest.mark.parametrize(("first", "second"), [("aaa", "aaaa"), ("ab", "abxab"), ("abxab", "yabyab")])
def test_the_leftmost_of_equals(first, second):
    match, turned = affix_match(first, second), affix_match(second, first)
    length = len(match.common)
    starts = first.index(match.common), second.index(match.common)
    assert (match.first_span, match.second_span) == tuple((start, start + length) for start in starts)
    assert (turned.first_span, turned.second_span) == (match.second_span, match.first_span)
    assert match.edits == turned.edits


@pytest.mark.exhaustive
def test_words_with_many_places_and_endless_words_take_no_time():
    assert affix_match("ax" * 500, "ay" * 500).distance == 1
    assert affix_match("a" * 1000, ("a" * 32 + "b") * 30).distance == 1
    long = "a" * affix.LONGEST
    assert affix_match(long, long[1:]).distance == pytest.approx(1 / (affix.LONGEST - 1))
    endless = "a" * 10**6
    assert affix_match(endless, endless).distance == 0
    assert (affix_match(endless, endless + "b").distance, affix_match(endless, long).common) == (1, "")
    vocabulary = pa.array([endless, endless + "b", long, long[1:]])
    ids, pieces = np.arange(4, dtype=np.int32), np.array([[0, 4, 0, 4]])
    found = Distances(vocabulary).between(ids, pieces, np.array([0, 16])).reshape(4, 4) / SCALE
    assert found[:2].tolist() == [[0, 1, 1, 1], [1, 0, 1, 1]]
    assert found[2, 3] == affix_match(long, long[1:]).distance


def test_it_is_no_metric():
    by_way_of_abcd = affix_match("bcd", "abcd").distance + affix_match("abcd", "abc").distance
    assert by_way_of_abcd < affix_match("bcd", "abc").distance


@given(WORD | OTHER, WORD | OTHER)
def test_a_match_puts_the_words_together_again(first, second):
    match = affix_match(first, second)
    for word, prefix, suffix in zip((first, second), match.prefixes, match.suffixes, strict=True):
        assert prefix + match.common + suffix == word


@given(WORD, WORD)
def test_the_named_edits_turn_one_word_into_the_other(first, second):
    match = affix_match(first, second)
    made, at = [], 0
    for _, (start, end), (other_start, other_end) in match.operations:
        made += [first[at:start], second[other_start:other_end]]
        at = end
    assert "".join([*made, first[at:]]) == second
    edited = sum(max(end - start, other[1] - other[0]) for _, (start, end), other in match.operations)
    assert edited == match.edits


@given(st.lists(WORD | OTHER, min_size=1, max_size=8, unique=True))
def test_the_table_holds_what_pairs_give(words):
    """Also where it says 1 at a glance, without comparing."""
    ids = read_only(np.arange(len(words), dtype=np.int32))
    pieces = np.array([[0, len(words), 0, len(words)], [0, 1, 0, len(words)]])
    offsets = np.array([0, len(words) ** 2, len(words) ** 2 + len(words)])
    found = Distances(pa.array(words)).between(ids, pieces, offsets) / SCALE
    expected = [affix_match(a, b).distance for a in words for b in words]
    assert found.tolist() == expected + expected[: len(words)]


def test_the_table_starts_anew_where_it_would_be_too_large(monkeypatch):
    words = [f"{stem}{ending:03}" for stem in ("dobr", "nov") for ending in range(60)]
    ids = read_only(np.arange(len(words), dtype=np.int32))
    pieces = np.array([[at, at + 1, 0, len(words)] for at in range(len(words))])
    offsets = np.arange(len(words) + 1) * len(words)
    unbounded = Distances(pa.array(words)).between(ids, pieces, offsets)
    monkeypatch.setattr(affix, "_LARGEST_TABLE", 1 << 12)
    bounded = Distances(pa.array(words))
    assert bounded.between(ids, pieces, offsets).tolist() == unbounded.tolist()
    assert len(bounded._table.keys) == 1 << 12


def test_the_table_grows():
    words = [f"{stem}{ending:03}" for stem in ("dobr", "nov") for ending in range(60)]
    ids = read_only(np.arange(len(words), dtype=np.int32))
    pieces = np.array([[at, at + 1, 0, len(words)] for at in range(len(words))])
    offsets = np.arange(len(words) + 1) * len(words)
    distances = Distances(pa.array(words))
    before = len(distances._table.keys)
    found = distances.between(ids, pieces, offsets).reshape(len(words), -1)
    assert len(distances._table.keys) > before
    assert distances._table.used[0] < len(words) ** 2 / 2, "each pair once"
    assert (found == found.T).all()
    assert found[3, 17] / SCALE == affix_match(words[3], words[17]).distance


@pytest.mark.parametrize(("first", "second"), [("vzpomenou", "zapomenout"), ("", "abc"), ("abab", "ba"), ("x", "y")])
def test_the_kernel_uncompiled(monkeypatch, first, second):
    words = affix._points([first]), affix._points([second]), np.zeros(affix.LONGEST + 1, np.int64)
    compiled = affix._affix(*words)
    uncompile(monkeypatch, affix)
    assert affix._affix(*words) == compiled


def test_the_table_uncompiled(monkeypatch):
    ids, pieces, offsets = np.arange(len(FORMS), dtype=np.int32), np.array([[0, 6, 0, 6]]), np.array([0, 36])
    compiled = Distances(pa.array(FORMS)).between(ids, pieces, offsets)
    uncompile(monkeypatch, affix)
    with np.errstate(over="ignore"):
        assert Distances(pa.array(FORMS)).between(ids, pieces, offsets).tolist() == compiled.tolist()
