"""Hold preferences between two outputs: pairs from rankings."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Flags, Ints
from ..text.texts import check_counts
from ..validation import as_list, expect


@dataclass(frozen=True, eq=False)
class Preferences:
    """Judgments of two outputs of one segment each; repeated judgments are repeated rows."""

    name: str
    systems: tuple[str, ...]
    segments: Ints
    """Number of each judgment's segment, from 0, (n,)."""
    better: Ints
    """Place of the better system among ``systems``, (n,); for a tie the first one."""
    worse: Ints
    tied: Flags
    """Whether both outputs are equal, bool (n,)."""
    n_segments: int
    source: str = ""

    def __post_init__(self) -> None:
        expect(self.name, str, "name")
        object.__setattr__(self, "systems", tuple(as_list(self.systems, "systems")))
        columns = {"segments": self.segments, "better": self.better, "worse": self.worse, "tied": self.tied}
        check_counts({name: len(column) for name, column in columns.items()})
        for name, limit in (("segments", self.n_segments), ("better", len(self.systems)), ("worse", len(self.systems))):
            column = np.array(columns[name], np.int64)
            if len(column) and not 0 <= column.min() <= column.max() < limit:
                raise ValueError(
                    f"{self.name}: {name}: expected 0 to {limit - 1:,}; found {column.min()} to {column.max()}."
                )
            column.flags.writeable = False
            object.__setattr__(self, name, column)
        tied = np.array(self.tied, bool)
        tied.flags.writeable = False
        object.__setattr__(self, "tied", tied)

    def __len__(self) -> int:
        """Return the number of judgments."""
        return len(self.segments)

    @property
    def n_bytes(self) -> int:
        return self.segments.nbytes + self.better.nbytes + self.worse.nbytes + self.tied.nbytes

    def only(self, places: npt.NDArray[np.int64]) -> "Preferences":
        """Return the preferences of the segments at these places, which must ascend."""
        rows = np.flatnonzero(np.isin(self.segments, places))
        segments = np.searchsorted(places, self.segments[rows])
        columns = {name: getattr(self, name)[rows] for name in ("better", "worse", "tied")}
        return replace(self, segments=segments, n_segments=len(places), **columns)

    def of_systems(self, names: Collection[str]) -> "Preferences | None":
        """Return the preferences between two of these systems; None if there are none."""
        places = [place for place, system in enumerate(self.systems) if system in names]
        rows = np.flatnonzero(np.isin(self.better, places) & np.isin(self.worse, places))
        if not len(rows):
            return None
        better, worse = (np.searchsorted(places, column[rows]) for column in (self.better, self.worse))
        return replace(
            self,
            systems=tuple(self.systems[place] for place in places),
            segments=self.segments[rows],
            better=better,
            worse=worse,
            tied=self.tied[rows],
        )

    def parts(self, with_source: bool = True) -> Iterator[tuple[str, bytes]]:
        """Yield the labelled bytes that identify the preferences, for a digest; the file only if ``with_source``."""
        yield "preferences", "\n".join([self.name, self.source if with_source else "", *self.systems]).encode()
        for column in (self.segments, self.better, self.worse, self.tied):
            yield "", column.tobytes()
