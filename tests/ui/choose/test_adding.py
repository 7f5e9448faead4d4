"""A choice as a system: what the set is called that it makes."""

from scoring.formats.columns import NAME_LENGTH
from ui.choose.adding import beside


def test_a_set_made_beside_another_has_a_name_of_its_own_once():
    assert beside("news") == "news, with choices"
    assert beside(beside("news")) == beside("news")
    assert len(beside("n" * NAME_LENGTH)) == NAME_LENGTH
