"""Errors on the text: every character once, in its place, and all that is said of each error."""

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.analysis.found_words import PlacedWord
from scoring.judgments import ErrorSpan
from scoring.report import error_marking
from tests.cases import as_one_test
from tests.hostile import TEXTS

SEVERITIES = ("major", "minor", "odd one")


def span(start, end, severity="minor", **changed):
    return ErrorSpan("A", 0, start, end, severity, **changed)


def parsed(markup):
    return lxml.html.fragment_fromstring(str(markup), create_parent="div")


def pieces(markup):
    """The marked pieces: text, classes, and what pointing says."""
    found = parsed(markup).xpath("//*[contains(@class, 'err')]")
    return [(piece.text, set(piece.get("class").split()), piece.get("data-tip").split("\n")) for piece in found]


def test_where_errors_overlap_the_worst_is_seen_and_all_are_told():
    found = pieces(
        error_marking.mark_errors("one two three", [span(0, 7, category="style"), span(4, 13, "major", annotator="r2")])
    )
    assert found == [
        ("one ", {"err", "minor", "d1"}, ["minor, style"]),
        ("two", {"err", "major", "d2"}, ["major, r2", "minor, style"]),
        (" three", {"err", "major", "d1"}, ["major, r2"]),
    ]


def test_an_error_of_no_length_and_one_that_is_nowhere():
    found = pieces(error_marking.mark_errors("ab", [span(2, 2), span(-1, -1, "major", category="omission")]))
    assert [text for text, _, _ in found] == ["‸", "[omission]"]
    assert [text for text, _, _ in pieces(error_marking.mark_errors("", [span(0, 0)]))] == []


def test_of_very_many_the_worst_are_drawn_and_the_rest_are_counted():
    spans = [span(0, 1)] * 10_000 + [span(1, 2, "major")]
    markup = error_marking.mark_errors("abc", spans)
    assert len(markup) < 20_000
    assert [text for text, _, _ in pieces(markup)] == ["a", "b"]
    assert f"and {len(spans) - error_marking.MAX_DRAWN:,} more errors, not drawn" in parsed(markup).text_content()


def test_counts_name_the_worst_first():
    assert error_marking.severity_counts([]) == "no error"
    assert error_marking.severity_counts([span(0, 1), span(0, 1, "major"), span(0, 1)]) == "3 errors: 1 major, 2 minor"


TEXT = st.text(alphabet="<>&\"' ab😀\u202e\u05d0", min_size=1, max_size=12)


@given(TEXT, st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from(SEVERITIES)), max_size=5))
def test_the_text_stays_as_it_is(text, ends):
    spans = [span(min(a, b, len(text)), min(max(a, b), len(text)), severity) for a, b, severity in ends]
    markup = error_marking.mark_errors(text, spans)
    assert parsed(markup).text_content().replace("‸", "").removesuffix(" ") == text
    covered = {place for one in spans for place in range(one.start, one.end)}
    drawn = "".join(piece for piece, _, _ in pieces(markup) if piece != "‸")
    assert drawn == "".join(text[place] for place in sorted(covered))


def grounds(markup):
    """The words on a ground, with its class, and whether they are in an error."""
    found = parsed(markup).xpath("//*[starts-with(@class, 'g') and string-length(@class) = 2]")
    return [(word.text, word.get("class"), word.getparent().tag == "span") for word in found]


def test_words_that_a_reference_has_lie_beneath_the_errors():
    words = [PlacedWord((0, 3), 1), PlacedWord((4, 7), 0), PlacedWord(None, 4), PlacedWord((8, 13), 7)]
    markup = error_marking.mark_errors("one two three", [span(5, 10)], words=words)
    assert grounds(markup) == [("one", "g1", False), ("th", "g4", True), ("ree", "g4", False)]
    assert parsed(markup).text_content().strip() == "one two three"
    assert "grounded" not in error_marking.mark_errors("one", [span(0, 1)])


@given(
    st.lists(st.sampled_from(["a", "<b>", "&"]), min_size=1, max_size=6),
    st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), max_size=4),
    st.lists(st.integers(0, 5), min_size=6, max_size=6),
)
def test_grounds_and_errors_together_leave_the_text_as_it_is(tokens, ends, orders):
    text = " ".join(tokens)
    starts = [len(" ".join([*tokens[:place], ""])) for place in range(len(tokens))]
    words = [PlacedWord((at, at + len(token)), n) for at, token, n in zip(starts, tokens, orders, strict=False)]
    spans = [span(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in ends]
    markup = error_marking.mark_errors(text, spans, words=words)
    assert parsed(markup).text_content().replace("‸", "").removesuffix(" ") == text
    on_ground = "".join(token for token, n in zip(tokens, orders, strict=False) if n)
    assert "".join(word for word, _, _ in grounds(markup)) == on_ground


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_names_and_categories_stay_text(text):
    found = pieces(
        error_marking.mark_errors("ab", [span(0, 1, category=text, annotator=text), span(-1, -1, category=text)])
    )
    assert text.replace("\n", " ") in " ".join(found[0][2])
    parsed(error_marking.error_legend([text]))
