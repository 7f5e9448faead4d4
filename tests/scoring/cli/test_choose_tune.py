"""``choose tune``: what it prints is what ``scoring.lab.tuning`` finds, and bad input is named."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from scoring import BLEU
from scoring.choosing import Lists
from scoring.cli.main import main
from scoring.lab.tuning import TuningCandidates, compare_tuners, halves, tune
from scoring.lab.tuning.baseline_tests import tuner_letters
from scoring.significance import adjust
from tests.written_lists import write_jsonl, write_moses

WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "he", "reads", "every", "good", "book", "all", "day", "long"]
N_LISTS, N_CANDIDATES = 12, 5
TUNERS = ["mert", "expected:2", "expected:7"]
ARGUMENTS = f"--tuners {' '.join(TUNERS)} --replications 2 --trials 50 --starts 1"


def made(seed):
    """Lists and references: a feature that says how near a candidate is, another one that says nothing."""
    generator = np.random.default_rng(seed)
    references = [[WORDS[at] for at in generator.integers(0, len(WORDS), 8)] for _ in range(N_LISTS)]
    texts, features = [], []
    for reference in references:
        for changed in generator.permutation(N_CANDIDATES):
            places = generator.permutation(8)[:changed]
            texts.append(" ".join("x" if at in places else word for at, word in enumerate(reference)))
            features.append([-float(changed) + generator.normal() / 4, generator.normal()])
    lists = Lists.build(np.array(texts).reshape(N_LISTS, N_CANDIDATES).tolist())
    table = np.array(features).round(4)
    scored = (table @ [0.1, 1.0]).round(4)
    given = Lists(lists.candidates, lists.offsets, (), table, ("near", "noise"), scored)
    return given, [" ".join(reference) for reference in references]


LISTS, REFERENCES = made(1)
OTHERS, OTHER_REFERENCES = made(2)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with the files; its exit code, and both outputs."""
    monkeypatch.chdir(tmp_path)
    Path("lists.moses").write_bytes(write_moses(LISTS))
    Path("others.jsonl").write_bytes(write_jsonl(OTHERS))
    Path("plain.jsonl").write_bytes(write_jsonl(Lists(LISTS.candidates, LISTS.offsets)))
    Path("renamed.moses").write_bytes(write_moses(LISTS).replace(b"noise=", b"other="))
    Path("few.moses").write_bytes(b"".join(write_moses(LISTS).splitlines(True)[: 3 * N_CANDIDATES]))
    for name, texts in {"ref": REFERENCES, "other-ref": OTHER_REFERENCES, "few-ref": REFERENCES[:3]}.items():
        Path(f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")

    def run(command):
        code = main(["choose", "tune", *command.split()])
        return code, *capsys.readouterr()

    return run


def records(tuning, tests):
    """As JSON has them, of what was found."""
    base = tests.index(tuning.baseline.name)
    names = [one.name for one in tuning.tuned]
    adjusted = dict(zip(names, adjust(np.array([tests.p_values[tests.index(n), base] for n in names])), strict=True))
    for one in tuning.all:
        at = tests.index(one.name)
        is_baseline = one is tuning.baseline
        yield {
            "tuner": one.name,
            "development": one.development.mean(),
            "held_out": one.held_out.mean(),
            "spread": np.std(one.held_out, ddof=1),
            "development_length": one.development_lengths.mean(),
            "held_out_length": one.held_out_lengths.mean(),
            "p_value": None if is_baseline else tests.p_values[at, base],
            "p_adjusted": None if is_baseline else adjusted[one.name],
            "letters": tuner_letters(tuning, tests).get(one.name),
            "weights": dict(zip(tuning.feature_names, one.weights.mean(axis=0), strict=True)),
        }


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("files", ["halves", "held out"])
def test_records_are_what_tuning_finds(run, files):
    metric = BLEU(lowercase=True)
    if files == "halves":
        sides = halves(LISTS, [REFERENCES], metric, seed=3)
        given = ""
    else:
        sides = (
            TuningCandidates.of(LISTS, [REFERENCES], metric),
            TuningCandidates.of(OTHERS, [OTHER_REFERENCES], metric),
        )
        given = "--held-out others.jsonl other-ref.txt"
    tuning = tune(*sides, TUNERS, 2, 3, penalty=0.5, starts=1)
    tests = compare_tuners(tuning, 50, 3)
    options = f"--seed 3 --penalty 0.5 --lowercase {given} --format json"
    code, out, err = run(f"lists.moses ref.txt {ARGUMENTS} {options}")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert [record["tuner"] for record in found] == ["decoder", *TUNERS]
    for record, expected in zip(found, records(tuning, tests), strict=True):
        weights = expected.pop("weights")
        assert record["weights"] == pytest.approx(weights)
        assert {name: record[name] for name in expected} == pytest.approx(expected, nan_ok=True)
        settings = {"replications": 2, "penalty": 0.5, "trials": 50, "seed": 3, "correction": "holm"}
        sizes = {"n_development": len(sides[0]), "n_held_out": len(sides[1]), "exchange": "together"}
        assert record.items() >= (settings | sizes).items()
        assert record["signature"] == metric.full_signature([REFERENCES])


def test_tuning_finds_the_feature_that_tells(run):
    found = {record["tuner"]: record for record in json.loads(run(f"lists.moses ref.txt {ARGUMENTS} --format json")[1])}
    assert found["decoder"]["weights"] == pytest.approx({"near": 0.1, "noise": 1.0}, rel=1e-2)
    for name in TUNERS:
        assert found[name]["weights"]["near"] > abs(found[name]["weights"]["noise"])
        assert found[name]["held_out"] > found["decoder"]["held_out"]


def test_tsv(run):
    header, *rows = [line.split("\t") for line in run(f"lists.moses ref.txt {ARGUMENTS} --format tsv")[1].splitlines()]
    assert header[-2:] == ["weight:near", "weight:noise"]
    assert [row[0] for row in rows] == ["decoder", *TUNERS]
    found = json.loads(run(f"lists.moses ref.txt {ARGUMENTS} --format json")[1])
    assert [float(row[-2]) for row in rows] == [record["weights"]["near"] for record in found]
    assert rows[0][header.index("p_value")] == "nan"


def test_table(run):
    code, out, err = run(f"lists.moses ref.txt {ARGUMENTS}")
    assert (code, err) == (0, "")
    assert re.search(
        r"^expected:7 +\w+ +\d+\.\d\d [* ] +\d+\.\d\d [* ] +\d+\.\d\d +\d+\.\d +[\d.]+$", out, re.MULTILINE
    )
    assert re.search(r"^near +0\.1 +[\d.]+ +[\d.]+ +[\d.]+$", out, re.MULTILINE)
    for said in (
        "surely better than the decoder's choice",
        "smoothings",
        "Length:",
        "Tuned on 6 development lists, drawn anew 2 times; judged by BLEU on 6 held-out lists",
        "50 shuffles, adjusted (holm) for 3 tuners; tuners that share a letter do not differ significantly",
        "With 50 shuffles",
        "are few",
        "where a decoder would search anew",
        "BLEU: nrefs:1|",
    ):
        assert said in out
    assert "adjusted" not in run(f"lists.moses ref.txt {ARGUMENTS} --correction none")[1].split("p: against")[1][:90]


def test_latex(run):
    _, out, _ = run(f"lists.moses ref.txt {ARGUMENTS} --format latex")
    assert out.count(r"\begin{tabular}") == 2
    assert re.search(r"^near +& +0\.1 ", out, re.MULTILINE)
    assert all(line.startswith("%") for line in out.rstrip().split("\n\n")[-1].split("\n"))


def test_one_replication(run):
    _, out, _ = run("lists.moses ref.txt --tuners expected:0 --replications 1 --trials 20")
    assert "One replication does not show" in out
    assert re.search(r"^expected:0 .* n/a ", out, re.MULTILINE)


REFUSED = {
    "lists.moses": "lists.moses: there is no reference with it. Give a file of lists, then references.",
    "lists.moses few-ref.txt": "lists.moses: expected 3 lists, one for each segment, found 12 lists.",
    "plain.jsonl ref.txt": "plain.jsonl: The lists have no features; tuning looks for the weights of features.",
    "lists.moses ref.txt --held-out plain.jsonl ref.txt": "plain.jsonl: The lists have no features",
    "few.moses few-ref.txt": "few.moses: Halves take at least 4 lists; found 3: judge on others (Judged on; on the",
    "few.moses few-ref.txt --replications 0": "The number of replications must be 1 to 100; found 0",
    "few.moses few-ref.txt --penalty -1": "found -1",
    "lists.moses ref.txt --tuners pro": "Unknown tuner 'pro'; there are mert, mira and expected:SMOOTHING.",
    "lists.moses ref.txt --tuners expected:9": "9",
    "lists.moses ref.txt --replications 0": "The number of replications must be 1 to 100; found 0",
    "lists.moses ref.txt --penalty -1": "found -1",
    "lists.moses ref.txt --starts none": "argument --starts: must be a whole number from 1 to 1,000; found none",
    "lists.moses ref.txt --held-out others.jsonl": "others.jsonl: there is no reference with it.",
    "lists.moses ref.txt --held-out renamed.moses ref.txt": "Expected the same features in",
    "lists.moses ref.txt --held-out renamed.moses ref.txt -o renamed.moses": "renamed.moses: is one of the files to",
    "lists.moses ref.txt -i ref.txt": "unrecognized arguments: -i ref.txt",
}


@pytest.mark.parametrize(("command", "message"), REFUSED.items())
def test_refused(run, command, message):
    code, out, err = run(command)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.rstrip("\n").split("\n")) == 1


def test_help_is_of_the_command_of_two_words(capsys):
    with pytest.raises(SystemExit):
        main(["choose", "tune", "-h"], prog="bleuscope")
    assert "usage: bleuscope choose tune [-h]" in " ".join(capsys.readouterr().out.split())
