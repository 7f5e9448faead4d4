"""The options of the test of all pairs, and the request for a comparison that follows from them."""

import argparse
from collections.abc import Collection, Sequence

from ... import Metric
from ...counting.usual_draws import MAX_SEED, MAX_TRIALS
from ...significance import (
    CORRECTIONS,
    EXCHANGES,
    PAIR_CORRECTIONS,
    SEED,
    SEGMENT,
    TESTS,
    TOGETHER,
    UNITS,
    group_runs,
    usual_trials,
)
from ...studies.comparison import ComparisonRequest, Groups
from ...text.suggestions import did_you_mean
from .arguments import number


def add_test(command: argparse.ArgumentParser) -> None:
    """Add the options of the test."""
    group = command.add_argument_group("test")
    add = group.add_argument
    add("--test", choices=TESTS, default="ar", help="approximate randomization (default) or paired bootstrap")
    help_ = (
        "shuffles and resamples, default 10000; for holm, bonferroni and bh 100 per pair if that is more; verdicts"
        " that these leave open get more, for up to about 15 s of one core a metric"
    )
    corrected = "for all pairs of a metric; max-t is the step-down max-T test, in which all pairs share their shuffles"
    add_draws(group, help_, corrected, PAIR_CORRECTIONS)
    add("--runs", action="store_true", help="x.opt0, x.opt1, ... (or run, seed, rep) are runs of one system x")
    help_ = "of systems with runs: all runs of a segment, or document, together (default), or each output on its own"
    add("--exchange", type=_exchange, choices=EXCHANGES, help=help_)


def add_draws(
    group: argparse._ArgumentGroup, trials: str, corrected: str, corrections: Collection[str] = CORRECTIONS
) -> None:
    """Add the options for the number of draws, the correction and the unit that is drawn.

    ``trials`` is the help of --trials; ``corrected`` names the tests that are corrected for. The first of
    ``corrections`` is the default.
    """
    add_trials(group, trials)
    usual, *_ = corrections
    help_ = f"{corrected}; default {usual}"
    group.add_argument("--correction", choices=[*corrections], default=usual, help=help_)
    add_unit(group)


def add_trials(group: argparse._ArgumentGroup, trials: str) -> None:
    """Add the options for the number of draws and the seed; ``trials`` is the help of --trials."""
    group.add_argument("--trials", type=number(int, 1, MAX_TRIALS), metavar="R", help=trials)
    group.add_argument("--seed", type=number(int, 0, MAX_SEED), default=SEED, help=f"default {SEED}")


def add_unit(group: argparse._ArgumentGroup) -> None:
    """Add the options for the unit that is drawn: segments or documents."""
    add = group.add_argument
    help_ = "resample and swap segments (default), or whole documents"
    add("--unit", choices=UNITS, default=SEGMENT, help=help_)
    help_ = "the document of each segment, a line each, such as en-de.docs; default: by ids in the other files"
    add("--documents", metavar="FILE", help=help_)


def comparison_request(options: argparse.Namespace, metric: Metric, systems: Sequence[str]) -> ComparisonRequest:
    """Return the request to compare these outputs by one metric; ``ValueError`` as of ``ComparisonRequest``."""
    groups = _groups(options, systems)
    n_systems = len(systems if groups is None else groups)
    trials = usual_trials(n_systems, options.correction) if options.trials is None else options.trials
    return ComparisonRequest(
        metric,
        tuple(systems),
        groups,
        options.test,
        trials,
        options.seed,
        options.correction,
        options.exchange or TOGETHER,
        options.unit,
    )


def settle_baseline(options: argparse.Namespace, systems: Sequence[str]) -> None:
    """Make the first system the baseline of sacreBLEU's paired tests, unless another one was asked for.

    Raises ``ValueError`` where the baseline is none of the systems.
    """
    if options.baseline is None and options.paired is not None:
        options.baseline = systems[0]
    check_baseline(options.baseline, systems)


def check_baseline(name: str | None, systems: Sequence[str]) -> None:
    """Raise ``ValueError`` where the baseline is none of the systems."""
    if name is not None and name not in systems:
        hint = did_you_mean(name, systems)
        raise ValueError(f"--baseline: no system {name!r}; there are {', '.join(systems)}{hint}.")


def _exchange(word: str) -> str:
    """Return the name of an exchange; ``segments`` is the old name of ``together``."""
    return TOGETHER if word == "segments" else word


def _groups(options: argparse.Namespace, systems: Sequence[str]) -> Groups | None:
    """Return the runs of each system; None unless outputs are to be taken as runs."""
    if options.exchange is not None and not (options.runs and options.test == "ar"):
        raise ValueError("--exchange is for --runs under --test ar.")
    if not options.runs:
        return None
    groups = group_runs(systems)
    if not any(len(runs) > 1 for runs in groups.values()):
        raise ValueError("--runs: expected names such as x.opt0, x.opt1 for runs of x; found " + ", ".join(groups))
    return tuple((system, tuple(runs)) for system, runs in groups.items())
