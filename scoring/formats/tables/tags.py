"""Read tags of words, such as parts of speech: a line of tags a segment, a tag a word, in a file next to the text's."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...output.numbers import counted
from ...text.texts import as_column
from ..columns import Column
from ..errors import FormatError
from ..names import file_stem, remove_language, stem_of_tags

NAME_IT = "Call it as the text's file, and .tag, or leave it out."
LINE_UP = "Nothing is cut or padded: tag this very text, or leave the file out."


def split_texts(texts: pa.StringArray) -> pa.ListArray:
    """Return the words of each text between white space; null for a text without words."""
    trimmed = pc.utf8_trim_whitespace(as_column(texts, "texts"))
    return pc.utf8_split_whitespace(pc.if_else(pc.equal(trimmed, ""), pa.scalar(None, pa.string()), trimmed))


def count_words(texts: pa.StringArray) -> np.ndarray:
    """Return the number of words of each text, int64 (n_segments,)."""
    lengths: np.ndarray = pc.list_value_length(split_texts(texts)).fill_null(0).to_numpy()
    return lengths.astype(np.int64)


def find_tagged_text(tags: Column, texts: Sequence[Column]) -> Column | None:
    """Return the plain text that a file of tags belongs to, by their names: ``ref.de.tag`` to ``ref.de``.

    If no text has this name, a text with this name except for the language; None if there is none, or if several fit.
    """
    plain = [text for text in texts if text.format == "text"]
    exact, base = stem_of_tags(tags.file), remove_language(stem_of_tags(tags.file))
    same = [text for text in plain if file_stem(text.file) == exact]
    alike = same or [text for text in plain if remove_language(file_stem(text.file)) == base]
    return alike[0] if len(alike) == 1 else None


def match_tags(texts: Sequence[Column], tags: Sequence[Column]) -> list[pa.StringArray | None]:
    """Return each text's tags, None for a text without tags.

    Raises ``FormatError`` for tags that belong to no text, for a second file of tags of a text, and for another number
    of lines, or of tags on a line, than the text has lines, or words.
    """
    tags_by_text: list[pa.StringArray | None] = [None] * len(texts)
    for column in tags:
        text = find_tagged_text(column, texts)
        if text is None:
            raise FormatError(column.file, "tags of no text here", "tags of one of the texts", advice=NAME_IT)
        place = next(number for number, other in enumerate(texts) if other is text)
        if tags_by_text[place] is not None:
            raise FormatError(column.file, f"a second file of tags of {text.file}", advice="Leave one out.")
        _check(column, text)
        tags_by_text[place] = column.segments
    return tags_by_text


def _check(tags: Column, text: Column) -> None:
    if len(tags) != len(text):
        expected = f"{counted(len(text), 'line')}, as {text.file} has"
        raise FormatError(tags.file, counted(len(tags), "line"), expected, advice=LINE_UP)
    n_tags, n_words = count_words(tags.segments), count_words(text.segments)
    wrong = np.flatnonzero(n_tags != n_words)
    if len(wrong):
        line = int(wrong[0])
        expected = f"{counted(int(n_words[line]), 'tag')}, one for each word of {text.file} between spaces"
        raise FormatError(tags.file, f"{n_tags[line]:,}", expected, line + 1, LINE_UP)
