"""Parquet is read without Arrow's threads: one that still holds Python's memory aborts a process that ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.product import ROOT

PROGRAM = """
import sys
from pathlib import Path

from scoring import METRICS
from scoring.formats import FileLimits
from scoring.formats.json_files.parquet_rows import parquet_objects
from scoring.lab.shards import ReadingOptions, ShardCounter, ShardTabulator, find_shards, open_row_files
from scoring.lab.watching import ScoreRecord
from tests.scoring.lab.shards.sharded import SYSTEMS, as_parquet
from tests.scoring.lab.watching.made import row

folder = Path(sys.argv[1])
texts = as_parquet(SYSTEMS)
(folder / "texts.parquet").write_bytes(texts)


def read_watched_scores():
    record = ScoreRecord(folder / "scores.parquet", FileLimits())
    record.append([row("a.txt", 10.0, 1)])
    return ScoreRecord(folder / "scores.parquet", FileLimits())


def write_rows():
    places = [[f"{folder}/texts.parquet#{name}"] for name in SYSTEMS]
    shards = find_shards(*places)
    counting = ShardCounter.of(shards, [METRICS["chrf"]()], ReadingOptions())
    with open_row_files(counting, f"{folder}/rows.parquet") as take:
        for shard in shards.shards:
            take(ShardTabulator(counting)(shard))


for read in (read_watched_scores, lambda: [*parquet_objects("texts.parquet", texts, FileLimits())], write_rows):
    before = {*Path("/proc/self/task").iterdir()}
    read()
    print(len({*Path("/proc/self/task").iterdir()} - before))
"""
"""Program that prints the number of threads which each reader has left."""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted where /proc is")
def test_readers_of_parquet_start_no_threads_of_arrow(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ended.stdout.split(), ended.stderr) == (["0", "0", "0"], "")
