"""Files of several pairs of languages, such as a whole campaign in one archive: kept apart, never mixed."""

from collections import defaultdict
from collections.abc import Sequence
from typing import get_args

from ..validation import as_list, expect
from .columns import Column, Role, all_columns
from .errors import FormatError
from .judgments.found_judgments import Contents, FoundJudgments
from .names import guess_file, is_pair_of_languages, pair_of


def by_pair(columns: Sequence[Column], judgments: Sequence[FoundJudgments] = ()) -> dict[str, Contents]:
    """Pair of languages -> what is of it, or of no pair; empty unless there are two or more.

    A pair is what folders and files are called after, as in mt-metrics-eval, and counts where it has a source or a
    reference, and an output.
    """
    columns = all_columns(columns)
    judgments = as_list(judgments, "judgments")
    for one in judgments:
        expect(one, get_args(FoundJudgments), "judgment")
    of_columns = [pair_of(column.file) for column in columns]
    roles: dict[str, set[Role]] = defaultdict(set)
    for column, pair in zip(columns, of_columns, strict=True):
        if pair is not None:
            roles[pair].add(_role(column))
    pairs = [pair for pair, has in roles.items() if Role.SYSTEM in has and has & {Role.SOURCE, Role.REFERENCE}]
    if len(pairs) < 2:
        return {}
    known = frozenset(pairs)
    of_judgments = [pair_of(one.file) for one in judgments]
    return {
        pair: Contents(
            [column for column, of in zip(columns, of_columns, strict=True) if of == pair or of not in known],
            [one for one, of in zip(judgments, of_judgments, strict=True) if of == pair or of not in known],
        )
        for pair in pairs
    }


def check_one_pair(file: str, columns: Sequence[Column]) -> None:
    """``FormatError`` for columns of several pairs."""
    pairs = by_pair(columns)
    if pairs:
        listed = ", ".join([*pairs][:10])
        raise FormatError(file, f"texts of {listed}", "one pair of languages", advice="Give those of one pair.")


def _role(column: Column) -> Role:
    if column.stated or column.format != "text":
        return column.role
    return Role.SOURCE if is_pair_of_languages(column.file) else guess_file(column.file).role
