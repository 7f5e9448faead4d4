"""Test sets, Soundness: what the doctor finds in a dropped set and in the one in use, and where it leads."""

from html import unescape
from types import MappingProxyType

import pytest

from scoring import TestSet
from tests.pages.steps import (
    NEWS,
    NEWS_SYSTEMS,
    address,
    button,
    go,
    html,
    key_of,
    open_tab,
    ran,
    ran_until,
    said,
    texts,
    title,
    upload,
)
from ui.context.kept_choices import NO_FAULTS
from ui.data import soundness
from ui.store import cache, kept
from ui.store.samples import sample

FIRST, LAST = 61, 100
"""Lines of the reference that are late, from 1."""


def lines(column):
    return [text.replace("\n", " ") for text in column.to_pylist()]


def as_file(name, column):
    return (name, "".join(f"{line}\n" for line in column).encode(), "text/plain")


def shifted_reference():
    """The sample's first reference with a block that is one line late."""
    reference = lines(sample(NEWS).references[0].segments)
    reference[FIRST - 1 : LAST] = reference[FIRST - 2 : LAST - 1]
    return reference


def shifted_files():
    """A sample whose first reference has a block that is one line late."""
    whole = sample(NEWS)
    reference = shifted_reference()
    outputs = [as_file(f"system.{name}.es.txt", lines(whole.system(name).segments)) for name in NEWS_SYSTEMS]
    return [as_file("source.en.txt", lines(whole.source)), as_file("reference.es.txt", reference), *outputs]


def sample_with(outputs=MappingProxyType({}), reference=None, name="a fault"):
    """A sample with further outputs or with others, and with one reference; by what addresses name it."""
    whole = sample(NEWS)
    named = {system: lines(whole.system(system).segments) for system in NEWS_SYSTEMS} | outputs
    reference = reference or lines(whole.references[0].segments)
    return key_of(TestSet.build(named, [reference], lines(whole.source), name=name))


def examined(at):
    return ran_until(at, lambda at: "What was looked for" in [block.label for block in at.expander])


def test_a_shifted_block_is_told_before_the_set_is_used(visit):
    at = upload(visit("data"), shifted_files())
    at = ran_until(at, lambda at: any("Look at it before you use the set" in box.value for box in at.warning))
    assert unescape(at.warning[0].value).startswith("1 problem: lines out of place (reference). Look at it before")
    assert not at.success, "nothing is green over broken data"
    assert f"Lines {FIRST} to {LAST} of the reference seem to be one line late." in said(at)
    assert not button(at, "use-upload").disabled, "nothing is repaired unasked, and nothing refused"


@pytest.mark.exhaustive
def test_a_sound_set_is_told_to_line_up(visit):
    whole = sample(NEWS)
    files = [as_file("reference.es.txt", lines(whole.references[0].segments))]
    files += [as_file(f"system.{name}.es.txt", lines(whole.system(name).segments)) for name in NEWS_SYSTEMS]
    at = ran_until(upload(visit("data"), files), lambda at: at.success)
    assert "Everything lines up." in at.success[0].value
    assert not at.warning


def test_remarks_of_a_quick_look_have_no_number_for_the_whole_one_finds_more(visit):
    source, _, *outputs = shifted_files()
    untranslated = lines(sample(NEWS).system(NEWS_SYSTEMS[0]).segments)
    untranslated[:4] = lines(sample(NEWS).source)[:4]
    outputs[0] = as_file(f"system.{NEWS_SYSTEMS[0]}.es.txt", untranslated)
    reference = as_file("reference.es.txt", lines(sample(NEWS).references[0].segments))
    at = ran_until(upload(visit("data"), [source, reference, *outputs]), lambda at: at.success)
    assert "Remarks of a quick look; Soundness has all" in [block.label for block in at.expander]
    assert not any("1 remark" in block.label for block in at.expander)


@pytest.mark.exhaustive
def test_a_finding_leads_to_its_segment(visit):
    at = examined(visit("data", data_part=soundness.TAB, set=sample_with(reference=shifted_reference())))
    assert f"lines {FIRST} to {LAST} · {LAST - FIRST + 1} segments" in said(at)
    look = next(found for found in at.button if found.key.startswith("look-"))
    ran(look.click().run())
    assert title(at) == "Segments"
    assert FIRST <= int(address(at, "segment")) <= LAST
    at = ran_until(at, lambda at: "Opened here because" in html(at))
    assert "of what Soundness found: " in html(at)


@pytest.mark.exhaustive
def test_the_summary_is_there_at_its_address_and_says_what_was_looked_for(visit):
    at = examined(visit("data", data_part=soundness.TAB, set=NEWS))
    assert 'class="statement"' in html(at)
    assert "Duplicates and near duplicates" in said(at)


def test_a_set_that_is_gone_is_said_to_be(visit):
    at = visit("data", data_part=soundness.TAB, set="0" * 32)
    assert "is not here" in texts(at)


@pytest.mark.exhaustive
def test_training_data_is_compared_with_and_left_out_again(visit):
    at = examined(visit("data", data_part=soundness.TAB, set=NEWS))
    training = as_file("train.txt", lines(sample(NEWS).references[0].segments)[:50])
    ran(at.file_uploader(key="training-file-0").set_value(training).run())
    at = ran_until(at, lambda at: "Compared with train.txt." in texts(ran(at.run())))
    assert "train.txt" in said(at)
    at = open_tab(go(go(at, "overview"), "data"), soundness.TAB)
    assert "train.txt" in said(at), "what was found stays, though the file is gone"
    ran(at.button(key="no-training").click().run())
    assert "train.txt" not in said(examined(at))


def test_training_data_that_is_no_text_is_refused_by_its_name(visit):
    at = examined(visit("data", data_part=soundness.TAB, set=NEWS))
    ran(at.file_uploader(key="training-file-0").set_value(("train<b>.txt", b"a\0b\n", "text/plain")).run())
    at = ran_until(at, lambda at: at.error)
    assert "train<b>.txt" in texts(at)
    assert "/tmp" not in texts(at)


def test_the_repair_of_a_shift_is_told_and_a_system_left_out_for_it_is_not_judged(visit):
    whole = sample(NEWS)
    outputs = {name: lines(whole.system(name).segments) for name in NEWS_SYSTEMS}
    late = NEWS_SYSTEMS[0]
    outputs[late] = [*outputs[late][:60], "", *outputs[late][60:-1]]
    test_set = TestSet.build(outputs, [lines(whole.references[0].segments)], lines(whole.source), name="an added line")
    repair = f"Line 61 of {late} is empty and seems to be extra: delete it, add the last line, which is cut off"
    at = ran_until(visit("overview", set=key_of(test_set)), lambda at: "Clear up the warnings" in said(at))
    assert f"{late} seem to be one line late. {repair}" in said(at), "beside the doubt"
    assert said(at).index("What to do next") < said(at).rindex(repair) < said(at).index("Clear up the warnings above")
    assert "What to do" in [link.proto.label for link in at.get("page_link")]
    assert f"{late} is left out" not in said(at)
    assert repair in said(visit("data", set=key_of(test_set)))
    at = ran_until(ran(button(at, f"hide-{late}").click().run()), lambda at: "is not judged" in said(at))
    assert f"{late} is left out, so it is not judged. {repair}" in said(at)
    assert "This comparison is doubtful" not in said(at)
    assert "What to do" not in [link.proto.label for link in at.get("page_link")]


def placeholder_files():
    """A sample whose only reference has no translation in every other line."""
    source, _, *outputs = shifted_files()
    reference = lines(sample(NEWS).references[0].segments)
    reference[::2] = ["NO TRANSLATION AVAILABLE"] * len(reference[::2])
    return [source, as_file("reference.es.txt", reference), *outputs]


def test_segments_with_placeholders_are_left_out_by_a_press_and_by_its_link(visit):
    at = upload(visit("data"), placeholder_files())
    at = ran(at.button(key="use-upload").click().run())
    at = ran_until(go(at, "overview"), lambda at: "decision" in html(at))
    assert "This comparison is doubtful" in html(at)
    assert html(at).index("NO TRANSLATION AVAILABLE") < html(at).index('class="verdict"')
    ran(at.button(key="leave-out-0").click().run())
    asked, identity = address(at, "leave_out"), address(at, "set")
    for page in ("segments", "choose", "data", "checks", "ter", "tbleu", "smoothing", "effort"):
        assert "This comparison is doubtful. 80 lines of the reference" in html(visit(page, set=identity)), page
    one = cache.open_test_set(identity).system_names[0]
    assert "This score is doubtful. 80 lines of" in html(visit("segments", set=identity, systems=one))
    assert asked.startswith("one-text:")
    at = ran_until(at, lambda at: "decision" in html(at))
    assert "80 of 160 segments are left out: placeholder lines in " in html(at)
    assert "This comparison is doubtful" not in html(at)
    at = visit("segments", set=identity, leave_out=asked)
    assert "without the 80 segments with placeholder lines in" in html(at)
    assert "1 of 80 listed" in texts(at)
    ran(at.multiselect(key="narrow_left_out").set_value([]).run())
    assert not address(at, "leave_out")


def copied_output():
    """The sample's first output, which is the source in a quarter of its lines."""
    whole = sample(NEWS)
    return {NEWS_SYSTEMS[0]: lines(whole.source)[:40] + lines(whole.system(NEWS_SYSTEMS[0]).segments)[40:]}


def copied_files():
    """A sample with that output."""
    source, _, *outputs = shifted_files()
    outputs[0] = as_file(f"system.{NEWS_SYSTEMS[0]}.es.txt", copied_output()[NEWS_SYSTEMS[0]])
    return [source, as_file("reference.es.txt", lines(sample(NEWS).references[0].segments)), *outputs]


OPEN_PLACE = "Clear up the warnings above first: until then the place of"


@pytest.mark.exhaustive
def test_a_system_with_a_fault_and_one_given_twice_are_left_out_by_a_press(visit):
    *files, last = copied_files()
    at = upload(visit("data"), [*files, last, as_file("system.again.es.txt", last[1].decode().splitlines())])
    assert f"{NEWS_SYSTEMS[2]} and again are the same text. Was one file saved twice?" in said(at)
    at = ran(at.button(key="use-upload").click().run())
    at = ran_until(go(at, "overview"), lambda at: "decision" in html(at))
    assert button(at, "hide-again").label == "Leave again out"
    assert f'<small dir="auto">{NEWS_SYSTEMS[2]} and again have the same output.</small>' in html(at), "why"
    ran(at.button(key="hide-again").click().run())
    at = ran_until(at, lambda at: "decision" in html(at))
    assert "have the same output" not in html(at)
    ran(at.button(key=f"hide-{NEWS_SYSTEMS[0]}").click().run())
    at = ran_until(at, lambda at: "decision" in html(at))
    assert f"{NEWS_SYSTEMS[0]} is doubtful" not in html(at)
    assert at.multiselect(key="systems").value == [*NEWS_SYSTEMS[1:3]]


@pytest.mark.exhaustive
def test_where_an_output_has_no_capitals_case_is_ignored_or_the_system_left_out_by_a_press(visit):
    lower = [line.lower() for line in lines(sample(NEWS).system(NEWS_SYSTEMS[2]).segments)]
    at = visit("overview", set=sample_with({"lower": lower}))
    at = ran_until(at, lambda at: "decision" in html(at))
    assert "no capitals" in html(at) or "without capitals" in html(at)
    assert button(at, "hide-lower").label == "Leave lower out"
    assert f'<small dir="auto">lower is {NEWS_SYSTEMS[2]} without capitals.</small>' in html(at), "why"
    ran(at.button(key="ignore-case").click().run())
    at = ran_until(at, lambda at: "decision" in html(at))
    assert at.toggle(key="lowercase").value
    assert "lower is doubtful" not in html(at)
    assert "ignore-case" not in [one.key for one in at.button]
    assert html(at).count("have the same output, ignoring case.") == 1, "said once a box"
    assert "hide-lower" not in [one.key for one in at.button], "its score is sound"


@pytest.mark.exhaustive
def test_a_fault_of_a_system_is_kept_by_a_press_and_doubted_again(visit):
    at = ran_until(visit("overview", set=sample_with(copied_output())), lambda at: "decision" in html(at))
    assert OPEN_PLACE in html(at)
    assert "40 segments with the source in" in html(at)
    for page, why in (("rate", "people rate"), ("ask", "a model judges")):
        there = visit(page, set=address(at, "set"))
        assert f"⚠ Look at this before {why} these outputs. 40 lines" in html(there)
        assert button(there, "leave-out-0").label == "Leave these segments out"
    ran(at.button(key="keep-fault-0").click().run())
    at = ran_until(at, lambda at: "decision" in html(at))
    assert address(at, "kept_faults").startswith("copied-source:")
    assert f"{NEWS_SYSTEMS[0]} is doubtful" not in html(at)
    assert OPEN_PLACE not in html(at)
    assert "Kept, because the system did this: 40 lines of the output of" in html(at)
    there = visit("rate", set=address(at, "set"), kept_faults=address(at, "kept_faults"))
    assert "Look at this before" not in html(there)
    pair = {"first": NEWS_SYSTEMS[1], "second": NEWS_SYSTEMS[2]}
    there = ran_until(visit("compare", set=address(at, "set"), **pair), lambda at: "decision" in html(at))
    assert not [found.key for found in there.button if "leave-out" in (found.key or "")], "the third is not compared"
    ran(at.button(key="warn-again-0").click().run())
    assert not address(at, "kept_faults")
    assert f"{NEWS_SYSTEMS[0]} is doubtful" in html(ran_until(at, lambda at: "decision" in html(at)))


@pytest.mark.exhaustive
def test_a_fault_that_a_project_keeps_makes_no_doubt_where_it_is_opened_again(visit):
    key = sample_with(copied_output(), name="a fault that is kept")

    def opened(**address):
        return ran_until(visit("overview", set=key, **address), lambda at: "decision" in html(at))

    assert button(opened(), "keep-choices") is None
    at = ran(opened().button(key="keep-fault-0").click().run())
    at = ran(button(at, "keep-choices").click().run())
    fault = f"copied-source:{NEWS_SYSTEMS[0]}"
    assert (address(at, "kept_faults"), kept.server_workspace().test_set(key).kept_faults) == ("", fault)
    at = opened()
    assert "Kept, because the system did this: 40 lines of the output of" in html(at)
    ran(at.button(key="warn-again-0").click().run())
    assert address(at, "kept_faults") == NO_FAULTS
    at = ran_until(at, lambda at: "decision" in html(at))
    assert f"{NEWS_SYSTEMS[0]} is doubtful" in html(at)
    ran(at.button(key="keep-fault-0").click().run())
    assert address(at, "kept_faults") == "", "which the project keeps"


@pytest.mark.exhaustive
def test_a_fault_that_is_kept_is_not_left_out_too(visit):
    at = examined(visit("data", data_part=soundness.TAB, set=sample_with(copied_output())))
    ran(at.button(key="leave-0").click().run())
    assert address(at, "leave_out").startswith("copied-source:")
    ran(examined(at).button(key="keep-0").click().run())
    assert address(at, "kept_faults").startswith("copied-source:")
    assert not address(at, "leave_out")


def test_links_to_test_sets_lead_to_where_files_are_dropped(visit):
    at = open_tab(visit("data"), soundness.TAB)
    assert at.session_state["data_part"] == soundness.TAB
    at = go(go(at, "overview"), "data")
    assert at.session_state["data_part"] == "Sets"


@pytest.mark.exhaustive
def test_an_unknown_finding_in_a_link_is_said_and_leaves_nothing_out(visit):
    at = visit("segments", set=NEWS, leave_out="one-text:nobody")
    assert "The test set does not have what the link asks for: leave out" in said(at)
