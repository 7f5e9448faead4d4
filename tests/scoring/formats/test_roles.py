"""Roles and names from file names, folders, headers and content; what columns have in common."""

import json
from dataclasses import replace

import pyarrow as pa
import pytest

from scoring.formats import (
    Column,
    CountMismatchError,
    Role,
    assemble,
    cross_check,
    guess_roles,
    read_columns,
    roles,
)
from scoring.formats.tables.tags import find_tagged_text
from scoring.text.naming import NAME_LENGTH
from tests.cases import as_one_test
from tests.files import zipped


def texts(*files):
    """One column of plain text a file name, every one with a text of its own."""
    return [read_columns(file, f"text {number}\n".encode())[0] for number, file in enumerate(files)]


def guessed(*files):
    return [(column.name, column.role) for column in guess_roles(texts(*files))]


@as_one_test
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
        ("a\\b.txt", "a\\b", Role.SYSTEM),
        ("hyps.baseline.opt0", "baseline.opt0", Role.SYSTEM),
        ("newstest2021.en-de.hyp.Facebook-AI.de", "Facebook-AI", Role.SYSTEM),
        ("references.zip/mine.txt", "mine", Role.SYSTEM),
        ("output.txt", "output", Role.SYSTEM),
        ("mt.de.txt", "mt", Role.SYSTEM),
        ("whatever.txt", "whatever", Role.SYSTEM),
        ("notes.txt", "notes", Role.NOTES),
        ("ref.pos", "ref.pos", Role.IGNORE),
        ("sys/mine-pos.txt", "mine-pos", Role.IGNORE),
        ("source.tags.de.txt", "source.tags", Role.IGNORE),
        ("compos.txt", "compos", Role.SYSTEM),
        ("tags.txt", "tags", Role.SYSTEM),
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
    columns = guess_roles(read_columns("x.csv", b"source,target,mt\na,b,c\n"))
    assert [column.role for column in columns] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]


def test_stated_roles_stay():
    column = Column("ref.txt", "ref", Role.SYSTEM, pa.array(["a"]), stated=True)
    assert guess_roles([column])[0].role is Role.SYSTEM


def test_names_are_unique():
    names = [name for name, _ in guessed("a/mine.txt", "b/mine.txt", "c/mine.txt", "ref.A.txt", "sys/A.txt")]
    assert names == ["a/mine", "b/mine", "c/mine", "A (ref.A)", "A"]
    names = [name for name, _ in guessed("ref.A.txt", "system.A.txt")]
    assert names == ["A (ref.A)", "A"]
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
    left_out = cross_check([replace(column, role=Role.IGNORE) for column in found])
    assert all(column.notices == () for column in left_out)


def test_control_characters_leave_names():
    (column,) = read_columns("sys.a\x00\n\x1b[31mb\u202e.txt", b"x\n")
    assert column.name == "a [31mb"
    assert read_columns("x.csv", "so\u202eurce,sys\na,b\n".encode())[0].name == "so urce"


def with_table(file, data, *, plain=("ref.txt", "a.txt", "b.txt"), lines=3):
    texts = [read_columns(name, f"{name} x\n".encode() * lines)[0] for name in plain]
    return guess_roles([*texts, *read_columns(file, data)])


def reasons(columns):
    return [(c.name, c.role, n.message) for c in columns for n in c.notices if n.kind in ("not-aligned", "annotation")]


@pytest.mark.parametrize(
    ("file", "data"), [("x.tsv", b"id\tother\tnote\n1\to\tn\n"), ("x.csv", b"id,other,note\n1,o,n\n")]
)
def test_table_columns_that_do_not_line_up_with_plain_text_are_left_out(file, data):
    columns = with_table(file, data)
    said = "It has 1 segment, but the files of plain text have 3; it is left out, as only equally many line up."
    assert reasons(columns) == [("other", Role.IGNORE, said), ("note", Role.IGNORE, said)]
    assert assemble(columns, "t").system_names == ("a", "b")
    assert guess_roles(columns) == columns
    assert cross_check(columns) == columns
    changed = [replace(c, role=Role.SYSTEM) if c.name == "other" else c for c in columns]
    assert [name for name, _, _ in reasons(cross_check(changed))] == ["note"]
    with pytest.raises(CountMismatchError):
        assemble(changed, "t")


def test_table_columns_stay_where_plain_text_says_nothing_about_the_count():
    table = b"source\tother\ns\to\n"
    assert reasons(with_table("x.tsv", table, lines=1)) == []
    assert reasons(with_table("x.tsv", table, plain=["ref.txt"])) == []
    assert reasons(guess_roles(read_columns("x.tsv", table))) == []
    mapped = [*with_table("x.tsv", table)[:3], *read_columns("x.tsv", table, mapping={"other": Role.SYSTEM})]
    assert [name for name, _, _ in reasons(guess_roles(mapped))] == ["source"]


def test_plain_text_that_does_not_line_up_stays_an_error():
    columns = guess_roles(
        [*texts("ref.txt", "a.txt"), *read_columns("b.txt", b"x\ny\n"), *read_columns("x.tsv", b"other\no\n")]
    )
    assert [column.role for column in columns] == [Role.REFERENCE] + [Role.SYSTEM] * 3
    with pytest.raises(CountMismatchError):
        assemble(columns, "t")


def test_a_column_left_out_is_no_reference_for_the_others():
    columns = with_table("x.tsv", b"reference\nr\n", plain=["target.txt", "a.txt"])
    assert [column.role for column in columns] == [Role.REFERENCE, Role.SYSTEM, Role.IGNORE]


def test_annotation_is_left_out():
    columns = guess_roles(texts("ref.txt", "c.pos", "a.txt", "b-pos.txt"))
    assert [column.role for column in columns] == [Role.REFERENCE, Role.IGNORE, Role.SYSTEM, Role.IGNORE]
    assert [name for name, _, _ in reasons(columns)] == ["c.pos", "b-pos"]
    assert "looks like annotation" in reasons(columns)[0][2]
    assert guess_roles(columns) == columns
    assert reasons(cross_check([replace(column, role=Role.SYSTEM) for column in columns])) == []
    table = guess_roles(read_columns("x.pos.tsv", b"reference\tother\na\tb\n"))
    assert [column.role for column in table] == [Role.REFERENCE, Role.IGNORE]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("ref.txt", "ref.pos"),
        ("ref.txt", "ref-pos.txt"),
        ("ted.ref.eng", "ted.ref.eng.tag"),
        ("ref.de.txt", "ref.de.tag.txt"),
        ("ref.de", "ref.tags.de"),
        ("a.zip/x/ref.txt", "ref.tag"),
    ],
)
def test_tags_belong_to_the_text_that_is_called_so(text, tags):
    columns = guess_roles(texts(text, tags, "sys.txt"))
    assert [column.role for column in columns] == [Role.REFERENCE, Role.TAGS, Role.SYSTEM]
    assert guess_roles(columns) == columns
    assert find_tagged_text(columns[1], columns) is columns[0]


def test_labels_have_three_words_at_most():
    assert roles._are_short(pa.array(["news", "a web page", None, " "]))
    assert not roles._are_short(pa.array(["a page of news"]))


def test_one_segment_is_spelt_so():
    keys = [pa.array(["a", "b"]), pa.array(["a"])]
    columns = [
        Column("x.sgm", f"r{n}", Role.REFERENCE, pa.array(["x"] * len(k)), (), "NIST", k, stated=True)
        for n, k in enumerate(keys)
    ]
    (notice,) = cross_check(columns)[1].notices
    assert notice.message.startswith("1 segment id against 2 in r0;")
    assert notice.count == 1


def test_a_whole_folder_of_mt_metrics_eval():
    """Sources are called after the languages alone; references are rated as systems, and so stand there once more."""
    files = {
        "sources/en-de.txt": b"a\n",
        "references/en-de.refA.txt": b"b\n",
        "references/en-de.refB.txt": b"c\n",
        "system-outputs/en-de/refA.txt": b"b\n",
        "system-outputs/en-de/ONLINE-A.txt": b"d\n",
    }
    columns = guess_roles(read_columns("wmt.zip", zipped(files)))
    assert [(column.name, column.role) for column in columns] == [
        ("en-de", Role.SOURCE),
        ("refA", Role.REFERENCE),
        ("refB", Role.REFERENCE),
        ("refA (2)", Role.IGNORE),
        ("ONLINE-A", Role.SYSTEM),
    ]
    assert "reference-copy" in [notice.kind for notice in columns[3].notices]


def test_a_file_called_after_two_languages_is_the_source_where_nothing_is():
    files = {"wmt/en-de.txt": b"a\n", "wmt/en-de.refA.txt": b"b\n", "wmt/system-outputs/x.txt": b"c\n"}
    columns = [column for file, data in files.items() for column in read_columns(file, data)]
    assert [column.role for column in guess_roles(columns)] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]
    (alone,) = guess_roles(read_columns("en-de.txt", b"a\n"))
    assert alone.role is Role.SYSTEM


def test_columns_that_repeat_few_texts_are_no_outputs():
    n = 12
    table = "reference\tsys-a\tspeaker\tturn\n" + "".join(
        f"text {i}\tother {i}\tanna\t{'odd' if i % 2 else 'even'}\n" for i in range(n)
    )
    found = {column.name: column for column in guess_roles(read_columns("talk.tsv", table.encode()))}
    assert found["speaker"].role is found["turn"].role is Role.IGNORE
    assert [notice.kind for notice in found["speaker"].notices] == ["labels"]
    assert found["turn"].notices[0].message.startswith("2 different texts in 12 segments: this looks like labels")
    assert (found["reference"].role, found["sys-a"].role) == (Role.REFERENCE, Role.SYSTEM)
    rows = [
        dict(zip(table.split("\n")[0].split("\t"), row.split("\t"), strict=True)) for row in table.split("\n")[1:-1]
    ]
    for file, text in (("talk.jsonl", "\n".join(map(json.dumps, rows))), ("talk.json", json.dumps(rows))):
        assert [(c.name, c.role, c.notices) for c in guess_roles(read_columns(file, text.encode()))] == [
            (c.name, c.role, c.notices) for c in found.values()
        ]
    advice = "put the word system into the column's name (on the dashboard: change its role)."
    assert found["turn"].notices[0].message.endswith(f"it is left out. To take it, {advice}")
    for name in ("system turn", "turn-system"):
        renamed = guess_roles(read_columns("talk.tsv", table.replace("turn", name).encode()))
        assert (renamed[3].role, renamed[3].notices) == (Role.SYSTEM, ())
    few = guess_roles(read_columns("talk.tsv", b"reference\tx\ny 1\ta\ny 2\ta\ny 3\tb\n"))
    assert few[1].role is Role.SYSTEM, "half of three may be alike by chance"


@pytest.mark.parametrize(
    ("header", "role"),
    [("prompt", Role.NOTES), ("system_prompt", Role.NOTES), ("Instruction", Role.NOTES), ("prompt2", Role.SYSTEM)],
)
def test_what_a_model_was_asked_is_no_output(header, role):
    text = f"reference\toutput\t{header}\na b\ta c\tsay a b\nd e\td f\tsay d e\n"
    assert guess_roles(read_columns("x.tsv", text.encode()))[2].role is role


SENTENCES = [f"The {word} sat on mat number {number}." for number, word in enumerate(["cat", "dog", "owl"] * 4)]


def roles_of(**others):
    """The roles of a table of references, outputs and further columns, by name."""
    columns = {"reference": SENTENCES, "mt": SENTENCES[::-1]} | others
    rows = [columns.keys(), *zip(*columns.values(), strict=True)]
    found = guess_roles(read_columns("x.tsv", "".join("\t".join(row) + "\n" for row in rows).encode()))
    return {column.name: column.role for column in found}, {
        column.name: [notice.kind for notice in column.notices] for column in found
    }


@as_one_test
@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("reference_translator", ["Anna K.", "Bob"] * 6),
        ("reference_name", ["refA"] * 12),
        ("reference_comment", ["", "", "see the guide on names"] * 4),
        ("reference_comment", [f"I would not say {number} here" for number in range(12)]),
        ("reference_len", [str(40 + number) for number in range(12)]),
        ("source_author", [f"Author of {number} books" for number in range(12)]),
        ("source url", [f"https://example.org/{word}" for word in "abcdefghijkl"]),
        ("refDomain", ["news", "social"] * 6),
        ("source_day", [f"{number} May 2024" for number in range(1, 13)]),
        ("mt_model", ["gpt-4o"] * 12),
        ("mt_added", [f"12:{number:02}:00" for number in range(12)]),
        ("source_kiosk", ["green", "red"] * 6),
        ("speaker", [f"Speaker {number}" for number in range(12)]),
        ("place", [f"Page {number}, line {number}" for number in range(12)]),
    ],
)
def test_columns_about_a_text_are_left_out_in_every_role(header, cells):
    roles, kinds = roles_of(**{header: cells})
    assert roles == {"reference": Role.REFERENCE, "mt": Role.SYSTEM, header: Role.IGNORE}
    assert kinds[header][0] == "labels"


@as_one_test
@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("time", [f"12:{number:02}:00" for number in range(12)]),
        ("time", [f"{number}:05 pm" for number in range(1, 13)]),
        ("timestamp", [f"00:{number:02}:01,200 --> 00:{number:02}:03,400" for number in range(12)]),
        ("day", [f"{number} May 2024" for number in range(1, 13)]),
        ("day", [f"May {number}, 2024" for number in range(1, 13)]),
        ("day", [f"{number}.5.2024" for number in range(1, 13)]),
        ("day", [f"5/{number}/24 12:30" for number in range(1, 13)]),
    ],
)
def test_times_and_days_are_no_texts(header, cells):
    roles, _ = roles_of(**{header: cells})
    assert roles[header] is Role.IGNORE


@as_one_test
@pytest.mark.parametrize(
    ("header", "role"),
    [
        ("reference B", Role.REFERENCE),
        ("reference_de", Role.REFERENCE),
        ("ref2", Role.REFERENCE),
        ("reference_by_anna", Role.REFERENCE),
        ("mt_google", Role.SYSTEM),
        ("model_output", Role.SYSTEM),
        ("nllb", Role.SYSTEM),
        ("source", Role.SOURCE),
        ("source_segment", Role.SOURCE),
    ],
)
def test_texts_stay_texts(header, role):
    roles, kinds = roles_of(**{header: [f"{text[:-1]} again." for text in SENTENCES]})
    assert (roles[header], "labels" in kinds[header]) == (role, False)


def test_sources_that_repeat_for_each_system_stay():
    roles, _ = roles_of(source_text=["This is one sentence of the source.", "This is another one, of the source."] * 6)
    assert roles["source_text"] is Role.SOURCE


def test_outputs_that_repeat_one_short_text_stay_where_the_header_says_so():
    roles, _ = roles_of(output_b=["yes"] * 12, reference2=["yes", "no"] * 6)
    assert roles["output_b"] is Role.SYSTEM
    assert roles["reference2"] is Role.REFERENCE
