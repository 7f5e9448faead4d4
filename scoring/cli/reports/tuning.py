"""Tuned weights, and what they choose, as text. Nothing is computed here."""

from collections.abc import Callable, Sequence

import numpy as np

from ...output.latex import comments
from ...output.numbers import LEVEL, counted, probability, significant
from ...studies import tuning
from ...studies.tuning import TunerResult, TuningResult
from .layout import LATEX, PLAIN, Style, finite, json_list, rounded, stripped, tsv

WEIGHT = "weight:"


def as_json(result: TuningResult, signature: str) -> str:
    """A list of objects, one a tuner, the baseline first; what is not defined is null."""
    found = result.found
    return json_list(
        {
            name: finite(value) if isinstance(value, float) else value
            for name, value in _record(result, signature, one).items()
        }
        | {"weights": dict(zip(found.feature_names, map(finite, one.mean_weights.tolist()), strict=True))}
        for one in found.all
    )


def as_tsv(result: TuningResult, signature: str) -> str:
    """One row a tuner, a column a weight; every digit, what is not defined is ``nan``."""
    names = [f"{WEIGHT}{name}" for name in result.found.feature_names]
    records = [
        _record(result, signature, one) | dict(zip(names, one.mean_weights.tolist(), strict=True))
        for one in result.found.all
    ]
    return tsv([[*records[0]], *(list(map(str, record.values())) for record in records)])


def as_table(result: TuningResult, signature: str) -> str:
    """Which tuner does best, tuners by scores, their weights, and what so few lists can show."""
    parts = [*_opening(result), _scores(result, PLAIN), _weights(result, PLAIN), "\n".join(_notes(result, signature))]
    return stripped("\n\n".join(parts))


def as_latex(result: TuningResult, signature: str) -> str:
    """The same as two LaTeX tabulars, the best in bold, what is said as comments."""
    said = [comments([sentence]) for sentence in _opening(result)]
    return "\n\n".join([*said, _scores(result, LATEX), _weights(result, LATEX), comments(_notes(result, signature))])


FORMATS: dict[str, Callable[[TuningResult, str], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


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


def _opening(result: TuningResult) -> list[str]:
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
        "development, held out: BLEU of what is chosen, the mean over replications; spread: its standard deviation"
        " over them on held-out lists; length: of the references' words",
        f"p: against {found.baseline.name}, approximate randomization of held-out lists, {tests.tested.trials:,}"
        f" trials{of_tuners}; where tuners share a letter, their difference could be chance (p > {LEVEL}{of_pairs})",
        *filter(None, [tuning.overfitting(found), tuning.weight_variation_words(found)]),
        *tuning.small(found, tests),
        f"BLEU: {signature}",
    ]
