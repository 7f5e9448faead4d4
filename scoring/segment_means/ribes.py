"""RIBES: Isozaki et al. (2010), "Automatic Evaluation of Translation Quality for Distant Language Pairs".

Words of the hypothesis are found in the reference, and the order of their places is compared by Kendall's tau:

    RIBES = (tau + 1) / 2 * p1^alpha * BP^beta

where p1 is the share of the hypothesis' words that are found, and BP is BLEU's brevity penalty. A word that occurs more
than once is found by the shortest n-gram that begins or ends at the word and occurs once in each text.

N-grams are searched exactly as far as by NLTK's ``ribes_score``: the window's length is below the larger of the
position and the number of words behind it. As in the authors' RIBES.py, and unlike NLTK, a reference of one word that
is found has the order 1.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..counting.arrays import Floats, Ids, Ints
from ..counting.kernels import kernel
from ..options import LOWERCASE, TOKENIZE, option
from ..text.tokenizers import USUAL, SegmentSpans, Tokens
from .segment_mean import WordSegmentMean


@dataclass(frozen=True)
class RIBES(WordSegmentMean):
    """RIBES: how far the words of a hypothesis are in the order of its reference, 0 to 100.

    Parameters
    ----------
    tokenize : the name of one of ``TOKENIZERS``; NLTK takes tokens
    lowercase : whether case is ignored
    alpha : how much the share of words that are found weighs, 0 to 10
    beta : how much the brevity penalty weighs, 0 to 10

    The corpus score is the mean of the segments' scores, each against the reference that gives it the highest one.

    Raises ``ValueError`` for an option that it cannot take, and ``TooLong`` for a text of more than 10,000 words.

    Examples
    --------
    >>> ribes = RIBES()
    >>> rows = ribes.statistics(["Bob hit John yesterday"], [["John hit Bob yesterday"]])
    >>> float(ribes.score(rows[0]))
    50.0
    """

    tokenize: str = option(USUAL, TOKENIZE)
    lowercase: bool = option(False, LOWERCASE)
    alpha: float = option(
        0.25,
        label="alpha",
        short="alpha of RIBES",
        help="How much the share of an output's words that are in the reference weighs in RIBES.",
        flag="--ribes-alpha",
        metavar="A",
        key="ribes_alpha",
        lowest=0.0,
        highest=10.0,
        other=0.5,
        part="alpha",
        written=repr,
        only_if_changed=True,
        in_sidebar=False,
    )
    beta: float = option(
        0.1,
        label="beta",
        short="beta of RIBES",
        help="How much the brevity penalty weighs in RIBES.",
        flag="--ribes-beta",
        metavar="B",
        key="ribes_beta",
        lowest=0.0,
        highest=10.0,
        other=0.5,
        part="beta",
        written=repr,
        only_if_changed=True,
        in_sidebar=False,
    )

    name: ClassVar[str] = "ribes"
    label: ClassVar[str] = "RIBES"
    settings: ClassVar[str] = "RIBES"
    most_words: ClassVar[int] = 10_000
    """Most words of a text; the time grows with the product of two lengths, here to 1 s of one core."""

    def _compare(self, tokens: Tokens, hypothesis: int, reference: int, run: slice) -> Floats:
        lengths = np.maximum(tokens.ends - tokens.starts, 1)
        length, reference_length = (lengths[column, run] for column in (hypothesis, reference))
        counts = np.empty((len(length), 2), np.int64)
        _count(tokens.spans(hypothesis, slice(reference, reference + 1), run), counts)
        words, rising = counts.T
        pairs = words * (words - 1) // 2
        order = np.where((words == 1) & (reference_length == 1), 1.0, rising / np.maximum(pairs, 1))
        penalty = np.minimum(1.0, np.exp(1.0 - reference_length / length))
        score: Floats = order * (words / length) ** self.alpha * penalty**self.beta
        return score


@kernel
def _find_contexts(words: Ids, reference: Ids) -> tuple[Ints, Ints]:
    """Return the length and place of the shortest n-gram that begins at each word and occurs once in each text.

    Two int64 (n_words,): the n-gram's length, 0 without such an n-gram, and the place in the reference where it
    begins.
    """
    lengths, places = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    in_words, in_reference = np.zeros(len(words) + 1, np.int64), np.zeros(len(reference) + 1, np.int64)
    for word in range(len(words) - 1, -1, -1):
        longest = second = repeated = 0  # common beginnings: with the reference, at its next best place, with the words
        for place in range(len(reference)):
            same = in_reference[place + 1] + 1 if words[word] == reference[place] else 0
            in_reference[place] = same
            if same > longest:
                longest, second, places[word] = same, longest, place
            elif same > second:
                second = same
        for place in range(len(words)):
            same = in_words[place + 1] + 1 if words[word] == words[place] else 0
            in_words[place] = same
            if place != word:
                repeated = max(repeated, same)
        if max(second, repeated) < longest:
            lengths[word] = max(second, repeated) + 1
    return lengths, places


@kernel
def _find_words(words: Ids, reference: Ids) -> Ints:
    """Return the places in the reference of the words found, in the order of the hypothesis, int64 (n_found,)."""
    n_words, n_found = len(words), 0
    places = np.empty(n_words, np.int64)
    right_lengths, right_places = _find_contexts(words, reference)
    left_lengths, left_places = _find_contexts(words[::-1].copy(), reference[::-1].copy())
    for word in range(n_words):
        right, left = right_lengths[word], left_lengths[n_words - 1 - word]
        longest = max(1, min(max(word, n_words - word + 1), len(reference)))
        if 0 < right <= longest and (right <= left or not left):
            places[n_found] = right_places[word]
            n_found += 1
        elif 0 < left <= longest:
            places[n_found] = len(reference) - 1 - left_places[n_words - 1 - word]
            n_found += 1
    return places[:n_found]


@kernel
def _count(texts: SegmentSpans, out: Ints) -> None:
    """Fill ``out`` (n_segments, 2) with the numbers of words found, and of pairs of these in the reference's order."""
    for segment in range(len(texts.starts)):
        words = texts.ids[texts.starts[segment] : texts.ends[segment]].copy()
        reference = texts.ids[texts.ref_starts[0, segment] : texts.ref_ends[0, segment]].copy()
        places = _find_words(words, reference)
        rising = 0
        for first in range(len(places)):
            for second in range(first + 1, len(places)):
                rising += places[first] < places[second]
        out[segment, 0], out[segment, 1] = len(places), rising
