"""Refuses uploads before they are read if their visitor may not keep them, or the disk has no room."""

import logging
import re
from collections.abc import Callable
from typing import Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")
"""Address to which Streamlit's client sends a file; it holds the ids of the session and of the file."""
METHOD = "PUT"
TOO_LARGE = 413


class ArrivingUpload(Protocol):
    """A file that is being uploaded."""

    def begin(self) -> str | None:
        """Return the reason for refusing the upload by the size that its request states, or None."""

    def arrive(self, n_bytes: int) -> str | None:
        """Return the reason for refusing the complete upload by its true size, or None."""

    def end(self) -> None:
        """End the upload, however it went."""


class RefusedUpload(Exception):
    """The refusal of an upload that has arrived; its message is the reason."""


class LimitedUploads:
    """Middleware that asks each ``ArrivingUpload``, when it begins and when it is complete, whether to refuse it.

    An upload that does not state its size counts as ``most_bytes``, the most that Streamlit accepts.
    """

    def __init__(self, app: ASGIApp, new_upload: Callable[[str, int], ArrivingUpload], most_bytes: int) -> None:
        self.app = app
        self.new_upload = new_upload
        self.most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == METHOD else None
        if match is None:
            await self.app(scope, receive, send)
            return
        upload = self.new_upload(match[1], self._size(scope))
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
        """Return the size that a request states, at most ``most_bytes``; ``most_bytes`` if it states none.

        The length that a request in chunks states is ignored, because it may be any number.
        """
        headers = dict(scope["headers"])
        text = b"" if b"transfer-encoding" in headers else headers.get(b"content-length", b"")
        return min(int(text), self.most_bytes) if text.isdigit() else self.most_bytes


def no_space_response(request: Request, error: Exception) -> PlainTextResponse:
    """Return the answer to an upload for which the disk has no room; raise any other error again.

    An upload above 1 MB is in a temporary file until it is complete: nothing else writes to the disk during the answer.
    """
    if isinstance(error, ConnectionError) or not isinstance(error, OSError):
        raise error
    logging.getLogger(__name__).warning(
        f"No room for an upload: {error.strerror}. Uploads need a folder for temporary files with room (TMPDIR)."
    )
    return PlainTextResponse(f"The server has no room for this file: {error.strerror}.\n", 507)
