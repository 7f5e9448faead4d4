"""Separate files of several language pairs, such as a whole campaign in one archive."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import get_args

from ..output.numbers import counted
from ..validation import as_list, expect
from .columns import LINES, Column, Role, require_columns
from .errors import FormatError
from .judgments.found_judgments import Contents, FoundJudgments
from .names import find_language_pair, guess_file, is_pair_of_languages

MAX_LISTED = 10
"""Maximum number of language pairs that a message lists."""


def contents_by_pair(columns: Sequence[Column], judgments: Sequence[FoundJudgments] = ()) -> dict[str, Contents]:
    """Return the contents of each language pair, with all contents of no pair; empty unless there are several.

    Folders and files name a pair, as in mt-metrics-eval. A pair counts if it has a source or a
    reference, and an output. Outputs of a pair that does not count are in no pair's contents.
    """
    columns = require_columns(columns)
    judgments = as_list(judgments, "judgments")
    for one in judgments:
        expect(one, get_args(FoundJudgments), "judgment")
    of_columns = [find_language_pair(column.file) for column in columns]
    roles: dict[str, set[Role]] = defaultdict(set)
    for column, pair in zip(columns, of_columns, strict=True):
        if pair is not None:
            roles[pair].add(_role(column))
    pairs = [pair for pair, has in roles.items() if Role.SYSTEM in has and has & {Role.SOURCE, Role.REFERENCE}]
    if len(pairs) < 2:
        return {}
    complete_pairs = frozenset(pairs)

    def belongs(column: Column, of: str | None, pair: str) -> bool:
        return of in (pair, None) or (of not in complete_pairs and _role(column) is not Role.SYSTEM)

    of_judgments = [find_language_pair(one.file) for one in judgments]
    return {
        pair: Contents(
            [column for column, of in zip(columns, of_columns, strict=True) if belongs(column, of, pair)],
            [one for one, of in zip(judgments, of_judgments, strict=True) if of == pair or of not in complete_pairs],
        )
        for pair in pairs
    }


def check_one_pair(file: str, columns: Sequence[Column]) -> None:
    """Raise ``FormatError`` for columns of several pairs."""
    pairs = contents_by_pair(columns)
    if pairs:
        listed = ", ".join([*pairs][:MAX_LISTED])
        rest = f" and {counted(len(pairs) - MAX_LISTED, 'other pair')}" if len(pairs) > MAX_LISTED else ""
        advice = f"Choose one, as in {file}#{next(iter(pairs))}, or give the files of one pair."
        raise FormatError(file, f"texts of {listed}{rest}", "one pair of languages", advice=advice)


def select_pair(pair: str, contents: Contents) -> tuple[Contents, str] | None:
    """Return the contents of this pair, and a sentence on the files of the others; None if it is not one of several.

    >>> select_pair("en-de", Contents()) is None
    True
    """
    pairs = contents_by_pair(contents.columns, contents.judgments)
    return (pairs[pair], sentence_on_others(pairs, pair)) if pair in pairs else None


def sentence_on_others(pairs: Mapping[str, Contents], pair: str) -> str:
    """Return a sentence with the number of files of other pairs that are left out."""
    files = set().union(*map(_files, pairs.values())) - _files(pairs[pair])
    return f"{counted(len(files), 'file')} of {counted(len(pairs) - 1, 'other pair')} of languages are left out."


def _files(contents: Contents) -> set[str]:
    return {one.file for one in (*contents.columns, *contents.judgments)}


def _role(column: Column) -> Role:
    if column.stated or column.format not in LINES:
        return column.role
    return Role.SOURCE if is_pair_of_languages(column.file) else guess_file(column.file).role
