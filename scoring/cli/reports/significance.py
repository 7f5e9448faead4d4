"""Comparisons as text: a table, JSON, TSV or LaTeX. Nothing is computed here."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from ...latex import comments
from ...numbers import MISSING, printed_difference, probability
from ...significance import SEGMENT, STATES, Comparison, Comparisons, Verdicts, words
from .layout import LATEX, PLAIN, Style, finite, json_list, rounded, stripped, tsv


@dataclass(frozen=True)
class Compared:
    """What one metric says, with its signature."""

    verdicts: Verdicts
    signature: str
    oddities: Sequence[str] = ()
    """what is odd about the outputs, a sentence each"""
    further: bool = True
    """whether more trials were drawn where verdicts were open"""

    @property
    def comparisons(self) -> Comparisons:
        return self.verdicts.comparisons


def as_json(results: Sequence[Compared]) -> str:
    """A list of objects, one a metric and pair; NaN is null."""
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in record.items()}
        for record in _records(results)
    )


def as_tsv(results: Sequence[Compared]) -> str:
    """One row a metric and pair; every digit, NaN is ``nan``."""
    records = _records(results)
    return tsv([[*records[0]], *(list(map(str, record.values())) for record in records)])


def _records(results: Sequence[Compared]) -> list[dict[str, str | float | int]]:
    """For each metric and pair what was found, and how; of runs also their number and both deviations."""
    return [_record(compared, pair) for compared in results for pair in compared.verdicts.refined.pairs]


def _record(compared: Compared, pair: Comparison) -> dict[str, str | float | int]:
    result = compared.comparisons
    record = asdict(pair) | {"test": result.test, "correction": result.correction, "signature": compared.signature}
    record |= verdict_of(compared.verdicts, pair.a, pair.b) | unit_of(result)
    if not result.runs:
        return record
    a, b = (result.runs[result.index(name)] for name in (pair.a, pair.b))
    return record | {
        "exchange": result.exchange if result.test == "ar" else "",
        "runs_a": len(a.runs),
        "runs_b": len(b.runs),
        "s_sel_a": a.selection,
        "s_sel_b": b.selection,
        "s_opt_a": a.instability,
        "s_opt_b": b.instability,
    }


def verdict_of(verdicts: Verdicts, a: str, b: str) -> dict[str, str | float | int]:
    """The verdict on a pair, and what it rests on."""
    return {
        "verdict": verdicts.state(a, b),
        "verdict_trials": verdicts.n_trials(a, b),
        "verdict_p_value": verdicts.p_value(a, b),
        "verdict_p_adjusted": verdicts.p_adjusted(a, b),
    }


def unit_of(result: Comparisons) -> dict[str, str | float | int]:
    """What was drawn, and how many of them there are."""
    return {"unit": result.unit, "n_units": result.n_units}


def as_table(results: Sequence[Compared]) -> str:
    """For each metric the ranking and all pairs; what the columns are is said beneath."""
    parts = [part for result in results for part in _tables(result.verdicts, PLAIN)]
    return stripped("\n\n".join([*parts, "\n".join(_notes(results))]))


def as_latex(results: Sequence[Compared]) -> str:
    """The same as LaTeX tabulars, what is said beneath as comments."""
    parts = [part for result in results for part in _tables(result.verdicts, LATEX)]
    return "\n\n".join([*parts, comments(_notes(results))])


FORMATS: dict[str, Callable[[Sequence[Compared]], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}
MAX_PAIRS_NAMED = 3
"""The most pairs with the same number of trials that are named."""
RECORDS = ("json", "tsv")
"""Formats that have no room for sentences."""


def _tables(result: Verdicts, style: Style) -> list[str]:
    return [_ranking(result.refined, style), _pairs(result, style)]


def _ranking(result: Comparisons, style: Style) -> str:
    headers = ["system", result.metric.label, "low", "high", "letters"]
    width = max(map(len, result.letters))
    rows = [
        [
            result.systems[system],
            rounded(result.tested.scores[system], result.metric.decimals),
            *(rounded(end, result.metric.decimals) for end in result.bootstrap.interval(result.systems[system])),
            result.letters[system].ljust(width),
        ]
        for system in result.order
    ]
    if result.runs:
        headers += ["runs", "mean", "s_sel", "s_opt"]
        for row, system in zip(rows, result.order, strict=True):
            found = result.runs[system]
            row += [str(len(found.runs)), *map(rounded, (found.mean, found.selection, found.instability))]
    return style.table(headers, rows, n_left=1)


def _pairs(verdicts: Verdicts, style: Style) -> str:
    result = verdicts.refined
    width, decimals = max(map(len, STATES)), result.metric.decimals
    rows = [
        [
            pair.a,
            pair.b,
            rounded(printed_difference(pair.score_a, pair.score_b, decimals), decimals),
            *(rounded(end, decimals) for end in (pair.ci_low, pair.ci_high)),
            *(probability(p, MISSING) for p in (pair.p_value, pair.p_adjusted)),
            verdicts.state(pair.a, pair.b).ljust(width),
        ]
        for pair in result.pairs
    ]
    headers = ["first", "second", f"{result.metric.label} first - second", "low", "high", "p", "adjusted p", "verdict"]
    return style.table(headers, rows, n_left=2)


def _notes(results: Sequence[Compared]) -> list[str]:
    """What the columns hold, what so few draws cannot show, and the signatures."""
    first, second, *others = notes_of_test(results)
    rule = words.VERDICT if results[0].further else words.VERDICT_OF_ASKED
    verdict = [f"letters: {words.LETTERS} {words.SIGNIFICANT}", f"verdict: {rule}", *drawn(results)]
    return list(dict.fromkeys([first, second, *verdict, *others]))


def notes_of_test(results: Sequence[Compared]) -> list[str]:
    """How p-values and intervals came about, what so few draws cannot show, and the signatures."""
    result = results[0].comparisons
    n_pairs = _by_metric(results, lambda found: found.n_tested)
    notes = [
        f"p: {words.tested(result)}",
        f"adjusted p: for all pairs of each metric ({n_pairs}), {words.corrected(result.correction)}",
        f"low, high: {words.intervals(result.bootstrap.trials, result.unit)}",
        *_units(results),
        *_directions(results),
        *_reasons(results, lambda found: filter(None, [words.no_interval(found.comparisons)])),
        *results[0].oddities,
        *_reasons(results, lambda found: words.too_few(found.verdicts.refined)),
        *_runs(result),
        *(f"{compared.comparisons.metric.label}: {compared.signature}" for compared in results),
    ]
    return list(dict.fromkeys(notes))


def _units(results: Sequence[Compared]) -> list[str]:
    """What documents in place of segments change."""
    if results[0].comparisons.unit == SEGMENT:
        return []
    return [f"unit: document ({_by_metric(results, lambda found: found.n_units)}). {words.BY_DOCUMENT}"]


def _by_metric(results: Sequence[Compared], number: Callable[[Comparisons], int]) -> str:
    """A number, by metric where it is not the same for all."""
    numbers = {compared.comparisons.metric.label: f"{number(compared.comparisons):,}" for compared in results}
    if len(set(numbers.values())) == 1:
        return next(iter(numbers.values()))
    return ", ".join(f"{label} {number}" for label, number in numbers.items())


def drawn(results: Sequence[Compared]) -> list[str]:
    """For which pairs more trials were drawn than were asked for; of many their number."""
    said = []
    for compared in results:
        verdicts, label = compared.verdicts, compared.comparisons.metric.label
        by_trials: dict[int, list[str]] = defaultdict(list)
        for pair in verdicts.comparisons.pairs:
            by_trials[verdicts.n_trials(pair.a, pair.b)].append(f"{pair.a} and {pair.b}")
        by_trials.pop(compared.comparisons.tested.trials, None)
        for trials, pairs in sorted(by_trials.items()):
            named = pairs if len(pairs) <= MAX_PAIRS_NAMED else [f"{len(pairs):,} pairs"]
            said += [f"{label}, {which}: p by {trials:,} trials" for which in named]
    return said


def _directions(results: Sequence[Compared]) -> list[str]:
    return list(filter(None, (words.direction(compared.comparisons.metric) for compared in results)))


def _reasons(results: Sequence[Compared], why: Callable[[Compared], Iterable[str]]) -> list[str]:
    """Why something is missing, each reason once, with the metrics that it holds for where it does not hold for all."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for compared in results:
        for reason in why(compared):
            reasons[reason].append(compared.comparisons.metric.label)
    every = len(results)
    return [why if len(labels) == every else f"{', '.join(labels)}: {why}" for why, labels in reasons.items()]


def _runs(result: Comparisons) -> list[str]:
    """What is said where systems have several runs."""
    if not result.runs:
        return []
    exchanged = filter(None, [words.exchanged(result)])
    return [*exchanged, f"mean: of the runs' scores. {words.runs(result.unit)}", words.AS_THEY_ARE]
