"""The known revisions of the database's tables, and the columns of each revision."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, create_engine

from ..tables.schema import Base

FOLDER = Path(__file__).parent / "migrations"
Columns = Mapping[str, frozenset[str]]
"""Name of a table -> names of its columns."""


def config() -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return configuration


def known_revisions() -> set[str]:
    """Return all known revisions of the tables."""
    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


@cache
def columns_at(revision: str) -> Columns:
    """Return the columns of each table at a known revision, by making the tables in memory."""
    scripts, metadata = ScriptDirectory.from_config(config()), Base.metadata
    if revision not in scripts.get_heads():
        metadata, configuration, engine = MetaData(), config(), create_engine("sqlite://")
        with engine.begin() as connection:
            configuration.attributes.update(connection=connection, metadata=Base.metadata)
            command.upgrade(configuration, revision)
            metadata.reflect(connection)
        engine.dispose()
    return {table.name: frozenset(column.name for column in table.columns) for table in metadata.sorted_tables}
