"""Open the files of shards: on this machine, or through fsspec, which is imported when the first URL is met."""

import glob
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, cast

from ...extras import ENGINE, how_to_install
from ...formats import FormatError
from ...text.naming import clean_file

STAR = "*"
_URL = re.compile(r"[\w+.-]+://[^\s'\"]*")
_SECRETS = (
    re.compile(r"\?.*", re.DOTALL),
    re.compile(r"(?<=://)[^/:@\[]*:(?!\d*(?:/|$))(?:.*@|.*)", re.DOTALL),
    re.compile(r"(?<=://)[^/]*@"),
)
"""Patterns for the secrets of a URL: a signature; a password, which follows a colon, is no port, and ends at the last @
because it may contain one; a user.
"""

_WEB = ("http://", "https://")
_MISSING_FILE_STATUSES = (404, 410)
"""Statuses with which a server answers that a file does not exist; fsspec reports every problem as a missing file."""


class StorageError(OSError):
    """An error of a storage that does not give a file now; its message names the file."""


def expand_home(path: str) -> str:
    """Return a local path with the home folder for ``~``, as a shell expands it outside quotation marks."""
    return path if is_remote(path) else os.path.expanduser(path)


def wildcard_hint(path: str) -> str:
    """Return a hint for patterns with other wildcards of the shell; empty for a path without them."""
    used = "".join(dict.fromkeys(re.findall(r"[][{}?]", without_query(path))))
    return f" Only {STAR} means several files; {' '.join(used)} in a name are letters like others." if used else ""


def is_remote(path: str) -> bool:
    return "://" in path


def without_query(path: str) -> str:
    """Return the path without a URL's query, so that its ending shows its format."""
    return path.partition("?")[0] if is_remote(path) else path


def shown_place(path: str) -> str:
    """Return a path as messages show it, without the secrets of a URL."""
    return clean_file(_without_secrets(path) if is_remote(path) else path)


def _without_secrets(url: str) -> str:
    for secret in _SECRETS:
        url = secret.sub("", url)
    return url


def _storage_error_message(error: BaseException | None) -> str:
    """Return the message of a storage's error, its URLs without secrets."""
    return clean_file(_URL.sub(lambda match: _without_secrets(match[0]), str(error) or type(error).__name__))


@contextmanager
def open_shard_file(path: str, seekable: bool = False) -> Iterator[BinaryIO]:
    """Open a file of a shard.

    A stream that cannot go back is copied to a temporary file on disk if ``seekable``, or if it is remote.

    Raises ``FormatError`` where the file does not exist, ``StorageError`` or another ``OSError`` where it cannot be
    read now.
    """
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(_open(path))
        except FileNotFoundError:
            advice = f"Check its name; on a cluster all workers must reach it under this name.{wildcard_hint(path)}"
            raise FormatError(shown_place(path), "no such file", "a shard", advice=advice) from None
        if (seekable or is_remote(path)) and not stream.seekable():
            copy = stack.enter_context(tempfile.TemporaryFile())
            shutil.copyfileobj(stream, copy)
            copy.seek(0)
            stream = copy
        yield stream


def matching(pattern: str) -> dict[tuple[str, ...], str]:
    """Return the paths that match a pattern, by the texts in place of the stars, in natural order of these texts.

    A path without a star matches itself, even if it does not exist.
    """
    if STAR not in pattern:
        return {(): pattern}
    paths = _remote_files(pattern) if is_remote(pattern) else _local_files(pattern)
    return dict(sorted(paths.items(), key=lambda item: [_natural(word) for word in item[0]]))


def _local_files(pattern: str) -> dict[tuple[str, ...], str]:
    escaped = STAR.join(map(glob.escape, pattern.split(STAR)))
    return {_stars(pattern, path): path for path in glob.glob(escaped) if Path(path).is_file()}


def _remote_files(pattern: str) -> dict[tuple[str, ...], str]:
    with _remote_errors(pattern):
        path, mark, query = pattern.partition("?")
        files, inside = _fsspec().core.url_to_fs(path)
        return {
            _stars(inside, inner_path): files.unstrip_protocol(inner_path) + mark + query
            for inner_path in files.glob(inside)
        }


def _stars(pattern: str, path: str) -> tuple[str, ...]:
    match = re.fullmatch("([^/]*)".join(map(re.escape, pattern.split(STAR))), path)
    return match.groups() if match else (path,)


def _natural(word: str) -> list[tuple[int, int, str]]:
    """Return a sort key by which ``9`` comes before ``10``."""
    parts = re.findall(r"[0-9]+|[^0-9]+", word)
    return [(0, int(part), part) if part.isdecimal() else (1, 0, part) for part in parts]


def _open(path: str) -> BinaryIO:
    if not is_remote(path):
        return Path(path).open("rb")
    with _remote_errors(path):
        files, inside = _fsspec().core.url_to_fs(path)
        stream = files.open(inside, "rb")
        goes_back = bool(stream.seekable())
        if goes_back and path.lower().startswith(_WEB) and not _gives_ranges(stream):
            goes_back = False
            stream.close()
            stream = files.open(inside, "rb", block_size=0)  # one request from beginning to end
        return cast(BinaryIO, _Remote(path, stream, goes_back))


def _gives_ranges(stream: Any) -> bool:
    """Return whether a web server can send the end of a file alone; fsspec claims this of every server."""
    try:
        stream.seek(-1, 2)
        stream.read(1)
        stream.seek(0)
    except ValueError:
        return False
    return True


class _Remote:
    """An open remote file that raises the same errors for every storage that fails."""

    def __init__(self, path: str, stream: Any, goes_back: bool):
        self._path, self._stream, self._goes_back = path, stream, goes_back

    def __enter__(self) -> "_Remote":
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()

    def read(self, size: int = -1) -> bytes:
        with _remote_errors(self._path):
            return cast(bytes, self._stream.read(size))

    def seek(self, offset: int, whence: int = 0) -> int:
        with _remote_errors(self._path):
            return cast(int, self._stream.seek(offset, whence))

    def tell(self) -> int:
        return cast(int, self._stream.tell())

    def seekable(self) -> bool:
        return self._goes_back

    def readable(self) -> bool:
        return True

    @property
    def closed(self) -> bool:
        return bool(self._stream.closed)


@contextmanager
def _remote_errors(path: str) -> Iterator[None]:
    """Turn errors of a storage into ``StorageError``, or into ``FormatError`` if no second attempt would help."""
    try:
        yield
    except FileNotFoundError as error:
        cause = error.__cause__
        if (
            type(cause).__module__.startswith("aiohttp")
            and getattr(cause, "status", None) not in _MISSING_FILE_STATUSES
        ):
            raise _unreadable_storage_error(path, cause) from error
        raise
    except FormatError:
        raise
    except ImportError as error:
        raise FormatError(shown_place(path), f"a package is missing: {_storage_error_message(error)}") from None
    except ValueError as error:
        raise FormatError(shown_place(path), f"it cannot be opened ({_storage_error_message(error)})") from None
    except Exception as error:  # each storage has errors of its own
        raise _unreadable_storage_error(path, error) from error


def _unreadable_storage_error(path: str, error: BaseException | None) -> StorageError:
    return StorageError(
        f"{shown_place(path)}: cannot be read ({_storage_error_message(error)}). Start again once it can be."
    )


def _fsspec() -> ModuleType:
    try:
        import fsspec
    except ModuleNotFoundError:
        raise ImportError(f"URLs are read by fsspec: {how_to_install(ENGINE)}") from None
    return cast(ModuleType, fsspec)
