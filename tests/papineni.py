"""NLTK's example of GLEU and RIBES: Papineni's first hypothesis with its three references, and another sentence."""

HYPOTHESES = [
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    "he read the book because he was interested in world history",
]
SECOND = "he was interested in world history because he read the book"
REFERENCES = [
    ["It is a guide to action that ensures that the military will forever heed Party commands", SECOND],
    [
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        None,
    ],
    ["It is the practical guide for the army always to heed the directions of the party", None],
]
"""``[reference][segment]``."""
