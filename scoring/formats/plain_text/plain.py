"""Recognize plain text, one segment a line, by the first bytes of a file."""

import codecs

from ..containers.archives import GZIP, KINDS, ZIP
from ..names import JUDGMENTS

_NOT_UTF8 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_WORDS_A_CLAUSE = 4
"""Mean number of words between commas from which a line is no header or row of a table of scores."""


def is_plain_text(file: str, start: bytes) -> bool:
    """Return whether ``read_columns`` reads a file with these first (unpacked) bytes as one segment a line."""
    if _is_prose(file, start):
        return True
    from .. import dispatch

    return dispatch.is_read_as_plain_text(file, start)


def _is_prose(file: str, start: bytes) -> bool:
    """Return whether the name and the first line exclude any other format, so that other readers need no import.

    Tables have tabs or short cells between commas in their first line, lists of numbers have no words there.
    """
    name, first = file.lower().removesuffix(".gz"), start.split(b"\n", 1)[0]
    if not name.endswith(".txt") or name.removesuffix(".txt").endswith(JUDGMENTS):
        return False
    if start.startswith((GZIP, *ZIP, *KINDS, *_NOT_UTF8)):
        return False
    is_subtitles = b"-->" in first or b"WEBVTT" in first[:10]
    n_words, n_commas = len(first.split()), first.count(b",")
    is_table = b"\t" in first or (n_commas and n_words < _WORDS_A_CLAUSE * (n_commas + 1))
    return n_words > 1 and not is_table and not is_subtitles
