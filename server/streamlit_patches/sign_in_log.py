"""What the log says of signing in: one line for each failure, and no stack trace that strangers could fill it with."""

import logging

USUAL = "Missing provider for OAuth callback"
"""So begins what is logged whenever somebody comes back from signing out at the provider."""
LOGGER = "streamlit.web.server.starlette.starlette_auth_routes"


def shorten() -> None:
    """For the door, once."""
    logging.getLogger(LOGGER).addFilter(on_one_line)


def on_one_line(record: logging.LogRecord) -> bool:
    """Whether to keep the record. Its error's type is said, its message is an argument: the log leaves those out."""
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        arguments = record.args if isinstance(record.args, tuple) else ()
        said = str(record.msg) if arguments else str(record.msg).replace("%", "%%")
        record.msg, record.args = f"{said} {type(error).__name__}: %s", (*arguments, " ".join(str(error).split()))
        record.exc_info = record.exc_text = None
    return not record.getMessage().startswith(USUAL)
