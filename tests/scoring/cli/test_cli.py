"""The command line: its four formats, its files, and one line for everything that is wrong."""

import errno
import gzip
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, CHRF, METRICS, TBLEU, TER
from scoring.bleu.dialects import DIALECTS, outcomes
from scoring.cli import inputs
from scoring.cli.main import main
from scoring.formats import FormatError, TooLargeError, read_columns
from scoring.formats.dispatch import is_read_as_plain_text
from scoring.formats.plain_text import text as text_format
from scoring.formats.plain_text.plain import is_plain_text as is_plain_at_a_glance
from scoring.formats.plain_text.text import read_blocks
from scoring.options import options_of
from scoring.report import pdf
from tests.slipped import made_set

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "sample_data" / "news-en-es"
REF = ["the cat is on the mat", "there is a cat & a dog", "he reads", "", "it rained all day long"]
ONE = ["the cat the cat on the mat", "there is a cat & a dog", "she reads", "", "it rained all day"]
TWO = ["a cat is on a mat", "a dog", "he reads", "", "it rained all day long"]
SIGNATURE = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:BLEUscope-0.1.0"

RENAME = "Rename or remove the ones that are something else."
TAKEN = f"columns were taken by their headers, as system: sys. {RENAME}"
BOM = "The file begins with a byte order mark (BOM); it is not part of the text."
UTF16 = "Read as UTF-16, not as UTF-8."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to be in, with a reference and two systems."""
    monkeypatch.chdir(tmp_path)
    for name, lines in (("ref.txt", REF), ("one.txt", ONE), ("two_b.txt", TWO)):
        write(name, lines)
    return tmp_path


def write(name, lines, end="\n", encoding="utf-8"):
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes("".join(line + end for line in lines).encode(encoding))


@pytest.fixture
def run(capsys):
    """Runs a command that must succeed, and gives what it prints."""

    def run(*arguments, notes=""):
        return printed(capsys, "score", *arguments, notes=notes)

    return run


def printed(capsys, *arguments, notes=""):
    """What a command prints; ``notes`` is what it says beside that, but for segments that are empty, as REF has one."""
    code = main([*map(str, arguments)])
    out, err = capsys.readouterr()
    said = "".join(line for line in err.splitlines(keepends=True) if "empty or only spaces" not in line)
    assert (code, said) == (0, notes)
    return out


@pytest.fixture
def run_json(run):
    return lambda *arguments, notes="": json.loads(run(*arguments, "--format", "json", notes=notes))


def test_table(folder, run):
    assert run("ref.txt", "-i", "one.txt", "two_b.txt", "-m", "bleu", "chrf") == (
        "system       BLEU     chrF\n"
        "--------  -------  -------\n"
        "one       69.71 *  80.62 *\n"
        "two_b     44.14    60.77\n"
        "\n"
        "system        BLEU precisions    brevity penalty    length ratio    hypothesis length    reference length\n"
        "--------  -------------------  -----------------  --------------  -------------------  ------------------\n"
        "one       85.0/75.0/66.7/55.6              1.000           1.000                   20                  20\n"
        "two_b     86.7/72.7/57.1/40.0              0.717           0.750                   15                  20\n"
        "\n"
        "* the best of its metric\n"
        f"BLEU: {SIGNATURE}\n"
        "chrF: nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:BLEUscope-0.1.0\n"
    )


def test_a_doubtful_system_is_named_beside_the_mark_of_the_best(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    reference, one, other, source = made_set(200, 3)
    one, reference = ([f"The {line}" for line in texts] for texts in (one, reference))
    for name, texts in {"ref": reference, "one": one, "other": other, "src": source}.items():
        write(f"{name}.txt", [text.lower() for text in texts] if name == "one" else texts)
    command = ["score", "ref.txt", "-i", "one.txt", "other.txt", "-m", "bleu", "ter", "--source", "src.txt"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert "note: The output of one has no capitals" in err
    assert "* the best of its metric; one is doubtful: read the notes\n" in out
    assert main([*command, "--lowercase"]) == 0
    out, err = capsys.readouterr()
    assert "capitals" not in err
    assert "* the best of its metric\n" in out


def test_other_quotation_marks_are_a_note(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    references = [f"Es sind {n} „ Katzen “ da und noch mehr" for n in range(30)]
    straight = [text.replace("„", '"').replace("“", '"').replace("da", "hier") for text in references]
    for name, texts in {"ref": references, "a": [f"{text} nun" for text in references], "b": straight}.items():
        write(f"{name}.txt", texts)
    alike = [text.replace("„", '"').replace("“", '"') for text in references]
    a, b = (
        sacrebleu.corpus_bleu([text.replace("„", '"').replace("“", '"') for text in texts], [alike]).score
        for texts in ([f"{text} nun" for text in references], straight)
    )
    as_they_are = sacrebleu.corpus_bleu(straight, [references]).score
    scores = f"a {a:.2f} and b {b:.2f} instead of {as_they_are:.2f}."
    said = f"b has other quotation marks than the reference. With marks made alike BLEU is: {scores}"
    assert main(["score", "ref.txt", "-i", "a.txt", "b.txt", "--strict"]) == 0
    out, err = capsys.readouterr()
    assert said in err
    assert "* the best of its metric; b has other quotation marks: read the notes\n" in out
    assert main(["score", "ref.txt", "-i", "a.txt", "b.txt", "-m", "chrf"]) == 0
    assert said not in capsys.readouterr().err


def test_table_of_segments(folder, run):
    assert run("ref.txt", "-i", "one.txt", "two_b.txt", "--segments").split("\n\n", 3)[3] == (
        "  segment    one BLEU    two_b BLEU\n"
        "---------  ----------  ------------\n"
        "        1       30.74         32.47\n"
        "        2      100.00          0.00\n"
        "        3        0.00          0.00\n"
        "        4         n/a           n/a\n"
        "        5       77.88        100.00\n"
    )


def test_tsv(folder, run):
    rows = [row.split("\t") for row in run("ref.txt", "-i", "one.txt", "two_b.txt", "--format", "tsv").split("\n")]
    metric = BLEU()
    scores = [repr(float(metric.score(metric.statistics(lines, [REF]).sum(axis=0)))) for lines in (ONE, TWO)]
    assert rows == [
        ["metric", "system", "score", "signature"],
        ["bleu", "one", scores[0], SIGNATURE],
        ["bleu", "two_b", scores[1], SIGNATURE],
        [""],
    ]


def test_tsv_of_segments(folder, run):
    out = run("ref.txt", "-i", "one.txt", "two_b.txt", "-m", "bleu", "chrf", "--segments", "--format", "tsv")
    header, *rows = [row.split("\t") for row in out.rstrip("\n").split("\n")]
    assert header == ["segment", "bleu:one", "bleu:two_b", "chrf:one", "chrf:two_b"]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[3][1] == "nan"
    metric = BLEU()
    expected = metric.score(metric.statistics(TWO, [REF]))
    np.testing.assert_array_equal([float(row[2]) for row in rows], expected)


def test_latex(folder, run):
    assert run("ref.txt", "-i", "one.txt", "two_b.txt", "--format", "latex") == (
        "% \\usepackage{booktabs}\n"
        "\\begin{tabular}{lr}\n\\toprule\n"
        "system &           BLEU \\\\\n\\midrule\n"
        "one    & \\textbf{69.71} \\\\\n"
        "two\\_b &          44.14 \\\\\n"
        "\\bottomrule\n\\end{tabular}\n"
        f"% BLEU: {SIGNATURE}\n"
    )


def test_json(folder, run_json):
    (result,) = run_json("ref.txt", "-i", "one.txt", "--segments")
    metric = BLEU()
    statistics = metric.statistics(ONE, [REF])
    peer = sacrebleu.BLEU().corpus_score(ONE, [REF])
    segments = result.pop("segments")
    assert result == {
        "metric": "bleu",
        "name": "BLEU",
        "system": "one",
        "score": float(metric.score(statistics.sum(axis=0))),
        "precisions": pytest.approx(peer.precisions),
        "brevity_penalty": peer.bp,
        "length_ratio": peer.ratio,
        "hypothesis_length": peer.sys_len,
        "reference_length": peer.ref_len,
        "signature": SIGNATURE,
        "higher_is_better": True,
        "statistics": dict(zip(metric.statistic_names, statistics.sum(axis=0), strict=True)),
    }
    for found, row, score in zip(segments, statistics, metric.score(statistics), strict=True):
        assert found.pop("score") == (None if np.isnan(score) else score)
        assert found == dict(zip(metric.statistic_names, row, strict=True))
    assert "segments" not in run_json("ref.txt", "-i", "one.txt")[0]


def test_json_is_one_object_a_metric_and_system_in_the_order_asked(folder, run_json):
    found = run_json("ref.txt", "-i", "two_b.txt", "one.txt", "-m", "chrf", "bleu", "chrf")
    expected = [("chrf", "two_b"), ("chrf", "one"), ("bleu", "two_b"), ("bleu", "one")]
    assert [(result["metric"], result["system"]) for result in found] == expected


def test_a_flag_that_is_repeated_adds_to_what_came_before(folder, run_json):
    once = run_json("ref.txt", "-i", "one.txt", "two_b.txt", "-m", "chrf", "bleu", "--weights", "4", "3", "2", "1")
    flags = ["-m", "chrf", "-m", "bleu", "--weights", "4", "3", "--weights", "2,1"]
    assert run_json("ref.txt", "-i", "one.txt", "-i", "two_b.txt", *flags) == once


def test_every_metric(folder, run_json):
    assert [result["metric"] for result in run_json("ref.txt", "-i", "one.txt", "-m", *METRICS)] == list(METRICS)


def test_a_table_of_segments_shows_the_edits(folder, run):
    assert run("ref.txt", "-i", "one.txt", "-m", "per", "--segments").split("\n\n", 2)[2] == (
        "  segment    PER    PER insertions    PER deletions    PER substitutions\n"
        "---------  -----  ----------------  ---------------  -------------------\n"
        "        1  33.33                 0                1                    1\n"
        "        2   0.00                 0                0                    0\n"
        "        3  50.00                 0                0                    1\n"
        "        4    n/a                 0                0                    0\n"
        "        5  20.00                 1                0                    0\n"
    )


def test_tsv_of_segments_shows_the_edits(folder, run):
    out = run("ref.txt", "-i", "one.txt", "-m", "ter", "bleu", "--segments", "--format", "tsv")
    header, first, *_ = [row.split("\t") for row in out.split("\n")]
    names = ("", ":insertions", ":deletions", ":substitutions", ":shifts", ":shifted_words")
    assert header == ["segment", *(f"ter:one{name}" for name in names), "bleu:one"]
    assert float(first[1]) == pytest.approx(100 * 2 / 6)
    assert first[2:-1] == ["0", "1", "1", "0", "0"]


@pytest.mark.parametrize("name", ["case-sensitive", "normalized", "no-punct", "asian-support", "no-shifts"])
def test_options_of_ter(folder, run_json, name):
    (found,) = run_json("ref.txt", "-i", "two_b.txt", "-m", "ter", f"--ter-{name}")
    option, value = ("shifts", False) if name == "no-shifts" else (name.replace("-", "_"), True)
    metric = TER(**{option: value})
    assert found["signature"] == f"nrefs:1|{metric.signature}"
    assert found["score"] == pytest.approx(float(metric.score(metric.statistics(TWO, [REF]).sum(axis=0))))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("options", "peer"),
    [
        ([], {}),
        (["--tokenize", "intl", "--lowercase"], {"tokenize": "intl", "lowercase": True}),
        (["--smoothing", "floor=0.2"], {"smooth_method": "floor", "smooth_value": 0.2}),
        (["--max-order", "2", "--effective-order"], {"max_ngram_order": 2, "effective_order": True}),
    ],
)
def test_the_sample_set_as_sacrebleu_has_it(run_json, options, peer):
    references = sorted(SAMPLE.glob("reference.*"))
    systems = sorted(SAMPLE.glob("system.*"))
    found = run_json(*references, "-i", *systems, "--source", SAMPLE / "source.en.txt", "-m", "bleu", "chrf", *options)
    texts = [path.read_text(encoding="utf-8").split("\n")[:-1] for path in references]
    metrics = {
        "bleu": sacrebleu.BLEU(**peer),
        "chrf": sacrebleu.CHRF(lowercase=peer.get("lowercase", False)),
    }
    assert [f"system.{result['system']}.es.txt" for result in found[:3]] == [path.name for path in systems]
    for result, path in zip(found, systems * 2, strict=True):
        hypotheses = path.read_text(encoding="utf-8").split("\n")[:-1]
        expected = metrics[result["metric"]].corpus_score(hypotheses, texts).score
        assert result["score"] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("given", [["3", "1"], ["3,1"], ["0.75,", "0.25"]])
def test_weights(folder, run_json, given):
    (found,) = run_json("ref.txt", "-i", "one.txt", "--max-order", "2", "--weights", *given)
    metric = BLEU(max_order=2, weights=(3, 1))
    assert found["score"] == float(metric.score(metric.statistics(ONE, [REF]).sum(axis=0)))


@pytest.mark.parametrize(
    ("given", "smoothing"),
    [
        ("", "exp"),
        ("--smoothing 7", "7"),
        ("--smoothing 4=3", "4=3"),
        ("--smoothing nltk-7", "nltk-7"),
        ("--dialect paper", "0"),
        ("--dialect nltk", "nltk-0"),
        ("--dialect nltk --smoothing 7", "nltk-7"),
        ("--dialect nltk --smoothing 1=0.5", "nltk-1=0.5"),
        ("--dialect sacrebleu", "exp"),
        ("--dialect mteval", "mteval"),
        ("--dialect matlab", "matlab"),
    ],
)
def test_smoothing_by_its_name_or_as_a_dialect_names_it(folder, run_json, given, smoothing):
    (found,) = run_json("ref.txt", "-i", "two_b.txt", *given.split())
    metric = BLEU(smoothing=smoothing)
    assert found["score"] == float(metric.score(metric.statistics(TWO, [REF]).sum(axis=0)))
    assert f"|smooth:{metric.smoothing}|" in found["signature"]


def test_auto_reweigh(folder, run_json):
    (found,) = run_json("ref.txt", "-i", "one.txt", "--auto-reweigh", "--segments", "--dialect", "nltk")
    assert "|reweigh:yes|" in found["signature"]
    assert found["segments"][2]["score"] == pytest.approx(0, abs=1e-9)
    metric = BLEU(smoothing="nltk-0", auto_reweigh=True)
    assert found["score"] == float(metric.score(metric.statistics(ONE, [REF]).sum(axis=0)))


# All smoothing methods side by side

METHODS = [(name, method) for name, dialect in DIALECTS.items() for method in dialect.methods]


def test_smoothing_table(folder, capsys):
    write("ref.txt", ["a b c d e f", "x y"])
    write("a.txt", ["a b c d f e", "x y"])
    write("b.txt", ["b a c d e f", ""])
    blank = (
        "note: b.txt: The file ends with 1 blank line after its last text, from line 2 on; they count as segments.\n"
    )
    out = printed(capsys, "smoothing", "ref.txt", "-i", "a.txt", "b.txt", "--tokenize", "none", notes=blank)
    lines = out.split("\n")
    assert [re.sub("[ -]+", " ", line).strip() for line in lines[:4]] == [
        "dialect smoothing a a a a b b b b",
        "BLEU document zero % n/a % BLEU document zero % n/a %",
        "",
        "paper 0 57.74 * 42.18 * 50.00 0.00 40.29 42.18 * 50.00 0.00",
    ]
    assert "nltk 6 56.74 * 52.97 * 0.00 50.00 37.95 39.73 50.00 0.00" in [re.sub(" +", " ", line) for line in lines]
    assert [tuple(line.split()[:2]) for line in lines[3:-6]] == METHODS
    assert lines[-6:] == [
        "",
        "* the best of its row",
        "BLEU: from the summed counts; document: mean of segment scores, weighted by reference length, without n/a",
        "zero and n/a: segments with score 0, and segments without a score by this method",
        "nrefs:1|case:mixed|tok:none|version:BLEUscope-0.1.0",
        "",
    ]


def test_smoothing_latex(folder, capsys):
    out = printed(capsys, "smoothing", "ref.txt", "-i", "one.txt", "two_b.txt", "--format", "latex")
    lines = out.rstrip("\n").split("\n")
    assert lines[1:3] == ["\\begin{tabular}{llrrrrrrrr}", "\\toprule"]
    assert re.sub(" +", " ", lines[3]).startswith("dialect & smoothing & one BLEU & one document & one zero \\% &")
    assert r"two\_b n/a \%" in lines[3]
    assert lines[5].count(r"\textbf{") == 2
    assert lines[-1] == "% nrefs:1|case:mixed|tok:13a|version:BLEUscope-0.1.0"
    assert len([line for line in lines if line.endswith("\\\\")]) == 1 + len(METHODS)


@pytest.mark.parametrize("size", [1, 2, 10_000])
def test_smoothing_json(folder, capsys, monkeypatch, size):
    """Blocks change nothing: segment scores are of segments, corpus BLEU of all of them."""
    monkeypatch.setattr(inputs, "BLOCK", size)
    options = ["--max-order", "3", "--weights", "3", "2", "1", "--lowercase", "--format", "json"]
    found = json.loads(printed(capsys, "smoothing", "ref.txt", "-i", "one.txt", "two_b.txt", *options))
    metric = BLEU(lowercase=True, max_order=3, weights=(3, 2, 1))
    expected = [
        {
            "dialect": outcome.dialect,
            "smoothing": outcome.method,
            "system": system,
            "corpus": outcome.corpus,
            "document": outcome.document,
            "zero": outcome.zero,
            "undefined": outcome.undefined,
            "signature": f"nrefs:1|{outcome.metric.signature}",
        }
        for system, lines in (("one", ONE), ("two_b", TWO))
        for outcome in outcomes(metric, metric.statistics(lines, [REF]))
    ]
    assert found == expected
    assert {row["undefined"] for row in found if row["smoothing"] != "6"} == {1 / 5}


def test_smoothing_tsv(folder, capsys):
    """Below order 3 NLTK's 6 is not defined."""
    out = printed(capsys, "smoothing", "ref.txt", "-i", "one.txt", "--max-order", "2", "--format", "tsv")
    header, *rows = [line.split("\t") for line in out.rstrip("\n").split("\n")]
    assert header == ["dialect", "smoothing", "system", "corpus", "document", "zero", "undefined", "signature"]
    assert [tuple(row[:2]) for row in rows] == METHODS
    by_method = {tuple(row[:2]): row for row in rows}
    assert by_method["nltk", "6"][3:7] == ["nan", "nan", "0.0", "1.0"]
    metric = BLEU(max_order=2, smoothing="7")
    assert float(by_method["paper", "7"][3]) == float(metric.score(metric.statistics(ONE, [REF]).sum(axis=0)))


def test_smoothing_of_one_system_into_a_file(folder, capsys):
    assert printed(capsys, "smoothing", "ref.txt", "-i", "one.txt", "--max-order", "2", "-o", "out.txt") == ""
    text = Path("out.txt").read_text(encoding="utf-8")
    assert "*" not in text
    assert re.search(r"nltk +6 +n/a +n/a +0\.00 +100\.00\n", text)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_blocks_add_up_to_the_whole(folder, run_json, monkeypatch, size):
    command = ["ref.txt", "one.txt", "-i", "two_b.txt", "one.txt", "-m", "bleu", "chrf", "--segments"]
    same = "note: The output of one is reference 2 itself.\n"
    whole = run_json(*command, notes=same)
    monkeypatch.setattr(inputs, "BLOCK", size)
    assert run_json(*command, notes=same) == whole


@pytest.mark.parametrize(
    ("name", "data", "notes"),
    [
        ("sys.txt", "\n".join(ONE), []),
        ("sys.txt", "".join(f"{line}\r\n" for line in ONE), ["5 of 5 lines end in CR LF; read as LF."]),
        ("sys.txt", "\ufeff" + "\n".join(ONE) + "\n", [BOM]),
        (
            "sys.txt",
            ("\ufeff" + "\r\n".join(ONE)).encode("utf-16-le"),
            [UTF16, "4 of 4 lines end in CR LF; read as LF."],
        ),
        ("sys", ("\ufeff" + "\n".join(ONE) + "\n").encode("utf-16-be"), [UTF16]),
        ("sys.txt.gz", gzip.compress("\n".join(ONE).encode()), []),
        ("sys", gzip.compress("\n".join(ONE).encode()), []),
        ("out.jsonl", "\n".join(json.dumps({"sys": line}) for line in ONE), []),
        ("out.tsv", "source\tsys\tref\n" + "".join(f"x\t{line}\ty\n" for line in ONE), [TAKEN]),
    ],
)
def test_one_system_in_many_shapes(folder, run_json, monkeypatch, name, data, notes):
    Path(name).write_bytes(data if isinstance(data, bytes) else data.encode())
    monkeypatch.setattr(inputs, "BLOCK", 3)
    (expected,) = run_json("ref.txt", "-i", "one.txt")
    told = "".join(f"note: {name}: {said}\n" for said in notes)
    assert run_json("ref.txt", "-i", name, notes=told) == [expected | {"system": "sys"}]


def test_a_table_whose_columns_are_guessed_says_what_was_taken(folder, run_json):
    """Annotations look like a table of systems; whoever gave such a file sees it in the note."""
    header = "system\tdoc_id\trater\tsource\ttarget\tseverity"
    rows = "".join(f"Nemo\t1\tr1\tquelle\t{line or 'x'}\tMinor\n" for line in ONE)
    Path("mqm.tsv").write_text(f"{header}\n{rows}", encoding="utf-8")
    taken = "as reference: target; as system: system"
    few = f"in {len(ONE):,} segments: this looks like labels, not like translations; it is left out."
    way = "To take it, put the word system into the column's name (on the dashboard: change its role)."
    labels = [f"note: mqm.tsv: the column {name}: 1 different text {few} {way}\n" for name in ("rater", "severity")]
    notes = f"{''.join(labels)}note: mqm.tsv: columns were taken by their headers, {taken}. {RENAME}\n"
    found = run_json("mqm.tsv", "-i", "mqm.tsv", notes=notes)
    assert [result["system"] for result in found] == ["system"]


def test_one_file_with_references_and_systems(folder, run_json):
    rows = [
        {"source": "s", "references": [a, b], "systems": {"x": c, "y": d}}
        for a, b, c, d in zip(REF, ONE, TWO, REF, strict=True)
    ]
    Path("set.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = run_json("set.jsonl", "-i", "set.jsonl", notes="note: The output of y is reference 1 itself.\n")
    assert [result["system"] for result in found] == ["x", "y"]
    write("y.txt", REF)
    same = "note: The output of y is reference 1 itself.\n"
    expected = run_json("ref.txt", "one.txt", "-i", "two_b.txt", "y.txt", notes=same)
    assert [result["score"] for result in found] == [result["score"] for result in expected]
    assert found[0]["signature"].startswith("nrefs:2|")


def test_other_encodings_are_named(folder, run_json):
    write("ref.txt", ["más fácil"])
    write("old.txt", ["más fácil"], encoding="latin-1")
    write("new.txt", ["más fácil"])
    read = "note: old.txt: Read as windows-1252, not as UTF-8.\n"
    same = "note: The outputs of old and new are the reference itself.\n"
    command = ["ref.txt", "-i", "old.txt", "new.txt", "--encoding", "windows-1252", "--smoothing", "add-k"]
    found = run_json(*command, notes=same + read)
    assert found[0]["score"] == found[1]["score"] > 0


def test_an_empty_reference_line_is_an_empty_reference_unless_asked(folder, run_json):
    write("a.txt", ["", "one two"])
    write("b.txt", ["a b c d", "one two three"])
    write("sys.txt", ["a b", "one two"])
    short = (
        "note: BLEU of sys is 0 because no segment of the output has 4 words, so there are no 4-grams to match."
        " For texts this short use chrF, or fewer orders (--max-order).\n"
    )
    (found,) = run_json("a.txt", "b.txt", "-i", "sys.txt", notes=short)
    assert found["signature"].startswith("nrefs:2|")
    assert found["statistics"]["reference_length"] == 0 + 2
    (found,) = run_json("a.txt", "b.txt", "-i", "sys.txt", "--empty-reference-is-missing", notes=short)
    assert found["signature"].startswith("nrefs:var|")
    assert found["statistics"]["reference_length"] == 4 + 2


def test_names_are_unique(folder, run_json):
    for name in ("a/out.txt", "b/out.txt", "c.txt"):
        write(name, ONE)
    same = "note: a/out, b/out, b/out (2) and c have the same output.\n"
    found = run_json("ref.txt", "-i", "a/out.txt", "b/out.txt", "b/out.txt", "c.txt", notes=same)
    assert [result["system"] for result in found] == ["a/out", "b/out", "b/out (2)", "c"]
    same = "note: out, out (2) and c have the same output.\n"
    found = run_json("ref.txt", "-i", "b/out.txt", "b/out.txt", "c.txt", notes=same)
    assert [result["system"] for result in found] == ["out", "out (2)", "c"], "one folder tells nothing apart"


def test_sgml_files_that_all_say_the_same_sysid_are_called_by_their_names(folder, run_json):
    def sgml(tag, segments):
        lines = "".join(f'<seg id="{n}">{line.replace("&", "&amp;")}</seg>\n' for n, line in enumerate(segments))
        return [f'<{tag} sysid="sys"><doc docid="d">', lines, f"</doc></{tag}>"]

    for file, tag, segments in (
        ("ref.sgm", "refset", REF),
        ("outputs/a.sgm", "tstset", ONE),
        ("outputs/b.sgm", "tstset", TWO),
        ("others/a.sgm", "tstset", REF),
    ):
        write(file, sgml(tag, segments))
    found = run_json("ref.sgm", "-i", "outputs/a.sgm", "outputs/b.sgm")
    assert [result["system"] for result in found] == ["a", "b"]
    same = "note: The output of others/a is the reference itself.\n"
    found = run_json("ref.sgm", "-i", "outputs/a.sgm", "outputs/b.sgm", "others/a.sgm", notes=same)
    assert [result["system"] for result in found] == ["outputs/a", "b", "others/a"]


def test_names_are_clean_and_latex_is_escaped(folder, run):
    write("50% & _x\n$^~{}.txt", ONE)
    out = run("ref.txt", "-i", "50% & _x\n$^~{}.txt", "--format", "latex")
    assert r"50\% \& \_x \$\textasciicircum{}\textasciitilde{}\{\}" in out


def test_equally_good_systems_are_all_marked(folder, run):
    write("same.txt", ONE)
    same = "note: one and same have the same output.\n"
    assert run("ref.txt", "-i", "one.txt", "same.txt", notes=same).count("69.71 *") == 2


def test_output_file(folder, run):
    assert run("ref.txt", "-i", "one.txt", "--format", "json", "-o", "out.json") == ""
    assert json.loads(Path("out.json").read_text(encoding="utf-8"))[0]["metric"] == "bleu"


@pytest.mark.parametrize(
    ("name", "starts"), [("x.json", "["), ("x.TSV", "metric\t"), ("x.tex", "%"), ("x", "system  ")]
)
def test_the_ending_of_the_file_chooses_the_format(folder, run, name, starts):
    assert run("ref.txt", "-i", "one.txt", "-o", name) == ""
    assert Path(name).read_text(encoding="utf-8").startswith(starts)
    given = {"[": "json", "m": "tsv", "%": "latex", "s": "table"}[starts[0]]
    assert run("ref.txt", "-i", "one.txt", "--format", given) == Path(name).read_text(encoding="utf-8")


def test_a_dash_is_standard_output(folder, run, capsys):
    table = run("ref.txt", "-i", "one.txt")
    assert run("ref.txt", "-i", "one.txt", "-o", "-") == table
    assert main(["score", "ref.txt", "-i", "one.txt", "-m", "bleu", "--engine", "local", "--write-sample", "-"]) == 2
    assert "-: this file cannot be written to standard output; name a file." in capsys.readouterr().err
    assert not Path("-").exists()


def test_a_name_that_is_too_long_to_read_is_cut(folder, capsys):
    assert main(["score", "ref.txt", "-i", "x" * 5000]) == 2
    err = capsys.readouterr().err
    assert "File name too long" in err
    assert len(err) < 500


def test_files_whose_names_are_no_utf8_or_have_backslashes_keep_their_names(folder, run_json):
    names = {b"\xe9t\xe9": r"\xe9t\xe9", b"\xe8t\xe8": r"\xe8t\xe8", b"a\\b": r"a\b", b"c\\b": r"c\b"}
    files = [os.fsdecode(name) + ".txt" for name in names]
    for number, file in enumerate(files):
        write(file, [*ONE[:-1], f"{ONE[-1]} {number}"])
    assert [found["system"] for found in run_json("ref.txt", "-i", *files)] == [*names.values()]


def test_files_of_an_archive_are_said_to_be_taken_by_their_names(folder, run_json):
    with zipfile.ZipFile("x.zip", "w") as archive:
        archive.write("one.txt", "one.txt")
        archive.write("two_b.txt", "two_b.txt")
    note = f"note: x.zip: its files were taken by their names, as system: one, two_b. {RENAME}\n"
    assert len(run_json("ref.txt", "-i", "x.zip", notes=note)) == 2


# tBLEU

SWEEP = ["tbleu-sweep", "ref.txt", "-i", "one.txt", "two_b.txt", "--tokenize", "none"]


def test_tbleu_takes_epsilon(folder, run_json):
    (found,) = run_json("ref.txt", "-i", "one.txt", "-m", "tbleu", "--epsilon", "0.7")
    metric = TBLEU(epsilon=0.7)
    assert found["score"] == float(metric.score(metric.statistics(ONE, [REF]).sum(axis=0)))
    assert "|epsilon:0.7|" in found["signature"]


@pytest.mark.parametrize("size", [2, 10_000])
def test_sweep_json(folder, capsys, monkeypatch, size):
    monkeypatch.setattr(inputs, "BLOCK", size)
    found = json.loads(printed(capsys, *SWEEP, "--epsilon", "0:1:0.05", "--smoothing", "7", "--format", "json"))
    assert [row["epsilon"] for row in found] == 2 * [number / 20 for number in range(21)]
    for row in found:
        metric = TBLEU("none", smoothing="7", epsilon=row["epsilon"])
        rows = metric.statistics({"one": ONE, "two_b": TWO}[row["system"]], [REF])
        assert row["score"] == pytest.approx(float(metric.score(rows.sum(axis=0))), abs=1e-9)
        assert row["signature"] == f"nrefs:1|{metric.signature}"
        assert list(row["statistics"]) == list(metric.statistic_names)


def test_sweep_table(folder, capsys):
    out = printed(capsys, *SWEEP, "--epsilon", "0,0.5").split("\n")
    plain = printed(capsys, "score", *SWEEP[1:]).split("\n")
    assert out[0].split() == ["epsilon", "one", "two_b"]
    at_0 = out[2].replace("*", "").split()
    assert at_0 == ["0.0", *(row.replace("*", "").split()[1] for row in plain[2:4])]
    assert out[4:] == ["", "* the best of its row", SIGNATURE.replace("13a", "none"), ""]


@pytest.mark.parametrize("thresholds", ["0,0.5,0.5", "0,-0,0.5", "0:0.5:0.5"])
def test_a_threshold_that_is_named_twice_is_one_row(folder, capsys, thresholds):
    assert printed(capsys, *SWEEP, "--epsilon", thresholds) == printed(capsys, *SWEEP, "--epsilon", "0,0.5")


def test_sweep_tsv_and_latex(folder, capsys):
    header, *rows = [row.split("\t") for row in printed(capsys, *SWEEP, "--format", "tsv").strip().split("\n")]
    assert header == ["epsilon", "system", "score", "signature"]
    assert [row[0] for row in rows[:4]] == ["0.0", "0.05", "0.1", "0.15"]
    latex = printed(capsys, *SWEEP, "--format", "latex")
    assert r"epsilon & one & two\_b" in re.sub(" +", " ", latex)
    assert f"% {SIGNATURE.replace('13a', 'none')}" in latex
    assert r"\textbf{" in latex


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "arguments are required"),
        ("score -i one.txt", "score needs a reference, bleuscope check and bleuscope doctor need none; "),
        ("nonsense", "nonsense"),
        ("score", "required"),
        ("score ref.txt", "-i/--input"),
        ("score ref.txt -i", "expected at least one argument"),
        ("score none.txt -i one.txt", "none.txt: No such file or directory; check its name, and in which folder"),
        ("score ref.txt -i none.txt", "none.txt"),
        ("score ref.txt -i .", "directory; name the files in it"),
        ("score ref.txt -i one.txt --source none.txt", "none.txt"),
        ("score ref.txt -i short.txt one.txt", "ref.txt has 5, short.txt has 4, one.txt has 5"),
        ("score ref.txt -i one.txt --source short.txt", "short.txt has 4"),
        ("score short.txt -i one.txt", "short.txt has 4, one.txt has 5"),
        ("score ref.txt -i latin.txt", "0xE9 at offset 8. Save"),
        ("score ref.txt -i latin.txt", "--encoding windows-1252"),
        ("score ref.txt -i one.txt --encoding nonsense", "nonsense"),
        ("score ref.txt -i empty.txt", "the file is empty"),
        ("score ref.txt -i zero.txt", "zero.txt, line 2: expected text, found a NUL byte at offset 3"),
        ("score ref.txt -i picture.png", "a picture"),
        ("score ref.txt -i false.gz", "false.gz"),
        ("score ref.txt -i cut.gz", "cut.gz: expected gzip, found damaged data"),
        ("score ref.txt -i twice.gz", "archive inside an archive"),
        ("score ref.txt -i bad.xml", "bad.xml"),
        ("score numbers.tsv -i one.txt", "at least one reference"),
        ("score ref.txt -i holes.jsonl", "no text in segment 2 of the system"),
        ("score ref.txt -i one.txt -m nonsense", "nonsense"),
        ("score ref.txt -i one.txt --tokenize nonsense", "Unknown tokenizer"),
        ("score ref.txt -i one.txt --smoothing nonsense", "Unknown smoothing"),
        ("score ref.txt -i one.txt --smoothing floor=x", "number"),
        ("score ref.txt -i one.txt --smoothing 8", "Unknown smoothing"),
        ("score ref.txt -i one.txt --smoothing 4=0", "must be at least 1e-06"),
        ("score ref.txt -i one.txt --smoothing 7=", "number"),
        ("score ref.txt -i one.txt --dialect nonsense", "--dialect"),
        ("score ref.txt -i one.txt -m chrf --dialect nltk", "--dialect is for BLEU; -m has chrf only"),
        ("score ref.txt -i one.txt --dialect nltk --effective-order", "a dialect decides that itself"),
        ("score ref.txt -i one.txt --dialect nltk --smoothing exp", "NLTK 3.10 has no smoothing 'exp'"),
        ("score ref.txt -i one.txt --dialect nltk --smoothing 1=", "number"),
        ("smoothing", "required"),
        ("smoothing ref.txt -i short.txt", "short.txt has 4"),
        ("smoothing ref.txt -i one.txt --smoothing 7", "--smoothing"),
        ("smoothing ref.txt -i one.txt --weights 1 2", "Expected 4 weights"),
        ("smoothing ref.txt -i one.txt -o one.txt", "one of the files to read"),
        ("score ref.txt -i one.txt -m tbleu --epsilon 2", "tBLEU's epsilon (--epsilon) must be 0 to 1; found 2.0"),
        ("score ref.txt -i one.txt -m tbleu --epsilon x", "--epsilon: must be a number from 0 to 1; found x"),
        ("tbleu-sweep", "required"),
        ("tbleu-sweep ref.txt -i short.txt", "short.txt has 4"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon x", "expected FIRST:LAST:STEP or numbers with commas, found x"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 0:1", "three numbers in FIRST:LAST:STEP, found 0:1"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 0:0.5,1", "three numbers in FIRST:LAST:STEP, found 0:0.5,1"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 0:2:1", "numbers from 0 to 1, found 0:2:1"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 0,nan", "numbers from 0 to 1, found 0,nan"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 1:0:0.1", "FIRST up to LAST and a STEP above 0"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 0:1:0", "a STEP above 0"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 0:1:0.0001", "at most 1,000 thresholds"),
        ("tbleu-sweep ref.txt -i one.txt --epsilon 0:1:1e-400000000000000000", "at most 1,000 thresholds"),
        ("score ref.txt -i one.txt --max-order 0", "BLEU's max_order (--max-order) must be 1 to 9; found 0"),
        ("score ref.txt -i one.txt -m chrf --chrf-beta 0", "chrF's beta (--chrf-beta) must be 1 to 100; found 0"),
        ("score ref.txt -i one.txt --chrf-char-order 0", "(--chrf-char-order) must be 1 to 100; found 0"),
        ("significance ref.txt -i one.txt two_b.txt -m ter --smoothing 8", "Unknown smoothing"),
        ("score ref.txt -i one.txt --max-order 4.5", "--max-order: must be a whole number from 1 to 9; found 4.5"),
        ("score ref.txt -i one.txt -m nist --nist-max-order x", "must be a whole number from 1 to 9; found x"),
        ("significance ref.txt -i one.txt two_b.txt --trials 1e3", "a whole number from 1 to 10,000,000; found 1e3"),
        ("score ref.txt -i one.txt --weights 1 2", "Expected 4 weights"),
        ("score ref.txt -i one.txt --weights a b c d", "expected numbers"),
        ("score ref.txt -i one.txt --weights -1 1 1 1", "0 or more"),
        ("score ref.txt -i one.txt --weights inf 1 1 1", "must be finite and 0 or more; found inf, 1.0"),
        ("score ref.txt -i one.txt --weights nan 1 1 1", "must be finite and 0 or more; found nan, 1.0"),
        ("score ref.txt -i one.txt --smoothing floor=inf", "needs a finite value of 0 or more; found inf"),
        ("score ref.txt -i one.txt --smoothing floor=nan", "needs a finite value of 0 or more; found nan"),
        ("score ref.txt -i one.txt --weights 0 0 0 0", "above 0"),
        ("score ref.txt -i one.txt --format html", "--format"),
        ("score ref.txt -i one.txt --nonsense", "--nonsense"),
        ("score ref.txt -i one.txt -o none/out.txt", "folder"),
        ("score ref.txt -i one.txt -o .", "folder"),
        ("score ref.txt -i one.txt -o x.json --format tsv", "x.json: the ending is that of json, but --format is tsv"),
        ("score ref.txt -i one.txt -o x.csv", "x.csv: results are not written as .csv; name a file that ends in .json"),
        ("score ref.txt -i one.txt -o x.json.gz", "x.json.gz: results are not written as .gz; name a file that ends"),
        ("score ref.txt -i one.txt -o x.tsv.bak", "x.tsv.bak: results are not written as .tsv.bak; name a file that"),
        (
            "score ref.txt --watch . --once --to x.json",
            "x.json: Parquet is written, not .json; name a file that ends",
        ),
        ("score ref.txt -i one.txt --scores two_b.txt", "Scores are a table of system, segment and score; numbers"),
        (
            "score ref.txt -i number.json",
            "number.json, line 1: expected a JSON object, found a number with thousands of",
        ),
        ("score ref.txt -i wide.jsonl", "found 1,001. Leave out columns that are no texts."),
        ("score ref.txt -i one.txt -o ref.txt", "one of the files to read"),
        ("score ref.txt -i one.txt --empty-reference-is-missing", "Segment 4 has no reference"),
    ],
)
@pytest.mark.parametrize("block", [2, 10_000])
def test_bad_input_is_one_line_and_exit_code_2(folder, monkeypatch, capsys, command, message, block):
    write("short.txt", REF[:-1])
    Path("latin.txt").write_bytes(b"abc\nxyz\x20"[:8] + b"\xe9\n")
    Path("empty.txt").write_bytes(b"")
    Path("zero.txt").write_bytes(b"a\nb\0\n")
    Path("picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    Path("false.gz").write_bytes(b"text\n")
    Path("cut.gz").write_bytes(gzip.compress("\n".join(ONE).encode())[:-9])
    Path("twice.gz").write_bytes(gzip.compress(gzip.compress(b"a\n")))
    Path("bad.xml").write_bytes(b"<dataset><doc>")
    Path("numbers.tsv").write_bytes(b"id\tmt\n1\ta\n")
    Path("holes.jsonl").write_bytes(b'{"references": ["a"]}\n{"references": []}\n')
    Path("number.json").write_text(f'[{{"a": {"9" * 5000}}}]\n')
    Path("wide.jsonl").write_text(json.dumps({f"k{number}": "a" for number in range(1001)}))
    monkeypatch.setattr(inputs, "BLOCK", block)
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scoring: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("ending", ["txt", "txt.gz"])
def test_the_line_where_a_file_slips_is_told(folder, capsys, ending):
    lines = ["x" * (3 + 37 * number % 101) for number in range(200)]
    write("long.txt", lines)
    short = "".join(f"{line}\n" for line in lines[:120] + lines[121:]).encode()
    Path(f"short.{ending}").write_bytes(gzip.compress(short) if ending.endswith("gz") else short)
    assert main(["score", "long.txt", "-i", "long.txt", f"short.{ending}"]) == 2
    said = rf"long.txt has 200, short.{ending} has 199. short.{ending} seems to slip at about line 12[01] "
    assert re.search(said, capsys.readouterr().err)


def test_too_little_memory(folder, monkeypatch, capsys):
    def grow(path, mode):
        raise MemoryError

    monkeypatch.setattr(Path, "open", grow)
    assert main(["score", "ref.txt", "-i", "one.txt"]) == 2
    assert capsys.readouterr().err.startswith("scoring: there is not enough memory for this; use fewer systems")


def test_no_permission(folder, monkeypatch, capsys):
    """Raised by hand, because root may read everything."""

    def refuse(path, mode):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "one.txt")

    monkeypatch.setattr(Path, "open", refuse)
    assert main(["score", "ref.txt", "-i", "one.txt"]) == 2
    assert capsys.readouterr().err == "scoring: one.txt: Permission denied; it must be one that you may read.\n"


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version(capsys, flag):
    with pytest.raises(SystemExit) as ended:
        main([flag])
    assert ended.value.code == 0
    assert capsys.readouterr().out == "BLEUscope 0.1.0\n"


@pytest.mark.parametrize("command", ["score", "smoothing", "tbleu-sweep", "significance"])
def test_help_has_each_heading_once(capsys, command):
    with pytest.raises(SystemExit):
        main([command, "-h"])
    headings = re.findall(r"^\S.*:$", capsys.readouterr().out, re.MULTILINE)
    assert len(headings) == len(set(headings)) > 3


@pytest.mark.parametrize("command", ["score", "significance", "matrix", "doctor", "check"])
def test_help_ends_with_an_example(capsys, command):
    with pytest.raises(SystemExit):
        main([command, "-h"])
    assert "\n\nexample: " in capsys.readouterr().out[-120:]


CHOICES = {
    "-m": ", ".join(METRICS),
    "--judge": ", ".join(METRICS),
    "--dialect": "paper, sacrebleu, sacrebleu-sentence, nltk, mteval, matlab",
}


@pytest.mark.parametrize(
    ("command", "flag"),
    [
        *((command, "-m") for command in ("score", "significance", "matrix", "report", "agreement", "gate")),
        ("choose", "--judge"),
        ("choose", "--dialect"),
    ],
)
def test_help_fits_a_terminal_and_names_each_choice_once(monkeypatch, capsys, command, flag):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([command, "-h"], prog="bleuscope")
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) < 80
    assert " ".join(out.split()).count(f" of {CHOICES[flag]}") == 1
    assert main([command, "ref.txt", "-i", "sys.txt", flag, "bleurt"]) == 2
    assert "invalid choice: 'bleurt'" in capsys.readouterr().err


def test_help_is_no_error(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["score", "-h"])
    assert ended.value.code == 0
    assert "--effective-order" in capsys.readouterr().out


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform == "win32", reason="pipes are files here")
def test_as_a_program_with_pipes(folder):
    """Reads from a pipe, and ends quietly where nobody reads on."""
    command = [sys.executable, "-m", "scoring", "score", "/dev/stdin", "-i", "one.txt", "--format", "tsv"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    text = "\n".join(REF)
    empty = "note: /dev/stdin: 1 segment is empty or only spaces (4). Also in one.txt.\n"
    done = subprocess.run(command, input=text, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, empty)
    assert done.stdout.startswith("metric\tsystem\tscore\tsignature\nbleu\tone\t69.7")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command, input=text, env=environment, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, empty)


LINES = st.text(st.sampled_from("aé😀\u2028\r\n\x85\u0a0a\u0d0a "), max_size=30)


@given(
    LINES,
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "gb18030"]),
    st.integers(1, 4),
    st.integers(1, 9),
)
def test_blocks_are_the_segments_of_the_whole_file(text, encoding, size, piece):
    """Cut anywhere, in characters and between CR and LF, plain text gives the same segments and errors."""
    data = (("\ufeff" if encoding[:6] in ("utf-16", "utf-32") else "") + text).encode(encoding)
    explicit = "gb18030" if encoding == "gb18030" else None
    whole = outcome(lambda: [read_columns("a.txt", data, encoding=explicit)[0].segments])
    blocks = outcome(lambda: list(read_blocks("a.txt", io.BytesIO(data), size, explicit, piece)))
    if isinstance(whole, str):
        assert blocks == whole
    else:
        assert pa.concat_arrays(blocks).equals(whole[0])
        assert {len(block) for block in blocks[:-1]} <= {size}


def outcome(function):
    """What the function gives, or what its error says."""
    try:
        return function()
    except FormatError as error:
        return str(error)


@pytest.mark.parametrize("data", [b"ab\ncd\n\xff\n", b"\xef\xbb\xbfab\ncd\ne\xc3\n", b"\xff\xfea\0\n\0\x00\xd8\n\0"])
def test_the_place_of_a_bad_byte_is_its_place_in_the_file(data):
    with pytest.raises(FormatError) as expected:
        read_columns("a.txt", data)
    with pytest.raises(FormatError) as found:
        list(read_blocks("a.txt", io.BytesIO(data), 1, piece=2))
    assert str(found.value) == str(expected.value)


def test_a_line_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(text_format, "LONGEST_LINE", 100)
    with pytest.raises(TooLargeError, match="lines of at most 100 bytes"):
        list(read_blocks("a.txt", io.BytesIO(b"ab\n" + b"x" * 200), 10, piece=10))


@pytest.mark.parametrize(
    ("file", "start", "plain"),
    [
        ("a.txt", b"<dataset", True),
        ("a", b"text", True),
        ("a.hyp.gz", b"text", True),
        ("a", b"\xef\xbb\xbf<?xml version='1.0'?>\n<dataset id='x'>", False),
        ("a", "\ufeff<dataset id='x'>".encode("utf-16-le"), False),
        ("a", b"<refset setid='x'>", False),
        ("a.json", b"text", False),
        ("a.xml", b"text", False),
        ("a.txt", b"PK\x03\x04", False),
        ("a.txt", b"%PDF-", False),
        ("a.txt", b"Well, he is on the old mat again, they say.", True),
        ("a.txt", b"system, segment, score\nA, 1, 2", False),
    ],
)
def test_what_is_streamed(file, start, plain):
    assert is_read_as_plain_text(file, start) is plain
    assert is_plain_at_a_glance(file, start) is plain


def test_chrf_takes_its_own_options(folder, run_json):
    others = ", ".join(kind.label for kind in METRICS.values() if any(o.key == "tokenize" for o in options_of(kind)))
    notes = f"note: --tokenize changes nothing here: it is for {others}, and -m has chrf only.\n"
    flags = ["-m", "chrf", "--lowercase", "--tokenize", "none"]
    (found,) = run_json("ref.txt", "-i", "one.txt", *flags, notes=notes)
    metric = CHRF(lowercase=True)
    assert found["score"] == float(metric.score(metric.statistics(ONE, [REF]).sum(axis=0)))


@pytest.mark.parametrize("metrics", [["bleu"], ["ter", "bleu"]])
def test_an_option_of_a_metric_that_is_not_asked_for_is_told(folder, run, metrics):
    plain = run("ref.txt", "-i", "one.txt", "-m", *metrics)
    asked = " ".join(metrics)
    notes = f"note: --chrf-char-order changes nothing here: it is for chrF, chrF++, and -m has {asked} only.\n"
    assert run("ref.txt", "-i", "one.txt", "-m", *metrics, "--chrf-char-order", "5", notes=notes) == plain


# --- the report ---


def test_a_report_is_written_as_its_file_is_called(folder, capsys, monkeypatch):
    arguments = ["report", "ref.txt", "-i", "one.txt", "two_b.txt", "--trials", "50", "--name", "<b>zoo"]
    assert main([*arguments, "-o", "out.html"]) == 0
    page = Path("out.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;zoo" in page
    assert "too little data" in page.lower()
    assert main([*arguments, "-m", "ter", "bleu", "--seed", "7"]) == 0
    out, err = capsys.readouterr()
    empty = "note: ref.txt: 1 segment is empty or only spaces (4). Also in one.txt, two_b.txt.\n"
    assert err == 2 * empty
    assert "by TER" in out
    assert "seed 7" in out
    monkeypatch.setattr(pdf, "missing_for_pdf", lambda: "PDF takes Pango.")
    Path("out.html").unlink()
    assert main([*arguments, "-o", "out.pdf"]) == 2
    assert capsys.readouterr().err.endswith(": PDF takes Pango. Or name a file that ends in .html.\n")
    assert not Path("out.html").exists()


def test_a_report_has_the_terms_of_a_glossary(folder, capsys):
    arguments = ["report", "ref.txt", "-i", "one.txt", "two_b.txt", "--trials", "20", "--quiet"]
    source = Path("ref.txt").read_text(encoding="utf-8").replace("cat", "Katze")
    Path("src.txt").write_text(source, encoding="utf-8")
    Path("terms.tsv").write_text("Katze\tcat\n", encoding="utf-8")
    assert main([*arguments, "--source", "src.txt", "--terms", "terms.tsv"]) == 0
    assert "of the terms that the source asks for" in capsys.readouterr().out.replace("</b>", "")
    assert main([*arguments, "--terms", "terms.tsv"]) == 2
    assert capsys.readouterr().err.endswith("Give the source: --source SRC.\n")
    Path("rows.jsonl").write_text('{"Katze": "cat"}\n{}\n', encoding="utf-8")
    assert main([*arguments, "--source", "src.txt", "--terms", "rows.jsonl"]) == 2
    assert "segments; found those of 2." in capsys.readouterr().err
    assert main([*arguments[:3], "one.txt", "--source", "src.txt", "--terms", "terms.tsv"]) == 2
    assert "use bleuscope check --terms" in capsys.readouterr().err


def test_controls_of_a_file_name_do_not_reach_the_terminal(folder, capsys):
    assert main(["score", "ref.txt", "-i", "no\x1b[31m.txt"]) == 2
    assert capsys.readouterr().err.split(": ")[1] == "no [31m.txt"


def test_a_smoothing_has_one_value(folder, capsys):
    assert main(["score", "ref.txt", "-i", "one.txt", "-s", "floor=0.5", "-sv", "0.3"]) == 2
    assert "--smooth-value 0.3: --smoothing floor=0.5 has a value; leave one of them out." in capsys.readouterr().err


def test_a_file_of_blank_lines_has_no_documents(folder, capsys):
    Path("blank.txt").write_text("\n\n\n\n")
    arguments = ["significance", "ref.txt", "-i", "one.txt", "two_b.txt", "--unit", "document"]
    assert main([*arguments, "--documents", "blank.txt"]) == 2
    expected = "blank.txt: expected the domain, a tab and the document of each segment, found only blank lines."
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("name", ["out.txt", "out", "out.pdf.gz"])
def test_a_report_of_another_kind_is_refused(folder, capsys, name):
    assert main(["report", "ref.txt", "-i", "one.txt", "two_b.txt", "-o", name]) == 2
    assert "name a file that ends in .html, .pdf or .tex" in capsys.readouterr().err
    assert not Path(name).exists()
