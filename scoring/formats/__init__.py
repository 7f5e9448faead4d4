"""Files of every accepted kind -> columns of text -> a TestSet, with everything that was noticed on the way.

``read`` turns one file into columns, ``read_contents`` into columns and judgments. ``guess_roles`` says what
each of all columns is, ``repair`` applies a repair that a notice offers, ``assemble`` makes the test set, and
``attach`` gives it its judgments. Nothing is ever repaired, cut or padded unasked, and whatever a file holds,
the only exception is a ``FormatError`` that says what to do.

No file costs more than its size and ``Limits`` allow: what is read goes by in pieces, between which other
threads get their turn and ``on_progress`` may end the reading.

Where a line belongs: ``columns`` and ``errors`` are the types, ``limits`` the sizes; ``dispatch`` chooses the
reader, unless ``plain`` knows text at once; ``archives``, ``text``, ``tables``, ``workbook``, ``jsonl``,
``paragraphs``, ``nist`` and ``wmt`` read one kind each, with ``elements`` for XML, ``objects``, ``json_rows`` and
``json_fields`` for JSON, ``package`` and ``sheet`` for a workbook's parts; ``unread_markup`` and
``unread_records`` refuse other markup, and JSON as plain text, with ``unread_entries`` for keys and values;
``written_numbers`` knows numbers as people write them; ``judgments`` reads what others say of a test set, with
``score_names`` for what scores are called; ``pieces`` and ``growing`` keep the pieces short; ``notices`` knows what
is odd about text, and ``uniform`` texts whose segments are all alike; ``names`` and ``roles`` guess; ``pairs`` tells
pairs of languages apart; ``assembly``, ``tags`` and ``slip`` bring the columns together; ``campaign`` reads texts and
judgments of one file.
"""

from typing import TYPE_CHECKING

from ..lazily import lazily

if TYPE_CHECKING:
    from .assembly import assemble
    from .columns import NAME_LENGTH, Column, Notice, Role
    from .contents import Contents
    from .dispatch import ENDINGS, read, read_contents
    from .errors import CountMismatchError, EncodingError, FormatError, Slip, TooLargeError
    from .judgments.attach import Attached, attach
    from .judgments.columns import Offer, offered
    from .judgments.found import Found
    from .judgments.match import Matched, UnmatchedError, match
    from .limits import Limits
    from .notices import repair
    from .pairs import by_pair
    from .roles import cross_check, guess_roles, is_unsure
    from .text import ENCODINGS

__all__ = [
    "ENCODINGS",
    "ENDINGS",
    "NAME_LENGTH",
    "Attached",
    "Column",
    "Contents",
    "CountMismatchError",
    "EncodingError",
    "FormatError",
    "Found",
    "Limits",
    "Matched",
    "Notice",
    "Offer",
    "Role",
    "Slip",
    "TooLargeError",
    "UnmatchedError",
    "assemble",
    "attach",
    "by_pair",
    "cross_check",
    "guess_roles",
    "is_unsure",
    "match",
    "offered",
    "read",
    "read_contents",
    "repair",
]

__getattr__ = lazily(
    __name__,
    {
        "Attached": "judgments.attach",
        "Column": "columns",
        "Contents": "contents",
        "CountMismatchError": "errors",
        "ENCODINGS": "text",
        "ENDINGS": "dispatch",
        "EncodingError": "errors",
        "FormatError": "errors",
        "Found": "judgments.found",
        "Limits": "limits",
        "Matched": "judgments.match",
        "NAME_LENGTH": "columns",
        "Notice": "columns",
        "Offer": "judgments.columns",
        "Role": "columns",
        "Slip": "errors",
        "TooLargeError": "errors",
        "UnmatchedError": "judgments.match",
        "assemble": "assembly",
        "attach": "judgments.attach",
        "by_pair": "pairs",
        "cross_check": "roles",
        "guess_roles": "roles",
        "is_unsure": "roles",
        "match": "judgments.match",
        "offered": "judgments.columns",
        "read": "dispatch",
        "read_contents": "dispatch",
        "repair": "notices",
    },
)
