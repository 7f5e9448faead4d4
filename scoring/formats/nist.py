"""NIST's SGML: srcset, refset and tstset, read leniently, since many such files are no well-formed XML."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..arrays import Ints
from ..texts import as_mask
from .columns import Column, Notice, Role, clean_name, counted
from .errors import FormatError
from .limits import Limits, check_columns, check_segments
from .names import guess_file
from .notices import first_lines, notice_segments
from .text import Decoded

SETS = {"srcset": Role.SOURCE, "refset": Role.REFERENCE, "tstset": Role.SYSTEM}
ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
"""In this order: &amp; last, so that &amp;lt; becomes &lt; and no more."""

# Attributes end at the first < or > and have a bounded length: what is no tag costs no time.
_TAG = re.compile(
    r"<(?P<close>/?)(?P<tag>srcset|refset|tstset|doc|seg|hl|p|mteval)(?P<attributes>\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"""([A-Za-z_]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/>]+))""")


@dataclass
class _Layer:
    """The segments of one source, reference or system, by document and segment id."""

    role: Role
    name: str | None
    segments: dict[str, str] = field(default_factory=dict)


class _Segment(NamedTuple):
    """A segment where it stands in the file."""

    role: Role
    name: str | None
    key: str
    """Document and segment id."""
    line: int
    text: str


def is_nist(text: str) -> bool:
    """True where one of the three sets begins in the text."""
    return re.search(r"<(srcset|refset|tstset)[\s>]", text, re.IGNORECASE) is not None


def read_nist(file: str, text: Decoded, limits: Limits) -> list[Column]:
    """One column for each source, reference (refid, or the documents' sysid) and system (sysid).

    Where those ids do not tell files apart, ``roles.name_by_files`` names the columns by their files.
    Tags may be in capitals and unclosed, ``&`` and ``<`` may stand unescaped. White space at both
    ends of a segment belongs to the markup; the five XML entities are unescaped, others are left as
    they are with a notice. Raises ``FormatError`` for segments without a document or an id, and for ids
    that occur twice.
    """
    layers: dict[tuple[Role, str | None], _Layer] = {}
    for number, segment in enumerate(_segments(file, text.data.decode()), 1):
        layer = layers.setdefault((segment.role, segment.name), _Layer(segment.role, segment.name))
        if segment.key in layer.segments:
            advice = "Every segment id may occur once in a document."
            raise FormatError(file, f"segment {clean_name(segment.key)} a second time", None, segment.line, advice)
        layer.segments[segment.key] = segment.text
        check_segments(file, number, limits)
        check_columns(file, len(layers), limits)
    if not layers:
        advice = 'Expected <srcset>, <refset> or <tstset> with <doc docid="..."> and <seg id="1">.'
        raise FormatError(file, "no segments", "NIST SGML", advice=advice)
    columns = [_column(file, layer) for layer in layers.values()]
    return [columns[0].told(*text.notices), *columns[1:]]


def _segments(file: str, text: str) -> Iterator[_Segment]:
    """Every segment, in order."""
    role: Role | None = None
    set_name = doc = doc_name = None
    tags = _TAG.finditer(text)
    tag = next(tags, None)
    line, seen = 1, 0
    while tag is not None:
        following = next(tags, None)
        kind = tag["tag"].lower()
        if not tag["close"] and kind in (*SETS, "doc", "seg"):
            attributes = _attributes(tag["attributes"])
            line, seen = line + text.count("\n", seen, tag.start()), tag.start()
            if kind in SETS:
                role, doc, doc_name = SETS[kind], None, None
                set_name = attributes.get("refid") or attributes.get("sysid")
            elif kind == "doc":
                doc, doc_name = attributes.get("docid") or attributes.get("id"), attributes.get("sysid")
            else:
                if role is None or not doc:
                    raise _outside(file, line, role, attributes.get("id"))
                end = following.start() if following else len(text)
                key = _key(file, line, doc, attributes.get("id"))
                name = None if role is Role.SOURCE else set_name or doc_name
                yield _Segment(role, name, key, line, text[tag.end() : end].strip(" \t\n"))
        tag = following


def _outside(file: str, line: int, role: Role | None, segment: str | None) -> FormatError:
    expected = "a <doc docid=...>" if role else "<srcset>, <refset> or <tstset>"
    return FormatError(file, f"segment {clean_name(segment or '?')} outside of one", expected, line)


def _key(file: str, line: int, doc: str, segment: str | None) -> str:
    if not segment:
        found = f"a segment without id in document {clean_name(doc)}"
        raise FormatError(file, found, '<seg id="...">', line, "Segments are lined up by their ids.")
    return f"{doc} / {segment}"


def _attributes(text: str | None) -> dict[str, str]:
    found = _ATTRIBUTE.findall(text or "")
    return {name.lower(): _plain(double or single or bare) for name, double, single, bare in found}


def _plain(text: str) -> str:
    for entity, character in ENTITIES.items():
        text = text.replace(entity, character)
    return text


def _column(file: str, layer: _Layer) -> Column:
    segments = pa.array(layer.segments.values(), pa.string())
    for entity, character in ENTITIES.items():
        if entity == "&amp;":
            left = pc.match_substring_regex(segments, r"&(#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]+);")
            others = _other_entities(segments, np.flatnonzero(as_mask(left)))
        segments = pc.replace_substring(segments, entity, character)
    name = "source" if layer.role is Role.SOURCE else clean_name(layer.name or guess_file(file).name)
    keys = pa.array(layer.segments.keys(), pa.string())
    told = (*others, *notice_segments(segments, "NIST"))
    return Column(file, name, layer.role, segments, told, "NIST", keys, stated=True)


def _other_entities(segments: pa.StringArray, rows: Ints) -> list[Notice]:
    """A notice of entities beyond the five; &amp; itself is not one of them."""
    rest = pc.replace_substring(segments.take(pa.array(rows)), "&amp;", "")
    rows = rows[as_mask(pc.match_substring_regex(rest, r"&(#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]+);"))]
    if not len(rows):
        return []
    held = counted(len(rows), "segment holds", "segments hold")
    message = f"{held} entities such as &#233; or &nbsp;; they are left as they are written."
    return [Notice("entities", message, len(rows), first_lines(rows))]
