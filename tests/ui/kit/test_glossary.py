"""One sentence a term, for every metric and every column that is no everyday word."""

from pathlib import Path

import pytest

from scoring import METRICS
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.kit import glossary
from ui.kit.glossary import TERMS

EVERY = pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)


@as_one_test
@EVERY
def test_a_term_is_said_in_one_short_sentence(term):
    assert term.says.endswith(".")
    assert ". " not in term.says.replace("Eq. 13", "")
    assert len(term.says.split()) <= 26


def test_no_name_means_two_terms():
    terms = [term for group in glossary.GROUPS.values() for term in group]
    names = [name.casefold() for term in terms for name in {term.name, *term.also}]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("word", ["critical", "major", "minor", "doubtful", "quotation", "as typed", "placeholder"])
def test_words_of_findings_and_verdicts_are_found_by_their_names(word):
    names = [name for terms in glossary.find_terms(word).values() for term in terms for name in (term.name, *term.also)]
    assert any(word in name for name in names)


def test_a_term_of_that_name_comes_first_and_words_are_not_found_within_others():
    found = [term.name for terms in glossary.find_terms("TER").values() for term in terms]
    assert found[0] == "TER"
    assert "letters" not in found, "a word that only holds it"
    assert "shifts" in found or len(found) > 1, "sentences are looked through, too"
    assert glossary.find_terms(" ") == glossary.GROUPS


@as_one_test
@pytest.mark.parametrize("label", [metric.label for metric in METRICS.values()])
def test_every_metric_is_spelled_out(label):
    assert TERMS[label].full, f"ui/kit/glossary.txt: {label} (its full name): a sentence"


@pytest.mark.parametrize(
    ("name", "term"),
    [
        ("BLEU", "BLEU"),
        ("BLEU system 3", "BLEU"),
        ("chrF++", "chrF++"),
        ("p", "p"),
        ("Tokenizer", "tokenizer"),
        ("auto_rank", "AutoRank"),
    ],
)
def test_a_column_or_a_setting_goes_by_its_term(name, term):
    assert glossary.help_for(name) == TERMS[term].help


def test_what_wmt_s_people_gave_is_one_term():
    assert glossary.with_term_tooltips("By DA+SQM.").count(TERMS["DA+SQM"].help) == 1
    assert TERMS["DA+SQM"].help != TERMS["direct assessment"].help


@pytest.mark.parametrize("name", ["", "system-3", "psychology", "TERM", "BLEUs", "#"])
def test_what_is_no_term_says_nothing(name):
    assert glossary.help_for(name) is None


def test_a_term_in_a_text_can_be_pointed_at_where_it_first_stands():
    said = glossary.with_term_tooltips("Is chrF++ no BLEU? BLEU counts n-grams; TERMS and sub-segment are no terms.")
    assert said.count("<abbr") == 3
    assert said.startswith(f'Is <abbr title="{TERMS["chrF++"].help}">chrF++</abbr> no <abbr')
    assert said.endswith("; TERMS and sub-segment are no terms.")


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_text_is_escaped(text):
    assert "<script" not in glossary.with_term_tooltips(text)
    assert "<img" not in glossary.with_term_tooltips(f"BLEU {text} BLEU")


def test_every_line_of_the_text_is_a_heading_or_a_term():
    text = Path(glossary.__file__).with_suffix(".txt").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line]
    assert len(lines) == len(glossary.GROUPS) + sum(map(len, glossary.GROUPS.values()))
