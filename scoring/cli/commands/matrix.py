"""``matrix``: the systems of many test sets, by every metric, with one test over all sets."""

import argparse
from pathlib import Path

from ... import Metric
from ...counting import kernels
from ...counting.usual_draws import MOST_SEED, MOST_TRIALS, SEED, TRIALS
from ...doctor import MOST_LINES_SHALLOW
from ...formats import Role
from ...formats.set_folders import COLUMNS, SetFolder, find_sets, sets_of_table
from ...output.numbers import counted
from ...significance import PAIR_CORRECTIONS
from ...studies import matrix
from ...studies.comparison import SystemStatistics
from ...studies.wording.verdict_words import not_ranked
from ..notes import write_note
from ..progress_bar import progress_of
from ..reports.layout import json_object
from ..reports.matrix import FORMATS
from ..shared.arguments import add_metrics, add_output, add_reading, chosen_metrics, number, read_inputs
from ..shared.system_statistics import measured

JSON = "json"


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Which system is better over many test sets: scores and ranks in each set, and one test over all of them."
        " Scores are never averaged over sets."
    )
    files = command.add_argument_group("files")
    add = files.add_argument
    help_ = "a folder with a folder for each set, such as SET/ref.txt, SET/src.txt and SET/sys/*"
    add("folder", nargs="?", metavar="DIR", help=help_)
    help_ = (
        f"a table with tabs instead: the columns {', '.join(COLUMNS)}, and name for a system's; a line for each file;"
        " roles are source, reference and system"
    )
    add("--sets", metavar="TABLE", help=help_)
    add_reading(add)
    group = command.add_argument_group("test")
    help_ = f"shuffles in each set and over all, default {TRIALS}"
    group.add_argument("--trials", type=number(int, 1, MOST_TRIALS), default=TRIALS, metavar="R", help=help_)
    group.add_argument("--seed", type=number(int, 0, MOST_SEED), default=SEED, help=f"default {SEED}")
    help_ = (
        "for all pairs of a metric over all sets; default: holm, and max-t for a single set or where holm would need"
        " more shuffles than that"
    )
    group.add_argument("--correction", choices=PAIR_CORRECTIONS, help=help_)
    help_ = "the weight of a set, default 1; may be given again"
    group.add_argument("--weight", action="append", type=_weight, default=[], metavar="SET=NUMBER", help=help_)
    add_metrics(command)
    add_output(command, FORMATS)
    command.set_defaults(run=run)


def _weight(text: str) -> tuple[str, float]:
    name, equals, weight = text.rpartition("=")
    try:
        if equals and name:
            return name, float(weight)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"expected SET=NUMBER, such as en-de=2; found {text!r}")


def run(options: argparse.Namespace) -> str:
    """The matrix of the sets of a folder or table, rendered."""
    if (options.folder is None) == (options.sets is None):
        raise ValueError(
            "Expected a folder of test sets, or --sets TABLE; found "
            + ("neither." if options.sets is None else "both.")
        )
    found = sets_of_table(Path(options.sets)) if options.folder is None else find_sets(Path(options.folder))
    metrics = chosen_metrics(options)
    request = matrix.MatrixRequest(
        tuple(metrics), options.trials, options.seed, options.correction, tuple(options.weight)
    )
    request.weights_of([one.name for one in found])
    kernels.load()
    statistics: dict[str, dict[Metric, SystemStatistics]] = {}
    lines = unexamined = 0
    for one in found:
        statistics[one.name], n_lines = _statistics(options, metrics, one, MOST_LINES_SHALLOW - lines)
        lines += n_lines
        unexamined += lines > MOST_LINES_SHALLOW
    if unexamined:
        write_note(f"{counted(unexamined, 'set')} not examined for shifted or broken lines: see bleuscope doctor.")
    with progress_of("tests") as on_progress:
        result = matrix.run(request, statistics, on_progress)
    return json_object(result.record()) if options.format == JSON else FORMATS[options.format](result)


def _statistics(
    options: argparse.Namespace, metrics: list[Metric], found: SetFolder, most_examined: int
) -> tuple[dict[Metric, SystemStatistics], int]:
    """The statistics of one set's systems by every metric, and the number of lines of its files."""
    write_note(f"{found.name}: {found}")
    source = next(iter(found.paths(Role.SOURCE)), None)
    references, systems = ([*map(str, found.paths(role))] for role in (Role.REFERENCE, Role.SYSTEM))
    named = None if source is None else str(source)
    with read_inputs(options, references, systems, named, most_examined=most_examined) as inputs:
        rows = measured(inputs, metrics, keep_segments=True, strict=options.strict)
        copies = inputs.reference_copies
    if copies:
        write_note(not_ranked([*copies]))
    by_metric: dict[Metric, SystemStatistics] = {
        metric: {system: of for (by, system), of in rows.items() if by == metric and system not in copies}
        for metric in metrics
    }
    n_segments = len(next(iter(rows.values())))
    return by_metric, n_segments * len(found.files)
