"""The page Checks: its sentence, table and segments, and findings as errors that a program marked on every page."""

import json
import re
from html import unescape

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.checks.terminology.glossary import Glossary, GlossaryTerm
from scoring.judgments import Annotation, ErrorSpan
from scoring.studies import dangerous, terminology
from scoring.studies.checks import ChecksRequest, TextsToCheck, run
from tests.pages.steps import address, button, go, html, key_of, ran, ran_until, table_with, uploader
from tests.slipped import made_set
from ui.checks import check_tables, jobs, term_tables
from ui.context import findings
from ui.store import cache, kept

EVIL = "<img src=x>"
SOURCE = ["It weighs 31 kg.", "Guten Tag liebe Leute", "Yes", f"It is cold {EVIL} 7"]
TEXTS = TestSet.build(
    {"worse": ["Es wiegt 41 kg.", "Guten Tag liebe Leute", "Ja", f"Es ist kalt {EVIL} 8"],
     "better": ["Es wiegt 31 kg.", "Einen guten Tag", "ja ja", f"Es ist kalt {EVIL} 7"]},
    {"A": ["Es wiegt 31 kg.", "Schönen Tag allen", "Ja", f"Es ist kalt {EVIL} 7"]},
    SOURCE,
    name="checked",
)  # fmt: skip


def opened(visit, test_set=TEXTS, **parameters):
    at = visit("checks", set=key_of(test_set), **parameters)
    return ran_until(at, lambda at: "statement" in html(at))


def component(at, *names):
    """What a component with these fields is given."""
    found = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    return next(data for data in found if {*names} <= {*data})


def test_it_opens_with_what_differs_most_and_the_worst_segments(visit):
    at = opened(visit)
    assert "changes a number in <b>2</b> of 4 segments" in html(at)
    assert "<img" not in html(at)
    heat = component(at, "systems", "rows")
    assert [column["name"] for column in heat["systems"]] == ["reference A", "better", "worse"], "as on Overview"
    numbers = next(row for row in heat["rows"] if row["kind"] == "numbers")
    assert [cell["text"] for cell in numbers["cells"]] == ["0", "0", "50.0"]
    assert numbers["cells"][2]["about"].startswith("numbers, worse: 2 of 4 segments")
    assert [cell["leads"] for cell in numbers["cells"]] == [False, False, True]
    rows = component(at, "rows", "colors")["rows"]
    assert [row["number"] for row in rows] == [1, 4, 2], "all that is critical or major"
    assert rows[0]["whose"].startswith("worse: ")
    assert rows[0]["parts"][1] in ("31", "41")
    assert 'class="err critical' in html(at)
    (steps,) = (data for data in [component(at, "steps", "length")])
    assert steps["length"] == 3


@pytest.mark.parametrize("lowercase", ["", "true"])
def test_what_checks_do_not_look_for_is_said_where_the_safest_are_named(visit, lowercase):
    reference, output, other, source = made_set(60, 4)
    outputs = {"lower": [*output[:20], *(re.sub("[0-9]+", "7", line).lower() for line in output[20:])]}
    outputs["other"] = other
    test_set = TestSet.build(outputs, [reference], source, name="a part without capitals")
    at = opened(visit, test_set, lowercase=lowercase)
    at = ran_until(at, lambda at: 'class="caution"' in html(at))
    (box,) = re.findall('<p class="caution">(.*?)</p>', html(at))
    said = unescape(re.sub("<.*?>", "", box)).replace("\N{NO-BREAK SPACE}", " ")
    assert said == "lower has no capitals in 40 segments (66.7 %): checks do not look for that."
    assert ("lower is doubtful, so no system is called the safest" in html(at)) == (not lowercase)
    sound = ran_until(opened(visit), lambda at: "too few to rank systems" in html(at))
    assert 'class="caution"' not in html(sound)


def slipped_set(**outputs):
    """A set in which most lines of one output, behind an added empty one, are one line late; numbers tell of it."""
    reference, output, other, source = made_set(80, 4)
    late = [*output[:20], "", *output[20:-1]]
    wrong = [re.sub("[0-9]+", "3333", line) if at == 50 else line for at, line in enumerate(other)]
    return TestSet.build({"late": late, "wrong": wrong, "sound": other, **outputs}, [reference], source, name="slipped")


def test_a_system_with_lines_out_of_place_is_no_headline_and_can_be_left_out(visit):
    at = ran_until(opened(visit, slipped_set()), lambda at: "Start with segment" in html(at))
    shown = unescape(re.sub("<.*?>", "", html(at))).replace("\N{NO-BREAK SPACE}", " ")
    assert "Line 21 of late is empty and seems to be extra: delete it, add the last line, which is cut off" in shown
    assert "What to do" in [link.proto.label for link in at.get("page_link")]
    told = re.search(
        r"Most findings in late come from its lines out of place \((\d+) of (\d+) segments\), so it is", shown
    )
    assert told is not None
    assert 30 < int(told[1]) <= int(told[2])
    assert shown.index(told[0]) < shown.index("wrong changes a number in 1 of 80 segments, sound in 0")
    assert "Start with segment 51: wrong changes a number." in shown
    assert component(at, "rows", "colors")["rows"][0]["number"] == 51, "that is the first of those listed"
    assert [column["name"] for column in component(at, "systems", "rows")["systems"]][-1] == "late", "the table has it"
    assert button(at, "hide-late").label == "Leave late out"
    at = ran_until(ran(button(at, "leave-out-0").click().run()), lambda at: "statement" in html(at))
    assert "lines out of place" not in html(at).replace("without the 60 segments with lines out of place", "")


def test_who_differs_is_of_the_systems_that_are_ranked(visit):
    def nearest(at):
        return [of.value for of in at.info if "Nearest" in of.value]

    (said,) = nearest(ran_until(opened(visit, slipped_set(), checks_part="Who differs"), nearest))
    assert "1 segment only in wrong, 0 only in sound" in said
    alone = opened(visit, slipped_set().without_systems(["sound"]), checks_part="Who differs")
    assert any("two systems whose lines are in place" in of.value for of in alone.info)


def test_where_lines_of_the_source_are_out_of_place_no_system_is_ranked(visit):
    reference, output, other, source = made_set(80, 4)
    late = [*source[:20], "", *source[20:-1]]
    test_set = TestSet.build({"one": output, "two": other}, [reference], late, name="source slipped")
    at = ran_until(opened(visit, test_set), lambda at: "no system is ranked here" in html(at))
    shown = unescape(re.sub("<.*?>", "", html(at))).replace("\N{NO-BREAK SPACE}", " ")
    assert "Lines 21 to 80 of the source are out of place: most findings come from these (" in shown
    told = re.search(r"from these \((\d+) of (\d+) segments\), so no system is ranked here\.", shown)
    assert told is not None
    assert 30 < int(told[1]) <= int(told[2])
    assert re.search(
        r"Critical or major by automatic checks: one \d+, two \d+ of 80 segments; the reference \d+\.", shown
    )
    assert "perhaps because" not in shown
    assert "safest" not in shown
    assert "Start with segment" not in shown
    at = opened(visit, test_set, checks_part="Who differs")
    assert any(of.value == dangerous.NOT_RANKED for of in at.info)
    at = ran_until(visit("errors", set=key_of(test_set)), lambda at: "no system is ranked here" in html(at))
    assert "Critical or major by automatic checks: one" in unescape(re.sub("<.*?>", "", html(at)))


def test_errors_ranks_no_system_with_lines_out_of_place(visit):
    at = ran_until(
        visit("errors", set=key_of(slipped_set())), lambda at: "come from its lines out of place" in html(at)
    )
    shown = unescape(re.sub("<.*?>", "", html(at))).replace("\N{NO-BREAK SPACE}", " ")
    assert "so it is not ranked here. wrong changes a number in 1 of 80 segments, sound in 0" in shown


def test_where_all_that_is_serious_is_out_of_place_no_segment_is_to_start_with(visit):
    reference, output, other, source = made_set(80, 4)
    late = [*output[:20], "", *output[20:-1]]
    test_set = TestSet.build({"late": late, "sound": other}, [reference], source, name="slipped alone")
    at = ran_until(opened(visit, test_set), lambda at: "come from its lines out of place" in html(at))
    assert "Start with segment" not in html(at)


def test_it_says_that_so_few_findings_do_not_tell_the_systems_apart(visit):
    at = ran_until(opened(visit), lambda at: "but too few to rank systems" in html(at))
    assert "No system is clearly the safest" in html(at)


def test_another_finding_and_a_system_are_read_by_the_address(visit):
    at = opened(visit, finding="repetition, minor", finding_of="better")
    assert [row["number"] for row in component(at, "rows", "colors")["rows"]] == [3]
    assert 'class="err minor' in html(at)
    at = opened(visit, finding="any finding")
    assert {row["number"] for row in component(at, "rows", "colors")["rows"]} >= {1, 2, 3, 4}


@pytest.mark.exhaustive
def test_a_reference_is_read_like_a_system_and_what_is_serious_by_itself(visit):
    doubled = ["Es wiegt 31 kg.", "Schönen Tag allen", "Ja ja", f"Es ist kalt {EVIL} 9"]
    test_set = TestSet.build({"one": TEXTS.references[0].segments.to_pylist()}, {"A": doubled}, SOURCE, name="other")
    at = opened(visit, test_set, finding_of="reference A")
    rows = component(at, "rows", "colors")["rows"]
    assert [row["number"] for row in rows] == [4, 3]
    assert rows[0]["whose"].startswith("reference A: ")
    assert "err critical" in html(at)
    assert "<img" not in html(at)
    at = opened(visit, test_set, finding_of="reference A", finding="critical or major")
    assert [row["number"] for row in component(at, "rows", "colors")["rows"]] == [4]


def test_numbers_are_of_the_segments_that_are_looked_at(visit):
    at = opened(visit, find="weighs|Guten", find_as="pattern")
    numbers = next(row for row in component(at, "systems", "rows")["rows"] if row["kind"] == "numbers")
    assert numbers["cells"][2]["about"].startswith("numbers, worse: 1 of 2 segments")
    assert "of 2 segments" in html(at)
    assert "of 4 segments" not in html(at)


def test_findings_are_marked_on_every_page_when_that_is_wanted_and_are_a_programs(visit):
    at = opened(visit)
    (switch,) = (toggle for toggle in at.toggle if toggle.key == "mark_findings")
    at = ran(switch.set_value(True).run())
    at = ran_until(go(at, "errors"), lambda at: "statement" in html(at))
    assert "Marked by Checks, not people" in [text.value for text in at.text]
    at = go(at, "checks")
    (switch,) = (toggle for toggle in at.toggle if toggle.key == "mark_findings")
    at = ran_until(go(ran(switch.set_value(False).run()), "errors"), lambda at: at.info)
    assert "Nobody has marked errors in this test set" in at.info[0].value


def test_a_link_marks_findings_and_segments_are_filtered_by_them(visit):
    asked = {"errors": "with", "category": "numbers", "errors_of": "worse", "segment_view": "Errors"}
    at = visit("segments", set=key_of(TEXTS), findings="marked", **asked)
    at = ran_until(at, lambda at: "2 of 4 segments" in str(at))
    assert 'class="err critical' in html(at)


def test_peoples_errors_of_that_name_stay_as_they_are():
    people = Annotation("Checks", [ErrorSpan("worse", 0, 0, 1, "minor", annotator="ana")], {"worse": np.ones(4, bool)})
    test_set = TEXTS.with_judgments(annotations=[people])
    assert findings.with_marked_findings(test_set, test_set).annotations == test_set.annotations


def test_who_differs_and_what_checks_do_are_there_when_asked_for(visit):
    at = opened(visit, checks_part="Who differs")
    at = ran_until(at, lambda at: at.info)
    assert "Too little data" in at.info[0].value
    said = "Nearest: critical or major: 3 segments only in worse, 0 only in better; not significant."
    assert unescape(at.info[0].value).endswith(said)
    at = opened(visit, checks_part="About these checks")
    assert any(text.value.startswith("numbers: ") for text in at.text)


def test_files_have_every_finding_with_its_texts():
    result = cache.engine().now(findings.checks_task(TEXTS))
    found = jobs.find_dangerous(TEXTS, result, ["worse"], looked_at=TEXTS)
    frame = check_tables.check_findings_table(TEXTS, found.findings)
    assert {*frame.system} == {"worse"}
    row = frame[(frame.check == "numbers") & (frame.segment == 1)].iloc[0]
    assert (row.source, row.output, row["reference A"]) == (SOURCE[0], "Es wiegt 41 kg.", "Es wiegt 31 kg.")
    rates = check_tables.flag_rates_table(found)
    assert {*rates[rates["is reference"]].text} == {"A"}


def test_one_segment_of_a_thousand_is_pale_also_where_nothing_is_more_frequent():
    good = [f"Es wiegt {number} kg." for number in range(1000, 2000)]
    source = pa.array([f"It weighs {number} kg." for number in range(1000, 2000)])
    texts = TextsToCheck({"A": pa.array(["Es wiegt 41 kg.", *good[1:]])}, {"R": pa.array(good)}, source)
    found = dangerous.DangerousSegments(run(ChecksRequest(("numbers",)), texts), ("A",))
    rows = check_tables.rate_cells(found, {"A": "red"})["rows"]
    assert [(row["kind"], row["cells"][1]["text"], row["cells"][1]["share"]) for row in rows] == [
        ("critical or major", "0.1", 0.19),
        ("numbers", "0.1", 0.19),
    ]


def widget(of, key):
    (found,) = (one for one in of if one.key == key)
    return found


def test_a_finding_that_is_read_is_ignored_and_counted_and_the_next_one_is_read(visit):
    at = opened(visit)
    choice = widget(at.selectbox, "ignore_choice_1")
    assert choice.options[0] == "numbers in segment 1"
    assert {*choice.options[1:]} == {
        *(f"numbers wherever it is “{number}”" for number in (31, 41)),
        *(f"every {kind} of numbers" for kind in ("missing number", "added number")),
    }
    at = ran(widget(at.button, "ignore-finding").click().run())
    numbers = next(row for row in component(at, "systems", "rows")["rows"] if row["kind"] == "numbers")
    assert [cell["text"] for cell in numbers["cells"]] == ["0", "0", "25.0"]
    assert "2 findings are ignored." in html(at)
    assert address(at, "ignored") == '["numbers:1"]'
    assert [row["number"] for row in component(at, "rows", "colors")["rows"]] == [2, 4]
    at = ran(widget(at.multiselect, "ignore_rules").set_value([]).run())
    assert "changes a number in <b>2</b> of 4 segments" in html(at)
    assert address(at, "ignored") == ""


def test_a_rule_is_typed_and_a_wrong_one_is_told(visit):
    at = opened(visit)
    at = ran(widget(at.text_input, "ignore_added").set_value("nmbers").run())
    assert "Unknown check 'nmbers'" in html(at).replace("&#39;", "'")
    at = ran(widget(at.text_input, "ignore_added").set_value("numbers=^[78]$").run())
    assert "2 findings are ignored." in html(at)
    at = ran(widget(at.text_input, "ignore_added").set_value("numbers").run())
    assert "changes a number" not in html(at)


def test_what_a_project_ignores_is_ignored_unless_an_address_says_otherwise(visit):
    key = key_of(TEXTS)
    at = visit("checks", set=key, ignored='["numbers"]')
    at = ran_until(at, lambda at: "4 findings are ignored." in html(at))
    at = ran(widget(at.button, "keep-choices").click().run())
    assert address(at, "ignored") == ""
    assert kept.server_workspace().test_set(key).ignored == '["numbers"]'
    at = ran_until(visit("checks", set=key), lambda at: "4 findings are ignored." in html(at))
    at = ran(widget(at.multiselect, "ignore_rules").set_value([]).run())
    assert address(at, "ignored") == "[]"
    assert "changes a number in <b>2</b> of 4 segments" in html(at)
    kept.server_workspace().keep_choices(key, "", "")
    kept.forget_lookups()


def test_marked_findings_are_those_that_are_not_ignored(visit):
    asked = {"findings": "marked", "ignored": '["numbers", "copy"]'}
    at = ran_until(visit("errors", set=key_of(TEXTS), **asked), lambda at: "statement" in html(at))
    heat = component(at, "systems", "rows")
    assert "numbers" not in [row["kind"] for row in heat["rows"]]


# --- terms ---

GLOSSARY = f"source\ttarget\tforbidden\nweighs\twiegt\ncold\tkühl | kalt\t\nTag {EVIL}\tx\nYes\tJawohl\tJa\n"


@pytest.mark.exhaustive
def test_a_glossary_that_is_dropped_shows_rates_terms_and_files(visit):
    at = opened(visit, checks_part="Terms")
    assert any("Drop a glossary" in caption.value for caption in at.caption)
    at = ran(uploader(at, "glossary").set_value([("terms.tsv", GLOSSARY.encode(), "text/plain")]).run())
    at = ran_until(at, lambda at: "of the terms that the source asks for" in html(at).replace("</b>", ""))
    assert "In use: terms.tsv, 4 terms" in [text.value for text in at.text]
    rates = table_with(at, "terms %")
    assert rates.text.tolist() == ["reference A", "worse", "better"]
    assert rates["terms %"].round(1).tolist() == [66.7, 66.7, 66.7]
    assert rates.forbidden.tolist() == [1, 1, 2]
    terms = table_with(at, "in the source")
    assert terms.term.tolist() == ["Yes", "weighs", "cold"]
    assert terms["reference A"].tolist() == [0, 1, 1]
    rows = component(at, "rows", "colors")["rows"]
    assert [(row["number"], row["parts"][1]) for row in rows] == [(3, "Ja")]
    assert 'class="err major' in html(at)
    at = ran(widget(at.button, "ignore-finding").click().run())
    assert address(at, "ignored") == '["terminology:3"]'
    at = ran(button(at, "forget-glossary").click().run())
    assert any("Drop a glossary" in caption.value for caption in at.caption)


def terms_row(at):
    return next((row for row in component(at, "systems", "rows")["rows"] if row["kind"] == "terms"), None)


@pytest.mark.exhaustive
def test_terms_are_a_row_of_the_table_and_count_apart_from_other_checks(visit):
    at = opened(visit)
    assert terms_row(at) is None
    before = component(at, "systems", "rows")["rows"][0]
    at = opened(visit, checks_part="Terms")
    at = ran(uploader(at, "glossary").set_value([("terms.tsv", GLOSSARY.encode(), "text/plain")]).run())
    at = ran_until(at, terms_row)
    assert [cell["text"] for cell in terms_row(at)["cells"]] == ["25.0", "25.0", "25.0"]
    assert [cell["share"] for cell in terms_row(at)["cells"]] == [1, 1, 1], "its colours are of its own scale"
    first = component(at, "systems", "rows")["rows"][0]
    assert (before["of"], first["of"]) == ("any check", "any check but terms")
    assert [cell["text"] for cell in first["cells"]] == [cell["text"] for cell in before["cells"]]
    button(at, "forget-glossary").click().run()


def test_rates_of_terms_are_of_the_segments_that_are_looked_at(visit):
    key = key_of(TEXTS)
    kept.server_workspace().keep_glossary(key, "terms.tsv", GLOSSARY.encode())
    kept.forget_lookups()
    at = visit("checks", set=key, checks_part="Terms", find="weighs|cold", find_as="pattern")
    at = ran_until(at, lambda at: "of the terms that the source asks for" in html(at).replace("</b>", ""))
    assert table_with(at, "terms %")["terms %"].tolist() == [100, 100, 100]
    assert table_with(at, "in the source").term.tolist() == ["weighs", "cold"]
    at = ran_until(visit("errors", set=key, findings="marked"), lambda at: "statement" in html(at))
    assert "terms" in [row["kind"] for row in component(at, "systems", "rows")["rows"]]
    kept.server_workspace().remove_glossary(key)
    kept.forget_lookups()


def test_a_glossary_is_kept_with_the_test_set_for_everybody_until_it_is_removed(visit):
    outputs = {"a": ["Ja", "x"], "b": ["Jawohl", "x"]}
    own = TestSet.build(outputs, {"A": ["Jawohl", "x"]}, ["Yes", "x"], name="kept terms")
    key = key_of(own)
    at = opened(visit, own, checks_part="Terms")
    at = ran(uploader(at, "glossary").set_value([("terms.tsv", GLOSSARY.encode(), "text/plain")]).run())
    at = ran_until(at, terms_row)
    at = ran(button(at, "keep-glossary").click().run())
    assert kept.server_workspace().test_set(key).glossary == "terms.tsv"
    at = ran_until(visit("checks", set=key, checks_part="Terms"), terms_row)
    assert "In use: terms.tsv, 4 terms, kept with the test set" in [text.value for text in at.text]
    at = ran(button(at, "remove-glossary").click().run())
    assert kept.server_workspace().test_set(key).glossary == ""
    at = ran_until(at, lambda at: any("Drop a glossary" in caption.value for caption in at.caption))
    assert terms_row(at) is None


@pytest.mark.exhaustive
def test_the_verdict_says_where_the_leader_has_fewer_terms(visit):
    source = [f"Haus {n} ist heute mit allen Leuten voll" for n in range(60)]
    reference = [f"house {n} is full today with all the people" for n in range(60)]
    near = [text.replace("full", "packed") for text in reference]
    near = [text.replace("house", "home") if n % 3 == 0 else text for n, text in enumerate(near)]
    outputs = {"careless": near, "other": [text.replace("all the people", "everybody") for text in reference]}
    key = key_of(TestSet.build(outputs, {"A": reference}, source, name="term caveat"))
    kept.server_workspace().keep_glossary(key, "terms.tsv", b"Haus\thouse\n")
    kept.forget_lookups()
    at = ran_until(visit("overview", set=key), lambda at: "of the glossary" in html(at))
    said = unescape(re.sub("<[^>]*>", "", html(at)))
    assert "has 66.7 % of the glossary's terms; other has 100.0 %, reference A 100.0 %." in said, said[-1500:]


def test_a_glossary_that_cannot_be_used_is_told(visit):
    at = opened(visit, checks_part="Terms")
    at = ran(uploader(at, "glossary").set_value([("bad.csv", b"source,target\nspace,\n", "text/plain")]).run())
    at = ran_until(at, lambda at: at.error)
    assert "bad.csv, line 2: expected a target of 'space'; found none." in at.code[0].value
    rows = b'{"Yes": "Ja"}\n{}\n'
    at = ran(uploader(at, "glossary").set_value([("rows.jsonl", rows, "text/plain")]).run())
    at = ran_until(at, lambda at: at.error and "does not fit" in at.error[0].value)
    assert "expected the terms of 4 segments" in at.code[0].value
    button(at, "forget-glossary").click().run()


def test_terms_need_a_source(visit):
    alone = TestSet.build({"a": ["x y", "z"]}, {"A": ["x y", "z z"]}, name="no source")
    at = opened(visit, alone, checks_part="Terms")
    assert any("Give the source" in info.value for info in at.info)


def test_files_of_terms_have_every_finding():
    glossary = Glossary.joined("terms", [GlossaryTerm("Yes", ("Jawohl",), ("Ja",))])
    found = terminology.run(terminology.TermsRequest(glossary, trials=50), TextsToCheck.of_test_set(TEXTS))
    frame = term_tables.term_findings_table(found, ["worse"])
    assert frame[["segment", "finds", "text", "expected"]].to_numpy().tolist() == [
        [3, "missing term", "Yes", "Jawohl"],
        [3, "forbidden term", "Ja", "Jawohl"],
    ]


@pytest.mark.exhaustive
def test_overview_counts_dangerous_sentences_where_one_is_to_choose_by_these(visit):
    source = [f"Nummer {n} ist heute im Haus mit allen" for n in range(100, 160)]
    reference = [f"Number {n} is in the house today with all" for n in range(100, 160)]
    near = [text.replace("all", "everybody") for text in reference]
    outputs = {
        name: [text.replace("house", "home") if n % 2 == odd else text for n, text in enumerate(near)]
        for odd, name in enumerate(("one", "two"))
    }
    outputs["two"][0] = outputs["two"][0].replace("100", "700")
    at = visit("overview", set=key_of(TestSet.build(outputs, {"A": reference}, source, name="close")))
    at = ran_until(at, lambda at: "Critical or major by automatic checks" in html(at))
    assert "by dangerous sentences, price or speed" in html(at)
    said = unescape(re.sub("<[^>]*>", "", html(at)))
    assert re.search("checks: (one 0, two 1|two 1, one 0) of 60 segments; the reference 0.", said)


@pytest.mark.exhaustive
def test_the_verdict_says_what_the_leader_does(visit):
    source = [f"Nummer {n} ist heute im Haus mit allen" for n in range(100, 160)]
    reference = [f"Number {n} is in the house today with all" for n in range(100, 160)]
    near = [text.replace("all", "everybody") for text in reference]
    careless = [text.replace("Number 1", "Number 7") for text in near[:4]] + near[4:]
    outputs = {"careless": careless, "other": [text.replace("house", "home") for text in near]}
    at = visit("overview", set=key_of(TestSet.build(outputs, {"A": reference}, source, name="caveat")))
    at = ran_until(at, lambda at: "changes a number in" in html(at))
    assert "<b>careless</b> leads by" in html(at)
    assert "but changes a number in 6.7 % of segments" in html(at)


def test_a_set_without_serious_findings_opens_on_a_list_whatever_was_read_of_another_set(visit):
    at = opened(visit)
    assert at.session_state[jobs.FLAG] == dangerous.SERIOUS_LABEL
    at.sidebar.selectbox(key="test_set").set_value("news-en-es")
    at = ran_until(ran(at.run()), lambda at: "changes punctuation" in html(at))
    assert component(at, "rows", "colors")["rows"]
    at.sidebar.selectbox(key="test_set").set_value("textbook")
    at = ran_until(ran(at.run()), lambda at: "Checks find nothing" in html(at))
    assert any("There is nothing to list." in one.value for one in at.info)


def test_a_link_leads_to_the_first_segment_only_where_those_of_the_first_sentence_are_listed(visit):
    start = "Start with segment 1: "
    assert start in html(opened(visit))
    assert start in html(opened(visit, finding="numbers, critical", finding_of="worse"))
    assert start not in html(opened(visit, finding="repetition, minor"))
    assert start not in html(opened(visit, finding_of="better"))


def test_minor_findings_are_always_paler_and_what_is_part_of_another_number_is_no_darker():
    source = pa.array([f"It weighs {number} kg." for number in range(1000, 1100)])
    good = [f"Es wiegt {number} kg." for number in range(1000, 1100)]
    doubled = pa.array(["Es wiegt 41 kg.", *(f"Es wiegt wiegt {of} kg." for of in range(1001, 1100))])
    texts = TextsToCheck({"A": doubled}, {"R": pa.array(good)}, source)
    found = dangerous.DangerousSegments(run(ChecksRequest(("numbers", "repetition")), texts), ("A",))
    rows = check_tables.rate_cells(found, {"A": "red"})["rows"]
    shares = {row["of"]: row["cells"][1]["share"] for row in rows}
    assert 0 < shares["minor"] < shares["critical"] <= shares["any check"]
