"""The files that a power cut can leave, made of what SQLite wrote and when it told the disk to keep it.

What was synced is there. Of what was written to a file since, a disk may keep anything: nothing, all of it, some of the
writes in any order, and of each some of its sectors only.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.faults.sqlite_disk import DELETE, SYNC, TRUNCATE, WRITE, Operation

SECTOR_BYTES = 512
"""What a disk writes as a whole or not at all."""
Image = dict[str, bytes]
"""Name of a file -> what is in it."""


@dataclass
class _DiskFile:
    """One file, as far as the disk has been told to keep it."""

    kept: bytearray | None = None
    """None where no file is."""
    waiting: list[Operation] = field(default_factory=list)
    """what was done to it since, in order"""

    def sync(self) -> None:
        self.kept = _after(self.kept, self.waiting)
        self.waiting = []


class Disk:
    """A disk that follows what is done to the files of a folder."""

    def __init__(self, first: Image) -> None:
        self._files = {name: _DiskFile(bytearray(data)) for name, data in first.items()}

    def do(self, operation: Operation) -> None:
        """Follow one operation. SQLite syncs the folder of a new file with it, and after deleting one."""
        if operation.path is None or operation.kind not in (WRITE, TRUNCATE, SYNC, DELETE):
            return
        file = self._files.setdefault(operation.path.name, _DiskFile())
        if operation.kind == SYNC:
            file.sync()
        else:
            file.waiting.append(operation)

    def images(self, draw: random.Random, n_random: int) -> Iterator[Image]:
        """Yield what may be left: nothing that was not synced, all of it, and random parts of it."""
        yield self._image(lambda waiting: [])
        yield self._image(lambda waiting: waiting)
        for _ in range(n_random):
            yield self._image(lambda waiting: _some(draw, waiting))

    def _image(self, choose: Callable[[list[Operation]], list[Operation]]) -> Image:
        found = {name: _after(file.kept, choose(file.waiting)) for name, file in self._files.items()}
        return {name: bytes(data) for name, data in found.items() if data is not None}


def _after(kept: bytearray | None, operations: Sequence[Operation]) -> bytearray | None:
    """Return what a file holds once these operations are done to it."""
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
    """Some of the operations in another order, of some writes a part of their sectors."""
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
