"""What notebooks show: HTML of its own, without a script, in which every text of a user stays text."""

import re

import pytest
from lxml import html

import bleuscope as bs
from scoring.judgments import Annotation, ErrorSpan
from scoring.report import notebook
from tests.hostile import TEXTS

PLAIN = ["the cat sat on the mat", "it rained all day long"] * 10


def shown(result):
    """The HTML of a result as a tree, by what a notebook is given."""
    bundle = result._repr_mimebundle_(include=None, exclude=None)
    assert bundle.keys() == {"text/plain", "text/html"}
    assert bundle["text/html"] == result._repr_html_()
    return html.fragment_fromstring(bundle["text/html"])


def hostile_results():
    """A score, a comparison, a verdict and segments of texts and names that are hostile."""
    texts = [*TEXTS]
    systems = {TEXTS[0]: [*texts[:-1], "a cat"], TEXTS[1]: PLAIN[:1] * len(texts), TEXTS[4]: texts[::-1]}
    comparison = bs.compare({TEXTS[2]: texts}, systems, ["chrf", "bleu"], source=texts)
    segments = [*comparison.segments(pair=(TEXTS[0], TEXTS[1]))]
    return [bs.score({TEXTS[2]: texts}, texts), comparison, comparison.verdict, *segments]


def test_a_list_shows_the_first_ten_segments_with_one_legend():
    outputs = {"base": ["a cat sat on the mat", "it rained"] * 10, "new": PLAIN}
    segments = bs.compare(PLAIN, outputs, "chrf").segments(by="number")
    tree, of_one = shown(segments), shown(segments[0])
    said = " ".join(tree.text_content().split())
    assert [f"Segment {number}" in said for number in (1, 10, 11)] == [True, True, False]
    assert "10 more segments; take [10:] to see the next ones." in said
    assert len(tree.xpath("//style")) == 1
    legends = "//*[contains(@class, 'legend')]"
    assert len(tree.xpath(legends)) == len(of_one.xpath(legends)) > 0
    assert repr(segments).startswith("ComparedSegments(20 segments of new and base)\nSegment 1\n")
    assert repr(segments).endswith("\n10 more segments; take [10:] to see the next ones.")
    assert "more segment" not in repr(segments[10:]) + shown(segments[10:]).text_content()
    assert "1 more segment;" in repr(segments[9:])
    assert repr(segments[20:]) == "ComparedSegments(0 segments of new and base)"
    assert shown(segments[20:]).text_content().strip()


@pytest.mark.exhaustive
def test_a_list_of_hostile_segments():
    comparison = hostile_results()[1]
    test_no_text_becomes_markup([comparison.segments(pair=(TEXTS[0], TEXTS[1]))])


@pytest.fixture(scope="module")
def results():
    return hostile_results()


@pytest.mark.exhaustive
def test_no_text_becomes_markup(results):
    for result in results:
        tree = shown(result)
        assert not tree.xpath(
            "//script | //img | //iframe | //link | //object | //*[@src] | //*[@onload] | //*[@onerror]"
        )
        assert [element.tag for element in tree.iter("svg")] == ["svg"] * len(tree.xpath("//svg[@class='strip']"))


@pytest.mark.exhaustive
def test_every_text_is_seen_as_it_is(results):
    *_, last = results
    for segment in results[3:]:
        text = segment.references[TEXTS[2]]
        assert " ".join(text.split()) in " ".join(shown(segment).text_content().split())
    assert last.number


@pytest.mark.exhaustive
def test_gates_and_checks_of_hostile_texts_and_names(results):
    comparison = results[1]
    names = {"new": TEXTS[0], "baseline": TEXTS[1]}
    outcome = comparison.gate("chrf >= 99", "check:copy == 0", "check:repetition <= reference", **names)
    checked = bs.check(comparison.test_set)
    test_no_text_becomes_markup([outcome, checked])
    test_nothing_is_loaded_and_nothing_else_is_styled([outcome, checked])
    seen = " ".join(shown(outcome).text_content().split())
    assert " ".join(outcome.results[1].sentence.split()) in seen
    heads = [" ".join(head.text_content().split()) for head in shown(checked).iter("th")]
    assert [" ".join(f"{name} %".split()) for name in (TEXTS[0], TEXTS[1], TEXTS[4], TEXTS[2])] == heads[3:]


def test_a_gate_shows_its_rules_and_reasons():
    outcome = bs.compare(PLAIN, {"base": ["a cat"] * 20, "new": PLAIN}).gate("bleu better", "ter > 3")
    tree = shown(outcome)
    (title,) = tree.iter("h2")
    assert title.text == "Gate: failed. 1 of 2 rules passed."
    assert [row.text_content() for row in tree.xpath("//table//tr/td[2]")] == [
        "passed",
        "failed",
        "",
    ]  # chrF has no rule
    assert len(tree.xpath("//li")) == 2


def test_one_metric_alone_shows_its_score_and_its_card(results):
    scores, comparison = results[:2]
    (score,), by_metric = scores.values(), comparison["chrf"]
    test_no_text_becomes_markup([score, by_metric])
    assert [row.text_content() for row in shown(score).xpath("//table//tr/td[1]")] == ["BLEU"]
    assert " ".join(str(by_metric).split()) in " ".join(shown(by_metric).text_content().split())
    assert repr(by_metric) == str(comparison["chrf"].verdict)


def test_nothing_is_loaded_and_nothing_else_is_styled(results):
    for result in results[:3]:
        tree = shown(result)
        (style,) = tree.iter("style")
        assert style.text.startswith(".bs-notebook {")
        assert style.text.count("{") == style.text.count("}")
        assert not re.search(r"url\(|@import|:root|\bbody\b|\bhtml\b", style.text)


def test_a_comparison_shows_card_table_and_chart():
    comparison = bs.compare(PLAIN, {"base": ["a cat"] * 20, "new": PLAIN})
    tree = shown(comparison)
    _, card = tree.find_class("decision")  # the first says that an output is the reference
    assert str(comparison.verdict) in card.text_content().replace("\xa0", " ")
    assert [row.text_content() for row in tree.xpath("//table//tr/td[1]")][:2] == ["new", "base"]
    assert len(tree.xpath("//svg[@class='strip']")) == 3
    assert shown(comparison.verdict).find_class("decision")


def test_a_segment_shows_its_ngrams_as_the_dashboard_does():
    """Of three "the" a reference has two; "the mat" counts all the same, and "was" is in none."""
    outputs = {"base": ["the cat was on the the mat"] * 20, "new": PLAIN}
    segment = bs.compare(PLAIN, outputs, "bleu").segments(by="number", pair=("base", "new"))[0]
    first, _ = shown(segment).find_class("two")[0]
    words = [(word.text, word.get("class")) for word in first.find_class("t")]
    assert words == [
        ("the", "t n2"),
        ("cat", "t n2"),
        ("was", "t n0"),
        ("on", "t n2"),
        ("the", "t n2"),
        ("the", "t n2 cut"),
        ("mat", "t n2"),
    ]


def test_a_segment_shows_the_errors_that_were_marked():
    systems = {"base": ["a cat"] * 20, "new": PLAIN}
    judged = [True] * 20
    spans = (ErrorSpan("base", 0, 2, 5, "major", "accuracy"),)
    test_set = bs.compare(PLAIN, systems, "chrf").test_set
    annotation = Annotation("MQM", spans, {"base": judged})
    comparison = bs.compare(test_set.with_judgments(annotations=[annotation]), metrics="chrf")
    tree = shown(comparison.segments(by="number")[0])
    error, *_ = tree.find_class("err")
    assert (error.text, error.get("data-tip")) == ("cat", "major, accuracy")
    assert "MQM, people, 1 error: 1 major" in tree.text_content()
    other = shown(comparison.segments(by="number")[1])
    assert "no error" in other.text_content()


def test_a_segment_that_is_too_long_says_so():
    long = " ".join(["word"] * 20_001)
    tree = shown(bs.compare([long], {"a": [long], "b": ["word"]}, "chrf").segments()[0])
    assert "words" in tree.text_content()


def test_a_level_segment_has_no_leader():
    tree = shown(bs.compare(PLAIN, {"a": PLAIN, "b": PLAIN}, "bleu").segments()[0])
    assert "both outputs are level by BLEU" in tree.text_content()


def test_the_style_follows_the_notebooks_theme():
    for theme in ("[data-jp-theme-light=false]", ".vscode-dark", "[data-theme=dark]"):
        assert theme in notebook.STYLE
