"""Find the column of a table that has the rows' ids, and check whether the rows follow their order."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Ints
from ..columns import FORMATS_WITH_COLUMN_NAMES, TRANSLATION_FILES, Column, Role, TableCells
from ..names import guess_header, header_letters
from ..plain_text.uniform import are_ids
from .written_numbers import is_data

_TEXT = "segment|seg|sentence|sent|line|row|item|example|sample|source|src|text|utterance|utt|record"
_SEGMENT = re.compile(rf"(?:{_TEXT}|)(?:ids?|idx|index|key|nr|no|number)|uuid|guid|[us]id|lineno|seg|segment|#")
_DOCUMENT = re.compile(r"doc(?:ument)?(?:id|name|nr|no|)")
_LAST_NUMBER = r"(?P<number>[0-9]{1,18})\z"


def add_row_ids(columns: Sequence[Column]) -> list[Column]:
    """Return the columns of one table with the ids of its rows as keys, if a header and its cells say ids.

    Unique ids are taken first, else ``document / id``, else ids that repeat, which line up nothing. Every
    column also gets the cells of the whole table.
    """
    table = TableCells({column.name: column.segments for column in columns})
    ids = [_cells(column) for column in columns if _is_called(column, _SEGMENT)]
    documents = [_cells(column) for column in columns if _is_called(column, _DOCUMENT)]
    joined = [pc.binary_join_element_wise(of, one, " / ") for of in documents for one in ids]
    candidates = [*ids, *joined]
    keys = next(filter(are_unique, candidates), candidates[-1] if candidates else None)
    return [replace(column, keys=keys, table=table) for column in columns]


def are_unique(keys: pa.StringArray) -> bool:
    """Return whether no two rows have the same id."""
    return bool(pc.count_distinct(keys).as_py() == len(keys))


def may_line_up(one: Column, other: Column) -> bool:
    """Return whether two columns have ids by which the rows of one can be found in the other.

    Ids of tables and translation files are no help if both only number the rows, or if the two share no id.
    """
    if one.keys is None or other.keys is None:
        return False
    if not {one.format, other.format} & (FORMATS_WITH_COLUMN_NAMES | TRANSLATION_FILES):
        return True
    if number_rows(one.keys) and number_rows(other.keys):
        return False
    return bool(pc.any(pc.is_in(one.keys, other.keys)).as_py())


def share_nothing(one: Column, other: Column) -> bool:
    """Return whether two columns have ids of different kinds, so that it is unknown which rows belong together.

    False if either column's ids only number the rows, or if both have the same numbers under other names, such as
    ``seg-1`` and ``line-1``.
    """
    if one.keys is None or other.keys is None or pc.any(pc.is_in(one.keys, other.keys)).as_py():
        return False
    if number_rows(one.keys) or number_rows(other.keys):
        return False
    numbers, others = _last_numbers(one.keys), _last_numbers(other.keys)
    is_alike = numbers is not None and others is not None and np.array_equal(numbers, others)
    are_documents = bool(pc.any(pc.match_substring(one.keys, " / ")).as_py())
    return are_documents or not is_alike


def are_in_order(keys: pa.StringArray) -> bool:
    """Return whether the last numbers of the ids ascend; True for ids without numbers.

    Numbers that repeat may begin again at 0 or 1, as in documents. Documents that are numbered through, such as ``d1``
    and ``d2``, must ascend as well; other names of documents say nothing of their order.
    """
    numbers = _last_numbers(keys)
    if not _are_documents_in_order(keys):
        return False
    if numbers is None:
        return True
    begins_again = (numbers[1:] <= 1) & (len(np.unique(numbers)) < len(numbers))
    return bool(((np.diff(numbers) > 0) | begins_again).all())


def _is_called(column: Column, pattern: re.Pattern[str]) -> bool:
    if pattern.fullmatch(header_letters(column.name)) is None:
        return False
    is_left_out = guess_header(column.name).stated_role is Role.IGNORE
    return is_left_out or is_data(column.segments) or are_ids(column.segments)


def _cells(column: Column) -> pa.StringArray:
    return pc.utf8_trim_whitespace(column.segments.fill_null(""))


def number_rows(keys: pa.StringArray) -> bool:
    """Return whether the ids are the numbers of the rows, from 0 or 1."""
    if not len(keys) or keys[0].as_py() not in ("0", "1"):
        return False
    first = int(keys[0].as_py())
    return bool(keys.equals(pa.array(np.arange(first, first + len(keys))).cast(pa.string())))


def _are_documents_in_order(keys: pa.StringArray) -> bool:
    """Return False if documents share a name and are numbered from 0 or 1 on, but the numbers do not ascend."""
    documents = pc.unique(pc.replace_substring_regex(keys, r" / [^/]*\z", ""))
    numbers = _last_numbers(documents)
    if numbers is None or len(documents) == len(keys) or len(documents) < 2:
        return True
    stems = pc.replace_substring_regex(documents, r"[0-9]+\z", "")
    is_numbered = np.array_equal(np.sort(numbers), np.arange(len(numbers)) + numbers.min()) and numbers.min() <= 1
    return len(stems.unique()) > 1 or not is_numbered or bool((np.diff(numbers) > 0).all())


def _last_numbers(keys: pa.StringArray) -> Ints | None:
    matches = pc.extract_regex(keys, _LAST_NUMBER)
    return None if matches.null_count else matches.field("number").cast(pa.int64()).to_numpy()
