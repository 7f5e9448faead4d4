"""``matrix``: folders and tables of sets, what is printed, and what is refused."""

import json
from shutil import copytree, make_archive

import pytest
import sacrebleu

from scoring import TestSet
from scoring.cli.main import main
from scoring.formats.limits import OWN_LIMITS
from scoring.formats.set_folders import find_sets
from scoring.formats.tables.history import read_history

REFERENCE = "the cat sat on the mat\nit rained all day long\nyes it did\nhe reads a book\n"
GOOD = "the cat sat on the mat\nit rained all day\nyes it did\nhe reads a book\n"
BAD = "a cat sits on a mat\nrain all day long\nyes it does\nhe read books\n"


@pytest.fixture
def folder(tmp_path):
    files = {
        "en-de/ref.A.txt": REFERENCE,
        "en-de/src.txt": REFERENCE.upper(),
        "en-de/sys/good.txt": GOOD,
        "en-de/sys/bad.txt": BAD,
        "en-de/notes.md": "nothing to read",
        "more/en-ja/ref.txt": REFERENCE,
        "more/en-ja/system.good.txt": BAD,
        "more/en-ja/system.bad.txt": GOOD,
        "more/en-ja/system.third.txt": GOOD.replace("book", "letter"),
        "empty/readme.txt": "no set",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def printed(capsys, *arguments):
    assert main(["matrix", *map(str, arguments), "--trials", "200"]) == 0
    return capsys.readouterr()


def test_a_folder_is_guessed_and_shown(capsys, folder):
    assert [one.name for one in find_sets(folder)] == ["en-de", "more/en-ja"]
    out, err = printed(capsys, folder)
    assert "en-de: source: src.txt; reference: ref.A.txt; 2 outputs" in err
    assert "more/en-ja: reference: ref.txt; 3 outputs" in err
    assert out.startswith("These scores do not decide between bad and good:")
    assert "By BLEU " in out
    assert "wins/ties/losses" in out
    assert "n/a" in next(line for line in out.splitlines() if line.startswith("third"))


def test_what_verdicts_mean_is_said_as_pairs_are_settled(capsys, folder):
    said = "verdict: clear if the corrected p is at most 0.01, likely if it is at most 0.05, "
    out = printed(capsys, folder).out
    assert f"{said}too close to call if it is above, beyond the Monte Carlo error. A pair that is not settled" in out
    assert "tested further" not in out
    for one_set in ([folder / "en-de"], [folder, "--weight", "en-de=0"]):
        out = printed(capsys, *one_set).out
        assert f"{said}beyond the Monte Carlo error. Pairs that are not settled are tested further" in out
        assert "--trials" not in out
    (folder / "more" / "en-ja" / "comet.tsv").write_text(
        "".join(f"{name}\t{n}\t{n + len(name)}\n" for name in ("good", "bad", "third") for n in range(1, 5))
    )
    out = printed(capsys, folder, "-m", "bleu", "--judges", "COMET").out
    assert [line.split(":")[0] for line in out.splitlines() if line.startswith("verdict")] == [
        "verdict by BLEU",
        "verdict by COMET",
    ]


def test_json_has_cells_margins_and_pairs(capsys, folder):
    found = json.loads(printed(capsys, folder, "-m", "bleu", "chrf", "--format", "json").out)
    assert {"set", "system", "metric", "score", "rank"} == set(found["cells"][0])
    missing = [cell for cell in found["cells"] if cell["score"] is None]
    assert [(cell["set"], cell["system"], cell["rank"]) for cell in missing] == [("en-de", "third", None)] * 2
    assert len(found["pairs"]) == 6
    assert {one["metric"] for one in found["overall"]} == {"bleu", "chrf", "all"}
    assert set(found["signatures"]) == {"bleu", "chrf"}


def test_one_set_has_the_p_of_significance(capsys, folder):
    alone = folder / "en-de"
    found = json.loads(printed(capsys, alone, "--format", "json").out)
    files = [str(alone / "ref.A.txt"), "-i", *(str(alone / "sys" / f"{name}.txt") for name in ("bad", "good"))]
    assert main(["significance", *files, "--trials", "200", "--format", "json"]) == 0
    (expected,) = json.loads(capsys.readouterr().out)
    (pair,) = found["pairs"]
    assert [pair[key] for key in ("a", "b", "p", "p_adjusted", "verdict")] == [
        expected[key] for key in ("a", "b", "verdict_p_value", "verdict_p_adjusted", "verdict")
    ]
    assert {cell["system"]: cell["score"] for cell in found["cells"]} == {
        expected["a"]: expected["score_a"],
        expected["b"]: expected["score_b"],
    }


def test_several_folders_have_the_numbers_of_the_folder_around_them(capsys, folder):
    alone = printed(capsys, folder / "en-de", folder / "more" / "en-ja", "--format", "json").out
    around = printed(capsys, folder, "--format", "json").out
    assert json.loads(alone) == json.loads(around.replace("more/en-ja", "en-ja"))


def test_a_table_overrides_what_is_guessed(capsys, folder):
    table = folder / "sets.tsv"
    table.write_text(
        "set\trole\tfile\none\treference\ten-de/ref.A.txt\none\tsystem\ten-de/sys/good.txt\n"
        "one\tsystem\tmore/en-ja/system.good.txt\n"
    )
    out, err = printed(capsys, "--sets", table)
    assert "one: reference: ref.A.txt; 2 outputs" in err
    assert "By BLEU" in out


def test_sets_beyond_the_lines_that_the_doctor_takes_are_counted(capsys, folder, monkeypatch):
    monkeypatch.setattr("scoring.cli.shared.sets_to_compare.MAX_LINES_SHALLOW", 20)
    assert "1 set not examined for shifted or broken lines: see bleuscope doctor." in printed(capsys, folder).err


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("set\tfile\n", "expected the columns set, role, file, found the columns set, file"),
        ("set\trole\tfile\none\trefrence\tx\n", "line 2: expected one of source, reference, system, judgments, found"),
        ("set\trole\tfile\none\tsystem\tx.txt\n", "line 2: expected the path of a file, found no file 'x.txt'"),
        ("set\trole\tfile\none\tsystem\ten-de/sys/bad.txt\n", "expected a reference for each set, found none for one"),
    ],
)
def test_a_wrong_table_is_refused(capsys, folder, table, message):
    (folder / "sets.tsv").write_text(table)
    assert main(["matrix", "--sets", str(folder / "sets.tsv")]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Expected a folder, an archive or a project of test sets, or --sets TABLE; found neither."),
        (["empty"], "expected folders with a reference and outputs"),
        (["none"], "found no folder there"),
        (["en-de", "./en-de"], "en-de and ./en-de both have a set en-de; rename one, or name all files in a table"),
        ([".", ".", "--watch"], "--watch takes one folder of the sets"),
        ([".", "--weight", "en-fr=2"], "Unknown set in the weights 'en-fr'"),
        ([".", "--weight", "2"], "expected SET=NUMBER"),
        ([".", "--weight", "en-de=1e200"], "expected a number of at least 0 and at most 1,000,000; found 1e+200"),
        ([".", "--judges", "people"], "No set has scores by people or other programs that go with its outputs."),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(capsys, folder, monkeypatch, arguments, message):
    monkeypatch.chdir(folder)
    assert main(["matrix", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_report_is_one_page_that_loads_nothing(folder, capsys):
    evil = folder / "en-de" / "sys" / "<i>bad<i>.txt"
    evil.write_text(BAD)
    file = folder / "report.html"
    assert main(["matrix", str(folder), "-m", "bleu", "ter", "--trials", "200", "-o", str(file)]) == 0
    page = file.read_text(encoding="utf-8")
    capsys.readouterr()
    assert page.startswith("<!doctype html>")
    assert "by BLEU " in page
    assert "By TER " in page
    assert "<i>bad" not in page
    assert "<script" not in page
    assert "Scores are never averaged over sets" in page
    assert main(["matrix", str(folder), "--trials", "200", "--format", "html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


@pytest.mark.exhaustive
def test_rates_of_checks_are_metrics(folder, capsys):
    (folder / "en-de" / "src.txt").write_text("31 cats\nit\nyes\nhe\n")
    (folder / "en-de" / "sys" / "bad.txt").write_text("41 cats\nrain\nyes\nbooks\n")
    found = json.loads(printed(capsys, folder, "--checks", "checks", "check:numbers", "--format", "json").out)
    scores = {
        cell["system"]: cell["score"]
        for cell in found["cells"]
        if cell["metric"] == "check:numbers" and cell["set"] == "en-de"
    }
    assert scores["bad"] > 0
    assert {cell["metric"] for cell in found["cells"]} == {"bleu", "checks", "check:numbers"}


def test_each_set_has_the_tokenizer_of_its_language(folder, capsys):
    japanese = {"ref.ja.txt": "重さは三十一キロです。\n雨です。\n", "sys/good.txt": "重さは三十一キロ。\n雨です。\n"}
    for name, text in (japanese | {"sys/bad.txt": "重いです。\n雪です。\n"}).items():
        file = folder / "ja" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    found = json.loads(printed(capsys, folder, "--format", "json").out)
    assert {*found["signatures"]} == {"bleu", "bleu, ja"}
    out, err = printed(capsys, folder, "--tokenize", "13a", "--format", "json")
    assert {*json.loads(out)["signatures"]} == {"bleu"}
    assert "no spaces separate words" in err


def test_costs_are_in_json_tables_and_the_report(folder, capsys):
    costs = folder / "costs.csv"
    costs.write_text("system,EUR\ngood,9\nbad,3\nelse,1\n")
    out, err = printed(capsys, folder, "--costs", costs, "--format", "json")
    (found,) = json.loads(out)["costs"]
    assert found["column"] == "EUR"
    assert {of["system"]: of["cost"] for of in found["systems"]} == {"good": 9, "bad": 3}
    assert "else is in no set" in err
    assert "has the best AutoRank" in printed(capsys, folder, "--costs", costs).out
    assert "Quality and EUR" in printed(capsys, folder, "--costs", costs, "--format", "html").out


def with_judges(folder):
    """The folder, with scores by people of one set and by a program of both."""
    people = [f"{system}\t-{n + worse}\n" for system, worse in (("good", 0), ("bad", 3)) for n in range(4)]
    (folder / "en-de" / "MQM.seg.score").write_text("".join(people))
    for name, systems in (("en-de", ("good", "bad")), ("more/en-ja", ("good", "bad", "third"))):
        lines = [f"{system}\t{n / 10 + place / 9}\n" for place, system in enumerate(systems) for n in range(4)]
        (folder / name / "scores").mkdir()
        (folder / name / "scores" / "COMET.seg.score").write_text("".join(lines))
    return folder


def test_scores_in_the_folders_of_sets_are_metrics(folder, capsys):
    out, err = printed(capsys, with_judges(folder), "--judges", "all", "-m", "bleu", "--format", "json")
    found = json.loads(out)
    assert "en-de: source: src.txt; reference: ref.A.txt; 2 outputs; 2 files of judgments" in err
    names = list(dict.fromkeys(cell["metric"] for cell in found["cells"]))
    assert sorted(names) == ["COMET", "MQM", "bleu"]
    scores = {(cell["metric"], cell["set"], cell["system"]): cell["score"] for cell in found["cells"]}
    assert scores["COMET", "more/en-ja", "bad"] == pytest.approx(0.15 + 1 / 9)
    assert scores["MQM", "more/en-ja", "good"] is None
    assert scores["MQM", "en-de", "good"] == pytest.approx(-1.5)


def test_judges_alone_compute_no_metric(folder, capsys):
    for judges, expected in (("people", {"MQM"}), ("COMET", {"COMET"})):
        if judges == "people":
            with_judges(folder)
        found = json.loads(printed(capsys, folder, "--judges", judges, "--format", "json").out)
        assert {cell["metric"] for cell in found["cells"]} == expected
    assert main(["matrix", str(folder), "--judges", "COMIT"]) == 2
    assert "No set has scores by COMIT; found scores by MQM, COMET (did you mean COMET?)" in capsys.readouterr().err


def test_a_table_names_systems_and_judgments(folder, capsys):
    with_judges(folder)
    table = folder / "sets.tsv"
    rows = [
        ("one", "reference", "en-de/ref.A.txt", ""),
        ("one", "system", "en-de/sys/good.txt", "Online-A"),
        ("one", "system", "en-de/sys/bad.txt", ""),
        ("two", "reference", "more/en-ja/ref.txt", ""),
        ("two", "system", "more/en-ja/system.good.txt", "Online-A"),
        ("two", "system", "more/en-ja/system.bad.txt", ""),
        ("two", "judgments", "more/en-ja/scores/COMET.seg.score", ""),
    ]
    table.write_text("\n".join(map("\t".join, [("set", "role", "file", "name"), *rows])))
    found = json.loads(printed(capsys, "--sets", table, "--format", "json").out)
    assert {cell["system"] for cell in found["cells"]} == {"Online-A", "bad"}
    found = json.loads(printed(capsys, "--sets", table, "--judges", "all", "--format", "json").out)
    assert {(cell["set"], cell["system"]) for cell in found["cells"] if cell["score"] is not None} == {
        ("two", "Online-A"), ("two", "bad"),
    }  # fmt: skip


def test_an_archive_has_the_numbers_of_its_folder(folder, capsys, tmp_path_factory):
    archive = make_archive(str(tmp_path_factory.mktemp("packed") / "campaign"), "zip", with_judges(folder))
    arguments = ["-m", "bleu", "--judges", "MQM", "--format", "json"]
    packed, of_folder = (json.loads(printed(capsys, place, *arguments).out) for place in (archive, folder))
    by_cell = [{(one["metric"], one["set"].split("/")[-1], one["system"]): one["score"] for one in found["cells"]}
               for found in (packed, of_folder)]  # fmt: skip
    assert by_cell[0] == by_cell[1]


def test_a_reference_that_is_called_as_a_system_renames_none(folder, capsys, tmp_path_factory):
    for name in ("en-de/sys/A.txt", "more/en-ja/system.A.txt", "more/en-ja/ref.good.txt"):
        (folder / name).write_text(BAD)
    archive = make_archive(str(tmp_path_factory.mktemp("packed") / "campaign"), "zip", folder)
    packed, of_folder = (
        {
            (one["set"].split("/")[-1], one["system"]): one["score"]
            for one in json.loads(printed(capsys, place, "--format", "json").out)["cells"]
            if one["score"] is not None
        }
        for place in (archive, folder)
    )
    assert {system for _, system in packed} == {"good", "bad", "third", "A"}
    assert packed == of_folder


def test_folders_that_are_half_a_set_are_told(folder, capsys):
    for name in ("en-fr/refrence.txt", "en-fr/sys/good.txt", "en-cs/ref.txt", "en-cs/ref.B.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(GOOD)
    err = printed(capsys, folder).err
    assert "note: en-fr is left out, for it has 1 output and neither a source nor a reference.\n" in err
    assert "note: en-cs is left out, for it has 2 references and no output.\n" in err
    assert err.count("left out") == 2


def test_a_project_has_the_numbers_of_its_folder(folder, capsys):
    sets = {}
    for name in ("en-de", "en-ja"):
        outputs = {"good": GOOD.splitlines(), "bad": BAD.splitlines()}
        reference = REFERENCE if name == "en-de" else REFERENCE.replace("book", "letter")
        sets[name] = TestSet.build(outputs, {"ref": reference.splitlines()}, name=name)

    def find_project(name):
        if name != "campaign":
            raise ValueError(f"There is no project {name!r}.")
        return {name: lambda test_set=test_set: test_set for name, test_set in sets.items()}

    arguments = ["--trials", "200", "--format", "json"]
    assert main(["matrix", "campaign", *arguments], find_project=find_project) == 0
    found = json.loads(capsys.readouterr().out)
    assert [cell["set"] for cell in found["cells"]] == ["en-de", "en-de", "en-ja", "en-ja"]
    assert main(["matrix", "campain", *arguments], find_project=find_project) == 2
    assert "There is no project 'campain'." in capsys.readouterr().err


def test_doubtful_sets_are_told_after_the_verdict_with_the_option_that_leaves_them_out(folder, capsys):
    (folder / "en-de" / "src.txt").write_text(BAD)
    out, err = printed(capsys, folder)
    assert out.startswith("bad is doubtful, so this is not reliable yet. For now: by BLEU ")
    assert out.split("\n\n")[1] == (
        "The set “en-de” is doubtful: The output of bad is the source itself. Leave it out by --weight en-de=0."
    )
    assert "source itself" not in err
    assert "The output of bad is the source itself." in printed(capsys, folder, "--format", "html").out
    assert "The output of bad is the source itself." in printed(capsys, folder, "--format", "json").err
    found = json.loads(printed(capsys, folder, "--format", "json").out)
    assert [*found["doubts"]] == ["en-de"]
    assert "doubtful" not in printed(capsys, folder, "--weight", "en-de=0").out


def test_other_quotation_marks_are_told_in_the_table_or_as_a_note(tmp_path, capsys):
    curly = [f"“{number}” is the number of books that we have" for number in range(30)]
    straight = [line.replace("“", '"').replace("”", '"') for line in curly]
    (tmp_path / "one" / "sys").mkdir(parents=True)
    files = {"ref.txt": curly, "sys/plain.txt": straight, "sys/fine.txt": [line.replace("we", "you") for line in curly]}
    for name, lines in files.items():
        (tmp_path / "one" / name).write_text("".join(f"{line}\n" for line in lines))
    other = [line.replace("we", "you") for line in curly]
    plain, fine = (sacrebleu.corpus_bleu(lines, [curly]).score for lines in (straight, other))
    alike = [line.replace("“", '"').replace("”", '"') for line in other]
    cost = (100 - plain) - (sacrebleu.corpus_bleu(alike, [straight]).score - fine)
    costs = f"costs about {cost:.1f} BLEU against the other systems"
    told = f"plain has other quotation marks than the reference, which {costs}: write them alike."
    assert told in printed(capsys, tmp_path).out
    assert told in printed(capsys, tmp_path, "--format", "json").err
    assert "quotation marks" not in printed(capsys, tmp_path, "-m", "ter").out


def test_outputs_beside_the_reference_need_no_folder(tmp_path, capsys):
    texts = {"ref.de": REFERENCE, "src.en": REFERENCE.upper(), "good.de": GOOD, "bad.de": BAD, "README.de": "Hello\n"}
    folder = tmp_path / "folder"
    for name in ("one", "two"):
        (folder / name).mkdir(parents=True)
        for file, text in texts.items():
            (folder / name / file).write_text(text.replace("day", name).replace("DAY", name))
    assert [str(one) for one in find_sets(folder)] == ["source: src.en; reference: ref.de; 2 outputs"] * 2
    archive = make_archive(str(tmp_path / "sets"), "zip", folder)
    of_archive, of_folder = (json.loads(printed(capsys, at, "-f", "json").out) for at in (archive, folder))
    assert [(of["p"], of["better"]) for of in of_archive["pairs"]] == [
        (of["p"], of["better"]) for of in of_folder["pairs"]
    ]
    (folder / "one" / "sys").mkdir()
    (folder / "one" / "sys" / "best.de").write_text(GOOD)
    assert "; 1 output; not read: bad.de, good.de (if they are outputs, " in str(find_sets(folder)[0])


def test_the_source_of_mt_metrics_eval_is_read(tmp_path):
    for name in ("ende/en-de.txt", "ende/en-de.refA.txt", "ende/en-de.docs", "ende/system-outputs/a.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(REFERENCE)
    (found,) = find_sets(tmp_path)
    assert str(found) == "source: en-de.txt; reference: en-de.refA.txt; 1 output; 1 file of judgments"


@pytest.fixture
def growing(tmp_path):
    """Two sets with a reference each, and a checkpoint that both have."""
    for name in ("en-de", "en-ja"):
        (tmp_path / name / "sys").mkdir(parents=True)
        (tmp_path / name / "ref.txt").write_text(REFERENCE.replace("day", name))
        (tmp_path / name / "src.txt").write_text(REFERENCE.upper().replace("DAY", name))
        (tmp_path / name / "sys" / "checkpoint_10.txt").write_text(BAD)
    return tmp_path


def watched(capsys, folder, *arguments, code=0):
    common = ["--watch", "--once", "--every", "0.1", "--trials", "200"]
    assert main(["matrix", str(folder), *common, *arguments]) == code
    return capsys.readouterr()


def test_checkpoints_over_several_sets_are_compared_as_they_come(growing, capsys):
    out, err = watched(capsys, growing, code=2)
    assert "en-de: checkpoint_10.txt: BLEU " in out
    assert "Expected outputs of at least two checkpoints; found fewer." in err
    (growing / "en-de" / "sys" / "checkpoint_20.txt").write_text(GOOD)
    out, _ = watched(capsys, growing)
    assert "checkpoint_10.txt: BLEU" not in out, "it was scored before"
    assert "By BLEU: fewer" not in out
    (growing / "en-ja" / "sys" / "checkpoint_20.txt").write_text(GOOD)
    out, err = watched(capsys, growing, "-m", "bleu", "--format", "json")
    assert "1 output scored, 3 were scored before" in err
    found = json.loads(out)
    plain = json.loads(printed(capsys, growing, "--format", "json").out)
    assert {str(cell) for cell in found["cells"]} == {str(cell) for cell in plain["cells"]}
    assert found["pairs"][0]["p"] == plain["pairs"][0]["p"]
    history = read_history("scores.parquet", (growing / "scores.parquet").read_bytes(), OWN_LIMITS).table
    assert sorted(zip(history["folder"].to_pylist(), history["step"].to_pylist(), strict=True)) == [
        ("en-de/sys", 10), ("en-de/sys", 20), ("en-ja/sys", 10), ("en-ja/sys", 20),
    ]  # fmt: skip


def test_a_watch_without_end_says_who_leads_and_writes_the_file_anew(growing, capsys, monkeypatch):
    file = growing / "matrix.json"
    later = iter([None, lambda: [(growing / name / "sys" / "checkpoint_20.txt").write_text(GOOD)
                                 for name in ("en-de", "en-ja")], None])  # fmt: skip

    def sleep(_):
        try:
            act = next(later)
        except StopIteration:
            raise KeyboardInterrupt from None
        if act is not None:
            act()

    monkeypatch.setattr("scoring.cli.lab.matrix_watch.time.sleep", sleep)
    assert main(["matrix", str(growing), "--watch", "--trials", "200", "-o", str(file)]) == 130
    out, err = capsys.readouterr()
    assert "2 sets looked at every 5 s" in err
    assert out.startswith("Which of checkpoint_20 and checkpoint_10 is better is not settled")
    assert "By BLEU checkpoint_20 is ahead of checkpoint_10 in 2 of 2 sets." in out
    assert len(json.loads(file.read_text())["cells"]) == 4


def test_an_output_that_is_too_short_is_named_with_its_set(growing, capsys):
    (growing / "en-ja" / "sys" / "checkpoint_20.txt").write_text("short\n")
    err = watched(capsys, growing, code=2).err
    assert "en-ja: checkpoint_20.txt: expected 4 lines" in err
    assert "1 file could not be scored" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--watch", "--judges", "all", "--checks", "checks"], "--judges, --checks: not with --watch"),
        (["--once"], "--once is for --watch"),
        (["--watch", "--every", "0.01"], "--every must be 0.1 to 86,400 seconds"),
        (["--watch", "--weight", "en-fr=2"], "Unknown set in the weights 'en-fr'"),
    ],
)
def test_what_does_not_go_with_a_watch_is_refused(growing, capsys, arguments, message):
    assert main(["matrix", str(growing), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_watch_takes_a_folder(growing, capsys, monkeypatch):
    monkeypatch.chdir(growing)
    for name, message in (
        ("none", "--watch takes one folder of the sets"),
        ("en-de/sys", "expected folders with a ref"),
    ):
        assert main(["matrix", name, "--watch", "--once"]) == 2
        assert message in capsys.readouterr().err


def test_a_set_that_is_refused_is_left_out_and_named(folder, capsys):
    (folder / "en-de" / "sys" / "bad.txt").write_text("one line\n")
    why = "en-de is left out: Expected the same number of segments everywhere, found "
    out, err = printed(capsys, folder, "--weight", "en-de=3")
    assert f"\n\n{why}" in out
    assert "By BLEU " in out
    assert "en-de " not in out[out.index("\nBLEU ") :]
    out, err = printed(capsys, folder, "--format", "json")
    assert f"note: {why}" in err
    assert {cell["set"] for cell in json.loads(out)["cells"]} == {"more/en-ja"}
    assert why in printed(capsys, folder, "--format", "html").out
    archive = make_archive(str(folder.parent / "campaign"), "zip", folder)
    assert "en-de is left out: " in printed(capsys, archive).out
    assert main(["matrix", str(folder), "--strict"]) == 2
    (folder / "more" / "en-ja" / "system.bad.txt").write_text("one line\n")
    assert main(["matrix", str(folder)]) == 2
    assert ": Expected the same number of segments everywhere" in capsys.readouterr().err


def test_a_set_that_is_there_again_counts_once(folder, capsys):
    copytree(folder / "en-de", folder / "en-de-2")
    (folder / "en-de-2" / "sys" / "bad.txt").write_text(BAD.replace("rain", "snow"))
    said = "en-de and en-de-2 have the same source and the same references or outputs, so they count once: en-de-2 is"
    out, err = printed(capsys, folder)
    assert f"\n\n{said}" in out
    assert " of 2 sets" in out
    out, err = printed(capsys, folder, "--format", "json", "--weight", "en-de=3")
    assert f"note: {said}" in err
    assert {cell["set"] for cell in json.loads(out)["cells"]} == {"en-de-2", "more/en-ja"}
    assert said in printed(capsys, folder, "--format", "html").out
    out, err = printed(capsys, folder, "--weight", "en-de-2=0")
    assert "en-de-2, left out" in out
    assert "count once" not in out + err, "nothing is said of a set that is left out anyway"
    assert main(["matrix", str(folder), "--strict"]) == 2
    assert said in capsys.readouterr().err


def test_outputs_that_are_of_no_set_of_an_archive_are_named(folder, capsys):
    (folder / "en-de" / "ref.A.txt").unlink()
    (folder / "en-de" / "src.txt").unlink()
    (folder / "more" / "en-fr").mkdir()
    for name in ("ref.txt", "system.good.txt", "system.bad.txt"):
        (folder / "more" / "en-fr" / name).write_text(GOOD)
    out, err = printed(capsys, make_archive(str(folder.parent / "campaign"), "zip", folder))
    assert "campaign.zip/en-de is left out, for it has 2 outputs and neither a source nor a reference." in err
    assert "en-de" not in out


def test_sets_without_references_are_compared_by_checks_and_judges(folder, capsys):
    (folder / "en-de" / "ref.A.txt").unlink()
    half = "en-de is left out, for it has 2 outputs and no reference, which --checks and --judges do without."
    assert half in printed(capsys, folder).err
    out, err = printed(capsys, folder, "--checks", "checks", "--format", "json")
    assert half not in err
    cells = [cell for cell in json.loads(out)["cells"] if cell["set"] == "en-de" and cell["system"] == "good"]
    assert {cell["metric"]: cell["score"] is None for cell in cells} == {"bleu": True, "checks": False}
    (folder / "en-de" / "MQM.seg.score").write_text(
        "".join(f"{name}\t{-place}\n" for name in ("good", "bad") for place in range(4))
    )
    out = printed(capsys, folder, "--judges", "people", "--format", "json").out
    assert {cell["set"] for cell in json.loads(out)["cells"] if cell["score"] is not None} == {"en-de"}
    (folder / "more" / "en-ja" / "ref.txt").unlink()
    assert main(["matrix", str(folder)]) == 2
    assert "Sets without references are compared by --checks and --judges." in capsys.readouterr().err
    assert "By BLEU " not in printed(capsys, folder, "--checks", "checks").out
