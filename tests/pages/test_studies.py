"""The same question to a page and to a command: the same numbers, and the same sentence."""

import json

import numpy as np
import pytest
from markupsafe import escape

from scoring import METRICS, TestSet
from scoring.agreement import MEASURES
from scoring.cli.main import main
from scoring.formats.judgments import attach
from tests.judged import REFERENCES, SYSTEMS
from tests.judgments import blocks, found, lines
from tests.pages.steps import choice_scores, html, key_of, ran_until, table_with, unfold

PEOPLE = blocks(near=[5, 4, 4, 5, 5, "None"], far=[2, 3, 4, 1, 1, 2], middle=[4, 4, 5, 3, 5, 3])
PROGRAM = blocks(near=[0.9, 0.8, 0.7, 0.9, 0.8, 0.7], far=[0.2, 0.3, 0.3, 0.1, 0.1, 0.3], middle=[0.8] * 6)
RANKS = lines(
    "srcIndex,system1Id,system2Id,system3Id,system1rank,system2rank,system3rank",
    "1,near,far,middle,1,3,2",
    "2,near,far,middle,1,2,1",
    "4,near,far,middle,2,3,1",
    "5,far,near,middle,3,1,2",
)
JUDGED = {"DA.seg.score": PEOPLE, "COMET.seg.score": PROGRAM, "ranks.csv": RANKS}


@pytest.fixture
def told(tmp_path, capsys):
    """What a command prints of the texts and the judgments."""
    for name, texts in {"ref": REFERENCES, **SYSTEMS}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    for name, data in JUDGED.items():
        (tmp_path / name).write_bytes(data)

    def told(command, *arguments):
        texts = [str(tmp_path / f"{name}.txt") for name in ("ref", *SYSTEMS)]
        given = [str(tmp_path / argument) if argument in JUDGED else argument for argument in arguments]
        assert main([command, texts[0], "-i", *texts[1:], *given]) == 0
        return capsys.readouterr().out

    return told


def judged_by(file):
    attached = attach(TestSet.build(SYSTEMS, {"ref": REFERENCES}), found(file, JUDGED[file]), {})
    assert not attached.refused
    return attached.test_set


@pytest.mark.exhaustive
@pytest.mark.parametrize("file", JUDGED)
def test_agreement(visit, told, file):
    chosen = ["--judgments", file, "-m", "bleu", "chrf"]
    records = json.loads(told("agreement", *chosen, "--format", "json"))
    at = visit("agreement", set=key_of(judged_by(file)), agreement_metrics=["BLEU", "chrF"])
    at = unfold(ran_until(at, lambda at: not at.get("progress")), "All measures")
    frame = table_with(at, "metric", "Kendall's tau").set_index("metric")
    labels = {"bleu": "BLEU", "chrf": "chrF", "all ties": "(all ties)", "chance": "(chance)"}
    assert len(records) == len(labels) * len(frame.columns)
    for record in records:
        of_page, value = frame.loc[labels[record["metric"]], MEASURES[record["measure"]].label], record["value"]
        assert np.isnan(of_page) if value is None else of_page == value
    opening = told("agreement", *chosen).split("\n\n")[0].split(" Calibrated pairwise accuracy:")[0]
    paragraphs = opening.partition(" Soft pairwise accuracy")  # of whole systems, apart on the page
    assert str(escape(paragraphs[0])) in html(at)
    assert str(escape("".join(paragraphs[1:]).strip())) in html(at)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("file", ["DA.seg.score", "COMET.seg.score", ""])
def test_choices(visit, told, file):
    test_set = judged_by(file) if file else TestSet.build(SYSTEMS, {"ref": REFERENCES})
    at = ran_until(visit("choose", set=key_of(test_set), choose_seed="7"), lambda at: not at.get("progress"))
    frame = choice_scores(at)
    best = frame.index[0]
    by = [f"system:{best}", "random", "mbr:bleu", "mbr:chrf", "oracle:bleu", "oracle:chrf"]
    asked = ["--by", *by, "--judge", "bleu", "chrf", "ter", "--seed", "7", *(["--scores", file] if file else [])]
    records = json.loads(told("choose", *asked, "--format", "json"))
    rows = {
        f"system:{best}": best,
        "random": "picked at random",
        **{f"mbr:{name}": f"most like the others by {METRICS[name].label}" for name in ("bleu", "chrf")},
        **{f"oracle:{name}": f"closest to the reference by {METRICS[name].label}" for name in ("bleu", "chrf")},
    }
    columns = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER ↓", "DA": "DA", "COMET": "COMET"}
    assert len(records) == len(by) * (3 + bool(file))
    for record in records:
        printed = frame.loc[rows[record["chosen_by"]], columns[record["judged_by"]]]
        assert printed == pytest.approx(record["score"], abs=0.006)
    opening = " ".join(told("choose", *asked).split("\n\n")[0].split("\n"))
    assert str(escape(opening.split(" Of the results in the table")[0])) in html(at)
