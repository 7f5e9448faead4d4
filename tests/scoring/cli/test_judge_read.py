"""``bleuscope judge read``: files, formats, and the way of its results back into other commands."""

import gzip
import json
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.cli.main import main
from scoring.formats import attach, read_contents
from scoring.model_judges.answer_files import MAX_LINE_BYTES
from scoring.testset import TestSet

SOURCE = ["the dog and the cat", "it rained", "yes", "no", "one", "two"]
OUTPUTS = {
    "one": ["der Hund und der Mann", "es regnete", "ja", "nein", "eins", "zwei"],
    "=two": ["ein <b>Hund</b>", "Regen", "jein", "no", "ein", "zwo"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    """A folder with texts and prompts for them; three repeats of each output."""
    monkeypatch.chdir(tmp_path)
    for name, segments in {"src": SOURCE, **OUTPUTS}.items():
        Path(f"{name}.txt").write_text("".join(f"{segment}\n" for segment in segments), encoding="utf-8")
    files = ["--source", "src.txt", "-i", "one.txt", "=two.txt"]
    assert main(["judge", "prompts", *files, "--protocol", "esa", "--repeats", "3", "-o", "prompts.jsonl"]) == 0
    capsys.readouterr()


def ids():
    return [json.loads(line)["custom_id"] for line in Path("prompts.jsonl").read_text("utf-8").splitlines()]


def score_of(custom_id):
    """Return a score that depends on the request alone."""
    _, system, segment, repeat = custom_id.split("|")
    return 10 * int(segment) + int(repeat) + 20 * (system == "one")


def answer(custom_id, **more):
    found = {"errors": [{"text": "Hund", "context": "", "severity": "minor"}], "score": score_of(custom_id)}
    return {"custom_id": custom_id, "answer": json.dumps(found), "model": "m-1", **more}


def write(rows, name="answers.jsonl"):
    Path(name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def read(capsys, *arguments, code=0, answers="answers.jsonl"):
    assert main(["judge", "read", answers, "--prompts", "prompts.jsonl", *arguments]) == code
    return capsys.readouterr()


def test_the_keys_are_those_that_were_promised(folder, capsys):
    write([answer(one) for one in ids()])
    found = json.loads(read(capsys, "--format", "json").out)
    assert [*found][:3] == ["scores", "errors", "unread"]
    assert {tuple(one) for one in found["scores"]} == {("system", "segment", "repeat", "score")}
    assert {tuple(one) for one in found["unread"]} == {("line", "custom_id", "reason")}
    assert len(found["scores"]) == 36
    assert {score["score"] for score in found["scores"]} == {float(score_of(one)) for one in ids()}
    assert found["judge"] == "m-1"
    places = [(one["start"], one["end"]) for one in found["errors"] if one["segment"] == 1]
    assert sorted(set(places)) == [(4, 8), (7, 11)]
    assert len(found["unread"]) == 30  # segments without the word
    assert found["unread_counts"] == {"no place": 30}


def test_a_table_has_the_systems_and_what_was_not_read(folder, capsys):
    first, second, *others = ids()
    write([answer(first), {"custom_id": second, "answer": "=cmd|' /C calc'!A0"}, *map(answer, others)])
    out, err = read(capsys)
    assert "35 of 36 requests have an answer of m-1" in out
    assert "±" in out
    assert f"2       {second}" in out
    assert "other form: no score and no list of errors" in out
    assert err == ""


def test_several_files_of_answers_and_of_requests_are_read_as_one(folder, capsys):
    rows = [answer(one) for one in ids()]
    write(rows[:20], "1.jsonl")
    write([*rows[20:35], {"custom_id": ids()[35], "answer": "?"}], "2.jsonl")
    requests = Path("prompts.jsonl").read_text("utf-8").splitlines(keepends=True)
    for name, part in (("first.jsonl", requests[:10]), ("second.jsonl", requests[10:])):
        Path(name).write_text("".join(part), encoding="utf-8")
    prompts = ["--prompts", "first.jsonl", "--prompts", "second.jsonl"]
    assert main(["judge", "read", "1.jsonl", "2.jsonl", *prompts]) == 0
    out = capsys.readouterr().out
    assert "35 of 36 requests have an answer of m-1" in out
    assert re.search(r"file +line +custom_id +problem", out)
    assert main(["judge", "read", "1.jsonl", "2.jsonl", *prompts, "--format", "json"]) == 0
    unread = json.loads(capsys.readouterr().out)["unread"]
    assert [(one["file"], one["line"]) for one in unread if "other form" in one["reason"]] == [("2.jsonl", 16)]


@pytest.mark.parametrize("name", ["judged.json", "judged.tsv"])
def test_what_is_written_is_read_as_scores(folder, capsys, name):
    write([answer(one) for one in ids()])
    out, err = read(capsys, "-o", name)
    assert out == ""
    assert "36 of 36 requests have an answer" in err
    texts = ["one.txt", "-i", "one.txt", "=two.txt"]
    assert main(["score", *texts, "-m", "bleu", "--scores", name, "--confidence", "--format", "json"]) == 0
    found = [one for one in json.loads(capsys.readouterr().out) if one["metric"] != "bleu"]
    assert {one["system"]: one["score"] for one in found} == {"one": 57.0, "=two": 37.0}
    protocol = "protocol:esa|" if name.endswith("json") else ""
    assert all(f"segments:6|{protocol}repeats:3" in one["signature"] for one in found)


def test_scores_by_gemba_v2_say_so_and_are_not_written_as_tsv(folder, capsys):
    errors = [{"errors": [{"text": "x", "severity": "minor"}] * int(one[-1])} for one in ids()]
    write([{"custom_id": one, "answer": json.dumps(said)} for one, said in zip(ids(), errors, strict=True)])
    options = ["--protocol", "mqm", "--scale", "gemba-v2"]
    assert "TSV cannot say" in read(capsys, *options, "-o", "judged.tsv", code=2).err
    assert not Path("judged.tsv").exists()
    read(capsys, *options, "-o", "judged.json")
    texts = ["one.txt", "-i", "one.txt", "--scores", "judged.json", "-m", "bleu", "--format", "json"]
    assert main(["score", *texts]) == 0
    found = [one for one in json.loads(capsys.readouterr().out) if one["metric"] != "bleu"]
    assert [one["score"] for one in found] == [pytest.approx(-3 / (11 / 6), abs=0.01)]
    assert "protocol:mqm/gemba-v2|repeats:3" in found[0]["signature"]


COLUMNS = ["system", "segment", "repeat", "fingerprint"]


@pytest.mark.parametrize(
    ("judge", "header", "read_as"),
    [
        ("gpt-4.1 mini", "gpt-4.1 mini", "gpt-4.1 mini"),
        ("MQM", "MQM", "MQM"),
        ("reference", "score", "scores"),
        ("repeat", "score", "scores"),
        ("fingerprint", "score", "scores"),
        ("rater", "score", "scores"),
    ],
)
def test_a_table_of_scores_is_headed_by_the_judge(folder, capsys, judge, header, read_as):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "scores.tsv", "--judge", judge)
    assert Path("scores.tsv").read_text().split("\n")[0].split("\t") == [*COLUMNS, header]
    (found,) = read_contents("scores.tsv", Path("scores.tsv").read_bytes()).judgments
    assert found.name == read_as


@pytest.mark.parametrize(
    "command",
    [
        ["choose", "one.txt", "-i", "one.txt", "=two.txt", "--by", "random", "first", "--trials", "20"],
        ["significance", "one.txt", "-i", "one.txt", "=two.txt", "-m", "bleu", "--trials", "40", "--test", "bootstrap"],
        ["agreement", "one.txt", "-i", "one.txt", "=two.txt", "--judgments", "judged.json", "--trials", "20"],
    ],
    ids=lambda command: command[0],
)
def test_commands_take_a_judge_with_repeats(folder, capsys, command):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "judged.json")
    scores = [] if command[0] == "agreement" else ["--scores", "judged.json"]
    assert main([*command, *scores]) == 0
    out = capsys.readouterr().out
    assert "m-1" in out
    assert (command[0] == "significance") == ("up to 3 scores of each output by one judge" in out)


def test_errors_come_back_with_their_places(folder, capsys):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "judged.json")
    test_set = TestSet.build(OUTPUTS, [OUTPUTS["one"]], source=SOURCE)
    found = read_contents("judged.json", Path("judged.json").read_bytes()).judgments
    attached = attach(test_set, found)
    assert not attached.refused
    (scores,), (annotation,) = attached.test_set.scores, attached.test_set.annotations
    assert scores.name == annotation.name == "m-1"
    assert not scores.is_human
    assert scores.repeats.values["one"][1].tolist() == [41, 42, 43]
    assert {(one.start, one.end) for one in annotation.spans if one.segment == 0} == {(4, 8), (7, 11)}
    assert annotation.annotator_counts("one").tolist() == [3] * 6


def test_an_answer_with_a_score_alone_says_nothing_of_errors(folder, capsys):
    write([{"custom_id": one, "answer": "50/100"} if "|one|2|" in one else answer(one) for one in ids()])
    out = read(capsys, "-o", "judged.json").err
    assert "3 answers have a score and no errors." in out
    test_set = TestSet.build(OUTPUTS, [OUTPUTS["one"]], source=SOURCE)
    attached = attach(test_set, read_contents("judged.json", Path("judged.json").read_bytes()).judgments)
    (scores,), (annotation,) = attached.test_set.scores, attached.test_set.annotations
    assert scores.values["one"][1] == 50
    assert annotation.annotator_counts("one").tolist() == [3, 0, 3, 3, 3, 3]


@pytest.mark.parametrize("has_fingerprints", [True, False])
def test_errors_in_other_texts_are_left_out_or_lose_their_places(folder, capsys, has_fingerprints):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "judged.json")
    if not has_fingerprints:  # as earlier versions wrote the file
        found = json.loads(Path("judged.json").read_text("utf-8"))
        del found["judged"]
        Path("judged.json").write_text(json.dumps(found), encoding="utf-8")
    other = OUTPUTS | {"one": ["die Katze und der Hund", *OUTPUTS["one"][1:]]}
    test_set = TestSet.build(other, [OUTPUTS["one"]], source=SOURCE)
    attached = attach(test_set, read_contents("judged.json", Path("judged.json").read_bytes()).judgments)
    spans = attached.test_set.annotations[0].spans
    starts = {one.start for one in spans if one.system == "one" and one.segment == 0}
    assert starts == (set() if has_fingerprints else {-1})
    told = "has changed since the judge saw it" if has_fingerprints else "differs"
    assert any(told in notice.message for _, notice in attached.notices)


def test_errors_of_the_source_lose_their_places_where_the_set_has_none(folder, capsys):
    said = json.dumps({"errors": [{"category": "omission", "text": "", "severity": "major"}], "score": 5})
    write([{"custom_id": one, "answer": said} for one in ids()])
    read(capsys, "-o", "judged.json")
    texts = ["one.txt", "-i", "one.txt", "=two.txt", "-m", "bleu"]
    assert main(["score", *texts, "--scores", "judged.json"]) == 0
    assert "36 errors are marked in the source, which the set lacks" in capsys.readouterr().err
    test_set = TestSet.build(OUTPUTS, [OUTPUTS["one"]])
    attached = attach(test_set, read_contents("judged.json", Path("judged.json").read_bytes()).judgments)
    assert not attached.refused
    assert {(one.in_source, one.start) for one in attached.test_set.annotations[0].spans} == {(True, -1)}


def test_more_repeats_than_anybody_asks_for_are_refused(folder, capsys):
    rows = [f"one\t1\t{repeat}\t50" for repeat in range(1, 102)]
    Path("judged.tsv").write_text("\n".join(["system\tsegment\trepeat\tscore", *rows]))
    assert main(["score", "one.txt", "-i", "one.txt", "=two.txt", "--scores", "judged.tsv"]) == 2
    assert "at most 100 repeats of an output, found 101" in capsys.readouterr().err


def test_dumps_of_peers_are_outputs_by_a_path(folder, capsys):
    texts = OUTPUTS["one"]
    chat = [{"custom_id": "x", "response": {"body": {"choices": [{"message": {"content": text}}]}}} for text in texts]
    write(chat, "chat.jsonl")
    write([{"doc": {"id": at}, "filtered_resps": [text]} for at, text in enumerate(texts)], "samples.jsonl")
    rows = [{"doc": {"query": "?"}, "model_response": {"text": [text]}} for text in texts]
    pq.write_table(pa.Table.from_pylist(rows), "details.parquet")
    for name in (
        "chat.jsonl#response.body.choices.0.message.content",
        "samples.jsonl#filtered_resps.0",
        "details.parquet#model_response.text.0",
    ):
        assert main(["score", "one.txt", "-i", name, "-m", "chrf", "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["score"] == 100, name


def test_parquet_gzip_arrays_and_paths_are_read(folder, capsys):
    rows = [answer(one) for one in ids()]
    expected = {score_of(one) for one in ids()}
    details = [{"doc": {"id": row["custom_id"]}, "model_response": {"text": [row["answer"]]}} for row in rows]
    pq.write_table(pa.Table.from_pylist(details), "details.parquet")
    Path("answers.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    Path("answers.json").write_text(json.dumps(rows, indent=1))
    nested = [{"custom_id": row["custom_id"], "x": {"y": [row["answer"]]}} for row in rows]
    Path("nested.json").write_text(json.dumps(nested))
    for name in ("details.parquet", "answers.jsonl.gz", "answers.json", "nested.json#x.y.0"):
        found = json.loads(read(capsys, "--format", "json", answers=name).out)
        assert {one["score"] for one in found["scores"]} == expected, name


def test_a_line_of_ten_megabytes_is_one_unread_answer(folder, capsys):
    rows = [json.dumps(answer(one)) for one in ids()]
    rows[3] = json.dumps({"custom_id": ids()[3], "answer": "9" * 10 * 2**20})
    Path("answers.jsonl").write_text("\n".join(rows))
    assert MAX_LINE_BYTES < 10 * 2**20
    found = json.loads(read(capsys, "--format", "json").out)
    assert len(found["scores"]) == 35
    told = [one["reason"] for one in found["unread"] if not one["reason"].startswith("no place")]
    assert told == ["bad line: 10.1 MB, where at most 4 MB are read", "missing: the request has no answer"]


def test_a_judge_of_its_own_family_is_noted_wherever_its_scores_go(folder, capsys):
    write([answer(one) for one in ids()])
    err = read(capsys, "--family", "m-*", "one", "-o", "judged.json").err
    assert "one is of the judge's own family" in err
    assert main(["score", "one.txt", "-i", "one.txt", "=two.txt", "--scores", "judged.json"]) == 0
    assert "one is of the judge's own family" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["-o", "judged"], "ends in .json or .tsv"),
        (["-o", "judged.csv"], "results are not written as .csv"),
        (["-o", "answers.jsonl"], "answers.jsonl"),
        (["--protocol", "xyz"], "invalid choice"),
    ],
)
def test_what_cannot_be_is_said(folder, capsys, arguments, why):
    write([answer(one) for one in ids()])
    assert why in read(capsys, *arguments, code=2).err


@pytest.mark.parametrize(
    ("prompts", "why"),
    [("", "empty"), ("{}\n", "request"), ('{"custom_id": "x"}\n', "Give the file of requests")],
)
def test_other_files_are_no_prompts(folder, capsys, prompts, why):
    write([answer(one) for one in ids()])
    Path("prompts.jsonl").write_text(prompts)
    assert why in read(capsys, code=2).err


def test_the_judge_is_called_as_the_file_where_nothing_names_it(folder, capsys):
    write([answer(one, model="") for one in ids()], "gpt-4.1-answers.jsonl")
    found = json.loads(read(capsys, "--format", "json", answers="gpt-4.1-answers.jsonl").out)
    assert found["judge"] == "gpt-4.1-answers"


def test_prompts_with_a_request_twice_are_refused(folder, capsys):
    write([])
    lines = Path("prompts.jsonl").read_text("utf-8").splitlines()
    Path("prompts.jsonl").write_text("\n".join([*lines, lines[0]]), encoding="utf-8")
    assert "a second request" in read(capsys, code=2, answers="prompts.jsonl").err


def test_a_file_without_any_answer_that_can_be_read_is_an_error(folder, capsys):
    write([{"nothing": 1}])
    out, err = read(capsys, "-o", "judged.json", code=2)
    assert out == ""
    assert "no answer to any of 36 requests was read (36 missing, 1 no text); line 1 is the first: no text" in err
    assert "answers.jsonl#path" in err
    assert not Path("judged.json").exists()


SCORE_TEXTS = ["score", "one.txt", "-i", "one.txt", "=two.txt", "-m", "bleu", "--format", "json"]


def judged_means(capsys, *arguments, file="judged.json"):
    """Return the mean score of each system by the judge, and what stderr says."""
    assert main([*SCORE_TEXTS, "--scores", file, *arguments]) == 0
    out, err = capsys.readouterr()
    return {one["system"]: one["score"] for one in json.loads(out) if one["metric"] != "bleu"}, err


@pytest.mark.parametrize("source", [[], ["--source", "src.txt"]], ids=["no source", "source"])
def test_scores_of_an_output_that_changed_since_are_left_out(folder, capsys, source):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "judged.json")
    assert judged_means(capsys, *source)[0] == {"one": 57.0, "=two": 37.0}
    Path("one.txt").write_text("".join(f"{one}\n" for one in [*OUTPUTS["one"][:5], "ZWEI"]), encoding="utf-8")
    found, err = judged_means(capsys, *source)
    assert found == {"one": 52.0, "=two": 37.0}
    assert "1 output, or its source, has changed since the judge saw it; its judgments are left out." in err


@pytest.mark.parametrize("file", ["judged.json", "judged.tsv"])
def test_scores_of_a_source_that_changed_since_are_left_out(folder, capsys, file):
    write([answer(one) for one in ids()])
    read(capsys, "-o", file)
    Path("src.txt").write_text("".join(f"{one}\n" for one in [*SOURCE[:5], "three"]), encoding="utf-8")
    found, err = judged_means(capsys, "--source", "src.txt", file=file)
    assert found == {"one": 52.0, "=two": 32.0}
    assert "2 outputs, or their sources, have changed since the judge saw them; their judgments are left out." in err


def test_scores_of_other_texts_alone_are_refused(folder, capsys):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "judged.json")
    for name in OUTPUTS:
        Path(f"{name}.txt").write_text("x\n" * 6, encoding="utf-8")
    assert main([*SCORE_TEXTS, "--scores", "judged.json"]) == 2
    assert "judgments of other texts than the test set's, such as that of segment 1" in capsys.readouterr().err


def test_the_judges_own_family_goes_with_its_scores(folder, capsys):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "judged.json", "--family", "m-*", "=two")
    write([{"custom_id": one, "model": "m-2", "answer": f'{{"errors": [], "score": {one[-3]}}}'} for one in ids()])
    read(capsys, "-o", "other.json")
    files = ["one.txt", "-i", "one.txt", "=two.txt"]
    assert main(["agreement", *files, "--judgments", "other.json", "--scores", "judged.json", "--trials", "20"]) == 0
    err = capsys.readouterr().err
    assert "m-1 ranks =two, of its own family, 2nd of 2 systems; m-2 ranks it 1st." in err
    assert "or a judge of another family, decide about them." in err
    assert main(["agreement", *files, "--judgments", "judged.json", "--trials", "20"]) == 0
    assert "m-1 ranks =two, of its own family, 2nd of 2 systems." in capsys.readouterr().err
    assert main(["significance", *files, "--scores", "judged.json", "-m", "bleu", "--trials", "40"]) == 0
    assert "m-1: =two is of the judge's own family" in capsys.readouterr().out


def test_a_file_without_scores_is_read_whatever_it_says_of_outputs(folder, capsys):
    write([answer(one) for one in ids()])
    read(capsys, "-o", "judged.json")
    found = json.loads(Path("judged.json").read_text("utf-8")) | {"scores": [], "errors": []}
    (scores, *_) = read_contents("judged.json", json.dumps(found).encode()).judgments
    assert scores.outputs.fingerprints is None
