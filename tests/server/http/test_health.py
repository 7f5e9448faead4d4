"""What is said of the server's health, how often the database is asked, and how long it is waited for."""

import asyncio
import json
import logging
import threading

import pytest

from server.http.health import FRESH_SECONDS, Health
from tests.server.http.asked import to_its_end

SECRET = "postgresql://me:secret@host"


class Database:
    """One that fails when a test says so, and counts who asks."""

    def __init__(self):
        self.fails = False
        self.asked = 0
        self.now = 0.0
        self.may_answer = threading.Event()
        self.may_answer.set()

    def check(self):
        self.asked += 1
        self.may_answer.wait()
        if self.fails:
            raise RuntimeError(SECRET)


@pytest.fixture
def database():
    found = Database()
    yield found
    found.may_answer.set()


@pytest.fixture
def health(database):
    return Health(database.check, lambda: database.asked > 1, "1.2.3", lambda: database.now, patience=0.2)


def answers(health, n=1):
    """Status and JSON of each of so many answers at once."""

    async def ask():
        found = await asyncio.gather(*(health.answer(None) for _ in range(n)))
        return [(answer.status_code, json.loads(answer.body), answer.headers["cache-control"]) for answer in found]

    return to_its_end(ask())


def test_all_is_well(health):
    said = {"status": "ok", "version": "1.2.3", "database": "ok", "kernels": "compiling"}
    assert answers(health) == [(200, said, "no-store")]


def test_the_database_is_asked_once_for_all_and_again_later(health, database):
    assert [code for code, *_ in answers(health, 20)] == [200] * 20
    assert [code for code, *_ in answers(health)] == [200]
    assert database.asked == 1
    database.now += FRESH_SECONDS
    assert answers(health)[0][1]["kernels"] == "ready"
    assert database.asked == 2


def test_a_database_that_fails_and_comes_back(health, database, caplog):
    database.fails = True
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            ((code, said, _),) = answers(health)
            assert (code, said["status"], said["database"]) == (503, "failing", "failing")
            assert SECRET not in json.dumps(said)
            database.now += FRESH_SECONDS
        database.fails = False
        assert answers(health)[0][0] == 200
    assert caplog.messages == ["The database fails.", "The database answers again."]


def test_a_database_that_does_not_answer_is_not_waited_for(health, database):
    database.may_answer.clear()

    async def ask():
        first = await asyncio.gather(*(health.answer(None) for _ in range(5)))
        database.may_answer.set()
        while health._asking is not None:
            await asyncio.sleep(0.01)
        return [answer.status_code for answer in [*first, await health.answer(None)]]

    assert to_its_end(ask()) == [503] * 5 + [200]
    assert database.asked == 1
