"""Files that a user names -> a test set, or outputs and judgments of one that is kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scoring.cli.input_files import InputFile, input_file
from scoring.cli.notes import write_note
from scoring.cli.shared.external_judgments import attach_all, check_matched
from scoring.formats import (
    Column,
    FormatError,
    FoundJudgments,
    Role,
    assemble,
    by_pair,
    guess_roles,
    read_contents,
)
from scoring.formats.file_notices import IDENTICAL
from scoring.formats.limits import OWN_LIMITS
from scoring.formats.own_texts import own_texts
from scoring.formats.roles import TOGETHER, is_text
from scoring.testset import System, TestSet
from scoring.text.naming import clean_name

from ..tables.errors import WorkspaceError

Names = Mapping[str, str | None]
"""Name in a file of judgments -> system; None is left out."""


@dataclass(frozen=True)
class UserFiles:
    """What was read: columns of text with their roles, and judgments."""

    columns: list[Column]
    judgments: list[FoundJudgments]

    @property
    def told(self) -> str:
        """What was taken for what."""
        by_role = {role: [column.name for column in self.columns if column.role is role] for role in Role}
        return "; ".join(f"{role}: {', '.join(found)}" for role, found in by_role.items() if found)

    def test_set(self, name: str, names: Names) -> TestSet:
        """All of it as a test set; ``ValueError`` for what does not go together."""
        return add_judgments(assemble(self.columns, name), self.judgments, names)

    def added(self, test_set: TestSet, names: Names, replaces: bool = False) -> TestSet:
        """The test set with all columns as further outputs, and with the judgments.

        ``ValueError`` for an output of a name that is there, unless one ``replaces`` the other. A note tells where the
        sources or references in these files are others than the test set's.
        """
        sources = [] if test_set.source is None else [test_set.source]
        for own in own_texts(self.columns):
            own.compare(0, sources, [reference.segments for reference in test_set.references])
            for notice in own.notices(len(test_set)):
                write_note(f"{own.file}: {notice.message}")
        systems = tuple(System(column.name, column.segments) for column in self.columns)
        more = test_set.with_systems(systems) if replaces else replace(test_set, systems=(*test_set.systems, *systems))
        return add_judgments(more, self.judgments, names)


def read_user_files(stated: Sequence[tuple[Path, Role | None]]) -> UserFiles:
    """Files of any kind, and all files of folders, each with its role, None where its name tells.

    A note says what is left out. ``FormatError`` for what cannot be read, and for several pairs of languages.
    """
    columns: list[Column] = []
    judgments: list[FoundJudgments] = []
    for path, role in stated:
        for file, name in _files(path):
            with file.opened() as stream:
                contents = read_contents(name, stream, limits=OWN_LIMITS, field=file.field)
            given = contents.columns
            columns += [
                replace(column, role=role, stated=True) if role is not None and is_text(column) else column
                for column in given
            ]
            judgments += contents.judgments
    columns = guess_roles(columns) if columns else []
    pairs = by_pair(columns, judgments)
    if pairs:
        listed = ", ".join([*pairs][:10])
        raise FormatError(columns[0].file, f"texts of {listed}", "one pair of languages", advice="Give those of one.")
    for column in columns:
        if column.role is Role.IGNORE:
            why = " ".join(notice.message for notice in column.notices)
            write_note(f"{column.file}: the column {column.name} is left out. {why}")
        for notice in column.notices:
            if notice.kind in TOGETHER and notice.kind != IDENTICAL:
                write_note(f"{column.file}: {notice.message}")
    return UserFiles([column for column in columns if column.role is not Role.IGNORE], judgments)


def add_judgments(test_set: TestSet, judgments: Sequence[FoundJudgments], names: Names) -> TestSet:
    """The test set with these; ``FormatError`` for judgments that do not go with it.

    ``ValueError`` for a name that no judgments have.
    """
    check_matched([*names.items()], judgments)
    if not judgments:
        return test_set
    attached = attach_all(test_set, judgments, [*names.items()])
    for file, notice in attached.notices:
        write_note(f"{file}: {notice.message}")
    return attached.test_set


def _files(path: Path) -> Iterator[tuple[InputFile, str]]:
    """Each file and the name by which it is read: in a folder with the folder's, as in a zip archive."""
    if not path.is_dir():
        file = input_file(str(path))
        yield file, Path(file.name).name
        return
    found = [file for file in sorted(path.rglob("*")) if file.is_file() and not file.name.startswith(".")]
    if not found:
        raise WorkspaceError(f"{clean_name(str(path))}: there are no files in this folder.")
    for inner in found:
        yield InputFile(str(inner.absolute())), f"{path.absolute().name}/{inner.relative_to(path).as_posix()}"
