"""The test sets that ``matrix`` compares: those of a folder, a table, an archive or a project, opened one by one."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from ... import TestSet
from ...analysis.oddities import Oddity, find_oddities
from ...doctor import MAX_LINES_SHALLOW
from ...formats import Contents, FormatError, Role, assemble, contents_by_pair, guess_roles, read_contents
from ...formats.limits import OWN_LIMITS
from ...formats.set_folders import SetFolder, by_set_folder, find_half_sets, find_sets, outputs_of_no_set, sets_of_table
from ...judgments.external import ExternalScore
from ...output.numbers import counted
from ...studies.doctor import reference_copies
from ...studies.set_statistics import shared_scores
from ...studies.wording.matrix_words import only_systems_in_doubt, refusal_reason, refused_set_sentence
from ...studies.wording.verdict_words import not_ranked
from ...text.naming import clean_name
from ...text.suggestions import did_you_mean
from ..input_files import input_file
from ..kept_texts import KeptTexts
from ..notes import tell_all, write_note
from .arguments import is_ignoring_case, read_inputs
from .external_judgments import ALL_UNMATCHED, attach_all, note_all, read_judgments

PEOPLE, ALL_JUDGES = "people", "all"
"""Names that ask for all judges of a kind."""
KeptSets: TypeAlias = Mapping[str, Callable[[], TestSet]]
"""Function that reads a test set of a project, by the set's name."""
FindProject: TypeAlias = Callable[[str], KeptSets]
"""Function that finds the test sets of a project by its name or id; it raises ``ValueError`` where there is none."""


@dataclass(frozen=True)
class OpenedSet:
    """A test set without outputs that are references, and what makes its comparison doubtful."""

    test_set: TestSet
    doubts: tuple[str, ...]
    in_doubt: tuple[str, ...] = ()
    """Systems that the doubts are about; none where the doubts are about all."""


@dataclass(frozen=True)
class SetToCompare:
    """A test set that is not read yet."""

    name: str
    n_files: int
    open: Callable[[int], OpenedSet]
    """Function that reads the set; the doctor examines texts of at most this number of lines."""
    age: int = 0
    """Place of the set in a project, from the oldest; 0 where the age is unknown."""


def measure_sets(
    options: argparse.Namespace, sets: Sequence[SetToCompare], measure: Callable[[str, OpenedSet], object]
) -> dict[str, str]:
    """Open the sets one after another, measure each, and return why sets are left out, by their names.

    A note counts the sets that the doctor did not examine. A fault of a set is an error with ``--strict``, and where
    all sets have faults.
    """
    refused: dict[str, str] = {}
    errors: list[OSError | ValueError] = []
    lines = unexamined = 0
    for one in sets:
        try:
            opened = one.open(MAX_LINES_SHALLOW - lines)
            measure(one.name, opened)
        except (OSError, ValueError) as error:
            errors.append(error)
            if options.strict or len(errors) == len(sets):
                raise errors[0] from None
            refused[one.name] = refusal_reason(error)
            if not options.tells_doubts:
                write_note(refused_set_sentence(one.name, refused[one.name]))
            continue
        lines += len(opened.test_set) * one.n_files
        unexamined += lines > MAX_LINES_SHALLOW
    if unexamined:
        write_note(f"{counted(unexamined, 'set')} not examined for shifted or broken lines: see bleuscope doctor.")
    return refused


def sets_to_compare(options: argparse.Namespace) -> list[SetToCompare]:
    """Return the test sets of folders, archives and projects, or of the table ``--sets``; ``ValueError`` for none."""
    if bool(options.folders) == (options.sets is not None):
        raise ValueError(
            "Expected a folder, an archive or a project of test sets, or --sets TABLE; found "
            + ("both." if options.folders else "neither.")
        )
    needs_references = not (options.checks or options.judges)
    if options.sets is not None:
        return [_set_of_files(options, one) for one in sets_of_table(Path(options.sets), needs_references)]
    places: dict[str, str] = {}
    sets: list[SetToCompare] = []
    for folder in dict.fromkeys(options.folders):
        for one in _sets_of_place(options, folder, needs_references):
            if one.name in places:
                raise ValueError(
                    f"{places[one.name]} and {folder} both have a set {one.name}; rename one, or name all files in a"
                    " table by --sets."
                )
            places[one.name] = folder
            sets.append(one)
    return sets


def _sets_of_place(options: argparse.Namespace, folder: str, needs_references: bool) -> list[SetToCompare]:
    """Return the test sets of one folder, archive or project."""
    place = Path(folder)
    if place.is_file():
        return _sets_of_archive(options, folder)
    if place.is_dir() or options.find_project is None:
        sets = find_sets(place, needs_references)
        names = {one.name for one in sets}
        for half in find_half_sets(place):
            if half.name not in names:
                write_note(f"{half.name} is left out, for it has {_folder_contents_phrase(half)}.")
        return [_set_of_files(options, one) for one in sets]
    try:
        return _sets_of_project(options, options.find_project(folder))
    except ValueError as error:
        why = str(error)
        raise ValueError(f"{folder} is no folder and no archive. {why[:1].upper()}{why[1:]}") from None


def _folder_contents_phrase(set_folder: SetFolder) -> str:
    """Return what a folder that is no test set has, and what it lacks."""
    n_outputs, n_references = (len(set_folder.paths(role)) for role in (Role.SYSTEM, Role.REFERENCE))
    if not n_outputs:
        return f"{counted(n_references, 'reference')} and no output"
    if set_folder.paths(Role.SOURCE):
        return f"{counted(n_outputs, 'output')} and no reference, which --checks and --judges do without"
    return _outputs_alone(n_outputs)


def _outputs_alone(n_outputs: int) -> str:
    return f"{counted(n_outputs, 'output')} and neither a source nor a reference"


def _set_of_files(options: argparse.Namespace, set_folder: SetFolder) -> SetToCompare:
    return SetToCompare(
        set_folder.name, len(set_folder.files), lambda most_examined: _read_files(options, set_folder, most_examined)
    )


def _read_files(options: argparse.Namespace, set_folder: SetFolder, most_examined: int) -> OpenedSet:
    write_note(f"{set_folder.name}: {set_folder}")
    source = next(iter(set_folder.paths(Role.SOURCE)), None)
    references, systems = ([*map(str, set_folder.paths(role))] for role in (Role.REFERENCE, Role.SYSTEM))
    source_file = None if source is None else str(source)
    in_result = options.tells_doubts
    with read_inputs(options, references, systems, source_file, in_result, most_examined) as inputs:
        test_set = TestSet.joined(list(inputs.test_sets())).named(set_folder.name)
        copies, doubts = inputs.reference_copies, inputs.oddities
    names = _names_of_table(test_set, set_folder)
    renamed_systems = tuple(replace(system, name=names.get(system.name, system.name)) for system in test_set.systems)
    test_set = _exclude_reference_copies(
        replace(test_set, systems=renamed_systems), [names.get(name, name) for name in copies]
    )
    if options.judges and set_folder.judgments:
        judgments = read_judgments([*map(str, set_folder.judgments)], options)
        attached = attach_all(test_set, judgments, [(ALL_UNMATCHED, None), *_system_renames(names, test_set)])
        note_all(attached, strict=options.strict)
        test_set = attached.test_set
    in_doubt = tuple(names.get(name, name) for name in only_systems_in_doubt(doubts))
    return OpenedSet(test_set, tuple(oddity.sentence for oddity in doubts), in_doubt)


def _names_of_table(test_set: TestSet, set_folder: SetFolder) -> dict[str, str]:
    """Return the table's name for each system, by the system's own name; none if a file has several systems."""
    files = [file for file in set_folder.files if file.role is Role.SYSTEM]
    if len(files) != len(test_set.systems):
        return {}
    pairs = zip(test_set.system_names, files, strict=True)
    return {name: clean_name(file.name) for name, file in pairs if file.name}


def _system_renames(names: Mapping[str, str], test_set: TestSet) -> list[tuple[str, str | None]]:
    """Return the names that files of scores may have for systems of other names, each with its system."""
    return [
        (old, new) for old, new in names.items() if new in test_set.system_names and old not in test_set.system_names
    ]


def _sets_of_archive(options: argparse.Namespace, path: str) -> list[SetToCompare]:
    """Return the test sets of an archive: by folder if that gives more, else by language pair; or its one set."""
    source = input_file(path)
    with source.opened() as stream:
        contents = read_contents(source.name, stream, encoding=options.encoding, limits=OWN_LIMITS, field=source.field)
    columns, judgments = contents.columns, contents.judgments
    of_pairs, of_folders = contents_by_pair(columns, judgments), by_set_folder(columns, judgments)
    sets = of_folders if len(of_folders) > len(of_pairs) else of_pairs
    for folder, n_outputs in sorted(outputs_of_no_set(columns, sets).items()) if sets else ():
        write_note(f"{folder} is left out, for it has {_outputs_alone(n_outputs)}.")
    sets = sets or {clean_name(Path(path).name.split(".")[0]): contents}
    return [_set_of_contents(options, source.shown, name, set_contents) for name, set_contents in sorted(sets.items())]


def _set_of_contents(options: argparse.Namespace, file: str, name: str, contents: Contents) -> SetToCompare:
    def read(most_examined: int) -> OpenedSet:
        if not contents.columns:
            raise FormatError(file, "no texts", "test sets with references and outputs")
        test_set = assemble(guess_roles(contents.columns), clean_name(name))
        if options.judges:
            attached = attach_all(test_set, contents.judgments, [(ALL_UNMATCHED, None)])
            note_all(attached, strict=options.strict)
            test_set = attached.test_set
        return _examined_set(options, name, test_set, most_examined)

    return SetToCompare(name, len(contents.columns), read)


def _sets_of_project(options: argparse.Namespace, kept_sets: KeptSets) -> list[SetToCompare]:
    """Return the test sets of a project in the order of their names; ``kept_sets`` has the oldest first."""

    def build_set_to_compare(age: int, name: str, read: Callable[[], TestSet]) -> SetToCompare:
        return SetToCompare(name, 1, lambda most_examined: _examined_set(options, name, read(), most_examined), age)

    sets = [build_set_to_compare(age, name, read) for age, (name, read) in enumerate(kept_sets.items())]
    return sorted(sets, key=lambda one: one.name.casefold())


def _examined_set(options: argparse.Namespace, name: str, whole: TestSet, most_examined: int) -> OpenedSet:
    """Return a test set that is in memory, with its doubts; write them as notes unless the result tells them."""
    write_note(f"{name}: {counted(len(whole.systems), 'output')}, {counted(len(whole), 'segment')}")
    test_set = _exclude_reference_copies(whole, reference_copies(whole, whole))
    texts = KeptTexts(most_examined, is_ignoring_case(options))
    texts.keep(test_set)
    odd: tuple[Oddity, ...] = texts.doubts(find_oddities(test_set, test_set.system_names))
    if not options.tells_doubts:
        tell_all(oddity.sentence for oddity in odd)
    return OpenedSet(test_set, tuple(oddity.sentence for oddity in odd), only_systems_in_doubt(odd))


def _exclude_reference_copies(test_set: TestSet, copies: Sequence[str]) -> TestSet:
    if copies:
        write_note(not_ranked([*copies]))
    return test_set.without_systems(copies) if copies else test_set


def shared_judges(names: Sequence[str], sets: Iterable[Iterable[ExternalScore]]) -> dict[str, ExternalScore]:
    """Return the judges that are asked for by name; each is one metric for all sets that have its scores.

    ``names`` may have ``PEOPLE`` and ``ALL_JUDGES``, too. Raises ``ValueError`` for a judge without scores in any set.
    """
    scores_by_name = shared_scores(metric for of_set in sets for metric in of_set)
    chosen: dict[str, ExternalScore] = {}
    for name in names:
        judges = [
            one
            for one in scores_by_name.values()
            if name in (ALL_JUDGES, one.name) or (name == PEOPLE and one.is_human)
        ]
        if not judges:
            if not scores_by_name:
                raise ValueError("No set has scores by people or other programs that go with its outputs.")
            hint = "" if name in (PEOPLE, ALL_JUDGES) else did_you_mean(name, [*scores_by_name, PEOPLE, ALL_JUDGES])
            raise ValueError(
                f"No set has scores by {clean_name(name)}; found scores by {', '.join(scores_by_name)}{hint}."
            )
        chosen |= {one.name: one for one in judges}
    return chosen
