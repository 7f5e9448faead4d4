"""``score`` and ``significance`` of sets in shards, beside the same commands over whole files."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from scoring.cli.main import main
from tests.scoring.shards.sharded import NEWS, as_json_lines, as_lines, as_parquet, written

ROOT = Path(__file__).parents[3]
WHOLE = [*(str(NEWS / f"reference.{name}.es.txt") for name in "AB"), "-i"]
WHOLE += [str(NEWS / f"system.apertium-{name}.es.txt") for name in ("direct", "catalan")]
NOTES = [f"{done} of 4 shards, {segments} segments" for done, segments in enumerate((50, 51, 99, 160), 1)]


@pytest.fixture
def arguments(tmp_path):
    """References and systems as patterns."""
    references, systems = written(tmp_path, [50, 51, 99])
    return [*references, "-i", *systems]


@pytest.fixture
def run(capsys):
    """Runs a command and gives its records and what is said on stderr."""

    def run(*words):
        code = main([*words, "--format", "json"])
        out, err = capsys.readouterr()
        assert code == 0, err
        return json.loads(out), err.splitlines()

    return run


def called_alike(records):
    """Without what the names of files make of systems' names."""
    text = json.dumps(records)
    return json.loads(text.replace("apertium-", ""))


def test_scores_are_those_of_whole_files(arguments, run):
    expected, _ = run("score", *WHOLE, "-m", "bleu", "chrf")
    found, said = run("score", *arguments, "-m", "bleu", "chrf", "--engine", "local")
    assert found == called_alike(expected)
    assert said == [f"note: counted: {note}" for note in NOTES]


def test_the_test_is_that_of_whole_files_but_for_resamples(arguments, run):
    expected, _ = run("significance", *WHOLE, "--trials", "400", "--seed", "7")
    found, said = run("significance", *arguments, "--trials", "400", "--seed", "7", "--engine", "local")
    assert said == [f"note: {what}: {note}" for what in ("read", "drawn from") for note in NOTES]
    (one,), (other,) = found, called_alike(expected)
    others = {"ci_low", "ci_high"}
    others |= {name for name in one if name.startswith("verdict")}
    assert {name: one[name] for name in one.keys() - others} == {name: other[name] for name in one.keys() - others}
    assert one["verdict_trials"] == 400


def test_verdicts_are_of_the_trials_that_are_asked_for(arguments, capsys):
    assert main(["significance", *arguments, "--trials", "100", "--engine", "local", "--baseline", "direct"]) == 0
    assert main(["significance", *arguments, "--trials", "100", "--engine", "local", "--test", "bootstrap"]) == 0
    out, _ = capsys.readouterr()
    assert "What these trials leave open is too close to call; --trials asks for more." in out
    assert "more are drawn" not in out


@pytest.mark.parametrize(
    ("command", "words", "said"),
    [
        ("score", ["--segments"], "--segments: not with --engine, which keeps sums of shards only."),
        ("score", ["--source", "x"], "--source: not with --engine"),
        ("score", ["--scores", "x"], "--scores: not with --engine"),
        ("score", ["--workers", "0"], "--workers: expected 1 or more; found 0."),
        ("score", ["--workers", "2"], "--workers is for a cluster of this machine"),
        ("significance", ["--unit", "document"], "--unit document: not with --engine"),
        ("significance", ["--runs"], "--runs: not with --engine"),
        ("significance", ["--baseline", "x"], "--baseline: no system 'x'; there are direct, catalan."),
        ("significance", ["--trials", "9000000"], "--trials: sums of 2 systems under 9,000,000 trials do not fit"),
    ],
)
def test_what_does_not_go_with_shards(arguments, capsys, command, words, said):
    assert main([command, *arguments, "--engine", "local", *words]) == 2
    assert said in capsys.readouterr().err


def test_an_engine_that_there_is_not(arguments, capsys):
    assert main(["score", *arguments, "--engine", "spark"]) == 2
    assert "--engine: expected local, dask, or dask://HOST:PORT; found 'spark'." in capsys.readouterr().err


def test_workers_without_an_engine(capsys):
    assert main(["score", *WHOLE, "--workers", "2"]) == 2
    assert "--workers is for --engine." in capsys.readouterr().err


LISTED = "import sys; print(*sorted({'dask', 'distributed', 'fsspec', 'aiohttp'} & {*sys.modules}))"


@pytest.mark.parametrize("shards", [False, True], ids=["files", "shards"])
def test_neither_dask_nor_fsspec_is_imported_unless_it_is_asked_for(tmp_path, shards):
    """Parquet on this machine needs neither."""
    file = tmp_path / "a.parquet"
    file.write_bytes(as_parquet({"ref": ["a b"], "mt": ["a b"]}))
    words = [f"{file}#ref", "-i", f"{file}#mt", "--engine", "local"] if shards else WHOLE
    program = f"from scoring.cli.main import main; assert not main({['score', *words]!r}); {LISTED}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == ""


def test_an_engine_of_dask_counts_as_this_process_does(arguments, run):
    """The only test of the whole command with a cluster of its own."""
    expected, _ = run("score", *arguments, "-m", "bleu", "--engine", "local")
    found, said = run("score", *arguments, "-m", "bleu", "--engine", "dask", "--workers", "1")
    assert found == expected
    assert said == [f"note: counted: {note}" for note in NOTES]


@pytest.mark.parametrize("option", ["--write-statistics", "--write-sample"])
def test_statistics_are_written_beside_the_scores(arguments, run, tmp_path, capsys, option):
    file = tmp_path / "all.parquet"
    expected, _ = run("score", *arguments, "--engine", "local")
    found, _ = run("score", *arguments, "--engine", "local", option, str(file))
    assert found == expected
    assert bool(pq.read_metadata(file).num_rows) is (option == "--write-statistics")
    assert main(["score", *WHOLE, option, str(file)]) == 2
    assert f"{option} is for --engine." in capsys.readouterr().err


TEXTS = (("one two", "one three"), (), ("four five six",), ())


def write_kind(folder, kind, texts):
    """Shards of references and of two systems, each of some of the texts; patterns of them."""
    for name in ("ref", "a", "b"):
        for number, lines in enumerate(texts):
            lines = [f"{line} {name}" for line in lines]
            text = as_json_lines({name: lines}) if "jsonl" in kind else as_lines(lines)
            (folder / f"{name}-{number}{kind}").write_bytes(gzip.compress(text) if kind.endswith("gz") else text)
    ref, a, b = (f"{folder}/{name}-*{kind}" + (f"#{name}" if "jsonl" in kind else "") for name in ("ref", "a", "b"))
    return [ref, "-i", a, b, "--engine", "local"]


@pytest.mark.parametrize("kind", [".txt", ".txt.gz", ".jsonl"])
@pytest.mark.parametrize("command", [["score", "-m", "bleu", "nist"], ["significance", "--trials", "50"]])
def test_empty_shards_are_no_segments(tmp_path, capsys, run, kind, command):
    (tmp_path / "some").mkdir()
    (tmp_path / "full").mkdir()
    name, *options = command
    found, said = run(name, *write_kind(tmp_path / "some", kind, TEXTS), *options)
    expected, _ = run(name, *write_kind(tmp_path / "full", kind, [texts for texts in TEXTS if texts]), *options)
    drawn = ("ci_", "verdict")  # resamples of other shards are other ones
    without = [[{k: v for k, v in one.items() if not k.startswith(drawn)} for one in of] for of in (found, expected)]
    assert without[0] == without[1]
    assert said[-1].endswith("4 of 4 shards, 3 segments")
    assert main([name, *write_kind(tmp_path / "some", kind, [()] * 4), *options]) == 2
    assert "A test set needs at least one segment; every shard is empty." in capsys.readouterr().err


def test_no_statistics_are_written_of_no_segments(tmp_path, capsys):
    file = tmp_path / "all.parquet"
    assert main(["score", *write_kind(tmp_path, ".txt", [()]), "--write-statistics", str(file)]) == 2
    assert "every shard is empty" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize("option", ["--write-statistics", "--write-sample"])
def test_what_is_no_regular_file_is_not_replaced(arguments, tmp_path, capsys, option):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["score", *arguments, "--engine", "local", option, str(pipe)]) == 2
    assert "pipe: is no regular file, and would be replaced by one; name another file." in capsys.readouterr().err
    assert pipe.is_fifo()
    assert main(["score", *arguments, "--engine", "local", "-o", os.devnull]) == 0


@pytest.mark.parametrize(
    ("command", "option"), [("score", "--write-sample"), ("score", "--write-statistics"), ("significance", "-o")]
)
def test_no_shard_is_written_over(tmp_path, capsys, command, option):
    for number in (1, 2):
        (tmp_path / f"data-{number}.parquet").write_bytes(as_parquet({"ref": ["a b"], "x": ["a b"], "y": ["a c"]}))
    file, pattern = tmp_path / "data-1.parquet", f"{tmp_path}/data-*.parquet"
    before = file.read_bytes()
    words = [f"{pattern}#ref", "-i", f"{pattern}#x", f"{pattern}#y", "--engine", "local", option, str(file)]
    assert main([command, *words]) == 2
    assert "data-1.parquet: is one of the files to read; name another one to write." in capsys.readouterr().err
    assert file.read_bytes() == before
