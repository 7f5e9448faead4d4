"""Every option of every metric by its flag, and metrics that need all references at once."""

import json
from types import SimpleNamespace

import nltk.data
import pytest

from scoring import BLEU, METRICS, NIST, Metric, TestSet
from scoring.cli import inputs
from scoring.cli.main import main
from scoring.cli.shared.system_statistics import system_statistics_by_metric
from scoring.options import options_of
from tests.cases import as_one_test
from tests.wordnet import write_wordnet

REFERENCE = ["the cat is on the mat", "there is a cat & a dog", "he reads a book", "it rained", "a cat and a dog"]
SYSTEM = ["the cat sat on the mat", "there is the Dog", "he reads a book", "it rains", "a cat, a dog"]

each_option = pytest.mark.parametrize(
    ("kind", "declared"),
    [pytest.param(kind, d, id=f"{name}-{d.name}") for name, kind in METRICS.items() for d in options_of(kind)],
)


@pytest.fixture(autouse=True, scope="module")
def _wordnet(tmp_path_factory):
    """For METEOR's synonyms: a small one, which NLTK finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nltk.data, "path", [str(write_wordnet(tmp_path_factory.mktemp("nltk_data")))])
        yield


@pytest.fixture
def score(tmp_path, monkeypatch, capsys):
    """Scores the system by one metric, with flags, and gives its record."""
    monkeypatch.chdir(tmp_path)
    for name, lines in (("ref.txt", REFERENCE), ("sys.txt", SYSTEM)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def score(metric, *flags):
        assert main(["score", "ref.txt", "-i", "sys.txt", "-m", metric, "--format", "json", *flags]) == 0
        (record,) = json.loads(capsys.readouterr().out)
        return record

    return score


@pytest.mark.exhaustive
@as_one_test
@each_option
def test_a_flag_sets_its_option(score, kind, declared):
    other = declared.other
    given = other if declared.option.for_each_order else [other]
    values = [] if declared.is_switch else list(map(str, given))
    record = score(kind.name, declared.option.flag, *values)
    metric = kind(**{declared.name: other})
    assert record["signature"] == f"nrefs:1|{metric.signature}"
    assert record["score"] == pytest.approx(metric.score(metric.statistics(SYSTEM, [REFERENCE]).sum(axis=0)))


@pytest.mark.parametrize("name", METRICS)
def test_blocks_give_the_scores_of_the_whole(score, monkeypatch, name):
    monkeypatch.setattr(inputs, "BLOCK", 2)
    metric = METRICS[name]()
    whole = metric.measure(TestSet.build({"sys": SYSTEM}, [REFERENCE]))["sys"]
    assert score(name)["score"] == pytest.approx(metric.score(whole.sum(axis=0)))


@pytest.mark.parametrize("keep_segments", [False, True])
def test_only_metrics_that_need_all_references_see_all_segments_at_once(monkeypatch, keep_segments):
    seen, measure = [], Metric.measure

    def watched(metric, test_set):
        seen.append((metric.name, len(test_set)))
        return measure(metric, test_set)

    monkeypatch.setattr(Metric, "measure", watched)
    blocks = [TestSet.build({"sys": SYSTEM[at : at + 2]}, [REFERENCE[at : at + 2]]) for at in (0, 2, 4)]
    metrics = [NIST(), BLEU()]
    found = system_statistics_by_metric(
        SimpleNamespace(test_sets=lambda: iter(blocks), share=1.0), metrics, keep_segments
    )
    assert seen == [("bleu", 2), ("bleu", 2), ("bleu", 1), ("nist", 5)]
    assert list(found) == [(metric, "sys") for metric in metrics]
    assert [len(rows) for rows in found.values()] == ([5, 5] if keep_segments else [1, 3])


def test_the_help_has_options_of_several_metrics_under_a_heading_of_their_own(capsys):
    with pytest.raises(SystemExit):
        main(["score", "-h"])
    shared = capsys.readouterr().out.split("\nseveral metrics:\n")[1].split("\n\nBLEU:\n")[0]
    said = " ".join(shared.split())
    assert "--lowercase is for BLEU, chrF and chrF++, tBLEU, NIST, CER, " in said
    assert "\n  --tokenize NAME" in shared
    assert "--max-order" not in shared
    with pytest.raises(SystemExit):
        main(["smoothing", "-h"])
    assert "several metrics" not in capsys.readouterr().out
