"""Every option of every metric by its flag, and metrics that need all references at once."""

import json

import nltk.data
import pytest

from scoring import METRICS, TestSet
from scoring.cli import inputs
from scoring.cli.main import main
from scoring.options import options_of
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


@each_option
def test_a_flag_sets_its_option(score, kind, declared):
    other = declared.option.other
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
