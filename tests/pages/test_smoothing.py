"""The page Smoothing as Streamlit runs it: its numbers are those of direct scoring, and what a reader does counts."""

import pytest
from lxml import html as html_parser

from scoring import BLEU
from scoring.metric import document_score
from tests.pages.steps import (
    NEWS,
    SAMPLES,
    bleu_of,
    go,
    html,
    open_tab,
    press,
    ran,
    scored,
    table_with,
    tables,
    widget,
)
from ui.store import cache


def paper_rows(at):
    """Method -> (counts of each order as drawn, penalty, BLEU), from the table of one sentence."""
    tables = [parsed(element.value) for element in at.get("html") if 'class="methods"' in element.value]
    rows = tables[0].xpath("//tbody/tr[not(@class)]")
    return {row[0].text_content(): [cell.text_content() for cell in row[1:]] for row in rows}


def parsed(markup):
    return html_parser.fromstring(markup)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("identity", SAMPLES)
def test_a_sentence_under_every_method(visit, identity):
    at = visit("smoothing", set=identity, segment="2")
    test_set = cache.open_test_set(identity)
    segment, system = test_set.segment(1), at.selectbox(key="system").value
    references = [[text] for text in segment.references.values()]
    for method, cells in paper_rows(at).items():
        bleu = BLEU(smoothing=method)
        expected = bleu.score(bleu.statistics([segment.hypotheses[system]], references)[0])
        assert cells[-1] == f"{expected:.2f}"


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("key", "value", "moved"), [("epsilon", 0.5, {"1"}), ("k", 2.0, {"4", "7"}), ("alpha", 1.0, {"6"})]
)
def test_a_parameter_moves_its_methods_and_no_other(visit, key, value, moved):
    at = visit("smoothing", set="textbook", segment="4", system=cache.open_test_set("textbook").system_names[0])
    before = paper_rows(at)
    ran(at.slider(key=key).set_value(value).run())
    after = paper_rows(at)
    assert {method for method in before if before[method] != after[method]} == moved
    ran(at.button(key="paper-values").click().run())
    assert paper_rows(at) == before


def test_bars_are_the_scores_of_the_table(visit):
    at = visit("smoothing", set="textbook", segment="4", system=cache.open_test_set("textbook").system_names[0])
    (bars,) = (parsed(element.value) for element in at.get("html") if 'class="bars"' in element.value)
    shown = {row[0].text_content(): row for row in bars.xpath("//*[@class='bars']/div")}
    scores = {method: cells[-1] for method, cells in paper_rows(at).items()}
    assert {method: row.xpath("string(.//b[@class='num'])") for method, row in shown.items()} == scores
    widths = {
        method: float(row.xpath("string(.//i/@style)").split("%")[0].removeprefix("width:"))
        for method, row in shown.items()
    }
    highest = max(map(float, scores.values()))
    assert widths == pytest.approx({method: 100 * float(score) / highest for method, score in scores.items()}, abs=0.2)


def test_the_chosen_tab_is_in_the_address_and_what_was_chosen_in_it_is_kept(visit):
    at = visit("smoothing", set=NEWS, smoothing_part="Distributions")
    system = cache.open_test_set(NEWS).system_names[1]
    ran(at.selectbox(key="distribution_system").set_value(system).run())
    assert not paper_rows_there(at)
    open_tab(at, "One sentence")
    assert paper_rows_there(at)
    open_tab(at, "Distributions")
    assert at.selectbox(key="distribution_system").value == system


def paper_rows_there(at):
    return 'class="methods"' in html(at)


@pytest.mark.exhaustive
def test_weights_count_on_every_page(visit):
    at = visit("smoothing", set="textbook")
    before = paper_rows(at)
    for order, weight in enumerate((0.4, 0.3, 0.2, 0.1), 1):
        widget(at, f"weight_{order}").set_value(weight)
    ran(at.run())
    assert paper_rows(at) != before
    expected = scored(cache.open_test_set("textbook"), weights=(0.4, 0.3, 0.2, 0.1))
    assert bleu_of(go(at, "overview")) == pytest.approx(expected)
    ran(go(at, "smoothing").button(key="paper-values").click().run())
    assert paper_rows(at) == before


def test_weights_of_zero_count_alike(visit):
    at = visit("overview", set="textbook")
    for order in range(1, 5):
        widget(at, f"weight_{order}").set_value(0.0)
    assert bleu_of(ran(at.run())) == pytest.approx(scored(cache.open_test_set("textbook")))


def test_an_edited_hypothesis_moves_the_sentence_alone(visit):
    at = visit("smoothing", set="textbook", segment="4", list_all="true")
    test_set, before = cache.open_test_set("textbook"), paper_rows(at)
    wins = tables(open_tab(at, "Who wins"))
    open_tab(at, "One sentence")
    reference = next(iter(test_set.segment(3).references.values()))
    (box,) = at.text_area
    original = box.value
    ran(box.set_value(reference + "\nmore <b>words</b> here").run())
    bleu = BLEU(smoothing="2")
    row = bleu.statistics(
        [reference + " more <b>words</b> here"], [[t] for t in test_set.segment(3).references.values()]
    )
    assert paper_rows(at)["2"][-1] == f"{bleu.score(row[0]):.2f}"
    assert "<b>words</b>" not in html(at)
    assert wins
    assert all(now.equals(before) for now, before in zip(tables(open_tab(at, "Who wins")), wins, strict=True))
    open_tab(at, "One sentence")
    ran(at.button(key="original").click().run())
    assert at.text_area[0].value == original
    assert paper_rows(at) == before


def test_a_hypothesis_edited_away(visit):
    at = visit("smoothing", set="textbook")
    ran(at.text_area[0].set_value("").run())
    assert {cells[-1] for cells in paper_rows(at).values()} == {"0.00"}


@pytest.mark.exhaustive
def test_an_edit_waits_for_its_reader(visit):
    at = visit("smoothing", set="textbook", segment="4", system=cache.open_test_set("textbook").system_names[0])
    ran(at.text_area[0].set_value("something else").run())
    edited = paper_rows(at)
    press(at, "next")
    assert at.text_area[0].value != "something else"
    press(at, "previous")
    assert at.text_area[0].value == "something else"
    go(at, "overview")
    assert paper_rows(go(at, "smoothing")) == edited


def test_the_papers_methods_know_no_effective_order(visit):
    before = paper_rows(
        visit("smoothing", set="textbook", segment="4", system=cache.open_test_set("textbook").system_names[0])
    )
    asked = {"segment": "4", "system": cache.open_test_set("textbook").system_names[0], "effective_order": "true"}
    assert paper_rows(visit("smoothing", set="textbook", **asked)) == before


@pytest.mark.exhaustive
def test_a_parameter_is_the_same_on_every_page(visit):
    at = visit("overview", set="textbook", smoothing="4")
    ran(widget(at, "k").set_value(2.0).run())
    assert bleu_of(at) == pytest.approx(scored(cache.open_test_set("textbook"), smoothing="4=2"))
    assert go(at, "smoothing").slider(key="k").value == 2
    ran(at.slider(key="k").set_value(3.0).run())
    assert bleu_of(go(at, "overview")) == pytest.approx(scored(cache.open_test_set("textbook"), smoothing="4=3"))


def test_who_wins_takes_two_systems(visit):
    at = visit("smoothing", set=NEWS, systems=cache.open_test_set(NEWS).system_names[0], smoothing_part="Who wins")
    assert "takes two systems, and one is shown" in html(at)


def test_the_document_scores_are_those_of_direct_scoring(visit):
    at = visit("smoothing", set=NEWS, smoothing_part="Ranking of systems")
    test_set = cache.open_test_set(NEWS)
    table = table_with(at, "corpus BLEU").set_index("system")
    for system, rows in BLEU().measure(test_set).items():
        for method in "0347":
            expected = document_score(BLEU(smoothing=method).score(rows), rows[:, 1])
            assert table.loc[system, method].startswith(f"{expected:.2f} ")
