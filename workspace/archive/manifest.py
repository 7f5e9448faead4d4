"""What manifest.json of an exported project says: names, notes and versions, and which file holds which column."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from scoring.formats import FileLimits, FormatError
from scoring.formats.json_files.objects import parse_json
from scoring.formats.limits import check_columns, check_line, check_segments
from scoring.judgments.repeats import MOST_REPEATS
from scoring.text.naming import clean_name

from ..campaigns.campaigns import SeatHolder
from ..tables.texts import CHOICES
from ..versions.manifest import ROLES, Entry

LIMITS = FileLimits(file_bytes=2**31 - 1, total_bytes=2**31, archive_members=20_000, columns=5_000)
"""Limits for a zip to import: twenty columns of a million segments fit, and no bomb does."""
FORMAT = "bleuscope project"
VERSION = 1
"""Version of the zip's format. Every program reads it as long as any does; a change that older programs would misread
is a new one."""
FILE = "manifest.json"
MOST_VERSIONS = 1_000
"""Most versions of all test sets together: each is put together once, to see that it is the one that was exported."""
MOST_CAMPAIGNS = 1_000
"""The items of each are dealt out once, to see that its answers are answers to them."""
_Value = TypeVar("_Value")
_DIGITS = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class ExportedFile:
    """A file of an exported project: its name and what is in it."""

    file: str
    data: bytes

    def check(self, holds: bool, expected: str, line: int | None = None) -> None:
        """``FormatError`` unless it holds."""
        if not holds:
            raise FormatError(self.file, "something else", expected, line, "Export the project again.")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Number, from 1, and text of each line; ``FormatError`` for what is no UTF-8."""
        try:
            text = self.data.decode()
        except UnicodeDecodeError as error:
            raise FormatError(self.file, f"the byte 0x{self.data[error.start]:02X}", "text in UTF-8") from None
        yield from enumerate(text.removesuffix("\n").split("\n"), 1)


@dataclass(frozen=True)
class ColumnFiles(Entry):
    """A column, and the files that hold it."""

    form: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class VersionFiles:
    """A version of a test set."""

    created: datetime
    identity: str
    fingerprint: str
    scheme: str
    """Scheme by which identity and fingerprint were made."""
    n_segments: int
    language: tuple[str, str] | None
    columns: tuple[ColumnFiles, ...]


@dataclass(frozen=True)
class NamedFiles:
    """What people name; names and notes are not checked yet."""

    name: str
    note: str
    created: datetime


@dataclass(frozen=True)
class SetFiles(NamedFiles):
    """A test set."""

    versions: tuple[VersionFiles, ...]
    id: str
    """Id by which views name it; empty in a zip of an earlier program."""
    metrics: str
    """Metrics chosen for it; empty in a zip of an earlier program, as the other choices."""
    baseline: str
    ignored: str
    kept_faults: str
    glossary: "GlossaryFiles | None" = None
    """None without one, and in a zip of an earlier program."""


@dataclass(frozen=True)
class GlossaryFiles:
    """The glossary of a test set."""

    name: str
    """Name of the file that somebody brought."""
    file: str
    """The file that holds it."""


@dataclass(frozen=True)
class ViewFiles(NamedFiles):
    """A view."""

    address: str


@dataclass(frozen=True)
class CampaignFiles(NamedFiles):
    """A campaign of ratings."""

    test_set: str
    """the id of the test set"""
    number: int
    """Number of the version."""
    plan: dict[str, Any]
    closed: datetime | None
    raters: tuple[SeatHolder, ...]
    answers: str
    """the file that holds them"""


@dataclass(frozen=True)
class ProjectFiles(NamedFiles):
    """The whole project."""

    test_sets: tuple[SetFiles, ...]
    views: tuple[ViewFiles, ...]
    campaigns: tuple[CampaignFiles, ...] = ()


def read_manifest(file: str, data: bytes, limits: FileLimits) -> ProjectFiles:
    """Return what the manifest says; ``FormatError`` for another version, and for what it should not be."""
    check_line(file, len(data), limits, 1)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise FormatError(file, "other bytes", "JSON in UTF-8") from None
    found = ManifestValue(file, "", parse_json(file, 1, text))
    if not isinstance(found.value, Mapping) or found.value.get("format") != FORMAT:
        raise FormatError(file, "something else", f'an object with "format": "{FORMAT}"')
    if found.get("version", int) != VERSION:
        version = clean_name(str(found.value["version"])[:20])
        advice = f"This program reads version {VERSION}; a newer one may read it."
        raise FormatError(file, f"version {version} of an exported project", advice=advice)
    sets = tuple(_set(one, limits) for one in found.each("test_sets"))
    if sum(len(one.versions) for one in sets) > MOST_VERSIONS:
        raise FormatError(file, "more", f"at most {MOST_VERSIONS:,} versions of test sets")
    views = tuple(ViewFiles(*_named(one), one.get("address", str)) for one in found.each("views"))
    has_campaigns = "campaigns" in found.value  # earlier programs had none
    campaigns = tuple(map(_campaign, found.each("campaigns"))) if has_campaigns else ()
    if len(campaigns) > MOST_CAMPAIGNS:
        raise FormatError(file, "more", f"at most {MOST_CAMPAIGNS:,} campaigns")
    return ProjectFiles(*_named(found), sets, views, campaigns)


class ManifestValue:
    """A value within the manifest, and where it is there; what is not as expected is a ``FormatError``."""

    def __init__(self, file: str, where: str, value: Any) -> None:
        self.file, self.where, self.value = file, where, value

    def refuse(self, expected: str) -> FormatError:
        return FormatError(self.file, f"something else at {self.where or 'its top'}", expected)

    def within(self, key: str) -> "ManifestValue":
        """Return what is under a key of an object; null where there is nothing."""
        if not isinstance(self.value, Mapping):
            raise self.refuse("an object")
        return ManifestValue(self.file, f"{self.where}/{key}", self.value.get(key))

    def get(self, key: str, kind: type[_Value]) -> _Value:
        """Return the value under a key of an object, of a kind."""
        found = self.within(key)
        if not isinstance(found.value, kind) or (isinstance(found.value, bool) and kind is not bool):
            raise found.refuse(kind.__name__)
        return found.value

    def each(self, key: str) -> list["ManifestValue"]:
        """Return the values of a list."""
        where = f"{self.where}/{key}"
        return [ManifestValue(self.file, f"{where}/{at}", value) for at, value in enumerate(self.get(key, list), 1)]

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list."""
        for one in (found := self.each(key)):
            if not isinstance(one.value, str):
                raise one.refuse("text")
        return tuple(one.value for one in found)

    def moment(self, key: str) -> datetime:
        """Return a time in UTC."""
        try:
            return datetime.fromisoformat(self.get(key, str)).astimezone(UTC)
        except (ValueError, OverflowError):
            raise self.within(key).refuse("a time such as 2026-01-31T12:00:00+00:00") from None

    def moment_or_none(self, key: str) -> datetime | None:
        """None where there is null."""
        return None if self.within(key).value is None and key in self.value else self.moment(key)


def _rater(found: ManifestValue) -> SeatHolder:
    times = found.moment("joined"), found.moment_or_none("finished"), found.moment_or_none("released")
    return SeatHolder(found.get("place", int), found.get("name", str), *times)


def _campaign(found: ManifestValue) -> CampaignFiles:
    raters = tuple(map(_rater, found.each("raters")))
    of = found.get("test_set", str), found.get("number", int), found.get("plan", dict)
    return CampaignFiles(*_named(found), *of, found.moment_or_none("closed"), raters, found.get("answers", str))


def _named(found: ManifestValue) -> tuple[str, str, datetime]:
    return found.get("name", str), found.get("note", str), found.moment("created")


def _set(found: ManifestValue, limits: FileLimits) -> SetFiles:
    versions = tuple(_version(one, limits) for one in found.each("versions"))
    if not versions:
        raise found.refuse("at least one version")
    id_ = found.get("id", str) if "id" in found.value else ""
    chosen: dict[str, Any] = {name: found.get(name, str) if name in found.value else "" for name in CHOICES}
    told = found.within("glossary")
    glossary = None if told.value is None else GlossaryFiles(told.get("name", str), told.get("file", str))
    return SetFiles(*_named(found), versions, id_, **chosen, glossary=glossary)


def _version(found: ManifestValue, limits: FileLimits) -> VersionFiles:
    digests = found.get("identity", str), found.get("fingerprint", str)
    if not all(map(_DIGITS.fullmatch, digests)):
        raise found.refuse("identity and fingerprint of 32 hexadecimal digits")
    n_segments = found.get("n_segments", int)
    check_segments(found.file, n_segments, limits)
    check_columns(found.file, len(found.get("columns", list)), limits)
    columns = tuple(map(_column, found.each("columns")))
    if len({(column.role, column.name) for column in columns}) < len(columns):
        raise found.refuse("each column once")
    scheme, of = found.get("scheme", str), found.within("language")
    language = (of.get("name", str), of.get("where", str)) if of.value is not None else None
    return VersionFiles(found.moment("created"), *digests, scheme, n_segments, language, columns)


def _column(found: ManifestValue) -> ColumnFiles:
    role = found.get("role", str)
    if role not in ROLES:
        raise found.refuse(f"a role, which is one of {', '.join(ROLES)}")
    about: dict[str, Any] = dict(found.get("about", dict))
    of = found.within("about")
    for key, kind in (
        ("source", str),
        ("weights", str),
        ("protocol", str),
        ("is_human", bool),
        ("higher_is_better", bool),
        ("realigned", bool),
        ("combined_by", str),
        ("repeats", list),
        ("put_in", list),
    ):
        if key in about:
            of.get(key, kind)
    for key in {"systems", "own_family"} & about.keys():
        of.texts(key)
    if not all(type(count) is int and 0 < count <= MOST_REPEATS for count in about.get("repeats", ())):
        raise found.refuse(f"numbers of repeats, each from 1 to {MOST_REPEATS:,}")
    if not all(type(number) is int and number > 0 for number in about.get("put_in", ())):
        raise found.refuse("numbers of lines that were put in, from 1")
    name, form, digest = (found.get(key, str) for key in ("name", "form", "digest"))
    return ColumnFiles(role, name, digest, about, form, found.texts("files"))
