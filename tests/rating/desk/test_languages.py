"""The desk in every language: no text is missing, and a practised answer is judged as in English."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from rating.desk import seats
from rating.desk.others import NUMBER_READERS
from rating.desk.page import SCRIPT_TEXTS, SCRIPTS
from scoring.rating import (
    LANGUAGES,
    PRACTICE_REFERENCE,
    PROTOCOLS,
    SEVERITY_GUIDES,
    TRANSLATIONS,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    duration,
    localize_number,
    practice_item,
    practice_remarks,
    translate,
    translate_filled,
    translate_usual_name,
    usual_name,
)
from scoring.rating.protocols import practice
from scoring.rating.protocols.duration import HOURS, MINUTES
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
    yield from (practice.LITTLE_MEANING, practice.NO_LANGUAGE_ERROR, practice.BEST, practice.WORST)
    yield from (practice.GIVEN_SCORE, practice.GIVEN_BOTH)
    yield from (practice.NOTHING_MISSING, practice.SMALL, MINUTES, HOURS)
    for word, severity, why in practice.EXPECTED_ERRORS:
        yield from (word, why, f"“{{word}}” is a {severity} error ({{why}}).")


MESSAGES = (seats.DAMAGED, seats.NOT_THERE, seats.CAMPAIGN_DELETED, seats.REPLACED, NOWHERE, CLOSED, RELEASED)
ALL = {
    *said_in_python(),
    *said_in_scripts(),
    *said_by_protocols(),
    *said_in_practice(),
    *NUMBER_READERS,
    *MESSAGES,
} - OTHERS


def numbers(text):
    return sorted(re.findall(r"\d+", text))


def fields(text):
    return sorted(name for _, name, *_ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_text_is_missing_in_any_language(language):
    table = TRANSLATIONS[language]
    assert not ALL - {*table}
    assert {*table} == {*TRANSLATIONS["de"]}
    assert [text for text, said in table.items() if fields(said) != fields(text) or not said.strip()] == []
    assert [text for text, said in table.items() if numbers(said) != numbers(text)] == []


@pytest.mark.parametrize("minutes", [0, 1, 4.99, 5, 7.4, 7.6, 44, 89, 91, 125, 60_000])
def test_a_time_is_the_same_number_in_every_language(minutes):
    said = {language: re.sub(r"[.,\s]", "", duration(minutes, language)) for language in LANGUAGES}
    assert len({"".join(re.findall(r"[\d½]+", text)) for text in said.values()}) == 1, said


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
    missed, _, low = practice_remarks("esa", ErrorSpans((), (), 20.0), "en", "de")
    assert missed.text == "“öffnet” is a major error (it says the opposite)."
    assert (missed.is_missed, low.is_missed) == (True, False)
    _, czech, _ = practice_remarks("esa", ErrorSpans((), (), 20.0), "en", "cs")
    assert czech.text.endswith("is a minor error (it needs a small letter).")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_that_does_not_fit_is_said_again(language):
    (high,) = practice_remarks("da", DirectAssessment(80.0), language, "en")
    assert translate(practice.GIVEN_SCORE, language).format(score=80) in high.text


@pytest.mark.parametrize(
    ("ranks", "right"), [((2, 1, 3), [True, True]), ((3, 1, 2), [True, False]), ((1, 2, 3), [False, True])]
)
def test_the_best_output_and_the_worst_one_are_judged_by_themselves(ranks, right):
    best, worst = practice_remarks("ranking", OutputRanking(ranks), "en", "de")
    assert [best.is_right, worst.is_right] == right
    assert best.text.startswith("“Am Sonntag schließt das Museum um sechs.” is best")
    assert worst.text.startswith("“Das Museum öffnet am Sonntag um sechs.” is worst: it says the opposite.")


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
        assert "translation of the" not in protocol.translated_question("reference")


@pytest.mark.parametrize(
    ("language", "number"), [("en", "1,234.5"), ("de", "1.234,5"), ("cs", "1\u00a0234,5"), ("fr", "1\u202f234,5")]
)
def test_numbers_are_written_as_the_language_writes_them(language, number):
    assert localize_number("1,234.5", language) == number


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_campaign_has_its_usual_name_in_the_raters_language(language):
    names = {usual_name(protocol, 20, language) for protocol in PROTOCOLS}
    assert len(names) == len(PROTOCOLS)
    assert all("20" in name and "," not in name for name in names)
    assert language == "en" or not names & {usual_name(protocol, 20) for protocol in PROTOCOLS}
    assert usual_name("da", 1, language) != usual_name("da", 2, language)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_raters_read_a_usual_name_in_their_language_and_any_other_as_it_is(protocol):
    assert translate_usual_name(usual_name(protocol, 1), "cs") == usual_name(protocol, 1, "cs")
    assert translate_usual_name(f"{usual_name(protocol, 20)} (2)", "de") == f"{usual_name(protocol, 20, 'de')} (2)"
    for name in ("News", f"My {usual_name(protocol, 20)}", usual_name(protocol, 20, "fr")):
        assert translate_usual_name(name, "de") == name
