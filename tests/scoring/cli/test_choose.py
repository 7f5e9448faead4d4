"""``choose``: what it prints is what ``scoring.choosing`` finds, what it writes scores so, and errors are clear."""

import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest

from scoring import BLEU, CHRF, METRICS
from scoring.choosing import Lists, choose_candidates, expected_scores, parse, posterior
from scoring.cli.main import main
from scoring.studies.choice import BOUND
from tests.written_lists import write_jsonl, write_moses

REFERENCE = ["the cat sat on the mat today", "he reads a book every day", "it rained all day long here", "yes , it did"]
LISTS = [
    ["the cat is on the mat today", "the cat sat on the mat", "a cat sat on mat today"],
    ["he read a book daily", "he reads a book each day", "he reads the book every day"],
    ["all day it rained here", "it rained the whole day long here", "it was raining all day long"],
    ["yes , it did", "yes it did", "oh yes , it did"],
]
SCORES = np.array([-1.0, -2, -3, -1, -2, -9, -4, -4, -4, -1, -2, -3])
PEOPLE = {"one": [90.0, "None", 80, 70], "two": [60.0, 50, 40, 30], "three": [50.0, 100, 60, 100]}


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


def plain(lists):
    return lines([text for texts in lists for text in texts])


def column(place):
    return [texts[place] for texts in LISTS]


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with the files; its exit code, and both outputs."""
    monkeypatch.chdir(tmp_path)
    lists = Lists.build(LISTS)
    scored = Lists(lists.candidates, lists.offsets, decoder_scores=SCORES)
    for name, text in {
        "ref.txt": lines(REFERENCE),
        "other.txt": lines(REFERENCE[::-1]),
        "short.txt": lines(REFERENCE[:3]),
        "gap.txt": lines([REFERENCE[0], "", *REFERENCE[2:]]),
        "lists.txt": plain(LISTS),
        "ragged.txt": plain(LISTS).removesuffix("oh yes , it did\n"),
        **{f"{name}.txt": lines(column(place)) for place, name in enumerate(PEOPLE)},
        "strange.seg.score": "best\t1\n" * 4,
        "DA.seg.score": "".join(f"{name}\t{score}\n" for name, own in PEOPLE.items() for score in own),
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("lists.moses.gz").write_bytes(gzip.compress(write_moses(scored)))
    Path("lists.jsonl").write_bytes(write_jsonl(scored))
    Path("broken.jsonl").write_text(json.dumps(["a\nb"]) + '\n["c"]\n["d"]\n["e"]\n', encoding="utf-8")
    Path("folder").mkdir()

    def run(command):
        code = main(["choose", *command.split()])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def found(run):
    """The records of a command that has nothing to note: (chosen by, judged by) -> score."""

    def found(command):
        code, out, err = run(f"{command} --format json")
        assert (code, err) == (0, "")
        records = json.loads(out)
        assert all(list(record) == ["chosen_by", "judged_by", "score"] for record in records)
        return {(record["chosen_by"], record["judged_by"]): record["score"] for record in records}

    return found


@pytest.mark.exhaustive
def test_scores_are_those_of_what_is_written(found, capsys):
    names = ["first", "mbr:chrf", "oracle:bleu", "corpus-oracle:ter"]
    writes = " ".join(f"--write {name}={place}.out" for place, name in enumerate(names))
    records = found(f"lists.txt ref.txt other.txt --by {' '.join(names)} --judge bleu ter --smoothing 2 {writes}")
    assert list(records) == [(name, judge) for name in names for judge in ("bleu", "ter")]
    for place, name in enumerate(names):
        taken = Path(f"{place}.out").read_text(encoding="utf-8").splitlines()
        assert all(text in texts for text, texts in zip(taken, LISTS, strict=True))
        arguments = f"score ref.txt other.txt -i {place}.out -m bleu ter --smoothing 2 --format json"
        assert main(arguments.split()) == 0
        scored = {record["metric"]: record["score"] for record in json.loads(capsys.readouterr().out)}
        assert {judge: records[name, judge] for judge in scored} == pytest.approx(scored)
    assert Path("0.out").read_text(encoding="utf-8").splitlines() == column(0)


def test_formats_say_the_same(found):
    by = "--by first mbr:bleu oracle:chrf"
    usual = found(f"lists.txt ref.txt {by}")
    assert usual == found(f"lists.moses.gz ref.txt {by}") == found(f"lists.jsonl ref.txt {by}")
    assert usual == found(f"lists.txt ref.txt {by} --per-segment 3")


def test_options_are_those_of_choosing_and_of_judging(found):
    options = {"smoothing": "2", "chrf_beta": 1}
    records = found("lists.txt ref.txt --by mbr:chrf mbr:bleu --judge bleu --smoothing 2 --chrf-beta 1 --lowercase")
    lists = Lists.build(LISTS)
    for name in ("mbr:chrf", "mbr:bleu"):
        (choice,) = choose_candidates([parse(name)], lists, None, options | {"lowercase": True})
        bleu = BLEU(smoothing="2", lowercase=True)
        score = bleu.score(bleu.statistics(choice.texts(lists), [REFERENCE]).sum(axis=0))
        assert records[name, "bleu"] == pytest.approx(float(score))


def test_dialects_are_known(found):
    assert found("lists.txt ref.txt --by mbr:bleu --judge chrf --dialect nltk --smoothing 7")


def test_defaults(found):
    records = found("lists.txt ref.txt")
    assert {judge for _, judge in records} == {"bleu", "chrf", "ter"}
    usual = ["first", "random", "mbr:bleu", "mbr:chrf", "oracle:bleu", "oracle:chrf"]
    assert list(dict.fromkeys(name for name, _ in records)) == usual
    assert "decoder" in {name for name, _ in found("lists.jsonl ref.txt")}
    assert found("lists.txt ref.txt --by first") == {key: records[key] for key in records if key[0] == "first"}


def test_the_decoders_posterior(found, run):
    lists = Lists.build(LISTS)
    scored = Lists(lists.candidates, lists.offsets, decoder_scores=SCORES)
    for temperature in (0.5, 3):
        expected = expected_scores(CHRF(), scored, posterior(scored, temperature=temperature))
        picks = [int(own.argmax()) for own in np.split(expected, lists.offsets[1:-1])]
        posteriors = f"--posterior decoder --temperature {temperature}"
        found(f"lists.jsonl ref.txt --by mbr:chrf {posteriors} --write mbr:chrf=out")
        assert Path("out").read_text(encoding="utf-8") == lines(t[p] for t, p in zip(LISTS, picks, strict=True))
    _, out, _ = run("lists.jsonl ref.txt --by first mbr:chrf --posterior decoder --temperature 3")
    assert "MBR: a candidate's weight is proportional to exp(score / 3), with the decoder's scores." in out


def test_random_choices_are_drawn_by_the_seed_and_judged_by_their_mean(found):
    runs, drawn = [], []
    for seed in (1, 1, 2, 3, 4):
        runs.append(found(f"lists.txt ref.txt --by random --judge wer --seed {seed} --write random=out"))
        drawn.append(Path("out").read_text(encoding="utf-8"))
    assert drawn[0] == drawn[1]
    assert any(other != drawn[0] for other in drawn[2:])
    assert all(other == runs[0] for other in runs)
    errors = [_wer_errors(text, reference) for texts, reference in zip(LISTS, REFERENCE, strict=True) for text in texts]
    words_of = sum(len(reference.split()) for reference in REFERENCE)
    assert runs[0]["random", "wer"] == pytest.approx(100 * sum(errors) / 3 / words_of)


def _wer_errors(hypothesis, reference):
    metric = METRICS["wer"]()
    return metric.score(metric.statistics([hypothesis], [[reference]])[0]) * len(reference.split()) / 100


def test_systems_as_candidates_and_people_as_judge(found, run):
    systems = "ref.txt -i one.txt two.txt three.txt --scores DA.seg.score"
    records = found(f"{systems} --by system:one system:two first oracle:chrf --judge chrf")
    judged = [0, 2, 3]  # of segment 2 one system has no score
    assert [judge for _, judge in records][:2] == ["chrf", "DA"]
    assert records["system:one", "DA"] == records["first", "DA"] == np.mean([90, 80, 70])
    assert records["system:two", "DA"] == np.mean([60, 40, 30])
    assert records["system:one", "chrf"] == found("lists.txt ref.txt --by first --judge chrf")["first", "chrf"]
    taken = [max(range(3), key=lambda at: _chrf(LISTS[s][at], REFERENCE[s])) for s in range(4)]
    scores = [list(PEOPLE.values())[taken[segment]][segment] for segment in judged]
    assert records["oracle:chrf", "DA"] == pytest.approx(np.mean(scores))
    code, out, _ = run(f"{systems} --judge chrf")
    assert code == 0
    assert "candidates: one, two, three; 4 segments" in out
    assert ": the 3 of 4 segments in which every candidate is rated." in out


def _chrf(hypothesis, reference):
    return float(CHRF().score(CHRF().statistics([hypothesis], [[reference]])[0]))


def test_table(run):
    code, out, err = run("lists.txt ref.txt --by oracle:bleu first mbr:chrf --judge bleu chrf --trials 100")
    assert (code, err) == (0, "")
    rows = {line.split("  ")[0]: line for line in out.split("\n")}
    assert list(rows).index("MBR by chrF") < list(rows).index("oracle by BLEU (bound)")
    assert re.search(r"MBR by chrF +\d+\.\d\d +\*? +\d+\.\d\d [* ]†", rows["MBR by chrF"])
    assert re.search(r"\(bound\) +\d+\.\d\d  † +\d+\.\d\d$", rows["oracle by BLEU (bound)"])
    assert out.count("*") == 2 + 1  # one in each column, and what it means
    for said in (
        "candidates: 4 lists of 3 candidates, 12 in all",
        "MBR: all candidates of a list have the same weight",
        BOUND,
        "100 shuffles, seed 1",
        "BLEU: nrefs:1|",
        "With 4 segments every gain and loss could be chance",
    ):
        assert said in out
    assert "candidates: 4 lists of 1 candidate, 4 in all" in run("one.txt ref.txt --by first")[1]


def test_latex(run):
    _, out, _ = run("lists.txt ref.txt --by first mbr:bleu oracle:chrf --judge bleu chrf --format latex")
    assert re.search(r"^oracle by chrF \(bound\) +& +\d+\.\d\d +& +\d+\.\d\d\\textdagger\{\} \\\\$", out, re.MULTILINE)
    assert len(re.findall(r"\\textbf", out)) == 2
    assert all(line.startswith("%") for line in out.rstrip().split("\n\n")[-1].split("\n"))


def test_tsv(run, found):
    _, out, _ = run("lists.txt ref.txt --by first mbr:bleu --judge bleu chrf --format tsv")
    header, *rows = [line.split("\t") for line in out.rstrip("\n").split("\n")]
    assert header == ["chosen_by", "judged_by", "score"]
    records = found("lists.txt ref.txt --by first mbr:bleu --judge bleu chrf")
    assert {(by, judge): float(score) for by, judge, score in rows} == records


def test_what_is_not_defined(run):
    Path("nothing.txt").write_text("\n\n", encoding="utf-8")
    Path("empty.jsonl").write_text('[""]\n[""]\n', encoding="utf-8")
    _, out, _ = run("empty.jsonl nothing.txt --by first --judge wer --format json")
    assert json.loads(out) == [{"chosen_by": "first", "judged_by": "wer", "score": None}]


def test_an_option_that_nothing_reads_is_noted(run):
    assert run("lists.txt ref.txt --by first --judge bleu --chrf-beta 3")[2] == (
        "note: --chrf-beta changes nothing here: it is for chrF, chrF++, and --by and --judge have bleu only.\n"
    )


REFUSED = {
    "lists.txt": "lists.txt: there is no reference with it. Give a file of lists, then references.",
    "missing.txt ref.txt": "missing.txt: No such file or directory; check its name",
    "lists.moses.gz short.txt": "lists.moses.gz: expected 3 lists, one for each segment, found 4 lists. Give",
    "lists.jsonl short.txt": "lists.jsonl: expected 3 lists, one for each segment, found 4 lists. Give the lists and",
    "ragged.txt ref.txt": "ragged.txt: expected as many lines for each of 4 segments, found 11 lines.",
    "lists.txt ref.txt --per-segment 5": "lists.txt: expected 5 lines for each segment, found 12 lines, 2 too many.",
    "lists.txt ref.txt short.txt": "short.txt has 3",
    "lists.txt ref.txt --by best": "Unknown criterion 'best'; there are first, random, decoder, mbr:METRIC,",
    "lists.txt ref.txt --by mbr:nist": "Unknown metric of mbr 'nist'; there are bleu,",
    "lists.txt ref.txt --by decoder": "decoder: these lists have no scores of a decoder",
    "lists.txt ref.txt --by system:one": "system:one: these candidates are not the outputs of systems; take",
    "lists.txt ref.txt --seed -5": "The seed must be 0 to 9,223,372,036,854,775,807; found -5.",
    "lists.txt ref.txt --judge people": "argument --judge: invalid choice: 'people'",
    "lists.txt ref.txt --scores DA.seg.score": "--scores are for outputs of systems: give these after -i",
    "lists.txt ref.txt --posterior decoder": "lists.txt: these lists have no decoder scores, which --posterior decoder",
    "ref.txt -i one.txt two.txt --posterior decoder": "The outputs of systems have no decoder scores",
    "lists.jsonl ref.txt --per-segment 4": "lists.jsonl: expected 4 for each segment, found 3 candidates of segment 1.",
    "lists.txt gap.txt --empty-reference-is-missing": "gap.txt: Segment 2 has no reference; every segment needs at",
    "lists.jsonl ref.txt --posterior decoder --by first": "--posterior decoder is for mbr; --by has none.",
    "lists.jsonl ref.txt --temperature 2": "--temperature is for --posterior decoder.",
    "lists.jsonl ref.txt --posterior decoder --temperature 0": "The temperature must be above 0; found 0",
    "lists.txt ref.txt --by first --write mbr:bleu=out": "Unknown choice 'mbr:bleu'; there are first.",
    "lists.txt ref.txt --write first": "--write first: there are 6 choices; say which, as in --write first=first",
    "lists.txt ref.txt --write first=ref.txt": "ref.txt: is one of the files to read; name another one to write.",
    "lists.txt ref.txt --write first=no/out": "no/out: cannot be written, its folder does not exist.",
    "lists.txt ref.txt --write first=folder": "folder: cannot be written, is a folder.",
    "lists.txt ref.txt --write first=x --write random=x": "x: is to be written twice; name another file.",
    "lists.txt ref.txt --write first=x -o x": "x: is to be written twice; name another file.",
    "broken.jsonl ref.txt --by first --write first=x": "--write first: the choice of segment 1 has a line break.",
    "ref.txt -i one.txt two.txt --scores strange.seg.score": "Say which is which with --match NAME=SYSTEM",
    "ref.txt -i one.txt two.txt --per-segment 3": "--per-segment is for a file of lists; outputs have one line for",
    "lists.txt ref.txt --judge bleu --by mbr:chrf --dialect nltk --smoothing 9": "NLTK 3.10 has no smoothing '9'",
    "lists.txt ref.txt --judge chrf --by first --dialect nltk": "--dialect is for BLEU; --by and --judge have chrf",
}


@pytest.mark.parametrize(("command", "message"), REFUSED.items())
def test_refused(run, command, message):
    before = sorted(path.name for path in Path().iterdir())
    try:
        code, out, err = run(command)
    except SystemExit as error:  # argparse
        pytest.fail(f"{error}: errors go through main")
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.rstrip("\n").split("\n")) == 1
    assert sorted(path.name for path in Path().iterdir()) == before


def test_too_few_segments_and_trials_are_said(run):
    said = run("lists.txt ref.txt --trials 50")[1]
    assert "With 4 segments every gain and loss could be chance, however large it is: 5 choices need at least" in said
