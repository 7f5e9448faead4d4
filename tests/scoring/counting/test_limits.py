"""Segments that are too long: refused at once, by the metrics whose time grows faster than a segment's length."""

import pytest

from scoring import BLEU, CER, EED, METEOR, METRICS, RIBES, TBLEU, WER, CharacTER, TestSet, TooLong
from scoring.cli.main import main
from scoring.text.tokenizers import MECAB_MOST, TOKENIZERS

LIMITED = {
    "wer": WER.most_words,
    "meteor": METEOR.most_words,
    "tbleu": TBLEU.most_words,
    "ribes": RIBES.most_words,
    "character": CharacTER.most_words,
}
OF_CHARACTERS = {"cer": CER.most_characters, "eed": EED.most_characters}


def of_words(count):
    return " ".join(["a"] * count)


@pytest.mark.parametrize("name", LIMITED)
def test_a_segment_that_is_too_long_is_named(name):
    metric, most = METRICS[name](), LIMITED[name]
    said = f"{metric.label}: segment 2 of {{}} has {most + 1:,} words; at most {most:,} can be taken. Split the segment"
    long, short = ["a", of_words(most + 1)], ["a", "a"]
    for systems, references, where in (
        ({"one": short, "it's": long}, [short], '"it\'s"'),
        ({"one": short}, [short, long], "reference 2"),
    ):
        with pytest.raises(TooLong, match=said.format(where)):
            metric.measure(TestSet.build(systems, references))
    with pytest.raises(TooLong, match=said.format("hypotheses")):
        metric.statistics(long, [short])
    assert issubclass(TooLong, ValueError)


def test_a_segment_of_as_many_words_as_can_be_taken():
    text = of_words(WER.most_words)
    assert WER().statistics([text], [[text]])[0].tolist() == [0, 0, 0, WER.most_words]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "most"), OF_CHARACTERS.items())
def test_a_segment_of_too_many_characters_is_named(name, most):
    metric, text = METRICS[name](), "a" * most
    assert metric.score(metric.statistics([text], [[text]])[0]) < 0.01
    with pytest.raises(TooLong, match=f"{metric.label}: segment 2 of hypotheses has {most + 1:,} characters; at most"):
        metric.statistics(["a", text + "b"], [["a", text]])


def test_long_words_are_too_much_for_tolerant_bleu():
    text = "a" * TBLEU.most_characters
    metric = TBLEU("none")
    assert metric.score(metric.statistics([text], [["b"]])[0]) == 0
    for ask in (lambda: metric.statistics([text + "a"], [["b"]]), lambda: metric.alignment(text + "a", ["b"])):
        with pytest.raises(TooLong, match=r"tBLEU: segment 1 of hypothes[ei]s has 80,001 characters; at most"):
            ask()
    with pytest.raises(TooLong, match="of reference 1 has 80,001 characters"):
        metric.align(TestSet.build({"s": ["b"]}, [[text + "a"]]))


@pytest.mark.exhaustive
def test_matches_are_listed_of_so_many_words_only():
    text = of_words(BLEU.most_words_shown)
    assert BLEU("none").matches(text, [text]).ngrams[0].count == BLEU.most_words_shown
    for hypothesis, references, where in (
        (text + " a", [text], "the hypothesis"),
        ("a", ["a", text + " a"], "reference 2"),
    ):
        with pytest.raises(TooLong, match=f"n-gram matches one by one: segment 1 of {where} has 20,001 words"):
            BLEU("none").matches(hypothesis, references)


def test_words_are_aligned_one_by_one_of_so_many_only():
    text, other = of_words(TBLEU.most_words_shown), "a"
    assert len(TBLEU("none").alignment(text, [other]).hypothesis) == TBLEU.most_words_shown
    for hypothesis, references, where in (
        (text + " a", [other], "the hypothesis"),
        (other, [other, text + " a"], "reference 2"),
    ):
        with pytest.raises(TooLong, match=f"tBLEU word by word: segment 1 of {where} has 5,001 words"):
            TBLEU("none").alignment(hypothesis, references)


@pytest.mark.parametrize("name", [name for name, t in TOKENIZERS.items() if t.most_characters and t.available])
def test_mecab_takes_only_so_much(name):
    with pytest.raises(TooLong, match=f"the tokenizer {name}: segment 1 of hypotheses has 10,001 characters"):
        BLEU(name).statistics(["あ" * (MECAB_MOST + 1)], [["あ"]])


@pytest.mark.parametrize("name", [name for name in METRICS if name not in {*LIMITED, *OF_CHARACTERS}])
def test_all_others_take_any_segment(name):
    text = of_words(50_000)
    rows = METRICS[name]().statistics([text], [[text]])
    assert rows.max() >= 50_000 or rows[0, :-1].tolist() == [0] * (rows.shape[1] - 1)


@pytest.mark.parametrize("command", [["score", "-m", "wer"], ["tbleu-sweep"]])
def test_the_command_says_it_in_one_line(command, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("scoring.cli.inputs.BLOCK", 2)
    reference, system = tmp_path / "ref.txt", tmp_path / "sys.txt"
    reference.write_text("a\n" * 4, encoding="utf-8")
    system.write_text("a\n" * 2 + of_words(20_001) + "\na\n", encoding="utf-8")
    name, *options = command
    assert main([name, str(reference), "-i", str(system), *options]) == 2
    said = capsys.readouterr().err
    assert "segment 3 of 'sys' has 20,001 words; at most " in said
    assert said.count("\n") == 1
    assert main(["score", str(reference), "-i", str(system), "-m", "bleu", "ter", "chrf"]) == 0
