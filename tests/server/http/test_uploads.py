"""Uploads are refused before a byte of them is taken, or once they have arrived and there is no room."""

import errno

import pytest
from starlette.requests import Request

from server.http.uploads import LimitedUploads, no_space_response
from tests.server.http.asked import to_its_end

PATH = "/bleu/_stcore/upload_file/session/file"


class Upload:
    """One that may say 9 bytes and bring 9 bytes."""

    def __init__(self, session, n_bytes):
        self.noted = [(session, n_bytes)]

    def begin(self):
        return "too much" if self.noted[0][1] > 9 else None

    def arrive(self, n_bytes):
        self.noted.append(n_bytes)
        return "no room" if n_bytes > 9 else None

    def end(self):
        self.noted.append("end")


def request(path=PATH, method="PUT", size=b"5", **headers):
    headers = {name.replace("_", "-").encode(): value for name, value in headers.items()}
    if size is not None:
        headers[b"content-length"] = size
    return {"type": "http", "path": path, "method": method, "headers": list(headers.items())}


def run(scope, *chunks, most=8):
    """What was noted of each upload; what the application received; all answers."""
    uploads, received, answers = [], [], []
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages += [{"type": "http.request"}, {"type": "http.disconnect"}]

    def new_upload(*about):
        uploads.append(Upload(*about))
        return uploads[-1]

    async def application(scope, receive, send):
        received.extend([(await receive()).get("body", b"") for _ in range(len(messages))])

    async def receive():
        return messages.pop(0)

    async def send(message):
        answers.append(message.get("status", message.get("body")))

    to_its_end(LimitedUploads(application, new_upload, most)(scope, receive, send))
    return [upload.noted for upload in uploads], b"".join(received), answers


def test_an_upload_within_the_limit_is_taken():
    assert run(request(), b"ab", b"cde") == ([[("session", 5), 5, "end"]], b"abcde", [])


def test_one_beyond_it_is_refused_with_the_reason():
    assert run(request(size=b"10"), b"a", most=100) == ([[("session", 10), "end"]], b"", [413, b"too much"])


def test_what_arrives_counts_and_not_what_was_said():
    noted, received, answers = run(request(size=b"1"), b"12345", b"67890")
    assert (noted, received, answers) == ([[("session", 1), 10, "end"]], b"", [413, b"no room"])


@pytest.mark.parametrize("size", [None, b"", b"-1", b"many", b"9" * 30])
def test_one_that_does_not_say_its_size_counts_as_the_largest(size):
    assert run(request(size=size))[0][0][0] == ("session", 8)


def test_one_in_chunks_counts_as_the_largest_whatever_it_says():
    assert run(request(size=b"1", transfer_encoding=b"chunked"))[0][0][0] == ("session", 8)


def test_one_that_breaks_off_is_on_its_way_no_more():
    async def application(scope, receive, send):
        raise ConnectionError

    upload = Upload("session", 5)
    limited = LimitedUploads(application, lambda *about: upload, 8)
    with pytest.raises(ConnectionError):
        to_its_end(limited(request(), None, None))
    assert upload.noted[1:] == ["end"]


@pytest.mark.parametrize(
    "scope", [request("/overview"), request(method="DELETE"), request("/_stcore/health"), {"type": "lifespan"}]
)
def test_other_requests_are_nobodys_uploads(scope):
    assert run(scope)[0] == []


def test_a_full_disk_is_insufficient_storage():
    answer = no_space_response(Request({"type": "http"}), OSError(errno.ENOSPC, "No space left on device"))
    assert answer.status_code == 507
    assert answer.body == b"The server has no room for this file: No space left on device.\n"


@pytest.mark.parametrize("error", [ConnectionResetError("gone"), ValueError("no number")])
def test_another_error_is_none_of_room(error):
    with pytest.raises(type(error)) as raised:
        no_space_response(Request({"type": "http"}), error)
    assert raised.value is error
