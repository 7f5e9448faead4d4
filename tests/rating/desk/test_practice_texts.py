"""Practice shows what the campaign shows, in the campaign's languages."""

import pytest

from rating.desk import screens
from rating.desk.practice_texts import practice_texts
from scoring.rating import PRACTICE_REFERENCE, Item, ShownOutput, translate
from workspace import BlindCampaign, BlindSegment, Desk, RatingQuestion, Seat

GERMAN = "Der Minister hat am Montag die Brücke eröffnet, und niemand war mit dem Ergebnis zufrieden."
ENGLISH = "The minister opened the bridge on Monday, and nobody was happy with the result of it."
SAID = {language: translate(PRACTICE_REFERENCE, language) for language in ("en", "de", "fr")}


def desk(beside, source, output):
    campaign = BlindCampaign("News", "esa", beside, 1)
    questions = []
    for at in range(20):  # a text of some length, which tells its language
        references = ("reference",) if "reference" in beside else ()
        line = BlindSegment(f"{source} {at}" if "source" in beside else None, references, (f"{output} {at}",))
        questions.append(RatingQuestion(Item(at, (ShownOutput("", line.outputs[0]),)), line, (), ()))
    return Desk(Seat("secret", campaign, 0, "Ana", None, None), tuple(questions), ())


@pytest.mark.parametrize(
    ("beside", "source", "output", "language", "found"),
    [
        ("source", ENGLISH, GERMAN, "en", ("de", SAID["en"], None)),
        ("source", GERMAN, ENGLISH, "en", ("en", SAID["de"], None)),
        ("source and reference", ENGLISH, GERMAN, "de", ("de", SAID["en"], SAID["de"])),
        ("reference", ENGLISH, GERMAN, "en", ("de", None, SAID["de"])),
        ("source", "xx", "yy", "fr", ("fr", SAID["en"], None)),
        ("source", "xx", "yy", "en", ("en", None, SAID["en"])),
    ],
)
def test_practice_has_a_source_or_a_reference_as_the_campaign_has(beside, source, output, language, found):
    texts = practice_texts(desk(beside, source, output), language)
    assert (texts.target, texts.source, texts.reference) == found


def test_the_question_names_what_practice_shows():
    shown = screens.practice_screen(desk("source", ENGLISH, GERMAN), "en")
    assert shown["question"].startswith("Compare with the source.")
    assert [(given["label"], given["text"]) for given in shown["given"]] == [("Source", SAID["en"])]
    assert shown["outputs"][0]["text"] == "Das Museum öffnet am sonntag um sechs."
