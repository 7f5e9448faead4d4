"""What is drawn of a tolerant alignment is what SegmentAlignment holds, and what the component gets is plain data."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TBLEU
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.drawing import component
from ui.drawing.component import Arc, Drawing, Frame, Mark, Token, TokenLink, TokenRow, drawing_payload
from ui.tbleu import view

FIGURE = "Jedu s novém červeném auto", "Jedu novým červeným autem"
FORMS = st.lists(st.sampled_from(["auto", "autem", "nový", "novým", "s", "a", "مرحبا", "👩‍👩‍👧x"]), max_size=8)
ASSETS = Path(component.__file__).parent


def drawn(hypothesis, *references, epsilon=0.34, number=0):
    aligned = TBLEU("none", epsilon=epsilon).alignment(hypothesis, references)
    return aligned, view.tbleu_drawing(aligned, number, "A", "reference")


def styles(drawing):
    return [(link.start, link.end, link.label, link.style) for link in drawing.links]


def text(token):
    return "".join(part for part, _ in token["parts"])


def test_figure_1():
    _, drawing = drawn(*FIGURE)
    assert styles(drawing) == [
        (0, 0, "0", "quiet"),
        (2, 1, "0.33", "normal"),
        (3, 2, "0.17", "normal"),
        (4, 3, "0.67", "faint"),
    ]
    hypothesis, reference = drawing.rows
    assert [token.kind for token in hypothesis.tokens] == ["quiet", "lone", "plain", "plain", "faint"]
    assert [token.sign for token in hypothesis.tokens] == ["", "", "~", "~", ""]
    assert hypothesis.tokens[2].marks == (Mark(0, 3, "common"), Mark(3, 4, "substitution"), Mark(4, 5, "affix"))
    kinds = [[mark.kind for mark in row.tokens[-1].marks] for row in drawing.rows]
    assert kinds == [["common", "substitution"], ["common", "insertion", "substitution"]]
    assert "affix distance (0 + 2) / 3 = 0.667" in hypothesis.tokens[4].tip
    assert [token.kind for token in reference.tokens] == ["quiet", "plain", "plain", "faint"]


@pytest.mark.parametrize(("epsilon", "faint"), [(0, 3), (0.16, 3), (0.2, 2), (0.34, 1), (0.67, 0), (1, 0)])
def test_the_threshold_decides_which_links_are_faint(epsilon, faint):
    _, drawing = drawn(*FIGURE, epsilon=epsilon)
    assert sum(link.style == "faint" for link in drawing.links) == faint


@given(FORMS, FORMS, st.sampled_from([0, 0.3, 1]))
def test_what_is_drawn_is_what_was_summed(hypothesis, reference, epsilon):
    aligned, drawing = drawn(" ".join(hypothesis), " ".join(reference), epsilon=epsilon)
    (seen,) = aligned.references
    assert [token.text for token in drawing.rows[0].tokens] == list(aligned.hypothesis)
    assert [token.text for token in drawing.rows[1].tokens] == list(seen.tokens)
    for link, pair in zip(drawing.links, seen.pairs, strict=True):
        assert (link.start, link.end) == (pair.hypothesis, pair.reference)
        assert (link.style == "faint") == (not pair.corrected)
        assert float(link.label) == pytest.approx(pair.distance, abs=0.005)
    signs = [i for i, token in enumerate(drawing.rows[0].tokens) if token.sign]
    assert signs == [pair.hypothesis for pair in seen.pairs if pair.corrected and pair.distance]
    table = view.ngram_table(seen)
    for order, matches in enumerate(aligned.matches, 1):
        assert table.loc[table["n"] == order, "counts"].sum() == pytest.approx(matches)
    check_columns(drawing)


@given(FORMS, FORMS)
def test_marks_cover_a_word_once_and_name_every_edit(hypothesis, reference):
    aligned, drawing = drawn(" ".join(hypothesis), " ".join(reference))
    for row in drawing.rows:
        for token in row.tokens:
            ends = [0, *(mark.end for mark in token.marks)]
            assert all(mark.start >= end for mark, end in zip(token.marks, ends, strict=False))
            assert text({"parts": component._parts(token)}) == token.text
    for pair in aligned.references[0].pairs:
        assert len(view.edits_in_words(pair.match)) == len(pair.match.operations)
        assert all("\u2068" in said for said in view.edits_in_words(pair.match, view._word))


def check_columns(drawing):
    """Words keep their order, and a word without any link has nothing over against it."""
    rows = drawing_payload(drawing)["rows"]
    columns = [[token["column"] for token in row["tokens"]] for row in rows]
    for row in columns:
        assert row == sorted(set(row))
    assert set().union(*columns) == set(range(len(set().union(*columns))))
    for row, tokens in enumerate(drawing.rows[:2]):
        linked = {(link.start, link.end)[row] for link in drawing.links}
        for place in set(range(len(tokens.tokens))) - linked:
            assert columns[row][place] not in columns[1 - row]


def test_links_that_do_not_cross_stand_upright_and_strong_ones_come_first():
    rows = TokenRow("a", tuple(map(Token, "abcd"))), TokenRow("b", tuple(map(Token, "wxyz")))
    links = (
        TokenLink(0, 0, 3, style="faint"),
        TokenLink(0, 1, 0),
        TokenLink(0, 2, 1, style="quiet"),
        TokenLink(0, 3, 2, style="faint"),
    )
    first, second = (
        [token["column"] for token in row["tokens"]] for row in drawing_payload(Drawing("d", rows, links))["rows"]
    )
    assert first[1:] == second[:3]


def test_three_rows_share_their_columns():
    rows = tuple(TokenRow(name, tuple(map(Token, words))) for name, words in (("a", "ab"), ("b", "xab"), ("c", "ab")))
    links = TokenLink(0, 0, 1), TokenLink(0, 1, 2), TokenLink(1, 1, 0), TokenLink(1, 2, 1)
    frames, arcs = (Frame(1, 0, 1),), (Arc(1, 0, 1, 3, "to the end"),)
    data = drawing_payload(Drawing("d", rows, links, frames, arcs))
    assert [[token["column"] for token in row["tokens"]] for row in data["rows"]] == [[1, 2], [0, 1, 2], [1, 2]]
    assert data["arcs"] == [{"row": 1, "start": 0, "end": 1, "to": 3, "label": "to the end", "meaning": "shift"}]
    assert data["frames"][0]["meaning"] == "shift"


@as_one_test
@pytest.mark.parametrize("hostile", TEXTS)
def test_text_arrives_unchanged(hostile):
    _, drawing = drawn(hostile, "a b")
    data = json.loads(json.dumps(drawing_payload(drawing)))
    assert [text(token) for token in data["rows"][0]["tokens"]] == [t.text for t in drawing.rows[0].tokens]


def test_the_component_builds_nodes_only():
    script = (ASSETS / "component.js").read_text(encoding="utf-8")
    for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http:", "https:"):
        assert banned not in script.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in (ASSETS / "component.css").read_text(encoding="utf-8")


def test_the_corrected_sentence_is_escaped():
    aligned, _ = drawn("<b>x</b> autem", "<b>x</b> auto", epsilon=1)
    (seen,) = aligned.references
    html = view.corrected_sentence(seen, aligned.hypothesis)
    assert "<b>x" not in html
    assert "&lt;b&gt;x" in html


def test_the_reference_that_gives_most():
    metric = TBLEU("none", epsilon=0)
    assert view.best_reference(metric.alignment("a b", ["x y", None, "a b"])) == 2
    assert view.best_reference(metric.alignment("a b", [None, "x"])) == 1
