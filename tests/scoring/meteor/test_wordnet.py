"""Synonyms: an optional extra, tested with a WordNet of a few words."""

import builtins
import os
import subprocess
import sys

import nltk.data
import pytest
from nltk.translate.meteor_score import single_meteor_score

from scoring import METEOR
from scoring.meteor import wordnet as extra
from scoring.meteor.wordnet import open_wordnet, wordnet_is_there
from tests.scoring.meteor.stemming import Porter
from tests.wordnet import write_wordnet

SYNONYMS = {"synonyms": True, "tokenize": "none"}


@pytest.fixture
def wordnet(tmp_path, monkeypatch):
    monkeypatch.setattr(nltk.data, "path", [str(write_wordnet(tmp_path))])
    return open_wordnet()


def stages(metric, hypothesis, reference):
    matching = metric.alignment(hypothesis, [reference])
    return [(matching.hypothesis[m.hypothesis], m.stage) for m in matching.references[0].matches]


def test_the_words_of_every_synset_by_any_base_form(wordnet):
    assert wordnet.synonyms("cat") == {"cat", "true_cat", "feline", "guy", "bloke"}
    assert wordnet.synonyms("cats") == wordnet.synonyms("cat")
    assert wordnet.synonyms("bigger") == {"big", "large"}
    assert wordnet.synonyms("unknown") == set()
    assert wordnet.version == "3.0"


def test_synonyms_match_after_words_and_stems(wordnet):
    metric = METEOR(**SYNONYMS)
    assert stages(metric, "a big dog", "a large hound") == [("a", "exact"), ("big", "synonym"), ("dog", "synonym")]
    assert stages(metric, "the cats", "the cat feline") == [("the", "exact"), ("cats", "stem")]
    assert stages(metric, "cats dogs", "bloke dogs") == [("cats", "synonym"), ("dogs", "exact")]
    assert stages(METEOR(tokenize="none"), "a big dog", "a large hound") == [("a", "exact")]


def test_the_relation_is_that_of_the_hypothesis_word(wordnet):
    """As in NLTK: the synsets of "cats" have "feline", but those of "feline" do not have "cats"."""
    metric = METEOR(**SYNONYMS)
    assert stages(metric, "cats", "feline") == [("cats", "synonym")]
    assert stages(metric, "feline", "cats") == []


def test_as_many_synonyms_as_possible(wordnet):
    """big has large; large has both. NLTK takes from the end, each the last that is free."""
    metric = METEOR(**SYNONYMS)
    matching = metric.alignment("large big", ["great large"])
    assert [m.stage for m in matching.references[0].matches] == ["exact"]
    matching = metric.alignment("big large", ["great big x"])
    assert [(m.hypothesis, m.reference) for m in matching.references[0].matches] == [(0, 1), (1, 0)]


def both(wordnet, hypothesis, reference):
    """Our score and NLTK's, 0-1."""
    metric = METEOR(**SYNONYMS)
    ours = metric.score(metric.statistics([hypothesis], [[reference]]))[0] / 100
    return ours, single_meteor_score(reference.split(), hypothesis.split(), stemmer=Porter(), wordnet=wordnet.reader)


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [("the dog ran", "a hound ran"), ("cats fast big", "bloke fast big"), ("cat dog x", "bloke hound y")],
)
def test_nltk_with_the_same_wordnet(wordnet, hypothesis, reference):
    ours, nltk = both(wordnet, hypothesis, reference)
    assert ours == pytest.approx(nltk)
    assert nltk > 0.2


def test_nltk_looks_for_synonyms_among_stems(wordnet):
    """Of "large" it has "larg" left, which no synset has."""
    ours, nltk = both(wordnet, "big", "large")
    assert (ours, nltk) == (0.5, 0)


def test_the_signature_has_its_version(wordnet):
    assert "|syn:wordnet-3.0|" in METEOR(synonyms=True).signature


def test_without_wordnet_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(nltk.data, "path", [])
    with pytest.raises(ValueError, match=r"NLTK's WordNet, which is not installed: run python -m nltk\.downloader"):
        METEOR(synonyms=True)


def test_without_nltk_the_error_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without_nltk(name, *rest):
        if name == "nltk":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_nltk)
    with pytest.raises(ValueError, match="Synonyms need NLTK, which is not installed: run pip install nltk"):
        METEOR(synonyms=True)


def test_nltk_is_asked_where_it_looks_by_itself_and_where_it_is_told_to(monkeypatch):
    told = {os.path.expanduser(folder) for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep)}
    assert {*nltk.data.path} - told <= {*extra.FOLDERS}
    monkeypatch.delitem(sys.modules, "nltk")
    monkeypatch.setattr(extra, "FOLDERS", ())
    monkeypatch.setattr(extra, "open_wordnet", lambda: None)
    monkeypatch.delenv("NLTK_DATA", raising=False)
    assert not wordnet_is_there()
    monkeypatch.setenv("NLTK_DATA", "anywhere")
    assert wordnet_is_there()


IN_A_NEW_HOME = """
import sys
from pathlib import Path
from scoring.meteor.wordnet import FOLDERS, wordnet_is_there
from tests.wordnet import write_wordnet
print(wordnet_is_there() == ("nltk" in sys.modules))
write_wordnet(Path(FOLDERS[0]))
print(wordnet_is_there())
"""


@pytest.mark.exhaustive
def test_nltk_is_not_even_imported_where_no_wordnet_is(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "NLTK_DATA"} | {"HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", IN_A_NEW_HOME], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\nTrue\n", "")
    assert (tmp_path / "nltk_data").exists()
