"""The way of an upload: a draft, then a test set in a project or a new version of one, which is then used."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import pyarrow as pa

from scoring import TestSet
from scoring.formats import AttachedJudgments, Column, Contents, FormatError, FoundJudgments
from scoring.formats.judgments import FoundDocuments
from server.engine.tasks import REFUSALS, Task
from server.memory.limits import OverLimit
from ui.context import language
from ui.context.glossaries import GlossaryFile
from ui.kit import address
from ui.kit.layout import labels_by_id
from ui.session import state
from ui.store import cache, kept, uploads, waiting
from ui.store.histories import OverTime
from workspace import Workspace, WorkspaceError

_DRAFT_NUMBERS = count()
UPLOADER = "files"
"""Name of the file uploader."""
NOT_USED = "files_not_used"
"""The session's key for a test set's key, with the refused files and judgments that were dropped with it."""
KEEPING = "keeping"
"""The session's key for the upload that is being kept."""
_NUMBERS = count()


@dataclass
class Draft:
    """The content of dropped files, with the reasons for refused ones."""

    columns: list[Column]
    refused: list[FormatError]
    judgments: list[FoundJudgments] = field(default_factory=list)
    histories: list[OverTime] = field(default_factory=list)
    name: str = "uploaded set"
    version: int = 0
    """Number of changes so far; widgets that show the draft start afresh after each."""
    number: int = field(default_factory=_DRAFT_NUMBERS.__next__)
    """Number of the draft, unique on this server: results computed from the draft are kept under it."""
    glossary: GlossaryFile | None = None
    """Glossary that was dropped with the texts; the last one, if there are several."""
    pairs: Mapping[str, Contents] = field(default_factory=dict)
    """Pair of languages -> its columns and judgments, if the files have several pairs."""
    pair: str | None = None
    """Pair of languages that was chosen; None before."""

    @property
    def suggested_name(self) -> str:
        """Suggested name of the test set."""
        return self.name if self.pair is None else f"{self.name}, {self.pair}"

    @property
    def documents(self) -> pa.StringArray | None:
        """Name of each segment's document, as a file of documents lists them; None without such a file."""
        return next((one.documents for one in self.judgments if isinstance(one, FoundDocuments)), None)

    def changed(self, **changes: Any) -> "Draft":
        """Return a draft with these changes, and with a version and a number of its own."""
        return replace(self, **changes, version=self.version + 1, number=next(_DRAFT_NUMBERS))

    def select_pair(self, pair: str | None) -> "Draft":
        """Return the draft with the content of one pair of languages; without content for None."""
        contents = Contents() if pair is None else self.pairs[pair]
        return self.changed(columns=list(contents.columns), judgments=list(contents.judgments), pair=pair)


def current_draft() -> Draft | None:
    """Return the visitor's draft; None without one."""
    return cache.shelf().get(draft_key(), state.visitor())


def was_draft_dropped() -> bool:
    """Return whether the visitor had a draft that was dropped because the server needed the room."""
    return cache.shelf().was_dropped(draft_key())


def keep_draft(draft: Draft) -> None:
    """Keep a draft in place of the one before; the page says so if the visitor may not keep so much."""
    state.set_widget_value("refused", None)
    try:
        cache.shelf().put(state.visitor(), draft_key(), draft, draft.name)
    except OverLimit as error:
        state.set_widget_value("refused", str(error))


def forget_draft() -> None:
    state.set_widget_value("refused", None)
    cache.shelf().drop(state.visitor(), draft_key())


def clear_files() -> None:
    """Forget the draft, and empty the uploader."""
    forget_draft()
    uploads.empty_uploader(UPLOADER)


def draft_key() -> tuple[str, str]:
    return "draft", state.visitor()


@dataclass(frozen=True)
class KeepingTask:
    """A test set that is being kept; the task's result is the key by which it is found."""

    task: Task[str]
    test_set: TestSet
    """Test set as it was dropped, without an owner."""
    draft: Draft
    """Draft from which the test set was made."""
    refused: list[FormatError]
    """Reasons for the files and judgments that are not in the test set."""


def choose_project(key: str) -> str | None:
    """Draw the choice of the project for a new set, and return its id; None for a new project.

    A visitor without projects has no choice: nothing is drawn, and None is returned.
    """
    project_names = labels_by_id({project.id: project.name for project in kept.projects()})
    if not project_names:
        return None
    version = kept.find_kept_version(state.chosen_set())
    usual = (
        version.project_id if version is not None and version.project_id in project_names else next(iter(project_names))
    )
    names: dict[str | None, str] = {usual: project_names[usual]} | project_names | {None: "A new project"}
    return address.draw_named_choice("Kept in the project", names, key, width=240)


def keep_test_set(attached: AttachedJudgments, draft: Draft, project: str | None) -> None:
    """Keep a set in a project, and use it."""
    _begin(attached, draft, lambda workspace: kept.keep_in_project(attached.test_set, project, workspace))


def add_version(attached: AttachedJudgments, draft: Draft, to: kept.KeptVersion, base: TestSet) -> None:
    """Make a new version of a kept set from the files dropped with ``base``, and use it."""
    _begin(attached, draft, lambda workspace: kept.keep_as_version(to, base, attached.test_set, workspace))


def files_not_used() -> list[FormatError]:
    """Return the errors of files that were dropped for the set in use but are not in it; empty after a new visit."""
    key, refused = state.widget_value(NOT_USED, ("", []))
    return refused if key and key == state.chosen_set() else []


def _begin(attached: AttachedJudgments, draft: Draft, confirm: Callable[[Workspace], str]) -> None:
    """Start to keep a test set; do nothing while another one is being kept."""
    if state.widget_value(KEEPING) is not None:
        return
    state.set_widget_value("refused", None)
    workspace, number = kept.visitor_workspace(make=True), next(_NUMBERS)
    task = Task(cache.FILES, ("kept", number), lambda tell: confirm(workspace))
    state.set_widget_value(KEEPING, KeepingTask(task, attached.test_set, draft, [*draft.refused, *attached.refused]))


def use_kept_upload() -> None:
    """Use the upload that is being kept once it is done; the shell calls it. Refused files are kept as a draft.

    The draft goes last: another message may end this halfway, and then nothing is lost.
    """
    keeping: KeepingTask | None = state.widget_value(KEEPING)
    if keeping is None:
        return
    try:
        key = waiting.wait_for_result("keeping", keeping.task, "Keeping the test set.")
    except REFUSALS as error:
        state.set_widget_value("refused", str(error))
        key = None
    except Exception:
        state.set_widget_value("refused", "This could not be kept. The server's log says why.")
        key = None
    if key is not None:
        if (version := kept.find_kept_version(key)) is not None:
            cache.pass_on_examination(keeping.test_set, version.project_id)
            _keep_glossary(version, keeping.draft.glossary)
        has_only_edits = keeping.test_set.post_edits and not keeping.test_set.references
        language.see_verdict(key, "effort" if has_only_edits else "overview")
        forget_draft()
        state.set_widget_value(NOT_USED, (key, keeping.refused))
        if keeping.refused:
            keep_draft(Draft([], keeping.refused, version=keeping.draft.version + 1))
    state.set_widget_value(KEEPING, None)


def _keep_glossary(version: kept.KeptVersion, glossary: GlossaryFile | None) -> None:
    """Keep the glossary that was dropped with a test set."""
    if glossary is None:
        return
    try:
        kept.visitor_workspace().keep_glossary(version.id, glossary.file, glossary.data)
    except WorkspaceError as error:
        state.set_widget_value("refused", str(error))
    kept.forget_lookups()
