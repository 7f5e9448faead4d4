"""The sample sets, against their files as they are read without our reader."""

import json

import numpy as np
import pytest

from scoring.agreement import GROUPINGS, OrientedScores, find_judge, measure_agreement, tau_b
from scoring.formats import FormatError
from scoring.judgments.external import external_metrics_by_name
from ui.store import samples

NEWS = "news-en-es"
FOLDER = samples.SAMPLE_DATA / NEWS
JUDGES = "Language model 1", "Language model 2"
N_SEGMENTS = 160


@pytest.fixture(scope="module")
def news():
    return samples.sample(NEWS)


def blocks(file):
    """System -> what stands in its lines."""
    rows = [line.split("\t") for line in (FOLDER / file).read_text(encoding="utf-8").splitlines()]
    return {name: [cell for system, cell in rows if system == name] for name, _ in rows}


def test_every_sample_has_a_name_and_says_what_it_is_good_for():
    folders = {path.name for path in samples.SAMPLE_DATA.iterdir() if path.is_dir()}
    assert folders == set(samples.ALL_SAMPLES)
    assert set(samples.SAMPLES) == set(samples.GOOD_FOR)


def test_judges_are_no_people_and_have_judged_all(news):
    assert [(of.name, of.is_human, of.higher_is_better) for of in news.scores] == [(of, False, True) for of in JUDGES]
    assert [(of.name, of.is_human) for of in news.annotations] == [(of, False) for of in JUDGES]
    for of in news.annotations:
        assert set(of.judged) == set(news.system_names)
        assert all(flags.all() for flags in of.judged.values())


@pytest.mark.parametrize("judge", JUDGES)
def test_scores_are_those_of_the_file(news, judge):
    (scores,) = (of for of in news.scores if of.name == judge)
    in_file = blocks(f"{judge}.seg.score")
    assert set(in_file) == set(scores.values) == set(news.system_names)
    for system, cells in in_file.items():
        assert len(cells) == N_SEGMENTS
        assert list(scores.values[system]) == [float(cell) for cell in cells]
        assert all(0 <= float(cell) <= 100 for cell in cells)


@pytest.mark.parametrize("judge", JUDGES)
def test_errors_are_those_of_the_file_and_hold_words(news, judge):
    (annotation,) = (of for of in news.annotations if of.name == judge)
    for system, cells in blocks(f"{judge}.seg.rating").items():
        for segment, text in enumerate(news.system(system).segments.to_pylist()):
            errors = json.loads(cells[segment])["errors"]
            found = annotation.by_text.get((system, segment), ())
            assert len(errors) <= 5
            told = [(e["start"], e["end"], e["category"], e["severity"]) for e in errors]
            assert [(e.start, e.end, e.category, e.severity) for e in found] == told
            for error in found:
                assert error.severity in ("major", "minor")
                marked = text[error.start : error.end]
                assert marked == marked.strip() != "" if error.is_placed else error.category == "accuracy/omission"


@pytest.mark.exhaustive
def test_outputs_that_are_the_same_are_judged_alike(news):
    outputs = {name: news.system(name).segments.to_pylist() for name in news.system_names}
    pairs = [
        (a, b, segment)
        for a in outputs
        for b in outputs
        for segment in range(N_SEGMENTS)
        if a < b and outputs[a][segment] == outputs[b][segment]
    ]
    assert pairs
    for a, b, segment in pairs:
        for judge in JUDGES:
            for file in (f"{judge}.seg.score", f"{judge}.seg.rating"):
                assert blocks(file)[a][segment] == blocks(file)[b][segment]


def test_what_the_note_says_of_their_agreement_holds(news):
    said = (FOLDER / "README.md").read_text(encoding="utf-8")
    one, two = (np.array([of.of(name) for name in news.system_names]) for of in news.scores)
    judge, metric = find_judge(news, JUDGES[0]), external_metrics_by_name(news)[JUDGES[1]]
    measures = "tau_b", "acc_eq"
    found = measure_agreement(judge, OrientedScores.of(metric, metric.measure(news), judge), measures=measures)
    assert found.value("tau_b") == pytest.approx(tau_b(one, two, GROUPINGS[0]))
    for measure in measures:
        low, high = found.interval(measure)
        assert f"| {found.value(measure):.2f} | {low:.2f} to {high:.2f} |" in said
    assert f"| {np.corrcoef(one.ravel(), two.ravel())[0, 1]:.2f} | |" in said
    places = [{(e.system, e.segment, e.start, e.end) for e in of.spans if e.is_placed} for of in news.annotations]
    shared = [len(places[0] & places[1]) / len(of) for of in places]
    assert f"| {shared[0]:.0%} of run 1's, {shared[1]:.0%} of run 2's |".replace("%", " %") in said
    majors = [sum(e.severity == "major" for e in of.spans) for of in news.annotations]
    errors = [f"{len(of.spans):,}, {major}" for of, major in zip(news.annotations, majors, strict=True)]
    assert f"| {' | '.join(errors)} |" in said
    for name, *means in zip(news.system_names, one.mean(axis=1), two.mean(axis=1), strict=True):
        assert f"of {name} | {means[0]:.2f} | {means[1]:.2f} |" in said


def test_judgments_that_do_not_fit_are_an_error_and_not_left_out(monkeypatch, tmp_path):
    folder = tmp_path / NEWS
    folder.mkdir()
    files = {"reference.es.txt": "a b\n", "system.one.es.txt": "a c\n", "judge.seg.score": "one\t1\none\t2\n"}
    for name, text in files.items():
        (folder / name).write_text(text)
    monkeypatch.setattr(samples, "SAMPLE_DATA", tmp_path)
    with pytest.raises(FormatError, match=r"judge\.seg\.score"):
        samples.sample(NEWS)
