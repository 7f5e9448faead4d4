"""The brake on wrong codes: how many there may be, for how long, and from where."""

from server.identity import codes
from server.identity.codes import MAX_WRONG, SECONDS_EACH, WrongCodeLimiter, client_network


def tried(brake):
    """How many wrong codes are looked up before the brake is on."""
    number = 0
    while not brake.is_blocked("192.0.2.1"):
        brake.note("192.0.2.1")
        number += 1
    return number


def test_a_class_may_mistype_and_a_program_is_held_up():
    times = [0.0]
    brake = WrongCodeLimiter(lambda: times[-1])
    assert tried(brake) == MAX_WRONG
    assert not brake.is_blocked("192.0.2.2")
    in_an_hour = 0
    for second in range(1, 3601):
        times.append(float(second))
        in_an_hour += tried(brake)
    assert in_an_hour == 3600 // SECONDS_EACH
    times.append(3600.0 + MAX_WRONG * SECONDS_EACH)
    assert tried(brake) == MAX_WRONG


def test_it_knows_so_many_addresses_those_that_were_wrong_last(monkeypatch):
    monkeypatch.setattr(codes, "MAX_ADDRESSES", 3)
    brake = WrongCodeLimiter(lambda: 0.0)
    for address in "abca":
        for _ in range(MAX_WRONG):
            brake.note(address)
    brake.note("d")
    assert [brake.is_blocked(address) for address in "abc"] == [True, False, True]


def test_an_address_of_version_6_is_its_network():
    assert (
        client_network("2001:db8:1:2:3:4:5:6") == client_network("2001:db8:1:2::1") != client_network("2001:db8:1:3::1")
    )
    assert client_network("::ffff:192.0.2.1") == client_network("192.0.2.1") == "192.0.2.1"
    assert [client_network(none) for none in (None, "", "unknown")] == [""] * 3
