"""The check of terms: what a glossary asks for and an output lacks, and what it forbids."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...counting.arrays import Flags
from ...counting.progress import Progress, progress_between
from ..check import Check, CheckedTexts, CheckSpans
from . import TERMINOLOGY
from .source_terms import SourceTerms, pair_keys
from .term_matching import TermMatcher, TermMatches

MISSING_TERM, FORBIDDEN_TERM = "missing term", "forbidden term"


@dataclass(frozen=True)
class Terminology(Check):
    """An output lacks a term that the glossary asks for, or has one that it forbids.

    It needs a glossary, so it is none of CHECKS.
    """

    matcher: TermMatcher

    name: ClassVar[str] = TERMINOLOGY
    kinds: ClassVar[Mapping[str, str]] = {MISSING_TERM: "major", FORBIDDEN_TERM: "major"}
    in_source: ClassVar[frozenset[str]] = frozenset({MISSING_TERM})
    finds: ClassVar[str] = (
        "A term of the glossary is in the source, and none of its targets is in the output as often, or a forbidden one"
        " is."
    )
    errs: ClassVar[str] = (
        "Forms that the glossary does not list, compounds, and pronouns in place of a term are found, too; references"
        " lack terms as well."
    )
    does: ClassVar[str] = "breaks the glossary"
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        assert texts.source is not None
        source = self.matcher.source_terms(texts.source, progress_between(on_progress, 0.0, 0.5))
        matches = self.matcher.match(source, texts.outputs, progress_between(on_progress, 0.5, 1.0))
        return CheckSpans.of(row[:4] for row in found_places(source, matches))


def found_places(source: SourceTerms, matches: TermMatches) -> Iterator[tuple[int, int, int, str, int]]:
    """Yield segment, start, end, kind and term of everything that is missing or forbidden in an output."""
    missing = are_missing(source, matches)
    columns = source.segments, source.starts, source.ends, source.terms
    for segment, start, end, term in zip(*(column[missing].tolist() for column in columns), strict=True):
        yield segment, start, end, MISSING_TERM, term
    of = matches.forbidden
    for segment, start, end, term in zip(
        *(column.tolist() for column in (of.segments, of.starts, of.ends, of.terms)), strict=True
    ):
        yield segment, start, end, FORBIDDEN_TERM, term


def are_missing(source: SourceTerms, matches: TermMatches) -> Flags:
    """(n_places,): which places of the source are without their term in an output: the last ones of a segment."""
    asked = pair_keys(matches.asked.segments, matches.asked.terms)
    keys = pair_keys(source.segments, source.terms)
    if not len(asked):
        return np.zeros(len(keys), bool)
    pairs = np.minimum(np.searchsorted(asked, keys), len(asked) - 1)
    order = np.argsort(keys, kind="stable")
    nth = np.empty(len(keys), np.int64)
    nth[order] = np.arange(len(keys)) - np.searchsorted(keys[order], keys[order])
    missing: Flags = (asked[pairs] == keys) & (nth >= matches.found[pairs, -1])
    return missing
