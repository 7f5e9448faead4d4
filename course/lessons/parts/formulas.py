"""Formulas with the example's numbers put in."""

import math

from course.lessons.parts.blocks import FormulaBlock
from scoring.bleu import BleuArithmetic
from scoring.output.numbers import significant

ASKED = "#2E86C1"
"""Colour of the part of a formula that the question is about; at a formula's size it can be read in both themes."""


def asked_part(latex: str) -> str:
    """The part of a formula that the question is about."""
    return rf"\textcolor{{{ASKED}}}{{\mathbf{{{latex}}}}}"


def product(terms: BleuArithmetic, of: str = "") -> FormulaBlock:
    """BLEU as the geometric mean of the precisions, those without a match in colour, or else the longest.

    Counts stand there as smoothing leaves them, so that the product is the score.
    """
    orders = range(len(terms.matches))
    missed = {n for n in orders if terms.totals[n] and not terms.matches[n]} or {orders[-1]}
    counts = [
        rf"\frac{{{significant(matches)}}}{{{significant(total)}}}" if total else r"\text{none}"
        for matches, total in zip(terms.smoothed_matches, terms.smoothed_totals, strict=True)
    ]
    factors = r" \cdot ".join(asked_part(count) if n in missed else count for n, count in enumerate(counts))
    penalty = "" if terms.brevity_penalty == 1 else rf" \cdot {terms.brevity_penalty:.3g} \\[4pt] & \quad"
    value = r"\text{not defined}" if math.isnan(terms.score) else f"{terms.score:.2f}"
    return FormulaBlock(
        rf"\begin{{aligned}} \text{{BLEU}}{of} &= 100{penalty} \cdot \sqrt[{len(counts)}]{{{factors}}} \\[4pt]"
        rf" &= {value} \end{{aligned}}"
    )
