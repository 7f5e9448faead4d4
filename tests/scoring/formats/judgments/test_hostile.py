"""Files of judgments as ill-meaning or unlucky users bring them: one clear error each, or all that they say."""

import json

import pytest

from scoring.formats import FormatError, TooLargeError, UnmatchedError, attach, read_contents
from scoring.formats.judgments.names import match_names
from tests.cases import as_one_test
from tests.hostile import SCRIPTS
from tests.judgments import (
    APPRAISE,
    DOCUMENTS,
    ESA,
    IN_DOCUMENTS,
    METRIC_SCORES,
    MQM,
    MQM_HEADER,
    SOURCE,
    SPAN,
    SYSTEMS,
    blocks,
    found,
    lines,
    tabbed,
)

OUTPUTS = SYSTEMS["Facebook-AI"]


def rated(*errors, name="Facebook-AI", n=4):
    """Errors of the first segment."""
    return tabbed((name, json.dumps({"errors": errors})), *[(name, "None")] * (n - 1))


def error(start, end, **more):
    return {"start": start, "end": end, "severity": "minor"} | more


def esa(**changes):
    return lines(json.dumps(json.loads(ESA) | changes))


def comet(outputs=OUTPUTS, name="Facebook-AI.txt", **first):
    """What is said of the first segment, and of the others as usual."""
    rows = [{"src": "s", "mt": text, "COMET": 0.5} for text in outputs]
    return json.dumps({name: [rows[0] | first, *rows[1:]]}).encode()


def marked(target="Das <v>ist</v> gut.", segment=1):
    return tabbed(MQM_HEADER, ("Facebook-AI", "d", 1, segment, "r", SOURCE[0], target, "Style", "Minor"))


BEFORE = "an error that begins before it ends, found"
BEYOND = "errors within the output, which has 12 characters, found an error that ends after"
CHARACTER = "the number of a character, a whole number from 0 on, found"
REFUSED = {
    "beyond the text": ("a.seg.rating", rated(error(0, 13)), f"a.seg.rating, line 1: expected {BEYOND} 13. Nothing is"),
    "ends beyond, inclusive": (
        "e.jsonl",
        esa(line_id=0, tgt=OUTPUTS[0], esa_spans=[{"start_i": 0, "end_i": 12}]),
        BEYOND,
    ),
    "beyond, of XCOMET": ("x.json", comet(errors=[error(0, 99)]), f"line 1: expected {BEYOND} 99"),
    "inverted": ("a.seg.rating", rated(error(5, 2)), f"line 1: expected {BEFORE} start 5 and end 2. Correct it"),
    "inverted, inclusive": ("e.jsonl", esa(esa_spans=[{"start_i": 8, "end_i": 3}]), f"{BEFORE} start_i 8 and end_i 3"),
    "inverted, of Appraise": ("a.csv", APPRAISE.replace(b'"start_i"": 0', b'"start_i"": 9'), BEFORE),
    "one end": ("a.seg.rating", rated(error(None, 2)), "both start and end of an error, or neither, found one alone"),
    "half a character": ("a.seg.rating", rated(error(1.5, 2)), f"{CHARACTER} 1.5"),
    "NaN": ("a.seg.rating", rated(error(0, float("nan"))), f"{CHARACTER} NaN"),
    "Infinity": ("a.seg.rating", rated(error(0, float("inf"))), f"{CHARACTER} Infinity"),
    "far": ("a.seg.rating", rated(error(0, 2**50)), f"{CHARACTER} 1125899906842624"),
    "farther": (
        "a.seg.rating",
        rated(error(0, 0)).replace(b"0", b"9" * 5_000),
        "JSON, found a number with thousands of",
    ),
    "a score without end": ("e.jsonl", esa(esa_score=float("inf")), "line 1: expected a score from -1e+15 to 1e+15"),
    "no number": (
        "a.seg.score",
        blocks(Facebook_AI=[1, "0,5", 3, 4]),
        "line 2: expected a number, or None, found '0,5'",
    ),
    "1e308": ("a.seg.score", blocks(Facebook_AI=[1, "1e308", 3, 4]), "line 2: expected a score from -1e+15 to 1e+15"),
    "1e308 of COMET": ("x.json", comet(COMET=1e308), "COMET of segment 1 of Facebook-AI.txt from -1e+15 to 1e+15"),
    "another set's errors": (
        "m.tsv",
        marked("Ganz <v>anders</v>."),
        "m.tsv, line 2: judgments of other texts than the",
    ),
    "another set's COMET": ("x.json", comet(["a", "b", "c", "d"]), "x.json, line 1: judgments of other texts than"),
    "another set's ESA": (
        "e.jsonl",
        esa(tgt="Ganz anders."),
        "e.jsonl, line 1: judgments of other texts than the test",
    ),
    "a shorter set's": ("x.json", comet(OUTPUTS[:3]), "expected 4 segments as in the test set, found 3 segments"),
    "a longer set's": (
        "e.jsonl",
        esa(line_id=9),
        "line 1: expected segments from 0 to 3 as in the test set, because line_id counts from 0, found line_id 9",
    ),
    "another set's systems": (
        "a.seg.rating",
        rated(name="X"),
        "X, which no system is called; there are Facebook-AI, onl",
    ),
    "another set's documents": (
        "a.csv",
        APPRAISE.replace(b",one#", b",x#"),
        "documents of the test set, found document x",
    ),
    "scores twice": (
        "wmt25-scores-online-B.jsonl",
        METRIC_SCORES * 2,
        "line 3: expected one score an output, found a sec",
    ),
    "a blank document": (
        "x.docs",
        DOCUMENTS.replace(b"one", b" ", 1),
        "line 1: expected the name of a document, found no na",
    ),
    "a blank domain": (
        "x.docs",
        DOCUMENTS.replace(b"news", b"", 1),
        "line 1: expected the name of a domain, found no name",
    ),
    "a blank line": (
        "x.docs",
        DOCUMENTS[:9] + b"\n" + DOCUMENTS[9:],
        "line 2: expected the domain, a tab and the document",
    ),
    "what follows": ("x.json", comet() + b"xyz", "x.json, line 1: expected nothing after the last }, found 'xyz'"),
    **{
        f"empty {file}": (file, b"", f"{file}: the file is empty")
        for file in ("x.docs", "a.seg.rating", "e.jsonl", "m.tsv")
    },
}


@as_one_test
@pytest.mark.parametrize(("file", "data", "message"), REFUSED.values(), ids=REFUSED)
def test_each_gives_one_clear_error(file, data, message):
    try:
        judgments = read_contents(file, data).judgments
    except FormatError as error:
        said = [str(error)]
    else:
        said = [*map(str, attach(IN_DOCUMENTS, judgments).refused)]
    assert len(said) == 1
    assert message in said[0]


def test_a_header_with_a_column_twice_is_refused():
    row = ("Facebook-AI", "d", 1, 1, "r", SOURCE[0], "Das <v>ist</v> gut.", "Style", "Minor", "Major")
    with pytest.raises(FormatError, match="line 1: expected one of each, found 2 columns severity"):
        found("m.tsv", tabbed((*MQM_HEADER, "severity"), row))


def test_systems_of_comet_with_unequal_numbers_of_segments_are_named():
    both = json.loads(comet()) | json.loads(comet(OUTPUTS[:3], "online-B.txt"))
    with pytest.raises(FormatError, match="as many segments of every system, found Facebook-AI has 4, online-B has 3"):
        found("x.json", json.dumps(both).encode())


@pytest.mark.parametrize("name", SCRIPTS)
def test_names_in_html_stay_as_they_are(name):
    """Pages escape them; here nothing is changed or lost."""
    rating = json.dumps({"errors": [error(0, 0, category=name)]})
    files = {"a.seg.rating": tabbed(*[("Facebook-AI", rating, name)] * 4), "x.docs": lines(*[f"{name}\t{name}"] * 4)}
    judgments = [one for file, data in files.items() for one in found(file, data)]
    attached = attach(IN_DOCUMENTS, judgments)
    assert attached.refused == ()
    (annotation,) = attached.test_set.annotations
    assert {(span.category, span.annotator) for span in annotation.spans[:1]} == {(name, name)}
    assert set(attached.test_set.documents.to_pylist()) == {name}


@pytest.mark.parametrize(
    ("file", "data", "message", "n_errors"),
    [
        ("a.seg.rating", rated(*[error(0, 3)] * 3), "2 errors are the same as another of the file; all count.", 3),
        ("mqm.tsv", MQM + MQM.split(b"\n", 1)[1], "4 errors are", None),
        ("e.jsonl", ESA + ESA, "1 output judged again by the same annotator; all count.", 2),
        ("a.csv", APPRAISE + APPRAISE.replace(SPAN.encode(), b"[]"), "judged again by the same annotator", None),
    ],
)
def test_what_stands_twice_counts_twice_and_is_said(file, data, message, n_errors):
    attached = attach(IN_DOCUMENTS, found(file, data))
    assert attached.refused == ()
    assert any(message in notice.message for _, notice in attached.notices), attached.notices
    (annotation,) = attached.test_set.annotations
    assert n_errors in (None, len(annotation.spans))


def test_a_few_scores_of_other_texts_are_kept_and_told():
    attached = attach(IN_DOCUMENTS, found("x.json", comet(mt="Das ist  anders.")))
    assert attached.refused == ()
    assert [notice.message for _, notice in attached.notices] == [
        "1 judged output differs from the set's; the judgments are kept."
    ]
    assert attached.test_set.scores[0].of("Facebook-AI").tolist() == [0.5] * 4


def test_white_space_makes_no_other_text():
    """Programs strip lines, and the files that are made here have a space for a line break."""
    attached = attach(IN_DOCUMENTS, found("x.json", comet([f" {text}\n".replace(" ", "\u00a0") for text in OUTPUTS])))
    assert (attached.refused, attached.notices) == ((), ())


def test_systems_that_nobody_judged_stay_without():
    attached = attach(IN_DOCUMENTS, found("a.seg.rating", rated(error(0, 3))))
    (annotation,) = attached.test_set.annotations
    assert (attached.refused, list(annotation.judged)) == ((), ["Facebook-AI"])


MANY = {
    "e.jsonl": b"".join(esa(langs=f"en-x{number}") for number in range(101)),
    "a.csv": b"".join(APPRAISE.split(b"\n")[0].replace(b"deu", b"x%d" % number) + b"\n" for number in range(101)),
}


@pytest.mark.parametrize(("file", "data"), MANY.items())
def test_pairs_of_languages_are_limited(file, data):
    with pytest.raises(TooLargeError, match="line 101: expected at most 100 pairs of languages, found 101 or more"):
        read_contents(file, data)


class Compared(str):
    """Counts how often any is compared."""

    __slots__ = ()
    n_compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other):
        Compared.n_compared += 1
        return str.__eq__(self, other)


def test_many_names_are_not_compared_with_each_other():
    with pytest.raises(UnmatchedError, match="and 470 more"):
        match_names("x", [Compared(f"s{number}") for number in range(500)], IN_DOCUMENTS, {})
    assert Compared.n_compared < 10_000
