"""The command line: ``python -m scoring COMMAND REF -i SYS``."""

import argparse
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from bleuscope.exit_codes import DONE, EXIT_CODES

from ..metric import VERSION
from ..output.replacing import STDOUT, is_stream, target_file
from ..plugins.entry_points import plugin_faults
from ..registry import METRICS
from .completion import find_commands_action
from .input_files import check_stdin_once
from .output_format import TABLE, check_parquet_name, choose_format
from .program import Parser, check_not_read, check_stdout, run, wrap_for_terminal, write
from .verbosity import VERBOSE_HELP, add_verbosity, apply_verbosity

if TYPE_CHECKING:
    from .shared.sets_to_compare import FindProject

COMMANDS = {
    "score": "scores of systems",
    "smoothing": "all smoothing methods",
    "tbleu-sweep": "tBLEU by its threshold",
    "significance": "tests of all pairs",
    "agreement": "which metrics agree with people",
    "check": "likely errors in outputs that nobody has judged",
    "doctor": "whether a test set is sound: shifted lines, duplicates, unfit references, odd text",
    "realign": "outputs with other lines than the references, cut into their segments",
    "choose": "selects one of several candidates for each segment",
    "choose tune": "weights for the features of lists",
    "judge prompts": "requests to a language model that judges outputs, as a file; nothing is sent",
    "judge cost": "how many requests and tokens these are, and their price",
    "judge read": "answers of a language model as scores and errors, and what could not be read",
    "report": "a report on one page, HTML or PDF",
    "matrix": "which system is better over many test sets",
    "effort": "what post-editing costs: HTER against each system's own post-edit",
    "fill": "translations written into the XLIFF, TMX or PO that they are of",
    "gate": "passes or fails a build by rules",
    "schema": "the JSON Schema of what a command prints",
    "warm-up": "compiles all code, so that later commands start faster",
}
"""Help text of each command. Only the module of the command that was typed is imported, which saves time."""
GROUPS = {"judge": "a language model as a judge, by files that go out and come back"}
"""Help text of each word that is no command itself but begins the names of two-word commands."""
PARQUET_OPTIONS = ("write_statistics", "write_sample", "to")
"""Options of some commands that name a Parquet file, which is written next to its place and then moved there."""
FILES = ("documents", "examples", "spm_model", "terms", "filled_file", "into")
"""Options of some commands that name a file to read, in addition to the files of all commands."""
FILE_LISTS = ("answers", "prompts", "scores", "judgments", "held_out", "baseline_file", "costs")
"""Options of some commands that name several files to read, in addition to the files of all commands."""
USUAL = "bleu"
"""The metric whose options are read first where no metric is named."""


def main(
    arguments: Sequence[str] | None = None,
    prog: str = "python -m scoring",
    elsewhere: Mapping[str, str] = MappingProxyType({}),
    find_project: "FindProject | None" = None,
) -> int:
    """Run one command and return its exit code; write one line on stderr, and return 2, for bad input.

    A command whose result is an exit code leaves it in ``options.exit_code``.

    ``prog`` is what the user typed to run this program. ``elsewhere`` has commands that ``prog`` itself carries out,
    each with its help. ``find_project`` finds the sets of a project that is kept; None where there is no workspace.
    """

    def act() -> int:
        words = _join_command_words(sys.argv[1:] if arguments is None else arguments)
        try:
            options = _parse_arguments(prog, elsewhere, words)
        except (ValueError, SystemExit):  # wrong arguments, or the help
            _tell_plugin_faults()
            raise
        with apply_verbosity(options):
            try:
                return carry_out(options)
            finally:
                _tell_plugin_faults()

    def carry_out(options: argparse.Namespace) -> int:
        options.find_project = find_project
        if options.output == STDOUT:
            options.output = None
        _check_output(options)
        choose_format(options)
        for name in filter(None, (getattr(options, option, None) for option in PARQUET_OPTIONS)):
            check_parquet_name(name)
        _check_match(options)
        check_stdin_once(_files_to_read(options))
        result = options.run(options)
        if options.output is None and getattr(options, "format", None) == TABLE and isinstance(result, str):
            result = wrap_for_terminal(result, sys.stdout)
        write(result, options.output)
        exit_code: int = vars(options).get("exit_code", DONE)
        return exit_code

    return run(prog, act)


def parser_of_all(prog: str, elsewhere: Mapping[str, str]) -> argparse.ArgumentParser:
    """Return a parser with the arguments of every command; ``choose`` has those of ``choose tune``, too."""
    single = [name for name in COMMANDS if " " not in name]
    parser = _parser(prog, elsewhere, single, shown=single)
    for group in GROUPS:
        _add_group(parser, group, with_arguments=True)
    choose = find_commands_action(parser).choices["choose"]
    choose.conflict_handler, description = "resolve", choose.description
    add_arguments("choose tune", choose)
    choose.description = description
    return parser


def _add_group(parser: argparse.ArgumentParser, group: str, with_arguments: bool = False) -> None:
    """Add a parser for the first word of two-word commands; its own commands are the second words."""
    group_parser = find_commands_action(parser).add_parser(
        group, help=GROUPS[group], description=f"{GROUPS[group].capitalize()}."
    )
    commands = group_parser.add_subparsers(required=True, metavar="COMMAND")
    for name, help_ in COMMANDS.items():
        first, _, second = name.partition(" ")
        if first == group:
            command = commands.add_parser(second, help=help_, allow_abbrev=False)
            if with_arguments:
                add_arguments(name, command)


def _tell_plugin_faults() -> None:
    """Write a line on stderr for each plug-in that was looked for and is left out."""
    faults = plugin_faults()
    if faults:
        from .notes import write_note

        for fault in faults:
            write_note(str(fault))


def _join_command_words(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with a command of two words as one argument."""
    first, rest = " ".join(arguments[:2]), arguments[2:]
    return [first, *rest] if first in COMMANDS else [*arguments]


def _parse_arguments(prog: str, elsewhere: Mapping[str, str], words: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments, at first with the options of the named metrics only, as others need no import.

    Metrics of other packages are looked for only for the help, and where a name is not a metric of BLEUscope.
    """
    metric_names = [name for name in METRICS.built_in if name in words] or [USUAL]
    if not {"-h", "--help"}.intersection(words):
        with suppress(ValueError):
            options = _parser(prog, elsewhere, words[:1], metric_names).parse_args(words)
            if not {*(getattr(options, "metrics", None) or ())} - {*METRICS.built_in}:
                return options
    return _parser(prog, elsewhere, words[:1]).parse_args(words)


def _parser(
    prog: str,
    elsewhere: Mapping[str, str],
    command_names: Sequence[str],
    metrics: Collection[str] = METRICS,
    shown: Collection[str] = COMMANDS,
) -> argparse.ArgumentParser:
    """Return a parser that lists the commands ``shown``, and has the arguments of the commands ``command_names``.

    The options of metrics are those of ``metrics``.
    """
    exit_codes = "\n".join(f"  {code:>3}  {meaning}" for code, meaning in EXIT_CODES.items())
    parser = Parser(
        prog=prog,
        description="Scores machine translations.",
        epilog=f"exit codes:\n{exit_codes}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", "-V", action="version", version=f"BLEUscope {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, help_ in elsewhere.items():
        commands.add_parser(name, help=help_)
    for name, help_ in ((name, COMMANDS[name]) for name in shown):
        command = commands.add_parser(name, help=help_, allow_abbrev=False)
        if name in command_names:
            add_arguments(name, command, metrics)
    for group in GROUPS.keys() & {*command_names}:  # for its help, and for a second word that is unknown
        _add_group(parser, group)
    return parser


def add_arguments(name: str, command: argparse.ArgumentParser, metrics: Collection[str] = METRICS) -> None:
    """Add to a parser the arguments of a command, with the options of these metrics, and the function ``run``."""
    command.set_defaults(offered=metrics, output=None, references=[], systems=[], source=None)
    module = f"commands.{name.replace('-', '_').replace(' ', '.')}"
    import_module(f".{module}", __package__).add(command)
    add_verbosity(command, verbose=f"{VERBOSE_HELP}{command.get_default('verbose_adds') or ''}")


def _check_match(options: argparse.Namespace) -> None:
    """Raise ``ValueError`` for ``--match`` without a file in which names can be matched."""
    if getattr(options, "match", ()) and not (options.scores or getattr(options, "judgments", ())):
        raise ValueError("--match is for names in files of --scores; none is given.")


def _files_to_read(options: argparse.Namespace) -> list[str]:
    """Return every argument that names a file to read."""
    read = [*options.references, *options.systems, *filter(None, [options.source])]
    read += filter(None, (getattr(options, name, None) for name in FILES))
    return read + [file for files in FILE_LISTS for file in getattr(options, files, ())]


def _check_output(options: argparse.Namespace) -> None:
    """Check, before anything is computed, that no file to write would overwrite an input, a device or a database.

    Also check that the folders exist, that no file is written twice and that standard output is open.
    """
    if options.output is None:
        check_stdout()
    read = _files_to_read(options)
    outputs = [
        *filter(None, [options.output, *(getattr(options, name, None) for name in PARQUET_OPTIONS)]),
        *(file for _, file in getattr(options, "write", ())),
    ]
    replaced = [getattr(options, name, None) for name in PARQUET_OPTIONS]
    targets: list[Path] = []
    for output in map(Path, outputs):
        target = output if str(output) not in replaced and is_stream(output) else target_file(output)
        check_not_read(output, read)
        if target in targets:
            raise ValueError(f"{output}: is to be written twice; name another file.")
        targets.append(target)
