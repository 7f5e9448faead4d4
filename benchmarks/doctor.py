"""The doctor's findings: blocks of lines planted late or early, false alarms on unchanged sets, and time.

A block is late by 1 if each of its lines is the one that was before it. It is found if a block of the same shift is
reported whose first and last line are at most two lines away. Systems' outputs and the source are each compared with
the reference that has the block.
"""

from collections.abc import Iterator, Mapping, Sequence
from time import process_time

import numpy as np
import pyarrow as pa
from tabulate import tabulate

from benchmarks.data import Data, source_of
from scoring.doctor.finding import ExaminedTexts
from scoring.doctor.line_features import LineFeatures, measure_lines
from scoring.doctor.line_offsets import LineBlock, measure_offsets
from scoring.studies.doctor import DoctorRequest
from scoring.studies.doctor import run as examine

LENGTHS = (5, 10, 20, 50, 72, 200, 500)
SHIFTS = (1, 2, 3, -1, -2, -3)
PLACES = 3
NEAR = 2
PARTS = (50, 200, 1000)
"""Numbers of lines of parts in which false alarms are counted."""
DRAWS = 14
TIMED = 100_000


def run(sets: Sequence[Data]) -> None:
    rows = [row for data in sets for row in _detected(data)]
    print("\nplanted blocks found, in 100, with both ends within 2 lines, of all shifts and places")
    print(tabulate(rows, ("", "against", *map(str, LENGTHS))))
    alarms = [(str(data), *_alarms(data)) for data in sets]
    print("\nfalse alarms on the sets as they are")
    print(tabulate(alarms, ("", "pairs of texts", "with a block")))
    alarms = [(str(data), *_alarms_of_parts(data)) for data in sets]
    print("\nfalse alarms in parts of the sets, and in lines in a random order")
    print(tabulate(alarms, ("", "pairs of texts", "with a block")))
    for data in sets[:1]:
        _time(data)


def plant(lines: Sequence[str], start: int, length: int, late: int) -> list[str]:
    """Return the lines with a block that is late by some lines, or early if ``late`` is negative."""
    return [lines[at - late] if start <= at < start + length else line for at, line in enumerate(lines)]


def is_found(blocks: Sequence[LineBlock], start: int, length: int, late: int) -> bool:
    """Return whether one of the blocks is the planted one."""
    return any(
        block.offset == -late and abs(block.start - start) <= NEAR and abs(block.stop - start - length) <= NEAR
        for block in blocks
    )


def _measured(lines: Sequence[str]) -> LineFeatures:
    return measure_lines(pa.array(lines, pa.string()))


def _others(data: Data) -> Mapping[str, LineFeatures]:
    others = {"output": _measured(next(iter(data.systems.values())))}
    source = source_of(data)
    return others if source is None else {**others, "source": _measured(source)}


def _detected(data: Data) -> Iterator[list[object]]:
    reference, random = list(data.references[0]), np.random.default_rng(1)
    others = _others(data)
    found: dict[tuple[str, int], list[bool]] = {}
    for length in LENGTHS:
        room = len(reference) - length - 2 * max(SHIFTS)
        for late in SHIFTS:
            for _ in range(PLACES if room > 0 else 0):
                start = max(SHIFTS) + int(random.integers(room))
                lines = _measured(plant(reference, start, length, late))
                for name, other in others.items():
                    evidence = measure_offsets(lines, other)
                    blocks = [] if evidence is None else evidence.blocks()
                    found.setdefault((name, length), []).append(is_found(blocks, start, length, late))
    for name in others:
        shares = (found.get((name, length)) for length in LENGTHS)
        yield [str(data), name, *("" if share is None else round(100 * sum(share) / len(share)) for share in shares)]


def _alarms(data: Data) -> tuple[int, int]:
    references = [_measured(reference) for reference in data.references]
    others = [_measured(output) for output in data.systems.values()]
    source = source_of(data)
    others += [] if source is None else [_measured(source)]
    pairs = [pair for reference in references for other in others for pair in ((reference, other), (other, reference))]
    return len(pairs), sum(_has_block(*pair) for pair in pairs)


def _alarms_of_parts(data: Data) -> tuple[int, int]:
    """Return the numbers of compared pairs and of false alarms, for parts of the reference, output and source."""
    random, source = np.random.default_rng(2), source_of(data)
    others = [next(iter(data.systems.values())), *([] if source is None else [source])]
    n_pairs = n_alarms = 0
    for size in PARTS:
        for _ in range(DRAWS):
            n_lines = len(data.references[0])
            start = int(random.integers(max(1, n_lines - size + 1)))
            for order in (np.arange(n_lines)[start : start + size], random.permutation(n_lines)[:size]):
                reference, *texts = (_measured([text[at] for at in order]) for text in (data.references[0], *others))
                n_alarms += sum(_has_block(reference, text) for text in texts)
                n_pairs += len(texts)
    return n_pairs, n_alarms


def _has_block(lines: LineFeatures, others: LineFeatures) -> bool:
    evidence = measure_offsets(lines, others)
    return evidence is not None and bool(evidence.blocks())


def _time(data: Data) -> None:
    """Print the processor's seconds for a set of 100,000 segments made of this set's lines in random order."""
    order = np.random.default_rng(0).integers(len(data.references[0]), size=(TIMED, 2))

    def grown(lines: Sequence[str]) -> pa.StringArray:
        return pa.array([f"{lines[a]} {number} {lines[b][:40]}" for number, (a, b) in enumerate(order.tolist())])

    outputs = {name: grown(lines) for name, lines in list(data.systems.items())[:2]}
    lines = source_of(data)
    source = None if lines is None else grown(lines)
    texts = ExaminedTexts.of_columns({"reference": grown(data.references[0])}, outputs, source)
    for is_shallow in (True, False):
        before = process_time()
        examine(DoctorRequest(is_shallow=is_shallow), texts)
        kind = "shallow" if is_shallow else "whole"
        print(f"{kind}: {process_time() - before:.1f} s of processor for {TIMED:,} segments x {len(texts.all)} texts")
