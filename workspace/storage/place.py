"""Where the database is: one file in the user's data folder, or what ``BLEUSCOPE_DATABASE_URL`` names."""

import os
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from scoring.output.replacing import DATABASE_FILES

from ..tables.errors import WorkspaceError

VARIABLE = "BLEUSCOPE_DATABASE_URL"
PASSWORD_FILE = "BLEUSCOPE_DATABASE_PASSWORD_FILE"
FILE = "workspace.sqlite"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
EXPECTED = "sqlite:////folder/file.sqlite or postgresql://user@host/database"


def usual_url() -> URL:
    """That of the variable, with the password of a file if one is named, else of the file in the user's data folder."""
    given = os.environ.get(VARIABLE, "").strip()
    if not given:
        return url_of_file(user_data_path("bleuscope", appauthor=False) / FILE)
    url, secret = checked_url(given), os.environ.get(PASSWORD_FILE, "").strip()
    return url.set(password=password_in(Path(secret))) if secret and file_of(url) is None else url


def password_in(path: Path) -> str:
    """The first line of a file; ``WorkspaceError`` where there is none."""
    try:
        password = path.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise WorkspaceError(f"{PASSWORD_FILE}: the file cannot be read: {why}.") from None
    if not password:
        raise WorkspaceError(f"{PASSWORD_FILE}: expected a password in the file; found an empty one.")
    return password


def url_of_file(path: Path) -> URL:
    return URL.create(SQLITE, database=str(path.absolute()))


def checked_url(text: str) -> URL:
    """The address of a database as SQLAlchemy takes it; ``WorkspaceError``, which repeats no password, for others."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise WorkspaceError(f"{VARIABLE}: expected {EXPECTED}; found something else.") from None
    kind = "postgresql" if url.drivername in ("postgres", "postgresql+psycopg") else url.drivername
    if kind == POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if kind != SQLITE:
        raise WorkspaceError(f"{VARIABLE}: expected {EXPECTED}; found one that begins with {kind}.")
    if url.database in (None, "", ":memory:") or url.query:
        raise WorkspaceError(f"{VARIABLE}: expected sqlite:/// and the name of a file; found no file alone.")
    return url.set(database=str(Path(str(url.database)).absolute()))


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; None of a server."""
    return Path(str(url.database)) if url.get_backend_name() == SQLITE else None


def files_of(url: URL) -> list[Path]:
    """All files that a SQLite database can have, the database first; none of a server."""
    file = file_of(url)
    if file is None:
        return []
    real = Path(os.path.realpath(file))  # beside it SQLite puts the others, wherever links to it lie
    return [real, *(real.with_name(f"{real.name}{ending}") for ending in DATABASE_FILES)]
