"""Which dropped outputs can be cut again, and what they become."""

import pyarrow as pa
import pytest

from scoring.formats import Role, assemble
from scoring.studies.realignment import RealignmentRequest, run
from ui.data import upload
from ui.data.realign.streams import realigned_columns, texts_to_realign

REFERENCE = ("ref.en.txt", b"the cat sat\non the mat .\nit rained all day\n")
STREAM = ("system.talk.en.txt", b"the cat sat on the mat . it was raining all day\n")
GOOD = ("system.good.en.txt", b"the cat sat\non a mat .\nit rained\n")
SUBTITLES = (
    "speech.srt",
    b"1\n00:00:01,000 --> 00:00:02,000\nthe cat sat on\n\n"
    b"2\n00:00:03,000 --> 00:00:04,000\nthe mat . it rained all day\n",
)


def columns_of(*files):
    draft = upload.read_files(files)
    assert not draft.refused
    return draft.columns


def test_outputs_with_other_lines_are_named_and_the_others_left_alone():
    texts = texts_to_realign(columns_of(REFERENCE, STREAM, GOOD))
    assert [*texts.systems] == ["talk"]
    assert len(texts) == 3


def test_a_file_of_documents_says_where_each_line_belongs():
    listed = pa.array(["a", "a", "b"])
    joined = ("system.talk.en.txt", b"the cat sat on the mat .\nit was raining\n")
    columns = columns_of(REFERENCE, joined)
    result = run(RealignmentRequest(), texts_to_realign(columns, None, listed))
    assert "2 documents" in result.streams["talk"]
    assert texts_to_realign(columns, None, pa.array(["a"])).documents is None, "its length does not fit"


def test_the_set_has_what_was_cut_and_says_so():
    columns = columns_of(REFERENCE, STREAM, GOOD)
    outputs = run(RealignmentRequest(), texts_to_realign(columns)).outputs()
    test_set = assemble(realigned_columns(columns, outputs), "set")
    assert test_set.system("talk").segments.to_pylist() == ["the cat sat", "on the mat .", "it was raining all day"]
    assert test_set.realigned_systems == ("talk",)
    assert test_set.system("good").segments.to_pylist() == ["the cat sat", "on a mat .", "it rained"]


def test_subtitles_are_read_by_their_cues():
    columns = columns_of(REFERENCE, SUBTITLES)
    subtitles = next(column for column in columns if column.file == "speech.srt")
    assert (subtitles.role, subtitles.segments.to_pylist()[0]) == (Role.SYSTEM, "the cat sat on")
    assert [*texts_to_realign(columns).systems] == [subtitles.name]


def test_outputs_alone_are_cut_by_the_references_of_the_set_in_use():
    whole = assemble(columns_of(REFERENCE, GOOD), "set")
    assert [*texts_to_realign(columns_of(STREAM), whole).systems] == ["talk"]
    assert texts_to_realign(columns_of(STREAM)) is None


@pytest.mark.parametrize(
    "files",
    [
        [REFERENCE],
        [REFERENCE, GOOD],
        [STREAM, GOOD],
        [REFERENCE, ("ref2.en.txt", b"one\n"), STREAM],
    ],
    ids=["no output", "all fit", "no reference", "references that differ"],
)
def test_nothing_is_cut_where_nothing_can_be(files):
    assert texts_to_realign(columns_of(*files)) is None
