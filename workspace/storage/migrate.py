"""The tables as this program knows them: made, or changed from those of an earlier version, by Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from ..tables.errors import WorkspaceError
from ..tables.schema import Base

FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x424C4555
"""Number of the PostgreSQL lock that all processes take that migrate."""


def config() -> Config:
    found = Config()
    found.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return found


def known_revisions() -> set[str]:
    """All that the tables can have been."""
    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


def is_current(connection: Connection) -> bool:
    """Whether the tables are those of this program; ``WorkspaceError`` where they are of a newer one."""
    found = MigrationContext.configure(connection).get_current_heads()
    if not known_revisions().issuperset(found):
        raise WorkspaceError(
            "This workspace was written by a newer version of BLEUscope, which changed its tables; use that version."
        )
    return set(found) == set(ScriptDirectory.from_config(config()).get_heads())


def migrate(connection: Connection, revision: str = "head") -> None:
    """Brings the tables to a revision within the transaction of this connection, which keeps all others out."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    is_current(connection)  # another process may have been faster, and newer
    found = config()
    found.attributes.update(connection=connection, metadata=Base.metadata)
    command.upgrade(found, revision)
