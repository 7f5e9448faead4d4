"""Wrong language: an output in another script, or another language, than the translations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ints
from ..counting.progress import Progress
from ..doctor.function_words import NAMES, count_function_words, lines_of_other_languages
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import FoundPlace, any_reference_has, are_copies, match_pattern, text_lengths
from .columns.scripts import COLUMNS, SAMPLE, SCRIPT_PATTERNS, count_letters, main_language, main_script

SCRIPT, LANGUAGE, LETTERS = "wrong script", "wrong language", "letters of another script"
MIN_LETTERS = 20
"""Fewest letters of an output whose script and language are checked."""
MIN_WORDS = 6
"""Fewest common words of a language, other than the source's, in an output that may be in it."""


@dataclass(frozen=True)
class WrongLanguage(Check):
    """A check for outputs with most letters in another script, or with the common words of another language.

    The script is that of the language where it is known, else of the references, else of the outputs. Function words
    distinguish 27 languages, but not languages that are very similar. Outputs with fewer than 20 letters are not
    checked, except for letters of a script that neither the source nor a reference has there.
    """

    name: ClassVar[str] = "language"
    title: ClassVar[str] = "wrong language"
    kinds: ClassVar[Mapping[str, str]] = {SCRIPT: "critical", LANGUAGE: "critical", LETTERS: "major"}
    does: ClassVar[str] = "writes in the wrong language"
    finds: ClassVar[str] = (
        "Most letters of the output are of another script, its commonest words are of another language, or it has"
        " letters of a third script that the source has not."
    )
    errs: ClassVar[str] = "Names, titles and quotations that stay in their language are found, too."

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        if not len(texts):
            return CheckSpans.of(())
        own = texts.references or (texts.outputs,)
        script = main_script(own) if texts.language is None else texts.language.letters
        language = None if texts.language is None else texts.language.name
        if language not in NAMES:
            language = main_language(own[0][:SAMPLE])
        of_source = None if texts.source is None else main_language(texts.source[:SAMPLE])
        return find_by_blocks(texts, partial(_find_in_block, _Expected(script, language, of_source)), on_progress)


@dataclass(frozen=True)
class _Expected:
    """The expected script and language of the outputs, from all texts together; None where not known."""

    script: str | None
    """Pattern (RE2) of the script's letters."""
    language: str | None
    """English name of the language."""
    language_of_source: str | None


def _find_in_block(expected: _Expected, texts: CheckedTexts) -> Iterator[FoundPlace]:
    lengths, letters = text_lengths(texts.outputs), count_letters(texts.outputs)
    is_looked_at = (letters[:, 0] >= MIN_LETTERS) & ~are_copies(texts)
    is_wrong = np.zeros(len(texts), bool)
    if expected.script is not None:
        is_wrong = is_looked_at & (2 * letters[:, COLUMNS[expected.script]] < letters[:, 0])
        if is_wrong.any():
            is_wrong &= ~_in_a_reference(texts, expected.script)
        for segment in np.flatnonzero(is_wrong).tolist():
            yield segment, 0, int(lengths[segment]), SCRIPT
        yield from _strange_letters(texts, letters, expected.script, ~is_wrong)
    is_other = _are_in_other_languages(texts, expected) & is_looked_at & ~is_wrong
    for segment in np.flatnonzero(is_other).tolist():
        yield segment, 0, int(lengths[segment]), LANGUAGE


def _in_a_reference(texts: CheckedTexts, expected: str) -> Flags:
    """Return whether any reference has letters, but none of the expected script, (n_segments,)."""
    flags = np.zeros(len(texts), bool)
    for column in texts.references:
        flags |= match_pattern(column, r"\p{L}", len(texts)) & ~match_pattern(column, expected, len(texts))
    return flags


def _strange_letters(texts: CheckedTexts, letters: Ints, expected: str, are_looked_at: Flags) -> Iterator[FoundPlace]:
    """Yield runs of letters of unexpected scripts that neither the source nor a reference has."""
    have_finding = np.zeros(len(texts), bool)
    for script in SCRIPT_PATTERNS:
        if script in (r"[\p{Latin}]", r"[\p{Greek}]") or _share_letters(script, expected):
            continue
        flags = (letters[:, COLUMNS[script]] > 0) & are_looked_at & ~have_finding
        if not flags.any():
            continue
        flags &= ~match_pattern(texts.source, script, len(texts)) & ~any_reference_has(texts, script)
        have_finding |= flags
        places = np.flatnonzero(flags)
        spans = pc.extract_regex_span(texts.outputs.take(pa.array(places)), f"(?P<run>{script}+)").field("run")
        for segment, span in zip(places.tolist(), spans.to_pylist(), strict=True):
            text = texts.outputs[segment].as_py().encode()
            start = len(text[: span[0]].decode())
            yield segment, start, start + len(text[span[0] : span[0] + span[1]].decode()), LETTERS


def _share_letters(script: str, expected: str) -> bool:
    """Return whether two patterns have a script in common, as the patterns of Chinese and Japanese have."""
    return bool({*script.strip("[]").split(r"\p")} & {*expected.strip("[]").split(r"\p")} - {""})


def _are_in_other_languages(texts: CheckedTexts, expected: _Expected) -> Flags:
    """Return whether each output has the common words of another language, and none of its own, (n_segments,)."""
    are_foreign = np.zeros(len(texts), bool)
    if expected.language is None:
        return are_foreign
    counts, _ = count_function_words(texts.outputs)
    for name, flags in lines_of_other_languages(counts, expected.language):
        are_foreign |= flags & ((counts.max(axis=1) >= MIN_WORDS) | (name == expected.language_of_source))
    if are_foreign.any():
        for column in texts.references:
            for _, flags in lines_of_other_languages(count_function_words(column)[0], expected.language):
                are_foreign &= ~flags
    return are_foreign
