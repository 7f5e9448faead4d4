"""What a piece of the door answers."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """In a thread without a loop, as the browser's driver keeps one in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def ask(app, path="/", scheme="http", method="GET", query="", **headers):
    """Status and headers of the answer; header names are given with ``_`` for ``-``."""
    found = {}

    async def send(message):
        if message["type"] == "http.response.start":
            found["status"] = message["status"]
            found["headers"] = [(name.decode(), value.decode()) for name, value in message["headers"]]

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "scheme": scheme, "headers": named}
    to_its_end(app({**scope, "query_string": query.encode()}, None, send))
    return found["status"], found["headers"]
