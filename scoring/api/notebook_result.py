"""The base class of all results of the API: text in a terminal, HTML in a notebook."""

from abc import ABC, abstractmethod


class NotebookResult(ABC):
    """A result that a terminal shows as its text and a notebook as HTML."""

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def _repr_html_(self) -> str: ...

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self._repr_html_()}
