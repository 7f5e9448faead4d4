"""What every entry of METRICS keeps to, and the averages of segment scores."""

import math
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import METRICS, Metric, TestSet
from scoring.metric import document_score, mean_score

ROOT = Path(__file__).parents[1]
HYPOTHESES = ["the cat sat on the mat .", "", "the the the", "A dog!", "", "no match", "猫 on the mat"]
REFERENCES = [
    ["the cat sat on the mat .", "something", "the", None, "", "x y z", "猫 sat on the mat"],
    ["a cat was on a mat .", None, "the the", "a dog !", None, "y z", None],
]
SEGMENT = st.lists(st.sampled_from(["a", "b", "A", "b.", "猫"]), max_size=6).map(" ".join)
CORPUS = st.lists(st.tuples(SEGMENT, SEGMENT, st.none() | SEGMENT), min_size=1, max_size=5)

# Another value for each option of any metric; a new metric with a new option adds a line.
OTHER_VALUES = {
    "tokenize": "char",
    "lowercase": True,
    "max_order": 3,
    "weights": (4, 3, 2, 1),
    "smoothing": "floor=0.05",
    "effective_order": True,
    "auto_reweigh": True,
    "char_order": 5,
    "word_order": 1,
    "beta": 3,
    "whitespace": True,
    "case_sensitive": True,
    "normalized": True,
    "no_punct": True,
    "asian_support": True,
    "shifts": False,
    "epsilon": 0.5,
}
each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)
each_option = pytest.mark.parametrize(
    ("metric", "option"),
    [pytest.param(kind(), f.name, id=f"{name}-{f.name}") for name, kind in METRICS.items() for f in fields(kind)],
)


def columns(corpus):
    hypotheses, *references = map(list, zip(*corpus, strict=True))
    return hypotheses, references


# The contract


@each_metric
def test_names(metric):
    assert METRICS[metric.name] is type(metric)
    assert metric.label
    assert isinstance(metric.higher_is_better, bool)
    assert len(set(metric.statistic_names)) == len(metric.statistic_names) > 0
    assert set(metric.segment_statistics) <= set(metric.statistic_names)


@each_metric
def test_shapes_and_types(metric):
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    assert statistics.dtype == np.float64
    assert statistics.shape == (len(HYPOTHESES), len(metric.statistic_names))
    assert np.isfinite(statistics).all()
    assert metric.score(statistics).shape == (len(HYPOTHESES),)
    assert np.shape(metric.score(statistics.sum(axis=0))) == ()


@each_metric
def test_score_takes_any_leading_axes(metric):
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    stacked = np.stack([statistics, statistics[::-1], 2 * statistics])
    before = stacked.copy()
    expected = [[float(metric.score(row)) for row in rows] for rows in stacked]
    np.testing.assert_allclose(metric.score(stacked), expected, rtol=1e-12)
    np.testing.assert_array_equal(stacked, before)
    assert metric.score(np.zeros((0, statistics.shape[1]))).shape == (0,)
    whole = np.floor(statistics)
    np.testing.assert_array_equal(metric.score(whole.astype(int)), metric.score(whole))


@each_metric
@given(corpus=CORPUS)
def test_scores_are_0_to_100_or_not_defined_and_only_error_rates_exceed_100(metric, corpus):
    statistics = metric.statistics(*columns(corpus))
    highest = 100 + 1e-9 if metric.higher_is_better else np.inf
    for scores in (metric.score(statistics), metric.score(statistics.sum(axis=0))):
        assert (np.isnan(scores) | ((scores >= 0) & (scores <= highest))).all()


@each_metric
def test_a_perfect_match_is_best_and_no_match_is_worst(metric):
    text = "seven words are enough for every order"
    perfect, unlike = metric.score(metric.statistics([text, "zzz qqq kkk xxx"], [[text, text]]))
    assert perfect == pytest.approx(100 if metric.higher_is_better else 0)
    assert unlike < perfect if metric.higher_is_better else unlike > perfect


@each_metric
@given(corpus=CORPUS, where=st.integers(0, 5))
def test_statistics_of_the_whole_are_those_of_its_parts(metric, corpus, where):
    hypotheses, references = columns(corpus)
    parts = [
        metric.statistics(hypotheses[part], [r[part] for r in references])
        for part in (slice(where), slice(where, None))
    ]
    np.testing.assert_array_equal(np.concatenate(parts), metric.statistics(hypotheses, references))


@each_metric
def test_no_hypotheses_are_no_rows(metric):
    for references in ([[]], [[], []]):
        assert metric.statistics([], references).shape == (0, len(metric.statistic_names))


@each_metric
@settings(max_examples=30)
@given(corpus=CORPUS)
def test_measure_is_statistics_of_every_system(metric, corpus):
    hypotheses, references = columns(corpus)
    systems = {"as it is": hypotheses, "backwards": hypotheses[::-1], "empty": [""] * len(hypotheses)}
    measured = metric.measure(TestSet.build(systems, references))
    assert list(measured) == list(systems)
    for name, texts in systems.items():
        np.testing.assert_array_equal(measured[name], metric.statistics(texts, references), strict=True)


@each_metric
@pytest.mark.parametrize("made", [tuple, pa.array, pa.chunked_array], ids=["tuple", "arrow", "chunked"])
def test_any_kind_of_column(metric, made):
    if made is pa.chunked_array:
        hypotheses, *references = (pa.chunked_array([c[:2], c[2:]], pa.string()) for c in (HYPOTHESES, *REFERENCES))
    else:
        hypotheses, *references = map(made, (HYPOTHESES, *REFERENCES))
    expected = metric.statistics(HYPOTHESES, REFERENCES)
    np.testing.assert_array_equal(metric.statistics(hypotheses, references), expected)


@each_metric
@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        (["a", "b"], [["a"]], "hypotheses has 2, reference 1 has 1"),
        (["a"], [["a", "b"], ["c"]], "hypotheses has 1, reference 1 has 2, reference 2 has 1"),
        ([], [["a"]], "hypotheses has 0, reference 1 has 1"),
        (["a", "b"], ["a", "b"], r"Write \[references\] for a single reference"),
        (["a"], "a", r"Write \[references\] for a single reference"),
        (["a"], [], "references: expected at least one, found none"),
        ("a", [["a"]], "hypotheses: expected a sequence of strings, one a segment; found one str"),
        (["a", None], [["a", "b"]], "hypotheses: found None; an empty output is the empty string"),
        (["a", "b"], [["a", None]], r"Segment 2 has no reference \(1 such segments\)"),
        (["\ud800"], [["a"]], "hypotheses: expected a sequence of strings that can be encoded as UTF-8"),
        (["a"], [["a"], ["\ud800"]], "reference 2: expected a sequence of strings that can be encoded"),
        ([1], [["a"]], "hypotheses: expected a sequence of strings"),
    ],
)
def test_bad_input_is_an_error_that_states_what_disagrees(metric, hypotheses, references, message):
    with pytest.raises(ValueError, match=message):
        metric.statistics(hypotheses, references)


# Options


@each_option
def test_every_option_changes_the_signature(metric, option):
    changed = replace(metric, **{option: OTHER_VALUES[option]})
    assert metric.signature
    assert changed.signature != metric.signature
    assert changed != metric
    assert "|version:BLEUscope-" in metric.signature


@each_option
def test_no_option_can_be_set_afterwards(metric, option):
    with pytest.raises(FrozenInstanceError):
        setattr(metric, option, OTHER_VALUES[option])


@each_metric
def test_configure_takes_its_own_options_and_ignores_the_others(metric):
    own = {field.name for field in fields(metric)}
    configured = type(metric).configure({**OTHER_VALUES, "max_order": 4, "seed": 1, "name": "other"})
    expected = {name: value for name, value in OTHER_VALUES.items() if name in own and name != "max_order"}
    assert configured == type(metric)(**expected)
    assert type(metric).configure({}) == metric


@each_metric
def test_equal_options_are_equal_metrics_in_sets_and_after_pickling(metric):
    other = type(metric)()
    assert metric == other
    option = fields(metric)[0].name
    assert len({metric, other, replace(metric, **{option: OTHER_VALUES[option]})}) == 2
    copy = pickle.loads(pickle.dumps(metric))  # noqa: S301 (our own bytes)
    assert copy == metric
    assert hash(copy) == hash(metric)
    np.testing.assert_array_equal(copy.statistics(HYPOTHESES, REFERENCES), metric.statistics(HYPOTHESES, REFERENCES))


@each_metric
def test_full_signature_counts_the_references(metric):
    complete, varying = pa.array(["a", "b"]), pa.array(["a", None])
    assert metric.full_signature([complete]) == f"nrefs:1|{metric.signature}"
    assert metric.full_signature([complete] * 3) == f"nrefs:3|{metric.signature}"
    assert metric.full_signature([complete, varying]) == f"nrefs:var|{metric.signature}"


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
import sys, numba, scoring
scoring.warm_up()
modules = [module for name, module in sys.modules.items() if name.startswith("scoring")]
kernels = {v for m in modules for v in vars(m).values() if isinstance(v, numba.core.dispatcher.Dispatcher)}
ready = {kernel: list(kernel.signatures) for kernel in kernels}  # none for those called by kernels only
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
assert ready == {kernel: kernel.signatures for kernel in kernels}, "something was compiled after the warm-up"
"""


def test_after_the_warm_up_nothing_is_left_to_compile():
    """In a process of its own: here, earlier tests have compiled everything."""
    command = [sys.executable, "-B", "-W", "error", "-c", NOTHING_LEFT_TO_COMPILE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
