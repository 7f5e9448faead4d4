"""Scores and other judgments from elsewhere: read, lined up with a test set, and measured as metrics."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

from ... import METRICS, Metric, TestSet
from ...counting.arrays import Floats
from ...formats import (
    AttachedJudgments,
    Column,
    Contents,
    FormatError,
    FoundJudgments,
    Notice,
    attach,
    guess_roles,
    offered_scores,
    read_contents,
)
from ...formats.columns import FORMATS_WITH_COLUMN_NAMES
from ...formats.file_notices import FileNotice, column_notices
from ...formats.judgments import (
    FoundScores,
    UnmatchedError,
    are_weighed,
    check_judged_systems,
    lacks_score,
    set_mqm_weights,
)
from ...formats.judgments.attachment import attach_known
from ...formats.limits import OWN_LIMITS
from ...formats.names import JUDGMENTS, header_letters, is_id_header
from ...formats.pairs import select_pair
from ...formats.tables.written_numbers import is_numeric
from ...judgments.external import ExternalScore, external_metrics_by_name
from ...text.naming import clean_name
from ...text.suggestions import did_you_mean
from ...validation import position
from ..input_files import InputFile, input_file
from ..notes import tell_notices, write_note
from ..verbosity import write_detail
from .arguments import JUDGMENT_FILES

Names = Sequence[tuple[str, str | None]]
"""Names in files of scores, each with its system, or with None where the name is left out."""
SCORE_FILES = f"Scores are {JUDGMENT_FILES}."
ALL_UNMATCHED = "*"
"""Name in ``--match`` that means all names in a file that no system has."""
_MATCH = "Say which is which with --match NAME=SYSTEM; --match NAME= leaves one out, --match '*=' all others."


def statistics_by_scores(
    test_set: TestSet, judgments: Sequence[FoundJudgments], names: Names, strict: bool = False
) -> dict[tuple[Metric, str], Floats]:
    """Return the statistics by the scores among these judgments; ``FormatError`` where they do not fit the test set."""
    judged_set = with_judgments(test_set, judgments, names, strict)
    metrics = given_metrics(judged_set)
    return {(metric, system): rows for metric in metrics for system, rows in metric.measure(judged_set).items()}


def with_judgments(
    test_set: TestSet, judgments: Sequence[FoundJudgments], names: Names, strict: bool = False
) -> TestSet:
    """Return the test set with these judgments.

    Raises ``FormatError`` for judgments that do not fit the test set, and where none of them are scores. Raises
    ``ValueError`` for a system or a name in ``names`` that is unknown, and, if ``strict``, for any notice.
    """
    attached = attach_all(test_set, judgments, names)
    check_matched(names, judgments)
    note_all(attached, strict=strict)
    return require_attached_scores(attached, judgments)


def attach_all(test_set: TestSet, judgments: Sequence[FoundJudgments], names: Names) -> AttachedJudgments:
    """Return the judgments attached to the test set; errors as of ``with_judgments``, but there need be no scores."""
    if test_set.part is not None:
        attached = attach_all(test_set.part.whole, judgments, names)
        return replace(attached, test_set=attached.test_set.only(test_set.part.places).named(test_set.name))
    system_of_name = dict(names)
    for system in filter(None, system_of_name.values()):
        position(system, test_set.system_names, "system")
    if ALL_UNMATCHED in system_of_name:
        attached = attach_known(test_set, judgments, system_of_name, system_of_name[ALL_UNMATCHED])
    else:
        attached = attach(test_set, judgments, system_of_name)
    if attached.refused:
        error = attached.refused[0]
        raise FormatError(error.file, error.found, advice=_MATCH) if isinstance(error, UnmatchedError) else error
    return attached


def check_matched(names: Names, judgments: Sequence[FoundJudgments]) -> None:
    """Raise ``ValueError`` for a name of ``--match`` that no judgments have."""
    check_judged_systems([name for name, _ in names if name != ALL_UNMATCHED], judgments)


def note_all(*attached: AttachedJudgments, strict: bool = False) -> None:
    """Write the notices on files of judgments, each once; raise ``ValueError`` for any notice if ``strict``."""
    tell_notices((FileNotice(file, notice) for one in attached for file, notice in one.notices), strict)


def require_attached_scores(attached: AttachedJudgments, judgments: Sequence[FoundJudgments]) -> TestSet:
    """Return the test set with the judgments; raise ``FormatError`` where there are no scores."""
    if not attached.test_set.scores:
        raise FormatError(judgments[-1].file, "no scores of segments", "scores", advice=SCORE_FILES)
    return attached.test_set


def given_metrics(test_set: TestSet) -> list[ExternalScore]:
    """Return the scores of the test set as metrics, people's scores first."""
    taken_names = {*METRICS, *(metric.label for metric in METRICS.values())}
    return [*external_metrics_by_name(test_set, taken_names).values()]


def read_judgments(files: Sequence[str], options: argparse.Namespace) -> list[FoundJudgments]:
    """Return the judgments in files, by ``--mqm-weights``; raise ``FormatError`` for a file without judgments.

    Write the readers' notices, without those on columns that are also read as texts, whose reader writes them. Raises
    ``ValueError`` for any notice with ``--strict``.
    """
    texts = {*options.references, *(options.systems or ()), vars(options).get("source")}
    all_judgments: list[FoundJudgments] = []
    noticed: list[FileNotice] = []
    for file in files:
        judgments, of_texts, of_scores = _read(file)
        all_judgments += judgments
        for one in judgments:
            write_detail(f"{one.file}: {one.name or 'left out'}{' of ' * bool(one.systems)}{', '.join(one.systems)}")
        noticed += of_scores if file in texts else [*of_texts, *of_scores]
    tell_notices(noticed, options.strict)
    return all_judgments if options.mqm_weights is None else set_mqm_weights(all_judgments, options.mqm_weights)


def read_scores(options: argparse.Namespace) -> list[FoundJudgments]:
    """Return the judgments in the files of ``--scores``, by ``--mqm-weights``; errors as of ``read_judgments``."""
    judgments = read_judgments(options.scores, options)
    note_unused_weights(judgments, options.mqm_weights)
    return judgments


def note_unused_weights(judgments: Sequence[FoundJudgments], weights: str | None) -> None:
    """Write a note that ``--mqm-weights`` changes nothing, where no scores are computed from errors."""
    if weights is not None and not are_weighed(judgments):
        write_note("--mqm-weights changes nothing here: it is for MQM scores that are computed from marked errors.")


def _read(path: str) -> tuple[Sequence[FoundJudgments], list[FileNotice], list[FileNotice]]:
    """Return the judgments in a file, the notices on its columns, and a notice of columns that are no scores."""
    source = input_file(path)
    with source.opened() as stream:
        contents = read_contents(source.name, stream, limits=OWN_LIMITS)
    chosen = None if source.field is None else select_pair(source.field, contents)
    if chosen is not None:
        contents, others = chosen
        write_note(f"{source.shown}: {others}")
    elif source.field is not None:
        return _judgments_in_field(source, contents), column_notices(contents.columns), []
    scores, notices = _stated_scores(source.shown, contents.columns)
    judgments = [*contents.judgments, *scores]
    if not judgments:
        raise _no_scores(source, contents.columns)
    return judgments, column_notices(contents.columns), notices


def _no_scores(source: InputFile, columns: Sequence[Column]) -> FormatError:
    """Return the error that says why a file has no scores: by its name, by headers of numbers, or as a file of text."""
    ending = source.name.rpartition("/")[2].lower()
    if f".{ending}" in JUDGMENTS:
        advice = f"Put the name of the scores before it, such as COMET.{ending}."
        return FormatError(source.shown, f"a file that is called {ending} and nothing else", "scores", advice=advice)
    numbers = [
        column.name for column in columns if column.format in FORMATS_WITH_COLUMN_NAMES and is_numeric(column.segments)
    ]
    others = [name for name in numbers if not is_id_header(name) and header_letters(name) not in ("segment", "seg")]
    if others:
        actual = f"numbers in {', '.join(others)}, whose headers do not say which score of which system"
        advice = "Call such columns sysA COMET and the like, or give a row a score: system, segment and COMET."
        return FormatError(source.shown, actual, "scores", advice=advice)
    return FormatError(source.shown, "a file of text", "scores", advice=SCORE_FILES)


def _judgments_in_field(source: InputFile, contents: Contents) -> list[FoundJudgments]:
    """Return the judgments or scores with the field's name; raise ``FormatError`` where there are none."""
    offers = offered_scores(guess_roles(contents.columns)) if contents.columns else []
    judgments = [one for one in contents.judgments if source.field == one.name]
    judgments += [offer.scores for offer in offers if source.field in (offer.column, offer.scores.name)]
    if not judgments:
        names = list(dict.fromkeys([*(one.name for one in contents.judgments), *(offer.column for offer in offers)]))
        actual = f"{', '.join(map(clean_name, names)) or 'no scores'}{did_you_mean(source.field or '', names)}"
        raise FormatError(source.shown, actual, f"scores called {clean_name(source.field or '')}")
    return judgments


def _stated_scores(file: str, columns: Sequence[Column]) -> tuple[Sequence[FoundScores], list[FileNotice]]:
    """Return the scores in columns whose headers name score and system, and a notice of other columns of numbers."""
    if lacks_score([column.name for column in columns]):
        listed = ", ".join(column.name for column in columns)
        expected = "a column with a name of a score, such as score, COMET, TER or MQM"
        raise FormatError(file, f"the columns {listed}", expected, 1)
    offers = offered_scores(guess_roles(columns)) if columns else []
    others = [offer.column for offer in offers if not offer.is_stated]
    message = f"no scores are taken from {', '.join(others)}: the headers do not say which, or not whose."
    notices = [FileNotice(file, Notice("no-scores", message, len(others)))] if others else []
    return [offer.scores for offer in offers if offer.is_stated], notices
