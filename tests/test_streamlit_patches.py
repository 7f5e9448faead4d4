"""server/streamlit_patches: each patch is still needed, each private name is still there, and the start says if not."""

import ast
import base64
import hashlib
import inspect
import logging
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from unittest.mock import MagicMock

import pytest
import streamlit as st
from streamlit import net_util
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import Runtime, app_session, media_file_manager
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.web.server.server_util import is_url_from_allowed_origins
from streamlit.web.server.starlette import starlette_auth_routes, starlette_routes

from server import streamlit_patches
from server.http import uploads
from server.streamlit_patches import (
    PATCHES,
    READ_NAMES,
    StreamlitPatch,
    UnsupportedStreamlit,
    application,
    private_names,
    uploaded_files,
)
from tests.cases import as_one_test
from tests.server.streamlit_patches import running

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "server" / "streamlit_patches"
APP_PARAMETERS = {
    *("self", "script_path", "secrets", "lifespan", "routes", "middleware", "on_script_error", "exception_handlers"),
    "debug",
}


def title(patch: StreamlitPatch) -> str:
    return patch.apply.__name__


# --- what Streamlit does without each patch ---


def asks_for_address(monkeypatch, tmp_path):
    """Whether a page of another origin makes the server ask an outside service."""
    asked = []
    monkeypatch.setattr(net_util, "_external_ip", None)
    monkeypatch.setattr(net_util, "get_internal_ip", lambda: None)
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda url, timeout: asked.append(url))
    assert not is_url_from_allowed_origins("http://elsewhere.example")
    return asked


def gives_loggers_handlers(monkeypatch, tmp_path):
    name = "streamlit.of_a_test"
    monkeypatch.setattr(st.logger, "_loggers", dict(st.logger._loggers))
    try:
        return st.logger.get_logger(name).handlers
    finally:
        logging.root.manager.loggerDict.pop(name)


def has_lock_for_each_run(monkeypatch, tmp_path):
    first, second, _ = running.locks()
    return first is not second


def drops_late_messages(monkeypatch, tmp_path):
    said = running.messages_of_two_runs(tmp_path)
    return [message.auto_rerun.interval for message in said if message.HasField("auto_rerun")] != [1]


def takes_values_of_auto_reruns(monkeypatch, tmp_path):
    return running.choice_after_auto_rerun(tmp_path) != ("three", False)


def keeps_repeated_parameters(monkeypatch, tmp_path):
    return running.repeated_parameter(tmp_path) != "['2', '1']"


def ends_callbacks(monkeypatch, tmp_path):
    return running.counted_in_callback(monkeypatch, tmp_path) == ["b"]


def drops_presses_before_callbacks(monkeypatch, tmp_path):
    return running.counted_before_callbacks(monkeypatch, tmp_path) == ["b"]


def drops_presses_in_lost_fragments(monkeypatch, tmp_path):
    return "counted" not in running.values_after_press_in_lost_fragment(tmp_path)


def clears_caches_for_any_browser(monkeypatch, tmp_path):
    session = MagicMock(spec=AppSession)
    AppSession.handle_backmsg(session, BackMsg(clear_cache=True))
    return session._handle_clear_cache_request.called


def changes_import_path(monkeypatch, tmp_path):
    return running.changes_import_path(tmp_path)


def gives_equal_files_one_address(monkeypatch, tmp_path):
    manager, urls = MediaFileManager(MemoryMediaFileStorage("/media")), set()
    for session in ("one", "two"):
        monkeypatch.setattr(media_file_manager, "_get_session_id", lambda session=session: session)
        urls.add(manager.add(b"a text that two have", "text/plain", "1"))
    return len(urls) == 1


def has_no_hook_around_runs(monkeypatch, tmp_path):
    """A new parameter of ``st.App`` may be one: say here if it is not."""
    return {*inspect.signature(st.App.__init__).parameters} == APP_PARAMETERS


def reads_theme_at_each_run(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(app_session.config, "get_options_for_section", lambda section: asked.append(section) or {})
    for _ in range(2):
        app_session._populate_theme_msg(CustomThemeConfig())
    return len(asked) == 2


def logs_trace_of_failed_sign_in(monkeypatch, tmp_path):
    source = inspect.getsource(starlette_auth_routes)
    assert starlette_auth_routes._LOGGER.name == application.SIGN_IN_LOGGER
    assert application.USUAL in source
    return "exc_info=True" in source


FAULTS = {
    "block_address_lookup": asks_for_address,
    "hand_records_to_root_logger": gives_loggers_handlers,
    "share_session_lock": has_lock_for_each_run,
    "deliver_late_messages": drops_late_messages,
    "ignore_values_of_auto_reruns": takes_values_of_auto_reruns,
    "drop_repeated_parameters": keeps_repeated_parameters,
    "finish_callbacks": ends_callbacks,
    "carry_presses_to_next_run": drops_presses_before_callbacks,
    "rerun_page_for_lost_fragment": drops_presses_in_lost_fragments,
    "refuse_developer_messages": clears_caches_for_any_browser,
    "keep_import_path": changes_import_path,
    "make_download_addresses_secret": gives_equal_files_one_address,
    "enter_run_contexts": has_no_hook_around_runs,
    "cache_theme": reads_theme_at_each_run,
    "shorten_sign_in_errors": logs_trace_of_failed_sign_in,
}
UNSEEN = {"enter_run_contexts", "shorten_sign_in_errors"}
"""Patches that leave what their functions look at as it is; tests/server/streamlit_patches tests what they do."""


@pytest.mark.parametrize("patch", PATCHES, ids=title)
def test_unpatched_streamlit_still_has_the_fault(patch, monkeypatch, tmp_path):
    """Where this fails, the patch may be deleted."""
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
    assert FAULTS[title(patch)](monkeypatch, tmp_path), patch.unnecessary_when


@pytest.mark.parametrize("patch", [patch for patch in PATCHES if title(patch) not in UNSEEN], ids=title)
def test_a_patch_and_those_before_it_remove_its_fault(patch, monkeypatch, tmp_path):
    """So what the test above finds is the fault itself."""
    running.restore_streamlit_after(monkeypatch)
    for logger in [found for found in logging.root.manager.loggerDict.values() if isinstance(found, logging.Logger)]:
        monkeypatch.setattr(logger, "handlers", [*logger.handlers])
        monkeypatch.setattr(logger, "propagate", logger.propagate)
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
    for earlier in PATCHES[: PATCHES.index(patch) + 1]:
        earlier.apply()
    assert not FAULTS[title(patch)](monkeypatch, tmp_path)


# --- the private names ---


@as_one_test
@pytest.mark.parametrize("patch", PATCHES, ids=title)
def test_streamlit_has_the_names_of_a_patch_and_uses_what_is_replaced(patch):
    assert [name for name in patch.names if not private_names.exists(name)] == []
    unused = {name: caller for name, caller in patch.callers.items() if not private_names.calls(caller, name)}
    assert unused == {}


def test_streamlit_has_the_names_that_are_read():
    assert [name for name in READ_NAMES if not private_names.exists(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "net_util.get_outside_ip",
        "no_module.get_external_ip",
        "runtime.app_session.AppSession._no_attribute",
        "runtime.app_session.NoClass.shutdown",
        "no_name",
    ],
)
def test_a_name_that_is_gone_is_found_missing(name):
    assert not private_names.exists(name)


def test_a_function_that_nobody_calls_any_more_is_found():
    assert not private_names.calls("web.server.server_util.is_url_from_allowed_origins", "net_util.get_outside_ip")
    assert not private_names.calls("web.server.server_util.is_gone", "net_util.get_external_ip")


def declared() -> set[str]:
    """The single names in the dotted ones."""
    names = [*READ_NAMES, *(name for patch in PATCHES for name in [*patch.names, *patch.callers])]
    return {part for name in names for part in name.split(".")}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_every_private_name_in_the_code_is_declared(path):
    """By the syntax tree: what is reached through ``st``, and every attribute that begins with an underscore."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    chains = {ast.unparse(node) for node in attributes if ast.unparse(node).startswith("st.")}
    reached = {part for chain in chains if "(" not in chain for part in chain.split(".")[1:]}
    private = {node.attr for node in attributes if re.match(r"_[a-z]", node.attr)}
    assert (reached | private) - declared() - {"__version__"} == set()


# --- what a start with another Streamlit says ---


def test_the_supported_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert private_names.SUPPORTED in project["optional-dependencies"]["app"]
    version = re.search(r">=([\d.]+)", private_names.SUPPORTED)
    assert {patch.versions for patch in PATCHES} == {version[1]}


def inline_scripts(html: str) -> list[str]:
    return re.findall(r"<script>(.*?)</script>", html, flags=re.DOTALL)


def test_the_inline_script_of_streamlits_page_is_the_one_that_is_allowed():
    page = Path(st.__file__).parent / "static" / "index.html"
    (script,) = inline_scripts(page.read_text(encoding="utf-8"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" == application.INLINE_SCRIPT_HASH


def test_uploads_come_where_their_limits_are_asked():
    uploaded_files.check_upload_routes(uploads.UPLOAD, uploads.METHOD)


@pytest.mark.parametrize("path", ["/_stcore/upload/{session_id}/{file_id}", "/_stcore/upload_file/{file_id}"])
def test_uploads_that_come_elsewhere_are_no_start(monkeypatch, path):
    monkeypatch.setattr(starlette_routes, "_ROUTE_UPLOAD_FILE", path)
    with pytest.raises(UnsupportedStreamlit, match=re.escape(f"this version takes PUT to {path}")):
        uploaded_files.check_upload_routes(uploads.UPLOAD, uploads.METHOD)


def test_uploads_by_another_method_are_no_start():
    with pytest.raises(UnsupportedStreamlit, match=r"expected as POST to .*, and this version takes PUT to"):
        uploaded_files.check_upload_routes(uploads.UPLOAD, "POST")


def test_all_that_is_missing_is_said_in_one_message_with_what_to_do(monkeypatch):
    monkeypatch.setattr(st, "__version__", "1.99.0")
    monkeypatch.delattr(net_util, "get_external_ip")
    monkeypatch.delattr(MediaFileManager, "execute_deferred")
    with pytest.raises(UnsupportedStreamlit) as said:
        streamlit_patches.check_names()
    assert str(said.value) == (
        "Streamlit 1.99.0 is installed, and BLEUscope supports streamlit>=1.67,<1.68: "
        "this version has no net_util.get_external_ip (needed to block address lookup); "
        "no runtime.media_file_manager.MediaFileManager.execute_deferred (needed to make download addresses secret). "
        "Install a supported version: pip install 'streamlit>=1.67,<1.68'"
    )


GONE = {
    "net_util.get_external_ip": "del streamlit.net_util.get_external_ip",
    "runtime.memory_media_file_storage._calculate_file_id": (
        "from streamlit.runtime import memory_media_file_storage as storage; del storage._calculate_file_id"
    ),
    "uploads were expected as PUT": (
        "from streamlit.web.server.starlette import starlette_routes as r; r._ROUTE_UPLOAD_FILE = '/files/{file_id}'"
    ),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", GONE)
def test_the_server_does_not_start_with_another_streamlit(tmp_path, name):
    """Look-ups of an address, addresses of downloads, limits of uploads: each would fail without a word."""
    program = f"import streamlit\n{GONE[name]}\nimport app"
    kept = {key: value for key, value in os.environ.items() if not key.startswith("STREAMLIT_")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**kept, "HOME": str(tmp_path), "BLEUSCOPE_DATABASE_URL": f"sqlite:///{tmp_path}/workspace.sqlite"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode
    (line,) = (line for line in done.stderr.splitlines() if line.startswith("bleuscope: "))
    assert line.startswith(
        f"bleuscope: Streamlit {st.__version__} is installed, and BLEUscope supports streamlit>=1.67"
    )
    assert name in line
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "workspace.sqlite").exists(), "nothing was touched"
