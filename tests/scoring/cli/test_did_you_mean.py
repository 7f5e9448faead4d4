"""An unknown word of any kind comes with the most similar known one."""

from pathlib import Path

import pytest

from scoring.cli.main import main

ROOT = Path(__file__).parents[3]
NEWS = ROOT / "sample_data" / "news-en-es"
FILES = [str(NEWS / "reference.A.es.txt"), "-i", *sorted(map(str, NEWS.glob("system.*.txt")))]
JUDGED = str(NEWS / "Language model 1.seg.score")
LISTS = [str(NEWS / "lists" / "apertium.moses.gz"), str(NEWS / "reference.A.es.txt")]
MISTYPED = [
    (["scoer"], "score"),
    (["judge", "promts"], "prompts"),
    (["judge", "prompts", "--source", FILES[0], *FILES[1:], "--protocol", "mqn"], "mqm"),
    (["schema", "agrement"], "agreement"),
    (["score", *FILES, "--tokenise", "13a"], "--tokenize"),
    (["score", *FILES, "-m", "blue"], "bleu"),
    (["score", *FILES, "--tokenize", "13b"], "13a"),
    (["score", *FILES, "--smoothing", "flor"], "floor"),
    (["score", *FILES, "--dialect", "nltl"], "nltk"),
    (["score", *FILES, "--format", "jsn"], "json"),
    (["score", *FILES, "--encoding", "utf8x"], "utf-8"),
    (["score", *FILES, "--engine", "dak"], "dask"),
    (["score", *FILES, "--scores", JUDGED, "--match", "apertium-direkt=apertium-direct"], "apertium-direct"),
    (["score", *FILES, "--scores", JUDGED, "--match", "apertium-direct=apertium-drect"], "apertium-direct"),
    (["significance", *FILES, "--correction", "hol"], "holm"),
    (["significance", *FILES, "--baseline", "apertium-drect"], "apertium-direct"),
    (["significance", *FILES, "--unit", "doc"], "document"),
    (["agreement", *FILES, "--judgments", JUDGED, "--measures", "tua"], "tau"),
    (["agreement", *FILES, "--judgments", JUDGED, "--judge", "Languge model"], "Language model 1"),
    (["choose", *LISTS, "--by", "mrb:bleu"], "mbr"),
    (["choose", *LISTS, "--by", "mbr:blue"], "bleu"),
    (["choose", *LISTS, "--judge", "chfr"], "chrf"),
    (["choose", *LISTS, "--by", "mbr:bleu", "--write", "mbr:blu=x.txt"], "mbr:bleu"),
    (["choose", "tune", *LISTS, "--tuners", "mart"], "mert"),
    (["choose", "tune", *LISTS, "--tuners", "expected:flor"], "floor"),
]


@pytest.mark.parametrize(("typed", "meant"), MISTYPED, ids=lambda value: value if isinstance(value, str) else value[0])
def test_the_most_similar_word_is_proposed(typed, meant, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(typed) == 2
    assert f"(did you mean {meant}?)" in capsys.readouterr().err.splitlines()[-1]
