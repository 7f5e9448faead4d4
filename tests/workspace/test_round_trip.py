"""What is taken apart, packed and written is the same test set when it comes back, whatever is in it."""

import json
import zipfile

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings

from scoring import TestSet
from tests.properties import examples
from tests.workspace.made import any_set, everything, strings
from workspace import Workspace
from workspace.archive import export_project, forms, import_project
from workspace.archive.manifest import ExportedFile
from workspace.storage.place import url_of_file
from workspace.versions.arrays import arrays_digest, pack_arrays, unpack_arrays
from workspace.versions.manifest import TEXT, Manifest, join_columns, split_test_set


@pytest.mark.exhaustive
@given(any_set())
@examples(40)
def test_a_set_comes_back_from_its_columns(test_set):
    manifest, arrays = split_test_set(test_set)
    again = join_columns(
        Manifest.of_json(manifest.to_json()), {key: unpack_arrays(pack_arrays(of)) for key, of in arrays.items()}
    )
    assert (again.identity, again.fingerprint) == (test_set.identity, test_set.fingerprint)


@given(any_set())
@examples(40)
def test_a_set_comes_back_from_plain_files(test_set):
    manifest, arrays = split_test_set(test_set)
    again = {}
    for entry in manifest.entries:
        form, files = forms.write_columns(entry.role, arrays[entry.digest], entry.about, len(test_set))
        about = json.loads(json.dumps(entry.about))
        again[entry.digest] = form.read([ExportedFile("file", data) for data in files], about, len(test_set))
        assert arrays_digest(again[entry.digest]) == entry.digest
    assert join_columns(manifest, again) == test_set


@given(test_set=any_set())
@settings(examples(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_set_comes_back_from_the_database_and_from_a_zip(test_set, tmp_path):
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as kept:
        project = kept.create("project")
        saved = kept.add(project.id, test_set, "set")
        assert kept.read(saved.id) == test_set
        export_project(kept, project.id, tmp_path / "project.zip", replaces=True)
        (again,) = kept.test_sets(import_project(kept, tmp_path / "project.zip").project.id)
        assert again.newest.fingerprint == test_set.fingerprint
        assert kept.read(again.id) == test_set


def test_a_long_text_and_a_slice_of_a_column_come_back(tmp_path):
    column = strings(["before", "x" * 3_000_000, "", "after"])[1:3]
    test_set = TestSet.build({"A": column}, {"ref": ["y\u2028" * 500_000, "z"]})
    manifest, arrays = split_test_set(test_set)
    assert join_columns(manifest, {key: unpack_arrays(pack_arrays(of)) for key, of in arrays.items()}) == test_set


def test_a_digest_stands_for_what_is_held_and_not_for_how():
    whole = strings(["a", None, "b", "c"])
    same = pa.concat_arrays([strings(["a", None]), strings(["b"])])
    assert arrays_digest({TEXT: whole[:3]}) == arrays_digest({TEXT: same})
    others = [{TEXT: strings(values)} for values in (["a", "", "b"], ["a", "b", None], ["ab", None, ""])]
    others += [{"values": pa.array([1.0])}, {"values": pa.array([1])}, {"other": pa.array([1.0])}]
    assert len({*map(arrays_digest, others), arrays_digest({TEXT: same})}) == len(others) + 1


def test_digests_are_those_that_databases_have():
    of_numbers = {"values": pa.array([0.5, -1.0]), "tied": pa.array([True, False]), "n": pa.array([3])}
    assert arrays_digest({TEXT: strings(["a", None, ""])}) == "7df7d4f56b54fed7797f8dfee472a1750fe53535"
    assert arrays_digest(of_numbers) == "9bef1563d800c7a8bed4802f56bc10b9006c5c66"


def test_a_part_of_a_set_is_refused():
    with pytest.raises(ValueError, match="keep the whole one"):
        split_test_set(everything().only([0]))


def test_every_kind_of_column_is_written_in_a_form_that_others_read(tmp_path):
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as kept:
        project = kept.create("project")
        kept.add(project.id, everything())
        export_project(kept, project.id, tmp_path / "project.zip")
    with zipfile.ZipFile(tmp_path / "project.zip") as archive:
        names = {*archive.namelist()}
        assert archive.read("everything/segments.docs") == b"news\td1\nnews\td1\nchat\td2\n"
        assert archive.read("everything/human-scores/MQM.seg.score").startswith(b"sysA\t0.0\nsysA\t-5.0\nsysA\tNone\n")
    assert names == {
        "README.txt",
        "manifest.json",
        *(f"everything/{name}.txt" for name in ("source", "notes", "reference.refA", "system.sysA", "system.sysB")),
        "everything/reference.refB.jsonl",
        "everything/segments.docs",
        "everything/human-scores/MQM.seg.score",
        "everything/metric-scores/COMET.seg.score",
        *(f"everything/human-scores/MQM.rater{number}.seg.rating" for number in (1, 2)),
        "everything/preferences.rankings.csv",
    }
