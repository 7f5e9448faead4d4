"""``smoothing``: every smoothing method."""

import argparse

from ... import BLEU
from ...bleu.dialects import outcomes
from ..reports.smoothing import FORMATS, SmoothingRow
from ..shared.arguments import add_files, add_options, add_output, opened, values
from ..shared.system_statistics import measured


def add(command: argparse.ArgumentParser) -> None:
    about = "Corpus BLEU, document score and segments that score 0, for every smoothing method of every toolkit."
    add_files(command, about)
    command.set_defaults(run=run, metrics=[BLEU.name])
    add_options(command, [BLEU], leave_out=("smoothing", "effective_order"))
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """Every smoothing method of every dialect, rendered; n-grams are counted once for all of them."""
    with opened(options) as inputs:
        bleu = BLEU.configure(values(options))
        found = measured(inputs, [bleu], keep_segments=True)
        sample = inputs.reference_sample
    results = [
        SmoothingRow(system, outcome.metric.full_signature(sample), outcome)
        for (_, system), rows in found.items()
        for outcome in outcomes(bleu, rows)
    ]
    return FORMATS[options.format](results)
