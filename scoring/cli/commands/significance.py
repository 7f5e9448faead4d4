"""``significance``: every pair of systems, tested."""

import argparse
from collections.abc import Sequence

from ...significance import CORRECTIONS, EXCHANGES, TESTS, check_options, compare, group_runs, judge, usual_trials
from ...significance.draws import MOST_SEED, MOST_TRIALS, check_systems
from ...significance.replications import RunGroups
from ..reports.significance import FORMATS, Compared
from .arguments import Commands, add_command, add_metrics, add_output, chosen_metrics, number, opened
from .measuring import measured


def add(commands: Commands) -> None:
    about = "Which system is better, and can it be trusted: every pair of systems, tested by every metric."
    command = add_command(commands, "significance", "tests of all pairs", about)
    command.set_defaults(run=run)
    add = command.add_argument_group("test").add_argument
    add("--test", choices=TESTS, default="ar", help="approximate randomization (default) or paired bootstrap")
    trials = number(int, 1, MOST_TRIALS)
    help_ = "shuffles, and resamples, default 10000, or 100 a pair where that is more"
    add("--trials", type=trials, metavar="R", help=help_)
    add("--seed", type=number(int, 0, MOST_SEED), default=1, help="default 1")
    add("--correction", choices=CORRECTIONS, default="holm", help="for all pairs of a metric, default holm")
    add("--runs", action="store_true", help="x.opt0, x.opt1, ... (or run, seed, rep) are runs of one system x")
    help_ = "of systems with runs: a segment with all its runs (default), or each output on its own"
    add("--exchange", choices=EXCHANGES, help=help_)
    add_metrics(command)
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """All pairs of systems under every metric, tested and rendered."""
    metrics = chosen_metrics(options)
    exchange = options.exchange or "segments"
    with opened(options) as inputs:
        groups = _groups(options, inputs.system_names)
        n_systems = len(inputs.system_names if groups is None else groups)
        trials = usual_trials(n_systems) if options.trials is None else options.trials
        check_options(options.test, trials, options.seed, options.correction, exchange, groups)
        check_systems(n_systems, 2)
        found = measured(inputs, metrics, keep_segments=True)
        sample = inputs.reference_sample
    results = []
    for metric in metrics:
        rows = {system: statistics for (of, system), statistics in found.items() if of == metric}
        found_pairs = compare(
            metric,
            rows,
            test=options.test,
            trials=trials,
            seed=options.seed,
            correction=options.correction,
            groups=groups,
            exchange=exchange,
        )
        results.append(Compared(judge(found_pairs, rows, groups), metric.full_signature(sample)))
    return FORMATS[options.format](results)


def _groups(options: argparse.Namespace, systems: Sequence[str]) -> RunGroups | None:
    """The runs of each system, if outputs are to be taken as such."""
    if options.exchange is not None and not (options.runs and options.test == "ar"):
        raise ValueError("--exchange is for --runs under --test ar.")
    if not options.runs:
        return None
    groups = group_runs(systems)
    if not any(len(runs) > 1 for runs in groups.values()):
        raise ValueError("--runs: expected names such as x.opt0, x.opt1 for runs of x; found " + ", ".join(groups))
    return groups
