"""The test of all pairs: its options, for every command that has them, and what they ask for."""

import argparse
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from ... import Metric
from ...arrays import Flags, Floats
from ...significance import (
    CORRECTIONS,
    EXCHANGES,
    PAIR_CORRECTIONS,
    SEGMENT,
    TESTS,
    TOGETHER,
    UNITS,
    Bootstrap,
    Comparisons,
    bootstraps,
    by_document,
    check_options,
    compare,
    group_runs,
    usual_trials,
)
from ...significance.draws import MOST_SEED, MOST_TRIALS, check_systems
from ...significance.replications import RunGroups
from ...suggestions import did_you_mean
from ...texts import check_counts
from .arguments import number


@dataclass(frozen=True)
class Test:
    """What the options say, for the systems that there are."""

    __test__ = False  # tells pytest that this is no test class

    test: str
    trials: int
    seed: int
    correction: str
    groups: RunGroups | None
    """the runs of each system, if outputs are taken as such"""
    exchange: str
    unit: str
    systems: tuple[str, ...]
    """what is compared: the outputs, or the systems of which they are runs"""

    def units(
        self, measured: Mapping[str, Floats], judged: Flags, documents: pa.StringArray | None
    ) -> dict[str, Floats]:
        """The rows that are drawn, of those segments that are ``judged``: they themselves, or sums of documents.

        ``documents`` are those of all segments, None where segments are drawn.
        """
        rows = {system: found if judged.all() else found[judged] for system, found in measured.items()}
        if documents is None:
            return rows
        check_counts({"--documents": len(documents), "the test set": len(judged)})
        return by_document(rows, documents.filter(pa.array(judged)))

    def resampled(self, measured: Mapping[Metric, Mapping[str, Floats]]) -> dict[Metric, Bootstrap]:
        """The resamples of metrics that have as many rows are drawn once; nothing of runs, which are pooled first."""
        together: defaultdict[int, dict[Metric, Mapping[str, Floats]]] = defaultdict(dict)
        for metric, rows in measured.items() if self.groups is None else ():
            together[len(next(iter(rows.values())))][metric] = rows
        return {
            metric: found
            for same in together.values()
            for metric, found in bootstraps(same, self.trials, self.seed).items()
        }

    def compare(
        self, metric: Metric, measured: Mapping[str, Floats], resampled: Bootstrap | None = None
    ) -> Comparisons:
        """All pairs of systems by one metric; ``measured`` are the rows of every output, as ``units`` gives them."""
        return compare(
            metric,
            measured,
            test=self.test,
            trials=self.trials,
            seed=self.seed,
            correction=self.correction,
            groups=self.groups,
            exchange=self.exchange,
            unit=self.unit,
            resampled=resampled,
        )


def add_test(command: argparse.ArgumentParser) -> None:
    """The options of the test."""
    group = command.add_argument_group("test")
    add = group.add_argument
    add("--test", choices=TESTS, default="ar", help="approximate randomization (default) or paired bootstrap")
    help_ = (
        "shuffles, and resamples, default 10000; for holm, bonferroni and bh 100 a pair where that is more; verdicts"
        " that these leave open get more, for up to about 15 s of one core a metric"
    )
    corrected = "for all pairs of a metric; max-t is the step-down max-T test, in which all pairs share their trials"
    add_draws(group, help_, corrected, PAIR_CORRECTIONS)
    add("--runs", action="store_true", help="x.opt0, x.opt1, ... (or run, seed, rep) are runs of one system x")
    help_ = "of systems with runs: all runs of a segment, or document, together (default), or each output on its own"
    add("--exchange", type=_exchange, choices=EXCHANGES, help=help_)


def add_draws(
    group: argparse._ArgumentGroup, trials: str, corrected: str, corrections: Collection[str] = CORRECTIONS
) -> None:
    """How often is drawn, and what; ``trials`` is the help of --trials, ``corrected`` says what is corrected for.

    The first of the corrections is the usual one.
    """
    add = group.add_argument
    add("--trials", type=number(int, 1, MOST_TRIALS), metavar="R", help=trials)
    add("--seed", type=number(int, 0, MOST_SEED), default=1, help="default 1")
    usual, *_ = corrections
    add("--correction", choices=[*corrections], default=usual, help=f"{corrected}; default {usual}")
    help_ = "what is drawn, and exchanged, as one: a segment (default), or a document with all its segments"
    add("--unit", choices=UNITS, default=SEGMENT, help=help_)
    help_ = "the document of each segment, a line each, such as en-de.docs; default: by ids in the other files"
    add("--documents", metavar="FILE", help=help_)


def asked_test(options: argparse.Namespace, systems: Sequence[str]) -> Test:
    """The test of these systems; ``ValueError`` for options that do not go together, or too few or many systems."""
    groups = _groups(options, systems)
    n_systems = len(systems if groups is None else groups)
    trials = usual_trials(n_systems, options.correction) if options.trials is None else options.trials
    exchange = options.exchange or TOGETHER
    check_options(options.test, trials, options.seed, options.correction, exchange, groups, options.unit)
    check_systems(n_systems, 2)
    compared = tuple(systems if groups is None else groups)
    return Test(options.test, trials, options.seed, options.correction, groups, exchange, options.unit, compared)


def check_baseline(name: str | None, systems: Sequence[str]) -> None:
    """Raise ``ValueError`` where the baseline that was asked for is none of the systems."""
    if name is not None and name not in systems:
        hint = did_you_mean(name, systems)
        raise ValueError(f"--baseline: no system {name!r}; there are {', '.join(systems)}{hint}.")


def _exchange(word: str) -> str:
    """``segments`` is what ``together`` was called before documents could be drawn."""
    return TOGETHER if word == "segments" else word


def _groups(options: argparse.Namespace, systems: Sequence[str]) -> RunGroups | None:
    """The runs of each system, if outputs are to be taken as such."""
    if options.exchange is not None and not (options.runs and options.test == "ar"):
        raise ValueError("--exchange is for --runs under --test ar.")
    if not options.runs:
        return None
    groups = group_runs(systems)
    if not any(len(runs) > 1 for runs in groups.values()):
        raise ValueError("--runs: expected names such as x.opt0, x.opt1 for runs of x; found " + ", ".join(groups))
    return groups
