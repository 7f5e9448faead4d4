"""Texts in Parquet are what the same objects are in JSON Lines."""

import datetime
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bleuscope as bs
from scoring.cli.main import main
from scoring.formats import FormatError, read_columns
from scoring.formats.limits import OWN_LIMITS
from scoring.lab.shards import ShardColumn
from scoring.lab.shards.reading import text_blocks

ROWS = [
    {"id": "a", "source": "Ja.", "reference": "Yes.", "answer": {"choices": [{"text": "Yep."}], "score": 0.5}},
    {"id": "b", "source": "Nein.", "reference": None, "answer": {"choices": [{"text": ""}], "score": 0.25}},
    {"id": "c", "source": "Katze", "reference": "A cat", "answer": {"choices": [{"text": "A cät"}], "score": 1.0}},
]
JSON_LINES = "".join(f"{json.dumps(row)}\n" for row in ROWS).encode()
FIELD = "answer.choices.0.text"


def parquet(rows, **options) -> bytes:
    stream = io.BytesIO()
    pq.write_table(rows if isinstance(rows, pa.Table) else pa.Table.from_pylist(rows), stream, **options)
    return stream.getvalue()


def read(data, field=None, name="a.parquet", limits=OWN_LIMITS):
    return read_columns(name, data, limits=limits, field=field)


def told(columns):
    return [
        (one.name, one.role, one.segments.to_pylist(), None if one.keys is None else one.keys.to_pylist())
        for one in columns
    ]


@pytest.mark.parametrize("field", [None, "source", "reference", FIELD])
@pytest.mark.parametrize("options", [{}, {"compression": "none"}, {"row_group_size": 1, "compression": "zstd"}])
def test_columns_are_those_of_json(field, options):
    assert told(read(parquet(ROWS, **options), field)) == told(read(JSON_LINES, field, "a.jsonl"))


def test_texts_of_other_types_are_read():
    table = pa.table(
        {
            "one": pa.array(["x", "y", "x"]).dictionary_encode(),
            "two": pa.array(["x", "y", "z"], pa.large_string()),
            "three": pa.array([b"x", "ü".encode(), b"z"]),
            "date": pa.array([datetime.date(2026, 11, 27)] * 3),
        }
    )
    found = {column.name: column.segments.to_pylist() for column in read(parquet(table))}
    assert found["one"] == ["x", "y", "x"]
    assert found["two"] == ["x", "y", "z"]
    assert found["three"] == ["x", "ü", "z"]
    assert found["date"] == ["2026-11-27"] * 3


@pytest.mark.parametrize(
    ("data", "field", "said"),
    [
        (parquet(ROWS), "answer.choices.1.text", "line 1|:1"),
        (parquet(ROWS), "sorce", "did you mean source"),
        (parquet(ROWS), "answer.score", "a number"),
        (parquet([{"a": b"\xff"}]), "a", "half a surrogate pair"),
        (parquet(pa.table({"a": pa.array([], pa.string())})), "a", "no rows"),
        (parquet(pa.Table.from_arrays([pa.array(["x"])] * 2, ["a", "a"])), "a", "2 columns a"),
        (parquet([{"text": "a word " * 99}] * 99)[:-900] + b"PAR1", None, "damaged data"),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(data, field, said):
    with pytest.raises(FormatError, match=said):
        read(data, field)


def test_pages_read_none():
    with pytest.raises(FormatError, match="Commands and Python read texts in Parquet"):
        read_columns("a.parquet", parquet(ROWS))


def test_python_and_commands_read_a_field(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = [row | {"reference": row["source"], "answer": {"choices": [{"text": row["id"]}]}} for row in ROWS]
    (tmp_path / "a.parquet").write_bytes(parquet(rows))
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    scores = []
    for name in ("a.parquet", "a.jsonl"):
        assert main(["score", f"{name}#reference", "-i", f"{name}#{FIELD}", "-m", "chrf", "-b"]) == 0
        scores.append(capsys.readouterr().out)
        scores.append(f"{bs.score(f'{name}#reference', f'{name}#{FIELD}', 'chrf')['chrf'].score:.2f}\n")
    assert len({*scores}) == 1
    with pytest.warns(bs.FileNoticeWarning, match="`answer` holds objects and was left out"):
        assert bs.read("a.parquet", roles={"source": "system"}).reference_names == ("reference",)


def test_shards_have_the_same_texts(tmp_path):
    (tmp_path / "a.parquet").write_bytes(parquet(ROWS))
    (block,) = text_blocks(ShardColumn(f"{tmp_path}/a.parquet", FIELD))
    assert block.to_pylist() == [row["answer"]["choices"][0]["text"] for row in ROWS]
    with pytest.raises(FormatError, match=r"text in the field answer\.score"):
        list(text_blocks(ShardColumn(f"{tmp_path}/a.parquet", "answer.score")))
