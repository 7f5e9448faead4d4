"""Test sets cut into shards, in files of every kind, for tests."""

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tests.corpora import SAMPLE_DATA

NEWS = SAMPLE_DATA / "news-en-es"
REFERENCES = [(NEWS / f"reference.{name}.es.txt").read_text(encoding="utf-8").split("\n")[:-1] for name in "AB"]
SYSTEMS = {
    name: (NEWS / f"system.apertium-{name}.es.txt").read_text(encoding="utf-8").split("\n")[:-1]
    for name in ("direct", "catalan")
}


def as_lines(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def cut(lines: Sequence[str], ends: Sequence[int]) -> list[list[str]]:
    """The lines before each of these places, and the rest."""
    return [list(lines[first:end]) for first, end in zip([0, *ends], [*ends, len(lines)], strict=True)]


def written(folder: Path, ends: Sequence[int], n_lines: int | None = None) -> tuple[list[str], list[str]]:
    """The sample in files of text, some of them gzipped, a shard each: patterns of references and of systems."""
    texts = {"ref.A": REFERENCES[0], "ref.B": REFERENCES[1], **SYSTEMS}
    for name, lines in texts.items():
        packed = name in ("ref.B", "catalan")
        for number, part in enumerate(cut(lines[:n_lines], ends)):
            data = as_lines(part)
            path = folder / f"{name}-{number}.txt{'.gz' if packed else ''}"
            path.write_bytes(gzip.compress(data, 1) if packed else data)
    references = [str(folder / "ref.A-*.txt"), str(folder / "ref.B-*.txt.gz")]
    return references, [str(folder / "direct-*.txt"), str(folder / "catalan-*.txt.gz")]


def as_json_lines(columns: Mapping[str, Sequence[str | None]]) -> bytes:
    rows = zip(*columns.values(), strict=True)
    return as_lines([json.dumps(dict(zip(columns, row, strict=True))) for row in rows])


def as_parquet(columns: Mapping[str, Sequence[object]], rows_each: int = 7) -> bytes:
    """With several groups of rows."""
    stream = pa.BufferOutputStream()
    pq.write_table(pa.table(dict(columns)), stream, row_group_size=rows_each)
    return stream.getvalue().to_pybytes()
