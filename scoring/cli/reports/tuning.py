"""Tuned weights, and what they choose, as text. Nothing is computed here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...choosing.tuning import Tuned, Tunings, words
from ...choosing.tuning.baseline_tests import Probability, against_baseline, letters
from ...formats.columns import counted
from ...latex import comments
from ...numbers import probability, significant
from ...significance import LEVEL, Comparisons
from .layout import LATEX, PLAIN, Style, finite, json_list, rounded, stripped, tsv

WEIGHT = "weight:"


@dataclass(frozen=True, eq=False)
class Weighed:
    """What tuners found, and how they compare on held-out lists."""

    found: Tunings
    tests: Comparisons
    signature: str

    @cached_property
    def letters(self) -> Mapping[str, str]:
        return letters(self.found, self.tests)

    @cached_property
    def _adjusted(self) -> Mapping[str, Probability]:
        return against_baseline(self.found, self.tests)

    def p(self, name: str) -> tuple[float, float]:
        """p against the baseline, and adjusted for all tuners; NaN of the baseline."""
        if name == self.found.baseline.name:
            return float("nan"), float("nan")
        at = self.tests.index(name), self.tests.index(self.found.baseline.name)
        return float(self.tests.p_values[at]), self._adjusted[name].p


def as_json(weighed: Weighed) -> str:
    """A list of objects, one a tuner, the baseline first; what is not defined is null."""
    found = weighed.found
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in _record(weighed, one).items()}
        | {"weights": dict(zip(found.feature_names, map(finite, one.mean_weights.tolist()), strict=True))}
        for one in found.all
    )


def as_tsv(weighed: Weighed) -> str:
    """One row a tuner, a column a weight; every digit, what is not defined is ``nan``."""
    names = [f"{WEIGHT}{name}" for name in weighed.found.feature_names]
    records = [
        _record(weighed, one) | dict(zip(names, one.mean_weights.tolist(), strict=True)) for one in weighed.found.all
    ]
    return tsv([[*records[0]], *(list(map(str, record.values())) for record in records)])


def as_table(weighed: Weighed) -> str:
    """Which tuner does best, tuners by scores, their weights, and what so few lists can show."""
    parts = [*_opening(weighed), _scores(weighed, PLAIN), _weights(weighed, PLAIN), "\n".join(_notes(weighed))]
    return stripped("\n\n".join(parts))


def as_latex(weighed: Weighed) -> str:
    """The same as two LaTeX tabulars, the best in bold, what is said as comments."""
    said = [comments([sentence]) for sentence in _opening(weighed)]
    return "\n\n".join([*said, _scores(weighed, LATEX), _weights(weighed, LATEX), comments(_notes(weighed))])


FORMATS: dict[str, Callable[[Weighed], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _record(weighed: Weighed, one: Tuned) -> dict[str, str | float | int]:
    """Means over the replications, and the test."""
    found, tests = weighed.found, weighed.tests
    p_value, p_adjusted = weighed.p(one.name)
    return {
        "tuner": one.name,
        "development": float(one.development.mean()),
        "held_out": float(one.held_out.mean()),
        "spread": one.spread,
        "development_length": float(one.development_lengths.mean()),
        "held_out_length": float(one.held_out_lengths.mean()),
        "p_value": p_value,
        "p_adjusted": p_adjusted,
        "letters": weighed.letters.get(one.name, ""),
        "baseline": found.baseline.name,
        "n_development": found.n_development,
        "n_held_out": found.n_held_out,
        "replications": found.n_replications,
        "penalty": found.penalty,
        "trials": tests.tested.trials,
        "seed": found.seed,
        "correction": tests.correction,
        "exchange": tests.exchange,
        "signature": weighed.signature,
    }


def _opening(weighed: Weighed) -> list[str]:
    found, tests = weighed.found, weighed.tests
    said = [words.opening(found, tests), words.smoothings(found, tests), words.length(found)]
    return [" ".join(filter(None, said))]


def _scores(weighed: Weighed, style: Style) -> str:
    """One row a tuner, the baseline first."""
    found = weighed.found
    columns: list[Sequence[str]] = [
        [one.name for one in found.all],
        [weighed.letters.get(one.name, "") for one in found.all],
        style.scores([float(one.development.mean()) for one in found.all]),
        style.scores([float(one.held_out.mean()) for one in found.all]),
        [rounded(one.spread) for one in found.all],
        [rounded(100 * float(one.held_out_lengths.mean()), 1) for one in found.all],
        ["" if np.isnan(p := weighed.p(one.name)[1]) else probability(p) for one in found.all],
    ]
    headers = ["tuner", "letters", "development", "held out", "spread", "length %", "p"]
    return style.table(headers, list(zip(*columns, strict=True)), n_left=2)


def _weights(weighed: Weighed, style: Style) -> str:
    """One row a feature, one column a tuner."""
    found = weighed.found
    shown = [one for one in found.all if not np.isnan(one.mean_weights).any()]
    rows = [
        [name, *(significant(one.mean_weights[place], 3) for one in shown)]
        for place, name in enumerate(found.feature_names)
    ]
    return style.table(["weight", *(one.name for one in shown)], rows, n_left=1)


def _notes(weighed: Weighed) -> list[str]:
    found, tests = weighed.found, weighed.tests
    of_tuners, of_pairs = (
        "" if tests.correction == "none" else f", adjusted ({tests.correction}) for {counted(number, what)}"
        for number, what in ((len(found.tuned), "tuner"), (tests.n_tested, "pair"))
    )
    return [
        words.how(found),
        "development, held out: BLEU of what is chosen, the mean over replications; spread: its standard deviation"
        " over them on held-out lists; length: of the references' words",
        f"p: against {found.baseline.name}, approximate randomization of held-out lists, {tests.tested.trials:,}"
        f" trials{of_tuners}; where tuners share a letter, their difference could be chance (p > {LEVEL}{of_pairs})",
        *filter(None, [words.overfitting(found), words.weights(found)]),
        *words.small(found, tests),
        f"BLEU: {weighed.signature}",
    ]
