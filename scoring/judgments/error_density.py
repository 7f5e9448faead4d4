"""Count the errors of each kind per 1,000 words of outputs."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..counting.arrays import Flags, Floats, Ints, held_bytes, sums_at
from ..counting.progress import Progress, no_progress
from ..testset import TestSet
from ..text.naming import unique_name
from ..text.suggestions import did_you_mean
from ..text.tokenizers import USUAL, count_tokens, find_tokenizer
from ..validation import check_known
from .errors import Annotation
from .kinds import (
    BELOW,
    NO_CATEGORY,
    CodedTexts,
    ErrorKind,
    category_key,
    category_spelling,
    errors_phrase,
    first_spellings,
    main_category,
    parent_category_keys,
)

PER = 1000
"""Number of words that densities refer to."""
ALL_KINDS = "all errors"
"""Name of the kind that is the sum of all others; with selected severities the name lists these."""
OTHER_KINDS = "all other kinds"
NO_SEVERITY = "no severity"
MAX_KINDS = 40
"""Maximum number of kinds that are counted one by one, the most frequent ones; all others are counted together."""
SEVERITY = "severity"
LEVELS: dict[str, Callable[[str], str]] = {"main": main_category, "full": category_spelling, SEVERITY: str}
"""Function that names an error's kind, by level: the first part of its category, the whole category, its severity."""


@dataclass(frozen=True)
class ErrorKindCount:
    """A kind of errors that is counted."""

    name: str
    """Name that is unlike the names of all other kinds."""
    wanted: ErrorKind | None
    """Filter that selects just these errors; None for all kinds that are not counted one by one."""


@dataclass(frozen=True, eq=False)
class ErrorCounts:
    """The numbers of errors of each kind, and of words, in the outputs of each system.

    Errors are counted for one annotator: if several looked at an output, the mean of their numbers counts. Errors
    that are marked in the source count for the output whose annotator marked them. Outputs that nobody judged have
    neither errors nor words. Only numbers that are not 0 are kept: most outputs have no error of most kinds.
    """

    counted: tuple[ErrorKindCount, ...]
    """Kinds of errors: all errors first, then the single kinds, the most frequent first."""
    systems: tuple[str, ...]
    """Systems with a judged output."""
    at: Ints
    """Places of system, segment and kind of each number, ascending, int64 (3, n_numbers); never of the first kind,
    which is the sum of the others.
    """
    numbers: Floats
    """Number of errors at each of these places, above 0, float64 (n_numbers,)."""
    words: Floats
    """Number of words of each output, float64 (n_systems, n_segments)."""
    judged: Flags
    """Whether somebody looked at each output, bool (n_systems, n_segments)."""

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind.name for kind in self.counted)

    @property
    def n_segments(self) -> int:
        """Number of segments of the test set."""
        n_segments: int = self.words.shape[1]
        return n_segments

    @property
    def n_judged(self) -> Ints:
        """Number of judged segments of each system, int64 (n_systems,)."""
        n_judged: Ints = self.judged.sum(axis=1, dtype=np.int64)
        return n_judged

    @property
    def are_judged_alike(self) -> bool:
        """Whether every system was judged in the same segments."""
        return bool((self.judged == self.judged[:1]).all())

    @cached_property
    def sums(self) -> Floats:
        """Errors of each kind and, last, words in judged segments of each system, float64 (n_systems, n_kinds + 1)."""
        shape = len(self.systems), len(self.counted)
        systems, _, kinds = self.at
        errors = sums_at(systems * shape[1] + kinds, self.numbers, shape[0] * shape[1]).reshape(shape)
        errors[:, 0] = errors.sum(axis=1)
        return np.concatenate([errors, self.words.sum(axis=1, keepdims=True)], axis=1)

    @cached_property
    def densities(self) -> Floats:
        """Errors per 1,000 words, float64 (n_systems, n_kinds); NaN for a system without words."""
        return density(self.sums)

    @property
    def n_bytes(self) -> int:
        return held_bytes(self)


def count_errors(
    test_set: TestSet,
    annotation: str,
    level: str = "main",
    severities: Sequence[str] = (),
    tokenize: str = USUAL,
    on_progress: Progress = no_progress,
) -> ErrorCounts:
    """Count the errors of an annotation by one of ``LEVELS``; only errors of these severities, if any are named.

    Raises ``ValueError`` for an unknown annotation or level, ``TooLong`` as the tokenizer does.
    """
    check_known(level, LEVELS, "level of errors")
    error_annotation = find_annotation(test_set, annotation)
    systems = tuple(
        name
        for name in test_set.system_names
        if name in error_annotation.judged and error_annotation.judged[name].any()
    )
    columns, only = error_annotation.columns, ErrorKind(severities=tuple(severities))
    rows = np.flatnonzero(columns.select_errors(only, set(systems)))
    coded = (columns.severities if level == SEVERITY else columns.categories).take(rows)
    kinds, kind_places = _kinds(coded, level, only)
    place = {name: number for number, name in enumerate(systems)}
    system_of = np.array([place.get(name, -1) for name in columns.systems.names], np.int64)
    shape = len(systems), len(test_set), len(kinds)
    annotator_counts = np.array([error_annotation.annotator_counts(name) for name in systems], np.int64).reshape(
        shape[:2]
    )
    places = system_of[columns.systems.codes[rows]], columns.segments[rows], kind_places
    flat, numbers = np.unique(np.ravel_multi_index(places, shape), return_counts=True)
    at = np.array(np.unravel_index(flat, shape), np.int64).reshape(3, -1)
    words = np.zeros(shape[:2])
    for number, name in enumerate(systems):
        words[number] = np.where(annotator_counts[number] > 0, _count_words(test_set, name, tokenize), 0)
        on_progress((number + 1) / len(systems))
    return ErrorCounts(kinds, systems, at, numbers / annotator_counts[at[0], at[1]], words, annotator_counts > 0)


def _kinds(coded: CodedTexts, level: str, only: ErrorKind) -> tuple[tuple[ErrorKindCount, ...], Ints]:
    """Return the kinds that are counted, all errors first, and the place of each error's kind, int64 (n_errors,)."""
    at_level = [LEVELS[level](name) for name in coded.names]
    spellings = first_spellings(at_level) if level != SEVERITY else {name: name for name in at_level}
    names = CodedTexts.of([spellings[name] for name in at_level])
    of_errors = names.codes[coded.codes]
    times = np.bincount(of_errors, minlength=len(names.names))
    order = sorted(np.flatnonzero(times).tolist(), key=lambda code: (-times[code], names.names[code]))
    shown, rest = order[:MAX_KINDS], order[MAX_KINDS:]
    place = np.zeros(len(names.names), np.int64)
    place[shown], place[rest] = np.arange(1, len(shown) + 1), len(shown) + 1
    upper = parent_category_keys(coded.names_in_use) if level == "full" else frozenset()
    filters = [_kind_filter(names.names[code], level, only, upper) for code in shown]
    return _named_kinds([names.names[code] for code in shown], filters, level, only, bool(rest)), place[of_errors]


def _kind_filter(name: str, level: str, only: ErrorKind, upper: Collection[str]) -> ErrorKind | None:
    """Return the filter for errors of just this kind, None for errors without a severity.

    ``upper`` has the keys of categories with categories beneath them that do not count.
    """
    if level == SEVERITY:
        return ErrorKind(severities=(name,)) if name else None
    category = f"{name}{BELOW}" if not name or category_key(name) in upper else name
    return ErrorKind(category, only.severities)


def _named_kinds(
    names: Sequence[str], filters: Sequence[ErrorKind | None], level: str, only: ErrorKind, with_others: bool
) -> tuple[ErrorKindCount, ...]:
    """Return each kind under its name; kinds without a name get one that is unlike any name that users gave."""
    folded_names = [name.casefold() for name in names]
    no_name = unique_name(folded_names, NO_SEVERITY if level == SEVERITY else NO_CATEGORY)
    kinds = [ErrorKindCount(name or no_name, kind) for name, kind in zip(names, filters, strict=True)]
    others = [ErrorKindCount(unique_name(folded_names, OTHER_KINDS), None)] * with_others
    whole = f"all {errors_phrase(only.severities)}"
    return ErrorKindCount(unique_name(folded_names, whole), only), *kinds, *others


def find_annotation(test_set: TestSet, name: str) -> Annotation:
    """Return the annotation with this name; raise ``ValueError`` if there is none."""
    for annotation in test_set.annotations:
        if annotation.name == name:
            return annotation
    names = [annotation.name for annotation in test_set.annotations]
    hint, listed = did_you_mean(name, names), ", ".join(names) or "none"
    raise ValueError(f"No annotation is called {name!r}; the test set has {listed}{hint}.")


def _count_words(test_set: TestSet, system: str, tokenize: str) -> Ints:
    """Return the number of tokens of each output, int64 (n_segments,); raise ``TooLong`` as the tokenizer does."""
    column = test_set.system(system).segments
    for limit in find_tokenizer(tokenize).limits:
        limit.check({system: column})
    return count_tokens(column, tokenize)


def density(sums: Floats) -> Floats:
    """Return errors per 1,000 words (..., n_kinds) from sums of errors and, last, words (..., n_kinds + 1).

    NaN if there are no words.
    """
    words = sums[..., -1:]
    undefined: Floats = np.full((*sums.shape[:-1], sums.shape[-1] - 1), np.nan)
    return np.divide(PER * sums[..., :-1], words, out=undefined, where=words > 0)
