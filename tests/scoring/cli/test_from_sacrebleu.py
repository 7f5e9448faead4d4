"""Every command of sacreBLEU's README, and its flags: the same numbers here, or an error that says what to do."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sacrebleu
import sentencepiece
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.tokenizers import tokenizer_spm

from scoring.cli.main import main
from scoring.text.sentencepiece_models import MODEL_FILES

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "sample_data" / "news-en-es"
PAGE = (ROOT / "docs" / "from-sacrebleu.md").read_text(encoding="utf-8")
SYSTEMS = ("apertium-direct", "apertium-catalan", "apertium-galician")
SEGMENTS = 60
"""Of each file: sacreBLEU's TER takes long."""
VERSION = re.compile(r"(v(?:ersion)?):[^| ]*")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The files of sacreBLEU's README, by its names."""
    monkeypatch.chdir(tmp_path)
    files = {
        "ref1": "reference.A",
        "ref2": "reference.B",
        "ref.detok.txt": "reference.A",
        "system": f"system.{SYSTEMS[0]}",
    }
    files |= dict(
        zip(("output.detok.txt", "online-A", "online-B"), (f"system.{name}" for name in SYSTEMS), strict=True)
    )
    for name, sample in files.items():
        lines = (SAMPLE / f"{sample}.es.txt").read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / name).write_text("".join(lines[:SEGMENTS]), encoding="utf-8")
    return tmp_path


@pytest.fixture
def ours(folder, capsys):
    """Runs our command, which must succeed, and gives what it prints."""

    def run(command):
        assert main(shlex.split(command)) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    return run


def theirs(command):
    """What sacreBLEU prints."""
    run = [sys.executable, "-m", "sacrebleu", *shlex.split(command)]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout


ONE_AFTER_ANOTHER = """
import json, os, shlex, sys, tempfile
from pathlib import Path
from sacrebleu.sacrebleu import main

commands, place = sys.argv[1:]
printed, opened = [], []
for command in json.loads(commands):
    sys.argv[1:] = shlex.split(command)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        os.dup2(out.fileno(), 1)
        try:
            main()
        except SystemExit as end:
            assert not end.code, end.code
        sys.stdout.flush()
        opened.append((sys.stdin, sys.stdout))  # which it opens each time; the first that is closed would close all
        out.seek(0)
        printed.append(out.read())
Path(place).write_text(json.dumps(printed), encoding="utf-8")
"""


def theirs_of_all(commands, tmp_path):
    """What sacreBLEU prints for each command, all in one process, whose start takes longer than they do."""
    run = [sys.executable, "-c", ONE_AFTER_ANOTHER, json.dumps(commands), str(tmp_path / "printed.json")]
    subprocess.run(run, capture_output=True, check=True, env={**os.environ, "NO_COLOR": "1"}, stdin=subprocess.DEVNULL)
    return json.loads((tmp_path / "printed.json").read_text(encoding="utf-8"))


def without_version(printed):
    """Lines without what is not the same, as the page says: versions, the plain name of chrF, and two parts for it."""
    plain = re.sub(r"\|ties:first|\|beta:\d+", "", VERSION.sub(r"\1", printed)).replace("chrF2|", "chrF|")
    return sorted(line.strip() for line in plain.strip().split("\n"))


AS_TEXT = [
    "ref.detok.txt -i output.detok.txt -f text -w 1",
    "ref.detok.txt -i output.detok.txt -f text -w 1 -sh",
    "ref.detok.txt -i output.detok.txt -b -w 1",
    "ref.detok.txt -i output.detok.txt -m bleu -b -w 4",
    "ref.detok.txt -i output.detok.txt -m bleu chrf ter -f text -w 1",
    "ref.detok.txt -i output.detok.txt -m bleu chrf ter -f text -w 1 --chrf-word-order 2",
    "ref1 ref2 -i system -m bleu chrf ter -f text -w 1",
    "ref1 ref2 -i system -m bleu chrf ter -f text -w 3 --short",
    "ref1 -i system -f text -w 3 -s floor -sv 0.2 -tok intl -lc",
    "ref1 -i system -f text -w 3 --smooth-method add-k --tokenize char --lowercase --force",
    "ref1 -i system -f text -w 3 -l en-zh",
    "ref1 -i system -f text -w 3 -l en-de",
    "ref1 -i system -m chrf -f text -w 3 -cc 4 -cw 1 --chrf-beta 1 --chrf-whitespace --chrf-lowercase",
    "ref1 ref2 -i system -m chrf -f text -w 3 -cw 2 --chrf-eps-smoothing",
    "ref1 -i system -m ter -f text -w 3 --ter-normalized --ter-no-punct --ter-asian-support --ter-case-sensitive",
    "ref1 ref2 -i system -sl -f text -w 2",
    "ref1 ref2 -i system -sl -b -w 2 -m chrf",
    "ref1 -i system --sentence-level -b -w 3 -s none",
]


@pytest.mark.exhaustive
def test_lines_are_sacrebleus(ours, tmp_path, subtests):
    for command, lines in zip(AS_TEXT, theirs_of_all(AS_TEXT, tmp_path), strict=True):
        with subtests.test(command=command):
            assert without_version(ours(f"score {command}")) == without_version(lines)


def test_no_tokenizer_is_spelled_alike(ours):
    assert without_version(ours("score ref1 -i system -f text -w 3 -tok none")) == without_version(
        theirs("ref1 -i system -f text -w 3 -tok none")
    )


def test_the_case_of_chrf_is_its_own(ours):
    """sacreBLEU's --chrf-lowercase leaves BLEU alone."""
    command = "ref1 -i system -m bleu chrf -f text -w 3 --chrf-lowercase"
    assert without_version(ours(f"score {command}")) == without_version(theirs(command))


def test_json_has_sacrebleus_numbers(ours):
    peer = BLEU().corpus_score(*texts())
    (found,) = json.loads(ours("score ref.detok.txt -i output.detok.txt -f json"))
    assert found["name"] == "BLEU"
    assert found["score"] == pytest.approx(peer.score)
    assert found["precisions"] == pytest.approx(peer.precisions)
    assert (found["brevity_penalty"], found["length_ratio"]) == (pytest.approx(peer.bp), pytest.approx(peer.ratio))
    assert (found["hypothesis_length"], found["reference_length"]) == (peer.sys_len, peer.ref_len)
    (found,) = json.loads(ours("score ref.detok.txt -i output.detok.txt -m chrf --chrf-word-order 2 -f json"))
    peer = CHRF(word_order=2).corpus_score(*texts())
    assert (found["name"], found["score"]) == (peer.name, pytest.approx(peer.score))
    assert found["name"] == "chrF2++"


def texts():
    """The output and the references of the README's one system."""
    return Path("output.detok.txt").read_text().splitlines(), [Path("ref.detok.txt").read_text().splitlines()]


@pytest.mark.exhaustive
def test_several_systems_as_table_and_latex(ours):
    command = "score ref1 -i online-A online-B output.detok.txt -m bleu chrf"
    references = [Path("ref1").read_text().splitlines()]
    table, latex = ours(command), ours(f"{command} -f latex")
    assert "\\toprule" in latex
    for name in ("online-A", "online-B", "output.detok.txt"):
        lines = Path(name).read_text().splitlines()
        for metric in (BLEU(), CHRF()):
            score = f"{metric.corpus_score(lines, references).score:.2f}"
            assert re.search(rf"^{name.removesuffix('.txt')}.*\b{score}\b", table, re.MULTILINE)
            assert score in latex


def test_confidence_is_an_interval_about_the_score(ours):
    command = "score ref1 -i output.detok.txt -m bleu chrf --confidence --confidence-n 2000 -f json"
    found = {one["metric"]: one for one in json.loads(ours(command))}
    for name, metric in (("bleu", BLEU()), ("chrf", CHRF())):
        peer = metric.corpus_score(*texts(), n_bootstrap=2000)
        low, score, high = (found[name][part] for part in ("ci_low", "score", "ci_high"))
        assert low < score < high
        assert (found[name]["trials"], found[name]["seed"]) == (2000, 1)
        # theirs are not expanded for few segments, and of other resamples
        assert (high - low) / 2 == pytest.approx(peer._ci, rel=0.08)
        assert "|bs:2000|seed:1|case" in found[name]["signature"]
    table = ours("score ref1 -i output.detok.txt online-A -m bleu -ci -cin 200")
    assert table.startswith("system      BLEU    low    high") or "low    high" in table.split("\n")[0]
    assert re.search(r"= \d+\.\d \(95 % interval [\d.]+ to [\d.]+\) ", ours("score ref1 -i system -ci -f text -w 1"))


def test_fewer_than_six_segments_have_no_interval(folder, ours):
    for name in ("ref", "sys"):
        Path(name).write_text("a b c d e\n" * 5)
    (found,) = json.loads(ours("score ref -i sys -ci -f json"))
    assert (found["ci_low"], found["ci_high"]) == (None, None)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("flag", "test"), [("--paired-ar", "ar"), ("-pbs", "bootstrap"), ("--paired-bs", "bootstrap")])
def test_paired_tests_are_those_against_the_first_system(ours, flag, test):
    files = "ref1 -i online-A output.detok.txt online-B"
    count = "--paired-ar-n" if test == "ar" else "-pbsn"
    found = ours(f"significance {files} online-A -m bleu chrf {flag} {count} 500 -f json")
    same = ours(f"significance {files} -m bleu chrf --test {test} --baseline online-A --trials 500 -f json")
    assert found == same
    assert {one["test"] for one in json.loads(found)} == {test}


@pytest.mark.exhaustive
def test_paired_tests_find_what_sacrebleus_find(ours):
    peers = json.loads(theirs("ref1 -i online-A output.detok.txt online-B -m bleu chrf --paired-ar -f json -w 2"))
    found = json.loads(ours("significance ref1 -i online-A output.detok.txt online-B -m bleu chrf --paired-ar -f json"))
    for peer in peers[1:]:
        name = peer["system"].removesuffix(".txt")
        for metric, key in (("bleu", "BLEU"), ("chrf", "chrF2")):
            (record,) = [one for one in found if one["system"] == name and one["metric"] == metric]
            assert record["p_value"] == pytest.approx(peer[key]["p_value"], abs=0.03)


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("-t wmt17 -l en-de --echo src", "no test set is downloaded here."),
        ("-t wmt17 -l en-de -i output.detok.txt", "sacrebleu -t wmt17 -l en-de --echo ref > ref.txt"),
        ("-t wmt21/systems -l zh-en --echo NiuTrans", "no test set is downloaded here."),
        ("-i output.detok.txt -t wmt17 -l en-de", "no test set is downloaded here."),
        ("-t wmt17 -l en-de -i output.detok.txt -b -w 4", "no test set is downloaded here."),
        ("-t wmt21 -l en-de --echo src docid ref", "no test set is downloaded here."),
        ("--list", "sacrebleu --list"),
        ("--list -l en-fr", "sacrebleu --list"),
        ("-t wmt13 -l de-en --origlang=de -i my-wmt13-output.txt", "no test set is downloaded here."),
        ("ref1 --origlang=de -i system", "the segments of that original language only"),
        ("ref1 --subset news -i system", "the segments of that subset only"),
        ("ref1 -i system --detail", "one original language only"),
        ("refs.tsv --num-refs 2 -i system -m bleu", "<(cut -f1 refs.tsv) <(cut -f2 refs.tsv)"),
        ("ref1 -i online-A online-B -m bleu chrf --paired-bs", "bleuscope significance ... --paired-bs"),
        ("ref1 -i online-A online-B -m bleu chrf -par", "bleuscope significance ... --paired-ar"),
        ("ref1 -i system -b -f json", "--score-only prints numbers alone, not json"),
        ("ref1 -i system -cin 100", "--confidence-n is for --confidence."),
        ("ref1 -i system -l english", "expected source and target language, such as en-de; found 'english'"),
        ("ref1 -i system -sv 0.1", "The smoothing 'exp' takes no value; found 0.1."),
        ("ref1 -i system -tok 13a --spm-model m", "--spm-model is for --tokenize spm, flores200 or flores101"),
        ("ref1 -i system -w 99", "--width must be 0 to 15; found 99."),
    ],
)
def test_what_cannot_be_done_here_says_what_to_do(folder, capsys, command, advice):
    assert main(["score", *shlex.split(command)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert advice in err


@pytest.mark.exhaustive
def test_an_output_from_a_pipe(folder):
    command = [sys.executable, "-m", "scoring", "score", str(folder / "ref1"), "-i", "-", "-b", "-w", "4"]
    piped = subprocess.run(command, input=Path("system").read_bytes(), capture_output=True, check=True, cwd=ROOT)
    assert piped.stdout.decode() == theirs("ref1 -i system -b -w 4")


@pytest.mark.parametrize("flag", ["--quiet", "-q"])
def test_quiet_writes_no_notes(folder, capsys, flag):
    Path("system").write_text(Path("system").read_text().replace("\n", " .\n"))  # looks tokenized
    for given in ("", flag):
        assert main(shlex.split(f"score ref1 -i system -b {given}")) == 0
        assert (capsys.readouterr().err == "") == bool(given)


def test_flags_that_change_nothing_are_told(ours, folder, capsys):
    assert main(shlex.split("score ref1 -i system -b -j 4 --no-color")) == 0
    err = capsys.readouterr().err
    assert "-j changes nothing here" in err
    assert "--no-color changes nothing here" in err


@pytest.mark.exhaustive
def test_references_of_one_table_are_given_column_by_column(folder, ours):
    lines = zip(Path("ref1").read_text().splitlines(), Path("ref2").read_text().splitlines(), strict=True)
    Path("refs.tsv").write_text("".join(f"{first}\t{second}\n" for first, second in lines))
    for number in (1, 2):
        subprocess.run(f"cut -f{number} refs.tsv > column{number}", shell=True, check=True)
    expected = without_version(theirs("refs.tsv --num-refs 2 -i system -m bleu -f text -w 2"))
    assert without_version(ours("score column1 column2 -i system -m bleu -f text -w 2")) == expected


@pytest.fixture
def model(folder, monkeypatch):
    """A small SentencePiece model of the reference, where neither program looks."""
    monkeypatch.setenv("SACREBLEU", str(folder / "sacrebleu"))
    sentencepiece.SentencePieceTrainer.train(
        input="ref1", model_prefix="own", vocab_size=300, minloglevel=2, hard_vocab_limit=False
    )
    return folder / "own.model"


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("flags", ["--tokenize spm", "-tok flores200", "-tok flores101", ""])
def test_spbleu_by_a_file(model, ours, capsys, monkeypatch, flags):
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(model.parent / "sacrebleu"))
    place = model.parent / "sacrebleu" / "models"
    place.mkdir(parents=True)
    shutil.copy(model, place / MODEL_FILES["flores200"])
    expected = BLEU(tokenize="flores200").corpus_score(*texts())
    assert main(shlex.split(f"score ref.detok.txt -i output.detok.txt {flags} --spm-model own.model -f json")) == 0
    out, err = capsys.readouterr()
    (found,) = json.loads(out)
    assert found["score"] == pytest.approx(expected.score)
    assert re.search(r"\|tok:spm-[0-9a-f]{12}\|", found["signature"])
    assert ("is not known to be the published model" in err) == ("flores" in flags)
    (by_folder,) = json.loads(ours("score ref.detok.txt -i output.detok.txt -tok flores200 -f json"))
    assert by_folder == found


@pytest.mark.exhaustive
def test_spbleu_in_shards(model, ours):
    """Workers of dask are other processes."""
    files = "ref.detok.txt -i output.detok.txt --tokenize spm --spm-model own.model -f json"
    for engine in ("local", "dask --workers 1"):
        (found,) = json.loads(ours(f"score {files} --engine {engine}"))
        assert found == json.loads(ours(f"score {files}"))[0]


def test_a_model_is_not_overwritten(model, capsys):
    assert main(shlex.split("score ref1 -i system --spm-model own.model -o own.model")) == 2
    assert "own.model: is one of the files to read" in capsys.readouterr().err


def test_without_the_model_nothing_is_downloaded(model, capsys):
    assert main(shlex.split("score ref1 -i system -tok flores200")) == 2
    said = capsys.readouterr().err
    assert "there is no file" in said
    assert "flores200sacrebleuspm" in said
    assert "BLEUscope downloads nothing. Either score any text once with sacreBLEU" in said


DOCUMENTS = [f"news\tdocument {at // 3}" for at in range(SEGMENTS)]


PEERS = {"bleu": BLEU(), "chrf": CHRF(), "chrf++": CHRF(word_order=2)}


@pytest.mark.parametrize(("name", "peer"), PEERS.items(), ids=PEERS)
def test_documents_are_sacrebleus_of_the_joined_texts(folder, ours, name, peer):
    Path("en-es.docs").write_text("".join(f"{line}\n" for line in DOCUMENTS))
    (found,) = json.loads(ours(f"score ref1 ref2 -i system -m {name} --documents en-es.docs --segments -f json"))
    assert len(Path("ref1").read_text().splitlines()) == len(DOCUMENTS)
    system, *references = (joined(file) for file in ("system", "ref1", "ref2"))
    assert found["score"] == pytest.approx(peer.corpus_score(system, references).score, abs=1e-9)
    assert "|docs:joined|" in found["signature"]
    assert found["documents"] == [f"document {number}" for number in range(20)]
    if name != "bleu":  # sacreBLEU's sentence BLEU has another option
        scores = [peer.sentence_score(text, [*refs]).score for text, *refs in zip(system, *references, strict=True)]
        assert [one["score"] for one in found["segments"]] == pytest.approx(scores, abs=1e-9)


def joined(file):
    """Each document of a file as one line."""
    lines = Path(file).read_text().splitlines()
    names = [line.split("\t")[1] for line in DOCUMENTS]
    return [
        " ".join(line for line, of in zip(lines, names, strict=True) if of == name) for name in dict.fromkeys(names)
    ]


def test_documents_have_rows_of_their_own(folder, ours):
    Path("en-es.docs").write_text("".join(f"{line}\n" for line in DOCUMENTS))
    table = ours("score ref1 -i system --documents en-es.docs --segments")
    assert re.search(r"document +BLEU\n-+ +-+\n +document 0 +[\d.]+\n +document 1 ", table)
    assert ours("score ref1 -i system --documents en-es.docs --segments -f tsv").startswith("document\tbleu:system\n")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("--join-documents", "--join-documents: nothing says which segments make up a document. Give --documents FILE"),
        ("--documents short.docs", "documents has 59, the test set has 60"),
        ("--documents en-es.docs --scores x", "--scores are of segments, which --documents and --join-documents join"),
        ("--documents en-es.docs --engine local", "--documents: not with --engine"),
    ],
)
def test_documents_that_cannot_be_joined(folder, capsys, flags, said):
    Path("en-es.docs").write_text("".join(f"{line}\n" for line in DOCUMENTS))
    Path("short.docs").write_text("".join(f"{line}\n" for line in DOCUMENTS[:-1]))
    assert main(shlex.split(f"score ref1 -i system {flags}")) == 2
    assert said in capsys.readouterr().err


def test_the_page_names_every_flag_of_sacrebleu():
    """Each flag of its help stands in the first column of the table."""
    shown = theirs("--help")
    flags = set(re.findall(r"(?<![\w-])(-{1,2}[A-Za-z][\w-]*\w|-[A-Za-z])(?=[ ,\n])", shown[shown.index("options:") :]))
    missing = {flag for flag in flags if f"`{flag}`" not in PAGE}
    assert not missing
    assert sacrebleu.__version__ in PAGE
