"""By how many threads something is done changes no number."""

import numpy as np
import pytest

from scoring import METRICS, TestSet, metric
from scoring.counting import threads
from scoring.counting.threads import run_side_by_side

WORDS = ["the", "cat", "sat,", "on", "a", "mat.", "1.5", "dogs"]


def drawn(seed, n_segments):
    draw = np.random.default_rng(seed)
    return [" ".join(draw.choice(WORDS, draw.integers(1, 30))) for _ in range(n_segments)]


@pytest.mark.parametrize(("allowed", "expected"), [("1", 1), ("0", 1), ("8", 8), ("", 3), ("2,1", 3), (None, 3)])
def test_threads_are_those_that_are_allowed_else_the_cores_of_this_process(monkeypatch, allowed, expected):
    monkeypatch.setattr(threads.os, "sched_getaffinity", lambda process: {1, 4, 5}, raising=False)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if allowed is not None:
        monkeypatch.setenv("OMP_NUM_THREADS", allowed)
    assert threads._thread_count() == expected


def test_results_come_in_order():
    assert list(run_side_by_side(lambda number: number**2, range(50))) == [number**2 for number in range(50)]


def test_the_first_error_is_raised():
    def refuse(number):
        if number >= 3:
            raise ValueError(number)
        return number

    found = run_side_by_side(refuse, range(50))
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match=r"^3$"):
        next(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", METRICS)
def test_statistics_are_those_of_one_thread(name, monkeypatch):
    """Whoever follows the progress gets one thread, and blocks of another size."""
    test_set = TestSet.build({"a": drawn(1, 1500)}, [drawn(2, 1500)])
    monkeypatch.setattr(metric, "THREADS", 3)
    found = METRICS[name]().measure(test_set)["a"]
    shares = []
    followed = METRICS[name]().measure(test_set, shares.append)["a"]
    assert shares[-1] == 1
    np.testing.assert_array_equal(found, followed, strict=True)
