"""The page Agreement: metrics compared with people, and other judges."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from scoring import BLEU, METRICS, TER, TestSet
from scoring.agreement import (
    MEAN,
    MEASURES,
    MetricComparison,
    OrientedScores,
    Resampling,
    baselines,
    chance_agreement,
    constant_scores,
    find_judge,
    measure_agreement,
    misordered_outputs,
    misordered_systems,
    scored_outputs,
    suitable_measures,
    swap_scores,
)
from scoring.judgments import Preferences, Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.output.numbers import probability
from scoring.studies import agreement as study
from scoring.studies.agreement import usual_metric_trials
from scoring.studies.metric_choice import USUAL
from tests.hostile import MARKDOWN, SCRIPTS, together
from tests.pages.steps import blocks, html, key_of, open_tab, ran, ran_until, table_with, tables, texts, title, unfold

N_SEGMENTS = 24
SYSTEMS = "good", "middling", "odd", "poor"
QUICK = "BLEU", "chrF", "WER"


def texts_of(share, generator, reference):
    return [
        " ".join(word if generator.random() < share else generator.choice(list("xyz")) for word in line.split())
        for line in reference
    ]


def made():
    """Four systems, people's scores with ties and gaps, and another metric's that says nearly the same."""
    generator = np.random.default_rng(3)
    reference = [" ".join(generator.choice(list("abcdefgh"), 9)) for _ in range(N_SEGMENTS)]
    outputs = {
        name: texts_of(share, generator, reference) for name, share in zip(SYSTEMS, (0.9, 0.7, 0.7, 0.4), strict=True)
    }
    judged = {name: np.round(place + generator.normal(0, 1, N_SEGMENTS)) for place, name in enumerate(SYSTEMS[::-1])}
    learned = {name: column + generator.normal(0, 0.3, N_SEGMENTS) for name, column in judged.items()}
    judged["odd"][3:6] = np.nan
    documents = pa.array([f"document {number // 4}" for number in range(N_SEGMENTS)])
    found = replace(TestSet.build(outputs, [reference], name="judged"), documents=documents)
    return found.with_judgments([Scores("MQM", judged, is_human=True), Scores("COMET", learned)])


MADE = made()
JUDGE = find_judge(MADE, "MQM")
"""MQM's, in ``MADE``."""


@pytest.fixture(autouse=True)
def few_chances(monkeypatch):
    """Metrics of pure chance: ten show what a hundred do."""
    monkeypatch.setattr(baselines, "CHANCES", 10)


@pytest.fixture
def kept():
    """``kept(test_set)`` is its id."""

    def kept(test_set):
        return key_of(test_set)

    return kept


def open_page(visit, identity, **parameters):
    """With few metrics, so that the tests take little time."""
    chosen = {"agreement_metrics": QUICK} | parameters
    at = visit("agreement", set=identity, **{name: value for name, value in chosen.items() if value})
    return unfolded(ran_until(at, lambda at: not at.get("progress")))


def unfolded(at):
    """The table of all measures is folded at first."""
    is_there = any(getattr(block, "label", "") == "All measures" for block in blocks(at._tree))
    return unfold(at, "All measures") if is_there else at


def scored(metric, judge=JUDGE, test_set=MADE):
    return OrientedScores.of(metric, metric.measure(test_set), judge)


@pytest.mark.exhaustive
def test_every_number_is_that_of_scoring(visit, kept):
    at = open_page(visit, kept(MADE), agreement_metrics=("BLEU", "chrF", "WER", "COMET"))
    frame = table_with(at, "metric", "Calibrated accuracy").set_index("metric")
    metrics = {name: METRICS[name.lower()]() for name in QUICK} | {"COMET": external_metrics_by_name(MADE)["COMET"]}
    found = {name: measure_agreement(JUDGE, scored(metric)) for name, metric in metrics.items()}
    comparison = MetricComparison.of(found, "acc_eq_calibrated")
    assert list(frame.index) == [comparison.metrics[place] for place in comparison.order] + ["(all ties)", "(chance)"]
    for key in suitable_measures(JUDGE):
        column = frame[MEASURES[key].label]
        for name, agreement in found.items():
            assert column[name] == pytest.approx(agreement.value(key), nan_ok=True)
        assert column["(all ties)"] == pytest.approx(MEASURES[key].value(JUDGE, constant_scores(JUDGE)), nan_ok=True)
        assert column["(chance)"] == pytest.approx(chance_agreement(JUDGE, [key])[key].mean, nan_ok=True)
    n_differing = int((comparison.p_adjusted[np.triu_indices(4, 1)] <= 0.05).sum())
    differing = table_with(at, "agrees better", "than", "p_adjusted")
    assert len(differing) == n_differing > 0
    for row in differing.itertuples():
        a, b = (comparison.metrics.index(name) for name in (row[1], row.than))
        assert row.difference == pytest.approx(comparison.values[a] - comparison.values[b])
        assert (row.ci_low, row.ci_high) == pytest.approx(comparison.difference_interval(a, b))


def test_long_tests_of_differences_wait_to_be_asked_for(visit, kept, monkeypatch):
    monkeypatch.setattr(study, "LONG_WORK", 1)
    at = open_page(visit, kept(MADE))
    assert "significant" not in html(at)
    assert not any(str(getattr(block, "label", "")).startswith("Significant") for block in blocks(at._tree))
    (button,) = (button for button in at.button if button.key == "test-agreement")
    assert button.label.startswith("Test all 3 differences")
    at = unfolded(ran_until(ran(button.click().run()), lambda at: not at.get("progress")))
    assert any(str(getattr(block, "label", "")).startswith("Significant differences") for block in blocks(at._tree))
    assert "significant" in html(at)


def test_scores_of_the_same_ratings_are_not_compared(visit, kept):
    people = MADE.scores[0].values
    z = {name: np.sqrt(column + 9) for name, column in people.items()}
    judged = replace(MADE, scores=(Scores("DA 4", people, is_human=True), Scores("DA 4 z", z, is_human=True)))
    at = open_page(visit, kept(judged), agreement_metrics=("BLEU", "chrF"), judge="DA 4")
    assert "DA 4 z: excluded, because DA 4 comes from the same ratings." in html(at)
    (metrics,) = (box for box in at.multiselect if box.label == "Metrics")
    assert "DA 4 z" not in metrics.options


def test_it_opens_with_who_agrees_most_beside_the_baselines(visit, kept):
    at = open_page(visit, kept(MADE), agreement_metrics=("BLEU", "COMET"))
    value = measure_agreement(JUDGE, scored(BLEU()), measures=["acc_eq_calibrated"]).values[0]
    ties = MEASURES["acc_eq_calibrated"].value(JUDGE, constant_scores(JUDGE))
    assert f"COMET agrees best with people (MQM). On these {N_SEGMENTS} segments it judges" in html(at)
    assert f"BLEU ranks 2nd of 2 ({100 * value:.0f} %) and is" in html(at)
    assert f" %; calling every pair a tie, {100 * ties:.0f} %." in html(at)


def test_where_given_scores_agree_most_the_best_metric_that_is_computed_here_is_named_too(visit, kept):
    at = open_page(visit, kept(MADE), agreement_metrics=("BLEU", "chrF", "COMET"))
    found = {
        name: measure_agreement(JUDGE, scored(METRICS[name]()), measures=["acc_eq_calibrated"]).values[0]
        for name in ("bleu", "chrf")
    }
    best = max(found, key=found.get)
    assert f"{METRICS[best].label} (2nd, {100 * found[best]:.0f} %)" in html(at) or best == "bleu"


@pytest.mark.exhaustive
def test_another_judge_than_people_is_called_so(visit, kept):
    scores = [Scores("Sonnet", MADE.scores[0].values)]
    at = open_page(visit, kept(replace(MADE, scores=()).with_judgments(scores)))
    assert "agrees best with the judge Sonnet (not people)." in html(at)
    for tab in ("Systems", "Segments"):
        at = waited(open_tab(at, tab))
        assert "people" not in html(at).replace("not people", "").partition('class="statement"')[2]
        assert "the judge prefers" in [str(column) for table in tables(at) for column in table.columns]


def test_metrics_are_chosen_anew_for_another_judge(visit, kept):
    at = open_page(visit, kept(MADE), agreement_metrics=("BLEU", "COMET"))
    at = waited(at.selectbox(key="judge").set_value("COMET").run())
    assert at.multiselect(key="agreement_metrics").value == [*USUAL]
    at = waited(at.multiselect(key="agreement_metrics").set_value(["bleu"]).run())
    assert at.multiselect(key="agreement_metrics").value == ["bleu"]


def waited(at):
    return ran_until(at, lambda at: not at.get("progress"))


def preferred():
    """Every two outputs of every segment were compared; a tenth of them are level."""
    first, second = np.triu_indices(len(SYSTEMS), 1)
    segments = np.repeat(np.arange(N_SEGMENTS), len(first))
    generator = np.random.default_rng(5)
    swapped = generator.random(len(segments)) < 0.3
    better, worse = np.tile(first, N_SEGMENTS), np.tile(second, N_SEGMENTS)
    tied = generator.random(len(segments)) < 0.1
    columns = np.where(swapped, worse, better), np.where(swapped, better, worse), tied
    return Preferences("rankings", SYSTEMS, segments, *columns, N_SEGMENTS)


def test_preferences(visit, kept):
    test_set = replace(MADE, scores=()).with_judgments(preferences=[preferred()])
    judge = find_judge(test_set, "rankings")
    at = open_page(visit, kept(test_set))
    frame = table_with(at, "metric", "Kendall's tau").set_index("metric")
    assert list(frame.columns) == [MEASURES[key].label for key in suitable_measures(judge)]
    assert frame.loc["BLEU", "Kendall's tau"] == pytest.approx(
        measure_agreement(judge, scored(BLEU(), judge)).value("tau")
    )
    assert "agrees best with people (rankings)." in html(at)
    assert "Tossing a coin reaches 50 %." in html(at)
    at = waited(open_tab(at, "Segments"))
    assert "not preferred; BLEU" in html(at)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("metric", [BLEU(), TER()], ids=str)
def test_systems_that_are_ordered_differently_lead_to_compare(visit, kept, metric):
    at = open_page(visit, kept(MADE), agreement_part="Systems", agreement_metrics=None, agreement_metric=metric.label)
    found = misordered_systems(JUDGE, scored(metric))
    assert found, "the data are made so"
    assert f"order <b>{len(found)}</b> of 6 pairs of systems differently" in html(at)
    frame = table_with(at, "people prefer", "to")
    assert list(zip(frame["people prefer"], frame["to"], strict=True)) == [(pair.better, pair.worse) for pair in found]
    assert frame["lead by judge"].to_list() == pytest.approx([pair.judge_lead for pair in found])
    assert frame["lead by metric"].to_list() == pytest.approx([pair.metric_lead for pair in found])
    agreement = measure_agreement(JUDGE, scored(metric), Resampling(usual_metric_trials(10)))
    assert f"Pearson {agreement.value('pearson'):.2f}" in texts(at)
    at = choose_row(at, "people prefer", 0)
    assert title(at) == "Compare"
    chosen = {box.key: box.value for box in at.selectbox if box.key in ("first", "second", "compare_metric")}
    assert chosen == {"first": found[0].better, "second": found[0].worse, "compare_metric": metric.name}


def test_where_not_all_segments_are_judged_compare_is_said_to_take_more(visit, kept):
    judged = np.arange(N_SEGMENTS) < 16
    columns = {name: np.where(judged, scores, np.nan) for name, scores in MADE.scores[0].values.items()}
    few = replace(MADE, scores=()).with_judgments([Scores("MQM", columns, is_human=True)])
    at = open_page(visit, kept(few), agreement_part="Systems")
    assert misordered_systems(find_judge(few, "MQM"), scored(BLEU(), find_judge(few, "MQM"))), "else there is no link"
    assert "of systems differently on the 16 judged segments." in html(at)
    assert f"Here the 16 judged segments count, on Compare all {N_SEGMENTS}" in texts(at)


def choose_row(at, column, row):
    """A click on a row of the table with this column."""
    (element,) = (frame for frame in at.dataframe if frame.proto.id and column in frame.value.columns)
    states = at._tree.get_widget_states()
    selection = f'{{"selection": {{"rows": [{row}], "columns": [], "cells": []}}}}'
    states.widgets.append(WidgetState(id=element.proto.id, string_value=selection))
    return ran(at._run(states))


def test_outputs_that_are_ordered_differently_and_their_texts(visit, kept):
    at = open_page(visit, kept(MADE), agreement_part="Segments")
    found = misordered_outputs(JUDGE, scored(BLEU()), 50)
    frame = table_with(at, "#", "people prefer")
    assert frame["#"].to_list() == [pair.segment + 1 for pair in found]
    shown = html(at)
    assert f"Segment {found[0].segment + 1}<" in shown
    for system in (found[0].better, found[0].worse):
        assert MADE.system(system).segments[found[0].segment].as_py() in shown
    assert "Opened because judge and metric disagree most here" in texts(at)
    at = choose_row(at, "people prefer", 1)
    assert f"Segment {found[1].segment + 1}<" in html(at)
    assert "is not in the list" not in texts(at)
    at = open_page(visit, kept(MADE), agreement_part="Segments", segment="9999")
    assert "Segment 9,999 is not in the list" in texts(at)
    at = ran(next(button for button in at.button if button.key == "read-segment").click().run())
    assert title(at) == "Segments"


@pytest.mark.exhaustive
def test_a_score_that_some_judged_outputs_lack_is_said_and_compared_only_when_chosen(visit, kept):
    column = np.where(np.arange(N_SEGMENTS) < 10, 1.0 * np.arange(N_SEGMENTS), np.nan)
    test_set = MADE.with_judgments([Scores("half", dict.fromkeys(SYSTEMS, column))])
    identity = kept(test_set)
    at = open_page(visit, identity, agreement_metrics=None)
    n_judged = int((~np.isnan(JUDGE.scores)).sum())
    assert f"half scored 37 of the {n_judged} judged outputs. To compare it, choose it under Metrics" in html(at)
    assert "half" not in set(table_with(at, "metric")["metric"])
    at = open_page(visit, identity, agreement_metrics=("BLEU", "half"))
    judge = find_judge(test_set, "MQM", scored_outputs(test_set, [external_metrics_by_name(test_set)["half"]]))
    expected = measure_agreement(judge, scored(BLEU(), judge, test_set)).value("acc_eq")
    frame = table_with(at, "metric").set_index("metric")
    assert frame.loc["BLEU", "Pairwise accuracy"] == pytest.approx(expected)
    assert "On these 10 segments" in html(at)


def test_a_metric_without_a_score_of_a_judged_system_is_left_out_and_said(visit, kept):
    """The system counts for all other metrics, as on the command line."""
    alone = np.full(N_SEGMENTS, np.nan)
    columns = {system: np.arange(N_SEGMENTS) if system == "good" else alone for system in SYSTEMS}
    test_set = MADE.with_judgments([Scores("alone", columns)])
    at = open_page(visit, kept(test_set), agreement_metrics=("BLEU", "alone"))
    assert "alone: excluded, because it has no scores for middling, odd, poor, which MQM rated." in html(at)
    frame = table_with(at, "metric").set_index("metric")
    assert list(frame.index) == ["BLEU", "(all ties)", "(chance)"]
    assert frame.loc["BLEU", "tau-b"] == pytest.approx(measure_agreement(JUDGE, scored(BLEU())).value("tau_b"))


def test_scores_that_leave_no_segment_with_two_outputs_are_said_to(visit, kept):
    """Each system's are of other segments."""
    columns = {
        system: np.where(np.arange(N_SEGMENTS) % len(SYSTEMS) == place, 1.0, np.nan)
        for place, system in enumerate(SYSTEMS)
    }
    test_set = MADE.with_judgments([Scores("apart", columns)])
    at = open_page(visit, kept(test_set), agreement_metrics=("BLEU", "apart"))
    assert "MQM: no segment has two outputs with a score of every metric." in html(at)
    assert [box.value for box in at.multiselect if box.key == "agreement_metrics"], "another choice can be made"


def test_the_judges_scores_under_another_name_are_no_metric(visit, kept):
    test_set = MADE.with_judgments([Scores("copy", MADE.scores[0].values)])
    at = open_page(visit, kept(test_set), agreement_metrics=("BLEU", "COMET", "copy"))
    assert "copy: excluded, because these scores are the judge&#39;s own." in html(at)
    assert "COMET agrees best with people (MQM)" in html(at)
    assert "copy" not in set(table_with(at, "metric")["metric"])


def test_systems_without_a_common_score_and_those_that_nobody_judged_are_named(visit, kept):
    half, other = np.arange(N_SEGMENTS) < 12, np.arange(N_SEGMENTS) >= 12
    all_but = {system: np.where(half | (system != "poor"), 1.0, np.nan) for system in SYSTEMS}
    last = {system: np.where(other | (system != "poor"), 1.0, np.nan) for system in SYSTEMS}
    people = {system: column for system, column in MADE.scores[0].values.items() if system != "odd"}
    judged = [Scores("MQM", people, is_human=True), Scores("first", all_but), Scores("last", last)]
    test_set = replace(MADE, scores=()).with_judgments(judged)
    at = open_page(visit, kept(test_set), agreement_metrics=("BLEU", "first", "last"))
    assert "Excluded (no output with a score by every metric): poor." in html(at)
    assert "Excluded (no MQM scores): odd." in html(at)


@pytest.mark.exhaustive
@pytest.mark.parametrize("tab", ["Metrics", "Systems", "Smoothing", "One option"])
def test_that_few_segments_show_little_is_said_on_every_tab_with_intervals(visit, kept, tab):
    caution = "3 segments are too few for a 95 % interval or p of 0.05"
    few = replace(MADE.only([0, 1, 2]), part=None)
    at = open_page(visit, kept(few), agreement_metrics=("BLEU", "chrF"), agreement_part=tab)
    assert caution in texts(at)


@pytest.mark.exhaustive
def test_documents_are_drawn_and_means_of_segments_compared_where_that_is_asked(visit, kept):
    documents, said = np.arange(N_SEGMENTS)[JUDGE.segments] // 4, set()
    for unit, members in (("document", documents), ("segment", None)):
        at = open_page(visit, kept(MADE), agreement_unit=unit, agreement_kind="mean", agreement_part="Systems")
        found = measure_agreement(JUDGE, scored(BLEU()), Resampling(usual_metric_trials(len(QUICK)), 1, members), MEAN)
        low, high = found.interval("pearson")
        said.add(f"Pearson {found.value('pearson'):.2f} ({low:.2f} to {high:.2f})")
        assert f"Pearson {found.value('pearson'):.2f} ({low:.2f} to {high:.2f})" in texts(at)
    assert len(said) == 2, "the data are made so that intervals differ"


@pytest.mark.exhaustive
def test_the_permutation_test_is_made_when_it_is_asked_for(visit, kept):
    at = open_page(visit, kept(MADE), agreement_metrics=("BLEU", "COMET"))
    at = waited(unfold(at, "Compare two metrics"))
    assert "PERM-BOTH" not in texts(at)
    (asked,) = (toggle for toggle in at.toggle if toggle.key == "permute")
    at = waited(ran(asked.set_value(True).run()))
    found = swap_scores(JUDGE, scored(external_metrics_by_name(MADE)["COMET"]), scored(BLEU()), "acc_eq_calibrated")
    assert f"difference {found.difference:+.3f}, p = {probability(found.p_value)}." in texts(at)
    assert "p is for these two metrics alone, not corrected" in texts(at)
    assert "Each output's scores are swapped on their own." in texts(at)


@pytest.mark.exhaustive
def test_the_permutation_swaps_documents_where_these_are_drawn(visit, kept):
    at = open_page(visit, kept(MADE), agreement_metrics=("BLEU", "chrF"), agreement_unit="document")
    at = waited(unfold(at, "Compare two metrics"))
    (asked,) = (toggle for toggle in at.toggle if toggle.key == "permute")
    at = waited(ran(asked.set_value(True).run()))
    two, documents = (scored(METRICS["bleu"]()), scored(METRICS["chrf"]())), np.arange(N_SEGMENTS)[JUDGE.segments] // 4
    by_document, one_by_one = (
        probability(swap_scores(JUDGE, *two, "acc_eq_calibrated", members=members).p_value)
        for members in (documents, None)
    )
    assert by_document != one_by_one, "the data are made so"
    assert f", p = {by_document}." in texts(at)
    assert "scores in one document are swapped together" in texts(at)


def test_one_system_shown_and_judgments_of_one(visit, kept):
    at = visit("agreement", set=kept(MADE), systems="good")
    assert "Agreement takes two systems, and one is shown." in html(at)
    alone = replace(MADE, scores=()).with_judgments([Scores("MQM", {"good": np.ones(N_SEGMENTS)}, is_human=True)])
    at = visit("agreement", set=kept(alone))
    assert "agreement needs judgments of two systems" in html(at)


def test_systems_that_are_hidden_do_not_count(visit, kept):
    at = open_page(visit, kept(MADE), systems=("good", "odd", "poor"), agreement_metrics=("BLEU",))
    three = scored_outputs(MADE, [])
    three[SYSTEMS.index("middling")] = False
    judge = find_judge(MADE, "MQM", three)
    frame = table_with(at, "metric").set_index("metric")
    assert judge.systems == ("good", "odd", "poor")
    assert frame.loc["BLEU", "tau-b"] == pytest.approx(measure_agreement(judge, scored(BLEU(), judge)).value("tau_b"))


def test_filters(visit, kept):
    identity = kept(MADE)
    at = open_page(visit, identity, document="document 1")
    assert "On these 4 segments" in html(at)
    at = visit("agreement", set=identity, score="0-50")
    assert "Agreement is not shown, because these segments were filtered by score or errors" in html(at)
    assert not any("metric" in table.columns for table in tables(at))


def test_a_set_that_nobody_judged_says_what_to_bring(visit, kept):
    at = visit("agreement", set=kept(replace(MADE, scores=())))
    assert "This test set has no human scores yet." in texts(at)
    assert [link.proto.page for link in at.get("page_link")] == ["rate", "ask", "data"]


EVIL = "<script", "<img", "<svg", "<iframe", "<!--", "<![CDATA["


def named(name):
    """``MADE`` with that name for the judge, a metric, a metric that lacks a system, and a system that it lacks."""
    people, learned = MADE.scores
    lacking = {system: column for system, column in learned.values.items() if system != "poor"}
    renamed = [replace(people, name=name), replace(learned, name=f"{name} too"), Scores(f"{name} three", lacking)]
    return replace(MADE, scores=()).with_judgments(renamed)


def expect_text(at, name):
    """The name is nowhere markup, nor in what is read as Markdown."""
    for evil in EVIL:
        assert evil not in html(at).partition("</style>")[2].rpartition("<style>")[2]
    for kind in ("caption", "markdown", "info", "warning", "title", "header", "subheader"):
        assert not [box.value for box in getattr(at, kind) if name in box.value]
    assert not [bar.proto.text for bar in at.get("progress") if name in bar.proto.text]


@pytest.mark.quick_cases(1)
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize("tab", ["Metrics", "Systems", "Segments"])
@pytest.mark.parametrize("name", together([*SCRIPTS, *MARKDOWN]))
def test_names_are_text(visit, kept, name, tab):
    test_set = named(name)
    label = external_metrics_by_name(test_set)[f"{name} too"].label
    at = visit(
        "agreement",
        set=kept(test_set),
        judge=f"{name}, people",
        agreement_metrics=("BLEU", label),
        agreement_metric=label,
        agreement_part=tab,
    )
    expect_text(at, name)
    at = waited(at)
    expect_text(at, name)
    chosen = [box.value for box in at.selectbox if box.key == "agreement_metric"]
    assert chosen == ([] if tab == "Metrics" else [f"{name} too"]), "it is the metric that is shown"


@pytest.mark.exhaustive
@pytest.mark.parametrize("tab", ["Smoothing", "One option"])
@pytest.mark.parametrize("name", ["<img src=x onerror=window.flag=1>", "![x](http://evil.example/x.png)"])
def test_a_judges_name_is_text_where_an_option_is_swept(visit, kept, name, tab):
    at = visit(
        "agreement", set=kept(named(name)), judge=f"{name}, people", agreement_metrics="BLEU", agreement_part=tab
    )
    expect_text(waited(at), name)


@pytest.mark.quick_cases(1)
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize("value", ["<script>", "", "inf", "nan", "-1", "x", "\x00"])
def test_wild_values_count_for_nothing(visit, kept, value):
    names = "judge", "measure", "agreement_metrics", "agreement_unit", "agreement_kind", "agreement_metric", "worth"
    at = open_page(visit, kept(MADE), **dict.fromkeys(names, value))
    assert title(at) == "Agreement"
    assert "people (MQM)" in html(at)


def test_the_overview_leads_there_where_people_have_judged(visit, kept):
    def leads(at):
        at = ran_until(at, lambda at: 'class="decision' in html(at))
        return "agreement" in [link.proto.page for link in at.get("page_link")]

    assert leads(visit("overview", set=kept(MADE)))
    by_program = replace(MADE, scores=()).with_judgments([Scores("Sonnet", MADE.scores[0].values)])
    assert not leads(visit("overview", set=kept(by_program)))


def test_where_a_judge_ranks_its_own_family_is_told_as_text(visit):
    people, learned = MADE.scores
    own = replace(learned, name="<b>m-1</b>", own_family=("poor",))
    at = visit("agreement", set=key_of(replace(MADE, scores=(people, own))), metrics="BLEU")
    said = "&lt;b&gt;m-1&lt;/b&gt; ranks poor, of its own family, 4th of 4 systems; MQM ranks it 4th."
    assert said in html(ran_until(at, lambda at: "own family" in html(at)))
