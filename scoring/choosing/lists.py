"""Hold the candidates for each segment: a beam, samples, an n-best list, or the outputs of systems."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ..counting.arrays import Floats, Ints
from ..output.numbers import counted
from ..testset import TestSet
from ..text.texts import Text, as_column
from ..validation import as_float_array, as_list, expect, position, short_repr


@dataclass(frozen=True, eq=False)
class Lists:
    """The candidates of all segments, list after list; lists may differ in length, none is empty.

    Candidates are numbered from 0 through all lists, and segments from 0. The candidates of segment i are
    ``candidates[offsets[i]:offsets[i + 1]]``. Equal texts in one list are not merged: samples that come twice weigh
    twice.

    Raises ``ValueError`` for a list without candidates, or counts that disagree.
    """

    candidates: pa.StringArray
    """(n_candidates,): texts; an empty candidate is an empty string"""
    offsets: Ints
    """int64 (n_segments + 1,): start of each list, and end of the last one"""
    names: tuple[str, ...] = ()
    """Names of the candidates in every list, where they are outputs of systems; else empty."""
    features: Floats | None = None
    """float64 (n_candidates, n_features): the decoder's features of each candidate; 0 for a feature not named"""
    feature_names: tuple[str, ...] = ()
    decoder_scores: Floats | None = None
    """float64 (n_candidates,): the decoder's own scores, higher is better"""

    def __post_init__(self) -> None:
        expect(self.candidates, pa.Array, "candidates")
        if not pa.types.is_string(self.candidates.type):
            raise ValueError(f"candidates: expected text; found {self.candidates.type}.")
        if self.candidates.null_count:
            raise ValueError("candidates: found None; an empty candidate is the empty string.")
        for name in ("names", "feature_names"):
            object.__setattr__(self, name, tuple(as_list(getattr(self, name), name)))
        self._check_offsets()
        self._check_names()
        self._check_numbers("features", (len(self), len(self.feature_names)))
        self._check_numbers("decoder_scores", (len(self),))

    def _check_offsets(self) -> None:
        offsets = as_float_array(self.offsets, "offsets", 1)
        sizes = np.diff(offsets)
        if not len(sizes) or offsets[0] != 0 or offsets[-1] != len(self) or (offsets % 1).any():
            raise ValueError(f"Expected offsets from 0 to {len(self):,}; found {short_repr(offsets.tolist())}.")
        if sizes.min() < 1:
            segment = int(sizes.argmin()) + 1
            raise ValueError(f"Segment {segment:,} has no candidates; every segment needs at least one.")
        object.__setattr__(self, "offsets", offsets.astype(np.int64))

    def _check_names(self) -> None:
        wrong = self.sizes[self.sizes != len(self.names)]
        if self.names and len(wrong):
            expected = counted(len(self.names), "candidate")
            raise ValueError(f"Expected {expected} in each list, one a name; found {wrong[0]:,}.")

    def _check_numbers(self, name: str, shape: tuple[int, ...]) -> None:
        if getattr(self, name) is None:
            return
        numbers = as_float_array(getattr(self, name), name, len(shape))
        if numbers.shape != shape:
            expected = " x ".join(f"{n:,}" for n in shape)
            actual = " x ".join(f"{n:,}" for n in numbers.shape)
            raise ValueError(
                f"{name.replace('_', ' ')}: expected {expected} numbers, a row a candidate; found {actual}."
            )
        object.__setattr__(self, name, numbers)

    @classmethod
    def build(cls, lists: Sequence[Sequence[str]]) -> "Lists":
        """Return lists from plain lists of strings, ``[segment][candidate]``."""
        columns = [
            as_column(texts, f"list {number}", each="candidate")
            for number, texts in enumerate(as_list(lists, "lists"), 1)
        ]
        return cls(pa.concat_arrays(columns or [as_column([])]), np.cumsum([0, *map(len, columns)]))

    @classmethod
    def of_systems(cls, test_set: TestSet, systems: Sequence[str] = ()) -> "Lists":
        """Return the outputs of systems, by default of all, as candidates; each list is in the systems' order."""
        expect(test_set, TestSet, "test set")
        names = tuple(as_list(systems, "systems")) or test_set.system_names
        columns = [test_set.systems[position(name, test_set.system_names, "system")].segments for name in names]
        return cls.of_columns(dict(zip(names, columns, strict=True)))

    @classmethod
    def of_columns(cls, columns: Mapping[str, Text]) -> "Lists":
        """Return lists from outputs of the same segments, name -> (n_segments,)."""
        expect(columns, Mapping, "columns")
        texts = [as_column(text, name) for name, text in columns.items()]
        n_segments = len(texts[0]) if texts else 0
        if any(len(text) != n_segments for text in texts):
            raise ValueError(
                f"Expected {counted(n_segments, 'segment')} of each; found {sorted({len(text) for text in texts})}."
            )
        turned = np.arange(n_segments * len(texts)).reshape(len(texts), n_segments).T.ravel()
        return cls(
            pa.concat_arrays(texts or [as_column([])]).take(pa.array(turned)),
            np.arange(n_segments + 1) * len(texts),
            tuple(columns),
        )

    def __len__(self) -> int:
        """Return the number of candidates of all segments."""
        return len(self.candidates)

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the candidates of each segment."""
        for start, end in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield self.candidates[start:end].to_pylist()

    @property
    def n_segments(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def sizes(self) -> Ints:
        """Number of candidates of each segment, int64 (n_segments,)."""
        sizes: Ints = np.diff(self.offsets)
        return sizes

    @cached_property
    def segments(self) -> Ints:
        """Segment of each candidate, 0-based, int64 (n_candidates,)."""
        segments: Ints = np.repeat(np.arange(self.n_segments), self.sizes)
        return segments

    @cached_property
    def texts(self) -> Ints:
        """Number of each candidate's text, from 0, int64 (n_candidates,); equal texts of one list share a number."""
        codes = self.candidates.dictionary_encode().indices.to_numpy()
        texts: Ints = np.unique(self.segments * len(self) + codes, return_inverse=True)[1]
        return texts

    def only(self, segments: Ints) -> "Lists":
        """Return the lists of some segments, 0-based, in this order; a segment may come more than once.

        Raises ``ValueError`` for an unknown segment, or no segment.
        """
        places = np.asarray(segments)
        are_numbers = places.ndim == 1 and places.size and places.dtype.kind in "iu"
        if not are_numbers or not 0 <= places.min() <= places.max() < self.n_segments:
            raise ValueError(f"Expected segments from 0 to {self.n_segments - 1:,}; found {short_repr(segments)}.")
        sizes = self.sizes[segments]
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        rows = np.repeat(self.offsets[segments] - offsets[:-1], sizes) + np.arange(offsets[-1])
        return Lists(
            self.candidates.take(pa.array(rows)),
            offsets,
            self.names,
            None if self.features is None else self.features[rows],
            self.feature_names,
            None if self.decoder_scores is None else self.decoder_scores[rows],
        )
