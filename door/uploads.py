"""Uploads that their visitor may not keep are refused before they are taken."""

import re
from collections import Counter
from collections.abc import Callable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")
"""Where Streamlit's client puts a file: the session, and the file."""
TOO_LARGE = 413


class LimitedUploads:
    """Asks of every upload, by its session and its bytes, whether there is a reason to refuse it.

    Bytes on their way count, too: several files are sent at once. One that does not say how large it is counts as
    ``most_bytes``, beyond which Streamlit takes none.
    """

    def __init__(self, app: ASGIApp, why_not: Callable[[str, int], str | None], most_bytes: int) -> None:
        self.app = app
        self.why_not = why_not
        self.most_bytes = most_bytes
        self.coming: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        session, n_bytes = found[1], self._size(scope)
        reason = self.why_not(session, self.coming[session] + n_bytes)
        if reason is not None:
            await PlainTextResponse(reason, TOO_LARGE)(scope, receive, send)
            return
        self.coming[session] += n_bytes
        try:
            await self.app(scope, receive, send)
        finally:
            self.coming[session] -= n_bytes
            self.coming += Counter()  # without the sessions that have nothing on its way

    def _size(self, scope: Scope) -> int:
        text = dict(scope["headers"]).get(b"content-length", b"")
        return min(int(text), self.most_bytes) if text.isdigit() else self.most_bytes
