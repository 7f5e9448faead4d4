"""One comparison, whoever asks: page, command and report have its numbers to the last digit, and its sentences."""

import json
import re
from dataclasses import replace
from datetime import date

import pytest

from scoring import BLEU
from scoring.cli.main import main
from scoring.output.markup.html import sentence_html
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.verdict import decide
from scoring.studies.wording.comparison_notes import comparison_table_notes
from scoring.studies.wording.verdict_words import in_words
from tests.pages.steps import html, key_of, ran_until, texts_alone
from ui.report.menu import as_html
from ui.significance import jobs
from ui.store import cache
from ui.store.samples import SAMPLE_DATA

SETS = {
    "news-en-es": (["reference.*.txt"], ["system.*.txt"]),
    "inflection-hr-sl": (["reference.sl.txt"], ["system.*.txt"]),
    "textbook": (["textbook.jsonl"], ["textbook.jsonl"]),
}
"""Sample set -> its references and its outputs."""


def arguments(name):
    references, outputs = (
        [str(file) for pattern in patterns for file in sorted((SAMPLE_DATA / name).glob(pattern))]
        for patterns in SETS[name]
    )
    source = [str(file) for file in (SAMPLE_DATA / name).glob("source.*")]
    return [*references, "-i", *outputs, *(["--source", *source] if source else [])]


def part_of(text, kind, end):
    start = text.index(f'class="{kind}')
    return text[start : text.index(end, start)]


@pytest.fixture(params=SETS)
def name(request):
    return request.param


@pytest.fixture
def result(name):
    """As the pages have it."""
    test_set = texts_alone(name)
    found = cache.engine().now(jobs.comparing(ComparisonRequest(BLEU(), test_set.system_names), test_set))
    references = [reference.segments for reference in test_set.references]
    odd = tuple(oddity.said for oddity in cache.oddities(test_set, test_set.system_names))
    return replace(found, signature=BLEU().full_signature(references), oddities=odd)


def test_the_command_prints_the_numbers_and_sentences_of_the_page(name, result, capsys):
    assert main(["significance", *arguments(name), "--format", "json"]) == 0
    expected = json.loads(json.dumps(result.records()).replace("NaN", "null"))
    assert json.loads(capsys.readouterr().out) == expected
    assert main(["significance", *arguments(name)]) == 0
    assert "\n".join(comparison_table_notes([result])) in capsys.readouterr().out


@pytest.mark.quick_cases(1)
def test_the_card_is_the_same_on_a_page_and_in_both_reports(name, result, visit, tmp_path):
    written = tmp_path / "report.html"
    assert main(["report", *arguments(name), "-o", str(written)]) == 0
    of_command = written.read_text(encoding="utf-8")
    there = visit("overview", set=key_of(texts_alone(name)))
    at = ran_until(there, lambda at: "decision" in html(at) and "still being computed" not in html(at))
    of_page = str(cache.engine().now(as_html(at.session_state["asked_report"], date.today())))
    card = part_of(of_command, "decision", "</section>")
    assert card in html(at)
    assert card in of_page
    for part in ("scores", "pairs"):
        assert part_of(of_page, part, "</table>") == part_of(of_command, part, "</table>")
    text = in_words(decide(result.verdicts, result.comparisons.systems))
    assert str(sentence_html(text.said)) in card
    assert str(sentence_html(text.statistics)) in card
    assert re.sub("<[^>]*>", "", str(sentence_html(text.said))) == str(text)
