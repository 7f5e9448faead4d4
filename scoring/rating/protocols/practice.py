"""One item to practise on before a campaign's first item, in the rater's language, and remarks on the answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..languages import ENGLISH, translate
from .answers import AdequacyFluency, DirectAssessment, ErrorSpans, MarkedError, OutputRanking, OutputScores, Value
from .plan import Item, ShownOutput
from .protocols import protocol_of

PRACTICE_REFERENCE = "The museum closes at six on Sundays."
"""Correct text of the practised outputs."""
OPPOSITE = "The museum opens at six on Sundays."
RANKED = ("The museum it close on six at Sundays.", "On Sundays the museum closes at six.", OPPOSITE)
"""Outputs of the practised ranking.

The second is the best, then the first: its grammar is bad, but it does not say the opposite.
"""
BEST_TO_WORST = (2, 1, 3)
"""Expected ranks of ``RANKED``."""
MARKED = "The museum opens at six on sundays."
CAPITAL, SMALL = "it needs a capital letter", "it needs a small letter"
EXPECTED_ERRORS = (("opens", "major", "it says the opposite"), ("sundays", "minor", CAPITAL))
"""Words of ``MARKED`` that are errors, with their severity and the reason."""
SMALL_DAYS = ("cs", "es", "fr")
"""Languages that write names of days with a small letter, where the capital is the error."""
MAX_OF_OPPOSITE = 50
"""Highest score that fits a translation that says the opposite: our choice, no protocol has one."""
LOW_SCORE = "a score of at most {most} fits"
LITTLE_MEANING = "It says the opposite, so little of the meaning is there: 1 or 2 fits adequacy."
NO_LANGUAGE_ERROR = "There is no error in its grammar or style: 5 fits fluency, however wrong the meaning is."
BEST = "“{best}” is best: only its words are in another order."
WORST = "“{worst}” is worst: it says the opposite. “{middle}” has bad grammar, but its meaning is right."
GIVEN_SCORE = "You gave {score}."
GIVEN_BOTH = "You gave it {worst}, and the one with bad grammar {middle}."
NOTHING_MISSING = "Nothing is missing here: every part is translated."


@dataclass(frozen=True)
class PracticeRemark:
    """A remark on one part of a practised answer."""

    is_right: bool
    text: str
    is_missed: bool = False
    """Whether the remark is about an error that was not marked."""
    error: MarkedError | None = None
    """Error that should be marked, if the remark is about one."""


def practice_item(protocol: str, language: str = ENGLISH) -> Item:
    """Return the practice item of a protocol, by its name; no system wrote its outputs."""
    if protocol_of(protocol).n_outputs > 1:
        return Item(0, tuple(ShownOutput(str(number), translate(text, language)) for number, text in enumerate(RANKED)))
    text = MARKED if protocol_of(protocol).marks_errors else OPPOSITE
    return Item(0, (ShownOutput("", translate(text, language)),))


def practice_remarks(
    protocol: str, value: Value, language: str = ENGLISH, target: str | None = None
) -> tuple[PracticeRemark, ...]:
    """Return the remarks on an answer to ``practice_item``, in the order of the answer's parts.

    ``target`` is the language of the practised outputs, if it is not the language of the remarks.
    """
    target = language if target is None else target

    def remark_with_own_score(is_right: bool, text: str, score: float) -> PracticeRemark:
        return PracticeRemark(is_right, f"{text} {translate(GIVEN_SCORE, language).format(score=f'{score:g}')}")

    def low(template: str, score: float) -> PracticeRemark:
        fits = translate(LOW_SCORE, language).format(most=MAX_OF_OPPOSITE)
        return remark_with_own_score(score <= MAX_OF_OPPOSITE, translate(template, language).format(fits=fits), score)

    match value:
        case AdequacyFluency():
            meaning, fluency = translate(LITTLE_MEANING, language), translate(NO_LANGUAGE_ERROR, language)
            return (
                remark_with_own_score(value.adequacy <= 2, meaning, value.adequacy),
                remark_with_own_score(value.fluency == 5, fluency, value.fluency),
            )
        case OutputRanking():
            return _order_remarks([-rank for rank in value.ranks], language, target)
        case OutputScores():
            best, order = _order_remarks(value.scores, language, target)
            worst, middle = (value.scores[BEST_TO_WORST.index(rank)] for rank in (3, 2))
            if not order.is_right:
                explanation = translate(GIVEN_BOTH, language).format(worst=f"{worst:g}", middle=f"{middle:g}")
                order = PracticeRemark(False, f"{order.text} {explanation}")
            return best, order, low("Where a translation says the opposite, {fits}.", worst)
        case DirectAssessment():
            return (low("The translation reads well, but says the opposite: {fits}.", value.score),)
        case ErrorSpans():
            remarks = tuple(_error_remarks(value, language, target))
            if not protocol_of(protocol).scales:
                return remarks
            return (*remarks, low("One major error changes the meaning: {fits}.", value.score))


def _order_remarks(values: Sequence[float], language: str, target: str) -> tuple[PracticeRemark, PracticeRemark]:
    """Return the remarks on the best and on the worst output; the highest of ``values`` is the best."""
    best, middle, worst = (BEST_TO_WORST.index(rank) for rank in (1, 2, 3))
    texts = [translate(text, target) for text in RANKED]
    remark = translate(WORST, language).format(worst=texts[worst], middle=texts[middle])
    return (
        PracticeRemark(
            values[best] > max(values[middle], values[worst]), translate(BEST, language).format(best=texts[best])
        ),
        PracticeRemark(values[worst] < min(values[best], values[middle]), remark),
    )


def _error_remarks(value: ErrorSpans, language: str, target: str) -> Iterator[PracticeRemark]:
    marked, expected = translate(MARKED, target), []
    for english, severity, why in EXPECTED_ERRORS:
        word = translate(english, target)
        start = marked.index(word)
        error = MarkedError(start, start + len(word), severity)
        expected.append(error)
        severities = {span.severity for span in value.spans if _overlap(span, error)}
        template = translate(f"“{{word}}” is a {severity} error ({{why}}).", language)
        reason = translate(SMALL if why == CAPITAL and target in SMALL_DAYS else why, language)
        yield PracticeRemark(severities == {severity}, template.format(word=word, why=reason), not severities, error)
    for span in value.spans:
        if not any(_overlap(span, error) for error in expected):
            template = translate("“{word}” is right: mark only what is wrong.", language)
            yield PracticeRemark(False, template.format(word=marked[span.start : span.end]))
    if value.missing:
        yield PracticeRemark(False, translate(NOTHING_MISSING, language))


def _overlap(one: MarkedError, other: MarkedError) -> bool:
    return one.start < other.end and other.start < one.end
