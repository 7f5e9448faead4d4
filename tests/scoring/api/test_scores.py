"""Scores of one output by the API, against sacreBLEU and the commands' own way."""

import inspect
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import sacrebleu

import bleuscope as bs
from scoring import BLEU, CHRF, TestSet
from scoring.significance import bootstrap

REFERENCES = ["The cat sat on the mat.", "It rained all day long.", "She reads a book."] * 4
OUTPUTS = ["A cat sat on the mat.", "It rained all day.", "She is reading books."] * 4
OTHERS = ["The cat was on the mat.", "Rain fell all day.", "She reads the book."] * 4


def test_scores_are_sacrebleus():
    found = bs.score([REFERENCES, OTHERS], OUTPUTS, ["bleu", "chrf", "ter"])
    bleu = sacrebleu.corpus_bleu(OUTPUTS, [REFERENCES, OTHERS])
    assert found["bleu"].score == pytest.approx(bleu.score, abs=1e-9)
    assert found["bleu"].precisions == pytest.approx(bleu.precisions)
    assert found["bleu"].brevity_penalty == pytest.approx(bleu.bp)
    assert found["bleu"].length_ratio == pytest.approx(bleu.ratio)
    ter = sacrebleu.metrics.TER().corpus_score(OUTPUTS, [REFERENCES, OTHERS])
    assert found["ter"].score == pytest.approx(ter.score, abs=1e-9)
    (chrf,) = bs.score(REFERENCES, OUTPUTS, bs.METRICS["chrf"](word_order=2)).values()
    expected = sacrebleu.corpus_chrf(OUTPUTS, [REFERENCES], word_order=2)
    assert chrf.score == pytest.approx(expected.score, abs=1e-9)


def test_segments_and_interval_are_those_of_the_metric_and_the_bootstrap():
    found = bs.score(REFERENCES, OUTPUTS, trials=500, seed=3)["bleu"]
    rows = BLEU().statistics(OUTPUTS, [REFERENCES])
    np.testing.assert_array_equal(found.segments, BLEU().score(rows))
    assert found.interval == bootstrap(BLEU(), {"a": rows}, 500, 3).interval("a")
    assert found.signature == BLEU().full_signature([REFERENCES])


@pytest.mark.parametrize(
    "texts",
    [OUTPUTS, tuple(OUTPUTS), np.array(OUTPUTS), pd.Series(OUTPUTS), pa.array(OUTPUTS), pa.chunked_array([OUTPUTS])],
    ids=lambda texts: type(texts).__name__,
)
def test_texts_may_be_of_any_kind(texts):
    assert bs.score(REFERENCES, texts)["bleu"].score == bs.score(REFERENCES, OUTPUTS)["bleu"].score
    assert bs.score(texts, REFERENCES)["bleu"].score == bs.score(OUTPUTS, REFERENCES)["bleu"].score


@pytest.mark.parametrize(
    "references",
    [
        [REFERENCES, OTHERS],
        {"A": REFERENCES, "B": OTHERS},
        np.array([REFERENCES, OTHERS]),
        (pd.Series(REFERENCES), pa.array(OTHERS)),
        TestSet.build({"x": OUTPUTS}, [REFERENCES, OTHERS]),
    ],
    ids=lambda references: type(references).__name__,
)
def test_several_references(references):
    expected = BLEU().score(BLEU().statistics(OUTPUTS, [REFERENCES, OTHERS]).sum(axis=0))
    assert bs.score(references, OUTPUTS)["bleu"].score == expected


def test_a_reference_may_miss_segments():
    found = bs.score([REFERENCES, [None, *OTHERS[1:]]], OUTPUTS)
    assert found["bleu"].signature.startswith("nrefs:var")
    series = pd.Series([math.nan, *OTHERS[1:]], dtype=object)
    assert bs.score([REFERENCES, series], OUTPUTS)["bleu"].score == found["bleu"].score


def test_paths_are_read(tmp_path):
    for name, texts in {"ref.txt": REFERENCES, "out.txt": OUTPUTS}.items():
        (tmp_path / name).write_text("\n".join(texts) + "\n")
    expected = bs.score(REFERENCES, OUTPUTS)["bleu"].score
    assert bs.score(tmp_path / "ref.txt", str(tmp_path / "out.txt"))["bleu"].score == expected
    assert bs.score([tmp_path / "ref.txt"], OUTPUTS)["bleu"].score == expected
    assert bs.score(REFERENCES, tmp_path / "out.txt")["bleu"].score == expected


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: bs.score(REFERENCES, OUTPUTS[1:]),
            r"the same number of segments everywhere, found: .*12.*11",
        ),
        (lambda: bs.score(REFERENCES, OUTPUTS, "blue"), r"Unknown metric 'blue'.*did you mean"),
        (lambda: bs.score(REFERENCES, OUTPUTS, ["bleu", "bleu"]), "expected each metric once; found bleu twice"),
        (lambda: bs.score(REFERENCES, OUTPUTS, []), "expected at least one; found none"),
        (lambda: bs.score(REFERENCES, OUTPUTS, BLEU), r"found <class .* Write METRICS\['bleu'\]\(\)"),
        (lambda: bs.score(REFERENCES, OUTPUTS, 7), "expected names such as 'bleu'"),
        (lambda: bs.score(REFERENCES, "the cat"), "the cat: expected the path of a file; found none there"),
        (lambda: bs.score(REFERENCES, {"a": OUTPUTS, "b": OUTPUTS}), "expected the outputs of one system; found a, b"),
        (lambda: bs.score(REFERENCES, 7), "system: expected a sequence of strings"),
        (lambda: bs.score(REFERENCES, [*OUTPUTS[1:], None]), "None|missing|null"),
        (lambda: bs.score(REFERENCES), "expected outputs by name"),
        (lambda: bs.score([[one] for one in REFERENCES], OUTPUTS), "for each reference, not for each segment"),
        (lambda: bs.score(REFERENCES, OUTPUTS, "new.txt"), r"found the path 'new\.txt'\. Paths of texts come first"),
        (lambda: bs.score(REFERENCES, OUTPUTS, Path("new")), "found the path 'new'"),
        (lambda: bs.score(REFERENCES, OUTPUTS, ["bleu", Path("new")]), "found the path 'new'"),
        (
            lambda: bs.METRICS["bleu"](tokenise="13a"),
            r"BLEU has no option 'tokenise' \(did you mean tokenize\?\); it has",
        ),
        (lambda: bs.METRICS["chrf"](*range(7)), "chrF: expected at most 6 options; found 7"),
        (lambda: bs.score(REFERENCES, OUTPUTS)["ter"], "Unknown score 'ter'; there are bleu"),
    ],
    ids=range(18),
)
def test_bad_input_is_told_what_was_expected(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_what_only_bleu_has_others_lack():
    chrf = bs.score(REFERENCES, OUTPUTS, "chrf")["chrf"]
    assert not hasattr(chrf, "brevity_penalty")
    with pytest.raises(AttributeError, match="chrF has no precisions; only BLEU has"):
        _ = chrf.precisions


def test_tables_and_dictionaries():
    found = bs.score(REFERENCES, OUTPUTS, ["bleu", "chrf"])
    table = found.to_pandas()
    assert [*table["metric"]] == ["bleu", "chrf"]
    assert [*table["score"]] == [one.score for one in found.values()]
    assert found.to_dict()["bleu"]["statistics"]["hypothesis_length"] == found["bleu"].statistics[:, 0].sum()


def test_what_is_not_defined_is_none():
    found = bs.score([""], [""]).to_dict()["bleu"]
    assert (found["score"], found["ci_low"]) == (None, None)


def test_without_pandas_a_table_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pip install pandas"):
        bs.score(REFERENCES, OUTPUTS).to_pandas()


def test_what_is_odd_stands_in_the_result():
    found = bs.score(REFERENCES, REFERENCES)
    assert found["bleu"].score == pytest.approx(100)
    assert any("reference" in note for note in found.notes)
    assert found.notes[0] in repr(found)
    assert not bs.score(REFERENCES, OUTPUTS, CHRF()).notes


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda one, other: bs.score(one, other), "system: expected a Series with the same index as reference 1"),
        (lambda one, other: bs.score([["x"] * 12, one, other], OUTPUTS), "reference 3: .* as reference 2"),
        (lambda one, other: bs.compare(REFERENCES, {"a": one, "b": other}, "chrf"), r"b: .*reset_index\(drop=True\)"),
        (lambda one, other: bs.compare(one, [OUTPUTS, OUTPUTS], "chrf", source=other), r"source: .*\.loc"),
        (lambda one, other: bs.check(one, {"a": OUTPUTS, "b": other}), "b: .* as source"),
    ],
    ids=range(5),
)
def test_series_whose_indexes_differ_are_refused(call, message):
    one = pd.Series(REFERENCES)
    with pytest.raises(ValueError, match=message):
        call(one, pd.Series(OUTPUTS, index=range(11, -1, -1)))


def test_series_with_equal_indexes_and_columns_without_one_line_up_by_position():
    labels = [*"lkjihgfedcba"]
    one, other = pd.Series(REFERENCES, index=labels), pd.Series(OUTPUTS, index=labels)
    expected = bs.score(REFERENCES, OUTPUTS)["bleu"].score
    assert bs.score(one, other)["bleu"].score == bs.score(one, OUTPUTS)["bleu"].score == expected
    with pytest.raises(ValueError, match="same number of segments"):
        bs.score(one, other[1:])


@pytest.mark.parametrize("make", [pd.DataFrame, pa.table], ids=["pandas", "arrow"])
@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda table: bs.score(table, OUTPUTS), "references"),
        (lambda table: bs.score([table], OUTPUTS), "reference 1"),
        (lambda table: bs.score(REFERENCES, table), "system"),
        (lambda table: bs.compare(REFERENCES, {"a": table, "b": OUTPUTS}), "a"),
        (lambda table: bs.compare(REFERENCES, [OUTPUTS, OUTPUTS], source=table), "source"),
        (lambda table: bs.check(table, OUTPUTS), "source"),
        (lambda table: bs.check(None, table), "system"),
    ],
    ids=range(7),
)
def test_a_table_is_no_column(make, call, name):
    with pytest.raises(ValueError, match=rf"^{name}: expected texts.*\['mt', 'x'\].*such as table\['mt'\]"):
        call(make({"mt": OUTPUTS, "x": OUTPUTS}))


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["a", math.nan], "segment 2 is nan"),
        (["a", 3], "segment 2 is 3"),
        (np.array([1, 2]), "segment 1 is np.int64"),
        (pd.Series(["a", None, 3.0]), "segment 3 is 3.0"),
        (["a", "b", "\ud800"], "segment 3 is"),
        (["a", ["b"]], "segment 2 is \\['b'\\]"),
    ],
    ids=range(6),
)
def test_what_is_no_text_is_told_by_its_segment(texts, found):
    with pytest.raises(ValueError, match=f"system: expected a sequence of strings .*{found}"):
        bs.score(REFERENCES, texts)


def test_a_source_of_which_every_segment_is_missing_is_none():
    nothing = [None] * len(REFERENCES)
    assert bs.compare(REFERENCES, {"a": OUTPUTS, "b": OTHERS}, "chrf", source=nothing).test_set.source is None
    whole = TestSet.build({"a": OUTPUTS, "b": OTHERS}, [REFERENCES])
    assert bs.compare(whole, metrics="chrf", source=pd.Series(nothing)).test_set.source is None
    assert bs.check(nothing, OUTPUTS).left_out == bs.check(None, OUTPUTS).left_out != {}
    with pytest.raises(ValueError, match="source: segment 1 is missing"):
        bs.compare(REFERENCES, {"a": OUTPUTS, "b": OTHERS}, "chrf", source=[None, *OUTPUTS[1:]])


def test_arrays_that_are_handed_out_cannot_be_written_to():
    scored = bs.score(REFERENCES, OUTPUTS)["bleu"]
    compared = bs.compare(REFERENCES, {"a": OUTPUTS, "b": OTHERS}, "chrf")["chrf"]
    for array in (scored.segments, scored.statistics, *compared.segments.values(), *compared.statistics.values()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_options_and_names_of_metrics_that_are_unknown():
    with pytest.raises(ValueError, match=r"chrF has no option 'wordorder' \(did you mean word_order"):
        bs.METRICS["chrf"](wordorder=2)
    with pytest.raises(KeyError, match=r"Unknown name 'chrff'; there are bleu, .*did you mean chrf\?"):
        bs.METRICS["chrff"]
    assert bs.METRICS.get("chrff") is None


def test_a_tokenizer_without_its_model_says_how_python_names_a_file(monkeypatch, tmp_path):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(ValueError, match=r"--spm-model FILE, in Python tokenize='flores200=FILE'"):
        bs.METRICS["bleu"](tokenize="flores200")


def test_one_set_of_names_serves_score_compare_and_check():
    """And texts stand where the specification has them."""
    listed = {name: [*inspect.signature(getattr(bs, name)).parameters] for name in ("score", "compare", "check")}
    assert listed["score"][:3] == listed["compare"][:3] == ["references", "systems", "metrics"]
    assert listed["check"][:3] == ["source", "systems", "references"]
    assert all("source" in names for names in listed.values())


def test_a_copied_source_is_noticed():
    assert bs.score(REFERENCES, OUTPUTS, source=OUTPUTS).notes[-1] == "The output of system is the source itself."
