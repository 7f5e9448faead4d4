"""The report's table for LaTeX: its numbers are the report's, and its caption says how to read them."""

import re
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from types import SimpleNamespace

import pytest

from scoring import BLEU, TER, TestSet
from scoring.judgments.external import external_metrics_by_name
from scoring.output.numbers import decimals_to_distinguish
from scoring.report.latex_table import _decimals_of_tested, report_latex
from tests.hostile import TEXTS
from tests.scoring.report.made_reports import REFERENCE, judged, reported, toy, worse

CELL = re.compile(r"(?:\\textbf\{)?(?P<score>(?:\$-\$)?[\d.]+|n/a)(?: \((?P<delta>[^)]+)\))?\}?")
SYSTEMS = {f"s{n}": worse(REFERENCE, n) for n in (1, 2, 3, 9, 12)}


def rows_of(table):
    """System -> its cells, read without the writer's help."""
    body = table.split("\\midrule\n")[1].split("\n\\bottomrule")[0]
    rows = [re.split(r"(?<!\\)&", line.removesuffix(r" \\")) for line in body.split("\n")]
    return {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows}


def number(cell):
    return Decimal(CELL.fullmatch(cell)["score"].replace("$-$", "-"))


@pytest.fixture(scope="module")
def report():
    return toy(SYSTEMS)


@pytest.mark.exhaustive
def test_systems_that_differ_significantly_are_not_printed_alike(report):
    rows = rows_of(report_latex(report))
    assert [*rows] == [standing.system for standing in report.standings]
    for a, b in combinations(rows, 2):
        if report.verdicts.state(a, b) in ("clear", "likely"):
            assert number(rows[a][0]) != number(rows[b][0])
    decimals = {-number(row[0]).as_tuple().exponent for row in rows.values()}
    assert decimals == {1}, "one is enough here"


def test_differences_that_one_decimal_hides_get_more():
    verdicts = SimpleNamespace(state=lambda a, b: "clear")
    standings = [SimpleNamespace(system=name) for name in "abc"]
    given = SimpleNamespace(verdicts=verdicts, standings=standings, metrics=[BLEU()])
    assert _decimals_of_tested(given, [30.12, 30.14, 31.0]) == 2
    assert _decimals_of_tested(given, [30.1, 30.2, float("nan")]) == 1
    assert _decimals_of_tested(given, [30.0001, 30.0002, 31.0]) == 4
    assert decimals_to_distinguish([0.8504, 0.8536, 0.9], 4) == 3
    assert decimals_to_distinguish([1.0, 1.0], 2) == 1


def test_scores_are_those_of_the_report(report):
    rows = rows_of(report_latex(report))
    for standing in report.standings:
        score, _, *others = rows[standing.system]
        for cell, exact in zip([score, *others], [standing.score, *standing.others], strict=True):
            unit = Decimal(1).scaleb(number(cell).as_tuple().exponent)
            assert abs(number(cell) - Decimal(exact)) <= unit / 2


def test_marks_say_what_differs_from_the_best_and_the_caption_says_so(report):
    table = report_latex(report)
    marks = {"clear": "{}**", "likely": "{}*"}
    best = report.decision.best
    for system, row in rows_of(table).items():
        state = None if system == best else report.verdicts.state(best, system)
        assert row[1] == marks.get(state, "")
    assert "\\label{tab:scores-toy}" in table
    (caption,) = re.findall(r"\\caption\{(.*)\}$", table, re.MULTILINE)
    for said in (
        f"differs significantly from {best} by BLEU",
        "approximate randomization, two-sided, 400 shuffles, seed 1",
        "step-down max-T",
        r"Lower is better: TER",
        "40 segments, 1 reference",
    ):
        assert said in caption
    origin = [line for line in table.split("\n") if line.startswith("%")]
    signed = zip(report.metrics, report.signatures, strict=True)
    assert {f"% {metric.full_name}: {signature}" for metric, signature in signed} <= {*origin}


def test_with_a_baseline_printed_differences_are_those_of_the_printed_scores(report):
    based = toy(SYSTEMS, baseline="s2")
    table = report_latex(based)
    rows = rows_of(table)
    base = rows["s2"]
    for system, row in rows.items():
        for place in (0, 2, 3):
            found = CELL.fullmatch(row[place])
            if system == "s2":
                assert found["delta"] is None
                continue
            delta = Decimal(found["delta"].replace("$-$", "-"))
            assert number(row[place]) - number(base[place]) == delta
    assert "In brackets: the difference from s2." in table
    assert "differs significantly from s2" in table
    assert rows["s2"][1] == ""
    pairs = [{found.better, found.worse} for found in based.differences]
    assert all("s2" in pair for pair in pairs)
    assert len(pairs) == len(SYSTEMS) - 1


def test_the_caption_has_the_trials_of_the_pair_that_needed_most(report):
    verdicts = SimpleNamespace(
        comparisons=report.comparisons,
        state=report.verdicts.state,
        n_trials=lambda a, b: 43_000 if "s3" in (a, b) else 400,
    )
    table = report_latex(replace(report, verdicts=verdicts))
    assert "400 to 43,000 shuffles, seed 1; corrected for 10 comparisons" in table


def test_a_system_without_a_score_has_none_in_the_table():
    test_set = judged()
    outputs = {name: test_set.system(name).segments for name in test_set.system_names} | {"new": REFERENCE}
    rated = TestSet.build(outputs, [REFERENCE], REFERENCE).with_judgments(test_set.scores)
    mqm = external_metrics_by_name(rated, {"BLEU"})["MQM"]
    rows = rows_of(report_latex(reported(rated, mqm)))
    assert rows.pop("new")[:2] == ["n/a", ""]
    assert {len(re.search(r"\.(\d+)", row[0])[1]) for row in rows.values()} == {mqm.decimals}, "those of the report"


def test_braces_and_environments_close_whatever_texts_hold():
    name = "".join(TEXTS)
    names = ["".join(TEXTS[at::3]) for at in range(3)]
    table = report_latex(toy({text: worse(REFERENCE, n + 1) for n, text in enumerate(names)}, name=name, trials=10))
    lines = [line for line in table.split("\n") if not line.startswith("%")]
    bare = re.sub(r"\\[{}\\]", "", "\n".join(lines))
    assert bare.count("{") == bare.count("}")
    assert re.findall(r"\\(begin|end)\{([\w*]+)\}", bare) == [
        ("begin", "table*"),
        ("begin", "adjustbox"),
        ("begin", "tabular"),
        ("end", "tabular"),
        ("end", "adjustbox"),
        ("end", "table*"),
    ]
    assert len(rows_of(table)) == len(names)


@pytest.mark.exhaustive
def test_the_best_of_a_falling_metric_is_the_lowest():
    report = toy(SYSTEMS, metric=TER())
    rows = rows_of(report_latex(report))
    bold = [system for system, row in rows.items() if row[0].startswith(r"\textbf")]
    assert min(rows, key=lambda system: number(rows[system][0])) in bold
