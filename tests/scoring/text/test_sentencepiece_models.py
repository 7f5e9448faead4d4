"""spBLEU: sacreBLEU with the same model is the oracle. The model is trained here, and is put where sacreBLEU looks."""

import hashlib
import io
import pickle
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.tokenizers import tokenizer_spm

from scoring import BLEU, METRICS, NIST
from scoring.text import sentencepiece_models
from scoring.text.languages import SCRIPTS
from scoring.text.sentencepiece_models import MODEL_FILES
from scoring.text.tokenizers import TOKENIZERS, find_tokenizer, tokenize
from tests.properties import examples

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "sample_data" / "news-en-es"
REFERENCES = [(SAMPLE / f"reference.{name}.es.txt").read_text(encoding="utf-8").splitlines() for name in "AB"]
SYSTEM = (SAMPLE / "system.apertium-direct.es.txt").read_text(encoding="utf-8").splitlines()
NAMES = [*MODEL_FILES, "spm"]
TEXT = st.text(st.sampled_from("aAbé el la ▁.,'\t\n\x0b\x85\xa0\u2028\u3000\u200b\ufeff\0猫😀İΣ½"), max_size=14)


def train(lines, size, kind="unigram"):
    """The bytes of a small model."""
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=written, vocab_size=size, model_type=kind, minloglevel=2
    )
    return written.getvalue()


@pytest.fixture(scope="module")
def models():
    """One by the usual algorithm, and one of byte pairs."""
    lines = [*REFERENCES[0], *SYSTEM]
    return train(lines, 300), train(lines, 200, "bpe")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """sacreBLEU's folder of models, for it and for us; empty."""
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr(tokenizer_spm, "download_file", None)
    (tmp_path / "models").mkdir()
    return tmp_path / "models"


@pytest.fixture
def filled(folder, models):
    for name in MODEL_FILES.values():
        (folder / name).write_bytes(models[0])
    return folder


def digest(data):
    return hashlib.sha256(data).hexdigest()


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore:The 'warn' method is deprecated")  # sacreBLEU's, for spm
@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_spbleu_is_sacrebleus(filled, name, lowercase):
    ours, theirs = BLEU(name, lowercase), SacreBLEU(tokenize=name, lowercase=lowercase)
    statistics = ours.statistics(SYSTEM, REFERENCES)
    expected = theirs.corpus_score(SYSTEM, REFERENCES)
    assert float(ours.score(statistics.sum(axis=0))) == pytest.approx(expected.score, rel=0, abs=1e-9)
    parts = ours.score_parts(statistics.sum(axis=0))
    assert (parts["hypothesis_length"], parts["reference_length"]) == (expected.sys_len, expected.ref_len)
    single = SacreBLEU(tokenize=name, lowercase=lowercase, effective_order=True)
    scores = [single.sentence_score(text, [*refs]).score for text, *refs in zip(SYSTEM, *REFERENCES, strict=True)]
    by_segment = BLEU(name, lowercase, effective_order=True)
    assert by_segment.score(by_segment.statistics(SYSTEM, REFERENCES)) == pytest.approx(scores, rel=0, abs=1e-9)


@pytest.mark.parametrize("kind", [0, 1], ids=["unigram", "bpe"])
@examples(60)
@given(texts=st.lists(st.none() | TEXT, max_size=4))
def test_pieces_are_sentencepieces(models, tmp_path_factory, kind, texts):
    file = tmp_path_factory.getbasetemp() / f"model-{kind}"
    file.write_bytes(models[kind])
    processor = sentencepiece.SentencePieceProcessor(model_file=str(file))
    expected = [None if text is None else " ".join(processor.EncodeAsPieces(text.rstrip())).split() for text in texts]
    assert tokenize(pa.array(texts, pa.string()), f"spm={file}").to_pylist() == expected


def test_a_signature_has_a_published_name_only_for_the_published_file(filled, models, monkeypatch):
    own = f"tok:spm-{digest(models[0])[:12]}"
    for name in NAMES:
        assert own in BLEU(name).signature
    monkeypatch.setattr(sentencepiece_models, "PUBLISHED", {digest(models[0]): "flores200"})
    elsewhere = filled / "any name"
    elsewhere.write_bytes(models[0])
    for name in (*NAMES, f"spm={elsewhere}"):
        assert "tok:flores200|" in BLEU(name).signature


def test_the_published_model_is_the_one_of_nllb():
    assert sentencepiece_models.PUBLISHED == {
        "14bb8dfb35c0ffdea7bc01e56cea38b9e3d5efcdcb9c251d6b40538e1aab555a": "flores200"
    }


def test_what_is_counted_is_kept_by_the_content_of_the_file(folder, models):
    file = folder / MODEL_FILES["flores200"]
    file.write_bytes(models[0])
    first = BLEU("flores200")
    assert first == BLEU("flores200")
    rows = first.statistics(SYSTEM, REFERENCES[:1])
    file.write_bytes(models[1])
    second = BLEU("flores200")
    assert first != second
    assert first.statistics_key != second.statistics_key
    assert first.signature != second.signature
    assert (rows != second.statistics(SYSTEM, REFERENCES[:1])).any()
    assert (first.statistics(SYSTEM, REFERENCES[:1]) == rows).all(), "the first model is still in memory"


def test_a_file_that_changes_before_it_was_used_is_an_error(tmp_path, models):
    file = tmp_path / "own.model"
    file.write_bytes(train(SYSTEM, 250))
    bleu = BLEU(f"spm={file}")
    file.write_bytes(models[1])
    with pytest.raises(ValueError, match=r"own\.model: the SentencePiece model was changed while it was in use"):
        bleu.statistics(["a"], [["a"]])


@pytest.mark.exhaustive
def test_another_process_takes_the_same_content_or_none(tmp_path, models):
    """Workers of an engine get the metric by pickling."""
    file = tmp_path / "own.model"
    file.write_bytes(models[0])
    pickled = pickle.dumps(BLEU(f"spm={file}")).hex()
    program = (
        f"import pickle\nbleu = pickle.loads(bytes.fromhex({pickled!r}))\n"
        "print(bleu.statistics(['el gato'], [['el gato']])[0, 0])"
    )
    run = [sys.executable, "-c", f"import scoring\n{program}"]
    expected = len(sentencepiece.SentencePieceProcessor(model_proto=models[0]).encode("el gato"))
    assert float(subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout) == expected
    file.write_bytes(models[1])
    said = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False).stderr
    assert f"expected the SentencePiece model with the SHA-256 {digest(models[0])}; found {digest(models[1])}" in said


@pytest.mark.parametrize("name", NAMES)
def test_without_the_file_the_message_says_where_it_belongs(folder, name):
    if name in TOKENIZERS:
        assert not TOKENIZERS[name].available
    with pytest.raises(ValueError, match=f"The tokenizer '{name}' needs its SentencePiece model, and there is no file"):
        BLEU(name)
    (folder / MODEL_FILES[name if name in MODEL_FILES else "flores101"]).touch()
    assert name == "spm" or TOKENIZERS[name].available


@pytest.mark.parametrize("content", [b"", b"junk", bytes(100)])
def test_a_file_that_is_no_model_is_an_error(tmp_path, content):
    file = tmp_path / "junk.model"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"junk.model: expected a SentencePiece model \(such as m.model\)"):
        BLEU(f"spm={file}").statistics(["a"], [["a"]])


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="absent: expected a SentencePiece model; No such file"):
        BLEU(f"spm={tmp_path / 'absent'}")
    with pytest.raises(ValueError, match="expected a SentencePiece model; Is a directory"):
        BLEU(f"spm={tmp_path}")


def test_every_metric_with_a_tokenizer_takes_it(filled):
    for kind in map(METRICS.__getitem__, METRICS):
        if "tokenize" in kind.__dataclass_fields__:
            metric = kind(tokenize="flores200")
            assert metric.tokenize.startswith("flores200:")
            assert len(metric.statistics(SYSTEM[:3], [REFERENCES[0][:3]])) == 3
    assert NIST(tokenize="flores200") != NIST()


def test_pieces_fit_scripts_without_spaces(filled):
    for script in SCRIPTS:
        assert BLEU("flores200").unfit_for(script) is None


def test_names_that_pages_show_have_no_path(filled):
    assert find_tokenizer(BLEU("flores200").tokenize).name == "flores200"
    assert str(filled) not in repr(BLEU("flores200"))
