"""The steps from uploaded bytes to a draft of columns, to a test set, and the texts to show when this fails."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import pandas as pd

from scoring import TestSet
from scoring.checks.terminology.glossary_files import is_glossary
from scoring.counting.progress import Progress, no_progress, progress_of_part
from scoring.formats import (
    AttachedJudgments,
    Column,
    Contents,
    FormatError,
    FoundJudgments,
    Role,
    assemble,
    contents_by_pair,
    cross_check,
    guess_roles,
    is_unsure,
    read_contents,
    repair,
)
from scoring.formats.bilingual.reading import read_language
from scoring.formats.columns import TRANSLATION_FILES
from scoring.formats.errors import CountMismatchError, EncodingError
from scoring.formats.judgments import FoundScores, LeftOutFile, ScoreOffer, UnmatchedError
from scoring.formats.judgments.names import is_reference
from scoring.formats.limits import DEFAULT_LIMITS
from scoring.formats.names import guess_header
from scoring.formats.set_folders import by_set_folder, outputs_of_no_set
from scoring.formats.tables.history import is_history
from scoring.formats.tables.ids import may_line_up
from scoring.formats.tables.written_numbers import is_numeric
from scoring.judgments.external import ROUND
from scoring.origins import Origins
from scoring.output.numbers import counted
from scoring.output.sentence import name_list
from scoring.studies.checks import ANNOTATION
from scoring.text.naming import clean_name
from ui.context.glossaries import GlossaryFile, make_glossary_file
from ui.data.keeping import Draft
from ui.store.histories import OverTime

PREVIEW_SEGMENTS = 3
MAX_NAMES_SHOWN = 3
"""Most metrics that are named; more are counted."""
MAX_MISSING_NAMED = 6
"""Most names without a system that are named."""
MIN_KNOWN = 2
"""Fewest systems with outputs here that a file of judgments must have, so that its other names are left out unasked."""
ROLES = {
    Role.SYSTEM.value: "a system's output",
    Role.REFERENCE.value: "a reference",
    Role.POST_EDIT.value: "a post-edit of one system",
    Role.SOURCE.value: "the source",
    Role.NOTES.value: "notes",
    Role.TAGS.value: "tags of words",
    Role.IGNORE.value: "left out",
}
"""Role -> its words."""


def read_files(
    files: Sequence[tuple[str, bytes]],
    encoding: str | None = None,
    version: int = 0,
    on_progress: Progress = no_progress,
    fields: Mapping[int, Sequence[str]] = MappingProxyType({}),
    systems_in_use: Sequence[str] = (),
    languages: Mapping[int, str] = MappingProxyType({}),
) -> Draft:
    """Return a draft of all files together, so that their roles can be guessed from one another.

    ``fields`` has, by the number of a file from 0, the fields to read instead of the whole file, ``languages`` the
    translation to use of a file with several languages; ``systems_in_use`` are those of the test set in use, whose
    post-edits may come alone.
    """
    columns: list[Column] = []
    judgments: list[FoundJudgments] = []
    histories: list[OverTime] = []
    refused: list[FormatError] = []
    glossary: GlossaryFile | None = None
    for number, (name, data) in enumerate(files):
        try:
            if is_glossary(name, data):
                glossary = make_glossary_file(name, data)
                continue
            if is_history(data):
                histories.append(OverTime.read(name, data))
                continue
            tell = progress_of_part(on_progress, number, len(files))
            if number in languages:
                columns += read_language(name, data, languages[number], encoding, DEFAULT_LIMITS, tell)
                continue
            parts = fields.get(number) or (None,)
            for part, field in enumerate(parts):
                of_part = progress_of_part(tell, part, len(parts))
                contents = read_contents(name, data, encoding=encoding, on_progress=of_part, field=field)
                columns += contents.columns if field is None else map(unconfirmed_column, contents.columns)
                judgments += contents.judgments
        except FormatError as error:
            error.__context__ = None
            refused.append(error.with_traceback(None))  # the frames would keep the content of the file
    names = [name for name, _ in files]
    of_pairs, of_folders = contents_by_pair(columns, judgments), by_set_folder(columns, judgments)
    several = of_folders if len(of_folders) > len(of_pairs) else of_pairs
    pairs = {
        name: Contents(guess_roles(contents_of_set.columns), contents_of_set.judgments)
        for name, contents_of_set in several.items()
    }
    if pairs:
        for folder, n_outputs in sorted(outputs_of_no_set(columns, several).items()):
            refused.append(FormatError(folder, counted(n_outputs, "output"), "a source or a reference"))
        return Draft([], refused, [], histories, _name(names, []), version, glossary=glossary, pairs=pairs)
    columns = guess_roles(columns, systems_in_use)
    return Draft(columns, refused, judgments, histories, _name(names, columns), version, glossary=glossary)


def unconfirmed_column(column: Column) -> Column:
    """Return a chosen field with the role that its name suggests, as one that the visitor may correct."""
    return replace(column, role=guess_header(column.name.rpartition(".")[2]).role, stated=False)


def roles_table(columns: Sequence[Column]) -> pd.DataFrame:
    """Return the table of columns for the visitor to correct: names and roles can be edited."""
    rows = [(of.name, of.role.value, len(of), _beginning(of), of.file) for of in columns]
    return pd.DataFrame(rows, columns=["name", "role", "segments", "begins with", "file"])


def correct_columns(columns: Sequence[Column], edited: pd.DataFrame) -> list[Column]:
    """Return the columns with the names and roles of the edited table.

    An emptied name becomes "unnamed", a column with an emptied role is ignored.
    """
    names, roles = edited["name"].fillna(""), edited["role"].fillna("")
    rows = zip(columns, names, roles, strict=True)
    return cross_check([replace(of, name=clean_name(name), role=Role(role or Role.IGNORE)) for of, name, role in rows])


def unsure(columns: Sequence[Column]) -> list[int]:
    """Return the indices of columns of tables that are outputs or left out, though nothing indicates their role.

    Columns of numbers that are left out do not count; whether they are scores is asked elsewhere.
    """
    return [
        number
        for number, column in enumerate(columns)
        if is_unsure(column)
        and (column.role is Role.SYSTEM or (column.role is Role.IGNORE and not is_numeric(column.segments)))
    ]


def describe_column(column: Column) -> str:
    """Return a column's name, and how its text begins."""
    return f"{column.name}: {_beginning(column)}"


def assign_roles(columns: Sequence[Column], roles: Mapping[int, Role]) -> list[Column]:
    """Return the columns with new roles, by their index."""
    return cross_check([replace(c, role=roles.get(number, c.role)) for number, c in enumerate(columns)])


def system_names(columns: Sequence[Column]) -> list[str]:
    """Return the names of the systems whose outputs are among the columns."""
    return [column.name for column in columns if column.role is Role.SYSTEM]


def ownerless_post_edits(columns: Sequence[Column], systems: Sequence[str]) -> list[int]:
    """Return the indices of post-edits whose name is no system's, or also another post-edit's."""
    names = [column.name for column in columns if column.role is Role.POST_EDIT]
    return [
        number
        for number, column in enumerate(columns)
        if column.role is Role.POST_EDIT and (column.name not in systems or names.count(column.name) > 1)
    ]


def possible_post_edits(columns: Sequence[Column]) -> list[int]:
    """Return the indices of references that may be post-edits of outputs.

    They are in translation files that have the units of a translation file with outputs.
    """
    outputs = [column for column in columns if column.role is Role.SYSTEM and column.format in TRANSLATION_FILES]
    return [
        number
        for number, column in enumerate(columns)
        if column.role is Role.REFERENCE
        and column.format in TRANSLATION_FILES
        and any(other.file != column.file and may_line_up(column, other) for other in outputs)
    ]


def as_post_edit(columns: Sequence[Column], number: int, system: str) -> list[Column]:
    """Return the columns, with the one at this index as the post-edit of this system."""
    changed = [*columns]
    changed[number] = replace(columns[number], role=Role.POST_EDIT, name=system)
    return cross_check(changed)


def notices_table(columns: Sequence[Column]) -> pd.DataFrame:
    """Return the table of all notices; the visitor ticks ``apply`` where a repair is offered."""
    rows = [(False, notice.repair or "", notice.message, of.name, of.file) for of in columns for notice in of.notices]
    return pd.DataFrame(rows, columns=["apply", "repair", "what was noticed", "column", "file"])


def repaired_columns(columns: Sequence[Column], apply: Sequence[bool]) -> list[Column]:
    """Return the columns after the ticked repairs; ``apply`` has a value for each row of ``notices_table``."""
    ticked = iter(apply)
    result = []
    for column in columns:
        for kind in [notice.kind for notice in column.notices if next(ticked) and notice.repair]:
            if any(notice.kind == kind and notice.repair for notice in column.notices):
                column = repair(column, kind)
        result.append(column)
    return cross_check(result)


def count_roles(columns: Sequence[Column]) -> Mapping[str, int]:
    """Return the number of columns of each role that is used."""
    return {
        role.value: sum(column.role is role for column in columns)
        for role in (Role.SOURCE, Role.REFERENCE, Role.SYSTEM, Role.POST_EDIT, Role.NOTES, Role.TAGS)
    }


def to_test_set(
    columns: Sequence[Column], name: str, refused: Sequence[FormatError] = ()
) -> tuple[TestSet | None, str | None]:
    """Return the test set, or the sentence that says what is wrong; ``refused`` are files that gave no column."""
    if refused and columns and all(column.role in (Role.REFERENCE, Role.SOURCE) for column in columns):
        files = name_list([*dict.fromkeys(error.file for error in refused)], MAX_NAMES_SHOWN)
        return None, f"No output is left: {files} {'was' if len(refused) == 1 else 'were'} refused (above)."
    try:
        return assemble(columns, clean_name(name)), None
    except CountMismatchError as error:
        return None, error.in_short
    except ValueError as error:
        return None, str(error)


def refusal(error: FormatError) -> str:
    """Return why a file was refused, in the words of a page, which has a menu of encodings."""
    return error.without_command if isinstance(error, EncodingError) else str(error)


def used_judgments(judgments: Sequence[FoundJudgments]) -> list[FoundJudgments]:
    """Return the judgments that add something to a test set."""
    return [one for one in judgments if not isinstance(one, LeftOutFile)]


def left_out_files(judgments: Sequence[FoundJudgments]) -> list[str]:
    """Return a sentence for each reason why files of judgments are left out, with the number of files."""
    reasons = Counter(one.why for one in judgments if isinstance(one, LeftOutFile))
    return [f"{counted(number, 'file')}: {why}" for why, number in reasons.items()]


def judgments_table(judgments: Sequence[FoundJudgments]) -> pd.DataFrame:
    """Return the table of judgments to correct: whether they are used, and whether higher scores are better."""
    rows = []
    for one in used_judgments(judgments):
        properties = (one.higher_is_better, one.is_human) if isinstance(one, FoundScores) else (None, None)
        rows.append((True, one.name, one.summary, *properties, one.file))
    return pd.DataFrame(rows, columns=["use", "name", "what it is", "higher is better", "by people", "file"])


def corrected_judgments(judgments: Sequence[FoundJudgments], edited: pd.DataFrame) -> list[FoundJudgments]:
    """Return the used judgments, with the names and directions of the edited table."""
    rows = zip(used_judgments(judgments), edited.iterrows(), strict=True)
    used = [(one, row) for one, (_, row) in rows if row["use"]]
    return [_corrected_scores(one, row) if isinstance(one, FoundScores) else one for one, row in used]


def offers_table(offers: Sequence[ScoreOffer]) -> pd.DataFrame:
    """Return the table of numeric columns to correct: whether they are scores, their names and their systems."""
    rows = []
    for offer in offers:
        scores = offer.scores
        properties = scores.higher_is_better, scores.is_human, scores.file
        rows.append((offer.is_stated, offer.column, scores.name, scores.systems[0], offer.n_scores, *properties))
    heads = ["use", "column", "name", "of system", "scores"]
    return pd.DataFrame(rows, columns=[*heads, "higher is better", "by people", "file"])


def corrected_offers(offers: Sequence[ScoreOffer], edited: pd.DataFrame) -> list[FoundJudgments]:
    """Return the scores of the used columns, as the edited table has them."""
    return [
        _corrected_scores(offer.scores_of_system(str(row["of system"] or offer.scores.systems[0])), row)
        for offer, (_, row) in zip(offers, edited.iterrows(), strict=True)
        if row["use"]
    ]


def _corrected_scores(scores: FoundScores, row: pd.Series) -> FoundScores:
    """Return the scores with the name and the direction of the edited row."""
    name, higher, human = clean_name(row["name"] or scores.name), row["higher is better"], row["by people"]
    return replace(scores, name=name, higher_is_better=bool(higher), is_human=bool(human))


def described_judgments(test_set: TestSet) -> str:
    """Return what a test set has in addition to texts, in Markdown, as the end of a list."""
    finding_counts, error_counts = (
        [len(annotation.spans) for annotation in test_set.annotations if (annotation.name == ANNOTATION) is is_found]
        for is_found in (True, False)
    )
    pairs = sum(len(preferences) for preferences in test_set.preferences)
    people = [scores.name.translate(ROUND) for scores in test_set.scores if scores.is_human]
    metrics = metric_names(test_set)
    parts = [f"human scores ({', '.join(people)})"] if people else []
    if metrics:
        parts.append(
            counted(len(metrics), "metric") if len(metrics) > MAX_NAMES_SHOWN else f"scores by {', '.join(metrics)}"
        )
    parts += [counted(sum(error_counts), "marked error")] if error_counts else []
    parts += [counted(sum(finding_counts), "finding of checks", "findings of checks")] if finding_counts else []
    parts += [counted(pairs, "pair of outputs judged", "pairs of outputs judged")] if test_set.preferences else []
    parts += [counted(len(Origins.of(test_set.documents)), "document")] if test_set.documents is not None else []
    return "".join(f", {one}" for one in parts)


def metric_names(test_set: TestSet) -> list[str]:
    """Return the names of the metrics with scores from files, in Markdown."""
    return [scores.name.translate(ROUND) for scores in test_set.scores if not scores.is_human]


def unmatched_names(attached: AttachedJudgments) -> tuple[str, ...]:
    """Return the names in files of judgments that no system of the test set has."""
    errors = (error for error in attached.refused if isinstance(error, UnmatchedError))
    return tuple(dict.fromkeys(name for error in errors for name in error.unmatched))


def are_mostly_known(attached: AttachedJudgments) -> bool:
    """Return whether each file with unmatched names also has judgments of at least two systems of the test set."""
    n_systems = len(attached.test_set.systems)
    errors = [error for error in attached.refused if isinstance(error, UnmatchedError)]
    return all(n_systems - len(error.systems) >= MIN_KNOWN for error in errors)


def left_out_names(attached: AttachedJudgments) -> list[str]:
    """Return sentences on files of judgments with names that are left out, because no system of the set has them."""
    files: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for file, systems in attached.names.items():
        missing_names = [name for name, system in systems.items() if system is None]
        missing_names = [clean_name(name) for name in missing_names if not is_reference(name, attached.test_set)]
        if missing_names and len(missing_names) < len(systems):
            files.setdefault((len({*systems.values()} - {None}), tuple(missing_names)), []).append(file)
    return [*(_missing_names_phrase(files[key], *key) for key in files), *_left_out_references(attached)]


def _left_out_references(attached: AttachedJudgments) -> list[str]:
    """Return a sentence on the references whose judgments are left out; empty where there are none."""
    names = [name for systems in attached.names.values() for name, system in systems.items() if system is None]
    references = [clean_name(name) for name in dict.fromkeys(names) if is_reference(name, attached.test_set)]
    if not references:
        return []
    reason = "it is the reference" if len(references) == 1 else "they are references"
    return [f"Judgments of {name_list(references, MAX_MISSING_NAMED)} are left out: {reason} here."]


def _missing_names_phrase(files: Sequence[str], n_used: int, missing_names: Sequence[str]) -> str:
    of = files[0] if len(files) == 1 else counted(len(files), "file")
    missing_phrase = counted(len(missing_names), "name without an output here is", "names without an output here are")
    listed = name_list(missing_names, MAX_MISSING_NAMED)
    return f"{of}: judgments of {counted(n_used, 'system')} are used; {missing_phrase} left out: {listed}."


def _name(files: Sequence[str], columns: Sequence[Column]) -> str:
    """Return a name that the visitor recognizes: the name of the only file, else the systems' names."""
    systems = [column.name for column in columns if column.role is Role.SYSTEM]
    if len(files) == 1 or not systems:
        return clean_name(files[0].rsplit(".", 1)[0]) if files else "uploaded set"
    return systems[0] if len(systems) == 1 else f"{systems[0]} and {len(systems) - 1} more"


def _beginning(column: Column) -> str:
    return " ⏎ ".join(text or "" for text in column.segments[:PREVIEW_SEGMENTS].to_pylist())[:120]
