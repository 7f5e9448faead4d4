"""Overview's tables as data frames."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from scoring import BLEU, Metric
from scoring.lab.watching.lines import ScoreLine
from scoring.metric import document_score, mean_score
from scoring.studies.baseline import differences_from_baseline
from ui.context.ranking import ranks, system_table
from ui.kit.exports import PaperTable


def bleu_details(bleu: BLEU, statistics: Mapping[str, np.ndarray], systems: tuple[str, ...]) -> pd.DataFrame:
    """Return corpus BLEU, its parts, and both means of segment BLEU, one row for each system; precisions in %."""
    rows = []
    for system in systems:
        corpus = bleu.arithmetic(statistics[system].sum(axis=0))
        segments = bleu.score(statistics[system])
        weighted = document_score(segments, bleu.column(statistics[system], "reference_length"))
        scores = system, float(corpus.score), weighted, mean_score(segments), float(corpus.brevity_penalty)
        length, reference = float(corpus.hypothesis_length), float(corpus.reference_length)
        words = length / reference if reference else float("nan"), int(length), int(reference)
        precisions = (100 * float(precision) for precision in corpus.precisions)
        rows.append((*scores, *words, int(np.isnan(segments).sum()), *precisions))
    means = ["system", "corpus BLEU", "weighted mean", "plain mean", "brevity penalty"]
    lengths = ["length ratio", "words", "reference words", "segments not defined"]
    return pd.DataFrame(rows, columns=[*means, *lengths, *precision_heads(bleu)])


def precision_heads(bleu: BLEU) -> list[str]:
    """Return the heads of the columns of precisions by order."""
    return [f"p{order}" for order in range(1, bleu.max_order + 1)]


def printed_bleu_details(bleu: BLEU, details: pd.DataFrame) -> PaperTable:
    """Return ``bleu_details`` as papers print them: BLEU and its means, its precisions, and lengths."""
    groups = {
        "": ["corpus BLEU"],
        "segment BLEU": ["weighted mean", "plain mean"],
        "precision (%)": precision_heads(bleu),
        "length": ["brevity penalty", "length ratio", "words", "reference words"],
    }
    column_groups = {name: group for group, names in groups.items() for name in names}
    return PaperTable(details[["system", *column_groups]], column_groups=column_groups)


def alternatives(
    scores: Mapping[str, Mapping[str, float] | None], systems: tuple[str, ...]
) -> tuple[pd.DataFrame, list[str]]:
    """Return each system's BLEU by tokenizer or reference, and the columns whose ranking differs from the first's.

    None in ``scores`` means that a column's scores are not ready.
    """
    ready = {column: by_system for column, by_system in scores.items() if by_system is not None}
    frame = system_table(scores, systems)
    rankings = {column: _ranking(by_system, systems) for column, by_system in ready.items()}
    base = next(iter(rankings.values()), None)
    return frame, [column for column, ranking in rankings.items() if ranking != base]


def baseline_differences(
    scores: Mapping[str, Mapping[str, float] | None],
    metrics: Mapping[str, Metric],
    systems: tuple[str, ...],
    baseline: str,
) -> pd.DataFrame:
    """Return each system's printed score minus the baseline's: a row for each system, a column for each metric."""
    differences = {
        metric.full_name: None
        if (metric_scores := scores[name]) is None
        else differences_from_baseline(metric, metric_scores, baseline)
        for name, metric in metrics.items()
    }
    return system_table(differences, tuple(system for system in systems if system != baseline))


TIME = "changed (UTC)"


def scores_over_time_table(lines: Sequence[ScoreLine]) -> pd.DataFrame:
    """Return a row for each output: its step, its time, and its score and interval for each line.

    The newest output is first; outputs without a step are last.
    """
    outputs = {point.name: point for line in lines for point in line.points}
    ordered = sorted(outputs.values(), key=lambda point: point.time)
    if lines[0].by_step:
        ordered.sort(key=lambda point: -1 if point.step is None else point.step)
    names = [point.name for point in reversed(ordered)]
    steps = pd.array([outputs[name].step for name in names], "Int64")
    times = [outputs[name].time.replace(tzinfo=None) for name in names]
    frame = pd.DataFrame({"output": names, "step": steps, TIME: times})
    for line in lines:
        numbers_of_output = {point.name: (point.score, point.low, point.high) for point in line.points}
        values = [numbers_of_output.get(name, (math.nan,) * 3) for name in names]
        frame[columns_of_line(line)] = pd.DataFrame(values, columns=columns_of_line(line))
    return frame


def columns_of_line(line: ScoreLine) -> list[str]:
    """Return the names of the columns of a line's score and of its interval's ends."""
    return [line.label, f"{line.label} from", f"{line.label} to"]


def _ranking(scores: Mapping[str, float], systems: tuple[str, ...]) -> list[float]:
    return ranks(pd.Series([scores[system] for system in systems])).tolist()
