"""Errors that are marked before raters see an output, by a judge or by checks, for raters to correct."""

from collections.abc import Collection, Iterator

from ...judgments import ErrorSpan
from ...testset import TestSet
from .answers import MarkedError
from .plan import CampaignPlan, Item
from .severities import SEVERITIES

MINOR, MAJOR = SEVERITIES
SEVERITY_OF = {"minor": MINOR, "major": MAJOR, "critical": MAJOR, "non-translation": MAJOR}
"""Rater's severity for each severity of a judge; errors of other severities, such as neutral, are not marked."""


def prefilled_errors(plan: CampaignPlan, test_set: TestSet, item: Item) -> tuple[MarkedError, ...]:
    """Return the errors that are already marked on an item, in the order of the text; none if the plan has no judge.

    Where errors overlap, the worse one counts, then the earlier one. On a damaged output only marks outside the
    replaced words are kept. A category is kept if the plan has it. Raises ``ValueError`` if the test set does not have
    the plan's judge.
    """
    if not plan.prefilled:
        return ()
    (output,) = item.outputs
    (annotation,) = (one for one in test_set.annotations if one.name == plan.prefilled)
    text = str(test_set.system(output.system).segments[item.segment])
    marks = [*_marks(annotation.by_text.get((output.system, item.segment), ()), text, output.text, plan.categories)]
    marks.sort(key=lambda mark: (-SEVERITIES.index(mark.severity), mark.start, mark.end))
    errors: list[MarkedError] = []
    for mark in marks:
        if all(mark.end <= other.start or other.end <= mark.start for other in errors):
            errors.append(mark)
    return tuple(sorted(errors, key=lambda mark: mark.start))


def _marks(spans: tuple[ErrorSpan, ...], text: str, shown: str, categories: Collection[str]) -> Iterator[MarkedError]:
    """Yield the errors in the text at their places in the shown text, which may have other words in one place."""
    same_before = _n_same(text, shown)
    same_after = _n_same(text[same_before:][::-1], shown[same_before:][::-1])
    for span in spans:
        severity = SEVERITY_OF.get(span.severity)
        if severity is None or not span.is_placed or span.in_source or span.start >= span.end:
            continue
        category = span.category if span.category in categories else ""
        if span.end <= same_before:
            yield MarkedError(span.start, span.end, severity, category)
        elif span.start >= len(text) - same_after:
            shift = len(shown) - len(text)
            yield MarkedError(span.start + shift, span.end + shift, severity, category)


def _n_same(one: str, other: str) -> int:
    """Return the number of characters at the beginning that both texts share."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (first, second) in enumerate(pairs) if first != second), min(len(one), len(other)))
