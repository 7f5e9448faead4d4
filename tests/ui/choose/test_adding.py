"""A choice as a system: what the set is called that it makes."""

from scoring.text.naming import NAME_LENGTH
from ui.choose.matrix import choice_set_name


def test_a_set_made_beside_another_has_a_name_of_its_own_once():
    assert choice_set_name("news") == "news, with choices"
    assert choice_set_name(choice_set_name("news")) == choice_set_name("news")
    assert len(choice_set_name("n" * NAME_LENGTH)) == NAME_LENGTH
