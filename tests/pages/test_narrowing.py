"""What is known of segments narrows the list down: documents, domains and marked errors, on every page."""

import pytest

from scoring.origins import COLUMNS
from tests.pages.steps import address, button, go, html, key_of, listed, ran, ran_until, table_with, tables
from tests.ui.marked import FIRST, MARKED, SECOND
from ui.context.selection import ERRORS


@pytest.fixture
def marked():
    """The id of a set with documents, domains and marked errors."""
    return key_of(MARKED)


@pytest.mark.exhaustive
def test_the_widgets_write_the_address_that_they_are_read_from(visit, marked):
    at = visit("segments", set=marked, sort="file")
    ran(at.selectbox(key="narrow_errors").set_value("without").run())
    ran(at.selectbox(key="narrow_category").set_value("Fluency").run())
    ran(at.selectbox(key="narrow_severity").set_value("minor").run())
    ran(at.selectbox(key="narrow_annotator").set_value("r1").run())
    ran(at.selectbox(key="narrow_errors_of").set_value(FIRST).run())
    ran(at.selectbox(key="narrow_errors_by").set_value("MQM").run())
    ran(at.selectbox(key="narrow_domain").set_value("speech").run())
    assert at.selectbox(key="narrow_document").options == ["any document", "two"]
    ran(at.selectbox(key="narrow_document").set_value("two").run())
    said = {name: address(at, name) for name in (*COLUMNS, *ERRORS)}
    assert said == {
        "document": "two",
        "domain": "speech",
        "errors": "without",
        "category": "Fluency",
        "severity": "minor",
        "annotator": "r1",
        "errors_of": FIRST,
        "errors_by": "MQM",
    }
    assert listed(visit("segments", set=marked, **said)) == listed(at) == [3]
    assert f"domain speech, document two, without marked errors in {FIRST}: minor, Fluency, by r1, from MQM" in html(at)
    ran(at.selectbox(key="narrow_errors").set_value("").run())
    assert listed(at) == [3, 4]
    assert not any(address(at, name) for name in ERRORS)
    ran(button(at, "chip-filters").click().run())
    assert listed(at) == [1, 2, 3, 4]
    assert not any(address(at, name) for name in COLUMNS)


def test_a_kind_of_error_in_a_link_keeps_its_filter_when_another_kind_is_chosen(visit, marked):
    at = visit("segments", set=marked, sort="file", category="accuracy")
    assert at.selectbox(key="narrow_errors").value == "with"
    ran(at.selectbox(key="narrow_category").set_value("").run())
    assert address(at, "errors") == "with"
    assert "with marked errors" in html(at)


def test_several_severities_and_no_category_are_in_the_lists(visit, marked):
    """As the page Errors asks for them."""
    at = visit("segments", set=marked, sort="file", errors="with", category="/", severity="critical+major")
    assert listed(at) == [4]
    assert at.selectbox(key="narrow_category").value == "/"
    assert at.selectbox(key="narrow_category").options[-1] == "no category"
    assert at.selectbox(key="narrow_severity").value == "critical+major"
    assert "with marked errors: critical or major, no category" in html(at)
    ran(at.selectbox(key="narrow_severity").set_value("minor").run())
    assert (address(at, "category"), address(at, "severity")) == ("/", "minor")
    assert button(at, "chip-filters").label == "0 of 4 segments"


def test_what_the_set_does_not_have_is_not_offered(visit):
    at = visit("segments", set="inflection-hr-sl")
    assert not [box.key for box in at.selectbox if box.key.startswith("narrow_")]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", ["overview", "significance", "compare"])
def test_segments_chosen_by_errors_have_no_verdict(visit, marked, page):
    at = ran_until(visit(page, set=marked, category="accuracy"), lambda at: "No verdict" in html(at))
    assert "chosen by the errors that are marked" in html(at)
    assert button(at, "chip-filters").label == "2 of 4 segments"
    assert not any("download-report" in element.proto.id for element in at.get("download_button"))


def test_a_document_is_as_good_as_another_for_a_verdict(visit, marked):
    at = visit("compare", set=marked, document="two", compare_metric="bleu")
    at = ran_until(at, lambda at: 'class="state"' in html(at))
    assert "No verdict" not in html(at)
    at = go(at, "ter")
    assert button(at, "chip-filters").label == "2 of 4 segments"


def test_buckets_by_what_is_known(visit, marked):
    asked = {"compare_part": "Groups", "compare_metric": "bleu", "first": FIRST, "second": SECOND}
    at = visit("compare", set=marked, compare_by="domain", **asked)
    ran_until(at, lambda at: any("domain" in table for table in tables(at)))
    assert table_with(at, "domain")["segments"].tolist() == [2, 2]
    at.selectbox(key="compare_by").set_value("worst error")
    ran_until(ran(at.run()), lambda at: any("worst error" in table for table in tables(at)))
    assert table_with(at, "worst error")["worst error"].tolist() == ["major", "nobody judged"]
    at.selectbox(key="compare_errors_by").set_value("XCOMET")
    ran_until(ran(at.run()), lambda at: "critical" in table_with(at, "worst error")["worst error"].tolist())
    assert "outputs with errors" not in at.selectbox(key="compare_by").options  # nobody judged both of a segment


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    "value", ["with", "nan", "<script>alert(1)</script>", "\x00", "\u202e\ud7ff\U0001f600"], ids=ascii
)
def test_wild_values(visit, marked, value):
    at = visit("segments", set=marked, sort="file", **dict.fromkeys((*COLUMNS, *ERRORS), value))
    assert listed(at) == [1, 2, 3, 4]
