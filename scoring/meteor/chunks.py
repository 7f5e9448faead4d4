"""Each word's partner in the matching with the fewest chunks, and the numbers of matches and chunks."""

import numpy as np

from ..counting.arrays import Floats, Ints
from ..counting.blocks import MAX_WORK, bounded_runs, matching_work, pieces_to_match
from ..counting.progress import Progress, no_progress
from ..text.tokenizers import Tokens
from .matching import match
from .stages import StemsAndSynonyms


def match_words(
    tokens: Tokens, hypothesis: int, reference: int, words: StemsAndSynonyms, on_progress: Progress = no_progress
) -> Ints:
    """Return each hypothesis token's partner in the reference's column, -1 for none, int64 (n_tokens,).

    The first entry is for token 0 of the test set; partners are tokens of the test set too: positions in
    ``tokens.ids``.
    """
    partners = np.full(len(tokens.ids), -1)
    pieces = pieces_to_match(tokens.side_by_side(hypothesis, reference))
    for run in bounded_runs(matching_work(pieces), MAX_WORK):
        match(tokens.ids, pieces[run], words, partners)
        on_progress(run.stop / len(pieces))
    return partners


def count_matches_and_chunks(tokens: Tokens, hypothesis: int, partners: Ints) -> Floats:
    """Return the matches of one column of hypotheses and the chunks that they form, float64 (n_segments, 2)."""
    matched = partners >= 0
    begins = matched.copy()
    begins[1:] &= ~(matched[:-1] & (partners[1:] == partners[:-1] + 1))
    starts, ends = tokens.starts[hypothesis], tokens.ends[hypothesis]
    begins[starts[starts < ends]] = matched[starts[starts < ends]]  # no chunk reaches into the next segment
    before = np.zeros((len(partners) + 1, 2))
    np.cumsum(np.stack([matched, begins], axis=1), axis=0, out=before[1:])
    counted: Floats = before[ends] - before[starts]
    return counted
