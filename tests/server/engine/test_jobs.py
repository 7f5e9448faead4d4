"""One engine for work in the background: done once for all, given up when nobody wants it, fair between visitors."""

import gc
import random
import threading
import weakref
from collections import defaultdict
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.engine.jobs import AWAY_SECONDS, TURN_SECONDS, WISH_SECONDS, Jobs, Lane
from server.engine.metrics import JOBS_FAILED
from server.engine.runs import Runs
from server.engine.tasks import JobCancelled, JobOwner, JobStopped, Task
from server.memory.bounded_cache import BoundedCache
from server.memory.limits import ServerLimits
from tests.threads import SECONDS, until
from workspace import WorkspaceError

ME, ANOTHER, THIRD = JobOwner("me", "all"), JobOwner("another", "all"), JobOwner("third", "all")
TWO, ONE, OTHER = "two workers", "one worker", "another lane"


class Clock:
    """Time that passes when a test says so."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def new_jobs(clock=None, results=lambda: BoundedCache(10**9, 10**9, len), **options):
    lanes = {TWO: Lane(2, results()), ONE: Lane(1, results()), OTHER: Lane(1, results())}
    return Jobs(lanes, clock or Clock(), **options)


@pytest.fixture
def jobs(clock):
    return new_jobs(clock)


class Work:
    """A task that says when it begins, ends when it may, and counts how often it was begun."""

    def __init__(self, key="key", result="result", lane=TWO):
        self.lane, self.key, self.result, self.times = lane, key, result, 0
        self.began, self.may_end = threading.Event(), threading.Event()

    @property
    def task(self):
        return Task(self.lane, self.key, self.compute)

    def compute(self, tell):
        self.times += 1
        self.began.set()
        self.wait(tell)
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result

    def wait(self, tell):
        assert self.may_end.wait(SECONDS)


class Steps(Work):
    """A task that takes four steps, each when it may, and tells how far it is after each."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.may_step, self.stepped = threading.Semaphore(0), threading.Semaphore(0)

    def wait(self, tell):
        for done in range(1, 5):
            assert self.may_step.acquire(timeout=SECONDS)
            tell(done / 4)
            self.stepped.release()

    def step(self, times=1):
        for _ in range(times):
            self.may_step.release()
            assert self.stepped.acquire(timeout=SECONDS)

    def finish(self):
        for _ in range(4):
            self.may_step.release()


def done(key="key", result="result", lane=TWO):
    work = Work(key, result, lane)
    work.may_end.set()
    return work


def result(job):
    return job.future.result(SECONDS)


def is_cancelled(job):
    return isinstance(job.future.exception(SECONDS), JobCancelled)


def want(jobs, who, *works):
    """The job of the last one."""
    return jobs.want(who, [work.task for work in works])[-1]


class Noted(list):
    """Those who wait for a job; says when one more does."""

    def __init__(self, needs):
        super().__init__(needs)
        self.one_more = threading.Semaphore(0)

    def append(self, need):
        super().append(need)
        self.one_more.release()


def note_waiting(job):
    """Released each time one more waits for the job; to be called while nobody begins to."""
    job.needs = Noted(job.needs)
    return job.needs.one_more


def now_in_thread(jobs, job, task):
    """What comes of asking for the task now, in a thread that waits for the job by the time this returns."""
    one_more, outcome = note_waiting(job), Future()

    def ask():
        try:
            outcome.set_result(jobs.now(task))
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    assert one_more.acquire(timeout=SECONDS)
    return outcome


# --- each task once ---


def test_a_result_is_computed_once(jobs):
    work = done()
    assert [jobs.now(work.task), result(want(jobs, ME, work)), result(jobs.later(work.task))] == ["result"] * 3
    assert work.times == 1
    assert jobs.now(done("other", "another").task) == "another"


def test_equal_keys_of_two_lanes_are_two_tasks(jobs):
    assert jobs.now(done("key", "of one", ONE).task) == "of one"
    assert jobs.now(done("key", "of two", TWO).task) == "of two"


def test_all_who_ask_at_once_share_one_computation(jobs):
    work, together = Work(), threading.Barrier(9)
    ways = (
        lambda number: jobs.now(work.task),
        lambda number: result(jobs.later(work.task)),
        lambda number: result(want(jobs, JobOwner(str(number), "all"), work)),
    )

    def ask(number):
        together.wait(SECONDS)
        return ways[number % 3](number)

    with ThreadPoolExecutor(9) as pool:
        answers = [pool.submit(ask, number) for number in range(9)]
        assert work.began.wait(SECONDS)
        work.may_end.set()
        assert [answer.result(SECONDS) for answer in answers] == ["result"] * 9
    assert work.times == 1


def test_who_needs_it_now_waits_for_what_is_on_its_way(jobs):
    work = Work()
    job = want(jobs, ME, work)
    assert work.began.wait(SECONDS)
    now = now_in_thread(jobs, job, done(result="not this").task)
    assert not now.done()
    work.may_end.set()
    assert now.result(SECONDS) == result(job) == "result"
    assert work.times == 1


def test_who_needs_it_now_takes_it_out_of_the_queue(jobs):
    blocking, queued = Work("a", lane=ONE), done("b", lane=ONE)
    want(jobs, ME, blocking)
    assert blocking.began.wait(SECONDS)
    job = want(jobs, ANOTHER, queued)
    assert not job.begun
    assert jobs.now(queued.task) == "result"
    assert (job.begun, result(job), queued.times) == (True, "result", 1)
    blocking.may_end.set()


def test_what_is_there_is_done_at_once(jobs):
    jobs.now(done().task)
    never = done(result="not this")
    assert want(jobs, ME, never).future.done()
    assert jobs.later(never.task).future.done()
    assert want(jobs, ME, never).share == 1.0
    assert never.times == 0


def test_a_result_that_was_dropped_is_computed_again():
    jobs = new_jobs(results=lambda: BoundedCache(10**9, 1, len))
    work = {key: done(key) for key in "ab"}
    for key in "aba":
        jobs.now(work[key].task)
    assert work["a"].times == 2


def test_results_are_bounded_in_bytes_each_lane_by_itself():
    jobs = new_jobs(results=lambda: BoundedCache(10, 10**9, len))
    works = {key: done(key, "xxxx") for key in "abc"} | {"d": done("d", "x" * 10, ONE)}
    for work in works.values():
        jobs.now(work.task)
    for key in "bcda":
        jobs.now(works[key].task)
    assert {key: work.times for key, work in works.items()} == {"a": 2, "b": 1, "c": 1, "d": 1}


# --- errors ---

WAYS = {
    "now": lambda jobs, work: jobs.now(work.task),
    "later": lambda jobs, work: result(jobs.later(work.task)),
    "want": lambda jobs, work: result(want(jobs, ME, work)),
}


@pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)
def test_an_error_reaches_who_asked_and_is_forgotten(jobs, ask):
    with pytest.raises(ValueError, match="the reason"):
        ask(jobs, done(result=ValueError("the reason")))
    assert ask(jobs, done()) == "result"


def test_a_job_that_failed_keeps_nothing_of_what_it_had_read(jobs):
    class Text:
        """What can be looked after."""

    read = []

    def compute(tell):
        text = Text()
        read.append(weakref.ref(text))
        raise JobCancelled

    job = jobs.want(ME, [Task(TWO, "key", compute)])[0]
    assert is_cancelled(job)
    gc.collect()
    assert read[0]() is None


def test_an_error_reaches_everyone_who_waits(jobs):
    work = Work(result=ValueError("the reason"))
    waiting = [want(jobs, ME, work), want(jobs, ANOTHER, work), jobs.later(work.task)]
    assert work.began.wait(SECONDS)
    now = now_in_thread(jobs, waiting[0], work.task)
    work.may_end.set()
    for future in (now, *(job.future for job in waiting)):
        with pytest.raises(ValueError, match="the reason"):
            future.result(SECONDS)


def test_an_error_is_logged_once(jobs, caplog):
    work = done(result=ValueError("the reason"))
    job = want(jobs, ME, work)
    assert isinstance(job.future.exception(SECONDS), ValueError)
    assert [record.message for record in caplog.records] == ["A job failed."]
    assert "the reason" in caplog.text


def test_an_error_of_what_a_job_needs_is_its_own_and_logged_once(jobs, caplog):
    inner = done("inner", ValueError("the reason"))
    job = jobs.later(Task(TWO, "outer", lambda tell: jobs.now(inner.task)))
    with pytest.raises(ValueError, match="the reason"):
        result(job)
    assert [record.message for record in caplog.records] == ["A job failed."]


def test_an_error_that_the_caller_gets_is_not_logged(jobs, caplog):
    with pytest.raises(ValueError, match="the reason"):
        jobs.now(done(result=ValueError("the reason")).task)
    assert not caplog.records


@pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)
def test_a_result_that_cannot_be_kept_is_an_error_and_not_waited_for_in_vain(ask):
    def unsized(value):
        raise TypeError("no size")

    jobs = new_jobs(results=lambda: BoundedCache(10, 10, unsized))
    with pytest.raises(TypeError, match="no size"):
        ask(jobs, done())
    assert not jobs._jobs


# --- wishes ---


def test_a_job_tells_how_far_it_is(jobs):
    work = Steps()
    job = want(jobs, ME, work)
    assert job.share == 0
    work.step(2)
    assert job.share == 0.5
    assert want(jobs, ANOTHER, work) is job
    work.finish()
    assert result(job) == "result"
    assert job.share == 1
    assert work.times == 1


def test_a_job_that_nobody_wants_ends(jobs, caplog):
    work = Steps()
    job = want(jobs, ME, work)
    work.step()
    jobs.give_up(ME)
    work.may_step.release()
    assert is_cancelled(job)
    assert not caplog.text, "to be given up is no error"


def test_a_job_that_somebody_else_wants_goes_on(jobs):
    work = Steps()
    job = want(jobs, ME, work)
    want(jobs, ANOTHER, work)
    jobs.give_up(ME)
    work.finish()
    assert result(job) == "result"


def test_a_job_that_a_caller_waits_for_goes_on(jobs):
    work = Steps()
    job = want(jobs, ME, work)
    work.step()
    now = now_in_thread(jobs, job, work.task)
    jobs.give_up(ME)
    work.finish()
    assert now.result(SECONDS) == result(job) == "result"


def test_a_job_for_the_server_itself_goes_on(jobs, clock):
    work = Steps()
    job = jobs.later(work.task)
    want(jobs, ME, work)
    jobs.give_up(ME)
    clock.now = 100 * WISH_SECONDS
    work.finish()
    assert result(job) == "result"


def test_who_wants_another_job_in_the_same_place_gives_up_the_one_before(jobs):
    first, second = Steps("a", "first"), Steps("b", "second")
    old = want(jobs, ME, first)
    new = want(jobs, ME, second)
    first.finish()
    second.finish()
    assert is_cancelled(old)
    assert result(new) == "second"


def test_who_wants_several_in_one_place_gives_up_only_those_left_out(jobs):
    works = [Steps(key, key) for key in "abc"]
    a, b = jobs.want(ME, [work.task for work in works[:2]])
    assert jobs.want(ME, [work.task for work in works[1:]])[0] is b
    for work in works:
        work.finish()
    assert is_cancelled(a)
    assert result(b) == "b"


def test_a_visitor_has_jobs_in_each_place(jobs):
    works = {place: Steps(place, place) for place in ("all", "pair")}
    found = [want(jobs, JobOwner("me", place), work) for place, work in works.items()]
    for work in works.values():
        work.finish()
    assert [result(job) for job in found] == ["all", "pair"]


def test_who_asks_for_the_same_again_keeps_it(jobs):
    work = Steps()
    job = want(jobs, ME, work)
    for _ in range(3):
        assert want(jobs, ME, work) is job
    work.finish()
    assert result(job) == "result"


def test_a_job_given_up_and_wanted_again_in_time_goes_on(jobs):
    work = Steps()
    job = want(jobs, ME, work)
    work.step()
    jobs.give_up(ME)
    assert want(jobs, ME, work) is job
    work.finish()
    assert result(job) == "result"


def test_a_cancelled_job_begins_anew(jobs):
    work = Steps()
    job = want(jobs, ME, work)
    work.step()
    jobs.give_up(ME)
    work.may_step.release()
    assert is_cancelled(job)
    again = want(jobs, ME, work)
    work.finish()
    assert result(again) == "result"
    assert work.times == 2


def test_a_queued_job_is_never_begun_once_given_up(jobs):
    first, second = Steps("a", lane=ONE), Steps("b", lane=ONE)
    going = want(jobs, ME, first)
    first.step()
    queued = want(jobs, ANOTHER, second)
    jobs.give_up(ANOTHER)
    assert isinstance(queued.future.exception(0), JobCancelled), "at once"
    first.finish()
    assert result(going) == "result"
    assert second.times == 0


def test_a_job_ends_once_nobody_has_asked_for_it_for_long(jobs, clock):
    work = Steps()
    job = want(jobs, ME, work)
    clock.now = WISH_SECONDS
    work.step()
    clock.now = WISH_SECONDS + 1
    work.may_step.release()
    assert is_cancelled(job)
    again = want(jobs, ME, work)
    work.finish()
    assert result(again) == "result"


@pytest.mark.parametrize(
    "ask",
    [
        lambda jobs, work: want(jobs, ME, work),
        lambda jobs, work: jobs.renew("me"),
        lambda jobs, work: want(jobs, ANOTHER, work),
    ],
    ids=["asked for again", "renewed", "wanted by another"],
)
def test_a_wish_that_is_renewed_holds(jobs, clock, ask):
    work = Steps()
    job = want(jobs, ME, work)
    for _ in range(3):
        clock.now += WISH_SECONDS - 1
        ask(jobs, work)
        work.step()
    work.finish()
    assert result(job) == "result"


def test_renewing_says_whether_a_job_is_on_its_way(jobs):
    work = Steps()
    job = want(jobs, ME, work)
    assert (jobs.renew("me"), jobs.renew("another")) == (True, False)
    work.finish()
    assert result(job) == "result"
    assert not jobs.renew("me")


def test_a_queued_job_is_not_begun_when_whoever_wanted_it_went_away(jobs, clock):
    first, second, third = Steps("a", lane=ONE), Steps("b", lane=ONE), Steps("c", "third", lane=ONE)
    want(jobs, ME, first)
    first.step()
    gone = want(jobs, ANOTHER, second)
    clock.now = WISH_SECONDS + 1
    jobs.renew("me")
    last = want(jobs, THIRD, third)
    first.finish()
    third.finish()
    assert result(last) == "third"
    assert isinstance(gone.future.exception(0), JobCancelled)
    assert second.times == 0


def test_changes_of_mind_leave_nothing_behind(jobs):
    work = Steps("going", lane=ONE)
    going = want(jobs, ANOTHER, work)
    work.step()
    before = threading.active_count()
    queued = [want(jobs, ME, done(number, lane=ONE)) for number in range(50)]
    assert threading.active_count() <= before
    assert all(isinstance(job.future.exception(0), JobCancelled) for job in queued[:-1]), "at once"
    assert (going.begun, queued[-1].begun, queued[-1].future.done()) == (True, False, False)
    jobs.give_up(ME)
    assert isinstance(queued[-1].future.exception(0), JobCancelled)
    assert len(jobs._jobs) == 1
    work.finish()
    assert result(going) == "result"


# --- jobs that need one another ---


def needing(jobs, inner, key="outer", lane=ONE, within=None):
    """A task that takes another one's result; it tells how far it is before and after."""

    def compute(tell):
        tell(0.0)
        found = jobs.now(inner.task, within)
        tell(1.0)
        return f"with {found}"

    return Task(lane, key, compute)


def test_jobs_of_one_lane_need_no_second_worker_to_need_one_another(jobs):
    inner = done("inner", lane=ONE)
    outers = [needing(jobs, inner, number) for number in range(3)]
    chain = Task(ONE, "chain", lambda tell: jobs.now(outers[0]) + " " + jobs.now(outers[1]))
    found = jobs.want(ME, [*outers, inner.task, chain])
    assert [result(job) for job in found] == [*["with result"] * 3, "result", "with result with result"]
    assert inner.times == 1


def test_what_is_needed_is_taken_out_of_the_queue_before_which_all_workers_wait(jobs):
    """Both workers are at jobs that need what is queued behind them."""
    inner, begun, go_on = done("inner"), threading.Barrier(3), threading.Event()

    def compute(tell):
        begun.wait(SECONDS)
        assert go_on.wait(SECONDS)
        return jobs.now(inner.task)

    outers = jobs.want(ME, [Task(TWO, number, compute) for number in range(2)])
    begun.wait(SECONDS)
    queued = want(jobs, ANOTHER, inner)
    assert not queued.begun
    go_on.set()
    assert [result(job) for job in (*outers, queued)] == ["result"] * 3
    assert inner.times == 1


def test_what_only_a_job_needs_is_given_up_with_it(jobs):
    inner = Steps("inner")
    job = jobs.want(ME, [needing(jobs, inner)])[0]
    inner.step()
    jobs.give_up(ME)
    inner.may_step.release()
    assert is_cancelled(job)
    assert not jobs._jobs, "whoever asks again has both begun anew"


def test_what_somebody_else_wants_goes_on_when_the_job_that_computes_it_is_given_up(jobs):
    inner = Steps("inner")
    outer = jobs.want(ME, [needing(jobs, inner)])[0]
    inner.step()
    wanted = want(jobs, ANOTHER, inner)
    jobs.give_up(ME)
    inner.finish()
    assert result(wanted) == "result"
    assert is_cancelled(outer)
    assert inner.times == 1


def test_what_a_wanted_job_waits_for_goes_on_when_it_is_given_up_itself(jobs):
    inner = Steps("inner")
    wanted = want(jobs, ME, inner)
    inner.step()
    one_more = note_waiting(wanted)
    outer = jobs.want(ANOTHER, [needing(jobs, inner)])[0]
    assert one_more.acquire(timeout=SECONDS)
    jobs.give_up(ME)
    inner.finish()
    assert (result(outer), result(wanted)) == ("with result", "result")


def test_all_that_wait_for_what_nobody_wants_are_given_up_with_it(jobs):
    """Two jobs in threads of their own need a third one: when both are given up, all three can be begun anew."""
    inner = Steps("inner")
    first = jobs.want(ME, [needing(jobs, inner, "first", ONE)])[0]
    assert inner.began.wait(SECONDS)
    one_more = note_waiting(jobs._jobs[TWO, "inner"])
    second = jobs.want(ANOTHER, [needing(jobs, inner, "second", OTHER)])[0]
    assert one_more.acquire(timeout=SECONDS)
    jobs.give_up(ME)
    inner.step()
    jobs.give_up(ANOTHER)
    inner.may_step.release()
    assert is_cancelled(first)
    assert is_cancelled(second)
    assert not jobs._jobs
    inner.finish()
    assert [result(jobs.want(ME, [needing(jobs, inner)])[0]), inner.times] == ["with result", 2]


def test_what_is_needed_moves_the_share_of_all_that_wait_for_it(jobs):
    inner = Steps("inner")
    middle = needing(jobs, inner, "middle", ONE, within=(0.2, 0.6))
    around = Task(OTHER, "around", lambda tell: jobs.now(middle, within=(0.5, 1.0)))
    outer = jobs.want(ME, [around])[0]
    inner.step(2)
    assert (jobs._jobs[TWO, "inner"].share, jobs._jobs[ONE, "middle"].share) == (0.5, pytest.approx(0.4))
    assert outer.share == pytest.approx(0.7)
    inner.finish()
    assert result(outer) == "with result"
    assert outer.share == 1


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_job_that_needs_its_own_result_is_an_error(jobs, length):
    tasks = {}
    for number in range(length):
        following = (number + 1) % length
        tasks[number] = Task(TWO, number, lambda tell, following=following: jobs.now(tasks[following]))
    with pytest.raises(RuntimeError, match="its own result"):
        jobs.now(tasks[0])
    assert not jobs._jobs


def test_two_jobs_in_two_threads_that_need_each_other_are_an_error_and_no_deadlock(jobs):
    both = threading.Barrier(2)

    def compute(tell, other):
        both.wait(SECONDS)
        return jobs.now(tasks[other])

    tasks = [Task(TWO, number, lambda tell, other=1 - number: compute(tell, other)) for number in range(2)]
    for job in jobs.want(ME, tasks):
        assert isinstance(job.future.exception(SECONDS), RuntimeError)


# --- lanes ---


def test_a_lane_waits_for_no_other(jobs):
    blocking = Work("long", lane=ONE)
    want(jobs, ME, blocking)
    assert blocking.began.wait(SECONDS)
    assert result(want(jobs, ME, done("short", lane=OTHER))) == "result"
    blocking.may_end.set()


def test_a_lane_does_as_many_jobs_at_once_as_it_has_workers(jobs):
    works = [Work(number) for number in range(5)]
    found = [want(jobs, JobOwner("me", str(number)), work) for number, work in enumerate(works)]
    for number, work in enumerate(works):
        assert work.began.wait(SECONDS)
        if number:
            assert [job.begun for job in found] == [True] * (number + 1) + [False] * (4 - number)
            works[number - 1].may_end.set()
            assert result(found[number - 1]) == "result"
    works[-1].may_end.set()


# --- fairness ---


def begun_order(jobs, wishes):
    """Wishes, as (who, key), for jobs of a lane with one worker that is busy: in which order they are begun."""
    order, blocking = [], Work("blocking", lane=ONE)
    first = jobs.later(blocking.task)
    assert blocking.began.wait(SECONDS)
    found = [
        jobs.want(JobOwner(visitor, str(place)), [Task(ONE, key, lambda tell, key=key: order.append(key) or "x")])[0]
        for place, (visitor, key) in enumerate(wishes)
    ]
    blocking.may_end.set()
    for job in (first, *found):
        assert result(job)
    return order


def test_jobs_of_many_visitors_begin_in_the_order_in_which_they_came(jobs):
    assert begun_order(jobs, [(str(number), number) for number in range(9)]) == list(range(9))


def test_who_wants_much_does_not_hold_up_who_comes_later(jobs):
    wishes = [("me", number) for number in range(5)] + [("another", "first"), ("another", "second")]
    assert begun_order(jobs, wishes) == [0, "first", 1, "second", 2, 3, 4]


@given(wishes=st.lists(st.sampled_from("abcd"), min_size=1, max_size=20))
def test_visitors_take_turns(wishes):
    """In each round everybody who still waits has one job done, in the order in which they first came."""
    numbered = [(visitor, (visitor, number)) for number, visitor in enumerate(wishes)]
    own = {visitor: [key for who, key in numbered if who == visitor] for visitor in wishes}
    rounds = [[keys[turn] for keys in own.values() if turn < len(keys)] for turn in range(len(wishes))]
    assert begun_order(new_jobs(), numbered) == [key for turn in rounds for key in turn]


def test_the_visitor_for_whom_least_is_under_way_comes_next(jobs):
    """Both workers are at one visitor's jobs, and one of them becomes free: it is another's turn."""
    works = [Work(number) for number in range(4)]
    mine = [want(jobs, JobOwner("me", str(number)), work) for number, work in enumerate(works[:3])]
    for work in works[:2]:
        assert work.began.wait(SECONDS)
    theirs = want(jobs, ANOTHER, works[3])
    works[0].may_end.set()
    assert works[3].began.wait(SECONDS)
    assert (theirs.begun, mine[2].begun) == (True, False)
    works[3].may_end.set()
    assert works[2].began.wait(SECONDS)
    for work in works:
        work.may_end.set()
    assert [result(job) for job in (*mine, theirs)] == ["result"] * 4


def test_a_job_that_several_want_comes_at_the_first_turn_of_any_of_them(jobs):
    wishes = [("me", 1), ("me", 2), ("me", "shared"), ("another", "shared"), ("another", 3)]
    assert begun_order(jobs, wishes) == [1, "shared", 2, 3]


# --- turns ---


def begun(jobs, who, work):
    job = want(jobs, who, work)
    assert work.began.wait(SECONDS)
    return job


def test_a_long_job_is_paused_while_another_visitor_waits(jobs, clock):
    long, short = Steps("long", lane=ONE), done("short", lane=ONE)
    mine = begun(jobs, ME, long)
    long.step()
    theirs = want(jobs, ANOTHER, short)
    long.step()
    assert not theirs.future.done(), "its turn is not over"
    clock.now += TURN_SECONDS
    long.may_step.release()
    assert result(theirs) == "result"
    assert long.stepped.acquire(timeout=SECONDS), "it goes on where it was"
    long.step()
    assert (result(mine), long.times) == ("result", 1)


def test_two_long_jobs_take_turns(jobs, clock):
    works = {who: Steps(who, lane=ONE) for who in (ME, ANOTHER)}
    jobs_of = {ME: begun(jobs, ME, works[ME]), ANOTHER: want(jobs, ANOTHER, works[ANOTHER])}
    order = []
    for turn in range(8):
        who = (ME, ANOTHER)[turn % 2]
        assert works[who].began.wait(SECONDS)
        clock.now += TURN_SECONDS
        works[who].may_step.release()
        order.append(who)
        waited = works[ANOTHER if who == ME else ME]
        assert waited.began.wait(SECONDS)
    assert [result(jobs_of[who]) for who in (ME, ANOTHER)] == ["result"] * 2


def test_a_long_job_goes_on_where_only_its_own_visitor_waits(jobs, clock):
    long = Steps("long", lane=ONE)
    mine = begun(jobs, ME, long)
    more = want(jobs, JobOwner("me", "more"), done("more", lane=ONE))
    clock.now += TURN_SECONDS
    long.step(4)
    assert (result(mine), result(more)) == ("result", "result")


def test_of_one_visitor_no_more_jobs_are_begun_than_there_are_workers(jobs, clock):
    long, next_one = Steps("long", lane=ONE), Steps("next", lane=ONE)
    mine, second = begun(jobs, ME, long), want(jobs, JobOwner("me", "second"), next_one)
    for number in range(3):
        theirs = want(jobs, JobOwner("another", str(number)), done(number, lane=ONE))
        clock.now += TURN_SECONDS
        long.step()
        assert result(theirs) == "result"
    assert not second.begun
    long.finish()
    next_one.finish()
    assert (result(mine), result(second)) == ("result", "result")


def test_with_so_many_paused_no_further_one_begins_until_one_ends(jobs, clock, monkeypatch):
    monkeypatch.setattr("server.engine.jobs.MAX_PAUSED", 1)
    first, second, late = Steps("first", lane=ONE), Steps("second", lane=ONE), done("late", lane=ONE)
    mine = begun(jobs, ME, first)
    theirs = want(jobs, ANOTHER, second)
    clock.now += TURN_SECONDS
    first.may_step.release()
    assert second.began.wait(SECONDS)
    third = want(jobs, JobOwner("third", "page"), late)
    clock.now += TURN_SECONDS
    second.may_step.release()
    assert first.stepped.acquire(timeout=SECONDS), "the first goes on, for a third may not begin"
    assert not third.begun
    first.may_step.release(3)
    assert result(mine) == "result"
    assert result(third) == "result"
    second.may_step.release(3)
    assert result(theirs) == "result"


def test_a_paused_job_that_nobody_wants_ends(jobs, clock):
    long, other = Steps("long", lane=ONE), Steps("other", lane=ONE)
    mine = begun(jobs, ME, long)
    theirs = want(jobs, ANOTHER, other)
    clock.now += TURN_SECONDS
    long.may_step.release()
    assert other.began.wait(SECONDS)
    jobs.give_up(ME)
    other.finish()
    assert (result(theirs), is_cancelled(mine)) == ("result", True)


def test_what_another_job_needs_is_not_paused(jobs, clock):
    """Whoever needs it holds the worker that it would wait for."""
    needed = Steps("needed", lane=ONE)
    mine = begun(jobs, ME, needed)
    needing = Task(OTHER, "needing", lambda tell: jobs.now(needed.task) + "!")
    theirs = jobs.want(ANOTHER, [needing])[0]
    until(lambda: mine.needs)
    third = want(jobs, THIRD, done("third", lane=ONE))
    clock.now += TURN_SECONDS
    needed.step(4)
    assert [result(job) for job in (mine, theirs, third)] == ["result", "result!", "result"]


def test_what_is_paused_goes_on_when_a_job_of_its_lane_needs_it(jobs, clock):
    long = Steps("long", lane=ONE)
    mine = begun(jobs, ME, long)
    theirs = jobs.want(ANOTHER, [Task(ONE, "needing", lambda tell: jobs.now(long.task) + "!")])[0]
    clock.now += TURN_SECONDS
    long.finish()
    assert (result(mine), result(theirs)) == ("result", "result!")
    until(lambda: jobs._lanes[ONE].active == 0)


# --- who has left ---


def test_wishes_of_who_has_left_hold_for_a_few_seconds_only(clock):
    here = {"me", "another"}
    jobs = new_jobs(clock, is_here=here.__contains__)
    work = Steps("key")
    mine = begun(jobs, ME, work)
    here.discard("me")
    clock.now += AWAY_SECONDS
    work.step()
    clock.now += 1
    work.may_step.release()
    assert is_cancelled(mine)


def test_wishes_of_who_comes_back_in_time_hold(clock):
    here = set()
    jobs = new_jobs(clock, is_here=here.__contains__)
    work = Steps("key")
    mine = begun(jobs, ME, work)
    clock.now += AWAY_SECONDS
    work.step()
    here.add("me")
    clock.now += 1
    work.step(3)
    assert result(mine) == "result"


# --- what one visitor may ask ---


def test_the_oldest_of_too_many_wishes_gives_way(jobs):
    blocking = [Work(name, lane=ONE) for name in ("a", "b")]
    first = want(jobs, ME, blocking[0])
    assert blocking[0].began.wait(SECONDS)
    shared, mine = (
        done("shared", lane=ONE),
        [done(number, lane=ONE) for number in range(ServerLimits.queued_per_visitor + 2)],
    )
    want(jobs, ANOTHER, shared)
    found = [
        want(jobs, JobOwner("me", str(place)), work)
        for place, work in enumerate([shared, *mine[: ServerLimits.queued_per_visitor - 1]])
    ]
    assert not any(job.future.done() for job in (first, *found)), "one that has begun does not count"
    found += [want(jobs, JobOwner("me", "more"), *mine[ServerLimits.queued_per_visitor - 1 :])]
    gone = [job for job in found if job.future.done()]
    assert gone == found[1:3], "the first one is another's wish as well"
    assert all(map(is_cancelled, gone))
    blocking[0].may_end.set()
    assert {result(job) for job in (first, *found) if job not in gone} == {"result"}
    assert [work.times for work in mine[:3]] == [0, 0, 1]


def test_what_one_visitor_asks_takes_nothing_from_another(jobs):
    blocking = Work("blocking", lane=ONE)
    want(jobs, ME, blocking)
    assert blocking.began.wait(SECONDS)
    theirs = want(jobs, ANOTHER, done("theirs", lane=ONE))
    for number in range(2 * ServerLimits.queued_per_visitor):
        want(jobs, JobOwner("me", str(number)), done(number, lane=ONE))
    assert not theirs.future.done()
    assert len(jobs._jobs) == 1 + 1 + ServerLimits.queued_per_visitor
    blocking.may_end.set()
    assert result(theirs) == "result"


# --- many threads ---


def test_many_threads_that_want_need_and_give_up():
    """Each gets the right result, nothing is computed twice at once but what was given up, and nothing is left."""
    jobs = new_jobs(results=lambda: BoundedCache(10**9, 2, len))
    lanes, needs = (TWO, ONE, OTHER), {key: [n for n in range(key) if (key + n) % 3 == 0] for key in range(12)}
    log, guard = [], threading.Lock()

    def note(event, key, error=None):
        with guard:
            log.append((event, key, threading.get_ident(), error))

    def compute(key, tell):
        note("begins", key)
        error = None
        try:
            found = [jobs.now(task_of(other)) for other in needs[key]]
            for step in range(4):
                tell(step / 4)
            return "x" * (1 + sum(map(len, found)))
        except BaseException as raised:
            error = raised
            raise
        finally:
            note("ends", key, error)

    def task_of(key):
        return Task(lanes[key % 3], key, lambda tell: compute(key, tell))

    def expected(key):
        return "x" * (1 + sum(len(expected(other)) for other in needs[key]))

    def visit(visitor):
        """Does this and that, and wants nothing in the end."""
        generator, seen = random.Random(visitor), []
        for _ in range(150):
            keys, who = generator.sample(range(12), 2), JobOwner(str(visitor), generator.choice("ab"))
            way = generator.choice(["want", "want", "now", "give up", "renew"])
            if way == "want":
                seen += jobs.want(who, [task_of(key) for key in keys])
            elif way == "now":
                assert jobs.now(task_of(keys[0])) == expected(keys[0])
            elif way == "give up":
                jobs.give_up(who)
            else:
                jobs.renew(str(visitor))
        for place in "ab":
            jobs.give_up(JobOwner(str(visitor), place))
        return seen

    with ThreadPoolExecutor(6) as pool:
        seen = [job for found in pool.map(visit, range(6)) for job in found]
    for job in seen:
        error = job.future.exception(SECONDS)
        assert isinstance(error, JobCancelled) or job.future.result() == expected(job.task.key), error
    assert {job.task.key for job in seen} == set(needs)
    assert not jobs._jobs
    check_at_once(log)


def check_at_once(log):
    """Where a computation begins while another one of the same key goes on, that one ends as cancelled."""
    going, overtaken = defaultdict(set), set()
    for event, key, thread, error in log:
        if event == "begins":
            overtaken |= {(key, other) for other in going[key]}
            going[key].add(thread)
            continue
        going[key].remove(thread)
        if (key, thread) in overtaken:
            overtaken.remove((key, thread))
            assert isinstance(error, JobCancelled), "computed twice at once"
    assert not any(going.values())


# --- pages go first ---


def test_a_job_pauses_while_a_page_is_drawn_but_not_for_the_page_that_waits_for_it():
    runs = Runs(most_pause=SECONDS)
    jobs, work = new_jobs(runs=runs), Steps()
    with runs.run():
        job = want(jobs, ME, work)
        assert work.began.wait(SECONDS)
        work.may_step.release()
        until(lambda: runs.paused)
        work.finish()
        assert jobs.now(work.task) == "result"
    assert result(job) == "result"
    assert not runs.paused


# --- by whoever runs the server ---


def is_stopped(job):
    return isinstance(job.future.exception(SECONDS), JobStopped)


def told(jobs):
    return [(job.lane, set(job.visitors), job.state, job.share, job.seconds) for job in jobs.listed()]


def numbers(jobs, lane):
    return [job.number for job in jobs.listed() if job.lane == lane]


def test_the_list_says_who_wants_what_since_when_and_how_far_it_is(jobs, clock):
    running, queued, own = Steps("a", lane=ONE), done("b", lane=ONE), Steps("c", lane=OTHER)
    want(jobs, ME, running)
    running.step()
    clock.now = 5.0
    want(jobs, ANOTHER, running)
    want(jobs, JobOwner("me", "pair"), queued)
    jobs.later(own.task)
    own.step(3)
    clock.now = 7.0
    assert told(jobs) == [
        (ONE, {"me", "another"}, "running", 0.25, 7.0),
        (ONE, {"me"}, "queued", 0.0, 2.0),
        (OTHER, set(), "running", 0.75, 2.0),
    ]
    assert len({job.number for job in jobs.listed()}) == 3
    running.finish()
    own.finish()


def test_what_only_another_job_needs_is_not_listed(jobs):
    inner = Steps("inner")
    job = jobs.want(ME, [Task(TWO, "outer", lambda tell: jobs.now(inner.task))])[0]
    inner.step()
    assert len(jobs.listed()) == 1
    inner.finish()
    assert result(job) == "result"
    assert jobs.listed() == []


def test_a_stopped_job_says_so_to_all_who_want_it_and_can_begin_anew(jobs, caplog):
    work = Steps()
    mine, anothers = want(jobs, ME, work), want(jobs, ANOTHER, work)
    work.step()
    jobs.stop(numbers(jobs, TWO))
    assert jobs.listed() == []
    work.may_step.release()
    assert is_stopped(mine)
    assert is_stopped(anothers)
    assert not caplog.records, "nothing has failed"
    again = want(jobs, ME, done(result="anew"))
    assert result(again) == "anew"


def test_a_job_and_one_that_it_needs_are_stopped_together(jobs, caplog):
    before = JOBS_FAILED.labels(TWO)._value.get()
    inner = Steps("inner")
    outer = jobs.want(ME, [Task(TWO, "outer", lambda tell: jobs.now(inner.task))])[0]
    inner.step()
    until(lambda: len(jobs._jobs) == 2)
    jobs.stop([job.number for job in jobs._jobs.values()])
    inner.may_step.release()
    assert is_stopped(outer)
    assert not caplog.records
    assert JOBS_FAILED.labels(TWO)._value.get() == before


def test_a_failure_counts_once_however_many_jobs_need_the_result(jobs):
    def fail(tell):
        raise ValueError("the reason")

    before = JOBS_FAILED.labels(TWO)._value.get()
    innermost = Task(TWO, "innermost", fail)
    inner = Task(TWO, "inner", lambda tell: jobs.now(innermost))
    with pytest.raises(ValueError, match="the reason"):
        jobs.now(Task(TWO, "outer", lambda tell: jobs.now(inner)))
    assert JOBS_FAILED.labels(TWO)._value.get() == before + 1


def test_a_refusal_is_no_failure(jobs, caplog):
    def refuse(tell):
        raise WorkspaceError("There is no room.")

    before = JOBS_FAILED.labels(TWO)._value.get()
    (job,) = jobs.want(ME, [Task(TWO, "refused", refuse)])
    with pytest.raises(WorkspaceError, match="no room"):
        result(job)
    assert not caplog.records
    assert JOBS_FAILED.labels(TWO)._value.get() == before


def test_a_job_in_the_queue_is_stopped_at_once(jobs):
    blocking, queued = Work("a", lane=ONE), done("b", lane=ONE)
    first = want(jobs, ME, blocking)
    assert blocking.began.wait(SECONDS)
    job = want(jobs, ANOTHER, queued)
    jobs.stop([listed.number for listed in jobs.listed() if listed.state == "queued"])
    assert is_stopped(job)
    blocking.may_end.set()
    assert result(first) == "result"
    assert queued.times == 0


def test_a_paused_job_is_stopped_without_waiting_for_its_turn(jobs, clock):
    long, other = Steps("a", lane=ONE), Steps("b", lane=ONE)
    mine = want(jobs, ME, long)
    long.step()
    anothers = want(jobs, ANOTHER, other)
    clock.now = TURN_SECONDS
    long.may_step.release()
    other.step()
    assert [listed.state for listed in jobs.listed()] == ["paused", "running"]
    jobs.stop(numbers(jobs, ONE)[:1])
    assert is_stopped(mine)
    other.finish()
    assert result(anothers) == "result"
    assert result(want(jobs, ME, done("c", lane=ONE))) == "result", "the lane has its worker back"


def test_a_stopped_job_is_not_paused_on_its_way(jobs, clock):
    long, other = Steps("a", lane=ONE), Steps("b", lane=ONE)
    mine = want(jobs, ME, long)
    long.step()
    anothers = want(jobs, ANOTHER, other)
    jobs.stop(numbers(jobs, ONE)[:1])
    clock.now = TURN_SECONDS
    long.may_step.release()
    assert is_stopped(mine)
    other.finish()
    assert result(anothers) == "result"


def test_what_the_server_or_a_caller_needs_is_not_stopped(jobs):
    own, called = Steps("own"), Steps("called")
    for_good, job = jobs.later(own.task), want(jobs, ME, called)
    own.step()
    called.step()
    now = now_in_thread(jobs, job, called.task)
    jobs.stop([listed.number for listed in jobs.listed()])
    own.finish()
    called.finish()
    assert result(for_good) == now.result(SECONDS) == "result"


def test_what_a_stopped_job_needed_ends_as_well(jobs):
    inner = Steps("inner")
    job = jobs.want(ME, [Task(TWO, "outer", lambda tell: jobs.now(inner.task))])[0]
    inner.step()
    jobs.stop(numbers(jobs, TWO))
    inner.may_step.release()
    assert is_stopped(job)
    assert not jobs._jobs


def test_all_of_a_visitor_is_stopped_but_for_what_others_want(jobs):
    alone, shared, others = Steps("alone"), Steps("shared"), Steps("others", lane=ONE)
    mine = want(jobs, JobOwner("me", "a"), alone)
    ours, theirs = want(jobs, JobOwner("me", "b"), shared), want(jobs, ANOTHER, others)
    want(jobs, ANOTHER, others)
    want(jobs, THIRD, shared)
    jobs.stop_all_of({"me"})
    assert [listed.visitors for listed in jobs.listed()] == [{"third"}, {"another"}]
    for work in (alone, shared, others):
        work.finish()
    assert is_stopped(mine)
    assert result(ours) == result(theirs) == "result"
