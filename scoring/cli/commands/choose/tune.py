"""``choose tune``: weights of features, tuned by several methods and judged on lists that were not used for tuning."""

import argparse
from collections.abc import Iterator, Sequence

import numpy as np

from .... import BLEU
from ....counting.usual_draws import MAX_SEED, MAX_TRIALS
from ....formats.errors import naming
from ....lab.tuning.mert_search import MAX_STARTS
from ....lab.tuning.replications import MAX_REPLICATIONS
from ....output.json_values import number_or_none
from ....output.numbers import LEVEL, counted, probability, significant
from ....significance import CORRECTIONS, EXCHANGES, TOGETHER
from ....studies.parameters import tuning
from ....studies.parameters.tuning import (
    PENALTY,
    REPLICATIONS,
    STARTS,
    TRIALS,
    TUNERS,
    TunerResult,
    TuningCandidates,
    TuningRequest,
    TuningResult,
    halves,
)
from ....text.naming import clean_file
from ...completion import suggest
from ...progress_bar import show_progress
from ...reports.layout import Style, build_format_writers, format_score_cell
from ...shared.arguments import add_dialect, add_options, add_output, number, values
from ...shared.candidates import CandidateArguments, add_candidates, read_given_lists
from ...shared.system_statistics import warn_of_script

WEIGHT = "weight:"


def _objects(result: TuningResult, signature: str) -> Iterator[dict[str, object]]:
    """Yield a record for each tuner, the baseline first, with its weights by their names."""
    for one in result.tunings.all:
        weights = map(number_or_none, one.mean_weights.tolist())
        weights_by_name = dict(zip(result.tunings.feature_names, weights, strict=True))
        yield {**_record(result, signature, one), "weights": weights_by_name}


def _records(result: TuningResult, signature: str) -> list[dict[str, object]]:
    """Return a record for each tuner, with a column for each weight."""
    names = [f"{WEIGHT}{name}" for name in result.tunings.feature_names]
    return [
        {**_record(result, signature, one), **dict(zip(names, one.mean_weights.tolist(), strict=True))}
        for one in result.tunings.all
    ]


def _record(result: TuningResult, signature: str, one: TunerResult) -> dict[str, str | float | int]:
    """Return the means of a tuner's scores over the replications, and its test against the baseline."""
    tunings, tests = result.tunings, result.tests
    p_value, p_adjusted = result.p(one.name)
    return {
        "tuner": one.name,
        "development": float(one.development.mean()),
        "held_out": float(one.held_out.mean()),
        "spread": one.spread,
        "development_length": float(one.development_lengths.mean()),
        "held_out_length": float(one.held_out_lengths.mean()),
        "p_value": p_value,
        "p_adjusted": p_adjusted,
        "letters": result.letters.get(one.name, ""),
        "baseline": tunings.baseline.name,
        "n_development": tunings.n_development,
        "n_held_out": tunings.n_held_out,
        "replications": tunings.n_replications,
        "penalty": tunings.penalty,
        "trials": tests.tested.trials,
        "seed": tunings.seed,
        "correction": tests.correction,
        "exchange": tests.exchange,
        "signature": signature,
    }


def _opening(result: TuningResult, signature: str) -> list[str]:
    tunings, tests = result.tunings, result.tests
    sentences = [
        tuning.tuning_opening(tunings, tests),
        tuning.smoothings(tunings, tests),
        tuning.output_length_sentence(tunings),
    ]
    return [" ".join(filter(None, sentences))]


def _scores(result: TuningResult, style: Style) -> str:
    """Return a table of scores with a row for each tuner, the baseline first."""
    tunings = result.tunings
    columns: list[Sequence[str]] = [
        [one.name for one in tunings.all],
        [result.letters.get(one.name, "") for one in tunings.all],
        style.scores([float(one.development.mean()) for one in tunings.all]),
        style.scores([float(one.held_out.mean()) for one in tunings.all]),
        [format_score_cell(one.spread) for one in tunings.all],
        [format_score_cell(100 * float(one.held_out_lengths.mean()), 1) for one in tunings.all],
        ["" if np.isnan(p := result.p(one.name)[1]) else probability(p) for one in tunings.all],
    ]
    headers = ["tuner", "letters", "development", "held out", "spread", "length %", "p"]
    return style.table(headers, list(zip(*columns, strict=True)), n_left=2)


def _weights(result: TuningResult, style: Style) -> str:
    """Return a table of weights with a row for each feature and a column for each tuner."""
    tunings = result.tunings
    shown = [one for one in tunings.all if not np.isnan(one.mean_weights).any()]
    rows = [
        [name, *(significant(one.mean_weights[place], 3) for one in shown)]
        for place, name in enumerate(tunings.feature_names)
    ]
    return style.table(["weight", *(one.name for one in shown)], rows, n_left=1)


def _notes(result: TuningResult, signature: str) -> list[str]:
    tunings, tests = result.tunings, result.tests
    of_tuners, of_pairs = (
        "" if tests.correction == "none" else f", adjusted ({tests.correction}) for {counted(number, noun)}"
        for number, noun in ((len(tunings.tuned), "tuner"), (tests.n_tested, "pair"))
    )
    return [
        tuning.tuning_method(tunings),
        "development, held out: BLEU of the selection, the mean over replications; spread: its standard deviation on"
        " held-out lists; length: relative to the references' words",
        f"p: against {tunings.baseline.name}, approximate randomization of held-out lists, {tests.tested.trials:,}"
        f" shuffles{of_tuners}; tuners that share a letter do not differ significantly (p > {LEVEL}{of_pairs})",
        *filter(None, [tuning.overfitting(tunings), tuning.weight_variation_words(tunings)]),
        *tuning.limits_of_lists_sentences(tunings, tests),
        f"BLEU: {signature}",
    ]


FORMATS = build_format_writers(
    _records,
    lambda result, signature, style: [_scores(result, style), _weights(result, style)],
    _notes,
    _opening,
    objects=_objects,
)


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
    add("--replications", type=number(int, 1, MAX_REPLICATIONS), default=REPLICATIONS, metavar="N", help=help_)
    help_ = f"for expected BLEU: the penalty on large weights, default {PENALTY:g}"
    add("--penalty", type=number(float, 0, 1e9), default=PENALTY, metavar="LAMBDA", help=help_)
    add("--starts", type=number(int, 1, MAX_STARTS), default=STARTS, metavar="N", help=f"of mert, default {STARTS}")
    add("--seed", type=number(int, 0, MAX_SEED), default=1, help="of halves, draws and tests, default 1")
    _add_test(command)
    add_options(command, [BLEU])
    add_dialect(command)
    add_output(command)


def _add_test(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("test").add_argument
    help_ = f"shuffles of approximate randomization, default {TRIALS}"
    add("--trials", type=number(int, 1, MAX_TRIALS), default=TRIALS, metavar="R", help=help_)
    help_ = "for all tuners against the baseline, and for all pairs of them, default holm"
    add("--correction", choices=CORRECTIONS, default="holm", help=help_)
    help_ = "all replications of a list together (default), or each on its own, which makes p too small"
    add("--exchange", choices=EXCHANGES, default=TOGETHER, help=help_)


def run(options: argparse.Namespace) -> str:
    """Return every tuner's BLEU on development and held-out lists, rendered."""
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
    candidates = read_given_lists(options, options.references)
    warn_of_script([metric], candidates.test_set.target.script)
    sides = _sides(options, candidates, metric)
    with show_progress("tuning") as on_progress:
        result = tuning.run(request, *sides, on_progress)
    return FORMATS[options.format](result, metric.full_signature(candidates.sample))


def _sides(
    options: argparse.Namespace, candidates: CandidateArguments, metric: BLEU
) -> tuple[TuningCandidates, TuningCandidates]:
    """Return the lists to tune on, and the held-out lists to judge by.

    Raises ``ValueError`` with the file's name for lists that do not fit.
    """
    if not options.held_out:
        with naming(clean_file(options.references[0])):
            return halves(candidates.lists, candidates.references, metric, options.seed)
    others = read_given_lists(options, options.held_out)
    with naming(clean_file(options.references[0])):
        development = TuningCandidates.of(candidates.lists, candidates.references, metric)
    with naming(clean_file(options.held_out[0])):
        return development, TuningCandidates.of(others.lists, others.references, metric)
