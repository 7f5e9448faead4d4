"""An upload on its way to a test set: kept with what visitors bring, so that it counts for its visitor's limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from scoring.formats import Column, Contents, FormatError, FoundJudgments
from server.memory.limits import OverLimit
from ui.session import state
from ui.store import cache
from ui.store.histories import OverTime

_NUMBERS = count()


@dataclass
class Draft:
    """What was read, and what was refused."""

    columns: list[Column]
    refused: list[FormatError]
    judgments: list[FoundJudgments] = field(default_factory=list)
    histories: list[OverTime] = field(default_factory=list)
    name: str = "uploaded set"
    version: int = 0
    """Counts the changes; widgets that show the draft start afresh with each."""
    number: int = field(default_factory=_NUMBERS.__next__)
    """Its own among all of this server's: what is computed of it is kept under it."""
    pairs: Mapping[str, Contents] = field(default_factory=dict)
    """what there is of each pair of languages, where there are several"""
    pair: str | None = None
    """the chosen one"""

    @property
    def called(self) -> str:
        """A name for the test set."""
        return self.name if self.pair is None else f"{self.name}, {self.pair}"

    def changed(self, **changes: Any) -> "Draft":
        """With these changes, as a draft of its own."""
        return replace(self, **changes, version=self.version + 1, number=next(_NUMBERS))

    def of_pair(self, pair: str | None) -> "Draft":
        """What there is of one pair, or nothing yet."""
        held = Contents() if pair is None else self.pairs[pair]
        return self.changed(columns=list(held.columns), judgments=list(held.judgments), pair=pair)


def current_draft() -> Draft | None:
    """The visitor's; None without one."""
    return cache.shelf().get(draft_key(), state.visitor())


def gave_way() -> bool:
    """Whether the visitor had one, which was dropped for want of room."""
    return cache.shelf().gave_way(draft_key())


def keep_draft(draft: Draft) -> None:
    """In place of the one before; where the visitor may not keep so much, the page says so instead."""
    state.set_widget_value("refused", None)
    try:
        cache.shelf().put(state.visitor(), draft_key(), draft, draft.name)
    except OverLimit as error:
        state.set_widget_value("refused", str(error))


def forget_draft() -> None:
    state.set_widget_value("refused", None)
    cache.shelf().drop(state.visitor(), draft_key())


def draft_key() -> tuple[str, str]:
    return "draft", state.visitor()
