"""What a visitor may upload, by what they have here already."""

from types import SimpleNamespace

import pytest
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ui.store import cache, uploads
from ui.store.limits import MEGABYTE, Limits
from ui.store.presence import APART
from ui.store.shelf import Shelf


@pytest.fixture
def manager(monkeypatch):
    manager = MemoryUploadedFileManager("/upload")
    limits = Limits(visitor_mb=10 * MEGABYTE, uploads_mb=20 * MEGABYTE)
    shelf = Shelf(limits)
    monkeypatch.setattr(runtime, "get_instance", lambda: SimpleNamespace(uploaded_file_mgr=manager))
    monkeypatch.setattr(uploads, "limits", lambda: limits)
    monkeypatch.setattr(cache, "shelf", lambda: shelf)
    return manager


def upload(manager, session, megabytes):
    file_id = str(len(manager.file_storage[session]))
    manager.add_file(session, UploadedFileRec(file_id, "name", "text/plain", bytes(megabytes * MEGABYTE)))


def test_files_and_what_is_kept_of_them_count_together(manager):
    assert uploads.why_not("me", 10 * MEGABYTE) is None
    upload(manager, "me", 4)
    cache.shelf().put(f"me{APART}1", "key", bytes(3 * MEGABYTE), "mine")
    assert uploads.why_not("me", 2 * MEGABYTE) is None
    said = uploads.why_not("me", 4 * MEGABYTE)
    assert said.startswith("With this upload you would keep 11.1 MB; one visitor may keep 10 MB (BLEUSCOPE_VISITOR")
    assert uploads.last_refusal(f"another{APART}1") is None
    assert [uploads.last_refusal(f"me{APART}1") for _ in range(2)] == [said, None], "it is said once"
    assert uploads.why_not("me2", 10 * MEGABYTE) is None, "another session, whose id only begins alike"


def test_where_there_is_no_room_the_files_of_who_has_most_go(manager):
    for session, size in (("most", 8), ("some", 5), ("little", 2)):
        upload(manager, session, size)
    assert uploads.why_not("new", 5 * MEGABYTE) is None
    assert set(manager.file_storage) == {"most", "some", "little"}
    assert uploads.why_not("new", 6 * MEGABYTE) is None
    assert set(manager.file_storage) == {"some", "little"}


def test_who_has_most_is_refused(manager):
    for session in ("a", "b", "c"):
        upload(manager, session, 5)
    upload(manager, "me", 4)
    assert uploads.why_not("me", 5 * MEGABYTE).startswith("The server takes 20 MB of files at a time")
    assert set(manager.file_storage) == {"a", "b", "c", "me"}
