"""``agreement``: what it prints is what ``scoring.agreement`` finds, and what does not go together is said."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from scoring import BLEU, CHRF, TestSet
from scoring.agreement import (
    MEASURES,
    OrientedScores,
    Resampling,
    agreement_words,
    chance_agreement,
    constant_scores,
    find_judge,
    measure_agreement,
    swap_scores,
)
from scoring.cli.main import main
from scoring.judgments import Scores
from scoring.studies import agreement as study
from scoring.studies.agreement import usual_metric_trials

REFERENCE = ["a b c d e f", "g h i j k l", "m n o p q r", "s t u v w x", "b c d e f g", "h i j k l m"]
TEXTS = {
    "good": [*REFERENCE[:4], "b c d x x x", "h i j k l m"],
    "fair": ["a b c d x x", "g h i j k l", "m n x p q r", "s t u v w x", "b c d e f g", "h x j x l x"],
    "poor": ["a x c x x x", "g h x j k x", "m n x p x r", "x t u v x x", "b c x e f g", "x x j x l x"],
}
MQM = {"good": [-1.0, 0, "None", -5, 0, -1], "fair": [-2.0, -1, -1, 0, -3, -2], "poor": [-9.0, -1, -3, -4, -4, -2]}
OTHER = {"good": [0.9, 0.8, 0.7, 0.6, 0.5, 0.4], "fair": [0.9, 0.1, 0.8, 0.2, 0.7, 0.3], "poor": [0.1] * 6}
DOCS = "news\tone\nnews\tone\nnews\ttwo\nnews\tthree\nnews\tthree\nnews\ttwo\n"


def seg_scores(columns):
    return "".join(f"{name}\t{score}\n" for name, column in columns.items() for score in column)


def rankings(rows):
    """A file of WMT's rankings: (segment, {system: rank}) each."""
    n = max(len(ranks) for _, ranks in rows)
    header = ["srcIndex", *(f"system{i}{what}" for what in ("Id", "rank") for i in range(1, n + 1))]
    lines = [",".join(map(str, [segment, *ranks, *ranks.values()])) for segment, ranks in rows]
    return "\n".join([",".join(header), *lines, ""])


FILES = {
    "en-de.mqm.seg.score": seg_scores(MQM),
    "COMET.seg.score": seg_scores(OTHER),
    "ESA.seg.score": seg_scores({name: [50.0 + place, 60, 70, 80, 90, 10] for place, name in enumerate(MQM)}),
    "part.seg.score": seg_scores({"good": OTHER["good"], "fair": ["None", *OTHER["fair"][1:]], "poor": OTHER["poor"]}),
    "two.seg.score": seg_scores({name: OTHER[name] for name in ("good", "fair")}),
    "one.seg.score": seg_scores({"good": MQM["good"]}),
    "apart.seg.score": seg_scores(
        {name: [5.0 if at == n else "None" for at in range(6)] for n, name in enumerate(MQM)}
    ),
    "strange.seg.score": seg_scores({"best": MQM["good"], "fair": MQM["fair"], "poor": MQM["poor"]}),
    "en-de.docs": DOCS,
    "short.docs": "news\tone\n",
    "ranks.csv": rankings(
        [
            (1, {"good": 1, "fair": 2, "poor": 3}),
            (2, {"good": 2, "fair": 1, "poor": 2}),
            (2, {"good": 1, "fair": 2, "poor": -1}),
            (5, {"good": 1, "fair": 1, "poor": 2}),
        ]
    ),
}


DIFFERENT = "judged on different segments"


def _without_coverage(err):
    """Without the note that "good" lacks the score of a segment, which has a test of its own."""
    return "".join(f"{line}\n" for line in err.splitlines() if DIFFERENT not in line)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with the files; its exit code, and both outputs."""
    monkeypatch.chdir(tmp_path)
    for name, lines in {"ref": REFERENCE, **TEXTS}.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")

    def run(*arguments, judgments=("en-de.mqm.seg.score",), systems=("good", "fair", "poor")):
        files = ["ref.txt", "-i", *(f"{name}.txt" for name in systems)]
        code = main(["agreement", *files, *(["--judgments", *judgments] if judgments else []), *arguments])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def run_json(run):
    """What it prints as JSON, by metric and measure."""

    def run_json(*arguments, notes="", **files):
        code, out, err = run(*arguments, "--format", "json", **files)
        assert (code, _without_coverage(err)) == (0, notes)
        return {(record["metric"], record["measure"]): record for record in json.loads(out)}

    return run_json


def judged_set():
    values = {name: np.array([np.nan if v == "None" else v for v in column]) for name, column in MQM.items()}
    people = Scores("MQM", values, is_human=True)
    return TestSet.build(TEXTS, [REFERENCE]).with_judgments([people])


@pytest.mark.exhaustive
def test_every_number_is_that_of_the_package(run_json):
    found = run_json("-m", "bleu", "chrf", "--trials", "99", "--seed", "7")
    test_set = judged_set()
    judge = find_judge(test_set, "MQM")
    resampling = Resampling(99, 7)
    allowed = [key for key in MEASURES if key != "tau_majority"]
    assert {measure for _, measure in found} == {*allowed}
    metrics = {"bleu": BLEU(), "chrf": CHRF()}
    scored = {name: OrientedScores.of(metric, metric.measure(test_set), judge) for name, metric in metrics.items()}
    for name, one in [*scored.items(), ("all ties", constant_scores(judge))]:
        expected = measure_agreement(judge, one, resampling)
        for key in allowed:
            record, value, interval = found[name, key], expected.value(key), expected.interval(key)
            assert [record["value"], record["ci_low"], record["ci_high"]] == [
                None if math.isnan(number) else number for number in (value, *interval)
            ]
            assert record["baseline"] == (name == "all ties")
    assert found["chance", "tau"]["value"] == chance_agreement(judge, ["tau"], seed=7)["tau"].mean
    assert found["bleu", "tau"]["signature"].startswith("nrefs:1|case:mixed")
    assert found["bleu", "tau"]["judge"] == "MQM"


@pytest.mark.exhaustive
def test_ranks_of_five_systems_give_the_known_taus(tmp_path, monkeypatch, capsys):
    """Ranks 1, 2, 2, 4, blank and a metric of .5, .5, .3, .4: 3 pairs alike, 1 the other way, 1 tie of the metric."""
    monkeypatch.chdir(tmp_path)
    names = list("abcde")
    Path("ref.txt").write_text("x y\n", encoding="utf-8")
    for name in names:
        Path(f"{name}.txt").write_text(f"x {name}\n", encoding="utf-8")
    Path("ranks.csv").write_text(rankings([(1, dict(zip(names, [1, 2, 2, 4, -1], strict=True)))]), encoding="utf-8")
    scores = dict(zip(names, [[0.5], [0.5], [0.3], [0.4], [0.0]], strict=True))
    Path("COMET.seg.score").write_text(seg_scores(scores), encoding="utf-8")
    files = ["ref.txt", "-i", *(f"{name}.txt" for name in names), "--judgments", "ranks.csv"]
    assert main(["agreement", *files, "--scores", "COMET.seg.score", "--trials", "9", "--format", "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    found = {one["measure"]: one for one in records if one["metric"] == "COMET"}
    expected = {"tau": (0.4, 5), "tau_discordant": (0.2, 5), "tau_excluded": (0.5, 4), "tau_majority": (0.4, 5)}
    assert {key: (found[key]["value"], found[key]["n"]) for key in expected} == {
        key: (pytest.approx(value), n) for key, (value, n) in expected.items()
    }
    assert found["acc_eq"]["n"] == 6
    assert found["acc_eq"]["ci_low"] is None  # of one segment nothing can be drawn
    assert "tau_b" not in found
    assert "spa" not in found


@pytest.mark.exhaustive
def test_the_threshold_is_the_smallest_of_the_best(tmp_path, monkeypatch, capsys):
    """People 1, 1, 1, 4 and a metric 0, 2, 6, 8: 4 of 6 at a threshold of 4."""
    monkeypatch.chdir(tmp_path)
    people, metric = dict(zip("abcd", [1, 1, 1, 4], strict=True)), dict(zip("abcd", [0, 2, 6, 8], strict=True))
    Path("ref.txt").write_text("x y\n", encoding="utf-8")
    for name in people:
        Path(f"{name}.txt").write_text(f"x {name}\n", encoding="utf-8")
    Path("ESA.seg.score").write_text(seg_scores({name: [score] for name, score in people.items()}), encoding="utf-8")
    Path("X.seg.score").write_text(seg_scores({name: [score] for name, score in metric.items()}), encoding="utf-8")
    files = ["ref.txt", "-i", *(f"{name}.txt" for name in people), "--judgments", "ESA.seg.score"]
    command = ["agreement", *files, "--scores", "X.seg.score", "--trials", "9", "--measures", "acc_eq_calibrated"]
    assert main([*command, "--format", "json"]) == 0
    (found,) = [one for one in json.loads(capsys.readouterr().out) if one["metric"] == "X"]
    assert (found["value"], found["epsilon"], found["n"]) == (pytest.approx(4 / 6), 4, 6)
    assert main(command) == 0
    assert "acc_eq_calibrated's thresholds, in each metric's points: BLEU 0, X 4" in capsys.readouterr().out


@pytest.mark.exhaustive
def test_what_n_counts(run_json):
    found = run_json("--trials", "9")
    assert {measure: record["n"] for (metric, measure), record in found.items() if metric == "bleu"} == {
        "tau": 14,  # of 16 pairs people tie one in segment 2 and one in segment 6
        "tau_discordant": 14,
        "tau_excluded": 12,
        "tau_b": 16,
        "acc_eq": 16,
        "acc_eq_calibrated": 16,
        "pearson": 3,
        "spearman": 3,
        "accuracy": 3,
        "spa": 3,
    }


@pytest.mark.exhaustive
def test_preferences_are_ranked_by_tau_and_scores_by_calibrated_accuracy(run):
    _, out, _ = run("--trials", "99", judgments=["ranks.csv"])
    assert out.startswith("Too little data: 10 pairs of outputs. On these 3 segments BLEU judges ")
    assert "Tossing a coin reaches 50 %." in out
    assert "letters" not in out
    assert "judge: rankings, preferences by people; 10 pairs of outputs, of 3 systems and 3 segments" in out
    assert "3 segments are too few for a 95 % interval or p of 0.05: both need 6." in out
    _, out, _ = run("--trials", "99", "-m", "bleu", "chrf", judgments=["ranks.csv"])
    assert "letters: by tau." in out
    _, out, _ = run("--trials", "99", "-m", "bleu", "chrf")
    assert "BLEU and chrF agree best with people (MQM). On these 6 segments each judges " in out
    assert "letters: by acc_eq_calibrated." in out
    assert "there is no 95 % interval" not in out
    assert out.splitlines()[2].split() == [
        "metric",
        "letters",
        *list(MEASURES)[:3],
        "tau_b",
        "acc_eq",
        "acc_eq_calibrated",
    ]


@pytest.mark.exhaustive
def test_the_measures_that_are_asked_for(run, run_json):
    found = run_json("--measures", "spa", "tau", "spa", "--trials", "99")
    assert [measure for metric, measure in found if metric == "bleu"] == ["spa", "tau"]
    _, out, _ = run("--measures", "spa", "tau", "--trials", "99", "-m", "bleu", "ter")
    said, table = out.split("\n\n")[:2]
    assert said.startswith("Soft pairwise accuracy (whole systems): ")
    assert table.split()[:3] == ["metric", "letters", "spa"]
    assert "letters: by spa." in out
    assert "for spa the value +- 2.82 standard deviations of its resamples." in out, "by Student's t of six segments"


@pytest.mark.exhaustive
def test_documents_are_drawn(run_json):
    found = run_json("--unit", "document", "--documents", "en-de.docs", "--trials", "99")["bleu", "tau"]
    judge = find_judge(judged_set(), "MQM")
    scored = OrientedScores.of(BLEU(), BLEU().measure(judged_set()), judge)
    expected = measure_agreement(judge, scored, Resampling(99, 1, np.array([0, 0, 1, 2, 2, 1])))
    assert (found["unit"], found["n_units"]) == ("document", 3)
    assert (found["value"], expected.n_units) == (expected.value("tau"), 3)
    assert found["ci_low"] is found["ci_high"] is None, "three documents are too few"


@pytest.mark.exhaustive
def test_documents_without_judged_segments_are_not_drawn(run_json):
    docs = ["--unit", "document", "--documents", "en-de.docs"]
    assert run_json(*docs, "--trials", "9", judgments=["ranks.csv"])["bleu", "tau"]["n_units"] == 2


@pytest.mark.exhaustive
def test_system_scores_can_be_means(run_json):
    judge = find_judge(judged_set(), "MQM")
    scored = OrientedScores.of(BLEU(), BLEU().measure(judged_set()), judge)
    for kind in ("corpus", "mean"):
        found = run_json("--system-score", kind, "--measures", "pearson", "--trials", "9")["bleu", "pearson"]
        assert found["system_score"] == kind
        assert found["value"] == MEASURES["pearson"].value(judge, scored, kind)


def test_letters_and_pairs_follow_the_test(run, run_json):
    options = ["-m", "bleu", "chrf", "--trials", "199", "--measures", "tau", "accuracy"]
    _, out, _ = run(*options, "--test", "permutation", "--pairs", "--format", "json")
    (pair,) = json.loads(out)  # only the measure that ranks
    judge = find_judge(judged_set(), "MQM")
    bleu, chrf = (OrientedScores.of(metric, metric.measure(judged_set()), judge) for metric in (BLEU(), CHRF()))
    assert (pair["first"], pair["second"], pair["measure"]) == ("bleu", "chrf", "tau")
    assert pair["p_value"] == swap_scores(judge, bleu, chrf, "tau", 199).p_value
    _, out, _ = run(*options, "--pairs", "--format", "json")
    assert [one["measure"] for one in json.loads(out)] == ["tau", "accuracy"]
    found = run_json(*options, "--test", "permutation")
    assert [found["bleu", key]["letters"] for key in ("tau", "accuracy")] == ["a", None]
    assert "swaps of both metrics' standardized scores (PERM-BOTH)" in run(*options, "--test", "permutation")[1]


@pytest.mark.exhaustive
def test_scores_from_a_file_are_a_metric_and_the_judge_is_none(run_json):
    found = run_json("--scores", "COMET.seg.score", "--trials", "99")
    judge = find_judge(judged_set(), "MQM")
    scores = np.array(list(OTHER.values()))
    assert found["COMET", "acc_eq"]["value"] == MEASURES["acc_eq"].value(judge, OrientedScores(scores))
    note = "note: MQM: excluded, because these scores are the judge's own.\n"
    assert ("MQM", "tau") not in run_json("--scores", "en-de.mqm.seg.score", "--trials", "9", notes=note)


def test_only_outputs_count_that_every_metric_has(run_json):
    note = "note: 16 of 17 judged outputs count: only these have a score by every metric. part has 16.\n"
    found = run_json("--scores", "part.seg.score", "--measures", "acc_eq", "--trials", "9", notes=note)
    assert found["bleu", "acc_eq"]["n"] == found["part", "acc_eq"]["n"] == 14
    gone = "note: two: excluded, because it has no scores for poor, which MQM rated.\n"
    found = run_json("--scores", "two.seg.score", "--measures", "acc_eq", "--trials", "9", notes=gone)
    assert {metric for metric, _ in found} == {"bleu", "all ties", "chance"}
    assert found["bleu", "acc_eq"]["n"] == 16


def test_a_system_is_named_of_which_no_output_has_every_score(run_json):
    for at, name in enumerate("xy"):
        columns = {**OTHER, "poor": [0.5 if segment == at else "None" for segment in range(6)]}
        Path(f"{name}.seg.score").write_text(seg_scores(columns), encoding="utf-8")
    notes = (
        "note: 10 of 17 judged outputs count: only these have a score by every metric. x has 12, y has 12.\n"
        "note: Excluded (no output with a score by every metric): poor.\n"
    )
    found = run_json("--scores", "x.seg.score", "y.seg.score", "--trials", "9", notes=notes)
    assert found["bleu", "pearson"]["n"] == 2


def test_systems_that_nobody_judged_are_named(run):
    Path("new.txt").write_text("".join(f"{line}\n" for line in REFERENCE), encoding="utf-8")
    code, _, err = run("--trials", "9", systems=["good", "fair", "poor", "new"])
    same = "note: The output of new is the reference itself.\n"
    assert (code, _without_coverage(err)) == (0, f"{same}note: Excluded (no MQM scores): new.\n")


def test_of_several_judges_the_first_counts_unless_another_is_named(run, run_json):
    both = ["ESA.seg.score", "en-de.mqm.seg.score"]
    note = "note: --judgments has scores by MQM, ESA: MQM is used; choose another one with --judge NAME.\n"
    assert run_json("--trials", "9", judgments=both, notes=note)["bleu", "tau"]["judge"] == "MQM"
    assert run_json("--trials", "9", "--judge", "ESA", judgments=both)["bleu", "tau"]["judge"] == "ESA"
    out = run("--trials", "9", judgments=["COMET.seg.score"])[1]
    assert "as the judge COMET (not people) does." in out
    assert "judge: COMET, scores, not by people; 18 pairs" in out


@pytest.mark.exhaustive
def test_names_are_matched(run, run_json):
    code, _, err = run("--trials", "9", judgments=["strange.seg.score"])
    assert code == 2
    assert "best, which no system is called; there are good. Say which is which with --match NAME=SYSTEM" in err
    note = "note: strange.seg.score: Names that differ: best is good.\n"
    match = ["--match", "beste=good", "--match", "best=good"]
    code, _, err = run("--trials", "9", *match, judgments=["strange.seg.score"])
    assert (code, "No judgments are of 'beste'" in err, "(did you mean best?)" in err) == (2, True, True)
    options = ["--trials", "9", "--match", "best=good"]
    assert run_json(*options, judgments=["strange.seg.score"], notes=note)["bleu", "tau"]["n"] == 14


@pytest.mark.exhaustive
def test_what_is_noticed_of_a_file_that_has_both_is_said_once(run):
    Path("both.seg.score").write_text(seg_scores({**MQM, "refA": [0] * 6}), encoding="utf-8")
    _, _, err = run("--trials", "9", "--scores", "both.seg.score", judgments=["both.seg.score"])
    assert err.count("refA is a reference and not among the systems; left out.") == 1


@pytest.mark.exhaustive
def test_trials_grow_with_the_pairs_of_metrics_and_too_few_are_said(run, run_json):
    assert run_json()["bleu", "tau"]["trials"] == 1000
    assert (usual_metric_trials(2), usual_metric_trials(15)) == (1000, 4200)
    options = ["-m", "bleu", "chrf", "ter", "--measures", "tau"]
    assert (
        "With 58 resamples no corrected p can be 0.05 or less; use --trials 59 or more."
        in run(*options, "--trials", "58")[1]
    )
    assert "no corrected p" not in run(*options, "--trials", "59")[1]


def test_tests_that_would_take_minutes_wait_to_be_asked_for(run, run_json, monkeypatch):
    monkeypatch.setattr(study, "LONG_WORK", 1)
    options = ["-m", "bleu", "chrf"]
    _, said, _ = run(*options)
    assert "letters" not in said
    assert "Differences are not tested: 1 pair of metrics needs 1,000 resamples. Use --pairs" in said
    assert run_json(*options)["bleu", "tau"]["letters"] is None
    for asked in (["--trials", "1000"], ["--pairs"], ["--test", "permutation", "--measures", "tau"]):
        assert "are not tested" not in run(*options, *asked)[1]


def test_all_four_formats_say_the_same(run):
    options = ["-m", "bleu", "chrf", "--trials", "500"]
    records = json.loads(run(*options, "--format", "json")[1])
    header, *rows = (line.split("\t") for line in run(*options, "--format", "tsv")[1].splitlines())
    assert header == list(records[0])
    values = [None if row[2] == "nan" else float(row[2]) for row in rows]
    assert values == [record["value"] for record in records]
    table, latex = run(*options)[1], run(*options, "--format", "latex")[1]
    for text in (
        "judge: MQM, scores by people; 16 pairs of outputs, of 3 systems and 6 segments",
        agreement_words.HOLDS_HERE,
        "BLEU: nrefs:1",
        "tau_b: Kendall's tau-b",
    ):
        assert text in table
        assert f"% {text}" in latex
    (bleu,) = [one for one in records if (one["metric"], one["measure"]) == ("chrf", "tau")]
    cell = f"{bleu['value']:.3f} [{bleu['ci_low']:.3f}, {bleu['ci_high']:.3f}]"
    assert cell in table
    assert cell.replace("-", "$-$") in latex
    assert latex.count(r"\begin{tabular}") == 2
    assert r"acc\_eq\_calibrated" in latex
    assert r"\textbf{" in latex


@pytest.mark.parametrize(
    ("options", "files", "message"),
    [
        (["--judge", "nobody"], {}, "Unknown judge 'nobody'; there are MQM."),
        ([], {"judgments": []}, "the following arguments are required: --judgments"),
        ([], {"judgments": ["nothing.csv"]}, "nothing.csv: No such file or directory; check its name"),
        ([], {"judgments": ["ref.txt"]}, "ref.txt: expected scores, found a file of text."),
        ([], {"judgments": ["en-de.docs"]}, "expected judgments of outputs, found no scores or preferences."),
        (
            [],
            {"systems": ["good"]},
            "MQM: agreement needs judgments of two systems' outputs of one segment; found none.",
        ),
        ([], {"judgments": ["one.seg.score"]}, "one: agreement needs judgments of two systems' outputs"),
        (["--measures", "tau_majority"], {}, "The measure tau_majority is not defined for scores, which MQM has;"),
        (["--measures", "spa"], {"judgments": ["ranks.csv"]}, "The measure spa is not defined for preferences"),
        (["--measures", "rho"], {}, "argument --measures: invalid choice: 'rho'"),
        (
            ["--scores", "apart.seg.score"],
            {},
            "MQM: no segment has two outputs with a score of every metric. Of 17 judged",
        ),
        (["--scores", "nothing.tsv"], {}, "nothing.tsv: No such file or directory"),
        (["--match", "x=nobody"], {}, "No system 'nobody'; there are good, fair, poor."),
        (["--unit", "document"], {}, "nothing says which segments make up a document."),
        (["--pairs"], {}, "--pairs needs two metrics; there is only BLEU. Add more with -m or --scores."),
        (["--unit", "document", "--documents", "short.docs"], {}, "short.docs"),
        (["--trials", "0"], {}, "The number of trials must be 1 to 10,000,000; found 0."),
        (["-o", "en-de.mqm.seg.score"], {}, "is one of the files to read"),
    ],
)
def test_bad_input_is_one_line(run, options, files, message):
    code, out, err = run(*options, **files)
    assert (code, out) == (2, "")
    assert message in err
    assert err.splitlines()[-1].startswith("scoring: ")
    assert len([line for line in err.splitlines() if not line.startswith("note: ")]) == 1


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        ((), "Pearson, Spearman and System accuracy compare means over these."),
        (("spearman",), "Spearman compares means over these."),
        (("tau", "spa"), None),
    ],
)
def test_means_over_different_segments_are_told(run, measures, said):
    asked = ["--trials", "9", *(["--measures", *measures] if measures else [])]
    code, _, err = run(*asked)
    numbers = "good 5, fair 6, poor 6; all share 5"
    told = [] if said is None else [f"note: MQM: systems are judged on different segments ({numbers}); {said}"]
    assert code == 0
    assert [line for line in err.splitlines() if DIFFERENT in line] == told
    assert run(*asked, "--strict")[0] == (2 if told else 0)
