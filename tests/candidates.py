"""Two lists whose numbers are known, worked out outside the project."""

import numpy as np

from scoring.choosing import Lists

TEXTS = [
    ["the cat is on the mat", "the cat sat on the mat", "a cat on mat"],
    ["he read a book daily", "he reads a book", "he reads the book every day"],
]
REFERENCES = [["the cat sat on the mat", "he reads a book every day"]]
DECODER = np.array([-4.2, -4.7, -3.3, -3.5, -2.8, -4.7])
UNSMOOTHED = {"tokenize": "none", "smoothing": "none"}


def toy_lists() -> Lists:
    plain = Lists.build(TEXTS)
    return Lists(plain.candidates, plain.offsets, decoder_scores=DECODER)
