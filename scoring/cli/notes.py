"""Notes of a command about its result: lines on stderr, so that stdout has only the result."""

from collections.abc import Iterable

from ..formats.file_notices import FileNotice, join_notices
from ..output.numbers import counted
from .program import write_error_line
from .verbosity import is_quiet


def write_note(message: str) -> None:
    """Write a note as one line on stderr, unless the command is quiet."""
    if is_quiet():
        return
    write_error_line(f"note: {' '.join(message.split())}")


def tell_notices(notices: Iterable[FileNotice], strict: bool) -> None:
    """Write each notice once; notices of one kind in many files make one line.

    Raises ``ValueError`` where there are notices and ``strict`` makes them errors.
    """
    check_strict(tell_all(join_notices(notices)), strict)


def tell_all(sentences: Iterable[str]) -> int:
    """Write each sentence as a note once; return the number of notes."""
    distinct_sentences = list(dict.fromkeys(sentences))
    for sentence in distinct_sentences:
        write_note(sentence)
    return len(distinct_sentences)


def check_strict(n_told: int, strict: bool) -> None:
    """Raise ``ValueError`` where notes about files were written and ``strict`` makes them errors."""
    if n_told and strict:
        if is_quiet():
            notes_phrase = counted(n_told, "note")
            raise ValueError(
                f"--strict: {notes_phrase} about files, so there is no result; leave out --quiet to read why."
            )
        them = "the note about files above is an error" if n_told == 1 else "the notes about files above are errors"
        raise ValueError(f"--strict: {them}, so there is no result. Fix the files, or omit --strict.")
