"""Read the sample of segments in a Parquet file of statistics, which ``bleuscope score --write-statistics`` writes.

The set itself may be far too large for a browser. Only the file's metadata is read: scores of the whole set, and
segments with low, middling and high scores with their texts.
"""

import json
import re
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ...text.naming import clean_name
from ..columns import Column, Notice, Role
from ..errors import FormatError
from ..limits import FileLimits, check_cells, check_columns
from .parquet_files import DAMAGE, open_parquet

KEY = b"bleuscope"
"""Key of the JSON in the file's metadata."""
SAMPLE = "sample"
"""Kind of the notice that the texts are a sample."""
_PLACE = re.compile(r"segment [\d,]+ of all ([\d,]+)")
"""Pattern of the note of each segment of a sample."""
_DECIMALS = 6
"""Maximum number of decimals, even if a file asks for more."""


def holds_statistics(file: str, data: bytes) -> bool:
    """Return whether a Parquet file has statistics of BLEUscope; raise ``FormatError`` for a damaged file."""
    return KEY in _metadata(file, data)


def _metadata(file: str, data: bytes) -> dict[bytes, bytes]:
    try:
        return open_parquet(data).metadata.metadata or {}
    except DAMAGE as error:
        raise FormatError(file, f"damaged data ({error})", "Parquet", advice="Write it again.") from None


def sampled_from(notes: pa.StringArray | None) -> int | None:
    """Return the number of segments from which a test set with these notes was sampled; None if it was not sampled."""
    match = None if notes is None or not len(notes) else _PLACE.fullmatch(notes[0].as_py() or "")
    if match is None or not pc.all(pc.ends_with(notes, f" of all {match[1]}"), skip_nulls=False).as_py():
        return None
    return int(match[1].replace(",", ""))


def read_statistics(file: str, data: bytes, limits: FileLimits) -> list[Column]:
    """Return the references and outputs of the sample, and the places of its segments.

    Raises ``FormatError`` for a damaged file, and for Parquet without statistics.
    """
    metadata = _metadata(file, data)
    if KEY not in metadata:
        advice = "Commands and Python read texts in Parquet, if it is not packed again; pages read none."
        raise FormatError(file, "Parquet of something else", "statistics by bleuscope score", advice=advice)
    try:
        return _columns(file, json.loads(metadata[KEY]), limits)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(file, "other metadata than that", "statistics by bleuscope score") from None


def _columns(file: str, about: dict[str, Any], limits: FileLimits) -> list[Column]:
    sample, systems, references = about["sample"], about["systems"], about["references"]
    check_columns(file, len(systems) + len(references), limits)
    check_cells(file, len(sample) * (len(systems) + len(references)), limits)
    notices = (Notice(SAMPLE, _sample_sentence(about), len(sample)),)
    columns = []
    for role, names, part in ((Role.REFERENCE, references, "references"), (Role.SYSTEM, systems, "outputs")):
        for place, name in enumerate(names):
            texts = pa.array([one[part][place] for one in sample], pa.string())
            column_notices = notices if role is Role.REFERENCE and not place else ()
            columns.append(Column(file, clean_name(name), role, texts, column_notices, "statistics", stated=True))
    places = pa.array([f"segment {int(one['segment']):,} of all {int(about['n_segments']):,}" for one in sample])
    return [*columns, Column(file, "place", Role.NOTES, places, (), "statistics", stated=True)]


def _sample_sentence(about: dict[str, Any]) -> str:
    """Return a text with the size of the sample and of the whole set, and the scores of the whole set."""
    whole, sampled = int(about["n_segments"]), len(about["sample"])
    scores = "; ".join(
        f"{clean_name(metric['label'])} {_scores(metric, about['systems'])}" for metric in about["metrics"]
    )
    return (
        f"Statistics of {whole:,} segments, with the texts of a sample of {sampled:,} only, drawn so that"
        f" low, middling and high scores are all in it. Scores of all {whole:,}: {scores}. Scores on the pages are of"
        " the sample: read its segments, but report the scores of all."
    )


def _scores(metric: dict[str, Any], systems: list[str]) -> str:
    decimals = min(max(int(metric["decimals"]), 0), _DECIMALS)
    values = {system: metric["scores"][system] for system in systems}
    texts = {
        system: "not defined" if value is None else f"{float(value):.{decimals}f}" for system, value in values.items()
    }
    return ", ".join(f"{clean_name(system)} {value}" for system, value in texts.items())
