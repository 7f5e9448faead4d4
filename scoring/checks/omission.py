"""Omission: an output that breaks off, or lacks a sentence or a part."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Floats, Ints, numpy_column, quotients
from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans
from .columns.rows import have_output, match_pattern, text_lengths

CUT_OFF, SENTENCE, PART = "cut off", "missing sentence", "missing part"
LOW_PERCENTILE = 1
"""Percentile of a system's length ratios below which an output may be cut off."""
SHORTER = 0.75
"""Share of the usual length below which an output with fewer sentences lacks a sentence."""
LACKING = 0.7
"""Share of the usual length, and of a reference's, below which a part is missing."""
LACKING_ALONE = {60: 0.5, 150: 0.6, 250: 0.65}
"""Share of the usual length without references, by the fewest bytes (UTF-8) of the source.

The lengths of longer texts vary less.
"""
MIN_BYTES = min(LACKING_ALONE)
"""Fewest bytes of a source that may lack a part: short texts vary too much in length."""
ENDING_EARLY = 0.85
"""Share of the usual length below which an output lacks a part if it ends where the references continue."""
_FINAL = r"[.!?…。！？؟।॥۔։።;:：；]['\")\]}*\p{Pe}\p{Pf}\p{Pi}\p{Z}\s”“’»」』]*$"
_SENTENCE = (
    r"[.!?…。！？؟।۔։።]+[\"')\]\p{Pe}\p{Pf}\p{Pi}]*(?:\s+[\"'(\p{Pi}\p{Ps}¿¡-]*[\p{Lu}\p{Lo}]|\s*$)|[。！？][\p{L}]"
)
_SEVERAL = r"[.!?…][^\p{L}\p{N}]+\p{L}|[。！？؟।۔։።]"
"""Pattern (RE2) of a text of several sentences."""
_SENTENCE_MARKS, _BEHIND_MARKS, _BEFORE_WORDS = ".!?…", "\"')]}*”“»’」』", "\"'([{*„“”«»‘’"
MAX_CHARACTERS = 100
"""Most characters of a last word; a longer string is no word."""


@dataclass(frozen=True)
class Omission(Check):
    """A check for an output that is cut off, or that lacks a sentence or a part.

    Cut off: source and references have a final mark and the output has none, and the length of the output divided by
    that of the source, in characters, is below the system's 1st percentile.

    A sentence is missing: the output has fewer sentences than the source and every reference, and less than three
    quarters of the length that is usual for the system.

    A part is missing: the output's share of its usual length is less than 0.7 of the share that every reference has of
    its own usual length (at most 1). Without a reference it is less than 0.5, for sources of at least 150 bytes 0.6, of
    at least 250 bytes 0.65. This rule skips sources of fewer than 60 bytes. Or the output ends with a word and its
    mark, such as *am 25.* of *am 25. Mai*, after which all references (without one the source) continue, and has less
    than 0.85 of the usual length. The usual length is the median ratio to the source's length, times that length.
    """

    name: ClassVar[str] = "omission"
    title: ClassVar[str] = "something left out"
    kinds: ClassVar[Mapping[str, str]] = {CUT_OFF: "major", SENTENCE: "major", PART: "major"}
    does: ClassVar[str] = "leaves something out"
    finds: ClassVar[str] = (
        "The output lacks the final mark of the source and references and is among the system's 1 % shortest for their"
        " source; or it has fewer sentences than these and is less than three quarters as long as usual; or it has less"
        " than 0.7 of the usual length where references are longer (without a reference half, of long sources 0.65); or"
        " it is short and ends with a word and mark behind which references go on."
    )
    errs: ClassVar[str] = "Concise translations and abbreviations that end like sentences are found, too."
    needs_source: ClassVar[bool] = True

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        lengths, ratios = text_lengths(texts.outputs), length_ratios(texts)
        defined_ratios = ratios[~np.isnan(ratios)]
        if not len(defined_ratios):
            return CheckSpans.of(())
        lowest, usual = np.percentile(defined_ratios, LOW_PERCENTILE), SHORTER * np.median(defined_ratios)
        places = np.flatnonzero(ratios < lowest)
        cut = places[_lack_final_mark(_texts_at(texts, places))]
        places = np.setdiff1d(np.flatnonzero(match_pattern(texts.source, _SEVERAL, len(texts)) & (ratios < usual)), cut)
        lacking = places[_lack_sentence(_texts_at(texts, places))]
        short = np.union1d(np.flatnonzero(_lack_part(texts, ratios)), _ending_early(texts, ratios))
        short = np.setdiff1d(short, np.union1d(cut, lacking))
        findings = [(n, kind) for of, kind in ((cut, CUT_OFF), (lacking, SENTENCE), (short, PART)) for n in of]
        return CheckSpans.of((int(n), int(lengths[n]), int(lengths[n]), kind) for n, kind in findings)


def _texts_at(texts: CheckedTexts, segments: Ints) -> CheckedTexts:
    assert texts.source is not None
    at = pa.array(segments)
    return CheckedTexts(texts.outputs.take(at), texts.source.take(at), tuple(of.take(at) for of in texts.references))


def _lack_final_mark(texts: CheckedTexts) -> Flags:
    """Return whether source and references end with a mark, and the output does not, (n_segments,)."""
    flags = match_pattern(texts.source, _FINAL, len(texts)) & ~match_pattern(texts.outputs, _FINAL, len(texts))
    for reference in texts.references:
        flags &= match_pattern(reference, _FINAL, len(texts)) | ~numpy_column(pc.is_valid(reference))
    return flags


def _lack_sentence(texts: CheckedTexts) -> Flags:
    """Return whether source and references have several sentences, each more than the output, (n_segments,)."""
    assert texts.source is not None
    fewest = _sentences(texts.source)
    for reference in texts.references:
        have_text = numpy_column(pc.is_valid(reference))
        fewest = np.where(have_text, np.minimum(fewest, _sentences(reference)), fewest)
    flags: Flags = (fewest > 1) & (_sentences(texts.outputs) < fewest)
    return flags


def _lack_part(texts: CheckedTexts, ratios: Floats) -> Flags:
    """Return whether each output is far shorter than usual, and its segment's references are not, (n_segments,)."""
    assert texts.source is not None
    n_bytes = numpy_column(pc.binary_length(texts.source.fill_null("")))
    places = np.searchsorted([*LACKING_ALONE], n_bytes, "right")
    usual, max_ratios = _ratios_to_median(ratios), np.array([0.0, *LACKING_ALONE.values()])[places]
    of_references = [_ratios_to_median(_ratios_to_source(reference, texts.source)) for reference in texts.references]
    if of_references:
        least = np.fmin.reduce(of_references)
        max_ratios = np.where(np.isnan(least), max_ratios, LACKING * np.fmin(least, 1.0))
    flags: Flags = (n_bytes >= MIN_BYTES) & (usual > 0) & (usual < max_ratios)
    return flags


def _ending_early(texts: CheckedTexts, ratios: Floats) -> Ints:
    """Return the segments whose short output ends with a word and mark after which all references continue, (n_found,).

    Where there is no reference the source must continue.
    """
    usual = _ratios_to_median(ratios)
    places = np.flatnonzero((usual > 0) & (usual < ENDING_EARLY))
    some = _texts_at(texts, places)
    assert some.source is not None
    have_several = match_pattern(some.source, _SEVERAL, len(some))
    texts_of = zip(*(column.to_pylist() for column in (some.outputs, some.source, *some.references)), strict=True)
    segments = []
    for place, has_several, (output, source, *references) in zip(
        places.tolist(), have_several.tolist(), texts_of, strict=True
    ):
        word = _last_word(output)
        longer = [text for text in references if text] or [source or ""]
        if word and all(_goes_on_behind(text, word, has_several) for text in longer):
            segments.append(place)
    return np.array(segments, np.int64)


def _last_word(text: str) -> str:
    """Return the last word with its full stop or other final mark, in small letters.

    It is empty where there is no mark, and for a single letter, because abbreviations such as *d. C.* end sentences.
    """
    end = text.rstrip().rstrip(_BEHIND_MARKS)
    word = end[-MAX_CHARACTERS:].split()[-1:] if end.endswith(tuple(_SENTENCE_MARKS)) else []
    word_with_mark = "".join(word).lstrip(_BEFORE_WORDS).lower()
    core = word_with_mark.rstrip(_SENTENCE_MARKS)
    fewest = 2 if core.isalpha() else 1
    is_word = sum(map(str.isalnum, core)) >= fewest
    return word_with_mark if is_word and len(word_with_mark) < MAX_CHARACTERS else ""


def _goes_on_behind(text: str, word: str, has_several: bool) -> bool:
    """Return whether a text has a word with its mark, and neither at its end.

    After the word there may be another sentence where the source has several, or the word is a number such as *25.*;
    else the text divides one sentence of the source into two.
    """
    text = text.rstrip().rstrip(_BEHIND_MARKS)
    small, core = text.lower(), word.rstrip(_SENTENCE_MARKS)
    if len(small) != len(text) or small.rstrip(_SENTENCE_MARKS).endswith(core):
        return False
    place = small.find(word)
    while place >= 0:
        end = place + len(word)
        if not small[max(0, place - 1) : place].isalnum() and not small[end : end + 1].isalnum():
            following = text[end : end + MAX_CHARACTERS].lstrip(_BEHIND_MARKS + " ")[:1]
            return has_several or core.isdecimal() or not following.isupper()
        place = small.find(word, place + 1)
    return False


def _ratios_to_median(ratios: Floats) -> Floats:
    """Return the ratios divided by their median, (n_segments,)."""
    defined_ratios = ratios[~np.isnan(ratios)]
    return quotients(ratios, np.full(len(ratios), np.median(defined_ratios))) if len(defined_ratios) else ratios


def _ratios_to_source(column: pa.StringArray, source: pa.StringArray) -> Floats:
    """Return the ratio of a text's characters to the source's, (n_segments,); NaN where either has none."""
    ratios = quotients(text_lengths(column), text_lengths(source))
    ratios[text_lengths(column) == 0] = np.nan
    return ratios


def length_ratios(texts: CheckedTexts) -> Floats:
    """Return the ratio of the output's characters to the source's, (n_segments,); NaN for no output or no source."""
    assert texts.source is not None
    ratios = quotients(text_lengths(texts.outputs), text_lengths(texts.source))
    ratios[~have_output(texts)] = np.nan
    return ratios


def _sentences(column: pa.StringArray) -> Ints:
    """Return the number of sentence ends, (n_segments,)."""
    return numpy_column(pc.count_substring_regex(column.fill_null(""), _SENTENCE)).astype(np.int64)
