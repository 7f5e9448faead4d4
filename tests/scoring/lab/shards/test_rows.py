"""Rows of statistics in one Parquet file, and the sample of segments that the dashboard opens."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring import METRICS
from scoring.formats import FormatError, Role, read_columns
from scoring.lab.shards import ReadingOptions, ShardCounter, ShardTabulator, find_shards, open_row_files, reading, rows
from tests.scoring.lab.shards.sharded import REFERENCES, SYSTEMS, as_parquet, written

N = len(REFERENCES[0])
NAMES = ("chrf", "bleu")


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The file of the sample set in four shards, few segments of each stratum."""
    monkeypatch.setattr(reading, "BLOCK", 20)
    monkeypatch.setattr(rows, "SAMPLED", 4)
    shards = find_shards(*written(tmp_path, [33, 34, 90]))
    counting = ShardCounter.of(shards, [METRICS[name]() for name in NAMES], ReadingOptions())
    with open_row_files(counting, f"{tmp_path}/all.parquet", f"{tmp_path}/small.parquet") as take:
        for shard in shards.shards:
            take(ShardTabulator(counting)(shard))
    return tmp_path / "all.parquet"


@pytest.mark.exhaustive
def test_rows_are_every_segments_statistics(made):
    table = pq.read_table(made)
    assert table.num_rows == N * len(SYSTEMS)
    for system, lines in SYSTEMS.items():
        of_system = table.filter(pa.compute.equal(table["system"], system))
        assert of_system["segment"].to_pylist() == list(range(1, N + 1))
        for name in NAMES:
            metric = METRICS[name]()
            expected = metric.statistics(lines, REFERENCES)
            found = [of_system[f"{name}.{of}"].to_numpy() for of in metric.statistic_names]
            np.testing.assert_array_equal(np.stack(found, axis=1), expected)


@pytest.mark.exhaustive
def test_the_sample_has_segments_of_every_stratum(made):
    about = json.loads(pq.read_metadata(made).metadata[b"bleuscope"])
    chrf = METRICS["chrf"]()
    scores = np.mean([chrf.score(chrf.statistics(lines, REFERENCES)) for lines in SYSTEMS.values()], axis=0)
    strata = Counter(np.minimum(scores // 10, 9).astype(int).tolist())
    assert {one["stratum"]: one["n_segments"] for one in about["strata"]} == strata
    assert Counter(one["stratum"] for one in about["sample"]) == {of: min(4, size) for of, size in strata.items()}
    for one in about["sample"]:
        place = one["segment"] - 1
        assert one["references"] == [lines[place] for lines in REFERENCES]
        assert one["outputs"] == [lines[place] for lines in SYSTEMS.values()]
        assert min(int(scores[place] // 10), 9) == one["stratum"]
    whole = {of["metric"]: of["scores"] for of in about["metrics"]}
    expected = {system: chrf.score(chrf.statistics(lines, REFERENCES).sum(axis=0)) for system, lines in SYSTEMS.items()}
    assert whole["chrf"] == expected


@pytest.mark.exhaustive
def test_the_dashboard_opens_the_sample_and_says_what_it_is(made):
    columns = read_columns("all.parquet", made.read_bytes())
    assert [column.role for column in columns] == [*[Role.REFERENCE] * 2, *[Role.SYSTEM] * 2, Role.NOTES]
    assert [column.name for column in columns[2:4]] == [*SYSTEMS]
    for name, text, place in zip(columns[2].segments, columns[0].segments, columns[4].segments, strict=True):
        number = int(place.as_py().split()[1])
        assert (name.as_py(), text.as_py()) == (SYSTEMS["direct"][number - 1], REFERENCES[0][number - 1])
    (notice,) = columns[0].notices
    assert notice.message.startswith("Statistics of 160 segments, with the texts of a sample of ")
    assert "Scores of all 160: chrF direct 5" in notice.message


def test_a_file_that_is_not_finished_is_not_there(tmp_path):
    shards = find_shards(*written(tmp_path, [33]))
    counting = ShardCounter.of(shards, [METRICS["bleu"]()], ReadingOptions())
    first = ShardTabulator(counting)(shards.shards[0])
    parts = (first, replace(first, rows=b"no Parquet, but as long as one"))
    files = [f"{tmp_path}/{name}.parquet" for name in ("all", "small")]
    with pytest.raises(pa.ArrowInvalid, match="magic bytes"), open_row_files(counting, *files) as take:
        list(map(take, parts))
    assert not list(tmp_path.glob("*.parquet*"))


@pytest.mark.exhaustive
def test_the_sample_alone_is_the_same_without_rows(made):
    small = made.with_name("small.parquet")
    assert pq.read_metadata(small).num_rows == 0
    assert pq.read_metadata(small).metadata[b"bleuscope"] == pq.read_metadata(made).metadata[b"bleuscope"]
    found, expected = read_columns("x.parquet", small.read_bytes()), read_columns("x.parquet", made.read_bytes())
    assert [column.segments.to_pylist() for column in found] == [column.segments.to_pylist() for column in expected]


def test_nothing_is_written_as_parquet_in_a_worker_unless_rows_are_asked_for(tmp_path, monkeypatch):
    shards = find_shards(*written(tmp_path, [33]))
    monkeypatch.setattr(pq, "ParquetWriter", None)
    tabled = ShardTabulator(ShardCounter.of(shards, [METRICS["bleu"]()], ReadingOptions()), with_rows=False)(
        shards.shards[1]
    )
    assert (tabled.shard, tabled.counted.n_segments, tabled.rows) == (1, N - 33, None)


def with_metadata(value: object) -> bytes:
    stream = pa.BufferOutputStream()
    table = pa.table({"a": [1]}).replace_schema_metadata({b"bleuscope": json.dumps(value)})
    pq.write_table(table, stream)
    return stream.getvalue().to_pybytes()


ABOUT = {"sample": [], "systems": ["a"], "references": ["r"], "n_segments": 1, "metrics": []}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PAR1 and no more", "expected Parquet, found damaged data"),
        (
            as_parquet({"a": ["b"]}),
            r"expected statistics by bleuscope score, found Parquet of something else\. Commands and",
        ),
        (with_metadata([1]), "expected statistics by bleuscope score, found other metadata"),
        (with_metadata(ABOUT | {"sample": [{"references": [1], "outputs": [2]}]}), "found other metadata"),
        (with_metadata(ABOUT | {"n_segments": float("inf")}), "found other metadata"),
        (with_metadata(ABOUT | {"metrics": [{"label": "x", "decimals": 2, "scores": {"a": "x"}}]}), "found other meta"),
        (with_metadata(ABOUT | {"systems": ["a"] * 2000}), "expected at most 1,000 columns"),
    ],
)
def test_other_parquet_is_refused(data, said):
    with pytest.raises(FormatError, match=said):
        read_columns("x.parquet", data)
