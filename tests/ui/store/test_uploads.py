"""What a visitor may upload, by what they have here already."""

from types import SimpleNamespace
from uuid import uuid4

import pytest
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from scoring.formats.limits import MEGABYTE
from server.memory.limits import MIN_BYTES, OverLimit, ServerLimits
from server.memory.shelf import GRACE_SECONDS, ID_SEPARATOR, Presence, Shelf
from ui.store import cache, uploads
from ui.store.memory import drop_left
from ui.store.uploads import Upload


@pytest.fixture
def manager(monkeypatch):
    """Of a server that knows all sessions but one."""
    manager = MemoryUploadedFileManager("/upload")
    shelf = Shelf(ServerLimits(visitor_bytes=10 * MEGABYTE, uploads_bytes=20 * MEGABYTE))
    server = SimpleNamespace(uploaded_file_mgr=manager, is_active_session=lambda session: session != "invented")
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(cache, "shelf", lambda: shelf)
    return manager


def keep(manager, session, megabytes):
    data = bytes(int(megabytes * MEGABYTE) - MIN_BYTES)
    manager.add_file(session, UploadedFileRec(uuid4().hex, "name", "text/plain", data))


def begin(session, megabytes):
    """An upload that stays on its way, and why it may not."""
    upload = Upload(session, int(megabytes * MEGABYTE))
    return upload, upload.begin()


def why_not(session, megabytes):
    """Of one upload from its beginning to its end."""
    upload, reason = begin(session, megabytes)
    reason = reason or upload.arrive(int(megabytes * MEGABYTE))
    upload.end()
    files = cache.shelf().files
    assert session not in {**files.coming, **files.arrived}, "nothing is on its way any more"
    return reason


def test_files_and_what_is_kept_of_them_count_together(manager):
    assert why_not("me", 10) is None
    keep(manager, "me", 4)
    cache.shelf().put(f"me{ID_SEPARATOR}1", "key", bytes(3 * MEGABYTE), "mine")
    assert why_not("me", 2) is None
    said = why_not("me", 8)
    assert said.startswith("With this you would keep 15.1 MB; one open page may keep 10 MB (BLEUSCOPE_VISITOR")
    assert uploads.last_refusal(f"another{ID_SEPARATOR}1") is None
    assert [uploads.last_refusal(f"me{ID_SEPARATOR}1") for _ in range(2)] == [said, None], "it is said once"
    assert why_not("me2", 10) is None, "another session, whose id only begins alike"
    with pytest.raises(OverLimit, match=r"keep 15\.1 MB"):
        cache.shelf().put(f"me{ID_SEPARATOR}1", "more", bytes(8 * MEGABYTE), "mine")
    assert len(manager.file_storage["me"]) == 1, "it would not have been enough"


def test_files_that_were_read_give_way_to_what_their_visitor_needs(manager):
    """Streamlit's client leaves them here when its page is left."""
    keep(manager, "me", 4)
    keep(manager, "another", 4)
    cache.shelf().put(f"me{ID_SEPARATOR}1", "key", bytes(3 * MEGABYTE), "mine")
    assert why_not("me", 2) is None
    assert len(manager.file_storage["me"]) == 1
    assert why_not("me", 6) is None
    assert [len(manager.file_storage[session]) for session in ("me", "another")] == [0, 1]
    keep(manager, "me", 6)
    assert why_not("me", 3).startswith("With this you would keep 12.1 MB"), "what is not yet read stays"
    assert len(manager.file_storage["me"]) == 1
    cache.shelf().put(f"me{ID_SEPARATOR}1", "key", bytes(7 * MEGABYTE), "mine")
    assert len(manager.file_storage["me"]) == 0, "read by now"


def test_what_a_visitor_has_on_its_way_counts_for_them(manager):
    first, reason = begin("me", 6)
    assert (reason, begin("another", 6)[1]) == (None, None)
    refused, reason = begin("me", 6)
    assert reason.startswith("With this you would keep 12 MB")
    refused.end()
    with pytest.raises(OverLimit):
        cache.shelf().put(f"me{ID_SEPARATOR}1", "key", bytes(5 * MEGABYTE), "mine")
    first.end()
    assert why_not("me", 6) is None


def test_what_all_have_that_has_arrived_counts_for_all(manager):
    arrived = [begin(session, 9)[0] for session in ("a", "b", "c")]
    reasons = [upload.arrive(9 * MEGABYTE) for upload in arrived]
    assert reasons[:2] == [None, None]
    assert reasons[2].startswith("The server keeps 20 MB for all open pages together")
    assert cache.shelf().total() == 18 * MEGABYTE


def test_small_files_take_their_place(manager):
    for number in range(10 * MEGABYTE // MIN_BYTES):
        manager.add_file("me", UploadedFileRec(str(number), "name", "text/plain", b""))
    assert cache.shelf().total() == 10 * MEGABYTE
    assert why_not("me", 0).startswith("With this you would keep 10.1 MB")


def test_where_there_is_no_room_the_files_of_who_has_most_go(manager):
    for session, size in (("most", 8), ("some", 5), ("little", 2)):
        keep(manager, session, size)
    assert why_not("new", 5) is None
    assert set(manager.file_storage) == {"most", "some", "little"}
    upload, _ = begin("new", 6)
    assert set(manager.file_storage) == {"most", "some", "little"}, "nobody gives way to what is not there"
    assert upload.arrive(6 * MEGABYTE) is None
    assert set(manager.file_storage) == {"some", "little"}


def test_files_and_test_sets_are_one_total(manager):
    cache.shelf().put(f"one{ID_SEPARATOR}1", "key", bytes(9 * MEGABYTE), "a set")
    keep(manager, "one", 0.5)
    keep(manager, "two", 8)
    assert why_not("new", 3) is None
    assert (set(manager.file_storage), cache.shelf().was_dropped("key")) == ({"two"}, True), "its files, then its set"
    cache.shelf().put("new", "large", bytes(7 * MEGABYTE), "a set")
    cache.shelf().put("newest", "other", bytes(6 * MEGABYTE), "a set")
    assert (set(manager.file_storage), cache.shelf().get("large") is None) == (set(), False)


def test_who_has_most_is_refused(manager):
    for session in ("a", "b", "c"):
        keep(manager, session, 5)
    keep(manager, "me", 4)
    assert why_not("me", 5).startswith("The server keeps 20 MB for all open pages together")
    assert set(manager.file_storage) == {"a", "b", "c", "me"}


def test_an_invented_session_counts_for_nothing(manager):
    keep(manager, "most", 9)
    keep(manager, "some", 9)
    assert why_not("invented", 9) is None, "Streamlit refuses it"
    assert set(manager.file_storage) == {"most", "some"}


def test_files_of_who_has_left_are_dropped_after_a_grace(manager):
    here, clock = {"stays", "left"}, SimpleNamespace(now=0.0)
    presence = Presence(lambda visitor: visitor in here, lambda: clock.now)
    for session in ("stays", "left"):
        keep(manager, session, 1)
    drop_left(cache.shelf(), presence)
    here.discard("left")
    for clock.now, kept in ((GRACE_SECONDS, {"stays", "left"}), (GRACE_SECONDS + 1, {"stays"})):
        drop_left(cache.shelf(), presence)
        assert set(manager.file_storage) == kept
