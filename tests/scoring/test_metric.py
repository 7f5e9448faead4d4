"""What every entry of METRICS keeps to, and the averages of segment scores."""

import math
import pickle
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import nltk.data
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import BLEU, METRICS, Metric, TestSet
from scoring.metric import document_score, mean_score
from scoring.options import options_of
from scoring.significance import bootstrap, compare, leave_one_out, removal
from tests.cases import as_one_test
from tests.properties import examples
from tests.wordnet import write_wordnet

ROOT = Path(__file__).parents[2]
HYPOTHESES = ["the cat sat on the mat .", "", "the the the", "A dog!", "", "no match", "猫 on the mat"]
REFERENCES = [
    ["the cat sat on the mat .", "something", "the", None, "", "x y z", "猫 sat on the mat"],
    ["a cat was on a mat .", None, "the the", "a dog !", None, "y z", None],
]
SEGMENT = st.lists(st.sampled_from(["a", "b", "A", "b.", "猫"]), max_size=6).map(" ".join)
CORPUS = st.lists(st.tuples(SEGMENT, SEGMENT, st.none() | SEGMENT), min_size=1, max_size=5)

each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)
each_option = pytest.mark.parametrize(
    ("metric", "option"),
    [pytest.param(kind(), d, id=f"{name}-{d.name}") for name, kind in METRICS.items() for d in options_of(kind)],
)


@pytest.fixture(autouse=True, scope="module")
def _wordnet(tmp_path_factory):
    """For METEOR's synonyms: a small one, which NLTK finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nltk.data, "path", [str(write_wordnet(tmp_path_factory.mktemp("nltk_data")))])
        yield


def columns(corpus):
    hypotheses, *references = map(list, zip(*corpus, strict=True))
    return hypotheses, references


def other(metric, option):
    """The metric with another value of the option."""
    return replace(metric, **{option.name: option.other})


# The contract


@each_metric
def test_names(metric):
    assert METRICS[metric.name] is type(metric)
    assert metric.label
    assert isinstance(metric.higher_is_better, bool)
    assert isinstance(metric.is_percentage, bool)
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
def test_a_statistic_is_found_by_its_name(metric):
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    by_name = [metric.column(statistics, name) for name in metric.statistic_names]
    np.testing.assert_array_equal(np.stack(by_name, axis=1), statistics)
    assert metric.column(statistics.sum(axis=0), metric.statistic_names[-1]) == statistics[:, -1].sum()
    with pytest.raises(ValueError, match="Unknown statistic 'length'; there are "):
        metric.column(statistics, "length")


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


@as_one_test
@each_metric
@pytest.mark.parametrize("references", [("",), ("", ""), (None, ""), (" \t",)])
def test_two_empty_texts_have_no_score(metric, references):
    """Of whatever metric: nothing is said, and nothing was to be said."""
    whole = metric.statistics(["", "a b c d e"], [[text, "a b c d e"] for text in references])
    assert np.isnan(metric.score(whole)).tolist() == [True, False]
    alone = metric.statistics(["a b c d e"], [["a b c d e"] for _ in references])
    assert metric.score(whole.sum(axis=0)) == metric.score(alone.sum(axis=0)), "it changes no corpus score"
    empty = metric.statistics(["", ""], [[text, text] for text in references])
    assert np.isnan(metric.score(empty)).all()
    assert math.isnan(metric.score(empty.sum(axis=0)))


@each_metric
@pytest.mark.parametrize(("hypothesis", "reference"), [("a b", ""), ("", "a b")])
def test_an_empty_text_against_another_one_is_as_bad_as_can_be(metric, hypothesis, reference):
    (score,) = metric.score(metric.statistics([hypothesis], [[reference]]))
    assert score == (0 if metric.higher_is_better else 100)


@each_metric
def test_nan_statistics_have_no_score_and_no_p_value(metric):
    """Of whatever statistic, in whatever segment: the others keep their scores."""
    measured = metric.measure(TestSet.build({"A": HYPOTHESES, "B": HYPOTHESES[::-1]}, REFERENCES))
    for column in range(len(metric.statistic_names)):
        broken = measured["A"].copy()
        broken[2, column] = math.nan
        expected = metric.score(measured["A"])
        expected[2] = math.nan
        np.testing.assert_array_equal(metric.score(broken), expected)
        assert math.isnan(metric.score(broken.sum(axis=0)))
        pair = {"A": broken, "B": measured["B"]}  # some resamples leave the broken segment out
        for test in ("ar", "bootstrap"):
            (found,) = compare(metric, pair, test, trials=50).pairs
            unknown = found.score_a, found.difference, found.p_value, found.p_adjusted, found.ci_low, found.ci_high
            assert np.isnan(unknown).all()
            assert found.score_b == metric.score(measured["B"].sum(axis=0))
        assert np.isnan(leave_one_out(metric, *pair.values())).all()
        gone = removal(metric, *pair.values(), trials=50)
        assert (gone.needed, math.isnan(gone.p_value)) == (0, True)
        resampled = bootstrap(metric, pair, trials=200)
        assert np.isnan([resampled.share_better("A", "B"), resampled.standard_error("A", "B")]).all()


@as_one_test
@each_metric
@pytest.mark.parametrize(
    ("wrong", "message"),
    [(math.inf, "statistics must be finite; found inf"), ("many", "expected numbers"), (None, "found 0")],
)
def test_statistics_that_are_no_finite_numbers_are_an_error(metric, wrong, message):
    statistics = wrong if wrong is None else [wrong, *[1.0] * (len(metric.statistic_names) - 1)]
    with pytest.raises(ValueError, match=message):
        metric.score(statistics)


@each_metric
@given(corpus=CORPUS)
def test_scores_are_0_to_100_or_not_defined_and_only_error_rates_and_scales_of_their_own_exceed_100(metric, corpus):
    statistics = metric.statistics(*columns(corpus))
    highest = 100 + 1e-9 if metric.higher_is_better and metric.is_percentage else np.inf
    for scores in (metric.score(statistics), metric.score(statistics.sum(axis=0))):
        assert (np.isnan(scores) | ((scores >= 0) & (scores <= highest))).all()


@each_metric
def test_a_perfect_match_is_best_and_no_match_is_worst(metric):
    """Of thirty words: METEOR keeps off a little for the one chunk, and EED a visit, less than 0.15 of so many."""
    text = " ".join(f"word{number}" for number in range(30))
    changed = [text, text.replace(" word9 ", " "), text.replace(" word9 ", " other "), "zzz qqq kkk xxx"]
    perfect, *imperfect, unlike = metric.score(metric.statistics(changed, [[text] * len(changed)]))
    if metric.is_percentage:
        assert perfect == pytest.approx(100 if metric.higher_is_better else 0, abs=0.15)
    if not metric.higher_is_better:
        perfect, unlike, imperfect = -perfect, -unlike, [-score for score in imperfect]
    assert unlike < min(imperfect) <= max(imperfect) < perfect


@each_metric
@given(corpus=CORPUS, where=st.integers(0, 5))
def test_statistics_of_the_whole_are_those_of_its_parts(metric, corpus, where):
    hypotheses, references = columns(corpus)
    parts = [
        metric.statistics(hypotheses[part], [r[part] for r in references], references)
        for part in (slice(where), slice(where, None))
    ]
    np.testing.assert_array_equal(np.concatenate(parts), metric.statistics(hypotheses, references))


@each_metric
@given(corpus=CORPUS)
def test_the_reference_set_matters_only_where_the_metric_says_so(metric, corpus):
    hypotheses, references = columns(corpus)
    alone = metric.statistics(hypotheses, references)
    np.testing.assert_array_equal(metric.statistics(hypotheses, references, references), alone)
    larger = [[*column, "one more"] for column in references]
    if not metric.needs_all_references:
        np.testing.assert_array_equal(metric.statistics(hypotheses, references, larger), alone)


@each_metric
def test_a_metric_that_needs_all_references_has_other_statistics_in_a_larger_set(metric):
    larger = [[*column, "the mat and other words"] for column in REFERENCES]
    alone, within = (metric.statistics(HYPOTHESES, REFERENCES, among) for among in (None, larger))
    assert (alone != within).any() == metric.needs_all_references


@each_metric
def test_no_hypotheses_are_no_rows(metric):
    for references in ([[]], [[], []]):
        assert metric.statistics([], references).shape == (0, len(metric.statistic_names))


@each_metric
@given(corpus=CORPUS)
def test_measure_is_statistics_of_every_system(metric, corpus):
    hypotheses, references = columns(corpus)
    systems = {"as it is": hypotheses, "backwards": hypotheses[::-1], "empty": [""] * len(hypotheses)}
    measured = metric.measure(TestSet.build(systems, references))
    assert list(measured) == list(systems)
    for name, texts in systems.items():
        np.testing.assert_array_equal(measured[name], metric.statistics(texts, references), strict=True)


@each_metric
@examples(10)
@given(corpus=CORPUS, n_bytes=st.sampled_from([1, 20]))
def test_blocks_of_segments_change_no_row(metric, corpus, n_bytes):
    hypotheses, references = corpus_columns = columns(corpus)
    systems = {"one": hypotheses, "two": hypotheses[::-1]}
    expected, shares = metric.measure(TestSet.build(systems, references)), []
    with pytest.MonkeyPatch.context() as patch:
        for module in (scoring.metric, scoring.text.tokenizers):
            patch.setattr(module, "MOST_BYTES", n_bytes)
        for module in (scoring.meteor.chunks, scoring.tbleu.alignment):
            patch.setattr(module, "MOST_WORK", 1.0)
        patch.setattr(scoring.tbleu.tbleu, "WORDS", 1)
        patch.setattr(scoring.ter.shifts, "MOST_WORDS", 1)
        found = metric.measure(TestSet.build(systems, references), shares.append)
        np.testing.assert_array_equal(metric.statistics(*corpus_columns), expected["one"], strict=True)
    for name, rows in expected.items():
        np.testing.assert_array_equal(found[name], rows, strict=True)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@as_one_test
@each_metric
@pytest.mark.parametrize("made", [tuple, pa.array, pa.chunked_array], ids=["tuple", "arrow", "chunked"])
def test_any_kind_of_column(metric, made):
    if made is pa.chunked_array:
        hypotheses, *references = (pa.chunked_array([c[:2], c[2:]], pa.string()) for c in (HYPOTHESES, *REFERENCES))
    else:
        hypotheses, *references = map(made, (HYPOTHESES, *REFERENCES))
    expected = metric.statistics(HYPOTHESES, REFERENCES)
    np.testing.assert_array_equal(metric.statistics(hypotheses, references), expected)


@as_one_test
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


@as_one_test
@each_option
def test_every_option_says_what_it_is(metric, option):
    said = option.option
    assert said.label
    assert said.help.endswith((".", "..."))
    assert said.flag.startswith("--")
    assert option.other != option.default
    assert type(metric).configure({option.key: option.default}) == metric
    if not option.is_switch and isinstance(option.default, int | float):
        assert said.lowest <= min(option.default, option.other) <= max(option.default, option.other) <= said.highest


@as_one_test
@each_option
def test_what_an_option_cannot_be_is_refused_by_metric_option_and_flag(metric, option):
    said, wrong = option.option, []
    if option.is_switch:
        wrong = ["no", 1, None]
    elif said.lowest is not None:
        wrong = [said.lowest - 1, said.highest + 1, math.nan, "much", None]
    for value in wrong:
        with pytest.raises(ValueError, match=re.escape(f"{metric.label}'s {option.name} ({said.flag}) must be ")):
            replace(metric, **{option.name: value})


@as_one_test
@each_option
def test_every_option_changes_the_signature(metric, option):
    changed = other(metric, option)
    assert metric.signature
    assert changed.signature != metric.signature
    assert changed != metric
    assert "|version:BLEUscope-" in metric.signature


@as_one_test
@each_option
def test_statistics_depend_on_what_their_key_holds(metric, option):
    changed = other(metric, option)
    assert (changed.statistics_key == metric.statistics_key) == option.option.of_score
    if option.option.of_score:
        expected = metric.statistics(HYPOTHESES, REFERENCES)
        np.testing.assert_array_equal(changed.statistics(HYPOTHESES, REFERENCES), expected, strict=True)


@as_one_test
@each_option
def test_no_option_can_be_set_afterwards(metric, option):
    with pytest.raises(FrozenInstanceError):
        setattr(metric, option.name, option.other)


@each_metric
def test_configure_takes_its_own_options_and_ignores_the_others(metric):
    given = {d.key: d.other for kind in METRICS.values() for d in options_of(kind)} | {"seed": 1, "name": "no"}
    given["max_order"] = BLEU.max_order  # four weights are given
    configured = type(metric).configure(given)
    assert configured == type(metric)(**{own.name: given[own.key] for own in options_of(type(metric))})
    assert type(metric).configure({}) == metric


def test_a_key_and_a_flag_mean_one_thing():
    """Where two metrics share an option, they share its range, its default and its words."""
    declared = [d for kind in METRICS.values() for d in options_of(kind)]
    for one in declared:
        alike = [d for d in declared if d.key == one.key or d.option.flag == one.option.flag]
        assert {(d.key, d.option.flag, d.option.label, d.default) for d in alike} == {
            (one.key, one.option.flag, one.option.label, one.default)
        }


@each_metric
def test_equal_options_are_equal_metrics_in_sets_and_after_pickling(metric):
    twin = type(metric)()
    assert metric == twin
    assert len({metric, twin, other(metric, options_of(type(metric))[0])}) == 2
    copy = pickle.loads(pickle.dumps(metric))  # noqa: S301 (our own bytes)
    assert copy == metric
    assert hash(copy) == hash(metric)
    np.testing.assert_array_equal(copy.statistics(HYPOTHESES, REFERENCES), metric.statistics(HYPOTHESES, REFERENCES))


@each_metric
def test_full_signature_counts_the_references(metric):
    complete, varying = pa.array(["a", "b"]), pa.array(["a", None])
    several = "".join(f"|{key}:{value}" for key, value in metric.several_references)
    of_several = metric.signature.replace("|version:", f"{several}|version:")
    assert metric.full_signature([complete]) == f"nrefs:1|{metric.signature}"
    assert metric.full_signature([varying]) == f"nrefs:var|{metric.signature}"
    assert metric.full_signature([complete] * 3) == f"nrefs:3|{of_several}"
    assert metric.full_signature([complete, varying]) == f"nrefs:var|{of_several}"


@each_metric
@given(corpus=CORPUS)
def test_the_order_of_references_changes_no_score_unless_the_signature_says_how(metric, corpus):
    hypotheses, references = columns(corpus)
    rows = [metric.statistics(hypotheses, ordered) for ordered in (references, references[::-1])]
    np.testing.assert_allclose(*map(metric.score, rows), rtol=1e-9)
    if not metric.several_references:
        np.testing.assert_allclose(*(metric.score(statistics.sum(axis=0)) for statistics in rows), rtol=1e-9)


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
from scoring.agreement import Judge, Resampling, OrientedScores, agree
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
    agree(judge, OrientedScores.of(bleu, bleu.measure(test_set), judge), Resampling(2))
    for stemmer in ("none", "german"):
        scoring.METEOR(stemmer=stemmer).alignment(hypotheses[0], [reference[0] for reference in references])
assert ready == {kernel: kernel._compiled.signatures for kernel in kernels}, "something was compiled after the warm-up"
"""


def test_after_the_warm_up_nothing_is_left_to_compile():
    """In a process of its own: here, earlier tests have compiled everything."""
    command = [sys.executable, "-B", "-W", "error", "-c", NOTHING_LEFT_TO_COMPILE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
