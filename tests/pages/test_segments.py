"""The page Segments as Streamlit runs it: its list, and the way through it."""

import re

import numpy as np
import pytest
import streamlit as st

from scoring import BLEU, TBLEU, TestSet
from tests.pages.steps import (
    NEWS,
    address,
    bleu_of,
    button,
    can_press,
    choose_listed,
    go,
    heading,
    html,
    key_of,
    listed,
    press,
    ran,
    ran_until,
    read_scores,
    scored,
    sent,
    tables,
    texts,
)
from tests.slipped import made_set
from ui.segments import listing
from ui.session import state
from ui.store import cache
from ui.views import VIEWS


def test_next_and_previous_step_through_the_list(visit):
    at = visit("segments", segment="2", sort="file")
    press(at, "next")
    assert "Segment 3" in heading(at)
    assert address(at, "segment") == "3"
    for _ in range(2):
        press(at, "previous")
    assert "Segment 1" in heading(at)
    assert not can_press(at, "previous")
    assert can_press(at, "next")
    assert not can_press(visit("segments", segment="160", sort="file"), "next")


@pytest.mark.exhaustive
def test_no_press_is_lost_or_counted_twice_while_the_page_hears_late(visit):
    """It sends all presses that it knows no answer to, and with them the segment that it showed before."""
    at = visit("segments", segment="2", sort="file")
    late = at._tree
    for n_presses in (1, 2, 2, 5):
        at._tree = late
        press(at, *["next"] * n_presses)
    assert "Segment 7" in heading(at)
    assert address(at, "segment") == "7"
    press(at, "previous", "next", "previous", "previous")
    assert "Segment 5" in heading(at)


@pytest.mark.exhaustive
def test_a_segment_that_is_too_long_is_named_and_one_can_go_on(visit):
    long = " ".join(["a"] * (TBLEU.most_words + 1))
    test_set = TestSet.build({"s": ["a", long]}, [["a", "a"]])
    at = visit("segments", set=key_of(test_set), segment="2", sort="file")
    for view in set(VIEWS) - {"Smoothing", "Errors"}:
        (warning,) = ran(at.segmented_control(key="segment_view").set_value(view).run()).warning
        assert "segment 2 of" in warning.value
        assert "words; at most" in warning.value
    press(at, "previous")
    assert not at.warning
    (warning,) = visit("tbleu", set=key_of(test_set), tbleu_part="Systems").warning
    assert warning.value.startswith("tBLEU: segment 2 of")


def test_a_press_counts_whose_callback_another_message_ends(visit, monkeypatch):
    at = visit("segments", segment="2", sort="file")
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
    at = visit("segments", segment="2", sort="file")
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


@pytest.mark.exhaustive
def test_order_and_search_decide_what_next_means(visit):
    test_set = cache.open_test_set(NEWS)
    at = visit("segments")
    system = test_set.system_names[0]
    scores = BLEU().score(BLEU().measure(test_set)[system])
    ran(at.selectbox(key="sort_by").set_value(f"best:{system}").run())
    assert listed(at) == (np.argsort(-scores, kind="stable") + 1).tolist()
    ran(at.text_input(key="find_text").set_value("el ").run())
    numbers = listed(at)
    assert 0 < len(numbers) < len(test_set)
    assert f"{len(numbers)} of {len(test_set)} segments" in button(at, "chip-filters").label
    place = numbers.index(int(address(at, "segment")))
    for number in numbers[place + 1 : place + 4]:
        press(at, "next")
        assert int(address(at, "segment")) == number


def test_the_list_begins_where_the_two_best_differ_most(visit):
    test_set = cache.open_test_set(NEWS)
    totals = scored(test_set)
    first, second = sorted(totals, key=totals.get, reverse=True)[:2]
    rows = BLEU().measure(test_set)
    apart = abs(BLEU().score(rows[first]) - BLEU().score(rows[second]))
    assert listed(visit("segments")) == (np.argsort(-apart, kind="stable") + 1).tolist()


@pytest.mark.exhaustive
def test_a_click_on_a_row_chooses_its_segment_once(visit):
    at = visit("segments")
    wanted = listed(at)[4]
    choose_listed(at, wanted)
    assert f"Segment {wanted}" in heading(at)
    press(at, "next")
    assert f"Segment {listed(at)[5]}" in heading(at)
    choose_listed(at, wanted)
    assert f"Segment {listed(at)[5]}" in heading(at)
    choose_listed(at, wanted, press=2)
    assert f"Segment {wanted}" in heading(at)


def test_a_segment_that_is_filtered_out_gives_way_to_the_first_that_is_listed(visit):
    at = visit("segments", segment="7")
    ran(at.text_input(key="find_text").set_value(cache.open_test_set(NEWS).segment(4).source).run())
    assert listed(at) == [5]
    assert "Segment 5" in heading(at)
    assert address(at, "segment") == "5"


def test_a_search_without_hits_says_so_and_comes_back(visit):
    at = visit("segments", find="qqqqqq")
    assert "No segment" in texts(at)
    ran(at.text_input(key="find_text").set_value("").run())
    assert len(listed(at)) == len(cache.open_test_set(NEWS))


def test_a_broken_pattern_is_told_and_lists_everything(visit):
    at = visit("segments", find="(", find_as="pattern")
    assert "pattern" in at.error[0].value
    assert len(listed(at)) == len(cache.open_test_set(NEWS))
    assert not visit("ter", find="(", find_as="pattern").exception


def test_a_long_list_shows_the_part_with_the_selected_segment_or_a_chosen_one(visit, monkeypatch):
    monkeypatch.setattr(listing, "PART", 50)
    at = visit("segments", segment="50", sort="file")
    assert listed(at) == [*range(1, 51)]
    press(at, "next")
    assert listed(at) == [*range(51, 101)]
    rows = next(box for box in at.selectbox if box.label == "Rows")
    ran(rows.set_value("151 to 160 of 160").run())
    assert listed(at) == [*range(151, 161)]
    assert "Segment 51" in heading(at)


def test_the_filters_widgets_write_the_address_that_they_are_read_from(visit):
    at = visit("segments")
    system = cache.open_test_set(NEWS).system_names[1]
    ran(at.selectbox(key="find_where").set_value("outputs").run())
    ran(at.toggle(key="find_regex").set_value(True).run())
    ran(at.slider(key="score_range").set_value((20.0, 60.0)).run())
    ran(at.selectbox(key="score_system").set_value(system).run())
    ran(at.slider(key="length_range").set_value((5, 20)).run())
    said = {name: address(at, name) for name in ("find_in", "find_as", "score", "score_of", "length")}
    assert said == {
        "find_in": "outputs", "find_as": "pattern", "score": "20-60", "score_of": system, "length": "5-20"
    }  # fmt: skip
    assert listed(visit("segments", **said)) == listed(at)
    ran(button(at, "chip-filters").click().run())
    assert len(listed(at)) == len(cache.open_test_set(NEWS))
    assert not any(address(at, name) for name in said)


# --- on every page ---


@pytest.mark.exhaustive
def test_what_is_found_holds_on_the_pages_that_decide(visit):
    test_set = cache.open_test_set(NEWS)
    at = visit("segments", find="el ", find_in="references")
    numbers = np.sort(listed(at))
    rows = BLEU().measure(test_set)
    expected = {name: float(BLEU().score(rows[name][numbers - 1].sum(axis=0))) for name in test_set.system_names}
    at = go(at, "overview")
    assert button(at, "chip-filters").label == f"{len(numbers)} of {len(test_set)} segments"
    found = bleu_of(at)
    assert found == pytest.approx(expected, abs=1e-9)
    assert "“el ” in references" in html(at)
    ran(button(at, "chip-filters").click().run())
    assert bleu_of(at) == pytest.approx(scored(test_set), abs=1e-9)


@pytest.mark.exhaustive
def test_and_on_those_where_one_reads(visit):
    numbers = sorted(listed(visit("segments", find="el ")))
    at = visit("ter", find="el ", segment=str(numbers[1]))
    press(at, "next")
    assert f"Segment {numbers[2]:,}" in heading(at)
    assert address(at, "segment") == str(numbers[2])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "path",
    [
        {"page": "compare"},
        {"page": "significance"},
        {"page": "ter", "ter_part": "BLEU against TER"},
        {"page": "tbleu", "tbleu_part": "Segments", "tbleu_epsilon": "0.5"},
        {"page": "smoothing", "smoothing_part": "Who wins", "list_all": "true"},
    ],
    ids=lambda path: path["page"],
)
def test_tables_of_segments_have_the_numbers_of_the_file(visit, path):
    wanted = set(listed(visit("segments", find="la ")))
    at = ran_until(visit(find="la ", **path), lambda at: any("#" in table and len(table) for table in tables(at)))
    frames = [table for table in tables(at) if "#" in table and "system" not in table]
    assert frames
    for frame in frames:
        assert set(frame["#"]) <= wanted
    assert max(frames[0]["#"]) > len(wanted), "the numbers of the file, not places in the part"


def test_the_order_holds_there_too(visit):
    numbers = listed(visit("segments", sort="longest"))
    at = visit("ter", sort="longest", segment=str(numbers[3]))
    press(at, "next", "next")
    assert address(at, "segment") == str(numbers[5])


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("page", ["overview", "significance", "compare", "smoothing", "ter", "tbleu"])
def test_where_nothing_is_found_a_page_says_so(visit, page):
    at = visit(page, find="qqqqqq")
    assert "No segment passes the filter" in texts(at)
    assert button(at, "chip-filters").label == "0 of 160 segments"


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    "asked",
    [
        {"score": "50-200"},
        {"score": "150-200"},
        {"find": "\\Qthe", "find_as": "pattern"},
        {"find": "a\\Q(", "find_as": "pattern"},
        {"length": "5-900000", "sort": "best:nobody"},
    ],
    ids=str,
)
def test_what_cannot_be_meant_breaks_nothing(visit, asked):
    visit("segments", **asked)
    visit("overview", **asked)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("asked", [{"find_as": "pattern"}, {"find": "(", "find_as": "pattern"}, {"find_in": "source"}])
def test_what_filters_nothing_has_no_chip(visit, asked):
    assert button(visit("overview", **asked), "chip-filters") is None


def test_a_hidden_system_is_not_sorted_by(visit):
    first, second, _ = cache.open_test_set(NEWS).system_names
    at = visit("segments", sort=f"worst:{second}", systems=first)
    assert at.selectbox(key="sort_by").value == f"worst:{first}"
    assert listed(at) == listed(visit("segments", sort=f"worst:{first}", systems=first))


def test_one_system_opens_with_its_worst_segments(visit):
    name = cache.open_test_set(NEWS).system_names[0]
    at = visit("segments", systems=name)
    assert "has its worst BLEU in it" in html(at)
    assert listed(at) == listed(visit("segments", systems=name, sort=f"worst:{name}"))
    assert listed(at) != listed(visit("segments", systems=name, sort="file"))


def test_a_press_means_the_segment_that_it_was_drawn_for(visit):
    """Another part may be looked at in the state, if the run that was to draw it was ended."""
    at = visit("segments", segment="100", sort="file")
    at.session_state["places"] = np.array([1, 2, 3])
    press(at, "next")
    assert address(at, "segment") == "101"


def test_a_segment_that_is_too_long_has_its_number_in_a_part_too(visit):
    long = " ".join(["z"] * (TBLEU.most_words + 1))
    test_set = TestSet.build({"s": ["a", "z", "b", "c", long]}, [["a", "z", "b", "c", "z"]])
    at = visit("segments", set=key_of(test_set), segment="5", find="z")
    for view in ("n-grams", "TER", "METEOR"):
        (warning,) = ran(at.segmented_control(key="segment_view").set_value(view).run()).warning
        assert "segment 5 of" in warning.value


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", ["overview", "significance", "compare"])
def test_segments_chosen_by_score_have_no_verdict(visit, page):
    at = ran_until(visit(page, score="0-40"), lambda at: "No verdict" in html(at))
    assert '<div class="state">' not in html(at)
    assert not offers_report(at)
    at = ran_until(visit(page), lambda at: '<div class="state">' in html(at))
    assert offers_report(at)


def offers_report(at):
    return any("download-report" in element.proto.id for element in at.get("download_button"))


@pytest.mark.exhaustive
def test_what_opens_is_the_first_of_the_list_and_says_why_truly(visit):
    at = visit("segments")
    for find in ("l", "la ", "el "):
        ran(at.text_input(key="find_text").set_value(find).run())
        assert f"Segment {listed(at)[0]:,}**" in heading(at)
        assert "differ most" in html(at)
    at = visit("segments", sort="longest")
    assert f"Segment {listed(at)[0]:,}**" in heading(at)
    assert "differ most" not in html(at)


def test_another_set_has_no_filter(visit):
    at = visit("segments", find="el ", score="10-90", sort="longest")
    ran(at.sidebar.selectbox(key="test_set").set_value("textbook").run())
    assert not any(address(at, name) for name in ("find", "score", "sort"))
    assert len(listed(at)) == len(cache.open_test_set("textbook"))


def test_the_compared_systems_come_first(visit):
    """The two best, or the one by whose scores the list is sorted."""
    scores = scored(cache.open_test_set(NEWS))
    best = sorted(scores, key=scores.get, reverse=True)
    assert list(read_scores(visit("segments", set=NEWS)))[:2] == best[:2]
    assert next(iter(read_scores(visit("segments", set=NEWS, sort=f"worst:{best[-1]}")))) == best[-1]


def test_suspicious_segments_are_listed_and_have_no_verdict(visit):
    reference, one, other, source = made_set(40, 3)
    one[6], other[20] = "", source[20]
    key = key_of(TestSet.build({"one": one, "other": other}, {"r": reference}, source))
    at = visit("segments", set=key)
    ran(at.toggle(key="find_suspicious").set_value(True).run())
    assert (address(at, "suspicious"), address(at, "segment")) == ("yes", "")
    assert "2 of 40 segments" in [button.label for button in at.button]
    assert "suspicious" in html(at)
    for segment, why in (("7", "The output of one is empty."), ("21", "The output of other is untranslated.")):
        assert f"⚠ {why}" in html(visit("segments", set=key, suspicious="yes", segment=segment))
    at = visit("segments", set=key, suspicious="yes", systems="one")
    assert "1 of 40 segments" in [button.label for button in at.button]
    at = visit("overview", set=key, suspicious="yes")
    assert "No verdict: these segments were chosen by what is odd about them" in html(at)


def test_segments_can_be_sorted_by_how_far_two_metrics_disagree_and_the_first_says_how(visit):
    at = visit("segments", set=NEWS, sort="disagreement")
    assert "BLEU and Language model 1 disagree most" in at.selectbox(key="sort_by").options
    assert re.search(r"BLEU prefers (\S+) and Language model 1 prefers (?!\1)\S+ in it\.", sent(at))


def test_wins_are_counted_with_marks_made_alike_where_these_decide_the_count(visit):
    references = [f"Es sind {n} „ Katzen “ da und noch mehr" for n in range(20)]
    good = [text.replace("noch", "viel") if n % 5 == 1 else text for n, text in enumerate(references)]
    straight = [text.replace("„", '"').replace("“", '"') for text in good]
    test_set = TestSet.build({"A": good, "B": straight}, [references])
    at = visit("segments", set=key_of(test_set))
    at = ran_until(at, lambda at: "With quotation marks made alike " in html(at))
    assert re.search(r"By BLEU, as typed (<[^>]*>)*A", html(at)), "whose counts come first"
    at = visit("segments", set=key_of(TestSet.build({"A": good, "B": good[::-1]}, [references])))
    at = ran_until(at, lambda at: "wins" in html(at))
    assert "as typed" not in html(at)


def test_doubts_are_those_of_the_pair_that_is_listed(visit):
    references = [f"Am Tag {n} waren die Katzen im alten Haus" for n in range(60)]
    outputs = {
        "A": references,
        "B": [text.replace("alten", "neuen") for text in references],
        "C": [text.lower().replace("alten", "neuen") for text in references],
    }
    at = visit("segments", set=key_of(TestSet.build(outputs, [references])))
    at = ran_until(at, lambda at: "wins" in html(at))
    assert "no capitals" not in html(at)
    at = visit("segments", set=key_of(TestSet.build({"A": outputs["A"], "C": outputs["C"]}, [references])))
    at = ran_until(at, lambda at: "no capitals" in html(at))
