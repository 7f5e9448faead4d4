"""The check of terms: what a glossary asks for and an output lacks, and what it forbids."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa

from ...counting.arrays import Flags, Ints
from ...counting.progress import Progress, progress_between
from ..check import Check, CheckedTexts, CheckSpans
from . import TERMINOLOGY
from .glossary import Glossary
from .source_terms import SourceTerms, pair_keys
from .term_matching import TermMatcher, TermMatches

MISSING_TERM, FORBIDDEN_TERM, WITHIN_WORD = "missing term", "forbidden term", "term within a word"
LEAST_WITHIN = 4
"""Characters of a target that counts as being within a longer word."""


@dataclass(frozen=True)
class Terminology(Check):
    """An output lacks a term that the glossary asks for, or has one that it forbids.

    A term that is only within a longer word, as in a German compound, is missing by every tier, and a minor finding.
    It needs a glossary, so it is none of CHECKS.
    """

    matcher: TermMatcher

    name: ClassVar[str] = TERMINOLOGY
    kinds: ClassVar[Mapping[str, str]] = {MISSING_TERM: "major", FORBIDDEN_TERM: "major", WITHIN_WORD: "minor"}
    in_source: ClassVar[frozenset[str]] = frozenset({MISSING_TERM, WITHIN_WORD})
    finds: ClassVar[str] = (
        "A term of the glossary is in the source, and none of its targets is in the output as often, or a forbidden one"
        " is. A target that is only within a longer word is a minor finding."
    )
    errs: ClassVar[str] = (
        "Forms that the glossary does not list, and pronouns in place of a term are found, too; references lack terms"
        " as well."
    )
    does: ClassVar[str] = "breaks the glossary"
    does_less: ClassVar[Mapping[str, str]] = {"minor": "has a term within a longer word"}
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        assert texts.source is not None
        source = self.matcher.source_terms(texts.source, progress_between(on_progress, 0.0, 0.5))
        matches = self.matcher.match(source, texts.outputs, progress_between(on_progress, 0.5, 1.0))
        return CheckSpans.of(row[:4] for row in found_places(source, matches, texts.outputs, self.matcher.glossary))


def found_places(
    source: SourceTerms, matches: TermMatches, outputs: pa.StringArray, glossary: Glossary
) -> Iterator[tuple[int, int, int, str, int]]:
    """Yield segment, start, end, kind and term of everything that is missing or forbidden in the outputs."""
    missing, nth = _missing_places(source, matches)
    columns = (*(column[missing] for column in (source.segments, source.starts, source.ends, source.terms)), nth)
    for segment, start, end, term, before in zip(*(column.tolist() for column in columns), strict=True):
        is_within = _count_anywhere(outputs[segment].as_py(), glossary.terms[term].targets) > before
        yield segment, start, end, WITHIN_WORD if is_within else MISSING_TERM, term
    of = matches.forbidden
    for segment, start, end, term in zip(
        *(column.tolist() for column in (of.segments, of.starts, of.ends, of.terms)), strict=True
    ):
        yield segment, start, end, FORBIDDEN_TERM, term


def _count_anywhere(output: str, targets: Sequence[str]) -> int:
    """How often an output has one of the targets, within words, too, and in any case; overlapping places count once."""
    folded = sorted((target.casefold() for target in targets if len(target) >= LEAST_WITHIN), key=len, reverse=True)
    return len(re.findall("|".join(map(re.escape, folded)), output.casefold())) if folded else 0


def _missing_places(source: SourceTerms, matches: TermMatches) -> tuple[Flags, Ints]:
    """Which places of the source are without their term in an output, the last ones of a segment.

    (n_places,), and for each that is missing, (n_missing,), how many places of its term the segment has before it.
    """
    asked = pair_keys(matches.asked.segments, matches.asked.terms)
    keys = pair_keys(source.segments, source.terms)
    if not len(asked):
        return np.zeros(len(keys), bool), np.zeros(0, np.int64)
    pairs = np.minimum(np.searchsorted(asked, keys), len(asked) - 1)
    order = np.argsort(keys, kind="stable")
    nth = np.empty(len(keys), np.int64)
    nth[order] = np.arange(len(keys)) - np.searchsorted(keys[order], keys[order])
    missing: Flags = (asked[pairs] == keys) & (nth >= matches.found[pairs, -1])
    return missing, nth[missing]
