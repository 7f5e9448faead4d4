"""What makes the difference between two BLEU scores? The points that matches of each length and the penalty add."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..bleu import BLEU, BleuArithmetic
from ..counting.arrays import Floats
from ..output.numbers import add_up, printed_difference, printed_value, signed
from ..testset import TestSet
from .capitals import scores_of_outputs, share_of_lead
from .verdict import Decision

_DOUBLE_QUOTES, _SINGLE_QUOTES = "[“”„‟«»]", "[‘’‚‛‹›]"
AS_THEY_ARE = "With the marks as they are"


@dataclass(frozen=True)
class BleuDifference:
    """The first system's BLEU minus the second's, in parts that add up to it."""

    scores: tuple[float, float]
    orders: tuple[float, ...]
    """Points of the precision of each n-gram order, 1 first."""
    length: float
    """Points of the brevity penalty."""

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, cause: str = "", with_it: str = "With case") -> str:
        """Say what most of it is in, and what each part adds to the side that is ahead; empty where both print alike.

        The printed parts add up to the difference of the printed scores. A ``cause``, as of ``share_of_lead``, is said
        instead of the part that is largest, for capitals change matches of every length; the parts are ``with_it``.
        """
        total = printed_difference(*self.scores)
        if not printed_value(total, 2):
            return ""
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
        return f"{cause or told}{f' {with_it}' * bool(cause)}: {', '.join(parts)} BLEU points."


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
+2.13, length +12.05 BLEU points.
    """
    terms = metric.arithmetic(np.stack([first, second]))
    if not np.all(terms.score > 0) or not np.array_equal(*terms.weights):
        return None
    a, b = map(float, terms.score)
    mean = a if math.isclose(a, b, rel_tol=1e-12) else (a - b) / math.log(a / b)
    *orders, length = (mean * float(summand - other) for summand, other in zip(*_logarithms(terms), strict=True))
    return BleuDifference((a, b), tuple(orders), length)


def with_plain_quotes(column: pa.StringArray) -> pa.StringArray:
    """Return the texts with one kind of double and one of single quotation mark, which is the apostrophe, too.

    >>> with_plain_quotes(pa.array(["„Ja“, said « he ’s »"])).to_pylist()
    ['"Ja", said " he \'s "']
    """
    double = pc.replace_substring_regex(column, _DOUBLE_QUOTES, '"')
    return pc.replace_substring_regex(double, _SINGLE_QUOTES, "'")


def share_of_quotes(scores: tuple[float, float], alike: tuple[float, float]) -> str:
    """Say how much of the difference of two BLEU scores is in quotation marks, as ``share_of_lead`` does.

    ``alike`` are the same scores with marks of one kind.
    """
    return share_of_lead(scores, alike, "Quotation marks", "with marks of one kind")


def quotes_sentence(pair: tuple[str, str], scores: tuple[float, float], alike: Mapping[str, float]) -> str:
    """Say the same with the names of two systems, where a verdict is on several; empty where it is less than half.

    >>> print(quotes_sentence(("new", "old"), (38.31, 36.81), {"new": 38.39, "old": 38.0}))
    new and old: quotation marks account for 1.11 of the 1.50 points: with marks of one kind the difference is 0.39.
    """
    said = share_of_quotes(scores, (alike[pair[0]], alike[pair[1]]))
    return f"{pair[0]} and {pair[1]}: {said[0].lower()}{said[1:]}" if said else ""


def quotes_of_lead(test_set: TestSet, decision: Decision) -> str:
    """Return that sentence on the best and the next system; empty for runs, and where BLEU does not decide."""
    if not isinstance(decision.metric, BLEU) or decision.verdicts.comparisons.runs:
        return ""
    pair = decision.best, decision.next
    alike = scores_of_outputs(decision.metric, test_set, pair, with_plain_quotes)
    return quotes_sentence(pair, decision.scores, alike)


def _logarithms(terms: BleuArithmetic) -> Floats:
    """(2, N + 1): the summands of both scores' logarithms, the penalty's last."""
    used = terms.weights > 0
    precisions = np.log(terms.precisions, out=np.zeros(terms.precisions.shape), where=used)
    return np.column_stack([terms.weights * precisions, np.log(terms.brevity_penalty)])
