"""A small test set of inflected English, and what people might say of its outputs."""

import numpy as np

from scoring import TestSet

REFERENCES = [
    "the small cats sat on the red mat near our door",
    "he walked home slowly",
    "nobody was waiting",
    "we will be talking about the longest of all nights",
    "yes",
    "Trains were running late again",
]
SYSTEMS = {
    "near": [
        "the small cat sat on the red mats near our door",
        "he walks home slowly",
        "nobody waits",
        "we will talk about the longest of all nights",
        "yes",
        "trains run late again",
    ],
    "far": [
        "small cat sits on mat",
        "home he slowly walk",
        "no one there",
        "we talk about longest night",
        "no",
        "late trains",
    ],
    "middle": [
        "the small cats sit on a red mat at our door",
        "he walked slowly home",
        "nobody was there",
        "we will be talking of the longest night",
        "yes",
        "Trains are running late",
    ],
}
SET = TestSet.build(SYSTEMS, {"ref": REFERENCES})
JUDGED = {
    "near": [5.0, 4, 4, 5, 5, np.nan],
    "far": [2.0, 3, 4, 1, 1, 2],
    "middle": [4.0, 4, 5, 3, 5, 3],
}
