"""Translation files on pages: which language is read, and what is written into a file that is dropped in the menu."""

import pytest

from scoring import TestSet
from scoring.judgments import Annotation, ErrorSpan
from tests.bilingual import SOURCES, TARGETS, TMX, XLIFF
from tests.pages.steps import key_of, ran, ran_until, texts, upload, uploader, value_of
from ui.report import translation_files

BETTER = ["Bitte hier klicken sofort", "AT&T < drei"]
SEVERAL = TMX.replace("</tu>", '<tuv xml:lang="fr"><seg>Ici</seg></tuv></tu>')


@pytest.fixture
def written(monkeypatch):
    """Name -> bytes of each file to take away that the page has drawn."""
    files = {}

    def draw(label, make, name, mime, key, **look):
        if key == "download-filled":
            files[name] = make()

    monkeypatch.setattr(translation_files.exports, "draw_download_button", draw)
    return files


@pytest.fixture
def key():
    """A set of two systems with the source of the translation files."""
    marked = Annotation("MQM", (ErrorSpan("better", 0, 6, 10, "major", "style", "r1"),), {"better": [True, True]})
    made = TestSet.build({"job": TARGETS, "better": BETTER}, [TARGETS], source=SOURCES, name="job")
    return key_of(made.with_judgments(annotations=[marked]))


def filled(at, label, text=XLIFF, name="job.xlf"):
    """The page once a file was dropped in the menu, and filled."""
    (box,) = (box for box in at.selectbox if box.key == "filling")
    ran(box.select(label).run())
    return ran(uploader(at, "filled-file").set_value((name, text.encode(), "text/xml")).run())


@pytest.mark.exhaustive
def test_a_system_is_written_into_the_file_that_is_dropped(visit, key, written):
    at = filled(visit("overview", set=key), "better")
    assert "1 of 2 units got a new translation." in texts(at)
    (text,) = (data.decode() for data in written.values())
    assert '>Bitte hier <g id="1">klicken</g> <x id="2"/> sofort</target>' in text
    assert text.count("Translation by better") == 1
    assert [*written] == ["bleuscope-job-better.xlf"]
    at = filled(at, "job")
    assert "0 of 2 units got a new translation." in texts(at)
    assert written["bleuscope-job-job.xlf"] == XLIFF.encode()


@pytest.mark.exhaustive
def test_codes_that_are_lost_are_named_and_other_files_are_refused(visit, key, written):
    without = XLIFF.replace('Hier <g id="1">klicken</g> <x id="2"/> sofort', "")
    at = filled(visit("overview", set=key), "better", without)
    assert any("the translation lacks the codes <g1> and <x2/>" in box.value for box in at.code)
    written.clear()
    at = filled(at, "better", "one line\n", "x.txt")
    assert any("expected XLIFF, TMX or PO" in box.value for box in at.error)
    other = XLIFF.replace("AT&amp;T &lt; 3", "Another text")
    told = [box.value for box in filled(at, "better", other, "o.xlf").error]
    assert any("no unit with the source of segment 2" in one for one in told)
    assert [*written] == ["bleuscope-job-better.xlf"]


def test_the_language_to_fill_is_asked_for(visit, key, written):
    at = filled(visit("overview", set=key), "better", SEVERAL, "memory.tmx")
    assert not written
    (box,) = (box for box in at.selectbox if box.label == "Language")
    assert box.options == ["de", "fr"]
    ran(box.select("fr").run())
    assert b"Bitte hier" in written["bleuscope-memory-better.tmx"]


@pytest.mark.parametrize(
    ("page", "label", "note"),
    [
        ("errors", "Errors in better, as notes", "Error, major, style: hier (r1)"),
        ("choose", "MBR by BLEU", "Chosen by mbr:bleu: job, score"),
    ],
)
def test_choices_and_errors_are_written_as_notes(visit, key, written, page, label, note):
    at = ran_until(
        visit(page, set=key), lambda at: any(box.key == "filling" for box in at.selectbox) or page == "errors"
    )
    offered = value_of(at, "offered_fillings")
    assert label in [one.label for one in offered]
    if len(offered) > 1:
        at = filled(at, label)
    else:
        at = ran(uploader(at, "filled-file").set_value(("job.xlf", XLIFF.encode(), "text/xml")).run())
    (data,) = written.values()
    assert note in data.decode()


def test_the_language_of_a_dropped_file_is_asked_for(visit):
    at = upload(visit("data"), [("memory.tmx", SEVERAL.encode(), "text/xml")])
    assert "memory.tmx has translations into several languages. Which do you want to read?" in texts(at)
    assert not at.error, "it is asked, not refused"
    (box,) = (box for box in at.selectbox if box.label == "Language")
    assert box.options == ["de", "fr"]
    before = value_of(at, "files_read")
    ran(box.select("fr").run())
    at = ran_until(at, lambda at: value_of(at, "files_read") != before)
    assert not [box for box in at.error if "Refused" in box.value]
    read = value_of(at, "files_read")
    assert read[-1] == (0, "fr")
