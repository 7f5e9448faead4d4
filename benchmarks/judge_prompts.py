"""Requests to a language model for 20 systems x 1,000 segments, three times each, in every provider's shape.

A test set's outputs are repeated until there are that many systems and segments.
"""

import time
from collections.abc import Sequence
from itertools import cycle, islice

from tabulate import tabulate

from benchmarks.data import Data
from scoring.formats.limits import MEGABYTE
from scoring.model_judges.batch_shapes import BATCH_SHAPES, ModelSettings
from scoring.model_judges.prompts import LanguageNames
from scoring.studies.judge_prompts import JudgePromptsRequest
from scoring.studies.judge_prompts import run as count_prompts
from scoring.testset import TestSet

SYSTEMS, SEGMENTS, REPEATS = 20, 1_000, 3


def run(sets: Sequence[Data]) -> None:
    rows = [[data.name, *row] for data in sets for row in _rows(data)]
    print(f"seconds for {SYSTEMS} systems x {SEGMENTS:,} segments x {REPEATS} repeats")
    print(tabulate(rows, ("", "shape", "requests", "MB", "count", "write"), floatfmt=".2f"))


def _rows(data: Data) -> list[list[object]]:
    test_set, rows = enlarged(data), list[list[object]]()
    for name, shape in BATCH_SHAPES.items():
        request = JudgePromptsRequest(
            shape=shape,
            settings=ModelSettings("model"),
            languages=LanguageNames("English", "German"),
            repeats=REPEATS,
        )
        began = time.perf_counter()
        result = count_prompts(request, test_set)
        counted = time.perf_counter()
        written = result.file()
        ended = time.perf_counter()
        rows.append([name, result.n_requests, len(written) / MEGABYTE, counted - began, ended - counted])
    return rows


def enlarged(data: Data) -> TestSet:
    """Return the test set with ``SYSTEMS`` systems and ``SEGMENTS`` segments; its first reference is the source."""
    outputs = islice(cycle(data.systems.values()), SYSTEMS)
    systems = {f"system {number}": _repeated(texts) for number, texts in enumerate(outputs, 1)}
    return TestSet.build(systems, {}, _repeated(data.references[0]))


def _repeated(texts: Sequence[str]) -> list[str]:
    return list(islice(cycle(texts), SEGMENTS))
