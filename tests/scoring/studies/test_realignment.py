"""Outputs with other lines than the references: streams, documents, borders moved by hand, and what is said."""

import pyarrow as pa
import pytest

from scoring import BLEU
from scoring.studies.realignment import RealignmentRequest, StreamLines, TextsToRealign, run
from scoring.testset import TestSet

REFERENCES = ["the cat sat", "on the mat .", "it rained all day"]
STREAM = "the cat sat on the mat . it was raining all day"


def realigned(lines, references=(REFERENCES,), documents=None, of=None, tokenize=""):
    columns = {f"reference {number}": pa.array(texts, pa.string()) for number, texts in enumerate(references, 1)}
    given = StreamLines(pa.array(lines, pa.string()), None if of is None else pa.array(of))
    texts = TextsToRealign({"mt": given}, columns, None if documents is None else pa.array(documents))
    return run(RealignmentRequest(tokenize), texts)


def segments(result):
    return result.systems[0].segments.to_pylist()


@pytest.mark.parametrize("lines", [[STREAM], STREAM.split(), ["the cat sat on", "", "the mat . it", STREAM[-19:]]])
def test_lines_do_not_matter(lines):
    result = realigned(lines)
    assert segments(result) == ["the cat sat", "on the mat .", "it was raining all day"]
    assert round(result.systems[0].word_error_rate, 2) == 18.18
    assert "Word error rate against the reference: 18.18 %." in result.sentences()[0]


def test_a_border_that_is_moved_changes_its_two_segments_only():
    before = realigned([STREAM])
    after = before.moved("mt", 1, 4)
    assert segments(before) == ["the cat sat", "on the mat .", "it was raining all day"]
    assert segments(after) == ["the cat sat on", "the mat .", "it was raining all day"]
    (system,) = after.systems
    assert system.edited.tolist() == [False, True, False, False]
    assert (system.errors.tolist(), system.border_confidences[1]) == ([1, 1, 2], 1)
    assert "mt: 1 border was moved by hand." in after.sentences()
    assert [record["edited"] for record in after.records()] == [True, True, False]
    back = system.with_cuts(before.systems[0].cuts)
    assert (back.segments.to_pylist(), back.errors.tolist()) == (segments(before), [0, 0, 2])


@pytest.mark.parametrize(("border", "cut"), [(0, 0), (3, 12), (1, 8), (2, 2), (1, -1)])
def test_a_border_stays_between_its_neighbours(border, cut):
    with pytest.raises(ValueError, match="must be"):
        realigned([STREAM]).moved("mt", border, cut)


def test_borders_of_documents_are_fixed():
    result = realigned(["the cat sat", "on the mat . it rained"], documents=["a", "b", "b"])
    assert segments(result) == ["the cat sat", "on the mat .", "it rained"]
    assert result.systems[0].fixed.tolist() == [True, True, False, True]
    with pytest.raises(ValueError, match="border before segment 2 is that of a document"):
        result.moved("mt", 1, 2)
    with pytest.raises(ValueError, match="border before segment 2 cannot be moved"):
        result.systems[0].with_cuts([0, 2, 7, 9])
    with pytest.raises(ValueError, match="ascending order"):
        result.systems[0].with_cuts([0, 3, 2, 9])
    with pytest.raises(ValueError, match="No system is called 'other'; there are mt"):
        result.moved("other", 1, 2)


def test_documents_of_an_output_are_found_by_their_names():
    result = realigned(["on the mat . it rained", "the cat", "sat"], documents=["a", "b", "b"], of=["b", "a", "a"])
    assert segments(result) == ["the cat sat", "on the mat .", "it rained"]
    assert "each of 2 documents by itself" in result.sentences()[0]


@pytest.mark.parametrize(
    ("documents", "of", "message"),
    [
        (["a", "b", "a"], None, "The document 'a' comes again after another one"),
        (["a", "b", "b"], ["a", "c"], "found 'c', which the references do not have"),
        (["a", "b", "b"], ["a", "a"], "found no 'b'"),
        (["a", "b"], None, "the same number of segments everywhere"),
    ],
)
def test_documents_that_do_not_fit(documents, of, message):
    with pytest.raises(ValueError, match=message):
        realigned(["one", "two"], documents=documents, of=of)


def test_lines_that_are_no_documents_are_one_stream_and_it_is_said():
    result = realigned([STREAM], documents=["a", "b", "b"])
    assert segments(result)[0] == "the cat sat"
    assert "Its lines are not of 2 documents, so documents were not used." in result.sentences()[0]


def test_leftovers_are_named():
    reference = ["one two three .", "four five six seven eight nine ten .", "the end ."]
    long = ["one two three .", *["never was this here before at all"] * 2, "the end ."]
    (system,) = realigned(long, [reference]).systems
    (system_short,) = realigned(["one two three . the end ."], [reference]).systems
    assert [one.kind for one in system_short.leftovers] == ["undertranslation"]
    assert str(system_short.leftovers[0]) == (
        "Segment 2 got no words, and its reference has 8 words: undertranslation."
    )
    assert system_short.segments.to_pylist() == ["one two three .", "", "the end ."]
    many = realigned([*long[:1], *["x"] * 30, *long[3:]], [["one two three .", "four five", "the end ."]])
    (leftover,) = many.systems[0].leftovers
    assert (leftover.segment, leftover.kind, leftover.words) == (1, "overtranslation", 30)
    assert system.word_counts.sum() == 4 + 14 + 3


def test_scripts_without_spaces_are_cut_between_characters():
    result = realigned(
        ["今天天气不错。我们去公", "园 GPU 玩！好"], [["今天天气很好。", "我们去公园 GPU 玩吧！", "好的"]]
    )
    assert segments(result) == ["今天天气不错。", "我们去公园 GPU 玩！", "好"]
    assert result.tokenizer == "char"
    assert "Character error rate against the reference: " in result.sentences()[0]


def test_several_references_and_a_missing_one():
    others = ["a cat was sitting", None, "it was raining all day"]
    result = realigned([STREAM], [REFERENCES, others])
    assert result.systems[0].errors.tolist() == [0, 0, 0]
    assert result.systems[0].reference_words.tolist() == [3, 4, 5]


def test_case_is_no_error():
    assert realigned([STREAM.upper()]).systems[0].errors.tolist() == [0, 0, 2]


@pytest.mark.parametrize(
    ("systems", "references", "message"),
    [
        ({}, {"r": ["a"]}, "found no output"),
        ({"mt": ["a"]}, {}, "found no reference"),
        ({"mt": ["a"]}, {"r": []}, "at least one segment"),
        ({"mt": ["a"]}, {"r": ["a"], "s": ["a", "b"]}, "same number of segments"),
        ({"mt": ["a"]}, {"r": ["a", None]}, "has no reference"),
    ],
)
def test_bad_texts(systems, references, message):
    streams = {name: StreamLines(pa.array(lines)) for name, lines in systems.items()}
    columns = {name: pa.array(lines, pa.string()) for name, lines in references.items()}
    with pytest.raises(ValueError, match=message):
        TextsToRealign(streams, columns)


def test_an_unknown_tokenizer():
    with pytest.raises(ValueError, match="tokenizer"):
        RealignmentRequest("14a")


def test_outputs_say_that_they_were_realigned():
    outputs = realigned([STREAM]).outputs()
    reference = TestSet.build({"mt": REFERENCES}, [REFERENCES]).references
    test_set = TestSet(outputs, reference)
    assert test_set.realigned_systems == ("mt",)
    plain = TestSet.build({"mt": outputs[0].segments}, {"reference 1": REFERENCES})
    assert plain.identity != test_set.identity
    assert plain.fingerprint == test_set.fingerprint
    assert test_set.only([0, 2]).realigned_systems == ("mt",)
    signature = BLEU().full_signature([REFERENCES], realigned=True)
    assert "|realigned:mwer|version:" in signature
    assert signature.replace("realigned:mwer|", "") == BLEU().full_signature([REFERENCES])
