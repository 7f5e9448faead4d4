"""Values on a shelf of bounded size: the longest unused goes first."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from scoring import BLEU, TBLEU
from server.memory.bounded_cache import BoundedCache, size_of


def bounded(n_bytes=10**9, n_entries=10**9):
    return BoundedCache(n_bytes, n_entries, len)


def held(values, keys="abcdef"):
    """What is there, without using it."""
    return [key for key in keys if key in values._values]


def test_beyond_its_entries_the_oldest_goes_first():
    values = bounded(n_entries=2)
    for key in "abc":
        values.put(key, key)
    assert held(values) == ["b", "c"]
    assert (values.get("a"), values.get("c")) == (None, "c")


def test_what_was_used_last_stays():
    values = bounded(n_entries=2)
    values.put("a", "1")
    values.put("b", "2")
    assert values.get("a") == "1"
    values.put("c", "3")
    assert held(values) == ["a", "c"]


def test_beyond_its_bytes_as_many_go_as_need_be():
    values = bounded(n_bytes=10)
    for key in "abc":
        values.put(key, "xxx")
    assert held(values) == ["a", "b", "c"]
    values.put("d", "xxxxxx")
    assert held(values) == ["c", "d"]
    values.put("e", "xxxxxxx")
    assert held(values) == ["e"]


def test_the_newest_stays_however_large():
    values = bounded(n_bytes=10)
    values.put("a", "x")
    values.put("b", "x" * 100)
    assert held(values) == ["b"]
    values.put("c", "x")
    assert held(values) == ["c"]


def test_a_value_put_again_counts_once():
    values = bounded(n_bytes=10)
    for _ in range(5):
        values.put("a", "xxxxx")
    values.put("b", "xxxxx")
    assert held(values) == ["a", "b"]
    values.put("a", "x")
    values.put("c", "xxxx")
    assert held(values) == ["a", "b", "c"]


def test_many_threads_keep_the_bounds():
    values = bounded(n_bytes=50, n_entries=7)

    def work(thread):
        for number in range(500):
            values.put((thread, number % 11), "x" * (number % 13))
            values.get((thread, (number + 3) % 11))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(values._values) <= 7
    assert values._total == sum(size for _, size in values._values.values()) <= 50


def test_a_value_that_grows_later_counts_as_it_was_put():
    values = BoundedCache(10, 10**9, len)
    first = ["x"] * 4
    values.put("a", first)
    first += ["x"] * 100
    values.put("b", ["x"] * 8)
    assert held(values) == ["b"]
    values.put("c", ["x"] * 8)
    assert held(values) == ["c"], "what went took no more with it than it had brought"


# --- sizes ---


@dataclass(frozen=True)
class Holder:
    held: object

    @cached_property
    def more(self):
        return np.zeros(1000)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda array: {"system": array},
        lambda array: [array],
        lambda array: (1, array),
        Holder,
        lambda array: [{"a": (Holder(array),)}],
        lambda array: pd.DataFrame({"a": array}),
        lambda array: pd.DataFrame({"a": array.astype(str)}),
        lambda array: {"text": "x" * array.nbytes},
    ],
)
def test_a_size_is_at_least_that_of_what_is_held(wrap):
    """Little more is added, and what is twice as large counts about twice."""
    small, large = (size_of(wrap(np.arange(n, dtype=float))) for n in (10_000, 20_000))
    assert small >= 80_000
    assert 1.8 <= large / small <= 2.2


def test_a_size_that_a_value_says_itself_counts():
    class Said:
        n_bytes = 17

    assert size_of(Said()) == 17
    assert size_of(np.zeros(5)) == 40
    assert size_of(pa.array(["abc"])) == pa.array(["abc"]).nbytes
    assert size_of([Said()] * 3) >= 3 * 17


def test_what_a_value_has_computed_by_then_counts():
    holder = Holder(None)
    before = size_of(holder)
    assert holder.more.nbytes == 8000
    assert size_of(holder) >= before + 8000


def test_a_longer_segment_counts_more():
    """What is kept of one segment says no size itself."""
    for result in (BLEU().matches, TBLEU().alignment):
        small, large = (size_of(result(" ".join(map(str, range(n))), ["1 2 3"])) for n in (20, 200))
        assert large > 5 * small > 10_000


def test_values_without_a_dictionary_are_measured_by_their_fields():
    @dataclass(frozen=True, slots=True)
    class Small:
        text: str

    assert size_of(Small("x" * 5000)) > 5000
