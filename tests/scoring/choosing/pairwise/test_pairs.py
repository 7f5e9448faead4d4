"""Pairs of candidates, against the metric called for each pair alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, CHRF, METRICS, CHRFPlusPlus
from scoring.choosing import Lists, pair_blocks
from scoring.choosing.pairwise import pairs
from scoring.counting.progress import no_progress
from scoring.judgments.external import ExternalScore
from scoring.text.tokenizers import TOKENIZERS
from tests.corpora import SEGMENT
from tests.properties import examples

FIT = {name: kind for name, kind in METRICS.items() if not kind.needs_all_references}
LISTS = st.lists(st.lists(SEGMENT, min_size=1, max_size=5), min_size=1, max_size=3)
LONG = " ".join(f"w{number % 37}" for number in range(500))

VARIANTS = (
    *(BLEU(name) for name, tokenizer in TOKENIZERS.items() if tokenizer.available),
    BLEU(lowercase=True, max_order=1),
    BLEU(max_order=9),
    CHRF(lowercase=True, whitespace=True, char_order=1),
    CHRF(char_order=9, word_order=3),
    CHRFPlusPlus(word_order=0),
)
"""Of the metrics whose pairs have a kernel."""

each_metric = pytest.mark.parametrize("metric", [kind() for kind in FIT.values()], ids=FIT)


def together(metric, lists, on_progress=no_progress):
    """The statistics of all blocks, and the pairs as numbers of candidates."""
    blocks = list(pair_blocks(metric, lists, on_progress))
    places = [block.hypotheses for block in blocks]
    assert [place.start for place in places] == [0, *[place.stop for place in places[:-1]]]
    assert places[-1].stop == len(lists)
    of_pairs = [
        (block.hypotheses.start + number, reference)
        for block in blocks
        for number, own in enumerate(np.split(block.references, block.starts[1:]))
        for reference in own
    ]
    return np.concatenate([block.statistics for block in blocks]), of_pairs


def one_by_one(metric, lists):
    return np.concatenate([metric.statistics([h], [[r]]) for texts in lists for h in texts for r in texts])


def all_pairs(lists):
    return [
        (hypothesis, reference)
        for start, end in zip(lists.offsets[:-1], lists.offsets[1:], strict=True)
        for hypothesis in range(start, end)
        for reference in range(start, end)
    ]


@pytest.mark.quick_cases(7)
@each_metric
@examples(8)
@given(LISTS)
def test_pairs_have_the_statistics_of_the_metric_called_alone(metric, texts):
    lists = Lists.build(texts)
    statistics, of_pairs = together(metric, lists)
    assert of_pairs == all_pairs(lists)
    np.testing.assert_array_equal(statistics, one_by_one(metric, texts), strict=True)


@pytest.mark.quick_cases(6)
@pytest.mark.parametrize("metric", VARIANTS, ids=lambda metric: f"{metric.name}|{metric.signature}")
@examples(5)
@given(LISTS)
def test_pairs_under_any_option_that_changes_what_is_counted(metric, texts):
    statistics, _ = together(metric, Lists.build(texts))
    np.testing.assert_array_equal(statistics, one_by_one(metric, texts), strict=True)


@pytest.mark.quick_cases(6)
@each_metric
def test_pairs_of_odd_lists(metric):
    """Nothing but empty texts, one candidate, the same one again and again, long ones, no word in common."""
    texts = [["", ""], ["a"], ["a b"] * 4, [LONG, "", LONG[:-3], "😀 👩‍👩‍👧"], ["a b c", "d e f", "猫"]]
    statistics, _ = together(metric, Lists.build(texts))
    np.testing.assert_array_equal(statistics, one_by_one(metric, texts), strict=True)


@pytest.mark.parametrize("most", [1, 100, 500])
@pytest.mark.parametrize("name", ["bleu", "chrf", "ter"])
def test_blocks_stay_within_their_bytes(name, most, monkeypatch):
    monkeypatch.setattr(pairs, "MAX_BYTES", most)
    metric, texts = METRICS[name](), [["a b", "b a", "a a b"], ["c"], ["a", "b", "c d e"]]
    shares = []
    blocks = list(pair_blocks(metric, Lists.build(texts), shares.append))
    assert len(blocks) > 1
    assert all(block.statistics.nbytes <= most for block in blocks if len(block.starts) > 1)
    assert len(shares) >= len(blocks)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    statistics = np.concatenate([block.statistics for block in blocks])
    np.testing.assert_array_equal(statistics, one_by_one(metric, texts), strict=True)


@pytest.mark.parametrize("name", ["bleu", "chrf++", "ter"])
def test_few_lists_are_prepared_at_once(name, monkeypatch):
    monkeypatch.setattr(pairs, "MAX_TEXT", 20)
    metric, texts = METRICS[name](), [["a b", "b a", "a a b"], ["c"], ["a", "b", "c d e"], ["a b"] * 9, ["", "c"]]
    shares = []
    lists = Lists.build(texts)
    statistics, of_pairs = together(metric, lists, shares.append)
    assert of_pairs == all_pairs(lists)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    np.testing.assert_array_equal(statistics, one_by_one(metric, texts), strict=True)


def test_a_metric_that_needs_all_references_is_refused():
    with pytest.raises(ValueError, match="NIST weighs n-grams by the references of a whole test set"):
        pair_blocks(METRICS["nist"](), Lists.build([["a"]]))


def test_scores_from_elsewhere_are_refused():
    with pytest.raises(ValueError, match="MQM: these scores come from a file"):
        pair_blocks(ExternalScore("MQM", True), Lists.build([["a"]]))


@pytest.mark.parametrize("name", ["meteor", "tbleu"])
def test_a_candidate_that_is_too_long_is_named(name):
    metric = METRICS[name]()
    most = max(limit.max_units for limit in metric.limits)
    with pytest.raises(ValueError, match=r"segment 2 of candidate 3 has"):
        pair_blocks(metric, Lists.build([["a"], ["b", "c", "x " * (most + 1)]]))


def test_an_exception_of_progress_ends_the_work():
    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(pair_blocks(BLEU(), Lists.build([["a"]]), stop))
