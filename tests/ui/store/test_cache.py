"""What is kept for all sessions: right, computed once, and out of reach of Streamlit's own clearing of caches."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
import streamlit as st

from scoring import BLEU, METRICS, TBLEU, WER, TestSet, TooLong
from scoring import metric as metric_module
from scoring.judgments import Scores
from scoring.studies import doctor
from server.engine.tasks import JobCancelled
from ui.store import cache, kept

WORDS = list("abcdefgh")
REFERENCE = [" ".join(WORDS[i:]) for i in range(4)]
MANY = TestSet.build(
    {f"system {n}": [line.replace(WORDS[n], "x") for line in REFERENCE] for n in range(len(WORDS))},
    [REFERENCE, [f"{line} y" for line in REFERENCE]],
)
FEW = replace(MANY, systems=MANY.systems[:2])


@pytest.fixture(autouse=True)
def engine(monkeypatch):
    engine = cache.new_engine()
    monkeypatch.setattr(cache, "engine", lambda: engine)
    return engine


@pytest.mark.parametrize("name", METRICS)
def test_statistics_are_those_of_the_metric(name, engine):
    metric = METRICS[name]()
    expected = metric.measure(MANY)
    shares = []
    for found in (cache.measure_systems(metric, MANY), cache.statistics_task(metric, MANY).compute(shares.append)):
        assert list(found) == list(expected)
        for system, rows in expected.items():
            np.testing.assert_array_equal(found[system], rows)
    sums = engine.now(cache.sums_task(metric, MANY))
    for system, rows in expected.items():
        np.testing.assert_array_equal(sums[system], rows.sum(axis=0))


@pytest.mark.parametrize("name", METRICS)
def test_a_part_has_the_rows_of_its_whole(name, engine):
    """NIST's weights are those of all references, also where only some segments are looked at."""
    metric = METRICS[name]()
    whole, part = metric.measure(MANY), cache.measure_systems(metric, MANY.only([1, 3]))
    for system, rows in whole.items():
        np.testing.assert_array_equal(part[system], rows[[1, 3]])
    sums = engine.now(cache.sums_task(metric, MANY.only([1, 3])))
    for system, rows in whole.items():
        np.testing.assert_array_equal(sums[system], rows[[1, 3]].sum(axis=0))


def test_a_part_is_measured_without_a_segment_that_is_too_long():
    long = " ".join(["a"] * (WER.most_words + 1))
    test_set = TestSet.build({"s": ["a b", "a", long]}, [["a c", "a", "a"]])
    np.testing.assert_array_equal(
        cache.measure_systems(WER(), test_set.only([0, 1]))["s"], WER().statistics(["a b", "a"], [["a c", "a"]])
    )
    with pytest.raises(TooLong, match="segment 3 of"):
        cache.measure_systems(WER(), test_set.only([1, 2]))


@pytest.mark.parametrize("name", METRICS)
def test_measuring_tells_how_far_it_is_and_can_be_given_up_on_the_way(name, monkeypatch):
    monkeypatch.setattr(metric_module, "MAX_BYTES", 1)
    shares = []
    cache.statistics_task(METRICS[name](), MANY).compute(shares.append)
    assert len(shares) >= len(MANY) - 1
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def tell(share):
        raise JobCancelled

    with pytest.raises(JobCancelled):
        cache.statistics_task(METRICS[name](), MANY).compute(tell)


def test_words_are_aligned_once_for_every_epsilon(monkeypatch):
    aligned, align = [], TBLEU.align
    monkeypatch.setattr(TBLEU, "align", lambda *args: aligned.append(args[1]) or align(*args))
    for epsilon in (0.0, 0.3, 1.0):
        cache.measure_systems(TBLEU(epsilon=epsilon), FEW)
    assert aligned == [FEW]
    cache.measure_systems(TBLEU(lowercase=True), FEW)
    assert aligned == [FEW, FEW]


def test_sums_are_not_a_number_where_a_segment_is_too_long(engine):
    long = TestSet.build({"s": ["a", "a " * (WER.most_words + 1)]}, [["a", "b"]])
    assert np.isnan(engine.now(cache.sums_task(WER(), long))["s"]).all()
    with pytest.raises(TooLong, match="WER: segment 2 of 's' has"):
        cache.measure_systems(WER(), long)


def test_sums_of_a_set_and_of_a_part_measure_its_texts_once(engine, monkeypatch):
    measured, measure = [], WER.measure
    monkeypatch.setattr(WER, "measure", lambda *args: measured.append(args[1]) or measure(*args))
    for test_set in (FEW, FEW.only([0, 1])):
        engine.now(cache.sums_task(WER(), test_set))
    cache.measure_systems(WER(), FEW)
    assert measured == [FEW]


def test_rows_that_take_much_room_are_not_kept_for_their_sums(engine, monkeypatch):
    monkeypatch.setattr(cache, "SMALL_BYTES", 8 * len(FEW) * len(FEW.systems) * len(WER().statistic_names) - 1)
    engine.now(cache.sums_task(WER(), FEW))
    kept_results = engine.results()[cache.STATISTICS]
    assert kept_results.get(cache.statistics_task(WER(), FEW).key) is None
    assert kept_results.get(cache.sums_task(WER(), FEW).key) is not None


def test_what_was_found_in_a_dropped_set_is_passed_on_to_its_owner(engine, monkeypatch):
    examined, run = [], doctor.run
    monkeypatch.setattr(doctor, "run", lambda *args: examined.append(args[1]) or run(*args))
    found = cache.first_examination(FEW)
    for owner in ("a project", "a project", ""):
        cache.pass_on_examination(FEW, owner)
        owned = FEW.owned_by(owner)
        assert cache.first_examination(owned) is found
    assert len(examined) == 1


def test_a_set_that_has_its_owner_already_is_examined_itself():
    owned = FEW.owned_by("a project")
    cache.pass_on_examination(owned, "a project")
    assert cache.first_examination(owned).n_segments == len(FEW)


def test_scores_from_elsewhere_are_read_once(monkeypatch):
    read, metrics_of = [], cache.external_metrics_by_name
    monkeypatch.setattr(cache, "external_metrics_by_name", lambda *args: read.append(args[0]) or metrics_of(*args))
    by_people = Scores("MQM", {name: np.array([0.0, -1.0, -5.0, 0.0]) for name in FEW.system_names}, is_human=True)
    judged = FEW.with_judgments([by_people])
    for test_set in (judged, judged.named("other"), judged.only([0, 1])):
        found = cache.external_metrics(test_set, frozenset())
        assert found == metrics_of(test_set)
        assert [*found] == ["MQM"]
    assert len(read) == 2


def test_metrics_that_differ_in_the_score_alone_share_their_statistics():
    assert cache.measure_systems(BLEU(), FEW) is cache.measure_systems(BLEU(smoothing="none"), FEW)
    assert cache.measure_systems(BLEU(), FEW) is not cache.measure_systems(BLEU(lowercase=True), FEW)
    assert cache.measure_systems(BLEU(), FEW) is not cache.measure_systems(BLEU(), MANY)


def test_one_segment_is_matched_and_aligned_once():
    bleu, tbleu = BLEU(), TBLEU(epsilon=0.5)
    system, texts = FEW.system_names[1], tuple(FEW.reference_texts(2))
    words = FEW.system(system).segments[2].as_py()
    found = cache.matches(bleu, FEW, system, 2)
    assert found == bleu.matches(words, texts)
    assert cache.matches(BLEU(), FEW, system, 2) is found
    assert cache.matches(bleu, FEW, system, 1) != found
    aligned, row = cache.tbleu_alignment(tbleu, FEW, words, texts)
    assert aligned == tbleu.alignment(words, texts)
    np.testing.assert_array_equal(row, tbleu.statistics([words], [[text] for text in texts])[0])
    assert cache.tbleu_alignment(TBLEU(epsilon=0.5), FEW, words, texts)[0] is aligned
    assert cache.tbleu_alignment(TBLEU(epsilon=0.1), FEW, words, texts)[0] is not aligned


def test_no_client_can_clear_what_is_kept():
    """Any of them may tell Streamlit to clear its caches."""
    key = kept.keep_in_project(FEW)
    opened = cache.open_test_set(key)
    identity = cache.keep_given("me", "labels", "a.txt", b"a\n", pa.array(["a"]))
    before = cache.measure_systems(BLEU(), FEW), cache.open_test_set("textbook")
    st.cache_data.clear()
    st.cache_resource.clear()
    assert cache.open_test_set(key) is opened
    assert cache.visitor_file(identity) is not None
    assert cache.measure_systems(BLEU(), FEW) is before[0]
    assert cache.open_test_set("textbook") is before[1]
