"""The check of terms: terms that a glossary asks for and an output lacks, and terms that it forbids."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags
from ...counting.progress import Progress, progress_between
from ..check import Check, CheckedTexts, CheckSpans
from . import TERMINOLOGY
from .glossary import Glossary
from .source_terms import SourceTerms, pair_keys
from .term_matching import TermMatcher, TermMatches

MISSING_TERM, FORBIDDEN_TERM, WITHIN_WORD = "missing term", "forbidden term", "term within a word"
MIN_WITHIN = 5
"""Fewest characters of a target that counts as part of a longer word."""


@dataclass(frozen=True)
class Terminology(Check):
    """A check for terms that the glossary asks for and the output lacks, and for terms that it forbids.

    A term that is only part of a longer word, as in a German compound, is missing by every tier, and a minor finding.
    The check needs a glossary, so it is not in CHECKS.
    """

    matcher: TermMatcher

    name: ClassVar[str] = TERMINOLOGY
    title: ClassVar[str] = "terms"
    lesser_titles: ClassVar[Mapping[str, str]] = {"minor": "terms within a longer word"}
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
    """Yield segment, start, end, kind and term of every missing or forbidden term in the outputs."""
    missing = are_missing(source, matches)
    columns = source.segments, source.starts, source.ends, source.terms
    words = _LongerWords(matches, outputs, glossary)
    for segment, start, end, term in zip(*(column[missing].tolist() for column in columns), strict=True):
        yield segment, start, end, WITHIN_WORD if words.take(segment, term) else MISSING_TERM, term
    of = matches.forbidden
    for segment, start, end, term in zip(
        *(column.tolist() for column in (of.segments, of.starts, of.ends, of.terms)), strict=True
    ):
        yield segment, start, end, FORBIDDEN_TERM, term


class _LongerWords:
    """The longer words of outputs that begin or end with a target, such as compounds; each word counts once."""

    def __init__(self, matches: TermMatches, outputs: pa.StringArray, glossary: Glossary) -> None:
        self._outputs, self._glossary = outputs, glossary
        self._folded = pc.utf8_lower(outputs)
        self._patterns: dict[int, re.Pattern[str]] = {}
        self._used_spans: dict[int, list[tuple[int, int]]] = {}
        places = matches.places
        for segment, start, end in zip(
            places.segments.tolist(), places.starts.tolist(), places.ends.tolist(), strict=True
        ):
            self._used_spans.setdefault(segment, []).append((start, end))

    def take(self, segment: int, term: int) -> bool:
        """Take a longer word of an output that has a target of the term, and return whether there was a free one."""
        folded = self._folded[segment].as_py()
        targets = [target for target in self._glossary.terms[term].targets if len(target) >= MIN_WITHIN]
        if not any(target.lower() in folded for target in targets):
            return False
        if term not in self._patterns:
            self._patterns[term] = _pattern_of_parts(targets)
        pattern = self._patterns[term]
        spans = self._used_spans.setdefault(segment, [])
        for match in pattern.finditer(self._outputs[segment].as_py()):
            if all(match.end() <= start or end <= match.start() for start, end in spans):
                spans.append(match.span())
                return True
        return False


def _pattern_of_parts(targets: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern of longer words that begin or end with one of the targets, in any case."""
    either = "|".join(map(re.escape, sorted(targets, key=len, reverse=True)))
    return re.compile(rf"\b(?:{either})\w+|\w+(?:{either})\b", re.IGNORECASE)


def are_missing(source: SourceTerms, matches: TermMatches) -> Flags:
    """Return whether each place of the source lacks its term in the output, (n_places,).

    Of several places of a term in a segment the last ones lack it.
    """
    asked_keys = pair_keys(matches.asked_terms.segments, matches.asked_terms.terms)
    keys = pair_keys(source.segments, source.terms)
    if not len(asked_keys):
        return np.zeros(len(keys), bool)
    pairs = np.minimum(np.searchsorted(asked_keys, keys), len(asked_keys) - 1)
    order = np.argsort(keys, kind="stable")
    nth = np.empty(len(keys), np.int64)
    nth[order] = np.arange(len(keys)) - np.searchsorted(keys[order], keys[order])
    missing: Flags = (asked_keys[pairs] == keys) & (nth >= matches.match_counts[pairs, -1])
    return missing
