"""The texts that ``realign`` reads: files of any kind, subtitles, and folders with a file for each document."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from ....formats import Column, FormatError, Role, guess_roles, read_columns
from ....formats.assembly import documents_and_domains
from ....formats.columns import LINES
from ....formats.file_notices import FileNotice, column_notices
from ....formats.limits import OWN_LIMITS
from ....formats.names import file_stem, name_from_file
from ....formats.pairs import check_one_pair
from ....formats.roles import columns_in_role
from ....text.naming import clean_file, clean_name
from ...input_files import InputFile, input_file


@dataclass(frozen=True)
class GivenText:
    """The text of one output, reference or source, as it was read."""

    role: Role
    name: str
    file: str
    """Path of the file or folder, as messages show it."""
    column: Column
    lines: pa.StringArray
    documents: pa.StringArray | None
    """Name of each line's document, where the file has ids of documents or the text is a folder; else None."""
    notices: tuple[FileNotice, ...]

    def with_lines(self, lines: pa.StringArray) -> "GivenText":
        """Return this text with other lines."""
        return replace(self, lines=lines)


def read_texts(path: str, role: Role, encoding: str | None) -> list[GivenText]:
    """Return the texts of a file or folder that have this role; raise ``ValueError`` for a file that cannot be read."""
    return [_read_folder(Path(path), role, encoding)] if Path(path).is_dir() else _read_file(path, role, encoding)


def _read_file(path: str, role: Role, encoding: str | None) -> list[GivenText]:
    source = input_file(path)
    columns = _columns(source, encoding)
    chosen = columns_in_role(source.shown, columns, role)
    notices = column_notices(columns, [column.name for column in chosen])
    texts = []
    for number, column in enumerate(chosen):
        name = name_from_file(source.full_name, role) if column.format in LINES else column.name
        own_notices = tuple(notices) if not number else ()
        texts.append(
            GivenText(
                role, name, source.shown, column, column.segments, documents_and_domains([column])[0], own_notices
            )
        )
    return texts


def _read_folder(folder: Path, role: Role, encoding: str | None) -> GivenText:
    """Return the texts of all files in a folder as one text; each file is a document with the file's name."""
    shown = clean_file(str(folder))
    files = sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise FormatError(shown, "no file", "a file for each document")
    parts: list[Column] = []
    names: list[str] = []
    notices: list[FileNotice] = []
    for file in files:
        source = InputFile(str(file))
        columns = _columns(source, encoding)
        (column, *others) = columns_in_role(source.shown, columns, role)
        if others:
            raise FormatError(source.shown, f"{len(others) + 1:,} columns of text", "one for each document")
        parts.append(column)
        names += [clean_name(file_stem(file.name))] * len(column)
        notices += column_notices(columns, [column.name])
    lines = pa.concat_arrays([column.segments for column in parts])
    name = clean_name(folder.resolve().name)
    return GivenText(role, name, shown, parts[0], lines, pa.array(names, pa.string()), tuple(notices))


def _columns(source: InputFile, encoding: str | None) -> Sequence[Column]:
    with source.opened() as stream:
        columns = read_columns(source.name, stream, encoding=encoding, limits=OWN_LIMITS, field=source.field)
    check_one_pair(source.shown, columns)
    return guess_roles(columns)
