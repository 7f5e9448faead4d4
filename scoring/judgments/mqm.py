"""Compute scores from errors of Multidimensional Quality Metrics (MQM), by the weights of Freitag et al. (2021).

Experts, Errors, and Context: A Large-Scale Study of Human Evaluation for Machine Translation, Table 4; TACL 9.

Campaigns differ in which errors cost nothing. The published scores of WMT 2021's talks count every error, those of
WMT 2023's news leave out errors of the source and free but right translations.
"""

import re
from dataclasses import dataclass

import numpy as np

from ..validation import check_known
from .errors import Annotation, ErrorSpan
from .scores import Scores

MAJOR, MINOR, NON_TRANSLATION = 5.0, 1.0, 25.0
MINOR_PUNCTUATION = 0.1
WEIGHTS = {"major": MAJOR, "critical": MAJOR, "minor": MINOR, "neutral": 0.0}
"""Weights by severity; the paper has no critical errors, WMT counts them as major."""
_NON_TRANSLATION = re.compile(r"(?i)^non[- _]?translation")
_PUNCTUATION = re.compile(r"(?i)^fluency/punctuation$")
_SOURCE_ERROR = re.compile(r"(?i)^source error$")
"""Category for errors of the source in the campaigns of 2020 and 2021; later ones have "source issue"."""
_SOURCE_OR_FREE = re.compile(r"(?i)^(?:source (?:issue|error)|accuracy/creative reinterpretation)$")


@dataclass(frozen=True)
class MqmWeights:
    """The weights of one campaign."""

    name: str
    about: str
    """Description in a few words."""
    free: re.Pattern[str] | None = None
    """Pattern of categories that cost nothing; None if every category costs something."""


WMT21 = MqmWeights("wmt21", "every error counts by its severity, those of the source too")
WMT23 = MqmWeights("wmt23", "errors of the source and Accuracy/Creative Reinterpretation cost nothing", _SOURCE_OR_FREE)
MQM_WEIGHTS = {weights.name: weights for weights in (WMT21, WMT23)}


def usual_weights(annotation: Annotation) -> MqmWeights:
    """Return ``WMT21`` if the annotation has the category "source error" of 2020 and 2021, else ``WMT23``."""
    return WMT21 if any(map(_SOURCE_ERROR.match, annotation.categories)) else WMT23


def mqm_weight(error: ErrorSpan, weights: MqmWeights = WMT23) -> float:
    """Return the weight of one error; raise ``ValueError`` for a severity that MQM does not have."""
    if _NON_TRANSLATION.match(error.category) or _NON_TRANSLATION.match(error.severity):
        return NON_TRANSLATION
    if error.severity not in WEIGHTS:
        expected = ", ".join(WEIGHTS)
        raise ValueError(f"MQM's severities are {expected}; found {error.severity!r} in segment {error.segment + 1:,}.")
    if weights.free is not None and weights.free.match(error.category):
        return 0.0
    is_punctuation = error.severity == "minor" and _PUNCTUATION.match(error.category)
    return MINOR_PUNCTUATION if is_punctuation else WEIGHTS[error.severity]


def mqm_scores(annotation: Annotation, weights: str = "") -> Scores:
    """Return each output's sum of weights, the mean over its annotators, negated: 0 is best.

    ``weights`` is a name of MQM_WEIGHTS, by default of ``usual_weights``. Raises ``ValueError`` for another name, and
    for a severity that MQM does not have.
    """
    if weights:
        check_known(weights, MQM_WEIGHTS, "MQM weights")
    chosen = MQM_WEIGHTS[weights] if weights else usual_weights(annotation)
    values = {system: np.where(flags, 0.0, np.nan) for system, flags in annotation.judged.items()}
    for error in annotation.spans:
        values[error.system][error.segment] -= mqm_weight(error, chosen)
    for system, column in values.items():
        column /= np.maximum(annotation.annotator_counts(system), 1)
    return Scores(annotation.name, values, is_human=annotation.is_human, source=annotation.source, weights=chosen.name)
