"""Read from the name of a score who gave it, its usual spelling, and whether higher is better."""

import re

import numpy as np

from ..counting.arrays import Floats
from ..text.naming import clean_name
from .names import file_stem

_HUMAN = "mqm da sqm esa hter hbleu wmt appraise human humans manual adequacy fluency rating ratings"
_BESIDES = (
    "merged raw z mean avg average score scores seg segment sys good stnd no ref bad src super mt rater round annotator"
    " merge psqm csqm"
)
_METRICS = (
    "comet cometkiwi xcomet kiwi bleurt bertscore metricx gemba yisi prism unite bartscore matese maple sentinel"
    " afrimte africomet mbert laser labse remedy tower bleu chrf ter wer meteor nist rouge spbleu sentbleu"
    " questeval sescore instructscore autorank score scores"
)
HUMAN = frozenset(_HUMAN.split())
"""Words for scores by people: such a name has one of them, and else only ``BESIDES`` and numbers."""
BESIDES = frozenset(_BESIDES.split())
METRICS = frozenset(_METRICS.split())
"""Words by which a file, or a column, of numbers is recognized as scores."""
PEOPLE = "human-scores"
ERRORS = re.compile(
    r"(?i)(?:^|[\W_])(?:metricx|h?ter|wer|per|mqm|errors?|edits?|penalt\w+|perplexity|ppl|loss)(?:$|[\W_\d])"
)
"""Pattern of names that count errors, so that lower is better if no number is negative."""
_QUALITY = frozenset(["quality", "accuracy", "free", "similarity", "correct", "correctness"])
"""Words that turn a count of errors into its opposite: ``MQM quality``, ``error-free``."""
_DIRECTION = re.compile(r"(?i)\.(?P<better>higher|lower)-is-better$")
"""End of the name of a file of scores that states their direction, if its name and numbers suggest another one."""
NOISE = 0.1
"""Largest sum below zero, as a share of the sum above, of inexact numbers that count errors."""
_USUAL = {word: word.upper() for word in ("mqm", "da", "sqm", "esa", "hter", "ter", "bleu", "wer", "esa-mqm")} | {
    "da-sqm": "DA+SQM",
    "comet": "COMET",
    "xcomet": "XCOMET",
    "cometkiwi": "CometKiwi",
    "metricx": "MetricX",
    "bleurt": "BLEURT",
    "chrf": "chrF",
}
_PAIR = re.compile(r"^[a-z]{2,3}(?:_[A-Za-z]{2,4})*-[a-z]{2,3}(?:_[A-Za-z]{2,4})*\.")
_REFERENCE = re.compile(r"-(?P<of>src|ref[A-Za-z0-9]?|refs|all)$")


def is_human_score_name(name: str) -> bool:
    """Return whether a name is one of scores by people: ``mqm.merged`` and ``da-sqm``, not ``GEMBA-MQM``."""
    words = [word.rstrip("0123456789") for word in re.split(r"[\W_]+", name.lower())]
    return any(word in HUMAN for word in words) and all(word in HUMAN | BESIDES or not word for word in words)


def is_better_higher(name: str, values: Floats) -> bool:
    """Return whether higher is better; lower is for names that count errors, unless negated or standardized.

    Negated or standardized numbers have a sum below zero of more than ``NOISE`` of the sum above. MetricX-23 gives
    perfect outputs numbers a little below zero.
    """
    below, above = (float(np.nansum(np.maximum(signed, 0))) for signed in (-values, values))
    return not counts_errors(name) or below > NOISE * above


def counts_errors(name: str) -> bool:
    """Return whether a name says that the score counts errors."""
    return ERRORS.search(name) is not None and _QUALITY.isdisjoint(words_in_name(name))


def stated_direction(file: str, ending: str) -> bool | None:
    """Return whether higher is better as the file's name states it; None if it does not."""
    match = _DIRECTION.search(_stem(file, ending))
    return None if match is None else match["better"].lower() == "higher"


def direction_in_name(file: str, ending: str, values: Floats, higher_is_better: bool) -> str:
    """Return the addition that a file's name needs before its ending to be read with this direction; empty if none."""
    if is_better_higher(score_of_file(file, ending), values) == higher_is_better:
        return ""
    return f".{'higher' if higher_is_better else 'lower'}-is-better"


def usual_score_name(name: str) -> str:
    """Return the usual spelling of a score's name: ``MQM`` for ``mqm``."""
    return clean_name(_USUAL.get(name.lower(), name))


def score_of_file(file: str, ending: str) -> str:
    """Return the score in the name of a file of mt-metrics-eval.

    ``MQM`` for ``en-de.mqm.seg.score``, ``COMET`` for ``COMET-refA.seg.score``.
    """
    stem = _PAIR.sub("", _DIRECTION.sub("", _stem(file, ending)))
    stem = re.sub(r"\.(?:merged|seg)$", "", stem)
    return usual_score_name(_REFERENCE.sub("", stem))


def _stem(file: str, ending: str) -> str:
    return re.sub(rf"(?i){re.escape(ending)}$", "", file_stem(file))


def words_in_name(text: str) -> list[str]:
    """Return the words in small letters, also words inside that begin with a capital: ``COMETscore`` has two."""
    return [word for word in re.split(r"[\W_]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).lower()) if word]


def is_metric_word(word: str) -> bool:
    """Return whether a word names a metric or a judgment, also with a number: ``comet22``."""
    plain = word.rstrip("0123456789")
    return word in METRICS or plain in METRICS or (plain in HUMAN and plain not in ("human", "humans", "wmt"))


def names_a_score(header: str) -> bool:
    """Return whether a header has a word for a metric or a judgment."""
    return any(map(is_metric_word, (*words_in_name(header), *re.split(r"[\W_]+", header.lower()))))
