"""server/identity/sign_ins.py: the way to a provider and back."""

from types import SimpleNamespace

import pytest

from server.identity import sign_ins as module
from server.identity.sign_ins import SignIns


@pytest.fixture
def clock():
    return SimpleNamespace(now=0.0)


@pytest.fixture
def ways(clock):
    return SignIns(lambda: clock.now)


def test_back_to_the_page_once(ways):
    ways.begin("mine", "https://bleu.example.org/bleu/segments?set=x&find=a%20b#place")
    assert ways.end("other", False) is None
    assert ways.end("mine", False) == "/bleu/segments?set=x&find=a%20b"
    assert ways.end("mine", False) is None
    assert not ways.has_failed("mine")


@pytest.mark.parametrize(
    "address", ["", "https://a.example", "https://a.example//evil.example/", "https:///\\evil.example"]
)
def test_nobody_is_led_to_another_host(ways, address):
    ways.begin("mine", address)
    assert ways.end("mine", False) is None


def test_a_failure_is_told_once(ways):
    ways.begin("mine", "http://a.example/x")
    assert not ways.has_failed("mine")
    assert ways.end("mine", True) == "/x"
    assert not ways.has_failed("other")
    assert ways.has_failed("mine")
    assert not ways.has_failed("mine")


def test_it_is_known_for_a_while_and_of_so_many(ways, clock, monkeypatch):
    ways.begin("mine", "http://a.example/x")
    clock.now = module.SECONDS + 1
    assert ways.end("mine", False) is None
    monkeypatch.setattr(module, "MAX_SIGN_INS", 2)
    ways = SignIns(lambda: clock.now)
    for who in ("a", "b", "c"):
        ways.begin(who, f"http://a.example/{who}")
    assert [ways.end(who, False) for who in ("a", "b", "c")] == [None, "/b", "/c"]
