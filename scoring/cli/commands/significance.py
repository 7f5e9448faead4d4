"""``significance``: every pair of systems, tested."""

import argparse

from ...significance import judge
from ..notes import note
from ..reports.significance import FORMATS, RECORDS, Compared
from .arguments import Commands, add_command, add_metrics, add_output, chosen_metrics, opened
from .measuring import measured
from .testing import add_test, asked_test


def add(commands: Commands) -> None:
    about = "Which system is better, and can it be trusted: every pair of systems, tested by every metric."
    command = add_command(commands, "significance", "tests of all pairs", about)
    command.set_defaults(run=run)
    add_test(command)
    add_metrics(command)
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """All pairs of systems under every metric, tested and rendered."""
    metrics = chosen_metrics(options)
    with opened(options) as inputs:
        test = asked_test(options, inputs.system_names)
        found = measured(inputs, metrics, keep_segments=True)
        sample, odd = inputs.reference_sample, [oddity.said for oddity in inputs.oddities]
    results = []
    for metric in metrics:
        rows = {system: statistics for (of, system), statistics in found.items() if of == metric}
        verdicts = judge(test.compare(metric, rows), rows, test.groups)
        results.append(Compared(verdicts, metric.full_signature(sample), odd))
    if options.format in RECORDS:
        for said in odd:
            note(said)
    return FORMATS[options.format](results)
