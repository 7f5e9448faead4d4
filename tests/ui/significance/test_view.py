"""What the page Significance shows: tables, sentences and figures hold the numbers of scoring.significance."""

import math
import re
import sys
from dataclasses import replace
from decimal import Decimal
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from scoring import BLEU, NIST, TER, TestSet
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.output.markup.html import statement_html
from scoring.output.numbers import MISSING, printed_difference, probability, short_probability, signed, write_size
from scoring.significance import (
    SEGMENT,
    Bootstrap,
    Comparisons,
    Randomization,
    Replications,
    Verdicts,
    bootstrap,
    compare,
    judge,
    leave_one_out,
    monte_carlo_interval,
    null_differences,
    pool_runs,
    power_of_pair,
    removal,
    statistics_by_run,
)
from scoring.significance.comparisons import FurtherTrials
from scoring.significance.resampling.replications import replications
from scoring.significance.verdicts import SURE, _trial_counts
from scoring.studies.comparison import (
    ComparisonRequest,
    better_system,
    compare_with_intervals,
    group_outputs,
    run,
    settle_pairs,
)
from scoring.studies.pair import run as evidence
from scoring.studies.wording import method_words, pair_words
from scoring.studies.wording.verdict_words import displayed_state
from server.engine.tasks import JobCancelled
from tests.cases import as_one_test
from tests.expanded import expanded
from ui.kit.budget import most_trials
from ui.significance import charts, matrix
from ui.significance.significance_tables import (
    bins,
    influence_table,
    metric_cells,
    metrics_table,
    pair_cells,
    pairs_table,
    ranking_table,
    units,
    written_metrics,
)
from ui.store.samples import sample

TRIALS, SEED = 500, 3
NEWS = sample("news-en-es")
NAMES = NEWS.system_names
MEASURED = {metric: metric().measure(NEWS) for metric in (BLEU, TER)}
HOSTILE = "<img src=x>**b**"


def silent(share):
    pass


def plan(metric=BLEU, systems=NAMES, groups=None, test="ar", trials=TRIALS):
    return ComparisonRequest(metric(), systems, groups, test, trials, SEED)


@pytest.fixture(scope="module")
def found():
    return compare_with_intervals(plan(), MEASURED[BLEU], silent)


@pytest.fixture(scope="module")
def direct():
    return compare(BLEU(), MEASURED[BLEU], "ar", TRIALS, SEED, "holm")


def pair_evidence(chosen, measured, pair):
    return evidence(chosen, compare_with_intervals(chosen, measured, silent), measured, pair, silent)


# --- what is computed ---


@pytest.mark.parametrize("correction", ["max-t", "holm", "bonferroni", "bh", "none"])
@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_pairs_are_those_of_compare(test, correction):
    found = compare_with_intervals(plan(test=test), MEASURED[BLEU], silent)
    direct = compare(BLEU(), MEASURED[BLEU], test, TRIALS, SEED, correction)
    frame = pairs_table(replace(found, correction=correction))
    assert frame.to_dict("records") == [vars(pair) for pair in direct.ranked_pairs]
    a, b = NAMES[:2]
    assert found.bootstrap.difference_interval(a, b) == pytest.approx(
        tuple(-end for end in found.bootstrap.difference_interval(b, a)[::-1])
    )


def test_printed_differences_of_pairs_are_those_of_the_printed_scores(found):
    cells = pair_cells(found)
    names = "score_a", "score_b", "difference"
    columns = ([Decimal(cell.replace("−", "-")) for cell in cells[name]] for name in names)
    assert [a - b == difference for a, b, difference in zip(*columns, strict=True)] == [True] * len(found.pairs)


def test_the_ranking_has_scores_intervals_and_letters(found, direct):
    frame = ranking_table(replace(found, correction="holm"))
    order = direct.order
    assert frame["system"].tolist() == [NAMES[system] for system in order]
    assert frame["letters"].tolist() == [direct.letters[system] for system in order]
    assert frame["BLEU"].tolist() == [direct.tested.scores[system] for system in order]
    expected = [direct.bootstrap.interval(NAMES[system]) for system in order]
    assert list(zip(frame["low"], frame["high"], strict=True)) == expected


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_evidence_is_that_of_scoring(test):
    pair, rows = NAMES[:2], [MEASURED[BLEU][name] for name in NAMES[:2]]
    chosen = plan(test=test)
    found = compare_with_intervals(chosen, MEASURED[BLEU], silent)
    shown = evidence(chosen, found, MEASURED[BLEU], pair, silent)
    resampled = bootstrap(BLEU(), MEASURED[BLEU], TRIALS, SEED)
    np.testing.assert_array_equal(shown.sampled, resampled.sampled_differences(*pair))
    assert shown.share_better == resampled.share_better(*pair)
    assert shown.power == power_of_pair(resampled, *pair)
    np.testing.assert_array_equal(shown.influence, leave_one_out(BLEU(), *rows))
    expected = removal(BLEU(), *rows, TRIALS, SEED)
    assert (shown.removal.needed, shown.removal.p_value) == (expected.needed, expected.p_value)
    if test == "ar":
        np.testing.assert_array_equal(shown.null, null_differences(BLEU(), *rows, TRIALS, SEED))
    assert shown.as_large.sum() == found.tested.counts[0, 1]


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_all_work_tells_how_far_it_is_and_can_be_cancelled(test):
    shares, chosen = [], plan(test=test)
    found = compare_with_intervals(chosen, MEASURED[BLEU], shares.append)
    assert shares == sorted(shares)
    assert (shares[-2], shares[-1]) == (pytest.approx(0.95), 1), "the quantiles are a step of their own"
    surest = min(found.pairs, key=lambda pair: pair.p_value)
    pair = surest.a, surest.b
    shares.clear()
    evidence(chosen, found, MEASURED[BLEU], pair, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert sum(share > 0.5 for share in shares) >= 3, "while segments are removed too"

    def tell(share):
        if share > 0.6:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        evidence(chosen, found, MEASURED[BLEU], pair, tell)


@pytest.mark.parametrize(
    ("n_systems", "n_segments", "fits"),
    [(2, 1_000, 1_000_000), (9, 400, 1_000_000), (20, 1_002, 500_000), (20, 50_000, 10_000), (200, 10, 10_000)],
)
def test_work_is_bounded(n_systems, n_segments, fits):
    most = most_trials(plan(systems=tuple(map(str, range(n_systems)))), n_segments)
    assert most >= fits
    assert most * n_systems * n_segments <= 20_000_000_000
    assert most_trials(plan(systems=tuple(map(str, range(n_systems)))), 50 * n_segments) < most


def test_of_runs_the_work_on_a_pair_counts_all():
    runs = {name: tuple(f"{name}{number}" for number in range(5)) for name in "xy"}
    single = most_trials(plan(systems=("x", "y")), 1000)
    of_runs = plan(systems=runs["x"] + runs["y"], groups=tuple(runs.items()))
    assert most_trials(replace(of_runs, exchange="runs"), 1000) == pytest.approx(single / 7.5, rel=0.03)
    for together in (of_runs, replace(of_runs, test="bootstrap")):
        assert most_trials(together, 1000) == pytest.approx(single / 5, rel=0.03)


def test_the_same_evidence_from_the_other_side():
    pair = NAMES[:2]
    there, back = (pair_evidence(plan(), MEASURED[BLEU], chosen) for chosen in (pair, pair[::-1]))
    np.testing.assert_allclose(there.null, -back.null, atol=1e-9)
    assert there.as_large.sum() == back.as_large.sum()
    assert there.removal.needed == back.removal.needed


def runs_of(n_segments=40):
    """Two systems with two runs each, of which the first is better."""
    generator = np.random.default_rng(1)
    words = np.array(["a", "b", "c", "d"])
    reference = [" ".join(generator.choice(words, 8)) for _ in range(n_segments)]

    def output(share):
        return [
            " ".join(w if generator.random() < share else generator.choice(words) for w in line.split())
            for line in reference
        ]

    shares = {"x.opt0": 0.8, "x.opt1": 0.8, "y.opt0": 0.6, "y.opt1": 0.6, "z": 0.6}
    return TestSet.build({name: output(share) for name, share in shares.items()}, [reference])


GROUPS = (("x", ("x.opt0", "x.opt1")), ("y", ("y.opt0", "y.opt1")))


@pytest.mark.parametrize(
    ("exchange", "words"),
    [("together", "similar runs of one system do not make p smaller"), ("runs", "this makes p too small")],
)
def test_runs_are_compared_as_scoring_compares_them(exchange, words):
    measured = BLEU().measure(runs_of())
    chosen = replace(plan(systems=sum((runs for _, runs in GROUPS), ()), groups=GROUPS), exchange=exchange)
    found = compare_with_intervals(chosen, measured, silent)
    of_runs = {run: measured[run] for run in chosen.systems}
    direct = compare(BLEU(), of_runs, "ar", TRIALS, SEED, "holm", dict(GROUPS), exchange=exchange)
    corrected = replace(found, correction="holm")
    assert corrected.pairs == direct.pairs
    frame = ranking_table(corrected)
    for system in replications(BLEU(), of_runs, dict(GROUPS), TRIALS, SEED):
        row = frame.set_index("system").loc[system.system]
        assert row[["runs", "mean", "s_sel", "s_opt"]].tolist() == [
            2,
            system.mean,
            system.selection,
            system.instability,
        ]
    shown = evidence(chosen, found, measured, ("x", "y"), silent)
    exchanged, summed = statistics_by_run(measured, dict(GROUPS)), pool_runs(measured, dict(GROUPS))
    rows = (exchanged if exchange == "runs" else summed).values()
    null = null_differences(BLEU(), *rows, TRIALS, SEED, exchange=exchange)
    np.testing.assert_array_equal(shown.null, null)
    np.testing.assert_array_equal(shown.influence, leave_one_out(BLEU(), *summed.values()))
    assert shown.as_large.sum() == direct.tested.counts[0, 1]
    said = str(pair_words.p_value_statement(corrected, ("x", "y"), shown, "ar"))
    assert words in said


def test_systems_that_are_no_run_stand_for_themselves():
    names = ("x.opt0", "z", "x.opt1")
    assert group_outputs(names, {"x": ("x.opt0", "x.opt1")}) == (("x", ("x.opt0", "x.opt1")), ("z", ("z",)))
    assert group_outputs(names, {}) is None


def test_a_plan_for_two_keeps_their_runs():
    chosen = plan(systems=("x.opt0", "x.opt1", "z", "y.opt0", "y.opt1"), groups=(*GROUPS, ("z", ("z",))))
    only = chosen.only(("z", "x"))
    assert only.groups == (("z", ("z",)), ("x", ("x.opt0", "x.opt1")))
    assert only.systems == ("z", "x.opt0", "x.opt1")
    assert plan().only(("b", "a")).systems == ("b", "a")


def test_every_metric_says_of_the_pair_what_its_test_of_all_pairs_says():
    pair = NAMES[:2]
    results = [run(plan(metric), MEASURED[metric]) for metric in (BLEU, TER)]
    frame = metrics_table(results, pair)
    expected = [judge(compare(of(), MEASURED[of], "ar", TRIALS, SEED), MEASURED[of]) for of in (BLEU, TER)]
    assert frame["p_adjusted"].tolist() == [found.p_adjusted(*pair) for found in expected]
    assert frame["verdict"].tolist() == [found.state(*pair) for found in expected]
    told = metrics_table(results, pair, is_doubtful=True)["verdict"].tolist()
    assert told == [displayed_state(state, is_doubtful=True) for state in frame["verdict"]]
    assert "clear" not in told
    assert frame["segments"].tolist() == [len(NEWS)] * 2
    direct = [found.refined.only(pair).pairs[0].difference for found in expected]
    assert frame["first − second"].tolist() == direct


def test_every_metric_s_numbers_have_its_own_decimals():
    """Of scores up to 1 two decimals would print a difference of 0.0008 as 0.01."""
    columns = ["metric", "first", "second", "first − second", "low", "high", "p_adjusted"]
    rows = [
        ("BLEU", 46.712, 45.5, 1.212, 0.1, math.nan, 0.04),
        ("XCOMET", 0.88553, 0.88469, 0.00084, -0.00012, 0.0019, 0.2),
    ]
    shown = written_metrics([2, 4], pd.DataFrame(rows, columns=columns))
    cells = metric_cells([2, 4], pd.DataFrame(rows, columns=columns))
    assert cells["first − second"] == ["+1.21", "+0.0008"], "as LaTeX has them"
    assert [line.split("|")[1:] for line in shown.to_string(delimiter="|").splitlines()[1:]] == [
        ["BLEU", "46.71", "45.50", "+1.21", "+0.10", MISSING, probability(0.04)],
        ["XCOMET", "0.8855", "0.8847", "+0.0008", "−0.0001", "+0.0019", probability(0.2)],
    ]


def test_the_most_influential_segments_come_first():
    shown = pair_evidence(plan(TER), MEASURED[TER], NAMES[:2])
    frame = influence_table(TER(), NAMES[:2], shown, units(NEWS, SEGMENT))
    moves = frame["moves the difference by"].to_numpy()
    assert (np.diff(np.abs(moves)) <= 0).all()
    assert abs(moves[0]) == np.abs(shown.influence).max()
    np.testing.assert_array_equal(shown.influence[frame["#"] - 1], moves)
    assert set(frame.loc[moves < 0, "helps"]) == {NAMES[0]}, "fewer edits help A"


def test_every_interval_that_a_page_shows_is_there(monkeypatch, found):
    """Also for those shown alone: a page with many systems would take long to draw."""
    monkeypatch.setattr(sys.modules[Bootstrap.__module__], "expanded_percentiles", None)
    for shown in (found, found.only(NAMES[:2])):
        for pair in permutations(shown.systems, 2):
            assert shown.bootstrap.difference_interval(*pair)[0] < shown.bootstrap.difference_interval(*pair)[1]
            assert shown.bootstrap.interval(pair[0])


# --- what is said ---


@pytest.mark.parametrize(
    ("metric", "difference", "who"),
    [(BLEU, 1, "A"), (BLEU, -1, "B"), (TER, 1, "B"), (TER, -1, "A"), (BLEU, 1e-12, None), (TER, math.nan, None)],
)
def test_who_is_better(metric, difference, who):
    assert better_system(metric(), difference, ("A", "B")) == who


def test_the_p_value_has_its_numbers(found):
    pair = NAMES[:2]
    shown = evidence(plan(), found, MEASURED[BLEU], pair, silent)
    count = int(shown.as_large.sum())
    said = str(pair_words.p_value_statement(replace(found, correction="holm"), pair, shown, "ar"))
    p = (count + 1) / (TRIALS + 1)
    assert f"In {count} of {TRIALS} shuffles" in said
    said = str(pair_words.p_value_formula(replace(found, correction="holm"), pair, shown, "ar"))
    assert f"p = (c + 1) / (R + 1) = ({count} + 1) / ({TRIALS} + 1) = {p:.4f}" in said
    low, high = (probability(end) for end in monte_carlo_interval(count, TRIALS, SURE))
    assert f"between {low} and {high}" in said


def test_the_p_value_of_resamples_says_what_few_segments_make_of_it():
    rows = {name: values[:30] for name, values in MEASURED[BLEU].items()}
    chosen, pair = plan(test="bootstrap"), NAMES[:2]
    few = compare_with_intervals(chosen, rows, silent)
    shown = evidence(chosen, few, rows, pair, silent)
    count = int(shown.as_large.sum())
    said = str(pair_words.p_value_formula(replace(few, correction="holm"), pair, shown, "bootstrap"))
    share, p = (count + 1) / (TRIALS + 1), float(expanded((count + 1) / (TRIALS + 1), 30))
    assert f"({count} + 1) / ({TRIALS} + 1) = {probability(share)}; because only 30 segments are drawn, p" in said
    assert f"drawn, p = {p:.4f}" in said
    low, high = (probability(float(expanded(end, 30))) for end in monte_carlo_interval(count, TRIALS, SURE))
    assert f"between {low} and {high}" in said


def pairs_with(p_values, correction, trials=10_000):
    """Comparisons of systems whose pairs have these p-values, and the evidence of the first pair."""
    n = math.isqrt(2 * len(p_values)) + 1
    counts = np.full((n, n), trials)
    first, second = np.triu_indices(n, 1)
    counts[first, second] = counts[second, first] = np.round(np.array(p_values) * (trials + 1)) - 1
    names = tuple(f"s{number}" for number in range(n))
    tested = Randomization(BLEU(), names, np.arange(n, 0, -1.0), counts, trials, 1)
    resampled = Bootstrap(BLEU(), names, tested.scores, np.zeros((trials, n)), 1000, 1)
    drawn = SimpleNamespace(as_large=np.arange(trials) < counts[0, 1], null=np.zeros(1), n_different=n)
    return Comparisons(BLEU(), tested, resampled, correction), drawn


@as_one_test
@pytest.mark.parametrize(
    ("p_values", "correction", "is_open"),
    [
        ([0.051], "holm", True),
        ([0.051], "none", True),
        ([0.049], "bonferroni", True),
        ([0.06], "holm", False),
        ([0.051] + [0.8] * 9, "bonferroni", False),
        ([0.051] + [0.8] * 9, "none", True),
        ([0.005] + [0.8] * 9, "bonferroni", True),
        ([0.005] + [0.8] * 9, "holm", True),
        ([0.005] + [0.0001] * 9, "holm", False),
        ([0.051] + [0.0001] * 9, "holm", True),
        ([0.051] + [0.0001] * 9, "bh", True),
        ([0.005] + [0.8] * 9, "none", False),
    ],
    ids=str,
)
def test_trials_that_leave_open_on_which_side_of_the_level_p_is_are_said_so(p_values, correction, is_open):
    found, drawn = pairs_with(p_values, correction)
    verdicts = Verdicts(found, _trial_counts(found))
    corrected = verdicts.refined
    shown = str(pair_words.p_value_statement(corrected, ("s0", "s1"), drawn, "ar"))
    assert ("This interval contains 0.05, so these shuffles do not settle it." in shown) == is_open
    assert is_open == (verdicts.state("s0", "s1") == "more trials needed")
    p = probability(verdicts.p_adjusted("s0", "s1"))
    by = {"holm": "Holm", "bonferroni": "Bonferroni", "bh": "Benjamini-Hochberg"}.get(correction)
    of = "Not corrected for multiple comparisons, p is" if by is None else f"Corrected for 10 comparisons ({by}), p is"
    of = of if len(p_values) > 1 else "For a single pair there is nothing to correct: p is"
    assert f"{of} {p} from 10,000 shuffles. With all possible ones it would be between" in shown
    assert str(pair_words.p_value_statement(corrected, ("s1", "s0"), drawn, "ar")) == shown


def test_where_more_trials_were_drawn_the_pairs_own_p_by_these_is_said():
    found, drawn = pairs_with([0.0007, 0.8, 0.8], "holm")
    further = FurtherTrials(*(np.full((3, 3), value) for value in (0.0009, 0.0215, 0.0205, 0.0226, 200_000, 180)))
    said = str(pair_words.p_value_statement(replace(found, further=further), ("s0", "s1"), drawn, "ar"))
    assert said.startswith("In 180 of 200,000 shuffles the difference is")
    formula = str(pair_words.p_value_formula(replace(found, further=further), ("s0", "s1"), drawn, "ar"))
    assert formula.startswith("p = (c + 1) / (R + 1) = (180 + 1) / (200,000 + 1) = 0.0009 without correction")
    assert (
        "Corrected for 3 comparisons (Holm), p is 0.0215 from"
        " 200,000 shuffles. With all possible ones it would be between 0.0205 and 0.0226 (99.9 % interval)."
    ) in said


def systems_of(**outputs):
    n_segments = len(next(iter(outputs.values())))
    return BLEU().measure(TestSet.build(outputs, [["a b c d e f"] * n_segments]))


GOOD, POOR = ["a b c d e f"] * 12, ["a x c x e x"] * 12


def test_of_identical_systems_nothing_more_is_said():
    measured = systems_of(one=GOOD, two=GOOD, poor=POOR)
    found = compare_with_intervals(plan(systems=tuple(measured)), measured, silent)
    shown = evidence(plan(systems=tuple(measured)), found, measured, ("one", "two"), silent)
    assert shown.as_large.all()
    corrected = replace(found, correction="holm")
    assert "cannot be estimated" in str(pair_words.power_statement(corrected, shown.power))
    assert "Neither system leads" in str(pair_words.lead_removal_statement(None, shown, corrected, ("one", "two")))


@pytest.mark.parametrize("correction", ["max-t", "holm"])
def test_more_trials_as_scoring_draws_them(correction):
    measured = systems_of(one=GOOD, two=["a b c d x f"] * 2 + GOOD[2:], poor=POOR)
    chosen, pairs = plan(systems=tuple(measured)), (("one", "poor"), ("one", "two"))
    corrected = replace(compare_with_intervals(chosen, measured, silent), correction=correction)
    shares = []
    found = settle_pairs(chosen, corrected, measured, shares.append).verdicts
    expected = judge(corrected, measured)
    assert [found.state(a, b) for a, b in pairs] == [expected.state(a, b) for a, b in pairs]
    np.testing.assert_array_equal(found.trials, expected.trials)
    assert found.trials.max() > TRIALS
    assert shares[-1] == 1


def test_names_say_which_is_taken_from_which():
    measured = systems_of(A=GOOD, B=POOR)
    found, pair = compare_with_intervals(plan(systems=("A", "B")), measured, silent), ("B", "A")
    said = str(pair_words.verdict_statement(replace(found, correction="holm"), pair))
    assert said.startswith("A is ahead of B by")
    assert "B − A = −" in said
    shown = evidence(plan(systems=("A", "B")), found, measured, pair, silent)
    said = str(pair_words.resampling_statement(found, pair, shown))
    assert "B is better in 0.0 %" in said
    assert "not the probability that B is the better system" in said
    frame = bins(shown.sampled, shown.sampled > 0)
    figure = charts.bootstrap_histogram(frame, -1.0, (-2.0, -0.5), BLEU(), pair)
    assert [trace.hovertext for trace in figure.data] == ["B is better", "A is better, or neither"]
    assert figure.layout.xaxis.title.text.endswith("shaded: 95 % interval")
    without = charts.bootstrap_histogram(frame, -1.0, (math.nan, math.nan), BLEU(), pair)
    assert without.layout.xaxis.title.text == (
        "difference in BLEU points, first − second<br>above 0 the first is better"
    ), "nothing is shaded"


@pytest.mark.parametrize(("metric", "unit"), [(BLEU, "BLEU points"), (TER, "TER points"), (NIST, "NIST")])
def test_a_difference_is_said_on_the_scale_of_its_metric(metric, unit):
    resampled = compare_with_intervals(plan(metric, NAMES[:2]), metric().measure(NEWS), silent)
    corrected, pair = replace(resampled, correction="holm"), NAMES[:2]
    (first, *_) = corrected.pairs
    large = re.escape(write_size(printed_difference(first.score_a, first.score_b)))
    assert re.search(rf" by {large} {unit}, (and|but) ", str(pair_words.verdict_statement(corrected, pair)))
    found = power_of_pair(resampled.bootstrap, *pair)
    said = str(pair_words.power_statement(corrected, found, found))
    assert f"you can show a difference of {write_size(found.detectable)} {unit} or more" in said
    assert f"these numbers are {write_size(found.detectable)} {unit} and" in said


def test_the_verdict_where_a_score_is_not_defined():
    measured = systems_of(good=GOOD, none=POOR)
    measured["none"] = np.zeros_like(measured["none"])
    found = compare_with_intervals(plan(systems=tuple(measured)), measured, silent)
    assert "is not defined" in str(pair_words.verdict_statement(replace(found, correction="holm"), ("good", "none")))


def some(n_segments, **changes):
    """Systems over so many segments; a change is in how many of them an output is poor."""
    outputs = {name: [*POOR[:poor], *(GOOD * 2)[: n_segments - poor]] for name, poor in changes.items()}
    return systems_of(**outputs)


@pytest.mark.parametrize(
    ("different", "words"), [(3, "in only 3 segments, too few for a significant difference: p"), (6, "")]
)
def test_too_few_segments_that_differ(different, words):
    measured, pair = some(20, a=0, b=different), ("a", "b")
    found = compare_with_intervals(plan(systems=pair), measured, silent)
    shown = evidence(plan(systems=pair), found, measured, pair, silent)
    assert shown.n_different == different
    said = str(pair_words.p_value_statement(replace(found, correction="holm"), pair, shown, "ar"))
    assert ("in only" in said) == bool(words)
    assert words in said


def test_segments_that_carry_the_lead():
    outputs = ["a b c d e f"] * 8 + ["a x c x e x"] * 30
    measured = systems_of(good=outputs, poor=["a x c x e x"] * 38)
    shown = pair_evidence(plan(systems=("good", "poor")), measured, ("good", "poor"))
    found = compare(BLEU(), measured)
    said = str(pair_words.lead_removal_statement("good", shown, found, ("good", "poor")))
    assert f"Without the {shown.removal.needed} segments that help good most" in said
    assert f"p rises from {probability(found.p_values[0, 1])}" in said, "the pair's own p-value, as everywhere"


@pytest.mark.parametrize(
    ("n_better", "ends"),
    [(1, ": one segment, the first below, makes more than half of it."), (4, ", so there is nothing to remove.")],
)
def test_a_lead_that_one_segment_makes_is_said_to_be_so(n_better, ends):
    measured = systems_of(good=["a b c d e f"] * n_better + ["a x c x e x"] * 8, poor=["a x c x e x"] * (n_better + 8))
    shown = pair_evidence(plan(systems=("good", "poor")), measured, ("good", "poor"))
    said = pair_words.lead_removal_statement("good", shown, compare(BLEU(), measured), ("good", "poor"))
    assert str(said.small_print[0]).endswith(ends)


def test_names_stay_text():
    measured = systems_of(**{HOSTILE: GOOD, "b": POOR})
    chosen, pair = plan(systems=(HOSTILE, "b")), (HOSTILE, "b")
    found = compare_with_intervals(chosen, measured, silent)
    corrected = replace(found, correction="holm")
    shown = evidence(chosen, found, measured, pair, silent)
    said = (
        pair_words.verdict_statement(corrected, pair),
        pair_words.p_value_statement(corrected, pair, shown, "ar"),
        pair_words.resampling_statement(found, pair, shown),
        pair_words.lead_removal_statement(HOSTILE, shown, corrected, pair),
        method_words.runs_of_systems([(HOSTILE, (HOSTILE,))]),
    )
    pieces = (
        *map(statement_html, said),
        charts.score_forest_chart(corrected, dict.fromkeys(pair, "#000")).to_json(),
    )
    assert not any("<img" in piece for piece in pieces)
    assert not any("&lt;b&gt;" in piece for piece in pieces), "what stands out does"


# --- what is drawn ---


def test_the_matrix_is_row_minus_column(found, direct):
    corrected, order = replace(found, correction="holm"), direct.order
    shown = matrix.payload(corrected, NAMES[:2])
    assert [name["full"] for name in shown["names"]] == [NAMES[system] for system in order]
    for row, a in enumerate(order):
        for column, b in enumerate(order):
            square = shown["rows"][row][column]
            if a == b:
                assert square is None
                continue
            scores, p = direct.tested.scores, direct.p_adjusted[a, b]
            difference = printed_difference(scores[a], scores[b])
            assert (square["difference"], square["p"]) == (signed(difference), short_probability(p))
            assert np.sign(square["side"]) == (np.sign(difference) if p <= 0.05 else 0)
            assert abs(square["side"]) == sum(p <= step for step in (0.001, 0.01, 0.05))
            assert square["about"].startswith(f"{NAMES[a]} − {NAMES[b]}: {signed(difference)} BLEU, ")
    assert shown["chosen"] == [order.index(0), order.index(1)]


def test_of_edit_rates_the_lower_is_blue():
    found = compare_with_intervals(plan(TER), MEASURED[TER], silent)
    corrected = replace(found, correction="none")
    rows, scores = matrix.payload(corrected, NAMES[:2])["rows"], corrected.tested.scores
    sides = {
        (a, b): rows[i][j]["side"]
        for i, a in enumerate(corrected.order)
        for j, b in enumerate(corrected.order)
        if a != b
    }
    assert any(sides.values())
    for (a, b), side in sides.items():
        if side:
            assert (side > 0) == (scores[a] < scores[b])


def test_the_forest_has_every_interval(found):
    corrected = replace(found, correction="holm")
    figure = charts.score_forest_chart(corrected, dict.fromkeys(NAMES, "#0072B2"))
    for trace, system in zip(figure.data, corrected.order, strict=True):
        assert trace.x[0] == corrected.tested.scores[system]
        ends = trace.x[0] - trace.error_x.arrayminus[0], trace.x[0] + trace.error_x.array[0]
        assert ends == pytest.approx(tuple(found.bootstrap.interval(NAMES[system])))
    assert [note.text for note in figure.layout.annotations] == [corrected.letters[s] for s in corrected.order]


def test_histograms_count_every_defined_value_once():
    values = np.array([-2.0, -1, 0, 0.5, 1, 2, np.nan])
    frame = bins(values, np.abs(values) >= 1, 7)
    assert frame["marked"].sum() == 4
    assert frame["others"].sum() == 2
    figure = charts.null_distribution(frame, -1.0, BLEU(), "shuffles")
    assert {line.x0 for line in figure.layout.shapes} == {-1, 1}
    assert [note.text for note in figure.layout.annotations] == ["observed −1.00", "as far the other way +1.00"]
    assert figure.layout.xaxis.title.text == "difference in BLEU points, first − second<br>after random swaps"
    low, high = figure.layout.xaxis.range
    assert low < -2
    assert high > 2


@pytest.mark.parametrize("values", [[0.0] * 5, [40.0, np.nextafter(40, 41), np.nan], [3e6, 3e6 + 1e-9], [np.nan], []])
def test_values_that_are_the_same_up_to_rounding_have_one_bin(values):
    frame = bins(np.array(values), np.zeros(len(values), bool))
    assert len(frame) == 1
    assert frame["others"].sum() == (~np.isnan(values)).sum()
    charts.null_distribution(frame, 40.0, BLEU(), "shuffles")


@pytest.mark.parametrize(("noise", "share", "holds"), [(1e-13, "0.0 %", True), (0.1, "100.0 %", False)])
def test_what_is_within_rounding_is_no_win(noise, share, holds):
    drawn = Bootstrap(
        SimpleNamespace(higher_is_better=True, rounding=1e-9, decimals=2),
        ("A", "B"),
        np.zeros(2),
        np.array([[noise, 0]] * 99),
        30,
        1,
    )
    assert f"{100 * drawn.share_better('A', 'B'):.1f} %" == share
    found = Comparisons(drawn.metric, drawn, drawn, "holm")
    shown = SimpleNamespace(share_better=drawn.share_better("A", "B"), sampled=drawn.sampled_differences("A", "B"))
    said = str(pair_words.resampling_statement(found, ("A", "B"), shown))
    assert f"A is better in {share}" in said
    assert ("It contains 0" in said) == holds


@pytest.mark.parametrize("unit", [1.0, 2.0**-40])
def test_a_pair_is_spoken_of_on_the_scale_of_its_scores(unit):
    noise = np.random.default_rng(4).random((2, 40))
    columns = {"A": (noise[0] + 0.3) * unit, "B": noise[1] * unit}
    texts = TestSet.build(dict.fromkeys(columns, ["a"] * 40), [["a"] * 40]).with_judgments([Scores("x", columns)])
    metric = external_metrics_by_name(texts)["x"]
    asked, measured = plan(lambda: metric, ("A", "B")), metric.measure(texts)
    found, pair = compare_with_intervals(asked, measured, silent), ("A", "B")
    shown, corrected = evidence(asked, found, measured, pair, silent), replace(found, correction="holm")
    assert shown.as_large.sum() == corrected.tested.counts[0, 1] < TRIALS
    assert better_system(metric, float(columns["A"].mean() - columns["B"].mean()), pair) == "A"
    decimals = 4 if unit == 1 else 15
    written = f"{round(columns['A'].mean(), decimals) - round(columns['B'].mean(), decimals):.{decimals}f}"
    assert written in str(pair_words.p_value_statement(corrected, pair, shown, "ar"))
    said = str(pair_words.power_statement(corrected, shown.power, shown.power))
    assert said.count(f" {shown.power.detectable:.{decimals}f} ") == 2
    ends = found.bootstrap.difference_interval(*pair)
    interval = f"{ends[0]:+.{decimals}f} to {ends[1]:+.{decimals}f}. It does not contain 0."
    assert interval in str(pair_words.resampling_statement(found, pair, shown))
    assert len(bins(shown.null, shown.as_large, rounding=metric.rounding)) == 60


def test_a_name_is_no_part_of_a_template():
    """Plotly would put values in for what looks like a variable."""
    frame = bins(np.arange(9.0), np.arange(9) > 3)
    figures = [charts.bootstrap_histogram(frame, 1.0, (0.5, 2.0), BLEU(), pair) for pair in (("%{x}", "%{y}"), "AB")]
    odd, plain = ([trace.hovertemplate for trace in figure.data] for figure in figures)
    assert odd == plain
    assert figures[0].data[0].hovertext == "%{x} is better"


def test_a_difference_of_nothing_is_marked_once():
    frame = bins(np.zeros(5), np.ones(5, bool))
    assert frame["marked"].sum() == 5
    assert len(charts.null_distribution(frame, 0.0, BLEU(), "shuffles").layout.shapes) == 1


def test_long_names_that_begin_alike_can_be_told_apart():
    names = [f"a name that is far too long for an axis, number {number}" for number in (1, 2)]
    measured = systems_of(**{names[0]: GOOD, names[1]: POOR})
    found = compare_with_intervals(plan(systems=tuple(names), trials=100), measured, silent)
    assert charts.short_names(replace(found, correction="holm")) == [
        "1 a name that is…xis, number 1",
        "2 a name that is…xis, number 2",
    ]


def test_so_few_segments_find_no_difference_however_large():
    compared = compare(BLEU(), some(5, a=0, b=4), trials=TRIALS)
    found = power_of_pair(compared.bootstrap, "a", "b")
    assert "With 5 segments no difference can be found, however large" in str(
        pair_words.power_statement(compared, found)
    )
    by_document = str(pair_words.power_statement(replace(compared, unit="document"), found))
    assert "With 5 documents no difference can be found" in by_document
    assert found.needed_units >= 6


def test_power_at_the_level_that_a_correction_leaves(direct):
    found, adjusted = (power_of_pair(direct.bootstrap, *NAMES[:2], level=level) for level in (0.05, 0.05 / 3))
    said = str(pair_words.power_statement(direct, found, adjusted))
    assert f"a difference of {adjusted.detectable:.2f} BLEU points or more with 80 % power at p ≤ 0.05 after" in said
    assert method_words.needed_sentence(adjusted.needed_units, len(NEWS), "segment") in said
    assert f"these numbers are {found.detectable:.2f} BLEU points and about" in said
    assert adjusted.detectable > found.detectable
    assert "run to run" not in said
    said = str(pair_words.power_statement(replace(direct, runs=of_runs([1.0], [2.0]).runs), found))
    assert "do not make up for what differs from run to run" in said


def test_of_a_significant_difference_it_is_said_what_a_new_test_set_needs(direct):
    found = replace(power_of_pair(direct.bootstrap, *NAMES[:2]), needed_units=2612.0)
    said = str(pair_words.power_statement(direct, found, is_significant=True))
    assert (
        "The difference is significant here. To find one as large in a new test set with 80 % power, that set would"
        f" need about 2,600 segments; this one has {len(NEWS):,}."
    ) in said
    assert "settle" not in said
    enough = replace(found, needed_units=len(NEWS) - 1.0)
    assert "would settle it" in str(pair_words.power_statement(direct, enough, is_significant=True))


def of_runs(*scores):
    """Two systems whose runs have these scores."""
    runs = tuple(
        Replications(name, tuple(map(str, range(len(given)))), np.array(given), 1.0)
        for name, given in zip("xy", scores, strict=True)
    )
    drawn = Bootstrap(BLEU(), ("x", "y"), np.zeros(2), np.zeros((3, 2)), 3, 1)
    return Comparisons(BLEU(), drawn, drawn, "holm", runs)


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (
            ([19.11, 18.60, 19.11], [18.67, 18.60, 18.71]),
            "0.28, has a standard error of 0.17 from run to run; it is at most twice as large",
        ),
        (
            ([19.1, 19.0, 19.2], [18.5, 18.6, 18.7]),
            "0.50, has a standard error of 0.08 from run to run; it is more than twice as large.",
        ),
        (([19.1, 19.0], [18.5]), "For a system with a single run this is not known."),
    ],
)
def test_what_differs_from_run_to_run_stands_beside_the_difference(scores, words):
    said = str(pair_words.run_variation_statement(of_runs(*scores), ("x", "y")))
    assert said.startswith("p and intervals hold for these runs only")
    assert words in said
    assert ("other runs might reverse it" in said) == ("at most" in words)


def test_without_runs_nothing_is_said_of_them():
    found = replace(compare_with_intervals(plan(), MEASURED[BLEU], silent), correction="holm")
    assert pair_words.run_variation_statement(found, NAMES[:2]) is None
    assert pair_words.p_value_meaning("ar") + "\n- It holds for these runs" in pair_words.p_value_meaning("ar", True)
