"""Divide the difference of two MQM scores into the points that errors of each category and severity cost."""

from collections import defaultdict
from dataclasses import dataclass

from ..judgments import Annotation
from ..judgments.mqm import MQM_WEIGHTS, mqm_weight, usual_weights
from ..output.numbers import printed_difference, printed_value, signed
from ..output.sentence import Sentence, Strong, sentence

MAX_CATEGORIES = 4
"""The most categories whose points a sentence gives; the others are one part."""
_MAX_ROUNDING = 0.005
"""The largest difference between a score and the score computed from the errors that counts as equal."""


@dataclass(frozen=True)
class MqmDifference:
    """The first system's MQM minus the second's, as parts that add up to the difference."""

    systems: tuple[str, str]
    scores: tuple[float, float]
    categories: dict[str, float]
    """Points by which the first system is better, by the first part of the error category."""
    severities: dict[str, float]
    """Points by which the first system is better, by severity."""

    def sentence(self) -> Sentence:
        """Say what errors of each category and severity add to the leader's side; empty where both scores print alike.

        Each part is rounded separately. Where the rounded parts do not add up to the difference of the printed scores,
        the sentence says "rounded".
        """
        total = printed_difference(*self.scores)
        if not printed_value(total, 2):
            return sentence("")
        sign, ahead = (1, self.systems[0]) if total > 0 else (-1, self.systems[1])
        template = "By the errors that people marked, {} is ahead by these MQM points{}. By severity{}."
        parts = (_parts(of, sign, abs(total)) for of in (self.categories, self.severities))
        return sentence(template, Strong(ahead), *parts)


def _parts(points: dict[str, float], sign: int, total: float) -> str:
    """Return the largest parts, each with its name, and the sum of the others, each rounded separately."""
    ordered = sorted(points.items(), key=lambda part: -abs(part[1]))
    largest, others = ordered[:MAX_CATEGORIES], ordered[MAX_CATEGORIES:]
    listed = [*largest, *([("the rest", sum(part for _, part in others))] if others else [])]
    printed = [printed_value(sign * part, 2) for _, part in listed]
    is_exact = round(sum(printed) - printed_value(total, 2), 2) == 0
    named_parts = (f"{name} {signed(part)}" for (name, _), part in zip(listed, printed, strict=True))
    return f"{'' if is_exact else ', rounded'}: {', '.join(named_parts)}"


def run(annotation: Annotation, systems: tuple[str, str], scores: tuple[float, float]) -> MqmDifference | None:
    """Divide the difference of two systems' MQM into points of their marked errors, means over the judged segments.

    None where a system was not judged, where an error has no severity of MQM, and where the ``scores`` do not follow
    from these errors by any known weights.
    """
    pair_annotation = annotation.of_systems(systems)
    if pair_annotation is None or not all(
        name in pair_annotation.judged and pair_annotation.judged[name].any() for name in systems
    ):
        return None
    for weights in dict.fromkeys([usual_weights(annotation), *MQM_WEIGHTS.values()]):
        categories, severities = defaultdict[str, float](float), defaultdict[str, float](float)
        sums = dict.fromkeys(systems, 0.0)
        for error in pair_annotation.spans:
            n_annotators, n = (
                pair_annotation.annotator_counts(error.system)[error.segment],
                pair_annotation.judged[error.system].sum(),
            )
            try:
                cost = mqm_weight(error, weights) / max(int(n_annotators), 1) / int(n)
            except ValueError:
                return None
            gain = -cost if error.system == systems[0] else cost
            sums[error.system] -= cost
            categories[error.category.partition("/")[0].rstrip("!").lower() or "no category"] += gain
            severities[error.severity] += gain
        if all(abs(sums[name] - score) <= _MAX_ROUNDING for name, score in zip(systems, scores, strict=True)):
            return MqmDifference(systems, scores, dict(categories), dict(severities))
    return None
