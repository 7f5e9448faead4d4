"""Reads manifest.json of an exported project: names, notes, versions, and the files of each column."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from scoring.formats import FileLimits, FormatError
from scoring.formats.json_files.objects import parse_json
from scoring.formats.limits import check_columns, check_line, check_segments
from scoring.judgments.repeats import MAX_REPEATS
from scoring.text.naming import clean_name

from ..campaigns.campaigns import SeatHolder
from ..tables.texts import CHOICES
from ..versions.manifest import ROLES, Entry

LIMITS = FileLimits(file_bytes=2**31 - 1, total_bytes=2**31, archive_members=20_000, columns=5_000)
"""Limits of a zip to import: twenty columns of a million segments fit, and zip bombs do not."""
FORMAT = "bleuscope project"
VERSION = 1
"""Version of the zip's format.

Every later program reads it; a change that older programs would misread takes a new number.
"""
FILE = "manifest.json"
MAX_VERSIONS = 1_000
"""Highest number of versions of all test sets together; each is put together once, to check its fingerprint."""
MAX_CAMPAIGNS = 1_000
"""Highest number of campaigns; the items of each are dealt once, to check that the answers belong to them."""
_Value = TypeVar("_Value")
_DIGITS = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class ExportedFile:
    """A file of an exported project: its name and what is in it."""

    file: str
    data: bytes

    def check(self, holds: bool, expected: str, line: int | None = None) -> None:
        """Raise ``FormatError`` unless the condition holds."""
        if not holds:
            raise FormatError(self.file, "something else", expected, line, "Export the project again.")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the number, from 1, and the text of each line; raise ``FormatError`` if the file is not in UTF-8."""
        try:
            text = self.data.decode()
        except UnicodeDecodeError as error:
            raise FormatError(self.file, f"the byte 0x{self.data[error.start]:02X}", "text in UTF-8") from None
        yield from enumerate(text.removesuffix("\n").split("\n"), 1)


@dataclass(frozen=True)
class ColumnFiles(Entry):
    """A column, and its files."""

    form: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class VersionFiles:
    """A version of a test set in the manifest."""

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
    """A named thing in the manifest; its name and note are not checked yet."""

    name: str
    note: str
    created: datetime


@dataclass(frozen=True)
class SetFiles(NamedFiles):
    """A test set in the manifest."""

    versions: tuple[VersionFiles, ...]
    id: str
    """Id by which views name the test set; empty in a zip by an earlier program."""
    metrics: str
    """Metrics chosen for the test set; empty in a zip by an earlier program, as are the other choices."""
    baseline: str
    ignored: str
    kept_faults: str
    glossary: "GlossaryFiles | None" = None
    """The glossary; None without one, and in a zip by an earlier program."""


@dataclass(frozen=True)
class GlossaryFiles:
    """The glossary of a test set in the manifest."""

    name: str
    """Name of the uploaded file."""
    file: str
    """Name of the file in the zip."""


@dataclass(frozen=True)
class ViewFiles(NamedFiles):
    """A view in the manifest."""

    address: str


@dataclass(frozen=True)
class CampaignFiles(NamedFiles):
    """A rating campaign in the manifest."""

    test_set: str
    """Id of the test set."""
    number: int
    """Number of the test set's version."""
    plan: dict[str, Any]
    closed: datetime | None
    raters: tuple[SeatHolder, ...]
    answers: str
    """Name of the file with the answers."""


@dataclass(frozen=True)
class ProjectFiles(NamedFiles):
    """A whole project in the manifest."""

    test_sets: tuple[SetFiles, ...]
    views: tuple[ViewFiles, ...]
    campaigns: tuple[CampaignFiles, ...] = ()


def read_manifest(file: str, data: bytes, limits: FileLimits) -> ProjectFiles:
    """Read the manifest; raise ``FormatError`` for another version of the format, and for wrong content."""
    check_line(file, len(data), limits, 1)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise FormatError(file, "other bytes", "JSON in UTF-8") from None
    manifest = ManifestValue(file, "", parse_json(file, 1, text))
    if not isinstance(manifest.value, Mapping) or manifest.value.get("format") != FORMAT:
        raise FormatError(file, "something else", f'an object with "format": "{FORMAT}"')
    if manifest.get("version", int) != VERSION:
        version = clean_name(str(manifest.value["version"])[:20])
        advice = f"This program reads version {VERSION}; a newer one may read it."
        raise FormatError(file, f"version {version} of an exported project", advice=advice)
    sets = tuple(_as_set_files(one, limits) for one in manifest.each("test_sets"))
    if sum(len(one.versions) for one in sets) > MAX_VERSIONS:
        raise FormatError(file, "more", f"at most {MAX_VERSIONS:,} versions of test sets")
    views = tuple(ViewFiles(*_name_note_and_time(one), one.get("address", str)) for one in manifest.each("views"))
    has_campaigns = "campaigns" in manifest.value  # earlier programs had none
    campaigns = tuple(map(_campaign, manifest.each("campaigns"))) if has_campaigns else ()
    if len(campaigns) > MAX_CAMPAIGNS:
        raise FormatError(file, "more", f"at most {MAX_CAMPAIGNS:,} campaigns")
    return ProjectFiles(*_name_note_and_time(manifest), sets, views, campaigns)


class ManifestValue:
    """A value in the manifest, with its path; its methods raise ``FormatError`` for unexpected content."""

    def __init__(self, file: str, path: str, value: Any) -> None:
        self.file, self.path, self.value = file, path, value

    def refuse(self, expected: str) -> FormatError:
        return FormatError(self.file, f"something else at {self.path or 'its top'}", expected)

    def within(self, key: str) -> "ManifestValue":
        """Return the value under a key of an object; its value is None if there is none."""
        if not isinstance(self.value, Mapping):
            raise self.refuse("an object")
        return ManifestValue(self.file, f"{self.path}/{key}", self.value.get(key))

    def get(self, key: str, kind: type[_Value]) -> _Value:
        """Return the value under a key of an object; raise ``FormatError`` unless it is of this kind."""
        value = self.within(key)
        if not isinstance(value.value, kind) or (isinstance(value.value, bool) and kind is not bool):
            raise value.refuse(kind.__name__)
        return value.value

    def each(self, key: str) -> list["ManifestValue"]:
        """Return the values of the list under a key."""
        path = f"{self.path}/{key}"
        return [ManifestValue(self.file, f"{path}/{at}", value) for at, value in enumerate(self.get(key, list), 1)]

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of the list under a key."""
        for one in (values := self.each(key)):
            if not isinstance(one.value, str):
                raise one.refuse("text")
        return tuple(one.value for one in values)

    def moment(self, key: str) -> datetime:
        """Return the time under a key, in UTC."""
        try:
            return datetime.fromisoformat(self.get(key, str)).astimezone(UTC)
        except (ValueError, OverflowError):
            raise self.within(key).refuse("a time such as 2026-01-31T12:00:00+00:00") from None

    def moment_or_none(self, key: str) -> datetime | None:
        """Return the time under a key, in UTC; None for null."""
        return None if self.within(key).value is None and key in self.value else self.moment(key)


def _rater(value: ManifestValue) -> SeatHolder:
    times = value.moment("joined"), value.moment_or_none("finished"), value.moment_or_none("released")
    return SeatHolder(value.get("place", int), value.get("name", str), *times)


def _campaign(value: ManifestValue) -> CampaignFiles:
    raters = tuple(map(_rater, value.each("raters")))
    of = value.get("test_set", str), value.get("number", int), value.get("plan", dict)
    return CampaignFiles(
        *_name_note_and_time(value), *of, value.moment_or_none("closed"), raters, value.get("answers", str)
    )


def _name_note_and_time(value: ManifestValue) -> tuple[str, str, datetime]:
    return value.get("name", str), value.get("note", str), value.moment("created")


def _as_set_files(value: ManifestValue, limits: FileLimits) -> SetFiles:
    versions = tuple(_version(one, limits) for one in value.each("versions"))
    if not versions:
        raise value.refuse("at least one version")
    id_ = value.get("id", str) if "id" in value.value else ""
    chosen: dict[str, Any] = {name: value.get(name, str) if name in value.value else "" for name in CHOICES}
    glossary_value = value.within("glossary")
    glossary = (
        None
        if glossary_value.value is None
        else GlossaryFiles(glossary_value.get("name", str), glossary_value.get("file", str))
    )
    return SetFiles(*_name_note_and_time(value), versions, id_, **chosen, glossary=glossary)


def _version(value: ManifestValue, limits: FileLimits) -> VersionFiles:
    digests = value.get("identity", str), value.get("fingerprint", str)
    if not all(map(_DIGITS.fullmatch, digests)):
        raise value.refuse("identity and fingerprint of 32 hexadecimal digits")
    n_segments = value.get("n_segments", int)
    check_segments(value.file, n_segments, limits)
    check_columns(value.file, len(value.get("columns", list)), limits)
    columns = tuple(map(_column, value.each("columns")))
    if len({(column.role, column.name) for column in columns}) < len(columns):
        raise value.refuse("each column once")
    scheme, of = value.get("scheme", str), value.within("language")
    language = (of.get("name", str), of.get("where", str)) if of.value is not None else None
    return VersionFiles(value.moment("created"), *digests, scheme, n_segments, language, columns)


def _column(value: ManifestValue) -> ColumnFiles:
    role = value.get("role", str)
    if role not in ROLES:
        raise value.refuse(f"a role, which is one of {', '.join(ROLES)}")
    about: dict[str, Any] = dict(value.get("about", dict))
    of = value.within("about")
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
    if not all(type(count) is int and 0 < count <= MAX_REPEATS for count in about.get("repeats", ())):
        raise value.refuse(f"numbers of repeats, each from 1 to {MAX_REPEATS:,}")
    if not all(type(number) is int and number > 0 for number in about.get("put_in", ())):
        raise value.refuse("numbers of lines that were put in, from 1")
    name, form, digest = (value.get(key, str) for key in ("name", "form", "digest"))
    return ColumnFiles(role, name, digest, about, form, value.texts("files"))
