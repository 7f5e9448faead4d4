"""``significance``: what is said before its tables, and the notes beside them."""

from pathlib import Path

import numpy as np
import pytest

import bleuscope as bs
from scoring.cli.main import main
from scoring.judgments.external import ExternalScore
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.comparison import run as compare
from scoring.studies.wording.comparison_notes import comparison_opening
from scoring.studies.wording.method_words import AS_THEY_ARE
from scoring.studies.wording.verdict_words import NO_PAIR
from tests.slipped import made_set

REFERENCE, ONE, OTHER, _ = made_set(120, 3)
THIRD = [line if number % 3 else " ".join(line.split()[:-1]) for number, line in enumerate(OTHER)]
FILES = ["ref.txt", "-i", "one.txt", "other.txt", "third.txt", "--trials", "1000"]


def write(**texts):
    for name, lines in texts.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command on outputs, and gives what it prints."""
    monkeypatch.chdir(tmp_path)
    write(ref=REFERENCE, one=ONE, other=OTHER, third=THIRD)

    def run(*arguments):
        assert main(["significance", *map(str, arguments)]) == 0
        return capsys.readouterr()

    return run


def compared(metrics, **outputs):
    return bs.compare(REFERENCE, outputs, metrics=metrics, trials=1000).verdict


@pytest.mark.parametrize("metrics", [["bleu"], ["ter", "bleu", "chrf"]])
def test_the_verdict_of_the_first_metric_is_said_before_the_tables(run, metrics):
    verdict = compared(metrics, one=ONE, other=OTHER, third=THIRD)
    said = " ".join([str(verdict), *verdict.notes])
    opening, table, *_ = run(*FILES, "-m", *metrics).out.split("\n\n")
    assert opening == said
    assert table.startswith("system")
    assert run(*FILES, "-m", *metrics, "-f", "latex").out.startswith(f"% {said}\n")
    for format_ in ("json", "tsv"):
        assert " is ahead of " not in run(*FILES, "-m", *metrics, "-f", format_).out
    assert " is ahead of " not in run(*FILES, "-m", *metrics, "--baseline", "one").out


def test_the_verdict_is_said_once(run):
    out = run(*FILES, "-m", "ter").out
    assert out.count("Lower TER is better.") == 1
    few = {name: lines[:4] for name, lines in (("ref", REFERENCE), ("one", ONE), ("other", OTHER), ("third", THIRD))}
    write(**few)
    assert run(*FILES).out.count("so no difference can be significant") == 1


def test_no_lead_is_sure_while_outputs_are_doubtful(run):
    write(other=ONE)
    first, second, *_ = run(*FILES).out.split("\n\n")
    assert first == "one and other are doubtful. one and other have the same output."
    assert second.startswith("Not reliable yet. For now: one (same output as other) is ahead of third by ")
    second = run("ref.txt", "-i", "one.txt", "other.txt", "--trials", "100").out.split("\n\n")[1]
    assert second.endswith(" There is no difference to test.")


def test_outputs_that_differ_in_case_alone_count_once_where_the_metric_ignores_it(run):
    write(other=[line.capitalize() for line in ONE])
    assert run(*FILES, "--lowercase").out.startswith("one (same output as other) is ahead of third by ")
    assert "same output" not in run(*FILES).out.split("\n\n")[0]


def test_systems_of_several_runs_have_a_verdict_too(run):
    Path("x.run0.txt").write_text(Path("other.txt").read_text())
    Path("x.run1.txt").write_text(Path("third.txt").read_text())
    out = run("ref.txt", "-i", "one.txt", "x.run0.txt", "x.run1.txt", "--runs", "--trials", "100").out
    assert out.startswith("one is ahead of x by ")
    assert out.count(AS_THEY_ARE) == 1


def test_without_scores_nothing_leads():
    request = ComparisonRequest(ExternalScore("COMET", higher=True), ("a", "b"), trials=20)
    result = compare(request, dict.fromkeys("ab", np.zeros((10, 2))))
    assert comparison_opening([result]) == [NO_PAIR]


def test_other_quotation_marks_are_one_note_with_the_scores_that_score_prints(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    reference = [f"Es sind {n} „Katzen“, sagt sie zu uns allen hier" for n in range(60)]
    straight = [text.replace("„", '"').replace("“", '"').replace("uns", "mir") for text in reference]
    write(ref=reference, straight=straight, right=[text.replace("uns allen", "dir") for text in reference])
    files = ["ref.txt", "-i", "right.txt", "straight.txt"]
    assert main(["score", *files]) == 0
    said = next(line for line in capsys.readouterr().err.splitlines() if "With marks made alike BLEU is" in line)
    for arguments in ([], ["-f", "json"], ["--baseline", "right"], ["-m", "chrf", "bleu"]):
        assert main(["significance", *files, "--trials", "200", *arguments]) == 0
        assert capsys.readouterr().err.splitlines().count(said) == 1
    assert main(["significance", *files, "--trials", "200", "-m", "chrf"]) == 0
    assert "other quotation marks" not in capsys.readouterr().err
    assert main(["significance", *files, "ref.txt", "--trials", "200"]) == 0  # the reference is no system
    assert said in capsys.readouterr().err
