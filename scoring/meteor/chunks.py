"""Each word's partner in the matching with the fewest chunks, and how many matches and chunks there are."""

import numpy as np

from ..counting.arrays import Floats, Ints
from ..counting.blocks import MOST_WORK, bounded_runs, matching_work
from ..counting.progress import Progress, no_progress
from ..text.tokenizers import Tokens
from .matching import match
from .stages import StemsAndSynonyms

LARGEST = 1 << 20
"""Pairs of words that are matched at once. A segment with more (above 1,024 words against as many) is cut: both sides
into as few pieces as it takes, at the same relative positions, and matched piece by piece."""


def match_words(
    tokens: Tokens, hypothesis: int, reference: int, words: StemsAndSynonyms, on_progress: Progress = no_progress
) -> Ints:
    """int64 (n_tokens,): for each token of the hypotheses' column its partner in the other one, -1 where it has none.

    The first one is that of token 0; partners are tokens of the test set, positions in ``tokens.ids``.
    """
    partners = np.full(len(tokens.ids), -1)
    sides = tokens.starts[hypothesis], tokens.ends[hypothesis], tokens.starts[reference], tokens.ends[reference]
    spans = np.stack(sides, axis=1)
    pieces = _pieces(spans[spans[:, 2] >= 0])
    for run in bounded_runs(matching_work(pieces), MOST_WORK):
        match(tokens.ids, pieces[run], words, partners)
        on_progress(run.stop / len(pieces))
    return partners


def _pieces(spans: Ints) -> Ints:
    """int64 (n_pieces, 4): what is matched at once, start and end in the hypothesis and in the reference.

    ``spans`` (n_segments, 4) are those of whole segments.
    """
    large = (spans[:, 1] - spans[:, 0]) * (spans[:, 3] - spans[:, 2]) > LARGEST
    return np.concatenate([spans[~large], *(_cut(span) for span in spans[large])])


def _cut(span: Ints) -> Ints:
    """A large segment in as few pieces as it takes."""
    lengths = span[1::2] - span[::2]
    n_pieces = 2
    while (lengths // n_pieces + 1).prod() > LARGEST:
        n_pieces += 1
    cuts = span[::2] + np.arange(n_pieces + 1)[:, None] * lengths // n_pieces
    return np.stack([cuts[:-1], cuts[1:]], axis=2).reshape(n_pieces, 4)


def count_matches_and_chunks(tokens: Tokens, hypothesis: int, partners: Ints) -> Floats:
    """float64 (n_segments, 2): the matches of one column of hypotheses, and the chunks that they make."""
    matched = partners >= 0
    begins = matched.copy()
    begins[1:] &= ~(matched[:-1] & (partners[1:] == partners[:-1] + 1))
    starts, ends = tokens.starts[hypothesis], tokens.ends[hypothesis]
    begins[starts[starts < ends]] = matched[starts[starts < ends]]  # no chunk reaches into the next segment
    before = np.zeros((len(partners) + 1, 2))
    np.cumsum(np.stack([matched, begins], axis=1), axis=0, out=before[1:])
    counted: Floats = before[ends] - before[starts]
    return counted
