"""Texts, and segments of a text, in another language than the rest, by scripts and common words."""

from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ints, numpy_column
from ..formats.names import target_language
from ..text.languages import LANGUAGES
from .finding import (
    REFERENCE,
    SOURCE,
    SYSTEM,
    WARNING,
    WARNING_SHARE,
    WRONG_LANGUAGE,
    WRONG_SCRIPT,
    ExaminedText,
    ExaminedTexts,
    TextFinding,
    finding_of_flags,
)
from .function_words import NAMES, SIMILAR_LANGUAGES, count_function_words, language_of_counts, lines_of_other_languages

_SAMPLE = 3000
"""Number of lines, spread evenly, from which it is decided whether any are in another language."""
_MIN_IN_SAMPLE = 0.004
_MIN_LETTERS = 20
"""Fewest letters of a line whose script is checked."""
_MAX_LETTERS = 500
"""Most characters of a line that count for the script of its text, so that one long line does not decide it."""
_FEW_LETTERS = 0.05
"""Largest share of letters of another script, such as those of names, that a text may have."""
_Languages = Mapping[ExaminedText, str | None]


def find_wrong_languages(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield findings of whole texts in another language than other texts, and of segments in another than their text's.

    A text is compared with the source, with all other target texts, and each output with the references.
    """
    counted = {text: _count_words(_without_source_copies(texts, text)) for text in texts.all}
    languages = {text: _language(texts, text) for text in texts.all}
    whole = {text: problem for text in texts.all if (problem := _whole_language(texts, languages, text))}
    for text in texts.all:
        own = _usual_language(texts, languages, counted, text)
        if text in whole:
            yield _whole_text_finding(text, whole[text])
        elif own is not None and len(counted[text][0]) == len(text):
            yield from _segments(text, counted[text][0], own)
    if not whole:
        yield from _unlike_references(texts, languages, counted)
    for text in texts.targets:
        yield from _find_other_script(text)


def source_in_target_language(source: pa.StringArray, outputs: Mapping[str, pa.StringArray]) -> str:
    """Return a sentence if the source is in the language of all outputs, by common words; else an empty text.

    Lines that an output copies from the source are ignored.
    """
    own = language_of_counts(*count_function_words(_evenly_spread(pc.unique(source))))
    for output in outputs.values() if own is not None else ():
        translated = pc.unique(output.filter(pc.fill_null(pc.not_equal(output, source), False)))
        if language_of_counts(*count_function_words(_evenly_spread(translated))) != own:
            return ""
    phrase = "the output" if len(outputs) == 1 else "the outputs"
    return f"The source looks {own}, the language of {phrase}: is it a reference?" if own and outputs else ""


def _whole_language(texts: ExaminedTexts, languages: _Languages, text: ExaminedText) -> str | None:
    """Return the problem with the language of a whole text, by the source and most other texts; else None."""
    own = languages[text]
    source = None if texts.source is None else languages[texts.source]
    if own is None:
        return None
    if text.role != SOURCE and own == source and any(languages[one] not in (None, source) for one in texts.targets):
        return f"is in {own}, the language of the source, where other texts are not. Is it the right file?"
    if (
        text.role == REFERENCE
        and (others := _language_of_others(texts, languages, text))
        and not _are_alike(own, others)
    ):
        return f"is in {own}, where the other texts are in {others}. Is it the right file?"
    return None


def _usual_language(
    texts: ExaminedTexts, languages: _Languages, counted: Mapping[ExaminedText, tuple[Ints, Ints]], text: ExaminedText
) -> str | None:
    """Return the language in which a text's segments should be.

    It is the references' language where a part of the text is in it, else the text's own.
    """
    own, reference_languages = languages[text], {languages[reference] for reference in texts.references}
    if own is None or text.role != SYSTEM or len(reference_languages) != 1:
        return own
    (expected,) = reference_languages
    if expected is None or _are_alike(own, expected):
        return own
    shares = {name: float(flags.mean()) for name, flags in lines_of_other_languages(counted[text][0], own)}
    return expected if shares.get(expected, 0.0) >= WARNING_SHARE else own


def _unlike_references(
    texts: ExaminedTexts, languages: _Languages, counted: Mapping[ExaminedText, tuple[Ints, Ints]]
) -> Iterator[TextFinding]:
    """Yield a finding for each reference whose language, or script, is contradicted by its file's name or an output."""
    for reference in texts.references:
        own, named_language = languages[reference], target_language(reference.file)
        if (
            own is not None
            and named_language is not None
            and named_language.name in NAMES
            and not _are_alike(own, named_language.name)
        ):
            yield _whole_text_finding(
                reference, f"is in {own}, where its file's name says {named_language.name}. Is it the right file?"
            )
            continue
        for system in texts.systems:
            other = languages[system]
            is_mixed = _usual_language(texts, languages, counted, system) != other
            if own is not None and other is not None and not is_mixed and not _are_alike(own, other):
                problem = f"is in {own}, where {system.phrase} is in {other}."
            elif _are_in_other_scripts(reference, system):
                problem = f"is in another script than {system.phrase}."
            else:
                continue
            yield _whole_text_finding(reference, f"{problem} Which of the two is the wrong file?")
            break


def _are_in_other_scripts(text: ExaminedText, other: ExaminedText) -> bool:
    """Return whether either text has hardly a letter of the script in which the other is written."""
    patterns = _main_script(text.segments), _main_script(other.segments)
    if patterns[0] == patterns[1]:
        return False
    samples = _sample(text.segments), _sample(other.segments)
    return all(
        pattern is not None and _n_matches(sample, pattern) < _FEW_LETTERS * _n_matches(sample, r"\p{L}")
        for sample, pattern in zip(samples, reversed(patterns), strict=True)
    )


def _without_source_copies(texts: ExaminedTexts, text: ExaminedText) -> pa.StringArray:
    """Return a text without the lines that equal the source, which have a kind of finding of their own."""
    if texts.source is None or text.role == SOURCE:
        return text.segments
    is_copy = texts.features(text).digests == texts.features(texts.source).digests
    return pc.if_else(pa.array(is_copy), "", text.segments)


def _language(texts: ExaminedTexts, text: ExaminedText) -> str | None:
    """Return the language of a text's distinct lines; a repeated line, such as a placeholder, counts once."""
    lines = pc.unique(_without_source_copies(texts, text))
    return language_of_counts(*count_function_words(_evenly_spread(lines)))


def _evenly_spread(column: pa.StringArray) -> pa.StringArray:
    """Return a sample of a long column, or the whole of a short one."""
    if len(column) <= _SAMPLE:
        return column
    return column.take(pa.array(np.linspace(0, len(column) - 1, _SAMPLE).astype(int)))


def _count_words(column: pa.StringArray) -> tuple[Ints, Ints]:
    """Return the counts of common words in all lines of a column.

    A long column is counted whole only where a sample has lines in another language; else the sample's counts are
    returned.
    """
    if len(column) <= _SAMPLE:
        return count_function_words(column)
    sample = count_function_words(_evenly_spread(column))
    own = language_of_counts(*sample)
    others = [] if own is None else lines_of_other_languages(sample[0], own)
    is_sound = sum(map(np.count_nonzero, (flags for _, flags in others))) < _MIN_IN_SAMPLE * _SAMPLE
    return sample if is_sound else count_function_words(column)


def _language_of_others(texts: ExaminedTexts, languages: _Languages, text: ExaminedText) -> str | None:
    """Return the language of two or more other target texts that agree; None where they do not."""
    others = [languages[other] for other in texts.targets if other is not text]
    return others[0] if len(others) > 1 and len({*others}) == 1 else None


def _are_alike(one: str, other: str) -> bool:
    return one == other or any({one, other} <= group for group in SIMILAR_LANGUAGES)


def _whole_text_finding(text: ExaminedText, problem: str) -> TextFinding:
    n = len(text)
    message = f"{text.subject} {problem}"
    return TextFinding(WRONG_LANGUAGE, WARNING, text.role, text.file, 1, n, message, n, 1.0, (1,), message)


def _segments(text: ExaminedText, counts: Ints, own: str) -> Iterator[TextFinding]:
    for name, flags in lines_of_other_languages(counts, own):
        finding = finding_of_flags(
            WRONG_LANGUAGE,
            text,
            flags,
            f"are in {name} by their commonest words, where the text is in {own}",
            "Were they not translated, or are they of another set?",
            is_caveat=True,
        )
        if finding is not None:
            yield finding


def _find_other_script(text: ExaminedText) -> Iterator[TextFinding]:
    """Yield a finding of segments without any letter of the script in which most of a text is written."""
    pattern = _main_script(text.segments)
    if pattern is None:
        return
    segments = text.segments.fill_null("")
    flags: Flags = ~numpy_column(pc.match_substring_regex(segments, pattern))
    places = np.flatnonzero(flags)
    letters = numpy_column(pc.count_substring_regex(segments.take(pa.array(places)), r"\p{L}"))
    flags[places] = letters >= _MIN_LETTERS
    finding = finding_of_flags(
        WRONG_SCRIPT,
        text,
        flags,
        "have no letter of the script in which the text is written",
        "Were they not translated, or are they of another set?",
    )
    if finding is not None:
        yield finding


def _main_script(column: pa.StringArray) -> str | None:
    """Return a pattern for the script of most letters of a text; None where no script has most."""
    sample = _sample(column)
    total = _n_matches(sample, r"\p{L}")
    for pattern in (r"\p{Latin}", *_PATTERNS):
        if 2 * _n_matches(sample, pattern) > total:
            return pattern
    return None


def _sample(column: pa.StringArray) -> pa.StringArray:
    """Return some lines of a text, spread evenly, from which its script is detected; long lines are cut."""
    places = np.linspace(0, len(column) - 1, min(1000, len(column))).astype(int)
    return pc.utf8_slice_codeunits(column.take(pa.array(places)).fill_null(""), 0, _MAX_LETTERS)


def _n_matches(column: pa.StringArray, pattern: str) -> int:
    return pc.sum(pc.count_substring_regex(column, pattern)).as_py() or 0


_PATTERNS = tuple(dict.fromkeys(language.letters for language in LANGUAGES if "Latin" not in language.letters))
