"""Uploads that their visitor may not keep, or the disk has no room for, are refused before they are taken."""

import logging
import re
from collections.abc import Callable
from typing import Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")
"""Address where Streamlit's client puts a file: the session, and the file."""
METHOD = "PUT"
TOO_LARGE = 413


class ArrivingUpload(Protocol):
    """A file on its way."""

    def begin(self) -> str | None:
        """Return why it may not come, by its size as its request says it; None where it may."""

    def arrive(self, n_bytes: int) -> str | None:
        """Return all of it is there: why it may not be taken, by its true size; None where it may."""

    def end(self) -> None:
        """It is on its way no more."""


class RefusedUpload(Exception):
    """An upload that has arrived and may not be taken. It says why."""


class LimitedUploads:
    """Asks of every upload, at its beginning and when all of it is there, whether there is a reason to refuse it.

    One that does not say how large it is counts as ``most_bytes``, beyond which Streamlit takes none.
    """

    def __init__(self, app: ASGIApp, new_upload: Callable[[str, int], ArrivingUpload], most_bytes: int) -> None:
        self.app = app
        self.new_upload = new_upload
        self.most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == METHOD else None
        if found is None:
            await self.app(scope, receive, send)
            return
        upload = self.new_upload(found[1], self._size(scope))
        try:
            reason = upload.begin() or await self._pass_on(upload, scope, receive, send)
        finally:
            upload.end()
        if reason is not None:
            await PlainTextResponse(reason, TOO_LARGE)(scope, receive, send)

    async def _pass_on(self, upload: ArrivingUpload, scope: Scope, receive: Receive, send: Send) -> str | None:
        n_bytes = 0

        async def counted() -> Message:
            nonlocal n_bytes
            message = await receive()
            n_bytes += len(message.get("body", b""))
            if message["type"] == "http.request" and not message.get("more_body"):
                reason = upload.arrive(n_bytes)
                if reason is not None:
                    raise RefusedUpload(reason)
            return message

        try:
            await self.app(scope, counted, send)
        except RefusedUpload as refused:
            return str(refused)
        return None

    def _size(self, scope: Scope) -> int:
        """A request that comes in chunks may say any length: it does not count."""
        headers = dict(scope["headers"])
        text = b"" if b"transfer-encoding" in headers else headers.get(b"content-length", b"")
        return min(int(text), self.most_bytes) if text.isdigit() else self.most_bytes


def say_no_room(request: Request, error: Exception) -> PlainTextResponse:
    """An upload above 1 MB is in a temporary file until all of it is there: nothing else writes while it answers."""
    if isinstance(error, ConnectionError) or not isinstance(error, OSError):
        raise error
    logging.getLogger(__name__).warning(
        f"No room for an upload: {error.strerror}. Uploads need a folder for temporary files with room (TMPDIR)."
    )
    return PlainTextResponse(f"The server has no room for this file: {error.strerror}.\n", 507)
