"""The report as PDF: the HTML page, set on paper by WeasyPrint, which uses the system's Pango."""

import io
import math
import sys
from contextlib import redirect_stdout
from functools import cache
from importlib.util import find_spec
from threading import get_ident
from types import ModuleType
from typing import Any, NoReturn

from markupsafe import Markup

from ..extras import PDF, missing_message

END = "end"
"""Id of the element behind the last line of a page that is set on paper."""
_VARIANT = "pdf/ua-1"
_SMALLER = (8.0, 7.6)
"""Font sizes in pt that are tried to save a last page with little on it."""
_MIN_FILLED = 0.4
"""Share of the last page below which smaller fonts are tried."""
_APT = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
_PANGO = f"the library Pango; on Debian and Ubuntu: {_APT}; on macOS: brew install pango."


def missing_for_pdf() -> str | None:
    """Return in one line what to install before PDF can be made; None where nothing is missing."""
    if find_spec("weasyprint") is None:
        return f"{missing_message('PDF', 'WeasyPrint', PDF)} It also needs {_PANGO}"
    return None if _weasyprint() is not None else f"PDF needs WeasyPrint and {_PANGO}"


def write_pdf(page: Markup) -> bytes:
    """Return the page as PDF for screen readers (PDF/UA-1).

    Raises ``RuntimeError`` with the text of ``missing_for_pdf`` where PDF cannot be made.
    """
    weasyprint = _weasyprint()
    if weasyprint is None:
        raise RuntimeError(missing_for_pdf())
    html = weasyprint.HTML(string=str(page), url_fetcher=_refuse)
    laid_out = html.render(pdf_variant=_VARIANT)
    if _is_nearly_empty(laid_out.pages[-1]):
        for size in _SMALLER:
            style = weasyprint.CSS(string=f"html {{ font-size: {size}pt !important }}")
            smaller = html.render(stylesheets=[style], pdf_variant=_VARIANT)
            if len(smaller.pages) < len(laid_out.pages):
                laid_out = smaller
                break
    pdf: bytes = laid_out.write_pdf(pdf_variant=_VARIANT)
    return pdf


def _is_nearly_empty(page: Any) -> bool:
    """Return whether the content of a page ends in its upper part."""
    _, top, *_ = page.anchors.get(END, (0.0, math.inf))
    return bool(top < _MIN_FILLED * page.height)


@cache
def _weasyprint() -> ModuleType | None:
    """Return the module WeasyPrint, imported at the first call; None where it or a system library is missing."""
    try:
        with redirect_stdout(OutputOfOtherThreads()):  # where it says at length what is missing
            import weasyprint
    except (ImportError, OSError):
        return None
    module: ModuleType = weasyprint
    return module


class OutputOfOtherThreads(io.TextIOBase):
    """Standard output without the text written by the thread that made this object.

    All threads of a server share one standard output.
    """

    def __init__(self) -> None:
        self._output, self._thread = sys.stdout, get_ident()

    def write(self, text: str) -> int:
        return len(text) if get_ident() == self._thread else self._output.write(text)

    def flush(self) -> None:
        self._output.flush()


def _refuse(url: str, *options: object) -> NoReturn:
    """Raise ``ValueError`` for an address to load, because a report loads nothing."""
    raise ValueError(f"The report loads nothing; found {url}.")
