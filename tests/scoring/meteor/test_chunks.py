"""The maximal matching with the fewest chunks, against all matchings that there are."""

from collections import Counter
from functools import cache
from random import Random

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting import blocks
from scoring.counting.arrays import read_only
from scoring.meteor import matching
from scoring.meteor.chunks import count_matches_and_chunks, match_words
from scoring.meteor.stages import StemsAndSynonyms
from scoring.text.tokenizers import Tokens
from tests.cases import as_one_test
from tests.properties import examples
from tests.uncompiled import uncompile


def tokens_of(*segments):
    """The tokens of segments, each a hypothesis and a reference as lists of word numbers, None where it is missing."""
    texts = [[h for h, _ in segments], [r for _, r in segments]]
    lengths = np.array([[len(text or ()) for text in column] for column in texts])
    ends = np.cumsum(lengths).reshape(2, -1)
    missing = np.array([[text is None for text in column] for column in texts])
    starts, ends = np.where(missing, -1, ends - lengths), np.where(missing, -1, ends)
    ids = np.array([word for column in texts for text in column for word in text or ()], np.int32)
    return Tokens(read_only(ids), starts, ends, pa.array([], pa.string()))


def words_of(stems, synonyms=()):
    """Relations of so many words; ``synonyms`` are pairs."""
    starts = np.cumsum([0, *(sum(a == word for a, _ in synonyms) for word in range(len(stems)))], dtype=np.int64)
    return StemsAndSynonyms(np.array(stems, np.int32), starts, np.array([b for _, b in sorted(synonyms)], np.int32))


def matched(hypothesis, reference, words):
    """The partner of each word of one segment, as a list."""
    partners = match_words(tokens_of((hypothesis, reference)), 0, 1, words)[: len(hypothesis)]
    return np.where(partners >= 0, partners - len(hypothesis), -1).tolist()


def stage(word, other, words):
    if word == other:
        return 1
    if words.stems[word] == words.stems[other]:
        return 2
    return 3 if other in words.synonyms[words.starts[word] : words.starts[word + 1]] else 0


def worth(hypothesis, reference, partners, words):
    """Exact matches, those by stem, synonyms, and minus the chunks: the larger, the better."""
    pairs = [(i, j) for i, j in enumerate(partners) if j >= 0]
    assert len({j for _, j in pairs}) == len(pairs)
    found = Counter(stage(hypothesis[i], reference[j], words) for i, j in pairs)
    assert not found[0]
    n_chunks = sum((i - 1, j - 1) not in pairs for i, j in pairs)
    return found[1], found[2], found[3], -n_chunks


def best_worth(hypothesis, reference, words):
    """The same of the best of all matchings, word after word; what is left depends only on the partners given away."""

    stages = [[(j, stage(word, other, words)) for j, other in enumerate(reference)] for word in hypothesis]
    partners = [[(j, found) for j, found in row if found] for row in stages]

    @cache
    def from_word(i, given_away, last):
        """``given_away`` has a bit for each word of the reference."""
        if i == len(hypothesis):
            return 0, 0, 0, 0
        best = from_word(i + 1, given_away, None)
        for j, found in partners[i]:
            if not given_away >> j & 1:
                rest = list(from_word(i + 1, given_away | 1 << j, j))
                rest[found - 1] += 1
                rest[3] -= last is None or j != last + 1
                best = max(best, tuple(rest))
        return best

    return from_word(0, 0, None)


@st.composite
def segments(draw, longest=7):
    """Few words, some with one stem, some synonyms, so that there are many matchings."""
    n_words = draw(st.integers(1, 5))
    stems = draw(st.lists(st.integers(0, n_words - 1), min_size=n_words, max_size=n_words))
    word = st.integers(0, n_words - 1)
    synonyms = draw(st.sets(st.tuples(word, word), max_size=4))
    hypothesis, reference = (draw(st.lists(word, max_size=longest)) for _ in range(2))
    return hypothesis, reference, words_of(stems, synonyms)


@pytest.mark.exhaustive
@examples(150)
@given(segments())
def test_no_matching_is_better(segment):
    assert worth(*segment[:2], matched(*segment), segment[2]) == best_worth(*segment)


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("seed", range(100))
def test_no_matching_of_longer_segments_is_better(seed):
    """Words at random repeat more evenly than Hypothesis makes them."""
    random = Random(seed)
    n_words = random.randint(2, 5)
    stems = [random.randrange(n_words) if random.random() < 0.6 else n_words + word for word in range(n_words)]
    synonyms = {(random.randrange(n_words), random.randrange(n_words)) for _ in range(random.randrange(3))}
    hypothesis, reference = ([random.randrange(n_words) for _ in range(random.randint(6, 9))] for _ in range(2))
    words = words_of(stems, synonyms)
    found = matched(hypothesis, reference, words)
    assert worth(hypothesis, reference, found, words) == best_worth(hypothesis, reference, words)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "n_chunks"),
    [
        pytest.param("abcd", "abcd", 1, id="equal"),
        pytest.param("dcba", "abcd", 4, id="backwards"),
        pytest.param("abcxdef", "defabc", 2, id="two phrases swapped"),
        pytest.param("ab", "aab", 1, id="the last a, not the first"),
        pytest.param("ba", "baa", 1, id="the first a, not the last"),
        pytest.param("abab", "abxab", 2, id="each phrase once"),
        pytest.param("abcab", "abcxab", 2, id="a long run and a short one"),
        pytest.param("babbbbbbbb", "bbbbbbabb", 2, id="a word left out makes one chunk of two"),
        pytest.param("", "ab", 0, id="empty"),
        pytest.param("ab", "", 0, id="empty reference"),
        pytest.param("ab", "cd", 0, id="no match"),
    ],
)
def test_chunks_by_hand(hypothesis, reference, n_chunks):
    hypothesis, reference = ([ord(letter) - ord("a") for letter in text] for text in (hypothesis, reference))
    words = words_of(range(26))
    tokens = tokens_of((hypothesis, reference))
    counted = count_matches_and_chunks(tokens, 0, match_words(tokens, 0, 1, words))
    assert counted.tolist() == [[(Counter(hypothesis) & Counter(reference)).total(), n_chunks]]
    # In few enough letters it can be looked up.
    assert best_worth(hypothesis, reference, words)[3] == -n_chunks


@given(st.lists(st.tuples(segments(longest=4), st.booleans()), min_size=1, max_size=4))
def test_counting_by_segment(rows):
    """Words of the first row's relations; chunks end with the segment."""
    n_words = min(len(segment[2].stems) for segment, _ in rows)
    words = words_of(range(n_words))
    corpus = [
        ([word % n_words for word in h], None if missing else [word % n_words for word in r])
        for (h, r, _), missing in rows
    ]
    tokens = tokens_of(*corpus)
    counted = count_matches_and_chunks(tokens, 0, match_words(tokens, 0, 1, words))
    for (hypothesis, reference), row in zip(corpus, counted.tolist(), strict=True):
        exact, _, _, minus_chunks = best_worth(hypothesis, reference or [], words)
        assert row == [exact, -minus_chunks]


@given(segments(longest=9))
def test_equal_words_that_no_chunk_holds_together_do_not_cross(segment):
    hypothesis, reference, _ = segment
    partners = matched(*segment)
    pairs = {(i, j) for i, j in enumerate(partners) if j >= 0}
    alone = [(i, j) for i, j in sorted(pairs) if not {(i - 1, j - 1), (i + 1, j + 1)} & pairs]
    exact = [(i, j) for i, j in alone if hypothesis[i] == reference[j]]
    for word in set(hypothesis):
        of_word = [j for i, j in exact if hypothesis[i] == word]
        assert of_word == sorted(of_word)


@given(segments())
def test_the_kernels_compiled_and_not(segment):
    compiled = matched(*segment)
    with pytest.MonkeyPatch.context() as patch:
        uncompile(patch, matching)
        assert matched(*segment) == compiled


@pytest.mark.parametrize("n_words", [1, 2, 3, 40])
def test_text_of_few_words_ends_and_matches_all_that_it_can(n_words):
    """With two or three words the search is cut short."""
    random = Random(n_words)
    hypothesis, reference = ([random.randrange(n_words) for _ in range(length)] for length in (600, 500))
    tokens = tokens_of((hypothesis, reference))
    matches, n_chunks = count_matches_and_chunks(tokens, 0, match_words(tokens, 0, 1, words_of(range(n_words))))[0]
    assert matches == (Counter(hypothesis) & Counter(reference)).total()
    assert n_chunks == 1 if n_words == 1 else 1 < n_chunks < matches


def test_a_large_segment_is_matched_in_pieces(monkeypatch):
    monkeypatch.setattr(blocks, "LARGEST", 12)
    spans = np.array([[10, 16, 100, 104], [10, 13, 100, 104], [0, 0, 0, 100], [0, 40, 3, 4]])
    cut = [[10, 13, 100, 102], [13, 16, 102, 104]], [[30, 40, 3, 4]]
    assert blocks.pieces_to_match(spans).tolist() == [spans[1].tolist(), *cut[0], *cut[1]]
    # 0 and 5 have their partners in the other piece.
    assert matched([0, 1, 2, 3, 4, 5], [5, 1, 3, 0], words_of(range(6))) == [-1, 1, -1, 2, -1, -1]
