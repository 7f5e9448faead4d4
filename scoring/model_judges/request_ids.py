"""The id of a request to a language model: the output that it asks about, and the number of the repeat."""

import re
from dataclasses import dataclass

from ..judgments.fingerprints import FINGERPRINT_DIGITS

MAX_SHORT_CHARACTERS = 64
"""Largest number of characters of an id that every provider accepts: Anthropic's limit."""
_ESCAPED = re.compile(r"[%|\x00-\x1f\x7f]")
"""Characters that are escaped in a system's name; ``|`` separates the parts of an id."""
_PERCENT = re.compile(r"%([0-9A-F]{2})")
_FULL = re.compile(
    rf"(?P<fingerprint>[0-9a-f]{{{FINGERPRINT_DIGITS}}})\|(?P<system>[^|]+)\|(?P<segment>[1-9]\d*)\|(?P<repeat>[1-9]\d*)",
    re.ASCII,
)
_SHORT = re.compile(
    rf"(?P<fingerprint>[0-9a-f]{{{FINGERPRINT_DIGITS}}})-(?P<system>[A-Za-z0-9_-]+)"
    r"-(?P<segment>[1-9]\d*)-(?P<repeat>[1-9]\d*)",
    re.ASCII,
)
_UNSAFE = re.compile(rb"[^A-Za-z0-9-]")
_UNDERSCORE = re.compile(rb"_([0-9A-F]{2})")


@dataclass(frozen=True, slots=True)
class RequestId:
    """The output that one request asks about, and the number of the repeat.

    >>> RequestId("3f2a9c1b", "Online-W", 17, 1).custom_id
    '3f2a9c1b|Online-W|17|1'
    """

    fingerprint: str
    """Fingerprint of the source and the output, as ``output_fingerprint`` computes it."""
    system: str
    segment: int
    """Number of the segment in the file, from 1."""
    repeat: int
    """Number of the repeat, from 1."""

    @property
    def custom_id(self) -> str:
        """The id as text, ``fingerprint|system|segment|repeat``; ``%`` and ``|`` in a name are ``%25`` and ``%7C``."""
        system = _ESCAPED.sub(lambda match: f"%{ord(match[0]):02X}", self.system)
        return f"{self.fingerprint}|{system}|{self.segment}|{self.repeat}"

    @property
    def short_id(self) -> str:
        """Id in letters, digits, ``-`` and ``_`` only; another byte of a name is ``_`` and two hexadecimal digits.

        ``ValueError`` where it has more than 64 characters.

        >>> RequestId("3f2a9c1b", "Online-W (2)", 17, 1).short_id
        '3f2a9c1b-Online-W_20_282_29-17-1'
        """
        system = _UNSAFE.sub(lambda match: b"_%02X" % match[0][0], self.system.encode()).decode()
        text = f"{self.fingerprint}-{system}-{self.segment}-{self.repeat}"
        if len(text) > MAX_SHORT_CHARACTERS:
            raise ValueError(
                f"system {self.system}: its name is too long for ids of {MAX_SHORT_CHARACTERS} characters, in which"
                " all but letters, digits and - takes three; give it a shorter one."
            )
        return text


def parse_request_id(text: str) -> RequestId | None:
    """Return the id that a text spells, in either form; None for any other text.

    >>> parse_request_id("3f2a9c1b-Online-W-17-1") == parse_request_id("3f2a9c1b|Online-W|17|1")
    True
    """
    try:
        request_id = _parse(text)
    except (UnicodeError, ValueError):
        return None
    return request_id if request_id is not None and text in _forms(request_id) else None


def _parse(text: str) -> RequestId | None:
    if (match := _FULL.fullmatch(text)) is not None:
        system = _PERCENT.sub(lambda escaped: chr(int(escaped[1], 16)), match["system"])
    elif (match := _SHORT.fullmatch(text)) is not None:
        system = _UNDERSCORE.sub(lambda escaped: bytes.fromhex(escaped[1].decode()), match["system"].encode()).decode()
    else:
        return None
    return RequestId(match["fingerprint"], system, int(match["segment"]), int(match["repeat"]))


def _forms(request_id: RequestId) -> list[str]:
    """Return the texts that spell an id; other spellings are no ids."""
    try:
        return [request_id.custom_id, request_id.short_id]
    except ValueError:
        return [request_id.custom_id]
