"""Test sets built from numbered recipes: the same lines and recipe give the same set in any process."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from scoring import System, TestSet
from scoring.judgments import Annotation, ErrorSpan, Scores

Step = tuple[str, int]
Recipe = tuple[Step, ...]
"""Steps of a test set: ("set", number), then one addition for each further version: an output, scores or errors."""

ODD = ("", "\u2028", "\ufeff", "a\rb", "\t", "日本😀", "\0", "é")
"""Endings of some lines that programs easily lose."""
MAX_SEGMENTS = 40


def build(recipe: Recipe, lines: Sequence[str]) -> TestSet:
    """Return the test set of a recipe; each text is one of the lines, some with an odd ending."""
    (_, number), *further = recipe
    test_set = _made(number, lines)
    for kind, number in further:
        test_set = CHANGES[kind](test_set, number, lines)
    return test_set


def _made(number: int, lines: Sequence[str]) -> TestSet:
    draw = random.Random(number)
    n = draw.randint(2, MAX_SEGMENTS)
    source = _texts(draw, n, lines) if number % 2 else None
    systems = {f"system {at}": _texts(draw, n, lines) for at in range(draw.randint(1, 3))}
    return TestSet.build(systems, {"ref": _texts(draw, n, lines)}, source, name=f"set {number}")


def _texts(draw: random.Random, n: int, lines: Sequence[str]) -> list[str]:
    return [draw.choice(lines) + draw.choice(ODD) for _ in range(n)]


def output(n_segments: int, number: int, lines: Sequence[str]) -> System:
    """Return one more output."""
    texts = _texts(random.Random(number), n_segments, lines)
    return System(f"output {number}", pa.array(texts, pa.string()))


def _add_output(test_set: TestSet, number: int, lines: Sequence[str]) -> TestSet:
    return replace(test_set, systems=(*test_set.systems, output(len(test_set), number, lines)))


def _add_scores(test_set: TestSet, number: int, lines: Sequence[str]) -> TestSet:
    draw = random.Random(number)
    values = {
        name: np.array([draw.choice((draw.gauss(), np.nan)) for _ in range(len(test_set))]) for name in _some(test_set)
    }
    return test_set.with_judgments([Scores(f"scores {number}", values, is_human=True)])


def _add_errors(test_set: TestSet, number: int, lines: Sequence[str]) -> TestSet:
    draw = random.Random(number)
    names, n = _some(test_set), len(test_set)
    spans = tuple(
        ErrorSpan(
            draw.choice(names), draw.randrange(n), -1, -1, draw.choice(("minor", "major")), draw.choice(ODD), "r1"
        )
        for _ in range(draw.randint(1, 5))
    )
    return test_set.with_judgments(
        (), [Annotation(f"errors {number}", spans, {name: np.ones(n, bool) for name in names})]
    )


def _some(test_set: TestSet) -> list[str]:
    return list(test_set.system_names[:2])


CHANGES: dict[str, Callable[[TestSet, int, Sequence[str]], TestSet]] = {
    "output": _add_output,
    "scores": _add_scores,
    "errors": _add_errors,
}


def plain(test_set: TestSet) -> Any:
    """Return a test set as plain values that are equal only if all its content is."""
    return (
        [(each.name, each.segments.to_pylist()) for each in test_set.systems],
        [(each.name, each.segments.to_pylist()) for each in test_set.references],
        None if test_set.source is None else test_set.source.to_pylist(),
        [(each.name, {name: values.tobytes() for name, values in each.values.items()}) for each in test_set.scores],
        [
            (each.name, each.spans, {name: flags.tobytes() for name, flags in each.judged.items()})
            for each in test_set.annotations
        ],
    )
