"""Writes and reads scores, errors and preferences in formats that the dashboard reads, without loss of any number."""

import csv
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import pyarrow as pa

from scoring.formats.json_files.objects import parse_json
from scoring.formats.tables.spreadsheets import write_csv, write_tsv
from scoring.text.naming import clean_name

from ..versions.arrays import Arrays
from .manifest import ExportedFile

NO_VALUE = "None"
SPAN = {"start": int, "end": int, "severity": str, "category": str, "annotator": str, "is_source_error": bool}
_HEADER = ("srcIndex", "system1Number", "system1Id", "system2Number", "system2Id", "system1rank", "system2rank")


def names_in_file(systems: Sequence[str]) -> list[str]:
    """Return distinct names of the systems that fit into one line each."""
    names: list[str] = []
    for system in systems:
        name = " ".join(clean_name(system).split())
        numbered = (f"{name} ({number})" for number in range(2, len(systems) + 2))
        names.append(name if name not in names else next(one for one in numbered if one not in names))
    return names


def tab_separated_lines(rows: Iterable[Sequence[str]]) -> bytes:
    """Return rows as lines of cells with tabs between them."""
    return "".join(f"{write_tsv([row])}\n" for row in rows).encode()


# --- scores ---


def write_scores(arrays: Arrays, about: dict[str, Any], n_segments: int) -> list[bytes] | None:
    """Return a file of ``SYSTEM<TAB>score`` lines, as in mt-metrics-eval, with numbers that read back exactly.

    Return None if a judge gave several scores of an output.
    """
    if "repeats" in arrays:
        return None
    scores = iter(arrays["values"].to_pylist())
    rows = ((name, next(scores)) for name in names_in_file(about["systems"]) for _ in range(n_segments))
    return [tab_separated_lines((name, NO_VALUE if math.isnan(score) else repr(score)) for name, score in rows)]


def read_score_columns(files: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
    one = files[0]
    scores = []
    for number, line in one.lines():
        cell = line.rpartition("\t")[2]
        try:
            scores.append(math.nan if cell == NO_VALUE else float(cell))
        except ValueError:
            one.check(False, "a number, or None", number)
    one.check(len(scores) == len(about["systems"]) * n_segments, "a score or None for every output")
    return {"values": pa.array(scores, pa.float64())}


# --- errors ---


def _write_ratings(arrays: Arrays, about: dict[str, Any], n_segments: int, is_counted: bool) -> list[bytes] | None:
    """Return files of ``SYSTEM<TAB>JSON<TAB>annotator`` lines, with more files for outputs with several annotators."""
    if ("looked" in arrays) != is_counted:
        return None
    by_output = _spans_by_output(arrays, n_segments)
    is_judged = arrays["judged"].to_pylist()
    n_annotators = arrays["looked"].to_pylist() if is_counted else [int(flag) for flag in is_judged]
    names = names_in_file(about["systems"])
    n_files = max([1, *n_annotators, *map(len, by_output.values())])
    files: list[list[tuple[str, ...]]] = [[] for _ in range(n_files)]
    for place in range(len(is_judged)):
        name = names[place // n_segments]
        of_annotators = list(by_output.get(place, {}).items())
        of_annotators += [("", [])] * (n_annotators[place] - len(of_annotators))
        for number, file in enumerate(files):
            if number < len(of_annotators):
                annotator, spans = of_annotators[number]
                cell = json.dumps({"errors": spans}, ensure_ascii=False)
                file.append((name, cell, " ".join(annotator.split())))
            else:
                file.append((name, NO_VALUE, ""))
    return [tab_separated_lines(file) for file in files]


def _spans_by_output(arrays: Arrays, n_segments: int) -> dict[int, dict[str, list[dict[str, Any]]]]:
    """Return index of the output -> annotator -> errors for JSON, each with its index among all errors."""
    spans_by_output: dict[int, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    names = ("system", "segment", "start", "end", "severity", "category", "annotator", "in_source")
    for place, row in enumerate(zip(*(arrays[name].to_pylist() for name in names), strict=True)):
        system, segment, *about = row
        span = dict(zip(SPAN, about, strict=True)) | {"place": place}
        spans_by_output[system * n_segments + segment][span["annotator"]].append(span)
    return spans_by_output


def _read_ratings(files: Sequence[ExportedFile], about: dict[str, Any], n_segments: int, is_counted: bool) -> Arrays:
    n_outputs = len(about["systems"]) * n_segments
    for one in files:
        one.check(one.data.count(b"\n") == n_outputs, "a line for every output")
    n_annotators = [0] * n_outputs
    spans: dict[int, tuple[int, dict[str, Any]]] = {}
    for one in files:
        for number, line in one.lines():
            cells = line.split("\t")
            one.check(len(cells) == 3, "3 cells separated by tabs", number)
            if cells[1] != NO_VALUE:
                n_annotators[number - 1] += 1
                for span in _spans(one, number, cells[1]):
                    spans[span["place"]] = number - 1, span
    rows = [spans[place] for place in sorted(spans)]
    arrays = {"judged": pa.array([count > 0 for count in n_annotators])}
    if is_counted:
        arrays["looked"] = pa.array(n_annotators, pa.int64())
    arrays["system"] = pa.array([output // n_segments for output, _ in rows], pa.int64())
    arrays["segment"] = pa.array([output % n_segments for output, _ in rows], pa.int64())
    for name, key in zip(("start", "end", "severity", "category", "annotator", "in_source"), SPAN, strict=True):
        kind = {int: pa.int64(), str: pa.string(), bool: pa.bool_()}[SPAN[key]]
        arrays[name] = pa.array([span[key] for _, span in rows], kind)
    return arrays


def _spans(one: ExportedFile, number: int, cell: str) -> Iterator[dict[str, Any]]:
    value = parse_json(one.file, number, cell)
    errors = value.get("errors") if isinstance(value, dict) else None
    one.check(isinstance(errors, list), "an object with a list of errors", number)
    for span in errors if isinstance(errors, list) else []:
        kinds = SPAN | {"place": int}
        holds = isinstance(span, dict) and all(type(span.get(key)) is kind for key, kind in kinds.items())
        holds = holds and all(abs(span[key]) < 2**62 for key in ("start", "end", "place"))
        one.check(holds, f"errors with {', '.join(kinds)}", number)
        yield span


Write = Callable[[Arrays, dict[str, Any], int], list[bytes] | None]
ReadArrays = Callable[[Sequence[ExportedFile], dict[str, Any], int], Arrays]
write_ratings: Write = partial(_write_ratings, is_counted=False)
read_ratings: ReadArrays = partial(_read_ratings, is_counted=False)
write_counted: Write = partial(_write_ratings, is_counted=True)
read_counted: ReadArrays = partial(_read_ratings, is_counted=True)


# --- preferences ---


def write_preference_columns(arrays: Arrays, about: dict[str, Any], n_segments: int) -> list[bytes]:
    """Return a file with one pair a row, as in WMT's rankings: the better system first.

    The ranks are 1 and 2, or 1 and 1 for a tie.
    """
    names = names_in_file(about["systems"])
    rows: list[tuple[object, ...]] = [_HEADER]
    columns = (arrays[name].to_pylist() for name in ("segments", "better", "worse", "tied"))
    for segment, better, worse, tied in zip(*columns, strict=True):
        pair = better + 1, names[better], worse + 1, names[worse]
        rows.append((segment + 1, *pair, 1, 1 if tied else 2))
    return [write_csv(rows).encode()]


def read_preference_columns(files: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
    one = files[0]
    rows = []
    for number, cells in enumerate(_cells(one), 1):
        one.check(len(cells) == len(_HEADER), f"{len(_HEADER)} cells", number)
        if number > 1:
            numbers = [cells[place] for place in (0, 1, 3, 6)]
            one.check(all(cell.isdecimal() and len(cell) < 16 for cell in numbers), "whole numbers", number)
            rows.append([int(cell) for cell in numbers])
    segments, better, worse, ranks = zip(*rows, strict=True) if rows else ((), (), (), ())
    arrays = {"segments": segments, "better": better, "worse": worse}
    columns = {name: pa.array([number - 1 for number in column], pa.int64()) for name, column in arrays.items()}
    return {**columns, "tied": pa.array([rank == 1 for rank in ranks], pa.bool_())}


def _cells(one: ExportedFile) -> Iterator[list[str]]:
    try:
        yield from csv.reader(line for _, line in one.lines())
    except csv.Error:
        one.check(False, "CSV")
