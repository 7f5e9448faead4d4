"""What is drawn and said of METEOR is what it counts."""

import re

import pytest

from scoring import METEOR
from tests.hostile import TEXTS
from ui.drawing.component import drawing_payload
from ui.meteor import view

HYPOTHESIS, REFERENCE = "the cats sat on a mat", "on the mat the cat sat"


def test_links_are_the_matches_and_notes_are_the_chunks():
    matching = METEOR().alignment(HYPOTHESIS, [None, REFERENCE])
    seen = matching.references[1]
    drawing = view.meteor_drawing(matching, 1, "A", "ref")
    assert [(link.start, link.end) for link in drawing.links] == [(m.hypothesis, m.reference) for m in seen.matches]
    assert {link.label for link in drawing.links} == {"", "stem"}
    for row, side in zip(drawing.rows, ("hypothesis", "reference"), strict=True):
        of = {at: str(n) for n, chunk in enumerate(seen.chunks, 1) for at in range(*getattr(chunk, side))}
        assert [token.note for token in row.tokens] == [of.get(at, "") for at in range(len(row.tokens))]
        assert [token.kind == "lone" for token in row.tokens] == [at not in of for at in range(len(row.tokens))]
    assert drawing_payload(drawing)["rows"][0]["name"] == "A"


@pytest.mark.parametrize("case_sensitive", [False, True])
def test_the_legend_explains_stubs_and_small_letters(case_sensitive):
    metric = METEOR(case_sensitive=case_sensitive)
    drawing = view.meteor_drawing(metric.alignment("The Cat", ["the cat"]), 0, "A", "ref", metric.case_sensitive)
    said = [key.words for key in drawing.legend]
    assert "partner in another line: point at the word" in said
    assert ("case is ignored: all words in small letters" in said) is not case_sensitive
    assert (drawing.rows[0].tokens[0].text == "the") is not case_sensitive


def test_a_missing_reference_is_not_drawn():
    with pytest.raises(ValueError, match="Reference 1 is missing"):
        view.meteor_drawing(METEOR().alignment("a", [None, "a"]), 0, "A", "ref")


def test_the_arithmetic_can_be_done_again():
    metric = METEOR()
    terms = metric.arithmetic(metric.statistics([HYPOTHESIS], [[REFERENCE]])[0])
    plain = re.sub("<[^>]*>", " ", view.meteor_arithmetic(terms, metric.alpha, metric.beta, metric.gamma))
    p, r, f, penalty = (float(found) for found in re.findall(r"= ([\d.e-]+)\s+(?=recall|F|penalty|METEOR)", plain))
    assert (p, r) == pytest.approx((5 / 6, 5 / 6), rel=1e-4)
    assert f == pytest.approx(p * r / (0.9 * p + 0.1 * r), rel=1e-3)
    assert 100 * f * (1 - penalty) == pytest.approx(terms.score, abs=0.01)
    assert f"{terms.score:.2f}" in view.meteor_verdict(terms)


def test_names_are_escaped():
    terms = METEOR().arithmetic(METEOR().statistics(["a"], [["a"]])[0])
    for text in TEXTS:
        assert "<script" not in view.meteor_verdict(terms, text)
        assert "<img" not in view.meteor_verdict(terms, text)
