"""Oracles against every choice that there is."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, TBLEU, TER
from scoring.choosing import Lists, candidate_statistics, corpus_oracle, oracle
from tests.candidates import REFERENCES, UNSMOOTHED, toy_lists
from tests.properties import examples

WORDS = st.lists(st.sampled_from("abc"), max_size=5).map(" ".join)
LISTS = st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=4)
METRICS = st.sampled_from([BLEU("none"), BLEU("none", smoothing="none", max_order=2), TER(), TBLEU("none")])
TRIED = "scoring.choosing.oracles.MAX_TRIED"


def by_exchanges(monkeypatch):
    """None is tried one by one, and exchanges are scored a list at a time."""
    monkeypatch.setattr(TRIED, 0)
    monkeypatch.setattr("scoring.choosing.oracles.MAX_NUMBERS", 1)


def corpus(metric, outputs, references):
    """The score of one output, the higher the better, NaN the worst."""
    score = metric.score(metric.statistics(outputs, [references]).sum(axis=0))
    return -np.inf if np.isnan(score) else score if metric.higher_is_better else -score


def measured(metric, rows):
    lists = Lists.build([candidates for _, candidates in rows])
    references = [reference for reference, _ in rows]
    return lists, references, candidate_statistics(metric, lists, [references])


def test_known_answer():
    metric, lists = BLEU.configure(UNSMOOTHED), toy_lists()
    found = corpus_oracle(metric, lists, candidate_statistics(metric, lists, REFERENCES))
    assert found.name == "corpus-oracle:bleu"
    assert found.places_in_lists(lists).tolist() == [1, 1]
    assert found.ties == 0
    assert corpus(metric, found.texts(lists), REFERENCES[0]) == pytest.approx(81.873075, abs=5e-7)


def test_known_answer_by_exchanges(monkeypatch):
    by_exchanges(monkeypatch)
    test_known_answer()


@examples(60)
@given(METRICS, LISTS)
def test_few_choices_are_all_tried(metric, rows):
    lists, references, statistics = measured(metric, rows)
    best = max(corpus(metric, outputs, references) for outputs in product(*lists))
    found = corpus(metric, corpus_oracle(metric, lists, statistics).texts(lists), references)
    assert found == best or found == pytest.approx(best, abs=1e-8)


@examples(60)
@given(METRICS, LISTS)
def test_no_exchange_is_better_than_where_many_choices_end(metric, rows):
    lists, references, statistics = measured(metric, rows)
    starts = [[own[0] for own in lists], oracle(metric, lists, statistics).texts(lists).to_pylist()]
    with pytest.MonkeyPatch.context() as patch:
        by_exchanges(patch)
        found = corpus_oracle(metric, lists, statistics).texts(lists).to_pylist()
    reached = corpus(metric, found, references)
    others = [[*found[:at], text, *found[at + 1 :]] for at, own in enumerate(lists) for text in own]
    assert all(corpus(metric, outputs, references) <= reached + 1e-8 for outputs in [*starts, *others])


def test_decoders_choice_is_a_start(monkeypatch):
    """From the two others no single exchange leads to the best choice, which the decoder's is here."""
    by_exchanges(monkeypatch)
    metric = BLEU("none", smoothing="none", max_order=2)
    rows = [("d c", ["d b", "a", "a c d c"]), ("b c c a", ["c c a b a a", "a c c", "c b b a"])]
    lists, references, statistics = measured(metric, rows)
    decoded = Lists(lists.candidates, lists.offsets, decoder_scores=np.array([0.0, 0, 1, 0, 1, 0]))
    best = max(corpus(metric, outputs, references) for outputs in product(*lists))
    reached = corpus(metric, corpus_oracle(metric, lists, statistics).texts(lists), references)
    assert reached == pytest.approx(47.809144, abs=5e-7)
    reached = corpus(metric, corpus_oracle(metric, decoded, statistics).texts(decoded), references)
    assert reached == pytest.approx(best)
    assert best == pytest.approx(53.452248, abs=5e-7)


@pytest.mark.parametrize(
    ("rows", "known"),
    [
        ([("a d a", ["b a b c", "d", "b b c"]), ("c d d b", ["d d", "b c", "d b a b c"])], 34.557472),
        ([("b a a", ["d d", "d a", "a a d a d"]), ("c d c c", ["d c", "a b d c d", "a a a"])], 47.809144),
    ],
    ids=["oracle of the segments", "first candidates"],
)
def test_each_start_leads_where_others_do_not(rows, known, monkeypatch):
    """From the first candidates alone the ascent ends at 29.93, from the oracle of the segments alone at 41.40."""
    by_exchanges(monkeypatch)
    metric = BLEU("none", smoothing="none", max_order=2)
    lists, references, statistics = measured(metric, rows)
    reached = corpus(metric, corpus_oracle(metric, lists, statistics).texts(lists), references)
    assert reached == pytest.approx(known, abs=5e-7)


@pytest.mark.parametrize("metric", [BLEU.configure(UNSMOOTHED), TER()])
def test_oracle_takes_the_best_of_each_list(metric):
    lists = toy_lists()
    found = oracle(metric, lists, candidate_statistics(metric, lists, REFERENCES))
    assert found.name == f"oracle:{metric.name}"
    best = [
        max(own, key=lambda text, reference=reference: corpus(metric, [text], [reference]))
        for own, reference in zip(lists, REFERENCES[0], strict=True)
    ]
    assert found.texts(lists).to_pylist() == best


def test_ties_are_lists_where_another_text_is_as_good():
    metric = BLEU("none", max_order=1)
    lists = Lists.build([["a b", "b a", "c"], ["d", "d"], ["e"]])
    statistics = candidate_statistics(metric, lists, [["a b", "d", "e"]])
    for found in (oracle(metric, lists, statistics), corpus_oracle(metric, lists, statistics)):
        assert (found.places_in_lists(lists).tolist(), found.ties) == ([0, 0, 0], 1)


def test_work_is_told_and_can_be_cancelled(monkeypatch):
    by_exchanges(monkeypatch)
    metric, lists, told = BLEU.configure(UNSMOOTHED), toy_lists(), []
    statistics = candidate_statistics(metric, lists, REFERENCES)
    corpus_oracle(metric, lists, statistics, told.append)
    assert all(0 < share <= 1 for share in told)
    assert told[-1] == 1

    def cancel(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        corpus_oracle(metric, lists, statistics, cancel)


@pytest.mark.parametrize("choose", [oracle, corpus_oracle])
def test_statistics_of_other_candidates(choose):
    metric = TER()
    rows = metric.statistics(["a", "b"], [["a", "b"]])
    with pytest.raises(ValueError, match="Expected statistics of 6 candidates; found 2"):
        choose(metric, toy_lists(), rows)
