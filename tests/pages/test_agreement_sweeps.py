"""The page Agreement's tabs Smoothing and One option: every value's agreement, beside the one in use."""

from dataclasses import replace

import numpy as np
import pytest

from scoring import BLEU, TBLEU
from scoring.agreement import (
    CORPUS,
    EPSILONS,
    WEIGHTED,
    OrientedScores,
    Resampling,
    SweepStatistics,
    bleu_by_smoothing,
    find_judge,
    measure_agreement,
)
from scoring.bleu.dialects import Parameters
from scoring.judgments import Preferences, Scores
from scoring.studies.parameters.published_agreement import CRP, HERE, INTO, OUT_OF, PRINTED, TOLERANT
from scoring.text.languages import FILE, StatedLanguage, find_language
from tests.judged import JUDGED, SET
from tests.pages.steps import html, key_of, ran_until, table_with, texts, widget

HTML = "<img src=x onerror=window.flag=1>"


@pytest.fixture
def people():
    """A small set with people's scores, whose name is hostile."""
    return shelved(scores=[Scores(HTML, {name: np.array(row) for name, row in JUDGED.items()}, is_human=True)])


@pytest.fixture
def ranked():
    """The same with preferences, of which one pair was judged three times."""
    segments, better, worse = zip(
        *[(0, 0, 1), (0, 0, 1), (0, 1, 0), (1, 0, 2), (3, 2, 1), (4, 0, 1), (5, 2, 1)], strict=True
    )
    columns = [np.array(column) for column in (segments, better, worse, [False] * len(segments))]
    return shelved(preferences=[Preferences("rankings", SET.system_names, *columns, n_segments=len(SET))])


def shelved(scores=(), preferences=()):
    return SET.with_judgments(scores, preferences=preferences)


def opened(visit, test_set, part, **parameters):
    return ran_until(
        visit("agreement", set=key_of(test_set), agreement_part=part, **parameters),
        lambda at: "agrees best with <b>" in html(at),
    )


def found_by(test_set, metrics, kind):
    """Name -> agreement, by direct scoring."""
    judge, measured = find_judge(test_set, (*test_set.scores, *test_set.preferences)[0].name), SweepStatistics(test_set)
    return {
        name: measure_agreement(judge, OrientedScores.of(metric, measured.of(metric), judge), Resampling(), kind)
        for name, metric in metrics.items()
    }


@pytest.mark.exhaustive
def test_every_method_has_its_agreement_and_interval(visit, people):
    at = opened(visit, people, "Smoothing", smoothing_measure="tau_b")
    table = table_with(at, "method", "what it does")
    expected = found_by(people, bleu_by_smoothing(BLEU()), WEIGHTED)
    assert table["method"].tolist() == list(expected)
    np.testing.assert_allclose(table["tau-b"], [one.value("tau_b") for one in expected.values()])
    ends = np.array([one.interval("tau_b") for one in expected.values()])
    np.testing.assert_allclose(table[["tau-b from", "tau-b to"]], ends)


def test_the_difference_is_from_the_method_in_use(visit, people):
    at = opened(visit, people, "Smoothing", smoothing="7", smoothing_measure="tau_b")
    table = table_with(at, "method", "tau-b difference").set_index("method")
    assert table["tau-b shown"]["7"] == "in use"
    assert np.isnan(table["tau-b difference"]["7"])
    printed = table["tau-b"].round(3)
    assert table["tau-b difference"]["0"] == pytest.approx(printed["0"] - printed["7"], abs=1e-9)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("smoothing", "called"), [("exp", "3"), ("none", "0"), ("nltk-5", "nltk-5"), ("add-k", "add-k[1.00]")]
)
def test_a_toolkits_smoothing_goes_by_the_papers_name_or_stands_beside(visit, people, smoothing, called):
    table = table_with(opened(visit, people, "Smoothing", smoothing=smoothing), "method", "what it does")
    (shown,) = (column for column in table if column.endswith(" shown"))
    assert table["method"][table[shown] == "in use"].tolist() == [called]
    assert len(table) == 9 + (called not in bleu_by_smoothing(BLEU()))


@pytest.mark.exhaustive
def test_alpha_and_the_open_case_count(visit, people):
    at = opened(visit, people, "Smoothing", smoothing_measure="tau_b", alpha="10", agreement_unmatched="true")
    metrics = bleu_by_smoothing(BLEU(smooth_unmatched=True), Parameters(alpha=10))
    expected = found_by(people, metrics, WEIGHTED)
    table = table_with(at, "method", "what it does")
    np.testing.assert_allclose(table["tau-b"], [one.value("tau_b") for one in expected.values()])


def test_effective_order_is_the_sidebars_beside_the_other_open_case(visit, people):
    at = opened(visit, people, "Smoothing", smoothing_measure="tau_b")
    at = ran_until(
        at.toggle(key="agreement_effective").set_value(True).run(), lambda at: "agrees best with" in html(at)
    )
    assert widget(at, "effective_order").value
    expected = found_by(people, bleu_by_smoothing(BLEU(effective_order=True)), WEIGHTED)
    table = table_with(at, "method", "what it does")
    np.testing.assert_allclose(table["tau-b"], [one.value("tau_b") for one in expected.values()])


def test_it_opens_with_the_papers_measure_also_for_scores(visit, people):
    at = opened(visit, people, "Smoothing")
    assert at.selectbox(key="smoothing_measure").value == "tau"
    assert "(exp in the sidebar)" in html(at)


def test_a_parameter_that_the_sidebar_has_is_not_there_twice(visit, people):
    at = opened(visit, people, "Smoothing", smoothing="6", alpha="10")
    assert [slider.key for slider in at.slider if slider.key in {"epsilon", "k", "alpha"}].count("alpha") == 1
    assert widget(at, "alpha").value == 10


def test_the_papers_numbers_stand_beside_those_of_the_set(visit, ranked):
    at = opened(visit, ranked, "Smoothing")
    table = table_with(at, "tau_paper", "tau_remade").set_index("method")
    for name, printed in PRINTED[INTO].items():
        np.testing.assert_array_equal(table.loc[name, ["tau_paper", "gamma_paper", "rho_paper"]].astype(float), printed)
    assert np.isnan(table["tau_paper"]["6-from-2"])
    expected = found_by(ranked, bleu_by_smoothing(BLEU()), WEIGHTED)
    for column, measure in {"tau": "tau_majority", "rho": "spearman", "gamma": "pearson"}.items():
        np.testing.assert_allclose(table[f"{column}_here"].drop(CRP), [one.value(measure) for one in expected.values()])
    (corpus,) = found_by(ranked, {CRP: BLEU()}, CORPUS).values()
    assert table["gamma_here"][CRP] == pytest.approx(corpus.value("pearson"))
    assert "it has 0.213, where the paper prints 0.230" in texts(at)
    (link,) = (element.proto for element in at.get("page_link") if "Equation 11" in element.proto.label)
    assert "erratum=Smoothing+6" in link.query_string


def test_the_papers_table_is_that_of_the_direction(visit, ranked):
    at = opened(visit, ranked, "Smoothing", paper_direction=OUT_OF)
    assert table_with(at, "tau_paper").set_index("method")["rho_paper"]["1"] == PRINTED[OUT_OF]["1"].rho
    assert "Table 3, out of English." in texts(at)
    assert "here it is kept, as the sidebar says. That can change much" in texts(at)


def test_a_set_out_of_english_opens_at_the_table_out_of_english(visit, ranked):
    into_german = replace(ranked, language=StatedLanguage(find_language("de"), FILE))
    at = opened(visit, into_german, "Smoothing")
    assert at.selectbox(key="paper_direction").value == OUT_OF


def test_the_erratum_that_it_leads_to_is_there(visit):
    at = visit("errata", erratum="Smoothing 6")
    assert "the cat q on w red e near r door" in html(at)
    assert "agreement_part=Smoothing" in [element.proto.query_string for element in at.get("page_link")]


# One option


def test_the_papers_tolerances_stand_below_the_sets_own(visit, people):
    table = table_with(opened(visit, people, "One option"), "languages", "tbleu").set_index("languages")
    assert table["tbleu"]["English → Czech"] == TOLERANT["English → Czech"].tbleu
    expected = found_by(people, {"0": TBLEU(epsilon=0.0), "0.05": TBLEU(epsilon=0.05)}, CORPUS)
    assert table["bleu"][HERE] == pytest.approx(expected["0"].value("pearson"))
    assert table["tbleu"][HERE] == pytest.approx(expected["0.05"].value("pearson"))


@pytest.mark.exhaustive
def test_agreement_by_threshold_at_both_levels(visit, people):
    at = opened(visit, people, "One option", swept_segments="tau_b", swept_systems="pearson")
    table = table_with(at, "tBLEU's tolerance")
    metrics = {f"{epsilon:g}": TBLEU(epsilon=epsilon) for epsilon in EPSILONS}
    expected = found_by(people, metrics, "corpus")
    assert table["tBLEU's tolerance"].tolist() == list(metrics)
    for column, measure in (("tau-b", "tau_b"), ("Pearson", "pearson")):
        np.testing.assert_allclose(table[column], [one.value(measure) for one in expected.values()])
    assert table["tBLEU's tolerance"][table["tau-b shown"] == "in use"].tolist() == ["0.05"]


def test_the_sidebars_epsilon_is_among_them(visit, people):
    at = opened(visit, people, "One option", tbleu_epsilon="0.37")
    table = table_with(at, "tBLEU's tolerance")
    values = table["tBLEU's tolerance"].astype(float).tolist()
    assert values == sorted([*EPSILONS, 0.37])


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("option", "column", "values"),
    [
        ("tokenize", "BLEU's tokenizer", ["13a", "intl", "none", "char", "tercom"]),
        ("lowercase", "BLEU's case", ["kept", "ignored"]),
        ("max_order", "BLEU's longest n-gram", ["1", "2", "3", "4", "5", "6"]),
    ],
)
def test_other_options(visit, people, option, column, values):
    at = opened(visit, people, "One option", swept_option=option)
    assert table_with(at, column)[column].tolist() == values


def test_all_follows_the_sidebar(visit, people):
    before = table_with(opened(visit, people, "One option", swept_option="max_order"), "BLEU's longest n-gram")
    at = opened(visit, people, "One option", swept_option="max_order", tokenize="char")
    after = table_with(at, "BLEU's longest n-gram")
    assert not np.allclose(before["Pearson"], after["Pearson"])


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("part", ["Smoothing", "One option"])
def test_a_judges_name_is_text(visit, people, part):
    found = html(opened(visit, people, part))
    assert HTML not in found
    assert "&lt;img src=x" in found


def test_a_metric_that_cannot_be_computed_is_said(visit, people, monkeypatch):
    """Texts that are too long for tBLEU; by a setting under which nothing has been computed yet."""
    monkeypatch.setattr(TBLEU, "most_words", 2)
    at = visit("agreement", set=key_of(people), agreement_part="One option", lowercase="true")
    ran_until(at, lambda at: any("tBLEU" in warning.value for warning in at.warning))
    assert "agrees best with <b>" not in html(at)
    assert len({warning.value for warning in at.warning}) == 1
