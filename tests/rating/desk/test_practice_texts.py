"""Practice shows what the campaign shows, in the campaign's languages."""

import pytest

from rating.desk import screens
from rating.desk.practice_texts import practice_texts
from scoring.rating import PRACTICE_REFERENCE, translate
from workspace import BlindCampaign, Desk, Seat

SAID = {language: translate(PRACTICE_REFERENCE, language) for language in ("en", "de", "fr")}


def desk(beside, source, output):
    campaign = BlindCampaign("News", "esa", beside, 1)
    return Desk(Seat("secret", campaign, 0, "Ana", None, None), (), (), languages=(source, output))


@pytest.mark.parametrize(
    ("beside", "source", "output", "language", "found"),
    [
        ("source", "English", "German", "en", ("de", SAID["en"], None)),
        ("source", "German", "English", "en", ("en", SAID["de"], None)),
        ("source and reference", "English", "German", "de", ("de", SAID["en"], SAID["de"])),
        ("reference", "English", "German", "en", ("de", None, SAID["de"])),
        ("source", None, "Klingon", "fr", ("fr", SAID["en"], None)),
        ("source", None, None, "en", ("en", None, SAID["en"])),
    ],
)
def test_practice_has_a_source_or_a_reference_as_the_campaign_has(beside, source, output, language, found):
    texts = practice_texts(desk(beside, source, output), language)
    assert (texts.target, texts.source, texts.reference) == found


def test_the_question_names_what_practice_shows():
    shown = screens.practice_screen(desk("source", "English", "German"), "en")
    assert shown["question"].startswith("Compare with the source.")
    assert [(given["label"], given["text"]) for given in shown["given"]] == [("Source", SAID["en"])]
    assert shown["outputs"][0]["text"] == "Das Museum öffnet am sonntag um sechs."
