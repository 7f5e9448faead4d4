"""A visitor's lists with their references: what is read, and what is said of what does not go together."""

from ui.choose.candidate_upload import read_dropped_lists

LISTS = "lists.jsonl", b'["a b", "a c"]\n["d", "e"]\n'


def found(lists, *references, n_segments=2):
    return read_dropped_lists(lists, references, n_segments, lambda share: None)


def test_lists_are_held_against_the_references_beside_them():
    brought = found(LISTS, ("a.txt", b"a b\nd\n"), ("b.txt", b"a c\ne\n"), n_segments=7)
    assert brought.lists.n_segments == 2
    assert [reference.segments.to_pylist() for reference in brought.of.references] == [["a b", "d"], ["a c", "e"]]


def test_references_of_different_length_are_named():
    said = found(LISTS, ("a.txt", b"a b\nd\n"), ("b.txt", b"a c\n"))
    assert "a.txt has 2, b.txt has 1" in said


def test_the_set_in_use_is_only_spoken_of_where_its_number_of_segments_matters():
    assert "The set in use has 5 segments" in found(LISTS, n_segments=5)
    of_a_line = found(("lists.jsonl", b'["a b", "a c"]\n[1]\n'))
    assert "lists.jsonl, line 2" in of_a_line
    assert "The set in use" not in of_a_line
