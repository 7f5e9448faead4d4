"""Read files of every accepted format into columns of text, and make a TestSet of the columns.

Every notice goes with its column. ``read_columns`` turns one file into columns, ``read_contents`` into columns and
judgments. ``guess_roles`` guesses the role of each column, ``repair`` applies a repair that a notice offers,
``assemble`` makes the test set, and ``attach`` adds judgments to the test set. Nothing is repaired, cut or padded
unasked. For any content of a file the only exception is a ``FormatError`` that says what to do.

No file costs more than its size and ``FileLimits`` allow: a file is read in pieces, between which other threads get
their turn and ``on_progress`` may end the reading.

Which file does what: ``columns`` and ``errors`` are the types, ``limits`` the sizes; ``dispatch`` chooses the
reader, unless ``plain`` recognizes text at once; ``archives``, ``text``, ``delimited_tables``, ``workbook``, ``jsonl``,
``paragraphs``, ``nist`` and ``wmt`` read one kind of file each, with ``elements`` for XML, ``objects``, ``json_rows``
and ``json_fields`` for JSON, ``package`` and ``sheet`` for a workbook's parts; ``unread_markup`` and ``unread_records``
refuse other markup, and JSON as plain text, with ``unread_entries`` for keys and values; ``written_numbers`` recognizes
numbers as people write them; ``judgments`` reads human and automatic judgments, with ``score_names`` for the names of
scores; ``pieces`` and ``growing`` keep the pieces short; ``notices`` finds odd text, and ``uniform`` texts whose
segments are all alike; ``names`` and ``roles`` guess; ``pairs`` recognizes pairs of languages; ``assembly``, ``tags``
and ``slip`` bring the columns together; ``campaign`` reads texts and judgments of one file.
"""

from ..lazily import lazily

__getattr__, __all__ = lazily(__name__, __file__)
