"""``tbleu-sweep``: tBLEU at many thresholds."""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from ...counting.arrays import Floats
from ...counting.limits import counted_after
from ...studies.scores import ScoreResult, no_rows
from ...tbleu import TBLEU
from ..progress_bar import show_progress
from ..reports.layout import Style, best_mark_note, build_format_writers, signature_without, unique_system_names
from ..reports.scores.printed_scores import PrintedScore
from ..reports.scores.score_records import score_record
from ..shared.arguments import add_dialect, add_files, add_options, add_output, open_inputs, values


@dataclass(frozen=True, eq=False)
class ThresholdResult(ScoreResult):
    """The tBLEU score of one system at one threshold."""

    metric: TBLEU


def _records(results: Sequence[ThresholdResult]) -> list[dict[str, object]]:
    """Return a record for each system and threshold."""
    return [
        {"epsilon": r.metric.epsilon, "system": r.system, "score": r.score, "signature": r.signature} for r in results
    ]


def _tables(results: Sequence[ThresholdResult], style: Style) -> list[str]:
    """Return a table with a row for each threshold and a column for each system."""
    by_epsilon = defaultdict(list)
    for result in results:
        by_epsilon[result.metric.epsilon].append(result.score)
    rows = [[repr(epsilon), *style.scores(scores)] for epsilon, scores in by_epsilon.items()]
    return [style.table(["epsilon", *unique_system_names(results)], rows, n_left=0)]


def _object(result: ThresholdResult) -> dict[str, object]:
    return score_record(PrintedScore(result, result.signature)) | {"epsilon": result.metric.epsilon}


FORMATS = build_format_writers(
    _records,
    _tables,
    lambda results: [signature_without("epsilon", results[0].signature)],
    marks=best_mark_note,
    objects=lambda results: map(_object, results),
    gap="\n",
)


MAX_THRESHOLDS = 1000


def add(command: argparse.ArgumentParser) -> None:
    about = "Corpus tBLEU for many thresholds of the affix distance; at 0 it is BLEU."
    add_files(command, about)
    command.set_defaults(run=run, metrics=[TBLEU.name])
    group = command.add_argument_group("thresholds")
    help_ = "FIRST:LAST:STEP, or numbers with commas; default 0:1:0.05"
    group.add_argument("--epsilon", dest="thresholds", default="0:1:0.05", metavar="RANGE", help=help_)
    add_options(command, [TBLEU], leave_out=("tbleu_epsilon",))
    add_dialect(command)
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """Return tBLEU at many thresholds, rendered; words are aligned once for all thresholds."""
    metric, epsilons = TBLEU.configure(values(options)), _thresholds(options.thresholds)
    sums: dict[str, Floats] = {}
    with open_inputs(options) as inputs, show_progress("scores") as on_progress:
        before = 0
        for block in inputs.test_sets():
            with counted_after(before):
                aligned = metric.align(block)
            for system, rows in metric.sweep_sums(aligned, epsilons).items():
                sums[system] = sums[system] + rows if system in sums else rows
            before += len(block)
            on_progress(inputs.share)
        sample = inputs.reference_sample
        realigned = inputs.are_realigned
    results = [
        ThresholdResult(
            at := replace(metric, epsilon=epsilon), system, at.full_signature(sample, realigned), no_rows(at), total
        )
        for system, rows in sums.items()
        for epsilon, total in zip(epsilons, rows, strict=True)
    ]
    return FORMATS[options.format](results)


def _thresholds(text: str) -> list[float]:
    """Return the thresholds in ``FIRST:LAST:STEP``, or in numbers with commas.

    Steps are added as decimal numbers, so that 3 times 0.05 is 0.15.
    """
    try:
        numbers = [Decimal(number) for number in text.replace(":", ",").split(",")]
    except InvalidOperation:
        raise ValueError(f"--epsilon: expected FIRST:LAST:STEP or numbers with commas, found {text}.") from None
    if not all(0 <= number <= 1 for number in numbers if number.is_finite()) or not all(
        map(Decimal.is_finite, numbers)
    ):
        raise ValueError(f"--epsilon: expected numbers from 0 to 1, found {text}.")
    if ":" not in text:
        return _distinct(numbers)
    if len(numbers) != 3 or "," in text:
        raise ValueError(f"--epsilon: expected three numbers in FIRST:LAST:STEP, found {text}.")
    first, last, step = numbers
    if last < first or step == 0:
        raise ValueError(f"--epsilon: expected FIRST up to LAST and a STEP above 0, found {text}.")
    if last - first >= MAX_THRESHOLDS * step:  # a division can overflow
        raise ValueError(f"--epsilon: expected at most {MAX_THRESHOLDS:,} thresholds, found {text}.")
    return _distinct(first + number * step for number in range(int((last - first) / step) + 1))


def _distinct(numbers: Iterable[Decimal]) -> list[float]:
    """Return the numbers as floats, in order and without repeats; -0 becomes 0."""
    return list(dict.fromkeys(float(number) + 0.0 for number in numbers))
