"""Versions of test sets, on both databases: what is stored, what changed, and what happens to damage."""

from dataclasses import replace

import pytest
from sqlalchemy import delete, func, select, update

from tests.workspace.made import added, everything, strings
from workspace import Changes, DamagedError, NameChanges, WorkspaceError
from workspace.tables.schema import BlobRow, UseRow, VersionRow
from workspace.versions.arrays import compute_checksum
from workspace.versions.manifest import Manifest


@pytest.fixture
def saved(kept):
    return kept.add(kept.create("project").id, everything())


def n_columns(kept):
    with kept.database.reading() as session:
        return session.scalar(select(func.count()).select_from(BlobRow))


def test_an_added_output_is_one_new_column_and_one_new_version(kept, saved):
    before = n_columns(kept)
    version = kept.add_outputs(saved.id, [added("new")])
    assert n_columns(kept) == before + 1
    assert (version.number, version.systems) == (2, ("sysA", "sysB", "new"))
    assert version.changes == Changes(systems=NameChanges(added=("new",)))
    assert str(version.changes) == "outputs added: new"
    assert kept.read(saved.id, 1) == everything()
    assert kept.read(saved.id) == replace(everything(), systems=(*everything().systems, added("new")))
    assert [one.fingerprint for one in kept.versions(saved.id)] == [
        everything().fingerprint,
        kept.read(saved.id).fingerprint,
    ]
    (listed,) = kept.test_sets(saved.project_id)
    assert (listed.newest, listed.n_versions) == (version, 2)


def test_a_set_without_references_is_kept_and_gets_one_later(kept, saved):
    plain = replace(everything(), references=())
    alone = kept.add(saved.project_id, plain, "plain")
    assert kept.read(alone.id) == plain
    assert alone.newest.references == ()
    version = kept.revise(alone.id, lambda test_set: replace(test_set, references=everything().references))
    assert str(version.changes) == "references added: refA, refB"
    assert kept.read(alone.id) == everything()
    assert kept.read(alone.id, 1) == plain


def test_the_same_again_is_no_version(kept, saved):
    assert kept.revise(saved.id, lambda test_set: test_set) == saved.newest
    assert len(kept.versions(saved.id)) == 1


def test_what_changed_is_told(kept, saved):
    def change(test_set):
        _, second = test_set.systems
        return replace(
            test_set,
            systems=(replace(second, segments=strings(["Ja", "Nee", "Gut"])), added("new")),
            references=tuple(reversed(test_set.references)),
            scores=(),
            annotations=(),
            preferences=(),
            notes=None,
        )

    changes = kept.revise(saved.id, change).changes
    assert changes.systems == NameChanges(("new",), ("sysA",), ("sysB",))
    assert not changes.references
    assert {*changes.others.removed} == {
        "scores 'MQM'",
        "scores 'COMET'",
        "errors 'MQM'",
        "preferences 'rankings'",
        "notes",
    }
    assert "outputs added: new; outputs removed: sysA; outputs changed: sysB" in str(changes)


def test_another_number_of_segments_and_another_order_are_told(kept, saved):
    turned = kept.revise(saved.id, lambda test_set: replace(test_set, references=test_set.references[::-1]))
    assert str(turned.changes) == "order changed"

    def longer(test_set):
        systems = tuple(replace(system, segments=strings(["a"] * 4)) for system in test_set.systems)
        return type(test_set)(systems, (replace(test_set.references[1], segments=strings(["b"] * 4)),))

    assert kept.revise(saved.id, longer).changes.segments == (3, 4)


@pytest.mark.parametrize(
    ("system", "problem"), [(added("sysA"), "'sysA' occurs 2 times"), (added("new", 2), "system 'new' has 2")]
)
def test_outputs_that_do_not_go_with_the_set_are_refused(kept, saved, system, problem):
    before = n_columns(kept)
    with pytest.raises(ValueError, match=problem):
        kept.add_outputs(saved.id, [system])
    assert (kept.versions(saved.id), n_columns(kept)) == ([saved.newest], before)


def test_a_version_that_is_not_there_is_told(kept, saved):
    with pytest.raises(WorkspaceError, match=r"everything: there is no version 2; there are 1 to 1\."):
        kept.read(saved.id, 2)


def test_whoever_adds_at_the_same_moment_comes_after(kept, saved):
    """The second of two writers begins anew from what the first one made."""
    asked = []

    def change(test_set):
        asked.append(test_set.system_names)
        if len(asked) == 1:
            kept.add_outputs(saved.id, [added("first")])
        return replace(test_set, systems=(*test_set.systems, added("second")))

    assert kept.revise(saved.id, change).number == 3
    assert asked == [("sysA", "sysB"), ("sysA", "sysB", "first")]
    assert kept.read(saved.id).system_names == ("sysA", "sysB", "first", "second")


def digest_of(kept, role, name):
    with kept.database.reading() as session:
        manifest = kept_manifest(session)
        return next(entry.digest for entry in manifest.of(role) if entry.name == name)


def kept_manifest(session):
    return Manifest.of_json(session.scalar(select(VersionRow.manifest)))


@pytest.mark.parametrize("harm", ["a byte", "no byte", "no column"])
def test_a_damaged_column_is_named_and_nothing_else_is_lost(kept, saved, harm):
    other = kept.add(saved.project_id, everything().with_references(["refA"]), "other")
    digest = digest_of(kept, "reference", "refB")
    with kept.database.writing() as session:
        data = bytearray(session.scalar(select(BlobRow.data).where(BlobRow.digest == digest)))
        data[len(data) // 2] ^= 1
        if harm == "no column":
            id_ = session.scalar(select(BlobRow.id).where(BlobRow.digest == digest))
            session.execute(delete(UseRow).where(UseRow.blob_id == id_))
            session.execute(delete(BlobRow).where(BlobRow.id == id_))
        else:
            found = bytes(data) if harm == "a byte" else b""
            session.execute(update(BlobRow).where(BlobRow.digest == digest).values(data=found))
    with pytest.raises(DamagedError, match=r"everything, version 1: reference 'refB' is damaged .* Restore a backup"):
        kept.read(saved.id)
    assert kept.read(other.id).reference_names == ("refA",)


def test_columns_that_were_exchanged_are_noticed(kept, saved):
    """Each is whole, but the set is not the one that was kept."""
    with kept.database.writing() as session:
        a, b = (
            session.execute(select(BlobRow.id, BlobRow.data).where(BlobRow.digest == digest)).one()
            for digest in [entry.digest for entry in kept_manifest(session).of("system")]
        )
        for (id_, _), (_, data) in ((a, b), (b, a)):
            values = {"data": data, "checksum": compute_checksum(data)}
            session.execute(update(BlobRow).where(BlobRow.id == id_).values(values))
    with pytest.raises(DamagedError, match="everything, version 1: what is kept of it is not what was once kept"):
        kept.read(saved.id)


def test_fingerprints_of_another_definition_are_told_anew(kept, saved):
    """A later program may define them otherwise: what is kept is read all the same, for its columns are whole."""
    others = {"identity": "0" * 32, "fingerprint": "1" * 32}
    with kept.database.writing() as session:
        session.execute(update(VersionRow).values(**others, scheme="another"))
    assert kept.versions(saved.id)[0].fingerprint == "1" * 32
    assert kept.read(saved.id) == everything()
    assert kept.versions(saved.id) == [saved.newest]
    with kept.database.writing() as session:
        session.execute(update(VersionRow).values(**others))
    with pytest.raises(DamagedError, match="is not what was once kept"):
        kept.read(saved.id)


def test_a_manifest_that_was_changed_is_noticed(kept, saved):
    with kept.database.writing() as session:
        changed = kept_manifest(session).to_json().replace("sysA", "sysC")
        session.execute(update(VersionRow).values(manifest=changed, scheme="another"))
    with pytest.raises(DamagedError, match="is not what was once kept"):
        kept.read(saved.id)
