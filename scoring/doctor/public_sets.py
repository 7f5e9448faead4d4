"""Recognition of public test sets by digests of some of their lines; no text is kept."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ..output.sentence import listed_names
from .finding import NOTE, REFERENCE, SOURCE, ExaminedText, ExaminedTexts, TextFinding
from .line_features import Digests, LineFeatures, distinct, splitmix
from .repeated_texts import placeholder_lines

PUBLIC_SET = "public-set"
SKETCH = 64
"""Number of digests kept of a text: its least ones, so that those of a part are among them (Broder 1997)."""
MIN_LETTERS = 30
"""Fewest letters and digits of the lines that are compared: shorter lines recur in any set."""
_FEWEST, _MIN_SHARE = 3, 0.5
"""Fewest digests of a set, and their smallest share, by which it is recognized."""
TABLE = Path(__file__).with_name("public_sets.json")


@dataclass(frozen=True, eq=False)
class PublicText:
    """A text of a public set."""

    name: str
    """Name of the text, such as "WMT 2021, English to German, reference A"."""
    lines: int
    sketch: Digests
    """Least digests of the text, ascending, (up to 64,)."""

    @property
    def set_name(self) -> str:
        """Name of the set: the name of the text without its last part."""
        return self.name.rpartition(", ")[0] or self.name


def text_sketch(features: LineFeatures) -> Digests:
    """Return the least digests of a text's long lines, ascending."""
    return long_line_digests(features)[:SKETCH]


def long_line_digests(features: LineFeatures) -> Digests:
    """Return the mixed digests of a text's long lines, ascending, without repetition."""
    return distinct(splitmix(features.digests[features.letters >= MIN_LETTERS]))


def public_record(features: LineFeatures) -> dict[str, object]:
    """Return the record of a text for the table of public sets."""
    return {"lines": len(features), "digests": "".join(f"{digest:016x}" for digest in text_sketch(features).tolist())}


@cache
def public_texts() -> tuple[PublicText, ...]:
    """Return the known public texts."""
    records = json.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(
        PublicText(name, record["lines"], np.frombuffer(bytes.fromhex(record["digests"]), ">u8").astype(np.uint64))
        for name, record in records.items()
    )


def find_public_sets(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each known public set that contains the source or a reference, whole or in part.

    The finding concerns the segments without placeholders, which are not lines of the set.
    """
    by_set: dict[str, list[ExaminedText]] = {}
    for text in texts.all:
        if text.role not in (SOURCE, REFERENCE):
            continue
        digests = long_line_digests(texts.features(text))
        best = max(
            ((*_overlap(digests, public_text), public_text) for public_text in public_texts()),
            key=lambda one: one[:2],
            default=None,
        )
        if best is None or best[0] < _FEWEST or best[1] < _MIN_SHARE:
            continue
        by_set.setdefault(best[2].set_name, []).append(text)
    for set_name, listed in by_set.items():
        first, *others = (text.subject for text in listed)
        names = listed_names([first, *(f"{name[0].lower()}{name[1:]}" for name in others)])
        text, are = listed[0], "are" if others else "is"
        flags = ~placeholder_lines(texts, text)
        lines = (np.flatnonzero(flags if flags.any() else ~flags) + 1).tolist()
        message = (
            f"{names} {are} from a published test set, {set_name}. A system may have seen it in training, so its scores"
            " may be too high."
        )
        ends, n = (lines[0], lines[-1]), len(lines)
        share = n / len(texts)
        yield TextFinding(PUBLIC_SET, NOTE, text.role, text.file, *ends, message, n, share, (lines[0],))


def _overlap(digests: Digests, public_text: PublicText) -> tuple[int, float]:
    """Return the number of a known text's digests that occur, and the larger of two shares.

    The shares are of the known digests, and of the text's own digests below the largest known one.
    """
    places = np.searchsorted(digests, public_text.sketch)
    n_found = int((digests.take(places, mode="clip") == public_text.sketch).sum()) if len(digests) else 0
    n_below = int(np.searchsorted(digests, public_text.sketch[-1], "right")) if len(public_text.sketch) else 0
    return n_found, max(n_found / max(len(public_text.sketch), 1), n_found / max(n_below, 1))
