"""``score --watch``: outputs in a folder, scored as the command scores files."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.cli import inputs
from scoring.cli.lab import watch_runs
from scoring.cli.main import main
from tests.scoring.lab.shards.sharded import NEWS

ROOT = Path(__file__).parents[4]
REFERENCES = [str(NEWS / f"reference.{name}.es.txt") for name in "AB"]
OUTPUTS = {10: NEWS / "system.apertium-direct.es.txt", 9: NEWS / "system.apertium-catalan.es.txt"}
ONCE = ["--once", "--every", "0.1"]
WAIT_SECONDS = 120


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    for step, path in OUTPUTS.items():
        (folder / f"step-{step}.txt").write_bytes(path.read_bytes())
    return folder


def watch(folder, *words):
    return main(["score", *REFERENCES, "--watch", str(folder), *words])


@pytest.mark.exhaustive
def test_scores_are_those_of_the_command_to_the_last_digit(folder, capsys):
    metrics = ["-m", "bleu", "chrf", "ter", "nist", "meteor"]
    assert watch(folder, *ONCE, *metrics) == 0
    out, err = capsys.readouterr()
    assert out.startswith("step-9.txt: BLEU ")
    assert out.endswith(f"2 outputs scored: {folder / 'scores.parquet'}\n")
    assert err == ""
    files = [str(folder / f"step-{step}.txt") for step in OUTPUTS]
    assert main(["score", *REFERENCES, "-i", *files, *metrics, "--format", "json"]) == 0
    expected = {
        (row["metric"], f"{row['system']}.txt"): (row["score"], row["signature"])
        for row in json.loads(capsys.readouterr().out)
    }
    rows = pq.read_table(folder / "scores.parquet").to_pylist()
    assert {(row["metric"], row["name"]): (row["score"], row["signature"]) for row in rows} == expected
    assert [row["step"] for row in rows] == [9] * 5 + [10] * 5
    modified = {name: (folder / name).stat().st_mtime for name in ("step-9.txt", "step-10.txt")}
    assert all(row["time"].timestamp() == pytest.approx(modified[row["name"]], abs=1e-3) for row in rows)


@pytest.mark.exhaustive
def test_sums_of_fractions_are_added_up_as_by_the_command(folder, monkeypatch, capsys):
    """Mean lengths of three references are thirds: the order in which they are added shows."""
    for module in (inputs, watch_runs):
        monkeypatch.setattr(module, "BLOCK", 7)
    references = [*REFERENCES, str(OUTPUTS[9])]
    only = folder / "step-10.txt"
    assert main(["score", *references, "--watch", str(folder), "--only", only.name, *ONCE, "-m", "ter"]) == 0
    capsys.readouterr()
    assert main(["score", *references, "-i", str(only), "-m", "ter", "--format", "json"]) == 0
    (expected,) = json.loads(capsys.readouterr().out)
    assert pq.read_table(folder / "scores.parquet")["score"].to_pylist() == [expected["score"]]


def test_intervals_are_those_of_the_test_of_the_same_outputs(folder, capsys):
    assert watch(folder, *ONCE, "--to", str(folder.parent / "a.parquet")) == 0
    rows = pq.read_table(folder.parent / "a.parquet").to_pylist()
    capsys.readouterr()
    files = [str(folder / row["name"]) for row in rows]
    words = ["--baseline", "step-9", "--trials", "10000", "--format", "json"]
    assert main(["significance", *REFERENCES, "-i", *files, *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["ci_low"], one["ci_high"]) for one in found] == [(row["low"], row["high"]) for row in rows]


@pytest.mark.exhaustive
def test_again_it_scores_only_what_is_new(folder, capsys):
    assert watch(folder, *ONCE) == 0
    (folder / "step-11.txt").write_bytes(OUTPUTS[10].read_bytes())
    capsys.readouterr()
    assert watch(folder, *ONCE) == 0
    out, err = capsys.readouterr()
    assert out.startswith("step-11.txt: BLEU ")
    assert "1 output scored, 2 were scored before" in out
    assert err == "note: step-10.txt and step-11.txt have the same output.\n"
    (folder / "step-9.txt").unlink()
    (folder / "step-10.txt").unlink()
    assert watch(folder, *ONCE) == 0
    assert capsys.readouterr().out.startswith("0 outputs scored, 1 was scored before: ")


def test_a_pattern_that_nothing_fits_is_said(folder, capsys):
    for pattern, said in (
        ("*.hyp", f"note: No file in {folder} fits --only *.hyp now. It is for whole names; * is any part of one.\n"),
        ("step-9*", ""),
    ):
        assert watch(folder, *ONCE, "--only", pattern) == 0
        assert capsys.readouterr().err == said


@pytest.mark.exhaustive
def test_two_folders_may_share_a_file_which_moves_with_them(folder, tmp_path, capsys):
    other = tmp_path / "other"
    other.mkdir()
    (other / "step-9.txt").write_bytes(OUTPUTS[10].read_bytes())
    for expected in ("2 outputs scored: ", "1 output scored: ", "0 outputs scored, ", "0 outputs scored, "):
        assert watch(folder, *ONCE, "--to", str(tmp_path / "all.parquet")) == 0
        assert expected in capsys.readouterr().out
        folder, other = other, folder
    rows = pq.read_table(tmp_path / "all.parquet").to_pylist()
    assert [(row["folder"], row["name"]) for row in rows] == [
        ("out", "step-9.txt"),
        ("out", "step-10.txt"),
        ("other", "step-9.txt"),
    ]
    tmp_path.rename(moved := tmp_path.with_name("moved"))
    assert watch(moved / "out", *ONCE, "--to", str(moved / "all.parquet")) == 0
    assert "0 outputs scored, " in capsys.readouterr().out


@pytest.mark.exhaustive
def test_references_in_the_folder_are_none_of_the_outputs(folder, capsys):
    inside = folder / "ref.txt"
    inside.write_bytes(Path(REFERENCES[0]).read_bytes())
    assert main(["score", str(inside), "--watch", str(folder), *ONCE]) == 0
    assert "Not scored: ref.txt (a reference)." in capsys.readouterr().err
    assert set(pq.read_table(folder / "scores.parquet")["name"].to_pylist()) == {"step-9.txt", "step-10.txt"}


HOLDING = (
    "import pathlib, sys, time; from scoring.output.exclusive_write import exclusive_write\n"
    "with exclusive_write(pathlib.Path(sys.argv[1]), ''):"
)


def test_a_second_watch_of_a_file_ends_until_the_first_one_has(folder, capsys):
    """However that ends: the process that holds the lock is killed."""
    program = f"{HOLDING} print(flush=True); time.sleep({WAIT_SECONDS})"
    command = [sys.executable, "-c", program, str(folder / "scores.parquet")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as first:
        assert first.stdout is not None
        first.stdout.readline()
        try:
            code = watch(folder, *ONCE)
            assert watch(folder, *ONCE, "--to", str(folder / "other.parquet")) == 0
        finally:
            first.kill()
    assert code == 2
    said = f"{folder / 'scores.parquet'}: another --watch is at work on this file. Wait until it has ended"
    assert said in capsys.readouterr().err
    assert (folder / ".scores.parquet.lock").exists()
    assert watch(folder, *ONCE) == 0
    assert {file.name for file in folder.glob("*.*") if not file.name.startswith("step-")} == {
        "scores.parquet",
        "other.parquet",
    }


def test_a_folder_that_cannot_be_written_to_matters_once_there_is_something_to_write(folder, monkeypatch, capsys):
    """Raised by hand, because root may write everything."""
    assert watch(folder, *ONCE) == 0
    opened = Path.open

    def refusing(path, mode="r", *others):
        if path.parent == folder and mode != "rb":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, mode, *others)

    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refusing)
        assert watch(folder, *ONCE) == 0
        assert capsys.readouterr().out.startswith("0 outputs scored, 2 were scored before")
        assert watch(folder) == 2
    (folder / "step-11.txt").write_bytes(OUTPUTS[10].read_bytes())
    monkeypatch.setattr(Path, "open", refusing)
    assert watch(folder, *ONCE) == 2
    assert capsys.readouterr().err.count("Permission denied") == 2


@pytest.mark.exhaustive
def test_what_cannot_be_scored_is_named_and_the_others_are_scored(folder, capsys):
    (folder / "short.txt").write_text("uno\ndos\n")
    (folder / "latin.txt").write_bytes(b"uno\n" * 159 + "ma\xf1ana\n".encode("latin-1"))
    assert watch(folder, *ONCE) == 2
    out, err = capsys.readouterr()
    assert out.count("BLEU") == 2
    assert "short.txt: expected 160 lines, as many as the references have, found 2." in err
    assert "latin.txt, line 160: expected text in UTF-8, found the byte 0xF1" in err
    assert "2 files could not be scored; the notes above say why." in err
    assert watch(folder, *ONCE, "--encoding", "latin-1", "--only", "latin.txt") == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["REF", "--watch", "nowhere"], "nowhere: no such folder; --watch takes the folder into which outputs are"),
        (["REF", "--watch", "REF"], "is not a folder; --watch takes the folder"),
        (["--watch", "DIR"], "the following arguments are required: REF"),
        (["gone.txt", "--watch", "DIR"], "gone.txt: No such file"),
        (["REF"], "one of the arguments -i/--input --watch is required"),
        (["REF", "-i", "REF", "--watch", "DIR"], "not allowed with argument"),
        (["REF", "-i", "REF", "--once"], "--once is for --watch."),
        (["REF", "-i", "REF", "--to", "x"], "--to is for --watch."),
        (["REF", "--watch", "DIR", "--segments"], "--segments: not with --watch, which writes Parquet (--to)."),
        (["REF", "--watch", "DIR", "--format", "json"], "--format json: not with --watch"),
        (["REF", "--watch", "DIR", "--engine", "local"], "--engine: not with --watch"),
        (["REF", "--watch", "DIR", "--every", "0"], "--every must be 0.1 to 86,400 seconds; found 0."),
        (["REF", "--watch", "DIR", "--to", "DIR/no/x"], "cannot be written, its folder does not exist."),
        (["REF", "--watch", "DIR", "--to", "REF"], "is one of the files to read"),
        (
            ["REF", "--watch", "DIR", "--to", "OTHER"],
            "expected scores over time by bleuscope score --watch, found some",
        ),
    ],
)
def test_what_does_not_go_together(folder, tmp_path, capsys, words, said):
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), other)
    places = {"DIR": folder, "REF": REFERENCES[0], "OTHER": other, "DIR/no/x": folder / "no" / "x"}
    assert main(["score", *(str(places.get(word, word)) for word in words)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.exhaustive
def test_it_watches_until_it_is_interrupted(folder, tmp_path):
    """A process: files appear one by one, one of them in two halves."""
    half = (late := OUTPUTS[10].read_bytes())[: len(OUTPUTS[10].read_bytes()) // 2]
    command = [sys.executable, "-m", "scoring", "score", *REFERENCES, "--watch", str(folder), "--every", "0.1"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        # Shells let programs in the background ignore an interrupt, and whatever these start does as well.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    lines: queue.Queue[str] = queue.Queue()
    reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout])  # type: ignore[union-attr]
    reader.start()
    try:
        assert {lines.get(timeout=WAIT_SECONDS).split(":")[0] for _ in OUTPUTS} == {"step-9.txt", "step-10.txt"}
        (folder / "step-11.txt").write_bytes(half)
        (folder / "step-12.txt").write_bytes(late)
        assert lines.get(timeout=WAIT_SECONDS).startswith("step-12.txt: BLEU ")
        (folder / "step-11.txt").write_bytes(late)
        assert lines.get(timeout=WAIT_SECONDS).startswith("step-11.txt: BLEU ")
    finally:
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=WAIT_SECONDS)
        reader.join()
        process.stdout.close()
    assert code == 130
    rows = pq.read_table(folder / "scores.parquet").to_pylist()
    scores = {row["name"]: row["score"] for row in rows}
    assert len(rows) == len(scores) == 4
    assert scores["step-11.txt"] == scores["step-12.txt"] == scores["step-10.txt"]
    assert not [name for name in os.listdir(folder) if "unfinished" in name]


@pytest.mark.exhaustive
def test_nothing_of_it_is_imported_unless_it_is_asked_for(folder):
    listed = "import sys; print(*(name for name in sys.modules if 'watch' in name and 'scoring' in name))"
    words = ["score", *REFERENCES, "-i", str(folder / "step-9.txt")]
    program = f"from scoring.cli.main import main; assert not main({words!r}); {listed}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split("\n")[-2] == ""
