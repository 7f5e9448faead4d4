"""Scores as a study: the request checks itself, and command, Python and watch say the same."""

import math

import numpy as np
import pytest
import sacrebleu

from scoring import BLEU, CHRF, NIST, TER, TestSet
from scoring.significance import bootstrap
from scoring.studies.scores import ScoreRequest, doubt_sentences, measure_blocks, run, score_statistics

REFERENCE = ["the cat is on the mat", "there is a cat & a dog", "he reads a book", "it rained", "a cat and a dog"] * 3
OUTPUTS = {
    "base": ["the cat sat on the mat", "there is the Dog", "he reads a book", "it rains", "a cat, a dog"] * 3,
    "new": ["the cat is on a mat", "there is a cat", "she reads a book", "it rained", "a cat and a dog"] * 3,
}
TEST_SET = TestSet.build(OUTPUTS, [REFERENCE])


class Blocks:
    """A test set in blocks of four segments."""

    share = 1.0

    def test_sets(self):
        for at in range(0, len(REFERENCE), 4):
            parts = {name: texts[at : at + 4] for name, texts in OUTPUTS.items()}
            yield TestSet.build(parts, [REFERENCE[at : at + 4]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((),), "at least one metric"),
        ((("bleu",),), "metrics: expected Metric; found 'bleu'"),
        (((BLEU(),), 0), "The number of trials must be 1 to"),
        (((BLEU(),), 10, -1), "The seed must be 0 to"),
        (((BLEU(),), 10, 1, False, 0), "number of segments in a block"),
    ],
)
def test_a_request_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        ScoreRequest(*arguments)


def test_scores_are_those_of_sacrebleu():
    found = run(ScoreRequest((BLEU(), CHRF(), TER())), TEST_SET)
    peers = sacrebleu.BLEU(), sacrebleu.CHRF(), sacrebleu.TER()
    expected = [peer.corpus_score(texts, [REFERENCE]).score for peer in peers for texts in OUTPUTS.values()]
    assert [(one.metric.name, one.system) for one in found][:3] == [("bleu", "base"), ("bleu", "new"), ("chrf", "base")]
    np.testing.assert_allclose([one.score for one in found], expected)


def test_intervals_are_the_same_drawn_together_or_alone():
    together = run(ScoreRequest((BLEU(), TER()), 500, 3, draws_intervals=True), TEST_SET)
    for one, alone in zip(together, run(ScoreRequest((BLEU(), TER()), 500, 3), TEST_SET), strict=True):
        assert one.interval == alone.interval == bootstrap(one.metric, {"": one.statistics}, 500, 3).interval("")


def test_blocks_have_the_statistics_of_the_whole():
    metrics = [NIST(), BLEU()]
    kept, summed = (measure_blocks(metrics, Blocks(), keep, keep_texts=keep) for keep in (True, False))
    assert TestSet.joined(kept.blocks).system_names == ("base", "new")
    assert [len(rows) for rows in summed.statistics.values()] == [1, 1, 4, 4]
    request = ScoreRequest(tuple(metrics))
    whole = [one.score for one in run(request, TEST_SET)]
    for found in (kept, summed):
        np.testing.assert_allclose(
            [one.score for one in score_statistics(request, found.statistics, [REFERENCE])], whole
        )


def test_sums_of_blocks_are_added_up_in_order():
    thirds = [one.replace("a", "a a") for one in REFERENCE]
    test_set = TestSet.build({"base": OUTPUTS["base"]}, [REFERENCE, thirds, OUTPUTS["new"]])
    (found,) = run(ScoreRequest((TER(),), block=4), test_set)
    rows = found.statistics
    expected = sum((rows[at : at + 4].sum(axis=0) for at in range(0, len(rows), 4)), start=np.zeros(rows.shape[1]))
    np.testing.assert_array_equal(found.total, expected)


def test_of_five_segments_there_is_no_interval_and_doubts_are_said():
    copied = TestSet.build({"copy": REFERENCE[:5]}, [REFERENCE[:5]])
    found = run(ScoreRequest((BLEU(),)), copied)
    assert all(map(math.isnan, found[0].interval))
    assert doubt_sentences(found, copied) == ("The output of copy is the reference itself.",)
