"""The report on one system: it compares nothing, names what lowers the score, and shows the worst segments."""

from datetime import date

import lxml.html
import numpy as np
import pytest
import sacrebleu

from scoring import BLEU, CHRF, TER, TestSet
from scoring.cli.main import main
from scoring.report.system_page import system_document
from scoring.studies.system_report import (
    N_WORST,
    SystemReportRequest,
    build_system_report,
    short_last_sentence,
    worst_first,
)
from tests.hostile import TEXTS
from tests.scoring.report.made_reports import REFERENCE, worse

DAY = date(2026, 11, 22)
SOURCE = [f"le chat {number} est sur le tapis" for number in range(40)]


def reported(output, reference=REFERENCE, source=SOURCE, name="toy", system="only"):
    test_set = TestSet.build({system: output}, [reference], source, name=name)
    statistics = {metric: metric.measure(test_set)[system] for metric in (BLEU(), CHRF(), TER())}
    request = SystemReportRequest(system, BLEU(), DAY, "http://127.0.0.1:8501/overview", trials=200)
    return build_system_report(request, test_set, statistics)


def seen(report):
    return " ".join(lxml.html.document_fromstring(str(system_document(report))).find("body").text_content().split())


@pytest.fixture(scope="module")
def report():
    return reported(worse(REFERENCE, 3))


def test_it_names_no_best_and_no_rank(report):
    text = seen(report)
    assert not [word for word in ("best", "Bold", "#1", "ahead", "winner", "verdict") if word in text.split()]
    assert "one score alone does not show whether a system is good" in text
    assert "127.0.0.1" not in text


def test_the_title_is_the_question_that_it_answers(report):
    page = lxml.html.document_fromstring(str(system_document(report)))
    for shown in (page.findtext(".//title"), page.find(".//h1").text_content()):
        assert shown == "How well does only translate French into English?"


def test_scores_are_those_of_sacrebleu_with_their_intervals(report):
    output = worse(REFERENCE, 3)
    oracles = sacrebleu.corpus_bleu, sacrebleu.corpus_chrf, sacrebleu.corpus_ter
    for found, oracle in zip(report.scores, oracles, strict=True):
        assert found.score == pytest.approx(oracle(output, [REFERENCE]).score, abs=1e-9)
        low, high = found.interval
        assert low <= found.score <= high
        assert f"{found.score:.2f}" in seen(report)
        assert found.signature in seen(report)


def test_the_worst_segments_come_first_and_very_short_ones_later():
    output = [*worse(REFERENCE[:38], 3), "dog dog", "dog"]
    report = reported(output, [*REFERENCE[:38], "a cat", "cat"])
    order = worst_first(report.diagnosis, report.test_set.numbers)
    scores = report.diagnosis.score.segments
    assert {*order[-2:]} == {38, 39}
    assert all(np.diff(scores[order[:-2]]) >= -1e-9)
    assert [found.segment.number - 1 for found in report.segments] == order[:N_WORST]


def test_the_report_says_how_short_the_segments_are_that_come_last(report):
    assert not short_last_sentence(report.diagnosis)
    assert "come last" not in seen(report)
    short = reported([*worse(REFERENCE[:38], 3), "dog", "dog"], [*REFERENCE[:38], "cat", "a cat sat on"])
    said = "Segments with fewer than 4 words in the reference come last: few words decide their scores."
    assert said in seen(short), "the median is 8 words"


def test_examples_of_the_likeliest_cause_are_read_first():
    report = reported([line.upper() for line in REFERENCE])
    numbers = [found.segment.number for found in report.segments]
    assert tuple(numbers[:2]) == report.diagnosis.examples
    assert len({*numbers}) == N_WORST


def test_what_lowers_the_score_is_named_with_its_points():
    text = seen(reported([line.upper() for line in REFERENCE]))
    assert "What lowers the score" in text
    assert "Capitals (+" in text
    assert "Put right what lowers the score" in text


def test_every_text_stays_text():
    odd = [f"«{text}» on the mat" for text in TEXTS] + REFERENCE[:14]
    name = "".join(TEXTS)
    report = reported(odd, [f"{text} x" for text in odd], odd, name=name, system="<b>only</b>")
    page = lxml.html.document_fromstring(str(system_document(report)))
    tags = {element.tag for element in page.iter() if isinstance(element.tag, str)}
    assert not tags & {"script", "img", "iframe", "object", "embed", "link", "form", "input"}
    assert "<b>only</b>" in page.find("body").text_content()


def test_the_command_writes_it_for_one_output(tmp_path, capsys):
    for name, lines in {"ref.txt": REFERENCE, "out.txt": worse(REFERENCE, 3)}.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    files = ["report", str(tmp_path / "ref.txt"), "-i", str(tmp_path / "out.txt"), "--quiet"]
    assert main([*files, "-o", str(tmp_path / "report.html")]) == 0
    assert "The worst segments" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert main([*files, "-o", str(tmp_path / "report.tex")]) == 2
    assert "compares systems; found one" in capsys.readouterr().err
