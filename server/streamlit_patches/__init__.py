"""Patches of private parts of Streamlit; no other file may use private or undocumented parts.

A patch replaces a part of Streamlit; the other functions here only read. `tests/test_streamlit_patches.py` fails if a
patch is no longer needed, or if a private name is gone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from server.streamlit_patches import application, button_presses, script_runs
from server.streamlit_patches.private_names import UnsupportedStreamlit, calls, exists

_REQUESTS = "runtime.scriptrunner_utils.script_requests"
_SCRIPT_REQUESTS = f"{_REQUESTS}.ScriptRequests"
_FILES = "runtime.memory_media_file_storage"
_RUNNER = "runtime.scriptrunner.script_runner"
_SESSION = "runtime.app_session.AppSession"


@dataclass(frozen=True)
class StreamlitPatch:
    """A change of a private part of Streamlit."""

    apply: Callable[[], None]
    purpose: str
    """one sentence: what Streamlit does without the patch"""
    unnecessary_when: str
    """one sentence: the change of Streamlit that would let us delete the patch"""
    names: tuple[str, ...]
    """dotted names of all private parts that the patch replaces or reads"""
    callers: Mapping[str, str] = field(default_factory=dict)
    """replaced function -> function of Streamlit that must look it up, or else the patch has no effect"""
    versions: str = "1.67"
    """versions of Streamlit for which the patch was made"""


def _names(owner: str, members: str) -> tuple[str, ...]:
    return tuple(f"{owner}.{member}" for member in members.split())


PATCHES = (
    StreamlitPatch(
        application.block_address_lookup,
        purpose="Streamlit asks an outside service for this machine's address when a page of another origin connects.",
        unnecessary_when="An option switches the look-up off.",
        names=("net_util.get_external_ip",),
        callers={"net_util.get_external_ip": "web.server.server_util.is_url_from_allowed_origins"},
    ),
    StreamlitPatch(
        application.hand_records_to_root_logger,
        purpose="Streamlit gives each of its loggers a handler of its own, which prints users' texts.",
        unnecessary_when="Streamlit's loggers use the handlers of the root logger.",
        names=("logger.setup_formatter",),
        callers={"logger.setup_formatter": "logger.get_logger"},
    ),
    StreamlitPatch(
        script_runs.share_session_lock,
        purpose="Each run has its own lock for the session's state, so one run may read what another one changes.",
        unnecessary_when="Runs of a session share one lock, or a run starts after the last one has ended.",
        names=_names(_RUNNER, "ScriptRunner.__init__ ScriptRunner._session_state ScriptRunner._session_id")
        + _names(_RUNNER, "SafeSessionState._lock"),
    ),
    StreamlitPatch(
        script_runs.deliver_late_messages,
        purpose="A run's last messages are dropped when the next run has begun, so a fragment may never ask again.",
        unnecessary_when="Streamlit sends the messages of a run that has ended after the next one has begun.",
        names=_names(_SESSION, "_create_scriptrunner _handle_scriptrunner_event_on_event_loop _scriptrunner")
        + _names(_RUNNER, "ScriptRunnerEvent.SHUTDOWN"),
    ),
    StreamlitPatch(
        script_runs.ignore_values_of_auto_reruns,
        purpose="A fragment that asks by itself sends all widget values, which may be older than what was set here.",
        unnecessary_when="Streamlit ignores widget values of messages with is_auto_rerun.",
        names=(f"{_RUNNER}.ScriptRequests._request_rerun_locked", f"{_REQUESTS}.RerunData.is_auto_rerun"),
    ),
    StreamlitPatch(
        script_runs.drop_repeated_parameters,
        purpose="A link may repeat a parameter, whose correction adds addresses to the history, and Back leads there.",
        unnecessary_when="The browser sends each parameter once, or corrections replace the address.",
        names=(f"{_RUNNER}.ScriptRunner._run_script", f"{_REQUESTS}.RerunData.query_string"),
    ),
    StreamlitPatch(
        button_presses.finish_callbacks,
        purpose="A message stops the run before it in the middle of a callback, and its press is lost.",
        unnecessary_when="Streamlit runs the callbacks of each message to their end.",
        names=(
            *_names(_SCRIPT_REQUESTS, "on_scriptrunner_ready on_scriptrunner_yield request_rerun_batch _state"),
            *_names(_REQUESTS, "ScriptRequestType.RERUN ScriptRequestType.STOP"),
            *_names(f"{_RUNNER}.SafeSessionState", "on_script_will_rerun _lock _yield_callback"),
            "runtime.scriptrunner.get_script_run_ctx",
        ),
    ),
    StreamlitPatch(
        button_presses.carry_presses_to_next_run,
        purpose="A message stops the run before it before its callbacks begin, and its press is lost.",
        unnecessary_when="Streamlit keeps the presses of messages whose runs it stops.",
        names=(
            *_names(_SESSION, "request_rerun shutdown _scriptrunner _state"),
            "runtime.app_session.AppSessionState.SHUTDOWN_REQUESTED",
            f"{_RUNNER}.ScriptRunner._requests",
            *_names(_SCRIPT_REQUESTS, "_lock _state _rerun_data"),
            *_names(_REQUESTS, "ScriptRequestType _has_active_trigger_value"),
        ),
    ),
    StreamlitPatch(
        button_presses.rerun_page_for_lost_fragment,
        purpose="What is pressed in a fragment that has moved since is dropped.",
        unnecessary_when="Streamlit runs the page for messages of fragments that it does not have.",
        names=_names(_SESSION, "request_rerun has_fragment")
        + _names(_RUNNER, "ScriptRunner._run_script ScriptRunner._fragment_storage"),
    ),
    StreamlitPatch(
        application.refuse_developer_messages,
        purpose="Any browser may empty the caches of all sessions, have files written and learn which ones changed.",
        unnecessary_when="An option makes Streamlit refuse messages for developers.",
        names=(f"{_SESSION}.handle_backmsg",),
    ),
    StreamlitPatch(
        script_runs.keep_import_path,
        purpose="Each run changes sys.path, so an import in another thread may skip a folder.",
        unnecessary_when="Runs leave sys.path alone.",
        names=(f"{_RUNNER}.modified_sys_path",),
        callers={f"{_RUNNER}.modified_sys_path": f"{_RUNNER}.ScriptRunner._run_script"},
    ),
    StreamlitPatch(
        application.make_download_addresses_secret,
        purpose="A file's address is a hash of its content, so who knows a text can ask whether somebody else has it.",
        unnecessary_when="Addresses of files are secret, or only their session may fetch them.",
        names=(
            f"{_FILES}._calculate_file_id",
            "runtime.media_file_manager._get_session_id",
            *_names("runtime.media_file_manager.MediaFileManager", "execute_deferred _deferred_callables"),
            *_names("runtime.media_file_manager.MediaFileManager", "_lock _file_metadata _delete_file"),
            *_names("runtime.media_file_manager.MediaFileManager", "_remove_orphaned_deferred_callables"),
        ),
        callers={
            f"{_FILES}._calculate_file_id": f"{_FILES}.MemoryMediaFileStorage.load_and_get_id",
            f"{_FILES}.MemoryMediaFileStorage": "web.server.starlette.starlette_app.App._create_runtime",
        },
    ),
    StreamlitPatch(
        script_runs.enter_run_contexts,
        purpose="Streamlit has no hook around runs, which are timed and go before work in the background.",
        unnecessary_when="Streamlit has a public hook around runs.",
        names=(f"{_RUNNER}.ScriptRunner._run_script", f"{_RUNNER}.ScriptRunner._pages_manager"),
    ),
    StreamlitPatch(
        application.cache_theme,
        purpose="Streamlit reads all options of the theme at each run, a tenth of the work of a step.",
        unnecessary_when="Streamlit reads the theme once, or at once.",
        names=("runtime.app_session._populate_theme_msg", "runtime.app_session.CustomThemeConfig"),
        callers={"runtime.app_session._populate_theme_msg": f"{_SESSION}._create_new_session_message"},
    ),
    StreamlitPatch(
        application.shorten_sign_in_errors,
        purpose="A failure to sign in, which strangers can cause, fills the log with a stack trace.",
        unnecessary_when="Streamlit logs such a failure in one line.",
        names=("web.server.starlette.starlette_auth_routes",),
    ),
)
"""All patches in the order in which they are applied: later ones wrap what earlier ones replaced."""

READ_NAMES = (
    *_names("config", "get_option get_where_defined set_option"),
    *_names("runtime.Runtime", "is_active_session _session_mgr uploaded_file_mgr media_file_mgr"),
    *_names("runtime", "exists get_instance scriptrunner.get_script_run_ctx"),
    *_names("runtime.session_manager.SessionManager", "get_session_info num_active_sessions list_sessions"),
    f"{_SESSION}._user_info",
    *_names("runtime.memory_uploaded_file_manager.MemoryUploadedFileManager", "file_storage _file_count _total_bytes"),
    "web.server.starlette.starlette_routes.create_upload_routes",
)
"""Dotted names of the private parts of Streamlit that are only read."""


def missing_names() -> list[str]:
    """Return the private names that the installed Streamlit lacks, with the patch that needs each."""
    names = [f"{name} (needed to {_title(patch)})" for patch in PATCHES for name in patch.names if not exists(name)]
    names += [
        f"{caller} that uses {name} (needed to {_title(patch)})"
        for patch in PATCHES
        for name, caller in patch.callers.items()
        if not calls(caller, name)
    ]
    return names + [name for name in READ_NAMES if not exists(name)]


def _title(patch: StreamlitPatch) -> str:
    return patch.apply.__name__.replace("_", " ")


def check_names() -> None:
    """Raise ``UnsupportedStreamlit`` if the installed version lacks a private name that is used."""
    if missing := missing_names():
        raise UnsupportedStreamlit(f"this version has no {'; no '.join(missing)}")


def apply_patches() -> None:
    """Apply all patches, once, at the start of the server."""
    for patch in PATCHES:
        patch.apply()
