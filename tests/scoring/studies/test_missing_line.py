"""Where an output that is one line short lacks it."""

from dataclasses import replace

import pytest

from scoring.formats import Role, assemble, read_columns
from scoring.studies.missing_line import find_missing_line
from scoring.studies.wording.set_facts import changes_sentence
from tests.slipped import made_set

REFERENCE, ONE, OTHER, SOURCE = made_set(300, 3)


def columns(**outputs):
    roles = {"ref": Role.REFERENCE, "src": Role.SOURCE}
    found = []
    for name, lines in ({"ref": REFERENCE, "src": SOURCE} | outputs).items():
        (column,) = read_columns(f"{name}.txt", "".join(f"{line}\n" for line in lines).encode())
        found.append(replace(column, name=name, role=roles.get(name, Role.SYSTEM)))
    return found


@pytest.mark.parametrize("line", [101, 150, 203])
def test_an_empty_line_takes_the_place_of_the_missing_one(line):
    found = find_missing_line(columns(one=[*ONE[: line - 1], *ONE[line:]], other=OTHER))
    assert (found.name, found.line) == ("one", line)
    mended = next(column for column in found.columns if column.name == "one")
    assert mended.segments.to_pylist() == [*ONE[: line - 1], "", *ONE[line:]]
    assert mended.notices[-1].message == f"One empty line was put in at {line}, because the file lacks a line."
    assert found.sentence.startswith(f"With one empty line put into one, at {line}, everything lines up.")
    test_set = assemble(found.columns, "set")
    assert test_set.put_in == test_set.only([0, line - 1]).put_in == {"one": (line,)}
    whole = assemble(columns(one=[*ONE[: line - 1], "", *ONE[line:]], other=OTHER), "set")
    assert (whole.fingerprint == test_set.fingerprint, whole.identity == test_set.identity) == (True, False)
    said = f"Changed: 1 empty line was put into one at {line}, because its file lacks a line."
    assert (changes_sentence(test_set), changes_sentence(test_set, ["other"]), changes_sentence(whole)) == (
        said,
        "",
        "",
    )


def test_nothing_is_offered_where_one_line_is_not_all():
    assert find_missing_line(columns(one=ONE, other=OTHER)) is None, "nothing is missing"
    assert find_missing_line(columns(one=[*ONE[:100], *ONE[103:]], other=OTHER)) is None, "three lines are missing"
    assert find_missing_line(columns(one=ONE[:100][:-1] + ONE[101:], other=OTHER[:-1])) is None, "two are short"
    late = [*ONE[:50], *ONE[51:100], ONE[0], *ONE[100:200], *ONE[201:]]
    assert find_missing_line(columns(one=late, other=OTHER)) is None, "lines are out of place besides"
