"""Find systems whose wrong capitals cost BLEU, by comparing scores with case and without case."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from ..bleu import BLEU
from ..counting.arrays import Floats
from ..doctor.finding import SYSTEM
from ..doctor.unlike_texts import NO_CAPITALS, lower_case_sentence
from ..judgments.external import ExternalScore
from ..metric import Metric, ignores_case
from ..output.numbers import fixed, printed_difference
from ..output.sentence import Sentence, Strong, name_list, sentence
from ..testset import TestSet
from .doctor import DoctorResult

if TYPE_CHECKING:
    from ..tbleu import TBLEU

Change = Callable[[pa.StringArray], pa.StringArray]
"""Function that changes a column of texts."""
MOSTLY = 0.5
"""Share of a difference from which capitals are named as its cause."""
MAX_NAMES_SHOWN = 3
"""The most metrics that a sentence names."""
MIN_SHARE, MIN_POINTS = 0.05, 1.0
"""Share of the score, and BLEU points, by which ignoring case must help a system more than another one."""


def share_of_lead(
    scores: tuple[float, float],
    scores_without_cause: tuple[float, float],
    cause: str = "Capitals",
    way: str = "ignoring case",
) -> str:
    """Say how much of the difference of two BLEU scores capitals make; empty if it is less than half.

    ``scores_without_cause`` are the same scores without case, or without another ``cause`` that was left out in some
    ``way``.

    >>> share_of_lead((31.0, 24.5), (33.0, 32.5))
    'Capitals account for 6.00 of the 6.50 points: ignoring case the difference is 0.50.'
    >>> share_of_lead((31.0, 24.5), (33.0, 26.5))
    ''
    """
    total, rest = printed_difference(*scores), printed_difference(*scores_without_cause)
    if total < 0:
        total, rest = -total, -rest
    explained = total - rest
    if total <= 0 or explained < MOSTLY * total:
        return ""
    if rest < 0:
        return f"{cause} make the difference: {way} the other system is ahead by {fixed(-rest, 2)} points."
    return (
        f"{cause} account for {fixed(explained, 2)} of the {fixed(total, 2)} points: {way} the difference is"
        f" {fixed(rest, 2)}."
    )


def wrong_capitals(scores: Mapping[str, float], lowered: Mapping[str, float]) -> dict[str, Sentence]:
    """Return, by system, a sentence that its capitals cost far more than another system's, and what to do.

    ``lowered`` are the same BLEU scores without case.
    """
    gains = {name: lowered[name] - score for name, score in scores.items()}
    least = min(gains.values(), default=0.0)
    return {
        name: sentence(
            "Wrong capitals cost {} about {} BLEU points: ignoring case gives {} instead of {}. Restore its case"
            " (truecase) before you compare it.",
            Strong(name),
            fixed(gain - least, 2),
            fixed(lowered[name], 2),
            fixed(scores[name], 2),
        )
        for name, gain in gains.items()
        if is_costly(gain - least, lowered[name])
    }


def is_costly(points: float, score: float) -> bool:
    """Return whether the BLEU points that capitals cost are worth mentioning; ``score`` is BLEU without case.

    >>> is_costly(1.5, 28.0), is_costly(1.5, 40.0)
    (True, False)
    """
    return points >= max(MIN_POINTS, MIN_SHARE * score)


def find_wrong_capitals(
    bleu: BLEU, test_set: TestSet, scores: Mapping[str, float], examined: DoctorResult
) -> dict[str, Sentence]:
    """Return the sentences of ``wrong_capitals`` for a test set's systems; empty if the BLEU ignores case.

    ``scores`` are the systems' BLEU scores. Systems without any capitals, as the doctor found in ``examined``, are left
    out.
    """
    shown = {name: score for name, score in scores.items() if name not in missing_capitals_caveats(examined)}
    if bleu.lowercase or len(shown) < 2:
        return {}
    return wrong_capitals(shown, scores_of_outputs(replace(bleu, lowercase=True), test_set, shown))


def scores_of_outputs(metric: "BLEU | TBLEU", test_set: TestSet, names: Iterable[str]) -> dict[str, float]:
    """Return each named system's score on the whole test set."""
    rows = statistics_of_outputs(metric, test_set, names)
    return {name: float(metric.score(of.sum(axis=0))) for name, of in rows.items()}


def statistics_of_outputs(
    metric: Metric, test_set: TestSet, names: Iterable[str], change: Change | None = None
) -> dict[str, Floats]:
    """Return the statistics of each segment, (n_segments, k), by system; ``change`` is applied to all texts first."""
    apply_change = change or (lambda column: column)
    references = [apply_change(reference.segments) for reference in test_set.references]
    return {name: metric.statistics(apply_change(test_set.system(name).segments), references) for name in names}


def unseen_capitals_sentence(
    examined: DoctorResult, test_set: TestSet, systems: Collection[str], metrics: Sequence[Metric]
) -> str:
    """Say which systems have no capitals, and which metrics ignore that; empty unless the first metric ignores case.

    ``metrics`` are the metrics in use, the deciding one first; ``examined`` is what the doctor found in the whole set.
    """
    if not ignores_case(metrics[0]):
        return ""
    numbers = test_set.numbers
    sentences = [
        lower_case_sentence(finding, numbers).replace("The output", f"The output of {finding.file}").removesuffix(".")
        for finding in examined.findings
        if finding.kind == NO_CAPITALS and finding.role == SYSTEM and finding.file in systems
    ]
    if not sentences:
        return ""
    computed = [of for of in metrics if not isinstance(of, ExternalScore)]
    ignoring = [of.full_name for of in computed if ignores_case(of)]
    seeing = [of.full_name for of in computed if not ignores_case(of)]
    ignore = f"{name_list(ignoring, MAX_NAMES_SHOWN)} {'ignores' if len(ignoring) == 1 else 'ignore'} case here"
    others = f", {name_list(seeing, MAX_NAMES_SHOWN)} {'does' if len(seeing) == 1 else 'do'} not" if seeing else ""
    return f"{'; '.join(sentences)}: {ignore}{others}."


def missing_capitals_caveats(examined: DoctorResult) -> dict[str, str]:
    """Return the doctor's caveat on each output without capitals, by system; empty if there is no such output."""
    return {
        finding.file: finding.caveat
        for finding in examined.findings
        if finding.kind == NO_CAPITALS and finding.role == SYSTEM
    }
