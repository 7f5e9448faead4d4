"""The page Segments as Streamlit runs it: its list, and the way through it."""

import numpy as np
import streamlit as st

from scoring import BLEU, TBLEU, TestSet
from tests.pages.steps import NEWS, address, can_press, go, heading, press, ran, tables, texts
from ui import state
from ui.segments import listing
from ui.store import cache
from ui.views import VIEWS


def test_next_and_previous_step_through_the_list(visit):
    at = visit("segments", segment="2")
    press(at, "next")
    assert "Segment 3" in heading(at)
    assert address(at, "segment") == "3"
    for _ in range(2):
        press(at, "previous")
    assert "Segment 1" in heading(at)
    assert not can_press(at, "previous")
    assert can_press(at, "next")
    assert not can_press(visit("segments", segment="160"), "next")


def test_no_press_is_lost_or_counted_twice_while_the_page_hears_late(visit):
    """It sends all presses that it knows no answer to, and with them the segment that it showed before."""
    at = visit("segments", segment="2")
    late = at._tree
    for n_presses in (1, 2, 2, 5):
        at._tree = late
        press(at, *["next"] * n_presses)
    assert "Segment 7" in heading(at)
    assert address(at, "segment") == "7"
    press(at, "previous", "next", "previous", "previous")
    assert "Segment 5" in heading(at)


def test_a_segment_that_is_too_long_is_named_and_one_can_go_on(visit):
    long = " ".join(["a"] * (TBLEU.most_words + 1))
    test_set = TestSet.build({"s": ["a", long]}, [["a", "a"]])
    cache.shelve(test_set)
    at = visit("segments", set=test_set.identity, segment="2")
    for view in set(VIEWS) - {"Smoothing"}:
        (warning,) = ran(at.segmented_control(key="segment_view").set_value(view).run()).warning
        assert "segment 2 of" in warning.value
        assert "words; at most" in warning.value
    press(at, "previous")
    assert not at.warning
    (warning,) = visit("tbleu", set=test_set.identity).warning
    assert warning.value.startswith("tBLEU: segment 2 of")


def test_a_press_counts_whose_callback_another_message_ends(visit, monkeypatch):
    at = visit("segments", segment="2")
    choose, ended = state.choose_segment, []

    def end_the_first(*arguments):
        if not ended:
            ended.append(arguments)
            st.rerun()
        choose(*arguments)

    monkeypatch.setattr(state, "choose_segment", end_the_first)
    press(at, "next", "next")
    assert ended
    assert address(at, "segment") == "4"


def test_presses_lead_on_from_the_row_that_was_chosen_at_the_same_moment(visit):
    at = visit("segments", segment="2")
    at.session_state["at"] = {**at.session_state["at"], "segment": "50"}
    press(at, "next", "next")
    assert address(at, "segment") == "52"


def test_the_segment_stays_over_a_page_switch(visit):
    at = visit("segments", segment="7")
    go(at, "overview")
    assert "Segment 7" in heading(go(at, "segments"))


def test_another_set_begins_anew(visit):
    at = visit("segments", segment="50")
    ran(at.sidebar.selectbox(key="test_set").set_value("textbook").run())
    assert heading(at) == heading(visit("segments", set="textbook"))
    assert address(at, "set") == "textbook"


def test_sorting_and_filters_decide_what_next_means(visit):
    test_set = cache.test_set(NEWS)
    at = visit("segments")
    scores = BLEU().score(BLEU().measure(test_set)[test_set.system_names[0]])
    ran(at.selectbox(key="sort_by").set_value(f"BLEU {test_set.system_names[0]}").run())
    ran(at.toggle(key="sort_descending").set_value(True).run())
    numbers = tables(at)[0]["#"].tolist()
    assert numbers == (np.argsort(-scores, kind="stable") + 1).tolist()
    ran(at.text_input(key="search").set_value("el ").run())
    numbers = tables(at)[0]["#"].tolist()
    assert 0 < len(numbers) < len(test_set)
    place = numbers.index(int(address(at, "segment")))
    for number in numbers[place + 1 : place + 4]:
        press(at, "next")
        assert int(address(at, "segment")) == number


def test_a_segment_that_is_filtered_out_gives_way_to_the_first_that_is_listed(visit):
    at = visit("segments")
    ran(at.text_input(key="search").set_value(cache.test_set(NEWS).segment(4).source).run())
    assert tables(at)[0]["#"].tolist() == [5]
    assert "Segment 5" in heading(at)
    assert address(at, "segment") == "5"


def test_a_search_without_hits_says_so_and_comes_back(visit):
    at = visit("segments")
    ran(at.text_input(key="search").set_value("qqqqqq").run())
    assert "No segment" in texts(at)
    ran(at.text_input(key="search").set_value("").run())
    assert len(tables(at)[0]) == len(cache.test_set(NEWS))


def test_a_broken_pattern_is_told_and_lists_everything(visit):
    at = visit("segments")
    at.text_input(key="search").set_value("(")
    ran(at.toggle(key="search_is_regex").set_value(True).run())
    assert "pattern" in at.error[0].value
    assert len(tables(at)[0]) == len(cache.test_set(NEWS))


def test_a_long_list_shows_the_part_with_the_selected_segment_or_a_chosen_one(visit, monkeypatch):
    monkeypatch.setattr(listing, "PART", 50)
    at = visit("segments", segment="50")
    assert tables(at)[0]["#"].tolist() == [*range(1, 51)]
    press(at, "next")
    assert tables(at)[0]["#"].tolist() == [*range(51, 101)]
    rows = next(box for box in at.selectbox if box.label == "Rows")
    ran(rows.set_value("151 to 160 of 160").run())
    assert tables(at)[0]["#"].tolist() == [*range(151, 161)]
    assert "Segment 51" in heading(at)
