"""One item to practise on before a campaign's first, in English, and what is said of the answer."""

from collections.abc import Iterator
from dataclasses import dataclass

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
LOW_SCORE = f"a score of at most {MOST_OF_OPPOSITE} fits"


@dataclass(frozen=True)
class PracticeRemark:
    """What is said of one part of a practised answer."""

    is_right: bool
    text: str


def practice_item(protocol: str) -> Item:
    """The practised item of a protocol, by its name; no system wrote it."""
    if protocol_of(protocol).n_outputs > 1:
        return Item(0, tuple(ShownOutput(str(number), text) for number, text in enumerate(RANKED)))
    return Item(0, (ShownOutput("", MARKED if protocol_of(protocol).marks_errors else OPPOSITE),))


def practice_remarks(protocol: str, value: Value) -> tuple[PracticeRemark, ...]:
    """What is said of an answer to ``practice_item``, in the order of its parts."""
    match value:
        case AdequacyFluency():
            meaning = "It says the opposite of the reference, so little of the meaning is there: 1 or 2 fits adequacy."
            language = "There is no error in its English: 5 fits fluency, however wrong the meaning is."
            return PracticeRemark(value.adequacy <= 2, meaning), PracticeRemark(value.fluency == 5, language)
        case OutputRanking():
            return (_order_remark(value.ranks == BEST_TO_WORST),)
        case OutputScores():
            by_score = sorted(zip(value.scores, BEST_TO_WORST, strict=True), key=lambda pair: -pair[0])
            is_right = [rank for _, rank in by_score] == [1, 2, 3] and len({*value.scores}) == len(value.scores)
            low = value.scores[BEST_TO_WORST.index(3)] <= MOST_OF_OPPOSITE
            return _order_remark(is_right), PracticeRemark(low, f"Where a translation says the opposite, {LOW_SCORE}.")
        case DirectAssessment():
            why = "It reads well, but says the opposite of the reference"
            return (PracticeRemark(value.score <= MOST_OF_OPPOSITE, f"{why}: {LOW_SCORE}."),)
        case ErrorSpans():
            remarks = tuple(_error_remarks(value))
            if not protocol_of(protocol).scales:
                return remarks
            why = "One major error changes the meaning"
            return (*remarks, PracticeRemark(value.score <= MOST_OF_OPPOSITE, f"{why}: {LOW_SCORE}."))


def _order_remark(is_right: bool) -> PracticeRemark:
    by_rank = [RANKED[BEST_TO_WORST.index(rank)] for rank in (1, 2, 3)]
    best, middle, worst = (f"“{text}”" for text in by_rank)
    said = f"{best} is best: only its words are in another order. {middle} has bad grammar. {worst} says the opposite."
    return PracticeRemark(is_right, said)


def _error_remarks(value: ErrorSpans) -> Iterator[PracticeRemark]:
    expected = []
    for word, severity, why in EXPECTED_ERRORS:
        start = MARKED.index(word)
        error = MarkedError(start, start + len(word), severity)
        expected.append(error)
        found = {span.severity for span in value.spans if _overlap(span, error)}
        yield PracticeRemark(found == {severity}, f"“{word}” is a {severity} error: {why}.")
    for span in value.spans:
        if not any(_overlap(span, error) for error in expected):
            yield PracticeRemark(False, f"“{MARKED[span.start : span.end]}” is right: mark only what is wrong.")
    if value.missing:
        yield PracticeRemark(False, "Nothing is missing here: each part of the reference has its words.")


def _overlap(one: MarkedError, other: MarkedError) -> bool:
    return one.start < other.end and other.start < one.end
