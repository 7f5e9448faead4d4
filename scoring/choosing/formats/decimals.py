"""Cells of a list as numbers."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Floats, Ints
from ...formats.errors import FormatError
from ...text.naming import clean_name
from ...text.texts import as_mask

NOT_FINITE = "Only finite numbers can be weighed and compared; leave the candidate out, or give it another number."
_DECIMAL = r"\A[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?\z"
_ENDLESS = re.compile(r"(.*[=:])?[-+]?(nan|inf|infinity)", re.IGNORECASE)


def parse_decimals(file: str, cells: pa.StringArray, lines: Ints, expected: str) -> Floats:
    """float64 (n_cells,); ``FormatError`` with the line, (n_cells,), for what is no number, or none below infinity."""
    known = as_mask(pc.match_substring_regex(cells, _DECIMAL))
    if not known.all():
        row = int(np.argmin(known))
        found = cells[row].as_py()
        advice = NOT_FINITE if _ENDLESS.fullmatch(found) else None
        raise FormatError(file, repr(clean_name(found)), expected, int(lines[row]), advice)
    values: Floats = np.array(pc.cast(pc.replace_substring_regex(cells, r"\A\+", ""), pa.float64()))
    endless = np.flatnonzero(~np.isfinite(values))
    if len(endless):
        row = int(endless[0])
        raise FormatError(file, cells[row].as_py(), "a number below 1e308", int(lines[row]))
    return values
