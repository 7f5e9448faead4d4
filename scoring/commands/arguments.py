"""Arguments that several commands have, and what they mean."""

import argparse
from collections.abc import Sequence
from typing import Any

from scoring import BLEU, METRICS, TBLEU
from scoring.dialects import DIALECTS
from scoring.inputs import Inputs
from scoring.reports.scores import FORMATS


def add_command(commands, name: str, help_: str, about: str) -> argparse.ArgumentParser:
    """The parser of one command, with its files."""
    command = commands.add_parser(name, help=help_, description=about, allow_abbrev=False)
    add = command.add_argument_group("files").add_argument
    add("references", nargs="+", metavar="REF", help="references; an empty line is an empty reference")
    add("-i", "--input", dest="systems", nargs="+", metavar="SYS", required=True, help="systems' outputs")
    add("--source", metavar="SRC", help="the source; its segments are counted")
    add("--encoding", help="for text that is not UTF-8, such as windows-1252")
    help_ = "an empty line means that the segment has no such reference"
    add("--empty-reference-is-missing", action="store_true", help=help_)
    return command


def add_metrics(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("metrics")
    group.add_argument("-m", "--metrics", nargs="+", choices=METRICS, default=["bleu"], help="default: bleu")
    add_bleu(group)
    add_smoothing_choice(group)
    help_ = "the largest affix distance that tBLEU forgives, 0 to 1, default 0.05"
    group.add_argument("--epsilon", type=float, default=0.05, metavar="E", help=help_)
    add_error_rates(command.add_argument_group("TER, WER and PER"))


def add_smoothing_choice(group) -> None:
    add = group.add_argument
    add("--effective-order", action="store_true", help="leave out orders that a short hypothesis lacks")
    add("--smoothing", metavar="METHOD", help="exp (default), none, floor=0.05, 7 (of the paper's 0 to 7), nltk-7, ...")
    add("--dialect", choices=DIALECTS, help="a toolkit, whose names --smoothing then takes and whose default holds")


def add_bleu(group) -> None:
    add = group.add_argument
    add("--tokenize", default="13a", metavar="NAME", help="13a (default), none, intl, char, zh, ...")
    add("--lowercase", action="store_true", help="ignore case")
    add("--max-order", type=int, default=4, metavar="N", help="the longest n-gram of BLEU, default 4")
    add("--weights", nargs="+", metavar="W", help="one for each order, default equal")
    add("--auto-reweigh", action="store_true", help="NLTK's: equal weights on the orders that a short hypothesis has")


def add_error_rates(group) -> None:
    add = group.add_argument
    add("--ter-case-sensitive", dest="case_sensitive", action="store_true", help="do not ignore case")
    add("--ter-normalized", dest="normalized", action="store_true", help="tercom's normalisation of punctuation")
    add("--ter-no-punct", dest="no_punct", action="store_true", help="remove punctuation")
    help_ = "with either of the two before: Asian characters and punctuation too"
    add("--ter-asian-support", dest="asian_support", action="store_true", help=help_)
    add("--ter-no-shifts", dest="shifts", action="store_false", help="TER without shifts")


def add_output(command: argparse.ArgumentParser):
    group = command.add_argument_group("output")
    group.add_argument("--format", choices=FORMATS, default="table", help="default: table")
    group.add_argument("-o", "--output", metavar="FILE", help="write into a file instead of showing")
    return group


def opened(options: argparse.Namespace) -> Inputs:
    """The files of a command, to be closed as a context."""
    files = (options.references, options.systems, options.source)
    return Inputs(*files, options.encoding, options.empty_reference_is_missing)


def values(options: argparse.Namespace) -> dict[str, Any]:
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
