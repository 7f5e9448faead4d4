"""Log records of Streamlit: they reach the handlers of the root logger, and a failure to sign in is one line."""

import logging
from typing import Any

import streamlit as st

USUAL = "Missing provider for OAuth callback"
"""So begins what is logged whenever somebody comes back from signing out at the provider."""
SIGN_IN_LOGGER = "streamlit.web.server.starlette.starlette_auth_routes"


def hand_records_to_root_logger() -> None:
    """Take the handlers away that Streamlit gives each of its loggers, and that the server has for its own."""
    streamlit_logger: Any = st.logger
    streamlit_logger.setup_formatter = _hand_on  # called for each new logger
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger):
            _hand_on(logger)


def _hand_on(logger: logging.Logger) -> None:
    logger.handlers.clear()
    logger.propagate = True


def shorten_sign_in_errors() -> None:
    """Log one line for each failure to sign in, and no stack trace that strangers could fill the log with."""
    logging.getLogger(SIGN_IN_LOGGER).addFilter(put_on_one_line)


def put_on_one_line(record: logging.LogRecord) -> bool:
    """Return whether to keep the record; its error becomes part of its line.

    The error's type is text, its message an argument, which the log leaves out.
    """
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        arguments = record.args if isinstance(record.args, tuple) else ()
        said = str(record.msg) if arguments else str(record.msg).replace("%", "%%")
        record.msg, record.args = f"{said} {type(error).__name__}: %s", (*arguments, " ".join(str(error).split()))
        record.exc_info = record.exc_text = None
    return not record.getMessage().startswith(USUAL)
