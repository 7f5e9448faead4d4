"""``score`` and ``significance`` of sets in shards, beside the same commands over whole files."""

import gzip
import http.server
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from scoring.cli.main import main
from scoring.output.exclusive_write import exclusive_write
from tests.scoring.lab.shards.sharded import NEWS, as_json_lines, as_lines, as_parquet, written

ROOT = Path(__file__).parents[4]
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


@pytest.fixture
def storage():
    """The address of a web server that gives nothing."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(500)

        do_HEAD = do_GET

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


def called_alike(records):
    """Without what the names of files make of systems' names."""
    text = json.dumps(records)
    return json.loads(text.replace("apertium-", ""))


@pytest.mark.exhaustive
def test_scores_are_those_of_whole_files(arguments, run):
    expected, _ = run("score", *WHOLE, "-m", "bleu", "chrf")
    found, said = run("score", *arguments, "-m", "bleu", "chrf", "--engine", "local")
    assert found == called_alike(expected)
    assert said == ["note: counted: 0 of 4 shards", *(f"note: counted: {note}" for note in NOTES)]


def test_the_test_is_that_of_whole_files_but_for_resamples(arguments, run):
    expected, _ = run("significance", *WHOLE, "--trials", "400", "--seed", "7")
    found, said = run("significance", *arguments, "--trials", "400", "--seed", "7", "--engine", "local")
    notes = ["0 of 4 shards", *NOTES]
    assert said == [f"note: {what}: {note}" for what in ("read", "drawn from") for note in notes]
    (one,), (other,) = found, called_alike(expected)
    others = {"ci_low", "ci_high"}
    others |= {name for name in one if name.startswith("verdict")}
    assert {name: one[name] for name in one.keys() - others} == {name: other[name] for name in one.keys() - others}
    assert one["verdict_trials"] == 400


def in_shards(folder, name, lines):
    """A file in three shards, as a pattern."""
    for number, part in enumerate((lines[:50], lines[50:51], lines[51:])):
        (folder / f"{name}-{number}.txt").write_text("".join(f"{line}\n" for line in part), encoding="utf-8")
    return str(folder / f"{name}-*.txt")


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("correction", ["max-t", "holm"])
def test_p_corrected_for_many_pairs_is_that_of_whole_files(tmp_path, run, correction):
    """Also the size by which each pair's difference is divided is the same: it hangs on fixed shuffles."""
    files = {"ref": NEWS / "reference.A.es.txt"}
    files |= {name: NEWS / f"system.apertium-{name}.es.txt" for name in ("direct", "catalan", "galician")}
    lines = {name: file.read_text(encoding="utf-8").splitlines() for name, file in files.items()}
    lines["worse"] = [line[: len(line) // 3] for line in lines["direct"]]
    patterns = [in_shards(tmp_path, name, found) for name, found in lines.items()]
    for name, found in lines.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
    whole = [str(tmp_path / f"{name}.txt") for name in lines]
    how = ["--trials", "9999", "--seed", "3", "--correction", correction]
    found, _ = run("significance", patterns[0], "-i", *patterns[1:], *how, "--engine", "local")
    expected, _ = run("significance", whole[0], "-i", *whole[1:], *how)
    assert len(found) == 6
    same = [(a, b) for a, b in zip(found, expected, strict=True) if b["verdict_trials"] == 9999]
    assert len(same) > 2
    for one, other in same:
        assert (one["p_value"], one["p_adjusted"]) == (other["p_value"], other["p_adjusted"])
        assert one["verdict"] == other["verdict"]


def test_a_large_lead_by_few_trials_needs_more_trials(arguments, run, tmp_path):
    """79.94 BLEU were too close to call with 100 trials."""
    reference = NEWS / "reference.A.es.txt"
    lines = reference.read_text(encoding="utf-8").splitlines()
    perfect, poor = in_shards(tmp_path, "perfect", lines), in_shards(tmp_path, "poor", [line[:9] for line in lines])
    files = [perfect, "-i", perfect, poor, "--engine", "local", "--trials"]
    (found,), _ = run("significance", *files, "100")
    assert found["difference"] > 90
    assert (found["verdict"], found["verdict_trials"]) == ("more trials needed", 100)
    (found,), _ = run("significance", *files, "1000")
    assert found["verdict"] == "clear"
    for baseline, *_ in [run("significance", *files, "100", "--baseline", "poor")]:
        assert [row["verdict"] for row in baseline] == [None, "more trials needed"]
        assert [row["verdict_trials"] for row in baseline] == [None, 100]


def test_verdicts_are_of_the_trials_that_are_asked_for(arguments, capsys):
    assert main(["significance", *arguments, "--trials", "100", "--engine", "local", "--baseline", "direct"]) == 0
    assert main(["significance", *arguments, "--trials", "100", "--engine", "local", "--test", "bootstrap"]) == 0
    out, _ = capsys.readouterr()
    assert "A pair that is not settled needs more (--trials)." in out
    assert "get more" not in out


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


def test_how_many_shards_there_are_is_told_before_the_first_is_read(tmp_path, capsys):
    for number in range(3):
        (tmp_path / f"ref-{number}.txt").write_bytes(b"\xff\n")
    pattern = f"{tmp_path}/ref-*.txt"
    assert main(["score", pattern, "-i", pattern, "--engine", "local"]) == 2
    assert capsys.readouterr().err.startswith("note: counted: 0 of 3 shards\nscoring: ")


@pytest.mark.parametrize("command", ["score", "significance"])
def test_shards_without_an_engine(arguments, capsys, command):
    pattern = arguments[0]
    assert main([command, *arguments]) == 2
    said = f"{pattern}: no such file. If * means shards of one set, add --engine dask, or local; if it means"
    assert said in capsys.readouterr().err
    assert main([command, WHOLE[0], "-i", "http://me:secret@host/a.txt", "http://host/b.txt"]) == 2
    assert capsys.readouterr().err == "scoring: http://: addresses are read with --engine dask, or local.\n"


def test_patterns_that_the_shell_has_replaced(tmp_path, capsys):
    for number in range(3):
        for name in ("ref", "mt"):
            (tmp_path / f"{name}-{number}.txt").write_text("a b\n" * (number + 1))
    files = {name: [str(tmp_path / f"{name}-{number}.txt") for number in range(3)] for name in ("ref", "mt")}
    assert main(["score", *files["ref"], "-i", *files["mt"], "--engine", "local"]) == 2
    err = capsys.readouterr().err
    for name, what in (("ref", "reference"), ("mt", "system")):
        pattern = f"'{tmp_path}/{name}-*.txt'"
        assert f"3 files like {pattern} are taken for 3 {what}s, each of one shard." in err
    assert main(["score", *files["ref"][:2], "-i", *files["mt"][:2], "--engine", "local"]) == 2
    assert "are taken for" not in capsys.readouterr().err


def test_workers_without_an_engine(capsys):
    assert main(["score", *WHOLE, "--workers", "2"]) == 2
    assert "--workers is for --engine." in capsys.readouterr().err


LISTED = "import sys; print(*sorted({'dask', 'distributed', 'fsspec', 'aiohttp'} & {*sys.modules}))"


@pytest.mark.exhaustive
@pytest.mark.parametrize("shards", [False, True], ids=["files", "shards"])
def test_neither_dask_nor_fsspec_is_imported_unless_it_is_asked_for(tmp_path, shards):
    """Parquet on this machine needs neither."""
    file = tmp_path / "a.parquet"
    file.write_bytes(as_parquet({"ref": ["a b"], "mt": ["a b"]}))
    words = [f"{file}#ref", "-i", f"{file}#mt", "--engine", "local"] if shards else WHOLE
    program = f"from scoring.cli.main import main; assert not main({['score', *words]!r}); {LISTED}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.exhaustive
def test_an_engine_of_dask_counts_as_this_process_does(arguments, run):
    """The only test of the whole command with a cluster of its own."""
    expected, _ = run("score", *arguments, "-m", "bleu", "--engine", "local")
    found, said = run("score", *arguments, "-m", "bleu", "--engine", "dask", "--workers", "1")
    assert found == expected
    assert said == ["note: counted: 0 of 4 shards", *(f"note: counted: {note}" for note in NOTES)]


@pytest.mark.exhaustive
def test_a_storage_that_fails_is_told_in_one_line_whoever_reads_it(storage, tmp_path):
    """A process, because the workers write to what it calls stderr. Errors of the web client cannot be sent."""
    (tmp_path / "ref.txt").write_text("a b\n")
    words = [str(tmp_path / "ref.txt"), "-i", f"{storage}/mt.txt", "--engine", "dask", "--workers", "1"]
    command = [sys.executable, "-m", "scoring", "score", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    said = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
    assert done.returncode == 2
    assert [line.partition(" (")[0] for line in said] == [f"scoring: {storage}/mt.txt: cannot be read"]
    assert "(500, message='Internal Server Error'" in said[0]
    assert said[0].endswith("Start again once it can be.")


@pytest.mark.exhaustive
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


@pytest.mark.quick_cases(2)
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


@pytest.mark.exhaustive
def test_what_a_killed_command_has_left_is_written_anew(arguments, run, tmp_path):
    file, left = tmp_path / "all.parquet", tmp_path / "all.parquet.unfinished"
    left.write_bytes(b"cut")
    _, said = run("score", *arguments, "--engine", "local", "--write-statistics", str(file))
    assert f"note: {left}: left by a command that was cut off; it is written anew." in said
    assert not left.exists()
    _, said = run("score", *arguments, "--engine", "local", "--write-statistics", str(file))
    assert not any("cut off" in note for note in said)


def test_two_commands_do_not_write_one_file_at_once(arguments, tmp_path, capsys):
    """Nor is what the first one has written so far taken for what a killed one has left."""
    file, half = tmp_path / "all.parquet", tmp_path / "all.parquet.unfinished"
    words = ["score", *arguments, "--engine", "local"]
    with exclusive_write(file, ""):
        half.write_bytes(b"half")
        assert main([*words, "--write-sample", str(file)]) == 2
        err = capsys.readouterr().err
        assert f"{file}: another command writes this file. Wait until it has ended, or name another file." in err
        assert "cut off" not in err
        assert half.read_bytes() == b"half"
        assert main([*words, "--write-sample", str(tmp_path / "other.parquet")]) == 0
    assert main([*words, "--write-sample", str(file)]) == 0
    assert sorted(path.name for path in tmp_path.glob("*all*")) == ["all.parquet"]


def test_no_statistics_are_written_of_no_segments(tmp_path, capsys):
    file = tmp_path / "all.parquet"
    assert main(["score", *write_kind(tmp_path, ".txt", [()]), "--write-statistics", str(file)]) == 2
    assert "every shard is empty" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.exhaustive
@pytest.mark.parametrize("option", ["--write-statistics", "--write-sample"])
def test_what_is_no_regular_file_is_not_replaced(arguments, tmp_path, capsys, option):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["score", *arguments, "--engine", "local", option, str(pipe)]) == 2
    assert "pipe: is no regular file, and would be replaced by one; name another file." in capsys.readouterr().err
    assert pipe.is_fifo()
    assert main(["score", *arguments, "--engine", "local", "-o", os.devnull]) == 0


@pytest.mark.parametrize("name", ["all.parquet.unfinished", ".all.parquet.lock"])
@pytest.mark.parametrize("option", ["--write-sample", "--write-statistics"])
def test_no_shard_is_taken_for_what_lies_beside_a_file_that_is_written(tmp_path, capsys, option, name):
    texts, shard = tmp_path / "mt.txt", tmp_path / name
    for file in (texts, shard):
        file.write_text("a b\n", encoding="utf-8")
    words = [str(shard), "-i", str(texts), "--engine", "local", option, str(tmp_path / "all.parquet")]
    assert main(["score", *words]) == 2
    assert f"{shard}: is one of the files to read; name another one to write." in capsys.readouterr().err
    assert shard.read_text(encoding="utf-8") == "a b\n"


@pytest.mark.parametrize(
    ("command", "option"),
    [("score", "--write-sample"), ("score", "--write-statistics"), ("significance", "--format table -o")],
)
def test_no_shard_is_written_over(tmp_path, capsys, command, option):
    for number in (1, 2):
        (tmp_path / f"data-{number}.parquet").write_bytes(as_parquet({"ref": ["a b"], "x": ["a b"], "y": ["a c"]}))
    file, pattern = tmp_path / "data-1.parquet", f"{tmp_path}/data-*.parquet"
    before = file.read_bytes()
    words = [f"{pattern}#ref", "-i", f"{pattern}#x", f"{pattern}#y", "--engine", "local", *option.split(), str(file)]
    assert main([command, *words]) == 2
    assert "data-1.parquet: is one of the files to read; name another one to write." in capsys.readouterr().err
    assert file.read_bytes() == before


def test_standard_input_is_no_shard(capsys):
    assert main(["score", "-", "-i", "x.txt", "--engine", "local"]) == 2
    assert "-: standard input is not read with --engine" in capsys.readouterr().err
