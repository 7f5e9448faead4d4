"""Why a score is low: sets with one planted cause have it first, with the points that sacreBLEU computes."""

import random
import re
from dataclasses import replace

import numpy as np
import pytest
import sacrebleu

from scoring import BLEU, TestSet
from scoring.doctor.finding import TextFinding
from scoring.studies import doctor
from scoring.studies.diagnosis import causes, diagnosis
from scoring.studies.diagnosis.diagnosis import DiagnosisRequest, run
from scoring.studies.ignored_findings import IgnoreRule
from scoring.text.texts import as_column
from tests.corpora import SAMPLE_SETS
from tests.slipped import late, made_set

N = 300
USUAL = BLEU()
REFERENCE, OUTPUT, _, SOURCE = made_set(N, seed=5)
DOMAINS = ["talks" if number < 240 else "chats" for number in range(N)]


def diagnosed(outputs, references=(REFERENCE,), source=SOURCE, bleu=USUAL, **columns):
    test_set = TestSet.build({"A": outputs}, [*references], source=source)
    test_set = replace(test_set, **{name: as_column(column) for name, column in columns.items()})
    return diagnosed_set(test_set, "A", bleu)


def diagnosed_set(test_set, system, bleu=USUAL):
    whole = test_set if test_set.part is None else test_set.part.whole
    examined = doctor.run(doctor.DoctorRequest(is_shallow=True), doctor.examined_texts(whole))
    return run(DiagnosisRequest(system, bleu), test_set, examined)


def oracle(outputs, references, **options):
    return sacrebleu.corpus_bleu(outputs, references, **options).score


def each(lines, change, step=1):
    """Every so many lines changed."""
    return [change(line, number) if number % step == 0 else line for number, line in enumerate(lines)]


def shuffled(line, number):
    words = line.split()
    random.Random(number).shuffle(words)
    return " ".join(words)


def in_pieces(line, number):
    return " ".join(f"{word[:3]}@@ {word[3:]}" if len(word) > 4 else word for word in line.split())


def inflected(line, number):
    return re.sub(r"[a-z](?=[ .])", "x", line)


def cut_off(line, number):
    words = line.split()
    return " ".join(words[: max(1, len(words) * 7 // 10)])


def twice(line, number):
    return f"{line} {line}"


def other_words(line, number):
    return " ".join(f"zz{number}x{place}" if place % 2 else word for place, word in enumerate(line.split()))


QUOTED = (REFERENCE, r" « \1 » "), (OUTPUT, r" «\1» ")
PLANTED = {
    causes.CASE: each(OUTPUT, lambda line, _: line.upper()),
    causes.ENTITIES: each(OUTPUT, lambda line, _: line.replace(".", "&#46;"), step=2),
    causes.PIECES: each(OUTPUT, in_pieces),
    causes.LENGTH: each(OUTPUT, cut_off),
    causes.ORDER: each(OUTPUT, shuffled),
    causes.UNTRANSLATED: each(OUTPUT, lambda _, number: SOURCE[number], step=4),
    causes.WORD_FORMS: each(OUTPUT, inflected),
    causes.SHIFT: late(OUTPUT, 100, 90, 1),
    causes.PLACEHOLDERS: each(OUTPUT, lambda *_: "I am sorry, but I cannot translate this.", step=5),
    causes.EMPTY_OUTPUTS: each(OUTPUT, lambda *_: "", step=6),
}


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_cause_is_the_only_severe_one(kind):
    found = diagnosed(PLANTED[kind], domains=DOMAINS)
    assert [cause.kind for cause in found.severe] == [kind], found.sentences()
    assert found.heading == f"Likeliest cause: {causes.HEADINGS[kind].lower()}"


@pytest.mark.exhaustive
def test_a_text_that_is_long_by_repetition():
    (cause,) = diagnosed(each(OUTPUT, twice)).severe
    assert cause.kind == causes.LENGTH


@pytest.mark.exhaustive
def test_punctuation_that_is_apart_in_one_text_alone():
    apart, attached = ([re.sub(r" (\w+) ", mark, line) for line in text] for text, mark in QUOTED)
    (cause,) = diagnosed(attached, [apart]).severe
    by_sacrebleu = oracle(attached, [apart], tokenize="intl") - oracle(attached, [apart])
    assert (cause.kind, cause.points) == (causes.TOKENIZER, pytest.approx(by_sacrebleu, abs=0.01))


def test_a_domain_that_pulls_the_score_down():
    outputs = OUTPUT[:240] + each(OUTPUT[240:], other_words)
    (cause,) = diagnosed(outputs, domains=DOMAINS).severe
    rest = oracle(outputs[:240], [REFERENCE[:240]])
    assert cause.kind == causes.PART
    assert "The domain chats, 60 segments, has" in str(cause.evidence)
    assert cause.points == pytest.approx(rest - oracle(outputs, [REFERENCE]), abs=0.01)
    assert cause.segments == (241, 242, 243, 244, 245)


@pytest.mark.exhaustive
@pytest.mark.parametrize("copies", [False, True])
def test_a_reference_with_lines_that_are_no_translations(copies):
    reference = each(REFERENCE, lambda _, number: SOURCE[number] if copies else "NO TRANSLATION AVAILABLE", step=3)
    found = diagnosed(OUTPUT, [reference])
    rest = [number for number in range(N) if number % 3]
    whole = oracle(OUTPUT, [reference])
    left = oracle([OUTPUT[number] for number in rest], [[reference[number] for number in rest]])
    (cause,) = found.severe
    assert cause.kind == (causes.COPIED_REFERENCE if copies else causes.PLACEHOLDERS)
    assert cause.points == pytest.approx(left - whole, abs=0.01)
    assert "100 segments (33.3 %) of the reference" in str(cause.evidence)
    assert cause.segments == (1, 4, 7, 10, 13)


@pytest.mark.exhaustive
def test_points_are_those_of_sacrebleu():
    upper, pieces = PLANTED[causes.CASE], PLANTED[causes.PIECES]
    expected = {
        causes.CASE: oracle(upper, [REFERENCE], lowercase=True) - oracle(upper, [REFERENCE]),
        causes.PIECES: oracle(OUTPUT, [REFERENCE]) - oracle(pieces, [REFERENCE]),
    }
    for kind, points in expected.items():
        assert diagnosed(PLANTED[kind]).severe[0].points == pytest.approx(points, abs=0.01)
    (escaped,) = diagnosed(PLANTED[causes.ENTITIES]).severe
    gain = oracle(OUTPUT, [REFERENCE]) - oracle(PLANTED[causes.ENTITIES], [REFERENCE])
    assert escaped.points == pytest.approx(gain, abs=0.01)
    short = PLANTED[causes.LENGTH]
    by_sacrebleu = sacrebleu.corpus_bleu(short, [REFERENCE])
    assert diagnosed(short).severe[0].points == pytest.approx(
        by_sacrebleu.score / by_sacrebleu.bp - by_sacrebleu.score, abs=0.01
    )


@pytest.mark.exhaustive
def test_what_follows_is_measured_after_a_severe_cause_is_put_right():
    outputs = each(each(OUTPUT, lambda *_: "", step=6), lambda line, _: line.upper())
    found = {cause.kind: cause for cause in diagnosed(outputs).severe}
    there = [number for number in range(N) if outputs[number]]
    texts = [outputs[number] for number in there], [[REFERENCE[number] for number in there]]
    assert {*found} == {causes.CASE, causes.EMPTY_OUTPUTS}
    assert found[causes.CASE].points == pytest.approx(oracle(*texts, lowercase=True) - oracle(*texts), abs=0.01)


def test_lines_of_another_text_have_no_number_and_come_first():
    first, *_ = diagnosed(OUTPUT[::-1], source=None).causes
    assert (first.kind, first.is_severe, first.gain) == (causes.ANOTHER_TEXT, True, "not measurable")


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("bleu", [BLEU(), BLEU(lowercase=True), BLEU(max_order=2), BLEU(tokenize="char")])
def test_a_sound_set_has_no_severe_cause(bleu):
    found = diagnosed(OUTPUT, bleu=bleu, domains=DOMAINS)
    assert found.severe == ()
    assert found.heading == "No unusual cause of a low score found"
    assert {cause.kind for cause in found.others} >= {causes.LENGTH, causes.ORDER, causes.WORD_FORMS, causes.REFERENCES}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["news-en-es/apertium-direct", "news-en-es/apertium-catalan"])
def test_a_real_output_has_no_severe_cause(name):
    (found,) = [diagnosed(outputs, references, None) for of, outputs, references in SAMPLE_SETS if of == name]
    assert found.severe == ()
    assert causes.REFERENCES not in {cause.kind for cause in found.causes}


@pytest.mark.exhaustive
def test_an_output_that_is_the_source_says_nothing_of_a_system():
    found = diagnosed(SOURCE)
    assert found.severe[0].kind == causes.UNTRANSLATED
    assert "says nothing about the system: translate these segments" in str(found.summary)


def test_a_reference_with_hardly_a_translation():
    found = diagnosed(OUTPUT, [[*SOURCE[:280], *REFERENCE[280:]]])
    assert (found.severe[0].kind, found.severe[0].gain) == (causes.COPIED_REFERENCE, "not measurable")


def test_where_capitals_are_missing_is_said():
    output = [text.capitalize() if place < 150 else text.lower() for place, text in enumerate(REFERENCE)]
    found = diagnosed(output, [[text.capitalize() for text in REFERENCE]])
    (said,) = [str(cause.evidence) for cause in found.causes if cause.kind == causes.CASE]
    assert f" The output has no capitals in segments 151 to {len(REFERENCE)}. Capitals are in " in said


@pytest.mark.exhaustive
def test_the_summary_says_what_the_cause_costs_and_what_to_do():
    found = diagnosed(PLANTED[causes.CASE])
    (cause,) = found.severe
    said = f"Wrong capitals cost up to {cause.points:.2f} points: restore the case (truecase), then score again."
    assert str(found.summary).endswith(said)
    assert found.examples == cause.segments[:2]


@pytest.mark.exhaustive
def test_what_checks_find_far_more_often_than_in_the_reference_is_told_with_the_score():
    """Wrong numbers hardly lower BLEU, so they are no cause of a low score."""
    numbered = [f"{line} {number + 100}" for number, line in enumerate(REFERENCE)]
    wrong = each(numbered, lambda line, number: line.replace(str(number + 100), str(number + 700)), 10)
    source = [f"{line} {number + 100}" for number, line in enumerate(SOURCE)]
    found = diagnosed(wrong, [numbered], source)
    assert found.heading == "No unusual cause of a low score found, but dangerous sentences"
    assert str(found.summary).endswith(" A changes a number in 10.0 % of segments, reference 1 in 0 %.")
    assert not diagnosed(numbered, [numbered], source).dangers
    ignored = run(
        DiagnosisRequest("A", USUAL, (IgnoreRule.read("numbers"),)),
        (test_set := TestSet.build({"A": wrong}, [numbered], source=source)),
        doctor.run(doctor.DoctorRequest(is_shallow=True), doctor.examined_texts(test_set)),
    )
    assert not ignored.dangers


def test_a_warning_of_the_doctor_is_named_where_it_costs_nothing():
    outputs = OUTPUT[:100] + REFERENCE[100:120] + OUTPUT[120:]
    caveat, places = "Lines 101 to 120 of the output of A seem to be one line late.", np.arange(100, 120)
    told = TextFinding("shifted", "warning", "system", "A", 101, 120, caveat, 20, 20 / N, (101,), caveat, places)
    examined = doctor.DoctorResult((told, replace(told, file="B", caveat="B.")), N, ())
    found = run(DiagnosisRequest("A", USUAL), TestSet.build({"A": outputs, "B": OUTPUT}, [REFERENCE]), examined)
    assert found.severe == ()
    assert [odd.sentence for odd in found.doubts] == [caveat]
    assert "What was found explains little of it." in str(found.summary)


@pytest.mark.exhaustive
def test_a_tokenized_text_is_named_as_the_cause():
    attached = [re.sub(r" (\w+) ", r" «\1» ", line) for line in REFERENCE]
    apart = [re.sub(r"\s*([.«»])\s*", r" \1 ", line).strip() for line in attached]
    found = diagnosed(apart, [attached])
    assert [cause.kind for cause in found.severe] == [causes.TOKENIZER]
    assert str(found.severe[0].evidence).startswith(
        "The output is tokenized, and the reference is not. The tokenizer intl"
    )
    assert found.doubts == ()


@pytest.mark.exhaustive
def test_unknown_words_alone_are_placeholders():
    (cause,) = diagnosed(each(OUTPUT, lambda _, number: "<unk> , <unk> ." if number % 2 else "▁ <unk>", step=5)).severe
    assert cause.kind == causes.PLACEHOLDERS
    assert "60 segments (20.0 %) of the output of A are placeholders" in str(cause.evidence)


@pytest.mark.exhaustive
def test_a_score_that_is_too_good():
    assert [odd.sentence for odd in diagnosed(REFERENCE).doubts] == ["The output of A is the reference itself."]


@pytest.mark.exhaustive
def test_a_part_of_a_set_is_measured_alone_and_keeps_its_numbers():
    outputs = each(OUTPUT, lambda *_: "", step=6)
    test_set = TestSet.build({"A": outputs, "B": OUTPUT}, [REFERENCE]).only(range(150, 300))
    found = diagnosed_set(test_set, "A")
    assert found.severe[0].segments == (151, 157, 163, 169, 175)
    assert diagnosed_set(test_set, "B").severe == ()
    assert "150 segments" in str(found.summary)


@pytest.mark.parametrize("outputs", [["a"], [""], ["a b c d e"]])
def test_one_segment(outputs):
    assert diagnosed(outputs, [["a b c d"]], ["x"]).sentences()


def test_outputs_and_references_without_any_word():
    assert "not defined" in diagnosed(["", ""], [["", ""]], None).sentences()[1]


def test_a_script_without_spaces_under_a_tokenizer_that_does_not_see_its_words():
    reference = [f"今天第{number}天天气很好我们去公园散步吧" for number in range(30)]
    output = [f"今天第{number}天天气不错我们去公园走走吧" for number in range(30)]
    found = diagnosed(output, [reference], None)
    assert found.severe[0].kind == causes.TOKENIZER
    assert "The tokenizer zh gives" in str(found.severe[0].evidence)


def test_of_many_segments_some_tell_of_word_order(monkeypatch):
    monkeypatch.setattr(diagnosis, "MAX_SEGMENTS", 100)
    (cause,) = diagnosed(PLANTED[causes.ORDER]).severe
    assert cause.kind == causes.ORDER
    assert str(cause.evidence).endswith(" Measured on 100 of 300 segments.")
