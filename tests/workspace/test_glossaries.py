"""A glossary is kept with a test set, as the file that it was, wherever the test set goes."""

import gzip
import json
import re
import zipfile

import pytest
from sqlalchemy import select, update

from scoring.formats import FormatError
from scoring.text.languages import find_language
from tests.workspace.made import added, everything
from tests.workspace.persons import signed_in
from workspace import DamagedError, Quotas, Right, Workspace, WorkspaceError
from workspace.archive import export_project, import_project
from workspace.projects import glossaries
from workspace.storage.damage import find_damage_in_file
from workspace.storage.place import url_of_file
from workspace.tables.schema import GlossaryRow

TERMS = b"source\ttarget\tforbidden\nhouse\tHaus\tHeim\n"
LANGUAGES = b"en,de,es\nhouse,Haus,casa\n"
JSON_TERMS = b'{"proper": {"house": ["Haus"]}}'


@pytest.fixture
def saved(kept):
    return kept.add(kept.create("project").id, everything(), "one")


def test_a_glossary_is_kept_replaced_and_taken_away(kept, saved, url):
    assert (saved.glossary, kept.glossary(saved.id)) == ("", None)
    kept.keep_glossary(saved.id, "terms.tsv", TERMS)
    kept.add_outputs(saved.id, [added("new")])
    with Workspace(url) as again:
        found, before = again.glossary(saved.id), again.test_set(saved.id)
        assert (found.file, found.data, before.glossary) == ("terms.tsv", TERMS, "terms.tsv")
        assert found.read().terms[0].targets == ("Haus",)
        again.keep_glossary(saved.id, "all.csv", LANGUAGES)
    assert kept.test_set(saved.id).glossary_checksum != before.glossary_checksum
    assert kept.glossary(saved.id).read(find_language("es")).terms[0].targets == ("casa",)
    kept.remove_glossary(saved.id)
    kept.remove_glossary(saved.id)
    assert (kept.glossary(saved.id), kept.test_set(saved.id).glossary_checksum) == (None, "")
    actions = [event.action for event in kept.events(saved.project_id)]
    assert actions[:4] == ["glossary removed", "glossary kept", "revised", "glossary kept"]


def test_a_packed_glossary_is_kept_unpacked(kept, saved):
    kept.keep_glossary(saved.id, "terms.json.gz", gzip.compress(JSON_TERMS))
    assert kept.glossary(saved.id) == glossaries.KeptGlossary("terms.json", JSON_TERMS)


def test_what_is_no_glossary_is_refused_and_the_one_that_is_there_stays(kept, saved, monkeypatch):
    kept.keep_glossary(saved.id, "terms.tsv", TERMS)
    with pytest.raises(FormatError, match=r"bad\.csv, line 2: expected a target of 'space'"):
        kept.keep_glossary(saved.id, "bad.csv", b"source,target\nspace,\n")
    monkeypatch.setattr(glossaries, "MAX_GLOSSARY_BYTES", 10)
    with pytest.raises(WorkspaceError, match="a glossary has at most"):
        kept.keep_glossary(saved.id, "long.tsv", TERMS)
    assert kept.glossary(saved.id).data == TERMS


def test_a_copy_and_an_exported_project_have_the_glossary(kept, saved, tmp_path):
    kept.keep_glossary(saved.id, "über terms.tsv", TERMS)
    copied = kept.copy(saved.project_id)
    export_project(kept, saved.project_id, tmp_path / "project.zip")
    imported = import_project(kept, tmp_path / "project.zip")
    assert imported.left_out == ()
    for project in (copied, imported.project):
        (again,) = kept.test_sets(project.id)
        assert (again.glossary, kept.glossary(again.id)) == ("über terms.tsv", kept.glossary(saved.id))
    with zipfile.ZipFile(tmp_path / "project.zip") as archive:
        (name,) = (name for name in archive.namelist() if "/terms/" in name)
        assert (name.endswith(".tsv"), archive.read(name)) == (True, TERMS)


@pytest.mark.parametrize("change", ["gone", "damaged", "no text"])
def test_a_glossary_that_cannot_be_read_is_not_imported(kept, saved, tmp_path, change):
    kept.keep_glossary(saved.id, "terms.tsv", TERMS)
    path = tmp_path / "project.zip"
    export_project(kept, saved.project_id, path)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    (name,) = (name for name in files if "/terms/" in name)
    if change == "gone":
        del files[name]
    elif change == "damaged":
        files[name] = b"\0\1\2"
    else:
        manifest = json.loads(files["manifest.json"])
        manifest["test_sets"][0]["glossary"]["name"] = 7
        files["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    with pytest.raises(FormatError):
        import_project(kept, path)
    assert len(kept.projects()) == 1


def test_a_zip_of_an_earlier_program_has_no_glossary(kept, saved, tmp_path):
    path = tmp_path / "project.zip"
    export_project(kept, saved.project_id, path)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files["manifest.json"])
    del manifest["test_sets"][0]["glossary"]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in (files | {"manifest.json": json.dumps(manifest).encode()}).items():
            archive.writestr(name, data)
    (again,) = kept.test_sets(import_project(kept, path).project.id)
    assert kept.glossary(again.id) is None


@pytest.mark.exhaustive
def test_a_glossary_takes_room_of_its_owner(url):
    with Workspace(url) as kept:
        ada = signed_in(kept, "ada")
        saved = ada.add(ada.create("News").id, everything())
        before = ada.space()
        ada.keep_glossary(saved.id, "terms.tsv", TERMS)
        with kept.database.reading() as session:
            n_bytes = len(session.scalar(select(GlossaryRow.data)))
        assert ada.space() == before + n_bytes > before
        ada.remove_glossary(saved.id)
        assert ada.space() == before
    with Workspace(url, quotas=Quotas(account_bytes=before + n_bytes - 1)) as kept:
        ada = signed_in(kept, "ada")
        with pytest.raises(WorkspaceError, match="There is no room for this"):
            ada.keep_glossary(saved.id, "terms.tsv", TERMS)
        assert ada.glossary(saved.id) is None


def test_damage_is_found(tmp_path):
    file = tmp_path / "workspace.sqlite"
    with Workspace(url_of_file(file)) as kept:
        saved = kept.add(kept.create("project").id, everything(), "one")
        kept.keep_glossary(saved.id, "terms.tsv", TERMS)
        assert find_damage_in_file(file) is None
        with kept.database.writing() as session:
            session.execute(update(GlossaryRow).values(data=b"other"))
        assert find_damage_in_file(file) == "the glossary of one"
        with pytest.raises(DamagedError, match=re.escape("The glossary of one is not what was once kept; restore")):
            kept.glossary(saved.id)


def test_readers_read_it_and_only_editors_change_it(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    saved = ada.add(ada.create("News").id, everything())
    ada.keep_glossary(saved.id, "terms.tsv", TERMS)
    with pytest.raises(WorkspaceError, match="There is no test set"):
        bob.glossary(saved.id)
    ada.grant(saved.project_id, "bob@example.org", Right.READ)
    assert bob.glossary(saved.id).data == TERMS
    for change in (lambda: bob.keep_glossary(saved.id, "x.tsv", TERMS), lambda: bob.remove_glossary(saved.id)):
        with pytest.raises(WorkspaceError, match="takes the right to edit"):
            change()
