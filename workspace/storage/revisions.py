"""The versions that the tables can have, and the columns that each of them has."""

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
"""Name of a table -> the names of its columns."""


def config() -> Config:
    found = Config()
    found.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return found


def known_revisions() -> set[str]:
    """All that the tables can have been."""
    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


@cache
def columns_at(revision: str) -> Columns:
    """Return what the tables of a known revision have, by making them in memory."""
    scripts, made = ScriptDirectory.from_config(config()), Base.metadata
    if revision not in scripts.get_heads():
        made, found, engine = MetaData(), config(), create_engine("sqlite://")
        with engine.begin() as connection:
            found.attributes.update(connection=connection, metadata=Base.metadata)
            command.upgrade(found, revision)
            made.reflect(connection)
        engine.dispose()
    return {table.name: frozenset(column.name for column in table.columns) for table in made.sorted_tables}
