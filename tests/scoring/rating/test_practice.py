"""What is said of a practised answer."""

import pytest

from scoring.rating import (
    PROTOCOLS,
    AdequacyFluency,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    OutputScores,
    check_answer,
    practice_item,
    practice_remarks,
    to_json,
)

MARKED = practice_item("esa").outputs[0].text
OPENS, SUNDAYS, MUSEUM = (MARKED.index(word) for word in ("opens", "sundays", "museum"))
FOUND = (MarkedError(OPENS, OPENS + 5, "major"), MarkedError(SUNDAYS, SUNDAYS + 7, "minor"))
RIGHT = {
    "adequacy-fluency": AdequacyFluency(1, 5),
    "ranking": OutputRanking((2, 1, 3)),
    "da": DirectAssessment(20.0),
    "esa": ErrorSpans(FOUND, (), 30.0),
    "mqm": ErrorSpans(FOUND, (), -6.0),
    "contrastive": OutputScores((60.0, 100.0, 20.0)),
}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_right_answer_to_the_item_is_called_right(protocol):
    right = check_answer(protocol, practice_item(protocol), to_json(RIGHT[protocol]))
    assert all(remark.is_right for remark in practice_remarks(protocol, right))


@pytest.mark.parametrize(
    ("protocol", "given"),
    [("adequacy-fluency", ["1", "5"]), ("da", ["20"]), ("esa", ["30"]), ("contrastive", ["20"]), ("mqm", [])],
)
def test_the_own_number_is_repeated_beside_ours_also_where_it_fits(protocol, given):
    texts = [remark.text for remark in practice_remarks(protocol, RIGHT[protocol])]
    assert [text.partition(" You gave ")[2] for text in texts if " You gave " in text] == [f"{one}." for one in given]


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (OutputScores((10.0, 95.0, 20.0)), ["bad grammar 10."]),
        (AdequacyFluency(4, 5), ["1 or 2 fits adequacy"]),
        (AdequacyFluency(1, 2), ["5 fits fluency"]),
        (OutputRanking((1, 1, 3)), ["“On Sundays the museum closes at six.” is best"]),
        (OutputScores((100.0, 60.0, 20.0)), ["“On Sundays the museum closes at six.” is best"]),
        (OutputScores((60.0, 60.0, 20.0)), ["“On Sundays the museum closes at six.” is best"]),
        (OutputScores((80.0, 100.0, 70.0)), ["a score of at most 50 fits"]),
        (DirectAssessment(51.0), ["a score of at most 50 fits"]),
        (ErrorSpans((), (), 30.0), ["“opens” is a major error (", "“sundays” is a minor error ("]),
        (ErrorSpans((MarkedError(OPENS, OPENS + 5, "minor"), FOUND[1]), (), 30.0), ["“opens” is a major error"]),
        (ErrorSpans((*FOUND, MarkedError(MUSEUM, MUSEUM + 6, "minor")), (), 30.0), ["“museum” is right"]),
        (ErrorSpans(FOUND, ("major",), 30.0), ["Nothing is missing here"]),
        (ErrorSpans(FOUND, (), 90.0), ["a score of at most 50 fits"]),
    ],
)
def test_of_what_is_wrong_it_is_said_why(value, wrong):
    protocol = next(name for name, right in RIGHT.items() if type(right) is type(value))
    remarks = [remark.text for remark in practice_remarks(protocol, value) if not remark.is_right]
    assert len(remarks) == len(wrong)
    assert all(words in remark for words, remark in zip(wrong, remarks, strict=True))
