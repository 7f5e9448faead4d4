"""Find tags and texts of XML in bytes, and write them."""

import re
from collections.abc import Mapping
from html import escape
from types import MappingProxyType

from ...errors import FormatError
from ..inline_codes import InlineCode
from ..unit_trees import UnitElement
from .original_text import ByteEdit

_TAG = re.compile(rb"<(?P<name>[^\s/>]++)(?:\"[^\"]*+\"|'[^']*+'|[^'\">])*+>")
_ATTRIBUTE = re.compile(rb"\s++(?P<name>[^\s=/>]++)\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+')")
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NO_ATTRIBUTES: Mapping[str, str | None] = MappingProxyType({})
MAX_INDENT = 1_000
"""Maximum number of blanks before a tag that are looked at."""


def raw_tag(text: bytes, start: int) -> bytes:
    """Return the tag that begins at ``start``."""
    match = _TAG.match(text, start)
    assert match is not None, "expat has read a tag here"
    return match[0]


def element_name(text: bytes, start: int) -> bytes:
    """Return the name of the element whose tag begins at ``start``, as the file writes it."""
    match = _TAG.match(text, start)
    assert match is not None, "expat has read a tag here"
    return match["name"]


def element_prefix(text: bytes, element: UnitElement) -> bytes:
    """Return the prefix of an element's name, such as ``xlf:``; empty if the name has none."""
    prefix, colon, _ = element_name(text, element.start).rpartition(b":")
    return prefix + colon


def is_empty_tag(tag: bytes) -> bool:
    """Return whether a tag is a whole element, such as ``<target/>``."""
    return tag.endswith(b"/>")


def element_stop(text: bytes, element: UnitElement) -> int:
    """Return the place after an element's last byte."""
    tag = raw_tag(text, element.start)
    return element.start + len(tag) if is_empty_tag(tag) else text.index(b">", element.end) + 1


def inner_bytes(text: bytes, element: UnitElement) -> bytes:
    """Return the bytes between the tags of an element."""
    tag = raw_tag(text, element.start)
    return b"" if is_empty_tag(tag) else text[element.start + len(tag) : element.end]


def code_bytes(text: bytes, code: InlineCode) -> bytes:
    """Return a code, or the one end of a code around text, as the file writes it."""
    tag = raw_tag(text, code.start)
    if code.opens:
        return open_tag(tag)
    if is_empty_tag(tag):
        return b"</%s>" % element_name(text, code.start) if code.closes else tag
    return text[code.end if code.closes else code.start : text.index(b">", code.end) + 1]


def open_tag(tag: bytes) -> bytes:
    """Return the tag as an opening tag: ``<target/>`` becomes ``<target>``.

    >>> open_tag(b'<target state="new" />')
    b'<target state="new">'
    """
    return tag[:-2].rstrip() + b">" if is_empty_tag(tag) else tag


def replace_attributes(tag: bytes, attributes: Mapping[str, str | None]) -> bytes:
    """Return a tag with new values of some attributes; None removes one, and ``:name`` matches any prefix.

    >>> replace_attributes(b"<target state='new'>", {"state": "translated", "state-qualifier": None})
    b'<target state="translated">'
    """
    for name, value in attributes.items():
        match = next((one for one in _ATTRIBUTE.finditer(tag) if _is_called(one["name"], name.encode())), None)
        start, stop = (len(tag) - (2 if is_empty_tag(tag) else 1),) * 2 if match is None else match.span()
        attribute = b""
        if value is not None:
            attribute_name = name.removeprefix(":").encode() if match is None else match["name"]
            attribute = b' %s="%s"' % (attribute_name, escape(value).encode())
        tag = tag[:start] + attribute + tag[stop:]
    return tag


def attributes_edit(text: bytes, start: int, attributes: Mapping[str, str | None]) -> ByteEdit:
    """Return the edit that sets attributes of the tag that begins at ``start``."""
    tag = raw_tag(text, start)
    return ByteEdit(start, start + len(tag), replace_attributes(tag, attributes))


def content_edit(
    text: bytes, element: UnitElement, inner: bytes, attributes: Mapping[str, str | None] = NO_ATTRIBUTES
) -> ByteEdit:
    """Return the edit that sets an element's content, and values of some attributes."""
    tag = raw_tag(text, element.start)
    content = replace_attributes(open_tag(tag), attributes) + inner
    if is_empty_tag(tag):
        return ByteEdit(element.start, element.start + len(tag), content + b"</%s>" % element_name(text, element.start))
    return ByteEdit(element.start, element.end, content)


def _is_called(name: bytes, pattern: bytes) -> bool:
    return name.endswith(pattern) if pattern.startswith(b":") else name == pattern


def xml_text(file: str, text: str, of: str) -> bytes:
    """Return text escaped for XML; raise ``FormatError``, which names ``of``, for characters that XML cannot hold."""
    wrong = _NOT_IN_XML.search(text)
    if wrong is not None:
        actual = f"the control character U+{ord(wrong[0]):04X} in {of}"
        raise FormatError(file, actual, "characters that XML can hold", advice="Take it out of the text.")
    return escape(text, quote=False).replace("\r", "&#13;").encode()


def indent_before(text: bytes, place: int) -> bytes:
    """Return the line break and the blanks before a place; empty if a tag or text comes before it on the line."""
    before = text[max(place - MAX_INDENT, 0) : place]
    line = before.rstrip(b" \t")
    line_break = b"\r\n" if line.endswith(b"\r\n") else line[-1:]
    return line_break + before[len(line) :] if line_break.endswith(b"\n") else b""
