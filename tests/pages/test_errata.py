"""The page Errata as Streamlit runs it: each misprint, and its example in the Playground."""

from urllib.parse import parse_qs

import pytest
from markupsafe import escape

from course.errata.errata import ERRATA
from scoring import BLEU, TBLEU, TER
from tests.pages.steps import go, html, ran, tables, texts
from ui.kit import texts as playground
from ui.session.settings import USUAL

NAMES = tuple(ERRATA)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("name", NAMES)
def test_each_is_shown_with_its_source_and_computation(visit, name):
    at = visit("errata", erratum=name)
    erratum = ERRATA[name]
    assert at.header[0].value == erratum.claim
    assert erratum.source in texts(at)
    for row in erratum.rows(erratum):
        for cell in row:
            assert escape(cell) in html(at)


def follow(at, **parameters):
    """What a link within the app with these parameters leads to in the Playground."""
    for name, value in parameters.items():
        at.query_params[name] = value
    return go(at, "playground")


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("name", NAMES)
def test_each_opens_in_the_playground(visit, name):
    erratum = ERRATA[name]
    before = visit("errata", erratum=name, tokenize="char", max_order="3")
    (link,) = (e.proto for e in before.get("page_link") if e.proto.label == "Open in Playground")
    asked = {key: value[0] for key, value in parse_qs(link.query_string).items()}
    assert playground.decode_link(asked["text"]) == erratum.texts
    assert asked.items() >= {key: str(value).lower() for key, value in erratum.own.items()}.items()
    at = follow(before, **asked)
    assert at.segmented_control(key="view").value == erratum.view
    names = {"tokenize", "lowercase", "max_order", "smoothing"}
    options = {name: value for name, value in erratum.settings.items() if name in names}
    for metric in (BLEU(**options), TBLEU(**options, epsilon=erratum.settings["tbleu_epsilon"]), TER()):
        references = [[reference] for reference in erratum.references]
        expected = [float(metric.score(metric.statistics([h], references)[0])) for h in erratum.hypotheses]
        assert tables(at)[0][metric.label].tolist() == pytest.approx(expected)


@pytest.mark.exhaustive
def test_an_example_sets_once_at_each_opening(visit):
    at = follow(visit("errata"), example="Orejuela")
    ran(at.sidebar.toggle(key="lowercase").set_value(False).run())
    assert not ran(at.run()).sidebar.toggle(key="lowercase").value
    assert follow(go(at, "errata"), example="Orejuela").sidebar.toggle(key="lowercase").value


def test_the_address_that_back_leads_to_shows_the_example(visit):
    assert visit("errata", example="Orejuela").header[0].value == ERRATA["Orejuela"].claim


def chips(at):
    return [found.label for found in at.button if (found.key or "").startswith("chip-")]


@pytest.mark.exhaustive
def test_what_an_example_sets_is_said_on_every_page_that_it_changes(visit):
    at = follow(visit("errata"), example="Smoothing 4")
    said = {"tokenizer none", "longest n-gram 2", "smoothing 4"}
    for page in ("playground", "overview", "segments"):
        assert set(chips(go(at, page))) == said, page
    assert not chips(go(at, "learn"))


def score_settings(at):
    kinds = ("selectbox", "toggle", "slider")
    return {widget.key: widget.value for kind in kinds for widget in at.sidebar.get(kind) if widget.key in USUAL}


def test_the_usual_settings_are_those_of_the_start(visit):
    assert score_settings(visit("playground", max_order="9")) == USUAL | {"max_order": 9}


def test_a_misprint_that_is_none_sets_nothing(visit):
    at = follow(visit("errata", tokenize="char"), example="<script>")
    assert at.sidebar.selectbox(key="tokenize").value == "char"


def test_nonsense_in_the_address_shows_the_first(visit):
    at = visit("errata", erratum="nonsense")
    assert at.header[0].value == ERRATA[NAMES[0]].claim
    ran(at.run())
