"""A segment's edits as text, in tercom's layout and letters."""

from collections import Counter

from hypothesis import given

from scoring import TER
from scoring.ter.edits import EditKind
from scoring.ter.pra import LETTERS, pra
from tests.corpora import corpora

SAUDI = """\
Sentence ID: 7
Best Ref: SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times
Orig Hyp: THIS WEEK THE SAUDIS denied information published in the new york times

REF:    SAUDI ARABIA denied   THIS WEEK   information published in the AMERICAN new york times
HYP:  @ THE   SAUDIS denied [ THIS WEEK ] information published in the ******** new york times
EVAL:   S     S                                                        D
SHFT: 1                     1           1
TER Score:  30.77 (  4.0/ 13.0)

Shift [THIS, WEEK] 3 words right
 REF:    SAUDI ARABIA denied   THIS WEEK   information published in the AMERICAN new york times
 HYP:  @ THE   SAUDIS denied [ THIS WEEK ] information published in the ******** new york times
"""


def text_of(hypothesis, references, name="1"):
    edits = TER().edits(hypothesis, references)
    return pra(edits, float(TER().score(edits.statistics)), name), edits


def test_the_papers_example():
    hypothesis = "THIS WEEK THE SAUDIS denied information published in the new york times"
    reference = "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"
    assert text_of(hypothesis, [reference], "7")[0] == SAUDI


def test_a_shift_to_the_left_leaves_its_mark_behind():
    lines = text_of("a d e b c f", ["a b c d e f c"])[0].split("\n")
    assert lines[4:8] == [
        "REF:  a   b c   d e   f c",
        "HYP:  a [ b c ] d e @ f *",
        "EVAL:                   D",
        "SHFT:   1     1     1",
    ]
    assert "Shift [b, c] 2 words left" in lines


def test_a_shifted_word_that_is_wrong_even_so_has_its_shift():
    lines = text_of("f d c f", ["c f c"])[0].split("\n")
    assert lines[4:8] == [
        "REF:    c *   f c",
        "HYP:  [ c f ] f d @",
        "EVAL:     I     S",
        "SHFT: 1   1 1     1",
    ]


def test_nothing_at_all():
    assert "REF:\nHYP:\nEVAL:\nSHFT:\nTER Score:   0.00" in text_of("", [""])[0]


@given(corpora())
def test_letters_are_the_edits_and_shifts_are_all_there(corpus):
    hypotheses, references = corpus
    for index, hypothesis in enumerate(hypotheses):
        text, edits = text_of(hypothesis, [column[index] for column in references])
        letters = Counter(next(line for line in text.split("\n") if line.startswith("EVAL:"))[5:].split())
        kinds = (EditKind.SUBSTITUTION, EditKind.DELETION, EditKind.INSERTION)
        assert letters == Counter({LETTERS[kind]: edits.final.count(kind) for kind in kinds if edits.final.count(kind)})
        assert sum(line.startswith("Shift [") for line in text.split("\n")) == len(edits.shifts)
