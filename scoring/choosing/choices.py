"""Define a choice: the candidate that a criterion takes from each list."""

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
    """A choice of one candidate for each segment."""

    name: str
    """name as on the command line: ``first``, ``mbr:bleu``"""
    picks: Ints
    """int64 (n_segments,): number of the chosen candidate, counted through all lists"""
    ties: int
    """number of lists in which another text was equally good; the first of equals is chosen"""
    worth: Floats | None = None
    """(n_segments,): value of each chosen candidate by the criterion, higher is better; None where the criterion values
    all chosen candidates together
    """

    def texts(self, lists: Lists) -> pa.StringArray:
        """Return the choice as a system's output, (n_segments,); raise ``ValueError`` for lists of another choice."""
        self._check(lists)
        return lists.candidates.take(pa.array(self.picks))

    def places_in_lists(self, lists: Lists) -> Ints:
        """Return the place of each pick in its own list, from 0, int64 (n_segments,).

        Raises ``ValueError`` as ``texts`` does.
        """
        self._check(lists)
        places: Ints = self.picks - lists.offsets[:-1]
        return places

    def _check(self, lists: Lists) -> None:
        expect(lists, Lists, "lists")
        own = len(self.picks) == lists.n_segments
        if not own or not ((lists.offsets[:-1] <= self.picks) & (self.picks < lists.offsets[1:])).all():
            raise ValueError(f"{self.name}: expected the lists that this choice is of; found others.")


def choose_best(name: str, worth: Floats, lists: Lists, rounding: float = ROUNDING) -> Choice:
    """Return the candidate of each list with the largest value of ``worth`` (n_candidates,); NaN is smallest.

    The first of equals is chosen. Values that differ by no more than ``rounding`` are equal, as scores of metrics are.
    For given numbers, which may all be as small as probabilities, ``rounding`` is 0.
    """
    worth = np.where(np.isnan(worth), -np.inf, worth)
    highest = np.maximum.reduceat(worth, lists.offsets[:-1])
    is_best = worth >= (highest - rounding)[lists.segments]
    picks: Ints = np.minimum.reduceat(np.where(is_best, np.arange(len(lists)), len(lists)), lists.offsets[:-1])
    others = is_best & as_mask(pc.not_equal(lists.candidates, lists.candidates.take(pa.array(picks[lists.segments]))))
    return Choice(name, picks, len(np.unique(lists.segments[others])), worth[picks])
