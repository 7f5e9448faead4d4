"""Read the files of the command line as test sets, a block of segments at a time.

Plain text, gzipped or not, is streamed, so that memory does not grow with the file; every other kind of
file is read whole by ``scoring.formats``. Nothing is cut: where the counts differ, all of them are stated.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import SEEK_END
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn

import numpy as np
import pyarrow as pa

from ..analysis.oddities import REFERENCE, Fact, Oddity, list_oddities, odd_facts
from ..counting.arrays import Floats
from ..doctor import MIN_SEGMENTS
from ..formats import Column, CountMismatchError, FormatError, Role
from ..formats.assembly import (
    SEGMENT_ORDER,
    align,
    documents_and_domains,
    find_spine,
    ids_of,
    language_in_name,
    order_notices,
    stated_language,
    test_set_language,
)
from ..formats.columns import TRANSLATION_FILES
from ..formats.containers.archives import GZIP
from ..formats.containers.gunzip import Gunzip
from ..formats.distinct_names import distinct_names
from ..formats.file_notices import FileNotice, column_notices, join_notices
from ..formats.limits import OWN_LIMITS
from ..formats.names import is_called, is_realigned, name_from_file, reference_names_by_file
from ..formats.own_texts import first_sources, own_texts
from ..formats.plain_text.notices import EMPTY, NoticeTally, empty_as_missing
from ..formats.plain_text.plain import is_plain_text
from ..formats.plain_text.slip import find_length_slips, log_lengths, usual_count
from ..formats.plain_text.text import Seekable, read_blocks
from ..metric import reference_sample
from ..output.numbers import counted
from ..testset import Reference, System, TestSet
from ..text.languages import StatedLanguage
from ..text.texts import first_uncovered
from .input_files import InputFile, input_file
from .kept_texts import KeptTexts, drop_segments_with_findings
from .notes import check_strict, tell_all, write_note
from .verbosity import write_detail

if TYPE_CHECKING:
    from ..doctor.finding import TextFinding
    from ..doctor.left_out import LeftOutSegments
    from ..studies.doctor import DoctorResult

BLOCK = 10_000
"""Number of segments that are scored at once."""
MAX_MEASURED = 10_000_000
"""Largest number of segments in all files for which an error names the line where a file slips.

The lengths of more segments would take much memory.
"""
OF_LINES = frozenset(["lone-cr", "odd-separators"])
"""Kinds of notices that can explain why files have unequal numbers of lines."""
_SNIFFED = 4096


@dataclass
class Input:
    """One reference, system or source as it is read, with the numbers of segments counted so far."""

    source: InputFile
    role: Role
    name: str
    blocks: Iterator[pa.StringArray]
    column: Column | None = None
    """The whole column; None where the file is streamed."""
    guessed: bool = False
    """Whether the column's role is a guess from its header, which may be wrong."""
    again: Callable[[], Iterator[pa.StringArray]] | None = None
    """Function that reads the blocks once more; None for a whole column."""
    language: StatedLanguage | None = None
    """Language that the file states; None where the file states none."""
    noticed: NoticeTally | None = None
    """Tally of the notices on blocks read so far; None for a whole column, whose file has its notices at once."""
    codes: pa.StringArray | None = None
    """Inline codes of a whole column's segments, in their lined-up order; None without codes."""
    stream: BinaryIO | None = None
    """The open file whose blocks are read; None for a whole column."""
    segments: int = 0
    missing: int = 0

    def log_lengths(self) -> Floats:
        """Return the log length of every segment, as ``slip.log_lengths`` does."""
        blocks = [self.column.segments] if self.column is not None else self.again() if self.again else self.blocks
        return np.concatenate([log_lengths(block) for block in blocks])

    @property
    def share(self) -> float:
        """Share of the file that was read, from 0 to 1."""
        if self.column is not None:
            return self.segments / max(len(self.column), 1)
        assert self.stream is not None
        here = self.stream.tell()
        end = self.stream.seek(0, SEEK_END)
        self.stream.seek(here)
        return here / max(end, 1)

    @property
    def file(self) -> str:
        """Path and field of the file, as messages show them."""
        return self.source.shown


class Inputs:
    """The open files of one command; a context manager that closes them.

    A file may hold several references or several systems; its columns of other roles are ignored. A system has the name
    that the dashboard gives it, from its file's name or its column; see ``name_from_file``, and ``name_by_files`` for
    SGML. Systems that would share a name are named after their files, as ``distinct_names`` does.

    Notices of the readers, except the kinds in ``untold``, and oddities of the outputs are written on stderr: for files
    that are read whole at once, for streamed files at their ends. With ``oddities_in_result``, oddities are left to the
    command's result. If ``strict``, any notice or oddity is an error, which is raised after the last block.

    Segments of the doctor's findings in ``leave_out``, each a kind or ``kind:text``, are left out; then there is one
    block. Findings in ``keep_faults`` count as faults of systems and not as oddities. The doctor examines the texts if
    all together have at most ``most_examined`` lines, usually ``MAX_LINES_SHALLOW``. It ignores capitals if the
    command ``ignores_case``.

    Raises ``OSError`` for a file that cannot be opened and ``ValueError`` for a file that cannot be read.
    """

    def __init__(
        self,
        references: Sequence[str],
        systems: Sequence[str],
        source: str | None = None,
        encoding: str | None = None,
        empty_reference_is_missing: bool = False,
        *,
        strict: bool = False,
        untold: frozenset[str] = frozenset(),
        oddities_in_result: bool = False,
        leave_out: Sequence[str] = (),
        keep_faults: Sequence[str] = (),
        most_examined: int | None = None,
        ignores_case: bool = False,
    ):
        self._leave_out, self._keep_faults, self._most_examined = leave_out, keep_faults, most_examined
        self._ignores_case = ignores_case
        self.kept_faults: tuple[TextFinding, ...] = ()
        """Findings kept as faults of systems by ``keep_faults``, set once the blocks are read."""
        self.left_out: LeftOutSegments | None = None
        """Segments left out by ``leave_out``, set once the blocks are read."""
        self.examined: tuple[TestSet, DoctorResult] | None = None
        """The test set and the doctor's findings, set once the blocks are read; None for a set that is too large."""
        self._strict, self._untold, self._oddities_in_result = strict, untold, oddities_in_result
        self._empty_is_missing = empty_reference_is_missing
        self._of_files: list[FileNotice] = []
        self._no_texts: dict[str, list[str]] = {}
        self._doubts: tuple[Oddity, ...] = ()
        self._facts: frozenset[Fact] = frozenset()
        paths_and_roles = [(path, Role.REFERENCE) for path in references] + [(path, Role.SYSTEM) for path in systems]
        paths_and_roles += [] if source is None else [(source, Role.SOURCE)]
        with ExitStack() as stack:
            self._inputs = [
                item for path, role in paths_and_roles for item in self._open(stack, input_file(path), role, encoding)
            ]
            of_order = _column_order_notices(self._inputs)
            self._of_files += [one for one in of_order if one.notice.kind != SEGMENT_ORDER]
            self._moved = [one for one in of_order if one.notice.kind == SEGMENT_ORDER]
            self.columns = aligned = _slice_columns(self._inputs)
            """Columns of the files that are read whole, lined up by their ids."""
            self.documents = documents_and_domains(aligned)[0]
            """Name of each segment's document, where a file has ids of documents; else None."""
            self._ids = ids_of(_whole_columns(self._inputs), aligned)
            self._own_texts = own_texts(aligned)
            _make_names_distinct(self._of(Role.SYSTEM))
            if empty_reference_is_missing:
                for reference in self._of(Role.REFERENCE):
                    reference.blocks = map(empty_as_missing, reference.blocks)
            self._files = stack.pop_all()
        self._n_told = tell_all(join_notices(self._of_files))

    def __enter__(self) -> "Inputs":
        return self

    def __exit__(self, *error: object) -> None:
        self._files.close()

    def _open(self, stack: ExitStack, source: InputFile, role: Role, encoding: str | None) -> list[Input]:
        file = source.shown
        stream = stack.enter_context(source.opened())
        packed = _start(stream).startswith(GZIP)
        unpacked = stack.enter_context(Gunzip(file, stream)) if packed else stream
        is_text = source.field is None and is_plain_text(file, _start(unpacked))
        if is_text and (packed or not file.lower().endswith(".gz")):
            return [_streamed_input(source, role, stream, unpacked, encoding)]
        stream.seek(0)
        return self._whole_inputs(source, role, _read_whole(source, stream, encoding))

    def _whole_inputs(self, source: InputFile, role: Role, columns: list[Column]) -> list[Input]:
        """Return the columns of one file that have this role; keep the notices about them."""
        from ..formats.roles import columns_in_role, no_text_names  # few commands read other files than plain text

        several = len(columns) > 1
        self._no_texts[source.shown] = no_text_names(columns)
        if self._empty_is_missing:
            columns = [_drop_empty_notices(column) if column.role is Role.REFERENCE else column for column in columns]
        try:
            chosen = columns_in_role(source.shown, columns, role)
        except FormatError:
            tell_all(join_notices(column_notices(columns)))  # what was noticed can be why
            raise
        of_file = column_notices(columns, [column.name for column in chosen])
        self._of_files += [one for one in of_file if one.notice.kind not in self._untold]
        is_guess = several and columns[0].format not in TRANSLATION_FILES
        return [
            Input(
                source,
                role,
                column.name,
                iter(()),
                column,
                is_guess and not column.stated,
                language=stated_language(column),
            )
            for column in chosen
        ]

    @property
    def system_names(self) -> list[str]:
        return [system.name for system in self._of(Role.SYSTEM)]

    @property
    def files(self) -> dict[Role, list[str]]:
        """Paths of the files by role, in the order of ``whole_columns``; with the column if a file has several."""
        n_of_file = Counter(item.file for item in self._inputs)
        files: dict[Role, list[str]] = {role: [] for role in Role}
        for item in self._inputs:
            files[item.role].append(item.file if n_of_file[item.file] == 1 else f"{item.file}: {item.name}")
        return files

    @property
    def are_realigned(self) -> bool:
        """Whether an output was cut again into the references' segments, as the name of its file tells."""
        return any(is_realigned(system.file) for system in self._of(Role.SYSTEM))

    @property
    def share(self) -> float:
        """Share of the first file that was read, from 0 to 1."""
        return self._inputs[0].share

    @property
    def language(self) -> StatedLanguage | None:
        """Language of the references that the files state; None where they state none."""
        return test_set_language([(item.role, item.language) for item in self._inputs])

    @property
    def guesses(self) -> list[str]:
        """Sentences on columns whose roles were guessed by headers or names, and on files that ids lined up."""
        names_by_file: defaultdict[tuple[str, bool], dict[Role, list[str]]] = defaultdict(lambda: defaultdict(list))
        for item in self._inputs:
            if item.guessed and item.column is not None:
                names_by_file[item.file, item.column.format == "text"][item.role].append(item.column.name)
        guessed = [
            _guess(file, is_of_texts, by_role, self._no_texts[file])
            for (file, is_of_texts), by_role in names_by_file.items()
        ]
        return [*guessed, *join_notices(self._moved)]

    @property
    def id_column(self) -> Column | None:
        """Column whose ids line up the others; None if no column has ids."""
        return find_spine([item.column for item in self._inputs if item.column is not None])

    @property
    def reference_sample(self) -> list[pa.Array]:
        """Sample of the references, as ``metric.reference_sample`` returns it."""
        return reference_sample(reference.missing for reference in self._of(Role.REFERENCE))

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """Oddities of the outputs, and other facts that make comparisons doubtful, once all blocks are read."""
        return self._doubts

    def test_sets(self) -> Iterator[TestSet]:
        """Yield the test set in blocks of ``BLOCK`` segments.

        Raises ``ValueError`` with every file's number of segments where the numbers differ; all files are then read to
        their ends.
        """
        if self._leave_out:
            whole = TestSet.joined([self._test_set(blocks, before) for before, blocks in self._blocks()])
            remaining = drop_segments_with_findings(whole, self._leave_out, self._keep_faults)
            rest, self.left_out, self.kept_faults = remaining.test_set, remaining.left_out, remaining.kept_faults
            self._doubts, self.examined = remaining.doubts, (rest, remaining.examined)
            self._facts = odd_facts(rest)
            write_note(self.left_out.sentence)
            self._tell([oddity.sentence for oddity in self.oddities])
            yield rest
            return
        facts: frozenset[Fact] | None = None
        kept_texts = KeptTexts(self._most_examined, self._ignores_case)
        for before, blocks in self._blocks():
            test_set = self._test_set(blocks, before)
            facts = odd_facts(test_set) if facts is None else facts & odd_facts(test_set)
            kept_texts.keep(test_set)
            yield test_set
        self._facts = facts or frozenset()
        count = self._inputs[0].segments
        odd = list_oddities(facts or (), self.system_names, self._reference_names, count)
        self._doubts = kept_texts.doubts(odd, self._keep_faults)
        self.examined, self.kept_faults = kept_texts.examined, kept_texts.kept_faults
        self._tell([oddity.sentence for oddity in self.oddities])

    @property
    def reference_copies(self) -> tuple[str, ...]:
        """Systems whose output is a copy of a reference in all blocks, once these are read.

        Empty in a set of few segments, or if all systems are copies.
        """
        copies = {name for kind, name, _ in self._facts if kind == REFERENCE}
        if self._inputs[0].segments < MIN_SEGMENTS or len(copies) == len(self.system_names):
            return ()
        return tuple(name for name in self.system_names if name in copies)

    def remaining(self, column: pa.StringArray | None) -> pa.StringArray | None:
        """Return a column of the whole test set, such as its documents, without the segments that are left out."""
        return column if column is None or self.left_out is None else column.take(self.left_out.remaining)

    @property
    def codes(self) -> dict[Role, dict[str, pa.StringArray]]:
        """Inline codes of each text that has them, by role and name, as in ``whole_columns``."""
        codes: dict[Role, dict[str, pa.StringArray]] = {role: {} for role in Role}
        names = iter(self._reference_names)
        for item in self._inputs:
            name = next(names) if item.role is Role.REFERENCE else item.name
            if item.codes is not None:
                codes[item.role][name] = item.codes
        return codes

    def references(self) -> list[pa.StringArray]:
        """Return the whole column of every reference, for commands that read no systems; errors as of ``test_sets``."""
        return [*self.whole_columns()[Role.REFERENCE].values()]

    def whole_columns(self) -> dict[Role, dict[str, pa.StringArray]]:
        """Return the whole column of every text, by role and name, even without references; errors as ``test_sets``."""
        parts: list[list[pa.StringArray]] = [[] for _ in self._inputs]
        for before, blocks in self._blocks():
            references = [
                block for item, block in zip(self._inputs, blocks, strict=True) if item.role is Role.REFERENCE
            ]
            if references:
                _check_coverage(references, before)
            for part, block in zip(parts, blocks, strict=True):
                part.append(pa.concat_arrays([block]))  # a copy: a block is a slice of more text than it has
        self._tell()
        columns: dict[Role, dict[str, pa.StringArray]] = {role: {} for role in Role}
        names = iter(self._reference_names)
        for item, part in zip(self._inputs, parts, strict=True):
            columns[item.role][next(names) if item.role is Role.REFERENCE else item.name] = pa.concat_arrays(part)
            part.clear()  # of all inputs, blocks and whole columns together would take twice the memory
        return columns

    def _blocks(self) -> Iterator[tuple[int, Sequence[pa.StringArray]]]:
        """Yield the number of segments that came before, and the next block of each text; count the segments."""
        for blocks in zip_longest(*(item.blocks for item in self._inputs), fillvalue=pa.nulls(0, pa.string())):
            before = self._inputs[0].segments
            for item, block in zip(self._inputs, blocks, strict=True):
                item.segments += len(block)
                item.missing += block.null_count
            if len({len(block) for block in blocks}) > 1:
                self._refuse_counts()
            self._compare_own_texts(before, blocks)
            yield before, blocks

    def _compare_own_texts(self, before: int, blocks: Sequence[pa.StringArray]) -> None:
        """Compare the sources and references in files of outputs with a block of the test set."""
        if not self._own_texts:
            return
        items_with_blocks = list(zip(self._inputs, blocks, strict=True))
        count = len(blocks[0])
        sources = [block for item, block in items_with_blocks if item.role is Role.SOURCE] or [
            texts[before : before + count] for texts in first_sources(self._own_texts)
        ]
        references = [block for item, block in items_with_blocks if item.role is Role.REFERENCE]
        for own in self._own_texts:
            own.compare(before, sources, references)

    def _refuse_counts(self) -> NoReturn:
        for item in self._inputs:
            item.segments += sum(map(len, item.blocks))
        # these notices can explain the unequal counts
        tell_all(join_notices(one for one in self._streamed_file_notices() if one.notice.kind in OF_LINES))
        counts = {item.file: item.segments for item in self._inputs}
        sources = [item.segments for item in self._of(Role.SOURCE)]
        expected = sources[0] if sources else usual_count([item.segments for item in self._inputs])
        is_small = sum(item.segments for item in self._inputs) <= MAX_MEASURED
        slips = (
            find_length_slips([(item.file, item.log_lengths()) for item in self._inputs], expected) if is_small else []
        )
        file = next(item.file for item in self._inputs if item.segments != expected)
        raise CountMismatchError(file, counts, slips)

    def _tell(self, odd: Sequence[str] = ()) -> None:
        """Write notes on streamed files and on oddities; raise ``ValueError`` for any notice if ``strict``."""
        if self.kept_faults:
            from ..doctor.left_out import kept_sentence  # few commands need it

            write_note(kept_sentence(self.kept_faults))
        for item in self._inputs:
            write_detail(_read_as(item))
        for own in self._own_texts:
            self._n_told += tell_all(f"{own.file}: {one.message}" for one in own.notices(self._inputs[0].segments))
        shown = [] if self._oddities_in_result and not self._strict else odd
        self._n_told += tell_all(
            [*shown, *self._swapped_file_sentences(), *join_notices(self._streamed_file_notices())]
        )
        check_strict(self._n_told, self._strict)

    def _swapped_file_sentences(self) -> Iterator[str]:
        """Yield a sentence for each file given as a system whose name is a reference's, or the other way round."""
        for item in self._inputs:
            if item.noticed is None:
                continue
            if item.role is Role.SYSTEM and is_called(item.source.name, Role.REFERENCE):
                yield f"{item.file}: was given as a system (-i) but is called a reference; are files swapped?"
            if item.role is Role.REFERENCE and is_called(item.source.name, Role.SYSTEM):
                yield f"{item.file}: was given as a reference but is called a system; are files swapped?"

    def _streamed_file_notices(self) -> list[FileNotice]:
        """Return all notices on streamed files so far."""
        return [
            FileNotice(item.file, notice)
            for item in self._inputs
            for notice in (item.noticed.notices() if item.noticed is not None else ())
            if notice.kind not in self._untold
            and not (notice.kind == EMPTY and self._empty_is_missing and item.role is Role.REFERENCE)
        ]

    def _test_set(self, blocks: Sequence[pa.StringArray], before: int) -> TestSet:
        by_role = defaultdict(list)
        for item, block in zip(self._inputs, blocks, strict=True):
            by_role[item.role].append(block)
        references = by_role[Role.REFERENCE]
        if references:
            _check_coverage(references, before)
        items = {role: self._of(role) for role in Role}
        end = before + len((references or by_role[Role.SYSTEM])[0])
        codes = {
            role: [None if item.codes is None else item.codes[before:end] for item in of] for role, of in items.items()
        }
        of_systems = zip(items[Role.SYSTEM], by_role[Role.SYSTEM], codes[Role.SYSTEM], strict=True)
        of_references = zip(self._reference_names, references, codes[Role.REFERENCE], strict=True)
        return TestSet(
            tuple(System(item.name, block, None, is_realigned(item.file), of) for item, block, of in of_systems),
            tuple(Reference(name, block, None, of) for name, block, of in of_references),
            next(iter(by_role[Role.SOURCE]), None),
            language=self.language,
            ids=None if self._ids is None else self._ids[before:end],
            source_codes=next(iter(codes[Role.SOURCE]), None),
        )

    @property
    def _reference_names(self) -> list[str]:
        return reference_names_by_file([item.file for item in self._of(Role.REFERENCE)])

    def _of(self, role: Role) -> list[Input]:
        return [item for item in self._inputs if item.role is role]


def _streamed_input(source: InputFile, role: Role, stream: BinaryIO, unpacked: Seekable, encoding: str | None) -> Input:
    """Return plain text that is read block by block.

    ``stream`` is the file, which may be packed, and ``unpacked`` its text.
    """

    def blocks(noticed: NoticeTally | None = None) -> Iterator[pa.StringArray]:
        unpacked.seek(0)
        return read_blocks(source.shown, unpacked, BLOCK, encoding, noticed=noticed)

    name, noticed = name_from_file(source.full_name, role), NoticeTally()
    language = language_in_name(source.full_name)
    return Input(source, role, name, blocks(noticed), again=blocks, language=language, noticed=noticed, stream=stream)


def _read_as(item: Input) -> str:
    """Return a sentence on the role, format and encoding as which a file was read, for a verbose command."""
    tally = item.noticed.notices() if item.noticed is not None else ()
    notices = item.column.notices if item.column is not None else tally
    encoding = next((notice.message for notice in notices if notice.kind == "encoding"), "UTF-8.")
    kind = "text" if item.column is None else item.column.format
    return f"{item.file}: {item.role} {item.name}, {counted(item.segments, 'segment')}; {kind}, {encoding}"


def _guess(file: str, is_of_texts: bool, names_by_role: Mapping[Role, Sequence[str]], no_texts: Sequence[str]) -> str:
    """Return a sentence that lists a file's columns by their guessed roles.

    ``is_of_texts`` says that the file is an archive whose columns are files of text.
    """
    groups = [(str(role), names) for role, names in names_by_role.items()] + (
        [("no text", no_texts)] if no_texts else []
    )
    listed = "; ".join(f"as {label}: {', '.join(names)}" for label, names in groups)
    origin = "its files were taken by their names" if is_of_texts else "columns were taken by their headers"
    return f"{file}: {origin}, {listed}. Rename or remove the ones that are something else."


def _read_whole(source: InputFile, stream: BinaryIO, encoding: str | None) -> list[Column]:
    """Return the columns of a file that is read whole, with their roles; only such files need the import of readers."""
    from ..formats import guess_roles, read_columns, read_contents
    from ..formats.containers.archives import is_zip
    from ..formats.pairs import check_one_pair, select_pair

    if source.field is not None and is_zip(_start(stream)):
        chosen = select_pair(source.field, read_contents(source.name, stream, encoding=encoding, limits=OWN_LIMITS))
        if chosen is not None:
            contents, others = chosen
            write_note(f"{source.shown}: {others}")
            return guess_roles(contents.columns)
        stream.seek(0)
    columns = read_columns(source.name, stream, encoding=encoding, limits=OWN_LIMITS, field=source.field)
    check_one_pair(source.shown, columns)
    return guess_roles(columns)


def _start(stream: Seekable) -> bytes:
    start = stream.read(_SNIFFED)
    stream.seek(0)
    return start


def _drop_empty_notices(column: Column) -> Column:
    """Return a column without its notice of empty segments, which are missing segments if the user says so."""
    return replace(column, notices=tuple(notice for notice in column.notices if notice.kind != EMPTY))


def _column_order_notices(inputs: Sequence[Input]) -> list[FileNotice]:
    """Return the notices on the order of the columns' segments, by their ids."""
    columns = _whole_columns(inputs)
    by_column = order_notices(columns, len(columns) < len(inputs))
    return [FileNotice(column.file, one) for column, notices in zip(columns, by_column, strict=True) for one in notices]


def _slice_columns(inputs: Sequence[Input]) -> list[Column]:
    """Line up the whole columns by their ids, cut each into blocks, and return the lined-up columns."""
    aligned = align(_whole_columns(inputs))
    for item, column in zip([item for item in inputs if item.column is not None], aligned, strict=True):
        starts = range(0, len(column), BLOCK)
        item.codes = column.codes
        item.blocks = (segments[start : start + BLOCK] for segments in [column.segments] for start in starts)
    return aligned


def _whole_columns(inputs: Sequence[Input]) -> list[Column]:
    return [item.column for item in inputs if item.column is not None]


def _make_names_distinct(systems: Sequence[Input]) -> None:
    whole = [(system, system.column) for system in systems if system.column is not None]
    if whole:
        from ..formats.roles import name_by_files

        for (system, _), column in zip(whole, name_by_files([column for _, column in whole]), strict=True):
            system.name = column.name
    names = distinct_names([(system.name, _place(system)) for system in systems])
    for system, name in zip(systems, names, strict=True):
        system.name = name


def _place(system: Input) -> str:
    """Return the absolute path of a system's file, or its path in an archive."""
    if system.column is not None and system.column.file != system.file:
        return system.column.file
    return str(Path(system.source.full_name).absolute())


def _check_coverage(references: Sequence[pa.StringArray], before: int) -> None:
    """Raise ``ValueError`` with the number in the file of a segment without a reference."""
    absent = first_uncovered(references)
    if absent is not None:
        raise ValueError(f"Segment {before + absent + 1:,} has no reference; every segment needs at least one.")
