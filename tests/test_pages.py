"""Every page as Streamlit runs it, without a browser: no exception, and the numbers of direct scoring."""

from pathlib import Path

import numpy as np
import pytest
from lxml import html as html_parser
from streamlit.testing.v1 import AppTest

from scoring import BLEU
from scoring.dialects import Parameters
from scoring.metric import document_score
from scoring.smoothing import METHODS, NLTK
from scoring.tokenizers import TOKENIZERS
from ui import cache, methods, report
from ui.state import ADDRESS

SHELL = Path(__file__).parents[1] / "ui" / "shell.py"
PAGES = ("overview", "segments", "smoothing", "ter", "tbleu", "significance", "compare")
PAGES += ("learn", "playground", "errata", "data")
TITLES = {page: page.title() for page in PAGES} | {"ter": "TER", "tbleu": "tBLEU"}
SAMPLES = tuple(cache.SAMPLES)
NEWS = "news-en-es"


@pytest.fixture
def visit():
    """``visit("segments", set="textbook")`` is a visitor's first view, at an address with these parameters."""

    def visit(page="overview", **parameters):
        at = AppTest.from_file(SHELL, default_timeout=60)
        for name, value in parameters.items():
            at.query_params[name] = value
        cache.kernels().result()
        return go(at, page)

    return visit


def go(at, page):
    return ran(at.switch_page(f"../pages/{page}.py").run())


def ran(at):
    assert not at.exception, [error.message for error in at.exception]
    return at


def title(at):
    return at.title[0].value


def html(at):
    return "".join(element.value for element in at.get("html"))


def texts(at):
    """Everything that a message box, a code block or plain text says."""
    kinds = ("error", "warning", "info", "success", "code", "text", "caption", "markdown")
    return "\n".join(str(element.value) for kind in kinds for element in at.get(kind))


def tables(at):
    return [element.value for element in at.dataframe]


def bleu_of(at):
    """System -> BLEU, as the leaderboard has it."""
    frame = tables(at)[0]
    return dict(zip(frame["system"], frame["BLEU"], strict=True))


def scored(test_set, **options):
    bleu = BLEU(**options)
    return {system: float(bleu.score(rows.sum(axis=0))) for system, rows in bleu.measure(test_set).items()}


# --- pages, sets, settings ---


@pytest.mark.parametrize("identity", SAMPLES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_shows_every_sample(visit, page, identity):
    at = visit(page, set=identity)
    assert title(at) == TITLES[page]
    assert address(at, "set") == identity
    assert at.sidebar.selectbox(key="test_set").value == identity
    if page == "overview":
        assert bleu_of(at) == pytest.approx(scored(cache.test_set(identity)))


SETTINGS = [
    *({"tokenize": name} for name, tokenizer in TOKENIZERS.items() if tokenizer.available),
    *({"smoothing": name} for name in METHODS),
    {"lowercase": True},
    {"max_order": 1},
    {"max_order": 9},
    {"effective_order": True},
    {"max_order": 9, "effective_order": True, "smoothing": "none", "tokenize": "none", "lowercase": True},
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_settings_apply_everywhere(visit, options):
    identity = "textbook"
    at = visit("overview", set=identity)
    for key, value in options.items():
        widget(at, key).set_value(value)
    test_set = cache.test_set(identity)
    assert bleu_of(ran(at.run())) == pytest.approx(scored(test_set, **options))
    bleu = BLEU(**options)
    frame = tables(go(at, "segments"))[0].sort_values("#")
    for system, rows in bleu.measure(test_set).items():
        np.testing.assert_allclose(frame[f"BLEU {system}"], bleu.score(rows))
    go(at, "data")
    assert bleu_of(go(at, "overview")) == pytest.approx(scored(test_set, **options)), "lost at a page switch"


def widget(at, key):
    return next(w for kind in ("selectbox", "toggle", "slider") for w in at.sidebar.get(kind) if w.key == key)


@pytest.mark.parametrize("method", [name for name, entry in METHODS.items() if entry.value is not None])
def test_the_value_of_a_smoothing_counts(visit, method):
    at = visit("overview", set="textbook")
    ran(widget(at, "smoothing").set_value(method).run())
    if METHODS[method].version_of and method not in NLTK:
        at.sidebar.number_input(key=f"{method}_value").set_value(0.5)
    else:
        widget(at, METHODS[method].parameter.lower()).set_value(0.5)
    assert bleu_of(ran(at.run())) == pytest.approx(scored(cache.test_set("textbook"), smoothing=f"{method}=0.5"))
    ran(widget(at, "smoothing").set_value("exp").run())
    assert bleu_of(at) == pytest.approx(scored(cache.test_set("textbook")))


@pytest.mark.parametrize("page", PAGES)
def test_one_system_and_one_reference(visit, page):
    test_set = cache.test_set(NEWS)
    at = visit(page)
    system, reference = test_set.system_names[1], test_set.reference_names[1]
    at.sidebar.multiselect(key="systems").set_value([system])
    at.sidebar.multiselect(key="references").set_value([reference])
    ran(at.run())
    if page == "overview":
        expected = scored(test_set.with_references([reference]))
        assert bleu_of(at) == pytest.approx({system: expected[system]})
    if page == "segments":
        assert [c for c in tables(at)[0].columns if c.startswith("BLEU")] == [f"BLEU {system}"]
        assert f"<b>{reference}</b>" in html(at)
        assert f"<b>{test_set.reference_names[0]}</b>" not in html(at)


def test_settings_come_from_the_address(visit):
    at = visit("overview", set="textbook", tokenize="char", max_order="2", smoothing="none", lowercase="true")
    options = {"tokenize": "char", "max_order": 2, "smoothing": "none", "lowercase": True}
    assert bleu_of(at) == pytest.approx(scored(cache.test_set("textbook"), **options))


NONSENSE = [
    {"epsilon": "nan"},
    {"k": "0"},
    {"weight_1": "-1"},
    {"weight_2": "inf"},
    {"tokenize": "nonsense"},
    {"max_order": "99"},
    {"max_order": "-1"},
    {"max_order": "x"},
    {"smoothing": "<script>"},
    {"smoothing": "floor", "floor_value": "-5"},
    {"smoothing": "floor", "floor_value": "nan"},
    {"smoothing": "floor", "floor_value": "inf"},
    {"lowercase": "perhaps"},
    {"systems": "nobody"},
    {"references": "nothing"},
    {"segment": "99999"},
    {"segment": "-1"},
    {"segment": "0"},
    {"segment": "abc"},
    {"segment": ""},
    {"segment": "9" * 5000},
    {"segment": "\u0663"},
    {"step": "-1"},
    {"step": "x"},
    {"step": "99999"},
    {"case_sensitive": "perhaps"},
    {"ter_systems": "nobody"},
    {"unknown": "value"},
]


@pytest.mark.parametrize("parameters", NONSENSE, ids=lambda p: str(p)[:40])
@pytest.mark.parametrize("page", ["overview", "segments", "smoothing", "ter"])
def test_nonsense_in_the_address_changes_nothing(visit, page, parameters):
    at = visit(page, **parameters)
    assert title(at) == TITLES[page]
    if page == "overview":
        usual = {"smoothing": "floor"} if "floor_value" in parameters else {}
        assert bleu_of(at) == pytest.approx(scored(cache.test_set(NEWS), **usual))
    if page == "smoothing":
        assert [at.slider(key=key).value for key in ("epsilon", "k", "alpha")] == [0.1, 5, 5]
    else:
        assert not [slider for slider in at.slider if slider.key in ("epsilon", "k", "alpha")]
    if page != "overview":
        last = len(cache.test_set(NEWS))
        shown = last if parameters.get("segment") == "99999" else 1
        assert f"Segment {shown}**" in heading(at)


def address(at, name):
    """What the address says; a default is not written into it."""
    value = at.query_params.get(name, ADDRESS[name])
    return value[0] if isinstance(value, list) else value


@pytest.mark.parametrize("page", PAGES)
def test_the_sidebar_says_where_its_settings_count(visit, page):
    (said,) = (caption.value for caption in visit(page).sidebar.caption if "sacreBLEU's defaults" in caption.value)
    assert ("change nothing on this page" in said) == (page in ("learn", "errata"))
    assert ("every score on every page but Learn and Errata" in said) == (page not in ("learn", "errata"))


# --- a set that is not there ---


@pytest.mark.parametrize("identity", ["doesnotexist", "0" * 32, "../../etc", "<script>"])
def test_a_set_that_is_gone_is_said_and_the_way_on_is_offered(visit, identity):
    for page in ("overview", "segments"):
        at = visit(page, set=identity)
        assert "no longer here" in title(at)
        assert not tables(at)
    at = visit("data", set=identity)
    assert title(at) == "Data"
    assert at.warning
    ran(at.button(key=f"use-{SAMPLES[-1]}").click().run())
    assert bleu_of(go(at, "overview")) == pytest.approx(scored(cache.test_set(SAMPLES[-1])))


def test_a_set_that_is_gone_can_be_left_by_one_button(visit):
    at = visit("segments", set="doesnotexist")
    (button,) = (b for b in at.button if "sample" in b.label)
    ran(button.click().run())
    assert title(at) == "Segments"
    assert at.sidebar.selectbox(key="test_set").value == NEWS


# --- segments ---


def heading(at):
    return next(m.value for m in at.markdown if "Segment " in m.value)


def test_next_and_previous_step_through_the_list(visit):
    at = visit("segments", segment="2")
    ran(at.button(key="next").click().run())
    assert "Segment 3" in heading(at)
    assert address(at, "segment") == "3"
    for _ in range(2):
        ran(at.button(key="previous").click().run())
    assert "Segment 1" in heading(at)
    assert at.button(key="previous").disabled
    assert not at.button(key="next").disabled
    assert visit("segments", segment="160").button(key="next").disabled


def test_the_segment_stays_over_a_page_switch(visit):
    at = visit("segments", segment="7")
    go(at, "overview")
    assert "Segment 7" in heading(go(at, "segments"))


def test_another_set_begins_at_its_first_segment(visit):
    at = visit("segments", segment="50")
    ran(at.sidebar.selectbox(key="test_set").set_value("textbook").run())
    assert "Segment 1" in heading(at)
    assert address(at, "set") == "textbook"


def test_sorting_and_filters_decide_what_next_means(visit):
    test_set = cache.test_set(NEWS)
    at = visit("segments")
    scores = BLEU().score(BLEU().measure(test_set)[test_set.system_names[0]])
    ran(at.selectbox(key="sort_by").set_value(f"BLEU {test_set.system_names[0]}").run())
    ran(at.toggle(key="sort_descending").set_value(True).run())
    numbers = tables(at)[0]["#"].tolist()
    assert numbers == (np.argsort(-scores, kind="stable") + 1).tolist()
    ran(at.text_input(key="search").set_value("el ").run())
    numbers = tables(at)[0]["#"].tolist()
    assert 0 < len(numbers) < len(test_set)
    place = numbers.index(int(address(at, "segment")))
    for number in numbers[place + 1 : place + 4]:
        ran(at.button(key="next").click().run())
        assert int(address(at, "segment")) == number


def test_a_segment_that_is_filtered_out_gives_way_to_the_first_that_is_listed(visit):
    at = visit("segments")
    ran(at.text_input(key="search").set_value(cache.test_set(NEWS).segment(4).source).run())
    assert tables(at)[0]["#"].tolist() == [5]
    assert "Segment 5" in heading(at)
    assert address(at, "segment") == "5"


def test_a_search_without_hits_says_so_and_comes_back(visit):
    at = visit("segments")
    ran(at.text_input(key="search").set_value("qqqqqq").run())
    assert "No segment" in texts(at)
    ran(at.text_input(key="search").set_value("").run())
    assert len(tables(at)[0]) == len(cache.test_set(NEWS))


def test_a_broken_pattern_is_told_and_lists_everything(visit):
    at = visit("segments")
    at.text_input(key="search").set_value("(")
    ran(at.toggle(key="search_is_regex").set_value(True).run())
    assert "pattern" in at.error[0].value
    assert len(tables(at)[0]) == len(cache.test_set(NEWS))


# --- uploads ---

REFERENCE = ("reference.txt", b"the cat sat on the mat\nit was quiet today\n", "text/plain")
FILES = [
    ("source.txt", "die Katze saß auf der Matte\nes war heute ruhig\n".encode(), "text/plain"),
    REFERENCE,
    ("system.good.txt", b"the cat sat on the mat\nit was very quiet today\n", "text/plain"),
    ("system.poor.txt", b"a cat sat on the mat\nquiet\n", "text/plain"),
]
LATIN = ("system.latin.txt", "naïve\nà la carte\n".encode("latin-1"), "text/plain")


def upload(at, files):
    return ran(at.file_uploader(key="files").set_value(files).run())


def test_uploaded_files_become_the_set_in_use_on_every_page(visit):
    at = upload(visit("data"), FILES)
    assert "2 segments" in at.success[0].value
    ran(at.button(key="use-upload").click().run())
    identity = address(at, "set")
    test_set = cache.test_set(identity)
    assert test_set.system_names == ("good", "poor")
    expected = scored(test_set)
    assert expected["good"] > expected["poor"] > 0
    assert bleu_of(go(at, "overview")) == pytest.approx(expected)
    assert "die Katze" not in html(at)
    assert "die Katze" in html(go(at, "segments"))
    assert title(go(at, "data")) == "Data"
    # A link to it shows it to someone else.
    assert bleu_of(visit("overview", set=identity)) == pytest.approx(expected)
    assert "die Katze" in html(visit("segments", set=identity))


def test_a_draft_outlives_a_page_switch_until_it_is_forgotten(visit):
    at = upload(visit("data"), FILES)
    go(at, "overview")
    assert go(at, "data").success
    ran(at.button(key="forget").click().run())
    assert not at.success
    assert [b.key for b in at.button if b.key == "use-upload"] == []


def test_the_same_files_can_be_dropped_again_after_they_were_forgotten(visit):
    at = upload(visit("data"), FILES)
    ran(at.button(key="forget").click().run())
    at = go(go(at, "overview"), "data")
    assert upload(at, FILES).success


def test_a_refused_file_keeps_its_reason_visible(visit):
    at = upload(visit("data"), [*FILES, LATIN])
    assert "system.latin.txt" in texts(at)
    assert "0xEF" in texts(at)
    assert at.success, "the others can be used"
    ran(at.button(key="use-upload").click().run())
    assert "0xEF" in texts(at)
    go(at, "overview")
    assert "0xEF" in texts(go(at, "data"))


def test_an_encoding_is_a_choice(visit):
    at = upload(visit("data"), [REFERENCE, LATIN])
    assert "0xEF" in texts(at)
    ran(at.selectbox(key="encoding").set_value("windows-1252").run())
    assert "0xEF" not in texts(at)
    ran(at.button(key="use-upload").click().run())
    assert cache.test_set(address(at, "set")).system("latin").segments.to_pylist() == ["naïve", "à la carte"]


def test_unequal_counts_are_shown_with_every_count(visit):
    at = upload(visit("data"), [*FILES, ("system.short.txt", b"one\n", "text/plain")])
    assert not at.success
    for said in ("source.txt has 2", "reference.txt has 2", "system.good.txt has 2", "system.short.txt has 1"):
        assert said in texts(at)
    assert at.button(key="use-upload").disabled


@pytest.mark.parametrize(
    "files",
    [
        [("empty.txt", b"", "text/plain")],
        [("binary.dat", bytes(range(256)), "")],
        [("bomb.zip", b"PK\x03\x04", "application/zip")],
        [("x.json", b"{", "application/json")],
        [REFERENCE],
        [REFERENCE, REFERENCE],
    ],
    ids=lambda files: files[0][0],
)
def test_files_that_make_no_set_are_answered_and_leave_the_old_one_in_use(visit, files):
    at = upload(visit("data"), files)
    assert at.error
    assert address(at, "set") == NEWS


@pytest.mark.parametrize("page", PAGES)
def test_a_set_of_one_segment_and_one_system(visit, page):
    at = upload(visit("data"), [("reference.txt", b"a b", ""), ("system.S.txt", b"a", "")])
    ran(at.button(key="use-upload").click().run())
    ran(at.sidebar.slider(key="max_order").set_value(9).run())
    assert title(go(at, page)) == TITLES[page]


@pytest.mark.parametrize("page", PAGES)
def test_a_set_without_any_text(visit, page):
    """Nothing is defined here, and nothing breaks."""
    at = upload(visit("data"), [("reference.txt", b"\n\n", ""), ("system.S.txt", b"\n\n", "")])
    ran(at.button(key="use-upload").click().run())
    assert title(go(at, page)) == TITLES[page]
    assert "nan" not in html(at).lower()


def test_references_that_leave_segments_without_any_are_not_used(visit):
    rows = (
        b'{"references": ["a b c d", null], "systems": {"A": "a b c d"}}\n'
        b'{"references": [null, "e"], "systems": {"A": "e"}}\n'
    )
    at = upload(visit("data"), [("set.jsonl", rows, "")])
    ran(at.button(key="use-upload").click().run())
    test_set = cache.test_set(address(at, "set"))
    at.sidebar.multiselect(key="references").set_value([test_set.reference_names[0]])
    at = go(at, "overview")
    assert "references" in at.warning[0].value
    assert bleu_of(at) == pytest.approx(scored(test_set))


# --- smoothing ---


def paper_rows(at):
    """Method -> (counts of each order as drawn, penalty, BLEU), from the table of one sentence."""
    tables = [parsed(element.value) for element in at.get("html") if 'class="methods"' in element.value]
    rows = tables[0].xpath("//tbody/tr[not(@class)]")
    return {row[0].text_content(): [cell.text_content() for cell in row[1:]] for row in rows}


def parsed(markup):
    return html_parser.fromstring(markup)


@pytest.mark.parametrize("identity", SAMPLES)
def test_a_sentence_under_every_method(visit, identity):
    at = visit("smoothing", set=identity, segment="2")
    test_set = cache.test_set(identity)
    segment, system = test_set.segment(1), test_set.system_names[0]
    references = [[text] for text in segment.references.values()]
    for method, cells in paper_rows(at).items():
        bleu = BLEU(smoothing=method)
        expected = bleu.score(bleu.statistics([segment.hypotheses[system]], references)[0])
        assert cells[-1] == f"{expected:.2f}"


@pytest.mark.parametrize(
    ("key", "value", "moved"), [("epsilon", 0.5, {"1"}), ("k", 2.0, {"4", "7"}), ("alpha", 1.0, {"6"})]
)
def test_a_parameter_moves_its_methods_and_no_other(visit, key, value, moved):
    at = visit("smoothing", set="textbook", segment="4")
    before = paper_rows(at)
    ran(at.slider(key=key).set_value(value).run())
    after = paper_rows(at)
    assert {method for method in before if before[method] != after[method]} == moved
    ran(at.button(key="paper-values").click().run())
    assert paper_rows(at) == before


def test_weights_count_on_every_page(visit):
    at = visit("smoothing", set="textbook")
    before = paper_rows(at)
    for order, weight in enumerate((0.4, 0.3, 0.2, 0.1), 1):
        widget(at, f"weight_{order}").set_value(weight)
    ran(at.run())
    assert paper_rows(at) != before
    expected = scored(cache.test_set("textbook"), weights=(0.4, 0.3, 0.2, 0.1))
    assert bleu_of(go(at, "overview")) == pytest.approx(expected)
    ran(go(at, "smoothing").button(key="paper-values").click().run())
    assert paper_rows(at) == before


def test_weights_of_zero_count_alike(visit):
    at = visit("overview", set="textbook")
    for order in range(1, 5):
        widget(at, f"weight_{order}").set_value(0.0)
    assert bleu_of(ran(at.run())) == pytest.approx(scored(cache.test_set("textbook")))


def test_an_edited_hypothesis_moves_the_sentence_alone(visit):
    at = visit("smoothing", set="textbook", segment="4")
    test_set, before = cache.test_set("textbook"), paper_rows(at)
    wins = tables(at)[0]
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
    assert tables(at)[0].equals(wins)
    ran(at.button(key="original").click().run())
    assert at.text_area[0].value == original
    assert paper_rows(at) == before


def test_a_hypothesis_edited_away(visit):
    at = visit("smoothing", set="textbook")
    ran(at.text_area[0].set_value("").run())
    assert {cells[-1] for cells in paper_rows(at).values()} == {"0.00"}


def test_an_edit_waits_for_its_reader(visit):
    at = visit("smoothing", set="textbook", segment="4")
    ran(at.text_area[0].set_value("something else").run())
    edited = paper_rows(at)
    ran(at.button(key="next").click().run())
    assert at.text_area[0].value != "something else"
    ran(at.button(key="previous").click().run())
    assert at.text_area[0].value == "something else"
    go(at, "overview")
    assert paper_rows(go(at, "smoothing")) == edited


def test_the_papers_methods_know_no_effective_order(visit):
    at = visit("smoothing", set="textbook", segment="4")
    before = paper_rows(at)
    assert paper_rows(ran(widget(at, "effective_order").set_value(True).run())) == before


def test_a_parameter_is_the_same_on_every_page(visit):
    at = visit("overview", set="textbook", smoothing="4")
    ran(widget(at, "k").set_value(2.0).run())
    assert bleu_of(at) == pytest.approx(scored(cache.test_set("textbook"), smoothing="4=2"))
    assert go(at, "smoothing").slider(key="k").value == 2
    ran(at.slider(key="k").set_value(3.0).run())
    assert bleu_of(go(at, "overview")) == pytest.approx(scored(cache.test_set("textbook"), smoothing="4=3"))


@pytest.mark.parametrize("kind", report.DOWNLOADS, ids=lambda kind: kind.ending)
def test_a_sentences_numbers_can_be_taken_away(kind):
    bleu = BLEU()
    row = bleu.statistics(["you are ready ?"], [["are you ready ?"]])[0]
    terms = methods.terms_table(methods.arithmetic(methods.paper(bleu, Parameters()), row))
    toolkits = methods.toolkits_table(methods.arithmetic(methods.toolkits(bleu, Parameters()), row))
    assert kind.data(terms)
    assert kind.data(toolkits)


def test_who_wins_takes_two_systems(visit):
    at = visit("smoothing", set=NEWS, systems=cache.test_set(NEWS).system_names[0])
    assert "takes two systems" in texts(at)


def test_the_document_scores_are_those_of_direct_scoring(visit):
    at = visit("smoothing", set=NEWS)
    test_set = cache.test_set(NEWS)
    table = next(table for table in tables(at) if "corpus BLEU" in table).set_index("system")
    for system, rows in BLEU().measure(test_set).items():
        for method in "0347":
            expected = document_score(BLEU(smoothing=method).score(rows), rows[:, 1])
            assert table.loc[system, method].startswith(f"{expected:.2f} ")
