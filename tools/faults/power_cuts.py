"""The files that a power cut can leave, computed from SQLite's writes and syncs.

Synced data are kept. Of the writes to a file after its last sync, a disk may keep anything: none, all, some of them in
any order, and only some sectors of each.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.faults.sqlite_disk import DELETE, SYNC, TRUNCATE, WRITE, Operation

SECTOR_BYTES = 512
"""Size of a sector in bytes, which a disk writes as a whole or not at all."""
Image = dict[str, bytes]
"""Name of a file -> its content."""


@dataclass
class _DiskFile:
    """One file, with its synced content and its later operations."""

    kept: bytearray | None = None
    """Synced content; None if the file does not exist."""
    waiting: list[Operation] = field(default_factory=list)
    """Operations after the last sync, in order."""

    def sync(self) -> None:
        self.kept = _after(self.kept, self.waiting)
        self.waiting = []


class Disk:
    """A simulated disk that follows the operations on the files of a folder."""

    def __init__(self, first: Image) -> None:
        self._files = {name: _DiskFile(bytearray(data)) for name, data in first.items()}

    def do(self, operation: Operation) -> None:
        """Record one operation. SQLite syncs the folder with a new file, and after deleting one."""
        if operation.path is None or operation.kind not in (WRITE, TRUNCATE, SYNC, DELETE):
            return
        file = self._files.setdefault(operation.path.name, _DiskFile())
        if operation.kind == SYNC:
            file.sync()
        else:
            file.waiting.append(operation)

    def images(self, draw: random.Random, n_random: int) -> Iterator[Image]:
        """Yield the images that may be left: without unsynced operations, with all, and with random parts of them."""
        yield self._image(lambda waiting: [])
        yield self._image(lambda waiting: waiting)
        for _ in range(n_random):
            yield self._image(lambda waiting: _some(draw, waiting))

    def _image(self, choose: Callable[[list[Operation]], list[Operation]]) -> Image:
        found = {name: _after(file.kept, choose(file.waiting)) for name, file in self._files.items()}
        return {name: bytes(data) for name, data in found.items() if data is not None}


def _after(kept: bytearray | None, operations: Sequence[Operation]) -> bytearray | None:
    """Return a file's content after these operations; None if the file does not exist then."""
    data = None if kept is None else bytearray(kept)
    for operation in operations:
        if operation.kind == DELETE:
            data = None
            continue
        data = bytearray() if data is None else data
        if operation.kind == TRUNCATE:
            data[operation.size :] = bytes(max(operation.size - len(data), 0))
            continue
        end = operation.offset + len(operation.data)
        data.extend(bytes(max(end - len(data), 0)))
        data[operation.offset : end] = operation.data
    return data


def _some(draw: random.Random, waiting: Sequence[Operation]) -> list[Operation]:
    """Return some of the operations in random order, and only some sectors of some writes."""
    found = []
    for operation in draw.sample(waiting, draw.randint(0, len(waiting))):
        if operation.kind != WRITE or draw.random() < 0.5:
            found.append(operation)
            continue
        for start in range(0, len(operation.data), SECTOR_BYTES):
            if draw.random() < 0.5:
                part = operation.data[start : start + SECTOR_BYTES]
                found.append(Operation(WRITE, operation.path, operation.offset + start, part))
    return found


def write_image(image: Image, folder: Path) -> None:
    """Write the files of an image into an empty folder."""
    for name, data in image.items():
        (folder / name).write_bytes(data)
