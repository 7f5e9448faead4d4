"""Choose the reader of a file: packed and binary files by their first bytes, text by ending and content."""

import re
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import NoneType
from typing import BinaryIO

from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..output.numbers import counted
from ..text.naming import clean_file, path_parts
from ..validation import expect
from .columns import Column, Notice, Role
from .containers.archives import GZIP, KINDS, ZIP, gunzip, is_gzip, is_workbook, is_zip, refuse_binary, unzip
from .errors import FormatError, TooLargeError
from .fields import choose_column, format_file_field, no_columns
from .json_files.campaign import is_wmt_campaign, read_campaign
from .json_files.json_path import read_field, text_paths
from .json_files.jsonl import read_jsonl_columns
from .json_files.paragraphs import is_documents, read_paragraphs
from .judgments.found_judgments import Contents, FoundDocuments, FoundJudgments, LeftOutFile
from .judgments.recognize import START, find_judgment_reader
from .limits import DEFAULT_LIMITS, MEGABYTE, Budget, FileLimits, check_segment_bytes, check_size, packed_limits
from .markup.nist import is_nist, read_nist
from .markup.unread_markup import LOOKED_AT, READABLE_ROOTS, SET_PARTS, refuse_markup, subtitle_kind, translation_format
from .markup.wmt import read_wmt, root_name
from .plain_text.text import DecodedText, byte_order_mark, declared_encoding, decode_text, normalize_encoding, read_text
from .plugins.file_format import CSV, JSON, SGML, TEXT, TSV, WORKBOOKS, find_format, plugin_endings, read_by_plugin
from .tables.delimited_tables import read_csv, read_tsv
from .tables.history import is_history
from .tables.parquet_files import is_parquet
from .tables.statistics import holds_statistics, read_statistics

READERS = {
    **dict.fromkeys(TEXT, read_text),
    **dict.fromkeys(TSV, read_tsv),
    **dict.fromkeys(CSV, read_csv),
    **dict.fromkeys(JSON, read_jsonl_columns),
    **dict.fromkeys(SGML, read_nist),
}
TRANSLATION_ENDINGS = ("xlf", "xliff", "sdlxliff", "mqxliff", "mxliff", "tmx", "po")
"""Endings of translation files; their content decides the format."""
SUBTITLE_ENDINGS = ("srt", "vtt")
ENDINGS = (
    *("txt", "gz", "tsv", "csv", "xlsx", "jsonl", "sgm", "sgml", "xml", "zip"),
    *TRANSLATION_ENDINGS,
    *SUBTITLE_ENDINGS,
)
"""Endings of formats that are read here; files with other endings are plain text, or markup by their content."""


def offered_endings() -> tuple[str, ...]:
    """Return the endings to offer in a file dialog, including formats of other packages."""
    return (*ENDINGS, *plugin_endings())


SNIFFED = 4096
"""Number of characters in which NIST's markup must begin."""
NESTED = "Unpack it first: archives inside archives are not opened."
_EXPORTED = re.compile(rb'\A\s*\{\s*"format":\s*"bleuscope project"')


def read_columns(
    file: str,
    data: bytes | BinaryIO,
    *,
    encoding: str | None = None,
    limits: FileLimits = DEFAULT_LIMITS,
    mapping: Mapping[str, Role | None] | None = None,
    on_progress: Progress = no_progress,
    field: str | None = None,
) -> list[Column]:
    """Return the columns of text of one file of any accepted format, none of them repaired.

    Judgments in the same archive are left out with a notice; ``read_contents`` returns them. Raises the errors of
    ``read_contents``, and ``FormatError`` for a file that only has judgments.
    """
    contents = read_contents(
        file, data, encoding=encoding, limits=limits, mapping=mapping, on_progress=on_progress, field=field
    )
    if not contents.columns:
        advice = "Give it together with the texts that were judged."
        raise FormatError(clean_file(file), "judgments without texts", "texts", advice=advice)
    first, *others = contents.columns
    return [first.with_notices(*_left_out(contents.judgments)), *others]


def read_contents(
    file: str,
    data: bytes | BinaryIO,
    *,
    encoding: str | None = None,
    limits: FileLimits = DEFAULT_LIMITS,
    mapping: Mapping[str, Role | None] | None = None,
    on_progress: Progress = no_progress,
    field: str | None = None,
) -> Contents:
    """Return the columns of text and the judgments of one file of any accepted format, none of them repaired.

    ``encoding`` (one of ``ENCODINGS``, or another of Python's names for it) is used for text that is neither UTF-8 nor
    has a BOM. ``mapping`` sets the roles of columns by name (None: IGNORE). ``on_progress`` is called every few
    megabytes at least, and an error that it raises ends the reading. ``field`` chooses one column by its name or its
    number from 1, in JSON by its path (``a.b.0.c``). Raises ``FormatError`` for any fault of the file, ``ValueError``
    for an unknown encoding.
    """
    file = clean_file(file)
    encoding = normalize_encoding(encoding)
    expect(limits, FileLimits, "limits")
    expect(mapping, (Mapping, NoneType), "mapping")
    expect(field, (str, NoneType), "field")
    data = data.read(limits.file_bytes + 1) if hasattr(data, "read") else data
    expect(data, (bytes, bytearray, memoryview), file)
    data = bytes(data)
    check_size(file, len(data), limits)
    if is_gzip(data) or is_zip(data):
        limits = packed_limits(limits, len(data))
    try:
        contents = _read_any(
            file, data, encoding, limits, Budget(file, limits), _carrying_errors(on_progress), field=field
        )
    except _StopError as stop:
        raise stop.reason from None
    for column in contents.columns:
        if column.format != "text":  # read_text has checked its lines
            check_segment_bytes(column.file, column.segments, limits, column.name)
    return replace(contents, columns=_map_roles(file, contents.columns, mapping or {}))


def _left_out(judgments: Sequence[FoundJudgments]) -> list[Notice]:
    files = list(dict.fromkeys(one.file for one in judgments))
    if not files:
        return []
    listed = files[0] if len(files) == 1 else f"{len(files):,} files, such as {files[0]}"
    return [Notice("judgments", f"Judgments are left out where only texts are read: {listed}.", len(files))]


def _add_text_notices(judgments: Sequence[FoundJudgments], notices: tuple[Notice, ...]) -> list[FoundJudgments]:
    """Return the judgments with the notices about their text, which the first judgments of each language pair get."""
    languages: set[str] = set()
    new_judgments: list[FoundJudgments] = []
    for one in judgments:
        language = "" if isinstance(one, FoundDocuments | LeftOutFile) else one.language
        if not isinstance(one, LeftOutFile) and language not in languages:
            languages.add(language)
            one = replace(one, notices=(*notices, *one.notices))
        new_judgments.append(one)
    return new_judgments


def fields_to_choose(file: str, data: bytes) -> list[str]:
    """Return the paths to texts of a JSON file, gzipped or not, that has texts inside objects or lists; else nothing.

    ``data`` is the file or its first megabyte. Each path may be a ``field`` of ``read_columns``. No paths are offered
    for judgments and for kinds of JSON that have a reader.
    """
    file = clean_file(file)
    expect(data, (bytes, bytearray, memoryview), file)
    if _ending(file) not in JSON:
        return []
    start = bytes(data[:MEGABYTE])
    if is_gzip(start):
        with suppress(zlib.error):
            start = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(start, MEGABYTE)
    begin = start[:START]
    if is_wmt_campaign(begin) or is_documents(begin) or find_judgment_reader(file, begin) is not None:
        return []
    return text_paths(start.decode("utf-8", "ignore"))


class _StopError(BaseException):
    """Carrier of an error of ``on_progress`` past every reader, so that no reader takes it for a damaged file."""

    def __init__(self, reason: BaseException) -> None:
        super().__init__()
        self.reason = reason


def _carrying_errors(on_progress: Progress) -> Progress:
    def tell(share: float) -> None:
        try:
            on_progress(share)
        except BaseException as error:
            raise _StopError(error) from error

    return tell


def is_read_as_plain_text(file: str, start: bytes) -> bool:
    """Return whether ``read_columns`` reads a file with these first (unpacked) bytes as one segment a line."""
    ending = _ending(file)
    if find_format(file, start) is not None:
        return False
    if (
        ending in ("zip", "xml", *WORKBOOKS)
        or find_judgment_reader(file, start) is not None
        or any(map(start.startswith, (GZIP, *ZIP, *KINDS)))
    ):
        return False
    if subtitle_kind(start) is not None or (start and ending in SUBTITLE_ENDINGS):
        return False
    if ending in READERS:
        return READERS[ending] is read_text
    if translation_format(start) is not None or (not start and ending in TRANSLATION_ENDINGS):
        return False
    text = _decode_start(start)
    return not is_nist(text) and root_name(text.encode()) != "dataset"


def _read_any(
    file: str,
    data: bytes,
    encoding: str | None,
    limits: FileLimits,
    budget: Budget,
    on_progress: Progress,
    in_zip: bool = False,
    field: str | None = None,
) -> Contents:
    if is_gzip(data):
        data = gunzip(file, data, budget, progress_of_part(on_progress, 0, 2))
        on_progress = progress_of_part(on_progress, 1, 2)
        if is_gzip(data) or (is_zip(data) and not is_workbook(file, data, limits)):
            raise FormatError(file, "an archive inside an archive", advice=NESTED)
    else:
        _refuse_false_ending(file, data, "gz")
    plugin = find_format(file, data)
    if plugin is not None:
        return _choose_field(file, field, Contents(read_by_plugin(plugin, file, data, encoding, limits, on_progress)))
    if is_zip(data):
        if is_workbook(file, data, limits):
            from .tables.workbook import read_workbook  # its library takes 0.1 s to import

            return _choose_field(file, field, Contents(read_workbook(file, data, budget, on_progress)))
        if in_zip:
            raise FormatError(file, "an archive inside an archive", advice=NESTED)
        return _choose_field(file, field, _read_zip(file, data, encoding, limits, budget, on_progress))
    if is_parquet(data):
        return _read_parquet(file, data, limits, on_progress, field)
    return _read_markup_or_text(file, data, encoding, limits, on_progress, field)


def _read_parquet(file: str, data: bytes, limits: FileLimits, on_progress: Progress, field: str | None) -> Contents:
    """Return the statistics of a sample in Parquet, or, for the user's own files, texts."""
    if is_history(data):
        advice = "Drop this file, by itself, on the dashboard's page Test sets."
        raise FormatError(file, "scores over time", "texts, judgments or statistics", advice=advice)
    if limits.are_of_own_files and not holds_statistics(file, data):
        from .json_files.parquet_rows import read_parquet_texts  # few files are Parquet

        return Contents(read_parquet_texts(format_file_field(file, field), field, data, limits, on_progress))
    return _choose_field(file, field, Contents(read_statistics(file, data, limits)))


def _read_markup_or_text(
    file: str, data: bytes, encoding: str | None, limits: FileLimits, on_progress: Progress, field: str | None
) -> Contents:
    """Return the contents of a file that is not binary, by its ending and its first bytes."""
    refuse_binary(file, data)
    _refuse_false_ending(file, data, "zip", *WORKBOOKS)
    translations = None if _ending(file) in READERS else translation_format(data[:LOOKED_AT])
    if translations is not None:
        return _read_translations(file, data, translations, encoding, limits, on_progress, field)
    if subtitle_kind(data) is not None:
        return _choose_field(file, field, Contents(_read_subtitles(file, data, encoding, limits, on_progress)))
    if not _is_read_markup(file, data):
        refuse_markup(file, data, _roots_with_a_reader(_ending(file)))
    if data and _ending(file) in SUBTITLE_ENDINGS:  # damaged, and no text of one segment a line
        return Contents(_read_subtitles(file, data, encoding, limits, on_progress))
    text = decode_text(file, data, encoding or declared_encoding(data), progress_of_part(on_progress, 0, 3))
    tell = progress_between(on_progress, 1 / 3, 1)
    if field is not None:
        return _read_column(file, field, text, limits, tell)
    if _ending(file) in JSON and is_wmt_campaign(text.data[:START]):
        return read_campaign(file, text, limits, tell)
    reader = find_judgment_reader(file, text.data[:START])
    if reader is not None:
        return Contents(judgments=_add_text_notices(reader(file, text, limits, tell), text.notices))
    return Contents(_read_decoded(file, text, limits, tell))


def _read_translations(
    file: str,
    data: bytes,
    format: str,
    encoding: str | None,
    limits: FileLimits,
    on_progress: Progress,
    field: str | None,
) -> Contents:
    """Return the contents of a file of a translation tool."""
    from .bilingual.reading import read_translation_file, stated_encoding  # few files are such

    file_encoding = stated_encoding(data, format)
    text = decode_text(file, data, encoding or file_encoding, progress_of_part(on_progress, 0, 3))
    tell = progress_between(on_progress, 1 / 3, 1)
    return Contents(read_translation_file(file, text, format, limits, tell, field))


def _read_subtitles(
    file: str, data: bytes, encoding: str | None, limits: FileLimits, on_progress: Progress
) -> list[Column]:
    from .subtitles.cues import read_cues  # few files are such

    text = decode_text(file, data, encoding, progress_of_part(on_progress, 0, 3))
    return read_cues(file, text, limits, progress_between(on_progress, 1 / 3, 1))


def _read_zip(
    file: str, data: bytes, encoding: str | None, limits: FileLimits, budget: Budget, on_progress: Progress
) -> Contents:
    members, left_out = unzip(file, data, budget, on_progress)
    member_contents = []
    faults: list[FormatError] = []
    for member in members:
        if path_parts(member.name)[-1] == "manifest.json" and _EXPORTED.match(member.data):
            advice = "Read it with `bleuscope project import`, or unpack it and give its files."
            raise FormatError(file, "a project that was exported", "texts or judgments", advice=advice)
        try:
            member_contents.append(
                _read_any(member.name, member.data, encoding, limits, budget, member.on_progress, in_zip=True)
            )
        except FormatError as error:
            if isinstance(error, TooLargeError) or find_judgment_reader(member.name, member.data[:START]) is None:
                raise
            faults.append(error.with_traceback(None))  # of judgments alone: the texts are read without them
    columns = [column for contents in member_contents for column in contents.columns]
    judgments = [one for contents in member_contents for one in contents.judgments]
    if faults and not columns:
        raise faults[0]
    judgments += [LeftOutFile(fault.file, f"{fault} The file is left out.") for fault in faults]
    if left_out:
        listed = ", ".join(left_out[:5]) + (", ..." if len(left_out) > 5 else "")
        message = f"{counted(len(left_out), 'file')} in the archive left out: {listed}."
        if columns:
            columns[0] = columns[0].with_notices(Notice("left-out", message, len(left_out)))
        else:
            judgments.append(LeftOutFile(file, message))
    return Contents(columns, judgments)


def _read_decoded(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress) -> list[Column]:
    ending = _ending(file)
    if ending in JSON and is_documents(text.data[:START]):
        return read_paragraphs(file, text, limits, on_progress)
    if ending in READERS:
        return READERS[ending](file, text, limits, on_progress)
    if is_nist(text.data[:SNIFFED].decode("utf-8", "ignore")):
        return read_nist(file, text, limits, on_progress)
    root = root_name(text.data)
    if ending == "xml" or root == "dataset":
        if root not in ("dataset", None):
            advice = "Known are WMT's <dataset> and NIST's <srcset>, <refset> and <tstset>."
            raise FormatError(file, f"<{clean_file(root)}>", "XML of a known kind", advice=advice)
        return read_wmt(file, text, limits, on_progress)
    return read_text(file, text, limits, on_progress)


def _read_column(file: str, field: str, text: DecodedText, limits: FileLimits, on_progress: Progress) -> Contents:
    """Return one column of a text file.

    A file whose name does not tell the format is JSON if it begins like JSON, else a table if its first line has a
    separator.
    """
    ending, start = _ending(file), text.data[:SNIFFED].decode("utf-8", "ignore")
    says_kind = READERS.get(ending, read_text) is not read_text or ending == "xml"
    if ending in JSON or (not says_kind and start.lstrip()[:1] in ("{", "[")):
        return Contents(read_field(format_file_field(file, field), field, text, limits, on_progress))
    if says_kind or is_nist(start) or root_name(text.data) == "dataset":
        return _choose_field(file, field, Contents(_read_decoded(file, text, limits, on_progress)))
    first = start.split("\n", 1)[0]
    if not any(separator in first for separator in "\t,;"):
        raise no_columns(file, field)
    reader = read_tsv if "\t" in first else read_csv
    return _choose_field(file, field, Contents(reader(file, text, limits, on_progress)))


def _choose_field(file: str, field: str | None, contents: Contents) -> Contents:
    """Return all contents, or only the column that ``field`` chooses."""
    return contents if field is None else Contents(choose_column(file, field, contents.columns))


def _is_read_markup(file: str, data: bytes) -> bool:
    """Return whether the file is WMT's XML or NIST's SGML, and has a name with which it is read as this format."""
    reader, start = READERS.get(_ending(file)), _decode_start(data[:LOOKED_AT])
    if reader is not None:
        return reader is read_nist and is_nist(start)
    return is_nist(start[:SNIFFED]) or root_name(start.encode()) == "dataset"


def _roots_with_a_reader(ending: str) -> frozenset[str]:
    """Return the outermost elements for which a reader of files with this ending has a better error message."""
    if ending == "xml":
        return READABLE_ROOTS
    return SET_PARTS if READERS.get(ending) is read_nist else frozenset()


def _decode_start(start: bytes) -> str:
    encoding, length = byte_order_mark(start)
    return start[length:].decode(encoding or "utf-8", "ignore")


def _refuse_false_ending(file: str, data: bytes, *endings: str) -> None:
    """Raise ``FormatError`` if the name has one of these endings of packed files, but the content is something else."""
    ending = file.rsplit(".", 1)[-1].lower()
    if data and ending in endings:
        advice = "It may be damaged or misnamed."
        raise FormatError(file, "something else", f"a .{ending} file", advice=advice)


def _ending(file: str) -> str:
    name = path_parts(file)[-1].lower().removesuffix(".gz")
    return name.rsplit(".", 1)[-1] if "." in name else ""


def _map_roles(file: str, columns: Sequence[Column], mapping: Mapping[str, Role | None]) -> list[Column]:
    names = [column.name for column in columns]
    unknown = next((name for name in mapping if name not in names), None)
    if unknown is not None:
        raise FormatError(file, f"columns called {', '.join(names)}", f"a column called {unknown!r}")
    return [replace(c, role=mapping[c.name] or Role.IGNORE, stated=True) if c.name in mapping else c for c in columns]
