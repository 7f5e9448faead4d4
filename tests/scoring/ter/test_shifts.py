"""The kernels of TER: as plain Python, and against every possible sequence of shifts."""

from itertools import product

import Levenshtein
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import lib_ter

from scoring import TER
from scoring.ter import shifts
from scoring.ter.edits import move_phrase
from scoring.ter.shifts import count_edits, find_path
from scoring.text.texts import as_column
from scoring.text.tokenizers import encode_columns
from tests.corpora import corpora
from tests.properties import examples

WORDS = st.lists(st.sampled_from("abc"), max_size=7)
FEW_WORDS = st.lists(st.sampled_from("abc"), max_size=4)
FIVE_WORDS = st.lists(st.sampled_from("abc"), max_size=5)
"""A kernel that is not compiled takes a tenth of a second for a pair of seven."""
KERNELS = [name for name, value in vars(shifts).items() if hasattr(value, "py_func")]


def counted(hypotheses, references, with_shifts):
    tokens = encode_columns([as_column(text) for text in (*references, hypotheses)], "none")
    return count_edits(tokens, len(references), slice(0, len(references)), with_shifts)


def path(hypothesis, reference, with_shifts=True):
    return find_path(
        *(np.array([ord(word) for word in words], np.int32) for words in (hypothesis, reference)), with_shifts
    )


@pytest.mark.exhaustive
@examples(5)
@given(corpora(FEW_WORDS.map(" ".join)), FIVE_WORDS, FIVE_WORDS, st.booleans())
def test_kernels_as_plain_python(corpus, hypothesis, reference, with_shifts):
    compiled, compiled_path = counted(*corpus, with_shifts), path(hypothesis, reference, with_shifts)
    with pytest.MonkeyPatch.context() as patch:
        for name in KERNELS:
            patch.setattr(shifts, name, getattr(shifts, name).py_func)
        np.testing.assert_array_equal(counted(*corpus, with_shifts), compiled, strict=True)
        for plain, fast in zip(path(hypothesis, reference, with_shifts), compiled_path, strict=True):
            np.testing.assert_array_equal(plain, fast, strict=True)


def by_sacrebleu(hypothesis, reference):
    """Each hypothesis after a shift, and the path at the end as sacreBLEU's trace."""
    distance, words, states, candidates = lib_ter.BeamEditDistance(reference), hypothesis, [], 0
    while reference:
        gain, after, candidates = lib_ter._shift(words, reference, distance, candidates)
        if gain <= 0 or candidates >= lib_ter._MAX_SHIFT_CANDIDATES:
            break
        words = after
        states.append(list(words))
    return states, distance(words)[1] if reference else "d" * len(hypothesis)


def steps(hypothesis, reference):
    """The same of ours."""
    found, words, states = path(hypothesis, reference), np.array(hypothesis), []
    for start, length, destination, _ in found.shifts:
        words = move_phrase(words, start, length, destination)
        states.append(words.tolist())
    return states, "".join(" ids"[kind] for kind in found.kinds)


MOVED = st.lists(st.sampled_from("abcdefgh"), max_size=25)


@examples(45)
@given(MOVED, st.lists(st.tuples(st.integers(0, 25), st.integers(1, 6), st.integers(0, 25)), max_size=4))
def test_every_shift_and_every_edit_is_sacrebleus(reference, moves):
    hypothesis = list(reference)
    for start, length, to in moves:
        phrase = hypothesis[start : start + length]
        del hypothesis[start : start + length]
        hypothesis[to:to] = phrase
    assert steps(hypothesis, reference) == by_sacrebleu(hypothesis, reference)


def shuffled(n_words, seed):
    """A text, and the same with phrases moved, and words replaced, left out and put in."""
    draw = np.random.default_rng(seed)
    reference = draw.integers(0, n_words, n_words).tolist()
    hypothesis = list(reference)
    for _ in range(draw.integers(1, 5)):
        start, length, to = draw.integers(0, n_words, 3) // [1, 6, 1]
        phrase = hypothesis[start : start + length]
        del hypothesis[start : start + length]
        hypothesis[to:to] = phrase
    for place in draw.integers(0, n_words, n_words // 5):
        hypothesis[place : place + 1] = draw.integers(0, n_words, draw.integers(0, 3)).tolist()
    return hypothesis, reference


@pytest.mark.exhaustive
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize("n_words", [80, 24, 25, 26, 27, 40, 50, 60, 61, 62, 63, 64, 65])
def test_texts_as_long_as_the_beam_is_wide_or_as_a_number_has_bits(n_words):
    for seed in range(3):
        hypothesis, reference = shuffled(n_words, seed)
        found = path(map(chr, hypothesis), map(chr, reference))
        states, trace = by_sacrebleu(hypothesis, reference)
        assert (len(found.shifts), "".join(" ids"[kind] for kind in found.kinds)) == (len(states), trace)


@pytest.mark.parametrize(
    "texts",
    [
        shuffled(80, 30),
        ([1, 0, *range(2, 67), 68, 69, 67, 70, 71], range(70)),
        ([51, 50, 2, 1, 0], [0, 41, 1, 43, 2, *range(5, 31)]),
    ],
    ids=["shuffled", "by hand", "a few words"],
)
def test_shifts_beyond_the_beam_or_the_bits_of_a_number(texts):
    """By hand: behind the better of two shifts only words are left that have to go. A few words: the last one's place
    is outside the beam.
    """
    hypothesis, reference = ([chr(ord("a") + word) for word in words] for words in texts)
    assert steps(hypothesis, reference) == by_sacrebleu(hypothesis, reference)


@given(WORDS, WORDS)
def test_rows_of_bits_are_levenshteins_distances(hypothesis, reference):
    places = [sum((word == other) << place for place, other in enumerate(reference)) for word in hypothesis]
    everywhere = (1 << len(reference)) - 1
    rises, falls = everywhere, 0
    for row, place in enumerate(places, 1):
        rises, falls = shifts._next_row.py_func(rises, falls, place, everywhere)
        for position in range(len(reference) + 1):
            behind = (1 << position) - 1
            distance = row + (rises & behind).bit_count() - (falls & behind).bit_count()
            assert distance == Levenshtein.distance(hypothesis[:row], reference[:position])


def test_there_are_kernels():
    assert "_edit" in KERNELS


def moves(words):
    """Every order of the words that one shift leads to."""
    n = len(words)
    for start in range(n):
        for end in range(start + 1, n + 1):
            rest = words[:start] + words[end:]
            for to in range(len(rest) + 1):
                yield rest[:to] + words[start:end] + rest[to:]


def orders(words):
    """Every order of the words -> the fewest shifts that lead to it."""
    fewest, front = {words: 0}, [words]
    while front:
        found = {after for before in front for after in moves(before)} - set(fewest)
        fewest |= dict.fromkeys(found, fewest[front[0]] + 1)
        front = list(found)
    return fewest


def worse_and_all(pairs):
    """How often the greedy search takes more edits than the best sequence of shifts, of how many; never fewer."""
    reachable = {hypothesis: orders(hypothesis) for hypothesis in {hypothesis for hypothesis, _ in pairs}}
    best = [
        min(n_shifts + Levenshtein.distance(order, reference) for order, n_shifts in reachable[hypothesis].items())
        for hypothesis, reference in pairs
    ]
    hypotheses, references = ([" ".join(text) for text in column] for column in zip(*pairs, strict=True))
    greedy = TER().statistics(hypotheses, [references])[:, :4].sum(axis=1)
    assert (greedy >= best).all()
    return (greedy > best).sum(), len(pairs)


def test_greedy_search_against_all_shift_sequences():
    """All pairs of texts of at most 4 words out of 3, and all orders of 5 words: it misses the best in 0.3% and 8%."""
    texts = ["".join(words) for length in range(5) for words in product("abc", repeat=length)]
    assert worse_and_all(list(product(texts, texts))) == (42, 14641)
    assert worse_and_all([(text, "abcde") for text in orders("abcde")]) == (9, 120)


@given(WORDS, WORDS)
def test_without_shifts_the_distance_is_levenshteins_within_the_beam(hypothesis, reference):
    kinds = path(hypothesis, reference, with_shifts=False).kinds
    assert (kinds != shifts.MATCH).sum() == Levenshtein.distance(hypothesis, reference)


def test_kernels_are_compiled_for_references_that_nobody_writes_to_alone():
    """As the warm-up does; whatever else would keep people waiting for a compiler."""
    path("abc", "bcd")
    assert {reference.mutable for _, reference, *_ in shifts._edit._compiled.signatures} == {False}


def test_a_beam_narrower_than_the_way_costs_more():
    """Thirty words to skip at the beginning, and as many at the end, are more than the beam allows."""
    hypothesis = [*range(30), *range(100, 140)]
    reference = [*range(100, 140), *range(200, 230)]
    kinds = find_path(np.array(hypothesis, np.int32), np.array(reference, np.int32), False).kinds
    assert Levenshtein.distance(hypothesis, reference) == 60
    assert (kinds != shifts.MATCH).sum() == 70


@pytest.mark.parametrize("seed", range(3))
def test_shifts_of_texts_longer_than_a_number_has_bits_are_sacrebleus(seed):
    random = np.random.default_rng(seed)
    reference = [chr(256 + word) for word in random.integers(0, 60, 66)]
    moves = [(*random.integers(0, 60, 2).tolist(), int(random.integers(1, 5))) for _ in range(3)]
    hypothesis = list(reference)
    for start, to, length in moves:
        phrase = hypothesis[start : start + length]
        del hypothesis[start : start + length]
        hypothesis[to:to] = phrase
    for place in random.integers(0, len(hypothesis), 5).tolist():
        hypothesis[place] = chr(320 + place)
    assert steps(hypothesis, reference) == by_sacrebleu(hypothesis, reference)


def test_progress_is_the_share_of_segments_that_are_counted(monkeypatch):
    monkeypatch.setattr(shifts, "MAX_WORDS", 12)  # two of these pairs
    column, shares = as_column(["a b c"] * 8), []
    count_edits(encode_columns([column, column], "none"), 1, slice(0, 1), True, shares.append)
    assert shares == [0.25, 0.5, 0.75, 1]
