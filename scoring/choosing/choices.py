"""What a criterion takes from each list."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Floats, Ints
from ..metric import ROUNDING
from ..text.texts import as_mask
from ..validation import expect
from .lists import Lists


@dataclass(frozen=True, eq=False)
class Choice:
    """One candidate of each segment."""

    name: str
    """as on the command line: ``first``, ``mbr:bleu``"""
    picks: Ints
    """int64 (n_segments,): the number of the candidate that is taken, through all lists"""
    ties: int
    """lists in which another text was as good; the first of equals is taken"""
    worth: Floats | None = None
    """(n_segments,): what each candidate that is taken is worth to the criterion, the higher the better; None where
    candidates are taken for what all are worth together"""

    def texts(self, lists: Lists) -> pa.StringArray:
        """(n_segments,): the choice as a system's output; ``ValueError`` for lists that it is not of."""
        self._check(lists)
        return lists.candidates.take(pa.array(self.picks))

    def within(self, lists: Lists) -> Ints:
        """int64 (n_segments,): the place of each pick in its own list, from 0; ``ValueError`` as of ``texts``."""
        self._check(lists)
        places: Ints = self.picks - lists.offsets[:-1]
        return places

    def _check(self, lists: Lists) -> None:
        expect(lists, Lists, "lists")
        own = len(self.picks) == lists.n_segments
        if not own or not ((lists.offsets[:-1] <= self.picks) & (self.picks < lists.offsets[1:])).all():
            raise ValueError(f"{self.name}: expected the lists that this choice is of; found others.")


def choose_best(name: str, worth: Floats, lists: Lists, rounding: float = ROUNDING) -> Choice:
    """Return the candidate of each list that is worth most, (n_candidates,), the first of equals; NaN is worth least.

    What differs by no more than ``rounding`` is equal: so are scores of metrics. Of numbers as they are given, which
    may all be as small as probabilities, only the same ones are: 0.
    """
    worth = np.where(np.isnan(worth), -np.inf, worth)
    highest = np.maximum.reduceat(worth, lists.offsets[:-1])
    is_best = worth >= (highest - rounding)[lists.segments]
    picks: Ints = np.minimum.reduceat(np.where(is_best, np.arange(len(lists)), len(lists)), lists.offsets[:-1])
    others = is_best & as_mask(pc.not_equal(lists.candidates, lists.candidates.take(pa.array(picks[lists.segments]))))
    return Choice(name, picks, len(np.unique(lists.segments[others])), worth[picks])
