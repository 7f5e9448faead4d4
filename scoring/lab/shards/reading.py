"""Read the texts of a shard, a block of segments at a time, from text, JSON Lines and Parquet, packed or not."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, BinaryIO, NoReturn, cast

import pyarrow as pa
import pyarrow.compute as pc

from ...formats import CountMismatchError, FormatError
from ...formats.columns import Notice
from ...formats.containers.gunzip import Gunzip
from ...formats.json_files.json_path import listed_fields, value_at
from ...formats.json_files.json_rows import JsonPlace
from ...formats.json_files.objects import LONG_NUMBER
from ...formats.json_files.parquet_rows import arrow_as_json
from ...formats.plain_text.notices import EMPTY, NoticeTally, empty_as_missing
from ...formats.plain_text.text import read_blocks
from ...formats.tables.parquet_files import IN_THIS_THREAD, open_parquet
from ...testset import Reference, System, TestSet
from ...text.naming import clean_file, clean_name
from ...text.suggestions import did_you_mean
from ...text.texts import first_uncovered
from .naming import JSON_LINES, PARQUET, Shard, ShardColumn, names_of_references
from .places import StorageError, open_shard_file, without_query

ROW_ORDER = "row-order"
"""Kind of the notice that rows of two files are in different orders."""


@dataclass
class _FieldOrder:
    """The hashes of one field's values, to compare their order in two files."""

    first: str | int
    values: int = 0
    """Hash that does not depend on the order of the values."""
    order: int = 0
    """Hash that depends on the order of the values."""
    differ: bool = False
    """Whether there are two different values."""

    def add(self, value: str | int) -> None:
        self.values += hash(value)
        self.order = hash((self.order, value))
        self.differ = self.differ or value != self.first


class RowOrder:
    """The order of the rows of one file, by each field that every object has at its top level."""

    def __init__(self) -> None:
        self._fields: dict[str, _FieldOrder] | None = None

    def add(self, row: Mapping[str, object]) -> None:
        """Add the next object; fields that it lacks are dropped."""
        cells = {field: value for field, value in row.items() if isinstance(value, str | int)}
        if self._fields is None:
            self._fields = {field: _FieldOrder(value) for field, value in cells.items()}
        self._fields = {field: of for field, of in self._fields.items() if field in cells}
        for field, of in self._fields.items():
            of.add(cells[field])

    def field_in_another_order(self, other: "RowOrder") -> str | None:
        """Return a field with the same values in both files, but in another order; None without such a field.

        None also where a field of texts has the same order, because then rows match; equal numbers may only number the
        rows.
        """
        own_fields, other_fields = self._fields or {}, other._fields or {}
        shared = [
            field
            for field in own_fields
            if field in other_fields and own_fields[field].values == other_fields[field].values
        ]
        moved = [field for field in shared if own_fields[field].order != other_fields[field].order]
        same_order = [field for field in shared if field not in moved and own_fields[field].differ]
        return None if not moved or any(isinstance(own_fields[field].first, str) for field in same_order) else moved[0]


BLOCK = 10_000
"""Number of segments that are read and counted at once."""
_JSON = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}
"""Names of JSON values by their Python type."""
_NAME_FIELD = "Write the name after the file's, as in 'part-*{}#NAME'."


@dataclass(frozen=True)
class ReadingOptions:
    """Options for reading texts."""

    encoding: str | None = None
    """Encoding of text that is not UTF-8."""
    empty_reference_is_missing: bool = False


def test_sets(
    shard: Shard, system_names: Sequence[str], reading: ReadingOptions, noticed: Mapping[ShardColumn, NoticeTally]
) -> Iterator[tuple[int, TestSet]]:
    """Yield the number of earlier segments of the shard, and a block of segments, until all are read.

    After the last block ``noticed`` holds the notices. Raises ``FormatError`` with file and line for an invalid text,
    and ``CountMismatchError`` with all counts where files have unequal numbers of segments; for this they are read to
    their ends.
    """
    places = [*shard.references, *shard.systems]
    once = dict(noticed)  # a place may be given twice
    orders = [RowOrder() for _ in places]
    iterators = [
        text_blocks(place, reading.encoding, once.pop(place, None), order)
        for place, order in zip(places, orders, strict=True)
    ]
    before, n_references = 0, len(shard.references)
    reference_names = names_of_references(n_references)
    for blocks in zip_longest(*iterators, fillvalue=pa.nulls(0, pa.string())):
        if len({len(block) for block in blocks}) > 1:
            _refuse_counts(places, [before + len(block) for block in blocks], iterators)
        references, systems = blocks[:n_references], blocks[n_references:]
        if reading.empty_reference_is_missing:
            references = tuple(empty_as_missing(block) for block in references)
        _check_present(shard, references, systems, before)
        yield (
            before,
            TestSet(
                tuple(System(name, block) for name, block in zip(system_names, systems, strict=True)),
                tuple(Reference(name, block) for name, block in zip(reference_names, references, strict=True)),
            ),
        )
        before += len(references[0])
    for place, order in zip(places[1:], orders[1:], strict=True):
        field = order.field_in_another_order(orders[0])
        if field is not None and place in noticed:
            message = f"Its rows have another order than those of {places[0].shown}, by the field {clean_name(field)};"
            noticed[place].tell(Notice(ROW_ORDER, f"{message} they are compared row by row.", before))


def tallies(shard: Shard) -> dict[ShardColumn, NoticeTally]:
    """Return a tally of notices for each place of a shard, to be passed to ``test_sets``."""
    return {
        place: NoticeTally("text" if _kind(place) == "text" else "table")
        for place in (*shard.references, *shard.systems)
    }


def shard_notices(
    shard: Shard, noticed: Mapping[ShardColumn, NoticeTally], reading: ReadingOptions
) -> frozenset[tuple[int, str, Notice]]:
    """Return the notices on the texts of a shard, each with the shard's number and the place as messages show it."""
    return frozenset(
        (shard.number, place.shown, notice)
        for place, tally in noticed.items()
        for notice in tally.notices()
        if not (notice.kind == EMPTY and reading.empty_reference_is_missing and place in shard.references)
    )


def n_segments(shard: Shard, reading: ReadingOptions) -> int:
    """Return the number of segments of the first reference, without checking its texts."""
    place = shard.references[0]
    if _kind(place) == "parquet":
        with open_shard_file(place.path, seekable=True) as stream:
            return int(_parquet(place, stream).metadata.num_rows)
    return sum(map(len, _lines(place, reading.encoding)))


def text_blocks(
    place: ShardColumn,
    encoding: str | None = None,
    noticed: NoticeTally | None = None,
    order: RowOrder | None = None,
) -> Iterator[pa.StringArray]:
    """Return an iterator over the segments of one place, ``BLOCK`` at a time, the rest in the last block.

    A missing text is null. After the last block ``noticed`` holds the notices on the texts, and ``order`` the order of
    JSON's other fields. Raises ``FormatError`` with file and line.
    """
    if _kind(place) == "parquet":
        return _tally_notices(_regroup_blocks(_parquet_blocks(place)), noticed)
    if _kind(place) in JSON_LINES:
        return _tally_notices(_objects(place, _lines(place, encoding), order), noticed)
    return _lines(place, encoding, noticed)


def _tally_notices(texts: Iterable[pa.StringArray], noticed: NoticeTally | None) -> Iterator[pa.StringArray]:
    for block in texts:
        if noticed is not None:
            noticed.add(block)
        yield block


def _kind(place: ShardColumn) -> str:
    path = without_query(place.path).lower().removesuffix(".gz")
    if path.endswith(PARQUET):
        return "parquet"
    return next((ending for ending in JSON_LINES if path.endswith(ending)), "text")


def _lines(place: ShardColumn, encoding: str | None, noticed: NoticeTally | None = None) -> Iterator[pa.StringArray]:
    """Yield the lines of a text file in blocks; the file may be empty, as some are that parallel programs write."""
    packed = without_query(place.path).lower().endswith(".gz")
    options = {"may_be_empty": True, "may_be_records": _kind(place) != "text"}
    with open_shard_file(place.path, seekable=packed or encoding is not None) as stream:
        if not packed:
            yield from read_blocks(place.shown, stream, BLOCK, encoding, **options, noticed=noticed)
            return
        with Gunzip(place.shown, stream) as unpacked:
            text = cast(BinaryIO, unpacked)
            yield from read_blocks(place.shown, text, BLOCK, encoding, **options, noticed=noticed)


def _objects(place: ShardColumn, lines: Iterable[pa.StringArray], order: RowOrder | None) -> Iterator[pa.StringArray]:
    """Yield blocks of one field of the object in each line."""
    if place.field is None:
        raise FormatError(place.shown, "none", "the name of a field", advice=_NAME_FIELD.format(JSON_LINES[0]))
    before = 0
    for block in lines:
        texts = []
        for number, line in enumerate(block.to_pylist(), before + 1):
            value = _value(place, line, number)
            texts.append(_text(place, place.field, value, number))
            if order is not None and isinstance(value, dict):
                order.add(value)
        yield pa.array(texts, pa.string())
        before += len(block)


def _value(place: ShardColumn, line: str, number: int) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        why = error if isinstance(error, json.JSONDecodeError | RecursionError) else LONG_NUMBER
        content = f"something else ({why})" if line.strip() else "an empty line"
        raise FormatError(place.shown, content, "a JSON object", number) from None


def _text(place: ShardColumn, field: str, value: object, number: int) -> str | None:
    """Return the text of a field of the object in a line, found by ``value_at``; None for a missing text."""
    text = value_at(JsonPlace(place.shown, number), value, field)
    if text is not None and not isinstance(text, str):
        raise FormatError(place.shown, _JSON[type(text)], f"text in the field {field}", number)
    if text is not None and any("\ud800" <= character <= "\udfff" for character in text):
        raise FormatError(place.shown, "half a surrogate pair", "text that can be encoded as UTF-8", number)
    return text


def _parquet(place: ShardColumn, stream: BinaryIO) -> Any:
    with _damage_as_format_error(place, "a Parquet file"):
        return open_parquet(stream)


def _parquet_blocks(place: ShardColumn) -> Iterator[pa.StringArray]:
    with open_shard_file(place.path, seekable=True) as stream:
        file = _parquet(place, stream)
        outer = _outer_field(place, file.schema_arrow)
        name = _parquet_column(place, file.schema_arrow) if outer is None else outer
        before = 0
        with _damage_as_format_error(place, "Parquet of text in UTF-8"):
            for batch in file.iter_batches(batch_size=BLOCK, columns=[name], **IN_THIS_THREAD):
                if outer is None:
                    column = batch.column(0).cast(pa.string())
                    column.validate(full=True)
                    yield column
                else:
                    yield _inner_texts(place, batch, before)
                before += len(batch)


def _outer_field(place: ShardColumn, schema: pa.Schema) -> str | None:
    """Return the column into which a path with dots leads; None where the field is a column itself."""
    outer, dot, _ = (place.field or "").partition(".")
    is_inner = bool(dot) and place.field not in schema.names and schema.names.count(outer) == 1
    return outer if is_inner and pa.types.is_nested(schema.field(outer).type) else None


def _inner_texts(place: ShardColumn, batch: pa.RecordBatch, before: int) -> pa.StringArray:
    """Return the texts at a path within objects and lists, as in JSON."""
    field = place.field or ""
    texts = [
        _text(place, field, arrow_as_json(row), number) for number, row in enumerate(batch.to_pylist(), before + 1)
    ]
    return pa.array(texts, pa.string())


@contextmanager
def _damage_as_format_error(place: ShardColumn, expected: str) -> Iterator[None]:
    """Turn errors of damaged data into ``FormatError``; Arrow also raises ``OSError`` without a number for them."""
    try:
        yield
    except StorageError:
        raise
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        actual = f"damaged data ({clean_file(str(error))})"
        raise FormatError(place.shown, actual, expected, advice="Write it again.") from None


def _parquet_column(place: ShardColumn, schema: pa.Schema) -> str:
    """Return the name of the column to read; raise ``FormatError`` where it does not exist or holds no text."""
    listed = f"the columns {listed_fields(schema.names)}"
    if place.field is None and len(schema.names) > 1:
        raise FormatError(place.shown, listed, "one column", advice=_NAME_FIELD.format(PARQUET))
    name: str = schema.names[0] if place.field is None else place.field
    if schema.names.count(name) != 1:
        columns = f"{listed}{did_you_mean(name, schema.names)}"
        raise FormatError(place.shown, columns, f"one column called {name}", advice="Name one of these after the #.")
    kind = schema.field(name).type
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if not any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)):
        raise FormatError(place.shown, f"values of the type {clean_name(str(kind))}", f"text in the column {name}")
    return name


def _regroup_blocks(parts: Iterable[pa.StringArray]) -> Iterator[pa.StringArray]:
    """Yield the segments in blocks of ``BLOCK``."""
    waiting = pa.nulls(0, pa.string())
    for part in parts:
        waiting = pa.concat_arrays([waiting, part])
        while len(waiting) >= BLOCK:
            yield waiting[:BLOCK]
            waiting = waiting[BLOCK:]
    if len(waiting):
        yield waiting


def _refuse_counts(
    places: Sequence[ShardColumn], counts: list[int], rest: Sequence[Iterator[pa.StringArray]]
) -> NoReturn:
    counts = [count + sum(map(len, blocks)) for count, blocks in zip(counts, rest, strict=True)]
    file = next(place.shown for place, count in zip(places, counts, strict=True) if count != counts[0])
    raise CountMismatchError(file, {place.shown: count for place, count in zip(places, counts, strict=True)})


def _check_present(
    shard: Shard, references: Sequence[pa.StringArray], systems: Sequence[pa.StringArray], before: int
) -> None:
    """Raise ``FormatError`` for a missing output, or a segment without a reference."""
    for place, block in zip(shard.systems, systems, strict=True):
        if block.null_count:
            line = before + pc.index(pc.is_null(block), True).as_py() + 1
            advice = "Only references may miss segments; an empty output is the empty string."
            raise FormatError(place.shown, "none", "text", line, advice)
    absent = first_uncovered(references)
    if absent is not None:
        raise FormatError(shard.references[0].shown, "none", "a reference of every segment", before + absent + 1)
