"""Find the files of a sharded test set: one pattern for each reference and each system, with a `*` for the shard."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...formats import FormatError, Role
from ...formats.dispatch import is_read_as_plain_text
from ...formats.names import name_from_file
from ...output.numbers import counted
from ...text.naming import clean_name
from .places import STAR, expand_home, matching, shown_place, wildcard_hint, without_query

JSON_LINES = (".jsonl", ".ndjson")
PARQUET = ".parquet"
_FIELD = re.compile(r"(?P<path>.+\.(?:jsonl|ndjson|parquet)(?:\.gz)?(?:\?[^#]*)?)#(?P<field>.+)", re.IGNORECASE)
_NOT_READ = (
    "Write it as plain text without a header, as JSON Lines or as Parquet; or leave out --engine: tables and markup are"
    " read without it."
)
_MAX_SHARDS_NAMED = 3
"""Most missing shards that a message names."""


@dataclass(frozen=True)
class ShardColumn:
    """One column of text of one shard."""

    path: str
    field: str | None = None
    """Field of JSON Lines, or column of Parquet."""

    @property
    def shown(self) -> str:
        """Path and field as messages show them."""
        return shown_place(self.path) + (f"#{clean_name(self.field)}" if self.field else "")


@dataclass(frozen=True)
class Shard:
    """The texts of some of the segments, with one place for each reference and for each system."""

    number: int
    """from 0, in the order of the test set"""
    references: tuple[ShardColumn, ...]
    systems: tuple[ShardColumn, ...]

    def __str__(self) -> str:
        """Return the name of the shard in messages."""
        return self.references[0].shown


@dataclass(frozen=True)
class Shards:
    """A test set in shards."""

    system_names: tuple[str, ...]
    shards: tuple[Shard, ...]

    @property
    def reference_names(self) -> tuple[str, ...]:
        return names_of_references(len(self.shards[0].references))

    @property
    def references(self) -> tuple[tuple[ShardColumn, ...], ...]:
        """Places of each reference in all shards."""
        return tuple(zip(*(shard.references for shard in self.shards), strict=True))


def names_of_references(number: int) -> tuple[str, ...]:
    """Return the names of this many references."""
    return tuple(f"reference {place}" for place in range(1, number + 1))


def find_shards(references: Sequence[str], systems: Sequence[str]) -> Shards:
    """Return the shards of these patterns, paired by the texts in place of their stars.

    Raises ``FormatError`` where a pattern has no file, or lacks a shard that another pattern has.
    """
    references, systems = (
        [expand_home(pattern) for pattern in references],
        [expand_home(pattern) for pattern in systems],
    )
    patterns = [*references, *systems]
    places = {pattern: _places(pattern) for pattern in patterns}
    keys = [*places[patterns[0]]]
    for pattern in patterns[1:]:
        _check_same(patterns[0], pattern, places)
    shards = [
        Shard(
            number,
            tuple(places[pattern][key] for pattern in references),
            tuple(places[pattern][key] for pattern in systems),
        )
        for number, key in enumerate(keys)
    ]
    return Shards(tuple(_names(systems)), tuple(shards))


def _places(pattern: str) -> dict[tuple[str, ...], ShardColumn]:
    """Return a pattern's places by the texts in place of the stars; raise ``FormatError`` where no file matches."""
    path, field = _split(pattern)
    paths = matching(path)
    if not paths:
        advice = "Check the name; * is the part that differs from shard to shard, within one folder or file name."
        advice += wildcard_hint(path)
        raise FormatError(shown_place(path), "none", "files of this name", advice=advice)
    for one in paths.values():
        _check_kind(one)
    return {key: ShardColumn(one, field) for key, one in paths.items()}


def _check_kind(path: str) -> None:
    """Raise ``FormatError`` for a name by which other commands read a table, markup or an archive."""
    name = without_query(path)
    has_fields = name.lower().removesuffix(".gz").endswith((*JSON_LINES, PARQUET))
    if not has_fields and not is_read_as_plain_text(name, b""):
        kind = name.lower().removesuffix(".gz").rpartition(".")[2]
        expected = "plain text, JSON Lines or Parquet, which an engine reads"
        raise FormatError(shown_place(path), f"a .{clean_name(kind)} file", expected, advice=_NOT_READ)


def _split(pattern: str) -> tuple[str, str | None]:
    """Return the path and the field of a pattern; None where it has no field."""
    match = _FIELD.fullmatch(pattern)
    return (match["path"], match["field"]) if match else (pattern, None)


def _check_same(first: str, other: str, places: Mapping[str, Mapping[tuple[str, ...], ShardColumn]]) -> None:
    pairs = ((other, first), (first, other))
    for lacking, having in pairs:
        if STAR in having and STAR not in lacking:
            advice = f"Write {STAR} in its name for what differs from shard to shard."
            raise FormatError(
                shown_place(lacking), "a name of one file", _same_shards_phrase(having, places), advice=advice
            )
    for lacking, having in pairs:
        missing = [key for key in places[having] if key not in places[lacking]]
        if missing:
            names = ", ".join(" ".join(key) for key in missing[:_MAX_SHARDS_NAMED])
            actual = f"no shard for {names}{' and others' if len(missing) > _MAX_SHARDS_NAMED else ''}"
            advice = "The text in place of * must be the same everywhere."
            raise FormatError(shown_place(lacking), actual, _same_shards_phrase(having, places), advice=advice)


def _same_shards_phrase(pattern: str, places: Mapping[str, Mapping[tuple[str, ...], ShardColumn]]) -> str:
    return f"the same {counted(len(places[pattern]), 'shard')} as {shown_place(pattern)}"


def _names(patterns: Sequence[str]) -> list[str]:
    """Return the names of systems: where several agree, each of them takes the next of its possible names."""
    candidates = [_candidates(pattern) for pattern in patterns]
    while several := _agreeing(candidates):
        further = [names for names in candidates if names[0] in several and len(names) > 1]
        if not further:
            name, times = next(iter(several.items()))
            raise ValueError(
                f"Each system needs a name of its own; {name!r} is that of {times}: rename their files, or name each"
                " file and field once."
            )
        for names in further:
            del names[0]
    return [names[0] for names in candidates]


def _agreeing(candidates: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the names that more than one system has now, with the number of these systems."""
    return {name: times for name, times in Counter(names[0] for names in candidates).items() if times > 1}


def _candidates(pattern: str) -> list[str]:
    """Return a system's possible names: field, file name without its star, folder and file, or all three."""
    field, file, folder = _split(pattern)[1], _file(pattern), _folder(pattern)
    whole = clean_name(f"{folder}/{file}") if folder else file
    return [file, whole] if field is None else [clean_name(field), file, whole, clean_name(f"{whole}#{field}")]


def _file(pattern: str) -> str:
    folder, _, file = without_query(_split(pattern)[0]).rpartition("/")
    stem = re.sub(rf"[ ._-]*{re.escape(STAR)}[ ._-]*(?=\.|$)|{re.escape(STAR)}[ ._-]*", "", file)
    if not stem.strip("._- ") or stem.startswith("."):
        stem = folder.rpartition("/")[2].replace(STAR, "") + stem
    return name_from_file(stem, Role.SYSTEM)


def _folder(pattern: str) -> str:
    return without_query(_split(pattern)[0]).rpartition("/")[0].rpartition("/")[2].replace(STAR, "")
