"""Which scores are better, whose pair of languages judgments are of, and what is judged twice or of other texts."""

import json

import numpy as np
import pytest

from scoring import TestSet
from scoring.cli.main import main
from scoring.formats import attach, read_contents
from scoring.formats.score_names import direction_in_name, score_of_file
from tests.cases import as_one_test

TEXTS = [f"a text with number {n} in it" for n in range(6)]
A, B = [f"{text} one" for text in TEXTS], [f"{text} two" for text in TEXTS]
SET = TestSet.build({"A": A, "B": B}, [TEXTS])


def scores(name, values, other=None):
    lines = [f"A\t{one}" for one in values] + [f"B\t{one}" for one in other or values]
    return read_contents(name, "".join(f"{line}\n" for line in lines).encode()).judgments


@pytest.mark.parametrize(
    ("name", "values", "higher", "kinds"),
    [
        ("TER.seg.score", [1, 2, 3, 0, 5, 6], False, ["direction"]),
        ("MetricX.seg.score", [1, 2, 3, 0, 5, 6], False, ["direction"]),
        ("en-de.mqm.seg.score", [-1, -2, 0, 0, -5, 0], True, []),
        ("MetricX-23-refA.seg.score", [-1, -2, 0.05, -3, -5, -2], True, []),
        ("COMET.seg.score", [1, 2, 3, 0, 5, 6], True, []),
        ("TER.higher-is-better.seg.score", [1, 2, 3, 0, 5, 6], True, []),
        ("Latency.lower-is-better.seg.score", [1, 2, 3, 0, 5, 6], False, []),
    ],
)
def test_direction_of_mt_metrics_eval(name, values, higher, kinds):
    (found,) = scores(name, values)
    assert (found.higher_is_better, [notice.kind for notice in found.notices]) == (higher, kinds)
    assert found.name == score_of_file(name, ".seg.score")
    assert "better" not in found.name


@as_one_test
@pytest.mark.parametrize("name", ["TER", "Latency", "MQM quality", "HTER"])
@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_written_is_read_the_same_way(name, higher, sign):
    values = sign * np.arange(6.0)
    ending = direction_in_name(f"{name}.seg.score", ".seg.score", values, higher) + ".seg.score"
    (found,) = scores(f"human-scores/{name}{ending}", values)
    assert found.higher_is_better == higher


@pytest.mark.parametrize(
    ("header", "values", "higher", "is_told"),
    [
        ("MQM score", [95, 90, 80, 100, 85, 99], False, True),
        ("MQM_quality", [95, 90, 80, 100, 85, 99], True, False),
        ("error-free score", [0.9, 0.8, 1, 1, 0.5, 0.7], True, False),
        ("mqm", [0, 5, 1, 25, 0, 1], False, False),
        ("TER", [50, 60, 70, 80, 20, 90], False, False),
    ],
)
def test_a_quality_is_no_number_of_errors(header, values, higher, is_told):
    rows = [f"{system}\t{n}\t{value}\n" for system in "AB" for n, value in enumerate(values, 1)]
    found = read_contents("x.tsv", f"system\tsegment\t{header}\n{''.join(rows)}".encode()).judgments
    attached = attach(SET, found)
    assert attached.test_set.scores[0].higher_is_better == higher
    assert ("direction" in {notice.kind for _, notice in attached.notices}) == is_told


@pytest.mark.parametrize(
    ("values", "is_told"), [([999, 999, 80, 70, 60, 50], True), ([100, 100, 80, 70, 99, 99], False)]
)
def test_scores_of_nines_are_told(values, is_told):
    rows = [f"{system}\t{n}\t{value}\n" for system in "AB" for n, value in enumerate(values, 1)]
    found = read_contents("x.tsv", f"system\tsegment\tscore\n{''.join(rows)}".encode()).judgments
    assert ("not-rated" in {notice.kind for _, notice in attach(SET, found).notices}) == is_told


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize("header", ["LP", "lp", "language_pair", "langs"])
@pytest.mark.parametrize("kind", ["scores", "preferences"])
def test_judgments_are_filtered_by_their_pair(tmp_path, capsys, header, kind):
    def of(pair):
        if kind == "scores":
            return "".join(f"{pair}\tA\t{n}\t{n}\n{pair}\tB\t{n}\t{n}\n" for n in range(1, 7))
        return "".join(f"{pair}\t{n}\tA\tB\n" for n in range(1, 7))

    titles = "system\tsegment\tscore" if kind == "scores" else "sid\tbetter\tworse"
    for name, texts in (("ref.en", TEXTS), ("A", A), ("B", B)):
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n")
    files = [str(tmp_path / f"{name}.txt") for name in ("ref.en", "A", "B")]

    def judged(*pairs):
        (tmp_path / "j.tsv").write_text(f"{header}\t{titles}\n" + "".join(map(of, pairs)))
        few = ["-m", "bleu", "--measures", "tau", "--trials", "10"]
        status = main(["agreement", files[0], "-i", *files[1:], "--judgments", str(tmp_path / "j.tsv"), *few])
        return status, "".join(capsys.readouterr())

    assert judged("sk-en")[0] == 0
    status, said = judged("sk-en", "sk-de")
    assert status == 0
    assert "12 " not in said
    assert judged("sk-de") == (2, judged("sk-de")[1])
    assert "judgments of sk-de" in judged("sk-de")[1]
    assert "judgments of sk-en, de-en" in judged("sk-en", "de-en")[1]


def test_texts_of_another_system_are_refused():
    systems = {f"S{n}": [f"{text} {n * 11} {chr(97 + n) * 3}" for text in TEXTS] for n in range(5)}
    test_set = TestSet.build(systems, [TEXTS])
    swapped = systems | {"S0": systems["S1"], "S1": systems["S0"]}
    data = {name: [{"src": "x", "mt": text, "COMET": 0.5} for text in texts] for name, texts in swapped.items()}
    attached = attach(test_set, read_contents("c.json", json.dumps(data).encode()).judgments)
    assert not attached.test_set.scores
    assert "judgments of other texts by S0 than the test set's" in str(attached.refused[0])


def test_an_output_judged_twice_by_one_person_is_told():
    rows = [f"A\t{n}\tr1\t{value}\n" for value in (90, 0) for n in range(1, 7)]
    found = read_contents("x.tsv", f"system\tsegment\tannotator\tscore\n{''.join(rows)}".encode()).judgments
    told = [notice.message for _, notice in attach(SET, found).notices]
    assert "6 outputs judged again by the same annotator; all count." in told
    rows = [f"A\t{n}\t{who}\t50\n" for who in ("r1", "r2") for n in range(1, 7)]
    found = read_contents("x.tsv", f"system\tsegment\tannotator\tscore\n{''.join(rows)}".encode()).judgments
    assert "repeated-outputs" not in {notice.kind for _, notice in attach(SET, found).notices}
