"""The page Glossary: terms of tests first, and a search."""

from tests.pages.steps import html, texts


def test_terms_of_tests_come_first_and_all_are_there(visit):
    said = html(visit("glossary"))
    terms = "clear,-likely", "power", "p", "shuffle", "bootstrap", "Holm"
    first = [said.index(f'<dt id="{term}">') for term in terms]
    assert first == sorted(first)
    assert first[-1] < said.index('<dt id="BLEU">')


def test_a_search_keeps_the_terms_that_have_the_words(visit):
    at = visit("glossary", term="random swap")
    assert '<dt id="shuffle">' in html(at)
    assert '<dt id="BLEU">' not in html(at)
    at.text_input(key="term").set_value("approximate RANDOMIZATION").run()
    assert '<dt id="shuffle">' in html(at)
    at.text_input(key="term").set_value("<b>nothing").run()
    assert "<dt" not in html(at)
    assert "No term matches." in texts(at)
