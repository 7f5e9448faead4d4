"""Columns of text, one string for each segment: made from a caller's arguments, and checked against one another."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import NoneType
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, numpy_column
from ..validation import as_list, listed_counts, short_repr

Text: TypeAlias = pa.StringArray | Sequence[str | None]
"""Strings, one for each segment; None or null where a segment has none."""
SHORT = 2_000_000
"""Largest number of characters in a list of texts that becomes a column without pandas."""
_LINE_UP = "Nothing is cut or padded; make the files line up first."
_TURN = "Write one list for each reference, not for each segment: [reference][segment]."


def as_column(text: Text, name: str = "text", each: str = "segment") -> pa.StringArray:
    """Return strings as one Arrow column; None becomes null.

    ``each`` is what a message calls one member. Raises ``ValueError`` for anything that is not a sequence of strings.
    """
    if isinstance(text, pa.ChunkedArray):
        text = text.combine_chunks()
    if isinstance(text, pa.Array) and not _holds_text(text.type):
        raise ValueError(f"{name}: expected a column of strings, one a segment; found one of {text.type}.")
    if isinstance(text, pa.Array):
        return text.cast(pa.string())
    if isinstance(text, str | bytes | Mapping | set | frozenset):
        raise ValueError(f"{name}: expected a sequence of strings, one a {each}; found one {type(text).__name__}.")
    if not isinstance(text, Iterable) and not hasattr(text, "__arrow_array__"):
        raise ValueError(f"{name}: expected a sequence of strings, one a {each}; found {short_repr(text)}.")
    try:
        return _short_column(text) if _is_short_list(text) else pa.array(text, pa.string())
    except (pa.ArrowException, UnicodeEncodeError, TypeError) as error:
        reason = _first_that_is_no_text(text, each) or error
        raise ValueError(f"{name}: expected a sequence of strings that can be encoded as UTF-8 ({reason}).") from None


def _first_that_is_no_text(texts: Iterable[Any], each: str) -> str | None:
    """Return the place and value of the first member that is no string in UTF-8.

    NaN, which pandas reads as None, is returned only if every wrong member is NaN. Returns None where all members are
    strings, and for an array that has not one dimension.
    """
    if getattr(texts, "ndim", 1) != 1:
        return None
    wrong = [(place, value) for place, value in enumerate(texts, 1) if not _is_text(value)]
    if not wrong:
        return None
    place, value = next((one for one in wrong if not _is_nan(one[1])), wrong[0])
    return f"{each} {place:,} is {short_repr(value)}"


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _is_text(value: Any) -> bool:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return False
    return value is None or isinstance(value, str)


def _is_short_list(text: Any) -> bool:
    if type(text) not in (list, tuple) or not all(type(one) in (str, NoneType) for one in text):
        return False
    return sum(len(one or "") for one in text) <= SHORT


def _short_column(texts: Sequence[str | None]) -> pa.StringArray:
    """Return ``pa.array`` of few texts without its import of pandas, which would take longer than the conversion."""
    encoded = [b"" if text is None else text.encode() for text in texts]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    if None not in texts:
        return pa.StringArray.from_buffers(len(texts), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded)))
    present = np.packbits([text is not None for text in texts], bitorder="little")
    buffers = pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded)), pa.py_buffer(present)
    return pa.StringArray.from_buffers(len(texts), *buffers)


def _holds_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    types = pa.types
    return any(test(kind) for test in (types.is_string, types.is_large_string, types.is_string_view, types.is_null))


def as_references(references: Sequence[Text]) -> list[pa.StringArray]:
    """Return ``[reference][segment]`` as a list of columns.

    Raises ``ValueError`` where the outer sequence holds strings (a frequent slip) or is empty.
    """
    flat = isinstance(references, str | pa.Array | pa.ChunkedArray)
    references = [references] if flat else as_list(references, "references")
    if flat or any(isinstance(reference, str) for reference in references):
        raise ValueError(
            "references: expected [reference][segment], a sequence of references, each a sequence of"
            " segments; found strings on the outer level. Write [references] for a single reference."
        )
    if not len(references):
        raise ValueError("references: expected at least one, found none.")
    return [as_column(text, f"reference {number}") for number, text in enumerate(references, 1)]


def as_mask(flags: pa.BooleanArray) -> Flags:
    """Return Arrow's bits as a numpy bool array, null as False."""
    return numpy_column(flags, False)


def check_counts(counts: Mapping[str, int], references: Collection[str] = ()) -> None:
    """Raise ``ValueError`` that states the counts unless all are the same.

    ``references`` are the names of the references. Where the references are given as NLTK takes them, one list for each
    segment, the error says so.
    """
    if len({*counts.values()}) <= 1:
        return
    advice = _TURN if _is_transposed(counts, references) else _LINE_UP
    raise ValueError(
        f"Expected the same number of segments everywhere, found: {listed_counts([*counts.items()])}. {advice}"
    )


def _is_transposed(counts: Mapping[str, int], references: Collection[str]) -> bool:
    others = {count for name, count in counts.items() if name not in references}
    return others == {len(references)} and all(counts[name] != len(references) for name in references)


def check_named(names: pa.StringArray, of: str) -> None:
    """Raise ``ValueError`` unless every segment has a name that is not blank; ``of`` says what is named."""
    blank = as_mask(pc.or_(pc.equal(names, ""), pc.utf8_is_space(names))) | as_mask(pc.is_null(names))
    if blank.any():
        raise ValueError(f"{of}: segment {np.argmax(blank) + 1:,} has no name; every segment needs one.")


def first_uncovered(references: Sequence[pa.StringArray]) -> int | None:
    """Return the first segment without a reference, from 0; None where every segment has one."""
    if not all(reference.null_count for reference in references):
        return None
    absent = _are_without_references(references)
    return int(np.argmax(absent)) if absent.any() else None


def check_coverage(references: Sequence[pa.StringArray]) -> None:
    """Raise ``ValueError`` unless every segment has at least one reference."""
    if first_uncovered(references) is not None:
        absent = _are_without_references(references)
        raise ValueError(
            f"Segment {np.argmax(absent) + 1:,} has no reference"
            f" ({absent.sum():,} such segments); every segment needs at least one."
        )


def _are_without_references(references: Sequence[pa.StringArray]) -> Flags:
    """Return whether each segment lacks all references, bool (n_segments,)."""
    absent: Flags = np.logical_and.reduce([as_mask(pc.is_null(reference)) for reference in references])
    return absent
