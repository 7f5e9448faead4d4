"""Sort segments, or words, into buckets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

import numpy as np

from ..counting.arrays import Flags, Floats, Ints
from ..formats.tables.labels import WordCounts
from ..output.numbers import fixed
from ..text.naming import unique_name
from ..text.texts import Text, as_column
from ..validation import as_float_array, as_list, expect, whole_number
from .counts import NGramCounts

LENGTHS = (10, 20, 30, 40, 50, 60)
"""Lower bounds of the buckets of reference lengths, except 0."""
FREQUENCIES = (1, 2, 3, 5, 10, 100, 1000)
"""Lower bounds of the buckets of word frequencies, except 0."""
GROUPS = 5
"""Number of buckets of segments by their score."""
MAX_LABELS = 50
_DECIMALS = 9
NO_LABEL, OTHER_LABELS = "(no label)", "(all other labels)"

_LENGTH_DIFFERENCES: dict[str, Callable[[Floats], Flags]] = {
    "10 or more words shorter": lambda d: d <= -10,
    "5 to under 10 words shorter": lambda d: (d > -10) & (d <= -5),
    "1 to under 5 words shorter": lambda d: (d > -5) & (d <= -1),
    "within 1 word": lambda d: np.abs(d) < 1,
    "1 to under 5 words longer": lambda d: (d >= 1) & (d < 5),
    "5 to under 10 words longer": lambda d: (d >= 5) & (d < 10),
    "10 or more words longer": lambda d: d >= 10,
}


@dataclass(frozen=True, eq=False)
class Buckets:
    """A partition of members, segments or words: each is in exactly one bucket; a bucket may be empty."""

    labels: tuple[str, ...]
    members: Ints
    """int64 (n_members,): number of each member's bucket."""

    def __post_init__(self) -> None:
        labels = as_list(self.labels, "labels", str, "label")
        members = as_float_array(self.members, "members", 1)
        wrong = members[~np.isin(members, np.arange(len(labels)))]
        if len(wrong):
            raise ValueError(f"A member of buckets is the number of one of {len(labels)} labels; found {wrong[0]:g}.")
        object.__setattr__(self, "labels", tuple(labels))
        object.__setattr__(self, "members", members.astype(np.int64))

    @property
    def sizes(self) -> Ints:
        """Number of members of each bucket, int64 (n_buckets,)."""
        return np.bincount(self.members, minlength=len(self.labels))

    @property
    def fingerprint(self) -> str:
        """Digest of the labels and every member's bucket, 32 hexadecimal digits."""
        digest = blake2b(repr(self.labels).encode("utf-8", "surrogatepass"), digest_size=16)
        digest.update(self.members.tobytes())
        return digest.hexdigest()


def buckets_by_reference_length(counts: NGramCounts) -> Buckets:
    """Sort segments by the mean length of their references in tokens, rounded."""
    expect(counts, NGramCounts, "counts")
    lengths = counts.reference_lengths
    means = np.maximum(lengths, 0).sum(axis=0) / (lengths >= 0).sum(axis=0)
    return _buckets_between(np.floor(means + 0.5), LENGTHS)


def length_differences(counts: NGramCounts, hypothesis: int) -> Ints:
    """Return each output's length less that of its closest reference, int64 (n_segments,).

    Of two references that are equally close, the shorter one counts.
    """
    expect(counts, NGramCounts, "counts")
    hypothesis = whole_number(hypothesis, "The hypothesis", 0, counts.n_hypotheses - 1)
    length, references = counts.lengths[hypothesis], counts.reference_lengths
    gaps = np.where(references >= 0, np.abs(references - length) * 2 + (references > length), np.iinfo(np.int64).max)
    closest = np.take_along_axis(references, gaps.argmin(axis=0)[None], axis=0)[0]
    differences: Ints = length - closest
    return differences


def buckets_by_length_difference(differences: Ints | Floats) -> Buckets:
    """Sort segments by the output's length less its reference's, in words (n_segments,)."""
    differences = _finite(differences, "differences of lengths")
    members = np.argmax([test(differences) for test in _LENGTH_DIFFERENCES.values()], axis=0)  # exactly one is true
    return Buckets(tuple(_LENGTH_DIFFERENCES), members)


def buckets_by_score(scores: Floats) -> Buckets:
    """Sort segments by a score (n_segments,) into fifths, of equal size except for ties; undefined scores come last.

    Scores that are equal up to rounding stay together. Where more than a fifth share the lowest score, they are a
    bucket.
    """
    scores = as_float_array(scores, "scores", 1).round(_DECIMALS)
    _finite(scores[~np.isnan(scores)], "scores")
    defined = ~np.isnan(scores)
    distinct = np.unique(scores[defined])
    edges = np.empty(0)
    if len(distinct) > 1:
        edges = np.quantile(scores[defined], np.arange(1, GROUPS) / GROUPS)
        edges = np.unique(np.where(edges > distinct[0], edges, distinct[1]))
    members = np.where(defined, np.searchsorted(edges, np.nan_to_num(scores), side="right"), len(edges) + 1)
    labels = _score_labels(edges, distinct[:1])
    return Buckets(labels if defined.all() else (*labels, "not defined"), members)


def _score_labels(edges: Floats, lowest: Floats) -> tuple[str, ...]:
    """Return the labels of score buckets.

    They have two digits after the point, or as many as make the edges and the lowest score differ.
    """
    if not len(edges):
        return ("every score",)
    for digits in range(2, _DECIMALS + 3):
        _, *texts = names = [fixed(score, digits) for score in (*lowest, *edges)]
        if len({*names}) == len(names):
            break
    between = (f"{low} to below {high}" for low, high in pairwise(texts))
    return f"below {texts[0]}", *between, f"{texts[-1]} or more"


def buckets_by_label(labels: Text) -> Buckets:
    """Sort segments by their labels, one each: the most frequent first, segments without a label ("" or None) last.

    Beyond ``MAX_LABELS`` labels the rarer ones share a bucket. Raises ``ValueError`` unless the labels are text.
    """
    encoded = as_column(labels, "labels").fill_null("").dictionary_encode()  # by first occurrence
    names, codes = encoded.dictionary.to_pylist(), encoded.indices.to_numpy().astype(np.int64)
    order = [number for number in np.argsort(-np.bincount(codes), kind="stable") if names[number]]
    shown, rest = order[:MAX_LABELS], order[MAX_LABELS:]
    bucket_labels = [names[number] for number in shown]
    other_labels, no_label = (unique_name(bucket_labels, label) for label in (OTHER_LABELS, NO_LABEL))
    bucket_labels += [other_labels] * bool(rest) + [no_label] * ("" in names)
    place = np.full(len(names), len(bucket_labels) - 1)
    place[rest] = len(shown)
    place[shown] = np.arange(len(shown))
    return Buckets(tuple(bucket_labels), place[codes])


def reference_frequencies(counts: NGramCounts) -> Ints:
    """Return how often each single word is in all references together, int64 (n_words,)."""
    expect(counts, NGramCounts, "counts")
    words = counts.orders == 1
    frequencies: Ints = counts.total(counts.reference_counts.sum(axis=0))[words].astype(np.int64)
    return frequencies


def given_frequencies(counts: NGramCounts, word_counts: WordCounts) -> Ints:
    """Return each single word's count in the user's list, int64 (n_words,); 0 for a word that is not in the list."""
    expect(counts, NGramCounts, "counts")
    expect(word_counts, WordCounts, "counts of words")
    words = np.flatnonzero(counts.orders == 1)
    return word_counts.of(counts.vocabulary.take(counts.token_ids[counts.first[words]]))


def buckets_by_frequency(frequencies: Ints | Floats) -> Buckets:
    """Sort words by their frequency (n_words,)."""
    return _buckets_between(_finite(frequencies, "frequencies"), FREQUENCIES)


def _finite(values: Ints | Floats, name: str) -> Floats:
    values = as_float_array(values, name, 1)
    if not np.isfinite(values).all():
        raise ValueError(f"{name}: expected finite numbers; found {values[~np.isfinite(values)][0]}.")
    return values


def _buckets_between(values: Floats, edges: Sequence[int]) -> Buckets:
    """Sort whole numbers from 0 on into buckets with these lower bounds."""
    bounds = zip((0, *edges), edges, strict=False)
    labels = [f"{low:,}" if low == high - 1 else f"{low:,} to {high - 1:,}" for low, high in bounds]
    return Buckets((*labels, f"{edges[-1]:,} or more"), np.searchsorted(edges, values, side="right"))
