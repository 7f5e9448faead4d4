"""All answers of a campaign, with the items that they answer."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ...testset import TestSet
from ...validation import expect
from .answers import Answer, Value, check_answer, to_json
from .dealing import Dealer
from .plan import CampaignPlan, Item


@dataclass(frozen=True)
class PlaceRatings:
    """The answers of the rater at one place, at most one for each item."""

    place: int
    """Number of the place, from 0."""
    rater: str
    """Name of the rater."""
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class AnsweredItem:
    """One answer with its item and the rater's place."""

    place: int
    item: Item
    answer: Answer

    @property
    def value(self) -> Value:
        return self.answer.value


@dataclass(frozen=True, eq=False)
class Ratings:
    """The answers of some places of a campaign, each to any number of items.

    Raises ``ValueError`` for a place that occurs twice, and for an answer that does not fit an item of its place.
    """

    plan: CampaignPlan
    test_set: TestSet
    places: tuple[PlaceRatings, ...]

    def __post_init__(self) -> None:
        expect(self.plan, CampaignPlan, "plan")
        expect(self.test_set, TestSet, "test set")
        object.__setattr__(self, "places", tuple(self.places))
        numbers = [given.place for given in self.places]
        for given in self.places:
            if numbers.count(given.place) > 1:
                raise ValueError(f"Expected each place once; found place {given.place + 1} more than once.")
            self._check(given)

    def _check(self, given: PlaceRatings) -> None:
        expect(given, PlaceRatings, "the ratings of a place")
        asked = self.asked[given.place]
        seen: set[int] = set()
        for answer in given.answers:
            where = f"Rater {given.place + 1}, item {answer.item + 1:,}"
            if answer.item >= len(asked):
                raise ValueError(f"{where}: there are {len(asked):,} items.")
            if answer.item in seen:
                raise ValueError(f"{where}: expected one answer; found two.")
            seen.add(answer.item)
            try:
                check_answer(self.plan.protocol, asked[answer.item], to_json(answer.value), self.plan.categories)
            except ValueError as error:
                raise ValueError(f"{where}: {error}") from None

    @cached_property
    def asked(self) -> dict[int, tuple[Item, ...]]:
        """All items of each place, answered or not, by place."""
        dealer = Dealer(self.plan, self.test_set)
        return {given.place: dealer.items(given.place) for given in self.places}

    def without(self, places: Collection[int]) -> "Ratings":
        """Return these ratings without the answers of some places."""
        if not places:
            return self
        return replace(self, places=tuple(given for given in self.places if given.place not in places))

    def __iter__(self) -> Iterator[AnsweredItem]:
        """Yield all answers, place by place, in the order of the items."""
        for given in self.places:
            for answer in sorted(given.answers, key=lambda answer: answer.item):
                yield AnsweredItem(given.place, self.asked[given.place][answer.item], answer)

    @property
    def n_answers(self) -> int:
        return sum(len(given.answers) for given in self.places)

    @cached_property
    def names(self) -> dict[int, str]:
        """Name of the rater at each place, with the number of the place where two raters have the same name."""
        names = [given.rater for given in self.places]
        return {
            given.place: given.rater if names.count(given.rater) == 1 else f"{given.rater} ({given.place + 1})"
            for given in self.places
        }
