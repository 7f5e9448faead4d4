"""What the log says of signing in: one line for each failure, and no stack trace that strangers could fill it with."""

import logging

USUAL = "Missing provider for OAuth callback"
"""So begins what is logged whenever somebody comes back from signing out at the provider."""
LOGGER = "streamlit.web.server.starlette.starlette_auth_routes"


def shorten() -> None:
    """For the door, once."""
    logging.getLogger(LOGGER).addFilter(_on_one_line)


def _on_one_line(record: logging.LogRecord) -> bool:
    """Whether to keep the record, with its error in words: as an argument, for these the log leaves out."""
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        said = " ".join(f"{type(error).__name__}: {error}".split())
        record.msg, record.args = f"{record.msg} %s", (*_arguments(record), said)
        record.exc_info = record.exc_text = None
    return not record.getMessage().startswith(USUAL)


def _arguments(record: logging.LogRecord) -> tuple[object, ...]:
    return record.args if isinstance(record.args, tuple) else ()
