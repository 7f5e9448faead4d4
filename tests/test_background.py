"""Results that are shared and bounded: each is computed once, the longest unused goes first."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from ui.background import WISH_SECONDS, Bounded, Cancelled, Ledger, Runs, Who, begin

SECONDS = 20
ME, ANOTHER = Who("me", "all"), Who("another", "all")


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
    assert values._total == sum(size for _, size in values._values.values()) <= 50


def test_a_value_that_grows_later_counts_as_it_was_put():
    values = Bounded(10, 10**9, len)
    first = ["x"] * 4
    values.put("a", first)
    first += ["x"] * 100
    values.put("b", ["x"] * 8)
    assert held(values) == ["b"]
    values.put("c", ["x"] * 8)
    assert held(values) == ["c"], "what went took no more with it than it had brought"


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


# --- runs that can be given up ---


class Steps:
    """A run that takes a step each time it may, and counts how often it was begun."""

    def __init__(self, result="result"):
        self.result, self.times = result, 0
        self.may_step, self.stepped = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, tell):
        self.times += 1
        for done in range(1, 5):
            assert self.may_step.acquire(timeout=SECONDS)
            tell(done / 4)
            self.stepped.release()
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result

    def step(self, times=1):
        for _ in range(times):
            self.may_step.release()
            assert self.stepped.acquire(timeout=SECONDS)

    def finish(self):
        for _ in range(4):
            self.may_step.release()


@pytest.fixture
def runs():
    return Runs(bounded())


def test_a_run_tells_how_far_it_is_and_is_done_once(runs):
    work = Steps()
    run = runs.want(ME, "key", work)
    assert not run.future.done()
    work.step(2)
    assert run.share == 0.5
    assert runs.want(ANOTHER, "key", work) is run
    work.finish()
    assert run.future.result(SECONDS) == "result"
    assert runs.want(Who("third", "all"), "key", work).future.result(0) == "result"
    assert work.times == 1


def test_a_run_that_nobody_wants_ends(runs):
    work = Steps()
    run = runs.want(ME, "key", work)
    work.step()
    runs.give_up(ME)
    work.finish()
    assert isinstance(run.future.exception(SECONDS), Cancelled)


def test_a_run_that_somebody_else_wants_goes_on(runs):
    work = Steps()
    run = runs.want(ME, "key", work)
    runs.want(ANOTHER, "key", work)
    runs.give_up(ME)
    work.finish()
    assert run.future.result(SECONDS) == "result"


def test_who_wants_another_run_gives_up_the_one_before(runs):
    first, second = Steps("first"), Steps("second")
    old = runs.want(ME, "a", first)
    new = runs.want(ME, "b", second)
    first.finish()
    second.finish()
    assert isinstance(old.future.exception(SECONDS), Cancelled)
    assert new.future.result(SECONDS) == "second"


def test_who_asks_for_the_same_again_keeps_it(runs):
    work = Steps()
    run = runs.want(ME, "key", work)
    for _ in range(3):
        assert runs.want(ME, "key", work) is run
    work.finish()
    assert run.future.result(SECONDS) == "result"


def test_a_run_given_up_and_wanted_again_in_time_goes_on(runs):
    work = Steps()
    run = runs.want(ME, "key", work)
    work.step()
    runs.give_up(ME)
    assert runs.want(ME, "key", work) is run
    work.finish()
    assert run.future.result(SECONDS) == "result"


def test_a_cancelled_run_begins_anew(runs):
    work = Steps()
    run = runs.want(ME, "key", work)
    work.step()
    runs.give_up(ME)
    work.may_step.release()
    assert isinstance(run.future.exception(SECONDS), Cancelled)
    again = runs.want(ME, "key", work)
    work.finish()
    assert again.future.result(SECONDS) == "result"
    assert work.times == 2


def test_a_run_that_waits_for_its_turn_is_never_begun_once_given_up():
    runs = Runs(bounded(), at_once=1)
    first, second = Steps(), Steps()
    going = runs.want(ME, "a", first)
    first.step()
    waiting = runs.want(ANOTHER, "b", second)
    runs.give_up(ANOTHER)
    first.finish()
    assert going.future.result(SECONDS) == "result"
    assert isinstance(waiting.future.exception(SECONDS), Cancelled)
    assert second.times == 0


def test_an_error_of_a_run_is_logged_and_forgotten(runs, caplog):
    failing, working = Steps(ValueError("the reason")), Steps()
    run = runs.want(ME, "key", failing)
    failing.finish()
    with pytest.raises(ValueError, match="the reason"):
        run.future.result(SECONDS)
    assert "A run failed." in caplog.text
    again = runs.want(ME, "key", working)
    working.finish()
    assert again.future.result(SECONDS) == "result"


def test_cancelling_is_no_error(runs, caplog):
    work = Steps()
    run = runs.want(ME, "key", work)
    runs.give_up(ME)
    work.finish()
    assert isinstance(run.future.exception(SECONDS), Cancelled)
    assert not caplog.text


class Clock:
    """Time that passes when a test says so."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_a_run_ends_once_nobody_has_asked_for_it_for_long(clock):
    runs, work = Runs(bounded(), clock=clock), Steps()
    run = runs.want(ME, "key", work)
    clock.now = WISH_SECONDS
    work.step()
    clock.now = WISH_SECONDS + 1
    work.may_step.release()
    assert isinstance(run.future.exception(SECONDS), Cancelled)
    again = runs.want(ME, "key", work)
    work.finish()
    assert again.future.result(SECONDS) == "result"


@pytest.mark.parametrize(
    "ask",
    [
        lambda runs, work: runs.want(ME, "key", work),
        lambda runs, work: runs.renew("me"),
        lambda runs, work: runs.want(ANOTHER, "key", work),
    ],
    ids=["asked for again", "renewed", "wanted by another"],
)
def test_a_wish_that_is_renewed_holds(clock, ask):
    runs, work = Runs(bounded(), clock=clock), Steps()
    run = runs.want(ME, "key", work)
    for _ in range(3):
        clock.now += WISH_SECONDS - 1
        ask(runs, work)
        work.step()
    work.finish()
    assert run.future.result(SECONDS) == "result"


def test_renewing_says_whether_a_run_is_on_its_way(runs):
    work = Steps()
    run = runs.want(ME, "key", work)
    assert (runs.renew("me"), runs.renew("another")) == (True, False)
    work.finish()
    run.future.result(SECONDS)
    assert not runs.renew("me")


def test_a_visitor_has_a_run_in_each_place(runs):
    first, second = Steps("first"), Steps("second")
    found = [runs.want(Who("me", place), place, work) for place, work in (("all", first), ("pair", second))]
    first.finish()
    second.finish()
    assert [run.future.result(SECONDS) for run in found] == ["first", "second"]


def workers():
    return [thread for thread in threading.enumerate() if thread.name == "run"]


def test_changes_of_mind_leave_nothing_behind():
    runs, work = Runs(bounded(), at_once=1), Steps()
    going = runs.want(ANOTHER, "going", work)
    work.step()
    before = workers()
    waiting = [runs.want(ME, number, done()) for number in range(50)]
    assert workers() == before
    assert all(isinstance(run.future.exception(0), Cancelled) for run in waiting[:-1]), "at once"
    assert (going.begun, waiting[-1].begun, waiting[-1].future.done()) == (True, False, False)
    runs.give_up(ME)
    assert isinstance(waiting[-1].future.exception(0), Cancelled)
    work.finish()
    assert going.future.result(SECONDS) == "result"


def test_a_run_that_waits_is_not_begun_when_whoever_wanted_it_went_away(clock):
    runs, first, second, third = Runs(bounded(), at_once=1, clock=clock), Steps(), Steps(), Steps("third")
    runs.want(ME, "a", first)
    first.step()
    gone = runs.want(ANOTHER, "b", second)
    clock.now = WISH_SECONDS + 1
    runs.renew("me")
    last = runs.want(Who("third", "all"), "c", third)
    first.finish()
    third.finish()
    assert last.future.result(SECONDS) == "third"
    assert isinstance(gone.future.exception(0), Cancelled)
    assert second.times == 0


def test_runs_begin_in_the_order_in_which_they_came():
    runs, first = Runs(bounded(), at_once=1), Steps()
    order = []
    runs.want(ME, "first", first)
    first.step()
    others = [
        runs.want(Who(str(number), "all"), number, lambda tell, number=number: order.append(number) or "x")
        for number in range(9)
    ]
    first.finish()
    for run in others:
        run.future.result(SECONDS)
    assert order == list(range(9))


# --- what cannot be kept ---


def unsized(value):
    raise TypeError("no size")


@pytest.mark.parametrize(
    "ask",
    [
        lambda results: Runs(results).want(ME, "key", lambda tell: "result").future,
        lambda results: Ledger(results).later("key", done()),
    ],
    ids=["runs", "ledger"],
)
def test_a_result_that_cannot_be_kept_is_an_error_and_not_waited_for_in_vain(ask):
    results = Bounded(10, 10, unsized)
    with pytest.raises(TypeError, match="no size"):
        ask(results).result(SECONDS)
    assert results.get("key") is None
