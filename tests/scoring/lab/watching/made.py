"""A folder that exists in memory only, and scores as rows, for tests."""

from datetime import UTC, datetime, timedelta

import pyarrow as pa

from scoring.formats import FileLimits
from scoring.formats.tables.history import SCHEMA
from scoring.lab.watching import FolderListing, Scorer, Stamp

REFERENCE = ["the cat sat on the mat", "it was very quiet today", "rain fell on the roof"]
GOOD = b"the cat sat on the mat\nit was quiet today\nrain fell on the roof\n"
POOR = b"a cat on a mat\nit was quiet\nrain on roofs\n"
LIMITS = FileLimits()
START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class Shelf:
    """Stands for ``Folder``: files are put here, each at a tick of a clock of its own."""

    def __init__(self, **files: bytes) -> None:
        self.ticks = 0
        self.files: dict[str, tuple[bytes, Stamp]] = {}
        self.others: dict[str, str] = {}
        self.reads: list[str] = []
        for name, data in files.items():
            self.put(name, data)

    def put(self, name: str, data: bytes) -> None:
        self.ticks += 1
        self.files[name] = data, Stamp(len(data), self.ticks * 1_000_000_000)

    def look(self) -> FolderListing:
        return FolderListing({name: stamp for name, (_, stamp) in self.files.items()}, dict(self.others))

    def read(self, name: str, stamp: Stamp) -> bytes | None:
        self.reads.append(name)
        data, now = self.files[name]
        return data if now == stamp else None

    def kind(self, name: str, is_utf8: bool) -> str | None:
        return None


def scorer(references=(REFERENCE,), block=10_000) -> Scorer:
    return Scorer(tuple(pa.array(reference) for reference in references), block, LIMITS)


def row(name, score, step=None, width=1.0, minutes=0, **others):
    """Of an output that scores so much by BLEU; the interval reaches ``width`` to either side."""
    ends = {"low": None, "high": None} if score is None else {"low": score - width, "high": score + width}
    usual = {
        "name": name,
        "time": START + timedelta(minutes=minutes),
        "step": step,
        "metric": "bleu",
        "score": score,
        **ends,
        "n_segments": 3,
        "signature": "nrefs:1",
        "resamples": 10_000,
        "seed": 1,
        "output_digest": "1" * 32,
        "reference_digest": "2" * 32,
        "folder": ".",
    }
    return usual | others


def table(rows) -> pa.Table:
    return pa.Table.from_pylist(rows, SCHEMA)
