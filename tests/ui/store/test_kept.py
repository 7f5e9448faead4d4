"""Test sets that outlive the server: found by keys, kept once, and never taken for somebody else's."""

import pytest

from scoring import BLEU, System, TestSet
from scoring.text.texts import as_column
from ui.store import cache, kept
from workspace import WorkspaceError
from workspace.storage.backup import back_up, restore_into

OUTPUTS = {"A": ["a b c d e", "f"], "B": ["a b c d", "g"]}


def made(name="mine", **outputs):
    return TestSet.build(OUTPUTS | outputs, [["a b c d e", "f g"]], name=name)


@pytest.fixture
def project():
    return kept.server_workspace().create("a project").id


def with_output(test_set, name):
    return TestSet(
        (*test_set.systems, System(name, as_column(["x", "y"], name))), test_set.references, name=test_set.name
    )


def test_what_is_kept_is_found_by_its_key(project):
    key = kept.keep_in_project(made(), project)
    opened = cache.open_test_set(key)
    assert (opened.name, opened.fingerprint, len(opened)) == ("mine", made().fingerprint, 2)
    assert opened.owned_by("") == made()
    assert cache.open_test_set(key) is opened
    assert cache.find_test_set_name(key) == "mine"


def test_sets_that_were_used_are_known_by_their_names(project):
    key, other = kept.keep_in_project(made(), project), kept.keep_in_project(made("never used"), project)
    kept.server_workspace().note_use(key)
    kept.forget_lookups()
    assert kept.recent_names()[key] == "mine"
    assert other not in kept.recent_names()


def test_without_a_project_one_is_made():
    found = kept.find_kept_version(kept.keep_in_project(made()))
    assert kept.server_workspace().project(found.project_id).name == kept.USUAL_NAME


def test_the_same_set_is_kept_once_in_a_project_under_each_name(project):
    first = kept.keep_in_project(made(), project)
    assert kept.keep_in_project(made(), project) == first
    assert kept.keep_in_project(made("another"), project) != first
    assert len(kept.server_workspace().test_sets(project)) == 2


def test_equal_sets_of_two_projects_share_no_result(project):
    """Else who has the same texts would learn by the time it takes that somebody else has them."""
    other = kept.server_workspace().create("another project").id
    one, two = (cache.open_test_set(kept.keep_in_project(made(), where)) for where in (project, other))
    assert one != two
    assert one.fingerprint == two.fingerprint
    cache.measure_systems(BLEU(), one)
    assert cache.measure_systems(BLEU(), two) is not cache.measure_systems(BLEU(), one)
    assert one.only([0]) != two.only([0])
    assert one.with_references(one.reference_names) != two.with_references(two.reference_names)


def test_files_of_two_visitors_share_no_name():
    content = as_column(["a"], "labels")
    names = {cache.keep_given(who, "labels", "a.txt", b"a\n", content) for who in ("one", "two")}
    assert len(names) == 2


@pytest.mark.parametrize("key", ["", "x", "0" * 32, "0" * 32 + ".1", "0" * 31 + "g", "news-en-es.1", "٠" * 32])
def test_any_other_key_finds_nothing(key):
    assert kept.find_kept_version(key) is None
    assert cache.open_test_set(key) is None
    assert cache.opening_problem(key, "") == ""


def test_versions_have_keys_of_their_own(project):
    key = kept.keep_in_project(made(), project)
    before = cache.open_test_set(key)
    kept.keep_as_version(kept.find_kept_version(key), before, with_output(before, "C"))
    after = cache.open_test_set(key)
    assert (before.system_names, after.system_names) == (("A", "B"), ("A", "B", "C"))
    assert cache.open_test_set(f"{key}.1") == before
    assert cache.open_test_set(f"{key}.2") is after
    assert [cache.find_test_set_name(f"{key}{number}") for number in ("", ".1", ".2")] == [
        "mine",
        "mine, version 1",
        "mine",
    ]
    assert [kept.find_kept_version(f"{key}{number}").may_change for number in ("", ".1", ".2")] == [True, False, True]
    for number in (".0", ".3", ".01", ".1.1", "."):
        assert kept.find_kept_version(f"{key}{number}") is None


def test_a_version_of_a_restored_backup_is_not_taken_for_the_one_of_its_number(project, tmp_path):
    key = kept.keep_in_project(made(), project)
    before, database = cache.open_test_set(key), kept.server_workspace().database
    back_up(database, tmp_path / "before")
    kept.keep_as_version(kept.find_kept_version(key), before, with_output(before, "AAA"))
    assert cache.open_test_set(key).system_names[-1] == "AAA"
    restore_into(database.url, tmp_path / "before", replaces=True)
    kept.forget_lookups()
    kept.keep_as_version(kept.find_kept_version(key), cache.open_test_set(key), with_output(before, "BBB"))
    assert cache.open_test_set(key).system_names[-1] == "BBB"


def test_who_adds_to_what_somebody_else_has_added_to_is_told(project):
    key = kept.keep_in_project(made(), project)
    found, before = kept.find_kept_version(key), cache.open_test_set(key)
    kept.server_workspace().add_outputs(key, [System("C", as_column(["x", "y"], "C"))])
    with pytest.raises(WorkspaceError, match="somebody has added another version meanwhile"):
        kept.keep_as_version(found, before, with_output(before, "D"))
    assert kept.server_workspace().test_set(key).n_versions == 2


def test_a_new_name_and_a_deletion_are_seen(project):
    key = kept.keep_in_project(made(), project)
    assert cache.open_test_set(key).name == "mine"
    kept.server_workspace().rename(key, "renamed")
    kept.forget_lookups()
    assert cache.find_test_set_name(key) == cache.named_set(key, "").name == "renamed"
    kept.server_workspace().delete(key)
    kept.forget_lookups()
    assert cache.open_test_set(key) is None
    assert cache.find_test_set_name(key) == "not here"


def test_what_is_damaged_is_said_in_words(project, monkeypatch):
    key = kept.keep_in_project(made(), project)
    monkeypatch.setattr(
        kept, "read_kept_set", lambda found, workspace: (_ for _ in ()).throw(WorkspaceError("It is damaged."))
    )
    assert cache.open_test_set(key) is None
    assert cache.opening_problem(key, "") == "It is damaged."


def test_where_there_is_no_place_it_is_kept_until_the_server_stops_and_says_so(monkeypatch, tmp_path, caplog):
    monkeypatch.delenv("BLEUSCOPE_DATABASE_URL")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "a file"))
    (tmp_path / "a file").write_text("")
    with kept.server_workspace.__wrapped__() as workspace:
        assert workspace.projects() == []
        assert workspace.create("kept").name == "kept"
        assert kept.is_temporary(workspace)
    assert not kept.is_temporary(kept.server_workspace())
    assert "What is kept will be gone when the server stops" in caplog.text


def test_a_database_that_fails_is_never_taken_for_an_empty_one(monkeypatch, tmp_path):
    """Else all projects would seem gone, and what is kept next would be gone at the server's end."""
    monkeypatch.delenv("BLEUSCOPE_DATABASE_URL")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "bleuscope" / "workspace.sqlite"
    file.parent.mkdir()
    file.write_bytes(b"no database, but somebody's work " * 1000)
    with pytest.raises(WorkspaceError, match="is another kind of file"):
        kept.server_workspace.__wrapped__()


def test_a_database_that_was_named_and_cannot_be_used_is_an_error(monkeypatch, tmp_path):
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("BLEUSCOPE_DATABASE_URL", f"sqlite:///{tmp_path}/a file/here.sqlite")
    with pytest.raises(WorkspaceError, match="cannot be kept"):
        kept.server_workspace.__wrapped__()
