"""One system alone: Overview says why its score is low, and no page ranks it."""

import re
from dataclasses import replace
from datetime import date

import pytest

from scoring import BLEU, TestSet
from scoring.studies import doctor
from scoring.studies.diagnosis.diagnosis import DiagnosisRequest, run
from scoring.text.texts import as_column
from tests.pages.steps import NEWS, address, go, html, key_of, ran, ran_until, texts
from tests.slipped import made_set
from ui.report import menu
from ui.store import cache

REFERENCE, OUTPUT, _, SOURCE = made_set(60, seed=3)
SHOUTED = TestSet.build({"A": [line.upper() for line in OUTPUT]}, [REFERENCE], source=SOURCE)


def is_diagnosed(at):
    return "The diagnosis" in html(at)


@pytest.fixture
def overview(visit):
    return lambda test_set: ran_until(visit("overview", set=key_of(test_set)), is_diagnosed)


def told(at):
    """The words of the page's HTML."""
    return re.sub(r"<[^>]*>", "", html(at)).replace("&#39;", "'").replace("&#34;", '"')


@pytest.mark.exhaustive
def test_the_causes_are_those_of_the_study(overview):
    examined = doctor.run(doctor.DoctorRequest(is_shallow=True), doctor.examined_texts(SHOUTED))
    expected = run(DiagnosisRequest("A", BLEU()), SHOUTED, examined)
    at = overview(SHOUTED)
    assert expected.heading == "Likeliest cause: capitals"
    for sentence in (expected.heading, expected.summary, *(cause.evidence for cause in expected.causes)):
        assert str(sentence) in told(at)


def link(at, label):
    return next(link.proto for link in at.get("page_link") if link.proto.label.startswith(label))


@pytest.mark.exhaustive
def test_a_cause_leads_to_the_page_that_shows_it_at_its_segment(overview, visit):
    shuffled = [" ".join(sorted(line.split())) for line in OUTPUT]
    assert link(overview(SHOUTED), "Look at segment ").page == "segments"
    at = overview(TestSet.build({"A": shuffled}, [REFERENCE], source=SOURCE))
    found = link(at, "See the shifts in segment ")
    number = found.label.rsplit(" ", 1)[1]
    assert found.page == "ter"
    assert found.query_string == f"segment={number}&system=A"
    there = visit("ter", set=address(at, "set"), segment=number, system="A")
    assert f"Segment {number}" in texts(there)


def test_nothing_is_ranked(overview):
    at = overview(SHOUTED)
    assert "is best" not in texts(at)
    for frame in at.dataframe:
        assert "#1" not in frame.value.to_string()
        assert "bold" not in str(frame.proto)


@pytest.mark.exhaustive
def test_the_worst_segments_are_read_and_lead_to_all(overview):
    worst = [*OUTPUT]
    worst[41] = " ".join(["zz"] * len(worst[41].split()))
    at = overview(TestSet.build({"A": worst}, [REFERENCE], source=SOURCE))
    at = ran_until(at, lambda at: "Segment 42" in texts(at))
    assert texts(at).index("Segment 42") < min(
        place for number in range(1, 61) if number != 42 and (place := texts(at).find(f"Segment {number}*")) >= 0
    )
    (link,) = [link for link in at.get("page_link") if link.proto.label == "All segments, the worst first"]
    assert link.proto.query_string == "sort=worst%3AA"


def test_the_link_of_a_cause_opens_its_segment(overview):
    at = overview(SHOUTED)
    found = link(at, "Look at segment ")
    number = found.label.rsplit(" ", 1)[1]
    at.query_params["segment"] = number
    at = go(at, "segments")
    assert address(at, "segment") == number
    assert f"Segment {number}" in texts(at)


@pytest.mark.exhaustive
def test_one_of_several_systems_can_be_explained_and_all_be_shown_again(visit):
    at = visit("overview", set=NEWS)
    system = cache.open_test_set(NEWS).system_names[0]
    at.sidebar.multiselect(key="systems").set_value([system])
    at = ran_until(ran(at.run()), is_diagnosed)
    at = ran(at.button(key="show-all").click().run())
    assert at.sidebar.multiselect(key="systems").value == []
    assert "The diagnosis" not in html(at)


@pytest.mark.exhaustive
def test_names_are_escaped(overview):
    name = "<b>A</b> $x$ :red[y]"
    domains = as_column(["<i>one</i>" if number % 2 else "two" for number in range(60)])
    hostile = TestSet.build({name: [f"{line} <script>" for line in OUTPUT]}, [REFERENCE], source=SOURCE)
    assert "<b>A</b> $x$" not in html(overview(replace(hostile, domains=domains)))


def test_the_report_of_one_system_names_no_best(overview):
    offered = overview(SHOUTED).session_state["asked_report"]
    page = str(cache.engine().now(menu.report_html_task(offered, date(2026, 11, 27))))
    assert "one score alone does not show whether a system is good" in page
    assert "Likeliest cause: capitals" in page
    assert "Best of a column" not in page


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("ter", "A needs [0-9.]+ edits per 100 reference words"),
        ("tbleu", "Words in another form than the reference's cost A [0-9.]+ points|A loses no BLEU"),
        ("smoothing", "Smoothing does not explain the corpus BLEU of A: it is [0-9.]+ without smoothing, too"),
    ],
)
def test_pages_of_one_metric_tell_of_it_without_a_comparison(visit, page, said):
    at = ran_until(
        visit(page, set=key_of(TestSet.build({"A": OUTPUT}, [REFERENCE]))), lambda at: re.search(said, told(at))
    )
    assert "ranking" not in told(at)
