"""Columns to test set: roles, notes, unequal counts and where they seem to slip."""

import pickle

import numpy as np
import pyarrow as pa
import pytest

from scoring.formats import (
    Column,
    CountMismatchError,
    EncodingError,
    FormatError,
    Role,
    assemble,
    guess_roles,
    read_columns,
)
from scoring.formats.plain_text import slip as slipping
from scoring.formats.plain_text.slip import MAX_WORK, find_slip, share_of_work
from tests.cases import as_one_test, each_value_as_one_test


def column(name, role, segments):
    return Column(f"{name}.txt", name, role, pa.array(segments, pa.string()))


def corpus(n, seed=1):
    """A source, a reference and two systems whose lengths go along with one another, loosely."""
    rng = np.random.default_rng(seed)
    lengths = rng.gamma(3, 25, n) + 3
    texts = {}
    for name in ("src", "ref", "a", "b"):
        texts[name] = ["x" * int(length) for length in lengths * rng.lognormal(0.1, 0.2, n)]
    return texts


def build(texts):
    roles = {"src": Role.SOURCE, "ref": Role.REFERENCE}
    return [column(name, roles.get(name, Role.SYSTEM), text) for name, text in texts.items()]


def test_a_test_set():
    files = {"source.en.txt": b"s\nt\n", "reference.A.es.txt": b"r\nq\n", "system.mine.es.txt": b"h\n\n"}
    columns = guess_roles([c for file, data in files.items() for c in read_columns(file, data)])
    test_set = assemble(columns, "demo")
    assert (test_set.name, test_set.system_names, test_set.reference_names) == ("demo", ("mine",), ("A",))
    assert test_set.segment(1).hypotheses == {"mine": ""}
    assert test_set.source.to_pylist() == ["s", "t"]


def test_ignored_columns_do_not_count():
    columns = [*build(corpus(5)), column("other", Role.IGNORE, ["x"])]
    assert len(assemble(columns, "t")) == 5


def test_notes_are_joined():
    columns = build({"ref": ["a", "b", "c"], "a": ["a", "b", "c"]})
    first = column("origin", Role.NOTES, ["p. 1", "", None])
    assert assemble([*columns, first], "t").segment(0).note == "p. 1"
    test_set = assemble([*columns, first, column("topic", Role.NOTES, ["news", "talk", ""])], "t")
    assert test_set.notes.to_pylist() == ["origin: p. 1; topic: news", "topic: talk", ""]


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ([Role.SYSTEM, Role.SYSTEM], "at least one reference"),
        ([Role.REFERENCE, Role.SOURCE], "at least one system"),
        ([], "at least one reference"),
        ([Role.SOURCE, Role.SOURCE, Role.REFERENCE, Role.SYSTEM], "one source; found 2: c0, c1"),
    ],
)
def test_roles_that_make_no_test_set(roles, message):
    columns = [column(f"c{n}", role, ["x"]) for n, role in enumerate(roles)]
    with pytest.raises(ValueError, match=message):
        assemble(columns, "t")


def test_a_source_and_outputs_are_a_test_set():
    test_set = assemble(build({name: text for name, text in corpus(5).items() if name != "ref"}), "t")
    assert (test_set.reference_names, test_set.system_names, len(test_set)) == ((), ("a", "b"), 5)
    files = {"source.en.txt": b"s\nt\n", "system.mine.de.txt": b"h\n\n"}
    found = assemble(guess_roles([c for file, data in files.items() for c in read_columns(file, data)]), "t")
    assert found.reference_names == ()
    assert found.language.language.name == "German"


def test_missing_system_segments_are_an_error():
    with pytest.raises(ValueError, match="segment 2 is missing"):
        assemble([column("r", Role.REFERENCE, ["a", "b"]), column("s", Role.SYSTEM, ["a", None])], "t")


@as_one_test
@pytest.mark.parametrize("name", ["src", "ref", "a"])
@pytest.mark.parametrize(("missing", "seed"), [(1, 1), (1, 2), (2, 3), (7, 4)])
def test_a_slip_is_found_where_lines_are_missing(name, missing, seed):
    texts = corpus(400, seed)
    del texts[name][250 : 250 + missing]
    with pytest.raises(CountMismatchError) as caught:
        assemble(build(texts), "t")
    error = caught.value
    assert error.counts == {f"{n}.txt": len(text) for n, text in texts.items()}
    slips = {slip.file: slip for slip in error.slips}
    for file, slip in slips.items():
        assert abs(slip.line - 251) <= 12
        assert slip.missing == (-missing if name == "src" else missing)
        assert f"{file} seems to slip at about line {slip.line}" in str(error)
    assert set(slips) == ({"ref.txt", "a.txt", "b.txt"} if name == "src" else {f"{name}.txt"})
    assert f"{name}.txt has {400 - missing}" in str(error)
    assert "Nothing is cut or padded" in str(error)


def test_extra_lines_and_scattered_ones():
    texts = corpus(400, 5)
    texts["b"][100:100] = ["x" * 60, "y" * 300]
    with pytest.raises(CountMismatchError) as caught:
        assemble(build(texts), "t")
    assert caught.value.slips[0].missing == -2
    assert abs(caught.value.slips[0].line - 101) <= 12
    texts = corpus(600, 6)
    for line in (500, 300, 100):
        del texts["b"][line]
    with pytest.raises(CountMismatchError) as caught:
        assemble(build(texts), "t")
    assert abs(caught.value.slips[0].line - 101) <= 12


def test_a_file_that_ends_early_slips_at_its_end():
    texts = corpus(300, 7)
    del texts["b"][280:]
    with pytest.raises(CountMismatchError) as caught:
        assemble(build(texts), "t")
    assert caught.value.slips[0].line == 281
    assert "b.txt ends after line 280; the last 20 lines seem to be missing." in str(caught.value)


@each_value_as_one_test
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("cut", [1, 2, 7, 60])
@pytest.mark.parametrize("length", [100, 160, 500])
def test_lines_cut_off_at_either_end_are_no_slip_in_the_middle(length, cut, seed):
    """``head -100`` of 160 lines slipped at line 77: of many small drops, some explain chance."""
    for at, line in ((length - cut, length - cut + 1), (0, 1)):
        texts = corpus(length, seed)
        del texts["a"][at : at + cut]
        with pytest.raises(CountMismatchError) as caught:
            assemble(build(texts), "t")
        assert (caught.value.slips[0].line, caught.value.slips[0].missing) == (line, cut)
        ends = f"a.txt ends after line {length - cut}; the last {'line seems' if cut == 1 else f'{cut} lines seem'}"
        assert (ends in str(caught.value)) == (at > 0)


def test_a_file_that_goes_on_too_long():
    texts = corpus(160, 8)
    texts["b"] += ["x" * 60, "y" * 90, "z" * 40]
    with pytest.raises(CountMismatchError, match=r"b\.txt seems to have 3 lines too many after line 160"):
        assemble(build(texts), "t")


@as_one_test
@pytest.mark.parametrize("seed", range(20))
def test_weak_evidence_says_nothing(seed):
    rng = np.random.default_rng(seed)
    for n in (5, 20, 200):
        assert find_slip(rng.standard_normal(n), rng.standard_normal(n + 3)) is None
        assert find_slip(np.zeros(n), rng.standard_normal(n + 1)) is None
    texts = {name: text[:8] for name, text in corpus(8, seed).items()}
    del texts["b"][3]
    with pytest.raises(CountMismatchError) as caught:
        assemble(build(texts), "t")
    assert caught.value.slips == ()
    assert "slip" not in str(caught.value)


@pytest.mark.parametrize(
    ("works", "within"),
    [
        ([], 0),
        ([MAX_WORK], 1),
        ([MAX_WORK + 1], 0),
        ([MAX_WORK, 3, MAX_WORK], 1),
        ([MAX_WORK // 2, 3, MAX_WORK // 3], 3),
        ([MAX_WORK // 4] * 30, 0),
        ([MAX_WORK // 30] * 30, 30),
    ],
)
def test_the_work_is_shared(works, within):
    done = [work for work in works if work <= share_of_work(works)]
    assert len(done) == within
    assert sum(done) <= MAX_WORK


def test_many_files_that_end_early_share_the_work(monkeypatch):
    texts = {name: pa.array(text, pa.string()) for name, text in corpus(40_000).items()}
    columns = [Column(f"{n}.txt", str(n), Role.SYSTEM, texts["b"][:39_600]) for n in range(30)]
    for name, role in (("ref", Role.REFERENCE), ("src", Role.SOURCE)):
        columns.append(Column(f"{name}.txt", name, role, texts[name]))
    works, best_path = [], slipping._best_path

    def noted(short, long, offsets):
        works.append(len(short) * len(offsets))
        return best_path(short, long, offsets)

    monkeypatch.setattr(slipping, "_best_path", noted)
    with pytest.raises(CountMismatchError) as caught:
        assemble(columns, "t")
    assert (len(works), sum(works) <= MAX_WORK) == (30, True)
    assert len(caught.value.slips) == 30
    assert all(abs(found.line - 39_601) <= 50 for found in caught.value.slips)


def test_no_line_is_named_where_many_would_do():
    lengths = np.repeat([10.0, 90.0], 100)
    assert find_slip(np.delete(lengths, 20), lengths) is None


def test_a_file_with_many_times_the_lines_has_no_slip():
    """A list of candidates, fifty a segment, and the references: neither of the two misses a line."""
    lengths = np.random.default_rng(3).standard_normal(160)
    assert find_slip(lengths, np.repeat(lengths, 50)) is None
    assert find_slip(lengths[:60], lengths) == 61


def test_empty_columns_and_one_against_one():
    with pytest.raises(CountMismatchError, match=r"r\.txt has 2, s\.txt has 0"):
        assemble([column("r", Role.REFERENCE, ["a", "b"]), column("s", Role.SYSTEM, [])], "t")
    with pytest.raises(CountMismatchError, match="notes"):
        assemble([*build(corpus(9)), column("notes", Role.NOTES, ["x"])], "t")


def test_columns_of_one_file_are_told_apart():
    columns = read_columns("x.csv", b"ref,sys\na,b\n")
    with pytest.raises(CountMismatchError) as caught:
        assemble([*columns, column("more", Role.SYSTEM, ["a", "b"])], "t")
    assert caught.value.counts == {"reference ref (x.csv)": 1, "system sys (x.csv)": 1, "more.txt": 2}


@pytest.mark.parametrize(
    "error",
    [
        FormatError("a.txt", "this", "that", 3, "Do it."),
        EncodingError("a.txt", 0xE9, 17, 2, "text in UTF-8", "Save it."),
        CountMismatchError("a.txt", {"a.txt": 1, "b.txt": 2}),
    ],
)
def test_errors_survive_a_process(error):
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))
    assert isinstance(error, ValueError)
