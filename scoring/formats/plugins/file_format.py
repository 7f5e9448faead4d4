"""Define file formats of other packages, and find the one that reads a file."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from ...counting.progress import Progress, no_progress
from ...plugins.entry_points import FORMAT_PLUGINS, Plugin, describe_error
from ...plugins.plugin_classes import check_importable, check_plugin_name
from ...plugins.plugin_registry import PluginRegistry
from ...text.naming import path_parts
from ..columns import Column, require_columns
from ..errors import FormatError
from ..limits import FileLimits, check_segments

TEXT, TSV, CSV = ("txt",), ("tsv", "tab"), ("csv",)
JSON = ("jsonl", "ndjson", "json")
SGML = ("sgm", "sgml")
WORKBOOKS = ("xlsx", "xlsm")
PACKED = ("gz", "zip")
OWN_ENDINGS = frozenset([*TEXT, *TSV, *CSV, *JSON, *SGML, *WORKBOOKS, *PACKED, "xml", "parquet"])
"""Endings that no plug-in may claim; a plug-in may still recognize a file with such an ending by its content."""


SAMPLES_OF_OTHER_KINDS = (
    b"The cat sat on the mat.\nA dog barked.\n",
    b"source\treference\tsystem\nDie Katze\tThe cat\tA cat\n",
    b"source,reference\nDie Katze,The cat\n",
    b'{"source": "Die Katze", "reference": "The cat"}\n',
    b'<refset setid="a" srclang="de" trglang="en"><doc docid="b"><seg id="1">The cat</seg></doc></refset>\n',
    b'<?xml version="1.0"?><dataset id="a"><doc id="b"></doc></dataset>\n',
)
"""Beginnings of files of BLEUscope's own formats, which no plug-in may recognize by their content."""
LOOKED_AT_BYTES = 4096
_ENDING = re.compile(r"[a-z0-9]{1,12}")


@dataclass(frozen=True)
class FileFormat(ABC):
    """A file format of another package, which recognizes and reads its files."""

    name: ClassVar[str]
    """Name of the format's entry point: a small letter, then small letters, digits and _."""
    label: ClassVar[str]
    """Name that people read, such as TMX, and that each column states."""
    endings: ClassVar[tuple[str, ...]] = ()
    """Endings of files of this format, in small letters without a full stop."""

    def recognizes(self, start: bytes) -> bool:
        """Return whether a file that begins with these bytes, with any ending except .txt, is of this format."""
        return False

    @abstractmethod
    def read(self, file: str, data: bytes, encoding: str | None, on_progress: Progress = no_progress) -> list[Column]:
        """Return the columns of a whole file; raise ``FormatError`` for any fault of the file.

        ``decode_text`` of ``bleuscope.scoring.formats`` turns the bytes into text, with its notices.
        """


def accept_format(plugin: Plugin, plugin_class: object) -> FileFormat:
    """Return the format that a plug-in names; raise ``ValueError`` with the part of the contract that it breaks."""
    if not isinstance(plugin_class, type) or not issubclass(plugin_class, FileFormat):
        raise ValueError(f"expected a subclass of bleuscope.scoring.formats.FileFormat; found {plugin_class!r:.100}")
    if plugin_class.name != plugin.name:
        raise ValueError(
            f"the format's name must be that of its entry point, {plugin.name!r}; found {plugin_class.name!r}"
        )
    check_plugin_name(plugin_class.name)
    check_importable(plugin_class)
    format_ = plugin_class()
    check_recognition(format_)
    return format_


def check_recognition(format_: FileFormat) -> None:
    """Raise ``ValueError`` unless a format has endings of its own and recognizes no file of BLEUscope's formats."""
    if not isinstance(format_.label, str) or not format_.label.strip():
        raise ValueError(f"its label must be a word; found {format_.label!r}")
    wrong = [ending for ending in format_.endings if not _ENDING.fullmatch(ending) or ending in OWN_ENDINGS]
    if wrong:
        raise ValueError(
            f"its endings must be small letters and digits that BLEUscope does not read; found {wrong[0]!r}"
        )
    own_sample = next((sample for sample in SAMPLES_OF_OTHER_KINDS if format_.recognizes(sample)), None)
    if own_sample is not None:
        raise ValueError(f"it recognizes a file of BLEUscope's own formats, which begins with {own_sample[:40]!r}")
    if format_.recognizes(b""):
        raise ValueError("it recognizes an empty file")


FILE_FORMATS: "PluginRegistry[FileFormat]" = PluginRegistry(__package__, {}, FORMAT_PLUGINS, accept_format)
"""Formats of other packages, by name; BLEUscope's own readers are in ``dispatch``."""


@cache
def plugin_endings() -> tuple[str, ...]:
    """Return the endings that formats of other packages read."""
    return tuple(dict.fromkeys(ending for format_ in FILE_FORMATS.values() for ending in format_.endings))


def find_format(file: str, start: bytes) -> FileFormat | None:
    """Return the format of another package that reads a file with this name and these first bytes, or None.

    A file that ends in .txt is plain text and never given to a plug-in.
    """
    name = path_parts(file)[-1].lower().removesuffix(".gz")
    ending = name.rpartition(".")[2] if "." in name else ""
    if ending == "txt" or not FILE_FORMATS:
        return None
    by_ending = next((one for one in FILE_FORMATS.values() if ending in one.endings), None)
    return by_ending or next((one for one in FILE_FORMATS.values() if _recognizes(one, start[:LOOKED_AT_BYTES])), None)


def _recognizes(format_: FileFormat, start: bytes) -> bool:
    try:
        return bool(format_.recognizes(start))
    except Exception:  # then the file is not of its kind
        return False


def read_by_plugin(
    format_: FileFormat, file: str, data: bytes, encoding: str | None, limits: FileLimits, on_progress: Progress
) -> list[Column]:
    """Return the columns that a plug-in's format reads; raise ``FormatError`` if it fails or returns something else."""
    try:
        columns = require_columns(format_.read(file, data, encoding, on_progress))
    except FormatError:
        raise
    except Exception as error:
        advice = "The fault is in the package that reads this format, or in the file."
        raise FormatError(
            file, describe_error(error), f"a file of the format {format_.label}", advice=advice
        ) from error
    if not columns:
        raise FormatError(file, "no columns of text", f"a file of the format {format_.label}")
    for column in columns:
        check_segments(file, len(column), limits)
    return columns
