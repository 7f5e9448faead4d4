"""Numbers in tables of texts: no systems, and offered as scores."""

import json

import pytest

from scoring.formats import FormatError, Role, assemble, attach, guess_roles, offered_scores, read_columns
from tests.files import workbook
from tests.judgments import lines

HEADER = ["id", "source", "reference", "sysA", "COMET", "sysB", "sysB mqm", "year"]
ROWS = [[1, "a", "b", "c", 0.5, "d", -1, 2024], [2, "e", "f", "g", 0.25, "h", "", 2025]]


def table(separator):
    return lines(*(separator.join(map(str, row)) for row in [HEADER, *ROWS]))


@pytest.mark.parametrize(
    ("file", "data"), [("x.tsv", table("\t")), ("x.csv", table(",")), ("x.xlsx", workbook([HEADER, *ROWS]))]
)
def test_columns_of_numbers_are_offered_to_the_system_on_their_left(file, data):
    columns = guess_roles(read_columns(file, data))
    assert [c.name for c in columns if c.role is Role.SYSTEM] == ["sysA", "sysB"]
    offers = {offer.scores.name: (offer.scores.systems, offer.is_stated) for offer in offered_scores(columns)}
    assert offers == {"COMET": (("sysA",), False), "MQM": (("sysB",), True), "year": (("sysB",), False)}
    taken = attach(assemble(columns, "x"), [offer.scores for offer in offered_scores(columns)]).test_set.scores
    assert taken[0].of("sysA").tolist() == [0.5, 0.25]


def test_an_offer_is_given_to_another_system():
    offer, *_ = offered_scores(guess_roles(read_columns("x.tsv", table("\t"))))
    assert (offer.column, offer.n_scores) == ("COMET", 2)
    given = offer.scores_of_system("sysB")
    assert given.systems == ("sysB",)
    assert given.values.tolist() == offer.scores.values.tolist()


def test_numbers_in_json_lines():
    data = lines(
        json.dumps({"source": "a", "ref": "b", "sysA": "c", "comet": 0.5, "metadata": {"x": [1]}}),
        json.dumps({"source": "a", "ref": "b", "sysA": "c", "comet": None, "metadata": {}}),
    )
    columns = guess_roles(read_columns("x.jsonl", data))
    assert {c.name: c.role for c in columns} == {
        "source": Role.SOURCE,
        "ref": Role.REFERENCE,
        "sysA": Role.SYSTEM,
        "comet": Role.IGNORE,
    }
    assert columns[0].notices[0].kind == "nested"
    (offer,) = offered_scores(columns)
    assert (offer.scores.systems, offer.is_stated) == (("sysA",), True)
    with pytest.raises(FormatError, match="line 2: expected a number, as in line 1, found a string under 'x'"):
        read_columns("x.jsonl", b'{"a": "b", "x": 1}\n{"a": "b", "x": "c"}\n')


def test_tables_without_a_system_offer_nothing():
    assert offered_scores(guess_roles(read_columns("x.tsv", b"source\treference\tcomet\na\tb\t1\n"))) == []
