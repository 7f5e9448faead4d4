"""One item to practise on before a campaign's first, in the rater's language, and what is said of the answer."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..languages import ENGLISH, translate
from .answers import AdequacyFluency, DirectAssessment, ErrorSpans, MarkedError, OutputRanking, OutputScores, Value
from .plan import Item, ShownOutput
from .protocols import protocol_of

PRACTICE_REFERENCE = "The museum closes at six on Sundays."
"""What the practised outputs should say."""
OPPOSITE = "The museum opens at six on Sundays."
RANKED = ("The museum it close on six at Sundays.", "On Sundays the museum closes at six.", OPPOSITE)
"""The best of these is the second, then the first: its grammar is bad, but it does not say the opposite."""
BEST_TO_WORST = (2, 1, 3)
"""Ranks of ``RANKED``."""
MARKED = "The museum opens at six on sundays."
EXPECTED_ERRORS = (("opens", "major", "it says the opposite"), ("sundays", "minor", "it needs a capital letter"))
"""Words of ``MARKED``, their severity, and why."""
MOST_OF_OPPOSITE = 50
"""Highest score that fits a translation that says the opposite: ours, no protocol has one."""
LOW_SCORE = "a score of at most {most} fits"
LITTLE_MEANING = "It says the opposite, so little of the meaning is there: 1 or 2 fits adequacy."
NO_LANGUAGE_ERROR = "There is no error in its grammar or style: 5 fits fluency, however wrong the meaning is."
ORDER = "{best} is best: only its words are in another order. {middle} has bad grammar. {worst} says the opposite."
NOTHING_MISSING = "Nothing is missing here: every part is translated."


@dataclass(frozen=True)
class PracticeRemark:
    """What is said of one part of a practised answer."""

    is_right: bool
    text: str
    is_missed: bool = False
    """whether it is about an error that was not marked"""


def practice_item(protocol: str, language: str = ENGLISH) -> Item:
    """The practised item of a protocol, by its name; no system wrote it."""
    if protocol_of(protocol).n_outputs > 1:
        return Item(0, tuple(ShownOutput(str(number), translate(text, language)) for number, text in enumerate(RANKED)))
    text = MARKED if protocol_of(protocol).marks_errors else OPPOSITE
    return Item(0, (ShownOutput("", translate(text, language)),))


def practice_remarks(
    protocol: str, value: Value, language: str = ENGLISH, target: str | None = None
) -> tuple[PracticeRemark, ...]:
    """What is said of an answer to ``practice_item``, in the order of its parts.

    ``target`` is the language of the practised outputs, where it is not the one in which the remarks are.
    """
    target = language if target is None else target

    def low(template: str, score: float) -> PracticeRemark:
        fits = translate(LOW_SCORE, language).format(most=MOST_OF_OPPOSITE)
        return PracticeRemark(score <= MOST_OF_OPPOSITE, translate(template, language).format(fits=fits))

    match value:
        case AdequacyFluency():
            meaning, fluency = translate(LITTLE_MEANING, language), translate(NO_LANGUAGE_ERROR, language)
            return PracticeRemark(value.adequacy <= 2, meaning), PracticeRemark(value.fluency == 5, fluency)
        case OutputRanking():
            return (_order_remark(value.ranks == BEST_TO_WORST, language, target),)
        case OutputScores():
            by_score = sorted(zip(value.scores, BEST_TO_WORST, strict=True), key=lambda pair: -pair[0])
            is_right = [rank for _, rank in by_score] == [1, 2, 3] and len({*value.scores}) == len(value.scores)
            worst = value.scores[BEST_TO_WORST.index(3)]
            return _order_remark(is_right, language, target), low(
                "Where a translation says the opposite, {fits}.", worst
            )
        case DirectAssessment():
            return (low("It reads well, but says the opposite: {fits}.", value.score),)
        case ErrorSpans():
            remarks = tuple(_error_remarks(value, language, target))
            if not protocol_of(protocol).scales:
                return remarks
            return (*remarks, low("One major error changes the meaning: {fits}.", value.score))


def _order_remark(is_right: bool, language: str, target: str) -> PracticeRemark:
    by_rank = [translate(RANKED[BEST_TO_WORST.index(rank)], target) for rank in (1, 2, 3)]
    best, middle, worst = (f"“{text}”" for text in by_rank)
    return PracticeRemark(is_right, translate(ORDER, language).format(best=best, middle=middle, worst=worst))


def _error_remarks(value: ErrorSpans, language: str, target: str) -> Iterator[PracticeRemark]:
    marked, expected = translate(MARKED, target), []
    for english, severity, why in EXPECTED_ERRORS:
        word = translate(english, target)
        start = marked.index(word)
        error = MarkedError(start, start + len(word), severity)
        expected.append(error)
        found = {span.severity for span in value.spans if _overlap(span, error)}
        said = translate(f"“{{word}}” is a {severity} error ({{why}}).", language)
        yield PracticeRemark(found == {severity}, said.format(word=word, why=translate(why, target)), not found)
    for span in value.spans:
        if not any(_overlap(span, error) for error in expected):
            said = translate("“{word}” is right: mark only what is wrong.", language)
            yield PracticeRemark(False, said.format(word=marked[span.start : span.end]))
    if value.missing:
        yield PracticeRemark(False, translate(NOTHING_MISSING, language))


def _overlap(one: MarkedError, other: MarkedError) -> bool:
    return one.start < other.end and other.start < one.end
