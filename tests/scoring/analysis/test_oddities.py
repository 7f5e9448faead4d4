"""Outputs that are empty, a reference, or the same: named once, in blocks as in one piece."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.analysis.oddities import (
    EMPTY,
    LOOKALIKE,
    MISPLACED,
    REFERENCE,
    SAME,
    SOURCE,
    SOURCE_AS_REFERENCE,
    UNLIKE,
    Oddity,
    find_oddities,
    list_oddities,
    odd_facts,
)
from scoring.cli import inputs
from scoring.cli.main import main

OTHER, REF, SRC = ["a", "b x", ""], ["a", "b", ""], ["s", "t", "u"]


@pytest.mark.parametrize(
    ("outputs", "references", "said"),
    [
        ({"x": OTHER, "y": REF}, {"r": REF}, ["The output of y is the reference itself."]),
        ({"x": OTHER, "y": REF}, {"r": OTHER[::-1], "B": REF}, ["The output of y is reference B itself."]),
        ({"x": REF, "y": REF}, {"r": REF, "refB": OTHER[::-1]}, ["The outputs of x and y are reference r itself."]),
        ({"x": REF, "y": OTHER}, {"r": ["c"] * 3, "refB": REF}, ["The output of x is refB itself."]),
        ({"x": OTHER, "y": REF, "z": OTHER}, {"r": ["c"] * 3}, ["x and z have the same output."]),
        ({"x": [""] * 3, "y": [""] * 3}, {"r": REF}, ["The outputs of x and y are empty."]),
        ({"x": [""] * 3, "y": OTHER, "z": REF}, {"r": [""] * 3}, ["The output of x is empty."]),
        ({"x": SRC, "y": SRC, "z": OTHER}, {"r": REF}, ["The outputs of x and y are the source itself."]),
        (
            {"x": SRC, "y": OTHER},
            {"r": SRC},
            ["The output of x is the reference itself.", "The text of reference r is the source itself."],
        ),
        (
            {"x": OTHER},
            {"refA": REF, "B": REF, "C": SRC, "D": REF},
            [
                "The text of reference C is the source itself.",
                "The texts of refA, reference B and reference D are the same.",
            ],
        ),
        ({"x": REF, "y": OTHER}, {"r": ["a", None, ""], "q": ["a", "b", None]}, []),
    ],
)
def test_what_is_odd_is_said_in_one_sentence(outputs, references, said):
    assert [oddity.sentence for oddity in find_oddities(TestSet.build(outputs, references, SRC))] == said


def test_only_of_the_systems_that_are_looked_at():
    test_set = TestSet.build({"x": OTHER, "y": REF, "z": OTHER}, {"r": REF})
    assert find_oddities(test_set, ("x", "y")) == (Oddity(REFERENCE, ("y",)),)
    assert find_oddities(test_set, ("z", "x")) == (Oddity(SAME, ("z", "x")),)


@pytest.mark.parametrize("other", ["e\u0301t", "\xe9\u200bt", "\xe9t\u00ad", "\xe9t\xa0"])
def test_names_that_look_the_same_are_said(other):
    odd = find_oddities(TestSet.build({"\xe9t": OTHER, "et": OTHER[::-1], other: REF[::-1]}, {"r": ["c"] * 3}))
    assert odd == (Oddity(LOOKALIKE, ("\xe9t", other)),)
    assert odd[0].sentence.startswith(f"The names \xe9t and {other} look the same: they differ only in characters")


WORDS = "the cat sat on a mat in one old house near two red barns by some very long river"
SENTENCES = [WORDS[at % 7 :][: 9 + 5 * (at * at % 11)].capitalize() + "." for at in range(30)]


@pytest.mark.parametrize(
    ("outputs", "said"),
    [
        (
            [f"• {text}" for text in SENTENCES],
            'Every output of x begins with "•", unlike most segments of the references.',
        ),
        ([f"“{text}” " for text in SENTENCES], 'begins with "“" and ends with "”"'),
        ([f"`{text}`" for text in SENTENCES], 'begins with "`" and ends with "`"'),
        ([f"{text}," for text in SENTENCES], 'ends with ","'),
        ([text.upper() for text in SENTENCES], "is in capital letters"),
        (SENTENCES[1:] + SENTENCES[:1], "fits the references better one line later"),
        (SENTENCES[-1:] + SENTENCES[:-1], "fits the references better one line earlier"),
        (SENTENCES[::-1], "fits the references better in reverse order"),
        (["Sure! Here is the text: " + text for text in SENTENCES], 'begins with "Sure! Here is"'),
        (["429 Too Many Requests"] * 8 + SENTENCES[8:], 'are the same text, "429 Too Many Requests"'),
    ],
)
def test_outputs_unlike_the_references_or_out_of_place_are_said(outputs, said):
    (found,) = find_oddities(TestSet.build({"x": outputs, "y": [*SENTENCES[:-1], "The end."]}, {"r": SENTENCES}))
    assert said in found.sentence
    assert found.systems == ("x",)


@pytest.mark.parametrize(
    ("outputs", "said"),
    [
        (lambda texts: [*texts[:50], *texts[51:], texts[50]], "one line later from about line 51 on"),
        (lambda texts: texts[2:] + texts[:2], "fits the references better two lines later"),
        (lambda texts: texts[-3:] + texts[:-3], "fits the references better three lines earlier"),
        (lambda texts: [*texts[:40], "An added line.", *texts[40:-1]], "one line earlier from about line 4"),
    ],
)
def test_a_line_that_is_lost_in_the_middle_is_said(outputs, said):
    lengths = np.random.default_rng(1).lognormal(3, 0.8, 100).astype(int) + 3
    texts = [f"{'a' * length} {number:03}" for number, length in enumerate(lengths)]
    (found,) = find_oddities(TestSet.build({"x": outputs(texts)}, {"r": texts}))
    assert said in found.sentence
    assert not find_oddities(TestSet.build({"x": [f"{text} b" for text in texts]}, {"r": texts}))


@pytest.mark.parametrize(
    ("outputs", "references"),
    [
        (["(Laughter)", *SENTENCES[1:]] * 2, ["[Laughter]", *SENTENCES[1:]] * 2),
        ([f"— {text}" for text in SENTENCES], [f"— No {text}" for text in SENTENCES]),
        ([text.upper() for text in SENTENCES], ["NO " + text.upper() for text in SENTENCES]),
        ([f"“{text}”" for text in SENTENCES[:-1]] + SENTENCES[-1:], SENTENCES),
        (["你好。"] * 30, SENTENCES),
        ([f"• {text}" for text in SENTENCES[:9]], SENTENCES[:9]),
        ([text.split()[-1] for text in SENTENCES], SENTENCES),
    ],
)
def test_outputs_like_the_references_are_not(outputs, references):
    found = find_oddities(TestSet.build({"x": outputs}, {"r": references}))
    assert [one.detail for one in found if one.kind in (UNLIKE, MISPLACED)] in ([], ['ends with "。"'])


def copies(test_set):
    """Facts of texts that are empty or the same as others."""
    return {fact for fact in odd_facts(test_set) if fact[0] not in (UNLIKE, MISPLACED)}


TEXTS = st.lists(st.lists(st.sampled_from(["", "a"]), min_size=4, max_size=4), min_size=4, max_size=4)


@given(TEXTS, st.integers(1, 3))
def test_the_oracle_is_plain_lists_and_blocks_say_what_the_whole_does(texts, cut):
    *systems, reference = texts
    source = systems[-1][::-1]
    outputs = dict(zip("xyz", systems, strict=True))
    expected = {(EMPTY, name, "") for name, text in outputs.items() if not any(text)}
    expected |= {(REFERENCE, name, "r") for name, text in outputs.items() if text == reference}
    expected |= {(SOURCE, name, "") for name, text in outputs.items() if text == source}
    expected |= {(SAME, a, b) for a in "xyz" for b in "xyz" if a < b and outputs[a] == outputs[b]}
    expected |= {(SOURCE_AS_REFERENCE, "r", "")} if source == reference else set()
    assert copies(TestSet.build(outputs, {"r": reference}, source)) == expected
    blocks = [
        TestSet.build({name: text[part] for name, text in outputs.items()}, {"r": reference[part]}, source[part])
        for part in (slice(cut), slice(cut, None))
    ]
    assert copies(blocks[0]) & copies(blocks[1]) == expected
    named = [
        system for oddity in list_oddities(expected, "xyz", ["r"], 4) for system in oddity.systems if system in outputs
    ]
    assert sorted(named) == sorted({name for fact in expected for name in fact[1:] if name in outputs})


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", [2, 10_000])
def test_the_command_line_says_so(tmp_path, monkeypatch, capsys, block):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(inputs, "BLOCK", block)
    files = {"ref": REF, "copy": REF, "one": OTHER, "two": OTHER}
    for name, lines in files.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    command = ["significance", "ref.txt", "-i", "copy.txt", "one.txt", "two.txt", "--trials", "20"]
    said = ["The output of copy is the reference itself.", "one and two have the same output."]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert "\n\n".join(said) in out
    assert not any(line in err for line in said), "the table has it, and once is enough"
    assert main([*command, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert [record["doubtful"] for record in json.loads(out)] == [" ".join(said), " ".join(said), said[1]]
    assert not any(line in err for line in said), "the records have it"
    for metrics in (["bleu"], ["chrf", "nist"]):
        assert main(["score", *command[1:6], "-m", *metrics, "--format", "tsv"]) == 0
        assert "".join(f"note: {line}\n" for line in said) in capsys.readouterr().err
    assert main([*command, "--strict"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "".join(f"note: {line}\n" for line in said) in err
    assert "--strict" in err.splitlines()[-1]
