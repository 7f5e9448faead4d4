"""Which files are the shards of a test set."""

from pathlib import Path

import fsspec
import pytest

from scoring.formats import FormatError
from scoring.lab.shards import ShardColumn, find_shards


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in (1, 2, 10):
        for name in ("ref", "a.one", "b/part", "c/part"):
            path = Path(f"{name}-{number}.txt")
            path.parent.mkdir(exist_ok=True)
            path.touch()
    return tmp_path


def test_shards_are_paired_by_the_star_and_numbers_in_it_go_by_size(folder):
    found = find_shards(["ref-*.txt"], ["a.one-*.txt"])
    names = [(shard.number, shard.references[0].path, shard.systems[0].path) for shard in found.shards]
    assert names == [(place, f"ref-{n}.txt", f"a.one-{n}.txt") for place, n in enumerate((1, 2, 10))]


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        (["a.one-*.txt"], ["a.one"]),
        (["b/part-*.txt"], ["part"]),
        (["b/part-*.txt", "c/part-*.txt"], ["b/part", "c/part"]),
        (["b/p*-*.txt"], ["p"]),
    ],
)
def test_names_of_systems(folder, systems, expected):
    references = ["ref-*.txt"] if systems != ["b/p*-*.txt"] else systems
    assert [*find_shards(references, systems).system_names] == expected


@pytest.mark.parametrize("name", ["a.tsv", "a.csv.gz", "a.xlsx", "a.json", "a.sgm", "a.xml", "a.zip"])
def test_tables_and_markup_are_refused_by_their_names(folder, name):
    Path(name).touch()
    with pytest.raises(FormatError, match=r"found a \.\w+ file\. .* leave out --engine"):
        find_shards(["ref-1.txt"], [name])


def test_fields_are_columns_of_one_file(tmp_path):
    (tmp_path / "x-1.parquet").touch()
    found = find_shards([f"{tmp_path}/x-*.parquet#ref"], [f"{tmp_path}/x-*.parquet#mt_a"])
    assert found.system_names == ("mt_a",)
    assert found.shards[0].systems == (ShardColumn(f"{tmp_path}/x-1.parquet", "mt_a"),)


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        (["b-*.jsonl#text", "c-*.jsonl#text"], ["b", "c"]),
        (["b-*.jsonl#text", "c-*.jsonl#text", "b-*.jsonl#mt"], ["b", "c", "mt"]),
        (["x/part-*.jsonl.gz#text", "y/part-*.jsonl.gz#text"], ["x/part", "y/part"]),
        (["b-*.jsonl#text", "b-*.jsonl#mt", "c-*.jsonl#text", "c-*.jsonl#mt"], ["b#text", "b#mt", "c#text", "c#mt"]),
    ],
)
def test_systems_of_one_field_are_called_by_their_files(tmp_path, monkeypatch, systems, expected):
    monkeypatch.chdir(tmp_path)
    for system in systems:
        file = Path(system.partition("#")[0].replace("*", "1"))
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert [*find_shards(systems[:1], systems).system_names] == expected


def test_a_file_may_have_a_number_sign_in_its_name(tmp_path):
    file = tmp_path / "a#b.txt"
    file.touch()
    assert find_shards([str(file)], [str(file)]).shards[0].references == (ShardColumn(str(file)),)


def test_the_home_folder_in_quotation_marks(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder))
    (shard,) = find_shards(["~/ref-1.txt"], ["~/a.one-1.txt"]).shards
    assert (shard.references, shard.systems) == (
        (ShardColumn(f"{folder}/ref-1.txt"),),
        (ShardColumn(f"{folder}/a.one-1.txt"),),
    )
    assert len(find_shards(["~/ref-*.txt"], ["~/b/part-*.txt"]).shards) == 3


def test_one_file_each_is_one_shard(folder):
    assert len(find_shards(["ref-1.txt"], ["a.one-2.txt"]).shards) == 1


@pytest.mark.parametrize(
    ("references", "systems", "said"),
    [
        (["no-*.txt"], ["a.one-*.txt"], r"^no-\*\.txt: expected files of this name, found none\."),
        (
            ["ref-*.txt"],
            ["a.one-1*.txt"],
            r"^a\.one-1\*\.txt: expected the same 3 shards as ref-\*\.txt, found no",
        ),
        (["ref-*.txt"], ["a.one-1.txt"], r"^a\.one-1\.txt: expected the same 3 shards .* found a name of one file"),
        (["ref-1.txt"], ["a.one-*.txt"], r"^ref-1\.txt: expected the same 3 shards as a\.one-\*\.txt, found a name of"),
        (["ref-[1-2]*.txt"], ["a.one-*.txt"], r"^ref-\[1-2\]\*\.txt: .*found none\..* \[ \] in a name are letters"),
        (["ref-*.txt"], ["a.one-*.txt", "a.one-*.txt"], "'a.one' is that of 2"),
        (["ref-*.txt"], ["b/part-*.txt", "b/part-*.txt"], "'b/part' is that of 2: .* each file and field once"),
    ],
)
def test_what_does_not_go_together_is_said(folder, references, systems, said):
    with pytest.raises(ValueError, match=said):
        find_shards(references, systems)


def test_a_shard_that_is_missing_is_named(folder):
    Path("a.one-2.txt").unlink()
    with pytest.raises(FormatError, match=r"^a\.one-\*\.txt: .* as ref-\*\.txt, found no shard for 2\. "):
        find_shards(["ref-*.txt"], ["a.one-*.txt"])


def test_shards_of_a_storage():
    storage = fsspec.filesystem("memory")
    try:
        for number in (9, 10):
            storage.pipe(f"/set/ref-{number}.txt", b"a\n")
        found = find_shards(["memory://set/ref-*.txt"], ["memory://set/ref-*.txt"])
        assert [shard.references[0].path for shard in found.shards] == [f"memory:///set/ref-{n}.txt" for n in (9, 10)]
    finally:
        storage.rm("/set", recursive=True)
