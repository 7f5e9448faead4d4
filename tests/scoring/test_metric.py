"""What every entry of METRICS keeps to, and the averages of segment scores."""

import math
import subprocess
import sys
from pathlib import Path

import nltk.data
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import METRICS, Metric, TestSet
from scoring.contracts.metric_contract import check_metric
from scoring.metric import document_score, mean_score
from scoring.options import options_of
from tests.properties import examples
from tests.wordnet import write_wordnet

ROOT = Path(__file__).parents[2]
SEGMENT = st.lists(st.sampled_from(["a", "b", "A", "b.", "猫"]), max_size=6).map(" ".join)
CORPUS = st.lists(st.tuples(SEGMENT, SEGMENT, st.none() | SEGMENT), min_size=1, max_size=5)

each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)


@pytest.fixture(autouse=True, scope="module")
def _wordnet(tmp_path_factory):
    """For METEOR's synonyms: a small one, which NLTK finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nltk.data, "path", [str(write_wordnet(tmp_path_factory.mktemp("nltk_data")))])
        yield


def columns(corpus):
    hypotheses, *references = map(list, zip(*corpus, strict=True))
    return hypotheses, references


# The contract


@each_metric
def test_a_metric_stands_under_its_name(metric):
    assert METRICS[metric.name] is type(metric)


@pytest.mark.one_case_in(3)
@pytest.mark.quick_cases(3)
@each_metric
def test_every_metric_keeps_the_contract(metric):
    check_metric(metric)


@each_metric
@examples(10)
@given(corpus=CORPUS, n_bytes=st.sampled_from([1, 20]))
def test_blocks_of_segments_change_no_row(metric, corpus, n_bytes):
    hypotheses, references = corpus_columns = columns(corpus)
    systems = {"one": hypotheses, "two": hypotheses[::-1]}
    expected, shares = metric.measure(TestSet.build(systems, references)), []
    with pytest.MonkeyPatch.context() as patch:
        for module in (scoring.metric, scoring.text.tokenizers):
            patch.setattr(module, "MAX_BYTES", n_bytes)
        for module in (scoring.meteor.chunks, scoring.tbleu.alignment):
            patch.setattr(module, "MAX_WORK", 1.0)
        patch.setattr(scoring.tbleu.tbleu, "WORDS", 1)
        patch.setattr(scoring.ter.shifts, "MAX_WORDS", 1)
        found = metric.measure(TestSet.build(systems, references), shares.append)
        np.testing.assert_array_equal(metric.statistics(*corpus_columns), expected["one"], strict=True)
    for name, rows in expected.items():
        np.testing.assert_array_equal(found[name], rows, strict=True)
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_a_key_and_a_flag_mean_one_thing():
    """Where two metrics share an option, they share its range, its default and its words."""
    declared = [d for kind in METRICS.values() for d in options_of(kind)]
    for one in declared:
        alike = [d for d in declared if d.key == one.key or d.option.flag == one.option.flag]
        assert {(d.key, d.option.flag, d.option.label, d.default) for d in alike} == {
            (one.key, one.option.flag, one.option.label, one.default)
        }


def test_weights_may_be_a_list_and_the_metric_stays_hashable():
    assert hash(scoring.BLEU(weights=[1, 1, 1, 1])) == hash(scoring.BLEU(weights=(2, 2, 2, 2)))


def test_a_metric_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        Metric()


# Averages of segment scores


@pytest.mark.parametrize(
    ("scores", "lengths", "document", "mean"),
    [
        pytest.param([40, 10], [3, 1], (3 * 40 + 1 * 10) / 4, 25, id="Chen and Cherry 2014, Eq. 13"),
        pytest.param([40, math.nan, 10], [3, 0, 1], 32.5, 25, id="NaN left out"),
        pytest.param([40, math.nan, 10], [3, 96, 1], 32.5, 25, id="NaN left out with its length"),
        pytest.param([50, 0], [0, 2], 0, 25, id="a length of 0 has no weight"),
        pytest.param([math.nan, math.nan], [1, 2], math.nan, math.nan, id="nothing left"),
        pytest.param([], [], math.nan, math.nan, id="no segments"),
        pytest.param([0], [0], math.nan, 0, id="no weight left"),
    ],
)
def test_document_and_mean_score(scores, lengths, document, mean):
    scores, lengths = np.array(scores, float), np.array(lengths, float)
    assert document_score(scores, lengths) == pytest.approx(document, nan_ok=True)
    assert mean_score(scores) == pytest.approx(mean, nan_ok=True)


@given(st.lists(st.tuples(st.floats(0, 100) | st.just(math.nan), st.integers(1, 50)), max_size=8))
def test_averages_by_their_plain_definition(segments):
    defined = [(score, length) for score, length in segments if not math.isnan(score)]
    total = sum(length for _, length in defined)
    document = math.fsum(score * length for score, length in defined) / total if total else math.nan
    mean = math.fsum(score for score, _ in defined) / len(defined) if defined else math.nan
    scores = np.array([score for score, _ in segments], float)
    lengths = np.array([length for _, length in segments], float)
    assert document_score(scores, lengths) == pytest.approx(document, nan_ok=True)
    assert mean_score(scores) == pytest.approx(mean, nan_ok=True)


# Warm-up

NOTHING_LEFT_TO_COMPILE = """
import sys, scoring
import numpy as np
import scoring.lab.tuning as tuning
from tests.scoring.lab.tuning.lists import known
from scoring.agreement import Judge, Resampling, OrientedScores, measure_agreement
from scoring.judgments import Scores
from scoring.counting.kernels import Kernel
scoring.warm_up()
modules = [module for name, module in sys.modules.items() if ".scoring." in name]
kernels = {v for m in modules for v in vars(m).values() if isinstance(v, Kernel)}
ready = {kernel: list(kernel._compiled.signatures) for kernel in kernels}  # none for those called by kernels only
assert any(ready.values()), "no kernel ran"
for hypotheses, references in ([["a b", ""], [["a", ""], ["b c", None]]], [[""], [[""]]], [["x"], [["y"]]]):
    test_set = scoring.TestSet.build({"one": hypotheses, "two": hypotheses}, references)
    for kind in scoring.METRICS.values():
        kind().score(kind().statistics(hypotheses, references))
        kind().measure(test_set)
    for order in (1, 9):
        bleu = scoring.BLEU(max_order=order)
        bleu.statistics(hypotheses, references)
        bleu.matches(hypotheses[0], [reference[0] for reference in references])
        tbleu = scoring.TBLEU(max_order=order, epsilon=1)
        tbleu.alignment(hypotheses[0], [reference[0] for reference in references])
        tbleu.sweep(tbleu.align(test_set), [0, 1])
    judge = Judge.of_scores(Scores("DA", {"one": [1.0] * len(test_set), "two": [2.0] * len(test_set)}), ["one", "two"])
    measure_agreement(judge, OrientedScores.of(bleu, bleu.measure(test_set), judge), Resampling(2))
    for stemmer in ("none", "german"):
        scoring.METEOR(stemmer=stemmer).alignment(hypotheses[0], [reference[0] for reference in references])
candidates = known()
for name in tuning.TUNERS:
    tuning.tuners.tuner(name, candidates)(np.ones(len(candidates), np.int64), 1, lambda share: None)
    candidates.decoder_picks()
assert ready == {kernel: kernel._compiled.signatures for kernel in kernels}, "something was compiled after the warm-up"
"""


@pytest.mark.exhaustive
def test_after_the_warm_up_nothing_is_left_to_compile():
    """In a process of its own: here, earlier tests have compiled everything."""
    command = [sys.executable, "-B", "-W", "error", "-c", NOTHING_LEFT_TO_COMPILE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
