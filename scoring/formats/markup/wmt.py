"""Read WMT's XML of 2021 and later: dataset, doc, src, ref translator=, hyp system=."""

import re
from dataclasses import dataclass, field

import pyarrow.compute as pc

from ...counting.progress import Progress, no_progress, progress_of_part
from ...text.languages import find_stated_language
from ...text.naming import clean_name
from ..columns import Column, Role
from ..containers.growing import BLOCK, GrowingColumns, free_gradually
from ..errors import FormatError
from ..limits import CHUNK, FileLimits, check_cells, check_columns, check_growing_segment, check_ids, check_segments
from ..plain_text.notices import notice_segments
from ..plain_text.text import DecodedText
from .elements import Elements

LAYERS = {
    "src": (Role.SOURCE, None),
    "ref": (Role.REFERENCE, "translator"),
    "hyp": (Role.SYSTEM, "system"),
}
PLAIN_NAMES = {"src": "source", "ref": "reference", "hyp": "system"}
LANGUAGE = ("lang", "language")
Layer = tuple[Role, str]
KEYS = (Role.IGNORE, "keys")
"""Key of the column of ``document / segment id`` among the layers."""

_PROLOG = re.compile(rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_PROLOG_READ = 2**20
_ROOT = re.compile(rb"<([A-Za-z_][^\s/>]*)")


def root_name(data: bytes) -> str | None:
    """Return the name of the first element after declarations and comments; None if there is none."""
    start = data[:_PROLOG_READ]
    prolog = _PROLOG.match(start)
    match = _ROOT.match(start, prolog.end() if prolog else 0)
    return match[1].decode("utf-8", "replace") if match else None


def read_wmt(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> list[Column]:
    """Return one column for the source, for each translator and for each system, in the order of the file.

    White space at both ends of a segment belongs to the markup. Segments that a translator lacks are
    missing (null). Raises ``FormatError`` for a system that lacks a segment, with document, segment and system, for
    ids that occur twice, for segments that the source does not have, and for XML that is not well-formed.
    """
    reader = _Reader(file, limits)
    elements = reader.elements
    for start in range(0, len(text.data), CHUNK):
        elements.feed(text.data[start : start + CHUNK])
        on_progress(min(start + CHUNK, len(text.data)) / len(text.data) / 2)
    elements.close()
    columns = reader.columns(progress_of_part(on_progress, 1, 2))
    return [columns[0].with_notices(*text.notices), *columns[1:]]


@dataclass
class _Document:
    id: str
    line: int
    depth: int
    layers: dict[Layer, dict[str, str]] = field(default_factory=dict)
    """Segments of each layer, by ``document / segment id``."""


class _Reader:
    """Reader that collects the segments of a file, one document at a time."""

    def __init__(self, file: str, limits: FileLimits) -> None:
        self.file, self.limits = file, limits
        self.elements = Elements(file, limits, self._start, self._end, self._text, "utf-8")
        self.document: _Document | None = None
        self.layer: dict[str, str] | None = None
        """Segments of the source, reference or system that is being read."""
        self.key: str | None = None
        """Key of the segment that is being read."""
        self.pieces: list[str] = []
        self.characters = 0
        """Number of characters of the segment's pieces."""
        self.layers: set[Layer] = set()
        """Layers of all documents so far."""
        self.languages: dict[Layer, set[str]] = {}
        """Languages that each layer states."""
        self.earlier_ids: set[str] = set()
        """Ids of all segments before the current document."""
        self.id_bytes = 0
        self.table: GrowingColumns[Layer] = GrowingColumns(file, limits)
        self.waiting: dict[Layer, list[str | None]] = {KEYS: []}
        """Rows that are not in the table yet."""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "doc":
            self._start_document(attributes.get("id"))
        elif self.document is None:
            return
        elif name in LAYERS and self.elements.depth == self.document.depth + 1:
            self._start_layer(self.document, name, attributes)
        elif name == "seg" and self.layer is not None:
            self._start_segment(self.document, self.layer, attributes.get("id"))

    def _start_document(self, id: str | None) -> None:
        if self.document is not None:
            raise self._error("a document inside a document", "<doc> next to <doc>", "A </doc> may be missing.")
        if not id:
            raise self._error("a document without id", '<doc id="...">')
        self.document = _Document(id, self.elements.line, self.elements.depth)

    def _start_layer(self, document: _Document, name: str, attributes: dict[str, str]) -> None:
        role, attribute = LAYERS[name]
        layer = role, clean_name((attributes.get(attribute) if attribute else None) or PLAIN_NAMES[name])
        if layer in document.layers:
            problem = f"{role} {layer[1]} a second time in document {clean_name(document.id)}"
            raise self._error(problem, advice="Give each a translator= or system= of its own.")
        self.layer = document.layers[layer] = {}
        self.layers.add(layer)
        self.languages.setdefault(layer, set()).update(filter(None, map(attributes.get, LANGUAGE)))
        check_columns(self.file, len(self.layers), self.limits)

    def _start_segment(self, document: _Document, layer: dict[str, str], id: str | None) -> None:
        if self.key is not None:
            raise self._error("a segment inside a segment", "<seg> next to <seg>", "A </seg> may be missing.")
        if not id:
            raise self._error(f"a segment without id in document {clean_name(document.id)}", '<seg id="...">')
        self.key = f"{document.id} / {id}"
        if self.key in layer:
            raise self._error(f"segment {clean_name(self.key)} a second time")
        self.id_bytes += len(self.key)
        check_ids(self.file, self.id_bytes, self.limits)
        check_segments(self.file, len(self.earlier_ids) + len(layer) + 1, self.limits)

    def _text(self, text: str) -> None:
        if self.key is not None:
            self.pieces.append(text)
            self.characters += len(text)
            check_growing_segment(self.file, self.characters, self.limits, self.elements.line)

    def _end(self, name: str) -> None:
        if self.document is None:
            return
        if name == "seg" and self.key is not None and self.layer is not None:
            self.layer[self.key] = "".join(self.pieces).strip(" \t\r\n")
            self.key, self.pieces, self.characters = None, [], 0
        elif self.elements.depth == self.document.depth + 1:
            self.layer = None
        elif self.elements.depth == self.document.depth:
            self._end_document(self.document)

    def _end_document(self, document: _Document) -> None:
        self.document = None
        if not document.layers:
            return
        layers = document.layers
        source = next((keys for (role, _), keys in layers.items() if role is Role.SOURCE), None)
        spine = max(layers.values(), key=len) if source is None else source
        twice = next((key for key in spine if key in self.earlier_ids), None)
        if twice:
            raise FormatError(self.file, f"segment {clean_name(twice)} a second time", None, document.line)
        for (role, name), segments in layers.items():
            extra = next((key for key in segments if key not in spine), None)
            if extra:
                actual = f"segment {clean_name(extra)} in {role} {name}, which the source does not have"
                raise FormatError(self.file, actual, None, document.line)
        keys = list(spine)
        for start in range(0, len(keys), BLOCK):
            self._append(keys[start : start + BLOCK], layers)

    def _append(self, keys: list[str], layers: dict[Layer, dict[str, str]]) -> None:
        """Add rows of segments, which are removed from ``layers``."""
        self.earlier_ids.update(keys)
        before = len(self.waiting[KEYS])
        for layer in layers:
            self.waiting.setdefault(layer, [None] * before)
        check_cells(self.file, (len(self.waiting) - 1) * len(self.earlier_ids), self.limits)
        self.waiting[KEYS] += keys
        for layer, waiting in self.waiting.items():
            if layer != KEYS:
                segments = layers.get(layer, {})
                waiting += [segments.pop(key, None) for key in keys]
        if len(self.waiting) * len(self.waiting[KEYS]) >= BLOCK:
            self._flush()

    def _flush(self) -> None:
        self.table.append(self.waiting, len(self.waiting[KEYS]))
        self.waiting = {layer: [] for layer in self.waiting}

    def columns(self, on_progress: Progress) -> list[Column]:
        """Return all columns; raise ``FormatError`` if there are none, or if a source or a system lacks a segment."""
        self._flush()
        free_gradually(self.earlier_ids)
        table = self.table.columns()
        keys = table.pop(KEYS)
        if not table:
            advice = 'Expected <dataset> with <doc id="..."> and <src>, <ref> and <hyp> in it.'
            raise FormatError(self.file, "no segments", "WMT XML", advice=advice)
        columns = []
        for number, ((role, name), segments) in enumerate(table.items()):
            if segments.null_count and role is not Role.REFERENCE:
                missing = keys[pc.index(pc.is_null(segments), True).as_py()].as_py()
                lack = f"lacks {segments.null_count:,} of {len(keys):,}"
                advice = f"Only references may lack segments; {role} {name} {lack}."
                actual = f"{role} {name} without segment {clean_name(missing)}"
                raise FormatError(self.file, actual, None, None, advice)
            notices = notice_segments(segments, "WMT", progress_of_part(on_progress, number, len(table)))
            language = find_stated_language(self.languages[role, name])
            columns.append(
                Column(self.file, name, role, segments, notices, "WMT", keys, stated=True, language=language)
            )
        return columns

    def _error(self, actual: str, expected: str | None = None, advice: str | None = None) -> FormatError:
        return FormatError(self.file, actual, expected, self.elements.line, advice)
