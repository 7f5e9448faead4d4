"""What the page Documents shows: the right documents first, bars in the right direction, every name escaped."""

import re
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
from scipy.stats import binomtest

from scoring import BLEU, TER
from scoring.analysis.bucket_scores import BucketScore, score_buckets
from scoring.analysis.buckets import buckets_by_label
from scoring.judgments.external import ExternalScore
from scoring.origins import Origins
from scoring.output.markup.html import sentence_html
from scoring.significance import adjust
from scoring.studies import documents as study
from scoring.studies.documents import DocumentScores, DocumentsRequest, domains_of_documents
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.documents import charts, document_tables

NAN = float("nan")
COLORS = ("#0072B2", "#D55E00")
A, B = [10.0, 30.0, NAN, 20.0], [30.0, 20.0, 5.0, 20.0]


def scored(metric=None, names=("one", "other"), labels=("p", "q", "r", "s"), a=A, b=B, judged=None):
    documents = Origins.of([label for label, size in zip(labels, (6, 5, 20, 7), strict=True) for _ in range(size)])
    sides = names or ("one", "other")
    scores = {"third": np.zeros(4), sides[1]: np.array(b), sides[0]: np.array(a)}
    words = np.array([30, 10, 200, 20])
    request = DocumentsRequest("document", metric or BLEU(), tuple(scores), names)
    return DocumentScores(request, documents, ("x", "x", "y", "x"), judged, words, scores)


def said(markup):
    return re.sub("<[^>]*>", "", markup)


def test_the_table_has_both_systems_first_and_their_difference():
    frame = document_tables.documents_table(scored(), np.array([1, 0]))
    assert list(frame) == [
        "document",
        "domain",
        "segments",
        "words",
        "BLEU one",
        "BLEU other",
        "one − other",
        "BLEU third",
    ]
    assert frame.iloc[1].tolist() == ["p", "x", 6, 30, 10.0, 30.0, -20.0, 0.0]
    judged = document_tables.documents_table(scored(names=None, judged=np.array([3, 1, 0, 2])), np.arange(4))
    assert list(judged) == ["document", "domain", "segments", "judged", "words", "BLEU third", "BLEU other", "BLEU one"]


def test_papers_have_a_row_a_system_and_a_column_a_document():
    known, overall = scored(judged=np.array([3, 1, 0, 2])), {"other": 21.5, "one": 20.5, "third": 0.0}
    printed = document_tables.scores_by_document(known, np.array([1, 3]), overall)
    assert printed.frame.to_dict("list") == {
        "system": ["other", "one", "third"],
        "all (n = 6)": [21.5, 20.5, 0.0],
        "q (n = 1)": [20.0, 30.0, 0.0],
        "s (n = 2)": [20.0, 20.0, 0.0],
    }
    heads = document_tables.sized_heads(known, np.array([1, 3]))
    assert heads == [*printed.frame][1:]
    assert printed.column_groups == dict.fromkeys(heads, "BLEU")
    by_ter = document_tables.scores_by_document(scored(TER()), np.array([1]), overall)
    assert by_ter.frame["system"].to_list() == ["third", "one", "other"], "lower is better"
    assert document_tables.score_head(ExternalScore("MQM", True)) == "mean MQM"


@pytest.mark.parametrize(
    ("by", "names", "expected"),
    [
        (study.DIFFERENCE, ("one", "other"), [0, 1, 3, 2]),
        (study.DIFFERENCE, None, [0, 1, 2, 3]),
        (study.SIZE, ("one", "other"), [2, 3, 0, 1]),
        (study.FILE, ("one", "other"), [0, 1, 2, 3]),
    ],
)
def test_documents_are_sorted_and_those_without_a_difference_are_last(by, names, expected):
    assert scored(names=names).order(by).tolist() == expected


@pytest.mark.parametrize(
    ("metric", "of_first", "of_second"),
    [(BLEU(), (8.5, 10.0, 6), (3, -20.0, 0)), (TER(), (3, 20.0, 0), (8.5, -10.0, 6))],
)
def test_bars_go_up_where_the_first_is_better_and_lead_to_the_first_segment(metric, of_first, of_second):
    bars = charts.document_strip(scored(metric), COLORS).data
    assert [[*zip(bar.x, bar.y, bar.customdata, strict=True)] for bar in bars] == [[of_first], [of_second]]
    assert [bar.marker.color for bar in bars] == list(COLORS)


def test_the_axis_says_where_domains_are():
    figure = charts.document_strip(scored(), COLORS)
    assert figure.layout.xaxis.ticktext == ("x", "y", "x")
    assert figure.layout.xaxis.tickvals == (5.5, 21, 34.5)


def test_documents_of_few_segments_are_folded_unless_all_are():
    few = scored(judged=np.array([4, 0, 20, 5]))
    assert few.is_shown.tolist() == [False, False, True, True]
    assert few.hidden_documents_phrase() == "2 documents of fewer than 5 scored segments"
    assert [len(bar.x) for bar in charts.document_strip(few, COLORS).data] == [0, 0], "r has no score, s is tied"
    title = charts.document_strip(few, COLORS).layout.xaxis.title.text
    assert title == "2 of 4 documents (those of at least 5 segments) in file order; width: segments"
    assert few.left_out_domains() == "", "r is of x, too"
    without = scored(judged=np.array([4, 0, 2, 5]))
    assert without.left_out_domains() == "The chart leaves out y: no document there has 5 segments."
    every = scored(judged=np.array([4, 0, 3, 2]))
    assert (every.is_shown.all(), every.hidden_documents_phrase()) == (True, "")
    assert scored().hidden_documents_phrase() == ""


def test_the_sentence_counts_documents():
    assert str(scored().leads_sentence()) == (
        "one is ahead in 1 of 4 documents, other in 1; 1 is tied; 1 has no score."
    )
    assert not scored(names=None).leads_sentence()
    assert scored().small_documents_sentence().startswith("3 of 4 documents have fewer than 10 segments")
    assert scored(judged=np.array([0, 0, 20, 0])).small_documents_sentence() == ""


@pytest.mark.parametrize(("wins", "losses"), [(9, 1), (8, 3), (88, 82), (5, 5)])
def test_leads_in_documents_are_tested_by_their_signs(wins, losses):
    ahead = np.array([1.0] * wins + [0.0] * losses)
    made = replace(scored(), documents=Origins.of([f"d{n}" for n in range(len(ahead))]))
    made = replace(made, scores={"one": ahead, "other": 1 - ahead})
    p = binomtest(wins, wins + losses).pvalue
    assert made.sign_test_p() == pytest.approx(p)
    could = "is unlikely to be chance" if p <= 0.05 else "could be chance"
    assert made.could_be_chance() == f"{wins} against {losses} {could} (sign test, p = {p:.4f})."
    assert scored(names=None).could_be_chance() == ""


def domain(label, difference, low, high, size=50):
    nothing = NAN, NAN
    score = BucketScore(label, size, (difference, 0.0), (nothing, nothing), difference, (low, high), True)
    p = 0.001 if low * high > 0 else 0.4
    return study.DomainTest(score, p, p)


def test_domains_are_said_to_be_of_one_system_of_the_other_or_open():
    tested = (
        domain("news", -2, -3, -1),
        domain("social", 1, -1, 2),
        domain("speech", -1, -2, 1),
        domain("user", 3, 1, 4),
    )
    found = replace(scored(), domain_tests=tested)
    assert str(found.leads_sentence()) == (
        "one leads in user, other in news, beyond chance, corrected for 4 domains; social and speech are open."
    )
    assert found.could_be_chance() == study.BEYOND_CHANCE
    alone = replace(scored(), domain_tests=tested[:2])
    assert str(alone.leads_sentence()) == (
        "other leads in news, beyond chance, corrected for 2 domains; social is open."
    )
    assert str(replace(scored(), domain_tests=tested[1:3]).leads_sentence()) == "In no domain is a lead beyond chance."
    few = replace(scored(), domain_tests=[domain("news", -2, -3, -1, size=9)])
    assert str(few.leads_sentence()) == "In no domain is a lead beyond chance."


def test_domains_are_resampled_as_groups_of_segments_are():
    generator = np.random.default_rng(1)
    metric, domains = TER(), Origins.of(["x", "y"] * 20, "domain")
    rows = {
        name: metric.statistics(texts, [["a b c d"] * 40])
        for name, texts in {
            "A": [" ".join(generator.choice([*"abcd"], 4)) for _ in range(40)],
            "B": ["a b c d"] * 40,
        }.items()
    }
    found = study.compare_domains(metric, ("A", "B"), domains, rows)
    grouped = score_buckets(metric, rows["A"], rows["B"], buckets_by_label(["x", "y"] * 20))
    assert [(one.score.label, one.score.difference_interval) for one in found] == [
        (one.label, one.difference_interval) for one in grouped
    ]
    assert all(one.score.lead < 0 and one.is_beyond_chance for one in found), "A has more edits"
    assert [one.p_adjusted for one in found] == adjust(np.array([one.p_value for one in found])).tolist()
    with_tests = replace(scored(), request=replace(scored().request, origin="domain"), domain_tests=[*found, *found])
    table = document_tables.documents_table(with_tests, np.arange(len(with_tests)))
    assert table["corrected p"].tolist() == [one.p_adjusted for one in [*found, *found]]
    (bar, *_) = charts.document_strip(with_tests, ("red", "blue")).data
    assert len(bar.error_y.array) == len(bar.x)


def test_names_too_long_for_a_filter_are_counted():
    assert document_tables.long_name_notice(scored(), 1) == ""
    one, two = (document_tables.long_name_notice(scored(labels=("p", "qq", "r" * n, "s")), 1) for n in (1, 9))
    assert one.startswith("The name of 1 document is longer than 1 characters: its row leads to its first segment, and")
    assert two.startswith(
        "The name of 2 documents is longer than 1 characters: their rows lead to their first segments,"
    )


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_names_are_text(text):
    hostile = scored(names=(text, "other"), labels=(text, "q", "r", "s"))
    assert unescape(said(sentence_html(hostile.leads_sentence(), {text: "#0072B2"}))).startswith(f"{text} is ahead")
    figure = charts.document_strip(hostile, COLORS)
    shown = [bar.name for bar in figure.data] + [tip for bar in figure.data for tip in bar.hovertext]
    assert all("<" not in part.replace("<br>", "") for part in shown)


def test_a_domain_of_a_document_is_that_of_its_first_segment():
    assert domains_of_documents(Origins.of(["p", "p", "q"]), Origins.of(["x", "y", "y"])) == ("x", "y")


def test_a_request_checks_itself():
    with pytest.raises(ValueError, match="document or domain; found 'line'"):
        DocumentsRequest("line", BLEU(), ("one",))
    with pytest.raises(ValueError, match="two of the systems one, other; found one, third"):
        DocumentsRequest("document", BLEU(), ("one", "other"), ("one", "third"))
