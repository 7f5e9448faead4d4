"""Scores from elsewhere, of systems, as scores of what a choice takes from their outputs."""

import numpy as np

from ..checks import expect
from ..counting.arrays import Floats, quotients, sums_at
from ..judgments import Scores
from .choices import Choice
from .criteria import criterion_of
from .lists import Lists


def of_candidates(scores: Scores, lists: Lists) -> Floats:
    """float64 (n_candidates,): each system's own; NaN where it has none.

    Raises ``ValueError`` for lists of candidates that are no systems.
    """
    expect(scores, Scores, "scores")
    expect(lists, Lists, "lists")
    if not lists.names:
        raise ValueError(f"{scores.name} judges systems; these candidates are not the outputs of systems.")
    return np.stack([scores.of(name) for name in lists.names], axis=1).ravel()


def of_texts(scores: Scores, lists: Lists) -> Floats:
    """float64 (n_candidates,): the mean over all systems with the same text; NaN where none has a score.

    Several systems may have one text, which was rated once for each. Raises ``ValueError`` as ``of_candidates``.
    """
    own = of_candidates(scores, lists)
    there, n_texts = ~np.isnan(own), int(lists.texts.max()) + 1
    totals = sums_at(lists.texts, np.where(there, own, 0.0), n_texts)
    return quotients(totals, sums_at(lists.texts, there, n_texts))[lists.texts]


def of_choice(scores: Scores, lists: Lists, choice: Choice) -> Floats:
    """float64 (n_segments,): the mean over all systems with the text that is taken; NaN where none has a score.

    A choice of one system throughout has that system's own. Raises ``ValueError`` as ``of_candidates``.
    """
    expect(choice, Choice, "choice")
    own = criterion_of(choice.name).is_one_system
    found: Floats = (of_candidates if own else of_texts)(scores, lists)[choice.picks]
    return found
