"""The desk in every language: no text is missing, and a practised answer is judged as in English."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from rating.desk import seats
from rating.desk.others import SHOWN
from rating.desk.page import SCRIPT_TEXTS, SCRIPTS
from scoring.rating import (
    LANGUAGES,
    PRACTICE_REFERENCE,
    PROTOCOLS,
    SEVERITY_GUIDES,
    TRANSLATIONS,
    ErrorSpans,
    MarkedError,
    localized,
    name_for_raters,
    practice_item,
    practice_remarks,
    translate,
    translate_filled,
    usual_name,
)
from scoring.rating.protocols import practice
from scoring.rating.protocols.names import ONE_SEGMENT, SEGMENTS, USUAL_NAMES
from workspace.campaigns.seats import CLOSED, NOWHERE, RELEASED

ROOT = Path(seats.__file__).parents[2]
PYTHON = (*sorted((ROOT / "rating/desk").glob("*.py")), ROOT / "scoring/rating/protocols/practice.py")
SAYING = {"says", "translate", "low"}
"""Functions whose first argument is a text of the desk."""
OTHERS = {"Connection error", "Delete"}
"""What scripts look for or call a key, and do not say."""


def said_in_python():
    for file in PYTHON:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
                yield from (of.value for of in node.args[:1] if isinstance(of, ast.Constant) and of.value)


def said_in_scripts():
    """Texts that are said, and sentences that are kept to be said."""
    for name in SCRIPTS:
        script = re.sub(r"//.*", "", (ROOT / f"rating/desk/{name}.js").read_text(encoding="utf-8"))
        yield from re.findall(r'says\(\s*"([^"]+)"', script)
        yield from (text for text in re.findall(r'"([^"\n]+)"', script) if re.match(r"[A-Z↓][^A-Z]* ", text))


def said_by_protocols():
    for protocol in PROTOCOLS.values():
        yield protocol.question
        for scale in protocol.scales:
            yield scale.question
            yield from (text for step in scale.steps for text in (step.words, step.meaning) if text)
    for guide in SEVERITY_GUIDES:
        yield from (guide.name, guide.meaning)
        yield from (text for one in guide.examples for text in (one.right, one.wrong, one.why))
    yield from ("source", "reference", "source and reference", "All say the same")
    yield from (*USUAL_NAMES.values(), ONE_SEGMENT, SEGMENTS)


def said_in_practice():
    yield from (PRACTICE_REFERENCE, practice.OPPOSITE, *practice.RANKED, practice.MARKED, practice.LOW_SCORE)
    yield from (practice.LITTLE_MEANING, practice.NO_LANGUAGE_ERROR, practice.NOTHING_MISSING, practice.SMALL)
    yield from (practice.BEST, practice.WORST, practice.GIVEN, practice.GIVEN_BOTH)
    for word, severity, why in practice.EXPECTED_ERRORS:
        yield from (word, why, f"“{{word}}” is a {severity} error ({{why}}).")


MESSAGES = (seats.DAMAGED, seats.NOT_THERE, seats.GONE, seats.REPLACED, NOWHERE, CLOSED, RELEASED)
ALL = {*said_in_python(), *said_in_scripts(), *said_by_protocols(), *said_in_practice(), *SHOWN, *MESSAGES} - OTHERS


def fields(text):
    return sorted(name for _, name, *_ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_text_is_missing_in_any_language(language):
    table = TRANSLATIONS[language]
    assert not ALL - {*table}
    assert {*table} == {*TRANSLATIONS["de"]}
    assert [text for text, said in table.items() if fields(said) != fields(text) or not said.strip()] == []


def test_the_languages_of_the_desk_are_those_that_have_texts():
    assert {*LANGUAGES} == {"en", *TRANSLATIONS} == {"en", "de", "cs", "es", "fr"}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_script_gets_all_that_it_says(language):
    assert {*said_in_scripts()} - OTHERS == {*SCRIPT_TEXTS[language]} & {*said_in_scripts()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_practised_answer_is_judged_in_the_rater_s_language(language):
    marked = practice_item("esa", language).outputs[0].text
    errors = []
    for english, severity, _ in practice.EXPECTED_ERRORS:
        word = translate(english, language)
        assert marked.count(word) == 1
        errors.append(MarkedError(marked.index(word), marked.index(word) + len(word), severity))
    remarks = practice_remarks("esa", ErrorSpans(tuple(errors), (), 20.0), language)
    assert all(remark.is_right for remark in remarks)
    wrong = practice_remarks("esa", ErrorSpans((), ("major",), 90.0), language)
    assert not any(remark.is_right for remark in wrong)
    assert language == "en" or not {of.text for of in wrong} & {
        of.text for of in practice_remarks("esa", ErrorSpans((), ("major",), 90.0))
    }


def test_remarks_are_in_the_rater_s_language_about_words_in_the_outputs_language():
    missed, letter, low = practice_remarks("esa", ErrorSpans((), (), 20.0), "en", "de")
    assert missed.text == "“öffnet” is a major error (it says the opposite)."
    assert letter.text == "“sonntag” is a minor error (it needs a capital letter)."
    assert practice_remarks("esa", ErrorSpans((), (), 20.0), "de", "fr")[1].text == (
        "„Dimanche“ ist ein leichter Fehler (es wird kleingeschrieben)."
    )
    assert (missed.is_missed, low.is_missed) == (True, False)


def test_a_message_is_translated_with_what_stands_in_it():
    assert translate_filled("This answer was not kept. " + CLOSED.format("News"), "de").startswith(
        "Diese Antwort wurde nicht gespeichert. News ist geschlossen: Es werden keine Antworten"
    )
    assert translate_filled("A new message", "de") == "A new message"
    assert translate_filled("Paused", "en") == "Paused"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_message_has_its_translation(language):
    for message in MESSAGES:
        assert translate_filled(message.format("News"), language) != message.format("News")


def test_no_translation_is_of_a_text_that_nobody_says():
    files = (*PYTHON, ROOT / "workspace/campaigns/seats.py")
    source = re.sub(r'"\s*\n\s*"', "", "".join(file.read_text(encoding="utf-8") for file in files))
    left = {*TRANSLATIONS["de"]} - ALL
    assert [text for text in left if not all(part in source for part in re.split(r"\{\w*\}", text))] == []


def test_no_question_speaks_of_a_translation_of_the_reference():
    for protocol in PROTOCOLS.values():
        assert "translation of the" not in protocol.asked("reference")


@pytest.mark.parametrize(
    ("language", "number"), [("en", "1,234.5"), ("de", "1.234,5"), ("cs", "1\u00a0234,5"), ("fr", "1\u202f234,5")]
)
def test_numbers_are_written_as_the_language_writes_them(language, number):
    assert localized("1,234.5", language) == number


@pytest.mark.parametrize("language", LANGUAGES)
def test_raters_read_a_usual_name_in_their_language(language):
    usual = {usual_name(protocol, 20) for protocol in PROTOCOLS}
    names = {name_for_raters(name, language) for name in usual}
    assert len(names) == len(PROTOCOLS)
    assert all("20" in name and "," not in name for name in names)
    assert names == usual if language == "en" else not names & usual
    assert name_for_raters(usual_name("da", 1), language) != name_for_raters(usual_name("da", 2), language)
    assert name_for_raters("Scores of 20 segments (3)", language).endswith(" (3)")
    assert name_for_raters("Back", language) == "Back"
