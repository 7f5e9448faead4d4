"""The entry points of other packages: the plug-ins of each group, and the faults of plug-ins that cannot be used.

``importlib.metadata`` takes longer to import than to score a small file. It is imported only where a file of entry
points names a group of BLEUscope.
"""

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

METRIC_PLUGINS, CHECK_PLUGINS, FORMAT_PLUGINS = "bleuscope.metrics", "bleuscope.checks", "bleuscope.formats"
"""Names of the groups of entry points, as in a package's pyproject.toml."""
_KIND_NAMES = {METRIC_PLUGINS: "metric", CHECK_PLUGINS: "check", FORMAT_PLUGINS: "file format"}
_METADATA = (".dist-info", ".egg-info")
_FAULTS: "dict[str, tuple[PluginFault, ...]]" = {}
"""Plug-ins that are left out, by group."""
T = TypeVar("T")


@dataclass(frozen=True)
class Plugin:
    """One entry point of another package."""

    group: str
    """Group of the entry point: ``METRIC_PLUGINS``, ``CHECK_PLUGINS`` or ``FORMAT_PLUGINS``."""
    name: str
    """Name of the entry point."""
    package: str
    """Name of the package that declares the entry point."""
    version: str
    """Version of the package."""
    load: Callable[[], object]
    """Function that imports the object that the entry point names."""

    @property
    def signature(self) -> str:
        """Package and version as in a metric's signature, such as ``word-f1-1.0``."""
        return f"{self.package}-{self.version}"

    def __str__(self) -> str:
        return f"{_KIND_NAMES[self.group]} {self.name} of the package {self.package} {self.version}"


@dataclass(frozen=True)
class PluginFault:
    """A plug-in that is left out, with the reason."""

    plugin: Plugin
    reason: str

    def __str__(self) -> str:
        advice = f"Update or uninstall {self.plugin.package}."
        return f"The {self.plugin} is left out: {self.reason.rstrip('.')}. {advice}"


@cache
def find_plugins(group: str) -> tuple[Plugin, ...]:
    """Return the plug-ins of a group, in the order of their names and packages, without importing them."""
    if not _is_declared():
        return ()
    from importlib.metadata import entry_points

    return tuple(sorted(map(_plugin, entry_points(group=group)), key=lambda plugin: (plugin.name, plugin.package)))


def plugin_faults() -> tuple[PluginFault, ...]:
    """Return the plug-ins that are left out, for all groups that were loaded so far."""
    return tuple(fault for faults in _FAULTS.values() for fault in faults)


def load_plugins(group: str, reserved_names: Iterable[str], accept: Callable[[Plugin, object], T]) -> dict[str, T]:
    """Import the plug-ins of a group; return what ``accept`` makes of each, by the plug-in's name.

    No plug-in may have a name in ``reserved_names``. ``accept`` raises ``ValueError`` for a plug-in that breaks the
    contract. An error leaves out its plug-in only, which ``plugin_faults`` then lists.
    """
    owners = dict.fromkeys(reserved_names, "BLEUscope")
    values_by_name: dict[str, T] = {}
    faults: list[PluginFault] = []
    for plugin in find_plugins(group):
        if plugin.name in owners:
            faults.append(PluginFault(plugin, f"{owners[plugin.name]} has a {_KIND_NAMES[group]} of that name"))
            continue
        try:
            with redirect_stdout(sys.stderr):  # standard output is for results
                loaded = plugin.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            faults.append(PluginFault(plugin, f"it cannot be imported ({describe_error(error)})"))
            continue
        try:
            with redirect_stdout(sys.stderr):
                values_by_name[plugin.name] = accept(plugin, loaded)
            owners[plugin.name] = f"The package {plugin.package}"
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            reason = str(error) if isinstance(error, ValueError) else describe_error(error)
            faults.append(PluginFault(plugin, f"it breaks the contract: {reason}"))
    _FAULTS[group] = tuple(faults)
    return values_by_name


def describe_error(error: BaseException) -> str:
    """Return the kind of an exception and its message, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")


def _plugin(entry: "EntryPoint") -> Plugin:
    package = entry.dist
    name, version = ("unknown", "0") if package is None else (package.name, package.version)
    return Plugin(entry.group, entry.name, name, version, entry.load)


def _is_declared() -> bool:
    """Return whether an entry point of any installed package names a group of BLEUscope."""
    return any(map(_names_a_group, sys.path))


def _names_a_group(folder: str) -> bool:
    """Return whether a package in a folder of the import path names a group; True for an archive, which may."""
    place = Path(folder or ".")
    try:
        packages = [name for name in os.listdir(place) if name.endswith(_METADATA)]
    except NotADirectoryError:
        return True
    except OSError:
        return False
    return any(_mentions(place / package / "entry_points.txt") for package in packages)


def _mentions(file: Path) -> bool:
    try:
        declared = file.read_bytes()
    except OSError:
        return False
    return any(f"[{group}]".encode() in declared.replace(b" ", b"") for group in _KIND_NAMES)
