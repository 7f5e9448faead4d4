"""The server's log: a line of text or a JSON object for each event, without any user's text.

An exception's message may repeat a user's text, and so may the messages of other libraries. Both are left out, unless
the server's operator asks for them.
"""

import json
import logging
import os
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from traceback import format_exception, format_tb
from types import TracebackType
from typing import Any

VARIABLE = "BLEUSCOPE_LOGS"
DETAILS = "BLEUSCOPE_LOGS_DETAILS"
TEXT, JSON = "text", "json"
LOGGED_PACKAGES = ("app", "bleuscope", "cli", "course", "pages", "rating", "scoring", "server", "ui", "workspace")
"""Packages whose messages hold no user's texts."""
LEFT_OUT = "…"
LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LOG = logging.getLogger(__name__)


class TextFormatter(logging.Formatter):
    """A formatter for people: one line, and below it the traceback of an error."""

    def __init__(self) -> None:
        super().__init__(LINE)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return record_time(record)

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = message(record)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:
        return traceback(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # a traceback that another handler may have stored
        return super().format(record)


class JsonFormatter(logging.Formatter):
    """A formatter that writes one JSON object a line: time, level, logger and event, and an error's type and frames."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {"time": record_time(record), "level": record.levelname.lower(), "logger": record.name}
        entry["event"] = message(record)
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            entry |= {"error": error_type_name(error), "traceback": traceback(error)}
        return json.dumps(entry, ensure_ascii=False)


def record_time(record: logging.LogRecord) -> str:
    """Return a record's time in UTC, in ISO 8601."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def is_logged(record: logging.LogRecord) -> bool:
    """Return whether a record is logged; from other libraries only warnings and worse, not each request."""
    return record.levelno >= logging.WARNING or is_own_logger(record)


def is_own_logger(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in LOGGED_PACKAGES


def message(record: logging.LogRecord) -> str:
    """Return a record's message, without the parts that may contain a user's text."""
    if has_details() or is_own_logger(record):
        return record.getMessage()
    if not isinstance(record.msg, str):  # an exception, for one
        return type(record.msg).__name__
    arguments = record.args
    if isinstance(arguments, Mapping):
        plain: Any = {name: _plain(value) for name, value in arguments.items()}
    else:
        plain = tuple(map(_plain, arguments or ()))
    try:
        text = record.msg % plain if plain else record.msg
    except (TypeError, ValueError):
        text = record.msg
    return text.partition("\n")[0]  # asyncio adds lines with the exception's message


def _plain(value: object) -> object:
    return value if isinstance(value, int | float) else LEFT_OUT


def traceback(error: BaseException | None) -> str:
    """Return the types and frames of an error and of its causes, the first cause first."""
    if has_details():
        return "".join(format_exception(error)).rstrip("\n")
    parts = [
        f"Traceback (most recent call last):\n{''.join(format_tb(one.__traceback__))}{error_type_name(one)}"
        for one in _chain(error)
    ]
    return "\n\n".join(reversed(parts))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, its cause or context, the cause of that error, and so on."""
    visited_ids: set[int] = set()
    while error is not None and id(error) not in visited_ids:
        visited_ids.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def error_type_name(error: BaseException) -> str:
    """Return an error's type as a traceback names it."""
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def is_json() -> bool:
    """Return whether the environment asks for JSON; raise ``ValueError`` if it asks for an unknown format."""
    format_name = os.environ.get(VARIABLE, "").strip().lower() or TEXT
    if format_name not in (TEXT, JSON):
        raise ValueError(f"{VARIABLE}: expected {TEXT} or {JSON}; found {format_name!r}.")
    return format_name == JSON


def has_details() -> bool:
    """Return whether the environment asks for details, which may contain users' texts."""
    return os.environ.get(DETAILS, "").strip() not in ("", "0")


def set_up() -> None:
    """Send all log records, warnings and uncaught errors to stderr in the format of the environment; safe to repeat.

    Raise ``ValueError`` if the environment asks for an unknown format.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if is_json() else TextFormatter())
    handler.addFilter(is_logged)
    logging.root.handlers[:] = [handler]
    for name in LOGGED_PACKAGES:
        logging.getLogger(name).setLevel(logging.INFO)
    warnings.showwarning = _log_warning
    sys.excepthook = _log_uncaught
    threading.excepthook = sys.unraisablehook = _log_uncaught_elsewhere


def write_line(text: str) -> None:
    """Write a line on stdout for the person who started the server, or into the log if that is JSON or stdout fails."""
    if is_json():
        LOG.info(text)
        return
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        LOG.info(text)


def _log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    if not isinstance(error, KeyboardInterrupt | SystemExit):
        LOG.error("An error that nobody caught.", exc_info=None if error is None else (kind, error, trace))


def _log_uncaught_elsewhere(arguments: Any) -> None:
    _log_uncaught(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)


def _log_warning(message: object, category: type[Warning], filename: str, lineno: int, *_: Any, **__: Any) -> None:
    details = f": {message}" if has_details() else ""
    LOG.warning("%s in %s, line %d%s", category.__name__, filename, lineno, details)
