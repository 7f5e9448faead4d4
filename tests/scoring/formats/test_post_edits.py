"""Post-edits: which texts are such, by their names, and whose they are; the test set that they make."""

import pyarrow as pa
import pytest

from scoring.formats import FormatError, Role, assemble, guess_roles, read_columns
from scoring.testset import PostEdit, Reference, System, TestSet
from tests.bilingual import XLIFF

LINES = b"a b c d\nx y z w\nz u i o\n"
BEFORE, AFTER = XLIFF.encode(), XLIFF.replace("sofort", "gleich").encode()


def columns_of(*files):
    named = [(of, LINES) if isinstance(of, str) else of for of in files]
    return [column for name, data in named for column in read_columns(name, data)]


def post_edits(*files, systems_in_use=()):
    """File -> whose post-edit it is."""
    columns = guess_roles(columns_of(*files), systems_in_use)
    return {column.file: column.name for column in columns if column.role is Role.POST_EDIT}


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["A.txt", "B.txt", "A.pe.txt", "B.pe.txt"], {"A.pe.txt": "A", "B.pe.txt": "B"}),
        (["sysA.txt", "sysB.txt", "sysA-post-edited.txt"], {"sysA-post-edited.txt": "sysA"}),
        (["train.src", "train.mt", "train.pe"], {"train.pe": "train"}),
        (["mt.de.txt", "pe.de.txt"], {"pe.de.txt": "mt"}),
        (["engine1.en-de.txt", "engine1.postedit.en-de.txt"], {"engine1.postedit.en-de.txt": "engine1"}),
        (["a.zip/mt/A.txt", "a.zip/pe/A.txt"], {"a.zip/pe/A.txt": "mt/A"}),
        (["MTPE pilot/A.txt", "MTPE pilot/A.pe.txt"], {"MTPE pilot/A.pe.txt": "A"}),
        (["A.txt", "B.txt", "C-pe.txt"], {"C-pe.txt": "C-pe"}),
        (["A.txt", "A_final.txt", "ref.txt"], {}),
        (["A.pe.txt", "B.pe.txt"], {}),
        (["A.txt", "speed.txt", "cape.txt"], {}),
    ],
)
def test_names_of_files_say_whose_post_edit_a_text_is(files, found):
    assert post_edits(*files) == found


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("A.sdlxliff", "A.pe.sdlxliff", "A"),
        ("A.xlf", "A_reviewed.xlf", "A"),
        ("before.xlf", "after.xlf", "before"),
        ("z.zip/before/A.xlf", "z.zip/after/A.xlf", "before/A"),
    ],
)
def test_two_translation_files_are_before_and_after(before, after, found):
    assert post_edits((before, BEFORE), (after, AFTER)) == {after: found}
    test_set = assemble(guess_roles(columns_of((after, AFTER), (before, BEFORE))), "job")
    assert [edit.system for edit in test_set.post_edits] == [found]
    assert "gleich" in test_set.post_edits[0].segments[0].as_py()
    assert "sofort" in test_set.systems[0].segments[0].as_py()
    assert test_set.source is not None
    assert not test_set.references


def test_columns_of_a_table():
    columns = guess_roles(read_columns("x.tsv", b"source\tmt\tpe\na b\tx y\tx z\nd e\tr t\tg h\n"))
    assert [(column.role, column.name) for column in columns[1:]] == [(Role.SYSTEM, "mt"), (Role.POST_EDIT, "mt")]


def test_post_edits_alone_belong_to_the_systems_in_use():
    assert post_edits("A.pe.txt", systems_in_use=["A", "B"]) == {"A.pe.txt": "A"}
    assert post_edits("C.pe.txt", systems_in_use=["A", "B"]) == {}
    assert post_edits("C.txt", "A.pe.txt", systems_in_use=["A", "B"]) == {"A.pe.txt": "A"}
    assert post_edits("C.txt", "D.txt", "pe.txt", systems_in_use=["A"]) == {"pe.txt": "pe"}


def test_a_post_edit_that_belongs_to_nobody_is_refused_with_the_systems():
    with pytest.raises(FormatError, match=r"C-pe, which is no system here.* Say whose output was corrected: A, B\."):
        assemble(guess_roles(columns_of("A.txt", "B.txt", "C-pe.txt")), "x")


def texts(*lines):
    return pa.array(lines, pa.string())


EDITED = TestSet(
    (System("A", texts("a", "b")), System("B", texts("c", "d"))),
    (),
    post_edits=(PostEdit("A", texts("a", None)), PostEdit("B", texts("x", "d"))),
)


def test_a_test_set_keeps_post_edits_with_their_systems():
    assert [edit.system for edit in EDITED.without_systems(["A"]).post_edits] == ["B"]
    assert [edit.system for edit in EDITED.with_systems([System("A", texts("y", "z"))]).post_edits] == ["B"]
    assert EDITED.only([1]).post_edits[0].segments.to_pylist() == [None]
    assert TestSet.joined([EDITED, EDITED]).post_edits[1].segments.to_pylist() == ["x", "d"] * 2
    other = EDITED.with_post_edits([PostEdit("A", texts("q", "r"))])
    assert {edit.system: edit.segments[0].as_py() for edit in other.post_edits} == {"A": "q", "B": "x"}
    assert (other.identity, other.fingerprint) != (EDITED.identity, EDITED.fingerprint)


def test_sets_without_post_edits_have_the_digests_that_they_had():
    plain = TestSet((System("A", texts("a", "b")),), (Reference("r", texts("c", "d")),))
    assert plain.fingerprint == "a49b70eac586c6817fb3844a6fec325c"
    assert plain.identity == "ba46df2c16d057ba7b01399c7d6dd875"


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ([PostEdit("C", texts("a", "b"))], "'C', which is no system here"),
        ([PostEdit("A", texts("a"))], "post-edit 'A' has 1"),
        ([PostEdit("A", texts("a", "b"))] * 2, "'A' occurs 2 times"),
    ],
)
def test_a_test_set_refuses_post_edits_that_do_not_fit(edits, said):
    with pytest.raises(ValueError, match=said):
        TestSet(EDITED.systems, (), post_edits=tuple(edits))


FINAL = XLIFF.replace("<target>", '<target state="final">')


def final_roles(*names):
    columns = guess_roles(columns_of(*((name, FINAL.replace("drei", name).encode()) for name in names)))
    return {column.name: column.role.value for column in columns if column.role not in (Role.SOURCE, Role.IGNORE)}


def test_where_all_translations_are_final_names_say_which_are_outputs():
    """Trados calls what a machine translated and nobody read "Translated", too."""
    assert final_roles("A.xlf", "B.xlf", "A.pe.xlf") == {"A": "post-edit", "B": "reference"}
    columns = guess_roles(columns_of(*((name, FINAL.encode()) for name in ("A.xlf", "A.pe.xlf"))))
    assert [column.role for column in columns if column.name == "A"] == [Role.SYSTEM, Role.POST_EDIT]
    assert final_roles("ref.xlf", "A.xlf", "B.xlf") == {"ref": "reference", "A": "system", "B": "system"}
    assert final_roles("job.xlf", "system.A.xlf") == {"job": "reference", "A": "system"}
