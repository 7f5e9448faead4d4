"""The checks against plain definitions that share no code with them, and against faults that are put in."""

import random
import unicodedata
from collections import Counter
from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.checks import CHECKS
from scoring.checks.check import CheckedTexts
from scoring.checks.columns.words import cut_words
from tests.corpora import SAMPLE_DATA

PIECES = st.sampled_from([*"aAbcé猫ก. !ß\n\xa0", "the ", " the the ", "na\u0308 ", "der ", "... ", "10 ", "ha ha "])
TEXT = st.lists(PIECES, max_size=12).map("".join)
LOOPS = st.tuples(TEXT, st.integers(0, 13)).map(lambda of: of[0] * of[1])
SEGMENTS = st.lists(st.tuples(TEXT | LOOPS, TEXT | LOOPS, st.none() | TEXT, TEXT), min_size=1, max_size=4)

CIRCLES = "repeated bigram"

# The plain definitions


def is_unspaced(character):
    name = unicodedata.name(character, "")
    return name.startswith(("CJK UNIFIED", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"))


def plain_tokens(text):
    """[start, end, text, kind] of words, single characters of unspaced scripts, and runs of one mark."""
    tokens, before = [], None
    for place, character in enumerate(text):
        kind = "alone" if is_unspaced(character) else "word" if unicodedata.category(character)[0] in "LMN" else "mark"
        if character.isspace():
            before = None
            continue
        same = kind == before and (kind == "word" or (kind == "mark" and text[place - 1] == character))
        if same:
            tokens[-1][1], tokens[-1][2] = place + 1, tokens[-1][2] + character
        else:
            tokens.append([place, place + 1, character, kind])
        before = kind
    return tokens


def folded(word):
    plain = "".join(c for c in unicodedata.normalize("NFKD", word) if not 0x300 <= ord(c) < 0x370)
    return plain.casefold()


def letters(word):
    return any(unicodedata.category(character)[0] == "L" for character in word)


def plain_repetition(output, source, references):
    tokens = {name: plain_tokens(text) for name, text in (("output", output), ("source", source))}
    words = {name: [t[2].casefold() for t in of] for name, of in tokens.items()}
    counts = {name: Counter(pairwise(of)) for name, of in words.items()}
    top, top_of_source = (max(counts[name].values(), default=0) for name in ("output", "source"))
    if top >= 10 and top > 5 * top_of_source:
        return {"repeated bigram"}
    n_doubled = {
        name: sum(
            a[3] == b[3] == "word" and letters(b[2]) and a[2].casefold() == b[2].casefold() for a, b in pairwise(of)
        )
        for name, of in tokens.items()
    }
    return {"doubled word"} if n_doubled["output"] > n_doubled["source"] else set()


def plain_copy(output, source, references):
    said, wanted, *others = (
        [folded(t[2]) for t in plain_tokens(text or "") if t[3] != "mark"] for text in (output, source, *references)
    )
    if said == wanted and any(map(letters, source)) and wanted not in others:
        return {"copied source"}
    original = [[t[2] for t in plain_tokens(text or "") if t[3] != "mark"] for text in (output, source, *references)]
    threes = [
        {
            tuple(map(folded, three))
            for three in zip(words, words[1:], words[2:], strict=False)
            if all(map(letters, three))
        }
        for words in original
    ]
    return {"partial copy"} if (threes[0] & threes[1]).difference(*threes[2:]) else set()


PLAIN = {"repetition": plain_repetition, "copy": plain_copy}


def found_kinds(name, rows):
    """The kinds that a check finds in each segment, given as output, source and references."""
    outputs, source, *references = (pa.array(column, pa.string()) for column in zip(*rows, strict=True))
    found = CHECKS[name]().find(CheckedTexts(outputs, source, tuple(references)))
    kinds = [set() for _ in rows]
    for segment, kind in zip(found.segments.tolist(), found.kinds, strict=True):
        kinds[segment].add(kind)
    return kinds


@pytest.mark.parametrize("name", PLAIN)
@given(rows=SEGMENTS)
def test_checks_find_what_their_plain_definitions_find(name, rows):
    expected = [PLAIN[name](output, source, references) for output, source, *references in rows]
    assert found_kinds(name, rows) == expected


@given(st.lists(TEXT, max_size=4))
def test_words_are_those_of_the_plain_definition(texts):
    tokens = cut_words(pa.array(texts, pa.string()))
    found = zip(tokens.segments.tolist(), tokens.starts.tolist(), tokens.ends.tolist(), tokens.texts, strict=True)
    expected = [(n, t[0], t[1], t[2]) for n, text in enumerate(texts) for t in plain_tokens(text)]
    assert [(n, start, end, text.as_py()) for n, start, end, text in found] == expected


# Places, and what the definition says at its edges


def places(name, output, source, *references):
    columns = (pa.array([text], pa.string()) for text in (output, source, *references))
    outputs, of_source, *others = columns
    found = CHECKS[name]().find(CheckedTexts(outputs, of_source, tuple(others)))
    return [(output[start:end], kind) for start, end, kind in zip(found.starts, found.ends, found.kinds, strict=True)]


@pytest.mark.parametrize(
    ("output", "source", "expected"),
    [
        pytest.param("go on " * 10, "weiter", [("go on " * 9 + "go on", CIRCLES)], id="10 times"),
        pytest.param("go on " * 9, "weiter", [], id="9 times"),
        pytest.param("ja nein " * 10, "yes no yes no", [], id="5 times as often as the source's 2"),
        pytest.param("ja nein " * 11, "yes no yes no", [("ja nein " * 10 + "ja nein", CIRCLES)], id="more"),
        pytest.param("The the cat", "Die Katze", [("The the", "doubled word")], id="in any case"),
        pytest.param("the the the cat", "Die Katze", [("the the the", "doubled word")], id="three in a row, one place"),
        pytest.param("very very good", "sehr sehr gut", [], id="the source doubles as many"),
        pytest.param("die, die", "who", [], id="a mark between them"),
        pytest.param("10 10", "10 10", [], id="numbers are no words"),
        pytest.param("10 10", "10", [], id="numbers, though the source has one"),
        pytest.param("天天看看", "every day", [], id="a script without spaces"),
    ],
)  # fmt: skip
def test_repetition_at_its_edges(output, source, expected):
    assert places("repetition", output, source) == expected


@pytest.mark.parametrize(
    ("output", "source", "references", "expected"),
    [
        pytest.param("cafe au lait", "Café, au lait!", ["coffee"], [("cafe au lait", "copied source")], id="whole"),
        pytest.param("STRASSE", "Straße", [], [("STRASSE", "copied source")], id="casefold"),
        pytest.param("New York", "New York", ["New York"], [], id="a reference is a copy, too"),
        pytest.param("New York", "New York", ["NY", "new york."], [], id="another reference is"),
        pytest.param("12, 34!", "12 34", ["zwölf"], [], id="nothing to translate"),
        pytest.param("Er sagt how are you today", "He says how are you today", ["Er sagt"],
                     [("how are you today", "partial copy")], id="part"),
        pytest.param("Er sagt how are", "He says how are", ["Er sagt"], [], id="two words"),
        pytest.param("der Times of London", "the Times of London", ["die Times of London"], [], id="as a reference"),
        pytest.param("a b c x d e f", "a b c y d e f", ["z"], [("a b c", "partial copy"), ("d e f", "partial copy")],
                     id="two parts"),
        pytest.param("", "", [""], [], id="nothing at all"),
    ],
)  # fmt: skip
def test_copies_at_their_edges(output, source, references, expected):
    assert places("copy", output, source, *references) == expected


# Faults that are put into references


def test_every_fault_that_is_put_into_references_is_found_and_little_else():
    """Precision and recall of both checks on a sample set whose references are clean."""
    folder = SAMPLE_DATA / "news-en-es"
    source, reference = (
        (folder / name).read_text(encoding="utf-8").splitlines() for name in ("source.en.txt", "reference.A.es.txt")
    )
    draw = random.Random(1)
    rows = [(text, of, text) for text, of in zip(reference, source, strict=True)]
    planted = {"copied source": {}, "partial copy": {}, "doubled word": {}, "repeated bigram": {}}
    for place in draw.sample(range(len(rows)), 80):
        text, of, clean = rows[place]
        words = text.split()
        kind = draw.choice([*planted])
        if kind == "copied source":
            text = f"{of.upper()}!"
        elif kind == "partial copy":
            text = f"{text} {' '.join(of.split()[:5])}"
        elif kind == "doubled word":
            at = next(n for n, word in enumerate(words) if word.isalpha())
            text = " ".join([*words[:at], words[at], *words[at:]])
        else:
            text = f"{text} " + "que la " * 12
        rows[place], planted[kind][place] = (text, of, clean), True
    found = [set.union(*kinds) for kinds in zip(*(found_kinds(name, rows) for name in CHECKS.built_in), strict=True)]
    for kind, places_of_kind in planted.items():
        hits = {place for place, kinds in enumerate(found) if kind in kinds}
        assert places_of_kind.keys() <= hits, f"{kind}: not all are found"
        assert len(hits - places_of_kind.keys()) <= 1, f"{kind}: found where nothing was put in"
