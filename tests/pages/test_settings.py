"""The sidebar's settings count on every page, come from the address, and are the usual ones where it is nonsense."""

import json
import re

import pytest
import sentencepiece

from course.errata.errata import ERRATA
from scoring import BLEU
from scoring.bleu.smoothing import METHODS, NLTK
from scoring.output.numbers import two_decimals
from scoring.text.languages import SPACED
from scoring.text.sentencepiece_models import MODEL_FILES
from tests.pages.steps import (
    NEWS,
    TITLES,
    address,
    bleu_of,
    button,
    go,
    heading,
    ran,
    read_scores,
    scored,
    title,
    upload,
    widget,
)
from ui.context.language import fitting_settings
from ui.kit.glossary import TERMS
from ui.session.settings import OPTIONS, option_keys
from ui.sidebar import SET_BY_PAGES
from ui.store import cache

SETTINGS = [
    {"lowercase": True},
    {"max_order": 1},
    {"max_order": 9},
    {"effective_order": True},
    {"max_order": 9, "effective_order": True, "smoothing": "none", "tokenize": "none", "lowercase": True},
]


@pytest.fixture(scope="module")
def usual():
    """What the sidebar has where nobody has changed it."""
    return {"tokenize": "13a", "smoothing": "exp", "lowercase": False, "max_order": 4, "effective_order": False}


def choose(at, usual, options):
    """These settings of the sidebar, and the usual ones."""
    for key, value in (usual | options).items():
        widget(at, key).set_value(value)
    return ran(at.run())


@pytest.mark.exhaustive
def test_settings_apply_to_a_segment_and_to_the_leaderboard(visit, usual):
    """One of each widget; which of its values is chosen makes no difference there."""
    test_set = cache.open_test_set("textbook")
    at = visit("segments", set="textbook")
    assert {key: widget(at, key).value for key in usual} == usual
    for options in ({"tokenize": "char"}, {"smoothing": "floor"}, *SETTINGS):
        bleu = BLEU(**options)
        choose(at, usual, options)
        index = int(address(at, "segment") or re.search(r"Segment (\d+)", heading(at))[1]) - 1
        by_segment = {system: float(bleu.score(rows)[index]) for system, rows in bleu.measure(test_set).items()}
        assert read_scores(at) == {system: two_decimals(score) for system, score in by_segment.items()}, options
        assert bleu_of(go(at, "overview")) == pytest.approx(scored(test_set, **options)), options
        go(at, "segments")


@pytest.mark.exhaustive
def test_the_value_of_a_smoothing_counts(visit):
    test_set = cache.open_test_set("textbook")
    at = visit("segments", set="textbook", segment="1")
    for method in [name for name, entry in METHODS.items() if entry.value is not None]:
        ran(widget(at, "smoothing").set_value(method).run())
        value = 2.0 if METHODS[method].parameter == "K" else 0.5
        if METHODS[method].version_of and method not in NLTK:
            at.sidebar.number_input(key=f"{method}_value").set_value(value)
        else:
            widget(at, METHODS[method].parameter.lower()).set_value(value)
        ran(at.run())
        bleu = BLEU(smoothing=f"{method}={value:g}")
        scores = {system: bleu.score(rows)[0] for system, rows in bleu.measure(test_set).items()}
        assert read_scores(at) == {system: two_decimals(float(score)) for system, score in scores.items()}, method
    assert bleu_of(go(at, "overview")) == pytest.approx(scored(test_set, smoothing=f"{method}={value:g}"))
    ran(widget(at, "smoothing").set_value("exp").run())
    assert bleu_of(at) == pytest.approx(scored(test_set))


@pytest.mark.exhaustive
def test_settings_come_from_the_address(visit):
    at = visit("overview", set="textbook", tokenize="char", max_order="2", smoothing="none", lowercase="true")
    options = {"tokenize": "char", "max_order": 2, "smoothing": "none", "lowercase": True}
    assert bleu_of(at) == pytest.approx(scored(cache.open_test_set("textbook"), **options))


def test_a_model_in_the_folder_of_the_server_is_a_tokenizer(visit, tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    assert "flores200" not in widget(visit("overview", set="textbook"), "tokenize").options
    (tmp_path / "models").mkdir()
    model = tmp_path / "models" / MODEL_FILES["flores200"]
    lines = cache.open_test_set("textbook").references[0].segments.drop_null().to_pylist()
    with model.open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines), model_writer=file, vocab_size=60, hard_vocab_limit=False, minloglevel=2
        )
    at = visit("overview", set="textbook", tokenize="flores200")
    assert widget(at, "tokenize").options[-1] == "flores200"
    expected = scored(cache.open_test_set("textbook"), tokenize="flores200")
    assert bleu_of(at) == pytest.approx(expected)
    assert expected != pytest.approx(scored(cache.open_test_set("textbook")))
    model.unlink()
    assert bleu_of(ran(at.run())) == pytest.approx(scored(cache.open_test_set("textbook")))


NONSENSE = [
    {"epsilon": "nan", "max_order": "99", "segment": "-1", "step": "-1", "lowercase": "perhaps"},
    {"k": "0", "max_order": "-1", "segment": "0", "step": "x", "systems": "nobody"},
    {"weight_1": "-1", "max_order": "x", "segment": "abc", "step": "99999", "references": "nothing"},
    {"weight_2": "inf", "tokenize": "nonsense", "segment": "", "case_sensitive": "perhaps"},
    {"smoothing": "<script>", "segment": "9" * 5000, "ter_systems": "nobody", "unknown": "value"},
    {"smoothing": "floor", "floor_value": "-5", "segment": "\u0663"},
    {"smoothing": "floor", "floor_value": "nan"},
    {"smoothing": "floor", "floor_value": "inf"},
    {"segment": "99999"},
    {"tokenize": "spm=/etc/passwd"},
]


@pytest.fixture(scope="module")
def headings():
    """Page and parameters -> what the page says then of the segment that it shows; each is visited once."""
    return {}


@pytest.mark.exhaustive
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize(
    ("page", "parameters"),
    [
        *((page, parameters) for page in ("overview", "segments") for parameters in NONSENSE),
        *(("smoothing", parameters) for parameters in NONSENSE[:4]),
        *(("ter", parameters) for parameters in NONSENSE[3:5]),
    ],
    ids=lambda asked: str(asked)[:40],
)
def test_nonsense_in_the_address_changes_nothing(visit, headings, page, parameters):
    at = visit(page, **parameters)
    assert title(at) == TITLES[page]
    if page == "overview":
        usual = {"smoothing": "floor"} if "floor_value" in parameters else {}
        assert bleu_of(at) == pytest.approx(scored(cache.open_test_set(NEWS), **usual))
    if page == "smoothing":
        assert [at.slider(key=key).value for key in ("epsilon", "k", "alpha")] == [0.1, 5, 5]
    else:
        assert not [slider for slider in at.slider if slider.key in ("epsilon", "k", "alpha")]
    if page != "overview":
        named = {"99999": {"segment": str(len(cache.open_test_set(NEWS)))}, "0": {"segment": "1"}}
        understood = {key: value for key, value in parameters.items() if (key, value) == ("smoothing", "floor")}
        understood |= named.get(parameters.get("segment", ""), {})
        key = page, *understood.items()
        if key not in headings:
            headings[key] = heading(visit(page, **understood))
        assert heading(at) == headings[key]


TER_ALONE, BLEU_ALONE, CHRF_ALONE = "ter_shifts", "smoothing", "chrf_beta"


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize(
    ("page", "parameters", "shown", "hidden"),
    [
        ("overview", {}, {BLEU_ALONE, TER_ALONE, CHRF_ALONE, "shown", "test_set"}, set()),
        ("segments", {}, {BLEU_ALONE, "shown", "test_set"}, {TER_ALONE, CHRF_ALONE}),
        ("segments", {"segment_view": "TER"}, {BLEU_ALONE, TER_ALONE}, {CHRF_ALONE}),
        ("smoothing", {}, {"tokenize", "max_order"}, {BLEU_ALONE, "floor_value", "effective_order", TER_ALONE}),
        ("playground", {}, {BLEU_ALONE, TER_ALONE, "test_set"}, {"shown"}),
        ("data", {}, {"test_set"}, {BLEU_ALONE, TER_ALONE}),
        *((page, {}, {"test_set"}, {BLEU_ALONE, TER_ALONE, "shown"}) for page in ("start", "learn", "errata")),
    ],
)
def test_the_sidebar_shows_what_counts_on_the_page(visit, page, parameters, shown, hidden):
    at = visit(page, **parameters)
    hiding = "".join(element.value for element in at.get("html") if ".stSidebar, .st-key-chips {" in element.value)
    out_of_sight = set(re.findall(r"\.st-key-([\w-]+)", hiding))
    assert hidden <= out_of_sight
    assert not shown & out_of_sight


def chips(at):
    return {
        button.key.removeprefix("chip-"): button.label for button in at.button if (button.key or "").startswith("chip")
    }


@pytest.mark.exhaustive
def test_a_chip_names_what_is_not_as_usual_where_it_counts_and_takes_it_off(visit):
    at = visit(
        "overview",
        set="textbook",
        tokenize="char",
        smoothing="floor",
        floor_value="0.5",
        weight_2="0.5",
        lowercase="true",
        ter_shifts="false",
    )
    said = {
        "tokenize": "tokenizer char",
        "smoothing": "smoothing floor=0.5",
        "weights": "weights 1, 0.5, 1, 1",
        "lowercase": "ignore case on",
        "ter_shifts": "shifts of TER off",
    }
    assert chips(at) == said
    assert chips(go(at, "segments")).keys() == said.keys() - {"ter_shifts"}
    assert chips(go(at, "smoothing")).keys() == said.keys() - {"ter_shifts", "smoothing"}
    for page in ("start", "learn", "errata", "data"):
        assert not chips(go(at, page))
    go(at, "overview")
    for key in said:
        ran(button(at, f"chip-{key}").click().run())
    assert not chips(at)
    assert bleu_of(at) == pytest.approx(scored(cache.open_test_set("textbook")))


def test_a_chip_says_that_only_some_are_looked_at(visit):
    first, second, _ = cache.open_test_set(NEWS).system_names
    at = visit("segments", systems=first, references=cache.open_test_set(NEWS).reference_names[0])
    assert chips(at) == {"systems": "1 of 3 systems shown", "references": "1 of 2 references"}
    ran(button(at, "chip-systems").click().run())
    assert second in read_scores(at)
    assert not chips(go(at, "playground"))


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", ["overview", "segments", "smoothing"])
def test_tables_say_what_their_columns_mean_and_hide_none(visit, page):
    at = visit(page)
    found = [json.loads(table.proto.columns) for table in at.dataframe]
    if page == "overview":
        bleu_of(at)
        assert found[0]["TER"]["help"] == TERMS["TER"].help
    hidden = {name for columns in found for name, column in columns.items() if not column or column.get("hidden")}
    assert hidden <= {"_index"}


def test_what_pages_set_is_drawn_on_every_page():
    by_pages = {*fitting_settings(SPACED), *(key for erratum in ERRATA.values() for key in erratum.settings)}
    for key in by_pages:
        (option,) = (option.key for option in OPTIONS.values() if key in option_keys(option))
        assert option in SET_BY_PAGES


@pytest.mark.exhaustive
def test_settings_that_fit_the_language_are_in_the_address(visit):
    at = visit("start")
    texts = {"reference.zh.txt": "你好世界", "system.A.zh.txt": "你好", "system.B.zh.txt": "世界"}
    upload(at, [(name, f"{text}\n".encode(), "text/plain") for name, text in texts.items()])
    at = ran(button(at, "use-upload").click().run())
    assert at.query_params["tokenize"] == "zh"
    assert at.query_params["normalized"] == at.query_params["asian_support"] == "true"
