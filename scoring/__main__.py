"""The command line: ``python -m scoring COMMAND REF -i SYS``; one function a subcommand."""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NoReturn

from scoring import BLEU, METRICS, TBLEU, Metric
from scoring.dialects import DIALECTS, outcomes

BAD_INPUT = 2
CLOSED_PIPE = 141  # what a shell reports for a program that SIGPIPE ends
INTERRUPTED = 130
MOST_THRESHOLDS = 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code: 2, and one line on stderr, for any bad input."""
    try:
        options = _parser().parse_args(arguments)
        _check_output(options)
        _write(options.run(options), options.output)
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    except ValueError as error:
        return _complain(str(error))
    return 0


def score(options: argparse.Namespace) -> str:
    """Scores of systems against references, rendered."""
    from scoring.reports.scores import FORMATS, Result

    metrics = [METRICS[name].configure(_values(options)) for name in dict.fromkeys(options.metrics)]
    measured, sample = _measured(options, metrics, options.segments)
    results = []
    for (metric, system), rows in measured.items():
        segments = rows if options.segments else None
        results.append(Result(metric, system, metric.full_signature(sample), rows.sum(axis=0), segments))
    return FORMATS[options.format](results)


def smoothing(options: argparse.Namespace) -> str:
    """Every smoothing method of every dialect, rendered; n-grams are counted once for all of them."""
    from scoring.reports.smoothing import FORMATS, Smoothed

    measured, sample = _measured(options, [BLEU.configure(_values(options))], keep_segments=True)
    results = [
        Smoothed(system, outcome.metric.full_signature(sample), outcome)
        for (metric, system), rows in measured.items()
        for outcome in outcomes(metric, rows)
    ]
    return FORMATS[options.format](results)


def tbleu_sweep(options: argparse.Namespace) -> str:
    """tBLEU at many thresholds, rendered; words are aligned once for all of them."""
    from scoring.inputs import Inputs
    from scoring.reports.scores import Result
    from scoring.reports.sweep import FORMATS

    metric, epsilons = TBLEU.configure(_values(options)), _thresholds(options.thresholds)
    sums = defaultdict(int)
    files = (options.references, options.systems, options.source)
    with Inputs(*files, options.encoding, options.empty_reference_is_missing) as inputs:
        for block in inputs.test_sets():
            for system, rows in metric.sweep_sums(metric.align(block), epsilons).items():
                sums[system] += rows
        sample = inputs.reference_sample
    results = [
        Result(at := replace(metric, epsilon=epsilon), system, at.full_signature(sample), statistics)
        for system, rows in sums.items()
        for epsilon, statistics in zip(epsilons, rows, strict=True)
    ]
    return FORMATS[options.format](results)


def _thresholds(text: str) -> list[float]:
    """``FIRST:LAST:STEP``, or numbers with commas; decimal, so that 3 times 0.05 is 0.15."""
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
    if last - first >= MOST_THRESHOLDS * step:  # a division can overflow
        raise ValueError(f"--epsilon: expected at most {MOST_THRESHOLDS:,} thresholds, found {text}.")
    return _distinct(first + number * step for number in range(int((last - first) / step) + 1))


def _distinct(numbers: Iterable[Decimal]) -> list[float]:
    """As floats, each once and in order; -0 is 0."""
    return list(dict.fromkeys(float(number) + 0.0 for number in numbers))


def significance(options: argparse.Namespace) -> str:
    """All pairs of systems under every metric, tested and rendered."""
    from scoring.reports.significance import FORMATS, Compared
    from scoring.significance import compare

    metrics = [METRICS[name].configure(_values(options)) for name in dict.fromkeys(options.metrics)]
    measured, sample = _measured(options, metrics, keep_segments=True)
    results = []
    for metric in metrics:
        rows = {system: statistics for (of, system), statistics in measured.items() if of == metric}
        groups = _runs(rows) if options.runs else None
        found = compare(metric, rows, options.test, options.trials, options.seed, options.correction, groups)
        results.append(Compared(found, metric.full_signature(sample)))
    return FORMATS[options.format](results)


def _runs(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    from scoring.significance import group_runs

    groups = group_runs(names)
    if not any(len(runs) > 1 for runs in groups.values()):
        raise ValueError("--runs: expected names such as x.opt0, x.opt1 for runs of x; found " + ", ".join(groups))
    return groups


def _measured(options: argparse.Namespace, metrics: Sequence[Metric], keep_segments: bool) -> tuple[dict, list]:
    """Metric and system -> statistics, one row a segment or one a block; and the references' sample for signatures."""
    import numpy as np

    from scoring.inputs import Inputs

    kept = defaultdict(list)
    files = (options.references, options.systems, options.source)
    with Inputs(*files, options.encoding, options.empty_reference_is_missing) as inputs:
        for block in inputs.test_sets():
            for metric in metrics:
                for system, rows in metric.measure(block).items():
                    # Unless every row is asked for, a whole block becomes one: that bounds memory.
                    kept[metric, system].append(rows if keep_segments else rows.sum(axis=0, keepdims=True))
        sample = inputs.reference_sample
    ordered = sorted(kept.items(), key=lambda item: metrics.index(item[0][0]))
    return {key: np.concatenate(parts) for key, parts in ordered}, sample


def _values(options: argparse.Namespace) -> dict[str, Any]:
    """The options as the metrics take them; ``smoothing`` is absent unless asked for, by itself or by a dialect."""
    values = vars(options) | {"weights": _weights(options.weights)}
    method, dialect = values.pop("smoothing", None), values.pop("dialect", None)
    if dialect is not None:
        if values["effective_order"]:
            raise ValueError("--effective-order: a dialect decides that itself; sacrebleu-sentence has it.")
        metrics = values.get("metrics", [TBLEU.name])
        if not any(issubclass(METRICS[name], BLEU) for name in metrics):
            raise ValueError(f"--dialect is for BLEU; -m has {' '.join(metrics)} only.")
        return values | DIALECTS[dialect].options(method)
    return values if method is None else values | {"smoothing": method}


def _weights(given: Sequence[str] | None) -> tuple[float, ...] | None:
    if given is None:
        return None
    try:
        return tuple(float(weight) for weight in " ".join(given).replace(",", " ").split())
    except ValueError:
        raise ValueError(f"--weights: expected numbers, found {' '.join(given)}.") from None


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; {self.prog} -h tells more.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m scoring", description="Scores machine translations.", allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_score(commands)
    _add_smoothing(commands)
    _add_tbleu_sweep(commands)
    _add_significance(commands)
    return parser


def _add_score(commands) -> None:
    about = "Scores of systems against references; files of every kind, plain text one segment a line."
    command = commands.add_parser("score", help="scores of systems", description=about, allow_abbrev=False)
    command.set_defaults(run=score)
    _add_files(command)
    _add_metrics(command)
    _add_output(command).add_argument("--segments", action="store_true", help="every segment too")


def _add_smoothing(commands) -> None:
    about = "Corpus BLEU, document score and segments that score 0, for every smoothing method of every toolkit."
    command = commands.add_parser("smoothing", help="all smoothing methods", description=about, allow_abbrev=False)
    command.set_defaults(run=smoothing)
    _add_files(command)
    _add_bleu(command.add_argument_group("BLEU"))
    _add_output(command)


def _add_tbleu_sweep(commands) -> None:
    about = "Corpus tBLEU for many thresholds of the affix distance; at 0 it is BLEU."
    command = commands.add_parser("tbleu-sweep", help="tBLEU by its threshold", description=about, allow_abbrev=False)
    command.set_defaults(run=tbleu_sweep)
    _add_files(command)
    group = command.add_argument_group("tBLEU")
    help_ = "FIRST:LAST:STEP, or numbers with commas; default 0:1:0.05"
    group.add_argument("--epsilon", dest="thresholds", default="0:1:0.05", metavar="RANGE", help=help_)
    _add_bleu(group)
    _add_smoothing_choice(group)
    _add_output(command)


def _add_significance(commands) -> None:
    from scoring.significance.comparisons import TESTS
    from scoring.significance.corrections import CORRECTIONS

    about = "Which system is better, and can it be trusted: every pair of systems, tested by every metric."
    command = commands.add_parser("significance", help="tests of all pairs", description=about, allow_abbrev=False)
    command.set_defaults(run=significance)
    _add_files(command)
    add = command.add_argument_group("test").add_argument
    add("--test", choices=TESTS, default="ar", help="approximate randomization (default) or paired bootstrap")
    add("--trials", type=int, default=10_000, metavar="R", help="shuffles, and resamples, default 10000")
    add("--seed", type=int, default=1, help="default 1")
    add("--correction", choices=CORRECTIONS, default="holm", help="for all pairs of a metric, default holm")
    add("--runs", action="store_true", help="x.opt0, x.opt1, ... (or run, seed, rep) are runs of one system x")
    _add_metrics(command)
    _add_output(command)


def _add_files(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("files").add_argument
    add("references", nargs="+", metavar="REF", help="references; an empty line is an empty reference")
    add("-i", "--input", dest="systems", nargs="+", metavar="SYS", required=True, help="systems' outputs")
    add("--source", metavar="SRC", help="the source; its segments are counted")
    add("--encoding", help="for text that is not UTF-8, such as windows-1252")
    help_ = "an empty line means that the segment has no such reference"
    add("--empty-reference-is-missing", action="store_true", help=help_)


def _add_metrics(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("metrics")
    group.add_argument("-m", "--metrics", nargs="+", choices=METRICS, default=["bleu"], help="default: bleu")
    _add_bleu(group)
    _add_smoothing_choice(group)
    help_ = "the largest affix distance that tBLEU forgives, 0 to 1, default 0.05"
    group.add_argument("--epsilon", type=float, default=0.05, metavar="E", help=help_)
    _add_error_rates(command.add_argument_group("TER, WER and PER"))


def _add_smoothing_choice(group) -> None:
    add = group.add_argument
    add("--effective-order", action="store_true", help="leave out orders that a short hypothesis lacks")
    add("--smoothing", metavar="METHOD", help="exp (default), none, floor=0.05, 7 (of the paper's 0 to 7), nltk-7, ...")
    add("--dialect", choices=DIALECTS, help="a toolkit, whose names --smoothing then takes and whose default holds")


def _add_bleu(group) -> None:
    add = group.add_argument
    add("--tokenize", default="13a", metavar="NAME", help="13a (default), none, intl, char, zh, ...")
    add("--lowercase", action="store_true", help="ignore case")
    add("--max-order", type=int, default=4, metavar="N", help="the longest n-gram of BLEU, default 4")
    add("--weights", nargs="+", metavar="W", help="one for each order, default equal")
    add("--auto-reweigh", action="store_true", help="NLTK's: equal weights on the orders that a short hypothesis has")


def _add_error_rates(group) -> None:
    add = group.add_argument
    add("--ter-case-sensitive", dest="case_sensitive", action="store_true", help="do not ignore case")
    add("--ter-normalized", dest="normalized", action="store_true", help="tercom's normalisation of punctuation")
    add("--ter-no-punct", dest="no_punct", action="store_true", help="remove punctuation")
    help_ = "with either of the two before: Asian characters and punctuation too"
    add("--ter-asian-support", dest="asian_support", action="store_true", help=help_)
    add("--ter-no-shifts", dest="shifts", action="store_false", help="TER without shifts")


def _add_output(command: argparse.ArgumentParser):
    from scoring.reports.scores import FORMATS

    group = command.add_argument_group("output")
    group.add_argument("--format", choices=FORMATS, default="table", help="default: table")
    group.add_argument("-o", "--output", metavar="FILE", help="write into a file instead of showing")
    return group


def _check_output(options: argparse.Namespace) -> None:
    """Before anything is computed: the folder is there, and no input would be overwritten."""
    if options.output is None:
        return
    output = Path(options.output)
    if output.is_dir() or not output.parent.is_dir():
        what = "is a folder" if output.is_dir() else "its folder does not exist"
        raise ValueError(f"{output}: cannot be written, {what}.")
    for path in [*options.references, *options.systems, *filter(None, [options.source])]:
        if output.exists() and Path(path).exists() and output.samefile(path):
            raise ValueError(f"{output}: is one of the files to read; name another one to write.")


def _write(text: str, output: str | None) -> None:
    if output is not None:
        Path(output).write_text(text + "\n", encoding="utf-8")
        return
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        print(text, flush=True)
    except OSError:
        # The interpreter flushes stdout once more when it ends, and must not meet the same error there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _complain(message: str) -> int:
    print(f"scoring: {' '.join(message.split())}".encode("utf-8", "replace").decode(), file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
