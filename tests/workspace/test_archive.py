"""A project as a zip: what comes back, what other readers make of it, and what is refused."""

import json
import tracemalloc
import zipfile
from contextlib import suppress
from copy import copy
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.formats import FileLimits, FormatError, assemble, attach, guess_roles, read_contents
from tests.properties import examples
from tests.workspace.made import added, everything
from workspace import Workspace, WorkspaceError
from workspace.archive import export_project, import_project, reading
from workspace.storage.place import url_of_file


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A project with a set of two versions and a view, as a zip."""
    folder = tmp_path_factory.mktemp("written")
    with Workspace(url_of_file(folder / "workspace.sqlite")) as other:
        project = other.create("Über/..", "a note")
        saved = other.add(project.id, everything(), "everything", "of the set")
        other.add_outputs(saved.id, [added("new")])
        other.save_view(project.id, "/segments?page=2", "view", "of the view")
        export_project(other, project.id, folder / "project.zip")
    return (folder / "project.zip").read_bytes()


@pytest.fixture
def exported(written, tmp_path):
    """The zip, for one test to change."""
    path = tmp_path / "project.zip"
    path.write_bytes(written)
    return path


def changed(path, change):
    """The zip with other files: ``change`` gets and returns them by name."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in change(files).items():
            archive.writestr(name, data)
    return path


def manifest_changed(path, change):
    def of_files(files):
        manifest = json.loads(files["manifest.json"])
        change(manifest)
        return {**files, "manifest.json": json.dumps(manifest).encode()}

    return changed(path, of_files)


@pytest.mark.exhaustive
def test_a_project_comes_back_with_all_that_it_had(kept, tmp_path):
    project = kept.create("project", "a note")
    saved = kept.add(project.id, everything(), note="of the set")
    kept.add_outputs(saved.id, [added("new")])
    kept.add(project.id, everything().with_references(["refA"]), "everything")
    kept.add(project.id, replace(everything(), references=()), "without references")
    kept.keep_choices(saved.id, "bleu,ter", "sysA", '["numbers:12"]', "copied-source:sysA")
    view = kept.save_view(project.id, "/segments?page=2", "view", "of the view")
    export_project(kept, project.id, tmp_path / "project.zip")
    found = import_project(kept, tmp_path / "project.zip")
    again = found.project
    assert (again.name, again.note, again.created, again.n_test_sets) == ("project", "a note", project.created, 3)
    assert (again.id != project.id, found.left_out) == (True, ())
    for before, after in zip(kept.test_sets(project.id), kept.test_sets(again.id), strict=True):
        assert (after.name, after.note, after.created) == (before.name, before.note, before.created)
        for choice in reading.CHOICES:
            assert getattr(after, choice) == getattr(before, choice)
        assert kept.versions(after.id) == kept.versions(before.id)
        assert kept.read(after.id, 1) == kept.read(before.id, 1)
    (other,) = kept.views(again.id)
    assert (other.name, other.note, other.address, other.created) == (view.name, view.note, view.address, view.created)


@pytest.mark.exhaustive
def test_a_zip_of_an_earlier_program_has_no_choices(exported, local):
    def change(manifest):
        for name in reading.CHOICES:
            del manifest["test_sets"][0][name]

    found = import_project(local, manifest_changed(exported, change)).project
    (saved,) = local.test_sets(found.id)
    assert [getattr(saved, name) for name in reading.CHOICES] == ["", "", "", ""]


def test_choices_that_cannot_be_kept_are_not_imported(exported, local):
    changed_zip = manifest_changed(exported, lambda manifest: manifest["test_sets"][0].update(baseline="a\0b"))
    with pytest.raises(WorkspaceError, match="A choice has no NUL"):
        import_project(local, changed_zip)
    assert local.projects() == []


def test_a_file_that_several_versions_have_is_there_once(exported):
    with zipfile.ZipFile(exported) as archive:
        names = archive.namelist()
        versions = json.loads(archive.read("manifest.json"))["test_sets"][0]["versions"]
    assert len(names) == len(set(names))
    before, after = ({file for column in version["columns"] for file in column["files"]} for version in versions)
    assert after - before == {"everything/system.new.txt"}


def test_the_dashboard_s_readers_read_the_files(exported):
    with zipfile.ZipFile(exported) as archive:
        names = [name for name in archive.namelist() if name.endswith((".txt", ".score", ".rating", ".csv", ".docs"))]
        files = {name: archive.read(name) for name in names if "/" in name and "new" not in name}
    contents = [read_contents(name, data) for name, data in files.items()]
    plain = assemble(guess_roles([column for one in contents for column in one.columns]), "again")
    attached = attach(plain, [found for one in contents for found in one.judgments])
    assert attached.refused == ()
    again, before = attached.test_set, everything()
    assert [(one.name, one.segments) for one in again.systems] == [(one.name, one.segments) for one in before.systems]
    assert (again.source, again.notes) == (before.source, before.notes)
    assert (again.documents, again.domains) == (before.documents, before.domains)
    assert {one.name: one.is_human for one in again.scores} == {"MQM": True, "COMET": False}
    for one in before.scores:
        found = next(other for other in again.scores if other.name == one.name)
        assert all(found.values[name].tobytes() == column.tobytes() for name, column in one.values.items())
    assert {*again.annotations[0].spans} == {*before.annotations[0].spans}
    assert again.annotations[0].judged.keys() == before.annotations[0].judged.keys()
    pairs = [
        [[*zip(p.segments, p.better, p.worse, p.tied, strict=True)] for p in of.preferences] for of in (again, before)
    ]
    assert pairs[0] == pairs[1]


def test_names_that_no_file_can_have_stay_apart(local, tmp_path):
    project = local.create("project")
    odd = [added(name) for name in ("a/b", "A_B", "a b", "..", "con", "é" * 90)]
    saved = local.add(project.id, type(everything())(tuple(odd), everything().references), "../../etc")
    export_project(local, project.id, tmp_path / "project.zip")
    with zipfile.ZipFile(tmp_path / "project.zip") as archive:
        names = [name.lower() for name in archive.namelist()]
    assert len(names) == len({*names})
    assert all(name.count("/") < 3 and ".." not in name and not name.startswith("/") for name in names)
    (again,) = local.test_sets(import_project(local, tmp_path / "project.zip").project.id)
    assert local.read(again.id) == local.read(saved.id)


def test_an_export_replaces_no_file_unasked(local, exported):
    before = exported.read_bytes()
    project = local.create("project")
    with pytest.raises(WorkspaceError, match=r"project\.zip: is there already; name another file, or add --replace\."):
        export_project(local, project.id, exported)
    assert exported.read_bytes() == before
    export_project(local, project.id, exported, replaces=True)
    assert [path.name for path in exported.parent.glob(".*")] == []


def test_files_that_are_no_part_of_it_are_named(local, exported):
    changed(exported, lambda files: {**files, "../../evil.txt": b"x", "/etc/passwd": b"x"})
    assert import_project(local, exported).left_out == ("../../evil.txt", "/etc/passwd")


REFUSED = {
    "a changed text": (
        lambda path: changed(
            path, lambda files: {**files, "everything/source.txt": b"Yes.\nNo, thanks.\nWell done!\n"}
        ),
        r"everything, version 1: other texts or judgments than its fingerprint says\. A file was changed",
    ),
    "a text cut off": (
        lambda path: changed(path, lambda files: {**files, "everything/source.txt": b"Yes.\n"}),
        "columns that do not go together .*source has 1",
    ),
    "scores cut off": (
        lambda path: changed(path, lambda files: {**files, "everything/human-scores/MQM.seg.score": b"sysA\t1\n"}),
        "MQM.seg.score: expected a score or None for every output",
    ),
    "a missing file": (
        lambda path: changed(path, lambda files: {name: files[name] for name in files if "source" not in name}),
        "expected all that manifest.json names, found no file everything/source.txt",
    ),
    "no manifest": (
        lambda path: changed(path, lambda files: {name: files[name] for name in files if name != "manifest.json"}),
        r"project\.zip: no manifest\.json\.",
    ),
    "no JSON": (
        lambda path: changed(path, lambda files: {**files, "manifest.json": b"{"}),
        r"project.zip/manifest.json, line 1: expected JSON, found bad JSON",
    ),
    "JSON that is nested": (
        lambda path: changed(path, lambda files: {**files, "manifest.json": b"[" * 200_000}),
        "nested too deeply",
    ),
    "another program's": (
        lambda path: manifest_changed(path, lambda manifest: manifest.update(format="zip")),
        'expected an object with "format": "bleuscope project"',
    ),
    "a newer one": (
        lambda path: manifest_changed(path, lambda manifest: manifest.update(version=2)),
        r"version 2 of an exported project\. This program reads version 1",
    ),
    "a path": (
        lambda path: manifest_changed(
            path, lambda manifest: column(manifest).update(files=["../../../../../../etc/passwd"])
        ),
        "no file ../../../../../../etc/passwd",
    ),
    "another role": (
        lambda path: manifest_changed(path, lambda manifest: column(manifest).update(role="admin")),
        "something else at /test_sets/1/versions/1/columns/1",
    ),
    "another form": (
        lambda path: manifest_changed(path, lambda manifest: column(manifest).update(form="pickle")),
        "the form 'pickle' of a column",
    ),
    "a column twice": (
        lambda path: manifest_changed(
            path, lambda manifest: manifest["test_sets"][0]["versions"][0]["columns"].append(column(manifest))
        ),
        "expected each column once",
    ),
    "a number for a name": (
        lambda path: manifest_changed(path, lambda manifest: manifest.update(name=7)),
        "expected str, found something else at /name",
    ),
    "a time that is none": (
        lambda path: manifest_changed(path, lambda manifest: manifest.update(created="yesterday")),
        "expected a time such as",
    ),
    "no columns": (
        lambda path: manifest_changed(
            path, lambda manifest: manifest["test_sets"][0]["versions"][0].update(columns=[])
        ),
        "columns that do not go together",
    ),
    "segments without number": (
        lambda path: manifest_changed(
            path, lambda manifest: manifest["test_sets"][0]["versions"][0].update(n_segments=10**12)
        ),
        "1,000,000,000,000 or more",
    ),
    "scores of nobody": (
        lambda path: manifest_changed(
            path,
            lambda manifest: [
                one.update(about={})
                for one in manifest["test_sets"][0]["versions"][0]["columns"]
                if one["role"] == "scores"
            ],
        ),
        "too little about a column",
    ),
    "a view elsewhere": (
        lambda path: manifest_changed(path, lambda manifest: manifest["views"][0].update(address="//evil.example")),
        "begins with one /",
    ),
    "too many versions": (
        lambda path: manifest_changed(
            path,
            lambda manifest: manifest["test_sets"][0].update(versions=manifest["test_sets"][0]["versions"] * 501),
        ),
        "at most 1,000 versions",
    ),
    "no zip": (lambda path: path.write_bytes(b"text"), "expected a zip archive of an exported project"),
    "half a zip": (lambda path: path.write_bytes(path.read_bytes()[:300]), "damaged data"),
}


def column(manifest):
    return manifest["test_sets"][0]["versions"][0]["columns"][0]


@pytest.mark.quick_cases(8)
@pytest.mark.parametrize("how", REFUSED)
def test_what_is_wrong_is_told_and_nothing_is_kept(local, exported, how):
    harm, problem = REFUSED[how]
    harm(exported)
    with pytest.raises(ValueError, match=problem):
        import_project(local, exported)
    assert local.projects() == []


def test_a_bomb_is_refused_before_it_fills_memory(local, exported):
    with zipfile.ZipFile(exported, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", bytes(3_000_000))
    assert exported.stat().st_size < 20_000
    with pytest.raises(FormatError, match=r"at most 1 MB once unpacked"):
        import_project(local, exported, limits=FileLimits(file_bytes=2**20))
    with pytest.raises(FormatError, match=r"at most 2 MB once all is unpacked"):
        import_project(local, exported, limits=FileLimits(total_bytes=2**21))
    with pytest.raises(FormatError, match="at most 5 files in an archive"):
        import_project(local, exported, limits=FileLimits(archive_members=5))


@pytest.mark.exhaustive
def test_blanks_in_a_manifest_are_refused_before_they_are_unpacked(local, tmp_path):
    bomb = tmp_path / "bomb.zip"
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("manifest.json", "w", force_zip64=True) as file,
    ):
        for _ in range(210):
            file.write(b" " * 2**20)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=r"manifest\.json: expected at most 200 MB once unpacked"):
            import_project(local, bomb)
        assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    finally:
        tracemalloc.stop()


def test_a_zip_of_another_definition_of_fingerprints_is_read_by_its_digests(local, exported):
    def change(manifest):
        for version in manifest["test_sets"][0]["versions"]:
            version.update(scheme="another", fingerprint="0" * 32)

    (again,) = local.test_sets(import_project(local, manifest_changed(exported, change)).project.id)
    assert local.versions(again.id)[0].fingerprint == everything().fingerprint
    manifest_changed(exported, lambda manifest: column(manifest).update(digest="0" * 40))
    with pytest.raises(FormatError, match="other texts or judgments"):
        import_project(local, exported)


@pytest.mark.exhaustive
def test_one_version_that_is_listed_often_is_put_together_once(local, exported, monkeypatch):
    def change(manifest):
        (one,) = manifest["test_sets"]
        one["versions"] = one["versions"][:1] * 100

    made = []
    put_together = reading.join_columns
    monkeypatch.setattr(reading, "join_columns", lambda *given: made.append(given) or put_together(*given))
    (again,) = local.test_sets(import_project(local, manifest_changed(exported, change)).project.id)
    assert (again.n_versions, len(made)) == (100, 1)


def test_both_ways_tell_how_far_they_are_and_can_be_given_up(local, exported, tmp_path):
    shares = []
    project = import_project(local, exported, on_progress=shares.append).project
    export_project(local, project.id, tmp_path / "again.zip", on_progress=shares.append)
    assert len(shares) > 5
    assert all(0 < share <= 1 for share in shares)

    def give_up(share):
        raise KeyboardInterrupt

    for act in (
        lambda: import_project(local, exported, on_progress=give_up),
        lambda: export_project(local, project.id, tmp_path / "never.zip", on_progress=give_up),
    ):
        with pytest.raises(KeyboardInterrupt):
            act()
    assert len(local.projects()) == 1
    assert not (tmp_path / "never.zip").exists()


def test_two_files_of_one_name_are_refused(local, exported):
    with zipfile.ZipFile(exported, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("manifest.json", b"{}")
    with pytest.raises(FormatError, match=r"two files called manifest\.json"):
        import_project(local, exported)


@st.composite
def harmed(draw, value):
    """A value of JSON in which one thing, however deep, is another one or is missing."""
    if isinstance(value, dict | list) and value and draw(st.integers(0, 9)):
        key = draw(st.sampled_from([*value] if isinstance(value, dict) else range(len(value))))
        other = copy(value)
        if draw(st.integers(0, 5)):
            other[key] = draw(harmed(value[key]))
        else:
            del other[key]
        return other
    odd = [
        None,
        True,
        -1,
        0,
        2**70,
        1.5,
        "",
        "../x",
        "\ud800",
        [],
        {},
        [[]],
        "seg.rating",
        "JSON",
        "lines",
        "errors",
        "A",
    ]
    return draw(st.sampled_from(odd))


@pytest.mark.exhaustive
@given(data=st.data())
@settings(examples(120), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_manifest_says_is_read_or_refused_in_words(local, written, exported, data):
    exported.write_bytes(written)
    with zipfile.ZipFile(exported) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    manifest = data.draw(harmed(manifest))
    changed(exported, lambda files: {**files, "manifest.json": json.dumps(manifest).encode()})
    with suppress(ValueError):  # any other error fails the test
        import_project(local, exported)


@pytest.mark.exhaustive
@given(data=st.data())
@settings(examples(120), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_file_holds_is_read_or_refused_in_words(local, written, exported, data):
    exported.write_bytes(written)
    with zipfile.ZipFile(exported) as archive:
        name = data.draw(st.sampled_from(sorted(set(archive.namelist()) - {"manifest.json"})))
        text = bytearray(archive.read(name))
    at = data.draw(st.integers(0, len(text)))
    text[at : at + data.draw(st.integers(0, 5))] = data.draw(
        st.binary(max_size=3) | st.sampled_from([b"\t", b"\n", b'"'])
    )
    changed(exported, lambda files: {**files, name: bytes(text)})
    with suppress(ValueError):  # any other error fails the test
        import_project(local, exported)
