"""Tuned weights, and what they choose, as text. Nothing is computed here."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...output.json_values import number_or_none
from ...output.numbers import LEVEL, counted, probability, significant
from ...studies.parameters import tuning
from ...studies.parameters.tuning import TunerResult, TuningResult
from .layout import Style, formats_of, rounded

WEIGHT = "weight:"


def _objects(result: TuningResult, signature: str) -> Iterator[dict[str, object]]:
    """One a tuner, the baseline first, with its weights by their names."""
    for one in result.found.all:
        weights = map(number_or_none, one.mean_weights.tolist())
        named = dict(zip(result.found.feature_names, weights, strict=True))
        yield {**_record(result, signature, one), "weights": named}


def _records(result: TuningResult, signature: str) -> list[dict[str, object]]:
    """One a tuner, with a column a weight."""
    names = [f"{WEIGHT}{name}" for name in result.found.feature_names]
    return [
        {**_record(result, signature, one), **dict(zip(names, one.mean_weights.tolist(), strict=True))}
        for one in result.found.all
    ]


def _record(result: TuningResult, signature: str, one: TunerResult) -> dict[str, str | float | int]:
    """Means over the replications, and the test."""
    found, tests = result.found, result.tests
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
        "baseline": found.baseline.name,
        "n_development": found.n_development,
        "n_held_out": found.n_held_out,
        "replications": found.n_replications,
        "penalty": found.penalty,
        "trials": tests.tested.trials,
        "seed": found.seed,
        "correction": tests.correction,
        "exchange": tests.exchange,
        "signature": signature,
    }


def _opening(result: TuningResult, signature: str) -> list[str]:
    found, tests = result.found, result.tests
    said = [tuning.tuning_opening(found, tests), tuning.smoothings(found, tests), tuning.length(found)]
    return [" ".join(filter(None, said))]


def _scores(result: TuningResult, style: Style) -> str:
    """One row a tuner, the baseline first."""
    found = result.found
    columns: list[Sequence[str]] = [
        [one.name for one in found.all],
        [result.letters.get(one.name, "") for one in found.all],
        style.scores([float(one.development.mean()) for one in found.all]),
        style.scores([float(one.held_out.mean()) for one in found.all]),
        [rounded(one.spread) for one in found.all],
        [rounded(100 * float(one.held_out_lengths.mean()), 1) for one in found.all],
        ["" if np.isnan(p := result.p(one.name)[1]) else probability(p) for one in found.all],
    ]
    headers = ["tuner", "letters", "development", "held out", "spread", "length %", "p"]
    return style.table(headers, list(zip(*columns, strict=True)), n_left=2)


def _weights(result: TuningResult, style: Style) -> str:
    """One row a feature, one column a tuner."""
    found = result.found
    shown = [one for one in found.all if not np.isnan(one.mean_weights).any()]
    rows = [
        [name, *(significant(one.mean_weights[place], 3) for one in shown)]
        for place, name in enumerate(found.feature_names)
    ]
    return style.table(["weight", *(one.name for one in shown)], rows, n_left=1)


def _notes(result: TuningResult, signature: str) -> list[str]:
    found, tests = result.found, result.tests
    of_tuners, of_pairs = (
        "" if tests.correction == "none" else f", adjusted ({tests.correction}) for {counted(number, what)}"
        for number, what in ((len(found.tuned), "tuner"), (tests.n_tested, "pair"))
    )
    return [
        tuning.tuning_method(found),
        "development, held out: BLEU of the selection, the mean over replications; spread: its standard deviation on"
        " held-out lists; length: relative to the references' words",
        f"p: against {found.baseline.name}, approximate randomization of held-out lists, {tests.tested.trials:,}"
        f" trials{of_tuners}; tuners that share a letter do not differ significantly (p > {LEVEL}{of_pairs})",
        *filter(None, [tuning.overfitting(found), tuning.weight_variation_words(found)]),
        *tuning.small(found, tests),
        f"BLEU: {signature}",
    ]


FORMATS = formats_of(
    _records,
    lambda result, signature, style: [_scores(result, style), _weights(result, style)],
    _notes,
    _opening,
    objects=_objects,
)
