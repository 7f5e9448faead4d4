"""server/http/ask.py: by its exit code a container knows whether the server is well."""

import io
from email.message import Message
from urllib.error import HTTPError, URLError

import pytest

from server.http import ask


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (HTTPError("/health", 503, "", Message(), io.BytesIO(b"The disk is full.\n")), "The disk is full.\n"),
        (URLError("refused"), "No answer: URLError\n"),
        (TimeoutError(), "No answer: TimeoutError\n"),
        (None, "ok\n"),
    ],
)
def test_only_a_server_that_answers_that_it_is_well_is(monkeypatch, capsys, error, said):
    def answer(address, timeout):
        if error is not None:
            raise error
        return io.BytesIO(b"ok\n")

    monkeypatch.setattr(ask, "urlopen", answer)
    assert (ask.main(), capsys.readouterr().out) == (int(error is not None), said)
