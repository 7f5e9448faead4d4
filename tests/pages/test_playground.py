"""The Playground without a browser: links hold every text, numbers are those of direct scoring, nothing breaks it."""

import random
from urllib.parse import parse_qs, quote_plus, urlencode, urlsplit

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from scoring import BLEU, METRICS, TBLEU, TER, TestSet
from scoring.bleu import MAX_ORDER
from scoring.bleu.smoothing import METHODS
from scoring.text.naming import NAME_LENGTH
from tests.hostile import TEXTS
from tests.pages.steps import go, html, key_of, ran, tables, texts, title, way
from tests.properties import examples
from ui import views
from ui.context.set_choices import BASELINE_KEY, METRICS_KEY
from ui.kit import address
from ui.kit import texts as playground
from ui.kit.texts import EXAMPLE, Texts
from ui.session.settings import GROUPS, setting_keys
from ui.session.state import ADDRESS
from ui.store import cache

ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
SIX = Texts("Quelle", "A\tthe cat\nB\tthe cats sat\n\nthe cat sat", "first\tthe cat sat\nthe cats sat down")


@pytest.fixture
def play(visit):
    """The page as a link to these texts shows it."""

    def play(given_texts=None, **parameters):
        if given_texts is not None:
            parameters["text"] = playground.encode(given_texts)
        return visit("playground", **parameters)

    return play


def text_in(at):
    value = at.query_params.get("text", "")
    return value[0] if isinstance(value, list) else value


def area(at, name):
    return at.text_area(key=f"playground_{name}")


def expected_scores(given_texts, **options):
    hypotheses = playground.entries(given_texts.hypotheses, "hypothesis")
    references = [[text] for text in playground.entries(given_texts.references, "reference").values()]
    found = {}
    for metric in METRICS.values():
        metric = metric.configure(options)
        found[metric.label] = [float(metric.score(metric.statistics([h], references)[0])) for h in hypotheses.values()]
    return found


def check_scores(at, given_texts, **options):
    frame = tables(at)[0]
    for label, values in expected_scores(given_texts, **options).items():
        assert frame[label].tolist() == pytest.approx(values, nan_ok=True), label


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("given_texts", [None, SIX, Texts(), Texts("", "a", ""), Texts("", "", "a")])
def test_every_metric_has_the_numbers_of_direct_scoring(play, given_texts):
    at = play(given_texts)
    check_scores(at, given_texts or EXAMPLE)
    assert text_in(at) == playground.encode(given_texts or EXAMPLE)


def test_the_settings_of_the_sidebar_count(play):
    given_texts = Texts("", "The Cat sat", "the cat sat on it")
    at = play(given_texts, lowercase="true", tokenize="char", smoothing="none", tbleu_epsilon="0.5", max_order="2")
    options = {"lowercase": True, "tokenize": "char", "smoothing": "none", "epsilon": 0.5, "max_order": 2}
    check_scores(at, given_texts, **options)
    assert "case:lc|eff:no|tok:char|smooth:none|order:2" in texts(at)


def test_names_come_with_the_lines(play):
    at = play(SIX)
    assert tables(at)[0]["hypothesis"].tolist() == ["A", "B", "hypothesis 3", "hypothesis 4"]
    assert area(at, "hypotheses").label == "Outputs: 4 (3 is empty)"
    for name in ("first", "reference 2", "Quelle"):
        assert name in html(at)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("view", ["All", "n-grams", "Smoothing", "tBLEU", "TER", "METEOR"])
def test_views(play, view):
    at = play(SIX, view=view, hypothesis="B")
    shown = [header.value for header in at.header]
    assert shown == (["n-grams", "Smoothing", "tBLEU", "TER", "METEOR"] if view == "All" else [])
    drawn = html(at)
    assert ('class="legend"' in drawn) == (view in ("All", "n-grams"))
    assert ('class="methods"' in drawn) == (view in ("All", "Smoothing"))
    assert ("a tolerance" in drawn) == (view in ("All", "tBLEU"))
    assert ('class="outputs"' in drawn) == (view in ("All", "TER"))
    assert ("words match" in drawn) == (view in ("All", "METEOR"))


def test_writing_changes_the_numbers_and_the_link(play):
    at = play(SIX)
    changed = "A\tthe cat sat\n"
    ran(area(at, "hypotheses").set_value(changed).run())
    given_texts = Texts(SIX.source, changed, SIX.references)
    check_scores(at, given_texts)
    assert text_in(at) == playground.encode(given_texts)
    assert f"text={text_in(at)}" in texts(at)


@pytest.mark.exhaustive
def test_another_link_brings_other_texts_and_so_does_back(play):
    at = play(SIX)
    first = text_in(at)
    ran(area(at, "hypotheses").set_value("another").run())
    at.query_params["text"] = first
    ran(at.run())
    assert area(at, "hypotheses").value == SIX.hypotheses
    check_scores(at, SIX)


@pytest.mark.exhaustive
def test_texts_stay_over_a_page_switch(play):
    at = play(SIX)
    ran(area(at, "hypotheses").set_value("another").run())
    go(at, "overview")
    del at.query_params["text"]
    go(at, "playground")
    assert area(at, "hypotheses").value == "another"
    assert playground.decode_link(text_in(at)).hypotheses == "another"


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", ["!!!!", playground.encode(SIX)[:-5]], ids=["foreign", "cut off"])
def test_an_unreadable_link_is_said_until_something_is_written(visit, code):
    at = visit("playground", text=code)
    assert "cut off or changed" in at.error[0].value
    check_scores(at, EXAMPLE)
    ran(at.run())
    assert at.error
    ran(area(at, "hypotheses").set_value("new words").run())
    assert not at.error
    assert playground.decode_link(text_in(at)).hypotheses == "new words"


def random_words(n_words, length=7):
    letters = random.Random(1)
    return " ".join("".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=length)) for _ in range(n_words))


def test_text_too_long_for_a_link_is_scored_and_said(play):
    at = play(SIX)
    long = random_words(400, 28)
    ran(area(at, "hypotheses").set_value(long).run())
    assert "No link" in at.warning[0].value
    assert f"{playground.LONGEST_CODE:,}" in at.warning[0].value
    assert text_in(at) == ""
    check_scores(at, Texts(SIX.source, long, SIX.references))
    ran(area(at, "hypotheses").set_value("short").run())
    assert not at.warning
    assert text_in(at)


def test_a_link_to_too_much_is_said_and_nothing_of_it_is_counted(play, monkeypatch):
    counted = []
    entries = playground.entries
    monkeypatch.setattr(playground, "entries", lambda text, what: counted.append(text) or entries(text, what))
    at = play(Texts("", "a\tx\n" * 20_000, ""))
    assert "Too much to be scored here" in at.error[0].value
    check_scores(at, EXAMPLE)
    assert set(counted) <= {EXAMPLE.hypotheses, EXAMPLE.references}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("name", "box", "said"),
    [
        ("hypotheses", "a\n" * 21, "21 hypotheses, where 20 are allowed"),
        ("references", "a\n" * 11, "11 references, where 10 are allowed"),
        ("references", "a " * 4_000, "4,003 words in hypotheses and references together, where 4,000 are allowed"),
    ],
)
def test_far_too_much_text_is_refused(play, name, box, said):
    at = play(Texts("", "one two three", "one"))
    ran(area(at, name).set_value(box).run())
    assert at.error[0].value == (f"Too much to be scored here: {said}. Shorten it, or upload it on the page Test sets.")
    assert not tables(at)
    assert text_in(at) == ""
    assert area(at, name).value == box, "it stays to be shortened"


def test_a_run_that_changes_no_text_measures_nothing(play, monkeypatch):
    at = play(Texts("", "\n".join(random_words(3) for _ in range(20)), "a b\nc d e"))

    def measured_again(*_):
        raise AssertionError

    for metric in METRICS.values():
        monkeypatch.setattr(metric, "measure", measured_again)
    monkeypatch.setattr(BLEU, "matches", measured_again)
    monkeypatch.setattr(TBLEU, "alignment", measured_again)
    ran(at.run())


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("view", "kept_out"),
    [
        ("n-grams", ("tbleu_alignment", "edits")),
        ("Smoothing", ("tbleu_alignment", "edits", "matches")),
        ("tBLEU", ("edits", "matches")),
        ("TER", ("tbleu_alignment", "matches")),
    ],
)
def test_only_the_view_asked_for_is_computed(play, monkeypatch, view, kept_out):
    def not_asked_for(*_):
        raise AssertionError

    for owner, name in ((cache, "tbleu_alignment"), (TER, "edits"), (cache, "matches")):
        if name in kept_out:
            monkeypatch.setattr(owner, name, not_asked_for)
    assert play(SIX, view=view).segmented_control(key="view").value == view


LONGEST_LINE = 8_190
"""What nginx and Apache take as a request's first line."""
LONGEST_NUMBER = "-1.2345678901234567e-300"


def longest_value(widget):
    """What takes most in an address of all that a widget can hold."""
    if getattr(widget, "options", None):
        return max(widget.options, key=lambda option: len(quote_plus(option)))
    if hasattr(widget.proto, "step"):
        return LONGEST_NUMBER
    return "x" * getattr(widget.proto, "max_chars", len("false"))


CARRIED = {*setting_keys(), "view", "hypothesis", *views.CONTROLS}
"""Parameters that a link has."""
KINDS = ("selectbox", "multiselect", "toggle", "radio", "slider", "number_input", "text_input", "button_group")


def bound_widgets(at):
    found = (widget for kind in KINDS for widget in at.get(kind))
    return {w.proto.query_param_key: w for w in found if w.proto.query_param_key}


def test_no_control_is_left_out_of_the_link(play):
    at = play(SIX, set="textbook", view="All")
    drawn = {widget.key for kind in KINDS for widget in at.get(kind)} - {"test_set", METRICS_KEY, BASELINE_KEY}
    assert drawn - CARRIED == {*ADDRESS, "systems", "references"} - {"step"}
    assert drawn == bound_widgets(at).keys()


def test_a_link_brings_every_control_back_and_nothing_else(play):
    asked = {
        "view": "All",
        "hypothesis": "B",
        "reference": "reference 2",
        "tbleu_order": "3-grams",
        "step": "1",
        "tokenize": "char",
        "lowercase": "true",
        "max_order": "5",
        "weight_5": "0.5",
        "smoothing": "4",
        "k": "7",
        "effective_order": "true",
        "tbleu_epsilon": "0.5",
        **dict.fromkeys((d.key for d in GROUPS["TER, WER and PER"] if not d.default), "true"),
    }
    no_concern = {"set": "textbook", "segment": "3", "systems": "candidate-1", "lesson": "zeros", "pair_a": "x"}
    at = play(SIX, **asked, **no_concern, compare_score_of="x", erratum="Orejuela")
    (link,) = (code.value for code in at.code if "text=" in code.value)
    found = {name: value[0] for name, value in parse_qs(urlsplit(link).query).items()}
    assert found == asked | {"text": playground.encode(SIX)}
    other = play(**found)
    held = {key: widget.value for key, widget in bound_widgets(other).items()}
    assert held.items() >= {"tbleu_order": 3, "k": 7, "weight_5": 0.5, "smoothing": "4", "normalized": True}.items()
    held_here = {key: widget.value for key, widget in bound_widgets(at).items() if key in CARRIED}
    assert held.items() >= held_here.items()
    assert [frame.to_dict() for frame in tables(other)] == [frame.to_dict() for frame in tables(at)]


@pytest.mark.exhaustive
def test_the_longest_link_is_one_that_servers_take(play):
    """With every setting in it, each at its longest, and names of the longest letters."""
    name = "\U0001d400" * NAME_LENGTH
    texts = Texts("", f"{name}\ta\nb\tc", f"{name}\ta\nb\tc")
    found = {}
    with_value = [name for name, method in METHODS.items() if method.value is not None]
    for smoothing, view in [("exp", "All"), *((name, "BLEU") for name in with_value)]:
        at = play(texts, view=view, smoothing=smoothing, max_order=str(MAX_ORDER))
        found |= {key: longest_value(widget) for key, widget in bound_widgets(at).items() if key in CARRIED}
    assert found.keys() == CARRIED
    assert len(found["hypothesis"]) == len(found["reference"]) == NAME_LENGTH
    line = f"GET /playground?{urlencode({'text': 'x' * playground.LONGEST_CODE} | found)} HTTP/1.1"
    assert len(line) < LONGEST_LINE
    assert playground.fits("x" * playground.LONGEST_CODE)
    assert not playground.fits("x" * (playground.LONGEST_CODE + 1))


@pytest.mark.exhaustive
@settings(examples(4), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ANY, ANY, ANY)
@example("", "", "")
@example("\n", "\n\n\n", "\t\t\n\t")
@example(*("\n".join(TEXTS[:most]) for most in (None, 20, 10)))
@example(*("\n".join(TEXTS[-most:]) for most in (0, 20, 10)))
def test_no_text_breaks_it(play, source, hypotheses, references):
    given_texts = Texts(source, hypotheses, references)
    assume(not playground.text_problem(given_texts))
    check_scores(play(given_texts), given_texts)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", ["playground", "errata"])
def test_a_test_set_that_is_gone_does_not_matter(visit, page):
    at = visit(page, set="0" * 32, tokenize="char")
    assert title(at) == page.title()
    if page == "playground":
        check_scores(at, EXAMPLE, tokenize="char")


# --- the way there ---


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("page", "view"), [("segments", "n-grams"), ("smoothing", "Smoothing"), ("ter", "TER"), ("tbleu", "tBLEU")]
)
def test_every_segment_leads_to_the_playground(visit, page, view):
    at = visit(page, set="textbook", segment="7")
    asked = way(at)
    assert asked.get("view", address.USUAL_VIEW) == view
    found = playground.decode_link(asked["text"])
    segment = cache.open_test_set("textbook").segment(6)
    hypotheses = playground.entries(found.hypotheses, "h")
    assert hypotheses.items() <= segment.hypotheses.items()
    assert len(hypotheses) == (2 if page in ("segments", "ter") else 1)
    assert playground.entries(found.references, "r") == segment.references
    assert found.source == (segment.source or "")
    at = visit("playground", text=asked["text"], view=view)
    check_scores(at, found)


def test_an_edited_output_goes_along(visit):
    at = visit("ter", set="textbook", segment="7")
    ran(at.text_area[0].set_value("quite another").run())
    hypotheses = playground.entries(playground.decode_link(way(at)["text"]).hypotheses, "h")
    assert hypotheses["candidate-1"] == "quite another"


@pytest.mark.exhaustive
def test_a_newline_within_a_segment_becomes_a_space_and_a_long_segment_has_no_link(visit):
    test_set = TestSet.build({"A": ["one\ntwo", random_words(2000)]}, {"r": ["one", "two"]})
    at = visit("segments", set=key_of(test_set))
    assert playground.decode_link(way(at)["text"]).hypotheses == "A\tone two\n"
    at = visit("segments", set=key_of(test_set), segment="2")
    assert way(at) == {"disabled": True}


@pytest.mark.exhaustive
def test_more_systems_than_the_playground_takes_have_no_link(visit):
    test_set = TestSet.build({f"S{number}": ["a"] for number in range(21)}, {"r": ["a"]})
    everything = {"set": key_of(test_set), "systems": list(test_set.system_names)}
    assert way(visit("segments", **everything))["disabled"]
    everything["systems"] = everything["systems"][:20]
    assert not way(visit("segments", **everything))["disabled"]


def test_the_link_shown_has_settings_and_texts_but_no_test_set(play):
    at = play(SIX, set="textbook", segment="3", lowercase="true", view="TER")
    (link,) = (code.value for code in at.code if "text=" in code.value)
    asked = {name: value[0] for name, value in parse_qs(urlsplit(link).query).items()}
    assert asked == {"text": playground.encode(SIX), "lowercase": "true", "view": "TER"}
