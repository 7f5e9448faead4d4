"""``check``: likely errors in outputs, and how often checks find the same in references."""

import argparse

from ...checks import CHECKS
from ...formats import Role
from ...report.checks_tables import checks_notes, checks_rows
from ...studies import checks
from ...studies.checks import ChecksResult
from ...text.languages import named_language
from ..progress_bar import progress_of
from ..reports.layout import Style, formats_of
from ..shared.arguments import add_files, add_output, read_inputs


def _records(result: ChecksResult, with_findings: bool) -> list[dict[str, object]]:
    """One a kind and text; with findings, one a finding."""
    return result.finding_records() if with_findings else result.rate_records()


def _tables(result: ChecksResult, with_findings: bool, style: Style) -> list[str]:
    if not result.rates:
        return []
    tables = [style.table(*checks_rows(result), n_left=3)]
    if with_findings and (records := result.finding_records()):
        tables.append(style.table([*records[0]], [[*map(str, record.values())] for record in records], n_left=8))
    return tables


def _notes(result: ChecksResult, with_findings: bool) -> list[str]:
    return checks_notes(result)


FORMATS = formats_of(_records, _tables, _notes)


_ADVICE = {True: " Give the source by --source SRC.", False: ""}
"""By whether there is no source."""


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "Likely errors in outputs that nobody has judged. Findings in a reference are false alarms: they show how often"
        " a check is wrong."
    )
    add_files(command, about, are_references_needed=False)
    command.set_defaults(run=run, usual_metrics=[], metrics=[])
    add_choice = command.add_argument_group("checks").add_argument
    add_choice("--checks", nargs="+", choices=CHECKS, default=[], metavar="CHECK", help=f"of {', '.join(CHECKS)}")
    help_ = (
        "code or English name of the outputs' language, which only some checks need; default: what the names of files"
        " say"
    )
    add_choice("--language", metavar="CODE", help=help_)
    add_output(command).add_argument("--segments", action="store_true", help="every finding too, with its segment")


def run(options: argparse.Namespace) -> str:
    """What the checks find in the systems and references, rendered."""
    request = checks.ChecksRequest(tuple(options.checks))
    language = None if options.language is None else named_language(options.language, "--language")
    with read_inputs(options, options.references, options.systems, options.source) as inputs:
        columns = inputs.whole_columns()
        if language is None and inputs.language is not None:
            language = inputs.language.language
    texts = checks.TextsToCheck(
        columns[Role.SYSTEM],
        columns[Role.REFERENCE],
        next(iter(columns[Role.SOURCE].values()), None),
        language,
    )
    with progress_of("checks") as on_progress:
        result = checks.run(request, texts, on_progress)
    if not result.rates:
        raise ValueError(
            f"No check can be run on these files. {' '.join(result.caveats())}{_ADVICE[texts.source is None]}"
        )
    return FORMATS[options.format](result, options.segments)
