"""Systems beside a baseline by several metrics: scores, intervals and p as sacreBLEU's paired tests print them."""

import json
import math

import numpy as np
import pytest
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.metrics import CHRF as SacreCHRF
from sacrebleu.significance import PairedTest

from scoring import BLEU, CHRF
from scoring.cli.main import main
from scoring.judgments.external import ExternalScore
from scoring.output.numbers import probability
from scoring.significance import compare, judge, monte_carlo_interval
from scoring.studies.baseline import differences_from_baseline, place_system, placement_sentence
from scoring.studies.comparison import baseline_rows
from tests.corpora import SAMPLE_SETS

SYSTEMS = {name.split("/")[1]: (texts, references) for name, texts, references in SAMPLE_SETS if "news-en-es/" in name}
BASELINE, *OTHERS = SYSTEMS
REFERENCES = SYSTEMS[BASELINE][1]


def compared(metric, **options):
    measured = {name: metric.statistics(texts, REFERENCES) for name, (texts, _) in SYSTEMS.items()}
    return compare(metric, measured, **options)


def judged(metric):
    measured = {name: metric.statistics(texts, REFERENCES) for name, (texts, _) in SYSTEMS.items()}
    return judge(compare(metric, measured, trials=300), measured)


def theirs(test, trials):
    metrics = {"b": SacreBLEU(references=REFERENCES), "c": SacreCHRF(references=REFERENCES)}
    texts = [(name, texts) for name, (texts, _) in SYSTEMS.items()]
    _, found = PairedTest(texts, metrics, None, test, trials)()
    return {BLEU: found["BLEU"], CHRF: found["chrF2"]}


@pytest.mark.exhaustive
def test_scores_and_intervals_are_those_of_sacrebleu(quiet_sacrebleu):
    for metric, expected in theirs("bs", 1000).items():
        listed = baseline_rows(compared(metric(), correction="none"), BASELINE)
        assert [beside.system for beside in listed] == [BASELINE, *OTHERS]
        for beside, their in zip(listed, expected, strict=True):
            assert beside.score == pytest.approx(their.score, abs=1e-9)
            assert beside.half_width == pytest.approx(their.ci, rel=0.1)


@pytest.mark.exhaustive
def test_p_is_that_of_sacrebleu_within_monte_carlo_error(quiet_sacrebleu):
    for metric, expected in theirs("ar", 2000).items():
        listed = baseline_rows(compared(metric(), correction="none"), BASELINE)
        assert math.isnan(listed[0].p_value)
        for beside, their in zip(listed[1:], expected[1:], strict=True):
            low, high = monte_carlo_interval(round(their.p_value * 2001) - 1, 2000, level=0.9999)
            our_low, our_high = monte_carlo_interval(round(beside.p_value * 10_001) - 1, 10_000, level=0.9999)
            assert max(low, our_low) <= min(high, our_high)
            assert beside.p_adjusted == beside.p_value


def test_p_is_adjusted_for_all_pairs_and_the_cell_says_all_three():
    found = compared(BLEU(), trials=300)
    whole = {frozenset((pair.a, pair.b)): pair for pair in found.pairs}
    for beside in baseline_rows(found, OTHERS[0])[1:]:
        pair = whole[frozenset((beside.system, OTHERS[0]))]
        assert (beside.p_value, beside.p_adjusted) == (pair.p_value, pair.p_adjusted)
        assert beside.table_cell(2) == f"{beside.score:.2f} ± {beside.half_width:.2f} (p = {beside.p_adjusted:.4f})"
    with pytest.raises(ValueError, match="No system 'x'"):
        baseline_rows(found, "x")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    columns = {f"ref{number}.txt": texts for number, texts in enumerate(REFERENCES)}
    columns |= {f"{name}.txt": texts for name, (texts, _) in SYSTEMS.items()}
    for name, texts in columns.items():
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return [*list(columns)[: len(REFERENCES)], "-i", *list(columns)[len(REFERENCES) :]]


@pytest.mark.exhaustive
def test_the_command_line_prints_one_table(files, capsys):
    command = ["significance", *files, "-m", "bleu", "-m", "chrf", "--trials", "300", "--baseline", OTHERS[0]]
    assert main(command) == 0
    head, _, *rows = capsys.readouterr().out.split("\n\n")[0].split("\n")
    assert head.split() == ["system", "BLEU", "chrF"]
    columns = [baseline_rows(judged(metric).refined, OTHERS[0]) for metric in (BLEU(), CHRF())]
    for row, *cells in zip(rows, *columns, strict=True):
        assert [part.strip() for part in row.split("  ") if part] == [
            cells[0].system,
            *(cell.table_cell(2) for cell in cells),
        ]
    assert main([*command, "--format", "latex"]) == 0
    assert f"{columns[0][1].table_cell(2).replace('±', '$' + chr(92) + 'pm$')} &" in capsys.readouterr().out


@pytest.mark.exhaustive
def test_the_records_hold_every_digit_and_the_verdict(files, capsys):
    command = ["significance", *files, "--trials", "300", "--baseline", BASELINE, "--format"]
    assert main([*command, "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    verdicts = judged(BLEU())
    for record, beside in zip(found, baseline_rows(verdicts.refined, BASELINE), strict=True):
        assert (record["score"], record["ci_low"], record["ci_high"]) == (beside.score, beside.ci_low, beside.ci_high)
        if beside.system == BASELINE:
            assert (record["p_value"], record["verdict"]) == (None, None)
            assert record["verdict_trials"] is record["verdict_p_value"] is record["verdict_p_adjusted"] is None
        else:
            assert record["p_adjusted"] == record["verdict_p_adjusted"] == beside.p_adjusted
            assert record["verdict_trials"] == verdicts.n_trials(beside.system, BASELINE)
            assert record["verdict"] == verdicts.state(beside.system, BASELINE)
    assert main([*command, "tsv"]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split("\t") == list(found[0])
    assert len(rows) == len(found)


def test_a_baseline_that_is_not_there_is_an_error(files, capsys):
    assert main(["significance", *files, "--baseline", "nobody"]) == 2
    assert f"no system 'nobody'; there are {', '.join(SYSTEMS)}." in capsys.readouterr().err


# --- a new system against the baseline and its nearest ---


def verdicts_of(scores, metric=None):
    """Verdicts on systems whose segments have these scores each, for how well they stand and not for what they say."""
    metric = metric or ExternalScore("x", higher=True)
    random = np.random.default_rng(3)
    noise = random.normal(0, 1, 40)
    noise -= noise.mean()
    rows = {
        name: np.stack([score + noise * (1 + place / 10), np.ones(40)], axis=1)
        for place, (name, score) in enumerate(scores.items())
    }
    return judge(compare(metric, rows, trials=200), rows)


def test_a_new_system_is_placed_between_its_neighbours():
    verdicts = verdicts_of({"a": 9.0, "new": 7.0, "b": 6.5, "base": 2.0})
    placed = place_system(verdicts, "new", "base")
    assert (placed.rank, placed.n_systems) == (2, 4)
    assert (placed.nearest.name, placed.nearest.lead) == ("b", 0.5)
    assert (placed.baseline.name, placed.baseline.lead) == ("base", 5.0)
    assert placed.nearest.p_adjusted == verdicts.p_adjusted("new", "b")
    assert str(placement_sentence(placed)) == (
        f"new is 2nd of 4 by x: 5.00 ahead of the baseline base (p = {probability(placed.baseline.p_adjusted)}), 0.50"
        f" ahead of b, the nearest system (p = {probability(placed.nearest.p_adjusted)})."
        " p is corrected for 6 comparisons (step-down max-T)."
    )


def test_a_hidden_system_is_not_named_where_a_new_one_stands():
    verdicts = verdicts_of({"a": 9.0, "new": 7.0, "b": 6.5, "base": 2.0})
    placed = place_system(verdicts, "new", "base", ("base", "a", "new"))
    assert (placed.rank, placed.n_systems, placed.nearest.name) == (2, 3, "a")
    assert place_system(verdicts, "new", "b", ("a", "new")).baseline is None
    assert place_system(verdicts, "new", None, ("new",)) is None


def test_lower_scores_are_ahead_where_lower_is_better():
    placed = place_system(verdicts_of({"a": 9.0, "new": 7.0}, ExternalScore("x", higher=False)), "new", "a")
    assert (placed.rank, placed.baseline.lead) == (1, 2.0)
    said = str(placement_sentence(placed))
    assert said.startswith("new is 1st of 2 by x: 2.00 ahead of the baseline a, which is also the nearest system (p = ")
    assert "corrected" not in said


def test_without_a_baseline_the_nearest_alone_is_named():
    verdicts = verdicts_of({"a": 7.0, "new": 7.0, "b": 3.0})
    for baseline in (None, "new", "unknown"):
        placed = place_system(verdicts, "new", baseline)
        assert placed.baseline is None
        assert str(placement_sentence(placed)).startswith(
            "new is 1st of 3 by x: level with a, the nearest system (p = "
        )


def test_a_system_that_a_verdict_leaves_out_is_named_once():
    placed = place_system(verdicts_of({"a": 9.0, "new": 7.0}), "new", "a")
    said = str(placement_sentence(placed, ExternalScore("MQM", higher=True)))
    assert said.startswith(
        "new has no MQM and is not in this verdict; it is 2nd of 2 by x: 2.00 behind the baseline a, "
    )
    assert said.count("new") == 1


def test_a_system_without_a_score_has_no_place():
    assert place_system(verdicts_of({"a": 7.0, "new": math.nan, "b": 3.0}), "new", "a") is None
    assert place_system(verdicts_of({"a": 7.0, "b": 3.0}), "nobody") is None


@pytest.mark.parametrize(
    ("rank", "said"), [(1, "1st"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (22, "22nd")]
)
def test_ranks_are_said_as_people_say_them(rank, said):
    scores = {f"s{place}": 100.0 - place for place in range(1, 24)}
    assert f" is {said} of 23 by " in str(placement_sentence(place_system(verdicts_of(scores), f"s{rank}")))


def test_differences_are_those_of_printed_scores():
    found = differences_from_baseline(BLEU(), {"a": 20.004, "base": 10.006, "b": math.nan}, "base")
    assert found["a"] == 9.99
    assert math.isnan(found["base"])
    assert math.isnan(found["b"])
