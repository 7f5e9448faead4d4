"""Files of every accepted kind -> columns of text -> a TestSet, with everything that was noticed on the way.

``read_columns`` turns one file into columns, ``read_contents`` into columns and judgments. ``guess_roles`` says what
each of all columns is, ``repair`` applies a repair that a notice offers, ``assemble`` makes the test set, and
``attach`` gives it its judgments. Nothing is ever repaired, cut or padded unasked, and for any content of a file
the only exception is a ``FormatError`` that says what to do.

No file costs more than its size and ``FileLimits`` allow: what is read goes by in pieces, between which other
threads get their turn and ``on_progress`` may end the reading.

Where a line belongs: ``columns`` and ``errors`` are the types, ``limits`` the sizes; ``dispatch`` chooses the
reader, unless ``plain`` knows text at once; ``archives``, ``text``, ``delimited_tables``, ``workbook``, ``jsonl``,
``paragraphs``, ``nist`` and ``wmt`` read one kind each, with ``elements`` for XML, ``objects``, ``json_rows`` and
``json_fields`` for JSON, ``package`` and ``sheet`` for a workbook's parts; ``unread_markup`` and ``unread_records``
refuse other markup, and JSON as plain text, with ``unread_entries`` for keys and values; ``written_numbers`` knows
numbers as people write them; ``judgments`` reads what others say of a test set, with ``score_names`` for what
scores are called; ``pieces`` and ``growing`` keep the pieces short; ``notices`` knows what is odd about text, and
``uniform`` texts whose segments are all alike; ``names`` and ``roles`` guess; ``pairs`` tells pairs of languages
apart; ``assembly``, ``tags`` and ``slip`` bring the columns together; ``campaign`` reads texts and judgments of one
file.
"""

from ..lazily import lazily

__getattr__, __all__ = lazily(__name__, __file__)
