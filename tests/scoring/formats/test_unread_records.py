"""JSON, JSON Lines and n-best lists under the name of a plain text are refused; sentences with brackets are texts."""

import gzip
import io
import json

import pytest

from scoring.cli.inputs import Inputs
from scoring.formats import FormatError, read_columns
from scoring.formats.plain_text.text import read_blocks
from tests.cases import as_one_test, each_value_as_one_test

ROWS = [{"id": number, "mt": f"Ein Satz – {number}."} for number in range(3)]
LONG = [{"id": number, "mt": "Ein Satz. " * 50} for number in range(2_500)]
N_BEST = "0 ||| Ein Satz . ||| LM0= -1.0 2 TM= 3 ||| -3.4\n0 ||| Ein Wort . ||| LM0= -1.5 2 TM= 3 ||| -3.9\n"
RECORDS = {
    "JSON Lines": "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS),
    "JSON Lines.": json.dumps(ROWS[0]),
    "JSON": json.dumps(ROWS),
    "JSON.": json.dumps(ROWS, indent=1),
    "JSON..": json.dumps({"a": "Ein Satz.", "b": "Noch einer."}, indent=2),
    "JSON...": json.dumps(["Ein Satz.", "Noch einer."], indent=2),
    "JSON....": json.dumps(LONG),
    "JSON.....": json.dumps(LONG, indent=1),
    "JSON......": '{\n "a": "Ein Satz.",\n "b": "Noch einer.",\n}\n',
    "JSON.......": json.dumps([["Ein Satz.", "x"], ["Noch einer.", "y"]]),
    "an n-best list of Moses": N_BEST,
    "an n-best list of Moses.": "0 ||| Ein Satz . ||| -3.4\n",
    "an n-best list of Moses..": "0 ||| Ein Satz . ||| LM0= -1.0 ||| -3.4 ||| 0-0 1-1\n",
}
ADVICE = {"JSON Lines": "Call it .jsonl", "JSON": "Call it .json ", "an n-best list of Moses": "bleuscope choose"}
WRAPPED = {
    "as it is": lambda text: text.encode(),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "blank lines": lambda text: ("\n \n" + text).encode(),
}


def refused(read_it, kind):
    with pytest.raises(FormatError) as caught:
        read_it()
    assert f"found {kind}." in str(caught.value)
    assert ADVICE[kind] in caught.value.advice


@each_value_as_one_test
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("name", RECORDS)
def test_records_are_no_plain_text(name, wrapped):
    data, kind = WRAPPED[wrapped](RECORDS[name]), name.rstrip(".")
    for file in ("x.txt", "x.out", "x.arb", "x"):
        refused(lambda file=file: read_columns(file, data), kind)
    refused(lambda: read_columns("x.txt.gz", gzip.compress(data)), kind)
    refused(lambda: next(read_blocks("x.txt", io.BytesIO(data), 1)), kind)
    refused(lambda: next(read_blocks("x.txt", io.BytesIO(data), 1, piece=len(data) // 3)), kind)


@pytest.mark.parametrize("name", ["JSON Lines", "JSON", "an n-best list of Moses"])
def test_the_command_refuses_them_too(tmp_path, name):
    (tmp_path / "x.txt").write_text(RECORDS[name], encoding="utf-8")
    (tmp_path / "ref.txt").write_text("ein Satz\n")

    def score():
        with Inputs([str(tmp_path / "ref.txt")], [str(tmp_path / "x.txt")]) as inputs:
            list(inputs.test_sets())

    refused(score, name)


SENTENCES = [
    '{"a": 1} ist JSON.\nEin Satz.\n',
    '{"a": 1}\nEin Satz.\n',
    '[{"a": 1}] ist eine Liste.\n',
    '["Ja", sagt er.]\nEin Satz.\n',
    '["Ja"]\nEin Satz.\n',
    "{0} Dateien\n{0}\n",
    "{}\n[]\n",
    "{ offen\n",
    "{\nEin Satz.\n",
    "[1]\n[2, 3]\n",
    "[[1]]\n",
    '"Ja."\n"Nein."\n',
    "[Musik]\n[\n",
    "[" * 200_000 + "\n",
    '["Ja ' + "und " * 1_000 + "\n" + "Ein Satz.\n" * 120_000,
    "1\n2\nEin Satz.\n",
    "0 ||| Ein Satz .\n1 ||| Noch einer .\n",
    "0 ||| Ein ||| Satz .\n",
    "Ein ||| Satz ||| 3\n",
]


@as_one_test
@pytest.mark.parametrize("text", SENTENCES, ids=lambda text: text[:20])
def test_sentences_with_brackets_are_plain_text(text):
    for file in ("x.txt", "x"):
        (column,) = read_columns(file, text.encode())
        assert column.segments.to_pylist() == text.split("\n")[:-1]
        assert next(read_blocks(file, io.BytesIO(text.encode()), 10)).to_pylist() == text.split("\n")[:-1][:10]
