"""Documents: their page, and the way through them on the page Segments."""

import json
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from markupsafe import escape
from streamlit.proto.WidgetStates_pb2 import WidgetState

from scoring import BLEU, TER, TestSet
from scoring.judgments import Scores
from tests.pages.steps import (
    NEWS,
    NEWS_SYSTEMS,
    address,
    can_press,
    heading,
    html,
    key_of,
    open_tab,
    parameters_of,
    press,
    ran,
    ran_until,
    table_with,
    texts,
    title,
)
from ui.store import cache

NAMES = [f"doc {number // 7}" for number in range(160)]
"""23 documents, all of seven segments but the last."""
EVIL = "<img src=x onerror=alert(1)>"
NAMES = [EVIL if name == "doc 1" else name for name in NAMES]
DOMAINS = ["news"] * 77 + ["speech"] * 83
A, B, _ = NEWS_SYSTEMS


@pytest.fixture
def chosen():
    """The sample set with documents and domains, and with scores of its first ten segments."""
    values = {name: np.where(np.arange(160) < 10, float(place), np.nan) for place, name in enumerate(NEWS_SYSTEMS)}
    found = replace(cache.open_test_set(NEWS), documents=pa.array(NAMES), domains=pa.array(DOMAINS))
    found = found.with_judgments([Scores("COMET", values)])
    return key_of(found)


def waited(at):
    return ran_until(at, lambda at: not at.get("progress"))


def by_name(metric, system, names):
    """Document -> score, by direct scoring."""
    rows = metric.measure(cache.open_test_set(NEWS))[system]
    inside = {name: [of == name for of in names] for name in names}
    return {name: float(metric.score(rows[mask].sum(axis=0))) for name, mask in inside.items()}


@pytest.mark.exhaustive
def test_every_document_has_the_score_of_its_segments(visit, chosen):
    at = waited(visit("documents", set=chosen, first=A, second=B, documents_metric="ter"))
    frame = table_with(at, "document")
    for system in NEWS_SYSTEMS:
        found = dict(zip(frame["document"], frame[f"TER {system}"], strict=True))
        assert found == pytest.approx(by_name(TER(), system, NAMES), abs=0.0051)  # an exact half is rounded
    differences = frame[f"{A} − {B}"]
    assert list(differences.abs()) == sorted(differences.abs(), reverse=True)
    assert set(zip(frame["document"], frame["domain"], frame["segments"], strict=True)) >= {
        (EVIL, "news", 7),
        ("doc 22", "speech", 6),
    }
    assert "Lower TER is better" in html(at)
    assert EVIL not in html(at)


def test_domains_are_scored_alike(visit, chosen):
    at = waited(open_tab(visit("documents", set=chosen, documents_metric="bleu"), "Domains"))
    frame = table_with(at, "domain")
    assert dict(zip(frame["domain"], frame[f"BLEU {A}"], strict=True)) == pytest.approx(by_name(BLEU(), A, DOMAINS))


def test_what_nobody_judged_has_no_score(visit, chosen):
    at = waited(visit("documents", set=chosen, documents_metric="COMET", documents_order="file", first=A, second=B))
    assert "Based on the 10 of 160 segments with COMET scores for every system." in texts(at)
    frame = table_with(at, "document", "judged")
    assert list(frame["judged"]) == [7]
    assert list(frame[f"COMET {B}"]) == [1.0]
    assert "22 documents of fewer than 5 scored segments" in [block.label for block in at.expander]
    assert "21 have no score" in html(at)


def test_a_row_leads_to_its_segments(visit, chosen):
    at = waited(visit("documents", set=chosen, documents_metric="bleu", documents_order="file"))
    at = choose_row(at, 3)
    assert title(at) == "Segments"
    assert "Segment 22" in heading(at)
    assert address(at, "document") == "doc 3"
    assert at.segmented_control(key="segment_view").value == "n-grams"


def test_a_row_leads_to_the_view_of_the_metric(visit, chosen):
    at = waited(visit("documents", set=chosen, documents_metric="ter"))
    assert choose_row(at, 0).segmented_control(key="segment_view").value == "TER"


def choose_row(at, row):
    """Clicks a row of the page's table."""
    (table,) = (found for found in at.dataframe if "segments" in found.value.columns)
    states = at._tree.get_widget_states()
    clicked = json.dumps({"selection": {"rows": [row], "columns": [], "cells": []}})
    states.widgets.append(WidgetState(id=table.proto.id, string_value=clicked))
    return waited(ran(at._run(states)))


@pytest.mark.exhaustive
def test_all_documents_are_listed_whichever_one_is_read(visit, chosen):
    """And a row leads to its segments, also to those of another domain than is filtered by."""
    filters = {"document": "doc 3", "domain": "news"}
    at = waited(visit("documents", set=chosen, documents_metric="bleu", documents_order="file", **filters))
    assert len(table_with(at, "document")) == 23
    assert "of 160 segments" not in " ".join(button.label for button in at.button)
    assert {name: address(at, name) for name in filters} == filters
    at = choose_row(at, 22)
    assert (title(at), "Segment 155" in heading(at)) == ("Segments", True)
    assert (address(at, "document"), address(at, "domain")) == ("doc 22", "")


def test_no_name_that_a_user_gave_is_a_columns_help(visit, chosen):
    """For that is Markdown."""
    at = waited(visit("documents", set=chosen, documents_metric="COMET", first=A, second=B))
    (table,) = (found for found in at.dataframe if "document" in found.value.columns)
    assert "The score of this system." in table.proto.columns
    assert all("COMET" not in (column.get("help") or "") for column in json.loads(table.proto.columns).values())


def test_other_filters_count_for_documents_too(visit, chosen):
    words = cache.open_test_set(NEWS).source[30].as_py()
    at = waited(visit("documents", set=chosen, documents_metric="bleu", find=words, document="doc 3"))
    assert list(table_with(at, "document")["document"]) == ["doc 4"]
    assert "1 of 160 segments" in [button.label for button in at.button]


@pytest.mark.exhaustive
def test_a_document_whose_name_is_too_long_leads_to_its_first_segment(visit):
    found = replace(cache.open_test_set(NEWS), documents=pa.array(["x" * 201] * 80 + ["y" * 200] * 80))
    at = waited(visit("documents", set=key_of(found), documents_metric="bleu", documents_order="file", document="z"))
    assert "The name of 1 document is longer than 200 characters: its row leads to its first segment" in html(at)
    at = choose_row(at, 0)
    assert ("Segment 1" in heading(at), address(at, "document")) == (True, "")


def test_one_system_has_a_table_and_no_picture(visit, chosen):
    at = waited(visit("documents", set=chosen, systems=A, documents_metric="bleu"))
    assert "The chart takes two systems, and one is shown." in html(at)
    assert list(table_with(at, "document").columns) == ["document", "domain", "segments", "words", f"BLEU {A}"]


def test_a_set_without_documents_says_what_to_drop(visit):
    assert "`.docs`" in texts(visit("documents"))


def test_one_goes_from_document_to_document(visit, chosen):
    at = visit("segments", set=chosen, segment="10", sort="file")
    assert "3 of 7" in html(at)
    assert EVIL not in html(at)
    assert escape(EVIL) in html(at)
    press(at, "next-document", "next-document")
    assert "Segment 22" in heading(at)
    press(at, "previous-document")
    assert "Segment 15" in heading(at)
    assert not can_press(visit("segments", set=chosen, segment="160", sort="file"), "next-document")


def test_documents_of_which_nothing_is_listed_are_left_out(visit, chosen):
    words = cache.open_test_set(NEWS).source[30].as_py()
    at = visit("segments", set=chosen, sort="file", find=words)
    assert "Segment 31" in heading(at)
    assert "3 of 7" in html(at), "its place is that in the whole document"
    assert not can_press(at, "next-document")


def test_a_filter_by_document_goes_along(visit, chosen):
    at = press(visit("segments", set=chosen, document="doc 3", segment="22", sort="file"), "next-document")
    assert "Segment 29" in heading(at)
    assert address(at, "document") == "doc 4"


def test_a_filter_by_document_goes_along_with_the_others(visit, chosen):
    """To documents that have a segment which passes these: those of another domain are left out."""
    at = visit("segments", set=chosen, document="doc 10", domain="news", segment="71", sort="file")
    assert not can_press(at, "next-document")
    press(at, "previous-document")
    assert (address(at, "document"), address(at, "domain")) == ("doc 9", "news")
    assert "Segment 64" in heading(at)


def rows(at):
    """Those of the passage."""
    found = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    return next((data["rows"] for data in found if "heads" in data), None)


def test_a_segment_stands_in_its_document(visit, chosen):
    at = visit("segments", set=chosen, segment="14", sort="file")
    assert rows(at) is None
    ran(at.toggle(key="around").set_value(True).run())
    assert [row["number"] for row in rows(at)] == [12, 13, 14], "the document ends there"
    source = cache.open_test_set(NEWS).source
    assert [row["texts"][0] for row in rows(at)] == source[11:14].to_pylist()
    (passage,) = (e.proto for e in at.get("bidi_component") if "heads" in e.proto.json)
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=passage.id, json_value=json.dumps({"chosen": [1, 12]})))
    at = ran(at._run(states))
    assert "Segment 12" in heading(at)
    assert [row["number"] for row in rows(at)] == [10, 11, 12, 13, 14]


def test_without_documents_nothing_is_said_of_them(visit):
    at = visit("segments")
    assert not [toggle for toggle in at.toggle if toggle.key == "around"]


@pytest.mark.quick_cases(1)
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize("value", [EVIL, "", "inf", "-1", "x" * 10_000], ids=range(5))
@pytest.mark.parametrize("page", ["documents", "segments"])
def test_wild_values_count_for_nothing(visit, chosen, page, value):
    at = visit(page, set=chosen, **dict.fromkeys(PARAMETERS[page], value))
    assert title(at) == page.capitalize()
    assert parameters_of(at) >= PARAMETERS[page]


PARAMETERS = {
    "documents": {"first", "second", "documents_metric", "documents_order", "documents_part"},
    "segments": {"around"},
}
"""Of the address, that only a set with documents brings into sight."""


def test_a_doubtful_comparison_is_said_first(visit):
    """Half of the reference's lines are a placeholder."""
    whole = cache.open_test_set(NEWS)
    reference = [
        line if place % 2 else "NO TRANSLATION" for place, line in enumerate(whole.references[0].segments.to_pylist())
    ]
    outputs = {system.name: system.segments for system in whole.systems}
    made = replace(TestSet.build(outputs, [reference]), documents=pa.array(NAMES))
    at = ran_until(visit("documents", set=key_of(made)), lambda at: "This comparison is doubtful" in html(at))
    assert html(at).index("This comparison is doubtful") < html(at).index("is ahead in")
