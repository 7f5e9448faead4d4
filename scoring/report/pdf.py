"""The report as PDF: the same page, set on paper by WeasyPrint, which sets text with the system's Pango."""

import io
import sys
from contextlib import redirect_stdout
from functools import cache
from importlib.util import find_spec
from threading import get_ident
from types import ModuleType
from typing import NoReturn

from markupsafe import Markup

from ..extras import PDF, missing_message

_APT = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
_PANGO = f"the library Pango; on Debian and Ubuntu: {_APT}; on macOS: brew install pango."


def missing_for_pdf() -> str | None:
    """Return what to install before PDF can be made, in one line; None where it can."""
    if find_spec("weasyprint") is None:
        return f"{missing_message('PDF', 'WeasyPrint', PDF)} It also needs {_PANGO}"
    return None if _weasyprint() is not None else f"PDF needs WeasyPrint and {_PANGO}"


def write_pdf(page: Markup) -> bytes:
    """Return the page as PDF for screen readers (PDF/UA-1); ``RuntimeError`` where ``missing_for_pdf`` says why."""
    weasyprint = _weasyprint()
    if weasyprint is None:
        raise RuntimeError(missing_for_pdf())
    written: bytes = weasyprint.HTML(string=str(page), url_fetcher=_refuse).write_pdf(pdf_variant="pdf/ua-1")
    return written


@cache
def _weasyprint() -> ModuleType | None:
    """Imported when first asked for; None where it, or a library of the system that it needs, is not there."""
    try:
        with redirect_stdout(OthersAlone()):  # where it says at length what is missing
            import weasyprint
    except (ImportError, OSError):
        return None
    module: ModuleType = weasyprint
    return module


class OthersAlone(io.TextIOBase):
    """Standard output without what the thread that made this writes: there is one for all threads of a server."""

    def __init__(self) -> None:
        self._output, self._thread = sys.stdout, get_ident()

    def write(self, text: str) -> int:
        return len(text) if get_ident() == self._thread else self._output.write(text)

    def flush(self) -> None:
        self._output.flush()


def _refuse(url: str, *options: object) -> NoReturn:
    """A report names nothing that is to be loaded."""
    raise ValueError(f"The report loads nothing; found {url}.")
