"""Judgments of the user's own: what a file of them may hold."""

import json

import pytest

from scoring.formats.errors import FormatError
from scoring.model_judges.example_files import MAX_EXAMPLES, read_examples
from scoring.model_judges.prompts import JudgedTexts, JudgeExample
from scoring.model_judges.protocols import DA, ESA, MQM, template_protocol

GOOD = {"source": "yes", "translation": "ja", "answer": {"score": 100}}


def read(*values, protocol=DA):
    return read_examples("e.jsonl", "\n".join(map(json.dumps, values)).encode(), protocol)


def test_answers_are_objects_or_text():
    found = read(GOOD, {**GOOD, "reference": "Ja", "answer": "100/100"})
    assert found == (
        JudgeExample(JudgedTexts("ja", "yes"), '{"score": 100}'),
        JudgeExample(JudgedTexts("ja", "yes", ("Ja",)), "100/100"),
    )


def test_examples_may_be_in_utf_16_and_other_bytes_are_refused():
    text = json.dumps({**GOOD, "source": "größer"}, ensure_ascii=False)
    (found,) = read_examples("e.jsonl", text.encode("utf-16"), DA)
    assert found.texts.source == "größer"
    with pytest.raises(FormatError, match=r"e\.jsonl"):
        read_examples("e.jsonl", text.encode("latin-1"), DA)


def test_a_template_may_ask_for_any_answer():
    assert read({**GOOD, "answer": {"grade": "A"}}, protocol=template_protocol("{translation}", "t"))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({**GOOD, "answr": 1}, "the key 'answr'"),
        ({"source": "yes", "answer": {"score": 1}}, "no translation"),
        ({"translation": "ja"}, "no answer"),
        ({**GOOD, "source": 7}, "a source that is no text"),
        ({**GOOD, "answer": 7}, "something else"),
        ({**GOOD, "answer": {"points": 7}}, "the keys points"),
        ({**GOOD, "answer": "95 points"}, "no score and no list of errors"),
        ({**GOOD, "answer": {"score": 195}}, "195 is not from 0 to 100"),
    ],
)
def test_a_broken_example_is_refused_with_its_line(value, said):
    with pytest.raises(FormatError, match="line 2") as error:
        read(GOOD, value)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("answer", "protocol", "said"),
    [
        ({"score": 100}, ESA, "expected an answer with errors and score, found a score alone"),
        ('{"score": 3}', MQM, "expected an answer with errors, found one that is not read"),
        ({"errors": "none", "score": "good", "foo": 1}, ESA, "the keys foo"),
    ],
)
def test_an_example_answers_as_its_protocol_asks(answer, protocol, said):
    with pytest.raises(FormatError, match=said):
        read({**GOOD, "answer": answer}, protocol=protocol)
    assert read({**GOOD, "answer": answer}, protocol=template_protocol("{translation}", "t"))


def test_there_are_not_too_many():
    with pytest.raises(FormatError, match=f"at most {MAX_EXAMPLES}"):
        read(*[GOOD] * (MAX_EXAMPLES + 1))
