"""Roles and names from file names, folders, headers and content; what columns have in common."""

from dataclasses import replace

import pyarrow as pa
import pytest

from scoring.formats import NAME_LENGTH, Column, Role, compare, guess_roles, read


def texts(*files):
    """One column of plain text a file name, every one with a text of its own."""
    return [read(file, f"text {number}\n".encode())[0] for number, file in enumerate(files)]


def guessed(*files):
    return [(column.name, column.role) for column in guess_roles(texts(*files))]


@pytest.mark.parametrize(
    ("file", "name", "role"),
    [
        ("src.txt", "src", Role.SOURCE),
        ("source.en.txt", "source", Role.SOURCE),
        ("src.slk.txt", "src", Role.SOURCE),
        ("newstest2021-src.en", "newstest2021-src", Role.SOURCE),
        ("newstest2019-ende-src.en.txt", "newstest2019-ende-src", Role.SOURCE),
        ("input.txt", "input", Role.SOURCE),
        ("ref.txt", "ref", Role.REFERENCE),
        ("ref.A.txt", "A", Role.REFERENCE),
        ("refA.txt", "refA", Role.REFERENCE),
        ("ref.1.txt", "ref.1", Role.REFERENCE),
        ("ref2", "ref2", Role.REFERENCE),
        ("REF.DE", "REF", Role.REFERENCE),
        ("reference.A.es.txt", "A", Role.REFERENCE),
        ("reference.sl.txt", "reference", Role.REFERENCE),
        ("newstest2021.en-de.ref.ref-A.de", "ref-A", Role.REFERENCE),
        ("newstest2019-ende-ref.de", "newstest2019-ende-ref", Role.REFERENCE),
        ("refs/A.txt", "A", Role.REFERENCE),
        ("ref.zh_CN.txt", "ref", Role.REFERENCE),
        ("system.apertium-direct.es.txt", "apertium-direct", Role.SYSTEM),
        ("system.source-copy.sl.txt", "source-copy", Role.SYSTEM),
        ("sys/source-copy.txt", "source-copy", Role.SYSTEM),
        ("sys/Online-W.txt", "Online-W", Role.SYSTEM),
        ("all.zip/sys-detok/sys1-pbmt.txt", "sys1-pbmt", Role.SYSTEM),
        ("sys\\baseline.opt0.txt", "baseline.opt0", Role.SYSTEM),
        ("hyps.baseline.opt0", "baseline.opt0", Role.SYSTEM),
        ("newstest2021.en-de.hyp.Facebook-AI.de", "Facebook-AI", Role.SYSTEM),
        ("references.zip/mine.txt", "mine", Role.SYSTEM),
        ("output.txt", "output", Role.SYSTEM),
        ("mt.de.txt", "mt", Role.SYSTEM),
        ("whatever.txt", "whatever", Role.SYSTEM),
        ("notes.txt", "notes", Role.NOTES),
        (".txt", ".txt", Role.SYSTEM),
        ("en.txt", "en", Role.SYSTEM),
    ],
)
def test_one_file(file, name, role):
    assert guessed(file) == [(name, role)]
    assert texts(file)[0].role is role


def test_the_lone_language_is_the_source():
    files = ("news.en", "news.de", "a.de", "b.de")
    assert [role for _, role in guessed(*files)] == [Role.SOURCE, Role.SYSTEM, Role.SYSTEM, Role.SYSTEM]
    assert Role.SOURCE not in [role for _, role in guessed("news.en", "news.de")]
    assert guessed("news.en", "ref.de", "x.de")[0] == ("news", Role.SOURCE)
    assert guessed("x.en", "src.en", "ref.de", "b.de")[0] == ("x", Role.SYSTEM)


def test_no_reference_is_invented():
    assert {role for _, role in guessed("a.txt", "b.txt", "c.txt")} == {Role.SYSTEM}


def test_target_is_the_reference_only_where_no_other_is():
    assert guessed("target.txt", "mine.txt")[0][1] is Role.REFERENCE
    assert guessed("target.txt", "ref.txt")[0][1] is Role.SYSTEM
    columns = guess_roles(read("x.csv", b"source,target,mt\na,b,c\n"))
    assert [column.role for column in columns] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]


def test_stated_roles_stay():
    column = Column("ref.txt", "ref", Role.SYSTEM, pa.array(["a"]), stated=True)
    assert guess_roles([column])[0].role is Role.SYSTEM


def test_names_are_unique():
    names = [name for name, _ in guessed("a/mine.txt", "b/mine.txt", "c/mine.txt", "ref.A.txt", "sys/A.txt")]
    assert names == ["mine", "mine (2)", "mine (3)", "A", "A (2)"]
    names = [name for name, _ in guessed("ref.A.txt", "system.A.txt")]
    assert names == ["A", "A (system.A)"]
    long = "x" * 150
    names = [name for name, _ in guessed(f"a/{long}.txt", f"b/{long}.txt", f"c/{long}.txt")]
    assert len(set(names)) == 3
    assert {len(name) for name in names} == {NAME_LENGTH}


def test_guessing_twice_changes_nothing():
    columns = guess_roles(texts("ref.A.txt", "sys/A.txt", "src.txt"))
    assert guess_roles(columns) == columns


def test_identical_columns_are_noticed():
    columns = [
        *texts("src.txt", "ref.txt", "a.txt"),
        replace(texts("src.txt", "ref.txt")[1], file="b.txt", name="b"),
    ]
    found = guess_roles(columns)
    assert [notice.message for notice in found[3].notices] == ["Every segment is identical to reference ref (ref.txt)."]
    assert [notice.kind for notice in found[1].notices] == ["identical"]
    assert found[0].notices == found[2].notices == ()
    left_out = compare([replace(column, role=Role.IGNORE) for column in found])
    assert all(column.notices == () for column in left_out)


def test_control_characters_leave_names():
    (column,) = read("sys.a\x00\n\x1b[31mb\u202e.txt", b"x\n")
    assert column.name == "a [31mb"
    assert read("x.csv", "so\u202eurce,sys\na,b\n".encode())[0].name == "so urce"
