"""Candidates of a command: a file of lists with references, or the outputs of systems."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from ... import TestSet
from ...choosing import Lists
from ...choosing.formats import read_lists
from ...choosing.formats.order import line_up_lists
from ...formats.assembly import SEGMENT_ORDER
from ...formats.columns import TRANSLATION_FILES
from ...formats.errors import naming
from ...formats.file_notices import FileNotice
from ...formats.json_files.other_fields import OtherFields
from ...formats.limits import OWN_LIMITS
from ...formats.plain_text.notices import NoticeTally
from ...output.numbers import counted
from ...testset import Reference, System
from ...text.naming import clean_file, clean_name
from ..input_files import input_file
from ..inputs import Inputs
from ..notes import tell_notices, write_note
from ..verbosity import write_detail
from .arguments import add_reading, add_systems, ignored_notice_kinds, number, open_inputs, read_inputs

MAX_CANDIDATES = 1_000_000
"""Largest number of candidates of one segment."""
_FILES = "Give a file of lists, then references."


@dataclass(frozen=True, eq=False)
class CandidateArguments:
    """The candidates that a command was given, and the references and systems of their segments."""

    lists: Lists
    test_set: TestSet
    """The systems that are the candidates, or one system that has the first candidate of each list."""
    sample: Sequence[pa.Array]
    """Sample of the references, as ``Inputs.reference_sample`` returns it."""
    keys: pa.StringArray | None = None
    """Id of each segment's unit in translation files, (n_segments,); None without such files."""

    @property
    def references(self) -> list[pa.StringArray]:
        return [reference.segments for reference in self.test_set.references]


LISTS = (
    'lists are Moses n-best (0 ||| text ||| features ||| score), JSON Lines (["text", "text"] or {"candidates":'
    " [...]}), or plain lines, as many a segment"
)


def add_candidates(command: argparse.ArgumentParser, about: str, with_systems: bool) -> None:
    """Add the description of a command, and its files of candidates."""
    command.description = about
    command.set_defaults(source=None, systems=[])
    add = command.add_argument_group("files").add_argument
    file_help = "lists of candidates (none with -i), then references" if with_systems else "lists, then references"
    add("references", nargs="+", metavar="FILE", help=f"{file_help}; {LISTS}")
    if with_systems:
        add_systems(add, required=False)
    add(
        "--per-segment",
        type=number(int, 1, MAX_CANDIDATES),
        metavar="K",
        help="how many candidates each segment must have",
    )
    add_reading(add)


def read_systems_as_candidates(options: argparse.Namespace) -> CandidateArguments:
    """Return the outputs after ``-i`` as candidates, and the references; raise ``ValueError`` for ``--per-segment``."""
    if options.per_segment is not None:
        raise ValueError("--per-segment is for a file of lists; outputs have one line for each segment.")
    with open_inputs(options) as inputs:
        test_set = TestSet.joined(list(inputs.test_sets()))
        lists, keys = Lists.of_systems(test_set), unit_ids(inputs)
        return CandidateArguments(lists, test_set, inputs.reference_sample, keys)


def read_given_lists(options: argparse.Namespace, files: Sequence[str]) -> CandidateArguments:
    """Return the candidates in a file of lists, and the references; raise ``ValueError`` without references."""
    if len(files) < 2:
        raise ValueError(f"{files[0]}: there is no reference with it. {_FILES}")
    path, *references = files
    with read_inputs(options, references) as inputs:
        with naming(clean_file(", ".join(references))):
            columns = inputs.references()
        sample, language, whole = inputs.reference_sample, inputs.language, inputs.columns
        keys = unit_ids(inputs)
    other_fields = OtherFields(OWN_LIMITS)
    noticed = NoticeTally("lists", "candidate")
    source = input_file(path)
    if source.field is not None:
        raise ValueError(f"{source.shown}: lists of candidates have no columns; leave out #{clean_name(source.field)}.")
    with source.opened() as stream:
        lists = read_lists(
            source.shown,
            stream,
            len(columns[0]),
            options.per_segment,
            encoding=options.encoding,
            limits=OWN_LIMITS,
            noticed=noticed,
            other_fields=other_fields,
        )
    sizes = f"{counted(lists.n_segments, 'list')}, {counted(len(lists.candidates), 'candidate')}"
    write_detail(f"{source.shown}: {sizes}.")
    lists, of_order = line_up_lists(source.shown, lists, other_fields, whole, columns)
    for notice in of_order:
        if notice.kind == SEGMENT_ORDER:
            write_note(f"{source.shown}: {notice.message}")
        else:
            noticed.tell(notice)
    left_out = ignored_notice_kinds(options) | {"line-breaks"}  # a candidate may have them, and --write refuses them
    notices = (FileNotice(source.shown, notice) for notice in noticed.notices() if notice.kind not in left_out)
    tell_notices(notices, options.strict)
    first = System("first", lists.candidates.take(pa.array(lists.offsets[:-1])))
    reference_texts = tuple(Reference(f"reference {place}", column) for place, column in enumerate(columns, 1))
    return CandidateArguments(lists, TestSet((first,), reference_texts, language=language), sample, keys)


def unit_ids(inputs: Inputs) -> pa.StringArray | None:
    """Return the id of each segment's unit in translation files; None without such files."""
    column = inputs.id_column
    return None if column is None or column.format not in TRANSLATION_FILES else column.keys
