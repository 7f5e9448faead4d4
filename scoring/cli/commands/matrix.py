"""``matrix``: the systems of many test sets, by every metric, with one test over all sets."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from ... import BLEU, Metric, TestSet
from ...counting import kernels
from ...counting.usual_draws import MAX_SEED, MAX_TRIALS, SEED, TRIALS
from ...formats.set_folders import COLUMNS
from ...judgments.external import ExternalScore
from ...report.matrix.matrix_page import matrix_document
from ...significance import PAIR_CORRECTIONS
from ...studies import matrix, tradeoff
from ...studies.matrix import MatrixRequest, MatrixResult
from ...studies.set_statistics import SetStatistics, check_rates, fit_to_script, measure_set
from ...studies.tradeoff import CostColumn, TradeoffRequest, TradeoffResult, read_cost_files, unknown_systems
from ...studies.wording.matrix_words import SetWarnings, give_option_of_weight_0
from ...text.languages import Script
from ...text.naming import clean_name
from ..lab.engine import add_watch, check_nothing_for_watch
from ..notes import tell_all, write_note
from ..output_format import FORMAT_OF_ENDING, TABLE
from ..progress_bar import show_progress
from ..reports.layout import json_object
from ..reports.matrix import FORMATS, PrintedMatrix, tradeoff_text
from ..reports.significance import RECORDS
from ..shared.arguments import add_metrics, add_output, add_reading, chosen_metrics, number
from ..shared.external_judgments import given_metrics
from ..shared.sets_to_compare import ALL_JUDGES, PEOPLE, OpenedSet, measure_sets, sets_to_compare, shared_judges
from ..shared.system_statistics import tell_zeros, warn_of_script

JSON, HTML = "json", "html"
_FORMAT_OF_ENDING = FORMAT_OF_ENDING | {".html": HTML, ".htm": HTML}


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Which system is better over many test sets: scores and ranks in each set, and one test over all of them."
        " Scores are never averaged over sets."
    )
    files = command.add_argument_group("files")
    add = files.add_argument
    folder_help = (
        "a folder with a folder for each set, such as SET/ref.txt, SET/src.txt and SET/sys/*; such a folder as a zip"
        " archive; or a project of the workspace, by its name or id; may be several"
    )
    add("folders", nargs="*", metavar="DIR|PROJECT", help=folder_help)
    sets_help = (
        f"a table with tabs instead: the columns {', '.join(COLUMNS)}, and name for a system's; a line for each file;"
        " roles are source, reference, system and judgments"
    )
    add("--sets", metavar="TABLE", help=sets_help)
    add_reading(add)
    group = command.add_argument_group("test")
    trials_help = f"shuffles in each set and over all, default {TRIALS}"
    group.add_argument("--trials", type=number(int, 1, MAX_TRIALS), default=TRIALS, metavar="R", help=trials_help)
    group.add_argument("--seed", type=number(int, 0, MAX_SEED), default=SEED, help=f"default {SEED}")
    correction_help = (
        "for all pairs of a metric over all sets; default: holm, and max-t for a single set or where holm would need"
        " more shuffles than that"
    )
    group.add_argument("--correction", choices=PAIR_CORRECTIONS, help=correction_help)
    weight_help = "the weight of a set, default 1; may be given again"
    group.add_argument("--weight", action="append", type=_weight, default=[], metavar="SET=NUMBER", help=weight_help)
    add_metrics(command)
    judges_help = (
        "scores by people or other programs, from files in the sets' folders, as further metrics: names such as MQM or"
        f" COMET, {PEOPLE} for all by people, {ALL_JUDGES} for all; without -m and --checks no metric is computed"
    )
    checks_help = (
        "rates of findings as further metrics: checks for critical and major findings of any check, check:NAME for all"
        " of one"
    )
    group = command.add_argument_group("judges and rates of checks")
    group.add_argument("--judges", action="extend", nargs="+", default=[], metavar="NAME", help=judges_help)
    group.add_argument(
        "--checks", action="extend", nargs="+", choices=check_rates(), default=[], metavar="RATE", help=checks_help
    )
    costs_help = (
        "tables of systems and their cost or speed, with tabs or commas, or WMT 2026 outputs (JSONL) with numbers in"
        " metadata: says which systems are worth it, in tables, JSON and the report"
    )
    add = command.add_argument_group("cost").add_argument
    add("--costs", action="extend", nargs="+", default=[], metavar="FILE", help=costs_help)
    watch_help = (
        "look again and again for outputs of checkpoints in the sets' folders (SET/sys), score each once, and say after"
        " each look which is best over all sets; -o FILE is then written anew"
    )
    add_watch(command)
    command.add_argument("--watch", action="store_true", help=watch_help)
    add_output(command, [*FORMATS, HTML])
    command.epilog = f"example: {command.prog} SETS --weight news=0"
    command.set_defaults(run=run, format_of_ending=_FORMAT_OF_ENDING, mqm_weights=None)


def _weight(text: str) -> tuple[str, float]:
    name, equals, weight = text.rpartition("=")
    try:
        if equals and name:
            return name, float(weight)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"expected SET=NUMBER, such as en-de=2; found {text!r}")


def run(options: argparse.Namespace) -> str:
    """Return the matrix of the test sets in a folder, archive, project or table, rendered."""
    options.tells_doubts = options.format not in RECORDS
    metrics = _computed_metrics(options)
    settings = options.trials, options.seed, options.correction, tuple(options.weight)
    request = MatrixRequest(tuple(metrics) or (BLEU(),), *settings)
    if options.watch:
        from ..lab.matrix_watch import watch_sets  # few runs need it

        return watch_sets(options, request, partial(_format_matrix, options))
    check_nothing_for_watch(options)
    sets = sets_to_compare(options)
    request.set_weights([one.name for one in sets])
    costs = read_cost_files([(Path(file).name, Path(file).read_bytes()) for file in options.costs])
    kernels.load_numba()
    statistics: dict[str, SetStatistics] = {}
    judges: dict[str, list[ExternalScore]] = {}
    doubts: dict[str, Sequence[str]] = {}
    in_doubt: dict[str, Sequence[str]] = {}

    def measure(name: str, opened: OpenedSet) -> None:
        of_set = given_metrics(opened.test_set) if options.judges else []
        statistics[name] = _statistics(options, [*metrics, *of_set], opened.test_set)
        judges[name], doubts[name], in_doubt[name] = of_set, opened.doubts, opened.in_doubt

    refused = measure_sets(options, sets, measure)
    sizes = {name: one.n_segments for name, one in statistics.items()}
    other_quotes = {name: one.other_quotes for name, one in statistics.items()}
    costs_of_quotes = {name: one.quote_costs for name, one in statistics.items()}
    warnings = SetWarnings(
        doubts, refused, sizes, in_doubt=in_doubt, other_quotes=other_quotes, quote_costs=costs_of_quotes
    )
    by_age = [one.name for one in sorted(sets, key=lambda one: one.age)]
    warnings = note_repeated_sets(options, warnings.without_same_tests(statistics, dict(options.weight), by_age))
    if not options.tells_doubts:
        tell_all(warnings.contained_sentences(give_option_of_weight_0))
        tell_all(warnings.quotes_sentences(dict(options.weight)))
    statistics = {name: one for name, one in statistics.items() if name not in warnings.repeated_sets}
    shared = shared_judges(options.judges, judges.values())
    weights = tuple((name, weight) for name, weight in options.weight if name in statistics)
    request = replace(request, metrics=(*metrics, *shared.values()), weights=weights)
    statistics = {name: _with_shared_judges(one, shared) for name, one in statistics.items()}
    with show_progress("tests") as on_progress:
        result = matrix.run_sets(request, statistics, on_progress)
    warnings = warnings.with_leads_of_result(result)
    tradeoffs = [_tradeoff(request, result, column, statistics) for column in costs]
    return _format_matrix(options, request, result, warnings, tradeoffs)


def note_repeated_sets(options: argparse.Namespace, warnings: SetWarnings) -> SetWarnings:
    """Return the warnings; write notes on sets left out as repeats of another set, unless the result names these sets.

    Raises ``ValueError`` for such a set with ``--strict``.
    """
    for sentence in warnings.same_test_sentences:
        if options.strict:
            raise ValueError(sentence)
        if not options.tells_doubts:
            write_note(sentence)
    return warnings


def _format_matrix(
    options: argparse.Namespace,
    request: MatrixRequest,
    result: MatrixResult,
    warnings: SetWarnings,
    tradeoffs: Sequence[TradeoffResult] = (),
) -> str:
    """Return the matrix in the format of ``--format``."""
    if options.format == HTML:
        return matrix_document(request, result, _name(options), date.today(), warnings=warnings, tradeoffs=tradeoffs)
    if options.format == JSON:
        costs = {"costs": [tradeoff_result.record() for tradeoff_result in tradeoffs]} if tradeoffs else {}
        return json_object(result.record() | {"doubts": warnings.doubts_by_set} | costs)
    text = FORMATS[options.format](PrintedMatrix(request, result, warnings))
    return "\n\n".join([text, *map(tradeoff_text, tradeoffs)]) if options.format == TABLE else text


def _computed_metrics(options: argparse.Namespace) -> list[Metric]:
    """Return the metrics of -m and the rates of checks; only the rates if judges are named and no metrics."""
    rates: list[Metric] = [check_rates()[name] for name in dict.fromkeys(options.checks)]
    only_judges = options.judges and not options.metrics
    return rates if only_judges else [*chosen_metrics(options), *rates]


def _with_shared_judges(statistics: SetStatistics, shared: Mapping[str, ExternalScore]) -> SetStatistics:
    """Return the statistics of a set, with each judge's scores under the metric that all sets share."""
    rows = {
        shared.get(metric.name, metric) if isinstance(metric, ExternalScore) else metric: of
        for metric, of in statistics.rows.items()
    }
    return replace(statistics, rows=rows)


def _tradeoff(
    request: MatrixRequest,
    result: matrix.MatrixResult,
    column: CostColumn,
    statistics: Mapping[str, SetStatistics],
) -> TradeoffResult:
    for sentence in unknown_systems(column, result.systems):
        write_note(sentence)
    metrics = tuple(of.metric for of in result.matrices)
    tradeoff_result = tradeoff.run(TradeoffRequest(metrics, column, request.weights, seed=request.seed), statistics)
    return replace(tradeoff_result, ruled_out=result.ruled_out)


def _name(options: argparse.Namespace) -> str:
    """Return the title of the report: the names of the folders, or of the table without its ending."""
    names = [Path(folder).absolute().name for folder in options.folders] or [Path(options.sets).stem]
    return clean_name(", ".join(filter(None, names)) or "test sets")


def _statistics(options: argparse.Namespace, metrics: Sequence[Metric], test_set: TestSet) -> SetStatistics:
    """Return the statistics of one set's systems by every metric; write notes on scores of zero."""
    script = test_set.target.script
    asks_for_tokenizer = hasattr(options, "tokenize") or hasattr(options, "spm_model")
    if asks_for_tokenizer:
        warn_of_script([metric for metric in metrics if not isinstance(metric, ExternalScore)], script)
    fit = _keep_metric if asks_for_tokenizer else fit_to_script
    statistics = measure_set(metrics, test_set, fit=fit)
    sums = {
        (metric, system): rows.sum(axis=0)
        for metric, of_metric in statistics.rows.items()
        if not isinstance(metric, ExternalScore)
        for system, rows in of_metric.items()
    }
    tell_zeros(sums, script, options.strict)
    return statistics


def _keep_metric(metric: Metric, script: Script) -> Metric:
    return metric
