"""Rows of JSON in another order than the reference's are told, for shards are compared row by row."""

import json

import pytest

from scoring.cli.main import main
from scoring.lab.shards.reading import RowOrder

TEXTS = [f"a text with the number {n} in it" for n in range(8)]
ORDER = [3, 1, 7, 0, 5, 2, 6, 4]


def order_of(rows):
    order = RowOrder()
    for row in rows:
        order.add(row)
    return order


ROWS = [{"id": f"r{n}", "lang": "en", "line": n} for n in range(8)]


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ([ROWS[n] | {"line": at} for at, n in enumerate(ORDER)], "id"),
        ([ROWS[n] for n in ORDER], "id"),
        (ROWS, None),
        ([row | {"line": n} for row, n in zip(ROWS, ORDER, strict=True)], None),
        ([{"id": f"s{n}", "lang": "en"} for n in range(8)], None),
        ([ROWS[n] for n in ORDER[:-1]], None),
        ([{"id": f"r{n}"} if at else {} for at, n in enumerate(ORDER)], None),
    ],
)
def test_a_field_in_another_order(rows, field):
    assert order_of(rows).field_in_another_order(order_of(ROWS)) == field


def test_the_engine_tells_it(tmp_path, capsys):
    (tmp_path / "ref.jsonl").write_text("".join(json.dumps({"id": n, "ref": TEXTS[n]}) + "\n" for n in range(8)))
    (tmp_path / "out.jsonl").write_text("".join(json.dumps({"id": n, "mt": TEXTS[n]}) + "\n" for n in ORDER))
    files = [f"{tmp_path}/ref.jsonl#ref", "-i", f"{tmp_path}/out.jsonl#mt", "--engine", "local"]
    assert main(["score", *files]) == 0
    err = capsys.readouterr().err
    assert "Its rows have another order than those of" in err
    assert "by the field id" in err
    assert main(["score", *files, "--strict"]) == 2
