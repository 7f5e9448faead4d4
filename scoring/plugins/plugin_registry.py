"""A registry of BLEUscope's objects of one kind and those of other packages, by name, imported when asked for."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from threading import RLock
from typing import Generic, TypeVar

from ..text.suggestions import did_you_mean
from .entry_points import Plugin, load_plugins

T = TypeVar("T")


class PluginRegistry(Mapping[str, T], Generic[T]):
    """A mapping from names to BLEUscope's objects, in order, and then to those of other packages.

    Other packages are searched for a name that is not BLEUscope's, and when all names are asked for.
    """

    def __init__(
        self,
        package: str,
        homes: Mapping[str, tuple[str, str]],
        group: str,
        accept: Callable[[Plugin, object], T],
    ):
        """Create the registry; ``homes`` has, by name, the module in ``package`` and the object's name in the module.

        ``accept`` makes an entry from the object that a plug-in of this ``group`` names; see ``load_plugins``.
        """
        self._package, self._homes, self._group, self._accept = package, homes, group, accept
        self._lock = RLock()
        self._loaded: dict[str, T] | None = None

    @property
    def built_in(self) -> tuple[str, ...]:
        """Names of BLEUscope's own entries."""
        return tuple(self._homes)

    @property
    def plugins(self) -> Mapping[str, T]:
        """Entries of other packages, by name."""
        with self._lock:
            if self._loaded is None:
                self._loaded = {}  # for plug-ins that read this registry while they are imported
                self._loaded = load_plugins(self._group, self._homes, self._accept)
            return self._loaded

    def __getitem__(self, name: str) -> T:
        if name not in self._homes:
            if name not in self.plugins:
                raise KeyError(f"Unknown name {name!r}; there are {', '.join(self)}{did_you_mean(str(name), self)}.")
            return self.plugins[name]
        module, kind = self._homes[name]
        value: T = getattr(import_module(f".{module}", self._package), kind)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._homes or name in self.plugins

    def __iter__(self) -> Iterator[str]:
        return iter((*self._homes, *self.plugins))

    def __len__(self) -> int:
        return len(self._homes) + len(self.plugins)
