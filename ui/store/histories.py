"""Files of scores over time that a visitor has opened: kept in memory for as long as the page is open."""

from dataclasses import dataclass, replace

from scoring.formats.limits import DEFAULT_LIMITS
from scoring.formats.tables.history import MAX_ROWS, SCHEMA, History, read_history
from scoring.lab.watching.lines import ScoreLine, score_lines
from scoring.text.naming import clean_file
from ui.session import state
from ui.store import cache

LIMITS = replace(DEFAULT_LIMITS, cells=MAX_ROWS * len(SCHEMA))


@dataclass(frozen=True, eq=False)
class OverTime:
    """A file of scores over time, and the lines of its chart."""

    history: History
    lines: list[ScoreLine]

    @classmethod
    def read(cls, file: str, data: bytes) -> "OverTime":
        """Read a file of scores over time; raise ``FormatError`` as ``read_history`` and ``score_lines`` do."""
        history = read_history(clean_file(file), data, LIMITS)
        return cls(history, score_lines(history))


def open_histories() -> OverTime | None:
    """Return the visitor's open scores over time; None without any."""
    over_time: OverTime | None = cache.shelf().get(_key(), state.visitor())
    return over_time


def open_(over_time: OverTime) -> None:
    """Open scores over time in place of earlier ones; raise ``OverLimit`` if the visitor may not keep so much."""
    cache.shelf().put(state.visitor(), _key(), over_time, over_time.history.file)


def close_histories() -> None:
    cache.shelf().drop(state.visitor(), _key())


def _key() -> tuple[str, str]:
    return "over time", state.visitor()
