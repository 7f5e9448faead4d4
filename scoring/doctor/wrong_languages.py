"""Texts, and segments of a text, that are in another language than the rest, by scripts and common words."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Ints, numpy_column
from ..text.languages import LANGUAGES
from .finding import REFERENCE, SOURCE, WARNING, ExaminedText, ExaminedTexts, TextFinding, finding_of_flags
from .function_words import ALIKE, count_function_words, language_of_counts, lines_of_other_languages

WRONG_LANGUAGE, WRONG_SCRIPT = "wrong-language", "wrong-script"
_SAMPLE = 3000
"""Lines, spread evenly, by which it is told whether any are in another language."""
_LEAST_IN_SAMPLE = 0.004
_LEAST_LETTERS = 20
"""Letters of a line by which its script is told."""


def find_wrong_languages(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield findings of texts in the language of the source, and of segments in another language than their text's."""
    counted = {text: _count_words(_without_copies(texts, text)) for text in texts.all}
    languages = {text: language_of_counts(*found) for text, found in counted.items()}
    source = None if texts.source is None else languages[texts.source]
    of_targets = [languages[text] for text in texts.targets]
    for text in texts.all:
        own = languages[text]
        if own is None:
            continue
        if text.role != SOURCE and own == source and any(other not in (None, source) for other in of_targets):
            yield _whole(text, f"is in {own}, the language of the source, where other texts are not.")
        elif text.role == REFERENCE and (others := _agreed(texts, languages, text)) and not _are_alike(own, others):
            yield _whole(text, f"is in {own}, where the other texts are in {others}.")
        elif len(counted[text][0]) == len(text):
            yield from _segments(text, counted[text][0], own)
    for text in texts.targets:
        yield from _other_script(text)


def _without_copies(texts: ExaminedTexts, text: ExaminedText) -> pa.StringArray:
    """Return a text without the lines that are the source, which have a kind of their own."""
    if texts.source is None or text.role == SOURCE:
        return text.segments
    is_copy = texts.features(text).digests == texts.features(texts.source).digests
    return pc.if_else(pa.array(is_copy), "", text.segments)


def _count_words(column: pa.StringArray) -> tuple[Ints, Ints]:
    """Count common words in all lines of a column; of a long one only where a sample has lines in another language."""
    if len(column) <= _SAMPLE:
        return count_function_words(column)
    sample = count_function_words(column.take(pa.array(np.linspace(0, len(column) - 1, _SAMPLE).astype(int))))
    own = language_of_counts(*sample)
    others = [] if own is None else lines_of_other_languages(sample[0], own)
    is_sound = sum(map(np.count_nonzero, (flags for _, flags in others))) < _LEAST_IN_SAMPLE * _SAMPLE
    return sample if is_sound else count_function_words(column)


def _agreed(texts: ExaminedTexts, languages: dict[ExaminedText, str | None], text: ExaminedText) -> str | None:
    """Return the language of all other target texts, of which there are two or more; None where they do not agree."""
    others = [languages[other] for other in texts.targets if other is not text]
    return others[0] if len(others) > 1 and len({*others}) == 1 else None


def _are_alike(one: str, other: str) -> bool:
    return one == other or any({one, other} <= group for group in ALIKE)


def _whole(text: ExaminedText, what: str) -> TextFinding:
    n = len(text)
    message = f"{text.subject} {what} Is it the right file?"
    return TextFinding(WRONG_LANGUAGE, WARNING, text.role, text.file, 1, n, message, n, 1.0, (1,), message)


def _segments(text: ExaminedText, counts: Ints, own: str) -> Iterator[TextFinding]:
    for name, flags in lines_of_other_languages(counts, own):
        found = finding_of_flags(
            WRONG_LANGUAGE,
            text,
            flags,
            f"are in {name} by their commonest words, where the text is in {own}",
            "Were they not translated, or are they of another set?",
            is_caveat=True,
        )
        if found is not None:
            yield found


def _other_script(text: ExaminedText) -> Iterator[TextFinding]:
    """Yield a finding of segments without one letter of the script in which most of a text is written."""
    pattern = _main_script(text.segments)
    if pattern is None:
        return
    segments = text.segments.fill_null("")
    flags: Flags = ~numpy_column(pc.match_substring_regex(segments, pattern))
    places = np.flatnonzero(flags)
    letters = numpy_column(pc.count_substring_regex(segments.take(pa.array(places)), r"\p{L}"))
    flags[places] = letters >= _LEAST_LETTERS
    found = finding_of_flags(
        WRONG_SCRIPT,
        text,
        flags,
        "have no letter of the script in which the text is written",
        "Were they not translated, or are they of another set?",
    )
    if found is not None:
        yield found


def _main_script(column: pa.StringArray) -> str | None:
    """Return a pattern for letters of the script that most letters of a text are of; None without one."""
    sample = column.fill_null("").take(pa.array(np.linspace(0, len(column) - 1, min(1000, len(column))).astype(int)))
    total = pc.sum(pc.count_substring_regex(sample, r"\p{L}")).as_py() or 0
    for pattern in (r"\p{Latin}", *_PATTERNS):
        if 2 * (pc.sum(pc.count_substring_regex(sample, pattern)).as_py() or 0) > total:
            return pattern
    return None


_PATTERNS = tuple(dict.fromkeys(language.letters for language in LANGUAGES if "Latin" not in language.letters))
