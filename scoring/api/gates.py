"""The gate of a comparison: whether one system passes rules, as ``bleuscope gate`` judges them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..checks.terminology.glossary import Glossary
from ..metric import Metric
from ..registry import METRICS
from ..studies.comparison import ComparisonRequest, SystemStatistics
from ..studies.gate.gate import GateRequest, GateResult, judge_test_set
from ..studies.gate.records import gate_record, rule_row
from ..studies.gate.rule_syntax import parse_rules
from ..studies.gate.rules import PASSED, MetricRule, Rule
from ..testset import TestSet
from ..validation import check_known
from .notebook_result import NotebookResult
from .scores import data_frame

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class GateOutcome(NotebookResult, GateResult):
    """The result of a gate for one system of a comparison; true if the system passes every rule.

    >>> import bleuscope as bs
    >>> references = ["the cat sat on the mat", "it rained all day long"] * 20
    >>> outputs = {"base": ["a cat is on a mat", "it rains all day"] * 20, "new": references}
    >>> outcome = bs.compare(references, outputs).gate("bleu better", "ter <= 40")
    >>> outcome.passed, outcome.sentence
    (True, 'Gate: passed. 2 of 2 rules passed.')
    >>> print(outcome.results[1].sentence)
    new has TER 0.00, at most 40.
    """

    @property
    def passed(self) -> bool:
        """Whether every rule has passed."""
        return self.state == PASSED

    def __bool__(self) -> bool:
        return self.passed

    def to_dict(self) -> dict[str, Any]:
        """Return the result as numbers and texts that JSON can hold, as ``bleuscope gate --format json`` writes it.

        >>> import bleuscope as bs
        >>> texts = ["the cat sat on the mat"] * 10
        >>> outcome = bs.compare(texts, {"base": ["a cat sat"] * 10, "new": texts}).gate("bleu >= 30")
        >>> outcome.to_dict()["rules"][0]["score"]
        100.0
        """
        return gate_record(self)

    def to_pandas(self) -> "pd.DataFrame":
        """Return a table with a row for each rule: its state, and the numbers by which it was judged.

        >>> import bleuscope as bs
        >>> texts = ["the cat sat on the mat"] * 10
        >>> outcome = bs.compare(texts, {"base": ["a cat sat"] * 10, "new": texts}).gate("bleu >= 30", "ter better")
        >>> outcome.to_pandas()[["rule", "state", "score", "baseline_score"]].round(1)
                 rule   state  score  baseline_score
        0  bleu >= 30  passed  100.0             0.0
        1  ter better  passed    0.0            66.7
        """
        return data_frame(map(rule_row, self.results))

    def __str__(self) -> str:
        from ..report.gate_tables import gate_text

        return gate_text(self)

    def _repr_html_(self) -> str:
        from ..report.notebook import gate_html

        return str(gate_html(self))


def judge_by_rules(
    rule_texts: Sequence[str],
    new: str | None,
    baseline: str | None,
    compared: ComparisonRequest,
    test_set: TestSet,
    statistics: Mapping[Metric, SystemStatistics],
    signatures: Mapping[Metric, str],
    glossary: Glossary | None = None,
) -> GateOutcome:
    """Return the result of a gate: what the rules say of the new system.

    Parameters
    ----------
    written : the rules as people write them
    new, baseline : names of systems; None for the names in the rules, or else the second and the first of two
    compared : has the trials and the seed
    statistics : metric -> system -> (n_segments, n_statistics)
    signatures : metric -> its signature
    glossary : of rules about terms
    """
    if not rule_texts:
        raise ValueError("rules: expected at least one, such as 'chrf not worse by 0.5'; found none.")
    rules = parse_rules(rule_texts)
    _check_metrics(rules, [*statistics])
    names = _new_and_baseline(rules, new, baseline, compared.systems)
    request = GateRequest(rules, *names, trials=compared.trials, seed=compared.seed, glossary=glossary)
    result = judge_test_set(request, test_set, statistics, signatures)
    return GateOutcome(result.request, result.results, result.further, result.worst)


def _check_metrics(rules: Sequence[Rule], metrics: Sequence[Metric]) -> None:
    """Raise ``ValueError`` for a rule about a known metric that is not in the comparison."""
    compared = {name.casefold() for metric in metrics for name in (metric.name, metric.label)}
    built_in_names = {name.casefold() for name in METRICS.built_in}
    for rule in rules:
        if isinstance(rule, MetricRule) and rule.metric.casefold() in built_in_names - compared:
            listed = ", ".join(metric.name for metric in metrics)
            raise ValueError(
                f"Rule {rule.text!r}: expected a metric of this comparison, which has {listed}; found {rule.metric}."
                f" Name it in compare(..., metrics=...), too."
            )


def _new_and_baseline(
    rules: Sequence[Rule], new: str | None, baseline: str | None, systems: Sequence[str]
) -> tuple[str, str]:
    for name in filter(None, (new, baseline)):
        check_known(name, systems, "system of this comparison")
    rule_systems = next((rule.systems for rule in rules if isinstance(rule, MetricRule) and rule.systems), (None, None))
    for name in filter(None, rule_systems):
        check_known(name, systems, "system of this comparison")
    new, baseline = new or rule_systems[0], baseline or rule_systems[1]
    if len(systems) == 2:
        first, second = systems
        if new is None:
            new = first if baseline == second else second
        if baseline is None:
            baseline = first if new == second else second
    if new is None or baseline is None:
        missing = "new= and baseline=" if new is None and baseline is None else "new=" if new is None else "baseline="
        raise ValueError(f"Expected the names of two systems; give {missing}. There are {', '.join(systems)}.")
    if new == baseline:
        raise ValueError(f"Expected two systems as new and baseline; found {new} for both.")
    return new, baseline
