"""Errors per 1,000 words as a metric: errors and words add up, so that all that works for a metric works for them."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Flags, Floats, Ints, held_bytes, sums_at
from ..checks import check_known
from ..metric import Columns, Metric
from ..options import TOKENIZE, option
from ..progress import Progress, no_progress
from ..testset import TestSet
from ..texts import Text
from ..tokenizers import USUAL, count_tokens, find
from .errors import Annotation, ErrorSpan
from .kinds import is_within

STATISTICS = ("errors", "words")
PER = 1000
"""words"""
NO_CATEGORY = "no category"
OTHERS = "all other kinds"
MOST_KINDS = 40
"""Kinds that are counted one by one, the most frequent ones; what a file makes up beyond them is taken together."""
LEVELS: dict[str, Callable[[ErrorSpan], str]] = {
    "main": lambda error: error.category.split("/")[0].strip() or NO_CATEGORY,
    "full": lambda error: error.category.strip() or NO_CATEGORY,
    "severity": lambda error: error.severity,
}
"""What errors are counted by: the first part of the category, as in ``accuracy/omission``, all of it, or severity."""


@dataclass(frozen=True, eq=False)
class ErrorCounts:
    """How many errors of each kind the outputs of each system have, and how many words.

    Errors are those that one annotator finds: where several looked at an output, the mean of their numbers. Errors
    that are marked in the source count for the output whose annotator marked them. Outputs that nobody judged have
    neither errors nor words.
    """

    kinds: tuple[str, ...]
    """the most frequent first; those that differ in small and capital letters are one, as it is first written"""
    systems: tuple[str, ...]
    """those of whom somebody judged an output"""
    errors: Floats
    """float64 (n_systems, n_segments, n_kinds)"""
    words: Floats
    """float64 (n_systems, n_segments)"""
    judged: Flags
    """bool (n_systems, n_segments): whether somebody looked"""

    @property
    def n_bytes(self) -> int:
        return held_bytes(self)


def count_errors(
    test_set: TestSet,
    annotation: str,
    level: str = "main",
    severities: Sequence[str] = (),
    tokenize: str = USUAL,
) -> ErrorCounts:
    """Counts the errors of an annotation by one of ``LEVELS``; of these severities alone, if any are named.

    Raises ``ValueError`` for an annotation or a level that there is not, ``TooLong`` as the tokenizer does.
    """
    check_known(level, LEVELS, "level of errors")
    found = annotation_of(test_set, annotation)
    systems = tuple(name for name in test_set.system_names if name in found.judged and found.judged[name].any())
    places = {name: place for place, name in enumerate(systems)}
    kind_of, wanted = LEVELS[level], set(severities)
    written: dict[str, str] = {}
    errors = [
        (places[error.system], error.segment, written.setdefault((kind := kind_of(error)).casefold(), kind))
        for error in found.spans
        if error.system in places and (not wanted or error.severity in wanted)
    ]
    kinds = _by_frequency([kind for *_, kind in errors])
    numbers = {kind: number for number, kind in enumerate(kinds)}
    shape = (len(systems), len(test_set), len(kinds))
    at = [(system, segment, numbers.get(kind, len(kinds) - 1)) for system, segment, kind in errors]
    counted = np.zeros(shape)
    if at:
        flat = np.ravel_multi_index(tuple(np.array(at, np.int64).T), shape)
        counted = sums_at(flat, np.ones(len(flat)), counted.size).reshape(shape)
    looked = np.stack([found.looked(name) for name in systems]) if systems else np.zeros(shape[:2])
    words = [_count_words(test_set, name, tokenize) for name in systems]
    return ErrorCounts(
        kinds,
        systems,
        np.divide(counted, looked[:, :, None], out=np.zeros(shape), where=looked[:, :, None] > 0),
        np.where(looked > 0, words, 0.0) if systems else np.zeros(shape[:2]),
        looked > 0,
    )


def annotation_of(test_set: TestSet, name: str) -> Annotation:
    """The annotation of that name; ``ValueError`` where there is none."""
    for annotation in test_set.annotations:
        if annotation.name == name:
            return annotation
    listed = ", ".join(annotation.name for annotation in test_set.annotations) or "none"
    raise ValueError(f"No annotation is called {name!r}; the test set has {listed}.")


def _count_words(test_set: TestSet, system: str, tokenize: str) -> Ints:
    """int64 (n_segments,): the tokens of each output; ``TooLong`` where the tokenizer cannot take one."""
    column = test_set.system(system).segments
    for limit in find(tokenize).limits:
        limit.check({system: column})
    return count_tokens(column, tokenize)


def _by_frequency(found: Sequence[str]) -> tuple[str, ...]:
    kinds = [kind for kind, _ in sorted(Counter(found).items(), key=lambda item: (-item[1], item[0]))]
    return tuple(kinds) if len(kinds) <= MOST_KINDS else (*kinds[:MOST_KINDS], OTHERS)


@dataclass(frozen=True)
class ErrorDensity(Metric):
    """Errors of a test set's ``Annotation`` per 1,000 words of output; lower is better.

    Statistics are (errors, words) of each output, as ``ErrorCounts`` says; the score is 1,000 x errors / words. They
    are read from the test set by ``measure``; texts alone have none.
    """

    name: ClassVar[str] = "error density"
    label: ClassVar[str] = "Errors per 1,000 words"
    higher_is_better: ClassVar[bool] = False
    is_percentage: ClassVar[bool] = False
    statistic_names: ClassVar[tuple[str, ...]] = STATISTICS

    annotation: str
    category: str = ""
    """of which category, and those beneath it, such as ``accuracy``; empty for all"""
    severities: tuple[str, ...] = ()
    """of which severities; none for all"""
    tokenize: str = option(USUAL, TOKENIZE)

    @property
    def statistics_key(self) -> tuple[object, ...]:
        return self.name, self.annotation, self.category, self.severities, self.tokenize

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        chosen = (("category", self.category), ("severity", "+".join(self.severities)))
        return ("annotation", self.annotation), *(part for part in chosen if part[1]), *super().options

    def full_signature(self, references: Sequence[Text]) -> str:
        return self.signature

    def _score(self, statistics: Floats) -> Floats:
        return density(statistics)[..., 0]

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        raise ValueError(f"{self.label}: errors are marked in a file; texts alone have none.")

    def measure(self, test_set: TestSet, on_progress: Progress = no_progress) -> dict[str, Floats]:
        """System -> (n_segments, 2); ``ValueError`` where the test set has no annotation of this name."""
        annotation = annotation_of(test_set, self.annotation)
        return {name: self._rows(test_set, annotation, name) for name in test_set.system_names}

    def _rows(self, test_set: TestSet, annotation: Annotation, system: str) -> Floats:
        rows = np.zeros((len(test_set), 2))
        if system in annotation.judged:
            looked = annotation.looked(system)
            counts = annotation.counts(system, filter(self._is_meant, annotation.spans))
            rows[:, 0] = np.where(looked > 0, counts / np.maximum(looked, 1), 0.0)
            rows[:, 1] = np.where(looked > 0, _count_words(test_set, system, self.tokenize), 0)
        return rows

    def _is_meant(self, error: ErrorSpan) -> bool:
        if self.category and not is_within(LEVELS["full"](error), self.category):
            return False
        return not self.severities or error.severity in self.severities

    def warm_up(self) -> None:
        """Nothing is compiled for it."""


def density(sums: Floats) -> Floats:
    """Errors per 1,000 words, (..., n_kinds), from sums of errors and, last, words (..., n_kinds + 1).

    NaN where there is no word.
    """
    words = sums[..., -1:]
    undefined: Floats = np.full((*sums.shape[:-1], sums.shape[-1] - 1), np.nan)
    return np.divide(PER * sums[..., :-1], words, out=undefined, where=words > 0)
