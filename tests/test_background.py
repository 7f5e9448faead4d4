"""Results that are shared and bounded: each is computed once, the longest unused goes first."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from ui.background import Bounded, Ledger, begin

SECONDS = 20


def bounded(n_bytes=10**9, n_entries=10**9):
    return Bounded(n_bytes, n_entries, len)


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
    assert values._total == sum(map(len, values._values.values())) <= 50


# --- work of its own ---


def test_work_begins_at_once_and_nobody_waits_for_it():
    work = Work()
    future = begin(work)
    assert work.began.wait(SECONDS)
    assert not future.done()
    work.may_end.set()
    assert future.result(SECONDS) == "result"


def test_an_error_of_background_work_is_in_its_future():
    with pytest.raises(ValueError, match="the reason"):
        begin(done(ValueError("the reason"))).result(SECONDS)


# --- the ledger ---


@pytest.fixture
def ledger():
    return Ledger(bounded(), workers=2)


class Work:
    """A computation that says when it began and ends when it may."""

    def __init__(self, result="result"):
        self.result, self.times = result, 0
        self.began, self.may_end = threading.Event(), threading.Event()

    def __call__(self):
        self.times += 1
        self.began.set()
        assert self.may_end.wait(SECONDS)
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result


def done(result="result"):
    work = Work(result)
    work.may_end.set()
    return work


def test_a_result_is_computed_once(ledger):
    work = done()
    assert [ledger.now("key", work), ledger.now("key", work), ledger.later("key", work).result(SECONDS)] == [
        "result"
    ] * 3
    assert work.times == 1
    assert ledger.now("other", done("another")) == "another"


def test_all_who_ask_at_once_share_one_computation(ledger):
    work, together = Work(), threading.Barrier(8)

    def ask(number):
        together.wait(SECONDS)
        return ledger.now("key", work) if number % 2 else ledger.later("key", work).result(SECONDS)

    with ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(ask, number) for number in range(8)]
        assert work.began.wait(SECONDS)
        work.may_end.set()
        assert [answer.result(SECONDS) for answer in answers] == ["result"] * 8
    assert work.times == 1


def test_who_needs_it_now_waits_for_what_was_asked_for_later(ledger):
    work = Work()
    future = ledger.later("key", work)
    assert work.began.wait(SECONDS)
    assert not future.done()
    with ThreadPoolExecutor(1) as pool:
        now = pool.submit(ledger.now, "key", done("not this"))
        assert not now.done()
        work.may_end.set()
        assert now.result(SECONDS) == future.result(SECONDS) == "result"
    assert work.times == 1


def test_later_is_done_at_once_where_the_result_is_there(ledger):
    ledger.now("key", done())
    assert ledger.later("key", done("not this")).done()


def test_different_keys_do_not_wait_for_one_another(ledger):
    slow = Work()
    ledger.later("slow", slow)
    assert slow.began.wait(SECONDS)
    assert ledger.now("quick", done("quick")) == "quick"
    slow.may_end.set()


@pytest.mark.parametrize("ask", [Ledger.now, lambda *a: Ledger.later(*a).result(SECONDS)], ids=["now", "later"])
def test_an_error_reaches_who_asked_and_is_forgotten(ledger, ask):
    with pytest.raises(ValueError, match="the reason"):
        ask(ledger, "key", done(ValueError("the reason")))
    assert ask(ledger, "key", done()) == "result"


def test_an_error_reaches_everyone_who_waits(ledger):
    work = Work(ValueError("the reason"))
    future = ledger.later("key", work)
    assert work.began.wait(SECONDS)
    with ThreadPoolExecutor(1) as pool:
        now = pool.submit(ledger.now, "key", done("not this"))
        work.may_end.set()
        for waiting in (now, future):
            with pytest.raises(ValueError, match="the reason"):
                waiting.result(SECONDS)


def test_a_result_that_was_dropped_is_computed_again():
    ledger = Ledger(bounded(n_entries=1))
    work = done()
    for key in ("a", "b", "a"):
        ledger.now(key, work)
    assert work.times == 3
