"""Requests that write into a translation file, and what is said of them."""

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.choosing import Choice, Lists
from scoring.formats.bilingual.filling.filled_file import TranslationFile
from scoring.formats.limits import DEFAULT_LIMITS
from scoring.studies import translation_file
from scoring.studies.translation_file import FillRequest, choice_notes, post_edit_filling, system_filling
from scoring.testset import PostEdit
from tests.bilingual import SOURCES, TARGETS, XLIFF

FILE = TranslationFile.read("job.xlf", XLIFF.encode(), DEFAULT_LIMITS)
SET = TestSet.build({"mt": TARGETS, "b": ["Klick hier", "AT&T < vier"]}, {}, source=SOURCES)


def test_a_system_is_matched_by_sources_and_its_own_texts_change_nothing():
    found = translation_file.run(system_filling(SET, "mt"), FILE)
    assert found.data == XLIFF.encode()
    assert found.sentences() == ["0 of 2 units got a new translation."]
    part = translation_file.run(system_filling(SET.only([1]), "b"), FILE)
    assert [unit.id for unit in part.changed] == ["a.html / 2"]


def test_a_post_edit_is_written_as_one_and_segments_without_one_stay():
    edited = SET.with_post_edits([PostEdit("b", pa.array(["Hier bitte klicken", None]))])
    text = translation_file.run(post_edit_filling(edited, "b"), FILE).data.decode()
    assert '<target state="translated">Hier bitte <g id="1">klicken</g> <x id="2"/></target>' in text
    assert text.count("Translation by the post-editor of b") == 1


def test_notes_of_a_choice_have_origin_and_score():
    lists = Lists.of_systems(SET)
    choice = Choice("mbr:ter", np.array([1, 2]), 0, np.array([-12.5, -1.0]))
    assert choice_notes(choice, lists) == {
        0: ["Chosen by mbr:ter: b, score 12.50"],
        1: ["Chosen by mbr:ter: mt, score 1.00"],
    }
    assert choice_notes(Choice("first", np.array([0, 2]), 0, np.zeros(2)), lists)[0] == ["Chosen by first: mt"]


def test_columns_of_other_lengths_are_refused():
    with pytest.raises(ValueError, match="translations"):
        FillRequest(2, pa.array(["a"]))
