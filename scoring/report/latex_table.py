"""The scores of a report as a LaTeX table, with a caption that explains it. Pure."""

import math
from collections.abc import Sequence

from ..judgments.score_coverage import name_with_base
from ..metric import Metric
from ..output.latex import Best, captioned_table, comments, escape_latex, estimated_width, tabular
from ..output.numbers import (
    LEVEL,
    MISSING,
    counted,
    decimals_to_distinguish,
    fixed,
    printed_difference,
    printed_value,
    signed,
)
from ..significance import CLEAR_LEVEL
from ..studies.comparison import CLEAR, LIKELY
from ..studies.report import Report
from ..studies.wording import method_words as method
from ..studies.wording.plain_quotes_words import changed_verdicts_sentence
from ..studies.wording.report_words import not_shown_sentence

MARKS = {CLEAR: "**", LIKELY: "*"}
"""State of a verdict -> mark behind a score."""
MORE_DECIMALS = 4
"""Most decimals beyond the usual ones that a table may need so that significantly different scores look different."""


def report_latex(report: Report) -> str:
    """Return the systems' scores by all metrics of the report, as a table of the package booktabs.

    Percentages have one decimal, or as many as are needed: by the metric that decides, to make systems that differ
    significantly look different; by other metrics, to make all systems look as different as in the report. Other
    scores, such as MQM, have the report's decimals. With a baseline, differences from it are added, and marks show
    which systems differ significantly from it; without a baseline, marks show which systems differ significantly from
    the best one.
    """
    metric = report.metrics[0]
    systems = [standing.system for standing in report.standings]
    heads, kinds, spec = ["system"], "l", "l"
    columns: list[Sequence[str]] = [systems]
    for place, of in enumerate(report.metrics):
        scores = [standing.others[place - 1] if place else standing.score for standing in report.standings]
        is_tested = of == metric
        decimals = _decimals_of_tested(report, scores) if is_tested else decimals_to_distinguish(scores, of.decimals)
        if not of.is_percentage:
            decimals = max(decimals, of.decimals)
        columns.append(_score_cells(report, scores, of, decimals))
        heads.append(name_with_base(of.full_name, report.n_shared.get(of.name)))
        kinds, spec = f"{kinds}r", f"{spec}r"
        if is_tested and len(systems) > 1:
            columns.append([MARKS.get(_state(report, system) or "", "") for system in systems])
            heads.append("")
            kinds, spec = f"{kinds}l", rf"{spec}@{{\,}}l"
    table = tabular(heads, zip(*columns, strict=True), kinds, spec)
    width = estimated_width([[head, *cells] for head, cells in zip(heads, columns, strict=True)])
    floating = captioned_table(table, _caption(report), f"scores {report.name.partition(',')[0]}", width)
    return "\n".join([comments(_origin(report)), floating])


def _marked_against(report: Report) -> str | None:
    """Return the system that marks compare with: the baseline, or else the best system; None without either."""
    if report.baseline is not None:
        return report.baseline
    return None if report.decision is None else report.standings[0].system


def _state(report: Report, system: str) -> str | None:
    """Return the verdict on a system and the system that marks compare with.

    None for the latter system itself, where no such system exists, and for a system without a score.
    """
    other = _marked_against(report)
    if other is None or system == other or system in report.without_score:
        return None
    return report.verdicts.state(system, other)


def _decimals_of_tested(report: Report, scores: Sequence[float]) -> int:
    """Return the fewest decimals, at least one, by which systems that differ significantly look different."""
    systems = [standing.system for standing in report.standings]
    scored = [place for place, score in enumerate(scores) if not math.isnan(score)]
    pairs = [
        (scores[a], scores[b])
        for a in scored
        for b in scored
        if a < b and report.verdicts.state(systems[a], systems[b]) in MARKS
    ]
    max_decimals = report.metrics[0].decimals + MORE_DECIMALS
    return next(
        (n for n in range(1, max_decimals) if all(printed_value(a, n) != printed_value(b, n) for a, b in pairs)),
        max_decimals,
    )


def _score_cells(report: Report, scores: Sequence[float], metric: Metric, decimals: int) -> list[str]:
    """Return the scores as they are printed, the best in bold, each with its difference from the baseline."""
    printed = [printed_value(score, decimals) for score in scores]
    defined = [score for score in printed if not math.isnan(score)]
    best = (max if metric.higher_is_better else min)(defined, default=math.nan)
    base = next(
        (score for score, one in zip(scores, report.standings, strict=True) if one.system == report.baseline), math.nan
    )
    cells = []
    for score, shown, standing in zip(scores, printed, report.standings, strict=True):
        cell = fixed(score, decimals, MISSING)
        if not math.isnan(base - score) and standing.system != report.baseline:
            cell += f" ({signed(printed_difference(score, base, decimals), decimals=decimals)})"
        cells.append(Best(cell) if shown == best and len(defined) > 1 else cell)
    return cells


def _caption(report: Report) -> str:
    """Return a caption on the scores, the marks and the test, in LaTeX, with users' text escaped."""
    metric, comparisons, other = report.metrics[0], report.comparisons, _marked_against(report)
    lower = [of.full_name for of in report.metrics if not of.higher_is_better]
    size = counted(report.n_segments, "segment")
    facts = [*([] if size in report.name else [size]), counted(report.n_references, "reference")]
    shown = f"{report.name}: {', '.join(facts)}."
    sentences = [f"Scores on {shown}", not_shown_sentence(comparisons, [one.system for one in report.standings])]
    if len(report.standings) > 1:
        sentences.append("Bold: the best of each column.")
    sentences += [f"Lower is better: {', '.join(lower)}."] if lower else []
    if report.baseline is not None:
        sentences.append(f"In brackets: the difference from {report.baseline}.")
    if other is not None:
        scored = [one.system for one in report.standings if one.system not in report.without_score]
        most_trials = max((report.verdicts.n_trials(system, other) for system in scored if system != other), default=0)
        tested = method.describe_test_and_correction(comparisons, most_trials)
        sentences += [
            f"* and **: differs significantly from {other} by {metric.full_name} (p ≤ {LEVEL} and p ≤ {CLEAR_LEVEL};"
            f" {tested})."
        ]
    sentences.append(str(changed_verdicts_sentence(report.weighed.changed)))
    return escape_latex(" ".join(filter(None, sentences)))


def _origin(report: Report) -> list[str]:
    """Return the programs, the day, the test set and the signatures, as lines of a comment."""
    facts = f"{', '.join(report.versions)}, {report.made_on.isoformat()}", f"fingerprint {report.fingerprint}"
    signed = zip(report.metrics, report.signatures, strict=True)
    return [*facts, *(f"{metric.full_name}: {signature}" for metric, signature in signed)]
