"""The menu that takes a page away: what it offers, and that the page's report is the command's."""

import io
import re
from datetime import date

import pytest
from pypdf import PdfReader

from scoring.cli.main import main
from scoring.report import pdf
from tests.pages.steps import NEWS, NEWS_SYSTEMS, html, ran_until, texts, texts_alone
from tools import apt
from ui.context.context import Context
from ui.context.filters import NO_FILTERS
from ui.kit import budget, exports
from ui.report import menu
from ui.store import cache
from ui.store.samples import SAMPLE_DATA

FILES = SAMPLE_DATA / NEWS
TABLES = {
    "overview": {"leaderboard", "bleu-details", "tokenizers"},
    "significance": {"ranking", "all-pairs", "could-it-be-chance", "how-large-is-it", "influence-of-segments"},
    "compare": {"segments"},
}
IN_TABS = {
    "By how much": {"scores"},
    "Words and n-grams": {f"confirmed-in-{name}" for name in NEWS_SYSTEMS[:2]},
    "Groups": {"by-reference-length", "where-the-ranking-reverses"},
}
"""Of Compare's tabs, each of which puts its tables into the menu while it is open."""


def buttons(at):
    return {element.proto.id.split("-download-")[-1]: element.proto for element in at.get("download_button")}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("tab", IN_TABS)
def test_the_menu_has_the_tables_of_the_open_tab(visit, tab):
    there = visit("compare", compare_part=tab)
    ran_until(there, lambda at: {f"{table}-csv" for table in IN_TABS[tab]} <= buttons(at).keys())
    assert "segments-csv" not in buttons(there)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", TABLES)
def test_one_menu_has_the_report_and_every_table(visit, page):
    wanted = {f"{table}-{ending}" for table in TABLES[page] for ending in ("csv", "xlsx", "tex", "json")}
    at = ran_until(visit(page, trials="300"), lambda at: wanted <= buttons(at).keys())
    assert {"report-html", "report-pdf", "report-tex"} <= buttons(at).keys()


def test_where_pdf_cannot_be_made_the_menu_says_what_to_install(visit, monkeypatch):
    monkeypatch.setattr(pdf, "_weasyprint", lambda: None)
    at = ran_until(visit("overview"), lambda at: "report-pdf" in buttons(at))
    assert buttons(at)["report-pdf"].disabled
    assert not buttons(at)["report-html"].disabled
    assert "apt install libpango" in texts(at)


@pytest.mark.exhaustive
def test_the_report_of_a_page_is_that_of_the_command(monkeypatch, tmp_path):
    test_set = texts_alone(NEWS)
    context = Context(test_set, test_set.system_names, {}, {}, NO_FILTERS)
    request = budget.usual_request(context.bleu, test_set.system_names, len(test_set))
    offered = menu.OfferedReport(context, request, context.shown, "http://x")
    page = cache.engine().now(menu.report_html_task(offered, date.today()))
    written = tmp_path / "report.html"
    systems = map(str, sorted(FILES.glob("system.*")))
    files = [*map(str, sorted(FILES.glob("reference.*"))), "-i", *systems, "--source", str(FILES / "source.en.txt")]
    assert main(["report", *files, "-o", str(written)]) == 0
    of_command = written.read_text(encoding="utf-8")
    said = f"fingerprint <code>{test_set.fingerprint}</code>"
    assert said in of_command
    assert said in page
    assert exports.export_source(context)["fingerprint"] == test_set.fingerprint
    for part in ("decision", "scores", "pairs", "reversals"):
        assert part_of(of_command, part) == part_of(str(page), part)


@pytest.mark.exhaustive
def test_the_report_of_a_page_is_given_as_pdf():
    """How many pages it has is looked at in tests/scoring/report."""
    if pdf.missing_for_pdf() is not None:
        (pytest.fail if apt.IN_CI else pytest.skip)(pdf.missing_for_pdf())
    test_set = texts_alone("textbook")
    context = Context(test_set, test_set.system_names, {}, {}, NO_FILTERS)
    request = budget.usual_request(context.bleu, test_set.system_names, len(test_set))
    offered = menu.OfferedReport(context, request, context.shown, "")
    mime, make = menu.MAKERS["pdf"]
    assert mime == "application/pdf"
    first, *_ = PdfReader(io.BytesIO(menu._report_bytes(make, offered))).pages
    assert test_set.system_names[0] in first.extract_text()


def test_the_table_of_a_page_for_latex_is_that_of_the_command(tmp_path):
    test_set = texts_alone(NEWS)
    context = Context(test_set, test_set.system_names, {}, {}, NO_FILTERS)
    request = budget.usual_request(context.bleu, test_set.system_names, len(test_set))
    offered = menu.OfferedReport(context, request, context.shown, "")
    table = cache.engine().now(menu.latex_task(offered, date.today()))
    written, systems = tmp_path / "report.tex", map(str, sorted(FILES.glob("system.*")))
    files = [*map(str, sorted(FILES.glob("reference.*"))), "-i", *systems, "--source", str(FILES / "source.en.txt")]
    assert main(["report", *files, "--name", test_set.name, "-o", str(written)]) == 0
    assert written.read_text(encoding="utf-8").strip() == table.strip()


@pytest.mark.exhaustive
def test_the_card_of_a_page_is_that_of_its_report(visit):
    """The same p, state, votes and pairs."""
    there = visit("overview")
    at = ran_until(there, lambda at: "decision" in html(at) and "still to be tested" not in html(at))
    made = cache.engine().now(menu.report_html_task(at.session_state["asked_report"], date.today()))
    report = str(made).replace("\u00a0", " ")  # as html(at) has it
    card = part_of(report, "decision")
    assert "no significant difference" in card
    assert "corrected for 3 comparisons" in card
    assert card in html(at)
    steps = re.search(r"<h2>What to do next</h2><ul>(.*?)</ul>", report)[1].split("</li>")
    assert [step for step in steps if step not in html(at)] == [*steps[:1], *steps[-2:-1]], "examples, and the rating"


def part_of(text, kind):
    """What stands in one part of the page."""
    start = text.index(f'class="{kind}')
    return text[start : text.index("</table>" if kind != "decision" else "</section>", start)]
