"""Divide the difference of two BLEU scores into the points that each n-gram order and the brevity penalty add."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..analysis.oddities import DOUBT, Oddity
from ..bleu import BLEU, BleuArithmetic
from ..counting.arrays import Floats
from ..doctor.unlike_texts import DOUBLE_QUOTES, SINGLE_QUOTES, systems_with_other_quotes
from ..metric import Metric
from ..output.numbers import LEVEL, add_up, fixed, printed_difference, printed_value, probability, signed, write_size
from ..output.sentence import Sentence, SystemName, name_list, sentence
from ..significance import CLEAR, LIKELY
from ..testset import TestSet
from .capitals import share_of_lead, statistics_of_outputs
from .comparison import ComparisonRequest
from .comparison import run as run_comparison
from .doctor import examined_texts
from .verdict import Decision

MAX_LEADS_TESTED = 2
"""The most leads of, or over, a system with other quotation marks that are tested with marks made alike."""
MAX_SYSTEMS_WITH_QUOTES = 3
"""The most systems with other quotation marks that a sentence names."""
MAX_SCORES_NAMED = 6
"""The most systems whose score with marks made alike is listed."""
LARGE = 0.4
"""Share of a difference from which a second part is named together with the part that makes more than half of it."""
AS_THEY_ARE = "With the marks as they are"


@dataclass(frozen=True)
class BleuDifference:
    """The first system's BLEU minus the second's, as parts that add up to the difference."""

    scores: tuple[float, float]
    orders: tuple[float, ...]
    """Points from the precision of each n-gram order, from order 1 up."""
    length: float
    """Points from the brevity penalty."""

    def __str__(self) -> str:
        return str(self.sentence())

    def sentence(
        self, cause: str | None = "", with_it: str = "With case", systems: Sequence[str] = (), counting_note: str = ""
    ) -> Sentence:
        """Say what makes most of the difference, and what each part adds to the leader; empty if both print alike.

        The printed parts add up to the difference of the printed scores. A ``cause``, as of ``share_of_lead``, replaces
        the opening that names the largest part, because capitals change matches of every length; the parts are then
        introduced by ``with_it``. None is for a cause that is said elsewhere. With the names of both ``systems`` the
        sentence names the one that is ahead. ``counting_note`` says how texts are counted; it comes last.
        """
        total = printed_difference(*self.scores)
        if not printed_value(total, 2):
            return sentence("")
        ahead = math.copysign(1, total)
        *orders, length = add_up([ahead * part for part in (*self.orders, self.length)], abs(total))
        gains = {"single words": orders[0], "phrases": sum(orders[1:]), "length": length}
        largest = sorted((name for name, part in gains.items() if part > LARGE * abs(total)), key=gains.__getitem__)[
            ::-1
        ]
        largest = largest if largest and gains[largest[0]] > abs(total) / 2 else []
        single, *longer = (signed(part) for part in orders)
        phrases = [
            f"{'phrases of' if order == 2 else 'of'} {order} words {part}" for order, part in enumerate(longer, 2)
        ]
        parts = [f"single words {single}", *phrases, f"length {signed(length)}"]
        summary = "Several things add up"
        if largest:  # two where the second one is large, too
            summary = f"Mostly {largest[0]} make{'s' * (largest == ['length'])} the difference"
            summary = summary if len(largest) == 1 else f"{' and '.join(largest).capitalize()} make the difference"
        opening = with_it if cause is None else f"{cause} {with_it}" if cause else summary
        side = sentence(" in favour of {}", SystemName(systems[0 if ahead > 0 else 1])) if systems else ""
        return sentence(
            "{}: {} BLEU points{}{}.", opening, ", ".join(parts), side, f", {counting_note}" if counting_note else ""
        )


def run(metric: BLEU, first: Floats, second: Floats) -> BleuDifference | None:
    """Divide the difference of two corpus BLEU scores into parts; None if a score is 0 or undefined, or weights differ.

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
    """Return the texts with one kind of double and one kind of single quotation mark; apostrophes become single marks.

    >>> with_plain_quotes(pa.array(["„Ja“, said « he ’s »"])).to_pylist()
    ['"Ja", said " he \\'s "']
    """
    double = pc.replace_substring_regex(column, DOUBLE_QUOTES, '"')
    return pc.replace_substring_regex(double, SINGLE_QUOTES, "'")


def share_of_quotes(scores: tuple[float, float], alike: tuple[float, float]) -> str:
    """Say how much of the difference of two BLEU scores quotation marks make, as ``share_of_lead`` does.

    ``alike`` are the same scores after all quotation marks are made alike.
    """
    return share_of_lead(scores, alike, "Quotation marks", "with marks made alike")


@dataclass(frozen=True)
class QuotesOfLead:
    """The part of a lead by BLEU that quotation marks make, where this is most of the lead."""

    pair: tuple[str, str]
    scores: tuple[float, float]
    alike: tuple[float, float]
    """Scores of the two systems with marks of one kind."""
    p: float
    """p of the difference of the two scores with marks of one kind."""
    is_sure: bool
    """Whether the first system is significantly better with marks of one kind."""

    @property
    def share(self) -> str:
        """Sentence on how much of the lead quotation marks make."""
        return share_of_quotes(self.scores, self.alike)

    @property
    def sentence(self) -> str:
        """Sentence on how much of the lead quotation marks make, and whether the rest could be chance."""
        share = self.share.removesuffix(".")
        is_surely_reversed = printed_difference(*self.alike) < 0 and self.p <= LEVEL
        chance = "" if self.is_sure or is_surely_reversed else ", which could be chance"
        return f"{self.pair[0]} and {self.pair[1]}: {share[0].lower()}{share[1:]}{chance} (p = {probability(self.p)})."

    def difference(self, pair: tuple[str, str]) -> float:
        """Return the first system's printed score minus the second's, with marks of one kind."""
        difference = printed_difference(*self.alike)
        return difference if pair == self.pair else -difference

    @property
    def doubt(self) -> Oddity | None:
        """Doubt about the lead, for the system that marks of one kind help more; None if the lead remains."""
        gains = [after - before for before, after in zip(self.scores, self.alike, strict=True)]
        unlike = self.pair[int(gains[1] > gains[0])]
        message = f"{self.sentence} Write the marks of {unlike} as the reference does, then score again."
        return None if self.is_sure else Oddity(DOUBT, (), detail=message, concerns=(unlike,))


def quotes_of_leads(test_set: TestSet, decision: Decision) -> tuple[QuotesOfLead, ...]:
    """Return the leads by BLEU that are mostly a matter of quotation marks, tested again with marks of one kind.

    The first is the lead of the best system. Then, for each other system whose marks differ from the references',
    follows a significant lead that could be chance with marks of one kind, if one of its two smallest leads could be.
    """
    verdicts, systems = decision.verdicts, (decision.best, decision.next, *decision.not_surely_worse, *decision.behind)
    if not isinstance(decision.metric, BLEU) or verdicts.comparisons.runs:
        return ()
    columns = [test_set.system(name).segments for name in systems] + [one.segments for one in test_set.references]
    marks = f"{DOUBLE_QUOTES}|{SINGLE_QUOTES}"
    if not any(pc.any(pc.match_substring_regex(column, marks)).as_py() for column in columns):
        return ()
    rows: dict[str, Floats] = {}
    quotes = [*filter(None, [_quotes_of_lead(test_set, decision, rows)])]
    unlike = set(systems_with_other_quotes(examined_texts(test_set))).intersection(systems)
    unlike -= {name for one in quotes if one.doubt for name in one.doubt.concerns}
    for name in filter(unlike.__contains__, systems):
        others = (_decision_on_pair(decision, name, other) for other in systems if other not in unlike | {name})
        leads = sorted((one for one in others if one.state in (CLEAR, LIKELY)), key=lambda one: one.difference)
        tested = (_quotes_of_lead(test_set, lead, rows) for lead in leads[:MAX_LEADS_TESTED])
        quotes += [one for one in tested if one is not None and one.doubt][:1]
    return tuple(quotes)


def _decision_on_pair(decision: Decision, one: str, other: str) -> Decision:
    """Return the decision on two systems, the better one as the best."""
    order = [decision.verdicts.comparisons.systems[place] for place in decision.verdicts.comparisons.order]
    best, following = sorted((one, other), key=order.index)
    return Decision(decision.verdicts, best, following, (), ())


def _quotes_of_lead(test_set: TestSet, decision: Decision, rows: dict[str, Floats]) -> QuotesOfLead | None:
    """Return what quotation marks do to one lead; None where they are not most of it.

    ``rows`` collects the statistics of systems with plain marks.
    """
    metric, pair = decision.metric, (decision.best, decision.next)
    if not isinstance(metric, BLEU) or not decision.difference:
        return None
    missing = [name for name in pair if name not in rows]
    rows |= statistics_of_outputs(metric, test_set, missing, with_plain_quotes)
    first, second = (float(metric.score(rows[name].sum(axis=0))) for name in pair)
    if not share_of_quotes(decision.scores, (first, second)):
        return None
    of_pair = {name: rows[name] for name in pair}
    verdicts = run_comparison(ComparisonRequest(metric, pair, correction="none"), of_pair).verdicts
    is_sure = first > second and verdicts.state(*pair) in (CLEAR, LIKELY)
    return QuotesOfLead(pair, decision.scores, (first, second), verdicts.p_value(*pair), is_sure)


def other_quotes_in_bleu(metrics: Iterable[Metric], test_set: TestSet) -> tuple[str, ...]:
    """Return the systems whose quotation marks differ from the references'; empty if all differ, or without BLEU."""
    if not any(isinstance(metric, BLEU) for metric in metrics):
        return ()
    return systems_with_other_quotes(examined_texts(test_set))


def other_quotes_sentence(systems: Sequence[str], scope: str = "", costs: Sequence[float] = ()) -> str:
    """Say which systems have other quotation marks; ``scope`` begins with a space, such as `` in 2 of 3 sets``.

    ``costs`` are the BLEU points that the marks cost these systems in each set, against the system that loses least.
    """
    if not systems:
        return ""
    points = [*dict.fromkeys(fixed(cost, 1) for cost in (min(costs), max(costs)))] if costs else []
    costing = f"costs about {' to '.join(points)} BLEU against the other systems" if points else "costs BLEU"
    return f"{have_other_quotes(systems)}{scope}, which {costing}: write them alike."


def have_other_quotes(systems: Sequence[str]) -> str:
    """Say, without a full stop, which systems have other quotation marks than the reference."""
    names = name_list(systems, MAX_SYSTEMS_WITH_QUOTES)
    return f"{names} {'has' if len(systems) == 1 else 'have'} other quotation marks than the reference"


def other_quotes_with_scores(metric: BLEU, test_set: TestSet, systems: Sequence[str]) -> str:
    """Say which of these systems have other quotation marks than the references, and all scores with marks made alike.

    Empty where no system has other marks, or all have.
    """
    unlike = [name for name in other_quotes_in_bleu([metric], test_set) if name in systems]
    if not unlike:
        return ""
    rows = statistics_of_outputs(metric, test_set, systems, with_plain_quotes)
    as_they_are = statistics_of_outputs(metric, test_set, unlike)

    def score(of: Floats) -> str:
        return fixed(float(metric.score(of.sum(axis=0))), metric.decimals)

    before = {name: f" instead of {score(of)}" for name, of in as_they_are.items()}
    scores = [f"{name} {score(of)}{before.get(name, '')}" for name, of in rows.items()]
    listed = name_list(scores, MAX_SCORES_NAMED)
    return f"{have_other_quotes(unlike)}. With marks made alike BLEU is: {listed}."


def add_quotes_doubts(oddities: Sequence[Oddity], quotes: Iterable[QuotesOfLead]) -> tuple[Oddity, ...]:
    """Return the oddities, followed by the doubts on quotation marks."""
    return (*oddities, *(one.doubt for one in quotes if one.doubt is not None))


def _logarithms(terms: BleuArithmetic) -> Floats:
    """Return the summands of both scores' logarithms, (2, N + 1): the N orders', then the penalty's."""
    used = terms.weights > 0
    precisions = np.log(terms.precisions, out=np.zeros(terms.precisions.shape), where=used)
    return np.column_stack([terms.weights * precisions, np.log(terms.brevity_penalty)])
