"""``smoothing``: BLEU by every smoothing method."""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ... import BLEU
from ...bleu.dialects import Outcome, outcomes
from ..reports.layout import (
    Style,
    best_mark_note,
    build_format_writers,
    format_score_cell,
    signature_without,
    unique_system_names,
)
from ..shared.arguments import add_files, add_options, add_output, open_inputs, values
from ..shared.system_statistics import system_statistics_by_metric

_MEASURES = {"corpus": "BLEU", "document": "document", "zero": "zero %", "undefined": "n/a %"}


@dataclass(frozen=True)
class SmoothingRow:
    """The scores of one system by one smoothing method."""

    system: str
    signature: str
    outcome: Outcome


def _records(results: Sequence[SmoothingRow]) -> list[dict[str, object]]:
    """Return a record for each method and system."""
    return [
        {
            "dialect": result.outcome.dialect,
            "smoothing": result.outcome.method,
            "system": result.system,
            **{name: getattr(result.outcome, name) for name in _MEASURES},
            "signature": result.signature,
        }
        for result in results
    ]


def _tables(results: Sequence[SmoothingRow], style: Style) -> list[str]:
    """Return a table with a row for each method and four columns for each system."""
    by_method = defaultdict(list)
    for result in results:
        by_method[result.outcome.dialect, result.outcome.method].append(result.outcome)
    rows = []
    for method, system_outcomes in by_method.items():
        columns = (
            style.scores([outcome.corpus for outcome in system_outcomes]),
            style.scores([outcome.document for outcome in system_outcomes]),
            [format_score_cell(100 * outcome.zero) for outcome in system_outcomes],
            [format_score_cell(100 * outcome.undefined) for outcome in system_outcomes],
        )
        rows.append([*method, *chain.from_iterable(zip(*columns, strict=True))])
    headers = [f"{system}\n{measure}" for system in unique_system_names(results) for measure in _MEASURES.values()]
    return [style.table(["dialect", "smoothing", *headers], rows, n_left=2)]


def _notes(results: Sequence[SmoothingRow]) -> list[str]:
    """Return what the columns mean, and the signature without smoothing and effective order, which differ."""
    return [
        "BLEU: from the summed counts; document: mean of segment scores, weighted by reference length, without n/a",
        "zero and n/a: segments with score 0, and segments without a score by this method",
        signature_without("eff|smooth", results[0].signature),
    ]


FORMATS = build_format_writers(_records, _tables, _notes, marks=best_mark_note, gap="\n")


def add(command: argparse.ArgumentParser) -> None:
    about = "Corpus BLEU, document score and segments that score 0, for every smoothing method of every toolkit."
    add_files(command, about)
    command.set_defaults(run=run, metrics=[BLEU.name])
    add_options(command, [BLEU], leave_out=("smoothing", "effective_order"))
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """Return the scores by every smoothing method of every dialect, rendered; n-grams are counted once for all."""
    with open_inputs(options) as inputs:
        bleu = BLEU.configure(values(options))
        statistics = system_statistics_by_metric(inputs, [bleu], keep_segments=True)
        sample = inputs.reference_sample
        realigned = inputs.are_realigned
    results = [
        SmoothingRow(system, outcome.metric.full_signature(sample, realigned), outcome)
        for (_, system), rows in statistics.items()
        for outcome in outcomes(bleu, rows)
    ]
    return FORMATS[options.format](results)
