"""Names that would be equal keep what tells them apart, on the command line as on the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cli.inputs import Inputs
from scoring.formats import Role, guess_roles, read_columns
from scoring.formats.distinct_names import distinct_names
from scoring.text.naming import NAME_LENGTH
from tests.files import zipped

FILES = {
    "whole names": {"our system v2.txt": "our system v2", "their system v2.txt": "their system v2"},
    "languages": {"hyp.en-de.de.txt": "hyp.en-de.de", "hyp.en-de.fr.txt": "hyp.en-de.fr"},
    "folders": {"sysA/wmt.de.txt": "sysA/wmt", "sysB/wmt.de.txt": "sysB/wmt"},
    "folders of folders": {"sysA/out/wmt.txt": "sysA/out/wmt", "sysB/out/wmt.txt": "sysB/out/wmt"},
    "both": {f"{place}.txt": place for place in ("a/our system v2", "a/their system v2", "b/our system v2")},
    "labels": {"x/hyp.one.txt": "hyp.one", "x/sys.one.txt": "sys.one"},
    "upper case": {"OUR system v2.TXT": "OUR system v2", "their system v2.txt": "their system v2"},
    "those alone stay": {"sysA/wmt.txt": "sysA/wmt", "sysB/wmt.txt": "sysB/wmt", "sysB/mine.de.txt": "mine"},
    "long": {
        f"{'x' * 120}a.txt": f"{'x' * 49}\N{HORIZONTAL ELLIPSIS}{'x' * 49}a",
        f"{'x' * 120}b.txt": f"{'x' * 49}\N{HORIZONTAL ELLIPSIS}{'x' * 49}b",
    },
}


def names_on_the_page(files):
    columns = [
        column for number, file in enumerate(files) for column in read_columns(file, f"text {number}\n".encode())
    ]
    return [column.name for column in guess_roles(columns) if column.role is Role.SYSTEM]


def names_in_an_archive(files):
    columns = read_columns("all.zip", zipped({file: f"text {number}\n" for number, file in enumerate(files)}))
    return [column.name for column in guess_roles(columns)]


def names_of_the_command(tmp_path, files):
    for number, file in enumerate(files):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(f"text {number}\n")
    (tmp_path / "ref.txt").write_text("text\n")
    with Inputs(["ref.txt"], [*files]) as inputs:
        return inputs.system_names


@pytest.mark.parametrize("kind", FILES)
def test_what_tells_names_apart_stays(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files, names = [*FILES[kind]], [*FILES[kind].values()]
    assert names_of_the_command(tmp_path, files) == names
    assert names_on_the_page(files) == names
    assert names_in_an_archive(files) == names


def test_columns_of_tables_have_their_files_behind_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = b"reference\tmine\na\tb\n"
    columns = [*read_columns("first.tsv", table), *read_columns("d/second.csv", table.replace(b"\t", b","))]
    assert [c.name for c in guess_roles(columns)][1::2] == ["mine (first)", "mine (second)"]
    columns = [*read_columns("a/x.tsv", table), *read_columns("b/x.tsv", table)]
    assert [c.name for c in guess_roles(columns)][1::2] == ["mine (a/x)", "mine (b/x)"]
    for file in ("first.tsv", "second.tsv"):
        (tmp_path / file).write_bytes(table)
    (tmp_path / "ref.txt").write_text("a\n")
    with Inputs(["ref.txt"], ["first.tsv", "second.tsv"]) as inputs:
        assert inputs.system_names == ["mine (first)", "mine (second)"]


def test_columns_keep_their_names_where_files_are_called_after_them():
    table = b"reference\tgoogle\tdeepl\na\tb\tc\n"
    columns = [*read_columns("google-deepl-1.tsv", table), *read_columns("google-deepl-2.tsv", table)]
    names = [column.name for column in guess_roles(columns) if column.role is Role.SYSTEM]
    assert names == [f"{name} (google-deepl-{number})" for number in (1, 2) for name in ("google", "deepl")]
    columns = [*read_columns("a.tsv", b"reference\ta\nx\ty\n"), *read_columns("b.tsv", b"reference\ta\nx\tz\n")]
    assert [c.name for c in guess_roles(columns)][1::2] == ["a", "a (b)"]


@pytest.mark.parametrize("length", [3, 99, 100, 101, 150])
def test_the_same_file_many_times_is_numbered(tmp_path, monkeypatch, length):
    """It had no end for names of a hundred characters, to which numbers were added and taken off again."""
    monkeypatch.chdir(tmp_path)
    file = "x" * length + ".txt"
    (tmp_path / file).write_text("a\n")
    with Inputs([file], [file] * 24) as inputs:
        names = inputs.system_names
    assert len(set(names)) == 24
    assert max(map(len, names)) <= NAME_LENGTH
    assert names[0].startswith("xxx")
    assert [name[-5:].split(" ")[-1] for name in names[1:]] == [f"({number})" for number in range(2, 25)]


PART = st.sampled_from(["a", "b", "a b", "x" * 99, "x" * 101, "a (2)", "a.de", "sys.a"])


@given(st.lists(st.tuples(PART, st.lists(PART, min_size=1, max_size=3).map("/".join)), max_size=8))
def test_names_are_never_equal_or_long(named):
    found = distinct_names(named)
    assert len(set(found)) == len(named)
    assert all(0 < len(name) <= NAME_LENGTH for name in found)
    alone = {name for name, _ in named if [other for other, _ in named].count(name) == 1 and len(name) <= NAME_LENGTH}
    assert alone <= {*found}
    assert distinct_names(list(zip(found, (file for _, file in named), strict=True))) == found
