"""The page Effort: which system saves more, bands and rates in the address, segments, and files before and after."""

import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import date

import pytest

import bleuscope as bs
from scoring import Reference, TestSet
from scoring.cli.main import main
from scoring.formats.bilingual.filling.filled_file import TranslationFile
from scoring.formats.limits import DEFAULT_LIMITS
from scoring.studies import translation_file
from scoring.studies.effort import NEVER_MIXED
from scoring.studies.post_edit_sample import PostEditSample
from tests.bilingual import XLIFF
from tests.pages.steps import (
    button,
    html,
    key_of,
    ran,
    ran_until,
    said,
    table_with,
    tables,
    texts,
    title,
    upload,
)
from tests.post_edits import OUTPUTS, POST_EDITS, RATES, SOURCE, edited_set, files_of, strings
from ui.report import menu, translation_files
from ui.store import cache, samples

RATES_IN_ADDRESS = " ".join(RATES)


def opened(visit, test_set, **parameters):
    at = visit("effort", set=key_of(test_set), **parameters)
    return ran_until(at, lambda at: "statement" in html(at) or at.error)


UNIT = re.compile("<trans-unit.*?</trans-unit>")


def translation_files_of(texts, ending="", state="new"):
    """File name -> an XLIFF with the source and one system's translations, all in this state."""
    head = '<xliff version="1.2"><file source-language="de" target-language="en"><body>'
    unit = '<trans-unit id="{}"><source>{}</source><target state="{}">{}</target></trans-unit>'
    return {
        f"{name}{ending}.xlf": (
            head
            + "".join(unit.format(n, s, state, line) for n, (s, line) in enumerate(zip(SOURCE, lines, strict=True)))
            + "</body></file></xliff>"
        ).encode()
        for name, lines in texts.items()
    }


def as_files(files):
    return [(name, data, "text/plain") for name, data in files.items()]


def test_the_sentence_comes_first_then_systems(visit):
    at = opened(visit, edited_set())
    assert title(at) == "Effort"
    assert "good needs less post-editing than poor: HTER 17.65 against 47.06, 62 % less." in said(at)
    assert "Chance is a very unlikely explanation (p = 0.0" in said(at)
    systems = table_with(at, "system", "HTER", "untouched %")
    assert systems["system"].tolist() == ["good", "poor"]
    assert systems["untouched %"].tolist() == [50.0, 0.0]
    assert f"Type your rates to see what it costs. {NEVER_MIXED}" in texts(at)
    assert not at.warning


def test_where_cost_is_shown_its_words_are_named(visit):
    at = opened(visit, edited_set(), effort_rates=RATES_IN_ADDRESS)
    assert f"Words are those of the source. {NEVER_MIXED}" in texts(at)
    assert "per 1,000 words, 95 %" in table_with(at, "system", "cost")


@pytest.mark.exhaustive
def test_page_command_python_and_report_have_the_same_numbers(visit, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    files = files_of(OUTPUTS) | files_of(POST_EDITS, ".pe") | files_of({"source": SOURCE})
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    command = ["effort", "good.pe.txt", "poor.pe.txt", "-i", "good.txt", "poor.txt", "--source", "source.txt"]
    command += ["--full-rate", "0.12", "--volume", "1000000"]
    assert main([*command, "--rates", *RATES, "--format", "json"]) == 0
    by_command = json.loads(capsys.readouterr().out)
    assert main(["effort", *sorted(files), "--rates", *RATES, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["systems"] == by_command["systems"]

    found = bs.effort(OUTPUTS, POST_EDITS, source=SOURCE, rates=[*map(float, RATES)], full_rate=0.12, volume=1_000_000)
    assert found.to_dict()["systems"] == by_command["systems"]
    assert found.to_dict()["volume"] == by_command["volume"]
    assert found.answers() == by_command["answers"]

    at = opened(visit, edited_set(), effort_rates=RATES_IN_ADDRESS, effort_full_rate="0.12", effort_volume="1000000")
    for answer in [*by_command["answers"], *map(str, found.volume_sentences())]:
        assert answer in said(at)
    for row, expected in zip(table_with(at, "system", "cost").to_dict("records"), by_command["systems"], strict=True):
        shown = row["system"], row["HTER"], row["untouched %"], row["cost"], row["per 1,000 words"]
        assert shown == tuple(expected[name] for name in ("system", "hter", "untouched", "cost", "cost_per_1000"))
        assert row["95 % interval"] == f"{expected['hter_low']:.2f} to {expected['hter_high']:.2f}"
    offered = at.session_state[menu.REPORT_KEY]
    report = cache.engine().now(menu.report_html_task(offered, date(2026, 1, 2)))
    for answer, system in zip(by_command["answers"], by_command["systems"], strict=True):
        assert answer.split(": ")[1].split(".")[0] in report
        assert f"{system['hter']:.2f}" in report
        assert f"{system['cost']:.2f}" in report
    assert "1,000,000 words cost" in report
    assert "than a full translation (120,000)" in report
    assert "By document" in report
    assert SOURCE[1] in report
    assert "<del>" in report


def test_bands_of_your_own_are_in_the_address(visit):
    at = opened(visit, edited_set(), effort_bands="20 40", effort_part="Bands")
    bands = table_with(at, "system", "band of HTER")
    assert bands["band of HTER"].tolist() == ["up to 20 %", "over 20 to 40 %", "over 40 %"] * 2
    at = opened(visit, edited_set(), effort_part="Bands", effort_rates=RATES_IN_ADDRESS.replace(" ", "; "))
    assert table_with(at, "system", "band of HTER")["cost"].notna().all()


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"effort_rates": "0.1 x"}, "Rates: expected numbers such as 0 15 30 50; found '0.1 x'."),
        ({"effort_rates": "0.1"}, "expected 5, one for each band"),
        ({"effort_bands": "30 15"}, "expected ends that ascend"),
        ({"effort_bands": "nan"}, "expected ends that ascend"),
    ],
)
def test_what_is_no_list_of_numbers_is_said(visit, asked, why):
    at = ran_until(visit("effort", set=key_of(edited_set()), **asked), lambda at: "statement" in html(at))
    assert why in texts(at)
    assert "good needs less post-editing than poor" in said(at), "the page has all that needs no rates"


@pytest.mark.parametrize(("part", "column", "groups"), [("Documents", "document", 2), ("Domains", "domain", 1)])
def test_by_document_and_domain(visit, part, column, groups):
    at = opened(visit, edited_set(), effort_part=part)
    at = ran_until(at, lambda at: any(column in table for table in tables(at)))
    assert len(table_with(at, column, "system")) == 2 * groups


def test_the_most_edited_segment_is_open_with_its_own_post_edit(visit):
    at = opened(visit, edited_set(), effort_part="Segments", effort_system="poor")
    assert "its output needed the most edits per word." in said(at)
    assert "of the post-edit that is HTER" in texts(at)
    (drawing,) = (part for part in at.get("bidi_component") if "post-edit" in str(part.proto))
    assert '"name": "reference"' not in str(drawing.proto).replace("\\", "")


def test_without_post_edits_the_page_says_how_to_bring_them(visit):
    at = ran(visit("effort"))
    assert "Without post-edits nobody knows yet" in said(at)
    assert "Drop A.txt with A.pe.txt" in texts(at)


def test_systems_without_a_post_edit_are_left_out(visit):
    only = edited_set("half")
    at = opened(visit, only.with_post_edits([]).without_systems([]), systems="good")
    assert "Post-editing good took 17.65 edits per 100 words" in said(at)
    hidden = TestSet(only.systems, (), only.source, name="one", post_edits=only.post_edits[:1])
    at = ran(visit("effort", set=key_of(hidden), systems="poor"))
    assert "None of the systems that are shown has a post-edit" in texts(at)


def test_a_shared_reference_does_not_change_the_effort(visit):
    shared = edited_set("shared", references=(Reference("ref", strings(POST_EDITS["good"])),))
    at = opened(visit, shared)
    assert "good needs less post-editing than poor: HTER 17.65 against 47.06" in said(at)


def test_the_verdict_leads_to_the_effort(visit):
    shared = edited_set("both", references=(Reference("ref", strings(POST_EDITS["good"])),))

    def leads(at):
        return "effort" in [link.proto.page for link in at.get("page_link")]

    assert leads(ran_until(visit("overview", set=key_of(shared)), leads))
    assert leads(ran(visit("data", set=key_of(shared))))


def test_names_are_escaped(visit):
    evil = "<img src=x>"
    test_set = TestSet.build({evil: OUTPUTS["good"]}, {}, SOURCE, name="evil")
    edit = edited_set().post_edits[0]
    at = opened(visit, test_set.with_post_edits([type(edit)(evil, edit.segments)]))
    assert "<img" not in html(at)
    offered = at.session_state[menu.REPORT_KEY]
    assert "<img" not in cache.engine().now(menu.report_html_task(offered, date(2026, 1, 2)))


# --- from files to the page ---


@pytest.mark.exhaustive
def test_two_engines_before_and_after_lead_to_the_page(visit):
    at = upload(visit("data"), as_files(files_of(OUTPUTS) | files_of(POST_EDITS, ".pe")))
    assert "32 segments: 2 systems, 2 post-edits." in texts(at)
    assert "Which of these is the reference" not in str([box.label for box in at.selectbox])
    ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: "statement" in html(at))
    assert title(at) == "Effort"
    assert "good needs less post-editing than poor" in said(at)


def test_a_translation_file_before_and_after(visit):
    files = {"job.sdlxliff": XLIFF.encode(), "job_reviewed.sdlxliff": XLIFF.replace("sofort", "gleich").encode()}
    at = upload(visit("data"), as_files(files))
    assert "2 segments: 1 source, 1 system, 1 post-edit, 1 document." in texts(at)
    ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: "statement" in html(at))
    assert "Post-editing job took 16.67 edits per 100 words" in said(at)


def test_whose_post_edit_it_is_is_asked_once(visit):
    files = files_of(OUTPUTS) | {"x-pe.txt": files_of({"x": POST_EDITS["poor"]})["x.txt"]}
    at = upload(visit("data"), as_files(files))
    (box,) = (box for box in at.selectbox if box.label == "Whose output was corrected in x-pe.txt?")
    assert button(at, "use-upload").disabled
    at = ran(box.select("poor").run())
    assert not any("Whose output" in box.label for box in at.selectbox)
    ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: "statement" in html(at))
    assert "Post-editing poor took 47.06 edits" in said(at)


def test_post_edits_are_added_to_the_set_in_use(visit):
    key = key_of(TestSet.build(OUTPUTS, {"ref": POST_EDITS["good"]}, SOURCE, name="to be edited"))
    at = upload(visit("data", set=key), as_files(files_of(POST_EDITS, ".pe")))
    ran(button(at, "add-post-edits").click().run())
    assert [edit.system for edit in cache.open_test_set(key).post_edits] == ["good", "poor"]


def test_a_final_translation_may_be_a_post_edit(visit):
    before = XLIFF.replace("<target>", '<target state="needs-review-translation">')
    after = XLIFF.replace("<target>", '<target state="final">').replace("sofort", "gleich")
    at = upload(visit("data"), as_files({"mt.xlf": before.encode(), "job.xlf": after.encode()}))
    (box,) = (box for box in at.selectbox if box.label == "Whose output was corrected in job.xlf?")
    assert not button(at, "use-upload").disabled, "it is a reference as long as nobody says otherwise"
    at = ran(box.select("mt").run())
    assert "1 post-edit, 1 document." in texts(at)


@pytest.mark.exhaustive
def test_a_post_edit_is_written_into_its_translation_file(visit):
    """Codes of the post-edit are kept on the way, and its state says that a person wrote it."""
    files = {"job.xlf": XLIFF.encode(), "job.pe.xlf": XLIFF.replace("sofort", "gleich").encode()}
    at = upload(visit("data"), as_files(files))
    ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: "statement" in html(at))
    (offered,) = at.session_state[translation_files.OFFERED]
    assert offered.label == "job, post-edited"
    request = offered.make()
    assert request.codes is not None
    found = translation_file.run(request, TranslationFile.read("job.xlf", XLIFF.encode(), DEFAULT_LIMITS, None))
    assert '<target state="translated">Hier <g id="1">klicken</g> <x id="2"/> gleich</target>' in found.data.decode()
    assert "Translation by the post-editor of job" in found.data.decode()


@pytest.mark.exhaustive
@pytest.mark.parametrize("file", ["good.pe.xlf", "poor.pe.xlf"])
def test_segments_without_a_post_edit_are_told_at_the_drop_and_with_the_verdict(visit, file):
    files = translation_files_of(OUTPUTS) | translation_files_of(POST_EDITS, ".pe")
    files[file] = UNIT.sub("", files[file].decode(), count=2).encode()
    at = upload(visit("data"), as_files(files))
    said = f"The post-edit of {file.split('.')[0]} lacks 2 of 32 segments; both systems are compared on 30."
    assert said in texts(at)
    assert "Everything lines up." not in texts(at)
    ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: "statement" in html(at))
    assert said in texts(at)


def test_a_final_output_with_a_draft_of_its_post_edit_is_asked_about_at_the_drop(visit):
    files = translation_files_of(OUTPUTS, state="final") | translation_files_of(POST_EDITS, ".pe", state="new")
    at = upload(visit("data"), as_files(files))
    assert "good.xlf is final and its post-edit is a draft: are the two exchanged?" in texts(at)
    right = translation_files_of(OUTPUTS, state="new") | translation_files_of(POST_EDITS, ".pe", state="final")
    assert "exchanged" not in texts(upload(visit("data"), as_files(right)))


def test_exchanged_post_edits_are_said_once_in_place_of_the_verdict(visit):
    edits = edited_set().post_edits
    exchanged = [replace(edit, system=other.system) for edit, other in zip(edits, reversed(edits), strict=True)]
    at = opened(visit, edited_set("exchanged").with_post_edits([]).with_post_edits(exchanged))
    assert texts(at).count("The post-edits of good and poor seem to be exchanged.") == 1
    assert len(at.warning) == 1
    assert "No verdict until it is clear whose post-edits these are." in said(at)
    assert "needs less post-editing" not in said(at)


@pytest.mark.exhaustive
def test_a_system_without_a_post_edit_is_named_at_the_drop_and_on_the_page(visit):
    at = upload(visit("data"), as_files(files_of(OUTPUTS) | files_of({"good": POST_EDITS["good"]}, ".pe")))
    assert "poor has no post-edit, so it cannot be compared." in texts(at)
    ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: "statement" in html(at))
    assert "poor has no post-edit, so it cannot be compared." in texts(at)


def test_a_set_without_post_edits_offers_an_example_that_no_person_made(visit):
    at = visit("effort")
    assert "nobody knows yet what post-editing costs" in said(at)
    at = ran_until(button(at, "effort-example").click().run(), lambda at: "statement" in html(at) or at.error)
    assert "needed less post-editing than" in said(at)
    assert table_with(at, "system", "HTER")["segments"].tolist() == [24, 24]
    assert samples.ALL_SAMPLES[samples.POST_EDITED].startswith("Post-edits by a language model")


def test_without_post_edits_the_page_begins_with_who_needs_fewer_changes_and_says_what_quotation_marks_do(visit):
    quoted = [f"n{n} a „ b “ c d e f" for n in range(60)]
    less = [text.replace("c", "x") for text in quoted]
    least = [text.replace("d", "y") for text in less]
    straight = [text.replace("„", '"').replace("“", '"') for text in quoted]
    straight = [text.replace(" f", " g") if n % 2 else text for n, text in enumerate(straight)]
    test_set = TestSet.build({"A-1": straight, "B": less, "C": least}, [quoted])
    at = ran_until(
        visit("effort", set=key_of(test_set)),
        lambda at: [box for box in at.expander if box.label.startswith("As typed, ")],
    )
    paragraphs = re.findall('<p class="statement">(.*?)</p>', html(at))
    unknown, order, alike, order_typed, typed = (re.sub("<[^>]*>", "", text) for text in paragraphs)
    assert unknown.startswith("Without post-edits nobody knows yet what post-editing costs.")
    assert order == "A-1 needs the fewest changes; B needs more, C needs the most."
    assert "A-1 has other quotation marks than the reference; here all are made alike. 3 of 3 pairs" in said(at)
    assert '<b class="whole">A-1</b>' in paragraphs[1]
    assert "(TER, capitals count): A-1 5.6, B 11.1, C 22.2." in alike
    assert order_typed.startswith("B needs the fewest changes")
    assert "(TER, capitals count, as typed): B 11.1" in typed


@pytest.mark.parametrize("ending", ["xlf", "xlsx"])
def test_files_to_post_edit_come_back_to_the_segments_that_they_number(visit, ending):
    whole = TestSet.build(OUTPUTS, {"ref": POST_EDITS["good"]}, SOURCE, name=f"to find out by {ending}")
    key = key_of(whole)
    at = ran_until(visit("effort", set=key), lambda at: "to reach the reference" in said(at))
    assert "have 32 segments of each output post-edited" in at.info[0].value
    assert re.search("Changes per 100 words to reach the reference [(]TER[^)]*[)]: good", said(at))
    sample = PostEditSample(whole, ("good", "poor"), size=5)
    with zipfile.ZipFile(io.BytesIO(sample.archive(ending))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert [*files] == [f"good.pe.{ending}", f"poor.pe.{ending}"]
    at = upload(visit("data", set=key), as_files(files))
    assert "both systems are compared on 5." in texts(at)
    ran(button(at, "add-post-edits").click().run())
    for edit in cache.open_test_set(key).post_edits:
        there = {place: text for place, text in enumerate(edit.segments.to_pylist()) if text is not None}
        assert there == {place: OUTPUTS[edit.system][place] for place in sample.places}


def test_the_example_has_rates_and_leads_back_to_the_set_in_use(visit):
    key = key_of(TestSet.build(OUTPUTS, {"ref": POST_EDITS["good"]}, SOURCE, name="my own"))
    at = visit("effort", set=key)
    at = ran_until(button(at, "effort-example").click().run(), lambda at: "statement" in html(at) or at.error)
    assert "costs less to post-edit than" in said(at) or "cost less to post-edit than" in said(at)
    assert any("rates are made up" in of.value for of in at.caption)
    at = ran_until(button(at, "effort-back").click().run(), lambda at: at.info)
    assert at.info[0].value.startswith("To find out, have 32 segments of each output post-edited")
