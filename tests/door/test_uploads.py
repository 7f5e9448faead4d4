"""Uploads are refused before a byte of them is taken."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from door.uploads import LimitedUploads

PATH = "/bleu/_stcore/upload_file/session/file"


class Application:
    """Notes what reaches it, and answers when it may."""

    def __init__(self):
        self.reached, self.may_answer = [], asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.reached.append(scope["path"])
        await self.may_answer.wait()


def request(path=PATH, method="PUT", size=b"5"):
    headers = [] if size is None else [(b"content-length", size)]
    return {"type": "http", "path": path, "method": method, "headers": headers}


def run(*steps, most=100, limit=9):
    """Each step's request, all on their way at once; what was asked, what reached the application, all answers."""
    asked, answers = [], []

    def why_not(session, n_bytes):
        asked.append((session, n_bytes))
        return f"{n_bytes} is too much" if n_bytes > limit else None

    async def send(message):
        answers.append(message.get("status", message.get("body")))

    async def all_steps():
        application = Application()
        limited = LimitedUploads(application, why_not, most)
        tasks = [asyncio.create_task(limited(scope, None, send)) for scope in steps]
        await asyncio.sleep(0)
        application.may_answer.set()
        await asyncio.gather(*tasks)
        return application.reached, dict(limited.coming)

    with ThreadPoolExecutor(1) as pool:  # a thread without a loop, as the browser's driver keeps one in this one
        reached, coming = pool.submit(lambda: asyncio.run(all_steps())).result()
    assert coming == {}, "nothing is on its way any more"
    return asked, reached, answers


def test_an_upload_within_the_limit_is_taken():
    assert run(request()) == ([("session", 5)], [PATH], [])


def test_one_beyond_it_is_refused_with_the_reason():
    assert run(request(size=b"10")) == ([("session", 10)], [], [413, b"10 is too much"])


def test_what_is_on_its_way_counts():
    asked, reached, answers = run(request(), request())
    assert (asked, reached, answers) == ([("session", 5), ("session", 10)], [PATH], [413, b"10 is too much"])


def test_one_that_does_not_say_its_size_counts_as_the_largest():
    for size in (None, b"", b"-1", b"many"):
        assert run(request(size=size))[0] == [("session", 100)]
    assert run(request(size=b"9" * 30))[0] == [("session", 100)]


def test_other_requests_are_nobodys_uploads():
    for scope in (request("/overview"), request(method="DELETE"), request("/_stcore/health"), {"type": "lifespan"}):
        scope.setdefault("path", "")
        assert run(scope)[0] == []
