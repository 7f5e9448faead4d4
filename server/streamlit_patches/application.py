"""The served application: options, theme, log, messages of browsers, and addresses of files and this machine.

Files that pages offer, such as downloads, have addresses that differ by session and that nobody can guess.
"""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, wraps
from hashlib import blake2b
from hmac import compare_digest
from secrets import token_bytes
from typing import Any

import streamlit as st

INLINE_SCRIPT_HASH = "'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='"
"""Hash of the one inline script in Streamlit's index.html, in the form of a Content-Security-Policy."""


def block_address_lookup() -> None:
    """Stop Streamlit from asking an outside service for this machine's address."""
    st.net_util.get_external_ip = lambda: None


def get_option(name: str) -> Any:
    """Return the value of an option, hidden options included; raise ``RuntimeError`` for an unknown option."""
    return st.config.get_option(name)


def set_option(name: str, value: object) -> None:
    """Set an option of the server, even one that ``st.set_option`` refuses."""
    st.config.set_option(name, value)


def option_source(name: str) -> str:
    """Return the source of an option's value: ``<default>``, a file, the environment or the command line."""
    return st.config.get_where_defined(name)


def cache_theme() -> None:
    """Make Streamlit read the options of the theme once and not at each run."""
    app_session: Any = st.runtime.app_session
    read, theme_message = app_session._populate_theme_msg, app_session.CustomThemeConfig

    @cache
    def theme_section(section: str) -> Any:
        message = theme_message()
        read(message, section)
        return message

    def fill(message: Any, section: str = "theme") -> None:
        if theme_section(section).ByteSize():  # else the message is to stay without this part
            message.MergeFrom(theme_section(section))

    app_session._populate_theme_msg = fill


PAGE_MESSAGES = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"}
"""Kinds of Streamlit's BackMsg that pages send."""
PAGE_OPERATIONS = {"deferred_file", "dataframe_chunk"}
"""Kinds of backend_operation_request that pages send: for a download made on request, and for more table rows."""


def refuse_developer_messages() -> None:
    """Drop messages that say which files changed, empty caches that all visitors share, or write files."""
    session: Any = st.runtime.app_session.AppSession
    handle = session.handle_backmsg

    @wraps(handle)
    def handle_page_messages(self: Any, message: Any) -> None:
        if is_sent_by_pages(message):
            handle(self, message)

    session.handle_backmsg = handle_page_messages


def is_sent_by_pages(message: Any) -> bool:
    """Return whether pages send messages of this kind."""
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        return message.backend_operation_request.WhichOneof("payload") in PAGE_OPERATIONS
    return kind in PAGE_MESSAGES


USUAL = "Missing provider for OAuth callback"
"""Beginning of the log record that Streamlit writes whenever somebody returns from signing out at the provider."""
SIGN_IN_LOGGER = "streamlit.web.server.starlette.starlette_auth_routes"


def hand_records_to_root_logger() -> None:
    """Remove the handlers of Streamlit's loggers and of the server's, so that the root logger's are used."""
    streamlit_logger: Any = st.logger
    streamlit_logger.setup_formatter = _hand_on  # called for each new logger
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger):
            _hand_on(logger)


def _hand_on(logger: logging.Logger) -> None:
    logger.handlers.clear()
    logger.propagate = True


def shorten_sign_in_errors() -> None:
    """Make each failed sign-in one line of the log, without a stack trace that strangers could fill it with."""
    logging.getLogger(SIGN_IN_LOGGER).addFilter(put_on_one_line)


def put_on_one_line(record: logging.LogRecord) -> bool:
    """Put a record's error on the record's line; return whether to keep the record.

    The error's type is text, its message an argument, which the log leaves out.
    """
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        arguments = record.args if isinstance(record.args, tuple) else ()
        text = str(record.msg) if arguments else str(record.msg).replace("%", "%%")
        record.msg, record.args = f"{text} {type(error).__name__}: %s", (*arguments, " ".join(str(error).split()))
        record.exc_info = record.exc_text = None
    return not record.getMessage().startswith(USUAL)


_KEY = token_bytes(64)
"""Secret key of this process."""
_HALF_ID = 32
"""Number of characters of each half of a file's id."""
_file_owner: ContextVar[str | None] = ContextVar("file_owner", default=None)
"""Session for which a file is made outside a run of its page."""


def secret_file_id(data: bytes, mimetype: str, filename: str | None = None) -> str:
    """Return a file's secret id; the same file of a session has the same id, so that it is kept once."""
    session = _file_owner.get() or st.runtime.media_file_manager._get_session_id()
    digest = blake2b(repr((session, mimetype, filename, len(data))).encode(), key=_KEY, digest_size=_HALF_ID // 2)
    digest.update(data)
    return digest.hexdigest() + _session_mark(digest.hexdigest(), session)


def _session_mark(of_file: str, session: str) -> str:
    """Return the second half of a file's id, by which the server knows the file's session."""
    return blake2b(f"{of_file} {session}".encode(), key=_KEY, digest_size=_HALF_ID // 2).hexdigest()


def is_file_of(file_id: str, session: str) -> bool:
    """Return whether a file was made for this session."""
    of_file, mark = file_id[:_HALF_ID], file_id[_HALF_ID:]
    return compare_digest(mark.encode(), _session_mark(of_file, session).encode())


def drop_session_files(session: str) -> None:
    """Drop all files that pages of a session offer or have made, so that their addresses become invalid."""
    if not st.runtime.exists():
        return
    manager: Any = st.runtime.get_instance().media_file_mgr
    manager.clear_session_refs(session)
    with manager._lock:
        for file_id in [one for one in manager._file_metadata if is_file_of(one, session)]:
            manager._delete_file(file_id)
        manager._remove_orphaned_deferred_callables()


def make_download_addresses_secret() -> None:
    """Make Streamlit derive file addresses from this process's secret key, the session and the whole content."""
    storage: Any = st.runtime.memory_media_file_storage
    storage._calculate_file_id = secret_file_id
    manager: Any = st.runtime.media_file_manager.MediaFileManager
    manager.execute_deferred = _for_its_session(manager.execute_deferred)


def _for_its_session(execute: Callable[..., str]) -> Callable[..., str]:
    """Return ``execute`` with the file's session set: a file made on request is made in a thread without one."""

    @wraps(execute)
    def execute_deferred(self: Any, file_id: str) -> str:
        entry = self._deferred_callables.get(file_id)
        token = _file_owner.set(entry["session_id"] if entry is not None else None)
        try:
            return execute(self, file_id)
        finally:
            _file_owner.reset(token)

    return execute_deferred
