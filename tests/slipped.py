"""Texts of made-up words for tests of the doctor, and lines that are put out of place."""

import random

SYLLABLES = [consonant + vowel for consonant in "bdfklmnprst" for vowel in "aeio"]


def made_words(n, seed):
    """Return made-up words, the same for the same seed."""
    draw = random.Random(seed)
    return ["".join(draw.choices(SYLLABLES, k=draw.randint(1, 4))) for _ in range(n)]


def made_set(n, seed=0):
    """Return reference, two outputs with seven of ten of its words, and a source with its names and numbers alone."""
    draw = random.Random(seed)
    words, foreign = made_words(2000, seed), made_words(2000, seed + 1)
    weights = [1 / (rank + 5) for rank in range(2000)]
    reference, outputs, source = [], ([], []), []
    for _ in range(n):
        ranks = draw.choices(range(2000), weights, k=draw.randint(5, 25))
        names = [draw.choice(words).capitalize() + "or", str(draw.randint(1, 2100))]
        reference.append(" ".join([words[ranks[0]], *names, *(words[rank] for rank in ranks[1:])]) + ".")
        source.append(" ".join([foreign[ranks[0]], *names, *(foreign[rank] for rank in ranks[1:])]) + ".")
        for output in outputs:
            kept = [words[rank] if draw.random() < 0.7 else draw.choice(words) for rank in ranks]
            output.append(" ".join([kept[0], *names, *kept[1:]]) + ".")
    return reference, outputs[0], outputs[1], source


def late(lines, start, length, by):
    """Return the lines with a block from ``start``, 0-based, in which each is the one of ``by`` lines before."""
    return [lines[at - by] if start <= at < start + length else line for at, line in enumerate(lines)]
