"""All pairs under one metric, for every metric; and the command ``significance`` in its four formats."""

import json
import math
import re
from dataclasses import asdict, fields, replace
from pathlib import Path

import numpy as np
import pytest

from scoring import BLEU, METRICS, TER, TestSet
from scoring.cli.main import main
from scoring.cli.reports.significance import _end
from scoring.significance import (
    Comparison,
    Randomization,
    Verdicts,
    adjust,
    bootstrap,
    compare,
    group_runs,
    judge,
    monte_carlo_interval,
    randomize,
    usual_trials,
)
from tests.ratios import RATIO, rows

REFERENCE = ["the cat is on the mat", "there is a cat & a dog", "he reads", "", "it rained all day long"]
GOOD = ["the cat the cat on the mat", "there is a cat & a dog", "she reads", "", "it rained all day"]
POOR = ["a cat is on a mat", "a dog", "he reads", "", "it rained all day long"]
FILES = {"ref.txt": REFERENCE, "good.txt": GOOD, "poor.txt": POOR, "same.txt": GOOD}
NAMES = ["metric", "a", "b", "score_a", "score_b", "difference"]
NAMES += ["p_value", "p_adjusted", "ci_low", "ci_high", "trials", "seed"]
HOW = ["test", "correction", "signature", "verdict", "verdict_trials", "verdict_p_value", "verdict_p_adjusted"]
HOW += ["unit", "n_units"]
RUNS = ["exchange", "runs_a", "runs_b", "s_sel_a", "s_sel_b", "s_opt_a", "s_opt_b"]
ODD = re.compile(
    r"note: .* have the same output\.|note: The outputs? of .* (is|are) .*\."
    r"|note: .*: \d+ segments? (is|are) empty or only spaces .*|note: .*: Every segment is the same, .*"
)
each_metric = pytest.mark.parametrize("metric", [kind() for kind in METRICS.values()], ids=METRICS)
each_test = pytest.mark.parametrize("test", ["ar", "bootstrap"])


@each_metric
@each_test
def test_every_metric_is_compared(metric, test):
    texts = {"good": GOOD * 4, "poor": POOR * 4, "same": GOOD * 4}
    measured = metric.measure(TestSet.build(texts, [REFERENCE * 4]))
    shares = []
    found = compare(metric, measured, test, trials=200, seed=3, on_progress=shares.append)
    assert [(pair.a, pair.b) for pair in found.pairs] == [("good", "poor"), ("good", "same"), ("poor", "same")]
    tested = (randomize if test == "ar" else bootstrap)(metric, measured, 200, 3)
    resampled = bootstrap(metric, measured, 200, 3)
    p_values = [tested.p_values[0, 1], 1, tested.p_values[1, 2]]
    assert [pair.p_value for pair in found.pairs] == p_values
    assert [pair.p_adjusted for pair in found.pairs] == p_values, "good and same are one system to the max-T test"
    holm = compare(metric, measured, test, trials=200, seed=3, correction="holm")
    assert [pair.p_adjusted for pair in holm.pairs] == adjust(np.array(p_values)).tolist()
    for pair in found.pairs:
        assert pair.metric == metric.name
        assert pair.difference == pair.score_a - pair.score_b
        assert pair.score_a == metric.score(measured[pair.a].sum(axis=0))
        assert (pair.ci_low, pair.ci_high) == resampled.difference_interval(pair.a, pair.b)
        assert (pair.trials, pair.seed) == (200, 3)
    np.testing.assert_array_equal(found.p_adjusted, found.p_adjusted.T)
    assert len(found.letters) == 3
    assert set(found.letters[0]) & set(found.letters[2])
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_the_ranking_has_its_letters_and_its_direction():
    measured = {name: rows([part] * 20) for name, part in (("low", 2), ("high", 8), ("also high", 8), ("mid", 5))}
    found = compare(RATIO, measured, trials=300)
    assert [found.systems[index] for index in found.order] == ["high", "also high", "mid", "low"]
    assert found.letters == ["c", "a", "a", "b"]
    measured = {
        name: TER().statistics([text] * 20, [["a b c d"] * 20]) for name, text in zip("xy", ["a", "a b"], strict=True)
    }
    found = compare(TER(), measured, trials=300)
    assert (found.order, found.letters) == ([1, 0], ["b", "a"])


def test_letters_go_by_the_adjusted_p_values():
    """Of four systems none is told apart once p is adjusted for six pairs, though some p-values are below the level."""
    generator = np.random.default_rng(2)
    measured = {f"{lead}": rows(generator.normal(50 + 0.9 * lead, 10, 100), 100) for lead in range(4)}
    for correction in ("max-t", "holm"):
        found = compare(RATIO, measured, trials=9999, correction=correction)
        assert (found.p_values <= 0.05).any()
        assert not (found.p_adjusted <= 0.05).any()
        assert found.letters == ["a"] * 4
    uncorrected = compare(RATIO, measured, trials=9999, correction="none")
    assert (uncorrected.correction, len({*"".join(uncorrected.letters)})) == ("none", 2)


def test_one_segment_tells_no_systems_apart():
    found = compare(RATIO, {"A": rows([1]), "B": rows([9])}, "bootstrap", trials=999)
    assert (found.n_tested, found.letters) == (0, ["a", "a"])
    assert math.isnan(found.pairs[0].p_value)
    assert math.isnan(found.pairs[0].p_adjusted)


def test_a_system_without_a_score_is_told_apart_from_none():
    measured = {"A": rows([1] * 9), "B": rows([9] * 9), "nothing": rows([0] * 9, whole=0)}
    found = compare(RATIO, measured, trials=300)
    assert found.letters == ["b", "a", "ab"]
    assert found.order == [1, 0, 2]
    assert found.n_tested == 1
    assert math.isnan(found.pairs[1].p_adjusted)
    assert found.pairs[0].p_adjusted == found.pairs[0].p_value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"test": "t"}, "Unknown test 't'; there are ar, bootstrap"),
        ({"correction": "x"}, "Unknown correction 'x'"),
        ({"seed": -1}, "The seed must be 0 to"),
        ({"trials": 0}, "The number of trials must be 1 to"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        compare(RATIO, {"A": rows([1]), "B": rows([1])}, **options)


@each_test
def test_resamples_that_are_there_are_those_that_would_be_drawn(test):
    measured = {"A": rows([1, 5, 2] * 10), "B": rows([4, 4, 1] * 10)}
    shares = []
    found = compare(
        RATIO, measured, test, 60, 2, on_progress=shares.append, resampled=bootstrap(RATIO, measured, 60, 2)
    )
    assert found.pairs == compare(RATIO, measured, test, 60, 2).pairs
    assert shares[-1] == 1


@pytest.mark.parametrize(
    "other",
    [
        bootstrap(
            BLEU(), {"A": BLEU().statistics(GOOD, [REFERENCE]), "B": BLEU().statistics(POOR, [REFERENCE])}, 50, 2
        ),
        bootstrap(RATIO, {"B": rows([4, 4, 1]), "A": rows([1, 5, 2])}, 50, 2),
        bootstrap(RATIO, {"A": rows([1, 5, 2]), "B": rows([4, 4, 2])}, 50, 2),
        bootstrap(RATIO, {"A": rows([1, 5, 2]), "B": rows([4, 4, 1])}, 51, 2),
        bootstrap(RATIO, {"A": rows([1, 5, 2]), "B": rows([4, 4, 1])}, 50, 3),
    ],
    ids=["metric", "systems", "statistics", "trials", "seed"],
)
def test_resamples_of_something_else_are_refused(other):
    with pytest.raises(ValueError, match="Expected resamples of the same statistics"):
        compare(RATIO, {"A": rows([1, 5, 2]), "B": rows([4, 4, 1])}, trials=50, seed=2, resampled=other)


# The command line


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, lines in FILES.items():
        Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def run(folder, capsys):
    """Runs a command that must succeed, and gives what it prints."""

    def run(*arguments):
        code = main(["significance", "ref.txt", "-i", *arguments])
        out, err = capsys.readouterr()
        assert code == 0
        assert [line for line in err.splitlines() if not ODD.fullmatch(line)] == []
        return out

    return run


def test_a_lead_that_is_quotation_marks_is_doubtful(tmp_path, capsys):
    reference = [f"Es sind {n} „Katzen“, sagt sie zu uns allen hier" for n in range(30)]
    right = [text if n % 2 else text.replace("allen", "beiden") for n, text in enumerate(reference)]
    straight = [text.replace("„", '"').replace("“", '"') for text in right]
    paths = [tmp_path / name for name in ("ref.txt", "right.txt", "straight.txt")]
    for path, lines in zip(paths, (reference, right, straight), strict=True):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = ["significance", str(paths[0]), "-i", *map(str, paths[1:])]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert said.startswith("straight is doubtful. right and straight: quotation marks account for ")
    assert "not reliable yet" in said
    paths.append(tmp_path / "twin.txt")
    paths[-1].write_bytes(paths[1].read_bytes())
    assert main(["significance", str(paths[0]), "-i", *map(str, paths[1:])]) == 0
    first, second, *_ = capsys.readouterr().out.split("\n\n")
    assert (first.endswith("have the same output."), second.startswith("right and straight: quotation marks")) == (1, 1)
    assert main([*asked, "-m", "chrf", "--trials", "99"]) == 0
    assert "doubtful" not in capsys.readouterr().out


@each_test
def test_json(run, test):
    out = run(
        "good.txt",
        "poor.txt",
        "-m",
        "bleu",
        "ter",
        "--test",
        test,
        "--trials",
        "100",
        "--seed",
        "5",
        "--format",
        "json",
    )
    found = json.loads(out)
    assert [list(row) for row in found] == [[*NAMES, *HOW, "doubtful"]] * 2
    for row, metric in zip(found, (BLEU(), TER()), strict=True):
        measured = {"good": metric.statistics(GOOD, [REFERENCE]), "poor": metric.statistics(POOR, [REFERENCE])}
        expected = asdict(compare(metric, measured, test, trials=100, seed=5).pairs[0])
        expected |= {"ci_low": None, "ci_high": None}
        how = test, "max-t", f"nrefs:1|{metric.signature}", "too little data"
        how += 100, expected["p_value"], expected["p_adjusted"], "segment", len(REFERENCE)
        assert row == expected | dict(zip(HOW, how, strict=True)) | {"doubtful": None}


def test_tsv(run):
    header, *found = [
        line.split("\t") for line in run("good.txt", "poor.txt", "same.txt", "--format", "tsv").split("\n")[:-1]
    ]
    assert header == [*NAMES, *HOW, "doubtful"]
    assert [field.name for field in fields(Comparison)] == NAMES
    assert [row[12:14] for row in found] == [["ar", "max-t"]] * 3
    assert [row[:3] for row in found] == [["bleu", "good", "poor"], ["bleu", "good", "same"], ["bleu", "poor", "same"]]
    metric = BLEU()
    assert float(found[0][3]) == metric.score(metric.statistics(GOOD, [REFERENCE]).sum(axis=0))


def test_table(run):
    assert run("good.txt", "poor.txt", "same.txt", "--trials", "99") == (
        "good and same are doubtful. good and same have the same output.\n"
        "\n"
        "Not reliable yet. For now: good (same output as same) is ahead of poor by 25.57 BLEU points: 69.71 against"
        " 44.14. There is too little data to tell. With 5 segments approximate randomization gives no p below about"
        " 0.0625, so no difference can be significant. Two systems have to differ in at least 6 segments.\n"
        "\n"
        "system      BLEU    low    high    letters\n"
        "--------  ------  -----  ------  ---------\n"
        "good       69.71    n/a     n/a        a ⚠\n"
        "same       69.71    n/a     n/a        a ⚠\n"
        "poor       44.14    n/a     n/a        a\n"
        "\n"
        "first    second      BLEU first - second    low    high       p    corrected p             verdict\n"
        "-------  --------  ---------------------  -----  ------  ------  -------------  ------------------\n"
        "good     same                       0.00    n/a     n/a  1.0000         1.0000  same output\n"
        "good     poor                      25.57    n/a     n/a  0.8500         0.8500  too little data\n"
        "same     poor                      25.57    n/a     n/a  0.8500         0.8500  too little data\n"
        "\n"
        "p: approximate randomization, two-sided, 99 shuffles, seed 1\n"
        "corrected p: for 3 comparisons (step-down max-T)\n"
        "letters: Systems that share a letter do not differ significantly. “Significant” means corrected p ≤ 0.05,"
        " beyond its Monte Carlo error.\n"
        "verdict: clear if the corrected p is at most 0.01, likely if it is at most 0.05, beyond the Monte Carlo error."
        " Pairs that are not settled are tested further, up to 1,000,000 times. A pair that is still open is too close"
        " to call; if the time limit comes first, it needs more trials.\n"
        "⚠: not reliable yet\n"
        "low, high: 95 % expanded percentile intervals of the bootstrap with 99 resamples\n"
        "A 95 % interval takes at least 6 segments; you have 5.\n"
        "BLEU: nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:BLEUscope-0.1.0\n"
    )


def test_every_metric_has_the_options_that_it_has_in_score(run, capsys):
    options = ["-m", "ter", "--ter-no-shifts", "--ter-case-sensitive", "--format", "json"]
    (found,) = json.loads(run("good.txt", "poor.txt", "--trials", "9", *options))
    assert main(["score", "ref.txt", "-i", "good.txt", "poor.txt", *options]) == 0
    assert [found["score_a"], found["score_b"]] == [score["score"] for score in json.loads(capsys.readouterr().out)]


def test_latex(run):
    Path("50%_x.txt").write_text(Path("poor.txt").read_text(encoding="utf-8"), encoding="utf-8")
    out = run("good.txt", "50%_x.txt", "--trials", "99", "--format", "latex")
    assert out.count(r"\begin{tabular}") == 2
    assert r"50\%\_x" in out
    assert "% p: approximate randomization, two-sided, 99 shuffles, seed 1\n" in out


def test_runs(run):
    for name, source in (("x.opt0", "good"), ("x.opt1", "poor"), ("y.opt0", "good"), ("y.opt1", "same")):
        Path(f"{name}.txt").write_text(Path(f"{source}.txt").read_text(encoding="utf-8"), encoding="utf-8")
    files = [f"{name}.txt" for name in ("x.opt0", "x.opt1", "y.opt0", "y.opt1")]
    assert len(json.loads(run(*files, "--trials", "99", "--format", "json"))) == 6
    (pair,) = json.loads(run(*files, "--trials", "99", "--runs", "--format", "json"))
    assert (pair["a"], pair["b"]) == ("x", "y")
    table = run(*files, "--trials", "99", "--runs")
    assert re.search(r"^y +69\.71 .* 2 +69\.71 +\d+\.\d\d +0\.00$", table, re.MULTILINE)
    assert "s_sel is the standard deviation of a run's score due to the choice of segments" in table
    assert "\np and intervals hold for these runs only" in table
    assert "s\\_sel" in run(*files, "--trials", "99", "--runs", "--format", "latex")


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(
    "given",
    [[], ["--exchange", "segments"], ["--exchange", "together"], ["--exchange", "runs"], ["--test", "bootstrap"]],
)
def test_runs_are_exchanged_as_asked(run, given):
    sources = {"x.opt0": "good", "x.opt1": "poor", "y.opt0": "good", "y.opt1": "same", "z": "poor"}
    for name, source in sources.items():
        Path(f"{name}.txt").write_text(Path(f"{source}.txt").read_text(encoding="utf-8"), encoding="utf-8")
    exchange = given[-1].replace("segments", "together") if "--exchange" in given else "together"
    names = list(sources)[: 4 if exchange == "runs" else 5]
    arguments = [*(f"{name}.txt" for name in names), "--runs", "--trials", "300", *given]
    found = json.loads(run(*arguments, "--format", "json"))
    metric = BLEU()
    measured = {name: metric.statistics(FILES[f"{sources[name]}.txt"], [REFERENCE]) for name in names}
    test = "bootstrap" if "bootstrap" in given else "ar"
    expected = compare(metric, measured, test, trials=300, groups=group_runs(names), exchange=exchange)
    assert [row["p_value"] for row in found] == [pair.p_value for pair in expected.pairs]
    assert list(found[0]) == [*NAMES, *HOW, *RUNS, "doubtful"]
    x, y = expected.runs[:2]
    values = [exchange if test == "ar" else None, 2, 2, x.selection, y.selection, x.instability, y.instability]
    assert list(found[0].values())[-len(RUNS) - 1 : -1] == values
    header, row, *_ = run(*arguments, "--format", "tsv").split("\n")
    assert header.split("\t") == [*NAMES, *HOW, *RUNS, "doubtful"]
    assert row.split("\t")[-len(RUNS) - 1 : -1] == ["" if value is None else str(value) for value in values]
    table = run(*arguments)
    assert ("If the runs of one system are similar, this makes p too small" in table) == (exchange == "runs")
    together = "All outputs of a segment are swapped together"
    assert (together in table) == (exchange == "together" and test == "ar")
    if exchange == "together":
        assert found[-1]["runs_b"] == 1
        assert found[-1]["s_opt_b"] is None


DRAWS = {"ar": "shuffles", "bootstrap": "resamples"}
TESTED = {"ar": "approximate randomization", "bootstrap": "paired bootstrap"}
NAMED = {
    "max-t": "step-down max-T",
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "bh": "Benjamini-Hochberg",
    "none": "none",
}


def test_pairs_are_read_by_rank_the_better_system_first():
    measured = BLEU().measure(TestSet.build({"poor": POOR, "good": GOOD}, [REFERENCE]))
    found = compare(BLEU(), measured, "ar", 99, 1)
    (pair,), (read,) = found.pairs, found.ranked_pairs
    assert (read.a, read.b, read.difference) == ("good", "poor", -pair.difference)
    assert (read.score_a, read.score_b, read.p_value) == (pair.score_b, pair.score_a, pair.p_value)
    turned = replace(pair, ci_low=-2.0, ci_high=1.0).turned
    assert (turned.ci_low, turned.ci_high) == (-1.0, 2.0)


def test_an_end_that_is_not_0_is_not_printed_as_0():
    assert [_end(end, 2) for end in (-0.004, 0.0, 0.003, -1.5)] == ["-0.004", "0.00", "0.003", "-1.50"]


@pytest.mark.quick_cases(4)
@pytest.mark.parametrize("correction", NAMED)
@each_test
def test_test_and_correction_are_those_asked_for_and_are_said(run, test, correction):
    files = ["good.txt", "poor.txt", "same.txt"]
    given = ["--test", test, "--correction", correction, "--trials", "99"]
    measured = BLEU().measure(TestSet.build({"good": GOOD, "poor": POOR, "same": GOOD}, [REFERENCE]))
    expected = compare(BLEU(), measured, test, 99, 1, correction).pairs
    found = json.loads(run(*files, *given, "--format", "json"))
    assert [row["p_adjusted"] for row in found] == [pair.p_adjusted for pair in expected]
    assert {(row["test"], row["correction"]) for row in found} == {(test, correction)}
    table = run(*files, *given)
    assert f"p: {TESTED[test]}, two-sided, 99 {DRAWS[test]}" in table
    corrected = f"for 3 comparisons ({NAMED[correction]})"
    assert f"corrected p: {'not corrected for multiple comparisons' if correction == 'none' else corrected}\n" in table


def one_segment_each():
    for name in ("ref", "good", "poor"):
        line = Path(f"{name}.txt").read_text(encoding="utf-8").split("\n")[0]
        Path(f"{name}.txt").write_text(f"{line}\n", encoding="utf-8")


@each_test
def test_one_segment_has_no_interval(run, test):
    one_segment_each()
    given = ["--trials", "99", "--test", test]
    table = run("good.txt", "poor.txt", *given)
    assert re.search(r"^good +\d+\.\d\d +n/a +n/a +a$", table, re.MULTILINE)
    assert re.search(r"^poor +\d+\.\d\d +n/a +n/a +a$", table, re.MULTILINE)
    said = "\nThere is no interval" if test == "ar" else " One segment is too few for the paired bootstrap"
    assert table.count(f"{said}: ") == 1
    (found,) = json.loads(run("good.txt", "poor.txt", *given, "--format", "json"))
    assert found["ci_low"] is found["ci_high"] is None
    assert (found["p_value"] is None) == (test == "bootstrap")


@pytest.mark.parametrize(("trials", "said"), [(1, "1 resample\n"), (53, "53 resamples\n"), (54, "54 resamples\n")])
def test_few_resamples_have_no_interval(run, trials, said):
    for name, lines in (("ref", REFERENCE), ("good", GOOD), ("poor", POOR)):
        Path(f"{name}.txt").write_text("\n".join(lines * 6) + "\n", encoding="utf-8")
    table = run("good.txt", "poor.txt", "--trials", str(trials))
    assert f"intervals of the bootstrap with {said}" in table
    assert ("With 30 segments an interval takes at least 54 resamples.\n" in table) == (trials < 54)
    assert bool(re.search(r"^good +69\.71 +n/a +n/a ", table, re.MULTILINE)) == (trials < 54)


def clear(n_segments):
    """Files of that length in which every segment tells three systems apart."""
    for name, line in (("ref", "a b c d e"), ("good", "a b c d"), ("poor", "a b x d"), ("worst", "a x c x")):
        Path(f"{name}.txt").write_text(f"{line}\n" * n_segments, encoding="utf-8")
    return ["good.txt", "poor.txt", "worst.txt", "-m", "ter"]


NOTHING = "so no difference can be significant"


def test_too_few_trials_are_no_matter_where_more_are_drawn(run):
    for correction in ("max-t", "holm"):
        table = run(*clear(30), "--trials", "9", "--correction", correction)
        assert NOTHING not in table
        assert table.count(" clear\n") == 3


def test_too_few_segments_are_said(run):
    files = clear(6)
    said = f"(0.0938 when corrected for 3 comparisons), {NOTHING}. Two systems have to differ in at least 7 segments."
    assert said in run(*files, "--trials", "2000", "--correction", "holm")
    assert NOTHING not in run(*clear(7), "--trials", "2000", "--correction", "holm")
    assert said in run(*clear(6), "--test", "bootstrap", "--correction", "holm")
    assert NOTHING not in run(*clear(7), "--test", "bootstrap", "--correction", "holm")
    said = f"no p below about 0.0625, {NOTHING}. Two systems have to differ in at least 6 segments."
    assert said in run(*clear(5), "--trials", "2000")
    assert NOTHING not in run(*clear(6), "--trials", "2000")
    table = run(*clear(5), "--test", "bootstrap")
    assert f"With 5 segments the paired bootstrap gives {said}" in table
    assert "Draw at least" not in table
    assert NOTHING not in run(*clear(6), "--test", "bootstrap")


def test_what_is_not_the_same_for_every_metric_is_said_by_metric(run):
    """Without a matching trigram TER is defined, BLEU by smoothing method 6 of NLTK is not."""
    for name, line in (("ref", "a b c d e"), ("good", "a b c d e"), ("poor", "a b c d x"), ("worst", "x a y")):
        Path(f"{name}.txt").write_text(f"{line}\n" * 9, encoding="utf-8")
    files = ["good.txt", "poor.txt", "worst.txt", "--trials", "30", "-m"]
    method = ["--dialect", "nltk", "--smoothing", "6"]
    by_metric = {
        metric: [row["p_value"] for row in json.loads(run(*files, metric, *options, "--format", "json"))]
        for metric, options in (("bleu", method), ("ter", []))
    }
    assert [sum(p is not None for p in found) for found in by_metric.values()] == [1, 3]
    table = run(*files, "bleu", "ter", *method)
    assert "corrected p: BLEU of a single pair, nothing to correct; TER corrected for 3 comparisons (step-down" in table
    assert "\nLower TER is better.\n" in table
    assert "Lower BLEU" not in table


def test_a_score_that_is_not_defined_is_null(run):
    Path("ref.txt").write_text("\n\n", encoding="utf-8")
    for name in ("good.txt", "poor.txt"):
        Path(name).write_text("\n\n", encoding="utf-8")
    (found,) = json.loads(run("good.txt", "poor.txt", "--trials", "9", "--format", "json"))
    assert found["p_value"] is found["score_a"] is found["ci_low"] is None
    assert re.search(r"good +poor( +n/a){5} +too little data\n", run("good.txt", "poor.txt", "--trials", "9"))


@pytest.mark.parametrize(("count", "written"), [(4995, "0.04996"), (5000, "0.05001"), (4999, "0.0500")])
def test_p_values_beside_the_level_show_their_side(run, monkeypatch, count, written):
    """Of 99,999 shuffles."""
    monkeypatch.setattr(Verdicts, "refined", property(lambda found: found.comparisons))
    monkeypatch.setattr(Randomization, "p_values", np.full((2, 2), (count + 1) / 100_000))
    assert re.search(rf" +{written} +{written} ", run("good.txt", "poor.txt", "--trials", "9", "--correction", "none"))


def test_small_p_values_are_no_zeros(run):
    Path("ref.txt").write_text("a b c d\n" * 50, encoding="utf-8")
    Path("good.txt").write_text("a b c d\n" * 50, encoding="utf-8")
    Path("poor.txt").write_text("a b x d\n" * 50, encoding="utf-8")
    assert re.search(
        r"-25.00 +1e-05 +1e-05 +not reliable yet\n", run("good.txt", "poor.txt", "-m", "ter", "--trials", "99999")
    )


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("ref.txt -i good.txt", "at least 2 systems to compare; found 1"),
        ("ref.txt -i good.txt --test bootstrap", "at least 2 systems to compare; found 1"),
        ("ref.txt -i good.txt poor.txt --trials 0", "number of trials must be 1 to 10,000,000; found 0"),
        ("ref.txt -i good.txt poor.txt --trials x", "--trials"),
        ("ref.txt -i good.txt poor.txt --seed -1", "The seed must be 0 to"),
        ("ref.txt -i good.txt poor.txt --test t", "--test"),
        ("ref.txt -i good.txt poor.txt --correction tukey", "--correction"),
        (
            "ref.txt -i good.txt poor.txt --runs",
            "--runs: expected names such as x.opt0, x.opt1 for runs of x; found good",
        ),
        ("ref.txt -i good.txt poor.txt --exchange runs", "--exchange is for --runs under --test ar"),
        ("ref.txt -i good.txt poor.txt --runs --test bootstrap --exchange runs", "--exchange is for --runs"),
        (
            "ref.txt -i x.opt0.txt x.opt1.txt good.txt --runs --exchange runs",
            "as many of every system; x has 2, good has 1",
        ),
        ("ref.txt -i x.opt0.txt x.opt1.txt --runs", "at least 2 systems to compare; found 1"),
        ("ref.txt -i good.txt poor.txt -o good.txt", "one of the files to read"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(folder, monkeypatch, capsys, command, message):
    """Before anything is scored."""
    monkeypatch.setattr("scoring.cli.commands.significance.system_statistics_by_metric", None)
    for name in ("x.opt0.txt", "x.opt1.txt"):
        Path(name).write_text(Path("good.txt").read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["significance", *command.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("scoring: ")
    assert err.count("\n") == 1
    assert message in err


def test_the_interval_of_p_holds_p():
    for count in (0, 1, 50, 99):
        low, high = monte_carlo_interval(count, 99)
        assert low <= (count + 1) / 100 <= high


def test_the_verdict_and_the_trials_drawn_for_it_are_said(run):
    files = {"ref.txt": ["a b c d"] * 40, "good.txt": ["a b c d"] * 40, "poor.txt": ["a b x d"] * 40}
    for name, lines in files.items():
        Path(name).write_text("\n".join(lines), encoding="utf-8")
    command = ["good.txt", "poor.txt", "-m", "ter", "--trials", "30"]
    (found,) = json.loads(run(*command, "--format", "json"))
    metric = TER()
    measured = {name: metric.statistics(files[f"{name}.txt"], [files["ref.txt"]]) for name in ("good", "poor")}
    verdicts = judge(compare(metric, measured, trials=30), measured)
    assert found["verdict"] == verdicts.state("good", "poor") == "clear"
    drawn = verdicts.n_trials("good", "poor")
    assert drawn == found["verdict_trials"] > found["trials"] == 30
    assert found["p_value"] == found["verdict_p_value"] == verdicts.p_value("good", "poor") < 0.01
    assert found["p_adjusted"] == found["verdict_p_adjusted"] == verdicts.p_adjusted("good", "poor")
    assert verdicts.comparisons.pairs[0].p_value > 0.01
    table = run(*command)
    assert f"\nTER, good and poor: p from {drawn:,} shuffles\n" in table
    assert re.search(r"good +poor .* 0\.0013 +0\.0013 +not reliable yet", table)
    header, row = (line.split("\t") for line in run(*command, "--format", "tsv").split("\n")[:2])
    assert dict(zip(header, row, strict=True))["verdict"] == found["verdict"]


def test_of_many_pairs_with_further_trials_the_number_is_said(run):
    Path("ref.txt").write_text("a b c d e\n" * 30, encoding="utf-8")
    for name in range(6):
        lines = ["a b c x" if segment < 6 * name else "a b c d" for segment in range(30)]
        Path(f"s{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = [f"s{name}.txt" for name in range(6)]
    for more in ([], ["--baseline", "s0"]):
        table = run(*files, "-m", "ter", "--trials", "10", *more)
        said = re.findall(r"^TER, (.*): p from [\d,]+ shuffles$", table, re.MULTILINE)
        assert any(re.fullmatch(r"\d+ pairs", which) for which in said)
        assert len(said) < 6


@each_test
@pytest.mark.parametrize("correction", ["max-t", "holm", "none"])
def test_some_systems_are_still_among_all(test, correction):
    generator = np.random.default_rng(3)
    measured = {name: rows(generator.integers(0, 9, 30)) for name in "abcd"}
    found = compare(RATIO, measured, test, trials=200, correction=correction)
    some = found.only(["d", "b"])
    assert some.systems == ("d", "b")
    whole = {frozenset((pair.a, pair.b)): pair for pair in found.pairs}
    (pair,) = some.pairs
    of_all = whole[frozenset("bd")]
    assert (pair.p_value, pair.p_adjusted) == (of_all.p_value, of_all.p_adjusted)
    assert (pair.score_a, pair.score_b) == (of_all.score_b, of_all.score_a)
    assert (pair.ci_low, pair.ci_high) == pytest.approx((-of_all.ci_high, -of_all.ci_low))
    assert some.n_tested == 6
    assert some.only(["b"]).n_tested == 6
    with pytest.raises(ValueError, match="No system 'x'; there are d, b"):
        some.only(["x"])


@pytest.mark.parametrize(("n_systems", "trials"), [(2, 10_000), (14, 10_000), (15, 10_500), (36, 63_000)])
def test_many_pairs_take_more_trials_where_p_is_multiplied(n_systems, trials):
    assert usual_trials(n_systems, "holm") == trials
    assert usual_trials(n_systems) == usual_trials(n_systems, "none") == 10_000
    with pytest.raises(ValueError, match="Unknown correction 'x'"):
        usual_trials(n_systems, "x")
