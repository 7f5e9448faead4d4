"""What holds for every check: order does not matter, places lie within texts, copies are only copies."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.checks import CHECKS
from scoring.checks.check import CheckedTexts

PIECES = st.sampled_from(
    [
        *("Yes", "no", " ", " ", ". ", "? ", "! ", "12", "3,5", "%s", "{x}", "<b>", "</b>", "(", '"', "»", "\n", "```"),
        *(
            "https://a.org",
            "a@b.org",
            "Привет",
            "猫",
            "שלום",
            "مرحبا",
            "e\u0301",
            "\u200f",
            "👩\u200d🚀",
            "🇩🇪",
            "the",
            "und",
        ),
        *("the", "und", ":name", "{n, plural, one {", "}", "**", "١٢", "Here is the translation: "),
    ]
)
TEXT = st.lists(PIECES, max_size=14).map("".join)
ROWS = st.lists(st.tuples(TEXT, TEXT, st.none() | TEXT), min_size=1, max_size=5)
EVERY = pytest.mark.parametrize("name", CHECKS.built_in)


def texts_of(rows):
    outputs, source, reference = (pa.array(column, pa.string()) for column in zip(*rows, strict=True))
    return CheckedTexts(outputs, source, (reference,))


def found_in(name, texts):
    found = CHECKS[name]().find(texts)
    return [*zip(found.segments.tolist(), found.starts.tolist(), found.ends.tolist(), found.kinds, strict=True)]


@pytest.mark.one_case_in(2)
@EVERY
@given(rows=ROWS, draw=st.randoms(use_true_random=False))
def test_the_order_of_segments_changes_nothing(name, rows, draw):
    order = [*range(len(rows))]
    draw.shuffle(order)
    moved = found_in(name, texts_of([rows[place] for place in order]))
    assert sorted((order[n], *place) for n, *place in moved) == found_in(name, texts_of(rows))


@pytest.mark.exhaustive
@given(texts=st.lists(TEXT, min_size=1, max_size=5))
def test_in_a_copy_of_the_source_only_copies_are_found(texts):
    column = pa.array(texts, pa.string())
    found = {name for name in CHECKS.built_in if found_in(name, CheckedTexts(column, column, (column,)))}
    assert not found
    copied = {name for name in CHECKS.built_in if not CHECKS[name].needs_references}
    found = {name for name in copied if found_in(name, CheckedTexts(column, column))}
    assert found <= {"copy"}


HOSTILE = {
    "placeholders 3,000 deep": "{n, plural, other {" * 3_000 + "}}" * 3_000,
    "open braces": "{" * 50_000,
    "tags": "<a " * 15_000,
    "brackets": "[" * 25_000 + "]" * 25_000,
    "letters": "a" * 200_000,
    "names": "Ada " * 50_000,
    "different words": " ".join(f"Ab{number}" for number in range(12_000)),
    "200 kB of a text": "So it was, and 12 of them said: no. " * 6_000,
    "letters and points": "a." * 25_000,
    "letters and underscores": "a_" * 25_000,
    "digits": "1" * 50_000,
    "groups of digits": "1,234" + ",567" * 50_000,
    "spaced digits": "12 345 " * 6_000,
    "slashes": "/" * 50_000,
    "paths": "/a" * 25_000,
    "percent": "%" * 50_000,
    "spaces": "a" + " " * 50_000,
    "quotes": '"' * 50_000,
    "backticks": "`" * 50_000,
    "at": "a@" * 25_000,
    "colons": ":" * 50_000,
    "sentences": "So. " * 12_500,
    "stars": "*" * 50_000,
    "roman": "I" * 50_000,
    "hash": "# " * 25_000,
}


@pytest.mark.exhaustive
@pytest.mark.one_case_in(6)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_long_line_is_looked_at(text):
    """Whether this ends at all: an exploding pattern, or a square of the length, would take minutes."""
    for name in CHECKS.built_in:
        for output, source in ((text, "12 a"), ("12 a", text), (text, f"{text}x")):
            CHECKS[name]().find(CheckedTexts(pa.array([output]), pa.array([source]), (pa.array([source]),)))


def test_findings_of_an_empty_column_are_none():
    empty = pa.array([], pa.string())
    for name in CHECKS.built_in:
        assert not len(CHECKS[name]().find(CheckedTexts(empty, empty, (empty,))).segments)
