"""``gate``: passes or fails a build by rules about a new output and a baseline."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from .... import METRICS, Metric, TestSet
from ....checks.terminology.glossary import Glossary
from ....checks.terminology.glossary_files import open_glossary
from ....counting import kernels
from ....formats import FormatError
from ....judgments.score_coverage import metric_with_coverage
from ....significance import TRIALS
from ....studies.comparison import SystemStatistics
from ....studies.gate.gate import GateRequest, judge_test_set
from ....studies.gate.rule_syntax import RULE_KINDS, parse_rules, unknown_metric
from ....studies.gate.rules import MetricRule, Rule
from ....text.naming import clean_file
from ...notes import write_note
from ...output_format import TABLE
from ...program import write
from ...progress_bar import show_progress
from ...reports.gate import FORMAT_OF_ENDING, FORMATS
from ...sacrebleu_flags import merge_sacrebleu_flags
from ...shared.arguments import (
    add_dialect,
    add_file,
    add_metric_names,
    add_options,
    add_reading,
    add_scores,
    chosen_metrics,
    read_inputs,
)
from ...shared.comparison_options import add_trials, add_unit
from ...shared.documents import merge_stated_documents, read_given_documents, requested_documents
from ...shared.external_judgments import given_metrics, read_scores, with_judgments
from ...shared.system_statistics import judged_by_all, select_judged_segments, tell_zeros, warn_of_script
from .configuration import FILE, find_configuration, read_rules

NO_RULE = f"no rule; give --require RULE, or a file {FILE} with [gate] and require = [RULE, ...]."

FORMAT_OF_WRITTEN = {**FORMAT_OF_ENDING, ".txt": TABLE}
"""Format of each file of ``--write``, by its ending."""


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Passes or fails a build: every rule has to pass. The exit code is 0 if all pass, 1 if one fails, 2 if one"
        " could not be checked, and 3 if there is too little data."
    )
    files = command.add_argument_group("files").add_argument
    files("references", nargs="+", metavar="REF", help="references; an empty line is an empty reference")
    files("-i", "--input", dest="systems", nargs=1, required=True, metavar="NEW", help="the new output")
    help_ = "the output that rules compare with, such as that of the last release"
    files("--baseline", dest="baseline_file", nargs=1, default=[], metavar="OLD", help=help_)
    files("--source", metavar="SRC", help="the source, which some checks need; shown with the worst segments")
    files("--terms", metavar="FILE", help="the glossary of rules about terms, as of bleuscope check")
    add_reading(files)
    _add_rules(command)
    _add_metrics(command)
    add_scores(command)
    group = command.add_argument_group("intervals and tests")
    add_trials(group, f"resamples, and shuffles, default {TRIALS}; verdicts that these leave open get more")
    add_unit(group)
    _add_output(command)
    command.set_defaults(run=run, usual_metrics=(), asks_metrics="the rules and -m have")


def _add_rules(command: argparse.ArgumentParser) -> None:
    forms = "; ".join(kind.form for kind in RULE_KINDS)
    help_ = f"a rule in quotes: {forms}. Default: those of the nearest {FILE}, in this folder or above"
    command.add_argument_group("rules").add_argument(
        "--require", action="extend", nargs="+", default=[], metavar="RULE", help=help_.replace("%", "%%")
    )


def _add_metrics(command: argparse.ArgumentParser) -> None:
    """Add the metrics that are only shown, and the options of all metrics."""
    group = command.add_argument_group("metrics")
    about = "further metrics, which are only shown"
    add_metric_names(command, group.add_argument, "-m", "--metrics", about=about, default=[])
    add_options(command, [METRICS[name] for name in command.get_default("offered")])
    add_dialect(command)


def _add_output(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("output")
    endings = ", ".join(f"{format_} for {ending}" for ending, format_ in FORMAT_OF_ENDING.items())
    help_ = f"default: by the ending of -o FILE, {endings}; else {TABLE}"
    group.add_argument("--format", choices=FORMATS, help=help_)
    add_file(group)
    help_ = "also write the result into these files, each in the format of its ending"
    group.add_argument(
        "--write", action="extend", nargs="+", type=_parse_output_file, default=[], metavar="FILE", help=help_
    )
    command.set_defaults(format_of_ending=FORMAT_OF_ENDING)


def _parse_output_file(file: str) -> tuple[str, str]:
    """Return the format for a file's ending, and the file."""
    ending = Path(file).suffix.lower()
    if ending not in FORMAT_OF_WRITTEN:
        raise argparse.ArgumentTypeError(
            f"expected a file that ends in {' or '.join(FORMAT_OF_WRITTEN)}; found {file!r}"
        )
    return FORMAT_OF_WRITTEN[ending], file


def run(options: argparse.Namespace) -> str:
    """Return the result of every rule, rendered; store the exit code in ``options.exit_code``."""
    rules = _rules(options)
    options.metrics = list(dict.fromkeys([*_computed_names(rules, options), *options.metrics]))
    computed = chosen_metrics(options)
    kernels.load_numba()
    with read_inputs(options, options.references, [*options.systems, *options.baseline_file], options.source) as inputs:
        languages = None, None if inputs.language is None else inputs.language.language
        glossary = None if options.terms is None else open_glossary(options.terms, languages, options.encoding)
        request = _request(options, rules, inputs.system_names, glossary)
        judgments = merge_stated_documents(read_given_documents(options), read_scores(options))
        documents = requested_documents(options, inputs, judgments)
        test_set = TestSet.joined(list(inputs.test_sets()))
        sample = inputs.reference_sample
        realigned = inputs.are_realigned
    warn_of_script(computed, test_set.target.script)
    if options.scores:
        test_set = with_judgments(test_set, judgments, options.match, options.strict)
    metrics: list[Metric] = [*computed, *given_metrics(test_set)]
    with show_progress("scores"):  # code that reports its share counts in one thread
        statistics = {metric: metric.measure(test_set) for metric in metrics}
    sums = {(metric, name): rows.sum(axis=0) for metric, of in statistics.items() for name, rows in of.items()}
    tell_zeros(sums, test_set.target.script, options.strict)
    rows: dict[Metric, SystemStatistics] = {}
    for metric, of_systems in statistics.items():
        statistics_and_documents = select_judged_segments(
            of_systems, documents, judged_by_all(metric, of_systems, options.strict)
        )
        rows[metric] = request.rows(*statistics_and_documents)
    signatures = {
        metric: metric_with_coverage(metric, statistics[metric]).full_signature(sample, realigned) for metric in metrics
    }
    with show_progress("rules") as on_progress:
        result = judge_test_set(request, test_set, statistics, signatures, rows, on_progress)
    options.exit_code = result.exit_code
    for format_, file in options.write:
        write(FORMATS[format_](result), file)
    return FORMATS[options.format](result)


def _rules(options: argparse.Namespace) -> tuple[Rule, ...]:
    """Return the rules of the command line, or else the rules in the nearest ``bleuscope.toml``."""
    if options.require:
        return parse_rules(options.require)
    path = find_configuration(Path.cwd())
    if path is None:
        raise ValueError(NO_RULE)
    file = clean_file(str(path))
    try:
        rules = parse_rules(read_rules(path))
    except FormatError:
        raise
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    write_note(f"{file}: the rules are from this file.")
    return rules


def _computed_names(rules: Sequence[Rule], options: argparse.Namespace) -> list[str]:
    """Return the names of the rules' metrics that are computed here.

    Raises ``ValueError`` for an unknown name without ``--scores``, whose files may have its scores.
    """
    metric_names = {name.casefold(): name for name in METRICS}
    metric_rules = [(rule, rule.metric.casefold()) for rule in rules if isinstance(rule, MetricRule)]
    if any(name not in metric_names for _, name in metric_rules):
        metric_names = _full_names(options) | metric_names
    for rule, name in metric_rules:
        if name not in metric_names and not options.scores:
            raise ValueError(unknown_metric(rule, [*METRICS]))
    return [metric_names[name] for _, name in metric_rules if name in metric_names]


def _full_names(options: argparse.Namespace) -> dict[str, str]:
    """Return the key in METRICS of each metric whose full name depends on its options, by its full name.

    The full name, such as chrf2++, is in small letters.
    """
    option_values = merge_sacrebleu_flags(vars(options))
    varying = [name for name, kind in METRICS.items() if kind.full_name is not Metric.full_name]
    return {METRICS[name].configure(option_values).full_name.casefold(): name for name in varying}


def _request(
    options: argparse.Namespace, rules: tuple[Rule, ...], outputs: Sequence[str], glossary: Glossary | None
) -> GateRequest:
    if len(outputs) != 1 + len(options.baseline_file):
        expected = "one output in -i" + (" and one in --baseline" if options.baseline_file else "")
        advice = f"Name the column, as in {clean_file(options.systems[0])}#COLUMN."
        raise ValueError(f"Expected {expected}; found {', '.join(outputs)}. {advice}")
    baseline = outputs[1] if options.baseline_file else None
    trials = TRIALS if options.trials is None else options.trials
    return GateRequest(rules, outputs[0], baseline, trials, options.seed, options.unit, glossary)
