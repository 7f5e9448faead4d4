"""Answers of raters to one item: a kind of answer for each protocol, and the check of the JSON that a browser sent."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from ...judgments import ErrorSpan
from ...judgments.errors import MISSING, OMISSION
from ...judgments.mqm import mqm_weight
from ...validation import as_list, as_number, check_known, expect, number_within, short_repr, whole_number
from .plan import Item, ShownOutput
from .protocols import ADEQUACY, DIRECT, FLUENCY, QUALITY, RatingScale, protocol_of
from .severities import SEVERITIES


@dataclass(frozen=True)
class AdequacyFluency:
    """An answer with adequacy and fluency, each from 1 to 5; higher is better."""

    adequacy: int
    fluency: int


@dataclass(frozen=True)
class OutputRanking:
    """An answer with the rank of each output, in the order shown; 1 is best, equal ranks are ties."""

    ranks: tuple[int, ...]


@dataclass(frozen=True)
class DirectAssessment:
    """An answer with a score from 0 to 100; higher is better."""

    score: float


@dataclass(frozen=True)
class MarkedError:
    """An error in the output as it is shown: half-open characters (code points), and the severity."""

    start: int
    end: int
    severity: str
    category: str = ""
    """Kind of error, one of the plan's categories; empty where the plan has none."""


@dataclass(frozen=True)
class ErrorSpans:
    """An answer with errors, in the order of the text, and a score: ``mqm_score`` under ``mqm``, else 0 to 100."""

    spans: tuple[MarkedError, ...]
    missing: tuple[str, ...]
    """Severity of each part of the meaning that is missing."""
    score: float


@dataclass(frozen=True)
class OutputScores:
    """An answer with a score of each output from 0 to 100, in the order shown; higher is better."""

    scores: tuple[float, ...]


Value = AdequacyFluency | OutputRanking | DirectAssessment | ErrorSpans | OutputScores
VALUES: Mapping[str, type[Value]] = MappingProxyType(
    {
        "adequacy-fluency": AdequacyFluency,
        "ranking": OutputRanking,
        "da": DirectAssessment,
        "esa": ErrorSpans,
        "mqm": ErrorSpans,
        "contrastive": OutputScores,
    }
)
"""Type of an answer, by protocol."""


@dataclass(frozen=True)
class Answer:
    """The answer of one rater to one item."""

    item: int
    """Number of the item among the items of the place, from 0."""
    value: Value
    seconds: float
    """Seconds that the answer took; NaN where they are unknown."""

    def __post_init__(self) -> None:
        whole_number(self.item, "The number of an item", 0, 2**31)
        if not isinstance(self.value, Value):
            raise ValueError(f"Expected an answer of a protocol; found {short_repr(self.value)}.")
        seconds = as_number(self.seconds, "seconds")
        if seconds < 0 or math.isinf(seconds):
            raise ValueError(f"The seconds of an answer must be 0 or more; found {short_repr(self.seconds)}.")
        object.__setattr__(self, "seconds", seconds)


def check_answer(protocol: str, item: Item, value_json: object, categories: Collection[str] = ()) -> Value:
    """Return the answer in JSON, as ``to_json`` writes it and as a rater's browser sends it.

    ``protocol`` is the protocol's name; if a plan has ``categories``, each marked error has one of them. The score of
    ``mqm`` is computed, and a score in the JSON is ignored. Raises ``ValueError`` for anything that is no answer to
    this item.
    """
    name = protocol_of(protocol).name
    expect(value_json, Mapping, "An answer")
    answer: Mapping[str, Any] = value_json  # type: ignore[assignment]
    is_computed = name == "mqm"
    if is_computed:
        answer = {key: value for key, value in answer.items() if key != "score"}
    expected = [field.name for field in fields(VALUES[name]) if not (is_computed and field.name == "score")]
    if set(answer) != set(expected):
        raise ValueError(f"An answer has {' and '.join(expected)}; found {short_repr(sorted(map(str, answer)))}.")
    if name == "adequacy-fluency":
        return AdequacyFluency(_step(answer["adequacy"], ADEQUACY), _step(answer["fluency"], FLUENCY))
    if name == "ranking":
        return _ranking(answer["ranks"], len(item.outputs))
    if name == "da":
        return DirectAssessment(_score(answer["score"], DIRECT))
    if name == "contrastive":
        scores = _check_one_per_output(answer["scores"], "score", len(item.outputs))
        return OutputScores(tuple(_score(score, QUALITY) for score in scores))
    spans = [
        _parse_marked_error(span, len(item.outputs[0].text), categories) for span in as_list(answer["spans"], "spans")
    ]
    missing = as_list(answer["missing"], "missing")
    for severity in missing:
        check_known(severity, SEVERITIES, "severity")
    in_order = tuple(sorted(spans, key=lambda span: (span.start, span.end)))
    score = mqm_score(in_order, missing) if is_computed else _score(answer["score"], QUALITY)
    return ErrorSpans(in_order, tuple(missing), score)


def mqm_score(spans: Sequence[MarkedError], missing: Sequence[str]) -> float:
    """Return the MQM score of these errors, as ``mqm_scores`` computes it: minus the sum of the weights; 0 is best.

    >>> mqm_score([MarkedError(0, 3, "major")], ["minor"])
    -6.0
    """
    marked = [ErrorSpan("", 0, span.start, span.end, span.severity, span.category) for span in spans]
    absent = [ErrorSpan("", 0, MISSING, MISSING, severity, OMISSION) for severity in missing]
    return 0.0 - sum(map(mqm_weight, [*marked, *absent]))


def to_json(value: Value) -> dict[str, Any]:
    """Return an answer as plain numbers, texts, lists and objects, in the form that ``check_answer`` takes."""
    return {key: _plain(field_value) for key, field_value in vars(value).items()}


def _plain(field_value: Any) -> Any:
    if isinstance(field_value, tuple):
        return [_plain(one) for one in field_value]
    if isinstance(field_value, MarkedError):
        return {key: value for key, value in vars(field_value).items() if key != "category" or value}
    return field_value


def _step(value: object, scale: RatingScale) -> int:
    return whole_number(value, scale.name.capitalize(), scale.low, scale.high)


def _score(value: object, scale: RatingScale) -> float:
    if value is None or isinstance(value, bool | str):
        raise ValueError(f"The score must be {scale.low} to {scale.high}; found {short_repr(value)}.")
    return number_within(value, "The score", scale.low, scale.high)


def _ranking(ranks_json: object, n_outputs: int) -> OutputRanking:
    ranks = _check_one_per_output(ranks_json, "rank", n_outputs)
    return OutputRanking(tuple(whole_number(rank, "A rank", 1, n_outputs) for rank in ranks))


def _check_one_per_output(values_json: object, noun: str, n_outputs: int) -> list[Any]:
    values = as_list(values_json, f"{noun}s")
    if len(values) != n_outputs:
        raise ValueError(f"Expected a {noun} for each of {n_outputs} outputs; found {len(values)}.")
    return list(values)


def _parse_marked_error(span_json: object, n_characters: int, categories: Collection[str]) -> MarkedError:
    expect(span_json, Mapping, "A marked error")
    span: Mapping[str, Any] = span_json  # type: ignore[assignment]
    expected = "start, end, severity and category" if categories else "start, end and severity"
    if set(span) != {"start", "end", "severity", *(["category"] if categories else [])}:
        raise ValueError(f"A marked error has {expected}; found {short_repr(sorted(map(str, span)))}.")
    if categories:
        check_known(span["category"], categories, "category")
    check_known(span["severity"], SEVERITIES, "severity")
    start = whole_number(span["start"], "The start of an error", 0, n_characters)
    end = whole_number(span["end"], "The end of an error", 0, n_characters)
    if start >= end:
        raise ValueError(f"An error begins before it ends; found characters {start} to {end}.")
    return MarkedError(start, end, span["severity"], span.get("category", ""))


def with_distinct_texts(item: Item) -> Item:
    """Return the item as raters see it: each text once, at its first place; its answer counts for all outputs."""
    by_text: dict[str, ShownOutput] = {}
    for output in item.outputs:
        by_text.setdefault(output.text, output)
    return replace(item, outputs=tuple(by_text.values()))


def value_for_all_outputs(value: Value, item: Item) -> Value:
    """Return an answer to ``with_distinct_texts(item)`` as one to the item: outputs of one text get the same value."""
    if not isinstance(value, OutputRanking | OutputScores):
        return value
    texts = [output.text for output in with_distinct_texts(item).outputs]
    if isinstance(value, OutputScores):
        scores = dict(zip(texts, value.scores, strict=True))
        return OutputScores(tuple(scores[output.text] for output in item.outputs))
    ranks = dict(zip(texts, value.ranks, strict=True))
    return OutputRanking(tuple(ranks[output.text] for output in item.outputs))


def value_for_distinct_texts(value: Value, item: Item) -> Value:
    """Return an answer to the item as one to ``with_distinct_texts(item)``: the best rank or score of a text counts.

    If ranks exceed the number of texts, they are renumbered without gaps.
    """
    if isinstance(value, OutputScores):
        highest: dict[str, float] = {}
        for output, score in zip(item.outputs, value.scores, strict=True):
            highest[output.text] = max(score, highest.get(output.text, score))
        return OutputScores(tuple(highest.values()))
    if not isinstance(value, OutputRanking):
        return value
    best: dict[str, int] = {}
    for output, rank in zip(item.outputs, value.ranks, strict=True):
        best[output.text] = min(rank, best.get(output.text, rank))
    ranks = tuple(best.values())
    if max(ranks) > len(ranks):
        distinct_ranks = sorted(set(ranks))
        ranks = tuple(distinct_ranks.index(rank) + 1 for rank in ranks)
    return OutputRanking(ranks)
