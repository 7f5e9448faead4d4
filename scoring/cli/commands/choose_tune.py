"""``choose tune``: weights of the features of lists, by several tuners, judged on lists that none has seen."""

import argparse

from ... import BLEU
from ...counting.usual_draws import MOST_SEED, MOST_TRIALS
from ...formats.errors import naming
from ...lab.tuning.mert_search import MOST_STARTS
from ...lab.tuning.replications import MOST_REPLICATIONS
from ...significance import CORRECTIONS, EXCHANGES, TOGETHER
from ...studies.parameters import tuning
from ...studies.parameters.tuning import (
    PENALTY,
    REPLICATIONS,
    STARTS,
    TRIALS,
    TUNERS,
    TuningCandidates,
    TuningRequest,
    halves,
)
from ...text.naming import clean_file
from ..completion import suggest
from ..progress_bar import progress_of
from ..reports.tuning import FORMATS
from ..shared.arguments import add_dialect, add_options, add_output, number, values
from ..shared.candidates import CandidateArguments, add_candidates, given_lists
from ..shared.system_statistics import warn_of_script


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "Tunes feature weights several times on resampled development lists, and scores what they select from held-out"
        " lists with BLEU. FILES are LISTS REF [REF ...]."
    )
    add_candidates(command, about, with_systems=False)
    command.set_defaults(run=run, metrics=[BLEU.name])
    add = command.add_argument_group("tuning").add_argument
    help_ = "held-out lists, then references; default: a random half of LISTS, by --seed"
    add("--held-out", nargs="+", default=[], metavar="FILE", help=help_)
    help_ = "of mert, mira, expected:SMOOTHING; default: mert, mira and expected:0 to expected:7"
    suggest(add("--tuners", action="extend", nargs="+", default=[], metavar="TUNER", help=help_), TUNERS)
    help_ = f"how often development lists are resampled, default {REPLICATIONS}; 1 uses them unchanged"
    add("--replications", type=number(int, 1, MOST_REPLICATIONS), default=REPLICATIONS, metavar="N", help=help_)
    help_ = f"for expected BLEU: the penalty on large weights, default {PENALTY:g}"
    add("--penalty", type=number(float, 0, 1e9), default=PENALTY, metavar="LAMBDA", help=help_)
    add("--starts", type=number(int, 1, MOST_STARTS), default=STARTS, metavar="N", help=f"of mert, default {STARTS}")
    add("--seed", type=number(int, 0, MOST_SEED), default=1, help="of halves, draws and tests, default 1")
    _add_test(command)
    add_options(command, [BLEU])
    add_dialect(command)
    add_output(command)


def _add_test(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("test").add_argument
    help_ = f"shuffles of approximate randomization, default {TRIALS}"
    add("--trials", type=number(int, 1, MOST_TRIALS), default=TRIALS, metavar="R", help=help_)
    help_ = "for all tuners against the baseline, and for all pairs of them, default holm"
    add("--correction", choices=CORRECTIONS, default="holm", help=help_)
    help_ = "all replications of a list together (default), or each on its own, which makes p too small"
    add("--exchange", choices=EXCHANGES, default=TOGETHER, help=help_)


def run(options: argparse.Namespace) -> str:
    """Every tuner's BLEU on both sides, rendered."""
    request = TuningRequest(
        tuple(dict.fromkeys(options.tuners or TUNERS)),
        options.replications,
        options.penalty,
        options.seed,
        options.starts,
        options.trials,
        options.correction,
        options.exchange,
    )
    metric = BLEU.configure(values(options))
    given = given_lists(options, options.references)
    warn_of_script([metric], given.test_set.target.script)
    sides = _sides(options, given, metric)
    with progress_of("tuning") as on_progress:
        result = tuning.run(request, *sides, on_progress)
    return FORMATS[options.format](result, metric.full_signature(given.sample))


def _sides(
    options: argparse.Namespace, given: CandidateArguments, metric: BLEU
) -> tuple[TuningCandidates, TuningCandidates]:
    """The lists to tune on, and those to judge by; ``ValueError`` with the file for lists that do not fit."""
    if not options.held_out:
        with naming(clean_file(options.references[0])):
            return halves(given.lists, given.references, metric, options.seed)
    others = given_lists(options, options.held_out)
    with naming(clean_file(options.references[0])):
        development = TuningCandidates.of(given.lists, given.references, metric)
    with naming(clean_file(options.held_out[0])):
        return development, TuningCandidates.of(others.lists, others.references, metric)
