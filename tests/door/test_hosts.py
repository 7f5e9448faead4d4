"""Names as requests and settings spell them."""

import pytest

from door import hosts


def test_names():
    assert hosts.name_in("[0:0:0:0:0:0:0:1]:80") == "::1"
    assert hosts.name_in("Bleu.Example.org.:443") == "bleu.example.org"
    for host in ("", ":80", "a b", "user@name", "name/path", "name:80:80", "[::1", "a\tb", "name:port"):
        assert hosts.name_in(host) is None, host
    allowed = hosts.allowed_names("0.0.0.0", "[FE80::1]", None, "*.example.org")
    assert allowed == ("127.0.0.1", "::1", "localhost", "fe80::1", "*.example.org")
    assert hosts.is_allowed("a.b.example.org", allowed)
    for name in ("example.org", "badexample.org", "0.0.0.0", None):
        assert not hosts.is_allowed(name, allowed)


@pytest.mark.parametrize(
    ("address", "expected"),
    [("::", "http://[::1]:1/b"), ("0.0.0.0", "http://127.0.0.1:1/b"), ("10.0.0.1", "http://10.0.0.1:1/b")],
)
def test_where_a_browser_finds_it(address, expected):
    assert hosts.url(address, 1, "/b/", is_encrypted=False) == expected
    assert hosts.url(address, 1, "b", is_encrypted=True) == expected.replace("http", "https")
