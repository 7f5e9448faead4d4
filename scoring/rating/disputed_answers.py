"""The answers of each rater about the outputs that raters disagree about most, to be read.

Names and texts are as people gave them: escape them to show them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..output.numbers import fixed
from .formats import DisputedOutputs
from .protocols.answers import AdequacyFluency, DirectAssessment, ErrorSpans, OutputRanking, OutputScores, Value
from .protocols.plan import PLAIN, Item
from .protocols.ratings import Ratings


@dataclass(frozen=True)
class DisputedAnswers:
    """Disputed outputs of one segment, with their texts and answers."""

    segment: int
    """Number of the segment, from 0."""
    shown_texts: tuple[tuple[str, str], ...]
    """Name and text of each source or reference that raters compared the outputs with."""
    outputs: tuple[tuple[str, str], ...]
    """System and text of each output."""
    answers: tuple[tuple[str, str], ...]
    """Rater and answer, in words."""


def disputed_answers(ratings: Ratings, disputed: Sequence[DisputedOutputs]) -> list[DisputedAnswers]:
    """Return the texts and answers of each disputed output, in order; answers to check items are left out."""
    return [_answers_about(ratings, one) for one in disputed]


def _answers_about(ratings: Ratings, disputed: DisputedOutputs) -> DisputedAnswers:
    test_set, plan, at = ratings.test_set, ratings.plan, disputed.segment
    columns = [("Source", test_set.source)] if plan.shows_source else []
    columns += [(one.name, one.segments) for one in test_set.references if one.name in plan.references]
    answers = [
        (ratings.names[one.place], answer_words(one.value, one.item, disputed.systems))
        for one in ratings
        if one.item.kind == PLAIN
        and one.item.segment == at
        and {*disputed.systems} <= {output.system for output in one.item.outputs}
    ]
    texts = tuple((name, str(test_set.system(name).segments[at])) for name in disputed.systems)
    shown = tuple((name, str(column[at])) for name, column in columns if column is not None and column[at].is_valid)
    return DisputedAnswers(at, shown, texts, tuple(answers))


def answer_words(value: Value, item: Item, systems: Sequence[str]) -> str:
    """Return an answer in words; for a ranking, which of these two systems it puts first."""
    match value:
        case AdequacyFluency():
            return f"adequacy {value.adequacy}, fluency {value.fluency}"
        case DirectAssessment():
            return fixed(value.score, 0)
        case OutputScores():
            scores = dict(zip((output.system for output in item.outputs), value.scores, strict=True))
            return ", ".join(fixed(scores[system], 0) for system in systems)
        case OutputRanking():
            ranks = dict(zip((output.system for output in item.outputs), value.ranks, strict=True))
            first, second = systems
            if ranks[first] == ranks[second]:
                return "a tie"
            return f"{min(systems, key=ranks.__getitem__)} first"
        case ErrorSpans():
            text = item.outputs[0].text
            marks = [
                f"{span.severity} “{text[span.start : span.end]}”" + (f" ({span.category})" if span.category else "")
                for span in value.spans
            ]
            marks += [f"{severity} missing content" for severity in value.missing]
            return f"{fixed(value.score, 0)}: {', '.join(marks) or 'no errors'}"
