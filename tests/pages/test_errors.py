"""The page Errors, and errors on the sentence together with the n-grams that a reference has."""

import json
from dataclasses import replace

import numpy as np
import pytest
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from streamlit.proto.WidgetStates_pb2 import WidgetState

from scoring import TestSet
from scoring.judgments import Annotation, ErrorSpan
from scoring.studies import dangerous
from tests.pages.steps import NEWS, html, key_of, ran, ran_until, texts, texts_alone, title
from ui.session import state

EVIL = "<img src=x>![x](http://x)/**style**"
MANY = 10_000


@pytest.fixture
def marked():
    """The sample set with errors by people, 10,000 of them in one output, which overlap, and by a metric."""
    test_set = texts_alone(NEWS)
    first, second, third = test_set.system_names
    people = [ErrorSpan(first, segment, 0, 4, "major", "accuracy/omission", "r1") for segment in range(60)]
    people += [ErrorSpan(second, segment, 0, 2, "minor", EVIL, "r2") for segment in range(30)]
    people += [ErrorSpan(second, 3, number % 5, 5 + number % 9, "minor", "style", "r1") for number in range(MANY)]
    judged = {name: np.ones(len(test_set), bool) for name in (first, second)}
    learned = [ErrorSpan(name, 0, 0, 6, "critical") for name in (first, third)]
    everywhere = {name: np.ones(len(test_set), bool) for name in test_set.system_names}
    return test_set.with_judgments(
        annotations=[
            Annotation("XCOMET", learned, everywhere, is_human=False),
            Annotation("MQM", people, judged),
        ]
    )


def heat(at):
    """The table of kinds and systems, and the element that draws it."""
    found = [(e.proto, json.loads(e.proto.json)) for e in at.get("bidi_component")]
    (one,) = ((element, data) for element, data in found if "rows" in data and "systems" in data)
    return one


def test_findings_of_checks_are_counted_in_segments_as_on_checks(visit):
    source, good = ["It weighs 31 kg.", "Yes"], ["Es wiegt 31 kg.", "Ja"]
    wrong = ["Es wiegt 41 kg.", "Ja"]
    test_set = TestSet.build({"right": good, "wrong": wrong}, {"A": good}, source, name="checked")
    at = visit("errors", set=key_of(test_set), findings="marked")
    at = ran_until(at, lambda at: "Critical or major by automatic checks" in html(at))
    assert "<b>0</b>, " in html(at)
    assert "<b>1</b> of 2 segments; the reference 0." in html(at)
    assert "per 1,000 words" not in html(at)
    _, data = heat(at)
    assert [system["name"] for system in data["systems"]] == ["reference A", "right", "wrong"]
    numbers = next(row for row in data["rows"] if row["kind"] == "numbers")
    assert [cell["text"] for cell in numbers["cells"]] == ["0", "0", "50.0"], "missing 31 and added 41 are one segment"


@pytest.mark.exhaustive
def test_people_stand_first_and_numbers_are_those_of_the_metric(visit, marked):
    at = ran_until(
        visit("errors", set=key_of(marked), error_severity="all"),
        lambda at: "words inside errors are in a reference" in html(at),
    )
    _, data = heat(at)
    first, second, _ = marked.system_names
    assert [system["name"] for system in data["systems"]] == [first, second], "nobody judged the third"
    assert [row["kind"] for row in data["rows"]] == ["all errors", "style", "accuracy", "<img src=x>![x](http:"]
    people = next(annotation for annotation in marked.annotations if annotation.is_human)
    for kind, row in zip(["", "style", "accuracy"], data["rows"], strict=False):
        for name, cell in zip((first, second), row["cells"], strict=True):
            n_errors = sum(span.system == name and span.category.startswith(kind) for span in people.spans)
            n_words = sum(n_words_of(text) for text in marked.system(name).segments.to_pylist())
            assert float(cell["text"].split()[0].replace("<", "")) == round(1000 * n_errors / n_words, 1)
            assert "95 % interval" in cell["about"]
    assert f"<b>accuracy</b>: {second} has" in html(at)
    assert "<img" not in html(at)
    assert [heading.value for heading in at.subheader] == ["Who differs", "Does BLEU see what annotators saw?"]


def n_words_of(text):
    """By sacreBLEU's own tokenizer."""
    return len(Tokenizer13a()(text).split())


def test_of_one_program_alone_it_is_said_that_it_is_not_people(visit, marked):
    (program,) = (annotation for annotation in marked.annotations if not annotation.is_human)
    alone = texts_alone(NEWS).with_judgments(annotations=[replace(program, name=EVIL)])
    at = visit("errors", set=key_of(alone))
    assert f"Marked by {EVIL}, not people" in [text.value for text in at.text]
    assert not [box for box in at.selectbox if box.key == "marked_by"]


@pytest.mark.exhaustive
def test_severities_and_all_kinds_and_a_metric_without_categories(visit, marked):
    at = visit("errors", set=key_of(marked), error_kinds="all kinds", error_severity="minor")
    _, data = heat(at)
    assert {(row["of"], row["kind"]) for row in data["rows"]} == {
        ("", "all minor errors"),
        ("", "style"),
        ("<img src=x>![x](http:/x)", "**style**"),
    }
    _, data = heat(visit("errors", set=key_of(marked), marked_by="XCOMET"))
    assert [row["kind"] for row in data["rows"]] == ["all errors", "critical"]
    assert len(data["systems"]) == 3


def clicked(at, press, row, column):
    """On a square of the table."""
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=heat(at)[0].id, json_value=json.dumps({"chosen": [press, row, column]})))
    return ran(at._run(states))


def test_a_click_on_what_leads_nowhere_leads_nowhere(visit, marked):
    spans = [ErrorSpan(marked.system_names[0], 0, 0, 4, "minor", "x" * 201)]
    judged = {name: np.ones(len(marked), bool) for name in marked.system_names}
    long = texts_alone(NEWS).with_judgments(annotations=[Annotation("long", spans, judged)])
    at = visit("errors", set=key_of(long))
    _, data = heat(at)
    column = [system["name"] for system in data["systems"]].index(marked.system_names[0])
    assert [row["cells"][column]["leads"] for row in data["rows"]] == [True, False]
    at = clicked(at, 1, 1, column)
    assert title(at) == "Errors"
    assert title(clicked(at, 2, 0, column)) == "Segments"


@pytest.mark.exhaustive
def test_a_click_on_a_number_leads_to_its_segments(visit, marked):
    at = visit("errors", set=key_of(marked), error_severity="all")
    _, data = heat(at)
    at = clicked(at, 1, 2, 1)
    assert title(at) == "Segments"
    asked = at.session_state[state.AT]
    assert data["rows"][2]["kind"] == "accuracy"
    assert {name: asked[name] for name in ("errors", "category", "errors_of", "severity")} == {
        "errors": "with",
        "category": "accuracy",
        "errors_of": data["systems"][1]["name"],
        "severity": "",
    }


def test_a_set_without_errors_says_what_to_bring(visit):
    at = ran_until(visit("errors", set="inflection-hr-sl"), lambda at: dangerous.NOT_HUMAN in html(at))
    assert "Nobody has marked errors in this test set" in texts(at)
    assert [link.proto.page for link in at.get("page_link")] == ["data", "checks", "rate", "ask", "data"]
    (count,) = (button for button in at.button if button.label == "Count findings of checks here")
    at = ran_until(count.click().run(), lambda at: at.get("bidi_component"))
    assert at.session_state[state.AT]["findings"] == "marked"
    assert heat(at)[1]["rows"]


def test_the_sample_is_by_a_language_model_and_not_by_people(visit):
    """Its errors and scores are alive, and take nobody's place in the verdict."""
    at = ran_until(visit("errors"), lambda at: "words inside errors are in a reference" in html(at))
    (judges,) = (box.options for box in at.selectbox if box.key == "marked_by")
    assert judges == ["Language model 1, not people", "Language model 2, not people"]
    assert [row["kind"] for row in heat(at)[1]["rows"]][1:] == ["accuracy", "fluency", "terminology"]
    assert [heading.value for heading in at.subheader] == ["Who differs", "Does BLEU see what this judge saw?"]
    at = ran_until(visit("overview"), lambda at: "significan" in html(at))
    board = next(table.proto for table in at.dataframe if "Language model 2" in table.value)
    assert json.loads(board.columns)["Language model 2"]["help"].endswith("a program gave these scores, not people.")
    assert "by BLEU</div>" in html(at)
    assert "People:" not in html(at)
    at = visit("segments", segment_view="Errors", segment="1")
    assert html(at).count("<b>Language model 1, not people</b>") == 3


@pytest.mark.exhaustive
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize("value", ["<script>", "", "inf", "nan", "-1", "x", "\x00"])
def test_wild_values_count_for_nothing(visit, marked, value):
    names = "marked_by", "error_kinds", "error_severity"
    at = visit("errors", set=key_of(marked), **dict.fromkeys(names, value))
    assert title(at) == "Errors"
    assert heat(at)[1]["rows"][0]["kind"] == "all major errors"
    names = "annotators", "error_ngrams"
    at = visit("segments", set=key_of(marked), segment_view="Errors", **dict.fromkeys(names, value))
    assert "MQM, people" in html(at)


def test_people_and_metrics_stand_beside_each_other_and_ngrams_beneath(visit, marked):
    at = visit("segments", set=key_of(marked), segment_view="Errors", segment="1")
    assert html(at).count("<b>MQM, people</b>") == html(at).count("<b>XCOMET, not people</b>") == 3
    assert "nobody judged it" in html(at)
    assert 'class="g' not in html(at)
    at = visit("segments", set=key_of(marked), segment_view="Errors", segment="4", error_ngrams="true")
    assert 'class="g' in html(at)
    assert "Does BLEU see it? A reference has" in html(at)
    assert "more errors, not drawn" in html(at)
    at = visit("segments", set=key_of(marked), segment_view="Errors", segment="1", annotators="each by itself")
    assert "<b>MQM, people, r1</b>" in html(at)
    assert "<b>MQM, people, r2</b>" in html(at)


def test_a_system_alone_and_one_that_nobody_judged(visit, marked):
    first, second, third = marked.system_names
    for system in (first, second):
        at = visit("errors", set=key_of(marked), systems=system)
        assert [found["name"] for found in heat(at)[1]["systems"]] == [system]
        assert "Nobody judged" not in texts(at)
        assert not at.exception
    at = visit("errors", set=key_of(marked), systems=third)
    assert "Nobody judged the systems shown." in texts(at)
    assert not any("rows" in json.loads(e.proto.json) for e in at.get("bidi_component"))
    assert not at.exception
