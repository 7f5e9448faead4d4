"""``smoothing``: every smoothing method."""

import argparse

from scoring import BLEU
from scoring.commands.arguments import add_bleu, add_command, add_output, opened, values
from scoring.commands.measuring import measured
from scoring.dialects import outcomes
from scoring.reports.smoothing import FORMATS, Smoothed


def add(commands) -> None:
    about = "Corpus BLEU, document score and segments that score 0, for every smoothing method of every toolkit."
    command = add_command(commands, "smoothing", "all smoothing methods", about)
    command.set_defaults(run=run)
    add_bleu(command.add_argument_group("BLEU"))
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """Every smoothing method of every dialect, rendered; n-grams are counted once for all of them."""
    with opened(options) as inputs:
        found = measured(inputs, [BLEU.configure(values(options))], keep_segments=True)
        sample = inputs.reference_sample
    results = [
        Smoothed(system, outcome.metric.full_signature(sample), outcome)
        for (metric, system), rows in found.items()
        for outcome in outcomes(metric, rows)
    ]
    return FORMATS[options.format](results)
