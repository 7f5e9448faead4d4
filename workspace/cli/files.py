"""Reads files that a user names as a test set, or as outputs and judgments for a kept test set."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scoring.analysis.oddities import find_oddities
from scoring.cli.input_files import InputFile, input_file
from scoring.cli.notes import tell_all, write_note
from scoring.cli.shared.external_judgments import attach_all, check_matched
from scoring.formats import (
    Column,
    FormatError,
    FoundJudgments,
    Notice,
    Role,
    assemble,
    contents_by_pair,
    guess_roles,
    read_contents,
)
from scoring.formats.assembly import UNUSED_IDS
from scoring.formats.bilingual.post_edits import with_post_edits
from scoring.formats.file_notices import IDENTICAL, column_notices, join_notices
from scoring.formats.limits import OWN_LIMITS
from scoring.formats.names import is_realigned
from scoring.formats.own_texts import check_row_order, own_texts
from scoring.formats.roles import TOGETHER, columns_in_role, is_text
from scoring.testset import PostEdit, System, TestSet
from scoring.text.naming import clean_name

from ..projects.glossaries import KeptGlossary, plain_glossary
from ..tables.errors import WorkspaceError

NOT_ASKED = "not-asked"
"""Kind of the notice that a table's column has another role than the role for which its file was given."""
ROLE_WORDS = {Role.SOURCE: "the source", Role.REFERENCE: "references", Role.SYSTEM: "outputs"}
Names = Mapping[str, str | None]
"""Name in a file of judgments -> system; None leaves the name's judgments out."""


@dataclass(frozen=True)
class UserFiles:
    """Columns of text with their roles, and judgments, read from a user's files."""

    columns: list[Column]
    judgments: list[FoundJudgments]

    @property
    def roles_sentence(self) -> str:
        """Roles and the names of their columns, as a sentence."""
        by_role = {role: [column.name for column in self.columns if column.role is role] for role in Role}
        return "; ".join(f"{role}: {', '.join(names)}" for role, names in by_role.items() if names)

    def test_set(self, name: str, names: Names) -> TestSet:
        """Return all columns and judgments as a test set; raise ``ValueError`` if they do not fit together."""
        return add_judgments(assemble(self.columns, name), self.judgments, names)

    def added(self, test_set: TestSet, names: Names, replaces: bool = False) -> TestSet:
        """Return the test set with all columns added, as outputs or post-edits of outputs, and with the judgments.

        Raise ``ValueError`` for an output whose name the test set has, unless ``replaces``. Write a note if the sources
        or references in these files differ from the test set's.
        """
        sources = [] if test_set.source is None else [test_set.source]
        references = [reference.segments for reference in test_set.references]
        owns = own_texts(self.columns)
        for own in owns:
            own.compare(0, sources, references)
            tell_all(f"{own.file}: {notice.message}" for notice in own.notices(len(test_set)))
        check_row_order(self.columns, owns)
        unsaid = [replace(column, stated=False) for column in self.columns]
        columns = with_post_edits(unsaid, test_set.system_names)
        systems = tuple(
            System(column.name, column.segments, None, is_realigned(column.file), column.codes)
            for column in columns
            if column.role is Role.SYSTEM
        )
        new_set = (
            test_set.with_systems(systems) if replaces else replace(test_set, systems=(*test_set.systems, *systems))
        )
        edits = [PostEdit(of.name, of.segments, of.codes) for of in columns if of.role is Role.POST_EDIT]
        new_set = new_set.with_post_edits(edits)
        tell_oddities(new_set, [system.name for system in systems])
        return add_judgments(new_set, self.judgments, names)


def read_user_files(stated: Sequence[tuple[Path, Role | None]]) -> UserFiles:
    """Read files of any kind, and all files of folders, each with its role, or None to guess it from its name.

    Write a note on what is left out. Raise ``FormatError`` for a file that cannot be read, and for several language
    pairs.
    """
    columns: list[Column] = []
    judgments: list[FoundJudgments] = []
    for path, role in stated:
        for file, name in _files(path):
            with file.opened() as stream:
                contents = read_contents(name, stream, limits=OWN_LIMITS, field=file.field)
            columns += contents.columns if role is None else _columns_for_role(file.shown, contents.columns, role)
            judgments += contents.judgments
    columns = guess_roles(columns) if columns else []
    pairs = contents_by_pair(columns, judgments)
    if pairs:
        listed = ", ".join([*pairs][:10])
        raise FormatError(columns[0].file, f"texts of {listed}", "one pair of languages", advice="Give those of one.")
    _tell(columns)
    return UserFiles([column for column in columns if column.role is not Role.IGNORE], judgments)


def read_glossary_file(path: Path) -> KeptGlossary:
    """Read a glossary file and check it before it is kept; raise ``FormatError`` if it is no glossary."""
    glossary = plain_glossary(path.name, path.read_bytes())
    glossary.read()
    return glossary


def _columns_for_role(file: str, columns: Sequence[Column], role: Role) -> list[Column]:
    """Return the columns of a file that was given for this role, with all other columns marked as left out.

    In a table, the columns in the role are chosen by their names, as ``score`` does; raise ``FormatError`` if there is
    none.
    """
    guessed = guess_roles(columns) if columns else []
    chosen = [column.name for column in columns_in_role(file, guessed, role)] if any(map(is_text, columns)) else []
    return [
        replace(column, role=role, stated=True)
        if column.name in chosen
        else column
        if column.role is Role.IGNORE
        else replace(column, role=Role.IGNORE, stated=True).with_notices(*_other_role_notices(column, role))
        for column in guessed
    ]


def _other_role_notices(column: Column, role: Role) -> list[Notice]:
    """Return the notice why a column of another role is left out; empty for notes and columns left out before."""
    if column.role not in (Role.SOURCE, Role.REFERENCE, Role.SYSTEM):
        return []
    article = "an output" if column.role is Role.SYSTEM else f"a {column.role}"
    message = f"By its name it is {article}, and its file was given for {ROLE_WORDS[role]}."
    return [Notice(NOT_ASKED, message, len(column))]


def _tell(columns: Sequence[Column]) -> None:
    """Write notes on columns that are left out, and the readers' notices on all others, as ``score`` does."""
    untold = {IDENTICAL} if any(column.role is Role.REFERENCE for column in columns) else {IDENTICAL, UNUSED_IDS}
    shown_kinds = TOGETHER - untold
    left_out = []
    for column in columns:
        if column.role is Role.IGNORE:
            why = " ".join(notice.message for notice in column.notices)
            left_out.append(f"{column.file}: the column {column.name} is left out. {why}")
        of_all = (notice for notice in column.notices if notice.kind in shown_kinds)
        left_out += [f"{column.file}: {notice.message}" for notice in of_all]
    by_file: defaultdict[str, list[Column]] = defaultdict(list)
    for column in columns:
        if column.role is not Role.IGNORE:
            by_file[column.file].append(column)
    tell_all([*left_out, *join_notices(one for of_file in by_file.values() for one in column_notices(of_file))])


def tell_oddities(test_set: TestSet, systems: Sequence[str]) -> None:
    """Write notes on oddities in the outputs of these systems, as ``score`` does."""
    oddities = find_oddities(test_set, test_set.system_names)
    tell_all(oddity.sentence for oddity in oddities if set(oddity.systems) & {*systems, *test_set.reference_names})


def add_judgments(test_set: TestSet, judgments: Sequence[FoundJudgments], names: Names) -> TestSet:
    """Return the test set with these judgments; raise ``FormatError`` if they do not fit it.

    Raise ``ValueError`` for a name in ``names`` that no judgments have.
    """
    check_matched([*names.items()], judgments)
    if not judgments:
        return test_set
    attached = attach_all(test_set, judgments, [*names.items()])
    for file, notice in attached.notices:
        write_note(f"{file}: {notice.message}")
    return attached.test_set


def _files(path: Path) -> Iterator[tuple[InputFile, str]]:
    """Yield each file with the name by which it is read; in a folder, with the folder's name, as in a zip archive."""
    if not path.is_dir():
        file = input_file(str(path))
        yield file, Path(file.name).name
        return
    files = [file for file in sorted(path.rglob("*")) if file.is_file() and not file.name.startswith(".")]
    if not files:
        raise WorkspaceError(f"{clean_name(str(path))}: there are no files in this folder.")
    for inner in files:
        yield InputFile(str(inner.absolute())), f"{path.absolute().name}/{inner.relative_to(path).as_posix()}"
