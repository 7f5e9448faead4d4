"""Files of several pairs of languages are told apart, and never mixed."""

import json
import re
import tracemalloc
from itertools import permutations

import pyarrow as pa
import pytest

from scoring.cli.main import main
from scoring.formats import Column, Role, assemble, attach, contents_by_pair, guess_roles, read_contents
from scoring.formats.names import find_language_pair
from scoring.formats.set_folders import by_set_folder, distinct_ends
from tests.files import zipped
from tests.judgments import ESA, SET, blocks, found, lines


def campaign(pair, n=2):
    """As mt-metrics-eval has it."""
    texts = {"sources/{}.txt": "s", "references/{}.refA.txt": "r", "system-outputs/{}/A.txt": f"{pair} A"}
    files = {name.format(pair): f"{text}\n".encode() * n for name, text in texts.items()}
    return files | {f"human-scores/{pair}.mqm.seg.score": blocks(A=range(n))}


@pytest.fixture
def archive():
    return zipped(campaign("en-de") | campaign("zh-en"))


@pytest.mark.parametrize(
    ("file", "pair"),
    [
        ("a.zip/system-outputs/en-de/A.txt", "en-de"),
        ("en-de.mqm.seg.score", "en-de"),
        ("x.jsonl/en-sr_Cyrl_RS", "en-sr_Cyrl_RS"),
        ("en-de/zh-en.txt", "zh-en"),
        ("system.apertium-es-ca.txt", None),
        ("news-en-es/ref.txt", None),
        ("de-de.txt", None),
        ("on-off.txt", None),
        ("", None),
    ],
)
def test_the_pair_a_file_is_called_after(file, pair):
    assert find_language_pair(file) == pair


def test_an_archive_of_two_pairs_is_two_test_sets(archive):
    contents = read_contents("wmt.zip", archive)
    pairs = contents_by_pair(contents.columns, contents.judgments)
    assert list(pairs) == ["en-de", "zh-en"]
    for pair, held in pairs.items():
        test_set = assemble(guess_roles(held.columns), pair)
        assert test_set.segment(0).hypotheses == {"A": f"{pair} A"}
        assert [one.file for one in held.judgments] == [f"wmt.zip/human-scores/{pair}.mqm.seg.score"]
        assert attach(test_set, held.judgments).refused == ()


def test_one_pair_beside_outputs_called_like_pairs_is_one_set():
    """Names of systems may be pairs, such as those of pivots."""
    texts = {"source.txt": b"s\n", "reference.txt": b"r\n", "es-ca/A.txt": b"a\n", "es-gl/B.txt": b"b\n"}
    contents = read_contents("x.zip", zipped(texts))
    assert contents_by_pair(contents.columns) == {}


def test_what_is_of_no_pair_with_texts_is_of_all(archive):
    """Such as documents that all share, and the source of a pair without outputs."""
    more = {"sources/fr-en.txt": b"s\n", "notes.txt": b"n\n"}
    contents = read_contents("wmt.zip", zipped(campaign("en-de") | more | campaign("zh-en")))
    shared = {f"wmt.zip/{file}" for file in more}
    for pair, held in contents_by_pair(contents.columns, contents.judgments).items():
        files = [column.file for column in held.columns]
        assert {file for file in files if pair not in file} == shared
        assert len(files) == 5


def test_many_pairs_take_no_room_for_each_two_of_them():
    codes = re.findall("..", "csdadeelenesfifrhuisitjakonlplptrorusvzh")
    pairs = ["-".join(both) for both in permutations(codes, 2)]
    roles = {"sources": Role.SOURCE, "outputs": Role.SYSTEM}
    text = pa.array(["x"])
    columns = [
        Column(f"{folder}/{pair}.txt", pair, role, text, stated=True)
        for pair in pairs
        for folder, role in roles.items()
    ]
    tracemalloc.start()
    try:
        assert list(contents_by_pair(columns)) == pairs
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_the_command_line_refuses_them(archive, tmp_path, capsys):
    path = tmp_path / "wmt.zip"
    path.write_bytes(archive)
    assert main(["score", str(path), "-i", str(path)]) == 2
    assert "expected one pair of languages, found texts of en-de, zh-en" in capsys.readouterr().err


def test_the_command_line_reads_one_pair_of_them(archive, tmp_path, capsys):
    (tmp_path / "all.zip").write_bytes(archive)
    file = f"{tmp_path / 'all.zip'}#en-de"
    assert main(["score", file, "-i", file]) == 0
    assert f"{file}: " in (said := capsys.readouterr().err)
    assert "of 1 other pair of languages are left out." in said


def esa(langs, score):
    return lines(json.dumps(json.loads(ESA) | {"langs": langs, "esa_score": score}))


def test_judgments_of_pairs_into_the_same_language_are_not_one():
    both = found("esa.jsonl", esa("en-de", 10) + esa("cs-de", 90))
    assert [one.summary for one in both[::2]] == ["1 score of 1 system, en-de", "1 score of 1 system, cs-de"]
    attached = attach(SET, both)
    assert attached.test_set == SET
    assert "judgments of en-de, cs-de" in str(attached.refused[0])
    (scores,) = attach(SET, both[:2]).test_set.scores
    assert scores.of("Facebook-AI")[1] == 10


def test_folders_of_test_sets_in_an_archive_are_told_apart():
    names = ["news/ref.txt", "news/sys/A.txt", "news/sys/B.txt", "ted/ref.A.txt", "ted/src.txt", "ted/sys/A.txt"]
    columns = [Column(f"c.zip/all/{name}", "x", Role.SYSTEM, pa.array(["a"])) for name in [*names, "notes.txt"]]
    found = by_set_folder(columns)
    assert {name: [one.file[10:] for one in held.columns[:3]] for name, held in found.items()} == {
        "news": names[:3],
        "ted": names[3:],
    }
    assert all(held.columns[-1].file.endswith("notes.txt") for held in found.values()), "what is of no set is of all"
    assert by_set_folder(columns[:3]) == {}


def test_folders_of_one_name_are_called_after_those_around_them():
    assert distinct_ends(["a.zip/x/news", "a.zip/y/news"]) == {"a.zip/x/news": "x/news", "a.zip/y/news": "y/news"}
