"""Counted errors that are written down as a whole table."""

import numpy as np

from scoring.judgments import ErrorKind
from scoring.judgments.error_density import ALL_KINDS, ErrorCounts, ErrorKindCount


def counted(errors, words, judged=None, kinds=None, systems="ABCDEFGH"):
    """errors (n_systems, n_segments, n_kinds); all outputs are judged unless ``judged`` says which."""
    errors, words = np.array(errors, float), np.array(words, float)
    judged = np.ones(errors.shape[:2], bool) if judged is None else np.array(judged)
    errors[~judged] = words[~judged] = 0
    kinds = [f"kind {number}" for number in range(errors.shape[2])] if kinds is None else kinds
    of = (ErrorKindCount(ALL_KINDS, ErrorKind()), *(ErrorKindCount(kind, ErrorKind(kind)) for kind in kinds))
    at = np.array(np.nonzero(errors))
    numbers = errors[tuple(at)]
    return ErrorCounts(of, tuple(systems[: len(errors)]), at + np.array([[0], [0], [1]]), numbers, words, judged)
