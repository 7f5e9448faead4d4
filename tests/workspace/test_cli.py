"""The commands `bleuscope project`, `backup` and `restore`."""

import io
import json
import re
import sys
import zipfile
from datetime import datetime

import pytest

import workspace.storage.place
from scoring import BLEU
from scoring.cli.main import main as score
from scoring.rating import CampaignPlan, DirectAssessment
from tests.workspace.made import everything
from workspace import Right, Workspace, WorkspaceError
from workspace.cli.kept_sets import find_kept_sets
from workspace.cli.main import main


@pytest.fixture
def bleuscope(monkeypatch, tmp_path, capsys):
    """Runs a command in a folder with a few files; gives what it printed, and fails unless it ends as expected."""
    monkeypatch.setenv(workspace.storage.place.VARIABLE, f"sqlite:///{tmp_path}/data/workspace.sqlite")
    monkeypatch.chdir(tmp_path)
    files = {
        "ref.txt": "Yes.\nNo.\n",
        "src.txt": "Ja.\nNein.\n",
        "set/ref.txt": "Yes.\nNo.\n",
        "set/sysA.txt": "Yes.\nNot.\n",
        "set/human-scores/mqm.seg.score": "sys-a\t0\nsys-a\t-5\n",
        "sysB.txt": "Yeah.\nNo.\n",
        "short.txt": "Yeah.\n",
        "other.seg.score": "who\t0\nwho\t-5\n",
        "sysB.comet": "0.5\n0.25\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)

    def run(*arguments, code=0):
        assert main([*arguments]) == code
        out, err = capsys.readouterr()
        return err if code else out.removesuffix("\n")

    return run


def test_a_day_s_work(bleuscope, tmp_path):
    project = bleuscope("project", "create", "WMT", "--note", "of this year")
    assert re.fullmatch("[0-9a-f]{32}", project)
    test_set = bleuscope("project", "add", "WMT", "set", "--source", "src.txt", "--name", "small")
    told = bleuscope("project", "add", "WMT/small", "sysB.txt", "sysB.comet")
    assert told == "small, version 2: outputs added: sysB; added: scores 'COMET'"
    (found,) = json.loads(bleuscope("project", "show", test_set, "--format", "json"))
    assert [version["systems"] for version in found["versions"]] == [["sysA"], ["sysA", "sysB"]]
    assert found["newest"]["judgments"] == ["MQM", "COMET"]
    shown = bleuscope("project", "show", "WMT")
    assert shown.startswith("WMT\n\nof this year\n\ntest set")
    assert found["newest"]["fingerprint"][:8] in shown
    assert "outputs added: sysB" in bleuscope("project", "show", "small")
    bleuscope("project", "rename", "small", "tiny")
    bleuscope("project", "note", "tiny", "a note")
    (listed,) = json.loads(bleuscope("project", "list", "--format", "json"))
    assert (listed["name"], listed["id"], listed["n_test_sets"]) == ("WMT", project, 1)
    assert bleuscope("project", "export", "WMT", "wmt.zip") == "The project WMT is in wmt.zip."
    again = bleuscope("project", "import", "wmt.zip", "--name", "WMT again")
    (there,) = json.loads(bleuscope("project", "show", again, "--format", "json"))
    assert there["test_sets"][0]["newest"]["fingerprint"] == found["newest"]["fingerprint"]
    bleuscope("backup", "all.bleuscope")
    bleuscope("project", "delete", "WMT again", "--for-good")
    bleuscope("project", "delete", "WMT")
    assert bleuscope("project", "list") == "No projects yet."
    assert project in bleuscope("project", "list", "--deleted")
    assert bleuscope("project", "undo", "WMT") == "WMT is back."
    bleuscope("project", "archive", "WMT")
    assert (bleuscope("project", "list"), "WMT" in bleuscope("project", "list", "--archived")) == (
        "No projects yet.",
        True,
    )
    bleuscope("project", "archive", "WMT", "--back")
    bleuscope("restore", "all.bleuscope", "--replace")
    assert {"WMT", "WMT again"} == {one["name"] for one in json.loads(bleuscope("project", "list", "--format", "json"))}


@pytest.mark.exhaustive
def test_outputs_are_replaced_and_taken_out(bleuscope, tmp_path):
    bleuscope("project", "create", "WMT")
    test_set = bleuscope("project", "add", "WMT", "set", "--source", "src.txt", "--name", "small")
    bleuscope("project", "add", "small", "sysB.txt", "sysB.comet")
    (tmp_path / "sysB.txt").write_text((tmp_path / "sysB.txt").read_text().upper())
    assert bleuscope("project", "add", "small", "sysB.txt", "--replace").startswith("small, version 3: ")
    assert bleuscope("project", "remove", "small", "sysB") == "small, version 4: outputs removed: sysB"
    (found,) = json.loads(bleuscope("project", "show", test_set, "--format", "json"))
    assert [version["systems"] for version in found["versions"]][2:] == [["sysA", "sysB"], ["sysA"]]
    assert "COMET" not in found["newest"]["judgments"]


def test_a_date_alone_is_the_end_of_that_day(bleuscope):
    bleuscope("project", "create", "WMT")
    bleuscope("project", "link", "WMT", "--expires", "2999-12-30")
    with Workspace() as workspace:
        (link,) = workspace.links(workspace.projects()[0].id)
    assert link.expires.astimezone().replace(tzinfo=None) == datetime(2999, 12, 31)


@pytest.mark.exhaustive
def test_a_project_is_shared_and_the_trail_tells_it(bleuscope):
    project = bleuscope("project", "create", "WMT")
    assert bleuscope("project", "people", "WMT") == "Nobody but the server's administrator."
    told = bleuscope("project", "share", "WMT", "Ada@example.org", "own")
    assert told == "ada@example.org may own the project WMT once they sign in with this address."
    with Workspace() as kept:
        ada = kept.as_(kept.sign_in("https://p.example", "1", "Ada", "ada@example.org").id)
        assert bleuscope("project", "share", "WMT", "bob@example.org", "edit").startswith("bob@example.org may edit")
        assert re.search(
            r"Ada +ada@example.org +own .*\nbob@example.org .* not yet$", bleuscope("project", "people", "WMT")
        )
        assert re.search(rf"^WMT +Ada +{project}", bleuscope("project", "list"), re.MULTILINE)
        assert "has no right on the project WMT any more" in bleuscope("project", "unshare", "WMT", "BOB@example.org")
        token = bleuscope("project", "link", "WMT", "--edit", "--expires", "2999-06-30", "--name", "class")
        (link,) = ada.links(project)
        assert (link.token, link.right, link.name, link.expires.year) == (token, Right.EDIT, "class", 2999)
        (told,) = json.loads(bleuscope("project", "links", "WMT", "--format", "json"))
        assert (told["token"], told["right"], told["id"]) == (token, "edit", link.id)
        bleuscope("project", "take-back", link.id)
        assert token not in bleuscope("project", "links", "WMT")
        ada.rename(project, "WMT26")
    trail = json.loads(bleuscope("project", "trail", "WMT26", "--format", "json"))
    assert [(event["who"], event["action"]) for event in trail] == [
        ("Ada", "renamed"),
        (None, "unlinked"),
        (None, "linked"),
        (None, "unshared"),
        (None, "shared"),
        (None, "shared"),
        (None, "created"),
    ]
    assert re.search(r"the server +shared +ada@example.org: own", bleuscope("project", "trail", "WMT26"))


@pytest.mark.exhaustive
def test_a_campaign_is_listed_shown_and_closed(bleuscope):
    assert bleuscope("campaign", "list") == "No campaigns yet."
    bleuscope("project", "create", "WMT")
    test_set = bleuscope("project", "add", "WMT", "set", "--source", "src.txt", "--name", "small")
    with Workspace() as kept:
        made = kept.make_campaign(test_set, 1, "class", CampaignPlan("da", ("sysA",), (0, 1), repeats=0, damaged=0))
        seat = kept.join(made.token, "Ann")
        kept.answer(seat.secret, 0, DirectAssessment(50), 1.0)
        assert re.search(
            rf"^class +{made.id} +da +yes +{made.code} +1 of 1 +1 of 2$", bleuscope("campaign", "list"), re.MULTILINE
        )
        (told,) = json.loads(bleuscope("campaign", "list", "WMT", "--format", "json"))
        assert (told["id"], told["plan"]["segments"], told["raters"][0]["name"]) == (made.id, [0, 1], "Ann")
        shown = bleuscope("campaign", "show", "WMT/class")
        assert f"da: 2 segments of sysA, shown with source; 1 of 2 answers\n\nopen; token {made.token}" in shown
        assert re.search(r"^1 +Ann +.* at work +1 +2$", shown, re.MULTILINE)
        kept.release(made.id, 0)
        kept.join(made.token, "Zoe")
        assert re.search(r"^1 +Ann, Zoe +.* at work +1 +2$", bleuscope("campaign", "show", made.id), re.MULTILINE)
        assert bleuscope("project", "show", "class", "--format", "json") == bleuscope(
            "campaign", "show", made.id, "--format", "json"
        )
        assert made.id in bleuscope("project", "show", "WMT")
        assert bleuscope("campaign", "close", "class") == "The campaign class is closed."
        assert "\n\nclosed 20" in bleuscope("campaign", "show", "class")
        assert bleuscope("campaign", "close", "class", "--back") == "The campaign class takes answers again."
    bleuscope("project", "delete", "class")
    assert bleuscope("campaign", "list") == "No campaigns yet."
    assert bleuscope("project", "undo", "class") == "class is back."


@pytest.mark.exhaustive
def test_answers_go_out_as_files_and_come_into_another_campaign(bleuscope, tmp_path):
    bleuscope("project", "create", "WMT")
    test_set = bleuscope("project", "add", "WMT", "set", "--source", "src.txt", "--name", "small")
    with Workspace() as kept:
        plan = CampaignPlan("da", ("sysA",), (0, 1), repeats=0, damaged=0)
        one, other = (kept.make_campaign(test_set, 1, name, plan) for name in ("one", "other"))
        seat = kept.join(one.token, "Ann")
        kept.answer(seat.secret, 0, DirectAssessment(50), 1.0)
        for format_ in ("jsonl", "appraise", "pearmut", "pearmut-campaign"):
            told = bleuscope("campaign", "export", "one", f"{format_}.out", "--as", format_)
            assert told == f"The campaign one is in {format_}.out."
            assert (tmp_path / f"{format_}.out").stat().st_size
        problem = bleuscope("campaign", "export", "one", "rankings.csv", "--as", "rankings", code=2)
        assert "WMT rankings has no words for Direct assessment (DA); there are --as jsonl, appraise" in problem
        assert "is there already" in bleuscope("campaign", "export", "one", "jsonl.out", code=2)
        assert bleuscope("campaign", "import", "other", "jsonl.out") == "other has 1 answer more."
        assert kept.ratings(other.id).places == kept.ratings(one.id).places
        assert "Ann sits on place 1" in bleuscope("campaign", "import", "one", "jsonl.out", code=2)
        assert "ref.txt: expected ratings" in bleuscope("campaign", "import", "one", "ref.txt", code=2)


@pytest.mark.exhaustive
def test_what_files_were_taken_for_is_told(bleuscope, capsys):
    bleuscope("project", "create", "p")
    assert main(["project", "add", "p", "-r", "src.txt", "-i", "ref.txt", "sysB.txt", "--name", "turned"]) == 0
    assert capsys.readouterr().err == "note: reference: src; system: ref, sysB\n"


@pytest.mark.exhaustive
def test_names_in_judgments_can_be_matched(bleuscope):
    bleuscope("project", "create", "p")
    bleuscope("project", "add", "p", "set", "--name", "s")
    problem = bleuscope("project", "add", "s", "other.seg.score", code=2)
    assert "who" in problem
    assert "--match NAME=SYSTEM" in problem
    told = bleuscope("project", "add", "s", "other.seg.score", "--match", "who=sysA")
    assert told == "s, version 2: added: scores 'other'"


@pytest.mark.exhaustive
def test_a_set_without_references_is_kept_and_gets_outputs(bleuscope, tmp_path):
    bleuscope("project", "create", "p")
    for name, text in {"source.txt": "a\nb\n", "system.one.txt": "A\nB\n", "system.two.txt": "A\nC\n"}.items():
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in ("source.txt", "system.one.txt", "system.two.txt")]
    bleuscope("project", "add", "p", *files[:2], "--name", "s")
    assert bleuscope("project", "add", "s", files[2]) == "s, version 2: outputs added: two"


def test_what_a_terminal_would_obey_is_not_printed(bleuscope, tmp_path):
    with Workspace() as kept:
        project = kept.create("p", "\x1b[2Jnote\x9b")
        kept.add(project.id, everything())
    assert not re.search(
        r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", bleuscope("project", "show", "p") + bleuscope("project", "list")
    )
    (found,) = json.loads(bleuscope("project", "show", "p", "--format", "json"))
    assert found["note"] == "\x1b[2Jnote\x9b"


BAD_INPUT = [
    (["project"], "the following arguments are required: COMMAND; bleuscope project -h tells more."),
    (
        ["project", "show", "none"],
        "There is no project, test set, view or campaign 'none'; bleuscope project",
    ),
    (["project", "create", ""], "A name is needed; found an empty one."),
    (["project", "add", "p"], "Expected files to add; found none."),
    (["project", "add", "p", "none.txt"], "none.txt: No such file or directory; check its name"),
    (["project", "add", "p", "sysB.txt"], "A test set needs at least one reference"),
    (["project", "add", "p/s", "short.txt"], "found: reference 'ref' has 2"),
    (["project", "add", "p/s", "set/sysA.txt"], "Every system needs a name of its own; 'sysA' occurs 2 times."),
    (["project", "add", "p/s", "-r", "ref.txt"], "Outputs and judgments are added to a test set"),
    (["project", "rename", "twin", "x"], "Several are called 'twin'; say which by its id: project "),
    (["project", "undo", "p"], "Nothing that was deleted is called 'p'"),
    (["project", "export", "p", "none/p.zip"], "No such file or directory"),
    (["project", "export", "p", "ref.txt"], "ref.txt: is there already; name another file, or add --replace."),
    (["project", "import", "ref.txt"], "ref.txt: expected a zip archive of an exported project"),
    (["project", "import", "none.zip"], "none.zip: No such file or directory"),
    (["project", "share", "p", "ada", "read"], "Expected an e-mail address"),
    (["project", "unshare", "p", "a@b.c"], "Nobody with the address 'a@b.c' has a right on this project"),
    (["project", "remove", "p/s", "none"], "No system is called 'none'; there are"),
    (["project", "remove", "p/s"], "Expected the names of outputs, or --terms for the glossary; found neither."),
    (["project", "add", "p/s", "--terms", "ref.txt"], "ref.txt, line 1: expected a source and a target in each row"),
    (["project", "add", "p/s", "--terms", "none.tsv"], "none.tsv: No such file or directory"),
    (["project", "add", "p", "set", "--replace"], "--replace is for outputs of a test set"),
    (["project", "link", "p", "--expires", "soon"], "expected a date such as 2026-12-31; found 'soon'"),
    (["project", "link", "p", "--expires", "2020-01-01"], "A link expires at a time to come"),
    (["project", "take-back", "none"], "There is no link 'none'"),
    (["campaign", "show", "p"], "There is no campaign 'p'; bleuscope campaign list tells"),
    (["campaign", "close", "none"], "There is no campaign 'none'"),
    (["campaign", "list", "none"], "There is no project 'none'"),
    (["backup", "ref.txt"], "ref.txt: is there already"),
    (["restore", "ref.txt", "--replace"], "ref.txt: is no backup of a workspace, or is damaged"),
    (["restore", "none"], "none: there is no such file."),
]


def test_bad_input_is_told_in_one_line(bleuscope):
    for name in ("p", "twin", "twin"):
        bleuscope("project", "create", name)
    bleuscope("project", "add", "p", "set", "--name", "s")
    for arguments, problem in BAD_INPUT:
        told = bleuscope(*arguments, code=2)
        assert told.startswith("bleuscope: "), arguments
        assert problem in told, arguments
        assert told.count("\n") == 1, arguments


def test_ids_of_a_table_are_no_output_and_what_they_do_is_told(bleuscope, tmp_path, capsys):
    (tmp_path / "ref.tsv").write_text("id\treference\n1\tYes.\n2\tNo.\n")
    (tmp_path / "new.tsv").write_text("id\tsystem\n2\tNot.\n1\tYeah.\n")
    bleuscope("project", "create", "P")
    main(["project", "add", "P", "ref.tsv", "new.tsv", "--name", "small"])
    assert "new.tsv: 2 segments stand elsewhere than in reference; they are lined up by their ids." in (
        capsys.readouterr().err
    )
    assert main(["project", "add", "P/small", "new.tsv", "--replace"]) == 2
    assert "new.tsv: rows that are not in the order of their ids. A test set that is kept" in capsys.readouterr().err
    (tmp_path / "new.tsv").write_text("id\tsystem\n1\tYeah.\n2\tNot.\n3")
    assert main(["project", "add", "P/small", "new.tsv", "--replace"]) == 2  # of another number of rows
    (tmp_path / "new.tsv").write_text("id\tsystem\n1\tYes!\n2\tNot.\n")
    assert main(["project", "add", "P/small", "new.tsv", "--replace"]) == 0
    assert capsys.readouterr().out.startswith("small, version 2: outputs changed: system")


def type_in(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.exhaustive
def test_standard_input_and_columns_are_files_like_others(bleuscope, tmp_path, monkeypatch):
    (tmp_path / "all.tsv").write_text("id\treference\tmt\tother\na\tYes.\tYeah.\tNope.\nb\tNo.\tNot.\tNah.\n")
    bleuscope("project", "create", "P")
    type_in(monkeypatch, b"Yes.\nNo.\n")
    bleuscope("project", "add", "P", "-r", "-", "-i", "all.tsv#mt", "--source", "src.txt", "--name", "one")
    assert bleuscope("project", "add", "P/one", "all.tsv#4").endswith("outputs added: other")
    type_in(monkeypatch, b"Yes.\nNo.\n")
    bleuscope("project", "add", "P", "-r", "all.tsv#reference", "-i", "-")
    with Workspace() as kept:
        names = {one.name: one.newest.systems for one in kept.test_sets(kept.projects()[0].id)}
    assert names == {"one": ("mt", "other"), "all": ("standard input",)}
    told = bleuscope("project", "add", "P", "-r", "-", "-i", "-", code=2)
    assert "expected standard input once, found it 2 times" in told
    assert "(did you mean other?)" in bleuscope("project", "add", "P/one", "all.tsv#othr", code=2)


def test_archives_and_backups_come_from_standard_input_too(bleuscope, tmp_path, monkeypatch):
    bleuscope("project", "create", "P")
    bleuscope("project", "export", "P", "p.zip")
    type_in(monkeypatch, (tmp_path / "p.zip").read_bytes())
    bleuscope("project", "import", "-", "--name", "Q")
    bleuscope("backup", "all.bleuscope")
    bleuscope("project", "delete", "P", "--for-good")
    type_in(monkeypatch, (tmp_path / "all.bleuscope").read_bytes())
    assert bleuscope("restore", "-", "--replace") == "The workspace is as it was in standard input."
    assert {one["name"] for one in json.loads(bleuscope("project", "list", "--format", "json"))} == {"P", "Q"}


def test_answers_come_from_standard_input(bleuscope, tmp_path, monkeypatch):
    bleuscope("project", "create", "P")
    test_set = bleuscope("project", "add", "P", "set", "--source", "src.txt", "--name", "s")
    with Workspace() as kept:
        plan = CampaignPlan("da", ("sysA",), (0, 1), repeats=0, damaged=0)
        made, other = (kept.make_campaign(test_set, 1, name, plan) for name in ("one", "other"))
        kept.answer(kept.join(made.token, "Ann").secret, 0, DirectAssessment(50), 1.0)
    bleuscope("campaign", "export", "one", "answers.jsonl")
    type_in(monkeypatch, (tmp_path / "answers.jsonl").read_bytes())
    assert bleuscope("campaign", "import", other.id, "-") == "other has 1 answer more."


@pytest.mark.exhaustive
def test_scores_of_which_lower_is_better_come_back_so(bleuscope, tmp_path, capsys):
    rows = "".join(f"{system}\t{n}\t{n}\n" for system in ("sysA", "sysB") for n in (1, 2))
    (tmp_path / "MetricX.tsv").write_text(f"system\tsegment\tMetricX\n{rows}")
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "set", "sysB.txt", "MetricX.tsv", "--name", "s")
    bleuscope("project", "export", "P", "p.zip")
    with zipfile.ZipFile("p.zip") as archive:
        archive.extractall("out")
    files = ["ref.txt", "-i", "set/sysA.txt", "sysB.txt", "--format", "json", "--scores"]
    for file in ("MetricX.tsv", "out/s/metric-scores/MetricX.seg.score"):
        assert score(["score", *files, file]) == 0
        found = {one["metric"]: one["higher_is_better"] for one in json.loads(capsys.readouterr().out)}
        assert found["MetricX"] is False


@pytest.mark.exhaustive
def test_all_other_names_are_left_out_at_once(bleuscope, tmp_path):
    rows = "".join(f"{name}\t0\n{name}\t1\n" for name in ("sysA", "who", "what"))
    (tmp_path / "more.seg.score").write_text(rows)
    bleuscope("project", "create", "P")
    added = ["project", "add", "P", "set", "sysB.txt", "more.seg.score"]
    assert "--match '*=' all others" in bleuscope(*added, code=2)
    bleuscope(*added, "--name", "s", "--match", "*=")
    (found,) = json.loads(bleuscope("project", "show", "s", "--format", "json"))
    assert found["newest"]["judgments"] == ["MQM", "more"]


def test_an_exported_project_is_imported_not_scored(bleuscope, capsys):
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "set", "--name", "s")
    bleuscope("project", "export", "P", "p.zip")
    assert score(["score", "p.zip", "-i", "p.zip"]) == 2
    assert "found a project that was exported. Read it with `bleuscope project import`" in capsys.readouterr().err


def test_a_new_output_is_placed_against_the_baseline(bleuscope, tmp_path, capsys):
    lines = [f"this is the line of number {number} ." for number in range(60)]
    texts = {"ref": lines, "base": [line.replace("line", "row") for line in lines]}
    texts["new"] = [line.replace("line", "row") if place % 2 else line for place, line in enumerate(lines)]
    texts["low"] = [line.replace("line of", "row in") for line in lines]
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(text) + "\n")
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "-r", "ref.txt", "-i", "base.txt", "low.txt", "--name", "s")
    assert "this is a project" in bleuscope("project", "add", "P", "new.txt", "--baseline", "base", code=2)
    assert "nobody" in bleuscope("project", "add", "P/s", "new.txt", "--baseline", "nobody", code=2)
    assert main(["project", "add", "P/s", "new.txt", "--baseline", "base"]) == 0
    out, err = capsys.readouterr()
    assert out == "s, version 2: outputs added: new\n"
    scores = {name: BLEU().score(BLEU().statistics(texts[name], [lines]).sum(axis=0)) for name in ("new", "base")}
    lead = round(round(float(scores["new"]), 2) - round(float(scores["base"]), 2), 2)
    assert f"note: new is 1st of 3 by BLEU: {lead:.2f} ahead of the baseline base, which is also the nearest" in err


def test_a_glossary_is_added_with_a_set_or_later_shown_and_taken_out(bleuscope, tmp_path):
    (tmp_path / "terms.tsv").write_text("Yes\tJa\n")
    (tmp_path / "more.csv").write_text("source,target,forbidden\nNo,Nein,Nö\n")
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "set", "--source", "src.txt", "--terms", "terms.tsv", "--name", "s")
    assert "\n\nGlossary: terms.tsv\n\n" in bleuscope("project", "show", "s")
    assert bleuscope("project", "add", "P/s", "--terms", "more.csv") == "s has the glossary more.csv now."
    with Workspace() as kept:
        (saved,) = kept.test_sets(kept.projects()[0].id)
        assert kept.glossary(saved.id).read().terms[0].forbidden == ("Nö",)
    told = bleuscope("project", "add", "P/s", "sysB.txt", "--terms", "terms.tsv")
    assert told == "s, version 2: outputs added: sysB"
    (found,) = json.loads(bleuscope("project", "show", "s", "--format", "json"))
    assert found["glossary"] == "terms.tsv"
    assert bleuscope("project", "remove", "P/s", "--terms") == "s has no glossary now."
    assert "Glossary" not in bleuscope("project", "show", "s")
    assert bleuscope("project", "remove", "P/s", "sysB", "--terms") == "s, version 3: outputs removed: sysB"


@pytest.mark.exhaustive
def test_the_project_s_baseline_is_shown_and_used(bleuscope, tmp_path, capsys):
    lines = [f"this is the line of number {number} ." for number in range(60)]
    for name, word in (("ref", "line"), ("base", "row"), ("other", "column"), ("new", "line"), ("newer", "line")):
        text = "".join(line.replace("line", word) + "\n" for line in lines)
        (tmp_path / f"{name}.txt").write_text(text.replace("of", "in") if name == "other" else text)
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "-r", "ref.txt", "-i", "base.txt", "other.txt", "--name", "s")
    assert "Baseline" not in bleuscope("project", "show", "s")
    with Workspace() as kept:
        (saved,) = kept.test_sets(kept.projects()[0].id)
        kept.keep_choices(saved.id, "bleu,a%2Cb", "other", '["numbers:12"]', "copied-source:base")
    chosen = 'Baseline: other\nMetrics: bleu, a,b\nIgnored findings of checks: ["numbers:12"]'
    chosen += "\nFaults of systems that are kept: copied-source:base"
    assert f"s\n\n{chosen}\n\n" in bleuscope("project", "show", "s")
    found = json.loads(bleuscope("project", "show", "s", "--format", "json"))
    assert (found[0]["baseline"], found[0]["metrics"]) == ("other", "bleu,a%2Cb")
    capsys.readouterr()

    def told(*arguments):
        assert main(["project", "add", "P/s", *arguments]) == 0
        return capsys.readouterr().err

    assert " ahead of the baseline other (p = " in told("new.txt")
    assert " ahead of the baseline base (p = " in told("newer.txt", "--baseline", "base")
    bleuscope("project", "remove", "P/s", "other", "newer")
    said = told("newer.txt")
    assert "note: The baseline other is not in this test set, so systems are not compared with it." in said
    assert "newer is 1st of 3 by BLEU: level with new, the nearest system (p = " in said


@pytest.mark.exhaustive
def test_an_output_that_replaces_another_one_is_placed(bleuscope, tmp_path, capsys):
    lines = [f"this is the line of number {number} ." for number in range(60)]
    for name, word in (("ref", "line"), ("base", "row"), ("new", "column of")):
        (tmp_path / f"{name}.txt").write_text("".join(line.replace("line", word) + "\n" for line in lines))
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "-r", "ref.txt", "-i", "base.txt", "new.txt", "--name", "s")
    (tmp_path / "new.txt").write_text((tmp_path / "ref.txt").read_text())
    capsys.readouterr()
    assert main(["project", "add", "P/s", "new.txt", "--replace"]) == 0
    out, err = capsys.readouterr()
    assert out == "s, version 2: outputs changed: new\n"
    assert "note: new is 1st of 2 by BLEU: " in err


TABLE = "source\treference\tmt\tmodel\tsource_len\nJa.\tYes.\tYeah.\tgpt\t3\nNein.\tNo.\tNot.\tgpt\t5\n"


@pytest.mark.exhaustive
def test_post_edits_come_with_a_set_and_later(bleuscope, tmp_path):
    (tmp_path / "sysB.pe.txt").write_text("Yes.\nNo.\n")
    (tmp_path / "set" / "sysA-post-edited.txt").write_text("Yes.\nNo!\n")
    bleuscope("project", "create", "WMT")
    test_set = bleuscope("project", "add", "WMT", "set/ref.txt", "set/sysA.txt", "set/sysA-post-edited.txt")
    told = bleuscope("project", "add", test_set, "sysB.txt", "sysB.pe.txt")
    assert told.endswith("version 2: outputs added: sysB; added: post-edit 'sysB'")
    with Workspace() as opened:
        kept = opened.read(test_set)
    assert {edit.system: edit.segments.to_pylist() for edit in kept.post_edits} == {
        "sysA": ["Yes.", "No!"],
        "sysB": ["Yes.", "No."],
    }
    assert "removed: post-edit 'sysB'" in bleuscope("project", "remove", test_set, "sysB")


def test_of_a_table_only_outputs_are_added_to_a_test_set(bleuscope, tmp_path, capsys):
    (tmp_path / "table.tsv").write_text(TABLE)
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "ref.txt", "sysB.txt", "--name", "s")
    assert main(["project", "add", "P/s", "table.tsv"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("outputs added: mt\n")
    for name in ("source", "reference", "model", "source_len"):
        assert f"table.tsv: the column {name} is left out." in err


def test_a_table_without_outputs_is_refused_for_a_test_set(bleuscope, tmp_path):
    (tmp_path / "texts.tsv").write_text("source\treference\nJa.\tYes.\nNein.\tNo.\n")
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "ref.txt", "sysB.txt", "--name", "s")
    assert "texts.tsv: expected at least one system" in bleuscope("project", "add", "P/s", "texts.tsv", code=2)


@pytest.mark.exhaustive
def test_what_readers_notice_and_what_is_odd_is_told(bleuscope, tmp_path, capsys):
    (tmp_path / "empty.txt").write_text("\n\n")
    (tmp_path / "invisible.txt").write_text("Ye\u200bs.\nNo.\n", encoding="utf-8")
    bleuscope("project", "create", "P")
    assert main(["project", "add", "P", "ref.txt", "-i", "empty.txt", "invisible.txt", "--name", "s"]) == 0
    told = capsys.readouterr().err
    assert score(["score", "ref.txt", "-i", "empty.txt", "invisible.txt"]) == 0
    notes = [line for line in capsys.readouterr().err.splitlines() if line.startswith("note: ") and "BLEU" not in line]
    assert len(notes) > 1
    assert [note for note in notes if note not in told] == []
    (tmp_path / "copy.txt").write_text("Yes.\nNo.\n")
    assert main(["project", "add", "P/s", "copy.txt"]) == 0
    assert "The output of copy is the reference itself." in capsys.readouterr().err


@pytest.mark.exhaustive
def test_rows_in_another_order_than_their_ids_are_not_added_row_by_row(bleuscope, tmp_path):
    for name, column, texts in (("ref", "reference", "ABCD"), ("new", "mt", "ABCD")):
        order = "2413" if name == "ref" else "3142"
        rows = "".join(f"{id_}\tThe text {texts[int(id_) - 1]}.\n" for id_ in order)
        (tmp_path / f"{name}.tsv").write_text(f"id\t{column}\n{rows}")
    (tmp_path / "b.txt").write_text("One.\nTwo.\nThree.\nFour.\n")
    bleuscope("project", "create", "P")
    bleuscope("project", "add", "P", "ref.tsv", "b.txt", "--name", "s")
    problem = bleuscope("project", "add", "P/s", "new.tsv", code=2)
    assert "new.tsv: rows that are not in the order of their ids" in problem
    assert "other texts do not have them" not in problem
    own = "".join(f"{id_}\tThe text {'ABCD'[int(id_) - 1]}.\tx{id_}\n" for id_ in "2413")
    (tmp_path / "own.tsv").write_text(f"id\treference\tmt\n{own}")
    assert bleuscope("project", "add", "P/s", "own.tsv").endswith("outputs added: mt")


def test_a_project_s_sets_are_compared_under_names_that_differ(bleuscope, capsys):
    bleuscope("project", "create", "WMT")
    bleuscope("project", "add", "WMT", "set", "sysB.txt", "--name", "news")
    bleuscope("project", "add", "WMT", "-r", "sysB.txt", "-i", "ref.txt", "set/sysA.txt", "--name", "Books")
    bleuscope("project", "add", "WMT", "-r", "set/sysA.txt", "-i", "ref.txt", "sysB.txt", "--name", "news")
    first, books, last = found = find_kept_sets("WMT")
    assert books == "Books"
    assert all(re.fullmatch("news [0-9a-f]{8}", name) for name in (first, last))
    capsys.readouterr()
    assert score(["matrix", "WMT", "--format", "json"], find_project=find_kept_sets) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert {cell["set"] for cell in cells} == {*found}
    with pytest.raises(WorkspaceError, match="There is no project 'WTM'"):
        find_kept_sets("WTM")
    bleuscope("project", "create", "empty")
    with pytest.raises(WorkspaceError, match="The project empty has no test sets"):
        find_kept_sets("empty")
