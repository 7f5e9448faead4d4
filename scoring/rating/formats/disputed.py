"""The outputs that raters, or a metric and a judge, disagree about most, and a campaign in Pearmut that asks again."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ...agreement import Judge, OrientedScores, misordered_outputs
from ...testset import TestSet
from ...validation import as_list, expect, whole_number
from ..protocols.answers import AdequacyFluency, DirectAssessment, ErrorSpans, OutputRanking, OutputScores
from ..protocols.dealing import shuffle_values
from ..protocols.plan import PLAIN, CampaignPlan, Item, ShownOutput
from ..protocols.ratings import AnsweredItem, Ratings
from .pearmut import PearmutItems, campaign_json

MAX_DISPUTED = 20
MAX_ASKED = 10_000


@dataclass(frozen=True)
class DisputedOutputs:
    """Outputs of one segment that are worth a second look."""

    segment: int
    """Number of the segment, from 0."""
    systems: tuple[str, ...]
    disagreement: float
    """Degree of disagreement, above 0; it can be compared within one list only."""


def disputed_by_raters(ratings: Ratings, limit: int = MAX_DISPUTED) -> list[DisputedOutputs]:
    """Return the outputs about which raters disagree most, the worst first, by their highest score less the lowest.

    For adequacy and fluency, their mean counts. For rankings, the unit is two outputs, and the degree is the share of
    the smaller side among the raters who order them. Answers to repeated and damaged items are left out.
    """
    expect(ratings, Ratings, "ratings")
    whole_number(limit, "The most outputs", 0, MAX_ASKED)
    if ratings.plan.protocol == "ranking":
        disputed = list(_disputed_rankings(ratings))
    else:
        scores: dict[tuple[int, str], list[float]] = defaultdict(list)
        for rating in ratings:
            if rating.item.kind == PLAIN:
                for system, score in _scores(rating):
                    scores[rating.item.segment, system].append(score)
        disputed = [DisputedOutputs(segment, (name,), max(of) - min(of)) for (segment, name), of in scores.items()]
    return _worst(disputed, limit)


def disputed_by_metric(judge: Judge, scored: OrientedScores, limit: int = MAX_DISPUTED) -> list[DisputedOutputs]:
    """Return the two outputs of each segment that a judge and a metric order in opposite ways, the surest first.

    ``disagreement`` is the judge's difference times the metric's; the order is that of ``misordered_outputs``.
    """
    pairs = misordered_outputs(judge, scored, limit)
    return [
        DisputedOutputs(pair.segment, (pair.better, pair.worse), abs(pair.judge_lead * pair.metric_lead))
        for pair in pairs
    ]


def write_disputed(
    disputed: Sequence[DisputedOutputs], test_set: TestSet, name: str, plan: CampaignPlan, n_raters: int = 1
) -> bytes:
    """Return a campaign of Pearmut that asks every rater about all disputed outputs, each rater in a different order.

    ``plan`` says what raters see, the protocol and the seed; its segments do not matter. The outputs of a segment are
    shown side by side. Annotations come back as judgments of the outputs that were shown. Raises ``ValueError`` for
    outputs that do not exist.
    """
    for value, kind, label in ((test_set, TestSet, "test_set"), (name, str, "name"), (plan, CampaignPlan, "plan")):
        expect(value, kind, label)
    as_list(disputed, "disputed", DisputedOutputs, "one of the disputed")
    whole_number(n_raters, "The number of raters", 1, MAX_ASKED)
    if not disputed:
        raise ValueError("Expected at least one output to ask about; found none.")
    systems = tuple(dict.fromkeys(system for one in disputed for system in one.systems))
    is_alone = len(systems) == 1 and plan.asks.n_outputs > 1
    disputed_plan = CampaignPlan(
        plan.protocol,
        plan.systems if is_alone else systems,
        tuple({one.segment for one in disputed}),
        plan.shows_source,
        plan.references,
        seed=plan.seed,
    )
    disputed_plan.check(test_set)
    shown = PearmutItems(disputed_plan, test_set)
    tasks = []
    for rater in range(n_raters):
        order = shuffle_values(range(len(disputed)), disputed_plan.seed, "disputed", rater)
        items = [_item(disputed[at], test_set, disputed_plan.seed, rater) for at in order]
        tasks.append([[shown.item(item, rater, number)] for number, item in enumerate(items)])
    return campaign_json(disputed_plan, name, tasks)


def _item(disputed: DisputedOutputs, test_set: TestSet, seed: int, rater: int) -> Item:
    names = shuffle_values(disputed.systems, seed, "shown", rater, disputed.segment)
    texts = [str(test_set.system(name).segments[disputed.segment]) for name in names]
    return Item(disputed.segment, tuple(ShownOutput(name, text) for name, text in zip(names, texts, strict=True)))


def _scores(rating: AnsweredItem) -> Iterator[tuple[str, float]]:
    """Yield the system and the score of each output in an answer that is no ranking."""
    match rating.value:
        case OutputScores():
            for output, score in zip(rating.item.outputs, rating.value.scores, strict=True):
                yield output.system, score
        case AdequacyFluency() as both:
            yield rating.item.outputs[0].system, (both.adequacy + both.fluency) / 2
        case DirectAssessment() | ErrorSpans() as one:
            yield rating.item.outputs[0].system, one.score


def _disputed_rankings(ratings: Ratings) -> Iterator[DisputedOutputs]:
    """Yield for each segment the two outputs about whose order raters are divided most."""
    signs: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for rating in ratings:
        if rating.item.kind == PLAIN and isinstance(rating.value, OutputRanking):
            ranks = dict(zip((output.system for output in rating.item.outputs), rating.value.ranks, strict=True))
            for first, second in combinations(sorted(ranks), 2):
                signs[rating.item.segment, first, second].append(ranks[first] - ranks[second])
    by_segment: dict[int, list[DisputedOutputs]] = defaultdict(list)
    for (segment, first, second), of in signs.items():
        sides = sum(sign < 0 for sign in of), sum(sign > 0 for sign in of)
        if min(sides):
            by_segment[segment].append(DisputedOutputs(segment, (first, second), min(sides) / sum(sides)))
    for outputs_of_segment in by_segment.values():
        yield _worst(outputs_of_segment, 1)[0]


def _worst(disputed: Sequence[DisputedOutputs], limit: int) -> list[DisputedOutputs]:
    """Return the outputs on which raters differ, the largest difference first; equal ones in the test set's order."""
    return sorted(
        (one for one in disputed if one.disagreement > 0), key=lambda one: (-one.disagreement, one.segment, one.systems)
    )[:limit]
