"""Read NIST's SGML, srcset, refset and tstset, leniently, since many such files are not well-formed XML."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Ints
from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.languages import find_stated_language
from ...text.naming import clean_name
from ...text.texts import as_mask
from ..columns import Column, Notice, Role
from ..containers.growing import free_gradually, string_array
from ..containers.pieces import occurrences
from ..errors import FormatError
from ..limits import CHUNK, FileLimits, check_columns, check_growing_segment, check_ids, check_segments, check_tags
from ..names import guess_file
from ..plain_text.notices import first_lines, notice_segments
from ..plain_text.text import DecodedText

SETS = {"srcset": Role.SOURCE, "refset": Role.REFERENCE, "tstset": Role.SYSTEM}
LANGUAGE = ("trglang", "tgtlang")
"""Attributes of a set that name the target language."""
ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
"""Entities in the order of replacement: &amp; last, so that &amp;lt; becomes &lt; and no more."""
LONGEST_ENTITY = max(map(len, ENTITIES))
"""Number of bytes that may become one character: a raw text longer than the limit by this factor is always too long."""

# What is after a "<", as RE2, which never goes back in the text; white space is what Python's "\\s" is.
_TAG = (
    r"^(?P<close>/?)(?P<tag>(?i:srcset|refset|tstset|doc|seg|hl|p|mteval))"
    r"(?P<attributes>[\s\v\x{1c}-\x{1f}\x{85}\p{Z}][^<>]*)?/?>"
)
_DOUBLE = r"&amp;(?:lt|gt|quot|apos|nbsp|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});"
_ATTRIBUTES = 2001
"""Maximum number of characters of attributes that a tag may have."""
# A name is only looked for where it begins, so that what is no attribute is passed once.
_ATTRIBUTE = re.compile(r"""(?<![A-Za-z_])([A-Za-z_]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/>]+))""")


@dataclass
class _Layer:
    """The segments of one source, reference or system, by document and segment id."""

    role: Role
    name: str | None
    languages: set[str] = field(default_factory=set)
    """Languages that the layer's sets state."""
    segments: dict[str, str] = field(default_factory=dict)


class _Tag(NamedTuple):
    """A tag and its place in the file: bytes from ``start`` to before ``end``."""

    start: int
    end: int
    is_close: bool
    kind: str
    attributes: str


class _Segment(NamedTuple):
    """A segment and its place in the file."""

    role: Role
    name: str | None
    language: str | None
    key: str
    """Ids of the document and the segment."""
    start: int
    text: str


def is_nist(text: str) -> bool:
    """Return whether one of the three sets begins in the text."""
    return re.search(r"<(srcset|refset|tstset)[\s>]", text, re.IGNORECASE) is not None


def read_nist(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> list[Column]:
    """Return one column for each source, reference (refid, or the documents' sysid) and system (sysid).

    If files share these ids, ``roles.name_by_files`` names the columns by their files.
    Tags may be in capitals and unclosed, ``&`` and ``<`` may be unescaped. White space at both
    ends of a segment belongs to the markup; the five XML entities are unescaped, others are left as
    they are with a notice. Raises ``FormatError`` for segments without a document or an id, and for ids
    that occur twice.
    """
    layers: dict[tuple[Role, str | None], _Layer] = {}
    id_bytes = 0
    for number, segment in enumerate(_segments(file, text.data, limits, progress_of_part(on_progress, 0, 2)), 1):
        layer = layers.setdefault((segment.role, segment.name), _Layer(segment.role, segment.name))
        if segment.language:
            layer.languages.add(segment.language)
        if segment.key in layer.segments:
            advice = "Every segment id may occur once in a document."
            line = _line(text.data, segment.start)
            raise FormatError(file, f"segment {clean_name(segment.key)} a second time", None, line, advice)
        layer.segments[segment.key] = segment.text
        id_bytes += len(segment.key)
        check_ids(file, id_bytes, limits)
        check_segments(file, number, limits)
        check_columns(file, len(layers), limits)
    if not layers:
        advice = 'Expected <srcset>, <refset> or <tstset> with <doc docid="..."> and <seg id="1">.'
        raise FormatError(file, "no segments", "NIST SGML", advice=advice)
    columns = [
        _column(file, layer, progress_of_part(progress_of_part(on_progress, 1, 2), n, len(layers)))
        for n, layer in enumerate(layers.values())
    ]
    return [columns[0].with_notices(*text.notices), *columns[1:]]


def _segments(file: str, data: bytes, limits: FileLimits, on_progress: Progress) -> Iterator[_Segment]:
    """Yield every segment, in order."""
    role: Role | None = None
    set_name = doc = doc_name = language = None
    tags = _tags(data, on_progress)
    tag = next(tags, None)
    count = 0
    while tag is not None:
        following = next(tags, None)
        count += 1
        check_tags(file, count, limits)
        if not tag.is_close and tag.kind in (*SETS, "doc", "seg"):
            attributes = _attributes(tag.attributes)
            if tag.kind in SETS:
                role, doc, doc_name = SETS[tag.kind], None, None
                set_name = attributes.get("refid") or attributes.get("sysid")
                language = next(filter(None, map(attributes.get, LANGUAGE)), None)
            elif tag.kind == "doc":
                doc, doc_name = attributes.get("docid") or attributes.get("id"), attributes.get("sysid")
            else:
                segment = attributes.get("id")
                if role is None or not doc:
                    raise _outside(file, _line(data, tag.start), role, segment)
                if not segment:
                    raise _nameless(file, _line(data, tag.start), doc)
                end = following.start if following else len(data)
                if (end - tag.end) // LONGEST_ENTITY > limits.longest_segment:
                    check_growing_segment(file, end - tag.end, limits, _line(data, tag.start))
                text = data[tag.end : end].decode().strip(" \t\n")
                name = None if role is Role.SOURCE else set_name or doc_name
                yield _Segment(role, name, language, f"{doc} / {segment}", tag.start, text)
        tag = following


def _tags(data: bytes, on_progress: Progress) -> Iterator[_Tag]:
    """Yield every known tag, searched one block of the file at a time."""
    for start, block in _blocks(data):
        pieces = pc.split_pattern(pa.array([block], pa.string()), "<").flatten()
        begins = start + np.cumsum(np.r_[0, pc.binary_length(pieces).to_numpy()[:-1] + 1])
        matches = pc.extract_regex(pieces, _TAG)
        rows = np.flatnonzero(as_mask(matches.is_valid()))
        tags = matches.take(pa.array(rows))
        ends = begins[rows] + pc.find_substring(pieces.take(pa.array(rows)), ">").to_numpy() + 1
        kinds = pc.utf8_lower(tags.field("tag")).to_pylist()
        closes, attributes = tags.field("close").to_pylist(), tags.field("attributes").to_pylist()
        for begin, end, close, kind, inside in zip(begins[rows], ends, closes, kinds, attributes, strict=True):
            if begin and len(inside.removesuffix("/")) <= _ATTRIBUTES:
                yield _Tag(int(begin) - 1, int(end), bool(close), kind, inside)
        on_progress((start + len(block)) / len(data))


def _blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each block of at most ``CHUNK`` bytes, which begins after a "<", with the place where it begins.

    Longer text without "<" is cut after its beginning, in which its tag would end.
    """
    start = 0
    while start < len(data):
        stop = data.rfind(b"<", start, start + CHUNK)
        if stop < 0:
            stop = data.find(b"<", start + CHUNK)
        stop = stop if stop >= 0 else len(data)
        yield start, data[start : min(stop, start + CHUNK)].decode("utf-8", "ignore").encode()
        start = stop + 1


def _line(data: bytes, start: int) -> int:
    return occurrences(data, b"\n", start) + 1


def _outside(file: str, line: int, role: Role | None, segment: str | None) -> FormatError:
    expected = "a <doc docid=...>" if role else "<srcset>, <refset> or <tstset>"
    return FormatError(file, f"segment {clean_name(segment or '?')} outside of one", expected, line)


def _nameless(file: str, line: int, doc: str) -> FormatError:
    actual = f"a segment without id in document {clean_name(doc)}"
    return FormatError(file, actual, '<seg id="...">', line, "Segments are lined up by their ids.")


def _attributes(text: str) -> dict[str, str]:
    matches = _ATTRIBUTE.findall(text)
    return {name.lower(): _plain(double or single or bare) for name, double, single, bare in matches}


def _plain(text: str) -> str:
    for entity, character in ENTITIES.items():
        text = text.replace(entity, character)
    return text


def _column(file: str, layer: _Layer, on_progress: Progress) -> Column:
    segments = string_array(layer.segments.values())
    for entity, character in ENTITIES.items():
        if entity == "&amp;":
            has_entity = pc.match_substring_regex(segments, r"&(#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]+);")
            others = _entity_notices(segments, np.flatnonzero(as_mask(has_entity)))
            others += _double_entities(segments)
        segments = pc.replace_substring(segments, entity, character)
    name = "source" if layer.role is Role.SOURCE else clean_name(layer.name or guess_file(file).name)
    keys = string_array(layer.segments.keys())
    free_gradually(layer.segments)
    notices = (*others, *notice_segments(segments, "NIST", on_progress))
    language = None if layer.role is Role.SOURCE else find_stated_language(layer.languages)
    return Column(file, name, layer.role, segments, notices, "NIST", keys, stated=True, language=language)


def _double_entities(segments: pa.StringArray) -> list[Notice]:
    """Return a notice of entities that were escaped twice, such as &amp;#39; for an apostrophe; empty without any."""
    rows = np.flatnonzero(as_mask(pc.match_substring_regex(segments, _DOUBLE)))
    if not len(rows):
        return []
    count_phrase = counted(len(rows), "segment holds", "segments hold")
    message = (
        f"{count_phrase} entities that were escaped twice, such as &amp;#39; or &amp;quot;; they are scored as text."
    )
    return [Notice("entities", message, len(rows), first_lines(rows))]


def _entity_notices(segments: pa.StringArray, rows: Ints) -> list[Notice]:
    """Return a notice of entities other than the five of XML; empty without any."""
    rest = pc.replace_substring(segments.take(pa.array(rows)), "&amp;", "")
    rows = rows[as_mask(pc.match_substring_regex(rest, r"&(#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]+);"))]
    if not len(rows):
        return []
    count_phrase = counted(len(rows), "segment holds", "segments hold")
    message = f"{count_phrase} entities such as &#233; or &nbsp;; they were not replaced."
    return [Notice("entities", message, len(rows), first_lines(rows))]
