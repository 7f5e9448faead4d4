"""What is said where the server's disk has no room for a visitor's file."""

import logging

from starlette.requests import Request
from starlette.responses import PlainTextResponse


def say_no_room(request: Request, error: Exception) -> PlainTextResponse:
    """An upload above 1 MB lies in a temporary file until all of it is there: nothing else writes while it answers."""
    if isinstance(error, ConnectionError) or not isinstance(error, OSError):
        raise error
    logging.getLogger(__name__).warning(
        f"No room for an upload: {error.strerror}. Uploads need a folder for temporary files with room (TMPDIR)."
    )
    return PlainTextResponse(f"The server has no room for this file: {error.strerror}.\n", 507)
