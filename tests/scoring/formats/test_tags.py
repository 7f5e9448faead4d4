"""Files of tags: each goes with the text that is called so, or says where it does not."""

import pytest

from scoring import TestSet
from scoring.formats import FormatError, assemble, guess_roles, read_columns

FILES = {
    "ref.de": "das Haus\nein  Baum .\n\n",
    "ref.de.tag": "ART N\nART N .\n\n",
    "sys.x.de": "Haus\nein Baum\nja\n",
    "sys.x.de.tag": "N\nART N\nADV\n",
}


def assembled(**changes):
    files = FILES | {name.replace("_", "."): text for name, text in changes.items()}
    columns = [
        column for name, text in files.items() if text is not None for column in read_columns(name, text.encode())
    ]
    return assemble(guess_roles(columns), "tagged")


def test_tags_stand_beside_their_texts_and_change_no_score():
    found = assembled()
    assert found.reference_names == ("ref",)
    assert found.system_names == ("x",)
    assert found.references[0].tags.to_pylist() == ["ART N", "ART N .", ""]
    assert found.systems[0].tags.to_pylist() == ["N", "ART N", "ADV"]
    without = assembled(ref_de_tag=None, sys_x_de_tag=None)
    assert (found.fingerprint, found.references[0].segments) == (without.fingerprint, without.references[0].segments)
    assert found.identity != without.identity
    assert found.with_references(["ref"]) == found
    assert isinstance(without, TestSet)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"ref_de_tag": "ART N\nART N .\n"},
            "ref.de.tag: expected 3 lines, as ref.de has, found 2 lines. Nothing is cut or padded: tag this very text,"
            " or leave the file out.",
        ),
        (
            {"ref_de_tag": "ART N\nART N\n\n"},
            "ref.de.tag, line 2: expected 3 tags, one for each word of ref.de between spaces, found 2. Nothing is"
            " cut or padded: tag this very text, or leave the file out.",
        ),
        (
            {"sys_x_de_tag": "N\nART N\nADV .\n"},
            "sys.x.de.tag, line 3: expected 1 tag, one for each word of sys.x.de between spaces, found 2.",
        ),
        ({"ref_tags_de": "ART N\nART N .\n\n"}, "ref.tags.de: a second file of tags of ref.de. Leave one out."),
    ],
)
def test_tags_that_do_not_fit_are_refused_with_what_to_do(changes, said):
    with pytest.raises(FormatError) as error:
        assembled(**changes)
    assert said in str(error.value)
