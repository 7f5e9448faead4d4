"""Criteria by name, and what they take: against a plain double loop, and known choices."""

import numpy as np
import pytest

from scoring import BLEU, CHRF, METRICS, TER
from scoring.choosing import Chooser, Criterion, Lists, choose_candidates, consensus, parse, posterior, usual_criteria
from scoring.choosing.criteria import KINDS
from tests.candidates import REFERENCES, TEXTS, UNSMOOTHED, toy_lists

LISTS = [["the cat sat", "a cat sat down", "a cat sat", "it"], ["a dog", "a dog"], ["it rains", "", "it is raining"]]
OUTPUTS = {"ours": ["a", "b c", "c"], "the: other": ["x", "y", "z"]}


@pytest.mark.parametrize(
    ("name", "label", "is_bound"),
    [
        ("first", "first", False),
        ("random", "random", False),
        ("decoder", "decoder", False),
        ("mbr:chrf", "MBR by chrF", False),
        ("oracle:bleu", "oracle by BLEU", True),
        ("corpus-oracle:ter", "corpus oracle by TER", True),
        ("system:the: other", "the: other", False),
    ],
)
def test_names_and_labels(name, label, is_bound):
    criterion = parse(name)
    assert (criterion.name, criterion.label, criterion.is_bound) == (name, label, is_bound)


@pytest.mark.parametrize("name", ["", "best", "mbr", "mbr:", "first:bleu", "system", "system:", "Oracle:bleu"])
def test_unknown_criteria_are_told_what_there_is(name):
    with pytest.raises(ValueError, match="there are first, random, decoder, mbr:METRIC") as told:
        parse(name)
    assert all(kind in str(told.value) for kind in KINDS)


@pytest.mark.parametrize("name", ["mbr:comet", "oracle:comet", "mbr:nist"])
def test_metrics_that_cannot_choose(name):
    kind, _, metric = name.partition(":")
    with pytest.raises(ValueError, match=f"Unknown metric of {kind} '{metric}'; there are bleu, chrf"):
        parse(name)


def test_metrics_that_weigh_by_all_references_can_be_oracles():
    assert parse("oracle:nist").metric is METRICS["nist"]


def picked(name, lists, references=None, **others):
    (found,) = choose_candidates([parse(name)], lists, references, **others)
    assert found.name == name
    return found.places_in_lists(lists).tolist()


def test_known_choices():
    lists = toy_lists()
    assert picked("first", lists) == [0, 0]
    assert picked("decoder", lists) == [2, 1]
    for name in ("oracle:bleu", "corpus-oracle:bleu"):
        assert picked(name, lists, REFERENCES, options=UNSMOOTHED) == [1, 1]


def test_a_decoder_may_give_probabilities():
    lists = toy_lists()
    small = Lists(lists.candidates, lists.offsets, decoder_scores=1e-20 * np.exp(lists.decoder_scores))
    assert picked("decoder", small) == [2, 1]
    (ranking,) = consensus(Chooser(small), 0, [parse("decoder")]).rankings
    assert ranking.ranks.tolist() == [2, 3, 1]


@pytest.mark.parametrize(
    ("smoothing", "expected"),
    [
        ("2", [57.9853, 57.9853, 50.3343, 53.6669, 56.4222, 51.0571]),
        ("7", [51.9792, 51.9792, 43.4189, 45.4018, 50.0437, 43.5006]),
    ],
)
def test_known_worths_of_mbr(smoothing, expected):
    chooser = Chooser(Lists.build(TEXTS), options={"tokenize": "none", "smoothing": smoothing})
    np.testing.assert_allclose(chooser.worths(parse("mbr:bleu")), expected, atol=5e-5)
    found = chooser.choose(parse("mbr:bleu"))
    assert found.places_in_lists(chooser.lists).tolist() == [0, 1]
    assert found.ties == 1, "the first two of the first list are as good"


@pytest.mark.parametrize("metric", [BLEU("none"), CHRF(), TER()])
def test_mbr_is_a_plain_double_loop(metric):
    taken = []
    for own in LISTS:
        expected = [np.nanmean([metric.score(metric.statistics([h], [[r]]))[0] for r in own]) for h in own]
        taken.append(int(np.argmax(expected) if metric.higher_is_better else np.argmin(expected)))
    assert picked(f"mbr:{metric.name}", Lists.build(LISTS), options={"tokenize": "none"}) == taken


def test_mbr_weighs_by_the_probabilities():
    lists = toy_lists()
    sure = np.array([0.0, 0, 1, 0, 0, 1])
    assert picked("mbr:chrf", lists, probabilities=sure) == [2, 2]
    cold = posterior(lists, temperature=0.01)
    assert picked("mbr:chrf", lists, probabilities=cold) == picked("decoder", lists)


def test_random_candidates_are_all_alike_and_of_the_seed():
    lists = Lists.build([["a", "b", "c"], ["d"]] * 900)
    found = np.array(picked("random", lists, seed=3))
    assert found.tolist() == picked("random", lists, seed=3)
    assert found.tolist() != picked("random", lists, seed=4)
    counts = np.bincount(found[::2])
    assert abs(counts - 300).max() < 75, "five standard deviations of 900 draws of three"
    assert not found[1::2].any()


def test_systems():
    lists = Lists.of_columns(OUTPUTS)
    assert choose_candidates([parse("system:the: other")], lists)[0].texts(lists).to_pylist() == OUTPUTS["the: other"]
    with pytest.raises(ValueError, match="No system among the candidates 'theirs'; there are ours, the: other"):
        choose_candidates([parse("system:theirs")], lists)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("decoder", "have no scores of a decoder; take the first"),
        ("oracle:bleu", "An oracle by BLEU needs references"),
        ("corpus-oracle:ter", "An oracle by TER needs references"),
    ],
)
def test_what_lists_lack(name, told):
    with pytest.raises(ValueError, match=told):
        choose_candidates([parse("first"), parse(name)], Lists.build(LISTS))


def test_only_criteria_choose():
    with pytest.raises(ValueError, match="criterion: expected Criterion; found 'first'"):
        choose_candidates(["first"], Lists.build(LISTS))


def test_usual_criteria():
    told = [criterion.name for criterion in usual_criteria(toy_lists(), ["bleu", "nist"])]
    assert told == ["first", "random", "decoder", "mbr:bleu", "oracle:bleu", "oracle:nist"]
    with pytest.raises(ValueError, match="Unknown metric 'comet'"):
        usual_criteria(toy_lists(), ["comet"])
    systems = [
        criterion.name for criterion in usual_criteria(Lists.of_columns(OUTPUTS), ["chrf"], with_references=False)
    ]
    assert systems == ["system:ours", "system:the: other", "random", "mbr:chrf"]


def test_work_is_told():
    told = []
    names = ["first", "mbr:chrf", "mbr:ter", "oracle:bleu", "corpus-oracle:bleu"]
    choose_candidates([parse(name) for name in names], toy_lists(), REFERENCES, on_progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_oracles_by_one_metric_measure_once(monkeypatch):
    calls = []
    measure = METRICS["bleu"].statistics
    monkeypatch.setattr(BLEU, "statistics", lambda *given: calls.append(1) or measure(*given))
    chooser = Chooser(toy_lists(), REFERENCES)
    for kind in ("oracle", "corpus-oracle"):
        chooser.choose(Criterion(kind, "bleu"))
    assert len(calls) == 1
