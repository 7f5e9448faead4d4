"""Rows of two files that are in another order: lined up by what both have, or told."""

import json
import random

import pytest

from scoring.cli.main import main
from scoring.formats import assemble, guess_roles, read_columns
from tests.cases import as_one_test

NAMES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
TEXTS = [f"the {name} of them went home, {name * 2} by {name}" for name in NAMES]
OUTPUTS = [f"{text} again" for text in TEXTS]
SOURCES = [f"die {name} gingen heim, {name}" for name in NAMES]
ORDER = random.Random(1).sample(range(10), 10)


def tsv(**columns):
    rows = [list(columns), *map(list, zip(*columns.values(), strict=True))]
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def jsonl(**columns):
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    return "".join(json.dumps(row) + "\n" for row in rows)


def moved(texts, order=ORDER):
    return [texts[place] for place in order]


def assembled(reference, output, ending="tsv"):
    read = [
        column
        for name, text in (("ref", reference), ("out", output))
        for column in read_columns(f"{name}.{ending}", text.encode())
    ]
    columns = guess_roles(read)
    (system,) = assemble(columns, "t").systems
    told = {notice.kind: notice.message for column in columns for notice in column.notices}
    return system.segments.to_pylist(), told


@as_one_test
@pytest.mark.parametrize("write", [tsv, jsonl])
@pytest.mark.parametrize("header", ["custom_id", "request_id", "TU", "hash", "pos", "name", "n", "whatever"])
def test_rows_line_up_by_any_column_that_both_files_have(write, header):
    ids = [f"request-{n}" for n in range(10)] if header != "n" else list(range(10))
    reference = write(**{header: ids, "reference": TEXTS})
    output = write(**{header: moved(ids), "mt": moved(OUTPUTS)})
    found, told = assembled(reference, output, "tsv" if write is tsv else "jsonl")
    assert found == OUTPUTS
    assert told["segment-order"].endswith(f"they are lined up by the column {header}, which both files have.")


def test_rows_that_line_up_keep_the_ids_of_the_first_file():
    keys = [f"request-{n}" for n in range(10)]
    files = {
        "ref.tsv": tsv(segment_id=NAMES, custom=keys, reference=TEXTS),
        "out.tsv": tsv(custom=moved(keys), mt=moved(OUTPUTS)),
    }
    columns = [column for name, text in files.items() for column in read_columns(name, text.encode())]
    test_set = assemble(guess_roles(columns), "t")
    assert test_set.ids.to_pylist() == NAMES
    assert test_set.systems[0].segments.to_pylist() == OUTPUTS


def test_rows_line_up_by_a_source_that_both_files_have(tmp_path, capsys):
    files = {"ref__tsv": tsv(source=SOURCES, reference=TEXTS), "out__tsv": tsv(source=moved(SOURCES), mt=moved(TEXTS))}
    _, out, err = command(tmp_path, capsys, "ref.tsv", "-i", "out.tsv", **files)
    assert bleu(out) == [pytest.approx(100)]
    assert "they are lined up by the column source, which both files have." in err


def test_a_column_in_the_same_order_says_that_rows_go_together(tmp_path, capsys):
    files = {
        "ref__tsv": tsv(rank=range(10), source=SOURCES, reference=TEXTS),
        "out__tsv": tsv(rank=moved(range(10)), source=SOURCES, mt=TEXTS),
    }
    _, out, err = command(tmp_path, capsys, "ref.tsv", "-i", "out.tsv", **files)
    assert bleu(out) == [pytest.approx(100)]
    assert "lined up" not in err
    files = {  # numbers of the rows say nothing
        "ref__tsv": tsv(line=range(10), source=SOURCES, reference=TEXTS),
        "out__tsv": tsv(line=range(10), source=moved(SOURCES), mt=moved(TEXTS)),
    }
    _, out, err = command(tmp_path, capsys, "ref.tsv", "-i", "out.tsv", **files)
    assert bleu(out) == [pytest.approx(100)]


def test_other_cells_move_nothing():
    reference = tsv(custom_id=[f"a{n}" for n in range(10)], reference=TEXTS)
    assert assembled(reference, tsv(custom_id=[f"b{n}" for n in range(10)], mt=OUTPUTS))[0] == OUTPUTS
    twice = ["x", *"abcdefghi"], ["x", "x", *"bcdefghi"]
    assert assembled(tsv(custom_id=twice[0], reference=TEXTS), tsv(custom_id=twice[1], mt=OUTPUTS))[0] == OUTPUTS


def command(tmp_path, capsys, *arguments, **files):
    for name, text in files.items():
        (tmp_path / name.replace("__", ".")).write_text(text)
    given = [str(tmp_path / one) if "." in one else one for one in arguments]
    status = main(["score", *given, "--format", "tsv"])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def bleu(out):
    return [float(line.split("\t")[2]) for line in out.splitlines()[1:]]


def test_a_field_keeps_its_ids(tmp_path, capsys):
    reference = jsonl(id=range(10), ref=TEXTS)
    rows = zip(moved(range(10)), moved(TEXTS), strict=True)
    output = "".join(json.dumps({"id": n, "a": [{"b": text}], "mt": text}) + "\n" for n, text in rows)
    for field in ("a.0.b", "mt"):
        _, out, err = command(
            tmp_path, capsys, "ref.jsonl", "-i", f"out.jsonl#{field}", ref__jsonl=reference, out__jsonl=output
        )
        assert bleu(out) == [pytest.approx(100)]
        assert "are lined up by their ids" in err
    status, _, err = command(tmp_path, capsys, "ref.txt", "-i", "out.jsonl#mt", "--strict", ref__txt="\n".join(TEXTS))
    assert status == 2
    assert "The rows are not in the order of their ids." in err


def test_a_batch_lines_up_by_its_custom_id(tmp_path, capsys):
    ids = [f"request-{n}" for n in range(10)]
    rows = enumerate(zip(moved(ids), moved(TEXTS), strict=True))
    output = "".join(
        json.dumps({"id": f"batch_req_{n * 7 % 10}", "custom_id": one, "response": {"body": {"content": text}}}) + "\n"
        for n, (one, text) in rows
    )
    files = {"ref__jsonl": jsonl(custom_id=ids, ref=TEXTS), "out__jsonl": output}
    _, out, _ = command(tmp_path, capsys, "ref.jsonl", "-i", "out.jsonl#response.body.content", **files)
    assert bleu(out) == [pytest.approx(100)]


SOURCES_TWICE = ["(Lachen)", "(Lachen)", *SOURCES[2:]]


@pytest.mark.parametrize("source", [[], ["--source", "src.txt"]])
def test_sources_that_contradict_each_other_are_told(tmp_path, capsys, source):
    """Two of them are the same, so that rows cannot be lined up by them."""
    files = {
        "ref__tsv": tsv(source=SOURCES_TWICE, reference=TEXTS),
        "out__tsv": tsv(source=moved(SOURCES_TWICE), mt=moved(OUTPUTS)),
        "src__txt": "\n".join(SOURCES_TWICE) + "\n",
    }
    _, _, err = command(tmp_path, capsys, "ref.tsv", "-i", "out.tsv", *source, **files)
    differ = sum(a != b for a, b in zip(SOURCES_TWICE, moved(SOURCES_TWICE), strict=True))
    assert f"out.tsv: Its sources differ from the test set's in {differ} of 10 segments" in err
    columns = guess_roles([c for n in ("ref", "out") for c in read_columns(f"{n}.tsv", files[f"{n}__tsv"].encode())])
    assert "other-source" in {notice.kind for column in columns for notice in column.notices}


def test_references_that_contradict_each_other_are_told(tmp_path, capsys):
    files = {"ref__txt": "\n".join(TEXTS) + "\n", "out__tsv": tsv(reference=moved(TEXTS), mt=moved(OUTPUTS))}
    assert "Its references differ" in command(tmp_path, capsys, "ref.txt", "-i", "out.tsv", **files)[2]


@pytest.mark.parametrize(
    "sources",
    [
        SOURCES,
        [f"Translate: {text}" for text in SOURCES],
        [text.replace(",", " ,").upper() for text in SOURCES],
        ["news"] * 10,
        range(10),
    ],
)
def test_sources_that_agree_prompts_and_labels_are_not(tmp_path, capsys, sources):
    files = {"ref__tsv": tsv(source=SOURCES, reference=TEXTS), "out__tsv": tsv(source=sources, mt=OUTPUTS)}
    _, _, err = command(tmp_path, capsys, "ref.tsv", "-i", "out.tsv", **files)
    assert "sources differ" not in err


def test_a_table_without_sources_has_none_that_differ(tmp_path, capsys):
    files = {name: "\n".join(texts) + "\n" for name, texts in (("ref__txt", TEXTS), ("src__txt", SOURCES))}
    files["out__tsv"] = tsv(note=["read"] * 10, mt=OUTPUTS)
    _, _, err = command(tmp_path, capsys, "ref.txt", "-i", "out.tsv", "--source", "src.txt", **files)
    assert "differ" not in err


def sgml(ids, texts, name="x", language="en", tag="tstset"):
    segments = "".join(f'<seg id="{one}">{text}</seg>\n' for one, text in zip(ids, texts, strict=True))
    return (
        f'<{tag} setid="a" srclang="sk" trglang="{language}"><doc docid="d1" sysid="{name}">\n{segments}</doc></{tag}>'
    )


def test_ids_of_markup_that_are_not_in_order_are_told(tmp_path, capsys):
    backwards = sgml(range(10, 0, -1), OUTPUTS[::-1])
    plain = "\n".join(TEXTS) + "\n"
    _, _, err = command(tmp_path, capsys, "ref.txt", "-i", "out.sgm", ref__txt=plain, out__sgm=backwards)
    assert "The segments are not in the order of their ids." in err
    _, _, err = command(tmp_path, capsys, "ref.txt", "-i", "out.sgm", out__sgm=sgml(range(1, 11), OUTPUTS))
    assert "order of their ids" not in err


@pytest.mark.parametrize(("documents", "is_told"), [(["d2", "d1"], True), (["d1", "d2"], False), (["b", "a9"], False)])
def test_documents_that_are_numbered_through_ascend(documents, is_told):
    output = tsv(doc=[one for one in documents for _ in range(5)], seg=[*range(1, 6)] * 2, mt=OUTPUTS)
    columns = guess_roles(read_columns("ref.txt", "\n".join(TEXTS).encode()) + read_columns("out.tsv", output.encode()))
    kinds = {notice.kind for column in columns for notice in column.notices}
    assert ("unused-ids" in kinds) == is_told


def test_ids_that_share_nothing_are_told():
    segments = [*range(1, 6)] * 2
    reference = tsv(doc=["x1"] * 5 + ["x2"] * 5, seg=segments, reference=TEXTS)
    _, told = assembled(reference, tsv(doc=["d2"] * 5 + ["d1"] * 5, seg=segments, mt=OUTPUTS))
    assert told["unused-ids"] == "None of its ids is one of ref.tsv's, so texts are lined up row by row."


def test_a_file_that_states_another_language_is_told(tmp_path, capsys):
    files = {"ref__sgm": sgml(range(10), TEXTS, tag="refset"), "out__sgm": sgml(range(10), OUTPUTS, language="de")}
    _, _, err = command(tmp_path, capsys, "ref.sgm", "-i", "out.sgm", **files)
    assert "out.sgm: It says that it is in German, and the references say English." in err
    _, _, err = command(tmp_path, capsys, "ref.sgm", "-i", "out.sgm", out__sgm=sgml(range(10), OUTPUTS))
    assert "It says" not in err


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ([f"{n}. {text}" for n, text in enumerate(OUTPUTS, 1)], "begins with something like"),
        ([f"{text}\t{text}" for text in OUTPUTS], "columns separated by tabs"),
        ([f"{text} it&amp;#39;s" for text in OUTPUTS], "escaped twice"),
    ],
)
def test_markup_is_looked_through_as_plain_text_is(tmp_path, capsys, texts, said):
    files = {"ref__sgm": sgml(range(10), TEXTS, tag="refset"), "out__sgm": sgml(range(10), texts)}
    assert said in command(tmp_path, capsys, "ref.sgm", "-i", "out.sgm", **files)[2]


def test_numbered_outputs_in_a_table_are_told(tmp_path, capsys):
    numbered = [f"{n}. {text}" for n, text in enumerate(OUTPUTS, 1)]
    files = {"ref__txt": "\n".join(TEXTS) + "\n", "out__jsonl": jsonl(mt=numbered)}
    assert 'begins with something like "1.' in command(tmp_path, capsys, "ref.txt", "-i", "out.jsonl", **files)[2]


def test_a_column_mt_is_not_in_maltese():
    columns = guess_roles(read_columns("out.tsv", tsv(reference=TEXTS, mt=OUTPUTS).encode()))
    assert assemble(columns, "t").language is None
