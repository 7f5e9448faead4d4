"""Which metrics a test set shows: the usual ones, a reader's own, and how an address has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import METRICS
from scoring.judgments.external import ExternalScore
from scoring.studies.metric_choice import EVERY, MAX_GIVEN, MetricChoice, column_order, family_of_metric, usual_metrics

WMT23 = [
    *("BERTscore-refA", "BLEU-refA", "BLEURT-20-refA", "COMET-refA", "Calibri-COMET22-refA", "CometKiwi-XL-src"),
    *("GEMBA-MQM-src", "KG-BERTScore-src", "MEE4-refA", "MaTESe-refA", "MetricX-23-QE-src", "MetricX-23-refA"),
    *("Random-sysname-src", "XCOMET-Ensemble-refA", "XCOMET-QE-Ensemble-src", "YiSi-1-refA", "chrF-refA"),
    *("cometoid22-wmt21-src", "docWMT22CometDA-refA", "eBLEU-refA", "f200spBLEU-refA", "prismRef-refA"),
]
"""Names of some metrics of WMT 2023, in the order in which its folder lists them."""


def scores(name, by_people=False, title=""):
    return ExternalScore(name, higher=True, by_people=by_people, title=title)


def metrics(*names, people=()):
    given = [scores(name, by_people=True) for name in people] + [scores(name) for name in names]
    computed = {name: kind() for name, kind in METRICS.items()}
    of_people = {metric.name: metric for metric in given if metric.is_human}
    return of_people | computed | {metric.name: metric for metric in given}


def test_without_scores_from_files_the_usual_metrics_are_words_letters_and_edits():
    assert MetricChoice.usual(metrics()).names == ("bleu", "chrf", "ter")


def test_few_scores_from_files_are_all_shown():
    names = [f"learned {letter}" for letter in "dabc"]
    choice = MetricChoice.usual(metrics(*names, people=["MQM", "ESA"]))
    assert choice.names == ("MQM", "ESA", "bleu", "chrf", "ter", *names)


def test_of_many_scores_people_and_one_of_each_family_are_shown():
    found = MetricChoice.usual(metrics(*WMT23, people=["MQM", "DA+SQM", "ESA"]))
    assert found.names == (
        *("MQM", "DA+SQM", "ESA", "bleu", "chrf", "ter"),
        *("COMET-refA", "MetricX-23-refA", "XCOMET-Ensemble-refA", "GEMBA-MQM-src"),
    )
    assert found.share == "10 of 39"
    assert found.further == "29 more metrics"
    assert found.address_text == ""


def test_without_people_further_metrics_follow_the_families():
    assert [metric.name for metric in usual_metrics([], [*map(scores, WMT23)])] == [
        *("COMET-refA", "MetricX-23-refA", "XCOMET-Ensemble-refA", "GEMBA-MQM-src"),
        *("BERTscore-refA", "BLEU-refA", "BLEURT-20-refA"),
    ]


def test_scores_of_a_metric_that_is_computed_here_are_never_usual():
    given = [scores("BLEU", title="BLEU (given)"), scores("COMET", title="COMET (given)"), scores("x")]
    assert [metric.name for metric in usual_metrics([], given)] == ["x"]


@pytest.mark.parametrize(
    ("family", "names"),
    {
        "COMET": "COMET COMET-22 wmt22-comet-da comet_kiwi COMETKiwi-XL docWMT22CometDA-refA cometoid22",
        "XCOMET": "XCOMET xcomet-xxl XCOMET-Ensemble-refA X-COMET wmt-xcomet",
        "MetricX": "MetricX metricx_24_hybrid MetricX-23-QE-src metric-x",
        "GEMBA": "GEMBA GEMBA-MQM-src gemba_esa m_gemba_da",
        None: "BLEURT-20 chrF YiSi-1 MQM",
    }.items(),
)
def test_families_are_recognized_whatever_the_case_and_version(family, names):
    for name in names.split():
        assert family_of_metric(name) == family, name


def test_a_metric_of_a_family_that_reads_no_reference_gives_way_to_one_that_does():
    assert [metric.name for metric in usual_metrics([], [scores("CometKiwi-src"), scores("COMET-22")])] == [
        *("COMET-22", "CometKiwi-src"),
    ]


def test_columns_are_people_then_computed_then_families_then_others_then_doubles():
    of_files = {name: scores(name) for name in ("A", "XCOMET", "COMET")} | {
        "COMET (given)": scores("COMET", title="COMET (given)")
    }
    there = {"MQM": scores("MQM", by_people=True)} | {name: METRICS[name]() for name in ("bleu", "ter")} | of_files
    assert column_order(there) == ["MQM", "bleu", "ter", "COMET", "XCOMET", "A", "COMET (given)"]


def test_a_choice_has_the_order_of_columns_and_knows_what_it_leaves_out():
    there = metrics("COMET", "A", people=["MQM"])
    choice = MetricChoice.of(there, ["A", "meteor", "bleu"])
    assert choice.names == ("bleu", "meteor", "A")
    assert list(choice.chosen) == [*choice.names]
    assert {*choice.others} == {*there} - {*choice.names}
    assert choice.further == "14 more metrics"
    assert choice.address_text


def test_a_choice_of_unknown_names_is_the_usual_one():
    there = metrics()
    for names in ([], ["nonsense"], [""]):
        assert MetricChoice.of(there, names).address_text == ""


@given(st.sets(st.text(min_size=1, max_size=6), max_size=5), st.randoms(use_true_random=False))
def test_an_address_gives_every_choice_back(names, random):
    there = metrics(
        *(name for name in names if name not in METRICS and name == name.strip()), "a,b", "50%2C", people=[]
    )
    chosen = random.sample([*there], random.randint(0, len(there)))
    choice = MetricChoice.of(there, chosen)
    again = MetricChoice.read(there, choice.address_text)
    assert again.names == choice.names
    assert MetricChoice.read(there, choice.address_text).address_text == choice.address_text


def test_over_a_kept_choice_every_other_one_is_written_out():
    there = metrics("A", people=["MQM"])
    usual, mine = MetricChoice.usual(there), MetricChoice.of(there, ["ter", "A"])
    assert (mine.address_text_over(""), mine.address_text_over("A,ter"), mine.address_text_over("nonsense")) == (
        "ter,A",
        "",
        "ter,A",
    )
    assert (usual.address_text_over(""), usual.address_text_over("ter,A")) == ("", "MQM,bleu,chrf,ter,A")
    assert MetricChoice.read(there, usual.address_text_over("ter,A")).names == usual.names


def test_all_metrics_are_one_sign_in_the_address():
    there = metrics(*WMT23)
    choice = MetricChoice.of(there, there)
    assert choice.address_text == EVERY
    assert choice.further == ""
    assert MetricChoice.read(there, EVERY).names == (*column_order(there),)


def test_at_most_as_many_scores_of_files_as_a_table_has_room_for():
    people = [f"rater {number}" for number in range(20)]
    found = usual_metrics([], [scores(name, by_people=True) for name in people] + [scores("COMET")])
    assert [metric.name for metric in found] == people[:MAX_GIVEN]
