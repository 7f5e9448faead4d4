"""Does BLEU see what annotators saw? Words inside and outside of marked errors, and which of them a reference has."""

from ..analysis.found_words import ErrorWords, PlacedWord, WordMatches, count_error_words, placed_words, seen_in
from ..output.numbers import MISSING, counted
from ..output.sentence import Sentence, Strong


def marked_word_sentence(found: ErrorWords) -> Sentence:
    """Say how many of the words inside errors, and outside of them, a reference has."""
    inside, outside = (Strong(percent_of(side.single, side.words)) for side in (found.inside, found.outside))
    said = "Of the words inside marked errors a reference has ", inside, ", of the words outside ", outside, "."
    return Sentence(said)


def in_one_segment(found: ErrorWords) -> str:
    """Say the same of one segment."""
    inside, outside = (counted(side.words, "word") for side in (found.inside, found.outside))
    lost = f" {counted(found.unplaced, 'word')} written in another way by the tokenizer: not marked." * bool(
        found.unplaced
    )
    return (
        f"Does BLEU see it? A reference has {found.inside.single:,} of the {inside} inside errors, and"
        f" {found.outside.single:,} of the {outside} outside.{lost}"
    )


def how_counted(found: ErrorWords) -> str:
    """Say which words are looked for, and where."""
    return (
        "BLEU counts words and groups of words that a reference has. Here all words of the outputs that were judged"
        " are looked for in the references of their segment: alone, and beside the same neighbour. A word is inside"
        " an error if one of its characters is. It counts wherever it stands, also where BLEU would clip it. Errors"
        " in the source, and missing words, have no place in an output."
        f" {counted(found.unplaced, 'word')} that the tokenizer wrote in another way are left out."
    )


def percent_of(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else MISSING
