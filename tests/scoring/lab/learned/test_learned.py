"""A test set as plain files, and commands for learned metrics: read again, all is as it was."""

import io
import json
import shlex
import subprocess
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import TestSet
from scoring.formats import Role, attach, guess_roles, read_contents
from scoring.formats.judgments.names import letters_and_digits
from scoring.lab.learned import files as of_files
from scoring.lab.learned import learned_metrics, plain_files, zip_test_set
from scoring.lab.learned.files import METRICX
from tests.judgments import SET

NAMES = "online-A;A;a;A.en-de;de;x.tags;foo.txt;a.2;系统一;-rf /;../../etc;CON;ref;source;$(rm);'q';opt1;hyp;a b\nc"
LINE = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff\r\n"), max_size=8)


def named(*names):
    return TestSet.build({name: [f"by {place}"] for place, name in enumerate(names)}, [["r"]], ["s"])


def files_of(test_set):
    with zipfile.ZipFile(io.BytesIO(zip_test_set(test_set))) as archive:
        return {info.filename: archive.read(info).decode() for info in archive.infolist()}


def as_comet(test_set, value):
    """What ``comet-score --to_json`` writes: it reads lines as Python does, and strips them."""
    texts = files_of(test_set)
    systems = plain_files(test_set).systems.values()
    lines = {file: [line.strip() for line in io.StringIO(texts[file], newline=None)] for file in systems}
    rows = {file: [{"src": "", "mt": line, "COMET": value(line)} for line in of] for file, of in lines.items()}
    return json.dumps(rows, ensure_ascii=False, indent=4).encode()


def test_what_is_in_the_archive():
    texts = files_of(SET)
    assert list(texts) == ["source.txt", "reference.txt", "system.Facebook-AI.txt", "system.online-B.txt", METRICX]
    assert texts["system.Facebook-AI.txt"] == "Das ist gut.\nEin rotes Haus\n\nEnde\n"
    assert zip_test_set(SET) == zip_test_set(SET)


@given(st.lists(st.tuples(LINE, LINE, LINE), min_size=1, max_size=5))
def test_the_archive_read_again_has_the_same_texts(rows):
    source, reference, output = (list(column) for column in zip(*rows, strict=True))
    columns = guess_roles(
        read_contents("x.zip", zip_test_set(TestSet.build({"A": output}, [reference], source))).columns
    )
    found = {column.role: column.segments.to_pylist() for column in columns}
    assert found == {Role.SOURCE: source, Role.REFERENCE: reference, Role.SYSTEM: output}


def test_a_segment_stays_one_line():
    """Also where it is empty, or has what only some programs take for the end of a line."""
    test_set = TestSet.build({"A": ["a\nb\r\nc", "", " d\u2028e\x85f "]}, {"r": ["x", None, ""], "q": ["x", "y", "z"]})
    files, texts = plain_files(test_set), files_of(test_set)
    assert (files.source, files.n_breaks, files.n_missing, files.reference.name) == (None, 1, 0, "q")
    assert texts["system.A.txt"] == "a b  c\n\n d\u2028e\x85f \n"
    assert texts["reference.r.txt"] == "x\n\n\n"
    assert len(json.loads(as_comet(test_set, len))["system.A.txt"]) == 3


def test_scores_that_comet_writes_are_those_of_their_systems():
    test_set = named(*NAMES.split(";"))
    files = plain_files(test_set).systems
    assert len({file.casefold() for file in files.values()}) == len(files)
    assert not [file for file in files.values() if set(file) & set(" /\\'\"$\n:*?<>|")]
    judgments = read_contents("out/CometKiwi.json", as_comet(test_set, lambda line: int(line[3:]))).judgments
    attached = attach(test_set, judgments)
    assert attached.refused == ()
    (scores,) = attached.test_set.scores
    assert (scores.name, scores.higher_is_better) == ("CometKiwi", True)
    assert [scores.of(name)[0] for name in test_set.system_names] == list(range(len(test_set.systems)))


@given(st.lists(st.text("aA1._-() é", min_size=1, max_size=4).filter(str.strip), min_size=1, max_size=6, unique=True))
def test_no_score_becomes_another_systems(names):
    """What cannot be told is asked."""
    test_set = named(*names)
    attached = attach(test_set, read_contents("x.json", as_comet(test_set, lambda line: int(line[3:]))).judgments)
    if not attached.refused:
        (scores,) = attached.test_set.scores
        assert [scores.of(name)[0] for name in names] == list(range(len(names)))


def test_each_name_is_looked_at_a_few_times_only(monkeypatch):
    asked = []
    monkeypatch.setattr(of_files, "letters_and_digits", lambda name: asked.append(name) or letters_and_digits(name))
    plain_files(named(*(f"system {number}" for number in range(200))))
    assert len(asked) < 1_000


def test_errors_stand_where_they_are_in_texts_that_were_stripped():
    test_set = TestSet.build({"A": ["  ein Haus "]}, [["x"]])
    row = {"mt": "ein Haus", "COMET": 0.5, "errors": [{"text": "Haus", "severity": "minor", "start": 4, "end": 8}]}
    found = read_contents("XCOMET-XL.json", json.dumps({"system.A.txt": [row]}).encode()).judgments
    (annotation,) = attach(test_set, found).test_set.annotations
    (span,) = annotation.spans
    assert (annotation.name, "  ein Haus "[span.start : span.end]) == ("XCOMET-XL", "Haus")


def test_what_metricx_takes_and_gives():
    """It adds a prediction to every row, and keeps the rest."""
    rows = [json.loads(line) for line in files_of(SET)[METRICX].splitlines()]
    assert rows[5] == {
        "system_id": "online-B",
        "segment_id": 1,
        "source": "A red house",
        "reference": "Ein rotes Haus.",
        "hypothesis": "Ein Haus in Rot",
    }
    given = "".join(json.dumps(row | {"prediction": at / 2}) + "\n" for at, row in enumerate(rows)).encode()
    (scores,) = attach(SET, read_contents("MetricX-24.jsonl", given).judgments).test_set.scores
    assert (scores.name, scores.higher_is_better, scores.is_human) == ("MetricX-24", False, False)
    assert scores.of("online-B").tolist() == [2, 2.5, 3, 3.5]
    (alone,) = read_contents("online-B.metricx.jsonl", b'{"hypothesis": "a", "prediction": 0.5}\n').judgments
    assert (alone.name, alone.systems, alone.higher_is_better) == ("MetricX", ("online-B",), False)


def test_texts_called_predictions_are_no_scores():
    contents = read_contents("x.jsonl", b'{"source": "a", "hypothesis": "b", "prediction": "c"}\n')
    assert len(contents.columns) == 3


@pytest.mark.parametrize("source", [None, ["s"]])
def test_every_command_is_for_a_shell_and_names_files_that_are_there(source):
    test_set = TestSet.build({"it's $(me)": ["a"], "系统": ["b"]}, [["r"]], source)
    names = set(files_of(test_set))
    found = {metric.name: metric for metric in learned_metrics(plain_files(test_set))}
    assert list(found) == (["MetricX"] if source is None else ["COMET", "XCOMET", "CometKiwi", "MetricX"])
    for metric in found.values():
        subprocess.run(["bash", "-n", "-c", metric.commands], check=True)
        words = shlex.split(metric.run)
        assert {word for word in words if word.endswith((".txt", METRICX))} <= names
        assert words[-1].removeprefix("./") == metric.result
        assert {*plain_files(test_set).systems.values()} <= {*words} or metric.name == "MetricX"
        assert ("-r" in words) == (metric.name in ("COMET", "XCOMET"))
        assert not set(metric.about) & set("`*[]<>"), "plain text"
