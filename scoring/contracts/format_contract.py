"""The contract of every file format of another package."""

import pickle
import zlib
from collections.abc import Mapping

from ..formats.columns import Column, require_columns
from ..formats.errors import FormatError
from ..formats.limits import DEFAULT_LIMITS
from ..formats.plugins.file_format import FileFormat, check_recognition, read_by_plugin
from ..plugins.plugin_classes import check_importable
from ..validation import expect
from .contract import Rule, require, run_rules


def check_format(file_format: FileFormat, samples: Mapping[str, bytes]) -> None:
    """Test a file format against the contract; ``AssertionError`` lists every rule that it breaks.

    ``samples`` are files of the format by name, with their content; at least one.
    """
    expect(file_format, FileFormat, "file format")
    expect(samples, Mapping, "samples")
    if not samples:
        raise ValueError("samples: expected at least one file of the format, its name and its bytes; found none.")
    calls: list[tuple[Rule, tuple[object, ...]]] = [(rule, (file_format,)) for rule in FORMAT_RULES]
    calls += [(rule, (file_format, file, data)) for rule in SAMPLE_RULES for file, data in samples.items()]
    run_rules(f"The file format {file_format.name}", calls)


def says_what_it_reads(file_format: FileFormat) -> None:
    """The format has a label and endings that BLEUscope does not read, and recognizes none of BLEUscope's files."""
    check_recognition(file_format)
    check_importable(type(file_format))
    require(pickle.loads(pickle.dumps(file_format)) == file_format, "it is another one after pickling")  # noqa: S301


def finds_its_files(file_format: FileFormat, file: str, data: bytes) -> None:
    """A file of the format is found by its ending or by its first bytes."""
    by_ending = file.lower().rpartition(".")[2] in file_format.endings
    require(by_ending or file_format.recognizes(data[:4096]), f"{file} is neither by its ending nor by its content")


def reads_columns(file_format: FileFormat, file: str, data: bytes) -> None:
    """The format reads columns of text that are named after the file, have a role and say the format."""
    columns = require_columns(file_format.read(file, data, None))
    require(columns, "it reads no columns")
    for column in columns:
        require(column.file == file, f"the file of {column.name} is {column.file}, not {file}")
        require(column.name.strip(), "a column has no name")
        require(column.format == file_format.label, f"the format of {column.name} is {column.format!r}")
    require(_texts(columns) == _texts(file_format.read(file, data, None)), "a second time it reads something else")


def refuses_damaged_files(file_format: FileFormat, file: str, data: bytes) -> None:
    """A damaged file is read or refused with a ``FormatError`` that names the file; nothing else is raised."""
    for damaged in (b"", data[: len(data) // 2], data[::-1], zlib.compress(data), b"\xff\xfe" + data, data * 2):
        try:
            file_format.read(file, damaged, None)
        except FormatError as error:
            require(error.file == file, f"the error is of {error.file}, not {file}")
        except Exception as error:
            raise AssertionError(f"{type(error).__name__} for {damaged[:40]!r}: {error}") from error


def _texts(columns: list[Column]) -> list[tuple[str, list[str | None]]]:
    return [(column.name, column.segments.to_pylist()) for column in columns]


def is_read_as_part_of_bleuscope(file_format: FileFormat, file: str, data: bytes) -> None:
    """BLEUscope reads the same columns from a file as the format does."""
    columns = read_by_plugin(file_format, file, data, None, DEFAULT_LIMITS, lambda share: None)
    require(_texts(columns) == _texts(file_format.read(file, data, None)), "BLEUscope reads something else")


FORMAT_RULES: tuple[Rule, ...] = (says_what_it_reads,)
SAMPLE_RULES: tuple[Rule, ...] = (
    finds_its_files,
    reads_columns,
    refuses_damaged_files,
    is_read_as_part_of_bleuscope,
)
