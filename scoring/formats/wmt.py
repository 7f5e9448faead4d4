"""WMT's XML of 2021 and later: dataset, doc, src, ref translator=, hyp system=."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO

import pyarrow as pa
from lxml import etree

from .columns import Column, Role, clean_name
from .errors import FormatError
from .limits import Limits, check_columns, check_segments
from .notices import notice_segments
from .text import Decoded

LAYERS = {
    "src": (Role.SOURCE, None),
    "ref": (Role.REFERENCE, "translator"),
    "hyp": (Role.SYSTEM, "system"),
}
PLAIN_NAMES = {"src": "source", "ref": "reference", "hyp": "system"}
Layer = tuple[Role, str]

_PROLOG = re.compile(rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_ROOT = re.compile(rb"<([A-Za-z_][^\s/>]*)")


@dataclass
class _Dataset:
    order: dict[str, None] = field(default_factory=dict)
    """``document / segment id`` in the order of the file."""
    layers: dict[Layer, dict[str, str]] = field(default_factory=dict)


def root_name(data: bytes) -> str | None:
    """The name of the first element after declarations and comments; None where there is none."""
    match = _ROOT.match(data, _prolog_end(data))
    return match[1].decode("utf-8", "replace") if match else None


def _prolog_end(data: bytes) -> int:
    """Where declarations and comments end; 0 where there are none."""
    match = _PROLOG.match(data)
    return match.end() if match else 0


def refuse_document_type(file: str, data: bytes) -> None:
    """``FormatError`` for a DOCTYPE: these formats have none, and entities are never expanded."""
    start = _prolog_end(data)
    if data[start : start + 2] == b"<!":
        line = data.count(b"\n", 0, start) + 1
        advice = "Entities are never expanded; remove the document type."
        raise FormatError(file, "a document type (<!DOCTYPE>)", "plain XML", line, advice)


def read_wmt(file: str, text: Decoded, limits: Limits) -> list[Column]:
    """One column for the source, for each translator and for each system, in the order of the file.

    White space at both ends of a segment belongs to the markup. Segments that a translator lacks are
    missing (null); a system that lacks one is a ``FormatError`` that names document, segment and system,
    as are ids that occur twice, segments that the source does not have, and XML that is not well-formed.
    """
    refuse_document_type(file, text.data)
    dataset = _Dataset()
    try:
        for _, doc in _documents(text.data):
            _read_doc(file, doc, dataset)
            check_segments(file, len(dataset.order), limits)
            check_columns(file, len(dataset.layers), limits)
            _forget(doc)
    except etree.XMLSyntaxError as error:
        found = clean_name(error.msg or "an error")
        raise FormatError(file, found, "well-formed XML", error.lineno or None) from None
    if not dataset.layers:
        advice = 'Expected <dataset> with <doc id="..."> and <src>, <ref> and <hyp> in it.'
        raise FormatError(file, "no segments", "WMT XML", advice=advice)
    columns = [_column(file, layer, dataset) for layer in dataset.layers]
    return [columns[0].told(*text.notices), *columns[1:]]


def _documents(data: bytes) -> Iterable[tuple[str, etree._Element]]:
    documents: Iterable[tuple[str, etree._Element]] = etree.iterparse(
        BytesIO(data),
        events=("end",),
        tag="doc",
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    return documents


def _forget(doc: etree._Element) -> None:
    """Frees what has been read: the document and its elder siblings."""
    doc.clear(keep_tail=False)
    while doc.getprevious() is not None:
        del doc.getparent()[0]


def _read_doc(file: str, doc: etree._Element, dataset: _Dataset) -> None:
    name = doc.get("id")
    if not name:
        raise FormatError(file, "a document without id", '<doc id="...">', doc.sourceline)
    found: dict[Layer, dict[str, str]] = {}
    for element in doc.iterchildren(*LAYERS):
        layer = _layer(element)
        if layer in found:
            what = f"{layer[0]} {layer[1]} a second time in document {clean_name(name)}"
            raise FormatError(file, what, None, element.sourceline, "Give each a translator= or system= of its own.")
        found[layer] = _read_segments(file, element, name)
    if not found:
        return
    spine = next((keys for (role, _), keys in found.items() if role is Role.SOURCE), max(found.values(), key=len))
    twice = next((key for key in spine if key in dataset.order), None)
    if twice:
        raise FormatError(file, f"segment {clean_name(twice)} a second time", None, doc.sourceline)
    for layer, segments in found.items():
        extra = next((key for key in segments if key not in spine), None)
        if extra:
            what = f"segment {clean_name(extra)} in {layer[0]} {layer[1]}, which the source does not have"
            raise FormatError(file, what, None, doc.sourceline)
        dataset.layers.setdefault(layer, {}).update(segments)
    dataset.order |= dict.fromkeys(spine)


def _layer(element: etree._Element) -> Layer:
    role, attribute = LAYERS[element.tag]
    name = element.get(attribute) if attribute else None
    return role, clean_name(name or PLAIN_NAMES[element.tag])


def _read_segments(file: str, element: etree._Element, doc: str) -> dict[str, str]:
    segments: dict[str, str] = {}
    for seg in element.iter("seg"):
        if not seg.get("id"):
            found = f"a segment without id in document {clean_name(doc)}"
            raise FormatError(file, found, '<seg id="...">', seg.sourceline)
        key = f"{doc} / {seg.get('id')}"
        if key in segments:
            raise FormatError(file, f"segment {clean_name(key)} a second time", None, seg.sourceline)
        segments[key] = "".join(seg.itertext(etree.Element)).strip(" \t\r\n")
    return segments


def _column(file: str, layer: Layer, dataset: _Dataset) -> Column:
    role, name = layer
    found = dataset.layers[layer]
    missing = next((key for key in dataset.order if key not in found), None)
    if missing and role is not Role.REFERENCE:
        count = len(dataset.order) - len(found)
        advice = f"Only references may lack segments; {role} {name} lacks {count:,} of {len(dataset.order):,}."
        raise FormatError(file, f"{role} {name} without segment {clean_name(missing)}", None, None, advice)
    segments = pa.array([found.get(key) for key in dataset.order], pa.string())
    keys = pa.array(dataset.order.keys(), pa.string())
    return Column(file, name, role, segments, notice_segments(segments, "WMT"), "WMT", keys, stated=True)
