"""Ids in tables: rows of all files are lined up by them, and what else numbers segments still finds them."""

import json

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.cli.main import main
from scoring.formats import FormatError, assemble, attach, guess_roles, offered_scores, read_columns
from scoring.formats.judgments import FoundScores, JudgedOutputs
from scoring.formats.tables.ids import are_in_order
from tests.files import workbook

TEXTS = [
    "the cat is on the mat",
    "there is a dog in the yard",
    "he reads a good book today",
    "it rained all day long",
    "nobody knew what to say",
]
IDS = ["3", "1", "5", "2", "4"]
"""Ids of rows that do not follow their order."""
TURNED = [TEXTS[int(one) - 1] for one in IDS]


def table(header, *columns, separator="\t"):
    rows = [header, *map(list, zip(*columns, strict=True))]
    return "".join(separator.join(map(str, row)) + "\n" for row in rows).encode()


def lines(names, *columns):
    return "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in zip(*columns, strict=True)).encode()


REFERENCE = table(["id", "reference"], range(1, 6), TEXTS)
FILES = {
    "out.tsv": table(["id", "system"], IDS, TURNED),
    "out.csv": table(["segment_id", "system"], IDS, TURNED, separator=","),
    "out.jsonl": lines(["id", "system"], map(int, IDS), TURNED),
    "out.xlsx": workbook([["Segment ID", "system"], *map(list, zip(map(int, IDS), TURNED, strict=True))]),
}


def read(**files):
    """The columns of all files; a dot in a name is written as __."""
    named = [(name.replace("__", "."), data) for name, data in files.items()]
    return guess_roles([column for name, data in named for column in read_columns(name, data)])


def assembled(**files):
    return assemble(read(**files), "t")


def texts_of(test_set):
    return [system.segments.to_pylist() for system in test_set.systems]


@pytest.mark.parametrize("name", FILES)
def test_rows_are_lined_up_by_the_ids_of_tables_of_every_kind(name):
    columns = read(ref__tsv=REFERENCE, **{name.replace(".", "__"): FILES[name]})
    assert texts_of(assemble(columns, "t")) == [TEXTS]
    told = [notice for column in columns for notice in column.notices if notice.kind == "segment-order"]
    assert [notice.message for notice in told] == [
        "5 segments stand elsewhere than in reference; they are lined up by their ids."
    ]


def test_a_segment_is_told_by_its_document_and_its_number_there():
    documents = ["a", "a", "b", "b", "b"]
    ref = table(["doc", "seg", "reference"], documents, [1, 2, 1, 2, 3], TEXTS)
    out = table(["doc_id", "seg_id", "system"], documents[2:] + documents[:2], [1, 2, 3, 1, 2], TEXTS[2:] + TEXTS[:2])
    test_set = assembled(ref__tsv=ref, out__tsv=out)
    assert texts_of(test_set) == [TEXTS]
    assert test_set.documents is None


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (["1", "2", "3", "3", "5"], "found the id 3 2 times"),
        (["1", "2", "3", "4", "6"], "segment 6, which reference"),
    ],
)
def test_ids_that_repeat_or_are_not_there_are_an_error(ids, said):
    out = table(["id", "system"], ids, TEXTS)
    with pytest.raises(FormatError, match=said):
        assembled(ref__tsv=REFERENCE, out__tsv=out)


def test_an_output_that_lacks_an_id_is_an_error_and_a_second_reference_is_not():
    with pytest.raises(FormatError, match="lacks segment 5"):
        assembled(ref__tsv=REFERENCE, out__tsv=table(["id", "system"], IDS[:2] + IDS[3:], TURNED[:2] + TURNED[3:]))
    second = table(["id", "reference"], IDS[:2], TURNED[:2])
    found = assembled(ref__tsv=REFERENCE, ref2__tsv=second, out__tsv=FILES["out.tsv"])
    assert found.references[1].segments.to_pylist() == [TEXTS[0], None, TEXTS[2], None, None]


ROWS = {
    "1 to n on both sides": (range(1, 6), range(1, 6)),
    "from 0 on one side": (range(1, 6), range(5)),
    "ids of two kinds": ([f"news-{n}" for n in range(5)], range(1, 6)),
    "a part of a larger set": ([3, 7, 8, 20, 21], [3, 7, 8, 20, 21]),
    "documents that begin again": ([1, 2, 1, 2, 3], [1, 2, 1, 2, 3]),
}


@pytest.mark.parametrize("kind", ROWS)
def test_ids_in_order_change_nothing(kind):
    ref, out = ROWS[kind]
    columns = read(ref__tsv=table(["id", "reference"], ref, TEXTS), out__tsv=table(["id", "system"], out, TEXTS))
    test_set = assemble(columns, "t")
    assert (texts_of(test_set), test_set.ids) == ([TEXTS], None)
    assert not {notice.kind for column in columns for notice in column.notices} & {"segment-order", "unused-ids"}


def test_ids_on_one_side_change_nothing_but_rows_that_look_moved_are_noticed():
    columns = read(ref__txt="\n".join(TEXTS).encode() + b"\n", out__tsv=FILES["out.tsv"])
    assert texts_of(assemble(columns, "t")) == [TURNED]
    (notice,) = (notice for column in columns for notice in column.notices if notice.kind == "unused-ids")
    assert notice.message.startswith("The rows are not in the order of their ids.")
    together = read(both__tsv=table(["id", "reference", "system"], IDS, TURNED, TURNED))
    assert not [notice for column in together for notice in column.notices if notice.kind == "unused-ids"]


def test_a_text_is_no_id_whatever_its_column_is_called():
    columns = read(out__tsv=table(["segment", "reference"], TEXTS, TEXTS))
    assert all(column.keys is None for column in columns)


@pytest.mark.parametrize(
    ("ids", "ascend"),
    [
        (["a-1", "a-2"], True),
        (["a-1", "a-2", "b-1"], True),
        (["3", "4", "1", "2"], False),
        (["a-3", "a-2"], False),
        (["1", "1"], True),
        (["x", "9"], True),
    ],
)
def test_order(ids, ascend):
    assert are_in_order(pa.array(ids)) == ascend


def scores(values, segments, **others):
    numbers = np.arange(1, len(values) + 1)
    outputs = JudgedOutputs.of(["system"] * len(values), segments, numbers, **others)
    return FoundScores("scores.tsv", "DA", outputs, np.array(values, np.float64), True, True)


def test_judgments_find_the_segments_that_their_numbers_name():
    turned = table(["id", "reference"], IDS, TURNED)
    test_set = assembled(ref__tsv=turned, out__tsv=table(["id", "system"], range(1, 6), TEXTS))
    assert test_set.ids.to_pylist() == IDS
    found = attach(test_set, [scores([10, 20, 30, 40, 50], range(1, 6))])
    assert found.test_set.scores[0].values["system"].tolist() == [10.0 * int(one) for one in IDS]
    strange = attach(test_set, [scores([10], [9])]).refused
    assert "segment 9" in str(strange[0])


def test_judgments_by_order_alone_are_refused_where_texts_were_moved():
    test_set = assembled(ref__tsv=REFERENCE, out__tsv=FILES["out.tsv"])
    refused = attach(test_set, [scores([10, 20, 30, 40, 50], range(1, 6), n_segments=5)]).refused
    assert "ids, by which the texts were lined up" in str(refused[0])


def test_numbers_through_all_documents_are_not_taken_for_places_where_texts_were_moved():
    test_set = assembled(ref__tsv=REFERENCE, out__tsv=FILES["out.tsv"])
    stated = scores([10, 20], [1, 2], documents=["a", "a"], throughout=[1, 2])
    assert "a test set that has documents" in str(attach(test_set, [stated]).refused[0])


def test_a_part_and_joined_parts_keep_their_ids():
    whole = assembled(ref__tsv=REFERENCE, out__tsv=FILES["out.tsv"])
    assert whole.only([1, 3]).ids.to_pylist() == ["2", "4"]
    assert TestSet.joined([whole, whole]).ids.to_pylist() == [*"12345", *"12345"]
    plain = assembled(ref__tsv=REFERENCE, out__tsv=REFERENCE.replace(b"reference", b"system"))
    assert TestSet.joined([whole, plain]).ids is None


def test_scores_of_a_table_go_with_its_ids():
    out = table(["id", "system", "COMET"], IDS, TURNED, [0.5 + int(one) / 100 for one in IDS])
    columns = read(ref__tsv=REFERENCE, out__tsv=out)
    offers = [offer.scores for offer in offered_scores(columns) if offer.is_stated]
    found = attach(assemble(columns, "t"), offers)
    assert found.refused == ()
    assert found.test_set.scores[0].values["system"].tolist() == [0.51, 0.52, 0.53, 0.54, 0.55]


def test_the_command_lines_up_too(tmp_path, capsys):
    (tmp_path / "ref.tsv").write_bytes(REFERENCE)
    (tmp_path / "out.tsv").write_bytes(FILES["out.tsv"].replace(b"cat", b"dog"))
    (tmp_path / "ref.txt").write_text("\n".join(TEXTS) + "\n")
    given = ["-i", str(tmp_path / "out.tsv"), "--strict"]
    assert main(["score", str(tmp_path / "ref.tsv"), *given]) == 0
    said = capsys.readouterr()
    assert " 90.77" in said.out
    assert "lined up by their ids" in said.err
    assert main(["score", str(tmp_path / "ref.txt"), *given]) == 2
    assert "The rows are not in the order of their ids" in capsys.readouterr().err


def test_each_output_of_a_watched_folder_is_lined_up(tmp_path, capsys):
    folder = tmp_path / "outputs"
    folder.mkdir()
    (tmp_path / "ref.tsv").write_bytes(REFERENCE)
    (folder / "step-1.tsv").write_bytes(FILES["out.tsv"])
    command = [
        "score",
        str(tmp_path / "ref.tsv"),
        "--watch",
        str(folder),
        "--once",
        "--every",
        "0.1",
        "--to",
        str(tmp_path / "s.parquet"),
    ]
    assert main(command) == 0
    assert "step-1.tsv: BLEU 100.00" in capsys.readouterr().out
