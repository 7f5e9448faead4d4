"""Systems' scores from campaigns whose truth is known, and their intervals."""

import math
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from scoring.judgments import Preferences
from scoring.judgments.external import external_metrics_by_name
from scoring.rating import (
    AdequacyFluency,
    DirectAssessment,
    ErrorSpans,
    Judgments,
    OutputRanking,
    OutputScores,
    Value,
    judgments_from_ratings,
    system_scores,
)
from scoring.rating.statistics import systems
from scoring.rating.statistics.needed import needed
from scoring.significance import CLEAR, LIKELY, TOO_LITTLE_DATA, adjust, compare, judge, sums_by_document
from tests.campaigns import PROTOCOLS, drawn, plan, rated, texts

SYSTEMS = "ABCDE"
QUALITY = {"A": 44.0, "B": 47, "C": 50, "D": 53, "E": 56}


def simulated(protocol, test_set, n_places, seed, topic=5.0, noise=8.0, quality=QUALITY):
    """Segments of a document are as easy or hard as one another; each rater's scale begins elsewhere."""
    generator = np.random.default_rng(seed)
    names = range(len(test_set)) if test_set.documents is None else test_set.documents.to_pylist()
    easy = {name: generator.normal(0, topic) for name in dict.fromkeys(names)}
    own = {(name, system): generator.normal(0, topic) for name in easy for system in quality}
    mild = generator.normal(0, 2, n_places)
    mild -= mild.mean()

    def felt(place, segment, system):
        document = list(names)[segment]
        about = easy[document] + own[document, system] + mild[place]
        return quality[system] + about + generator.normal(0, noise)

    def say(place, item) -> Value:
        found = [felt(place, item.segment, output.system) for output in item.outputs]
        if protocol == "ranking":
            return OutputRanking(tuple(1 + sum(other > one + 2 for other in found) for one in found))
        if protocol == "adequacy-fluency":
            step = int(np.clip(round((found[0] - 50) / 8 + 3), 1, 5))
            return AdequacyFluency(step, min(step + 1, 5))
        if protocol == "contrastive":
            return OutputScores(tuple(float(np.clip(one, 0, 100)) for one in found))
        score = float(np.clip(found[0], 0, 100))
        return DirectAssessment(score) if protocol == "da" else ErrorSpans((), (), score)

    of = plan(test_set, protocol, n_places, repeats=0.1, damaged=0.1)
    return rated(of, test_set, say)


@pytest.mark.exhaustive
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_campaign_gets_the_order_back(protocol):
    given = simulated(protocol, texts(60, SYSTEMS), 3, seed=5)
    for found in system_scores(given, trials=1_000):
        assert [one.system for one in found] == ["E", "D", "C", "B", "A"]
        assert all(one.low < one.score < one.high for one in found)
        assert found.pair("E", "A").p_value < 0.001
        assert (found.pair("E", "A").state, found.pair("A", "E").state) == (CLEAR, CLEAR)
        assert found.pair("E", "A").low > 0


@pytest.mark.exhaustive
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize(("n_segments", "unit"), [(8, "segment"), (30, "segment"), (30, "document")])
def test_intervals_cover_as_often_as_they_say(n_segments, unit):
    """Of 120 campaigns the true scores and the true difference: 95 % of them, within what chance may do."""
    documents = [f"{at // 3}" for at in range(n_segments)] if unit == "document" else None
    test_set, truth = texts(n_segments, "AB", documents), {"A": 45.0, "B": 50.0}
    covered = []
    for seed in range(120):
        (found, _) = system_scores(
            simulated("da", test_set, 2, seed, quality=truth), unit=unit, trials=1_000, seed=seed
        )
        covered += [one.low <= truth[one.system] <= one.high for one in found]
        pair = found.pair("B", "A")
        covered.append(pair.low <= 5 <= pair.high)
    assert 0.91 <= np.mean(covered) <= 0.985


def test_segments_of_one_document_are_no_independent_draws():
    documents = [f"{at // 10}" for at in range(60)]
    given = simulated("da", texts(60, "AB", documents), 2, seed=1, topic=10.0, noise=2.0)
    by_segment, by_document = (system_scores(given, unit=unit, trials=500)[0] for unit in ("segment", "document"))
    narrow, wide = by_segment.pair("B", "A"), by_document.pair("B", "A")
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)
    assert wide.difference == pytest.approx(narrow.difference)
    assert wide.needed.segments > narrow.needed.segments


def test_resamples_are_those_of_all_that_there_are():
    """Three segments: the deviation of the samples is that of all 27 resamples."""
    given = rated(
        plan(texts(3, "AB")), texts(3, "AB"), lambda place, item: DirectAssessment([10, 30, 80][item.segment])
    )
    (found,) = [one for one in system_scores(given, trials=20_000) if one.judgments_name == "ratings"]
    every = [np.mean(drawn) for drawn in product([10, 30, 80], repeat=3)]
    assert found.samples[:, 0].std() == pytest.approx(np.std(every), rel=0.02)
    assert [one.score for one in found] == [40, 40]
    assert found.pair("A", "B").p_value == 1


def test_rankings_are_wins_among_decided_comparisons():
    test_set = texts(2)
    ranks = [{"A": 1, "B": 2, "C": 2}, {"A": 2, "B": 1, "C": 3}]
    given = rated(
        plan(test_set, "ranking", 1, repeats=0, damaged=0),
        test_set,
        lambda place, item: OutputRanking(tuple(ranks[item.segment][output.system] for output in item.outputs)),
    )
    (found,) = system_scores(given, trials=50)
    assert {one.system: one.score for one in found} == pytest.approx({"A": 3 / 4, "B": 2 / 3, "C": 0})
    assert found.pair("A", "B").difference == 0  # each preferred once
    assert found.pair("C", "B").difference == pytest.approx(-1 / 2)
    assert found.pair("C", "B").needed.n_segments == 2


def test_two_ranked_systems_differ_by_what_raters_say_of_these_two():
    """A has the better score, as it wins more often against C; of A and B raters prefer B."""
    test_set = texts(40)
    said = 16 * [{"A": 2, "B": 1, "C": 3}] + 10 * [{"A": 1, "B": 3, "C": 2}] + 14 * [dict.fromkeys("ABC", 1)]
    given = rated(
        plan(test_set, "ranking", 1, repeats=0, damaged=0),
        test_set,
        lambda place, item: OutputRanking(tuple(said[item.segment][output.system] for output in item.outputs)),
    )
    (found,) = system_scores(given, trials=2_000)
    assert [one.system for one in found] == ["A", "B", "C"]
    assert [(one.first, one.second) for one in found.pairs] == [("B", "A"), ("A", "C"), ("B", "C")]
    assert found.pairs[0] == found.pair("A", "B").turned() == found.pair("B", "A")
    signs = np.repeat([1.0, -1.0, 0.0], [16, 10, 14])
    pair = found.pair("B", "A")
    assert pair.difference == pair.needed.difference == pytest.approx(signs.mean())
    p = stats.binomtest(16, 26).pvalue  # of 26 segments that prefer one, how many prefer B
    assert pair.p_value == pytest.approx(p, abs=0.02)
    assert pair.p_adjusted == pytest.approx(min(adjust(np.array([one.p_value for one in found.pairs]))[0], 1))
    assert pair.low < 0 < pair.high, "as p says"


def test_what_only_one_of_two_is_rated_on_says_nothing_of_the_two():
    """Raters have begun: the difference, its p and what is needed are of the segments of both."""
    given = simulated("da", texts(20, "AB", [f"{at // 5}" for at in range(20)]), 2, seed=2)
    begun = tuple(replace(one, answers=one.answers[: 8 + 5 * one.place]) for one in given.places)
    half = replace(given, places=begun)
    (found,) = [one for one in system_scores(half, trials=200) if one.judgments_name == "ratings"]
    (scores,) = [one for one in judgments_from_ratings(half, "ratings").scores if one.name == "ratings"]
    apart = scores.of("A") - scores.of("B")
    assert 0 < np.isfinite(apart).sum() < max(one.n_segments for one in found)
    assert found.pair("A", "B").difference == pytest.approx(np.nanmean(apart))
    assert found.pair("A", "B").needed.n_segments == np.isfinite(apart).sum()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_one_segment_says_nothing_of_others(protocol):
    test_set = texts(1)
    given = rated(plan(test_set, protocol), test_set, drawn(protocol, np.random.default_rng(1)))
    for found in system_scores(given, trials=50):
        assert all(math.isnan(one.low) and not math.isnan(one.score) for one in found if one.n_segments)
        assert all(pair.p_value == 1 and math.isnan(pair.needed.n_more) for pair in found.pairs)
        assert all(pair.state == TOO_LITTLE_DATA for pair in found.pairs)


@pytest.mark.exhaustive
@pytest.mark.one_case_in(6)
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("n_segments", [3, 4, 6, 12])
def test_answers_by_chance_seldom_differ(protocol, n_segments):
    """Three raters, two systems: p is at most .05 as often as chance may, and never where it cannot be so small."""
    test_set = texts(n_segments, "AB")
    of = plan(test_set, protocol, 3)
    found = [
        system_scores(rated(of, test_set, drawn(protocol, np.random.default_rng(seed))), trials=400, seed=seed)[0]
        for seed in range(100)
    ]
    pairs = [scores.pair("A", "B") for scores in found]
    n_small = sum(pair.p_value <= 0.05 for pair in pairs)
    assert stats.binomtest(n_small, 100, 0.05, "greater").pvalue > 0.001
    if n_segments < 6:
        assert {pair.state for pair in pairs} == {TOO_LITTLE_DATA}
    else:
        assert sum(pair.state in (CLEAR, LIKELY) for pair in pairs) <= n_small


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("unit", ["segment", "document"])
@pytest.mark.parametrize("protocol", ["adequacy-fluency", "da", "esa"])
def test_ratings_say_what_they_say_as_a_judge(protocol, unit):
    """By the metric, the test and the verdict of any judge, on the segments that all systems are rated in."""
    test_set = texts(30, "ABC", [f"{at // 3}" for at in range(30)])
    quality = {"A": 46.0, "B": 50.0, "C": 51.0}
    whole = simulated(protocol, test_set, 2, seed=8, quality=quality)
    begun = tuple(replace(one, answers=one.answers[: len(one.answers) - 9 * one.place]) for one in whole.places)
    for given in (whole, replace(whole, places=begun)):
        judged = judgments_from_ratings(given, "ours").add_to(test_set)
        for found in system_scores(given, "ours", unit):
            metric = external_metrics_by_name(judged)[found.judgments_name]
            there = metric.judged(judged, judged.system_names)
            rows = {system: values[there] for system, values in metric.measure(judged).items()}
            if unit == "document":
                rows = sums_by_document(rows, test_set.documents.filter(pa.array(there)))
            expected = judge(compare(metric, rows, unit=unit), rows)
            assert found.verdicts is not None
            assert found.verdicts.comparisons.unit == unit
            for pair in combinations("ABC", 2):
                told = found.pair(*pair)
                assert (told.p_value, told.p_adjusted) == (expected.p_value(*pair), expected.p_adjusted(*pair))
                assert told.state == expected.state(*pair)
                bootstrap = expected.comparisons.bootstrap
                assert (told.low, told.high) == pytest.approx(bootstrap.difference_interval(*pair))
                assert told.needed.n_segments == there.sum()
            if there.all():
                ends = {one.system: (one.low, one.high) for one in found}
                assert ends == {system: pytest.approx(bootstrap.interval(system)) for system in "ABC"}


def test_systems_that_no_segment_has_ratings_of_are_not_compared():
    """One is rated in the first segments, the other in the last."""
    test_set = texts(20, "AB")

    def say(place, item):
        return DirectAssessment(50.0 + item.segment) if (item.outputs[0].system == "A") == (item.segment < 10) else None

    found = system_scores(rated(plan(test_set), test_set, say), trials=100)[0]
    pair = found.pair("A", "B")
    assert (pair.state, found.verdicts) == (TOO_LITTLE_DATA, None)
    assert np.isnan([pair.difference, pair.p_value, pair.p_adjusted, pair.low, pair.needed.n_more]).all()
    assert [one.score for one in found] == [64.5, 54.5]


def test_two_ranked_in_few_segments_are_too_little_data(monkeypatch):
    """A is better than B in 30 segments and than C in four; nobody compares B and C."""
    segments, worse = np.r_[np.arange(30), np.arange(4)], np.repeat([1, 2], [30, 4])
    of = Preferences("ours", tuple("ABC"), segments, np.zeros(34, int), worse, np.zeros(34, bool), 30)
    monkeypatch.setattr(systems, "judgments_from_ratings", lambda ratings, name: Judgments(preferences=(of,)))
    (found,) = system_scores(simulated("ranking", texts(30), 1, seed=1, quality=dict.fromkeys("ABC", 50.0)))
    told = [found.pair(*pair) for pair in ("AB", "AC", "BC")]
    assert [pair.state for pair in told] == [CLEAR, TOO_LITTLE_DATA, TOO_LITTLE_DATA]
    assert told[1].p_value == pytest.approx(1 / 8, abs=0.01)
    assert math.isnan(told[2].p_value)
    assert told[0].p_adjusted == pytest.approx(2 * told[0].p_value), "of the two pairs that are compared"


@pytest.mark.exhaustive
def test_among_many_ranked_systems_the_best_of_all_is_clear(monkeypatch):
    """Raters agree on all pairs: 153 of them, for which Holm's correction takes more shuffles than for a few."""
    better, worse = np.triu_indices(18, 1)
    segments, n = np.repeat(np.arange(30), len(better)), 30
    names = tuple(f"s{place:02}" for place in range(18))
    nobody_is_level = np.zeros(len(segments), bool)
    of = Preferences("ours", names, segments, np.tile(better, n), np.tile(worse, n), nobody_is_level, n)
    monkeypatch.setattr(systems, "judgments_from_ratings", lambda ratings, name: Judgments(preferences=(of,)))
    (found,) = system_scores(simulated("ranking", texts(n, names), 1, seed=1, quality=dict.fromkeys(names, 50.0)))
    assert {pair.state for pair in found.pairs} == {CLEAR}


def test_how_many_more_is_at_the_level_that_the_correction_leaves():
    given = simulated("da", texts(40, "ABC"), 2, seed=3, quality={"A": 49.0, "B": 50.0, "C": 51.0})
    (scores,) = [one for one in judgments_from_ratings(given, "ours").scores if one.name == "ours"]
    found = system_scores(given, "ours", trials=500)[0]
    for pair in combinations("ABC", 2):
        apart = scores.of(pair[0]) - scores.of(pair[1])
        assert found.pair(*pair).needed == needed(apart, level=0.05 / 3)


def test_what_is_refused():
    given = simulated("da", texts(3, SYSTEMS), 1, seed=1)
    with pytest.raises(ValueError, match="does not say which segments are of one document"):
        system_scores(given, unit="document")
    with pytest.raises(ValueError, match="Unknown unit"):
        system_scores(given, unit="word")
    with pytest.raises(ValueError, match="number of trials"):
        system_scores(given, trials=0)
    with pytest.raises(ValueError, match="No system 'X'"):
        system_scores(given, trials=50)[0].pair("A", "X")
