"""What a paper prints of BLEU's agreement with people by smoothing, and what was measured of the same judgments once.

The measured numbers are a record: they are of all directions into English, whose data the project does not have.
``python -m benchmarks papers`` measures the same of a direction that is at hand.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class PublishedTau:
    """Kendall's tau of one method."""

    printed: float
    """in the paper"""
    remade: float
    """by BLEUscope 0.1.0, of the same judgments: measured once"""

    @property
    def is_reached(self) -> bool:
        return abs(self.printed - self.remade) <= REACHED


REACHED = 0.0035
"""How far the two may be apart: about what the tokenizer changes, and more than what sets some methods apart."""
CHEN_CHERRY: dict[str, PublishedTau] = {
    "0": PublishedTau(0.165, 0.166),
    "1": PublishedTau(0.224, 0.226),
    "2": PublishedTau(0.226, 0.226),
    "3": PublishedTau(0.224, 0.227),
    "4": PublishedTau(0.228, 0.229),
    "5": PublishedTau(0.234, 0.234),
    "6": PublishedTau(0.230, 0.212),
    "7": PublishedTau(0.236, 0.233),
}
"""Chen and Cherry (2014), segment level, into English: all directions together. Remade with the tokenizer 13a, case
ignored, and each two outputs once, by majority. Single directions, and the correlations of document scores, are not
known here."""
