"""The page tBLEU as Streamlit runs it: its numbers are those of direct scoring, and what a reader does counts."""

import re

import numpy as np
import pytest

from scoring import BLEU, TBLEU, TestSet
from tests.pages.steps import SAMPLES, address, go, html, key_of, open_tab, press, ran, ran_until, sent, tables, texts
from tests.pages.steps import table_with as table_there
from ui.store import cache

INFLECTION = "inflection-hr-sl"
CZECH = TestSet.build(
    {
        "A": ["Jedu s novém červeném auto", "Včera jsme vidět nová filmu .", "", "zahrada na"],
        "B": ["Jedu novým autem červeným", "Včera jsem viděl nový film .", "ano", "zahrada na"],
    },
    {
        "first": ["Jedu novým červeným autem", "Včera jsme viděli nový film .", "ano ano", "zahradě nad"],
        "second": [None, "Včera jsme zhlédli nový film .", "ovšem", None],
    },
    name="Czech",
)
RANKED = re.compile("inflection (?:decides nothing here|may decide)")


@pytest.fixture
def czech(visit):
    def czech(**parameters):
        return visit("tbleu", set=key_of(CZECH), **{"segment": "1", "system": "A"} | parameters)

    return czech


def verdict(at):
    """BLEU and tBLEU of the segment, and how many words are forgiven."""
    return re.findall(r"<b>([^<]*)</b>", html(at).split('class="verdict">')[1].split("</p>")[0])


def table_in(at, tab, *columns):
    """The first table of the tab with these columns; what is computed in the background is waited for."""
    open_tab(at, tab)
    found = table_with(at, *columns)
    open_tab(at, "One segment")
    return found


def table_with(at, *columns):
    """The first table with these columns; what is computed in the background is waited for."""
    ran_until(at, lambda at: any(set(columns) <= set(table.columns) for table in tables(at)))
    return table_there(at, *columns)


def slider(at):
    return at.slider(key="tbleu_epsilon")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("identity", "epsilon"), [*((identity, 0.05) for identity in SAMPLES), (INFLECTION, 0), (INFLECTION, 1)]
)
def test_every_sample_has_the_numbers_of_direct_scoring(visit, identity, epsilon):
    at = visit("tbleu", set=identity, segment="1", tbleu_epsilon=f"{epsilon}", tbleu_tolerance="0.05 (published)")
    test_set = cache.open_test_set(identity)
    bleu, tbleu = BLEU(), TBLEU(epsilon=epsilon)
    table = table_in(at, "Systems", "system", "BLEU", "tBLEU")
    for metric in (bleu, tbleu):
        expected = [metric.score(rows.sum(axis=0)) for rows in metric.measure(test_set).values()]
        np.testing.assert_allclose(table[metric.label], expected)
    system = at.selectbox(key="system").value
    expected = [f"{metric.score(metric.measure(test_set)[system][0]):.2f}" for metric in (bleu, tbleu)]
    assert verdict(at)[:2] == [value.replace("nan", "not defined") for value in expected]


@pytest.mark.exhaustive
def test_the_papers_figure(czech):
    at = czech(tbleu_epsilon="1", tokenize="none")
    assert verdict(at)[2] == "3"
    page = html(at)
    for number in ("2.8333", "0.56667", "0.33333"):
        assert f"<td>{number}</td>" in page
    for form in ("novým<small", "červeným<small", "autem<small"):
        assert form in page
    ngrams = table_with(at, "original", "corrected", "weight", "matched")
    assert ngrams["weight"].tolist() == pytest.approx([1, 1, 2 / 3, 5 / 6, 1 / 3])
    assert ngrams["matched"].tolist() == ["yes", "no", "yes", "yes", "yes"]


@pytest.mark.exhaustive
def test_it_opens_with_whether_the_ranking_is_that_of_bleu(czech):
    ran_until(czech(), lambda at: RANKED.search(html(at)))


@pytest.mark.exhaustive
def test_epsilon_changes_numbers_and_stays_over_pages(czech):
    at = czech(tokenize="none", tbleu_tolerance="0.05 (published)", metrics="bleu,tbleu")
    assert slider(at).value == 0.05
    before = verdict(at), table_in(at, "Systems", "system", "tBLEU")["tBLEU"].tolist()
    ran(slider(at).set_value(0.34).run())
    after = verdict(at), table_in(at, "Systems", "system", "tBLEU")["tBLEU"].tolist()
    assert (before[0][2], after[0][2]) == ("0", "2")
    assert after != before
    ran_until(go(at, "overview"), lambda at: tables(at)[0]["tBLEU"].notna().all())
    overview = tables(at)[0].set_index("system")["tBLEU"]
    assert overview[["A", "B"]].tolist() == pytest.approx(after[1])
    assert slider(go(at, "tbleu")).value == 0.34
    assert verdict(at) == after[0]


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("nonsense", ["", "x", "-1", "2", "nan", "inf", "<b>", "1e999", "9" * 40])
def test_nonsense_in_the_address_is_the_papers_epsilon(czech, nonsense):
    assert slider(czech(tbleu_epsilon=nonsense)).value == 0.05


def test_an_edited_hypothesis_is_aligned_anew(czech):
    at = czech(tokenize="none")
    ran(at.text_area[0].set_value("Jedu novým červeným autem").run())
    assert verdict(at)[:3] == ["100.00", "100.00", "0"]
    ran(at.text_area[0].set_value("").run())
    assert verdict(at)[:2] == ["0.00", "0.00"]
    ran(at.button(key="original").click().run())
    assert verdict(at)[0] != "100.00"


@pytest.mark.exhaustive
def test_a_reference_can_be_chosen_where_the_segment_has_it(czech):
    at = czech(segment="2", tokenize="none", tbleu_epsilon="1")
    words = {}
    for reference in (None, "first", "second"):
        ran(at.selectbox(key="reference").set_value(reference).run())
        words[reference] = html(at)
    assert words[None] == words["first"] != words["second"]
    assert "zhlédli<small" in words["second"]
    press(at, "previous")
    assert "novým<small" in html(at), "the segment has no second reference"


def test_the_verdict_names_the_reference_where_there_are_several(czech, visit):
    at = czech(segment="2", tokenize="none", tbleu_epsilon="1")
    assert re.search(r"forgives <b>\d</b> of 6 words by reference <b>first</b>\.</p>", html(at))
    assert re.search(r"of \d+ words\.</p>", html(visit("tbleu", set=INFLECTION)))


def test_an_epsilon_at_which_no_segment_changes_says_what_to_do(czech):
    at = czech(tokenize="none", tbleu_epsilon="0", tbleu_part="Segments")
    ran_until(at, lambda at: at.info)
    assert [info.value for info in at.info] == [
        "At tolerance 0 no segment changes. Raise the tolerance in the sidebar."
    ]
    assert not [table for table in tables(at) if "gain" in table.columns]
    ran(slider(at).set_value(0.34).run())
    assert len(table_with(at, "#", "output", "gain"))
    assert not at.info


def test_an_empty_hypothesis(czech):
    at = czech(segment="3")
    assert verdict(at)[:2] == ["0.00", "0.00"]
    assert "(empty)" in html(at)


def test_word_pairs_and_chance(czech):
    at = czech(tokenize="none", tbleu_epsilon="0.34", tbleu_part="Words")
    pairs = table_with(at, "in the output", "gain")
    row = pairs.set_index("in the output").loc["novém"]
    assert (row["in the reference"], row["times"], row["segments"]) == ("novým", 1, "1")
    assert row["forgiven"]
    ran(at.segmented_control(key="tbleu_pairs").set_value("Aligned by chance?").run())
    chance = table_with(at, "in the output", "gain")
    assert chance[["in the output", "in the reference", "distance"]].values.tolist() == [["na", "nad", 0.5]]
    assert not chance["forgiven"].any()
    assert "The nearest come first" in texts(at)


def test_another_set_and_fewer_systems(czech):
    at = czech()
    ran(at.sidebar.multiselect(key="systems").set_value(["B"]).run())
    assert table_in(at, "Systems", "system", "tBLEU")["system"].tolist() == ["B"]
    ran(at.sidebar.selectbox(key="test_set").set_value(INFLECTION).run())
    assert address(at, "set") == INFLECTION
    assert table_in(at, "Systems", "system", "tBLEU")["system"].tolist() == list(
        cache.open_test_set(INFLECTION).system_names
    )


def test_it_opens_where_letters_change_and_not_only_a_quotation_mark(visit):
    """Tolerance adds most to the first segment, whose words lack a quotation mark."""
    outputs = ["er kommt 'vielleicht morgen wieder", "gestern hat er die Gruppe dort gesehen und bewaffnete", "aus"]
    references = ["er kommt „vielleicht morgen wieder", "gestern hat er die Gruppe dort gesehen und bewaffneten", "aus"]
    test_set = TestSet.build({"A": outputs}, [references], name="quoted")
    at = visit("tbleu", set=key_of(test_set), tbleu_epsilon="0.3")
    assert verdict(at)[2] == "1"
    assert "bewaffneten" in html(at)
    assert "tolerance 0.3 adds much to BLEU here, for A" in sent(at)
    published = sent(visit("tbleu", set=key_of(test_set), tbleu_tolerance="0.05 (published)"))
    assert "tolerance 0.05 adds nothing to any segment; tolerance 0.3 adds much to BLEU here, for A" in published
    alone = TestSet.build({"A": outputs[::2]}, [references[::2]], name="only quoted")
    assert "„vielleicht" in html(visit("tbleu", set=key_of(alone), tbleu_epsilon="0.3"))
