"""Files as the texts of a test set, and warnings on what their readers notice."""

import os
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..formats import Column, FormatError, Role, assemble, attach, guess_roles, read_contents
from ..formats.assembly import align, order_notices, stated_language, test_set_language
from ..formats.file_notices import FileNotice, column_notices, join_notices
from ..formats.judgments.found_judgments import Contents
from ..formats.limits import OWN_LIMITS
from ..formats.names import file_stem, find_field
from ..formats.pairs import check_one_pair
from ..formats.roles import columns_in_role
from ..studies.checks import TextsToCheck
from ..testset import TestSet
from ..text.texts import as_column
from ..validation import check_known, short_repr
from .texts import ONE_SYSTEM, Texts, is_path

PACKAGE = __name__.rpartition(".")[0]


class FileNoticeWarning(UserWarning):
    """A warning on something odd in a file, which is not repaired.

    >>> import warnings, bleuscope as bs
    >>> warnings.filterwarnings("error", category=bs.FileNoticeWarning)  # what is noticed becomes an error
    """


def read(
    *files: str | os.PathLike[str], roles: Mapping[str, str] | None = None, encoding: str | None = None
) -> TestSet:
    """Read files of any kind that BLEUscope knows as one test set: texts, and judgments of them.

    What is noticed about the files is a ``FileNoticeWarning``. Raises ``ValueError`` for files that cannot be read,
    that do not line up, or that have no system, or neither reference nor source.

    Parameters
    ----------
    files : paths; of one file that has all texts, or of several that have one each; ``FILE#FIELD`` is one column
    roles : name of a column -> ``source``, ``reference``, ``system``, ``notes`` or ``ignore``; by default what files
        and headers are called
    encoding : of text that is not UTF-8, such as ``windows-1252``

    >>> import bleuscope as bs
    >>> with open("test.tsv", "w") as file:
    ...     _ = file.write("reference\\tsystem base\\nthe cat sat\\ta cat sat\\nit rained\\tit rained\\n")
    >>> bs.read("test.tsv")
    TestSet('test', segments: 2, references: reference, systems: system base)
    """
    for file in files:
        if not is_path(file):
            hint = "" if isinstance(file, str | bytes) or not isinstance(file, Iterable) else " Write read(*paths)."
            raise ValueError(f"files: expected paths, such as read('test.tsv'); found {short_repr(file)}.{hint}")
    if roles is not None and not isinstance(roles, Mapping):
        raise ValueError(f"roles: expected roles by column, such as {{'x': 'reference'}}; found {short_repr(roles)}.")
    if not files:
        raise ValueError("files: expected at least one path; found none.")
    contents = [_unstated(file, _contents(file, encoding)) for file in files]
    columns = guess_roles(_in_roles([column for one in contents for column in one.columns], roles or {}))
    judgments = [judgment for one in contents for judgment in one.judgments]
    paths = list(dict.fromkeys(find_field(os.fspath(file))[0] for file in files))
    name = file_stem(paths[0]) if len(paths) == 1 else Path(paths[0]).absolute().parent.name
    test_set = assemble(columns, name or "test set")
    used = [column for column in columns if column.role is not Role.IGNORE]
    notices = column_notices(columns) + _of_order(used)
    if judgments:
        attached = attach(test_set, judgments)
        test_set = attached.test_set
        notices += [FileNotice(file, notice) for file, notice in attached.notices]
        warn([str(error) for error in attached.refused])
    warn(join_notices(notices))
    return test_set


def test_set_of_files(references: Mapping[str, Texts], systems: Mapping[str, Texts], source: Texts | None) -> TestSet:
    """Return the test set of texts; some of the texts are paths of files."""
    columns, notices = _columns_of(references, systems, source)
    test_set = assemble(columns, "test set")
    warn(notices)
    return test_set


def texts_of_files(systems: Mapping[str, Texts], source: Texts | None) -> TextsToCheck:
    """Return outputs and their source as texts to check without references; some of the texts are paths of files."""
    columns, notices = _columns_of({}, systems, source)
    language = test_set_language([(column.role, stated_language(column)) for column in columns])
    lined_up = align(columns)
    texts = {role: {of.name: of.segments for of in lined_up if of.role is role} for role in (Role.SOURCE, Role.SYSTEM)}
    warn(notices)
    only_source = next(iter(texts[Role.SOURCE].values()), None)
    return TextsToCheck(texts[Role.SYSTEM], {}, only_source, None if language is None else language.language)


def _columns_of(
    references: Mapping[str, Texts], systems: Mapping[str, Texts], source: Texts | None
) -> tuple[list[Column], list[str]]:
    """Return the columns of all arguments under their names, and sentences on what was noticed about files."""
    arguments = [_columns_of_argument(Role.REFERENCE, name, text) for name, text in references.items()]
    arguments += [_one_output(name, text) for name, text in systems.items()]
    arguments += [] if source is None else [_columns_of_argument(Role.SOURCE, "source", source)]
    columns = _numbered([column for one in arguments for column in one.columns], references)
    of_order = _of_order([column for one in arguments if one.is_file for column in one.columns])
    return columns, join_notices([*(notice for one in arguments for notice in one.notices), *of_order])


def warn(sentences: Sequence[str]) -> None:
    """Issue each sentence as a warning, at the line outside of this package that called the API."""
    level = 1
    while sys._getframe(level).f_globals.get("__name__", "").startswith(PACKAGE):
        level += 1
    for sentence in sentences:
        warnings.warn(sentence, FileNoticeWarning, stacklevel=level + 1)


@dataclass(frozen=True)
class GivenColumns:
    """The columns of one argument, with the notices on its file."""

    columns: Sequence[Column]
    notices: Sequence[FileNotice] = ()
    is_file: bool = True


def _columns_of_argument(role: Role, name: str, text: Texts) -> GivenColumns:
    if not is_path(text):
        return GivenColumns([Column(name, name, role, as_column(text, name), stated=True)], is_file=False)
    file = os.fspath(text)
    contents = _contents(file, None)
    if not contents.columns:
        raise FormatError(
            file, "judgments without texts", "texts", advice="Read them together: read(texts, judgments)."
        )
    check_one_pair(file, contents.columns)
    columns = guess_roles(contents.columns)
    chosen = columns_in_role(file, columns, role)
    return GivenColumns(chosen, column_notices(columns, [column.name for column in chosen]))


def _one_output(name: str, text: Texts) -> GivenColumns:
    argument = _columns_of_argument(Role.SYSTEM, name, text)
    if len(argument.columns) > 1:
        listed = ", ".join(column.name for column in argument.columns)
        advice = "Read the file, and pass what read gives."
        expected = "one system" if name == ONE_SYSTEM else f"one system, {name}"
        raise FormatError(argument.columns[0].file, f"several: {listed}", expected, advice=advice)
    return replace(argument, columns=[replace(argument.columns[0], name=name)])


def _numbered(columns: Sequence[Column], references: Mapping[str, Texts]) -> list[Column]:
    """Return the columns, with references named by their arguments, or by numbers where a file has several."""
    reference_columns = [column for column in columns if column.role is Role.REFERENCE]
    names = (
        [*references]
        if len(reference_columns) == len(references)
        else [f"reference {n}" for n in range(1, len(reference_columns) + 1)]
    )
    remaining_names = iter(names)
    return [
        replace(column, name=next(remaining_names)) if column.role is Role.REFERENCE else column for column in columns
    ]


def _contents(file: str | os.PathLike[str], encoding: str | None) -> Contents:
    path, field = find_field(os.fspath(file))
    try:
        with Path(path).open("rb") as stream:
            return read_contents(path, stream, encoding=encoding, limits=OWN_LIMITS, field=field)
    except FileNotFoundError:
        raise ValueError(
            f"{path}: expected the path of a file; found none there. Texts are passed in a list, one a segment."
        ) from None
    except OSError as error:
        raise ValueError(f"{path}: cannot be read ({error.strerror}).") from None


def _unstated(file: str | os.PathLike[str], contents: Contents) -> Contents:
    """Return the contents of a file; the role of a column chosen by ``FILE#FIELD`` is left to its header."""
    if find_field(os.fspath(file))[1] is None:
        return contents
    return replace(contents, columns=[replace(column, stated=False) for column in contents.columns])


def _in_roles(columns: Sequence[Column], roles: Mapping[str, str]) -> list[Column]:
    for name, role in roles.items():
        check_known(name, [column.name for column in columns], "column")
        check_known(role, [*map(str, Role)], "role")
    return [
        replace(column, role=Role(roles[column.name]), stated=True) if column.name in roles else column
        for column in columns
    ]


def _of_order(columns: Sequence[Column]) -> list[FileNotice]:
    by_column = order_notices(columns)
    return [FileNotice(column.file, one) for column, notices in zip(columns, by_column, strict=True) for one in notices]
