"""Arguments that several commands have, and functions that read them."""

import argparse
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from ... import BLEU, METRICS, Metric
from ...bleu.dialects import DIALECTS
from ...formats.plain_text.notices import TOKENIZED
from ...judgments import MQM_WEIGHTS
from ...metric import ignores_case
from ...options import SHARED, DeclaredOption, group_options, options_of
from ...output.replacing import STDOUT
from ...text.tokenizers import find_tokenizer
from ..inputs import Inputs
from ..notes import write_note
from ..output_format import FORMAT_OF_ENDING, FORMATS, TABLE
from ..sacrebleu_flags import add_smoothing_value, add_tokenizer_flags, merge_sacrebleu_flags, note_other_models

JUDGMENT_FILES = (
    "a table of system, segment and score; numbers alone, one a line, in a file that is called after system and score,"
    " such as Facebook-AI.comet; what WMT, MQM, ESA, DARR, Appraise, Pearmut, COMET and MetricX write"
)
"""Kinds of files that hold judgments, for help and messages, as an installed package has no docs/judgments.md."""
CHRF_METRICS = ("chrf", "chrf++")
"""Metrics whose case --chrf-lowercase sets."""
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The argparse action to which commands are added."""


def add_files(command: argparse.ArgumentParser, about: str, or_watch: bool = False) -> None:
    """Add the description of a command, and its files; with ``or_watch`` a folder may replace the systems' outputs."""
    command.description = about
    files = command.add_argument_group("files")
    add = files.add_argument
    add("references", nargs="+", metavar="REF", help="references; an empty line is an empty reference")
    if or_watch:
        outputs = files.add_mutually_exclusive_group(required=True).add_argument
        add_systems(outputs, required=False)
        outputs("--watch", metavar="DIR", help="score every output that is in this folder, or appears there, once")
    else:
        add_systems(add, required=True)
    add("--source", metavar="SRC", help="the source; its segments are counted")
    add_reading(add)


def add_leave_out(command: argparse.ArgumentParser) -> None:
    """Add the options that leave out segments of the doctor's findings, or keep the findings as faults of systems."""
    help_ = (
        "leave out the segments that bleuscope doctor names by this kind, such as one-text, or kind:text; may be given"
        " again"
    )
    group = command.add_argument_group("broken lines")
    group.add_argument("--leave-out", action="extend", nargs="+", default=[], metavar="KIND", help=help_)
    help_ = "a system did what bleuscope doctor names by this kind, such as copied-source: it makes nothing doubtful"
    group.add_argument("--keep-faults", action="extend", nargs="+", default=[], metavar="KIND", help=help_)


def check_nothing_left_out(options: argparse.Namespace, is_elsewhere: bool) -> None:
    """Raise ``ValueError`` for options that leave out or choose segments, if files are shards or watched."""
    if is_elsewhere and options.rated_segments:
        raise ValueError("--rated-segments is for files that are read whole; take it, or --engine and --watch, away.")
    for flag, value in (("--leave-out", options.leave_out), ("--keep-faults", options.keep_faults)):
        if is_elsewhere and value:
            raise ValueError(f"{flag} is for files that are read whole; take it, or --engine and --watch, away.")


def add_systems(add: Callable[..., object], required: bool) -> None:
    """Add the option of systems' outputs."""
    systems = partial(add, dest="systems", action="extend", nargs="+", metavar="SYS")
    systems("-i", "--input", required=required, default=None if required else [], help="systems' outputs")


def add_reading(add: Callable[..., object]) -> None:
    """Add the options for reading texts: encoding, empty references, and notices as errors."""
    add_encoding(add)
    help_ = "an empty line means that the segment has no such reference"
    add("--empty-reference-is-missing", action="store_true", help=help_)
    help_ = "what is odd about the files (notes about them on stderr) is an error, and nothing is written"
    add("--strict", action="store_true", help=help_)


def add_encoding(add: Callable[..., object]) -> None:
    """Add the option for the encoding of plain text."""
    add("--encoding", "-e", help="for text that is not UTF-8, such as windows-1252; default: utf-8")


def add_metrics(command: argparse.ArgumentParser) -> None:
    """Add the option that names metrics, and the options of all metrics."""
    choice = command.add_argument_group("metrics")
    usual = " ".join(command.get_default("usual_metrics") or [BLEU.name])
    add_metric_names(command, choice.add_argument, "-m", "--metrics", about=f"default: {usual}")
    help_ = "do not note that texts look tokenized, though a metric tokenizes them again"
    choice.add_argument("--force", action="store_true", help=help_)
    add_options(command, [METRICS[name] for name in command.get_default("offered")])
    add_dialect(command)


def add_metric_names(
    command: argparse.ArgumentParser,
    add: Callable[..., object],
    *flags: str,
    about: str,
    default: Sequence[str] | None = None,
) -> None:
    """Add an option that takes names of metrics; its help lists the names, then says something ``about`` the option."""
    is_all = command.get_default("offered") is METRICS
    names = METRICS if is_all else METRICS.built_in  # others are looked for where they are needed
    help_ = f"of {', '.join(names)}; {about}"
    add(*flags, action="extend", nargs="+", choices=METRICS, metavar="METRIC", default=default, help=help_)


def add_scores(command: argparse.ArgumentParser) -> None:
    """Add the options for files of scores from elsewhere; each file's scores are a metric."""
    help_ = f"scores by people or by other metrics: {JUDGMENT_FILES}"
    add = command.add_argument_group("scores from elsewhere").add_argument
    add("--scores", action="extend", nargs="+", default=[], metavar="FILE", help=help_)
    help_ = (
        "a name in these files, and the system that it means; NAME= leaves it out, '*=' all others; may be given again"
    )
    add("--match", action="append", type=parse_match, default=[], metavar="NAME=SYSTEM", help=help_)
    help_ = (
        "by which marked MQM errors become scores: wmt21 counts all by severity, wmt23 leaves out errors of the source;"
        " default: wmt21 where a category is 'Source error', else wmt23"
    )
    add("--mqm-weights", choices=MQM_WEIGHTS, help=help_)


def add_rated_segments(command: argparse.ArgumentParser) -> None:
    """Add the option by which all metrics take only the segments that people rated."""
    help_ = "take only segments with scores by people for every system, for every metric, as the report does"
    command.add_argument_group("segments").add_argument("--rated-segments", action="store_true", help=help_)


def parse_match(text: str) -> tuple[str, str | None]:
    """Return the name and the system in an argument NAME=SYSTEM; in NAME= the system is None."""
    name, equals, system = text.rpartition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"expected NAME=SYSTEM, or NAME= to leave it out; found {text!r}")
    return name, system or None


def add_options(
    command: argparse.ArgumentParser, metrics: Iterable[type[Metric]], leave_out: Collection[str] = ()
) -> None:
    """Add the flags of the metrics' options, each once, shared flags first, without the keys in ``leave_out``."""
    kinds = [*metrics]
    groups = group_options(kinds)
    owners = {declared.key: _owners(declared.key, kinds) for options in groups.values() for declared in options}
    shared = [
        declared
        for options in groups.values()
        for declared in options
        if declared.option in SHARED and len(owners[declared.key]) > 1
    ]
    if shared:
        listed = (f"{declared.option.flag} is for {', '.join(owners[declared.key])}" for declared in shared)
        _add_group(command.add_argument_group("several metrics", f"{'; '.join(listed)}."), shared, leave_out)
    for heading, options in groups.items():
        own = [declared for declared in options if declared not in shared]
        _add_group(command.add_argument_group(heading or BLEU.label), own, leave_out)


def _owners(key: str, metrics: Iterable[type[Metric]]) -> list[str]:
    """Return the headings of the metrics that have an option of this key; BLEU has its label as its heading."""
    owners = (metric.settings or metric.label for metric in metrics if key in {own.key for own in options_of(metric)})
    return list(dict.fromkeys(owners))


def _add_group(group: argparse._ArgumentGroup, options: Iterable[DeclaredOption], leave_out: Collection[str]) -> None:
    for declared in options:
        if declared.key not in leave_out:
            _add_option(group, declared)
            add_beside = _EXTRA_FLAGS.get(declared.key)
            if add_beside is not None:
                add_beside(group.add_argument)


def _add_chrf_lowercase(add: Callable[..., object]) -> None:
    help_ = "as --lowercase, for chrF and chrF++ only"
    add("--chrf-lowercase", action="store_true", default=argparse.SUPPRESS, help=help_)


_EXTRA_FLAGS: dict[str, Callable[[Callable[..., object]], None]] = {
    "tokenize": add_tokenizer_flags,
    "smoothing": add_smoothing_value,
    "chrf_whitespace": _add_chrf_lowercase,
}
"""Function that adds further flags for an option, by the option's key."""


def _add_option(group: argparse._ArgumentGroup, declared: DeclaredOption) -> None:
    """Add the flag of one option; without it the metric's own default is used."""
    option, help_ = declared.option, declared.option.help.replace("%", "%%")
    if declared.is_switch:
        action = "store_false" if declared.default else "store_true"
        flags = option.flag, *option.aliases
        group.add_argument(*flags, dest=declared.key, action=action, default=argparse.SUPPRESS, help=help_)
        return
    if declared.default is not None:
        help_ = f"{help_} Default: {declared.default}."
    add = partial(
        group.add_argument,
        option.flag,
        *option.aliases,
        dest=declared.key,
        default=argparse.SUPPRESS,
        metavar=option.metavar,
        help=help_,
    )
    if option.for_each_order:
        add(nargs="+", action=_Numbers)
    elif option.lowest is None or option.highest is None:
        add(type=str)
    else:
        add(type=number(type(declared.default), option.lowest, option.highest))


def number(kind: type[int] | type[float], lowest: float, highest: float) -> Callable[[str], float]:
    """Return a function that reads a number of this kind from an argument; the command checks the range."""

    def read(text: str) -> float:
        try:
            return kind(text)
        except ValueError:
            expected = f"a whole number from {lowest:,}" if kind is int else f"a number from {lowest:g}"
            upto = f"{highest:,}" if kind is int else f"{highest:g}"
            raise argparse.ArgumentTypeError(f"must be {expected} to {upto}; found {text}") from None

    return read


class _Numbers(argparse.Action):
    """The action that keeps numbers with spaces or commas between them as a tuple; a repeated flag adds numbers."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        text = " ".join(values or ())
        try:
            numbers = tuple(map(float, text.replace(",", " ").split()))
        except ValueError:
            raise argparse.ArgumentError(self, f"expected numbers, found {text}") from None
        setattr(namespace, self.dest, getattr(namespace, self.dest, ()) + numbers)


def add_dialect(command: argparse.ArgumentParser) -> None:
    help_ = f"of {', '.join(DIALECTS)}: a toolkit, whose names --smoothing then takes and whose default holds"
    command.add_argument_group("toolkits").add_argument("--dialect", choices=DIALECTS, metavar="TOOLKIT", help=help_)


def add_output(command: argparse.ArgumentParser, formats: Iterable[str] = FORMATS) -> argparse._ArgumentGroup:
    """Add the options for the format of the result, one of ``formats``, and for the file; return their group."""
    group = command.add_argument_group("output")
    endings = ", ".join(f"{format_} for {ending}" for ending, format_ in FORMAT_OF_ENDING.items())
    help_ = f"default: by the ending of -o FILE, {endings}; else {TABLE}"
    group.add_argument("--format", "-f", choices=[*formats], help=help_)
    add_file(group)
    return group


def add_file(group: argparse._ArgumentGroup, endings: str = "") -> None:
    """Add ``--output``; ``endings`` says which formats the ending of the file chooses."""
    by_ending = endings and f"{endings}, by the file's ending; "
    help_ = f"{by_ending}write into a file instead of showing; {STDOUT} is standard output"
    group.add_argument("-o", "--output", metavar="FILE", help=help_)


def open_inputs(options: argparse.Namespace, oddities_in_result: bool = False) -> Inputs:
    """Return the open files of a command, a context manager; write notes on the columns that were taken from tables."""
    return read_inputs(options, options.references, options.systems, options.source, oddities_in_result)


def read_inputs(
    options: argparse.Namespace,
    references: Sequence[str],
    systems: Sequence[str] = (),
    source: str | None = None,
    oddities_in_result: bool = False,
    most_examined: int | None = None,
) -> Inputs:
    """Return these files as ``open_inputs`` does; the doctor examines texts of at most ``most_examined`` lines."""
    inputs = Inputs(
        references,
        systems,
        source,
        options.encoding,
        options.empty_reference_is_missing,
        strict=options.strict,
        untold=ignored_notice_kinds(options),
        oddities_in_result=oddities_in_result,
        leave_out=getattr(options, "leave_out", ()),
        keep_faults=getattr(options, "keep_faults", ()),
        most_examined=most_examined,
        ignores_case=is_ignoring_case(options),
    )
    for guess in inputs.guesses:
        write_note(guess)
    return inputs


def ignored_notice_kinds(options: argparse.Namespace) -> frozenset[str]:
    """Return the kinds of notices that do not matter to the metrics asked for, such as tokenized text.

    A command with other kinds has them in ``options.untold``.
    """
    if getattr(options, "force", False):
        return frozenset([TOKENIZED])
    if hasattr(options, "untold"):
        return frozenset(options.untold)
    option_values = values(options)
    tokenizers = {
        getattr(METRICS[name].configure(option_values), "tokenize", "none") for name in names_of_metrics(options)
    }
    return frozenset([TOKENIZED]) if tokenizers == {"none"} else frozenset()


def is_ignoring_case(options: argparse.Namespace) -> bool:
    """Return whether capitals change no score of the metrics that were asked for."""
    names = names_of_metrics(options)
    return bool(names) and all(ignores_case(METRICS[name].configure(values(options))) for name in names)


def names_of_metrics(options: argparse.Namespace) -> list[str]:
    """Return the names of the metrics that were asked for, each once."""
    return list(dict.fromkeys(options.metrics or getattr(options, "usual_metrics", [BLEU.name])))


def chosen_metrics(options: argparse.Namespace) -> list[Metric]:
    """Return the metrics that were asked for, with their options; write notes on options that none of them reads."""
    names, option_values = names_of_metrics(options), values(options)
    metrics = [METRICS[name].configure(_options_for_metric(name, option_values)) for name in names]
    note_other_models(option_values.get("tokenize", ""), _tokenizer_signatures(metrics))
    if not hasattr(options, "tokenize") and not hasattr(options, "spm_model"):
        option_values.pop("tokenize", None)  # it follows from the languages, and was not asked for
    used = {declared.key for name in names for declared in options_of(METRICS[name])}
    unused: dict[str, list[str]] = {}
    for kind in [METRICS[name] for name in options.offered]:
        flags = [declared.option.flag for declared in options_of(kind) if declared.key in option_values.keys() - used]
        if flags:
            kind.configure(option_values)  # a wrong value is an error all the same
        for flag in flags:
            unused.setdefault(flag, []).append(kind.label)
    for flag, labels in unused.items():
        write_note(
            f"{flag} changes nothing here: it is for {', '.join(labels)},"
            f" and {_requested_metrics_phrase(options, names)} only."
        )
    return metrics


def _options_for_metric(name: str, option_values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options that one metric is given; chrF's case may be set by ``--chrf-lowercase`` alone."""
    return (
        {**option_values, "lowercase": True}
        if name in CHRF_METRICS and "chrf_lowercase" in option_values
        else option_values
    )


def _tokenizer_signatures(metrics: Sequence[Metric]) -> Iterator[str]:
    for metric in metrics:
        if hasattr(metric, "tokenize"):
            yield find_tokenizer(metric.tokenize).signature


def values(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options that were given, by their keys, as ``Metric.configure`` takes them."""
    values = merge_sacrebleu_flags(vars(options))
    dialect = values.pop("dialect", None)
    if dialect is None:
        return values
    if "effective_order" in values:
        raise ValueError("--effective-order: a dialect decides that itself; sacrebleu-sentence has it.")
    metrics = names_of_metrics(options)
    if not any(issubclass(METRICS[name], BLEU) for name in metrics):
        raise ValueError(f"--dialect is for BLEU; {_requested_metrics_phrase(options, metrics)} only.")
    return values | DIALECTS[dialect].options(values.pop("smoothing", None))


def _requested_metrics_phrase(options: argparse.Namespace, names: Sequence[str]) -> str:
    """Return the metrics that were asked for, as text, after the command's ``asks_metrics``, such as "-m has"."""
    return f"{getattr(options, 'asks_metrics', '-m has')} {' '.join(names)}"
