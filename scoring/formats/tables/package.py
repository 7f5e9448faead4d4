"""Read the parts of an XLSX workbook: the list of sheets, the strings that cells share, the styles that are dates."""

import posixpath
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

from ...counting.progress import Progress
from ...output.numbers import counted
from ...text.naming import clean_name
from ..errors import TooLargeError
from ..limits import ADVICE, MEGABYTE, Budget, check_growing_segment, megabytes
from ..markup.elements import Elements, local_name

SMALL_PART = 20 * MEGABYTE
"""Maximum number of bytes of a part other than sheets and strings."""
FORMAT_CODE = 255
"""Maximum number of characters of a number format that Excel allows."""

_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_MACROS = "application/vnd.ms-excel."
_WORKBOOKS = {
    f"{_TYPES}sheet.main+xml",
    f"{_TYPES}template.main+xml",
    f"{_MACROS}sheet.macroEnabled.main+xml",
    f"{_MACROS}template.macroEnabled.main+xml",
}
_STRINGS = f"{_TYPES}sharedStrings+xml"

OnStart = Callable[[str, dict[str, str]], object]
OnText = Callable[[str], object]


class Package:
    """A workbook's zip; at most ``limits.file_bytes`` are unpacked, and no part is held in memory."""

    def __init__(self, file: str, archive: zipfile.ZipFile, budget: Budget) -> None:
        self.file, self.budget = file, budget
        self.names = frozenset(archive.namelist())
        self._archive = archive
        self._before = budget.used
        self._tags = 0

    def read(
        self,
        name: str,
        on_progress: Progress,
        on_start: OnStart,
        on_end: OnText | None = None,
        on_text: OnText | None = None,
        max_bytes: int = SMALL_PART,
    ) -> Iterator[None]:
        """Yield after each piece of a part, whose elements are passed to the callbacks, by names without namespace."""
        elements = Elements(
            self.file,
            self.budget.limits,
            on_start,
            on_end or (lambda name: None),
            on_text or (lambda text: None),
            tags=self._tags,
            part=name,
            is_local=True,
        )
        info = self._archive.getinfo(name)
        limit, size = self.budget.limits.file_bytes, 0
        with self._archive.open(info) as stream:
            for chunk in self.budget.chunks(self.file, stream, info.file_size, on_progress):
                size += len(chunk)
                if size > max_bytes:
                    expected = f"at most {megabytes(max_bytes)} in a part that holds no cells"
                    raise TooLargeError(self.file, f"more in {clean_name(name)}", expected)
                if self.budget.used - self._before > limit:
                    raise TooLargeError(self.file, "more", f"at most {megabytes(limit)} once unpacked", advice=ADVICE)
                elements.feed(chunk)
                self._tags = elements.tags
                yield
        elements.close()

    def read_whole(
        self,
        name: str,
        on_progress: Progress,
        on_start: OnStart,
        on_end: OnText | None = None,
        on_text: OnText | None = None,
        max_bytes: int = SMALL_PART,
    ) -> None:
        """Pass all elements of a part to the callbacks."""
        for _ in self.read(name, on_progress, on_start, on_end, on_text, max_bytes):
            pass


@dataclass(frozen=True)
class Sheet:
    """A sheet's title, the name of its part, and whether the workbook hides it."""

    title: str
    part: str
    is_hidden: bool = False


@dataclass
class WorkbookContents:
    """The parts of a workbook that are read before its sheets."""

    sheets: list[Sheet] = field(default_factory=list)
    epoch: datetime = WINDOWS_EPOCH
    """Day from which dates are counted."""
    strings: list[str] = field(default_factory=list)
    """Strings that cells refer to by number."""
    formats: "Formats" = field(default_factory=lambda: Formats([], {}))


class Formats:
    """The number formats of the cells' styles."""

    def __init__(self, of_style: list[int], codes: dict[int, str]) -> None:
        self._of_style, self._codes = of_style, BUILTIN_FORMATS | codes
        self._kinds_by_style: dict[int, tuple[bool, bool]] = {}

    def is_date(self, style: int) -> bool:
        return self._is(style)[0]

    def is_duration(self, style: int) -> bool:
        return self._is(style)[1]

    def _is(self, style: int) -> tuple[bool, bool]:
        if style not in self._kinds_by_style:
            number = self._of_style[style] if 0 <= style < len(self._of_style) else 0
            code = self._codes.get(number, "")[:FORMAT_CODE]
            self._kinds_by_style[style] = is_date_format(code), is_timedelta_format(code)
        return self._kinds_by_style[style]


def read_workbook_contents(package: Package, on_progress: Progress) -> WorkbookContents:
    """Return all that is needed to read the sheets.

    Raises ``FormatError``, ``KeyError`` and ``ValueError`` for damage.
    """
    workbook, strings = _read_types(package, on_progress)
    contents = WorkbookContents()
    _read_sheets(package, workbook, contents, on_progress)
    if "xl/styles.xml" in package.names:
        contents.formats = _read_formats(package, on_progress)
    if strings is not None:
        contents.strings = _read_strings(package, strings, on_progress)
    return contents


def _read_types(package: Package, on_progress: Progress) -> tuple[str, str | None]:
    """Return the names of the workbook's own part and of the shared strings' part, None if there is none."""
    parts: dict[str, str] = {}
    defaults: set[str] = set()

    def on_start(name: str, attributes: dict[str, str]) -> None:
        if name == "Override":
            parts.setdefault(attributes["ContentType"], attributes["PartName"].removeprefix("/"))
        elif name == "Default":
            defaults.add(attributes["ContentType"])

    package.read_whole("[Content_Types].xml", on_progress, on_start)
    workbook = next((parts[kind] for kind in parts if kind in _WORKBOOKS), None)
    if workbook is None and not defaults & _WORKBOOKS:
        raise ValueError("no part is called a workbook")
    return workbook or "xl/workbook.xml", parts.get(_STRINGS)


def _read_sheets(package: Package, workbook: str, contents: WorkbookContents, on_progress: Progress) -> None:
    folder, name = posixpath.split(workbook)
    targets: dict[str, tuple[str, str]] = {}
    limit = package.budget.limits.sheets
    sheets: list[tuple[str, str, bool]] = []

    def on_relationship(name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship":
            path = posixpath.normpath(posixpath.join("/", folder, attributes["Target"])).lstrip("/")
            targets[attributes["Id"]] = attributes["Type"], path

    def on_start(name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            if len(sheets) == limit:
                raise TooLargeError(package.file, "more", f"at most {counted(limit, 'sheet')}", advice=ADVICE)
            id = next((value for key, value in attributes.items() if local_name(key) == "id"), "")
            sheets.append((attributes["name"], id, attributes.get("state", "visible") != "visible"))
        elif name == "workbookPr" and attributes.get("date1904", "0") not in ("", "0", "f", "false"):
            contents.epoch = MAC_EPOCH

    package.read_whole(posixpath.join(folder, "_rels", f"{name}.rels"), on_progress, on_relationship)
    package.read_whole(workbook, on_progress, on_start)
    sheets_by_part: dict[str, Sheet] = {}  # by part, so that sheets of the same part are read once
    for title, id, is_hidden in sheets:
        if id:
            kind, path = targets[id]
            if path in package.names and "chartsheet" not in kind:
                sheets_by_part.setdefault(path, Sheet(title, path, is_hidden))
    contents.sheets = list(sheets_by_part.values())


def _read_formats(package: Package, on_progress: Progress) -> Formats:
    codes: dict[int, str] = {}
    of_style: list[int] = []
    inside = ""

    def on_start(name: str, attributes: dict[str, str]) -> None:
        nonlocal inside
        if name in ("numFmts", "cellXfs"):
            inside = name
        elif name == "numFmt" and inside == "numFmts":
            codes[int(attributes["numFmtId"])] = attributes["formatCode"]
        elif name == "xf" and inside == "cellXfs":
            of_style.append(int(attributes.get("numFmtId", 0)))

    def on_end(name: str) -> None:
        nonlocal inside
        if name == inside:
            inside = ""

    package.read_whole("xl/styles.xml", on_progress, on_start, on_end)
    return Formats(of_style, codes)


def _read_strings(package: Package, name: str, on_progress: Progress) -> list[str]:
    """Return the texts that cells refer to; rich text without its styles and phonetic readings."""
    strings: list[str] = []
    pieces: list[str] = []
    characters = 0
    inside: list[str] = []

    def on_start(name: str, attributes: dict[str, str]) -> None:
        inside.append(name)

    def on_text(text: str) -> None:
        nonlocal characters
        if inside[-1] == "t" and "rPh" not in inside:
            pieces.append(text)
            characters += len(text)
            check_growing_segment(package.file, characters, package.budget.limits, None)

    def on_end(name: str) -> None:
        nonlocal characters
        inside.pop()
        if name == "si":
            characters = 0
            strings.append("".join(pieces).replace("x005F_", ""))
            pieces.clear()

    package.read_whole(name, on_progress, on_start, on_end, on_text, package.budget.limits.file_bytes)
    return strings
