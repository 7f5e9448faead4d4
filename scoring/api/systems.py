"""The comparison of several systems: scores by several metrics, tests of all pairs, and segments to read."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bleu import BLEU
from ..counting.arrays import read_only
from ..counting.usual_draws import SEED
from ..judgments.score_coverage import find_unequal_coverage, metric_with_coverage, on_shared_segments, shared_segments
from ..metric import Metric
from ..output.markup.colors import system_colors
from ..output.numbers import MISSING, fixed
from ..output.plain_tables import plain_table
from ..studies.comparison import ComparisonRequest, SystemStatistics, Verdicts, run_each, usual_trials
from ..studies.doctor import reference_copies
from ..studies.metric_choice import USUAL
from ..studies.report import Report, ReportRequest, build_report, summarize
from ..studies.side_by_side import score_pair
from ..studies.wording.verdict_words import not_ranked
from ..testset import TestSet
from ..validation import as_list, check_known, short_repr
from .checks import Terms, as_glossary
from .files import warn
from .gates import GateOutcome, judge_by_rules
from .inputs import Metrics, References, as_metrics, as_test_set
from .notebook_result import NotebookResult
from .pairs import ComparisonByMetric, PairVerdict, pair_verdict
from .scores import data_frame
from .segments import ComparedPair, ComparedSegments, ordered_segments
from .texts import Texts, is_path

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class SystemComparison(NotebookResult, Mapping[str, ComparisonByMetric]):
    """A comparison of several systems by several metrics; the first metric decides. A mapping from the metrics' names.

    >>> import bleuscope as bs
    >>> references = ["the cat sat on the mat", "it rained all day long"] * 20
    >>> new = ["the cat sat on the mat", "it rained all day"] * 20
    >>> outputs = {"base": ["a cat is on a mat", "it rains all day"] * 20, "new": new}
    >>> print(bs.compare(references, outputs).verdict)
    new is ahead of base by 87.64 BLEU points: 90.48 against 2.84. Chance is a very unlikely explanation (p = 0.0001).
    """

    request: ComparisonRequest
    """Request for the tests by the metric that decides."""
    test_set: TestSet
    """The texts that were compared."""
    by_metric: Mapping[str, ComparisonByMetric]

    def __getitem__(self, name: str) -> ComparisonByMetric:
        if name not in self.by_metric:
            check_known(name, [*self.by_metric], "metric of this comparison")
        return self.by_metric[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_metric)

    def __len__(self) -> int:
        return len(self.by_metric)

    @property
    def verdict(self) -> PairVerdict:
        """Verdict on the best and the second-best system, by the metric that decides."""
        summary = self._summary
        return pair_verdict(summary.decision, summary.votes, summary.oddities)

    def segments(
        self, by: str = "difference", metric: str | None = None, pair: Sequence[str] | None = None
    ) -> ComparedSegments:
        """Return the segments with the outputs of two systems.

        Parameters
        ----------
        by : ``difference`` for the largest first, ``number`` for the order of the files, or a system's name for those
            in which it is ahead most
        metric : name of the metric that scores segments; by default the one that decides
        pair : names of two systems; by default the best and the next one

        >>> import bleuscope as bs
        >>> outputs = {"base": ["a cat sat", "it rained"], "new": ["the cat sat", "it snowed"]}
        >>> bs.compare(["the cat sat", "it rained"], outputs, "ter").segments(by="new")[0].number
        1
        """
        deciding = self._deciding if metric is None else self[metric]
        names = self._best_two(deciding) if pair is None else as_list(pair, "pair", str, "a system's name")
        if len(names) != 2 or names[0] == names[1]:
            raise ValueError(f"pair: expected the names of two systems; found {short_repr(pair)}.")
        first, second = names
        scored = score_pair(deciding.metric, (first, second), deciding.statistics, self.test_set)
        colors = system_colors(self.request.systems)
        return ordered_segments(ComparedPair(self.test_set, scored, self._bleu, colors), by)

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write the comparison as one page to share: HTML, PDF, or a table for LaTeX, by the path's ending.

        >>> import bleuscope as bs
        >>> texts = ["the cat sat on the mat"] * 10
        >>> bs.compare(texts, {"base": ["a cat sat"] * 10, "new": texts}).report("report.html").name
        'report.html'
        """
        from ..output.replacing import write_file
        from ..report import pdf
        from ..report.latex_table import report_latex
        from ..report.page import document

        target = Path(path)
        ending = target.suffix.lower()
        if ending not in (".html", ".htm", ".pdf", ".tex"):
            raise ValueError(
                f"{target}: a report is a page, a PDF or a table for LaTeX; name a file that ends in .html, .pdf or"
                " .tex."
            )
        if ending == ".tex":
            write_file(target, report_latex(self._summary).encode())
            return target
        if ending == ".pdf" and (missing := pdf.missing_for_pdf()) is not None:
            raise ValueError(f"{target}: {missing}")
        report = build_report(*self._report_arguments, self._deciding.statistics, self._sums, judge_by=self._judge_by)
        page = document(report)
        write_file(target, pdf.write_pdf(page) if ending == ".pdf" else str(page).encode())
        return target

    def gate(
        self, *rules: str, new: str | None = None, baseline: str | None = None, terms: Terms | None = None
    ) -> GateOutcome:
        """Judge one system by rules, which all have to pass, as ``bleuscope gate`` does.

        Parameters
        ----------
        rules : such as ``"chrf not worse by 0.5"``, ``"ter <= 40"``, ``"check:copy == 0"``, or with the systems' names
            ``"new is not worse than base by chrf within 0.5"``; metrics are those of the comparison
        new : name of the system that is judged; by default the one that rules name, or else the second of two
        baseline : name of the system that it is compared with; by default the other one
        terms : the glossary of rules such as ``"terms >= 90 %"``, as of ``check``

        Trials and their seed are those of the comparison. Raises ``ValueError`` for rules that are not understood.

        >>> import bleuscope as bs
        >>> references = ["the cat sat on the mat", "it rained all day long"] * 20
        >>> outputs = {"base": ["a cat is on a mat", "it rains all day"] * 20, "new": references}
        >>> comparison = bs.compare(references, outputs, "chrf")
        >>> bool(comparison.gate("new is not worse than base by chrf within 0.5"))
        True
        >>> comparison.gate("chrf >= 50", new="base").state
        'failed'
        >>> texts = bs.compare(["Ein Raum"], {"base": ["Platz"], "new": ["Raum"]}, source=["A space"])
        >>> texts.gate("terms >= 90 %", new="new", baseline="base", terms={"space": "Raum"}).results[0].state
        'passed'
        """
        statistics = {of.metric: of.statistics for of in self.values()}
        signatures = {of.metric: of.signature for of in self.values()}
        glossary = None
        if terms is not None:
            language = self.test_set.target.stated_language
            glossary = as_glossary(terms, (None, None if language is None else language.language))
        return judge_by_rules(rules, new, baseline, self.request, self.test_set, statistics, signatures, glossary)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict and all scores as numbers and texts that JSON can hold; undefined values are None.

        >>> import bleuscope as bs
        >>> texts = ["the cat sat on the mat"] * 10
        >>> found = bs.compare(texts, {"base": ["a cat sat"] * 10, "new": texts}, ["bleu", "ter"]).to_dict()
        >>> found["verdict"]["better"], found["metrics"]["ter"]["systems"]["new"]["score"]
        ('new', 0.0)
        """
        return {"verdict": self.verdict.to_dict(), "metrics": {name: of.to_dict() for name, of in self.items()}}

    def to_pandas(self) -> "pd.DataFrame":
        """Return a table with a row for each metric and system: its score and 95 % interval.

        >>> import bleuscope as bs
        >>> texts = ["the cat sat on the mat"] * 10
        >>> outputs = {"base": ["the cat sat on"] * 10, "new": texts}
        >>> bs.compare(texts, outputs, "per").to_pandas()[["system", "score", "ci_low"]].round(1)
          system  score  ci_low
        0   base   33.3    33.3
        1    new    0.0     0.0
        """
        rows = (
            {"metric": name, "system": system, **of_system, "signature": record["signature"]}
            for name, record in self.to_dict()["metrics"].items()
            for system, of_system in record["systems"].items()
        )
        return data_frame(rows)

    @property
    def _deciding(self) -> ComparisonByMetric:
        return next(iter(self.by_metric.values()))

    def _best_two(self, comparison: ComparisonByMetric) -> list[str]:
        """Return the best and the second-best system, or the first two systems if fewer than two have a score."""
        decision = comparison.verdict.decision
        return [*self.request.systems[:2]] if decision is None else [decision.best, decision.next]

    @property
    def _bleu(self) -> BLEU:
        """Metric whose n-grams are marked in the texts."""
        return next((of.metric for of in self.values() if isinstance(of.metric, BLEU)), BLEU())

    @property
    def _sums(self) -> dict[Metric, dict[str, Any]]:
        return {of.metric: {system: rows.sum(axis=0) for system, rows in of.statistics.items()} for of in self.values()}

    @property
    def _report_arguments(self) -> tuple[ReportRequest, TestSet, Any]:
        request = ReportRequest(self.request, self._bleu, date.today())
        return request, self.test_set, self._deciding.result.verdicts

    def _judge_by(self, metric: Metric, _: object) -> Verdicts:
        return self.by_metric[metric.name].result.verdicts

    @cached_property
    def _summary(self) -> Report:
        return summarize(*self._report_arguments, self._sums, self._judge_by)

    def __str__(self) -> str:
        headers = ["system", *(of.metric.full_name for of in self.values())]
        rows = [
            [system, *(fixed(of.scores[system], of.metric.decimals, MISSING) for of in self.values())]
            for system in self.request.systems
        ]
        return "\n".join([str(self.verdict), *self.verdict.notes, "", plain_table(headers, rows, n_left=1)])

    def _repr_html_(self) -> str:
        from ..report.notebook import comparison_html

        return str(comparison_html(self._summary))


def compare(
    references: References,
    systems: Mapping[str, Texts] | Sequence[Texts] | None = None,
    metrics: Metrics = USUAL,
    *,
    source: Texts | None = None,
    names: Sequence[str] | None = None,
    test: str = "ar",
    trials: int | None = None,
    seed: int = SEED,
    correction: str = "max-t",
) -> SystemComparison:
    """Compare two or more systems by several metrics; the first metric decides.

    Parameters
    ----------
    references : as of ``score``; or what ``read`` gave, with its systems and its source
    systems : outputs by name, or a list of them with ``names``; texts as of ``score``
    metrics : as of ``score``; by default BLEU, chrF and TER
    source : texts of the source, which segments show and without which a copied source goes unnoticed
    names : names of the systems where these are a list; by default ``system 1``, ``system 2``
    test : ``ar`` for approximate randomization, ``bootstrap`` for the paired bootstrap
    trials : shuffles, and resamples; by default 10,000. Verdicts that these leave open get more.
    seed : seed of the trials
    correction : of p-values for all pairs: ``max-t``, ``holm``, ``bonferroni``, ``bh`` or ``none``

    An output that is a reference is not ranked, and a warning says so; in fewer than 20 segments it is.

    Raises ``ValueError`` for fewer than two systems, and as ``score``.

    >>> import bleuscope as bs
    >>> references = ["the cat sat on the mat", "it rained all day long"] * 20
    >>> outputs = {"base": ["a cat is on a mat", "it rains all day"] * 20, "new": references}
    >>> bs.compare(references, outputs, ["chrf", "ter"])["ter"].verdict.better
    'new'
    """
    chosen = as_metrics(metrics)
    test_set = _without_copies(
        as_test_set(references, None if systems is None else _texts_by_name(systems, names), source)
    )
    compared = test_set.system_names
    n_trials = usual_trials(len(compared), correction) if trials is None else trials
    request = ComparisonRequest(chosen[0], compared, None, test, n_trials, seed, correction)
    statistics = {metric: on_shared_segments(metric, metric.measure(test_set)) for metric in chosen}
    unequal = [coverage for metric in chosen if (coverage := find_unequal_coverage(metric, test_set)) is not None]
    warn([f"{one.label}: systems are compared on the segments that all share ({one.numbers})." for one in unequal])
    columns = [reference.segments for reference in test_set.references]
    results = run_each(request, {metric: _compared_rows(metric, rows) for metric, rows in statistics.items()})
    by_metric = {
        metric.name: ComparisonByMetric(
            replace(
                result,
                signature=metric_with_coverage(metric, statistics[metric]).full_signature(
                    columns, bool(test_set.realigned_systems)
                ),
            ),
            {system: read_only(rows) for system, rows in statistics[metric].items()},
        )
        for metric, result in zip(chosen, results, strict=True)
    }
    return SystemComparison(request, test_set, by_metric)


def _without_copies(test_set: TestSet) -> TestSet:
    """Return the test set without outputs that are copies of a reference, and warn of these.

    Return the test set unchanged if fewer than two systems would be left.
    """
    copies = reference_copies(test_set, test_set)
    if not copies or len(test_set.systems) - len(copies) < 2:
        return test_set
    warn([not_ranked(copies)])
    return test_set.without_systems(copies)


def _compared_rows(metric: Metric, rows: SystemStatistics) -> SystemStatistics:
    """Return the rows of segments that all systems share; raise ``ValueError`` where there are none."""
    shared = shared_segments(metric, rows)
    if not shared.any():
        raise ValueError(f"{metric.label}: no segment has a score of every system, so there is nothing to compare.")
    return rows if shared.all() else {system: statistics[shared] for system, statistics in rows.items()}


def _texts_by_name(systems: Any, names: Sequence[str] | None) -> Mapping[str, Texts]:
    if isinstance(systems, Mapping):
        if names is not None:
            raise ValueError("names: expected none, as the systems have names; leave them out, or pass a list.")
        return systems
    if is_path(systems):
        raise ValueError(
            f"systems: expected two or more; found one, {short_repr(systems)}. Pass {{name: texts}} for each."
        )
    listed = as_list(systems, "systems")
    if any(isinstance(one, str) for one in listed):
        raise ValueError(
            "systems: expected outputs by name, or a list of them; found texts on the outer level. For paths write"
            " {'base': 'base.txt', 'new': 'new.txt'}."
        )
    system_names = (
        [f"system {number}" for number in range(1, len(listed) + 1)] if names is None else as_list(names, "names")
    )
    if len(system_names) != len(listed) or len(set(system_names)) != len(system_names):
        raise ValueError(
            f"names: expected a different name for each of {len(listed)} systems; found {short_repr(names)}."
        )
    return dict(zip(system_names, listed, strict=True))
