"""Errors of plug-ins at work: they name the plug-in, so that nobody takes them for errors of BLEUscope."""

from types import TracebackType

from ..counting.limits import TooLong
from ..counting.progress import Progress, no_progress
from .entry_points import Plugin, describe_error, find_plugins

_OWN_PACKAGES = ("scoring.", "bleuscope.")
"""Beginnings of the names of BLEUscope's modules."""


class PluginError(ValueError):
    """The error of a plug-in that failed or broke the contract; its message names the plug-in and its package."""


def is_built_in(kind: type) -> bool:
    """Return whether a class is BLEUscope's own."""
    return kind.__module__.startswith(_OWN_PACKAGES)


def name_plugin(group: str, kind: type, name: str) -> str | None:
    """Return the name of a class's plug-in in messages; None for a class that is not a plug-in's."""
    if is_built_in(kind):
        return None
    plugin: Plugin | None = next((plugin for plugin in find_plugins(group) if plugin.name == name), None)
    return None if plugin is None else str(plugin)


class CancellableProgress:
    """The ``on_progress`` of a plug-in; it keeps an exception that cancels the work, no fault of the plug-in."""

    def __init__(self, on_progress: Progress):
        self._on_progress = on_progress
        self.cancelled: BaseException | None = None

    def __call__(self, share: float) -> None:
        try:
            self._on_progress(share)
        except BaseException as error:
            self.cancelled = error
            raise


class NamedPluginErrors:
    """A context for code of a plug-in: its exceptions, also ``SystemExit``, become a ``PluginError``.

    These exceptions are raised unchanged: all of a class that is not a plug-in's, ``TooLong``, ``MemoryError``,
    ``KeyboardInterrupt``, and errors that the caller's ``on_progress`` raises to cancel the work.
    """

    def __init__(self, group: str, kind: type, name: str):
        self._group, self._kind, self._name = group, kind, name
        self._progress = CancellableProgress(no_progress)

    def progress(self, on_progress: Progress) -> Progress:
        """Return the ``on_progress`` that the plug-in is to call."""
        if on_progress is no_progress:
            return no_progress
        self._progress = CancellableProgress(on_progress)
        return self._progress

    def __enter__(self) -> "NamedPluginErrors":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        raised_as_they_are = (PluginError, TooLong, MemoryError, KeyboardInterrupt)
        if error is None or error is self._progress.cancelled or isinstance(error, raised_as_they_are):
            return
        plugin = name_plugin(self._group, self._kind, self._name)
        if plugin is not None:
            raise PluginError(f"The {plugin} failed: {describe_error(error)}. Leave it out, or update it.") from error
