"""Text in CSV cells that a spreadsheet would take for a formula and run: it gets an apostrophe before it.

Spreadsheets show such a cell as text. Text that begins so already gets one apostrophe more, so that what is written
can be read back as it was.
"""

import re

from ..checks import expect

AS_FORMULA = r"[=+\-@\t\r]"
"""How a cell begins that a spreadsheet runs (OWASP, CSV Injection)."""
AS_TEXT = rf"\A'+{AS_FORMULA}"
"""How a cell begins that was written by ``as_text``; RE2 and Python read it alike."""
_MAY_RUN = re.compile(rf"'*{AS_FORMULA}")


def as_text(cell: str) -> str:
    """The cell as no spreadsheet runs it."""
    expect(cell, str, "cell")
    return f"'{cell}" if _MAY_RUN.match(cell) else cell
