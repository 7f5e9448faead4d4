"""The page Significance as Streamlit runs it: numbers as of direct scoring, runs, cancelling, odd test sets."""

import re
from dataclasses import replace
from datetime import date
from functools import cache as cached

import numpy as np
import pyarrow as pa
import pytest

from scoring import BLEU, METRICS, TestSet
from scoring.output.numbers import probability
from scoring.significance import compare, judge, leave_one_out, sums_by_document
from scoring.studies import comparison
from scoring.studies.wording.verdict_words import DOUBT_MARK
from server.engine.jobs import WISH_SECONDS
from tests.pages.steps import (
    NEWS,
    NINE,
    SAMPLES,
    button,
    go,
    html,
    key_of,
    ran,
    ran_until,
    table_with,
    tables,
    texts,
    title,
    wait_for,
)
from ui.kit import budget, exports
from ui.report.menu import report_html_task
from ui.store import cache

TRIALS = 300


@pytest.fixture
def opened(visit):
    """The page with a test set and few trials, all its runs done."""

    def opened(test_set=None, **parameters):
        if test_set is not None:
            parameters["set"] = key_of(test_set)
        return settled(visit("significance", **{"trials": str(TRIALS)} | parameters))

    return opened


def settled(at):
    """Nothing is on its way any more."""
    return ran_until(at, lambda at: "Cancel" not in [button.label for button in at.button])


def said(at):
    return re.sub(r"<[^>]*>", "", re.sub(r"<style>.*?</style>", "", html(at), flags=re.DOTALL))


def direct(test_set, metric=None, test="ar", trials=TRIALS, seed=1, groups=None, systems=None, exchange="together"):
    chosen = tuple(systems or test_set.system_names)
    runs = None if groups is None else tuple(groups.items())
    return computed(test_set, metric or BLEU(), test, trials, seed, runs, chosen, exchange)


@cached
def computed(test_set, metric, test, trials, seed, runs, systems, exchange):
    """Once for all tests that compare with it."""
    measured, groups = metric.measure(test_set), None if runs is None else dict(runs)
    chosen = {name: measured[name] for name in systems}
    return refined(compare(metric, chosen, test, trials, seed, groups=groups, exchange=exchange), chosen, groups)


def refined(found, measured, groups=None):
    """With further trials where p is open, as the verdict has them."""
    return judge(found, measured, groups).refined


def check_ranking(at, expected):
    frame = table_with(at, "letters", "low")
    assert frame["system"].tolist() == [expected.systems[system] for system in expected.order]
    letters = [letter.removesuffix(f" {DOUBT_MARK}") for letter in frame["letters"]]
    assert letters == [expected.letters[system] for system in expected.order]
    np.testing.assert_allclose(frame[expected.metric.full_name], expected.tested.scores[expected.order])
    intervals = [expected.bootstrap.interval(name) for name in frame["system"]]
    np.testing.assert_allclose(frame[["low", "high"]], intervals)


def check_pair(at, expected):
    """The p of the two selected systems, with its numbers put in."""
    pair = at.selectbox(key="pair_a").value, at.selectbox(key="pair_b").value
    a, b = (expected.systems.index(name) for name in pair)
    p, trials, count = expected.p_values[a, b], expected.further.trials[a, b], expected.further.counts[a, b]
    assert f"({count:,} + 1) / ({trials:,} + 1) = {(count + 1) / (trials + 1):.4f}" in said(at)
    assert f"p = {p:.4f}" in said(at) or expected.test == "ar"
    assert f"p = {probability(expected.p_adjusted[a, b])}" in said(at)
    return pair


@pytest.mark.exhaustive
@pytest.mark.parametrize("identity", SAMPLES)
def test_every_sample_has_the_numbers_of_direct_scoring(opened, identity):
    at = opened(set=identity)
    expected = direct(cache.open_test_set(identity))
    check_ranking(at, expected)
    pair = check_pair(at, expected)
    assert pair == tuple(expected.systems[system] for system in expected.order[:2])


def first_of_news(n_segments):
    """So many segments."""
    news = cache.open_test_set(NEWS)
    outputs = {system.name: system.segments[:n_segments].to_pylist() for system in news.systems}
    return TestSet.build(outputs, [reference.segments[:n_segments].to_pylist() for reference in news.references])


@pytest.mark.one_case_in(4)
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", METRICS)
def test_any_metric_by_either_test(opened, name):
    metric, news = METRICS[name](), first_of_news(20)
    at = opened(news, significance_metric=metric.label)
    check_ranking(at, direct(news, metric))
    at = settled(ran(at.selectbox(key="test").set_value("bootstrap").run()))
    expected = direct(news, metric, "bootstrap")
    check_ranking(at, expected)
    check_pair(at, expected)


@pytest.mark.exhaustive
def test_a_metric_with_other_options_has_the_name_that_the_command_gives_it(opened, visit):
    news = first_of_news(20)
    at = opened(news, significance_metric="chrf", chrf_word_order="2")
    check_ranking(at, direct(news, METRICS["chrf"](word_order=2)))
    assert "chrF2++" in at.selectbox(key="significance_metric").options
    assert "chrF2++ points" in said(at)
    assert not re.search(r"\bchrF\b(?!\+)", said(at)), "the name without its options"
    at = visit("overview", set=key_of(news), chrf_word_order="2")
    assert "chrF2++" in table_with(at, "system", "BLEU").columns


@pytest.mark.exhaustive
def test_trials_seed_and_correction_count(opened):
    news = first_of_news(40)
    at = opened(news)
    at.number_input(key="seed").set_value(5)
    at.number_input(key="trials").set_value(200)
    at = settled(ran(at.run()))
    check_pair(at, direct(news, trials=200, seed=5))
    assert "Corrected for 3 comparisons (step-down max-T), p is" in said(at)
    ran(at.selectbox(key="correction").set_value("none").run())
    assert not at.button or "Cancel" not in [button.label for button in at.button], "the correction needs no run"
    assert "Not corrected for multiple comparisons, p is" in said(at)


@pytest.mark.exhaustive
@pytest.mark.parametrize("names", [("chrf", "bootstrap", "bh"), ("chrF", "Paired bootstrap", "Benjamini-Hochberg")])
def test_the_address_takes_the_names_of_the_command_line_too(opened, names):
    lines = [f"this is line {number} of it" for number in range(30)]
    test_set = TestSet.build({name: [f"{line} {name}" for line in lines] for name in "abc"}, [lines])
    at = opened(test_set, **dict(zip(("significance_metric", "test", "correction"), names, strict=True)))
    assert [at.selectbox(key=key).value for key in ("significance_metric", "test", "correction")] == [
        "chrf",
        "bootstrap",
        "bh",
    ]
    assert "Corrected for 3 comparisons (Benjamini-Hochberg), p is" in said(at)
    ran(at.selectbox(key="correction").set_value("holm").run())
    assert at.selectbox(key="correction").value == "holm"


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", ["significance", "overview", "compare"])
def test_an_output_that_is_the_reference_is_not_ranked(opened, page):
    lines = [f"this is line {number} of it" for number in range(30)]
    others = {name: [f"{line} {name}" for line in lines] for name in ("one", "other")}
    at = opened(TestSet.build({"copy": lines, **others}, [lines]))
    at = at if page == "significance" else settled(go(at, page))
    at = ran_until(at, lambda at: "The verdict" in html(at))
    assert "copy is a reference, so it is not ranked." in said(at)
    assert "<b>copy</b>" not in html(at)
    if page == "overview":
        assert table_with(at, "system", "BLEU")["system"].tolist() == ["one", "other"]


@pytest.mark.exhaustive
def test_several_metrics_beside_a_baseline(opened):
    at = opened(correction="none")
    assert not [frame for frame in tables(at) if "chrF" in frame]
    at.multiselect(key="baseline_metrics").set_value(["chrf", "bleu"])
    at = settled(ran(at.run()))
    names = [direct(cache.open_test_set(NEWS)).systems[system] for system in direct(cache.open_test_set(NEWS)).order]
    assert at.selectbox(key="tested_baseline").value == names[0]
    ran(at.selectbox(key="tested_baseline").set_value(names[1]).run())
    frame = table_with(settled(at), "system", "BLEU", "chrF")
    assert frame["system"].tolist() == [names[1], names[0], *names[2:]]
    for kind in ("bleu", "chrf"):
        measured = METRICS[kind]().measure(cache.open_test_set(NEWS))
        found = refined(compare(METRICS[kind](), measured, trials=TRIALS, correction="none"), measured)
        for system, cell in zip(frame["system"], frame[METRICS[kind].label], strict=True):
            low, high = found.bootstrap.interval(system)
            a, b = found.index(system), found.index(names[1])
            p = "" if a == b else f" (p = {found.p_values[a, b]:.4f})"
            assert cell == f"{found.tested.scores[a]:.2f} ± {(high - low) / 2:.2f}{p}"


@pytest.mark.exhaustive
def test_settings_of_the_sidebar_count(opened):
    at = opened()
    ran(at.sidebar.toggle(key="lowercase").set_value(True).run())
    check_ranking(settled(at), direct(cache.open_test_set(NEWS), BLEU(lowercase=True)))


@pytest.mark.exhaustive
def test_choosing_a_pair(opened):
    news = cache.open_test_set(NEWS)
    at = opened()
    first, _, last = (at.selectbox(key="pair_a").options[i] for i in range(3))
    ran(at.selectbox(key="pair_b").set_value(last).run())
    assert check_pair(settled(at), direct(news)) == (first, last)
    ran(at.selectbox(key="pair_a").set_value(last).run())
    pair = check_pair(settled(at), direct(news))
    assert pair[0] == last != pair[1]
    summary = table_with(at, "metric", "verdict").set_index("metric")
    assert "BLEU" not in summary.index, "the metric that decides is no other metric"
    for metric in (METRICS["chrf"](), METRICS["ter"]()):
        row = summary.loc[metric.label]
        of_pair = direct(news, metric).only(pair).pairs[0]
        assert row[["first", "second", "p_adjusted"]].tolist() == [of_pair.score_a, of_pair.score_b, of_pair.p_adjusted]


@pytest.mark.exhaustive
def test_the_pair_and_the_controls_stay_over_pages(opened):
    at = opened()
    last = at.selectbox(key="pair_a").options[2]
    at.selectbox(key="pair_a").set_value(last)
    at = settled(ran(at.selectbox(key="significance_metric").set_value("ter").run()))
    go(at, "overview")
    at = settled(go(at, "significance"))
    assert at.selectbox(key="pair_a").value == last
    assert "TER" in table_with(at, "letters").columns
    assert at.number_input(key="trials").value == TRIALS


@pytest.mark.exhaustive
def test_the_influence_is_that_of_the_pair(opened):
    at = opened()
    frame = table_with(at, "#", "helps")
    pair = [at.selectbox(key=key).value for key in ("pair_a", "pair_b")]
    measured = BLEU().measure(cache.open_test_set(NEWS))
    moves = leave_one_out(BLEU(), *(measured[name] for name in pair))
    np.testing.assert_allclose(frame["moves the difference by"], moves[frame["#"] - 1])
    assert frame["moves the difference by"].abs().max() == np.abs(moves).max()


# --- runs of one system ---


@pytest.mark.exhaustive
def test_runs_are_offered_and_the_visitor_decides(opened):
    at = opened(NINE)
    assert at.toggle(key="runs").value is False
    assert "base = base.opt0, base.opt1, base.opt2" in said(at)
    check_ranking(at, direct(NINE))
    at = settled(ran(at.toggle(key="runs").set_value(True).run()))
    groups = {name: tuple(f"{name}.opt{run}" for run in "012") for name in ("base", "big", "odd")}
    expected = direct(NINE, groups=groups)
    check_ranking(at, expected)
    check_pair(at, expected)
    frame = table_with(at, "s_sel", "s_opt").set_index("system")
    for runs in expected.runs:
        assert frame.loc[runs.system, ["mean", "s_sel", "s_opt"]].tolist() == [
            runs.mean,
            runs.selection,
            runs.instability,
        ]


@pytest.mark.exhaustive
def test_a_link_that_calls_the_exchange_as_it_was_called_before_still_means_it(opened):
    (chosen,) = (radio for radio in opened(NINE, runs="true", exchange="segments").radio if radio.key == "exchange")
    assert chosen.value == "together"


@pytest.mark.exhaustive
def test_each_output_can_be_exchanged_on_its_own_as_long_as_numbers_of_runs_are_equal(opened):
    groups = {name: tuple(f"{name}.opt{run}" for run in "012") for name in ("base", "big", "odd")}
    at = opened(NINE, runs="true", exchange="each output on its own")
    expected = direct(NINE, groups=groups, exchange="runs")
    check_ranking(at, expected)
    check_pair(at, expected)
    ran(at.multiselect(key="run_groups").set_value(["base", "big"]).run())
    assert "every system needs the same number of runs" in texts(at)
    assert "odd.opt1 = odd.opt1" in said(at)
    at = settled(ran(at.button(key="to-segments").click().run()))
    del groups["odd"]
    groups |= {f"odd.opt{run}": (f"odd.opt{run}",) for run in "012"}
    check_ranking(at, direct(NINE, groups=groups))
    ran(at.multiselect(key="run_groups").set_value([]).run())
    check_ranking(settled(at), direct(NINE))
    assert not [radio for radio in at.radio if radio.key == "exchange"], "only where there are runs"


def test_runs_of_one_system_alone(opened):
    at = opened(NINE, runs="true")
    ran(at.sidebar.multiselect(key="systems").set_value(["big.opt0", "big.opt2"]).run())
    assert "runs of one system" in texts(at)
    at = settled(ran(at.toggle(key="runs").set_value(False).run()))
    check_ranking(at, direct(NINE, systems=["big.opt0", "big.opt2"]))


# --- a run that takes its time ---


@pytest.fixture
def slow(hold):
    return hold("all_pairs")


@pytest.fixture
def few():
    """A set with few segments: an engine that holds work has no results of other tests."""
    return key_of(first_of_news(20))


@pytest.mark.exhaustive
def test_a_long_run_shows_progress_and_leaves_the_other_pages_usable(visit, few, slow):
    at = visit("significance", set=few, trials="1001")
    assert button(at, "cancel-all")
    assert not tables(at)
    assert "1,001 shuffles" in at.get("progress")[0].proto.text
    ran_until(at, lambda at: at.get("progress")[0].proto.value == 40)
    assert title(go(at, "overview")) == "Overview"
    assert len(tables(at))
    slow.may_go_on.set()
    at = settled(go(at, "significance"))
    assert at.number_input(key="trials").value == 1001
    check_ranking(at, direct(first_of_news(20), trials=1001))
    assert not slow.given_up


@pytest.mark.exhaustive
def test_a_run_that_waits_for_its_turn_says_so(visit, few, slow):
    for trials in (1011, 1012):
        visit("significance", set=few, trials=str(trials))
    at = visit("significance", set=few, trials="1013")
    assert at.get("progress")[0].proto.text.startswith("Waiting for its turn: Testing 3 pairs")
    ran(button(at, "cancel-all").click().run())


@pytest.mark.exhaustive
def test_a_visitor_on_another_page_keeps_the_run(visit, few, slow, clock):
    at = visit("significance", set=few, trials="1021")
    gone = visit("significance", set=few, trials="1022")
    assert button(gone, "cancel-all")
    wait_for(lambda: len(slow.begun) == 2)
    for page in ("overview", "compare", "segments", "learn"):
        clock.now += WISH_SECONDS - 1
        go(at, page)
    wait_for(lambda: slow.given_up == [("all_pairs", 1022)])
    at = go(at, "significance")
    assert button(at, "cancel-all")


def test_too_much_work_is_not_begun(opened, monkeypatch):
    monkeypatch.setattr(budget, "MAX_WORK", 10**6)
    at = opened(trials="5000")
    assert re.search(r"5,000 shuffles on 160 segments of 3 systems would take too long. Up to \d+ shuffles", texts(at))
    assert not tables(at)
    at = settled(ran(at.button(key="fewer-trials").click().run()))
    check_ranking(at, direct(cache.open_test_set(NEWS), trials=at.number_input(key="trials").value))


def test_work_that_even_few_trials_do_not_finish(opened, monkeypatch):
    monkeypatch.setattr(budget, "MAX_WORK", 1000)
    at = opened(trials="5000")
    assert "show fewer systems" in texts(at)
    assert not button(at, "fewer-trials")


def test_a_cancelled_run_says_so_and_can_be_run_again(visit, few, slow):
    at = visit("significance", set=few, trials="1002")
    wait_for(lambda: slow.begun)
    ran(button(at, "cancel-all").click().run())
    ran(at.run())
    assert "Cancelled" in texts(at)
    wait_for(lambda: slow.given_up == [("all_pairs", 1002)])
    ran(at.run())
    assert button(at, "again-all"), "it does not begin by itself"
    slow.may_go_on.set()
    at = settled(ran(button(at, "again-all").click().run()))
    assert table_with(at, "letters")["#"].tolist() == [1, 2, 3]


@pytest.mark.exhaustive
def test_changing_a_control_gives_up_the_run_unless_somebody_else_wants_it(visit, few, slow):
    at, other = visit("significance", set=few, trials="1003"), visit("significance", set=few, trials="1003")
    wait_for(lambda: slow.begun)
    ran(at.number_input(key="trials").set_value(1004).run())
    ran(other.run())
    assert not slow.given_up
    ran(other.number_input(key="trials").set_value(1004).run())
    wait_for(lambda: slow.given_up == [("all_pairs", 1003)])
    slow.may_go_on.set()
    settled(at)


def show_one(at, monkeypatch):
    at.sidebar.multiselect(key="systems").set_value([cache.open_test_set(NEWS).system_names[0]])


def ask_for_too_much(at, monkeypatch):
    monkeypatch.setattr(budget, "MAX_WORK", 1000)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", [show_one, ask_for_too_much])
def test_a_run_that_the_page_shows_no_more_is_given_up(visit, few, slow, monkeypatch, change):
    at = visit("significance", set=few, trials="1031")
    wait_for(lambda: slow.begun)
    change(at, monkeypatch)
    ran(at.run())
    assert not button(at, "cancel-all")
    wait_for(lambda: slow.given_up == [("all_pairs", 1031)])


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", ["evidence", "verdicts"])
def test_what_hangs_on_a_run_is_given_up_with_it(visit, few, hold, part):
    held = hold(part)
    at = visit("significance", set=few, trials="300")
    ran_until(at, lambda _: set(held.begun) == {(part, 300)})
    hold("all_pairs")
    ran(at.number_input(key="trials").set_value(400).run())
    assert button(at, "cancel-all")
    assert not button(at, "cancel-pair")
    wait_for(lambda: set(held.given_up) == {(part, 300)})


def test_a_run_that_fails_says_so(visit, few, monkeypatch):
    def failing(plan, measured, tell):
        raise ValueError("the reason")

    monkeypatch.setattr(comparison, "compare_with_intervals", failing)
    at = visit("significance", set=few, trials="1005")
    ran_until(at, lambda at: "could not be computed" in texts(at))
    assert "the reason" not in texts(at)


# --- what is odd about the texts ---


def test_one_system(opened):
    at = opened(TestSet.build({"A": ["a b"]}, [["a b"]]))
    said = html(at)
    assert "<b>A</b> has <b>0.00</b> BLEU (no 95 % interval, 1 segment)." in said
    assert "Testing a difference takes two systems" in said
    assert "significance_metric" not in {box.key for box in at.selectbox}, "there is nothing to test"


ODD = {
    "one segment": TestSet.build({"A": ["a b c d e"], "B": ["a b c d x"]}, [["a b c d e"]]),
    "identical": TestSet.build({"A": ["a b", "c d"], "B": ["a b", "c d"]}, [["a b", "c x"]]),
    "empty outputs": TestSet.build({"A": ["", ""], "B": ["", ""], "C": ["a", "b"]}, [["a", "b c"]]),
    "nothing at all": TestSet.build({"A": ["", ""], "B": ["", ""]}, [["", ""]]),
    "a score not defined": TestSet.build({"A": ["", ""], "B": ["a", ""]}, [["", ""]]),
    "hostile": TestSet.build({"<b>A</b>": ["a b c d"] * 3, "**B** $x$ :red[y]": ["a b x d"] * 3}, [["a b c d"] * 3]),
    "named like columns": TestSet.build({"p": ["a b c d"], "metric": ["a b c"], "#": ["x"]}, [["a b c d"]]),
}


UNDEFINED = ("nothing at all", "a score not defined")
"""Of which there is no difference to judge."""


@pytest.mark.exhaustive
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize("metric", ["BLEU", "TER"])
@pytest.mark.parametrize("case", ODD)
def test_odd_sets_have_messages_or_numbers(opened, case, metric):
    at = opened(ODD[case], significance_metric=metric)
    check_numbers(at, case)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("case", ODD)
def test_odd_sets_are_too_small_for_the_paired_bootstrap(opened, case):
    """Whatever the metric."""
    at = opened(ODD[case], test="Paired bootstrap")
    assert not at.error
    assert case in UNDEFINED or "oo little data" in html(at)
    check_numbers(at, case)


def check_numbers(at, case):
    assert not at.error
    assert len(table_with(at, "letters")) == len(ODD[case].systems)
    assert 'class="verdict"' in html(at)


def repeated(word, times=1):
    """So long a text of one word in each segment that every segment, and every resample, has the same score."""
    return [" ".join([word] * n * times) for n in (1, 2, 3, 5, 7, 4, 6)]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("test", ["Approximate randomization", "Paired bootstrap"])
@pytest.mark.parametrize(
    ("a", "b", "references", "settings"),
    [
        (
            repeated("novém"),
            repeated("x"),
            [repeated("novým")],
            {"tbleu_epsilon": "1.0", "significance_metric": "tBLEU"},
        ),
        (repeated("a"), repeated(""), [repeated("a", times) for times in (1, 2, 4)], {"significance_metric": "TER"}),
    ],
    ids=["tBLEU", "TER"],
)
def test_a_difference_that_is_the_same_up_to_rounding(opened, a, b, references, settings, test):
    at = opened(TestSet.build({"A": a, "B": b}, references), test=test, max_order="1", **settings)
    assert not at.error
    is_doubtful = "Not reliable yet" in said(at)  # of an output without text; then nothing is said of more segments
    assert ("The difference is the same in every resample" in said(at)) is not is_doubtful
    assert "is better in 100.0 % of 300 resamples" in said(at)


def test_identical_systems_have_p_1(opened):
    at = opened(ODD["identical"])
    assert "(300 + 1) / (300 + 1) = 1.0000" in said(at)
    assert "tie at BLEU" in said(at)
    assert "too little data" in said(at)


def test_one_segment_is_no_evidence(opened):
    at = opened(ODD["one segment"])
    assert table_with(at, "letters")[["low", "high"]].isna().all(axis=None)
    assert "95 % interval n/a" in said(at)
    assert "There is no interval" in said(at)
    assert "There is no interval" in texts(at)
    assert "resamples of the segments" not in said(at)
    assert "The one segment is the whole difference." in texts(at)


def test_scores_not_defined(opened):
    at = opened(ODD["nothing at all"])
    assert "Fewer than two systems have a score" in said(at)
    assert "so there is no difference to test" in said(at)


def test_one_reference_of_two(opened):
    news = cache.open_test_set(NEWS)
    name = news.reference_names[1]
    check_ranking(opened(references=name), direct(news.with_references((name,))))


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("nonsense", ["nan", "", "x", "-1", "1e19", "<b>", "9" * 40])
def test_nonsense_in_the_address_is_what_is_usual(visit, nonsense):
    keys = ("trials", "seed", "test", "significance_metric", "correction", "pair_a", "pair_b", "runs")
    at = settled(visit("significance", **dict.fromkeys(keys, nonsense)))
    assert at.number_input(key="trials").value == 10_000
    assert at.number_input(key="seed").value == 1
    assert at.selectbox(key="test").value == "ar"
    check_ranking(at, direct(cache.open_test_set(NEWS), trials=10_000))


# --- systems that are hidden ---


def test_hidden_systems_still_count_unless_the_visitor_says_otherwise(opened):
    shown = ["odd.opt1", "base.opt0"]
    at = opened(NINE, systems=shown)
    every = direct(NINE)
    check_ranking(at, every.only(sorted(shown, key=NINE.system_names.index)))
    assert "for 36 comparisons" in said(at)
    assert not at.error
    ran(at.toggle(key="family").set_value(False).run())
    check_ranking(settled(at), direct(NINE, systems=sorted(shown, key=NINE.system_names.index)))
    assert "comparisons" not in said(at).split("Approximate randomization")[0]
    assert not at.error


def with_documents(n_segments=12, test_set=None):
    """Documents of so many segments, the last one shorter."""
    test_set = test_set or cache.open_test_set(NEWS)
    names = [f"<b>document</b> {number // n_segments}" for number in range(len(test_set))]
    return replace(test_set, documents=pa.array(names))


@pytest.mark.exhaustive
def test_documents_are_drawn_in_place_of_segments(opened):
    test_set = with_documents(4, first_of_news(54))
    at = opened(test_set)
    assert at.selectbox(key="unit").value == "segment"
    check_ranking(at, direct(test_set))
    at = settled(ran(at.selectbox(key="unit").select("document").run()))
    rows = sums_by_document(BLEU().measure(test_set), test_set.documents)
    expected = refined(compare(BLEU(), rows, trials=TRIALS, unit="document"), rows)
    check_ranking(at, expected)
    check_pair(at, expected)
    assert "14 documents in place of 54 segments." in texts(at)
    assert "Approximate randomization, 14 documents." in said(at)
    assert "With 14 documents you can show" in said(at)
    pair = [rows[at.selectbox(key=key).value] for key in ("pair_a", "pair_b")]
    frame = table_with(at, "document", "moves the difference by")
    moved = leave_one_out(BLEU(), *pair)
    place = int(np.argmax(np.abs(moved)))
    assert frame["moves the difference by"][0] == moved[place]
    assert frame["document"][0] == f"<b>document</b> {place}"
    assert (frame["#"][0], frame["segments"][0]) == (4 * place + 1, 4 if place < 13 else 2)
    asked = at.session_state["asked_report"]
    assert asked.comparison.unit == "document"
    assert "by document" in str(cache.engine().now(report_html_task(asked, date(2026, 1, 1))))
    assert exports.export_source(asked.context, BLEU(), tested=expected)["units"] == "14"


@pytest.mark.exhaustive
def test_without_documents_there_is_nothing_to_choose(opened):
    assert not any(box.key == "unit" for box in opened(unit="document").selectbox)
    few = first_of_news(8)
    for n_segments, is_offered in ((1, False), (4, True), (8, False)):
        at = opened(with_documents(n_segments, few), unit="document")
        assert any(box.key == "unit" for box in at.selectbox) == is_offered


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("asked", ["document", "inf", "\x00"])
def test_the_unit_in_the_address(opened, asked):
    at = opened(with_documents(), unit=asked)
    assert at.selectbox(key="unit").value == (asked if asked == "document" else "segment")


def test_nothing_is_called_sure_of_a_pair_in_doubt(opened):
    """Two systems are one text, so that each of them is doubtful; nor is it said how many segments would settle it."""
    references = [f"the cat {n} sat on mat {n} by the old door" for n in range(30)]
    good = [text.replace("old", "new") if n % 9 == 1 else text for n, text in enumerate(references)]
    worse = [text.replace("sat on", "lay under") for text in references]
    test_set = TestSet.build({"one": good, "same": good, "worse": worse}, [references])
    at = opened(test_set, pair_a="one", pair_b="worse")
    text = said(at)
    assert re.search("Not reliable yet. For now: one is ahead of worse by .* and the two differ significantly", text)
    assert "Is the test set large enough?" not in [header.value for header in at.subheader]
    assert "Not reliable yet. For now: chrF and TER show no" in text
