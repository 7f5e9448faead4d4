"""Addresses of files tell nobody what others have, and files go with their session."""

import re
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.web.server.starlette.starlette_routes import create_media_routes

from server.streamlit_patches import application
from tests.server.http.asked import ask

ROOT = Path(__file__).parents[3]
TEXT, TYPE = b"a text that two have", "text/plain"


@pytest.fixture
def session(restored, monkeypatch):
    """``session("a")``: from now on the run is of that one; ``None`` is none."""
    application.make_download_addresses_secret()
    now = []
    monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: now[-1])
    return now.append


@pytest.fixture
def storage():
    return MemoryMediaFileStorage("/media")


@pytest.fixture
def manager(storage):
    return MediaFileManager(storage)


def added(manager, text=TEXT, where="1", name="pra.txt"):
    return manager.add(text, TYPE, where, file_name=name, is_for_static_download=True)


def made(manager, where="1"):
    """The address of a file that is made now, in a thread that knows of no session, as Streamlit makes it."""
    asked, found = manager.add_deferred(lambda: TEXT, TYPE, where, "pra.txt"), []
    thread = Thread(target=lambda: found.append(manager.execute_deferred(asked)))
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize("address", [added, made])
def test_equal_files_of_two_have_different_addresses(session, manager, address):
    session("a")
    mine = address(manager)
    session("b")
    theirs = address(manager)
    assert mine != theirs
    session("a")
    assert address(manager) == mine
    assert len(mine.partition(".")[0].removeprefix("/media/")) == 64  # 256 bits


def test_another_server_gives_others(session, manager, monkeypatch):
    session("a")
    mine = added(manager)
    monkeypatch.setattr(application, "_KEY", b"another")
    assert added(manager) != mine


def test_files_that_differ_in_one_letter_do_so(session, manager):
    """Streamlit looks at three places of a large file only."""
    session("a")
    text = bytearray(b"x" * 3_000_000)
    one = added(manager, bytes(text))
    text[500_000] += 1
    assert added(manager, bytes(text)) != one
    assert len({added(manager, name="a"), added(manager, name="b"), added(manager)}) == 3


def test_a_file_goes_with_its_session(session, manager, storage):
    urls = {}
    for who in ("a", "b"):
        session(who)
        urls[who] = added(manager).removeprefix("/media/")
    manager.clear_session_refs("b")
    for _ in range(2):  # the first time one that is for downloading is only marked
        manager.remove_orphaned_files()
    assert storage.get_file(urls["a"]).content == TEXT
    with pytest.raises(MediaFileStorageError):
        storage.get_file(urls["b"])


def test_what_is_not_there_is_not_made(session, manager):
    with pytest.raises(MediaFileStorageError, match="not found"):
        manager.execute_deferred("0" * 32)


def test_an_address_says_whose_it_is_to_the_server_alone(session, manager):
    session("a")
    file_id = added(manager).removeprefix("/media/").partition(".")[0]
    assert application.is_file_of(file_id, "a")
    assert not any(
        application.is_file_of(given, "a") for given in (file_id[::-1], file_id[:-1], "", "é", file_id + "0")
    )
    assert not application.is_file_of(file_id, "b")


def test_files_that_were_made_are_dropped_with_what_makes_them(session, manager, storage, monkeypatch):
    monkeypatch.setattr(application.st.runtime, "exists", lambda: True)
    monkeypatch.setattr(application.st.runtime, "get_instance", lambda: SimpleNamespace(media_file_mgr=manager))
    session("b")
    theirs = made(manager)
    session("a")
    mine, offered = made(manager), manager.add_deferred(lambda: TEXT, TYPE, "2", "later.txt")
    application.drop_session_files("a")
    assert storage.get_file(theirs.removeprefix("/media/")).content == TEXT
    with pytest.raises(MediaFileStorageError):
        storage.get_file(mine.removeprefix("/media/"))
    with pytest.raises(MediaFileStorageError, match="not found"):
        manager.execute_deferred(offered)


OPENED = [("text/html", "report.html"), ("image/svg+xml", "x.svg"), ("text/html", None)]


@pytest.mark.parametrize(("kind", "name"), OPENED)
def test_a_file_is_saved_and_never_opened_as_a_page(session, manager, storage, kind, name):
    session("a")
    served = Starlette(routes=create_media_routes(storage, ""))
    asked = manager.add_deferred(lambda: b"<script>alert(1)</script>", kind, "1", name)
    for address in (manager.execute_deferred(asked), added(manager, name=name)):
        status, headers = ask(served, address)
        assert status == 200
        assert dict(headers)["content-disposition"].startswith("attachment; ")


def test_pages_give_an_address_to_no_other_file():
    """Streamlit gives one to what these show, and a browser opens that as it is."""
    shows = re.compile(r"\bst\.(image|audio|video|pdf)\(")
    paths = [path for folder in ("ui", "rating", "course", "pages") for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 100
    assert not [path for path in paths if shows.search(path.read_text("utf-8"))]
