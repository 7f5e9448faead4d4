"""Segments that occur twice in the test set, and segments that occur in training data."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from ..formats.containers.archives import GZIP
from ..formats.containers.gunzip import Gunzip
from ..formats.plain_text.text import read_blocks
from .finding import (
    DUPLICATE,
    IN_TRAINING,
    NEAR_DUPLICATE,
    NEAR_TRAINING,
    REFERENCE,
    SOURCE,
    ExaminedText,
    ExaminedTexts,
    TextFinding,
    finding_of_flags,
)
from .line_features import measure_lines
from .near_duplicates import KnownLines, LineKeys, line_keys, repeats_within

BLOCK_OF_TRAINING = 50_000
"""Lines of training data that are read at once, so that memory does not grow with the file."""
_HOW_NEAR = "with 13 words in a row or a chrF above 90"


def find_duplicates(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield findings of segments whose source (or else first reference) repeats an earlier segment's."""
    text = texts.source or texts.targets[0]
    exact, near = repeats_within(_keys(texts, text))
    for kind, flags, predicate in (
        (DUPLICATE, exact, "are the same as an earlier one"),
        (NEAR_DUPLICATE, near, f"are nearly the same as an earlier one, {_HOW_NEAR}"),
    ):
        advice = "They count more than once, and intervals are too narrow; leave the repetitions out."
        finding = finding_of_flags(kind, text, flags, predicate, advice)
        if finding is not None:
            yield finding


def find_in_training(
    texts: ExaminedTexts, file: str, blocks: Iterable[pa.StringArray], on_block: Callable[[], object]
) -> Iterator[TextFinding]:
    """Yield findings of segments whose source, or a reference, is in training data; the data is read block by block."""
    searched_texts = [text for text in texts.all if text.role in (SOURCE, REFERENCE)]
    lines_by_text = {text: KnownLines(_keys(texts, text)) for text in searched_texts}
    for block in blocks:
        features = measure_lines(block)
        for lines in lines_by_text.values():
            lines.search_block(features, block)
        on_block()
    for text in searched_texts:
        lines = lines_by_text[text]
        for kind, flags, predicate in (
            (IN_TRAINING, lines.exact, f"are in the training data {file}"),
            (NEAR_TRAINING, lines.near, f"are nearly in the training data {file}, {_HOW_NEAR}"),
        ):
            advice = "A system that was trained on them is measured by what it remembers; leave these segments out."
            finding = finding_of_flags(kind, text, flags, predicate, advice)
            if finding is not None:
                yield finding


def _keys(texts: ExaminedTexts, text: ExaminedText) -> LineKeys:
    return line_keys(texts.features(text), text.segments)


def read_training(path: Path) -> Iterator[pa.StringArray]:
    """Yield the lines of training data, a file of plain text, gzipped or not, in blocks.

    Raises ``OSError`` for a file that cannot be opened and ``ValueError`` for a file that is not text.
    """
    with path.open("rb") as stream:
        is_packed = stream.read(len(GZIP)) == GZIP
        stream.seek(0)
        yield from read_blocks(
            str(path), Gunzip(str(path), stream) if is_packed else stream, BLOCK_OF_TRAINING, may_be_records=True
        )
