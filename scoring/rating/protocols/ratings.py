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
        numbers = [place_ratings.place for place_ratings in self.places]
        for place_ratings in self.places:
            if numbers.count(place_ratings.place) > 1:
                raise ValueError(f"Expected each place once; found place {place_ratings.place + 1} more than once.")
            self._check(place_ratings)

    def _check(self, place_ratings: PlaceRatings) -> None:
        expect(place_ratings, PlaceRatings, "the ratings of a place")
        items = self.items_by_place[place_ratings.place]
        answered_numbers: set[int] = set()
        for answer in place_ratings.answers:
            location = f"Rater {place_ratings.place + 1}, item {answer.item + 1:,}"
            if answer.item >= len(items):
                raise ValueError(f"{location}: there are {len(items):,} items.")
            if answer.item in answered_numbers:
                raise ValueError(f"{location}: expected one answer; found two.")
            answered_numbers.add(answer.item)
            try:
                check_answer(self.plan.protocol, items[answer.item], to_json(answer.value), self.plan.categories)
            except ValueError as error:
                raise ValueError(f"{location}: {error}") from None

    @cached_property
    def items_by_place(self) -> dict[int, tuple[Item, ...]]:
        """All items of each place, answered or not, by place."""
        dealer = Dealer(self.plan, self.test_set)
        return {place_ratings.place: dealer.items(place_ratings.place) for place_ratings in self.places}

    def without_places(self, places: Collection[int]) -> "Ratings":
        """Return these ratings without the answers of some places."""
        if not places:
            return self
        return replace(
            self, places=tuple(place_ratings for place_ratings in self.places if place_ratings.place not in places)
        )

    def __iter__(self) -> Iterator[AnsweredItem]:
        """Yield all answers, place by place, in the order of the items."""
        for place_ratings in self.places:
            for answer in sorted(place_ratings.answers, key=lambda answer: answer.item):
                yield AnsweredItem(place_ratings.place, self.items_by_place[place_ratings.place][answer.item], answer)

    @property
    def n_answers(self) -> int:
        return sum(len(place_ratings.answers) for place_ratings in self.places)

    @cached_property
    def names(self) -> dict[int, str]:
        """Name of the rater at each place, with the number of the place where two raters have the same name."""
        names = [place_ratings.rater for place_ratings in self.places]
        return {
            place_ratings.place: place_ratings.rater
            if names.count(place_ratings.rater) == 1
            else f"{place_ratings.rater} ({place_ratings.place + 1})"
            for place_ratings in self.places
        }
