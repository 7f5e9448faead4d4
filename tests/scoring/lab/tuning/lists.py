"""Small lists with features for these tests."""

from dataclasses import replace

import numpy as np

from scoring import BLEU
from scoring.choosing import Lists
from scoring.lab.tuning import TuningCandidates

WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "in", "mat", "house", "and", "slept"]
KNOWN_REFERENCES = ["the cat sat on the mat", "he reads a book every day"]
KNOWN = replace(
    Lists.build(
        [
            ["the cat is on the mat", "the cat sat on the mat", "a cat on mat"],
            ["he read a book daily", "he reads a book", "he reads the book every day"],
        ]
    ),
    features=np.array([(-6, 6), (-7, 6), (-5, 4), (-5, 5), (-4, 4), (-7, 6)], float),
    feature_names=("lm", "w"),
    decoder_scores=np.array([-4.2, -4.7, -3.3, -3.5, -2.8, -4.7]),
)
DECODER = np.array([0.5, -0.2])
PLAIN = BLEU("none", smoothing="none")


def known() -> TuningCandidates:
    return TuningCandidates.of(KNOWN, [KNOWN_REFERENCES], PLAIN)


def made(seed: int, n_lists: int = 12, size: int = 6, n_features: int = 3) -> tuple[Lists, list[str]]:
    """Lists of any length up to ``size``, and a reference of each: the first feature hints at what is good.

    A candidate keeps words of the reference, or takes others; a decoder's score is a sum of the features.
    """
    rng = np.random.default_rng(seed)
    references: list[str] = []
    texts: list[list[str]] = []
    rows: list[list[float]] = []
    for _ in range(n_lists):
        reference = rng.choice(WORDS, rng.integers(4, 12)).tolist()
        references.append(" ".join(reference))
        texts.append([])
        for kept in rng.random(rng.integers(1, size + 1)):
            words = [word if rng.random() < 0.5 + kept / 2 else str(rng.choice(WORDS)) for word in reference]
            texts[-1].append(" ".join(words[: rng.integers(2, len(words) + 1)]))
            rows.append([kept, *rng.standard_normal(n_features - 1)])
    features = np.array(rows)
    lists = replace(
        Lists.build(texts),
        features=features,
        feature_names=tuple(f"f{number}" for number in range(n_features)),
        decoder_scores=features @ rng.standard_normal(n_features),
    )
    return lists, references


def small(seed: int, n_lists: int = 12, size: int = 6, n_features: int = 3, metric: BLEU = PLAIN) -> TuningCandidates:
    lists, references = made(seed, n_lists, size, n_features)
    return TuningCandidates.of(lists, [references], metric)
