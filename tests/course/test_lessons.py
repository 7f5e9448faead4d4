"""What every lesson must be, and that no text breaks one."""

import math
import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from markupsafe import escape

from course.lessons import LESSONS, parts
from tests.cases import as_one_test
from tests.hostile import TEXTS, together
from tests.lessons import TEXT_FIELDS, all_blocks, blocks, edits, fitting, tiles_that_reach, value_that_reaches
from tests.properties import examples
from ui.drawing import component
from ui.drawing.component import Drawing
from ui.drawing.tiles import build_tiles
from ui.kit import texts as playground

OWN_TAG = re.compile(
    r"</?(?:div|span|table|thead|tbody|tr|t[dh]|b|i|s|small|sub|sup|br|bdi)(?: [a-z-]+=\"[^<>\"]*\")*>"
)
RULES = re.compile(r"<style>[^<>]*</style>")
PAGES = Path(__file__).parents[2] / "pages"
EVERY = pytest.mark.parametrize("name", LESSONS)
"""For what is drawn at random. Of a lesson as it is, one test looks at all: each is computed once."""


@dataclass(frozen=True)
class Found:
    """A lesson, and what it asks and computes of its example."""

    name: str
    lesson: parts.Lesson
    question: parts.Question
    computed: parts.ComputedBlocks

    @property
    def looks(self):
        """Of the rows of tiles, once the question is answered."""
        return [look for rows in self.lesson.tile_views(self.lesson.example, True).values() for look in rows]


@cache
def found():
    return [Found(name, each, each.ask(each.example), each.compute(each.example)) for name, each in LESSONS.items()]


COMPARED = re.compile(r"\b(more|less|fewer|better|worse|best|worst|higher|lower|never|always)\b", re.IGNORECASE)


def test_a_title_gives_no_answer_away():
    """It stands above the question: it compares nothing unless it asks, and has no number."""
    for each in found():
        assert each.lesson.title.endswith("?") or not COMPARED.search(each.lesson.title), each.lesson.title
        assert not re.search(r"\d", each.lesson.title), each.lesson.title
        assert len(each.lesson.title) <= 28, "a phone's list cuts a longer one"


@contextmanager
def about(what):
    """A failure says what it is about."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"This is about {what}.")
        raise


def of_every_lesson(check):
    """One test of all lessons."""

    def test():
        for each in found():
            with about(each.name):
                check(each)

    test.__doc__ = check.__doc__
    return test


def leftover(drawn: str) -> str:
    """A piece of HTML without its own rules, and without its own tags, which quote all they say."""
    return OWN_TAG.sub("", RULES.sub("", drawn))


def check(block) -> None:
    """What a page can draw without harm."""
    match block:
        case parts.Html() | parts.Facts():
            drawn = block.html if isinstance(block, parts.Html) else parts.facts_html(block)
            tree = html.fromstring(drawn)
            assert not tree.xpath("//script | //iframe | //img | //svg | //*[@onload or @onerror or @onmouseover]")
            assert not re.search(r"[<>\"']|&(?!(?:amp|lt|gt|#34|#39|nbsp);)", leftover(drawn)), "as it was typed"
        case parts.FormulaBlock():
            assert block.latex.isascii()
            assert not re.search(r"\bnan\b|\binf\b", block.latex)
            assert block.latex.count("{") == block.latex.count("}")
        case parts.TableBlock():
            assert isinstance(block.frame, pd.DataFrame)
            assert set(block.formats) <= set(block.frame.columns)
        case parts.Trial():
            assert playground.fits(playground.encode(block.texts))
            assert not playground.text_problem(block.texts)
        case parts.ExportBlock():
            assert not block.frame.empty
        case parts.Chart():
            assert block.figure.to_json()
            assert block.alt
        case parts.Plain() | parts.Heading():
            assert block.text
        case Drawing():
            assert component.drawing_payload(block)["rows"]
        case _:
            raise TypeError(block)


def test_lessons_come_in_the_order_of_their_files():
    assert next(iter(LESSONS)) == "clipping"
    assert len(LESSONS) == len({lesson.title for lesson in LESSONS.values()})


@of_every_lesson
def test_the_claim_is_one_sentence_and_says_no_number(each):
    claim = each.lesson.claim
    assert re.fullmatch(r"[^.?!]+\.", claim), "one sentence"
    assert not re.search(r"\d", claim), "a number is computed: say it in the reveal"


@of_every_lesson
def test_it_says_what_to_do_and_where_that_is_from(each):
    lesson = each.lesson
    assert lesson.practice
    assert lesson.sources
    assert any(re.search(r"\b(19|20)\d\d\b", source) for source in lesson.sources)
    assert all((PAGES / f"{page}.py").is_file() for page, _ in lesson.pages)


@of_every_lesson
def test_names_in_it_are_its_own(each):
    assert len(each.lesson.example) == len(each.lesson.fields)
    drawn = all_blocks(replace(each.computed, after=()))
    named = [block.name for block in drawn if isinstance(block, parts.TableBlock | parts.ExportBlock | parts.Chart)]
    assert len(named) == len(set(named))


@of_every_lesson
def test_the_example_is_computed_and_has_key_numbers(each):
    assert any(isinstance(block, parts.Facts) for block in each.computed.key)
    assert each.computed.rest
    for block in all_blocks(each.computed):
        check(block)


@of_every_lesson
def test_the_colours_of_words_are_explained_once_beneath_the_first_sentence(each):
    drawn = [
        b.html
        for b in blocks((*each.computed.before, *each.computed.after, *each.computed.rest))
        if isinstance(b, parts.Html)
    ]
    shaded = [at for at, body in enumerate(drawn) if re.search(r'class="t n\d', body)]
    legends = [at for at, body in enumerate(drawn) if 'class="legend"' in body]
    if any(look.matches for look in each.looks):
        assert not legends, "it stands beneath the tiles"
    else:
        assert legends == shaded[1:2]
        assert legends or not shaded


@of_every_lesson
def test_the_question_has_one_right_choice(each):
    lesson, question = each.lesson, each.question
    if question.clicked:
        assert not question.choices
        check_clicks(lesson, question.clicked)
    elif question.goal:
        check_goal(lesson, question)
    else:
        assert 2 <= len(question.choices) == len(set(question.choices))
        assert question.slider or question.answer == (question.way or question.choices[question.right])
        rights = [n for n in range(len(question.choices)) if question.is_right(n)]
        assert question.right in rights
        assert len(rights) == 1 or question.slider
    assert question.prompt.count("?") == 1, "one question"
    assert html.fromstring(question.reveal).text_content()
    assert not re.search(r"\b(?:paper|note|figure|prints)\b", " ".join(question.choices), re.IGNORECASE), "gives away"


@of_every_lesson
def test_what_only_shows_another_side_leaves_the_question_as_it_is(each):
    """All else does not: a verdict on the example does not stand beside it."""
    for field in each.lesson.fields:
        for value in others(field):
            values = each.lesson.example | {field.name: value}
            is_view = not isinstance(field, parts.WordsField) and field.is_view
            assert each.lesson.is_example(values) == is_view
            if is_view:
                assert each.lesson.ask(values) == each.question


@of_every_lesson
def test_what_a_slider_moves_comes_first_and_one_control_shows_another_side(each):
    """A picture before sentences that stay: on a phone question, picture, verdict and slider are in sight together."""
    if each.lesson.control(each.question.moved) and not each.lesson.words:
        assert isinstance(each.computed.before[0], parts.Chart)
    views = [field for field in each.lesson.fields if not isinstance(field, parts.WordsField) and field.is_view]
    assert len(views) <= 1


def others(field):
    """A few things that it can hold, none of which is what the lesson brings."""
    match field:
        case parts.WordsField():
            return [fitting(field, "x")]
        case parts.ChoiceField():
            return [option for option in field.options if option != field.default]
        case parts.Slider():
            return [{field.lowest, field.highest}.difference({field.default}).pop()]
    raise TypeError(field)


def check_clicks(lesson, clicked):
    """Its words are those of the row that can be clicked; some count, and not all."""
    (field,) = (field for field in lesson.words if field.mode == "click")
    assert clicked.field == field.name
    assert len(clicked.words) == len(field.default.split("\n")[0].split())
    assert set(clicked.counts) <= set(clicked.words)
    assert 0 < sum(clicked.counts.values()) < len(clicked.words)


def check_goal(lesson, question):
    """It is not reached yet, and can be: by an order of the tiles, or by a value of a control."""
    assert not question.choices
    assert not question.goal.is_reached(lesson.example)
    assert [question.is_right(answer) for answer in (parts.REACHED, parts.GIVEN_UP)] == [True, False]
    if control := lesson.control(question.moved):
        there = lesson.example | {control.name: value_that_reaches(lesson, question.goal)}
        assert not lesson.is_example(there)
        assert lesson.is_example(there, question.moved)
        return
    (field,) = (field for field in lesson.words if question.goal.moved in field.rows)
    assert field.mode == "drag"
    place = [*field.rows].index(question.goal.moved)
    rows = field.default.split("\n")
    rows[place] = " ".join(tiles_that_reach(lesson, question.goal))
    there = lesson.example | {field.name: "\n".join(rows)}
    assert not lesson.is_example(there)
    assert lesson.is_example(there, question.goal.moved)
    rows[place] += " more"
    assert not question.goal.is_reached(lesson.example | {field.name: "\n".join(rows)}), "with other words"


@of_every_lesson
def test_why_has_one_chart_and_one_formula_and_tables_come_after(each):
    kinds = [type(block) for block in blocks(each.computed.why)]
    assert kinds.count(parts.Chart) <= 1
    assert kinds.count(parts.FormulaBlock) <= 1
    assert parts.TableBlock not in kinds


@of_every_lesson
def test_a_bet_is_on_a_slider_of_its_own(each):
    """Which has a step for each choice, and shows the example."""
    if each.question.slider:
        slider = each.lesson.control(each.question.slider)
        assert each.question.choices == tuple(f"{step:g}" for step in parts.slider_steps(slider))
        assert each.lesson.is_example(each.lesson.example | {slider.name: slider.lowest}, slider.name)


def n_words(*said):
    """Of texts as they are read: tags and signs are none."""
    texts = (html.fromstring(f"<p>{text}</p>").text_content() for text in said)
    return sum(len(re.findall(r"\w[\w.,’'-]*", text)) for text in texts)


@of_every_lesson
def test_it_asks_in_60_words_and_reveals_in_120(each):
    """All that the lesson says, except the sentences that it is about; more is folded."""
    lesson, question, computed = each.lesson, each.question, each.computed
    choices = () if question.slider else question.choices
    asked = n_words(lesson.title, *(field.label for field in lesson.words), question.prompt, *choices)
    assert asked <= 60
    controls = [field for field in lesson.fields if field not in lesson.words]
    labels = [
        *(field.label for field in controls),
        *(o for f in controls if isinstance(f, parts.ChoiceField) for o in f.options),
    ]
    facts = [fact for block in computed.key if isinstance(block, parts.Facts) for fact in block.facts]
    numbers = [text for fact in facts for text in (fact.label, fact.value, fact.about)]
    found = n_words(question.answer, question.reveal, lesson.claim, *labels, *numbers)
    assert asked + len(["Predict", "first", "Not", "so", "It", "is"]) + found <= 120
    assert len(re.findall(r"[.!?](?: |$)", html.fromstring(f"<p>{question.reveal}</p>").text_content())) <= 2
    assert all(isinstance(block, parts.Facts | parts.FormulaBlock | parts.Chart | parts.Html) for block in computed.key)


@of_every_lesson
def test_a_reveal_that_follows_the_control_is_as_short_at_every_setting(each):
    lesson, question = each.lesson, each.question
    if question.reveal_at is None or question.clicked:
        return
    assert question.goal
    control = lesson.control(question.goal.moved)
    there = parts.value_at_goal(lesson, question.goal, control)
    assert question.reveal_at({**lesson.example, control.name: there}) == question.reveal
    for setting in parts.control_settings(control):
        said = question.reveal_at({**lesson.example, control.name: setting})
        assert n_words(said) <= n_words(question.reveal) + 6, said
        assert len(re.findall(r"[.!?](?: |$)", html.fromstring(f"<p>{said}</p>").text_content())) <= 2, said


@of_every_lesson
def test_a_picture_stands_above_the_question(each):
    """A sentence in colour, or a chart."""
    if any(isinstance(block, parts.Chart) for block in each.computed.before):
        return
    drawn = [b.html for b in blocks(each.computed.before + each.computed.after) if isinstance(b, parts.Html)]
    assert any(look.matches for look in each.looks) or any(re.search(r'class="t n\d', body) for body in drawn)


@of_every_lesson
def test_what_the_question_is_about_has_a_colour_in_the_formula(each):
    formulas = [block.latex for block in each.computed.key + each.computed.why if isinstance(block, parts.FormulaBlock)]
    assert any(parts.QUESTION_COLOR in latex for latex in formulas)


@of_every_lesson
def test_sentences_that_are_tiles_have_single_spaces_and_names(each):
    rows = [row for field in each.lesson.words for row in field.rows.items()]
    assert len({row for row, _ in rows}) == len({label for _, label in rows}) == len(rows)
    for field in each.lesson.words:
        assert field.default == fitting(field, field.default)
        assert field.default.split()


@of_every_lesson
def test_what_it_says_in_html_is_markup(each):
    """A plain text is escaped: its tags would be read."""
    lesson, question = each.lesson, each.question
    for said in (lesson.claim, lesson.practice, *lesson.sources, question.reveal, question.why):
        assert not re.search(r"&(?!#39;|nbsp;)", escape(said)), said


@EVERY
@examples(6)
@given(data=st.data(), answered=st.booleans())
def test_tiles_have_all_words_of_every_row(name, data, answered):
    lesson = LESSONS[name]
    values = {field.name: data.draw(edits(field)) for field in lesson.fields}
    seen = lesson.tile_views(values, answered)
    assert set(seen) <= {field.name for field in lesson.words}
    for field in lesson.words:
        texts = values[field.name].split("\n")
        for text, look in zip(texts, seen.get(field.name, [parts.TileRowView()] * len(texts)), strict=True):
            drawn = look.tiles(text.split())
            assert " ".join(drawn).split() == text.split()
            assert len(build_tiles(drawn, look.matches)) == len(drawn)


@pytest.mark.quick_cases(5)
@EVERY
@examples(9)
@given(data=st.data())
def test_no_text_breaks_it(name, data):
    lesson = LESSONS[name]
    values = {field.name: data.draw(edits(field)) for field in lesson.fields}
    for block in all_blocks(lesson.compute(values)):
        check(block)


@as_one_test
@pytest.mark.parametrize("name", TEXT_FIELDS)
def test_text_is_shown_as_text(name):
    lesson = LESSONS[name]
    for hostile in together(TEXTS, 300):
        values = {**lesson.example, **{field.name: fitting(field, hostile) for field in TEXT_FIELDS[name]}}
        with about(hostile):
            for block in all_blocks(lesson.compute(values)):
                check(block)
                check_none(block)


def check_none(block):
    """Is there as it was written."""
    if isinstance(block, parts.Html):
        assert not [text for text in TEXTS if "<" in text and text in block.html]
    if isinstance(block, parts.FormulaBlock):
        assert not [text for text in TEXTS if text in block.latex]


def test_right_of_wants_just_one():
    assert parts.right_choice_index({"a": 1, "b": 2}, 2) == 1
    for choices in ({"a": 1, "b": 1}, {"a": 2}):
        with pytest.raises(ValueError, match="must mean 1"):
            parts.right_choice_index(choices, 1)
    with pytest.raises(ValueError, match="must mean"):
        parts.right_choice_index({"a": math.nan}, math.nan)


@pytest.mark.parametrize(
    ("value", "expected"), [("", [""]), ("\n \n", [""]), ("a\n\nb ", ["a", "b "]), ("a\u2028b", ["a\u2028b"])]
)
def test_blank_lines_are_no_texts(value, expected):
    assert parts.text_lines(value) == expected
