"""What raters said goes out in every format and comes back: as ratings, and as judgments beside those of others."""

import numpy as np
import pytest

from scoring.formats import attach, read_contents
from scoring.rating.formats import EXPORTS, exports_of, read_any
from tests import ratings as given
from tests.cases import as_one_test
from tests.ratings import PLAIN_SET, PROTOCOLS, SET, answered, plan_of

CASES = [(protocol, export.name) for protocol in PROTOCOLS for export in exports_of(protocol) if export.has_answers]
SETS = {"documents": SET, "no documents": PLAIN_SET}
PARTS = {"all": range(len(SET)), "some": (1, 3, 4, 5, 7, 9, 12)}


def judged(ratings, name):
    """The test set with what the export says of it, and what was noticed."""
    export = EXPORTS[name]
    contents = read_contents(f"class{export.ending}", export.write(ratings, ""))
    assert not contents.columns
    attached = attach(ratings.test_set, contents.judgments)
    assert not attached.refused
    return attached


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("name", ["jsonl", "pearmut"])
@pytest.mark.parametrize("test_set", SETS.values(), ids=SETS)
@pytest.mark.parametrize("share", [1.0, 0.4])
def test_ratings_come_back_as_they_were(protocol, name, test_set, share):
    ratings = answered(plan_of(protocol), test_set, share)
    assert {answer.kind for answers in ratings.items_by_place.values() for answer in answers} == {
        "plain",
        "repeat",
        "damaged",
    }
    export = EXPORTS[name]
    back = read_any(f"x{export.ending}", export.write(ratings, "c"), ratings.plan, test_set)
    assert back.plan == ratings.plan
    assert back.places == ratings.places


@as_one_test
@pytest.mark.parametrize(("protocol", "name"), CASES)
@pytest.mark.parametrize("test_set", SETS.values(), ids=SETS)
@pytest.mark.parametrize("segments", PARTS.values(), ids=PARTS)
def test_every_format_becomes_judgments(protocol, name, test_set, segments):
    ratings = answered(plan_of(protocol, segments=segments, n_places=2), test_set)
    found = judged(ratings, name).test_set
    if protocol == "ranking":
        (preferences,) = found.preferences
        assert given.preferred_in(preferences) == given.preferred(ratings)
    elif protocol == "adequacy-fluency":
        adequacy, fluency = found.scores
        given.assert_scores(adequacy, given.means(ratings, lambda value: value.adequacy))
        given.assert_scores(fluency, given.means(ratings, lambda value: value.fluency))
    else:
        (scores,) = found.scores
        assert scores.is_human
        given.assert_scores(scores, given.means(ratings, lambda value: value.score))
    if protocol == "esa":
        (annotation,) = found.annotations
        assert given.marks_in(annotation) == given.marks(ratings)
        for system in ratings.plan.systems:
            assert annotation.annotator_counts(system)[list(segments)].tolist() == [2] * len(segments)


@pytest.mark.parametrize("name", ["jsonl", "pearmut", "appraise"])
@pytest.mark.parametrize("protocol", ["da", "esa"])
def test_how_often_damage_was_noticed_is_told(protocol, name):
    ratings = answered(plan_of(protocol))
    first = {}
    pairs = []
    for place in ratings.places:
        for answer in place.answers:
            item = ratings.items_by_place[place.place][answer.item]
            key = place.place, item.segment, item.outputs[0].system
            if item.kind == "plain":
                first[key] = answer.value.score
            elif item.kind == "damaged":
                pairs.append((answer.value.score, first[key]))
    caught = sum(damaged < plain for damaged, plain in pairs)
    (notice,) = [notice for _, notice in judged(ratings, name).notices if notice.kind == "attention-checks"]
    assert f"scored {caught} of {len(pairs)} damaged outputs lower" in notice.message


@pytest.mark.parametrize("name", EXPORTS)
def test_a_format_without_words_for_a_protocol_says_so(name):
    export = EXPORTS[name]
    for protocol in set(PROTOCOLS) - set(export.protocols):
        with pytest.raises(ValueError, match=f"these answers are of {protocol}"):
            export.write(answered(plan_of(protocol)), "")


def test_seconds_that_nobody_knows_stay_unknown():
    ratings = answered(plan_of("da"))
    place = ratings.places[0]
    unknown = [type(answer)(answer.item, answer.value, float("nan")) for answer in place.answers]
    ratings = type(ratings)(ratings.plan, SET, (type(place)(place.place, place.rater, tuple(unknown)),))
    for name in ("jsonl", "pearmut"):
        back = read_any("x.jsonl", EXPORTS[name].write(ratings, ""), ratings.plan, SET)
        assert np.isnan([answer.seconds for answer in back.places[0].answers]).all()
