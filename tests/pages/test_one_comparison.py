"""One comparison, whoever asks: page, command and report have its numbers to the last digit, and its sentences."""

import json
import re
from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest

import bleuscope
from scoring import BLEU, TER, TestSet
from scoring.cli.main import main
from scoring.output.markup.html import sentence_html
from scoring.output.numbers import probability
from scoring.studies.comparison import ComparisonRequest, baseline_rows
from scoring.studies.verdict import decide
from scoring.studies.wording import pair_words
from scoring.studies.wording.comparison_notes import comparison_table_notes
from scoring.studies.wording.verdict_words import LETTERS, doubts_opening, verdict_text
from tests.pages.steps import html, key_of, nine_systems, ran_until, sent, texts_alone
from ui.context.context import Context
from ui.context.filters import NO_FILTERS
from ui.report.menu import OfferedReport, report_html_task
from ui.significance import jobs, matrix, significance_tables
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


def plain(document):
    """The text with plain spaces, as `html` of a page has them."""
    return str(document).replace("\xa0", " ")


def verdict_of(document):
    """The card of the verdict, without what makes it doubtful."""
    document = plain(document)
    return document[document.index('aria-label="The verdict"') :].partition("</section>")[0]


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
    found = cache.engine().now(jobs.verdicts_task(ComparisonRequest(BLEU(), test_set.system_names), test_set))
    references = [reference.segments for reference in test_set.references]
    odd = cache.oddities(test_set, test_set.system_names)
    return replace(found, signature=BLEU().full_signature(references), oddities=odd)


def test_the_command_prints_the_numbers_and_sentences_of_the_page(name, result, capsys):
    assert main(["significance", *arguments(name), "--format", "json"]) == 0
    expected = json.loads(json.dumps(result.records()).replace("NaN", "null"))
    doubts = [result.doubt_record(record["a"], record["b"])["doubtful"] or None for record in expected]
    told = [record | {"doubtful": doubt} for record, doubt in zip(expected, doubts, strict=True)]
    assert json.loads(capsys.readouterr().out) == told
    doubtful = " ".join(one.sentence for one in result.oddities)
    assert main(["significance", *arguments(name)]) == 0
    out = capsys.readouterr().out
    assert "\n".join(comparison_table_notes([result])) in out
    assert out.startswith(f"{doubts_opening(result.oddities)} {doubtful}\n\n") == bool(doubtful)


@pytest.mark.exhaustive
@pytest.mark.one_case_in(2)
def test_the_card_is_the_same_on_a_page_and_in_both_reports(name, result, visit, tmp_path):
    written = tmp_path / "report.html"
    assert main(["report", *arguments(name), "-o", str(written)]) == 0
    of_command = plain(written.read_text(encoding="utf-8"))
    there = visit("overview", set=key_of(texts_alone(name)))
    at = ran_until(there, lambda at: "The verdict" in html(at) and "still to be tested" not in html(at))
    of_page = plain(cache.engine().now(report_html_task(at.session_state["asked_report"], date.today())))
    card = verdict_of(of_command)
    assert card in html(at)
    assert card in of_page
    for part in ("scores", "pairs")[: len(result.comparisons.systems) - 1]:  # of two systems the card says it all
        assert part_of(of_page, part, "</table>") == part_of(of_command, part, "</table>")
    text = verdict_text(decide(result.verdicts, result.comparisons.systems), oddities=result.oddities)
    assert plain(sentence_html(text.main_sentence)) in card
    assert plain(sentence_html(text.statistics)) in card
    assert re.sub("<[^>]*>", "", plain(sentence_html(text.main_sentence))) == str(text)


@pytest.mark.quick_cases(1)
def test_a_pair_has_one_p_wherever_it_stands(name, capsys):
    """On every page, in the matrix and its tables, against a baseline, in the report, in Python and in the command."""
    test_set, metric = texts_alone(name), TER()
    request = ComparisonRequest(metric, test_set.system_names, trials=200)
    result = cache.engine().now(jobs.verdicts_task(request, test_set))
    verdicts, refined = result.verdicts, result.refined
    assert (refined.further.trials.max() > 200) == (name != "textbook"), "some got more trials"

    def printed(*more):
        assert main(["significance", *arguments(name), "--trials", "200", "-m", "ter", *more]) == 0
        return capsys.readouterr().out

    context = Context(test_set, test_set.system_names, {}, {}, NO_FILTERS)
    report = plain(
        cache.engine().now(report_html_task(OfferedReport(context, request, context.shown, "http://x"), date.today()))
    )
    has_pairs = len(refined.systems) > 2
    of_report = part_of(report, "pairs", "</table>") if has_pairs else verdict_of(report)
    by_python = bleuscope.compare(test_set, metrics="ter", trials=200)["ter"]
    shown, order = matrix.payload(refined, test_set.system_names[:2]), refined.order
    records = {frozenset((row["a"], row["b"])): row for row in json.loads(printed("--format", "json"))}
    frame = significance_tables.pairs_table(refined)
    tabled = {frozenset((row["a"], row["b"])): row for row in frame.to_dict("records")}
    table = printed()
    for a, b in combinations(range(len(refined.systems)), 2):
        first, second = refined.systems[a], refined.systems[b]
        p, record = float(refined.p_adjusted[a, b]), records[frozenset((first, second))]
        assert record["p_adjusted"] == record["verdict_p_adjusted"] == verdicts.p_adjusted(first, second) == p
        row_of_table = tabled[frozenset((first, second))]
        assert row_of_table["p_adjusted"] == p >= row_of_table["p_value"] == record["p_value"]
        (against,) = (
            row for row in json.loads(printed("--format", "json", "--baseline", first)) if row["system"] == second
        )
        assert (against["p_adjusted"], against["p_value"]) == (p, record["p_value"])
        assert record["verdict"] == against["verdict"] == verdicts.state(first, second)
        (row,) = (row for row in baseline_rows(refined, first) if row.system == second)
        assert row.p_adjusted == p
        frame = significance_tables.metrics_table([result], (first, second))
        assert frame[["p_adjusted", "verdict"]].values.tolist() == [[p, record["verdict"]]]
        square = shown["rows"][order.index(a)][order.index(b)]
        assert f"corrected p {probability(p)}" in square["about"]
        assert (square["side"] == 0) == bool({*refined.letters[a]} & {*refined.letters[b]})
        assert (square["side"] != 0) == (record["verdict"] in ("clear", "likely"))
        assert f"p = {probability(p)}" in str(pair_words.verdict_statement(refined, (first, second)))
        assert (f"<td>{probability(p)}</td>" if has_pairs else f"p = {probability(p)}") in of_report
        assert f"{probability(p)} " in table
        said = by_python.between(first, second)
        assert (said.p, said.state) == (p, record["verdict"])
        assert record["verdict"] == "too little data" or f"p = {probability(p)}" in str(said)
    for letters, system in zip(refined.letters, refined.systems, strict=True):
        assert re.search(rf"^{re.escape(system)} .* {letters}(?: ⚠)? *$", table, re.MULTILINE)


def test_a_metric_that_disagrees_significantly_is_in_the_first_lines_everywhere(visit):
    """BLEU has the whole words, chrF the letters: the page, its report and Python say so before how sure BLEU is."""
    texts = [f"international organisations recommended considerable improvements number {n}" for n in range(40)]
    ends = [re.sub(r"(\w{3,})\w\b", r"\1x", text) for text in texts]
    test_set = TestSet.build({"words": [f"{text} {'z' * 400}" for text in texts], "letters": ends}, [texts])
    at = ran_until(
        visit("overview", set=key_of(test_set)),
        lambda at: "The verdict" in html(at) and "still to be tested" not in html(at),
    )
    card = verdict_of(html(at))
    assert "But chrF finds <b>letters</b> significantly better" in card
    assert card in plain(cache.engine().now(report_html_task(at.session_state["asked_report"], date.today())))
    assert "But chrF finds letters significantly better" in str(bleuscope.compare(test_set).verdict)


def test_the_ranking_of_many_systems_is_next_to_the_verdict_and_above_what_to_do_next(visit):
    at = ran_until(visit("overview", set=key_of(nine_systems())), lambda at: LETTERS in sent(at))
    shown = sent(at)
    assert shown.count(LETTERS) == 1
    assert shown.index("The verdict") < shown.index(LETTERS) < shown.index("What to do next")
