"""``--leave-out``: numbers are those of the other segments alone, by every command; references are no systems."""

import json

import pytest
import sacrebleu

from scoring.cli.main import main
from tests.slipped import made_set

LINE = "NO TRANSLATION AVAILABLE"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reference, one, other, source = made_set(160, 5)
    broken = [LINE if at % 2 else line for at, line in enumerate(reference)]
    files = {"ref": broken, "whole": reference, "one": one, "other": other, "src": source}
    for name, lines in files.items():
        write(tmp_path / f"{name}.txt", lines)
        write(tmp_path / f"{name}.real.txt", lines[::2])
    return tmp_path


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))


def written(capsys, *arguments):
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def sacrebleu_of(path, reference):
    """BLEU by another program."""
    texts, references = (file.read_text().splitlines() for file in (path, reference))
    return sacrebleu.corpus_bleu(texts, [references]).score


FILES = ["ref.txt", "-i", "one.txt", "other.txt", "--source", "src.txt"]


@pytest.mark.exhaustive
def test_scores_are_those_of_the_real_lines(folder, capsys):
    asked = ["--leave-out", "one-text"]
    found = {one["system"]: one for one in written(capsys, "score", *FILES, *asked)}
    for name in ("one", "other"):
        expected = sacrebleu_of(folder / f"{name}.real.txt", folder / "ref.real.txt")
        assert found[name]["score"] == pytest.approx(expected, abs=1e-9)
        assert "|without:one-text(80)|" in found[name]["signature"]
    broken = {one["system"]: one["score"] for one in written(capsys, "score", *FILES)}
    assert broken["one"] == pytest.approx(sacrebleu_of(folder / "one.txt", folder / "ref.txt"), abs=1e-9)
    assert broken["one"] < found["one"]["score"] - 5


def test_the_test_is_that_of_the_real_lines(folder, capsys):
    found = written(capsys, "significance", *FILES, "--leave-out", "one-text", "--trials", "200")
    real = ["ref.real.txt", "-i", "one.real.txt", "other.real.txt", "--source", "src.real.txt"]
    alone = written(capsys, "significance", *real, "--trials", "200")
    numbers = [value for one in found for value in one.values() if isinstance(value, float)]
    assert numbers == [value for one in alone for value in one.values() if isinstance(value, float)]


@pytest.mark.exhaustive
def test_the_result_says_what_is_left_out(folder, capsys):
    assert main(["significance", *FILES, "--leave-out", "one-text", "--trials", "200"]) == 0
    out, err = capsys.readouterr()
    said = "80 of 160 segments are left out: placeholder lines in reference 1."
    assert said in out
    assert err.count(said) == 1
    assert 'such as "NO TRANSLATION' not in out + err
    assert main(["report", *FILES, "--leave-out", "one-text", "--trials", "200", "-o", "report.html"]) == 0
    page = (folder / "report.html").read_text()
    assert said in page
    assert "doubtful</div>" not in page
    assert page.index(said) < page.index('class="verdict"')


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--leave-out", "copied-source"], "the doctor does not find it; it finds one-text, one-text:reference 1."),
        (["--leave-out", "one-text", "--engine", "local"], "--leave-out is for files that are read whole"),
        (["--keep-faults", "collapsed", "--engine", "local"], "--keep-faults is for files that are read whole"),
    ],
)
def test_what_cannot_be_left_out_is_refused(folder, capsys, arguments, message):
    assert main(["significance", *FILES, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_fault_that_a_system_did_makes_nothing_doubtful(folder, capsys):
    source, one = ((folder / name).read_text().splitlines() for name in ("src.txt", "one.txt"))
    write(folder / "lazy.txt", [*source[:40], *one[40:]])
    files = ["whole.txt", "-i", "lazy.txt", "other.txt", "--source", "src.txt", "--trials", "200"]
    assert main(["significance", *files]) == 0
    fault = "40 lines of the output of lazy (25.0 %) are untranslated (copied from the source)."
    assert fault in capsys.readouterr().out
    for asked in ("copied-source", "copied-source:lazy"):
        assert main(["significance", *files, "--keep-faults", asked]) == 0
        out, err = capsys.readouterr()
        assert fault not in out
        assert f"note: Kept, because the system did this: {fault}\n" in err
    assert main(["report", *files, "--keep-faults", "copied-source", "-o", "report.html"]) == 0
    page = (folder / "report.html").read_text()
    assert "doubtful</div>" not in page
    assert "Kept, because the system did this: 40 lines" in page
    capsys.readouterr()
    assert main(["significance", *files, "--keep-faults", "one-text"]) == 2
    said = (
        "--keep-faults one-text: the doctor does not find it in an output; it finds copied-source, copied-source:lazy."
    )
    assert said in capsys.readouterr().err
    few = {name: (folder / name).read_text().splitlines()[:10] for name in ("whole.txt", "lazy.txt", "other.txt")}
    for name, lines in few.items():
        write(folder / f"few.{name}", lines)
    asked = ["few.whole.txt", "-i", "few.lazy.txt", "few.other.txt", "--keep-faults", "copied-source"]
    assert main(["score", *asked]) == 2
    assert "the doctor examines sets of 20 segments or more" in capsys.readouterr().err
    left = ["--leave-out", "one-text:reference 1", "--keep-faults", "copied-source"]
    assert main(["significance", "ref.txt", *files[1:], *left]) == 0
    out, err = capsys.readouterr()
    assert "are untranslated" not in out
    assert "Kept, because the system did this: 20 lines of the output of lazy (25.0 % of the 80 segments left)" in err


def test_a_reference_among_the_outputs_is_not_ranked(folder, capsys):
    files = ["whole.txt", "-i", "one.txt", "whole.txt", "other.txt"]
    assert main(["significance", *files, "--trials", "200"]) == 0
    out, err = capsys.readouterr()
    assert "whole is a reference, so it is not ranked." in err
    assert "whole" not in out.split("p:")[0]
    assert main(["score", *files]) == 0
    rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.split("\n\n")[0].split("\n")}
    assert rows["whole"] == ["100.00"]
    assert [name for name, row in rows.items() if row[-1] == "*"] == [max("one", "other", key=lambda n: rows[n][0])]
    assert main(["report", *files, "--trials", "200", "-o", "report.html"]) == 0
    assert "<b>whole</b>" not in (folder / "report.html").read_text()
