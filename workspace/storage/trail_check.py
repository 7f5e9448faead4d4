"""Checks the trails of all projects for later changes; a changed trail is no damage, as everything can be read."""

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC

from ..tables.errors import ChangedTrailError
from ..tables.trails import are_words_whole, moment_text, trail_digest
from .damage import RowSource


def check_trails(source: RowSource, columns: Mapping[str, Collection[str]], location: str) -> None:
    """Raise ``ChangedTrailError`` if an entry was changed, removed or put in, and later digests were not made anew.

    ``columns`` are the columns of each table, and ``location`` names the database in the message. Databases of earlier
    versions have no digests and are not checked.
    """
    if "digest" in columns.get("event", ()) and (names := [*_changed_trails(source)]):
        raise ChangedTrailError(location, names)


def _changed_trails(source: RowSource) -> Iterator[str]:
    """Yield the names of the projects whose trails were changed."""
    entries = "SELECT at, action, what, salt, words, digest FROM event WHERE project_id = ? ORDER BY id"
    for id_, name, last in source.execute("SELECT id, name, trail FROM project ORDER BY id"):
        before, is_whole = "", True
        for at, action, thing_name, salt, words, digest in source.execute(entries, (id_,)):
            moment = at if isinstance(at, str) else moment_text(at.replace(tzinfo=UTC))
            before = trail_digest(before, moment, action, words)
            is_whole &= digest == before and are_words_whole(words, salt, thing_name)
        if not is_whole or last != before:
            yield name
