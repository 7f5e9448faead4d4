"""What makes the difference between two BLEU scores? The points that matches of each length and the penalty add."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..bleu import BLEU, BleuArithmetic
from ..counting.arrays import Floats
from ..output.numbers import printed_difference, printed_value, signed, write_size
from ..output.sentence import Sentence, Strong, sentence


@dataclass(frozen=True)
class BleuDifference:
    """The first system's BLEU minus the second's, in parts that add up to it."""

    scores: tuple[float, float]
    orders: tuple[float, ...]
    """Points of the precision of each n-gram order, 1 first."""
    length: float
    """Points of the brevity penalty."""

    def __str__(self) -> str:
        return str(self.sentence())

    def sentence(self) -> Sentence:
        """Say what most of it is in, and what each part adds to the side that is ahead; empty where both print alike.

        The printed parts add up to the difference of the printed scores.
        """
        total = printed_difference(*self.scores)
        if not printed_value(total, 2):
            return sentence("")
        ahead = math.copysign(1, total)
        *orders, length = add_up([ahead * part for part in (*self.orders, self.length)], abs(total))
        gains = {"single words": orders[0], "phrases": sum(orders[1:]), "length": length}
        most = [name for name, part in gains.items() if part > abs(total) / 2]
        single, *longer = (signed(part) for part in orders)
        phrases = [
            f"{'phrases of' if order == 2 else 'of'} {order} words {part}" for order, part in enumerate(longer, 2)
        ]
        parts = [f"single words {single}", *phrases, f"length {signed(length)}"]
        told = f"Mostly {most[0]} make{'s' * (most == ['length'])} the difference" if most else "Several things add up"
        return sentence("{}: {} ({} points in all).", told, ", ".join(parts), Strong(write_size(total)))


def run(metric: BLEU, first: Floats, second: Floats) -> BleuDifference | None:
    """Divide the difference of two corpus scores into parts; None where one of them is 0 or not defined.

    ``first`` and ``second`` are the summed statistics, (n_statistics,). BLEU is a product, so its logarithm is a sum
    over orders and the penalty; each part's share of it is multiplied by the logarithmic mean of both scores (the
    logarithmic mean Divisia index, Ang 2004), which leaves no remainder.

    >>> bleu = BLEU()
    >>> outputs = [["the cat sat on a mat today"], ["the cat sat on a chair"]]
    >>> rows = [bleu.statistics(output, [["the cat sat on a mat now"]]).sum(axis=0) for output in outputs]
    >>> print(run(bleu, *rows))
    Mostly length makes the difference: single words +0.51, phrases of 2 words +0.74, of 3 words +1.16, of 4 words \
+2.13, length +12.05 (16.59 points in all).
    """
    terms = metric.arithmetic(np.stack([first, second]))
    if not np.all(terms.score > 0) or not np.array_equal(*terms.weights):
        return None
    a, b = map(float, terms.score)
    mean = a if math.isclose(a, b, rel_tol=1e-12) else (a - b) / math.log(a / b)
    *orders, length = (mean * float(summand - other) for summand, other in zip(*_logarithms(terms), strict=True))
    return BleuDifference((a, b), tuple(orders), length)


def _logarithms(terms: BleuArithmetic) -> Floats:
    """(2, N + 1): the summands of both scores' logarithms, the penalty's last."""
    used = terms.weights > 0
    precisions = np.log(terms.precisions, out=np.zeros(terms.precisions.shape), where=used)
    return np.column_stack([terms.weights * precisions, np.log(terms.brevity_penalty)])


def add_up(parts: Iterable[float], total: float, decimals: int = 2) -> list[float]:
    """Round the parts so that they add up to the rounded total; those that are rounded most give way.

    >>> add_up([0.333, 0.333, 0.334], 1.0)
    [0.33, 0.33, 0.34]
    >>> add_up([0.125, 0.334, -0.118], 0.341)
    [0.13, 0.33, -0.12]
    """
    scale = 10**decimals
    exact = [part * scale for part in parts]
    whole = [round(part) for part in exact]
    missing = round(total * scale) - sum(whole)
    step = 1 if missing > 0 else -1
    by_rounding = sorted(range(len(exact)), key=lambda place: step * (whole[place] - exact[place]))
    for place in by_rounding[: abs(missing)]:
        whole[place] += step
    return [part / scale for part in whole]
