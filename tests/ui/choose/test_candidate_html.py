"""The candidates of one segment as HTML: the best first, equal ones once, what they share in colour, texts escaped."""

import re
from dataclasses import replace

import pytest

from scoring.choosing import Lists, consensus, parse
from scoring.choosing.criteria import Chooser
from scoring.studies.choice import consensus_words
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.choose import candidate_html

LISTED = ["a b c d", "a b c e", "x y z w", "a b c e", "a b z"]
REFERENCE = "x y z w"
MBR, ORACLE = parse("mbr:bleu"), parse("oracle:bleu")


def found(listed, reference=REFERENCE, names=()):
    lists = Lists.build([listed])
    lists = Lists(lists.candidates, lists.offsets, names)
    chooser = Chooser(lists, [[reference]], {"tokenize": "none"})
    choices = [chooser.choose(one) for one in (parse("first"), MBR, ORACLE)]
    return consensus(chooser, 0, [MBR, ORACLE], choices)


def test_what_is_taken_stands_first_beside_the_best_by_the_references_and_equal_texts_are_one():
    drawn = str(candidate_html.candidates(found(LISTED), MBR, ORACLE, {}))
    assert re.findall(r"<b>candidate (\d)</b>", drawn)[:2] == ["2", "3"]  # then what the references like best
    assert "<b>candidate 2</b> and 1 more like it" in drawn
    assert "<b>candidate 4</b>" not in drawn
    by_reference = str(candidate_html.candidates(found(LISTED), ORACLE, ORACLE, {}))
    assert re.findall(r"<b>candidate (\d)</b>", by_reference)[0] == "3"


def test_words_have_the_colour_of_the_longest_group_that_half_of_the_others_have():
    drawn = str(candidate_html.candidates(found(LISTED), MBR, ORACLE, {}))
    line = next(part for part in drawn.split('class="line"') if "candidate 1<" in part)
    assert re.findall(r'class="t n(\d)">(\w)<', line) == [("3", "a"), ("3", "b"), ("3", "c"), ("0", "d")]


def test_who_takes_which_is_said_and_bounds_look_otherwise():
    drawn = str(candidate_html.candidates(found(LISTED), MBR, ORACLE, {}))
    line = next(part for part in drawn.split('class="line"') if "candidate 3<" in part)
    assert '<span class="best bound">oracle by BLEU</span>' in line
    said = consensus_words(found(LISTED), MBR, ORACLE)
    assert said.startswith("MBR by BLEU takes candidate 2; the references favour candidate 3 (BLEU 100.0, not 0.0).")
    agreed = consensus_words(found(LISTED, "a b c e"), MBR, ORACLE)
    assert agreed == "MBR by BLEU takes candidate 2, which is also the best by BLEU against the references."


def test_a_system_that_is_a_choice_itself_is_named_once():
    lists = Lists(Lists.build([LISTED]).candidates, Lists.build([LISTED]).offsets, tuple("stuvw"))
    chooser = Chooser(lists, [[REFERENCE]], {"tokenize": "none"})
    choices = [chooser.choose(one) for one in (parse("system:t"), MBR, ORACLE)]
    seen = consensus(chooser, 0, [MBR], choices)
    drawn = str(candidate_html.candidates(seen, MBR, ORACLE, dict.fromkeys("stuvw", "#123")))
    assert re.findall(r'<span class="best">([^<]+)<', drawn) == ["MBR by BLEU"]
    assert drawn.count("<b>t</b>") == 1


def test_of_many_some_are_drawn_and_always_those_that_are_taken():
    many = [f"w{number} x{number} y{number} z{number}" for number in range(60)]
    seen = found(many, many[40])
    seen = replace(seen, chosen={**seen.chosen, "random": 50})
    some = str(candidate_html.candidates(seen, MBR, ORACLE, {}))
    assert "<b>candidate 41</b>" in some
    assert "<b>candidate 51</b>" in some
    assert some.count('class="line"') == candidate_html.MAX_CANDIDATES_SHOWN + 1
    every = str(candidate_html.candidates(seen, MBR, ORACLE, {}, every=True))
    assert every.count('class="line"') == 60


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_texts_and_names_are_escaped(text):
    seen = found([text, "b"], names=(text, "other"))
    drawn = str(candidate_html.candidates(seen, MBR, ORACLE, {text: "#123", "other": "#456"}))
    assert "<script" not in drawn
    assert "<img" not in drawn
    assert "<iframe" not in drawn
    assert "<svg" not in drawn
