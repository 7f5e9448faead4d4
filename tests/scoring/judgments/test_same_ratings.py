"""Which scores are made of the same ratings, and are not held against one another."""

import json

import numpy as np
import pytest

from scoring import TestSet
from scoring.agreement import agreement_words
from scoring.agreement.shared_outputs import find_shared_outputs
from scoring.cli.main import main
from scoring.formats import attach
from scoring.judgments import Preferences, Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.judgments.same_ratings import are_of_same_ratings
from tests.cases import as_one_test
from tests.judgments import PEARMUT_LOG, SET, found, lines

TEXTS = TestSet.build({name: ["a", "b", "c", "d"] for name in "AB"}, [["a", "b", "c", "d"]])


def people(name, values=(1, 4, 2, 8), is_human=True, **more):
    return Scores(name, {"A": values, "B": [5, 0, 3, 3]}, is_human=is_human, **more)


def others(name, **more):
    """The same name's scores with numbers of their own."""
    return people(name, (7, 1, 0, 2), **more)


@as_one_test
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("DA 4", "DA 4 z", True),
        ("DA 4 z", "DA 4", True),
        ("DA 4", "DA 5 z", False),
        ("wmt-raw", "wmt-z", True),
        ("wmt-appraise", "wmt-appraise-z", True),
        ("wmt-appraise", "wmt-z", False),
        ("DA+SQM", "DA+SQM (standardized)", True),
        ("MQM", "mqm.rater1", True),
        ("mqm.rater1", "mqm.rater2", False),
        ("mqm.rater1", "mqm.rater1.z", True),
        ("x adequacy", "x fluency", False),
        ("MQM", "ESA", False),
        ("z", "raw", False),
        ("MQM", "MQM", False),
    ],
)
def test_names_say_which_ratings_scores_are_made_of(one, other, expected):
    assert are_of_same_ratings(people(one), others(other)) == expected
    assert not are_of_same_ratings(people(one), others(other, is_human=False))
    assert not are_of_same_ratings(people(one, is_human=False), others(other))


def test_ranks_from_direct_assessment_are_made_of_it():
    ranks = Preferences("DARR", ("A", "B"), np.array([0]), np.array([0]), np.array([1]), np.array([False]), 4)
    assert are_of_same_ratings(ranks, people("DA"))
    assert not are_of_same_ratings(ranks, people("MQM"))


@pytest.mark.parametrize("name", ["MQM", "penalty"])
@pytest.mark.parametrize("change", [lambda column: -column, lambda column: column + 3e-7, lambda column: column])
def test_scores_that_are_equal_but_for_rounding_and_sign_are(name, change):
    changed = {system: change(column) for system, column in people("MQM").values.items()}
    assert are_of_same_ratings(people("MQM"), Scores(name, changed, is_human=True))
    changed["A"] = changed["A"] + np.array([0, 0, 0.01, 0])
    assert not are_of_same_ratings(people("MQM"), Scores(name, changed, is_human=True))


def test_the_score_of_marked_errors_is_made_of_the_ratings_of_their_file():
    from_errors = others("MQM", source="a.jsonl, b.jsonl", weights="wmt23")
    assert are_of_same_ratings(people("ESA", source="b.jsonl"), from_errors)
    assert not are_of_same_ratings(people("ESA", source="c.jsonl"), from_errors)
    assert not are_of_same_ratings(people("ESA"), others("MQM", weights="wmt23"))
    assert not are_of_same_ratings(people("ESA", source="t.tsv"), others("MQM", source="t.tsv"))


def test_annotations_with_categories_give_two_scores_of_the_same_ratings():
    log = json.loads(json.dumps(PEARMUT_LOG).replace('"category": null', '"category": "Accuracy/Omission"'))
    test_set = attach(SET, found("pearmut.jsonl", lines(*map(json.dumps, log)))).test_set
    assert [(scores.name, scores.weights) for scores in test_set.scores] == [("DA", ""), ("MQM", "wmt23")]
    assert are_of_same_ratings(*test_set.scores)


def test_they_are_not_compared_and_that_is_said():
    judged = TEXTS.with_judgments([people("DA 4"), others("DA 4 z"), people("COMET", (0, 0, 1, 2), is_human=False)])
    metrics = list(external_metrics_by_name(judged).values())
    of = find_shared_outputs(judged, judged, "DA 4", metrics)
    assert ([metric.name for metric in of.metrics], of.own, of.derived) == (["COMET"], ("DA 4",), ("DA 4 z",))
    assert "DA 4 z: excluded, because DA 4 comes from the same ratings." in agreement_words.exclusion_sentences(of)
    by_metric = find_shared_outputs(judged, judged, "COMET", metrics)
    assert [metric.name for metric in by_metric.metrics] == ["DA 4", "DA 4 z"]


def test_the_command_does_not_compare_them(tmp_path, capsys):
    for name in ("ref", "A", "B"):
        (tmp_path / f"{name}.txt").write_text("a b c\nd e f\n" if name != "B" else "a b\nd f e\n")
    for name, numbers in {"wmt-raw": (10, 20, 80, 30), "wmt-z": (-1, 0.5, 1, 0.25), "COMET-refA": (1, 0, 0, 1)}.items():
        rows = zip("AABB", numbers, strict=True)
        (tmp_path / f"{name}.seg.score").write_text("".join(f"{system}\t{number}\n" for system, number in rows))
    files = [str(tmp_path / name) for name in ("ref.txt", "A.txt", "B.txt")]
    scores = [str(tmp_path / f"{name}.seg.score") for name in ("wmt-z", "COMET-refA")]
    command = ["agreement", files[0], "-i", *files[1:], "--judgments", str(tmp_path / "wmt-raw.seg.score")]
    options = ["--scores", *scores, "--trials", "20", "--format", "json", "-m", "bleu"]
    assert main([*command, *options]) == 0
    out, err = capsys.readouterr()
    assert "wmt-z: excluded, because wmt-raw comes from the same ratings." in err
    metrics = {row["metric"] for row in json.loads(out)}
    assert "COMET" in metrics
    assert "wmt-z" not in metrics
